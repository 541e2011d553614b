package decisiontree

import "slices"

// mostTried bounds the search for the best tree of depth two: pairs of thresholds times rows.
const mostTried = 3_000_000

// best2 is the fewest mistakes of all trees of depth two over numbers, by trying them all; false where the run does not ask for
// such a tree, or there are too many.
func (v view) best2() (int, bool) {
	if v.MaxDepth != 2 || v.MinLeaf != 1 || v.Prune != unpruned || slices.ContainsFunc(v.words, func(w []string) bool { return w != nil }) {
		return 0, false
	}
	cuts := 0
	for _, d := range v.distinct {
		cuts += d - 1
	}
	if cuts*cuts*len(v.learn) > mostTried {
		return 0, false
	}
	return v.fewest(v.learn, 2), true
}

// fewest is the fewest mistakes of a tree of some depth on rows.
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
