// Package lloyd is the algorithm of k-means: every point goes to its nearest centre,
// every centre to the mean of its points, until nothing changes. Beside it stand the
// ways to choose the first centres.
package lloyd

import "math"

// Vec is a place; in one dimension the second coordinate is 0.
type Vec = [2]float64

// D2 is the square of the distance of two places.
func D2(p, q Vec) float64 { return (p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) }

// Nearest is the first of the centres that are nearest to a point, and the square of
// its distance. A centre at infinity is nearest to nothing.
//
// Numbers that are not negative are in the order of their bits, and of whole numbers a
// processor takes the less without a branch, which could not be predicted.
func Nearest(p Vec, centres []Vec) (k int, d2 float64) {
	least, x, y := math.Float64bits(math.Inf(1)), p[0], p[1]
	for j := range centres {
		dx, dy := x-centres[j][0], y-centres[j][1] // no copy of the pair
		d := math.Float64bits(dx*dx + dy*dy)
		if d < least {
			k = j
		}
		if d < least {
			least = d
		}
	}
	return k, math.Float64frombits(least)
}

// Assign gives every point the number of its nearest centre, and counts those whose
// number was another one.
func Assign(labels []uint8, x, centres []Vec) (changed int) {
	for i, p := range x {
		k, _ := Nearest(p, centres)
		if labels[i] != uint8(k) {
			labels[i] = uint8(k)
			changed++
		}
	}
	return changed
}

// Means puts the mean of every cluster into next and counts its points. A cluster
// without points keeps its centre.
func Means(next []Vec, counts []int, x []Vec, labels []uint8, centres []Vec) {
	sum(next, counts, x, labels)
	for k, n := range counts {
		if next[k] = (Vec{next[k][0] / float64(n), next[k][1] / float64(n)}); n == 0 {
			next[k] = centres[k]
		}
	}
	// What the sums were rounded by is taken off again: the mean of equal points is that
	// point, however far it lies from 0.
	var left [256]Vec
	for i, p := range x {
		k := labels[i]
		left[k][0] += p[0] - next[k][0]
		left[k][1] += p[1] - next[k][1]
	}
	for k, n := range counts {
		if n > 0 {
			next[k][0] += left[k][0] / float64(n)
			next[k][1] += left[k][1] / float64(n)
		}
	}
}

// sum adds up the points of every cluster.
func sum(sums []Vec, counts []int, x []Vec, labels []uint8) {
	clear(sums)
	clear(counts)
	for i, p := range x {
		k := labels[i]
		sums[k][0] += p[0]
		sums[k][1] += p[1]
		counts[k]++
	}
}

// Step is an iteration: both halves. A centre that has no point stays.
func Step(x, centres []Vec) []Vec {
	next, labels := make([]Vec, len(centres)), make([]uint8, len(x))
	Assign(labels, x, centres)
	Means(next, make([]int, len(centres)), x, labels, centres)
	return next
}

// Inertia is the sum of the squared distances of all points from their nearest centres.
func Inertia(x, centres []Vec) float64 {
	sum := 0.0
	for _, p := range x {
		_, d2 := Nearest(p, centres)
		sum += d2
	}
	return sum
}

// Objective is the sum of the squared distances of all points from the centres that
// they are assigned to.
func Objective(x []Vec, labels []uint8, centres []Vec) float64 {
	sum := 0.0
	for i, p := range x {
		sum += D2(p, centres[labels[i]])
	}
	return sum
}
