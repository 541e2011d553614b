// Package mark is what is drawn. A [Panel] holds marks in data coordinates, points, curves,
// fields, bars, matrices and graphs, each with a style whose [Role] says what it means.
// A [Handle] is a mark that readers drag to set a parameter, a [Chart] plots metrics
// against the step. Nothing here draws: package viz turns panels into pictures, and
// knows no method.
package mark

import (
	"playground/algos/grid"
	"playground/algos/param"
	"playground/algos/say"
)

// A Role says what a mark means; a theme gives it its colour.
type Role int

// The roles.
const (
	RoleAuto   Role = iota // the mark's default
	RoleInk                // the strongest line: a boundary
	RoleSoft               // secondary
	RoleFaint              // scaffolding
	RoleAccent             // now: what this step is about
	RoleGood               // holds
	RoleBad                // broken, a mistake
	RoleClass0             // class k is RoleClass0 + k
	RoleClass1
	RoleClass2
	RoleClass3
	RoleClass4
	RoleClass5
	RoleClass6
	RoleClass7
)

// RoleOfClass returns the role of class k.
func RoleOfClass(k int) Role { return RoleClass0 + Role(k%8) }

// A Style is how a mark is stroked or filled. The zero value is the mark's
// default.
type Style struct {
	Role    Role
	Width   float64 // CSS pixels; 0 is the mark's default
	Dash    bool
	Dots    bool    // a dotted line
	Opacity float64 // 0 is opaque
}

// Plain, Wide and Dashed are the styles of lines and dots in a role.
func (r Role) Plain() Style             { return Style{Role: r} }
func (r Role) Wide(width float64) Style { return Style{Role: r, Width: width} }
func (r Role) Dashed() Style            { return Style{Role: r, Dash: true} }

// Dashed and Faded are the style with dashes, and with an opacity below 1.
func (s Style) Dashed() Style {
	s.Dash = true
	return s
}

func (s Style) Faded(opacity float64) Style {
	s.Opacity = opacity
	return s
}

// An XY is a place in data coordinates.
type XY struct{ X, Y float64 }

// Beyond is a coordinate beyond every border. With Equal a board shows more than
// the problem's window; marks are clipped to what is drawn, so that a half-plane, a
// cell or a band that is open goes to ±Beyond. It only suits panels whose axes are
// fixed.
const Beyond = 1e12

// An Axis names an axis and may fix its range. Min == Max lets the marks decide.
type Axis struct {
	Name     say.Phrase // "x₁", "step", "α"; Unicode, not TeX
	Unit     say.Phrase
	Min, Max float64
	Log      bool
	Integer  bool // ticks at whole numbers only
	Hidden   bool
	// Shift and Factor say in which units an axis is read whose coordinates have others, such as those of a
	// feature that is standardised: at x it reads Shift + Factor·x. A factor of 0 says that it reads x.
	Shift, Factor float64
}

// Reads is what the axis reads at a coordinate.
func (a Axis) Reads(x float64) float64 {
	if a.Factor == 0 {
		return x
	}
	return a.Shift + a.Factor*x
}

// At is the coordinate at which the axis reads a value.
func (a Axis) At(value float64) float64 {
	if a.Factor == 0 {
		return value
	}
	return (value - a.Shift) / a.Factor
}

// A Panel is one picture of a step: axes and marks, drawn in order within each
// layer.
type Panel struct {
	ID    string // "board", "weights": stable over the steps of a run
	Title say.Phrase
	Note  say.Phrase // a few words beside the title: "11 at C, 17 between"
	Alt   say.Phrase // what a screen reader says: "60 points, 28 support vectors"
	X, Y  Axis
	Equal bool // one unit is as long on both axes
	Marks []Mark
	// Edits is what a reader changes by hand on this panel: [EditsData] where its
	// coordinates are those of the points, [EditsCells] where its unit squares are the cells,
	// [EditsCurve] where its curve is one row of them, empty on a picture to read. What handles set is not meant: a [Handle] may stand on any
	// panel.
	Edits string
	// Grid is the name of the grid that is painted or drawn here, where a problem has several
	// layers of cells; empty is the first one. Several panels may edit the same one.
	Grid string
	// Height is the wished height as a share of the width; 0 is the default
	// of where the panel stands.
	Height float64
	// Slow draws a panel that takes long, of which only ID and Title are set here; see the
	// function [Slow]. nil: the panel is drawn.
	Slow func() Panel
	// Waits says that the panel is drawn when the hand rests.
	Waits bool
	// Looked returns the panel as it is with other values of those parameters that leave
	// the run alone, see [param.Binding.View]; nil where there are none that change it.
	Looked func(param.Values) Panel
	// Classes are the names of the classes, for the legend. Who shows a panel sets
	// them: they belong to the data, not to the method.
	Classes []string
}

// EditsData says of a panel that points are put, moved and removed on it: the board,
// and any other panel with the same coordinates.
const EditsData = "data"

// EditsCells says of a panel that readers paint on it the cells of [Problem.Cells], or of
// [input.Cells.Start] where there are none. They lie as a [Matrix] of the same shape does: from 0 to the columns across and from 0
// to the rows upwards, row 0 at the top. See [DataCells].
const EditsCells = "cells"

// EditsCurve says of a panel that readers draw on it the one row of cells of the problem as a
// curve: the number of column j, counted from 0, stands upwards, between j and j+1 across.
const EditsCurve = "curve"

// Add puts marks on the panel; nil ones are none.
func (p *Panel) Add(marks ...Mark) {
	for _, m := range marks {
		if m != nil {
			p.Marks = append(p.Marks, m)
		}
	}
}

// A Layer orders marks by depth and by how often they change. A picture is sent
// layer by layer, and only the layers that changed.
type Layer int

// The layers, from the back to the front. Axes are behind all of them.
const (
	LayerAuto Layer = iota // the mark's default
	Under                  // fields, bands, boundaries
	Data                   // the points themselves, the same at most steps
	Over                   // rings, arrows, what this step is about
)

// or returns the layer that was asked for, or else the mark's default.
func (l Layer) or(def Layer) Layer {
	if l == LayerAuto {
		return def
	}
	return l
}

// A Mark is something drawn in a panel, in data coordinates. The types of this
// package are all there are; each has one drawing function in viz.
type Mark interface {
	layer() Layer
	in(saying) Mark
}

// Points are observations or other dots. The slices are parallel to At, or nil.
type Points struct {
	At    []XY
	Class []int // colour and shape of the outline: the truth; nil: one role for all
	// Fill is the predicted class, shown as the filling; nil: the same as Class.
	// −1 leaves the point hollow.
	Fill []int
	// Values are shown as the filling, in the colours that a [Sequential] field has from Lo to Hi: so
	// a target is compared with the prediction around it.
	Values []float64
	Lo, Hi float64
	Shares [][]float64  // responsibilities: the point becomes a pie
	Size   []float64    // radius in CSS pixels; nil: the default
	Labels []say.Phrase // text beside the point; "" for none
	Refs   []string     // what the points are called elsewhere: "x7" (see [Line])
	// Also are the names of other things that light up with a point, and with which it
	// lights up: the nodes of a tree on its way to a leaf.
	Also   [][]string
	Tips   []say.Phrase           // what a tooltip says
	Tip    func(i int) say.Phrase // the same for Tips that cost time: made when one is asked for, purely
	Style  Style
	Layer  Layer
	Legend say.Phrase
	Hollow bool       // outlines only
	Name   say.Phrase // values that can be read at the cursor are called so
}

// Rings are circles around places, with radii in CSS pixels.
type Rings struct {
	At     []XY
	Radius []float64
	Refs   []string
	Labels []say.Phrase
	Style  Style
	Layer  Layer
	Legend say.Phrase
}

// FieldFunc evaluates a function at every node of a grid, in the order of
// [grid.Grid]: y outer, x inner. It must be pure.
type FieldFunc func(dst []float64, g grid.Grid)

// A FieldScale says how values of a field become colours.
type FieldScale int

// The scales.
const (
	Diverging  FieldScale = iota // class 0 below zero, class 1 above, paper at zero
	Sequential                   // paper at Lo, accent at Hi
	Regions                      // values are class indices
)

// A Level is an isoline of a field.
type Level struct {
	Value float64
	Style Style
	Label say.Phrase // for the legend: "f(x) = 0"
}

// A Field is a function over the board, shaded, with isolines.
type Field struct {
	Eval   FieldFunc
	Scale  FieldScale
	Lo, Hi float64 // where the colours saturate
	Levels []Level
	Legend say.Phrase
	Hide   bool // isolines only
	// Partial says that it is undefined, NaN, or infinite at some places, which stay empty or saturate.
	Partial bool
	// Sharp says that it jumps. It is then sampled at up to 400×400 nodes instead of
	// 64×64, at every look: a value may cost a microsecond at most. What costs more
	// is evaluated on fewer nodes by panel.Affordable.
	Sharp bool
}

// A PolyLine is a polyline, or a closed polygon; filled if Fill is set.
type PolyLine struct {
	At     []XY
	Closed bool
	Fill   bool
	Style  Style
	Layer  Layer
	Ref    string
	Radius string     // of a ball, the number of the step that its radius is: "metric.radius"
	Name   say.Phrase // values that can be read at the cursor are called so
	Legend say.Phrase
}

// A Ray is a straight line that crosses the whole panel: all x with A·x₁ + B·x₂
// + C = 0.
type Ray struct {
	A, B, C float64
	Style   Style
	Layer   Layer
	Legend  say.Phrase
}

// A Band is the area between two curves over the same abscissas.
type Band struct {
	X, Lo, Hi []float64
	Style     Style
	Layer     Layer
	Legend    say.Phrase
}

// Arrows are vectors.
type Arrows struct {
	From, To []XY
	Labels   []say.Phrase
	Style    Style
	Layer    Layer
	Legend   say.Phrase
}

// Segments are straight pieces between pairs of places.
type Segments struct {
	From, To []XY
	Refs     []string
	Style    Style
	Layer    Layer
	Legend   say.Phrase
}

// Ellipses are level sets of Gaussians: all x with (x−m)ᵀΣ⁻¹(x−m) = r² for each
// r of Radii.
type Ellipses struct {
	Mean   []XY
	Cov    [][3]float64 // Σ₁₁, Σ₁₂, Σ₂₂
	Radii  []float64
	Style  []Style // parallel to Mean
	Layer  Layer
	Legend say.Phrase
}

// Bars are columns over abscissas 0, 1, 2, … or X.
type Bars struct {
	X      []float64 // centres; nil: 0, 1, 2, …
	Y      []float64
	Base   float64
	Class  []int // colour; nil: Style
	Hot    []int // indices drawn in the accent colour
	Refs   []string
	Tips   []say.Phrase
	Tip    func(i int) say.Phrase // see [Points]
	Style  Style
	Layer  Layer
	Legend say.Phrase
}

// A Matrix is a table of numbers as coloured cells, row 0 at the top.
type Matrix struct {
	Rows, Cols int
	Values     []float64 // row major
	Lo, Hi     float64
	Scale      FieldScale
	RowRefs    []string
	ColRefs    []string
	Text       bool // write the numbers into the cells
	Hot        [][2]int
	Legend     say.Phrase
}

// A Graph is nodes and edges: a tree, a network.
type Graph struct {
	Nodes  []Node
	Edges  []Edge
	Layer  Layer
	Legend say.Phrase
}

// A Node is a labelled box or disc of a [Graph].
type Node struct {
	At     XY
	Text   []say.Phrase // lines
	Ref    string
	Tip    say.Phrase // what a tooltip says
	Style  Style
	Shares []float64 // class shares, drawn as a bar under the text
	Radius float64   // of a disc, which has no text, in CSS pixels; 0 is the default
	Fill   bool      // a disc is filled with its style's colour
}

// An Edge joins two nodes.
type Edge struct {
	From, To int
	Text     say.Phrase
	Arrow    bool
	Style    Style
}

// A Rect is an axis-parallel rectangle, for instance the box 0 ≤ α ≤ C.
type Rect struct {
	Min, Max XY
	Fill     bool
	Ref      string
	Also     []string   // see [Points]
	Tip      say.Phrase // what a tooltip says
	Style    Style
	Layer    Layer
	Legend   say.Phrase
}

// Anchor says which side of a text its place is.
type Anchor int

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

// Texts are words at places.
type Texts struct {
	At     []XY
	Text   []say.Phrase
	Anchor Anchor
	// Room is the width that each has, in data units: what is wider is written smaller,
	// down to two thirds. 0 leaves all as they are.
	Room  float64
	Style Style
	Layer Layer
}

// A Rule is a horizontal (Y) or vertical (X) line across the panel with a name,
// for instance a bound or the cursor.
type Rule struct {
	Vertical bool
	At       float64
	Label    say.Phrase
	Style    Style
	Layer    Layer
	Legend   say.Phrase
}

func (m Points) layer() Layer   { return m.Layer.or(Data) }
func (m Rings) layer() Layer    { return m.Layer.or(Over) }
func (m Field) layer() Layer    { return Under }
func (m PolyLine) layer() Layer { return m.Layer.or(Under) }
func (m Ray) layer() Layer      { return m.Layer.or(Under) }
func (m Band) layer() Layer     { return m.Layer.or(Under) }
func (m Arrows) layer() Layer   { return m.Layer.or(Over) }
func (m Segments) layer() Layer { return m.Layer.or(Under) }
func (m Ellipses) layer() Layer { return m.Layer.or(Over) }
func (m Bars) layer() Layer     { return m.Layer.or(Under) }
func (m Matrix) layer() Layer   { return Under }
func (m Graph) layer() Layer    { return m.Layer.or(Under) }
func (m Rect) layer() Layer     { return m.Layer.or(Under) }
func (m Texts) layer() Layer    { return m.Layer.or(Over) }
func (m Rule) layer() Layer     { return m.Layer.or(Under) }
func (m Handle) layer() Layer   { return m.Layer.or(Over) }

// LayerOf returns the layer that a mark is drawn in.
func LayerOf(m Mark) Layer { return m.layer() }
