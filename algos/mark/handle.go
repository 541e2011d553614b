package mark

import (
	"fmt"
	"slices"

	"playground/algos/param"
	"playground/algos/say"
)

// Along says how a [Handle] moves, and what it sets.
type Along int

// The ways of a handle.
const (
	Plane      Along = iota // anywhere: the place, a parameter of kind [param.Point]
	Horizontal              // left and right: a threshold on x, a [param.Float] or a [param.Int]
	Vertical                // up and down: a threshold on y, a [param.Float] or a [param.Int]
	// Around is a turn about From: the angle of At, in radians from the direction of x
	// towards that of y, a [param.Float]. Of the angles that differ by whole turns, the
	// one within the parameter's limits is set.
	Around
	Vector // anywhere: the tip of an arrow from From, At − From, a [param.Point]
	// Orbit turns a picture in three dimensions (see panel.Space): a [param.Point] of
	// how far it is turned and tilted, in degrees. It is held anywhere on its panel; At
	// is where the keyboard finds it.
	Orbit
	// Lift is up and down, and moves a place along with it: a [param.Point] that is
	// From + y·Per at the height y. A panel may have several of one parameter, each at an
	// x of its own: two grips on a line set the place that the line is in the plane of its
	// coefficients.
	Lift
	// Listed moves numbers of a list, a [param.Numbers]: those of MovesX by as much as the
	// handle moves to the right, those of MovesY by as much as it moves up. So one is the top
	// of a bar, two are a place, and four are a rectangle that is moved by its inside. See
	// panel.DragBars, panel.Box and panel.HalfPlane.
	Listed
	// Pressed is not moved: a press appends the action Act to what was done, a [param.Actions].
	// It stands on what is pressed, such as the bar of an arm or a cell, with an Inside.
	Pressed
)

// MostTilt is the largest angle, up or down, that an [Orbit] sets.
const MostTilt = 90

// kind is that of the parameter that such a handle sets. A threshold may be a whole number, too.
func (a Along) kind() param.Kind {
	switch a {
	case Plane, Vector, Orbit, Lift:
		return param.Point
	case Listed:
		return param.Numbers
	case Pressed:
		return param.Actions
	}
	return param.Float
}

// sets reports whether such a handle can set a parameter of that kind.
func (a Along) sets(kind param.Kind) bool {
	return kind == a.kind() || kind == param.Int && (a == Horizontal || a == Vertical)
}

// A Handle is something that a reader drags, or moves with arrow keys, to set a
// parameter. It may stand on any panel, and there may be several. A threshold is drawn
// with its line across the panel, an angle with its arm, a vector with its arrow. One
// that lies beyond the panel is drawn at its border, so that it can be fetched back.
type Handle struct {
	Param string
	Along Along
	At    XY // where it is: the value that the parameter has now
	From  XY // the centre of Around, the foot of Vector, the parameter of Lift at the height 0
	Per   XY // of Lift: by what the parameter moves for one unit up
	// MovesX and MovesY are of Listed: the places of the numbers that move with it, from 0.
	MovesX, MovesY []int
	Act            int // of Pressed: the action, from 0
	// Inside are two corners of a rectangle in which a press holds the handle as well,
	// where nothing else is in reach; two equal ones are none.
	Inside [2]XY
	// Name is what a screen reader calls it; empty for the parameter's label.
	Name   say.Phrase
	Tip    say.Phrase // what a tooltip says: what it sets
	Label  say.Phrase // text beside it
	Legend say.Phrase
	Size   float64 // radius in CSS pixels; 0 is the default
	Shape  int     // the class whose outline it has; 0 is a disc
	Hollow bool
	Style  Style
	Layer  Layer
}

// Check says what is wrong with the handle of a demo with these parameters; nil for
// nothing.
func (h Handle) Check(s param.Schema) error {
	spec, ok := s.Spec(h.Param)
	switch {
	case !ok:
		return fmt.Errorf("a handle sets %q, and there is no such parameter", h.Param)
	case h.Along < Plane || h.Along > Pressed:
		return fmt.Errorf("the handle of %s goes along %d, which is no way", h.Param, h.Along)
	case !h.Along.sets(spec.Kind):
		return fmt.Errorf("the handle of %s sets a %s, and the parameter is a %s", h.Param, h.Along.kind(), spec.Kind)
	case h.Along == Lift && h.Per == XY{}:
		return fmt.Errorf("the handle of %s is lifted, and moves nothing", h.Param)
	case h.Along == Orbit && !spec.View:
		return fmt.Errorf("the handle of %s turns a picture, and the parameter is none of those that leave the run alone", h.Param)
	case h.Along == Orbit && *spec.Max < 180:
		return fmt.Errorf("the handle of %s turns a picture by %g° at most, which is not once around", h.Param, *spec.Max)
	case h.Along == Listed:
		return h.checkListed(spec)
	case h.Along == Pressed && (h.Act < 0 || h.Act >= len(spec.Acts)):
		return fmt.Errorf("the handle of %s takes the action %d, and there are %d, counted from 0", h.Param, h.Act, len(spec.Acts))
	}
	return nil
}

// checkListed says what is wrong with the numbers that a handle moves.
func (h Handle) checkListed(spec param.Spec) error {
	moves := slices.Concat(h.MovesX, h.MovesY)
	switch {
	case len(moves) == 0:
		return fmt.Errorf("the handle of %s moves none of its numbers", h.Param)
	case slices.Min(moves) < 0 || slices.Max(moves) >= spec.Count[1]:
		return fmt.Errorf("the handle of %s moves the numbers %d, and there are %d at most, counted from 0", h.Param, moves, spec.Count[1])
	case spec.Distribution && len(moves) > 1:
		return fmt.Errorf("the handle of %s moves %d numbers of a distribution at once, whose sum would change", h.Param, len(moves))
	}
	slices.Sort(moves)
	if len(slices.Compact(moves)) < len(h.MovesX)+len(h.MovesY) {
		return fmt.Errorf("the handle of %s moves a number twice", h.Param)
	}
	return nil
}
