package perceptron

import "playground/algos"

// The orders of the rows; their names are public. The last three pick a mistake among
// all rows instead of going from row to row.
const (
	inFile     = "file"
	shuffled   = "shuffled" // every pass anew, from the run's seed
	firstWrong = "first"    // the first mistake in file order
	worstWrong = "worst"    // the one whose score, or margin, is the lowest
	mildWrong  = "mildest"  // the one whose score, or margin, is the highest
)

// picks reports whether the rule picks its mistakes among all rows.
func (o options) picks() bool {
	return o.Variant != batch && (o.Sequence == firstWrong || o.Sequence == worstWrong || o.Sequence == mildWrong)
}

// shuffles reports whether every pass has an order of its own.
func (o options) shuffles() bool { return o.Variant != batch && o.Sequence == shuffled }

// pass is the order of the rows in a pass, nil in file order. It depends on the seed
// and on the pass alone, so that the next mistake can be named beyond its end.
func (t *task) pass(pass int) []int {
	if !t.shuffles() {
		return nil
	}
	return t.Stream(uint64(pass)).Perm(len(t.rows))
}

// pick is the mistake that comes next where the rule picks; −1 if there is none.
func (t *task) pick(theta vector) int {
	picked, best, sign := -1, 0.0, 1.0
	if t.Sequence == mildWrong {
		sign = -1
	}
	for i, r := range t.rows {
		if !t.mistaken(theta, r) {
			continue
		}
		if t.Sequence == firstWrong {
			return i
		}
		if m := sign * t.measure(theta, r); picked < 0 || m < best {
			picked, best = i, m
		}
	}
	return picked
}

// sift is a pass of a rule that picks: at most as many mistakes as there are rows. A
// pass that finds none ends the run, as with the other orders.
func (l *learner) sift(yield func(algos.Step) bool) bool {
	for l.Place = range l.rows {
		if l.Ahead < 0 {
			return l.Place > 0 || l.visit(yield, nil)
		}
		l.Row = l.Ahead
		if !l.visit(yield, []int{l.Row}) {
			return false
		}
	}
	return true
}
