package joint

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos/grid"
	"playground/algos/mark"
)

// On the lines drawn two scores are equal up to Δ and no other is higher, and on
// a walk across the board the lead changes on such a line and nowhere else.
func TestBoundaries(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for round := range 200 {
		window := grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2}
		var classes []Vector
		for range 2 + r.IntN(6) {
			w := Vector{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}
			if round%5 == 0 {
				w[2] = 0 // without the constant
			}
			classes = append(classes, w)
		}
		delta := costs([]int{0, 1, 3}[round%3], len(classes))
		level := make([]float64, len(classes))
		lead := func(k int, margin []float64, x, y float64) float64 {
			v, least := make([]float64, len(classes)), math.Inf(1)
			Scores(v, classes, Vector{x, y, 1})
			for j := range v {
				if j != k {
					least = min(least, v[k]-v[j]-margin[j])
				}
			}
			return least
		}
		for k := range classes {
			for _, margin := range [][]float64{level, delta[k]} {
				var pieces [][2]mark.XY
				for j := range classes {
					if j == k {
						continue
					}
					a, b, ok := Piece(classes, k, j, margin, window)
					if !ok {
						continue
					}
					pieces = append(pieces, [2]mark.XY{a, b})
					for _, u := range []float64{0, 0.3, 1} {
						x, y := a.X+u*(b.X-a.X), a.Y+u*(b.Y-a.Y)
						if got := lead(k, margin, x, y); math.Abs(got) > 1e-9*(1+math.Hypot(x, y)) {
							t.Fatalf("round %d: class %d leads %d by %v too much at %v, %v", round, k, j, got, x, y)
						}
					}
				}
				at, w := crossings(pieces, window), window
				start := lead(k, margin, w.X0, w.Y0) > 0
				for i := range 1000 {
					u, passed := (float64(i)+0.5)/1000, 0
					for _, v := range at {
						if v > 0 && v < u {
							passed++
						}
					}
					if in := lead(k, margin, w.X0+u*(w.X1-w.X0), w.Y0+u*(w.Y1-w.Y0)) > 0; in != start != (passed%2 == 1) {
						t.Fatalf("round %d, class %d: leads %v after %d crossings", round, k, in, passed)
					}
				}
			}
		}
	}
}

// crossings are the places, from 0 to 1, where a walk along a diagonal crosses the
// pieces.
func crossings(pieces [][2]mark.XY, w grid.Window) []float64 {
	side := func(p mark.XY) float64 { return (p.X-w.X0)*(w.Y1-w.Y0) - (p.Y-w.Y0)*(w.X1-w.X0) }
	var at []float64
	for _, p := range pieces {
		if a, b := side(p[0]), side(p[1]); a < 0 != (b < 0) {
			at = append(at, (p[0].X+a/(a-b)*(p[1].X-p[0].X)-w.X0)/(w.X1-w.X0))
		}
	}
	return at
}
