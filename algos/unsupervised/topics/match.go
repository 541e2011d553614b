package topics

import "math"

// A matching gives each row of a square table of costs a column of its own so that the
// costs add up to the least. The prices prove it: no cost is below the prices of its row
// and its column, and those of all rows and columns together are the costs chosen.
type matching struct {
	column                []int // of every row
	cost                  float64
	rowPrice, columnPrice []float64
}

// match is the Hungarian method: one row after the other, along the cheapest way to a
// free column.
func match(cost [][]float64) matching {
	n := len(cost)
	u, v := make([]float64, n+1), make([]float64, n+1)
	owner, way := make([]int, n+1), make([]int, n+1) // of columns, counted from 1
	for row := 1; row <= n; row++ {
		owner[0] = row
		at := 0
		least, seen := make([]float64, n+1), make([]bool, n+1)
		for j := range least {
			least[j] = math.Inf(1)
		}
		for range n { // a path has no column twice
			if owner[at] == 0 {
				break
			}
			seen[at] = true
			i, delta, next := owner[at], math.Inf(1), 0
			for j := 1; j <= n; j++ {
				if seen[j] {
					continue
				}
				if c := cost[i-1][j-1] - u[i] - v[j]; c < least[j] {
					least[j], way[j] = c, at
				}
				if least[j] < delta {
					delta, next = least[j], j
				}
			}
			for j := range n + 1 {
				if seen[j] {
					u[owner[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			owner[at] = owner[way[at]]
			at = way[at]
		}
	}
	m := matching{column: make([]int, n), rowPrice: u[1:], columnPrice: v[1:]}
	for j := 1; j <= n; j++ {
		m.column[owner[j]-1] = j - 1
		m.cost += cost[owner[j]-1][j-1]
	}
	return m
}

// bound is what no pairing can cost less than: the prices of all rows and columns, less
// what a price is too high by, once for every row.
func (m matching) bound(cost [][]float64) float64 {
	sum, over := 0.0, 0.0
	for i, row := range cost {
		sum += m.rowPrice[i] + m.columnPrice[i]
		for j, c := range row {
			over = max(over, m.rowPrice[i]+m.columnPrice[j]-c)
		}
	}
	return sum - float64(len(cost))*over
}

// overlap is Σ min over the words, 1 for two equal distributions.
func overlap(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += min(a[i], b[i])
	}
	return sum
}

// costs are what topics found and true ones do not overlap by. Where there are more of one
// kind, some stay alone, at a cost of 1.
func costs(found, wanted [][]float64) [][]float64 {
	cost := make([][]float64, max(len(found), len(wanted)))
	for i := range cost {
		cost[i] = make([]float64, len(cost))
		for j := range cost[i] {
			cost[i][j] = 1
			if i < len(found) && j < len(wanted) {
				cost[i][j] = 1 - overlap(found[i], wanted[j])
			}
		}
	}
	return cost
}

// paired gives every topic found the true one that it is matched with so that they overlap
// most in all; −1 where it stays alone.
func paired(found, wanted [][]float64) []int {
	partner := match(costs(found, wanted)).column[:len(found)]
	for i := range partner {
		if partner[i] >= len(wanted) {
			partner[i] = -1
		}
	}
	return partner
}
