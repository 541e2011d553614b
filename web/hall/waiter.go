package hall

// A waiter is who waits in a room until something changes there. It is in one crowd of it.
type waiter struct {
	ring func() // wakes it, and does not wait
	at   int    // its place in the crowd
}

// Waiters are a crowd: those who are woken by the same changes.
type waiters []*waiter

func (all *waiters) add(w *waiter) {
	w.at = len(*all)
	*all = append(*all, w)
}

// remove puts the last one in the place of one who leaves.
func (all *waiters) remove(w *waiter) {
	some := *all
	last := len(some) - 1
	some[w.at] = some[last]
	some[w.at].at = w.at
	some[last] = nil
	*all = some[:last]
}

func (all waiters) wake() {
	for _, w := range all {
		w.ring()
	}
}
