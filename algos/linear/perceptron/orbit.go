package perceptron

import (
	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
)

// A state is all that the rest of a run depends on: θ and the row visited next.
type state struct {
	theta vector
	next  int
}

// remembered is how many states a run keeps; about 6 MB.
const remembered = 1 << 16

// An orbit finds out when a run repeats itself: exactly the same θ at the same
// row again, after which everything repeats. The first states are all
// kept, so that the first repetition is found at once. Beyond the limit one state
// is kept, replaced whenever the number of updates since has doubled (Brent, 1980),
// which finds every cycle some time later.
type orbit struct {
	limit  int           // how many states it keeps
	seen   map[state]int // state → number of updates that led to it
	anchor state
	since  int // updates when the anchor was kept
	period int // 0 while nothing has repeated
}

func newOrbit(limit int, start vector) *orbit {
	return &orbit{limit: limit, seen: map[state]int{{theta: start}: 0}}
}

// visit records the state after k updates and reports whether the run has been
// found to repeat itself just now; o.period then says after how many updates.
func (o *orbit) visit(s state, k int) bool {
	if o.period > 0 {
		return false
	}
	before, again := o.seen[s]
	if !again && o.since > 0 && s == o.anchor {
		before, again = o.since, true
	}
	switch {
	case again:
		o.period, o.seen = k-before, nil
	case len(o.seen) < o.limit:
		o.seen[s] = k
	case o.since == 0 || k >= 2*o.since:
		o.anchor, o.since = s, k
	}
	return again
}

// A waypoint is θ after k updates, with what the proof adds up.
type waypoint struct {
	k     int
	theta vector
	sums  sums
}

// extend appends a waypoint to the trail, which is never changed otherwise, so
// that every step shares its beginning.
func extend(trail []waypoint, at waypoint) []waypoint {
	if !algos.Thinned(at.k) {
		return trail
	}
	return append(trail, at)
}

// places are where a picture shows the waypoints from one of them up to now.
func (p progress) places(first int, of func(waypoint) mark.XY) []mark.XY {
	trail := p.trail[first:]
	return panel.Path(len(trail), func(i int) mark.XY {
		if i == len(trail)-1 {
			return of(waypoint{p.updates, p.theta, p.sums})
		}
		return of(trail[i])
	})
}
