package gpregression

import (
	"fmt"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/regression/internal/gp"
)

// after returns the process after n observations, with room for one more.
func after(b *testing.B, n int) (*gp.Posterior, [2]float64) {
	set := load(b, dataset.Generate("sine", n+1, 0.2, 1))
	p := algos.NewProblem(set, 1, mark.FitWindow(set))
	m := newTask(b.Context(), p, Options{NoiseVar: 0.05, Starts: 1}, parse(b, "1*rbf(1)"))
	post := m.prior(m.k, m.opt.NoiseVar)
	for i, x := range m.x[:n] {
		post = post.Add(x, m.y[i], post.At(x))
	}
	return post, m.x[n]
}

// BenchmarkAddAPoint is one more observation, with the mean and variance at some
// 200 inputs; adding to the same process again and again overwrites the same row.
func BenchmarkAddAPoint(b *testing.B) {
	for _, n := range []int{50, 200, 499} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			post, x := after(b, n)
			b.ReportAllocs()
			for b.Loop() {
				post.Add(x, 0.3, post.At(x))
			}
		})
	}
}

// BenchmarkBand is mean and standard deviation at 200 inputs by a solve for each.
func BenchmarkBand(b *testing.B) {
	for _, n := range []int{50, 200, 499} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			post, _ := after(b, n)
			b.ReportAllocs()
			for b.Loop() {
				for i := range 200 {
					f := post.At([2]float64{-3 + 6*float64(i)/199})
					gp.SD(f.Var)
				}
			}
		})
	}
}

// BenchmarkMeanField is the mean on 100 × 100 nodes.
func BenchmarkMeanField(b *testing.B) {
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 100, NY: 100}
	dst := make([]float64, g.Len())
	for _, kernel := range []string{"1*rbf(1)", "1*matern32(1)"} {
		for _, n := range []int{50, 500} {
			s := lastStep(b, load(b, hills(n)), vals(kernel, "0.05")).View.(view)
			alpha := s.post.Weights()
			b.Run(fmt.Sprintf("%s/%d", kernel, n), func(b *testing.B) {
				for b.Loop() {
					s.kernel().Field(dst, g, s.post.X, alpha)
				}
			})
		}
	}
}

// BenchmarkSDField is the standard deviation on 100 × 100 nodes from the probes.
func BenchmarkSDField(b *testing.B) {
	s := lastStep(b, load(b, hills(200)), vals("1*rbf(1)", "0.05")).View.(view)
	field := s.deviation().Marks[0].(mark.Field)
	g := grid.Grid{Window: s.Window, NX: 100, NY: 100}
	dst := make([]float64, g.Len())
	for b.Loop() {
		field.Eval(dst, g)
	}
}

// BenchmarkLook is everything that a page shows of a step.
func BenchmarkLook(b *testing.B) {
	for _, n := range []int{30, 100, 300} {
		last := lastStep(b, load(b, dataset.Generate("sine", n, 0.2, 1)), vals("1*rbf(1)", "0.05"))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				last.Say()
				last.Checks()
				last.Panels()
			}
		})
	}
}

// BenchmarkEvidence is the log evidence with its gradient: an iterate of an ascent.
func BenchmarkEvidence(b *testing.B) {
	for _, n := range []int{30, 200, 500} {
		set := load(b, dataset.Generate("sine", n, 0.2, 1))
		m := newTask(b.Context(), algos.NewProblem(set, 1, mark.FitWindow(set)), Options{NoiseVar: 0.05, Starts: 1}, parse(b, "1*rbf(1)"))
		theta := m.theta(m.k, m.opt.NoiseVar)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				m.objective(theta)
			}
		})
	}
}

// BenchmarkCurves is the board of a kernel that is drawn finely.
func BenchmarkCurves(b *testing.B) {
	for _, n := range []int{30, 300} {
		for _, kernel := range []string{"1*rbf(1)", "1*rbf(0.1)", "1*rbf(0.02)"} {
			v := lastStep(b, load(b, dataset.Generate("sine", n, 0.2, 1)), vals(kernel, "0.05")).View.(view)
			b.Run(fmt.Sprintf("%s/%d", kernel, n), func(b *testing.B) {
				for b.Loop() {
					v.board()
				}
			})
		}
	}
}
