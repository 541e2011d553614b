package mcmc

import (
	"math/rand/v2"

	"playground/algos"
)

// timed is what the benchmarks time: sweeps of Gibbs over the Gaussian with ρ = 0.9.
var timed = []algos.Bench{{Task: "gibbs, correlated Gaussian, n sweeps", Data: algos.Moons, Sizes: []int{1000, 10_000}, Setup: sweeping}}

// sweeping takes from the data how many sweeps there are; the target needs none.
func sweeping(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	s := &sampler{options: options{Method: gibbs}, density: correlated(0.9)}
	drawn := make([]place, len(x))
	do = func() {
		r, at, d := rand.New(rand.NewPCG(1, 1)), place{}, draw{}
		for i := range drawn {
			s.sweep(&d, at, r)
			at = d.now
			drawn[i] = at
		}
	}
	answers = func() []algos.Value {
		mean, square := place{}, place{}
		for _, at := range drawn {
			for k := range 2 {
				mean[k] += at[k] / float64(len(drawn))
				square[k] += at[k] * at[k] / float64(len(drawn))
			}
		}
		return []algos.Value{{Name: "mean", Value: mean[:]}, {Name: "square", Value: square[:]}}
	}
	return do, answers, nil
}
