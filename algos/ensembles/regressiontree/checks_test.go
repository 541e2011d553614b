package regressiontree

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/param"
)

// problem draws points, some in the same place, and parameters.
func problem(t *rapid.T) algotest.Trial {
	n := rapid.IntRange(1, 20).Draw(t, "n")
	scale := rapid.SampledFrom([]float64{1e-6, 1, 1e6}).Draw(t, "scale")
	rows := make([][3]float64, n)
	for i := range rows {
		rows[i] = [3]float64{
			float64(rapid.IntRange(-6, 6).Draw(t, "x1")) / 2, rapid.Float64Range(-2, 2).Draw(t, "x2"),
			scale * rapid.Float64Range(-3, 3).Draw(t, "y"),
		}
	}
	set := algotest.Load(t, dataset.Valued(rows...))
	if rapid.Bool().Draw(t, "line") {
		set.Dim = 1
		for i := range set.Points {
			set.Points[i].X[1] = 0
		}
	}
	return algotest.Trial{Set: set, Params: param.Values{
		"max_depth":        rapid.SampledFrom([]string{"0", "1", "3"}).Draw(t, "depth"),
		"min_samples_leaf": rapid.SampledFrom([]string{"1", "3"}).Draw(t, "leaf"),
		"growth":           rapid.SampledFrom([]string{best, breadth}).Draw(t, "order"),
		"ccp_alpha":        rapid.SampledFrom([]string{"0", "0.05", "1"}).Draw(t, "alpha"),
	}}
}

func TestPromisesHold(t *testing.T) { algotest.PromisesHold(t, Demo, problem) }

// Every promise can fail: a spoilt state is caught by the one that is there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	var grown, cut view
	for _, s := range algotest.Steps(t, Demo, sine, algotest.Values("max_depth", "0", "ccp_alpha", "0.02")) {
		v, ok := s.View.(view)
		if !ok {
			t.Fatal("no view")
		}
		if v.phase == splitting && v.splits == 3 {
			grown = v
		}
		if v.phase == pruning {
			cut = v
		}
	}
	spoil := func(v view, change func(n []cart.Node)) view {
		task, tree := *v.task, *v.tree
		tree.Nodes = slices.Clone(tree.Nodes)
		change(tree.Nodes)
		task.tree = &tree
		v.task = &task
		return v
	}
	child := grown.tree.Nodes[grown.node].Left
	moved := spoil(grown, func(n []cart.Node) { n[child].Value += 0.5 })
	worse := spoil(grown, func(n []cart.Node) { n[child].Value += 5 })
	dear := cut
	task := *cut.task
	task.Alpha = 1e-6
	dear.task = &task
	last := algotest.Last(t, Demo, sine, algotest.Values("max_depth", "0", "ccp_alpha", "0.02")).View.(view)
	half := last
	unpruned := *last.task
	unpruned.pruned = last.pruned / 2
	half.task, half.folded = &unpruned, last.pruned/2
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "fall", Good: grown, Spoilt: spoil(grown, func(n []cart.Node) { n[grown.node].Gain *= 1.001 })},
		{Check: "largest", Good: grown, Spoilt: spoil(grown, func(n []cart.Node) { n[grown.node].Gain *= 0.999 })},
		{Check: "centred", Good: grown, Spoilt: moved},
		{Check: "parts", Good: grown, Spoilt: moved},
		{Check: "rises", Good: grown, Spoilt: worse},
		{Check: "price", Good: cut, Spoilt: dear},
		{Check: "cheapest", Good: last, Spoilt: half},
	})
}

// N7: the thresholds of four points leave 14/3, 1/2 and 8/3 of 27/4.
func TestFourPoints(t *testing.T) {
	v := algotest.Steps(t, Demo, four, algotest.Values("max_depth", "1"))[1].View.(view)
	want := []float64{14. / 3, 0.5, 8. / 3}
	for k, c := range v.candidates(0, 0) {
		algotest.Near(t, "threshold", c.Threshold, []float64{1.5, 2.5, 3.5}[k], 0)
		algotest.Near(t, "SSE", 6.75-4*c.Gain, want[k], 1e-14)
		algotest.Near(t, "own threshold", v.takes(c.Threshold), 6.75-want[k], 1e-14)
	}
}

// The tree with two leaves is the best of all: means of every pair of sides, counted directly.
func TestBestStump(t *testing.T) {
	for _, data := range []dataset.Source{sine, hill, slope, flat, same} {
		set := algotest.Load(t, data)
		v := algotest.Last(t, Demo, data, algotest.Values("max_depth", "1")).View.(view)
		least := math.Inf(1)
		for j := range set.Dim {
			for _, cut := range set.Points {
				var sides [2][]float64
				for _, p := range set.Points {
					side := 0
					if p.X[j] > cut.X[j] {
						side = 1
					}
					sides[side] = append(sides[side], p.Y)
				}
				sum := 0.0
				for _, side := range sides {
					mean := 0.0
					for _, y := range side {
						mean += y / float64(len(side))
					}
					for _, y := range side {
						sum += (y - mean) * (y - mean)
					}
				}
				least = min(least, sum)
			}
		}
		algotest.Near(t, "SSE", v.sse(), least, 1e-12*least)
	}
}

// Data that are constant in pieces are met exactly, with as many leaves as there are pieces.
func TestPlateausAreRecovered(t *testing.T) {
	s := algotest.Last(t, Demo, flat, algotest.Values("max_depth", "0"))
	algotest.Near(t, "leaves", s.Metric("leaves"), 3, 0)
	algotest.Near(t, "SSE", s.Metric("sse"), 0, 0)
}

// Both orders end at the same tree; pruning ends at the tree that costs least of all prunings of a small tree.
func TestPruningIsTheCheapest(t *testing.T) {
	for _, alpha := range []float64{0.005, 0.02, 0.05, 0.1, 0.5} {
		for _, order := range []string{best, breadth} {
			s := algotest.Last(t, Demo, sine, algotest.Values("max_depth", "4", "ccp_alpha", fmt.Sprint(alpha), "growth", order))
			v := s.View.(view)
			var least func(at int) float64 // R + α·leaves of the best pruning below a node
			least = func(at int) float64 {
				own := v.squares(at)/float64(len(v.y)) + alpha
				if n := v.tree.Nodes[at]; n.Feature != cart.Leaf {
					return min(own, least(n.Left)+least(n.Right))
				}
				return own
			}
			algotest.Near(t, "cost", s.Metric("sse")/float64(len(v.y))+alpha*s.Metric("leaves"), least(0), 1e-12)
		}
	}
}

// A single point, equal targets, equal places and huge targets have an answer.
func TestDegenerate(t *testing.T) {
	for name, data := range map[string]dataset.Source{
		"one": dataset.Line([2]float64{1, 2}), "equal": dataset.Line([2]float64{1, 2}, [2]float64{2, 2}, [2]float64{3, 2}),
		"place": dataset.Line([2]float64{1, 0}, [2]float64{1, 4}),
	} {
		s := algotest.Last(t, Demo, data, algotest.Values("max_depth", "0"))
		if s.Metric("leaves") != 1 || s.Status.State != algos.Converged {
			t.Errorf("%s: %g leaves, %s", name, s.Metric("leaves"), s.Status.Reason)
		}
	}
	s := algotest.Last(t, Demo, dataset.Line([2]float64{1, -1e9}, [2]float64{2, 1e9}), nil)
	algotest.Near(t, "SSE", s.Metric("sse"), 0, 0)
}

// What a hand drags among 200 points: the run to its end, and its pictures.
func BenchmarkDrag(b *testing.B) {
	for _, n := range []int{200, maxPoints} {
		set := dataset.Explicit(algotest.Load(b, dataset.Generate("sine", n, 0.3, 1)))
		for _, alpha := range []string{"0", "1"} {
			b.Run(fmt.Sprint(n, " alpha ", alpha), func(b *testing.B) {
				for b.Loop() {
					s := algotest.Last(b, Demo, set, algotest.Values("max_depth", "0", "ccp_alpha", alpha))
					s.Panels()
					s.Checks()
				}
			})
		}
	}
}
