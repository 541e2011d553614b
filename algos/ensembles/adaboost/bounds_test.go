package adaboost

import (
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
)

// A plain reading of the first form of the notes 003, on its own: weights from 1, the β of
// the assumed edge, every stump tried, the majority counted.
type firstForm struct {
	w    []float64
	vote []int
}

// round adds the stump with the least weighted error and returns that error.
func (f *firstForm) round(points []dataset.Point, gamma float64) float64 {
	sum := 0.0
	for _, w := range f.w {
		sum += w
	}
	least, best := math.Inf(1), func([2]float64) int { return 0 }
	for j := range 2 {
		var values []float64
		for _, p := range points {
			values = append(values, p.X[j])
		}
		slices.Sort(values)
		values = slices.Compact(values)
		for k := range len(values) - 1 {
			for _, above := range []int{1, -1} {
				cut := (values[k] + values[k+1]) / 2
				h := func(x [2]float64) int {
					if x[j] > cut {
						return above
					}
					return -above
				}
				e := 0.0
				for i, p := range points {
					if float64(h(p.X)) != p.Sign() {
						e += f.w[i] / sum
					}
				}
				if e < least-1e-12 {
					least, best = e, h
				}
			}
		}
	}
	for i, p := range points {
		f.vote[i] += best(p.X)
		if float64(best(p.X)) == p.Sign() {
			f.w[i] *= (0.5 - gamma) / (0.5 + gamma)
		}
	}
	return least
}

// The form with one β is the notes' loop, weight by weight and vote by vote.
func TestTheFirstForm(t *testing.T) {
	for gamma, data := range map[string]dataset.Source{
		"0.2": tenPoints, "0.05": dataset.Generate("overlap", 40, 0.9, 5), "0.3": dataset.Generate("circles", 30, 0.12, 2),
	} {
		done := rounds(algotest.Steps(t, Demo, data, algotest.Values("alpha_form", fixed, "edge", gamma, "n_estimators", "9")))
		set, _ := data.Load()
		f := &firstForm{w: make([]float64, len(set.Points)), vote: make([]int, len(set.Points))}
		for i := range f.w {
			f.w[i] = 1
		}
		g := done[0].View.(view).Edge
		for k, s := range done {
			checkAll(t, s)
			algotest.Near(t, "ε", s.Metric("weighted_error"), f.round(set.Points, g), 1e-12)
			sum, wrong, lightest := 0.0, 0.0, math.NaN()
			for i, p := range set.Points {
				sum += f.w[i]
				if f.vote[i] > 0 != (p.Sign() > 0) {
					wrong++
					if !(f.w[i] >= lightest) {
						lightest = f.w[i]
					}
				}
			}
			rounds := float64(k + 1)
			algotest.Near(t, "W", s.Metric("weight"), sum, 1e-12*sum)
			algotest.Near(t, "training error", s.Metric("train_error"), wrong/float64(len(set.Points)), 0)
			if !math.IsNaN(lightest) {
				algotest.Near(t, "the lightest mistake", s.Metric("mistake_weight"), lightest, 1e-12)
			}
			floor := math.Pow((0.5-g)/(0.5+g), rounds/2)
			algotest.Near(t, "β^{T/2}", s.Metric("weight_floor"), floor, 1e-13)
			algotest.Near(t, "W bound", s.Metric("weight_bound"), float64(len(set.Points))*math.Pow(1-2*g, rounds), 1e-11)
			algotest.Near(t, "Π Z", s.Metric("bound"), sum/float64(len(set.Points))/floor, 1e-12)
		}
	}
}

// A promise is taken back from the first round on that has a smaller edge, with its
// number; what needs no promise goes on.
func TestABrokenPromiseOfGamma(t *testing.T) {
	done := rounds(algotest.Steps(t, Demo, dataset.Generate("circles", 120, 0.12, 2), algotest.Values("alpha_form", fixed, "edge", "0.1", "n_estimators", "20")))
	for k, s := range done {
		kept := k+1 < 15 // h₁₅ has ε > 0.4
		for _, name := range []string{"power", "mass"} {
			if c := algotest.Check(t, s, name); (c.Verdict == algos.Holds) != kept || !kept && c.Verdict != algos.NotApplicable {
				t.Errorf("round %d, %s: %s, %s", k+1, name, c.Verdict, c.Why)
			}
		}
		for _, name := range []string{"bound", "total", "floor", "gamma"} {
			if c := algotest.Check(t, s, name); c.Verdict != algos.Holds {
				t.Errorf("round %d, %s: %s, %s", k+1, name, c.Verdict, c.Why)
			}
		}
	}
	if e := done[14].Metric("weighted_error"); e <= 0.4 {
		t.Errorf("ε of round 15 is %v", e)
	}
}

// A stump without a mistake has one vote like any other, and the run goes on.
func TestAPerfectStumpAmongEquals(t *testing.T) {
	all := algotest.Steps(t, Demo, dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}), algotest.Values("alpha_form", fixed, "n_estimators", "3"))
	last := all[len(all)-1]
	algotest.Near(t, "W", last.Metric("weight"), 2*math.Pow(2./3, 3), 1e-15)
	algotest.Near(t, "margin", last.Metric("margin"), 1, 0)
	if n := last.Model().Value("rounds"); n != 3 {
		t.Errorf("%v rounds", n)
	}
}

// What squared loss would choose is the best of all stumps and votes, by trying them.
func TestTheSquaredStage(t *testing.T) {
	for _, data := range []dataset.Source{tenPoints, dataset.Generate("overlap", 30, 0.9, 5)} {
		for _, s := range algotest.Steps(t, Demo, data, algotest.Values("n_estimators", "5")) {
			v := s.View.(view)
			if v.phase != weighing {
				continue
			}
			r := v.residuals()
			got := v.squaredStage(r)
			loss := func(h *tree, a float64) (mean float64) {
				for i, x := range v.x {
					e := v.y[i] - v.f[i] - a*h.at(x)
					mean += e * e / float64(len(r))
				}
				return mean
			}
			least := loss(got.h, got.alpha)
			algotest.Near(t, "the curve", v.squaredLoss(r, got.h)(got.alpha), least, 1e-12)
			algotest.Near(t, "the curve of the chosen one", v.squaredLoss(r, v.r.h)(0.3), loss(v.r.h, 0.3), 1e-12)
			for j := range 2 {
				for k := range len(v.search.values[j]) - 1 {
					h := newStump(j, v.search.threshold(j, k), 1)
					for a := -2.0; a <= 2; a += 0.01 {
						if l := loss(h, a); l < least-1e-12 {
							t.Fatalf("%v with %v has the loss %v, less than %v", h, a, l, least)
						}
					}
				}
			}
		}
	}
	// In the first round all residuals are labels: the stump is the same, and α = 1 − 2ε.
	first := algotest.Steps(t, Demo, tenPoints, algotest.Values("n_estimators", "1"))[3].View.(view)
	algotest.Near(t, "α", first.squaredStage(first.residuals()).alpha, 0.4, 1e-15)
}
