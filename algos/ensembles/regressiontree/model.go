package regressiontree

import (
	"context"
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/ensembles/internal/sheet"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
	sheet  sheet.Sheet // of a table
	sorted *cart.Sorted
	y      []float64
	tree   *cart.Tree // fully grown: what a leaf's best split is does not depend on the others
	parent []int
	rows   [][]int32 // of every node
	order  []int     // the nodes that are split, in the order of the run
	place  []int     // of a node in the order; −1 for leaves
	links  []cart.Link
	folds  []int // of a node: its place on the path of pruning
	pruned int   // so many links have an effective α of at most Alpha
	valid  func() []float64
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	t := &task{Problem: p, options: o}
	if err := t.read(); err != nil {
		return nil, err
	}
	tree, err := cart.Regress(ctx, t.sorted, t.y, t.grown())
	if err != nil {
		return nil, fmt.Errorf("growing the tree: %w", err)
	}
	t.tree = tree
	t.parent, t.place = make([]int, len(tree.Nodes)), make([]int, len(tree.Nodes))
	t.rows = make([][]int32, len(tree.Nodes))
	for i := range t.y {
		for at := 0; ; at = tree.Nodes[at].Next(t.sorted.X[tree.Nodes[at].Feature][i]) {
			t.rows[at] = append(t.rows[at], int32(i))
			if tree.Nodes[at].Feature == cart.Leaf {
				break
			}
		}
	}
	t.parent[0] = -1
	for i, n := range tree.Nodes {
		t.place[i] = -1
		if n.Feature != cart.Leaf {
			t.parent[n.Left], t.parent[n.Right] = i, i
		}
	}
	t.queue()
	t.links = tree.Prune()
	t.folds = make([]int, len(tree.Nodes))
	for i := range t.folds {
		t.folds[i] = len(t.links) // what goes with a node above it
	}
	for k, l := range t.links {
		t.folds[l.Node] = k
	}
	for o.Alpha > 0 && t.pruned < len(t.links) && t.links[t.pruned].Alpha <= o.Alpha {
		t.pruned++
	}
	t.valid = algos.Slow(ctx, t.validate)
	return t, nil
}

// read takes the features of points or of a table.
func (t *task) read() error {
	if t.Table.Empty() {
		points := make([][2]float64, len(t.Points))
		for i, q := range t.Points {
			points[i], t.y = q.X, append(t.y, q.Y)
		}
		t.sorted = cart.Sort(cart.Columns(points, t.Dim))
		return nil
	}
	s, err := sheet.Read(t.Table)
	if err != nil {
		return err
	}
	t.sheet, t.y, t.sorted = s, s.Values, cart.Sort(s.X)
	return nil
}

// columns is how many features there are.
func (t *task) columns() int { return len(t.sorted.X) }

func (t *task) grown() cart.Options { return cart.Options{Depth: t.Depth, MinLeaf: t.MinLeaf} }

// queue puts the nodes that are split into the order of the run.
func (t *task) queue() {
	open := []int{0}
	for len(open) > 0 {
		next := 0
		for k := range open {
			if t.Growth == best && t.fall(open[k]) > t.fall(open[next]) {
				next = k
			}
		}
		at := open[next]
		open = slices.Delete(open, next, next+1)
		n := t.tree.Nodes[at]
		if n.Feature == cart.Leaf {
			continue
		}
		t.place[at] = len(t.order)
		t.order = append(t.order, at)
		open = append(open, n.Left, n.Right)
	}
}

// fall is by how much the split of a node lowers the sum of squares.
func (t *task) fall(node int) float64 { return float64(t.tree.Nodes[node].N) * t.tree.Nodes[node].Gain }

// squares is the sum of squares of a node as a leaf.
func (t *task) squares(node int) float64 {
	return float64(t.tree.Nodes[node].N) * t.tree.Nodes[node].Impurity
}

// A phase is what a step did.
type phase int

const (
	starting phase = iota
	looking        // tried every threshold of a feature
	splitting
	pruning
)

// A view is the run at one step.
type view struct {
	*task
	phase   phase
	node    int // that is looked at, split, or a leaf again; −1 for none
	feature int // that is looked at, or split
	splits  int // so many are made
	folded  int // so many links are pruned
}

// last reports whether nothing is left to do.
func (v view) last() bool { return v.splits == len(v.order) && v.folded == v.pruned }

// next is the step after this one.
func (v view) next() view {
	if v.splits == len(v.order) {
		v.phase, v.node = pruning, v.links[v.folded].Node
		v.feature = v.tree.Nodes[v.node].Feature
		v.folded++
		return v
	}
	node := v.order[v.splits]
	switch {
	case v.phase != looking:
		v.phase, v.node, v.feature = looking, node, 0
	case v.feature+1 < v.columns():
		v.feature++
	default:
		v.phase, v.feature = splitting, v.tree.Nodes[node].Feature
		v.splits++
	}
	return v
}

// before is the tree of the step before this one's change; the same where nothing has changed.
func (v view) before() view {
	switch v.phase {
	case splitting:
		v.splits--
	case pruning:
		v.folded--
	}
	return v
}

// split reports whether a node of the tree is split by now.
func (v view) split(node int) bool {
	if v.place[node] < 0 || v.place[node] >= v.splits {
		return false
	}
	return v.folds[node] >= v.folded
}

// nodes are those of the tree by now, a parent before its children.
func (v view) nodes() []int {
	out := []int{0}
	for k := 0; k < len(out); k++ {
		if v.split(out[k]) {
			n := v.tree.Nodes[out[k]]
			out = append(out, n.Left, n.Right)
		}
	}
	return out
}

// leaves are the leaves by now, from the left.
func (v view) leaves() []int {
	var out []int
	var walk func(at int)
	walk = func(at int) {
		if !v.split(at) {
			out = append(out, at)
			return
		}
		walk(v.tree.Nodes[at].Left)
		walk(v.tree.Nodes[at].Right)
	}
	walk(0)
	return out
}

// sse is the sum of squared residuals of the leaves.
func (v view) sse() float64 {
	sum := 0.0
	for _, l := range v.leaves() {
		sum += v.squares(l)
	}
	return sum
}

// predictor returns the leaf and the value of every input, given its number in each feature, with what is split looked up once.
func (v view) predictor() func(x func(column int) float64) (leaf int, value float64) {
	split := make([]bool, len(v.tree.Nodes))
	for _, i := range v.nodes() {
		split[i] = v.split(i)
	}
	return func(x func(column int) float64) (int, float64) {
		at := 0
		for split[at] {
			at = v.tree.Nodes[at].Next(x(v.tree.Nodes[at].Feature))
		}
		return at, v.tree.Nodes[at].Value
	}
}

// placed returns the leaf and the value of every sample.
func (v view) placed() func(row int) (leaf int, value float64) {
	f := v.predictor()
	return func(row int) (int, float64) { return f(func(j int) float64 { return v.sorted.X[j][row] }) }
}

// Model returns the tree by now.
func (v view) Model() algos.Model {
	nodes := v.nodes()
	at := make(map[int]int, len(nodes))
	for k, i := range nodes {
		at[i] = k
	}
	tree := make([][]algos.Value, len(nodes))
	for k, i := range nodes {
		n := v.tree.Nodes[i]
		tree[k] = []algos.Value{{Name: "n", Value: n.N}, {Name: "impurity", Value: n.Impurity}, {Name: "value", Value: n.Value}}
		if v.split(i) {
			tree[k] = append(tree[k], algos.Value{Name: "feature", Value: n.Feature}, algos.Value{Name: "threshold", Value: n.Threshold},
				algos.Value{Name: "gain", Value: n.Gain}, algos.Value{Name: "left", Value: at[n.Left]}, algos.Value{Name: "right", Value: at[n.Right]})
		}
	}
	f := v.predictor()
	m := algos.Model{Values: []algos.Value{{Name: "tree", Value: tree}, {Name: "sse", Value: v.sse()}, {Name: "leaves", Value: len(v.leaves())}}}
	if !v.Table.Empty() {
		m.PredictRow = func(row []float64) []algos.Value {
			in := v.sheet.Inputs(row)
			_, y := f(func(j int) float64 { return in[j] })
			return []algos.Value{{Name: "y", Value: y}}
		}
		return m
	}
	m.Mean = func(x [2]float64) float64 { _, y := f(func(j int) float64 { return x[j] }); return y }
	m.Predict = func(x [2]float64) []algos.Value { return []algos.Value{{Name: "y", Value: m.Mean(x)}} }
	return m
}

const folds = 5

// validate is the 5-fold cross-validation error of the trees of the pruning path: the
// full tree first. Between two values of α on the path it takes their geometric mean (Breiman et al., 1984, section 8.5).
func (t *task) validate(ctx context.Context) []float64 {
	n := len(t.y)
	if n < 2*folds {
		return nil
	}
	errors := make([]float64, len(t.links)+1)
	deal := t.Stream(1).Perm(n)
	for f := range folds {
		times := make([]int, n)
		for i := range times {
			times[i] = 1
		}
		var out []int
		for k := f; k < n; k += folds {
			out, times[deal[k]] = append(out, deal[k]), 0
		}
		o := t.grown()
		o.Times = times
		tree, err := cart.Regress(ctx, t.sorted, t.y, o)
		if err != nil {
			return nil
		}
		links := tree.Prune()
		folded := make([]bool, len(tree.Nodes))
		at := 0
		for k := range errors {
			if ctx.Err() != nil {
				return nil
			}
			for alpha := t.between(k); at < len(links) && links[at].Alpha <= alpha; at++ {
				folded[links[at].Node] = true
			}
			for _, i := range out {
				d := t.y[i] - t.prunedAt(tree, folded, i)
				errors[k] += d * d / float64(n)
			}
		}
	}
	return errors
}

// between is the α at which the k-th tree of the path is judged.
func (t *task) between(k int) float64 {
	switch {
	case k == 0:
		return 0
	case k == len(t.links):
		return math.Inf(1)
	}
	return math.Sqrt(t.links[k-1].Alpha * t.links[k].Alpha)
}

func (t *task) prunedAt(tree *cart.Tree, folded []bool, row int) float64 {
	at := 0
	for tree.Nodes[at].Feature != cart.Leaf && !folded[at] {
		at = tree.Nodes[at].Next(t.sorted.X[tree.Nodes[at].Feature][row])
	}
	return tree.Nodes[at].Value
}
