package cart

import "context"

// Regress grows a tree of values: a leaf predicts the mean of its samples, and the impurity is their mean
// squared distance from it.
func Regress(ctx context.Context, s *Sorted, y []float64, o Options) (*Tree, error) {
	return grow(ctx, s, &values{y: y, times: o.Times}, o)
}

// values is the criterion of numbers.
type values struct {
	y     []float64
	times []int
	mean  float64 // of the node whose splits are looked at: sums are of differences from it
	n     int
	sum   float64 // Σ(y−mean), which rounding leaves
	total float64 // Σ(y−mean)²
	scale float64 // the largest square of a number of the tree
}

func (v *values) weight(row int32) int {
	if v.times == nil {
		return 1
	}
	return v.times[row]
}

func (v *values) describe(rows []int32, depth int) Node {
	mean, n := v.average(rows)
	sum := 0.0
	for _, i := range rows {
		d := v.y[i] - mean
		sum += float64(v.weight(i)) * d * d
		v.scale = max(v.scale, v.y[i]*v.y[i])
	}
	return Node{N: n, Depth: depth, Value: mean, Impurity: sum / float64(n), Feature: Leaf}
}

// average is the mean, with what the first sum has lost by rounding.
func (v *values) average(rows []int32) (mean float64, n int) {
	sum := 0.0
	for _, i := range rows {
		w := v.weight(i)
		sum += float64(w) * v.y[i]
		n += w
	}
	mean, sum = sum/float64(n), 0
	for _, i := range rows {
		sum += float64(v.weight(i)) * (v.y[i] - mean)
	}
	return mean + sum/float64(n), n
}

// pure: numbers that are equal have a mean that rounding may move by a unit in the last place.
func (v *values) pure() float64 { return 4 * epsilon * epsilon * v.scale }

const epsilon = 0x1p-52

func (v *values) begin(rows []int32) {
	v.mean, v.n = v.average(rows)
	v.sum, v.total = 0, 0
	for _, i := range rows {
		d, w := v.y[i]-v.mean, float64(v.weight(i))
		v.sum += w * d
		v.total += w * d * d
	}
}

// The score of a split is n times its gain: with the mean of the node at 0, S²/n of either side.
func (v *values) scan(x []float64, rows []int32, column, minLeaf int, best *Split) {
	slack := 1e-13 * v.total // as many differences as there are rows, squared
	nl, nr, sl, sr := 0, v.n, 0.0, v.sum
	for at, i := range rows[:len(rows)-1] {
		w := v.weight(i)
		d := float64(w) * (v.y[i] - v.mean)
		sl += d
		sr -= d
		nl += w
		nr -= w
		a, b := x[i], x[rows[at+1]]
		if a == b || nl < minLeaf {
			continue
		}
		if nr < minLeaf {
			return
		}
		score := sl*sl/float64(nl) + sr*sr/float64(nr)
		if best.Feature == Leaf || score > best.score+slack {
			*best = Split{Feature: column, Threshold: Midway(a, b), score: score}
		}
	}
}
