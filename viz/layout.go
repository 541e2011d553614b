package viz

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz/svgcanvas"
)

// A layout is where things are in a picture. It depends on the panel's axes and
// the options alone, so it is the same at most steps of a run.
type layout struct {
	look
	options Options
	plot    *plot.Plot
	x, y    mark.Axis
	// The area inside the axes, in pixels from the bottom left.
	area  vg.Rectangle
	inner vg.Rectangle // the area and the numbers at its axes
	xName string
	yName string
	title string
}

// A frame is all that a layout depends on; equal frames have equal layouts.
type frame struct {
	options Options
	x, y    mark.Axis
	window  grid.Window
	equal   bool
	rows    int // of the matrix that the panel shows, …
	cols    int // … and its columns
	title   string
	legend  float64 // height below the axes
}

// full returns the whole picture on a canvas.
func (f frame) full(c vg.Canvas) draw.Canvas {
	return draw.NewCanvas(c, vg.Length(f.options.Size.W), vg.Length(f.options.Size.H))
}

// layOut finds room for the axes, the names and the legend; what is left is the
// area.
func (f frame) layOut() *layout {
	l := &layout{look: lookOf(f.options), options: f.options, x: f.x, y: f.y, title: f.title}
	l.plot = plot.New()
	l.plot.TextHandler = handler
	l.plot.X.Min, l.plot.X.Max = f.window.X0, f.window.X1
	l.plot.Y.Min, l.plot.Y.Max = f.window.Y0, f.window.Y1
	for _, axis := range []*plot.Axis{&l.plot.X, &l.plot.Y} {
		axis.Width, axis.Tick.Width, axis.Tick.Length, axis.Padding = 0, 0, 0, vg.Length(l.tick/3)
		axis.Label.TextStyle = style(svgcanvas.Axis, sans(l.tick, false, false), draw.XCenter, draw.YBottom)
		axis.Tick.Marker = plot.ConstantTicks(nil)
	}
	l.plot.X.Tick.Label = style(svgcanvas.Tick, sans(l.tick, false, false), draw.XCenter, draw.YTop)
	l.plot.Y.Tick.Label = style(svgcanvas.Tick, sans(l.tick, false, false), draw.XRight, draw.YCenter)
	if f.x.Log {
		l.plot.X.Scale = logScale{}
	}
	if f.y.Log {
		l.plot.Y.Scale = logScale{}
	}

	// The ticks depend on the area, the area on the widths of the labels, and with
	// equal units the window on the area. It settles at once; the third round only
	// follows a label that has become wider in the second.
	l.inner = f.inner(l)
	l.area = l.inner
	for range 3 {
		if f.equal {
			f.expand(l)
		}
		f.mark(l)
		l.inner = f.inner(l)
		l.area = l.plot.DataCanvas(draw.Canvas{Rectangle: l.inner}).Rectangle
	}
	l.tidy()
	l.area = l.plot.DataCanvas(draw.Canvas{Rectangle: l.inner}).Rectangle
	// gonum/plot divides by zero, or by next to nothing, where one label overhangs
	// the area on both sides: in a picture too small for numbers.
	if a := l.area; !(a.Min.X >= l.inner.Min.X && a.Max.X <= l.inner.Max.X+1 && a.Min.Y >= l.inner.Min.Y && a.Max.Y <= l.inner.Max.Y+1) ||
		a.Min.X >= a.Max.X || a.Min.Y >= a.Max.Y {
		l.plot.X.Tick.Marker, l.plot.Y.Tick.Marker = plot.ConstantTicks(nil), plot.ConstantTicks(nil)
		l.area = l.plot.DataCanvas(draw.Canvas{Rectangle: l.inner}).Rectangle
	}
	l.clearTop()
	return l
}

// clearTop drops a number that reaches into the name of y. gonum/plot makes room
// for one that hangs over at the top, but where the window follows the area, to
// keep units equal, a number may come so near after that.
func (l *layout) clearTop() {
	if l.yName == "" {
		return
	}
	ys, area := scale{ticks: ticksOf(l.plot.Y)}, l.area
	ys.hide(func(t plot.Tick) bool {
		at := area.Min.Y + area.Size().Y*vg.Length(l.plot.Y.Norm(t.Value))
		return at+vg.Length(l.tick/2) > l.inner.Max.Y+1
	})
}

// inner returns what the axes, with their numbers, may take.
func (f frame) inner(l *layout) vg.Rectangle {
	r := f.full(nil).Rectangle
	r.Min.X += 3
	r.Max.X -= 5
	r.Min.Y += vg.Length(2 + f.legend)
	r.Max.Y -= 6
	if l.yName != "" {
		r.Max.Y -= vg.Length(l.name + 4)
	}
	if l.title != "" {
		r.Max.Y -= vg.Length(1.6 * l.look.title)
	}
	switch numbers := (scale{ticks: ticksOf(l.plot.X)}).labelled(); {
	case f.x.Hidden:
		r.Min.Y += 3
	case numbers == 0 && l.xName != "": // the name stands alone on its line
		r.Min.Y += vg.Length(l.tick + 6)
	}
	return r
}

// expand widens the window so that one unit is as long on both axes, around its
// centre.
func (f frame) expand(l *layout) {
	w := f.window
	size := l.area.Size()
	if size.X <= 0 || size.Y <= 0 || f.x.Log || f.y.Log {
		return
	}
	unit := math.Max((w.X1-w.X0)/float64(size.X), (w.Y1-w.Y0)/float64(size.Y))
	x, dx := w.X0/2+w.X1/2, unit*float64(size.X)/2
	y, dy := w.Y0/2+w.Y1/2, unit*float64(size.Y)/2
	l.plot.X.Min, l.plot.X.Max = x-dx, x+dx
	l.plot.Y.Min, l.plot.Y.Max = y-dy, y+dy
}

// mark chooses ticks and names for the window and the area as they are.
func (f frame) mark(l *layout) {
	w, h := float64(l.area.Size().X), float64(l.area.Size().Y)
	if !(w > 0 && h > 0) {
		return
	}
	xs := f.ticks(f.x, l.plot.X, w, 5*l.tick)
	ys := f.ticks(f.y, l.plot.Y, h, 2.4*l.tick)
	if f.rows > 0 {
		countCells(&xs, f.cols, func(k float64) float64 { return k + 0.5 })
		countCells(&ys, f.rows, func(k float64) float64 { return float64(f.rows) - k - 0.5 })
	}
	l.xName, l.yName = nameOf(f.x, xs.power), nameOf(f.y, ys.power)

	l.plot.X.Tick.Marker, l.plot.Y.Tick.Marker = plot.ConstantTicks(xs.ticks), plot.ConstantTicks(ys.ticks)
	l.tidy()
}

// tidy drops the numbers that do not fit: into the picture, beside each other, or
// beside the name of x, which stands at the right end of the line of numbers.
func (l *layout) tidy() {
	w, h := float64(l.area.Size().X), float64(l.area.Size().Y)
	// These share the ticks with the axes, so what they hide is hidden there.
	xs, ys := scale{ticks: ticksOf(l.plot.X)}, scale{ticks: ticksOf(l.plot.Y)}
	placeX := func(v float64) float64 { return w * l.plot.X.Norm(v) }
	placeY := func(v float64) float64 { return h * l.plot.Y.Norm(v) }
	// gonum/plot makes room for a number that hangs over on the right, not for one
	// on the left.
	left := float64(l.area.Min.X)
	room := math.Inf(1)
	if l.xName != "" {
		room = w - l.nameWidth(l.xName) - l.tick/2
	}
	xs.hide(func(t plot.Tick) bool {
		at, half := placeX(t.Value), width(t.Label, l.tick)/2
		return left+at < half || at+half > room
	})
	widest := l.options.Size.W * 0.35
	ys.hide(func(t plot.Tick) bool { return width(t.Label, l.tick) > widest })
	// In the corner, a number of x that hangs over on the left meets the lowest one of y.
	cornerX := func(t plot.Tick) bool { return placeX(t.Value)-width(t.Label, l.tick)/2 < 2 }
	cornerY := func(t plot.Tick) bool { return placeY(t.Value) < l.tick/2 }
	switch {
	case !xs.has(cornerX) || !ys.has(cornerY):
	case xs.labelled() > 2:
		xs.hide(cornerX)
	case ys.labelled() > 2:
		ys.hide(cornerY)
	}
	xs.spread(placeX, func(s string) float64 { return width(s, l.tick) + l.tick/2 })
	ys.spread(placeY, func(string) float64 { return 1.3 * l.tick })
}

// ticks chooses the ticks of an axis that is length pixels long; least is how
// far apart its numbers are at least. Where there is plenty of room they are
// farther apart, with a hairline half way.
func (f frame) ticks(a mark.Axis, axis plot.Axis, length, least float64) scale {
	if a.Hidden {
		return scale{}
	}
	if length > 300 {
		least = math.Max(least, 64)
	}
	n := max(2, int(length/least))
	if a.Log {
		return logTicks(axis.Min, axis.Max, n)
	}
	// Round numbers fall as they will: closer ones where there were less than three.
	var s scale
	lo, hi := a.Reads(axis.Min), a.Reads(axis.Max)
	for ; n <= max(2, int(2*length/least)); n++ {
		step, _ := niceStep((hi-lo)/float64(n), a.Integer)
		half := step*length >= 90*(hi-lo)
		if s = niceTicks(lo, hi, n, a.Integer, half); s.labelled() >= 3 {
			break
		}
	}
	for i, t := range s.ticks {
		s.ticks[i].Value = a.At(t.Value)
	}
	return s
}

// countCells relabels an axis of a matrix: cells count from 1, at their centres.
func countCells(s *scale, n int, centre func(k float64) float64) {
	if len(s.ticks) == 0 {
		return // hidden
	}
	s.ticks, s.power = nil, 0
	step, _ := niceStep(float64(n)/8, true)
	for k := 0.0; k < float64(n); k += step {
		s.ticks = append(s.ticks, plot.Tick{Value: centre(k), Label: label(k+1, 0, 0)})
	}
	slices.SortFunc(s.ticks, func(a, b plot.Tick) int { return cmp.Compare(a.Value, b.Value) })
}

// nameOf is the name of an axis with its unit and the power of ten that its
// numbers were divided by.
func nameOf(a mark.Axis, power int) string {
	if a.Hidden {
		return ""
	}
	name := a.Name.String()
	if a.Unit != "" {
		name += " (" + a.Unit.String() + ")"
	}
	if power == 0 {
		return name
	}
	factor := "10" + say.Sup(power)
	if name == "" {
		return "× " + factor
	}
	return name + " / " + factor
}

func (l *layout) nameWidth(s string) float64 { return width(s, l.name) }

// coordinates returns the coordinates of marks at the area's edges.
func (l *layout) coordinates() grid.Window {
	return grid.Window{X0: l.plot.X.Min, X1: l.plot.X.Max, Y0: l.plot.Y.Min, Y1: l.plot.Y.Max}
}

// window returns what the axes read at the area's edges.
func (l *layout) window() grid.Window {
	w := l.coordinates()
	return grid.Window{X0: l.x.Reads(w.X0), X1: l.x.Reads(w.X1), Y0: l.y.Reads(w.Y0), Y1: l.y.Reads(w.Y1)}
}
