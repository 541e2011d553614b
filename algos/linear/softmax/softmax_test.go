package softmax

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/param"
)

func vals(pairs ...string) param.Values { return algotest.Values(pairs...) }

// scikit-learn's optimum, polished by Newton's method.
func TestOracle(t *testing.T) {
	var o struct {
		Data map[string]struct {
			Rows   [][3]float64
			Xs, Ys []float64
		}
		Cases []struct {
			ID, Data  string
			Lambda    float64
			W         [][2]float64 `json:"W"`
			B         []float64    `json:"b"`
			Objective float64
			Proba     [][]float64 `json:"grid_proba"`
		}
	}
	algotest.ReadJSON(t, "testdata/softmax.json", &o)
	for _, c := range o.Cases {
		t.Run(c.ID, func(t *testing.T) {
			d := o.Data[c.Data]
			last := algotest.Last(t, Demo, dataset.Classed(d.Rows...), vals("lambda", param.Format(c.Lambda)))
			if last.Status.State != algos.Converged {
				t.Fatal(last.Status)
			}
			algotest.Promises(t, last)
			m := last.Model()
			for k, w := range m.Value("weights").([][]float64) {
				algotest.Near(t, fmt.Sprint("w of ", k), w[0], c.W[k][0], 5e-12)
				algotest.Near(t, fmt.Sprint("w of ", k), w[1], c.W[k][1], 5e-12)
				algotest.Near(t, fmt.Sprint("b of ", k), m.Value("bias").([]float64)[k], c.B[k], 5e-12)
			}
			algotest.Near(t, "loss", m.Value("loss").(float64), c.Objective, 1e-12)
			for i, p := range c.Proba {
				at := [2]float64{d.Xs[i%len(d.Xs)], d.Ys[i/len(d.Xs)]}
				for k, got := range m.Predict(at)[1].Value.([]float64) {
					algotest.Near(t, fmt.Sprint("p at ", at), got, p[k], 1e-9)
				}
			}
		})
	}
}

// N17 of 003 and N9 of 002.
func TestProbabilitiesOfTheNotes(t *testing.T) {
	p := []float64{0, 1, 0} // the reference has the score 0
	logit.Softmax(p)
	for k, want := range []float64{.211942, .576117, .211942} {
		if math.Abs(p[k]-want) > 5e-7 {
			t.Errorf("p%d = %v, want %v", k, p[k], want)
		}
	}
	two := []float64{2, 1}
	logit.Softmax(two)
	if math.Abs(two[0]-.7310586) > 5e-8 {
		t.Errorf("P = %v, want 0.7310586", two[0])
	}
}

// Without a penalty K and K − 1 vectors give the same probabilities, and without
// one the minimum does not depend on which class goes without.
func TestVectorsAgree(t *testing.T) {
	data := dataset.Generate("blobs3", 90, 1, 4)
	want := algotest.Last(t, Demo, data, nil)
	w := want.View.(view)
	for _, v := range []string{first, last} {
		got := algotest.Last(t, Demo, data, vals("parametrization", v))
		algotest.Near(t, "loss", got.Metric("loss"), want.Metric("loss"), 1e-12)
		for _, x := range [][2]float64{{0, 0}, {1, -2}, {-3, 0.5}} {
			for k, p := range got.View.(view).probabilities(x) {
				algotest.Near(t, fmt.Sprint(v, " at ", x), p, w.probabilities(x)[k], 1e-10)
			}
		}
		ref := 0
		if v == last {
			ref = 2
		}
		if u := got.View.(view).vectors(got.View.(view).Place)[ref]; u != ([3]float64{}) {
			t.Errorf("%s: class %d has the vector %v", v, ref, u)
		}
	}
	// With one it does.
	a := algotest.Last(t, Demo, data, vals("parametrization", first, "lambda", "5")).Metric("loss")
	b := algotest.Last(t, Demo, data, vals("parametrization", last, "lambda", "5")).Metric("loss")
	if math.Abs(a-b) < 1e-3 {
		t.Errorf("the penalised losses are %v and %v", a, b)
	}
}

// Gradient descent on two classes takes the same path as logistic regression
// with twice the step: w₁ − w₀ moves by the steps of both vectors.
func TestTwoClassesStepByStep(t *testing.T) {
	set, err := dataset.Generate("overlap", 30, 0.9, 5).Load()
	if err != nil {
		t.Fatal(err)
	}
	const eta, lambda = 0.01, 0.6
	steps := algotest.Steps(t, Demo, dataset.Explicit(set), vals("solver", "gd", "eta", "0.01", "lambda", "0.6", "max_iter", "20"))
	var th [3]float64
	for n := 0; n <= 20; n++ {
		w := steps[2*n].View.(view).vectors(steps[2*n].View.(view).Place)
		for j := range th {
			algotest.Near(t, fmt.Sprintf("θ%d after %d steps", j, n), w[1][j]-w[0][j], th[j], 1e-13)
		}
		g := [3]float64{lambda / 2 * th[0], lambda / 2 * th[1], 0}
		for _, p := range set.Points {
			e := (1+p.Sign())/2 - 1/(1+math.Exp(-th[0]*p.X[0]-th[1]*p.X[1]-th[2]))
			g[0], g[1], g[2] = g[0]-e*p.X[0], g[1]-e*p.X[1], g[2]-e
		}
		for j := range th {
			th[j] -= 2 * eta * g[j]
		}
	}
}

// All solvers reach the same minimum.
func TestSolversAgree(t *testing.T) {
	data := dataset.Generate("blobs3", 45, 1, 4)
	for _, vectors := range []string{all, first, last} {
		want := algotest.Last(t, Demo, data, vals("lambda", "2", "parametrization", vectors))
		for _, c := range []struct {
			params []string
			tol    float64
		}{
			{[]string{"solver", "gd", "eta", "0.05"}, 1e-10},
			{[]string{"solver", "sgd", "eta", "0.2", "eta_decay", "true", "max_iter", "20000"}, 2e-3},
			{[]string{"solver", "minibatch", "eta", "0.1", "eta_decay", "true", "order", "shuffle", "max_iter", "10000"}, 1e-3},
		} {
			got := algotest.Last(t, Demo, data, vals(append(c.params, "lambda", "2", "parametrization", vectors)...))
			algotest.Near(t, vectors+" by "+c.params[1], got.Metric("loss"), want.Metric("loss"), c.tol)
		}
	}
}

func TestEnds(t *testing.T) {
	blobs := dataset.Generate("blobs3", 60, 0.3, 4)
	gap := dataset.Classed([3]float64{0, 0, 0}, [3]float64{1, 0, 2}, [3]float64{0.5, 1, 2}, [3]float64{0.4, 0.3, 0})
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		state  algos.State
		words  string
	}{
		{"separable", blobs, nil, algos.Diverged, "a line separates class 0"},
		{"separable, gd", blobs, []string{"solver", "gd", "max_iter", "50"}, algos.Diverged, "a line separates class 0"},
		{"separable, penalised", blobs, []string{"lambda", "0.01"}, algos.Converged, "minimum"},
		{"sectors", sectors, nil, algos.Diverged, "every point has the highest score"},
		{"sectors, gd", sectors, []string{"solver", "gd", "eta", "0.1"}, algos.Diverged, "every point has the highest score"},
		{"sectors, penalised", sectors, []string{"lambda", "0.01"}, algos.Converged, "minimum"},
		{"iris", iris(), nil, algos.Diverged, "a line separates class 0"},
		{"overlap", dataset.Generate("blobs3", 90, 1, 4), nil, algos.Converged, "minimum"},
		{"one class", dataset.Classed([3]float64{1, 2, 0}, [3]float64{0, 0, 0}), nil, algos.Diverged, "the same label"},
		{"one class, penalised", dataset.Classed([3]float64{1, 2, 1}, [3]float64{0, 0, 1}), []string{"lambda", "1"}, algos.Diverged, "does not help"},
		{"a class without points", gap, []string{"lambda", "1"}, algos.Diverged, "class 1 has no points"},
		{"no points", dataset.Classed(), nil, algos.Refused, "no points"},
		{"lost squares", dataset.Classed([3]float64{1e-150, 0, 1}, [3]float64{0, 0, 0}), nil, algos.Refused, "10⁻¹⁴⁰"},
		{"explodes", blobs, []string{"solver", "gd", "lambda", "10", "eta", "1", "max_iter", "2000"}, algos.Diverged, "overflow"},
		{"oscillates", dataset.Generate("blobs3", 90, 1, 4), []string{"solver", "gd", "eta", "5", "max_iter", "200"}, algos.Exhausted, "above 2/M"},
	} {
		t.Run(c.name, func(t *testing.T) {
			last := algotest.Last(t, Demo, c.data, vals(c.params...))
			algotest.Promises(t, last)
			if last.Status.State != c.state || !strings.Contains(last.Status.Reason.String(), c.words) {
				t.Errorf("%+v, want %s with %q", last.Status, c.state, c.words)
			}
		})
	}
}

// Three classes along a line of which only neighbours touch: no class leads
// everywhere, yet there is no minimum, as the first and the last can be cut off.
// And where only pairs overlap so that no cut exists, the run recognises it.
func TestPartialSeparation(t *testing.T) {
	chain := dataset.Classed(
		[3]float64{0, 0, 0}, [3]float64{1, 1, 0}, [3]float64{2, 0, 0},
		[3]float64{2, 0, 1}, [3]float64{3, 1, 1}, [3]float64{4, 0, 1},
		[3]float64{4, 0, 2}, [3]float64{5, 1, 2}, [3]float64{6, 0, 2},
	)
	end := algotest.Last(t, Demo, chain, nil)
	if end.Status.State != algos.Diverged {
		t.Errorf("%+v", end.Status)
	}
	// The sectors again, with one place that two classes share.
	set := sectors.Set.Clone()
	set.Points = append(set.Points, dataset.Point{X: [2]float64{0, 2.5}, Y: 0}, dataset.Point{X: [2]float64{0, 2.5}, Y: 1})
	end = algotest.Last(t, Demo, dataset.Explicit(set), nil)
	algotest.Promises(t, end)
	if end.Status.State != algos.Diverged || !strings.Contains(end.Status.Reason.String(), "partly separable") {
		t.Errorf("%+v", end.Status)
	}
}

// Eight classes, and the largest set, in good time.
func TestManyClasses(t *testing.T) {
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range Demo.Input.Limit() {
		a := float64(i%8) * math.Pi / 4
		r := 1 + float64(i%7)/7
		set.Points = append(set.Points, dataset.Point{X: [2]float64{r*math.Cos(a) + math.Sin(float64(i)), r*math.Sin(a) + math.Cos(float64(3*i))}, Y: float64(i % 8)})
	}
	last := algotest.Last(t, Demo, dataset.Explicit(set), nil)
	algotest.Promises(t, last)
	if last.Status.State != algos.Converged {
		t.Error(last.Status)
	}
}

// The board's field is the class that Predict gives.
func TestFieldIsTheLabel(t *testing.T) {
	for _, vectors := range []string{all, last} {
		s := algotest.Last(t, Demo, dataset.Generate("blobs3", 60, 1, 4), vals("parametrization", vectors))
		g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 31, NY: 31}
		dst := make([]float64, g.Len())
		s.Panels()[0].Marks[0].(mark.Field).Eval(dst, g)
		for k, got := range dst {
			want := s.Model().Predict([2]float64{g.X(k % g.NX), g.Y(k / g.NX)})[0].Value.(int)
			if int(got) != want {
				t.Fatalf("%s, node %d: %v, want %v", vectors, k, got, want)
			}
		}
	}
}
