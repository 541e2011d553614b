package peer

import "time"

// A Bucket is a token bucket. It fills at a rate up to a size, and every message
// takes tokens. It may be overdrawn, so that one can see by how much a sender
// exceeds its rate.
type Bucket struct {
	rate, size float64 // tokens a second, tokens
	tokens     float64
	at         time.Time
}

// NewBucket returns a full bucket.
func NewBucket(rate, size float64, now time.Time) Bucket {
	return Bucket{rate: rate, size: size, tokens: size, at: now}
}

func (b *Bucket) fill(now time.Time) {
	b.tokens = min(b.size, b.tokens+b.rate*now.Sub(b.at).Seconds())
	b.at = now
}

// Spend takes tokens, even if there are too few, and returns what is left.
func (b *Bucket) Spend(now time.Time, n float64) float64 {
	b.fill(now)
	b.tokens -= n
	return b.tokens
}

// Ready reports whether there is a whole token.
func (b *Bucket) Ready(now time.Time) bool {
	b.fill(now)
	return b.tokens >= 1
}

// Next is the time at which there will be a whole token.
func (b *Bucket) Next(now time.Time) time.Time {
	if b.Ready(now) {
		return now
	}
	// One nanosecond more, so that rounding down does not wake too early.
	return now.Add(time.Duration((1-b.tokens)/b.rate*float64(time.Second)) + 1)
}
