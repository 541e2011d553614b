package panel

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Histogram is how often which values came out, of one sample or of several above each other, with the
// density that they have or should have.
type Histogram struct {
	ID               string
	Title, Note, Alt say.Phrase
	X                mark.Axis // Min and Max are those of the columns; equal: those of the values
	Y                mark.Axis // Min and Max equal: from 0 to a little above the highest
	Samples          []Sample
	Bins             int     // columns; 0: by the number of values
	Counts           bool    // the columns are counts; else all of a sample have the area 1
	Ref              string  // what the columns are called elsewhere, with their number behind; then they have tips
	Height           float64 // as a share of the width
	Marks            []mark.Mark
}

// A Sample is the values of one histogram.
type Sample struct {
	Values  []float64 // what is not finite, or beyond the axis, is counted and has no column
	Style   mark.Style
	Legend  say.Phrase
	Hot     []float64               // values whose columns have the accent colour: the last one
	Density func(x float64) float64 // drawn as a curve, if not nil
	Curve   []mark.XY               // the same as a curve, in its stead; it is drawn as it is
	Like    mark.PolyLine           // style, name and legend of the curve
}

const (
	fewestBins, mostBins = 5, 60
	curveNodes           = 160
)

// Panel draws the histogram.
func (h Histogram) Panel() mark.Panel {
	p := mark.Panel{ID: h.ID, Title: h.Title, Note: h.Note, Alt: h.Alt, X: h.X, Y: h.Y, Height: h.Height}
	lo, hi := h.span()
	p.X.Min, p.X.Max = lo, hi
	if p.Y.Name == "" {
		p.Y.Name = "density"
		if h.Counts {
			p.Y.Name, p.Y.Integer = "count", true
		}
	}
	n := h.columns()
	width, top := (hi-lo)/float64(n), 0.0
	var curves []mark.Mark
	for k, s := range h.Samples {
		unit := 1.0 // of a curve
		bars := h.bars(k, s, lo, hi, n)
		if len(s.Values) > 0 {
			p.Add(bars)
			if h.Counts {
				unit = float64(len(s.Values)) * width
			}
		}
		for _, y := range bars.Y {
			top = max(top, y)
		}
		if curve, ok := s.curve(lo, hi, unit, top); ok {
			for _, at := range curve.At {
				if at.Y <= math.MaxFloat64 {
					top = max(top, at.Y)
				}
			}
			curves = append(curves, curve)
		}
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Max = 1 // without values
		if top > 0 {
			p.Y.Max = RoundUp(1.05 * top)
		}
	}
	p.Add(curves...)
	p.Add(h.Marks...)
	return p
}

// span is what the columns cover.
func (h Histogram) span() (lo, hi float64) {
	if h.X.Min < h.X.Max {
		return h.X.Min, h.X.Max
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, s := range h.Samples {
		for _, x := range s.Values {
			if math.Abs(x) <= math.MaxFloat64/4 {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	switch size := max(math.Abs(lo), math.Abs(hi)); {
	case lo > hi:
		return 0, 1
	case hi-lo <= 1e-9*size || lo == hi:
		room := max(0.5, 1e-3*size)
		return lo - room, hi + room
	}
	return lo, hi
}

// columns is 2n^⅓ of the largest sample, after Rice.
func (h Histogram) columns() int {
	if h.Bins > 0 {
		return h.Bins
	}
	n := 0
	for _, s := range h.Samples {
		n = max(n, len(s.Values))
	}
	return min(mostBins, max(fewestBins, int(math.Ceil(2*math.Cbrt(float64(n))))))
}

// bars are the columns of a sample.
func (h Histogram) bars(k int, s Sample, lo, hi float64, n int) mark.Bars {
	width := (hi - lo) / float64(n)
	b := mark.Bars{X: make([]float64, n), Y: make([]float64, n), Style: s.Style, Legend: s.Legend}
	column := func(x float64) (int, bool) {
		i := math.Floor((x - lo) / width)
		if x <= hi && i >= float64(n) { // the last column has both of its ends
			i = float64(n - 1)
		}
		return int(i), i >= 0 && i < float64(n)
	}
	for i := range b.X {
		b.X[i] = lo + (float64(i)+0.5)*width
	}
	for _, x := range s.Values {
		if i, ok := column(x); ok {
			b.Y[i]++
		}
	}
	for _, x := range s.Hot {
		if i, ok := column(x); ok {
			b.Hot = append(b.Hot, i)
		}
	}
	if h.Ref != "" {
		for i := range b.Y {
			b.Refs = append(b.Refs, h.Ref+strconv.Itoa(k*n+i))
			from := lo + float64(i)*width
			b.Tips = append(b.Tips, say.Vars{"n": int(b.Y[i]), "lo": from, "hi": from + width}.Text("<n value> from <lo> to <hi>"))
		}
	}
	if !h.Counts && len(s.Values) > 0 {
		for i := range b.Y {
			b.Y[i] /= float64(len(s.Values)) * width
		}
	}
	return b
}

// curve is the density of a sample as a line.
func (s Sample) curve(lo, hi, unit, top float64) (mark.PolyLine, bool) {
	line := s.Like
	switch {
	case s.Curve != nil:
		line.At = s.Curve
	case s.Density != nil:
		line.At = Curve(lo, hi, curveNodes, max(top, 1e-300), func(x float64) float64 { return unit * s.Density(x) })
	default:
		return line, false
	}
	return line, true
}
