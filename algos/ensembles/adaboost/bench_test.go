package adaboost

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// crowd returns n labelled points, also more than a board takes.
func crowd(n int) (x [][2]float64, y []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		p := [2]float64{r.NormFloat64(), r.NormFloat64()}
		label := 1.0
		if p[0]*p[0]+p[1]*p[1]+0.3*r.NormFloat64() < 1.4 {
			label = -1
		}
		x, y = append(x, p), append(y, label)
	}
	return x, y
}

// BenchmarkRound is the search for the weak learner and the reweighing.
func BenchmarkRound(b *testing.B) {
	for _, weak := range []string{stump, depth2} {
		for _, n := range []int{1000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", weak, n), func(b *testing.B) {
				x, y := crowd(n)
				m := &task{Options: Options{Rounds: maxRounds, Alpha: half, Weak: weak}, x: x, y: y, search: newSearch(x, y, weak)}
				s := m.start()
				b.ReportAllocs()
				for b.Loop() {
					m.after(s, m.fit(s.w))
				}
			})
		}
	}
}

// BenchmarkRun is a whole run of 100 rounds, every step made but not looked at.
func BenchmarkRun(b *testing.B) {
	for _, weak := range []string{stump, depth2} {
		b.Run(weak, func(b *testing.B) {
			p, err := algos.Recipe{Data: dataset.Generate("overlap", 1000, 0.9, 1)}.Problem()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				run, err := Demo.Steps(b.Context(), p, algotest.Values("n_estimators", "100", "base_learner", weak))
				if err != nil {
					b.Fatal(err)
				}
				for range run {
				}
			}
		})
	}
}

// BenchmarkLook is everything that a page shows of a step after 100 rounds, with
// the board's field on 400 × 300 nodes but without drawing it.
func BenchmarkLook(b *testing.B) {
	for _, weak := range []string{stump, depth2} {
		b.Run(weak, func(b *testing.B) {
			last := algotest.Last(b, Demo, dataset.Generate("overlap", 200, 0.9, 1), algotest.Values("n_estimators", "100", "base_learner", weak))
			g := grid.Grid{Window: grid.Window{X0: -4, X1: 4, Y0: -3, Y1: 3}, NX: 400, NY: 300}
			dst := make([]float64, g.Len())
			b.ReportAllocs()
			for b.Loop() {
				last.Say()
				last.Checks()
				last.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
			}
		})
	}
}
