package adaboost

// A tree is a weak classifier h: ℝ² → {−1, +1}. A stump is a tree with a single
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
