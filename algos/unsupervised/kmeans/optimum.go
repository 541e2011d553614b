package kmeans

import (
	"context"
	"math"
	"slices"

	"playground/algos/unsupervised/internal/lloyd"
)

// An optimum is the least that the objective can be with K clusters, where that is known.
type optimum struct {
	how    way
	labels []uint8
	value  float64
}

// way says how an optimum was found.
type way int

const (
	unknown way = iota
	byProgram
	byTrying
	byMean // K = 1
)

// mostTried is the most points in the plane of which all partitions are tried: there
// are at most 115 975 of ten.
const mostTried = 10

// bestOf finds the optimum. In general that is hard; on a line, and for few points, it
// is not.
func bestOf(ctx context.Context, x []vec, dim, k int) optimum {
	o := optimum{labels: make([]uint8, len(x))}
	switch {
	case k == 1:
		o.how = byMean
	case dim == 1:
		o.how, o.labels = byProgram, onLine(x, k)
	case len(x) <= mostTried:
		o.how, o.labels = byTrying, tryAll(ctx, x, k)
	default:
		return optimum{}
	}
	centres, counts := make([]vec, k), make([]int, k)
	lloyd.Means(centres, counts, x, o.labels, centres)
	o.value = lloyd.Objective(x, o.labels, centres)
	return o
}

// onLine is the best partition of points on a line, whose clusters are intervals, by
// dynamic programming: cost[m] is the least objective of the first m points with so
// many clusters. The best last cut does not go back as m grows, so that halving the
// range of m finds all of them with n log n looks.
func onLine(x []vec, k int) []uint8 {
	n := len(x)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case x[a][0] < x[b][0]:
			return -1
		case x[a][0] > x[b][0]:
			return 1
		}
		return 0
	})
	// Sums about the middle point lose few digits.
	s1, s2 := make([]float64, n+1), make([]float64, n+1)
	for m, i := range order {
		d := x[i][0] - x[order[n/2]][0]
		s1[m+1], s2[m+1] = s1[m]+d, s2[m]+d*d
	}
	within := func(a, b int) float64 { // of the points a … b−1
		s := s1[b] - s1[a]
		return max(0, s2[b]-s2[a]-s*s/float64(b-a))
	}
	cost, cuts := make([]float64, n+1), make([][]int, k)
	for m := 1; m <= n; m++ {
		cost[m] = within(0, m)
	}
	cuts[0] = make([]int, n+1)
	for j := 1; j < k; j++ {
		next, cut := slices.Clone(cost), make([]int, n+1)
		var solve func(lo, hi, from, to int)
		solve = func(lo, hi, from, to int) {
			if lo > hi {
				return
			}
			m := (lo + hi) / 2
			next[m] = math.Inf(1)
			for a := from; a <= min(to, m-1); a++ {
				if c := cost[a] + within(a, m); c < next[m] {
					next[m], cut[m] = c, a
				}
			}
			solve(lo, m-1, from, cut[m])
			solve(m+1, hi, cut[m], to)
		}
		solve(1, n, 0, n-1)
		cost, cuts[j] = next, cut
	}
	labels := make([]uint8, n)
	for j, end := k-1, n; j >= 0; j-- {
		for m := cuts[j][end]; m < end; m++ {
			labels[order[m]] = uint8(j)
		}
		end = cuts[j][end]
	}
	return labels
}

// tryAll is the best of all partitions into at most k clusters: a point goes into one of
// those that are open, or opens the next.
func tryAll(ctx context.Context, x []vec, k int) []uint8 {
	best, least := make([]uint8, len(x)), math.Inf(1)
	labels, sums, counts := make([]uint8, len(x)), make([]vec, k), make([]float64, k)
	var put func(i, open int, sofar float64)
	put = func(i, open int, sofar float64) {
		if !(sofar < least) || ctx.Err() != nil {
			return // more points only add to it
		}
		if i == len(x) {
			least = sofar
			copy(best, labels)
			return
		}
		for c := range min(open+1, k) {
			old, n := sums[c], counts[c]
			// A point at distance d from the mean of n others adds d²·n/(n + 1).
			add := 0.0
			if n > 0 {
				add = lloyd.D2(x[i], vec{old[0] / n, old[1] / n}) * n / (n + 1)
			}
			labels[i], sums[c], counts[c] = uint8(c), vec{old[0] + x[i][0], old[1] + x[i][1]}, n+1
			put(i+1, max(open, c+1), sofar+add)
			sums[c], counts[c] = old, n
		}
	}
	put(0, 0, 0)
	return best
}

// mostDraws is the most ways to draw the centres that are counted out.
const mostDraws = 100_000

// draws is in how many ways k centres can be drawn from n points, in their order.
func draws(n, k int) float64 { return math.Pow(float64(n), float64(k)) }

// expectedSeeding is the objective at the centres of k-means++, averaged over all ways
// to draw them with their probabilities: no sample, but the expectation.
func expectedSeeding(x []vec, k int) float64 {
	var next func(d2 []float64, total float64, left int) float64
	next = func(d2 []float64, total float64, left int) float64 {
		if left == 0 || total == 0 {
			return total
		}
		sum, after := 0.0, make([]float64, len(x))
		for i, p := range d2 {
			if p == 0 {
				continue
			}
			t := nearer(after, d2, x, i)
			sum += p / total * next(after, t, left-1)
		}
		return sum
	}
	even, after, sum := make([]float64, len(x)), make([]float64, len(x)), 0.0
	for i := range even {
		even[i] = math.Inf(1)
	}
	for i := range x {
		t := nearer(after, even, x, i)
		sum += next(after, t, k-1) / float64(len(x))
	}
	return sum
}

// nearer are the squared distances from the nearest centre once row i is one, and their
// sum.
func nearer(after, d2 []float64, x []vec, i int) (total float64) {
	for j, p := range x {
		after[j] = min(d2[j], lloyd.D2(p, x[i]))
		total += after[j]
	}
	return total
}
