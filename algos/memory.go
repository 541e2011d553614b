package algos

import "context"

// A Memory is what a run works on and shows to no step: a matrix, the state of a
// solver. The recorder of a run measures it, for it may be larger than all steps together.
type Memory struct{ items []any }

// In returns a context for one run, whose calls of [Uses] are kept in this memory.
func (m *Memory) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, memoryKey{}, m)
}

// Items are what the run has said that it works on. They may change whenever the run goes on.
func (m *Memory) Items() []any { return m.items }

type memoryKey struct{}

// Uses says that a run, whose context this is, works on something large until it
// ends. What its steps show need not be named. The contract measures a run's memory on
// many points, and fails where much of it is not known.
func Uses(ctx context.Context, on any) {
	if m, ok := ctx.Value(memoryKey{}).(*Memory); ok {
		m.items = append(m.items, on)
	}
}
