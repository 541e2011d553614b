package algos

import (
	"context"
	"slices"
	"sync"

	"playground/algos/mark"
)

// Slow returns a function that computes a value when it is first asked for, and keeps
// it: what the steps of a run share, and only a look at one of them needs. The work
// returns early when the run's context has ended; what it returns then is not kept.
//
// A panel that takes long is [mark.Slow], a guarantee [Guarantee.Slow]: while a hand
// drags something they wait until it rests.
func Slow[T any](run context.Context, work func(context.Context) T) func() T {
	var mu sync.Mutex
	var value T
	known := false
	return func() T {
		mu.Lock()
		defer mu.Unlock()
		if known {
			return value
		}
		v := work(run)
		if run.Err() == nil {
			value, known = v, true
		}
		return v
	}
}

// Moving returns the step as it is shown while a hand drags something: what is slow
// waits.
func (s Step) Moving() Step {
	s.moving = true
	return s
}

// Panels are those of the view, with what is slow, or while a hand moves without it.
func (s Step) Panels() []mark.Panel { return s.shown(s.View.Panels()) }

// shown are panels of the view as they are shown.
func (s Step) shown(of []mark.Panel) []mark.Panel {
	panels := slices.Clone(of)
	for i, p := range panels {
		if s.moving {
			panels[i] = p.Waiting()
		} else {
			panels[i] = p.Whole()
		}
		panels[i] = s.standard.panel(panels[i])
	}
	return slices.DeleteFunc(panels, func(p mark.Panel) bool { return p.ID == "" })
}

// Checks are those of the view; while a hand moves what is slow waits.
func (s Step) Checks() []Check {
	checks := slices.Clone(s.View.Checks())
	for i, c := range checks {
		if !s.moving {
			checks[i] = c.Done()
		}
	}
	return checks
}

// A DragView is a view that can make the panels alone on which something can be dragged,
// which are all that is drawn while many hands move at once.
type DragView interface {
	View
	// DragPanels are the first of the panels, and those of the others that edit points or
	// have a handle, in their order.
	DragPanels() []mark.Panel
}

// DragPanels are the panels of a step on which something can be dragged, and perhaps
// others.
func (s Step) DragPanels() []mark.Panel {
	if h, ok := s.View.(DragView); ok {
		return s.shown(h.DragPanels())
	}
	return s.Panels()
}
