package bagging

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// grown is the prediction at x of a fully grown tree on pairs (x, y), by trying every threshold at every node.
func grown(at float64, rows [][2]float64) float64 {
	sse := func(of [][2]float64) float64 {
		mean, sum := 0.0, 0.0
		for _, r := range of {
			mean += r[1] / float64(len(of))
		}
		for _, r := range of {
			sum += (r[1] - mean) * (r[1] - mean)
		}
		return sum
	}
	slices.SortFunc(rows, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	best, cut := math.Inf(1), 0
	for k := 1; k < len(rows); k++ {
		if rows[k-1][0] == rows[k][0] {
			continue
		}
		if e := sse(rows[:k]) + sse(rows[k:]); e < best-1e-12 {
			best, cut = e, k
		}
	}
	if cut == 0 || sse(rows) < 1e-20 {
		mean := 0.0
		for _, r := range rows {
			mean += r[1] / float64(len(rows))
		}
		return mean
	}
	if at <= (rows[cut-1][0]+rows[cut][0])/2 {
		return grown(at, rows[:cut])
	}
	return grown(at, rows[cut:])
}

// The mean of trees on a line, the out-of-bag error and the bold line, from the streams of the trees and thresholds tried one by one.
func TestLineByBruteForce(t *testing.T) {
	const trees = 25
	set := algotest.Load(t, sine)
	p, err := algos.Recipe{Data: sine, Seed: 1}.Problem()
	if err != nil {
		t.Fatal(err)
	}
	v := tabled(t, sine, 1, algotest.Values("n_estimators", "25"))
	n := len(set.Points)
	var samples [][][2]float64
	sum, voters := make([]float64, n), make([]float64, n)
	for b := 1; b <= trees; b++ {
		r, times := p.Stream(uint64(b)), make([]int, n)
		for range n {
			times[r.IntN(n)]++
		}
		var rows [][2]float64
		for i, c := range times {
			for range c {
				rows = append(rows, [2]float64{set.Points[i].X[0], set.Points[i].Y})
			}
		}
		samples = append(samples, rows)
		for i, c := range times {
			if c == 0 {
				sum[i], voters[i] = sum[i]+grown(set.Points[i].X[0], rows), voters[i]+1
			}
		}
	}
	oob, rows := 0.0, 0.0
	for i, q := range set.Points {
		if voters[i] > 0 {
			oob, rows = oob+math.Pow(sum[i]/voters[i]-q.Y, 2), rows+1
		}
	}
	algotest.Near(t, "OOB error", v.BagLoss, oob/rows, 1e-11)
	var bold mark.PolyLine
	for _, m := range v.Panels()[0].Marks {
		if line, ok := m.(mark.PolyLine); ok {
			bold = line
		}
	}
	for x, known := range map[float64]float64{-2: 0.053116, 0: -0.185332, 1: 0.95992} { // those of the fixture
		want := 0.0
		for _, s := range samples {
			want += grown(x, s) / trees
		}
		algotest.Near(t, "fixture", known, want, 1e-12)
	}
	algotest.Near(t, "fixture", 0.169754238148698, oob/rows, 1e-12)
	for x := -3.49; x < 3.5; x += 0.0731 {
		want := 0.0
		for _, s := range samples {
			want += grown(x, s) / trees
		}
		algotest.Near(t, "mean of the trees", v.Model().Predict([2]float64{x})[0].Value.(float64), want, 1e-11)
	}
	for k := 0; k+1 < len(bold.At); k += 2 { // every step of the bold line, in its middle
		a, b := bold.At[k], bold.At[k+1]
		x := (a.X + b.X) / 2
		algotest.Near(t, "bold line", a.Y, v.Model().Predict([2]float64{x})[0].Value.(float64), 1e-9)
		if a.Y != b.Y {
			t.Fatalf("a step from %v to %v is not level", a, b)
		}
	}
}

// The variance over training sets is that of values: of each tree at each place, on average, and not half of it.
func TestVarianceOnALine(t *testing.T) {
	v := tabled(t, sine, 1, algotest.Values("n_estimators", "9"))
	const sets, places = 10, 64
	variance := func(said []float64) float64 {
		sum := 0.0
		for p := range places {
			mean := 0.0
			for r := range sets {
				mean += said[r*places+p] / sets
			}
			for r := range sets {
				sum += math.Pow(said[r*places+p]-mean, 2) / (sets - 1) / places
			}
		}
		return sum
	}
	single, mean := 0.0, make([]float64, sets*places)
	for _, said := range v.Heard {
		if len(said) != sets*places {
			t.Fatal(len(said))
		}
		single += variance(said) / float64(len(v.Heard))
		for k, x := range said {
			mean[k] += x / float64(len(v.Heard))
		}
	}
	algotest.Near(t, "variance of a tree", v.OfTree, single, 1e-10)
	algotest.Near(t, "variance of the ensemble", v.OfCommittee, variance(mean), 1e-10)
	if v.OfCommittee >= v.OfTree {
		t.Errorf("the mean varies by %g, a tree by %g", v.OfCommittee, v.OfTree)
	}
}

// Spoilt values of points are found by the guarantees, and all hold on a line as they are.
func TestPromisesOnALine(t *testing.T) {
	for _, s := range []dataset.Source{sine, dataset.Line([2]float64{1, 1}), dataset.Line([2]float64{1, 2}, [2]float64{1, 4}, [2]float64{2, 9})} {
		algotest.Promises(t, algotest.Run(t, Demo, s, 1, algotest.Values("n_estimators", "9")))
	}
	good := tabled(t, sine, 1, algotest.Values("n_estimators", "9"))
	for name, spoil := range map[string]func(v *view){
		"variance":  func(v *view) { v.OfCommittee *= 1 + 1e-6 },
		"ambiguity": func(v *view) { v.Brier *= 1 + 1e-6 },
		"oob":       func(v *view) { v.BagLoss *= 1 + 1e-6 },
	} {
		bad, state := good, *good.State
		bad.State = &state
		spoil(&bad)
		algotest.Spoilt(t, []algotest.Spoiling{{Check: name, Good: good, Spoilt: bad}})
	}
}

// Classes on a line are refused in words.
func TestClassesOnALine(t *testing.T) {
	set := dataset.Set{Dim: 1, Target: dataset.Classes, Points: []dataset.Point{{X: [2]float64{1}}, {X: [2]float64{2}, Y: 1}}}
	run, err := algotest.Start(t.Context(), Demo, set, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for step := range run {
		if _, ok := step.View.(view); ok {
			t.Error("not refused")
		}
	}
}
