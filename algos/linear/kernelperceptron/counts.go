package kernelperceptron

import (
	"math"
	"slices"

	"playground/algos"
)

// counts are how many mistakes each row has made: a list that never changes, and
// the mistakes since, which steps share.
type counts struct {
	base  []int32
	since []int32
	total int
}

func newCounts(n int) counts { return counts{base: make([]int32, n)} }

// add returns the counts after one more mistake on a row.
func (c counts) add(row int) counts {
	c.total++
	c.since = append(c.since, int32(row))
	if len(c.since) >= len(c.base)+64 {
		return counts{base: c.list(), total: c.total}
	}
	return c
}

// list returns α.
func (c counts) list() []int32 {
	alpha := slices.Clone(c.base)
	for _, row := range c.since {
		alpha[row]++
	}
	return alpha
}

// shared returns counts to which nothing can be appended in place.
func (c counts) shared() counts {
	c.since = c.since[:len(c.since):len(c.since)]
	return c
}

// A waypoint is how long w is after k mistakes, and how far along θ*.
type waypoint struct {
	k             int
	length, along float64
}

// now is the waypoint at which a run is.
func (p progress) now() waypoint {
	return waypoint{p.alpha.total, math.Sqrt(max(0, p.norm2)), p.along}
}

// extend appends a waypoint to the trail, which is never changed otherwise, so
// that every step shares its beginning.
func extend(trail []waypoint, at waypoint) []waypoint {
	if !algos.Thinned(at.k) {
		return trail
	}
	return append(trail, at)
}
