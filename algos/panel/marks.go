package panel

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// Curve samples a function at n+1 abscissas from lo to hi, and at more between them
// where the function bends: see [Smooth]. The height is that of the picture.
func Curve(lo, hi float64, n int, height float64, f func(x float64) float64) []mark.XY {
	x := make([]float64, n+1)
	for i := range x {
		x[i] = (lo+hi)/2 + (hi-lo)/2*(2*float64(i)/float64(n)-1)
	}
	return Smooth(x, height, f)
}

// A chord of a smooth curve misses it by less than a pixel of a board, or is shorter
// than a pixel is wide.
const (
	missed  = 1.0 / 400  // of the height of the picture
	nearest = 1.0 / 2000 // of its width
)

// Smooth samples a function at some abscissas, from left to right, and halves the
// distances between them until the curve has no corners that the function has not got:
// until no chord misses it by more than shows in a picture of some height.
func Smooth(x []float64, height float64, f func(x float64) float64) []mark.XY {
	at := make([]mark.XY, 0, len(x))
	least := nearest * (x[len(x)-1] - x[0])
	for i, a := range x {
		b := mark.XY{X: a, Y: f(a)}
		if i > 0 {
			at = halved(at, at[len(at)-1], b, least, missed*height, f)
		}
		at = append(at, b)
	}
	return at
}

// halved adds what lies between two places of a curve.
func halved(at []mark.XY, a, b mark.XY, least, tolerance float64, f func(x float64) float64) []mark.XY {
	if !(b.X-a.X > least) {
		return at
	}
	// On either side of the middle, where a chord through a turning point misses the
	// curve, too.
	bends := false
	for _, share := range [...]float64{0.3, 0.8} {
		x := a.X + share*(b.X-a.X)
		off := math.Abs(f(x) - (a.Y + share*(b.Y-a.Y)))
		bends = bends || off > tolerance && off <= math.MaxFloat64 // what is no number is not drawn
	}
	if !bends {
		return at
	}
	x := a.X + (b.X-a.X)/2
	m := mark.XY{X: x, Y: f(x)}
	at = halved(at, a, m, least, tolerance, f)
	at = append(at, m)
	return halved(at, m, b, least, tolerance, f)
}

// corners is how many corners a drawn path has at most, about.
const corners = 400

// Path thins a trail of n places to what a picture can show; the last one stays.
func Path(n int, at func(i int) mark.XY) []mark.XY {
	if n == 0 {
		return nil
	}
	var path []mark.XY
	for i, stride := 0, n/corners+1; i < n; i += stride {
		path = append(path, at(i))
	}
	return append(path, at(n-1))
}

// Line is a path as a mark above the field; nil while it is a single place.
func Line(path []mark.XY, s mark.Style, legend say.Phrase) mark.Mark {
	if len(path) < 2 {
		return nil
	}
	return mark.PolyLine{At: path, Style: s, Layer: mark.Over, Legend: legend}
}

// Arrow is a move; nil if nothing moves.
func Arrow(from, to mark.XY, s mark.Style, legend say.Phrase) mark.Mark {
	if from == to {
		return nil
	}
	return mark.Arrows{From: []mark.XY{from}, To: []mark.XY{to}, Style: s, Legend: legend}
}

// Dot is a single place above everything, with a radius in CSS pixels.
func Dot(at mark.XY, radius float64, s mark.Style, legend say.Phrase) mark.Points {
	return mark.Points{At: []mark.XY{at}, Size: []float64{radius}, Layer: mark.Over, Style: s, Legend: legend}
}

// Bound is a dashed horizontal line: what theory allows.
func Bound(at float64, label say.Phrase, s mark.Style) mark.Rule {
	return mark.Rule{At: at, Label: label, Style: s.Dashed()}
}

// Data are the points of a problem, with a tip for each row that is made when
// somebody asks for it; tip may be nil.
func Data(p algos.Problem, tip func(i int) say.Phrase) mark.Points {
	m := mark.DataPoints(p.Set)
	m.Tip = tip
	return m
}

// Targets are the points of a problem in the plane, filled with the colours that a sequential field
// from lo to hi has: a dot that stands out from the field around it is a sample with a large residual.
func Targets(p algos.Problem, y []float64, lo, hi float64, legend say.Phrase, tip func(i int) say.Phrase) mark.Points {
	m := Data(p, tip)
	m.Values, m.Lo, m.Hi, m.Legend = y, lo, hi, legend
	return m
}

// Misses are residuals at points in the plane, where the value has no axis: stems that go up for y
// above f, and down. One of the size of the range from lo to hi is half of the board long.
func Misses(p algos.Problem, r []float64, lo, hi float64, legend say.Phrase) mark.Segments {
	const half = 0.5
	scale := half * (p.Window.Y1 - p.Window.Y0) / (hi - lo)
	m := mark.Segments{Style: mark.RoleBad.Wide(stem), Legend: legend}
	for i, e := range r {
		at := Place(p, i)
		m.From, m.To = append(m.From, at), append(m.To, mark.XY{X: at.X, Y: at.Y + scale*e})
		m.Refs = append(m.Refs, say.Row(i).Ref())
	}
	return m
}

// stem is how wide a residual is drawn, in CSS pixels.
const stem = 1.6

// Place is where the board shows row i.
func Place(p algos.Problem, i int) mark.XY {
	q := p.Points[i]
	if p.Dim == 1 {
		return mark.XY{X: q.X[0], Y: q.Y}
	}
	return mark.XY{X: q.X[0], Y: q.X[1]}
}

// Rings encircle the rows for which radius, in CSS pixels, is above 0.
func Rings(p algos.Problem, s mark.Style, legend say.Phrase, radius func(i int) float64) mark.Rings {
	m := mark.Rings{Style: s, Legend: legend}
	for i := range p.Points {
		if r := radius(i); r > 0 {
			m.At, m.Radius, m.Refs = append(m.At, Place(p, i)), append(m.Radius, r), append(m.Refs, say.Row(i).Ref())
		}
	}
	return m
}

// most is how many rows are encircled at most.
const most = 60

// Drawn encircles the rows that a step is about, by name if it is one; nil for
// none, and for more than can be seen.
func Drawn(p algos.Problem, rows []int, legend say.Phrase) mark.Mark {
	if len(rows) == 0 || len(rows) > most {
		return nil
	}
	m := mark.Rings{Style: mark.RoleAccent.Wide(2.6), Legend: legend}
	for _, i := range rows {
		label := say.Phrase("")
		if len(rows) == 1 {
			label = say.Phrase(say.Row(i).Name())
		}
		m.At, m.Radius = append(m.At, Place(p, i)), append(m.Radius, 11)
		m.Refs, m.Labels = append(m.Refs, say.Row(i).Ref()), append(m.Labels, label)
	}
	return m
}

// Ring encircles a single place, with a radius in CSS pixels.
func Ring(at mark.XY, radius float64, s mark.Style, legend say.Phrase) mark.Rings {
	return mark.Rings{At: []mark.XY{at}, Radius: []float64{radius}, Style: s, Legend: legend}
}

// Segment is a single straight piece.
func Segment(from, to mark.XY, s mark.Style, legend say.Phrase) mark.Segments {
	return mark.Segments{From: []mark.XY{from}, To: []mark.XY{to}, Style: s, Legend: legend}
}

// Band is the area between two curves, by its lower and its upper border at n abscissas.
func Band(n int, s mark.Style, legend say.Phrase, at func(i int) (x, lo, hi float64)) mark.Band {
	b := mark.Band{Style: s, Legend: legend}
	for i := range n {
		x, lo, hi := at(i)
		b.X, b.Lo, b.Hi = append(b.X, x), append(b.Lo, lo), append(b.Hi, hi)
	}
	return b
}
