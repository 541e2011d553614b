package emgmm

import (
	"fmt"

	"playground/algos"
)

// timed is what the benchmarks time: a hundred iterations of EM with full
// covariances, from the first five rows, weights ⅕ and covariances 2I.
var timed = []algos.Work{
	{Task: "gmm K=5 full, 100 EM iterations", Data: algos.Blobs, Sizes: []int{1000, 10_000}, Setup: iterating},
}

func iterating(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	const k, iterations, reg = 5, 100, 1e-6
	if len(x) < k {
		return nil, nil, fmt.Errorf("%d points are too few for %d components", len(x), k)
	}
	e := newEM(x, 2, k, full, reg)
	r, now, next := make([]float64, len(x)*k), newMixture(k), newMixture(k)
	do = func() {
		for j := range k {
			now.weight[j], now.mean[j], now.cov[j] = 1./k, x[j], sym{2, 0, 2}
		}
		for range iterations {
			e.expect(r, now)
			e.maximise(next, r, now)
			now, next = next, now
		}
	}
	answers = func() []algos.Value {
		means := make([][]float64, k)
		for j, m := range now.mean {
			means[j] = []float64{m[0], m[1]}
		}
		return []algos.Value{
			{Name: "log_likelihood", Value: e.expect(r, now)},
			{Name: "weights", Value: append([]float64{}, now.weight...)},
			{Name: "means", Value: means},
		}
	}
	return do, answers, nil
}
