package lq_test

import (
	"math"
	"testing"

	"playground/algos/dataset"
	"playground/algos/linear/internal/lq"
)

func problem(t testing.TB, src dataset.Source, c, q float64, offset bool) lq.Problem {
	t.Helper()
	set, err := src.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := lq.Problem{C: c, Q: q, Offset: offset}
	for _, pt := range set.Points {
		p.X, p.Y = append(p.X, pt.X), append(p.Y, pt.Sign())
	}
	return p
}

// Two points, one minus the other: J = |θ|^q/q + 2C(1 − 2θ)⁺, on paper.
func TestClosedForm(t *testing.T) {
	two := dataset.Labelled([3]float64{2, 0, 1}, [3]float64{-2, 0, -1})
	for _, c := range []struct{ c, q, want float64 }{
		{0.1, 1, 0},
		{0.2, 1, 0},
		{0.3, 1, 0.5},
		{10, 1, 0.5},
		{0.1, 2, 0.4},
		{0.05, 2, 0.2},
		{1, 2, 0.5},
		{0.01, 4, math.Cbrt(0.04)},
		{0.001, 4, math.Cbrt(0.004)},
		{1, 4, 0.5},
	} {
		for _, offset := range []bool{false, true} {
			s := lq.Solve(problem(t, two, c.c, c.q, offset))
			if math.Abs(s.Theta[0]-c.want) > 1e-6 || math.Abs(s.Theta[1]) > 1e-6 || !s.Reached() {
				t.Errorf("C = %v, q = %v, offset %v: %+v, want %v", c.c, c.q, offset, s, c.want)
			}
		}
	}
}

// The primal and the dual value meet, and no place of a search from the solution, nor of a
// grid, has a lower J.
func TestSearchFindsNothingBetter(t *testing.T) {
	for name, src := range map[string]dataset.Source{
		"overlap": dataset.Generate("overlap", 40, 0.9, 5), "blobs": dataset.Generate("blobs", 30, 0.45, 3), "xor": dataset.Generate("xor", 40, 0.15, 6),
	} {
		for _, q := range []float64{1, 2, 4} {
			for _, c := range []float64{1e-4, 0.01, 0.1, 1, 100} {
				for _, offset := range []bool{false, true} {
					p := problem(t, src, c, q, offset)
					s := lq.Solve(p)
					if !s.Reached() || s.Dual > s.Primal*(1+1e-12) {
						t.Errorf("%s, q = %v, C = %v, offset %v: %+v", name, q, c, offset, s)
						continue
					}
					value := func(a, b, theta0 float64) float64 {
						loss := 0.0
						for i, x := range p.X {
							loss += max(0, 1-p.Y[i]*(a*x[0]+b*x[1]+theta0))
						}
						return lq.Penalty([2]float64{a, b}, q) + c*loss
					}
					if got := value(s.Theta[0], s.Theta[1], s.Theta0); math.Abs(got-s.Primal) > 1e-12*(1+got) {
						t.Errorf("%s: J is %v there, not %v", name, got, s.Primal)
					}
					reach, steps := 2*(math.Abs(s.Theta[0])+math.Abs(s.Theta[1]))+1e-3, 20
					for i := -steps; i <= steps; i++ {
						for j := -steps; j <= steps; j++ {
							for k := -steps; k <= steps; k++ {
								theta0 := 0.0
								if offset {
									theta0 = s.Theta0 + float64(k)/float64(steps)
								} else if k != 0 {
									continue
								}
								if got := value(reach*float64(i)/float64(steps), reach*float64(j)/float64(steps), theta0); got < s.Dual*(1-1e-12) {
									t.Fatalf("%s, q = %v, C = %v: J = %v below the bound %v", name, q, c, got, s.Dual)
								}
							}
						}
					}
				}
			}
		}
	}
}

// Points of one label, in one place, and of extreme sizes spoil nothing.
func TestDegenerate(t *testing.T) {
	for name, src := range map[string]dataset.Source{
		"one label":    dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 2, 1}),
		"one place":    dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1}),
		"one point":    dataset.Labelled([3]float64{1, 1, 1}),
		"at zero":      dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, 1}),
		"tiny":         dataset.Labelled([3]float64{1e-4, 0, 1}, [3]float64{-1e-4, 1e-4, -1}),
		"large":        dataset.Labelled([3]float64{1e6, 1e6, 1}, [3]float64{-1e6, 5e5, -1}),
		"on the axis":  dataset.Labelled([3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{-1, 0, -1}),
		"far, one row": dataset.Labelled([3]float64{1000, 1000, 1}, [3]float64{1001, 1000, -1}, [3]float64{1002, 1000, 1}),
	} {
		for _, q := range []float64{1, 2, 4} {
			for _, offset := range []bool{false, true} {
				for _, c := range []float64{0.01, 1, 100} {
					if s := lq.Solve(problem(t, src, c, q, offset)); !s.Reached() || math.IsNaN(s.Theta[0]+s.Theta[1]+s.Theta0) {
						t.Errorf("%s, q = %v, offset %v, C = %v: %+v", name, q, offset, c, s)
					}
				}
			}
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	p := problem(b, dataset.Generate("overlap", 500, 0.9, 5), 1, 1, true)
	for b.Loop() {
		lq.Solve(p)
	}
}
