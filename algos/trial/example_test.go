package trial_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/say"
	"playground/algos/trial"
)

// Hoeffding's inequality: the mean of 50 tosses of a coin is further than 0.2 from ½ in
// a share of at most 2·exp(−2·50·0.2²) of all experiments.
func Example() {
	p := algos.NewProblem(dataset.Set{}, 1, grid.Window{})
	delta := 2 * math.Exp(-2*50*0.2*0.2)
	means := trial.NewTally(0.5)
	var fails trial.Rate

	for s := range trial.Each(p, 2000, algos.Step{Phase: "no experiment yet"}, func(k int, r *rand.Rand) algos.Step {
		heads := 0
		for range 50 {
			heads += r.IntN(2)
		}
		mean := float64(heads) / 50
		means.Add(mean)
		fails.Add(math.Abs(mean-0.5) > 0.2)
		return algos.Step{Phase: say.Vars{"mean": mean}.Text("mean <mean>")} // and a View that keeps means.Summary() and fails
	}) {
		if s.Status.Final() {
			fmt.Println(s.Status.Reason)
		}
	}
	c := fails.AtMost("hoeffding", "the mean is seldom far off", delta)
	fmt.Printf("median %.3f, %d of %d fail, at most %.3f: %s\n", means.Summary().Quantile(0.5), fails.Hits, fails.N, delta, c.Verdict)
	// Output:
	// all of 2000 trials are played
	// median 0.500, 8 of 2000 fail, at most 0.037: holds
}
