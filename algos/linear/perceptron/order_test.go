package perceptron

import (
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/param"
)

// visited are the rows of each pass in the order of the visits.
func visited(all []algos.Step) (passes [][]int) {
	for _, s := range all {
		v := s.View.(view)
		if v.Kind != novikoff.Check && v.Kind != novikoff.Mistake {
			continue
		}
		for len(passes) < v.Pass {
			passes = append(passes, nil)
		}
		passes[v.Pass-1] = append(passes[v.Pass-1], v.Row)
	}
	return passes
}

// Every pass visits every row once, in orders that differ, and the mistake that is
// announced is the one that comes.
func TestShuffledPassesVisitEveryRow(t *testing.T) {
	data := dataset.Generate("overlap", 20, 0.9, 1)
	all := collectWith(t, data, param.Values{"order": shuffled, "max_epochs": "6"})
	passes := visited(all)
	distinct := map[string]bool{}
	for i, rows := range passes {
		sorted := slices.Sorted(slices.Values(rows))
		if len(sorted) != 20 || sorted[0] != 0 || sorted[19] != 19 || len(slices.Compact(sorted)) != 20 {
			t.Errorf("pass %d visits %v", i+1, rows)
		}
		distinct[string(rune(rows[0]))+string(rune(rows[1]))+string(rune(rows[2]))+string(rune(rows[3]))] = true
	}
	if len(passes) != 6 || len(distinct) < 5 {
		t.Errorf("%d passes with %d beginnings", len(passes), len(distinct))
	}
	announced(t, all)
	if again := visited(collectWith(t, data, param.Values{"order": shuffled, "max_epochs": "6"})); !slices.EqualFunc(again, passes, slices.Equal[[]int]) {
		t.Error("the same seed gives another order")
	}
}

// announced compares the next mistake that a step names with the one that comes.
func announced(t *testing.T, all []algos.Step) {
	t.Helper()
	for i, s := range all {
		v := s.View.(view)
		if v.Kind == novikoff.Mistake || v.Ahead < 0 {
			continue
		}
		for _, later := range all[i+1:] {
			if w := later.View.(view); w.Kind == novikoff.Mistake {
				if w.Row != v.Ahead {
					t.Fatalf("step %d announces row %d, and row %d comes", i, v.Ahead, w.Row)
				}
				break
			}
		}
	}
}

// The first and the worst mistake are those that a look at all rows finds; both rules
// end on separable points, and after at most (R/γ)² updates.
func TestPickedMistakes(t *testing.T) {
	for _, order := range []string{firstWrong, worstWrong, mildWrong} {
		for _, variant := range []string{standard, marginal, increment} {
			for _, data := range []dataset.Source{fourPoints, blobs, unitVectors} {
				all := collectWith(t, data, param.Values{"order": order, "variant": variant, "fit_intercept": "true"})
				announced(t, all)
				for i, s := range all {
					v := s.View.(view)
					if v.Kind != novikoff.Mistake {
						continue
					}
					want, lowest := -1, math.Inf(1)
					for j, r := range v.rows {
						score := r.y * (r.x[0]*v.theta[0] + r.x[1]*v.theta[1] + r.x[2]*v.theta[2])
						least := v.half
						if length := norm(v.theta); variant == marginal && length > 0 {
							score /= length
						}
						if score > least {
							continue
						}
						if order == mildWrong {
							score = -score
						}
						if want < 0 || order != firstWrong && score < lowest {
							want, lowest = j, score
						}
					}
					if v.Row != want {
						t.Fatalf("%s, %s, step %d: row %d, want %d", order, variant, i, v.Row, want)
					}
				}
				if last := all[len(all)-1]; last.Status.State != algos.Converged || last.View.(view).wrong > 0 {
					t.Errorf("%s, %s: %+v", order, variant, last.Status)
				}
			}
		}
	}
}

// By hand: on the four points the worst mistake is first x₁ (all scores are 0), then
// x₂ with −10 under (2, −2), and so on; see the sums below.
func TestWorstMistakeByHand(t *testing.T) {
	got := path(collectWith(t, fourPoints, param.Values{"order": worstWrong, "fit_intercept": "false"}))
	// z = (2,−2), (−3,2), (0,−2), (−3,2). Under (2,−2): −10 on x₂ and x₄, the first is x₂.
	// Under (−1,0): −2 on x₁. Under (1,−2): −7 on x₂. Under (−2,0): −4 on x₁. Under (0,−2): −4 on x₂. Under (−3,0): −6 on x₁.
	// Under (−1,−2): −1 on x₂. Under (−4,0): −8 on x₁. Under (−2,−2): 0 on x₁. Under (0,−4): −8 on x₂. Under (−3,−2): −2 on x₁.
	// Under (−1,−4): −5 on x₂. Under (−4,−2): −4 on x₁. Under (−2,−4): −2 on x₂. Under (−5,−2): −6 on x₁. Under (−3,−4): 2, 1, 8, 1.
	want := []vector{
		{2, -2}, {-1, 0}, {1, -2}, {-2, 0}, {0, -2}, {-3, 0}, {-1, -2}, {-4, 0}, {-2, -2}, {0, -4}, {-3, -2}, {-1, -4}, {-4, -2}, {-2, -4}, {-5, -2}, {-3, -4},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

// Points at length 1 are the points divided by their lengths, and the margin is theirs.
func TestUnitPoints(t *testing.T) {
	scaled := dataset.Labelled([3]float64{3, 4, 1}, [3]float64{.56, -1.92, 1}, [3]float64{-9.6, 2.8, -1}, [3]float64{-4, -3, -1})
	last := algotest.Last(t, Demo, scaled, param.Values{"normalize": "true", "fit_intercept": "false"})
	v := last.View.(view)
	algotest.Near(t, "R", v.best.R, 1, 1e-15)
	algotest.Near(t, "ρ", v.best.Gamma, 1/math.Sqrt(5), 1e-15)
	algotest.Near(t, "bound", v.limit, 5, 1e-13)
	algotest.Near(t, "θ₁", v.theta[0], 0.88, 1e-15)
	algotest.Near(t, "θ₂", v.theta[1], -0.16, 1e-15)
	withBias := algotest.Last(t, Demo, scaled, param.Values{"normalize": "true"}).View.(view)
	for i, r := range withBias.rows {
		algotest.Near(t, "length", norm(r.x), 1, 1e-15)
		p := withBias.Points[i].X
		algotest.Near(t, "direction", r.x[0], p[0]*r.x[2], 1e-15*math.Abs(p[0]))
	}
}

// A last line of an order separates the points, and keeps what Novikoff's proof says.
func TestOrdersEndWithLines(t *testing.T) {
	for _, data := range []dataset.Source{fourPoints, blobs, unitVectors} {
		v := algotest.Last(t, Demo, data, param.Values{"orders": "true"}).View.(view)
		ends := v.endings()
		distinct := map[vector]bool{}
		for i, e := range ends {
			distinct[e.theta] = true
			wrong, margin := v.look(e.theta)
			k := float64(e.updates)
			if !e.done || wrong > 0 || margin != e.margin || margin > v.best.Gamma+1e-12 || k > v.best.Ratio {
				t.Errorf("order %d: %+v, %d wrong", i, e, wrong)
			}
			if dot(e.theta, v.best.Theta) < k*v.best.Gamma-1e-9 || dot(e.theta, e.theta) > k*v.best.R2+1e-9 {
				t.Errorf("order %d: θ = %v after %d updates", i, e.theta, e.updates)
			}
		}
		if len(ends) != manyOrders || len(distinct) < 2 {
			t.Errorf("%d orders end with %d lines", len(ends), len(distinct))
		}
	}
}

// While a hand drags something the many runs wait.
func TestOrdersWait(t *testing.T) {
	s := collectWith(t, blobs, param.Values{"orders": "true"})[3].Moving()
	waits := 0
	for _, p := range s.Panels() {
		if p.Waits {
			waits++
		}
	}
	if c := algotest.Check(t, s, "orders"); waits != 2 || c.Verdict != algos.Waiting {
		t.Errorf("%d pictures wait, %+v", waits, c)
	}
}

// The path of the other rule is that of a run with it.
func TestRivalIsTheOtherRule(t *testing.T) {
	for _, c := range []struct {
		name        string
		this, other param.Values
	}{
		{"batch beside standard", param.Values{"variant": standard}, param.Values{"variant": batch, "eta": "1"}},
		{"standard beside batch", param.Values{"variant": batch, "eta": "1"}, param.Values{"variant": standard}},
		// A threshold of almost 0 is that of the batch rule.
		{"single rows with 1/k", param.Values{"variant": batch, "eta": "1/k"}, param.Values{"variant": increment, "eta": "1/k", "gamma": "1e-300"}},
	} {
		for _, bias := range []string{"true", "false"} {
			c.this["bias"], c.other["bias"], c.this["other"] = bias, bias, "true"
			last := algotest.Last(t, Demo, fourPoints, c.this).View.(view)
			var got []vector
			for _, w := range last.rival().path[1:] {
				got = append(got, w.theta)
			}
			want := path(collectWith(t, fourPoints, c.other))
			if !slices.Equal(got, want) || last.rival().updates != len(want) {
				t.Errorf("%s, bias %s: %v, want %v", c.name, bias, got, want)
			}
			drawn, _ := last.rivalPath()
			if len(slices.Compact(drawn)) != len(want)+1 {
				t.Errorf("%s: %d corners are drawn", c.name, len(drawn))
			}
		}
	}
}

// The numbers of orders that the lesson tells.
func TestOrdersOfTheLesson(t *testing.T) {
	for _, c := range []struct {
		preset, order, bias string
		updates             int
	}{{"blobs", inFile, "true", 31}, {"blobs", worstWrong, "true", 21}, {"trace", inFile, "false", 12}, {"trace", worstWrong, "false", 16}} {
		preset, _ := Demo.Preset(c.preset)
		if v := algotest.Last(t, Demo, preset.Data, param.Values{"order": c.order, "bias": c.bias}).View.(view); v.updates != c.updates {
			t.Errorf("%s, %s: %d updates, want %d", c.preset, c.order, v.updates, c.updates)
		}
	}
	run, err := algos.Recipe{Demo: Demo.ID, Params: param.Values{"orders": "true"}, Data: blobs}.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	v := slices.Collect(run)[0].View.(view)
	least, most, lo, hi := math.MaxInt, 0, math.Inf(1), 0.0
	for _, e := range v.endings() {
		least, most, lo, hi = min(least, e.updates), max(most, e.updates), min(lo, e.margin), max(hi, e.margin)
	}
	if least != 3 || most != 23 {
		t.Errorf("%d to %d updates", least, most)
	}
	algotest.Near(t, "smallest margin", lo, 0.023, 5e-4)
	algotest.Near(t, "widest margin", hi, 0.108, 5e-4)
	algotest.Near(t, "largest margin", v.best.Gamma, 0.157, 5e-4)
}
