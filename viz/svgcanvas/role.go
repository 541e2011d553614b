package svgcanvas

import "image/color"

// A Role is a colour by what it means. Drawn through a [Canvas] it becomes a
// class that a style sheet colours, or a theme's value.
type Role uint8

// The roles. C0 to C7 are the classes of the data.
const (
	C0 Role = iota
	C1
	C2
	C3
	C4
	C5
	C6
	C7
	Ink
	Soft
	Faint
	Accent
	Good
	Bad
	Grid // hairlines behind the marks
	Tick // numbers at the axes
	Axis // names of the axes
	Plot // the area inside the axes
	Edge // the outline of that area
	Halo // around points and words, so that they stand out
	Paper
	Roles // how many there are
)

var roleNames = [Roles]string{
	"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "ink", "soft", "faint", "accent", "good", "bad",
	"grid", "tick", "axis", "plot", "edge", "halo", "paper",
}

// String returns the role's name: "c0", "accent". Its classes are "f-c0" for
// what is filled and "s-c0" for what is stroked.
func (r Role) String() string {
	if r < Roles {
		return roleNames[r]
	}
	return "ink"
}

// A Palette gives every role its colour.
type Palette [Roles]color.NRGBA

// A Paint is a role and how opaque it is, as a colour that can be handed
// through gonum/plot.
type Paint struct {
	Role    Role
	Opacity float32 // 0 … 1
}

// RGBA is how a canvas that knows no roles shows the paint: black.
func (p Paint) RGBA() (r, g, b, a uint32) { return 0, 0, 0, uint32(p.Opacity * 0xffff) }

// In returns the paint's colour under a palette.
func (p Paint) In(palette *Palette) color.NRGBA {
	c := palette[min(p.Role, Roles-1)]
	c.A = uint8(float32(c.A)*p.Opacity + 0.5)
	return c
}
