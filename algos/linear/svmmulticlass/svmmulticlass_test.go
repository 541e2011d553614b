package svmmulticlass

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/linear/svm"
	"playground/algos/mark"
	"playground/algos/param"
)

func vals(kv ...string) param.Values { return algotest.Values(kv...) }

// primal and dual from the definition, with the joint features spelt out.
func objectives(set dataset.Set, w [][]float64, bias []float64, c float64, delta func(y, j int) float64) float64 {
	p := 0.0
	for k, v := range w {
		p += (v[0]*v[0] + v[1]*v[1] + bias[k]*bias[k]) / 2
	}
	for _, q := range set.Points {
		worst := math.Inf(-1)
		score := func(k int) float64 { return w[k][0]*q.X[0] + w[k][1]*q.X[1] + bias[k] }
		for j := range w {
			worst = max(worst, delta(q.Class(), j)+score(j)-score(q.Class()))
		}
		p += c * worst
	}
	return p
}

// The objective is the one of the notes, and no weights nearby are better.
func TestNoOtherWeightsAreCheaper(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	set, _ := data.Load()
	for kind, delta := range map[string]func(y, j int) float64{
		zeroOne: func(y, j int) float64 { return math.Min(1, math.Abs(float64(y-j))) },
		ordinal: func(y, j int) float64 { return math.Abs(float64(y - j)) },
	} {
		last := algotest.Last(t, Demo, data, vals("cost", kind, "C", "2"))
		algotest.Promises(t, last)
		if last.Status.State != algos.Converged {
			t.Fatal(last.Status)
		}
		w, bias := last.Model().Value("weights").([][]float64), last.Model().Value("bias").([]float64)
		algotest.Near(t, "primal", last.Metric("primal"), objectives(set, w, bias, 2, delta), 1e-12)
		algotest.Near(t, "gap", last.Metric("gap"), 0, 1e-7)
		r := rand.New(rand.NewPCG(3, 4))
		for range 20_000 {
			other, b := [][]float64{}, []float64{}
			size := math.Pow(10, -4*r.Float64())
			for k := range w {
				other = append(other, []float64{w[k][0] + size*r.NormFloat64(), w[k][1] + size*r.NormFloat64()})
				b = append(b, bias[k]+size*r.NormFloat64())
			}
			if p := objectives(set, other, b, 2, delta); p < last.Metric("dual")-1e-9 {
				t.Fatalf("%s: weights that cost %v, less than the dual %v", kind, p, last.Metric("dual"))
			}
		}
	}
}

// Every step of the descent is feasible, bounds the minimum from below, and the gap
// shrinks.
func TestDescent(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	optimum := algotest.Last(t, Demo, data, nil).Metric("dual")
	steps := algotest.Steps(t, Demo, data, vals("max_epochs", "40", "dual_polish", "false"))
	for i, s := range steps {
		if i%7 == 0 {
			algotest.Promises(t, s)
		}
		if s.Metric("dual") > optimum+1e-9 || s.Metric("primal") < optimum-1e-9 {
			t.Fatalf("step %d: dual %v and primal %v around the optimum %v", i, s.Metric("dual"), s.Metric("primal"), optimum)
		}
	}
	last := steps[len(steps)-1]
	if last.Status.State != algos.Exhausted || !(last.Metric("gap") < 0.15*last.Metric("primal")) || last.Metric("gap") > steps[1200].Metric("gap")/2 {
		t.Errorf("%v, gap %v of %v", last.Status, last.Metric("gap"), last.Metric("primal"))
	}
	if n := len(steps); n != 1+2*60*40 {
		t.Errorf("%d steps", n)
	}
	for i := 1; i < len(steps); i += 2 {
		if steps[i].Size != algos.Micro || (steps[i+1].Size == algos.Pass) != ((i+1)/2%60 == 0) {
			t.Fatalf("steps %d and %d have sizes %d and %d", i, i+1, steps[i].Size, steps[i+1].Size)
		}
	}
}

// The rest of an update in the book's words: w ← (1 − ηλ)w, then ± ηx.
func TestUpdate(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, dataset.Generate("blobs3", 30, 0.9, 5), vals("max_epochs", "2")) {
		v, ok := s.View.(*view)
		if !ok || v.phase != updating {
			continue
		}
		n := float64(len(v.X))
		eta := v.C * n / (float64(v.t) + n)
		for k := range v.w {
			for c := range 3 {
				want := v.before.w[k][c] * (1 - eta/(v.C*n))
				if y := v.Y[v.row]; v.rival != y && k == y {
					want += eta * v.X[v.row][c]
				} else if v.rival != y && k == v.rival {
					want -= eta * v.X[v.row][c]
				}
				algotest.Near(t, s.Phase.String(), v.w[k][c], want, 1e-13)
			}
		}
	}
}

// With two classes one-vs-one is the machine of the svm page, with the signs of its
// classes exchanged; one-vs-rest is that machine for each class.
func TestAgainstSVM(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	set, _ := data.Load()
	relabel := func(keep func(class int) (float64, bool)) dataset.Source {
		var all [][3]float64
		for _, p := range set.Points {
			if y, ok := keep(p.Class()); ok {
				all = append(all, [3]float64{p.X[0], p.X[1], y})
			}
		}
		return dataset.Labelled(all...)
	}
	compare := func(method string, machine int, alone dataset.Source) {
		params := vals("kernel", "rbf", "gamma", "0.7", "C", "3", "tol", "1e-10")
		want := algotest.Last(t, svm.Demo, alone, params).Model()
		params["method"] = method
		got := algotest.Last(t, Demo, data, params).Model()
		for _, x := range [][2]float64{{0, 0}, {1, -1}, {-2, 0.5}} {
			algotest.Near(t, method, got.Predict(x)[1].Value.([]float64)[machine], want.Predict(x)[1].Value.(float64), 1e-7)
		}
	}
	for k := range 3 {
		compare(oneVsRest, k, relabel(func(class int) (float64, bool) {
			if class == k {
				return 1, true
			}
			return -1, true
		}))
	}
	compare(oneVsOne, 1, relabel(func(class int) (float64, bool) { return float64(1 - class), class != 1 }))
}

// Of several classes with most votes the first one wins, and a score of 0 is a vote
// for the second class, as in LIBSVM.
func TestVotes(t *testing.T) {
	all := &ensemble{task: &task{Options: Options{Method: oneVsOne}, classes: []int{0, 1, 2}}}
	for _, s := range all.pairings() {
		all.members = append(all.members, &classifier{sides: s})
	}
	for _, c := range []struct {
		score []float64
		votes []float64
		class int
	}{
		{[]float64{1, 1, 1}, []float64{2, 1, 0}, 0},
		{[]float64{1, -1, 1}, []float64{1, 1, 1}, 0},
		{[]float64{0, 0, 0}, []float64{0, 1, 2}, 2},
		{[]float64{-1, 1, 1}, []float64{1, 2, 0}, 1},
	} {
		if got := all.tally(c.score); !slices.Equal(got, c.votes) || all.decide(c.score) != c.class {
			t.Errorf("%v: votes %v for %d", c.score, got, all.decide(c.score))
		}
	}
}

// The machine of the middle class against the rest claims nothing, and the class is
// predicted all the same; no method makes a mistake.
func TestMiddleClass(t *testing.T) {
	i := slices.IndexFunc(presets, func(p algos.Preset) bool { return p.ID == "middle" })
	for _, method := range []string{oneVsRest, oneVsOne, crammerSinger} {
		last := algotest.Last(t, Demo, presets[i].Data, vals("method", method, "C", "10"))
		if n := last.Metric("n_errors"); n != 0 {
			t.Errorf("%s makes %v mistakes", method, n)
		}
		if method != oneVsRest {
			continue
		}
		for _, x := range [][2]float64{{0, 0}, {3, 3}, {-3, 3}} {
			algotest.Near(t, "score of the middle class", last.Model().Predict(x)[1].Value.([]float64)[0], -1, 1e-6)
		}
	}
}

// The board's regions are the labels that Predict gives.
func TestRegionsAreTheLabels(t *testing.T) {
	for _, method := range []string{crammerSinger, oneVsOne, oneVsRest} {
		for _, kernel := range []string{"linear", "rbf", "poly", "laplacian"} {
			s := algotest.Last(t, Demo, dataset.Generate("blobs3", 45, 0.8, 3), vals("method", method, "kernel", kernel))
			g := grid.Grid{Window: grid.Window{X0: -2.03, X1: 3, Y0: -2, Y1: 2.01}, NX: 13, NY: 9}
			dst := make([]float64, g.Len())
			s.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
			for k, got := range dst {
				if want := s.Model().Predict([2]float64{g.X(k % g.NX), g.Y(k / g.NX)})[0].Value.(int); int(got) != want {
					t.Fatalf("%s, %s: node %d is %v, want %v", method, kernel, k, got, want)
				}
			}
		}
	}
}

// A face step never lowers the dual and keeps the coefficients feasible; where the
// bounds are the right ones it finds the optimum at once.
func TestFace(t *testing.T) {
	data := dataset.Generate("blobs3", 60, 0.9, 5)
	for _, c := range []struct {
		params []string
		right  bool
	}{
		{[]string{"max_epochs", "1", "dual_polish", "false"}, false},
		{[]string{"max_epochs", "5", "dual_polish", "false"}, false},
		{[]string{"tol", "1e-2"}, true},
	} {
		s := algotest.Last(t, Demo, data, vals(c.params...)).View.(*view)
		tau := s.coefficients()
		for i := range tau {
			tau[i] *= s.share
		}
		w := make([]vec, s.count())
		s.Weigh(w, tau)
		s.Face(w, tau)
		after := &view{task: s.task, w: w, tau: tau, row: -1}
		after.look()
		algotest.Promises(t, algos.Step{View: after})
		if after.dual < s.dual-1e-12 {
			t.Errorf("%v: the dual fell from %v to %v", c.params, s.dual, after.dual)
		}
		if v := s.KKT(w, tau); c.right && v > 1e-10 {
			t.Errorf("%v: violation %v", c.params, v)
		}
	}
}
