package viz

import (
	"image/color"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/mark"
	"playground/viz/svgcanvas"
)

// A look is how thick and how large things are drawn, in CSS pixels.
type look struct {
	stroke float64 // factor on the widths of lines
	radius float64 // of a point, before there are many
	zoom   float64 // factor on the radii that marks ask for
	tick   float64 // font sizes: numbers at the axes, …
	name   float64 // … names of the axes
	label  float64 // … labels of points and lines
	title  float64
	corner float64 // radius of the plot area's corners
}

func lookOf(o Options) look {
	if o.Projector {
		return look{stroke: 1.6, radius: 8, zoom: 1.5, tick: 18, name: 21, label: 20, title: 24, corner: 8}
	}
	l := look{stroke: 1, radius: 5.2, zoom: 1, tick: 12, name: 14, label: 14, title: 15, corner: 6}
	if min(o.Size.W, o.Size.H) < 420 {
		l.radius, l.zoom = 4.6, 0.9
	}
	if min(o.Size.W, o.Size.H) < 240 {
		l.radius, l.label, l.name = 3.6, 12.5, 12.5
	}
	return l
}

// pointRadius is the radius of one of n points: smaller the more there are.
func (l look) pointRadius(n int) float64 {
	switch {
	case n > 1200:
		return 0.5 * l.radius
	case n > 500:
		return 0.68 * l.radius
	case n > 250:
		return 0.84 * l.radius
	}
	return l.radius
}

// opaque holds every role's paint, so that setting a colour allocates nothing.
var opaque = func() (paints [svgcanvas.Roles]color.Color) {
	for r := range svgcanvas.Roles {
		paints[r] = svgcanvas.Paint{Role: r, Opacity: 1}
	}
	return paints
}()

// paint returns a role's colour; an opacity of 0 is opaque.
func paint(r svgcanvas.Role, opacity float64) color.Color {
	if opacity <= 0 || opacity >= 1 {
		return opaque[r]
	}
	return svgcanvas.Paint{Role: r, Opacity: float32(opacity)}
}

// roleOr returns the role for drawing, or def for RoleAuto and unknown roles.
func roleOr(r mark.Role, def svgcanvas.Role) svgcanvas.Role {
	switch r {
	case mark.RoleInk:
		return svgcanvas.Ink
	case mark.RoleSoft:
		return svgcanvas.Soft
	case mark.RoleFaint:
		return svgcanvas.Faint
	case mark.RoleAccent:
		return svgcanvas.Accent
	case mark.RoleGood:
		return svgcanvas.Good
	case mark.RoleBad:
		return svgcanvas.Bad
	}
	if r >= mark.RoleClass0 && r <= mark.RoleClass7 {
		return classRole(int(r - mark.RoleClass0))
	}
	return def
}

// classRole returns the role of class k; negative classes count from the end of
// the eight.
func classRole(k int) svgcanvas.Role { return svgcanvas.Role(((k % 8) + 8) % 8) }

// A stroke is a resolved style of a line.
type stroke struct {
	role    svgcanvas.Role
	width   float64
	opacity float64
	dash    bool
	dots    bool
}

// resolve resolves a style; what it leaves open is taken from def.
func (l look) resolve(s mark.Style, def stroke) stroke {
	def.role = roleOr(s.Role, def.role)
	if s.Width > 0 && s.Width < 100 {
		def.width = s.Width
	}
	if s.Opacity > 0 {
		def.opacity = s.Opacity
	}
	def.dash = def.dash || s.Dash
	def.dots = s.Dots
	def.width *= l.stroke
	return def
}

func (l look) line(s stroke) draw.LineStyle {
	style := draw.LineStyle{Color: paint(s.role, s.opacity), Width: vg.Length(s.width)}
	switch {
	case s.dots:
		style.Dashes = []vg.Length{vg.Length(s.width), vg.Length(1.6 * s.width)}
	case s.dash:
		style.Dashes = dashes(l.stroke)
	}
	return style
}

var (
	plainDashes     = []vg.Length{6, 5}
	projectorDashes = []vg.Length{10, 8}
)

func dashes(factor float64) []vg.Length {
	if factor > 1 {
		return projectorDashes
	}
	return plainDashes
}

// sans is the font that words are measured with, and drawn with in images. A
// page uses its own.
func sans(size float64, italic, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)}
	if italic {
		f.Style = xfont.StyleItalic
	}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return f
}
