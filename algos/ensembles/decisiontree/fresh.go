package decisiontree

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Test points are drawn with a seed far from those that people choose.
const (
	freshPoints = 1000
	freshSeed   = 1_000_003
)

// fresh are test points, and how many of them the tree misclassifies after every split.
type fresh struct {
	x     [][2]float64
	y     []int
	wrong []int
}

// drawFresh draws test points where a generator made the data.
func (t *task) drawFresh() {
	s := t.Source
	if s.Generator == "" || !s.Table.Empty() || !t.Table.Empty() {
		return
	}
	s.Held, s.N, s.Seed = 0, freshPoints, s.Seed+freshSeed
	set, err := t.Draw(s)
	if err != nil {
		return
	}
	change := make([]int, len(t.splits)+2)
	for _, p := range set.Points {
		y := min(p.Class(), len(t.classes)-1)
		t.fresh.x, t.fresh.y = append(t.fresh.x, p.X), append(t.fresh.y, y)
		// From its split on, a node hands the point to a child: the splits on a way follow each other.
		from := 0
		for n := t.nodes[0]; ; {
			if n.label != y {
				change[from]++
			}
			if n.ask == nil {
				break
			}
			if from = n.at + 1; n.label != y {
				change[from]--
			}
			n = t.nodes[n.children[n.ask.branch(p.X[n.ask.feature])]]
		}
	}
	now := 0
	for _, c := range change[:len(t.splits)+1] {
		now += c
		t.fresh.wrong = append(t.fresh.wrong, now)
	}
}

// testError is the share of the test points that the tree of the step misclassifies; undefined without any.
func (v view) testError() float64 {
	if len(v.fresh.x) == 0 {
		return math.NaN()
	}
	wrong := v.fresh.wrong[v.splits]
	if v.folds > 0 {
		wrong = 0
		for i, x := range v.fresh.x {
			if v.nodes[v.leaf(func(j int) float64 { return x[j] }, v.splits, v.folds)].label != v.fresh.y[i] {
				wrong++
			}
		}
	}
	return float64(wrong) / freshPoints
}

// bySize is the error of the growing tree by its number of leaves, on the training and on the test points.
func (v view) bySize() mark.Panel {
	p := panel.Curves{
		ID: "bysize", Title: "Error by number of leaves", Alt: "training error and test error by the number of leaves",
		X: mark.Axis{Name: "leaves", Integer: true, Min: 1}, Y: mark.Axis{Name: "error rate"},
	}
	var train, test []mark.XY
	wrong, top := v.nodes[0].wrong(), 0.0
	for k := range v.splits + 1 {
		if k > 0 {
			n := v.nodes[v.task.splits[k-1]]
			wrong -= n.wrong()
			for _, c := range n.children {
				wrong += v.nodes[c].wrong()
			}
		}
		a, b := float64(wrong)/float64(len(v.learn)), float64(v.fresh.wrong[k])/freshPoints
		train, test = append(train, mark.XY{X: float64(k + 1), Y: a}), append(test, mark.XY{X: float64(k + 1), Y: b})
		top = max(top, a, b)
	}
	p.X.Max, p.Y.Max = float64(max(2, v.splits+1)), panel.RoundUp(max(top, 1e-3))
	p.Of = []panel.Quantity{
		{At: train, Style: mark.RoleAccent.Plain(), Legend: "training error"},
		{At: test, Style: mark.RoleGood.Plain(), Legend: "test error (1,000 points)"},
	}
	return p.Panel()
}

// A choice is the best of some trees by the validation set: its error there, and on the test points.
type choice struct{ validation, test float64 }

// The trees to choose from are many, and grown where that takes a moment.
const (
	candidates  = 100
	reusedRows  = 400
	reuseStream = 2
)

// reuse chooses the best of one, two, … trees by the validation set. The trees are grown on bootstrap samples, so none
// of them knows more than another: what the best gains on the validation set is chance.
func (t *task) reuse(ctx context.Context) error {
	if len(t.aside) == 0 || len(t.fresh.x) == 0 || len(t.learn) > reusedRows {
		return nil
	}
	columns, y := make([][]float64, len(t.x)), make([]int, len(t.learn))
	for k, i := range t.learn {
		for j, x := range t.x {
			columns[j] = append(columns[j], x[i])
		}
		y[k] = t.y[i]
	}
	sorted, r, times := cart.Sort(columns), t.Stream(reuseStream), make([]int, len(t.learn))
	best := choice{validation: math.Inf(1)}
	for range candidates {
		clear(times)
		for range times {
			times[r.IntN(len(times))]++
		}
		tree, err := cart.Classify(ctx, sorted, y, t.impurity(), cart.Options{Depth: t.MaxDepth, Times: times})
		if err != nil {
			return err
		}
		wrong := 0
		for _, i := range t.aside {
			if int(tree.At(t.row(i)...)) != t.y[i] {
				wrong++
			}
		}
		if e := float64(wrong) / float64(len(t.aside)); e < best.validation {
			missed := 0
			for i, x := range t.fresh.x {
				if int(tree.At(x[:len(t.x)]...)) != t.fresh.y[i] {
					missed++
				}
			}
			best = choice{validation: e, test: float64(missed) / freshPoints}
		}
		t.chosen = append(t.chosen, best)
	}
	return nil
}

// row is sample i, feature by feature.
func (t *task) row(i int) []float64 {
	var out []float64
	for _, x := range t.x {
		out = append(out, x[i])
	}
	return out
}

// reused shows what becomes of a validation set that chooses among more and more trees.
func (v view) reused() mark.Panel {
	p := panel.Curves{
		ID: "reuse", Title: "Best tree by validation error", Alt: "validation and test error of the best of 1 to 100 trees",
		X: mark.Axis{Name: "candidate trees", Integer: true, Min: 1, Max: candidates}, Y: mark.Axis{Name: "error rate"},
	}
	last := v.chosen[len(v.chosen)-1]
	p.Note = say.Vars{"validation": last.validation, "test": last.test}.Text("best of 100: validation <validation>, test <test>")
	var validation, test []mark.XY
	top := 0.0
	for k, c := range v.chosen {
		x := float64(k + 1)
		validation, test = append(validation, mark.XY{X: x, Y: c.validation}), append(test, mark.XY{X: x, Y: c.test})
		top = max(top, c.validation, c.test)
	}
	p.Y.Max = panel.RoundUp(max(top, 1e-3))
	p.Of = []panel.Quantity{
		{At: validation, Style: mark.RoleClass3.Plain(), Legend: "its validation error"},
		{At: test, Style: mark.RoleGood.Plain(), Legend: "its test error"},
	}
	return p.Panel()
}

// sayReuse says why the validation set that has chosen is no test set.
func (v view) sayReuse(s *algos.Story) {
	if len(v.chosen) == 0 {
		return
	}
	last := v.chosen[len(v.chosen)-1]
	if last.validation >= last.test {
		return
	}
	s.Vars["trees"], s.Vars["validation"], s.Vars["test"] = len(v.chosen), last.validation, last.test
	s.Text("Reuse of the validation set: the best of <trees tree> on bootstrap samples has validation error <validation>, but test error <test>.")
}

// stopped are the leaves whose best split lowers the impurity by too little.
func (v view) stopped() (count int) {
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if leaf && n.short {
			count++
		}
	})
	return count
}

// checkEnough counts again by how much the split of the step lowers the impurity of the tree.
func (v view) checkEnough() algos.Check {
	claim := algos.Guarantee{Name: "enough", Claim: `stopping rule: a split lowers the weighted impurity by at least $\varepsilon$`}
	if v.phase != splitting {
		return claim.Not("no node was split in this step")
	}
	n := v.current()
	gain, _ := v.recount(n, *n.ask)
	return claim.AtLeast(float64(len(n.rows))/float64(len(v.learn))*gain, v.MinDecrease, tie).Between("decrease", "ε")
}
