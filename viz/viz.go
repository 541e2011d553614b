// Package viz turns the panels of a step into pictures. It knows marks, not
// demos: every mark of package algos has one drawing function, used for SVG,
// PNG and GIF alike.
//
// gonum/plot is the drawing engine: a panel becomes a [plot.Plot] with our own
// ticks, every mark a [plot.Plotter], and the canvas underneath decides what
// comes out. Colours are roles until a canvas needs them, so one picture serves
// every theme (see package svgcanvas).
//
// The same panel and options give the same bytes. Everything here may be used
// from many goroutines at once.
package viz

import (
	"playground/algos/grid"
)

// A Size is a width and a height in CSS pixels.
type Size struct{ W, H float64 }

// Options says how a panel is drawn.
type Options struct {
	Size       Size
	Projector  bool // thicker strokes, larger type
	FieldNodes int  // nodes of a field along the longer side; 0: chosen by the size
	Coarse     int  // so many times fewer nodes along each side of a field: a hand is moving; 0: it is not
	Legend     bool // draw the legend into the picture, for images that stand alone
	Title      bool // draw the panel's title into the picture
	Quiet      bool // leave out the tooltips of what has a reference, see [Tips]
	// Caption stands above an image in pixels, and takes its room from the Size.
	Caption Caption
}

// A Picture is a drawn panel.
type Picture struct {
	Size   Size
	Area   [4]float64  // left, top, right, bottom of the axes in the picture, CSS pixels
	Window grid.Window // what the axes read at the area's edges
	Marks  grid.Window // the coordinates of marks there: the same but on an axis with a factor
	Layers [4]Layer    // axes, under, data, over: from the back to the front
	Legend []LegendItem
}

// A Layer is one depth of a picture, a fragment for an SVG group.
type Layer struct {
	Name string
	SVG  []byte
}

// A LegendItem explains one mark.
type LegendItem struct {
	Text   string
	Swatch []byte // a small inline <svg>
}
