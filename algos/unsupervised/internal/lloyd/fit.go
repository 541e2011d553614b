package lloyd

// Fit moves the centres until no point changes its cluster, or so many rounds are over.
// It returns the cluster of every point, and the rounds. A centre that has no point
// stays.
//
// It is [Assign] and [Means] in turn, with the sums of the clusters kept up instead of
// recomputed: most points stay where they are.
func Fit(x, centres []Vec, most int) (labels []uint8, rounds int) {
	labels = make([]uint8, len(x))
	sums, counts := make([]Vec, len(centres)), make([]int, len(centres))
	for ; rounds < most; rounds++ {
		switch {
		case rounds == 0:
			Assign(labels, x, centres)
			sum(sums, counts, x, labels)
		case reassign(labels, x, centres, sums, counts) == 0:
			// Sums that were kept up may be off by rounding: what ends a run is exact.
			Means(sums, counts, x, labels, centres)
			copy(centres, sums)
			if Assign(labels, x, centres) == 0 {
				return labels, rounds
			}
			sum(sums, counts, x, labels)
		}
		for k, n := range counts {
			if n > 0 {
				centres[k] = Vec{sums[k][0] / float64(n), sums[k][1] / float64(n)}
			}
		}
	}
	return labels, rounds
}

// reassign is Assign, and takes every point that changes from one sum to the other.
func reassign(labels []uint8, x, centres, sums []Vec, counts []int) (changed int) {
	for i, p := range x {
		to, _ := Nearest(p, centres)
		from := int(labels[i])
		if from == to {
			continue
		}
		labels[i] = uint8(to)
		changed++
		sums[from][0] -= p[0]
		sums[from][1] -= p[1]
		counts[from]--
		sums[to][0] += p[0]
		sums[to][1] += p[1]
		counts[to]++
	}
	return changed
}
