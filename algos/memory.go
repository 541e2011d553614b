package algos

import "context"

// A Memory is what a run works on and shows to no step: a matrix, the state of a
// solver. Who records the run measures it, for it may be larger than all steps together.
type Memory struct{ held []any }

// In returns a context for one run that works in this workspace.
func (w *Memory) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, workspaceKey{}, w)
}

// Held is what the run has said that it works on. It may change whenever the run goes on.
func (w *Memory) Items() []any { return w.held }

type workspaceKey struct{}

// Uses says that a run, whose context this is, works on something large until it
// ends. What its steps show need not be named. The contract measures a run's memory on
// many points, and fails where much of it is not known.
func Uses(ctx context.Context, on any) {
	if w, ok := ctx.Value(workspaceKey{}).(*Memory); ok {
		w.held = append(w.held, on)
	}
}
