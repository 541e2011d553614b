package decisiontree

import (
	"context"
	"math"
	"slices"

	"playground/algos/cart"
)

// A node is a leaf, or has a split. The tree is grown once, and a step shows as much of it as has been made.
type node struct {
	id, parent, depth int
	rows              []int // those of a branch lie together; see task.part
	counts            []int
	impurity          float64
	label             int // the class with most rows, the smallest of several
	ask               *question
	looked            []look // the best split on every feature, in their order
	children          []int
	at                int  // the number of the split that made it an inner node, from 0
	short             bool // it is a leaf because its best split lowers the impurity by too little
}

// decrease is by how much the split of a node lowers the impurity of the whole tree.
func (t *task) decrease(n *node) float64 {
	return float64(len(n.rows)) / float64(len(t.learn)) * n.ask.gain
}

// whole is the word of a split that has a branch for each category.
const whole = -1

// A question is a split of the samples of a node: x ≤ threshold, or by categories.
type question struct {
	feature   int
	threshold float64
	word      int // of a binary split on a categorical feature; whole has a branch for each
	words     bool
	values    []int   // the categories of the branches, where word is whole
	gain      float64 // by how much the mean impurity falls
	iv        float64 // H_A, the entropy of the branches' sizes
}

// A look is what was found when all splits on a feature were tried.
type look struct {
	feature int
	count   int // of the splits; where there is none, best is empty
	best    question
}

func (q question) ratio() float64 {
	if q.iv <= 0 {
		return 0
	}
	return q.gain / q.iv
}

// branch is the place among the children of a row's value; −1 where there is none.
func (q question) branch(x float64) int {
	switch {
	case !q.words:
		if x <= q.threshold {
			return 0
		}
		return 1
	case q.word != whole:
		if int(x) == q.word {
			return 0
		}
		return 1
	}
	return slices.Index(q.values, int(x))
}

// tie is how far apart gains may be and still count as equal: quotients of whole numbers and their logarithms.
const tie = 1e-12

func (t *task) impurity() cart.Impurity {
	switch t.Criterion {
	case entropy, ratio:
		return cart.Entropy
	case mistakes:
		return cart.Error
	}
	return cart.Gini
}

// grow makes the whole tree, a node's left subtree before its right one.
func (t *task) grow(ctx context.Context) error {
	t.nodes = []*node{t.describe(slices.Clone(t.learn), -1, 0)}
	var open []int
	for open = []int{0}; len(open) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := open[len(open)-1]
		open = open[:len(open)-1]
		n := t.nodes[at]
		if n.impurity == 0 || t.MaxDepth > 0 && n.depth >= t.MaxDepth || len(n.rows) < 2*t.MinLeaf {
			continue
		}
		for j := range t.x {
			n.looked = append(n.looked, t.look(n, j))
		}
		if n.ask = t.choose(n.looked); n.ask != nil && t.MinDecrease > 0 && t.decrease(n) < t.MinDecrease-tie {
			n.ask, n.short = nil, true
		}
		if n.ask == nil {
			n.looked = nil
			continue
		}
		n.at = len(t.splits)
		t.splits = append(t.splits, at)
		for _, rows := range t.part(n.rows, *n.ask) {
			n.children = append(n.children, len(t.nodes))
			child := t.describe(rows, at, n.depth+1)
			child.id = len(t.nodes)
			t.nodes = append(t.nodes, child)
		}
		for _, k := range slices.Backward(n.children) {
			open = append(open, k)
		}
	}
	return nil
}

func (t *task) describe(rows []int, parent, depth int) *node {
	n := &node{parent: parent, depth: depth, rows: rows, counts: t.count(rows)}
	n.impurity, n.label = t.impurity().Of(n.counts), slices.Index(n.counts, slices.Max(n.counts))
	return n
}

func (t *task) count(rows []int) []int {
	counts := make([]int, len(t.classes))
	for _, i := range rows {
		counts[t.y[i]]++
	}
	return counts
}

// part orders samples by the branches of a split, which share their memory: a deep tree with many rows would
// else hold each of them in as many nodes as lie above its leaf.
func (t *task) part(rows []int, q question) [][]int {
	sorted := make([][]int, max(2, len(q.values)))
	for _, i := range rows {
		k := q.branch(t.x[q.feature][i])
		sorted[k] = append(sorted[k], i)
	}
	out, at := make([][]int, len(sorted)), 0
	for k, branch := range sorted {
		out[k] = rows[at : at+copy(rows[at:], branch) : at+len(branch)]
		at += len(branch)
	}
	return out
}

// look tries all splits on a feature: every threshold between two neighbours, or the categories.
func (t *task) look(n *node, j int) look {
	all := t.candidates(n, j)
	l := look{feature: j, count: len(all)}
	for k, q := range all {
		if k == 0 || q.gain > l.best.gain+tie {
			l.best = q
		}
	}
	return l
}

// candidates are all splits on a feature. They are many, and not kept.
func (t *task) candidates(n *node, j int) []question {
	if t.words[j] == nil {
		return t.thresholds(n, j)
	}
	return t.asked(n, j)
}

// thresholds moves row after row to the left, and keeps count.
func (t *task) thresholds(n *node, j int) []question {
	x, order := t.x[j], make([]uint64, len(n.rows)) // the place of the number before that of the row
	for k, i := range n.rows {
		order[k] = uint64(t.rank[j][i])<<32 | uint64(i)
	}
	slices.Sort(order)
	left, right := make([]int, len(n.counts)), slices.Clone(n.counts)
	out := make([]question, 0, min(len(order), t.distinct[j])-1)
	for k, key := range order[:len(order)-1] {
		i, next := uint32(key), uint32(order[k+1])
		left[t.y[i]]++
		right[t.y[i]]--
		if x[i] == x[next] || k+1 < t.MinLeaf || len(order)-k-1 < t.MinLeaf {
			continue
		}
		q := question{feature: j, threshold: cart.Midway(x[i], x[next]), word: whole}
		q.gain, q.iv = t.judge(n, left, right)
		out = append(out, q)
	}
	return out
}

// asked are the questions about a column of words: one with a branch for each word, or one for every word and the others.
func (t *task) asked(n *node, j int) []question {
	by := make([][]int, len(t.words[j]))
	for k := range by {
		by[k] = make([]int, len(n.counts))
	}
	for _, i := range n.rows {
		by[int(t.x[j][i])][t.y[i]]++
	}
	var values []int
	for k, counts := range by {
		if size(counts) > 0 {
			values = append(values, k)
		}
	}
	var out []question
	if len(values) < 2 {
		return nil
	}
	if t.Branches == multiway {
		var parts [][]int
		for _, k := range values {
			if size(by[k]) < t.MinLeaf {
				return nil
			}
			parts = append(parts, by[k])
		}
		q := question{feature: j, words: true, word: whole, values: values}
		q.gain, q.iv = t.judge(n, parts...)
		return []question{q}
	}
	for _, k := range values {
		others := make([]int, len(n.counts))
		for c := range others {
			others[c] = n.counts[c] - by[k][c]
		}
		if size(by[k]) < t.MinLeaf || size(others) < t.MinLeaf {
			continue
		}
		q := question{feature: j, words: true, word: k}
		q.gain, q.iv = t.judge(n, by[k], others)
		out = append(out, q)
		if len(values) == 2 {
			break // the other word asks the same
		}
	}
	return out
}

func size(counts []int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// judge is the gain of parts, and the entropy of their sizes.
func (t *task) judge(n *node, parts ...[]int) (gain, iv float64) {
	below, total := 0.0, float64(len(n.rows))
	for _, counts := range parts {
		fraction := float64(size(counts)) / total
		below += fraction * t.impurity().Of(counts)
		iv -= fraction * math.Log2(fraction)
	}
	return max(0, n.impurity-below), iv
}

// choose is the split with the largest gain, or for the gain ratio that with the largest ratio among the features
// whose gain is not below the average. Ties go to the first feature and the smallest threshold.
func (t *task) choose(looked []look) *question {
	sum, have := 0.0, 0
	for _, l := range looked {
		if l.count > 0 {
			sum += l.best.gain
			have++
		}
	}
	var best *question
	for _, l := range looked {
		if l.count == 0 {
			continue
		}
		q := &l.best
		if t.Criterion == ratio && q.gain < sum/float64(have)-tie {
			continue
		}
		if best == nil || t.worth(*q) > t.worth(*best)+tie {
			best = q
		}
	}
	return best
}

// worth is what splits are compared by.
func (t *task) worth(q question) float64 {
	if t.Criterion == ratio {
		return q.ratio()
	}
	return q.gain
}

// mostTried bounds the search for the best tree of depth two: pairs of thresholds times rows.
const mostTried = 3_000_000

// best2 is the fewest errors of all trees of depth two over numbers, by trying them all; false where the run does not ask for
// such a tree, or there are too many.
func (v view) best2() (int, bool) {
	if v.MaxDepth != 2 || v.MinLeaf != 1 || v.MinDecrease > 0 || v.Prune != unpruned || slices.ContainsFunc(v.words, func(w []string) bool { return w != nil }) {
		return 0, false
	}
	cuts := 0
	for _, d := range v.distinct {
		cuts += d - 1
	}
	if cuts*cuts*len(v.learn) > mostTried {
		return 0, false
	}
	return v.fewest(slices.Clone(v.learn), 2), true // which orders them, and readers share a state
}

// fewest is the fewest errors of a tree of some depth on some samples.
func (t *task) fewest(rows []int, depth int) int {
	counts := t.count(rows)
	least := len(rows) - slices.Max(counts)
	if depth == 0 || least == 0 {
		return least
	}
	for j := range t.x {
		values := make([]float64, 0, len(rows))
		for _, i := range rows {
			values = append(values, t.x[j][i])
		}
		slices.Sort(values)
		for _, at := range slices.Compact(values) {
			parts := t.part(rows, question{feature: j, threshold: at})
			if len(parts[1]) > 0 {
				least = min(least, t.fewest(parts[0], depth-1)+t.fewest(parts[1], depth-1))
			}
		}
	}
	return least
}
