package algos

import (
	"playground/algos/mark"
	"playground/algos/say"
)

// A Mover is a view with pictures or promises that take long: runs from other starts,
// refits, surfaces. While a hand drags something they wait until it rests.
type Mover interface {
	View
	// Moving returns the view as it is shown meanwhile: the same, but what takes long
	// is [Postponed] or [Awaited].
	Moving() View
}

// Moving returns the step as it is shown while a hand drags something.
func (s Step) Moving() Step {
	if m, ok := s.View.(Mover); ok {
		s.View = m.Moving()
	}
	return s
}

// Postponed is a panel that is not drawn while a hand drags something. Its last
// picture stays, toned down.
func Postponed(id string, title say.Phrase) mark.Panel {
	return mark.Panel{ID: id, Title: title, Waits: true}
}

// Awaited states a promise that is not looked at while a hand drags something.
func Awaited(name string, claim say.Phrase) Check {
	c := Inapplicable(name, claim, "")
	c.Verdict = Waiting
	return c
}

// A Holder is a view that can make the panels alone on which something can be dragged,
// which are all that is drawn while many hands move at once.
type Holder interface {
	View
	// HeldPanels are the first of the panels, and those of the others that edit points or
	// have a handle, in their order.
	HeldPanels() []mark.Panel
}

// HeldPanels are the panels of a step on which something can be dragged, and perhaps
// others.
func (s Step) HeldPanels() []mark.Panel {
	if h, ok := s.View.(Holder); ok {
		return h.HeldPanels()
	}
	return s.Panels()
}
