package adaboost

import (
	"cmp"
	"math"
	"slices"
)

// A search finds the best weak learner under given weights. It sorts the
// points once along each feature; after that a round with stumps costs O(n) a
// feature.
type search struct {
	x      [][2]float64
	y      []float64    // −1 or +1
	order  [2][]int     // rows, ascending along the feature
	signs  [2][]float64 // their labels, in that order
	ends   [2][]bool    // whether a threshold lies behind the row, in that order
	rank   [2][]int     // of each row: the index of its value
	values [2][]float64
	errors [2][]float64 // storage of the latest round
	trees  bool         // of depth two, else stumps
}

// tie is how far apart weighted errors may be and still count as equal: they are
// sums of weights that add up to one, each rounded.
const tie = 1e-12

func newSearch(x [][2]float64, y []float64, weak string) *search {
	s := &search{x: x, y: y, trees: weak == depth2}
	for j := range 2 {
		rows := make([]int, len(x))
		for i := range rows {
			rows[i] = i
		}
		slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(x[a][j], x[b][j]) })
		s.order[j], s.rank[j] = rows, make([]int, len(x))
		for _, i := range rows {
			if n := len(s.values[j]); n == 0 || x[i][j] > s.values[j][n-1] {
				s.values[j] = append(s.values[j], x[i][j])
			}
			s.rank[j][i] = len(s.values[j]) - 1
		}
		s.signs[j], s.ends[j] = make([]float64, len(x)), make([]bool, len(x))
		for k, i := range rows {
			s.signs[j][k] = y[i]
			s.ends[j][k] = k+1 < len(rows) && x[rows[k+1]][j] > x[i][j]
		}
	}
	return s
}

// splittable reports whether any threshold divides the points.
func (s *search) splittable() bool { return len(s.values[0]) > 1 || len(s.values[1]) > 1 }

// threshold k of a feature lies midway between neighbouring values.
func (s *search) threshold(feature, k int) float64 {
	return midway(s.values[feature][k], s.values[feature][k+1])
}

// midway returns the middle of lo < hi, and never hi: x > threshold must hold for
// x = hi, also where the two are neighbours among the floating-point numbers.
func midway(lo, hi float64) float64 {
	if m := lo + (hi-lo)/2; m < hi {
		return m
	}
	return lo
}

// best returns the weak learner with the smallest weighted error. Of equals
// it takes the smallest feature, then the smallest threshold, then polarity +1.
func (s *search) best(w []float64) *tree {
	least := math.Inf(1)
	for j := range 2 {
		s.errors[j] = s.curve(s.errors[j][:0], j, w)
		for _, e := range s.errors[j] {
			if e < least {
				least = e
			}
			if m := s.mirrored(e); m < least {
				least = m
			}
		}
	}
	for j := range 2 {
		for k, e := range s.errors[j] {
			switch {
			case e > least+tie && s.mirrored(e) > least+tie:
			case s.trees:
				return s.grow(j, s.threshold(j, k), w)
			case e <= least+tie:
				return newStump(j, s.threshold(j, k), 1)
			default:
				return newStump(j, s.threshold(j, k), -1)
			}
		}
	}
	panic("adaboost: no threshold divides the points") // newTask refuses these
}

// mirrored is the error of the other polarity of a stump; a tree's curve already
// takes the better sign on each side.
func (s *search) mirrored(e float64) float64 {
	if s.trees {
		return e
	}
	return 1 - e
}

// curve appends to dst, for every threshold of the feature in ascending order,
// the weighted error of the stump with polarity +1, or of the best tree whose
// root has that threshold. It changes nothing else.
func (s *search) curve(dst []float64, feature int, w []float64) []float64 {
	if s.trees {
		return s.treeCurve(dst, feature, w)
	}
	e := 0.0 // of saying +1 everywhere: the weight of the −1
	for i, y := range s.y {
		if y < 0 {
			e += w[i]
		}
	}
	// A row that passes below the threshold is called −1 from then on.
	rows := s.order[feature]
	signs, ends := s.signs[feature][:len(rows)], s.ends[feature][:len(rows)]
	dst = slices.Grow(dst, len(s.values[feature]))
	for k, i := range rows {
		e += w[i] * signs[k]
		if ends[k] {
			dst = append(dst, e)
		}
	}
	return dst
}

// treeCurve finds the best tree for every root at once. The edge of a weak
// classifier is Σ wᵢyᵢh(xᵢ) = 1 − 2ε, and that of a tree is the sum of what both
// sides of the root reach.
func (s *search) treeCurve(dst []float64, feature int, w []float64) []float64 {
	below, above := s.edges(feature, w, false), s.edges(feature, w, true)
	for k := range len(s.values[feature]) - 1 {
		dst = append(dst, (1-below[k]-above[k+1])/2)
	}
	return dst
}

// edges returns for every value of the feature the largest edge that a stump or
// a constant reaches on the rows up to and including that value, or from it
// upwards. It adds one row after the other and costs O(n log n).
func (s *search) edges(feature int, w []float64, upwards bool) []float64 {
	sums := [2]*prefixes{newPrefixes(len(s.values[0])), newPrefixes(len(s.values[1]))}
	best := make([]float64, len(s.values[feature]))
	rows := s.order[feature]
	for k := range rows {
		i := rows[k]
		if upwards {
			i = rows[len(rows)-1-k]
		}
		edge := 0.0
		for j := range 2 {
			sums[j].add(s.rank[j][i], w[i]*s.y[i])
			edge = max(edge, sums[j].edge())
		}
		best[s.rank[feature][i]] = edge // the last row of a value has the last word
	}
	return best
}

// grow returns the tree with that root, and on each side the best that a
// constant or a stump can do there.
func (s *search) grow(feature int, threshold float64, w []float64) *tree {
	side := func(above bool) *tree {
		return s.side(w, func(i int) bool { return s.x[i][feature] > threshold == above })
	}
	return &tree{feature: feature, threshold: threshold, below: side(false), above: side(true)}
}

// side returns the best constant or stump on the rows that member selects. A
// side is divided only where that gains something; ties are broken as in
// [search.best].
func (s *search) side(w []float64, member func(i int) bool) *tree {
	edge := 0.0 // of saying +1
	for i, y := range s.y {
		if member(i) {
			edge += w[i] * y
		}
	}
	best := math.Abs(edge)
	visit := func(do func(feature int, threshold, edge float64) bool) {
		for j := range 2 {
			e, last := edge, -1
			for _, i := range s.order[j] {
				if !member(i) {
					continue
				}
				if last >= 0 && s.rank[j][i] > s.rank[j][last] && !do(j, midway(s.x[last][j], s.x[i][j]), e) {
					return
				}
				e -= 2 * w[i] * s.y[i]
				last = i
			}
		}
	}
	visit(func(_ int, _, e float64) bool { best = max(best, math.Abs(e)); return true })

	enough := best - 2*tie // an error within tie of the least
	switch {
	case edge >= enough:
		return constant(1)
	case -edge >= enough:
		return constant(-1)
	}
	var found *tree
	visit(func(j int, threshold, e float64) bool {
		if math.Abs(e) < enough {
			return true
		}
		polarity := 1.0
		if e < enough {
			polarity = -1
		}
		found = newStump(j, threshold, polarity)
		return false
	})
	return found
}

// prefixes keeps a number in each of a row of slots, and the smallest and the
// largest sum of a prefix. Changing a slot costs O(log n).
type prefixes struct {
	leaves int
	nodes  []prefixNode // node k has the children 2k and 2k+1
}

// A prefixNode sums a stretch of slots; lo and hi include the empty prefix.
type prefixNode struct{ total, lo, hi float64 }

func newPrefixes(slots int) *prefixes {
	leaves := 1
	for leaves < slots {
		leaves *= 2
	}
	return &prefixes{leaves: leaves, nodes: make([]prefixNode, 2*leaves)}
}

func (p *prefixes) add(slot int, v float64) {
	k := p.leaves + slot
	t := p.nodes[k].total + v
	p.nodes[k] = prefixNode{total: t, lo: min(0, t), hi: max(0, t)}
	for k /= 2; k > 0; k /= 2 {
		a, b := p.nodes[2*k], p.nodes[2*k+1]
		p.nodes[k] = prefixNode{total: a.total + b.total, lo: min(a.lo, a.total+b.lo), hi: max(a.hi, a.total+b.hi)}
	}
}

// edge is the largest |total − 2·prefix|: what the best threshold between the
// slots reaches, or the best constant.
func (p *prefixes) edge() float64 {
	root := p.nodes[1]
	return max(root.total-2*root.lo, 2*root.hi-root.total)
}

// A tree is a weak learner h: ℝ² → {−1, +1}. A stump is a tree with a single
// threshold.
type tree struct {
	feature      int     // 0 or 1; leaf where there is no threshold
	threshold    float64 // x ≤ threshold goes below
	below, above *tree
	value        float64 // of a leaf: −1 or +1
}

// leaf is the feature of a tree that says the same everywhere.
const leaf = -1

func constant(value float64) *tree { return &tree{feature: leaf, value: value} }

// newStump returns h(x) = polarity where x_feature > threshold, else −polarity.
func newStump(feature int, threshold, polarity float64) *tree {
	return &tree{feature: feature, threshold: threshold, below: constant(-polarity), above: constant(polarity)}
}

// at returns h(x).
func (t *tree) at(x [2]float64) float64 {
	for t.feature != leaf {
		if x[t.feature] > t.threshold {
			t = t.above
		} else {
			t = t.below
		}
	}
	return t.value
}

// all appends h(x) for all points to dst.
func (t *tree) all(dst []float64, x [][2]float64) []float64 {
	if !t.stump() {
		for _, p := range x {
			dst = append(dst, t.at(p))
		}
		return dst
	}
	// Points lie on either side without a pattern that a processor could guess: a
	// place in a list is found faster than a branch.
	sides := [2]float64{t.below.value, t.above.value}
	for _, p := range x {
		side := 0
		if p[t.feature] > t.threshold {
			side = 1
		}
		dst = append(dst, sides[side])
	}
	return dst
}

// stump reports whether the tree has a single threshold.
func (t *tree) stump() bool {
	return t.feature != leaf && t.below.feature == leaf && t.above.feature == leaf
}

// splits visits every threshold of the tree with the box in which it applies.
func (t *tree) splits(box [2][2]float64, visit func(t *tree, box [2][2]float64)) {
	if t.feature == leaf {
		return
	}
	visit(t, box)
	below, above := t.divide(box)
	t.below.splits(below, visit)
	t.above.splits(above, visit)
}

// leaves visits every leaf with its box.
func (t *tree) leaves(box [2][2]float64, visit func(value float64, box [2][2]float64)) {
	if t.feature == leaf {
		visit(t.value, box)
		return
	}
	below, above := t.divide(box)
	t.below.leaves(below, visit)
	t.above.leaves(above, visit)
}

// divide cuts a box [j] = {from, to} at the threshold. A threshold beyond the
// box leaves one part empty.
func (t *tree) divide(box [2][2]float64) (below, above [2][2]float64) {
	below, above = box, box
	at := min(max(t.threshold, box[t.feature][0]), box[t.feature][1])
	below[t.feature][1], above[t.feature][0] = at, at
	return below, above
}
