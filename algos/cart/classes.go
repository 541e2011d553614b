package cart

import (
	"context"
	"math"
	"slices"
)

// An Impurity is the impurity of the classes of a node's samples.
type Impurity int

// The impurities of note 003.07: with the proportion p of every class,
const (
	Gini    Impurity = iota // 1 − Σp²
	Entropy                 // −Σ p log₂ p, in bits
	Error                   // 1 − max p, the misclassification error of the majority class
)

// Of is the impurity of so many rows of every class.
func (k Impurity) Of(counts []int) float64 {
	n, most := 0, 0
	for _, c := range counts {
		n, most = n+c, max(most, c)
	}
	if most == n {
		return 0 // no rows, or rows of one class
	}
	total, sum := float64(n), 0.0
	switch k {
	case Error:
		return float64(n-most) / total
	case Entropy:
		for _, c := range counts {
			if c > 0 {
				p := float64(c) / total
				sum -= p * math.Log2(p)
			}
		}
		return sum
	}
	for _, c := range counts {
		sum += float64(c) * float64(n-c)
	}
	return sum / (total * total)
}

// Classify grows a tree of classes 0 … K−1.
func Classify(ctx context.Context, s *Sorted, y []int, k Impurity, o Options) (*Tree, error) {
	return grow(ctx, s, newClasses(y, k, o.Times), o)
}

// classes is the criterion of labels.
type classes struct {
	y           []int
	kind        Impurity
	times       []int
	node        []int // rows of each class in the node whose splits are looked at
	n           int
	left, right []int     // of which on either side
	clog        []float64 // c log₂ c
}

func newClasses(y []int, kind Impurity, times []int) *classes {
	k := 1
	for _, c := range y {
		k = max(k, c+1)
	}
	c := &classes{y: y, kind: kind, times: times, node: make([]int, k), left: make([]int, k), right: make([]int, k)}
	if kind == Entropy {
		n := 0
		for i := range y {
			n += c.weight(int32(i))
		}
		c.clog = make([]float64, n+1)
		for i := 1; i <= n; i++ {
			c.clog[i] = float64(i) * math.Log2(float64(i))
		}
	}
	return c
}

func (c *classes) weight(row int32) int {
	if c.times == nil {
		return 1
	}
	return c.times[row]
}

func (c *classes) count(rows []int32) (counts []int, n int) {
	counts = make([]int, len(c.left))
	for _, i := range rows {
		counts[c.y[i]] += c.weight(i)
	}
	for _, m := range counts {
		n += m
	}
	return counts, n
}

func (c *classes) describe(rows []int32, depth int) Node {
	counts, n := c.count(rows)
	return Node{N: n, Depth: depth, Counts: counts, Impurity: c.kind.Of(counts), Value: float64(slices.Index(counts, slices.Max(counts))), Feature: Leaf}
}

func (c *classes) pure() float64 { return 0 }

func (c *classes) begin(rows []int32) {
	c.n = 0
	clear(c.node)
	for _, i := range rows {
		w := c.weight(i)
		c.node[c.y[i]] += w
		c.n += w
	}
}

// tie is by how much scores of equally good splits may differ by rounding, a row: quotients of whole numbers, and as many
// logarithms as there are classes.
const tie = 1e-12

// The score of a split is, except for what all splits of a node have in common, n times its gain.
func (c *classes) scan(x []float64, rows []int32, column, minLeaf int, best *Split) {
	clear(c.left)
	copy(c.right, c.node)
	slack := tie * float64(c.n)
	nl, nr, sl, sr := 0, c.n, 0.0, c.sum(c.right)
	for at, i := range rows[:len(rows)-1] {
		k, w := c.y[i], c.weight(i)
		l, r := c.left[k], c.right[k]
		switch c.kind {
		case Gini: // (l+w)² = l² + w(2l+w): whole numbers, without rounding
			sl += float64(w * (2*l + w))
			sr -= float64(w * (2*r - w))
		case Entropy:
			sl += c.clog[l+w] - c.clog[l]
			sr += c.clog[r-w] - c.clog[r]
		}
		c.left[k], c.right[k] = l+w, r-w
		nl += w
		nr -= w
		a, b := x[i], x[rows[at+1]]
		if a == b || nl < minLeaf {
			continue
		}
		if nr < minLeaf {
			return
		}
		var score float64
		switch c.kind {
		case Gini:
			score = sl/float64(nl) + sr/float64(nr)
		case Entropy:
			score = sl - c.clog[nl] + sr - c.clog[nr]
		case Error:
			score = float64(slices.Max(c.left) + slices.Max(c.right))
		}
		if best.Feature == Leaf || score > best.score+slack {
			*best = Split{Feature: column, Threshold: Midway(a, b), score: score}
		}
	}
}

// sum is Σc² for Gini, Σ c log₂ c for the entropy.
func (c *classes) sum(counts []int) float64 {
	sum := 0.0
	for _, m := range counts {
		switch c.kind {
		case Gini:
			sum += float64(m) * float64(m)
		case Entropy:
			sum += c.clog[m]
		}
	}
	return sum
}

// fall is by how much the mean impurity of the rows is less behind a split; never less than nothing.
func fall(n, left, right Node) float64 {
	return max(0, n.Impurity-(float64(left.N)*left.Impurity+float64(right.N)*right.Impurity)/float64(n.N))
}
