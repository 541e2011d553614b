package viz

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
)

// The numbers that an axis can show: between these, products and quotients of
// two of them are finite and not zero.
const (
	tiny = 1e-150
	huge = 1e150
)

// A span grows to hold numbers.
type span struct{ lo, hi float64 }

var nothing = span{math.Inf(1), math.Inf(-1)}

func (s *span) add(values ...float64) {
	for _, v := range values {
		if v-v == 0 && math.Abs(v) < huge {
			s.lo, s.hi = math.Min(s.lo, v), math.Max(s.hi, v)
		}
	}
}

// extent collects what the marks of a panel cover. A logarithmic axis has no
// room for numbers that are not positive.
type extent struct {
	x, y       span
	logX, logY bool
}

func (e *extent) add(places ...mark.XY) {
	for _, p := range places {
		if !e.logX || p.X >= tiny {
			e.x.add(p.X)
		}
		if !e.logY || p.Y >= tiny {
			e.y.add(p.Y)
		}
	}
}

func (e *extent) mark(m mark.Mark) {
	switch m := m.(type) {
	case mark.Points:
		e.add(m.At...)
	case mark.Rings:
		e.add(m.At...)
	case mark.PolyLine:
		e.add(m.At...)
	case mark.Band:
		for i := range min(len(m.X), len(m.Lo), len(m.Hi)) {
			e.add(mark.XY{X: m.X[i], Y: m.Lo[i]}, mark.XY{X: m.X[i], Y: m.Hi[i]})
		}
	case mark.Arrows:
		e.add(m.From...)
		e.add(m.To...)
	case mark.Segments:
		e.add(m.From...)
		e.add(m.To...)
	case mark.Ellipses:
		e.ellipses(m)
	case mark.Bars:
		half := 0.6 * spacing(m)
		for i, y := range m.Y {
			x := at(m.X, i, float64(i))
			e.add(mark.XY{X: x - half, Y: m.Base}, mark.XY{X: x + half, Y: y})
		}
	case mark.Matrix:
		e.add(mark.XY{}, mark.XY{X: float64(m.Cols), Y: float64(m.Rows)})
	case mark.Graph:
		for _, n := range m.Nodes {
			e.add(n.At)
		}
	case mark.Rect:
		e.add(m.Min, m.Max)
	case mark.Texts:
		e.add(m.At...)
	case mark.Rule:
		if m.Vertical {
			e.x.add(m.At)
		} else if !e.logY || m.At >= tiny {
			e.y.add(m.At)
		}
	case mark.Handle:
		e.handle(m)
	}
}

// handle makes room for a handle: a threshold needs none across its own way.
func (e *extent) handle(m mark.Handle) {
	switch m.Along {
	case mark.Horizontal:
		e.x.add(m.At.X)
	case mark.Vertical:
		if !e.logY || m.At.Y >= tiny {
			e.y.add(m.At.Y)
		}
	case mark.Around, mark.Vector:
		e.add(m.From, m.At)
	case mark.Listed:
		if len(m.MovesX) > 0 {
			e.x.add(m.At.X)
		}
		if len(m.MovesY) > 0 && (!e.logY || m.At.Y >= tiny) {
			e.y.add(m.At.Y)
		}
	default:
		e.add(m.At)
	}
}

func (e *extent) ellipses(m mark.Ellipses) {
	for i := range min(len(m.Mean), len(m.Cov)) {
		for _, r := range m.Radii {
			dx, dy := r*math.Sqrt(m.Cov[i][0]), r*math.Sqrt(m.Cov[i][2])
			e.add(mark.XY{X: m.Mean[i].X - dx, Y: m.Mean[i].Y - dy}, mark.XY{X: m.Mean[i].X + dx, Y: m.Mean[i].Y + dy})
		}
	}
}

// windowOf returns what the axes of a panel show: what they ask for, or else
// what the marks need.
func windowOf(p mark.Panel) grid.Window {
	e := extent{x: nothing, y: nothing, logX: p.X.Log, logY: p.Y.Log}
	if !fixed(p.X) || !fixed(p.Y) {
		for _, m := range p.Marks {
			e.mark(m)
		}
	}
	tight := false // columns and cells fill their axis, a curve needs air
	for _, m := range p.Marks {
		switch m.(type) {
		case mark.Bars, mark.Matrix:
			tight = true
		}
	}
	var w grid.Window
	w.X0, w.X1 = rangeFor(p.X, e.x, tight)
	w.Y0, w.Y1 = rangeFor(p.Y, e.y, false)
	if !fixed(p.Y) && !p.Y.Log && tight && e.y.lo <= 0 && e.y.hi >= 0 && e.y.lo < e.y.hi {
		// Columns stand on their base line.
		if e.y.lo == 0 {
			w.Y0 = 0
		}
		if e.y.hi == 0 {
			w.Y1 = 0
		}
	}
	return w
}

// fixed reports whether an axis has a range of its own that can be drawn.
func fixed(a mark.Axis) bool {
	ok := a.Min < a.Max && math.Abs(a.Min) < huge && math.Abs(a.Max) < huge
	if a.Log {
		return ok && a.Min >= tiny && a.Max > a.Min*1.000001
	}
	// Closer bounds than this have no ticks between them that differ.
	return ok && a.Max-a.Min > 1e-12*math.Max(math.Abs(a.Min), math.Abs(a.Max))
}

// rangeFor returns the range of an axis.
func rangeFor(a mark.Axis, s span, tight bool) (lo, hi float64) {
	switch {
	case fixed(a):
		return a.Min, a.Max
	case a.Log:
		return logRange(s)
	case s.lo > s.hi:
		return 0, 1
	}
	size := s.hi - s.lo
	if size <= 1e-9*math.Max(math.Abs(s.lo), math.Abs(s.hi)) {
		half := math.Max(0.5, math.Abs(s.lo)/10)
		return s.lo - half, s.hi + half
	}
	if tight {
		return s.lo, s.hi
	}
	room := 0.06 * size
	lo, hi = s.lo-room, s.hi+room
	// Numbers that begin near zero are shown from zero.
	if s.lo >= 0 && s.lo < 0.35*s.hi {
		lo = 0
	}
	return lo, hi
}

func logRange(s span) (lo, hi float64) {
	if !(s.lo > 0 && s.lo <= s.hi) {
		return 0.1, 10
	}
	if s.hi/s.lo < 1.5 {
		return s.lo / 2, s.hi * 2
	}
	room := math.Pow(s.hi/s.lo, 0.05)
	return s.lo / room, s.hi * room
}
