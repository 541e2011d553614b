package mark

import (
	"fmt"

	"playground/algos/param"
	"playground/algos/say"
)

// Along says how a [Handle] moves, and what it sets.
type Along int

// The ways of a handle.
const (
	Plane      Along = iota // anywhere: the place, a parameter of kind [param.Point]
	Horizontal              // left and right: a threshold on x, a [param.Float]
	Vertical                // up and down: a threshold on y, a [param.Float]
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
)

// MostTilt is the largest angle, up or down, that an [Orbit] sets.
const MostTilt = 90

// kind is that of the parameter that such a handle sets.
func (a Along) kind() param.Kind {
	switch a {
	case Plane, Vector, Orbit, Lift:
		return param.Point
	}
	return param.Float
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
	case h.Along < Plane || h.Along > Lift:
		return fmt.Errorf("the handle of %s goes along %d, which is no way", h.Param, h.Along)
	case spec.Kind != h.Along.kind():
		return fmt.Errorf("the handle of %s sets a %s, and the parameter is a %s", h.Param, h.Along.kind(), spec.Kind)
	case h.Along == Lift && h.Per == XY{}:
		return fmt.Errorf("the handle of %s is lifted, and moves nothing", h.Param)
	case h.Along == Orbit && !spec.View:
		return fmt.Errorf("the handle of %s turns a picture, and the parameter is none of those that leave the run alone", h.Param)
	case h.Along == Orbit && *spec.Max < 180:
		return fmt.Errorf("the handle of %s turns a picture by %g° at most, which is not once around", h.Param, *spec.Max)
	}
	return nil
}
