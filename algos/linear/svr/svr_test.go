package svr

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
)

func vals(kv ...string) param.Values { return algotest.Values(kv...) }

// 001's two points: with C = 0.5 every b from 0.1 to 0.4 is optimal.
func TestOffsetInterval(t *testing.T) {
	c := algotest.Check(t, algotest.Last(t, Demo, twoPoints, vals("kernel", "linear", "C", "0.5")), "offset")
	if c.Verdict != algos.Holds || !strings.Contains(c.Why.String(), "every b from 0.1 to 0.4 is optimal; the middle is taken, 0.25") {
		t.Errorf("%+v", c)
	}
	// The interval is told in the coordinates of the data, not of the kernel.
	far := dataset.Line([2]float64{100, 0}, [2]float64{101, 1})
	c = algotest.Check(t, algotest.Last(t, Demo, far, vals("kernel", "linear", "C", "0.5")), "offset")
	if !strings.Contains(c.Why.String(), "from −49.9 to −49.6") {
		t.Errorf("%+v", c)
	}
}

// 001's ε-insensitive loss at −0.3, 0.05, 0.1, 0.4 with ε = 0.1.
func TestLoss(t *testing.T) {
	s := &state{task: &task{Options: Options{Epsilon: 0.1}, y: []float64{-0.3, 0.05, 0.1, 0.4}}, f: make([]float64, 4)}
	for i, want := range []float64{0.2, 0, 0, 0.3} {
		algotest.Near(t, "loss", s.slack(i), want, 1e-15)
	}
}

// The optimum is the least of the primal: no other line through the data is
// cheaper, by brute force over slope and offset.
func TestNoOtherLineIsCheaper(t *testing.T) {
	data := dataset.Generate("line", 20, 0.4, 3)
	set, _ := data.Load()
	last := algotest.Last(t, Demo, data, vals("kernel", "linear", "C", "2", "epsilon", "0.2"))
	cost := func(w, b float64) float64 {
		sum := w * w / 2
		for _, p := range set.Points {
			sum += 2 * max(0, math.Abs(w*p.X[0]+b-p.Y)-0.2)
		}
		return sum
	}
	m := last.Model()
	w, b := m.Value("w").([]float64)[0], m.Value("bias").(float64)
	algotest.Near(t, "primal", last.Metric("primal"), cost(w, b), 1e-12)
	best := math.Inf(1)
	for _, step := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5} {
		for i := -20; i <= 20; i++ {
			for j := -20; j <= 20; j++ {
				best = min(best, cost(w+float64(i)*step, b+float64(j)*step))
			}
		}
	}
	if best < last.Metric("dual")-1e-9 {
		t.Errorf("a line costs %v, less than the dual value %v", best, last.Metric("dual"))
	}
}

// A tube of no width is least absolute deviations: for a constant the median.
func TestMedian(t *testing.T) {
	rows := [][2]float64{{1, 5}, {1, -2}, {1, 3}, {1, 100}, {1, 4}}
	last := algotest.Last(t, Demo, dataset.Line(rows...), vals("kernel", "linear", "epsilon", "0"))
	algotest.Promises(t, last)
	algotest.Near(t, "f", last.Model().Predict([2]float64{1})[0].Value.(float64), 4, 1e-12)
}

// Points inside the tube can be taken away.
func TestInsideDoesNotMatter(t *testing.T) {
	data := dataset.Generate("sine", 30, 0.15, 3)
	v := vals("epsilon", "0.3")
	last := algotest.Last(t, Demo, data, v)
	set, _ := data.Load()
	var less dataset.Set = set.Clone()
	less.Points = nil
	for i, b := range last.Model().Value("beta").([]float64) {
		if b != 0 {
			less.Points = append(less.Points, set.Points[i])
		}
	}
	if len(less.Points) > 20 {
		t.Fatalf("%d of 30 points are support vectors", len(less.Points))
	}
	again := algotest.Last(t, Demo, dataset.Explicit(less), v)
	for x := -3.0; x <= 3; x += 0.25 {
		want := last.Model().Predict([2]float64{x})[0].Value.(float64)
		algotest.Near(t, "f", again.Model().Predict([2]float64{x})[0].Value.(float64), want, 1e-6)
	}
}

// The board's field is the value that Predict gives.
func TestFieldIsTheValue(t *testing.T) {
	for _, kernel := range []string{"linear", "poly", "rbf", "laplacian", "sigmoid"} {
		s := algotest.Last(t, Demo, hill(30), vals("kernel", kernel, "tol", "1e-3"))
		g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -2, Y1: 2}, NX: 13, NY: 9}
		dst := make([]float64, g.Len())
		s.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
		for k, got := range dst {
			want := s.Model().Predict([2]float64{g.X(k % g.NX), g.Y(k / g.NX)})[0].Value.(float64)
			if math.Abs(got-want) > 1e-10*(1+math.Abs(want)) {
				t.Fatalf("%s: node %d is %v, want %v", kernel, k, got, want)
			}
		}
	}
}

// A run is a start, and then for every pair its choice and its move; the button
// names what comes, and the dual rises.
func TestShapeOfARun(t *testing.T) {
	steps := algotest.Steps(t, Demo, dataset.Generate("sine", 30, 0.15, 3), nil)
	if steps[0].Phase != "start" || len(steps)%2 != 1 {
		t.Fatalf("%d steps, the first %q", len(steps), steps[0].Phase)
	}
	for i := 1; i < len(steps); i += 2 {
		chosen, moved := steps[i], steps[i+1]
		if chosen.Size != algos.Micro || moved.Size == algos.Micro || chosen.Next.Step != moved.Phase || steps[i-1].Next.Step != moved.Phase {
			t.Fatalf("step %d: %q then %q, announced %q and %q", i, chosen.Phase, moved.Phase, steps[i-1].Next.Step, chosen.Next.Step)
		}
		if (moved.Size == algos.Pass) != ((i+1)/2%30 == 0) {
			t.Errorf("step %d has size %d", i+1, moved.Size)
		}
		if moved.Metric("dual") < steps[i-1].Metric("dual")-1e-14 {
			t.Errorf("step %d: the dual fell", i+1)
		}
		// What the move guaranteed is what the dual gained.
		w := moved.View.(view).Done
		algotest.Near(t, "gain", moved.Metric("dual")-w.Dual, w.Gain, 1e-12)
	}
}

// Points that a program may choke on: an answer, or a sentence that says why
// there is none.
func TestDegenerate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cloud := func(scaleX, scaleY float64) dataset.Source {
		var rows [][2]float64
		for range 14 {
			rows = append(rows, [2]float64{scaleX * r.NormFloat64(), scaleY * r.NormFloat64()})
		}
		return dataset.Line(rows...)
	}
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State // "" for any that is final
		words  string
	}{
		{"no points", dataset.Line(), nil, algos.Refused, "no points"},
		{"one point", dataset.Line([2]float64{1, 2}), nil, algos.Converged, "any b from 1.9 to 2.1. The middle is taken, 2"},
		{"constant", dataset.Line([2]float64{1, 2}, [2]float64{3, 2}, [2]float64{4, 2}), nil, algos.Converged, "All points are inside a constant tube"},
		{"constant, no tube", dataset.Line([2]float64{1, 2}, [2]float64{3, 2}), []string{"epsilon", "0"}, algos.Converged, ""},
		{"one place", dataset.Line([2]float64{1, 2}, [2]float64{1, 7}, [2]float64{1, 3}), nil, algos.Converged, ""},
		{"one place, linear", dataset.Line([2]float64{1, 2}, [2]float64{1, 7}, [2]float64{1, 3}), []string{"kernel", "linear"}, algos.Converged, ""},
		{"overflow", dataset.Line([2]float64{1e9, 2}, [2]float64{-1e9, 3}), []string{"kernel", "poly", "gamma", "1e6", "degree", "10"}, algos.Refused, "smaller γ"},
		{"tiny", cloud(1e-150, 1e-150), nil, algos.Converged, ""},
		{"tiny, linear, no tube", cloud(1e-150, 1e-150), []string{"kernel", "linear", "epsilon", "0"}, algos.Converged, ""},
		{"tiny targets, no tube", cloud(1, 1e-150), []string{"epsilon", "0"}, algos.Converged, ""},
		{"huge targets", cloud(1, 1e9/8), nil, "", ""},
		{"huge targets, dear", cloud(1, 1e9/8), []string{"C", "1e9"}, "", ""},
		{"huge targets, dear, no tube", cloud(1, 1e9/8), []string{"C", "1e9", "epsilon", "0"}, "", ""},
		{"huge inputs", cloud(1e9/8, 1), []string{"kernel", "linear"}, "", ""},
		{"huge inputs, cubic", cloud(1e9/8, 1), []string{"kernel", "poly"}, "", ""},
		{"all huge", cloud(1e9/8, 1e9/8), []string{"kernel", "linear", "C", "1e9"}, "", ""},
		{"sigmoid, dear", cloud(1, 1), []string{"kernel", "sigmoid", "C", "1e9"}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(c.params...))
			algotest.Promises(t, last)
			if c.state != "" && last.Status.State != c.state || !last.Status.Final() || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
			if last.Say() == nil || last.Metrics == nil {
				t.Error("nothing to say")
			}
			last.Panels()
		})
	}
}
