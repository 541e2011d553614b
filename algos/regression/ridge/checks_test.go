package ridge

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// Collinear, constant, few and huge columns give an answer, or one sentence.
func TestDegenerateTables(t *testing.T) {
	table := func(rows ...[]float64) dataset.Source {
		return dataset.Tabled(dataset.Table{Columns: []dataset.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "y", Wanted: true}}, Rows: rows})
	}
	for name, data := range map[string]dataset.Source{
		"collinear": table([]float64{1, 2, 0, 1}, []float64{2, 4, 1, 0}, []float64{3, 6, 5, 2}, []float64{4, 8, 2, 2}, []float64{5, 10, 2, 3}),
		"constant":  table([]float64{1, 7, 0, 1}, []float64{2, 7, 1, 0}, []float64{3, 7, 5, 2}, []float64{4, 7, 2, 2}, []float64{5, 7, 2, 3}),
		"few rows":  table([]float64{1, 7, 0, 1}, []float64{2, 3, 1, 0}),
		"one row":   table([]float64{1, 7, 0, 1}),
		"zeros":     table([]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}),
		"huge":      table([]float64{1e9, 1, 1e-9, 1e9}, []float64{-1e9, 2, 3e-9, 1}, []float64{1e8, 2, 1e-9, 5}),
		"far":       table([]float64{1e9, 1, 1, 1}, []float64{1e9 - 1, 2, 3, 1}, []float64{1e9 - 2, 2, 1, 5}, []float64{1e9 - 5, 4, 1, 2}),
	} {
		for _, solver := range []string{exact, gd, online} {
			for _, penalise := range []string{slopes, all} {
				for _, lambda := range []string{"0", "1e-20", "1e-3", "1", "1e12"} {
					for _, labels := range []string{given, drawn} {
						v := vals("solver", solver, "penalize_intercept", penalise, "lambda", lambda, "targets", labels, "max_iter", "20")
						for _, s := range algotest.Steps(t, Demo, data, v) {
							algotest.Promises(t, s)
							if f := algotest.Faults(Demo, s); len(f) > 0 {
								t.Fatalf("%s, %v: %v", name, v, f)
							}
						}
					}
				}
			}
		}
	}
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		rows := make([][3]float64, rapid.IntRange(1, 12).Draw(t, "n"))
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
		plane := rapid.Bool().Draw(t, "plane")
		for i := range rows {
			one := rapid.Float64Range(-2, 2)
			rows[i] = [3]float64{scale * one.Draw(t, "x"), scale * one.Draw(t, "x2"), one.Draw(t, "y")}
		}
		data := dataset.Valued(rows...)
		if !plane {
			flat := make([][2]float64, len(rows))
			for i, r := range rows {
				flat[i] = [2]float64{r[0], r[2]}
			}
			data = dataset.Line(flat...)
		}
		v := param.Values{
			"solver":             rapid.SampledFrom([]string{exact, gd, online}).Draw(t, "solver"),
			"penalize_intercept": rapid.SampledFrom([]string{slopes, all}).Draw(t, "penalise"),
			"targets":            rapid.SampledFrom([]string{given, drawn}).Draw(t, "labels"),
			"risk":               rapid.SampledFrom([]string{ofTheta, ofPrediction}).Draw(t, "risk"),
			"lambda":             param.Format(math.Pow(10, rapid.Float64Range(-6, 6).Draw(t, "log lambda"))),
			"eta":                param.Format(math.Pow(10, rapid.Float64Range(-5, 0).Draw(t, "log eta"))),
			"max_iter":           "40",
		}
		if v["solver"] != online && rapid.IntRange(0, 5).Draw(t, "zero") == 0 {
			v["lambda"] = "0"
		}
		return algotest.Trial{Set: algotest.Load(t, data), Params: v, Most: 50}
	})
}

// Every promise can fail: a state that is not what the run made of it breaks it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(check string, v view, change func(s *state)) algotest.Spoiling {
		s := *v.state
		task := *s.task
		s.task = &task
		change(&s)
		return algotest.Spoiling{Check: check, Good: v, Spoilt: view{state: &s}}
	}
	nudge := func(s *state) { s.theta = slices.Clone(s.theta); s.theta[1] += 1e-3 }
	fit := viewOf(t, algotest.Last(t, Demo, twins(0.3), vals("targets", "simulated", "truth", "1,0.5")))
	down := viewOf(t, algotest.Steps(t, Demo, twins(0.3), vals("solver", "gd", "eta", "0.002"))[5])
	row := viewOf(t, algotest.Steps(t, Demo, twins(0.3), vals("solver", "online"))[5])
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("normal", fit, nudge),
		spoil("shorter", fit, func(s *state) { s.theta = []float64{s.theta[0], s.theta[1] / 2, s.theta[2] / 2} }),
		spoil("ball", fit, func(s *state) { s.rss *= 1.001 }),
		spoil("dof", fit, func(s *state) { s.Lambda *= 1.1 }),
		spoil("left-out", fit, func(s *state) {
			l := s.leftOut()
			l.formula *= 1.01
			s.leftOut = func() leftOut { return l }
		}),
		spoil("map", fit, nudge),
		spoil("bias", fit, func(s *state) { s.Lambda *= 1.1 }),
		spoil("better", fit, func(s *state) { s.optimal = func() optimum { return optimum{1, 2 * s.riskAt(0).total(), true} } }),
		spoil("least", down, func(s *state) { s.objective = s.bestJ * 0.99 }),
		spoil("descent", down, func(s *state) { s.objective = s.before * 1.01 }),
		spoil("factor", down, nudge),
		spoil("growth", viewOf(t, algotest.Steps(t, Demo, twins(0.3), vals("solver", "gd", "eta", "0.1"))[3]), func(s *state) { s.theta = s.best }),
		spoil("online", row, nudge),
	})
}

// Targets whose squares are next to nothing break no guarantee: the singular values count them as 0.
func TestTinyTargets(t *testing.T) {
	for _, y := range []float64{1e-120, 1.18e-125, 1e-130, 1e-160} {
		for _, penalise := range []string{slopes, all} {
			algotest.Promises(t, algotest.Last(t, Demo, dataset.Line([2]float64{1, y}, [2]float64{1, 0}), vals("lambda", "10", "penalize_intercept", penalise)))
		}
	}
}

// Far from the origin, and beside a tiny column, what is promised about the solution is decided, and
// what is left out is missed by as much as near it.
func TestFarAndTiny(t *testing.T) {
	left := map[string]float64{}
	for name, c := range map[string]struct{ shift, scale float64 }{"near": {0, 1}, "far": {9e8, 1}, "tiny": {0, 1e-8}} {
		var pairs []float64
		for i := range 12 {
			x := float64(i*i%7) / 4
			pairs = append(pairs, c.shift+c.scale*x, 2*x+float64(i%3))
		}
		last := algotest.Last(t, Demo, dataset.Pairs(pairs...), param.Pairs("lambda", param.Format(0.25*c.scale*c.scale)))
		for _, check := range last.View.Checks() {
			if check.Slow != nil {
				check = check.Slow()
			}
			if check.Verdict != algos.Holds {
				t.Errorf("%s: %s is %s: %v %s %v, rounding %v", name, check.Name, check.Verdict, check.Left, check.Rel, check.Right, check.Rounding)
			}
		}
		left[name] = last.View.Model().Value("left_out").(float64)
	}
	algotest.Near(t, "far", left["far"], left["near"], 1e-13*left["near"])
	algotest.Near(t, "tiny", left["tiny"], left["near"], 1e-12*left["near"])
}
