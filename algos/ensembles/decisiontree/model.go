package decisiontree

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// A task is what stays the same during a run: the samples, and the tree of which steps show more and more.
type task struct {
	algos.Problem
	Options
	names    []string
	words    [][]string  // the categories of every feature, nil for numbers
	x        [][]float64 // feature by feature
	y        []int
	classes  []string
	learn    []int     // training samples
	aside    []int     // validation samples
	distinct []int     // numbers of a column that differ
	rank     [][]int32 // of every column the place of a row's number among these
	nodes    []*node
	splits   []int // the nodes that are split, in their order
	path     []fold
	folds    []fold
	other    *task // of the same points except for one; nil where it is not asked for
	changed  int   // which point that is
	fresh    fresh // test points; none without a generator
	chosen   []choice
	foldedAt []int // of a node: the number of the fold that made it a leaf
}

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	t := &task{Problem: p, Options: o}
	if p.Table.Empty() {
		t.readPoints()
	} else if err := t.readTable(); err != nil {
		return nil, err
	}
	for _, column := range t.x {
		sorted := slices.Compact(slices.Sorted(slices.Values(column)))
		rank := make([]int32, len(column))
		for i, x := range column {
			k, _ := slices.BinarySearch(sorted, x)
			rank[i] = int32(k)
		}
		t.distinct, t.rank = append(t.distinct, len(sorted)), append(t.rank, rank)
	}
	t.setAside()
	if err := t.grow(ctx); err != nil {
		return nil, err
	}
	if err := t.prune(ctx); err != nil {
		return nil, err
	}
	t.foldedAt = slices.Repeat([]int{math.MaxInt}, len(t.nodes))
	for k, f := range t.folds {
		t.foldedAt[f.node] = k
	}
	t.drawFresh()
	if err := t.reuse(ctx); err != nil {
		return nil, err
	}
	return t, t.raise(ctx)
}

func (t *task) readPoints() {
	t.names, t.words = t.Columns()[:t.Dim], make([][]string, t.Dim)
	for k := range t.Dim {
		column := make([]float64, len(t.Points))
		for i, p := range t.Points {
			column[i] = p.X[k]
		}
		t.x = append(t.x, column)
	}
	most := 1
	for _, p := range t.Points {
		t.y = append(t.y, p.Class())
		most = max(most, p.Class())
	}
	for k := range most + 1 {
		t.classes = append(t.classes, t.ClassName(k))
	}
}

func (t *task) readTable() error {
	target := t.Table.Target()
	switch {
	case len(t.Table.Rows) == 0:
		return algos.Refuse("The table has no samples yet.")
	case target < 0:
		return algos.Refuse("No target selected: choose the categorical variable that the tree predicts.")
	case len(t.Table.Columns) < 2:
		return algos.Refuse("The table has no features besides the target.")
	}
	for j, c := range t.Table.Columns {
		if j == target {
			t.classes = c.Words
			for _, row := range t.Table.Rows {
				t.y = append(t.y, int(row[j]))
			}
			continue
		}
		column := make([]float64, len(t.Table.Rows))
		for i, row := range t.Table.Rows {
			column[i] = row[j]
		}
		t.x, t.names, t.words = append(t.x, column), append(t.names, c.Name), append(t.words, c.Words)
	}
	return nil
}

// setAside draws a third of the samples as the validation set, which does not grow the tree but prunes it.
func (t *task) setAside() {
	n := len(t.y)
	if t.Prune != byValidation || n < 3 {
		for i := range n {
			t.learn = append(t.learn, i)
		}
		return
	}
	order := t.Stream(1).Perm(n)
	t.aside, t.learn = order[:n/3], order[n/3:]
	slices.Sort(t.aside)
	slices.Sort(t.learn)
}

// The kinds of steps.
type phase int

const (
	starting phase = iota
	looking
	splitting
	folding
)

// A view shows the tree after some splits and folds; the column is the one that is looked at.
type view struct {
	*task
	phase         phase
	splits, folds int
	column        int
}

func (t *task) view(p phase, splits, folds, column int) view {
	return view{task: t, phase: p, splits: splits, folds: folds, column: column}
}

func (t *task) ended(splits, folds int) bool { return splits == len(t.splits) && folds == len(t.folds) }

// asks reports whether a node is split after some splits and folds.
func (t *task) asks(at, splits, folds int) bool {
	n := t.nodes[at]
	return n.ask != nil && n.at < splits && t.foldedAt[at] >= folds
}

// visit goes through the nodes of the tree, a parent before its children.
func (t *task) visit(splits, folds int, see func(n *node, leaf bool)) {
	var down func(at int)
	down = func(at int) {
		inner := t.foldedAt == nil && t.nodes[at].ask != nil && t.nodes[at].at < splits || t.foldedAt != nil && t.asks(at, splits, folds)
		see(t.nodes[at], !inner)
		if inner {
			for _, k := range t.nodes[at].children {
				down(k)
			}
		}
	}
	down(0)
}

// leaf is where a sample ends: in a leaf, or at a split that has no branch for its category.
func (t *task) leaf(x func(j int) float64, splits, folds int) int {
	at := 0
	for n := t.nodes[0]; n.ask != nil && n.at < splits && (t.foldedAt == nil || t.foldedAt[at] >= folds); n = t.nodes[at] {
		k := n.ask.branch(x(n.ask.feature))
		if k < 0 {
			break
		}
		at = n.children[k]
	}
	return at
}

// of is where sample i ends.
func (v view) of(i int) int {
	return v.leaf(func(j int) float64 { return v.x[j][i] }, v.splits, v.folds)
}

// way are the nodes from the root to one.
func (t *task) way(at int) []int {
	var out []int
	for ; at >= 0; at = t.nodes[at].parent {
		out = append(out, at)
	}
	slices.Reverse(out)
	return out
}

// sums are what is counted over the leaves.
func (v view) sums() (potential float64, wrong, leaves int) {
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if leaf {
			potential += float64(len(n.rows)) / float64(len(v.learn)) * n.impurity
			wrong += n.wrong()
			leaves++
		}
	})
	return potential, wrong, leaves
}

// asideWrong counts the validation errors.
func (v view) asideWrong() int {
	n := 0
	for _, i := range v.aside {
		if v.nodes[v.of(i)].label != v.y[i] {
			n++
		}
	}
	return n
}

// current is the node that a step is about.
func (v view) current() *node {
	switch v.phase {
	case looking:
		return v.nodes[v.task.splits[v.splits]]
	case splitting:
		return v.nodes[v.task.splits[v.splits-1]]
	case folding:
		return v.nodes[v.task.folds[v.folds-1].node]
	}
	return v.nodes[0]
}

func (v view) metrics() []float64 {
	potential, wrong, leaves := v.sums()
	m := []float64{potential, float64(wrong) / float64(len(v.learn)), float64(leaves), math.NaN(), math.NaN(), v.testError()}
	if len(v.aside) > 0 {
		m[3] = float64(v.asideWrong()) / float64(len(v.aside))
	}
	if v.Prune == byMDL {
		m[4] = v.length(v.splits, v.folds)
	}
	return m
}

// Model names the results: the tree, and what was found about every column at the node of the step.
func (v view) Model() algos.Model {
	var tree [][]algos.Value
	place := map[int]int{}
	v.visit(v.splits, v.folds, func(n *node, _ bool) {
		place[n.id] = len(place)
	})
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		one := []algos.Value{
			{Name: "n", Value: len(n.rows)},
			{Name: "impurity", Value: n.impurity},
			{Name: "counts", Value: n.counts},
			{Name: "label", Value: v.called(n.label)},
		}
		if !leaf {
			one = append(one, algos.Value{Name: "feature", Value: n.ask.feature}, algos.Value{Name: "gain", Value: n.ask.gain})
			switch {
			case !n.ask.words:
				one = append(one, algos.Value{Name: "threshold", Value: n.ask.threshold})
			case n.ask.word != whole:
				one = append(one, algos.Value{Name: "word", Value: v.words[n.ask.feature][n.ask.word]})
			default:
				var words []string
				for _, k := range n.ask.values {
					words = append(words, v.words[n.ask.feature][k])
				}
				one = append(one, algos.Value{Name: "words", Value: words})
			}
			if len(n.children) == 2 {
				one = append(one, algos.Value{Name: "left", Value: place[n.children[0]]}, algos.Value{Name: "right", Value: place[n.children[1]]})
			} else {
				var branches []int
				for _, k := range n.children {
					branches = append(branches, place[k])
				}
				one = append(one, algos.Value{Name: "branches", Value: branches})
			}
		}
		tree = append(tree, one)
	})
	potential, wrong, leaves := v.sums()
	m := algos.Model{Values: []algos.Value{
		{Name: "tree", Value: tree},
		{Name: "leaves", Value: leaves},
		{Name: "potential", Value: potential},
		{Name: "wrong", Value: wrong},
		{Name: "exception", Value: v.exception()},
	}}
	if v.Prune == byMDL {
		m.Values = append(m.Values, algos.Value{Name: "bits", Value: v.length(v.splits, v.folds)})
		samples, exceptions := v.raw()*float64(len(v.learn)), v.raw()*float64(wrong)
		m.Values = append(m.Values, algos.Value{Name: "raw_samples", Value: samples}, algos.Value{Name: "raw_exceptions", Value: exceptions},
			algos.Value{Name: "raw_budget", Value: samples - exceptions})
	}
	if last := len(v.chosen) - 1; last >= 0 {
		m.Values = append(m.Values, algos.Value{Name: "reused_error", Value: v.chosen[last].validation}, algos.Value{Name: "reused_test_error", Value: v.chosen[last].test})
	}
	if n := v.current(); v.phase != folding && len(n.looked) > 0 {
		for _, l := range n.looked {
			if l.count == 0 {
				continue
			}
			q := l.best
			of := "_" + v.keyed(l.feature)
			m.Values = append(m.Values, algos.Value{Name: "gain" + of, Value: q.gain}, algos.Value{Name: "iv" + of, Value: q.iv},
				algos.Value{Name: "ratio" + of, Value: q.ratio()}, algos.Value{Name: "below" + of, Value: n.impurity - q.gain})
		}
	}
	at := func(x func(j int) float64) []algos.Value {
		n := v.nodes[v.leaf(x, v.splits, v.folds)]
		p := make([]float64, len(n.counts))
		for k, c := range n.counts {
			p[k] = float64(c) / float64(len(n.rows))
		}
		return []algos.Value{{Name: "label", Value: v.called(n.label)}, {Name: "p", Value: p}}
	}
	if v.Table.Empty() {
		m.Predict = func(x [2]float64) []algos.Value { return at(func(j int) float64 { return x[j] }) }
	} else {
		m.PredictRow = func(inputs []float64) []algos.Value { return at(func(j int) float64 { return inputs[j] }) }
	}
	return m
}

// called is a class in predictions: the label of points, the word of a table.
func (t *task) called(class int) any {
	if t.Table.Empty() {
		return t.Label(class)
	}
	return dataset.Label(t.classes[class])
}

// keyed is a column's place as it stands in the names of results, from 1.
func (t *task) keyed(j int) string { return say.Num(float64(j + 1)) }
