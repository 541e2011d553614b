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

// Awaited is [Awaited] of a guarantee.
func (g Guarantee) Awaited() Check { return Awaited(g.Name, g.Claim) }
