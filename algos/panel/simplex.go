package panel

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// A Simplex is the triangle of all distributions of three values: a corner is a value that is certain, and the
// shares of a place are its distances from the opposite sides.
type Simplex struct {
	ID               string
	Title, Note, Alt say.Phrase
	Corners          [3]say.Phrase // lower left, lower right, upper
	// Density is a function of the place, shaded; nil: none. Cost is that of a value, in terms.
	Density func(p [3]float64) float64
	Cost    int
	Legend  say.Phrase // of the density
	At      [][3]float64
	Like    mark.Points // style, references and tips of the places
	Marks   []mark.Mark // in the coordinates of SimplexAt
}

// high is the height of a triangle with sides of length 1.
var high = math.Sqrt(3) / 2

// SimplexAt is where a distribution lies in the picture.
func SimplexAt(p [3]float64) mark.XY { return mark.XY{X: p[1] + p[2]/2, Y: p[2] * high} }

// SimplexShares is the distribution at a place; outside of the triangle a share is negative.
func SimplexShares(at mark.XY) [3]float64 {
	c := at.Y / high
	b := at.X - c/2
	return [3]float64{1 - b - c, b, c}
}

// inner is the smallest share at which a density is looked at: many have poles at the sides.
const inner = 2e-3

// Panel draws the triangle. Its axes are hidden.
func (s Simplex) Panel() mark.Panel {
	p := mark.Panel{
		ID: s.ID, Title: s.Title, Note: s.Note, Alt: s.Alt, Equal: true, Height: 0.95,
		X: mark.Axis{Hidden: true, Min: -0.14, Max: 1.14}, Y: mark.Axis{Hidden: true, Min: -0.12, Max: high + 0.1},
	}
	corners := []mark.XY{SimplexAt([3]float64{1, 0, 0}), SimplexAt([3]float64{0, 1, 0}), SimplexAt([3]float64{0, 0, 1})}
	if s.Density != nil {
		p.Add(s.field())
	}
	p.Add(mark.PolyLine{At: corners, Closed: true, Style: mark.RoleInk.Wide(1.6)})
	p.Add(s.Marks...)
	if len(s.At) > 0 {
		dots := s.Like
		for _, q := range s.At {
			dots.At = append(dots.At, SimplexAt(q))
		}
		p.Add(dots)
	}
	p.Add(mark.Texts{
		At:   []mark.XY{{X: corners[0].X, Y: -0.08}, {X: corners[1].X, Y: -0.08}, {X: corners[2].X, Y: high + 0.04}},
		Text: s.Corners[:], Anchor: mark.Middle, Style: mark.RoleInk.Plain(),
	})
	return p
}

// field shades the density, within the triangle alone.
func (s Simplex) field() mark.Field {
	inside := func(x, y float64) float64 {
		q := SimplexShares(mark.XY{X: x, Y: y})
		sum := 0.0
		for i := range q {
			q[i] = max(q[i], inner)
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		return s.Density(q)
	}
	eval := Affordable(Score(inside), s.Cost)
	top := 0.0
	const n = 24
	for i := 1; i < n; i++ {
		for j := 1; i+j < n; j++ {
			if v := s.Density([3]float64{float64(n-i-j) / n, float64(i) / n, float64(j) / n}); v <= math.MaxFloat64 {
				top = max(top, v)
			}
		}
	}
	return mark.Field{
		Scale: mark.Sequential, Hi: max(top, 1e-300), Legend: s.Legend, Sharp: true, Partial: true,
		Eval: func(dst []float64, g grid.Grid) {
			eval(dst, g)
			for j := range g.NY {
				for i := range g.NX {
					q := SimplexShares(mark.XY{X: g.X(i), Y: g.Y(j)})
					if min(q[0], q[1], q[2]) < 0 {
						dst[j*g.NX+i] = math.NaN()
					}
				}
			}
		},
	}
}
