package session

import "time"

// A bucket is a token bucket: it fills at a rate up to a size, and every message
// takes tokens. It may be overdrawn, which says how far a sender overdoes it.
type bucket struct {
	rate, size float64 // tokens a second, tokens
	tokens     float64
	at         time.Time
}

func newBucket(rate, size float64, now time.Time) bucket {
	return bucket{rate: rate, size: size, tokens: size, at: now}
}

func (b *bucket) fill(now time.Time) {
	b.tokens = min(b.size, b.tokens+b.rate*now.Sub(b.at).Seconds())
	b.at = now
}

// spend takes tokens, overdrawing if need be, and returns what is left.
func (b *bucket) spend(now time.Time, n float64) float64 {
	b.fill(now)
	b.tokens -= n
	return b.tokens
}

// ready reports whether a whole token is there.
func (b *bucket) ready(now time.Time) bool {
	b.fill(now)
	return b.tokens >= 1
}

// next is when a whole token will be there.
func (b *bucket) next(now time.Time) time.Time {
	if b.ready(now) {
		return now
	}
	// One nanosecond more, so that rounding down does not wake too early.
	return now.Add(time.Duration((1-b.tokens)/b.rate*float64(time.Second)) + 1)
}
