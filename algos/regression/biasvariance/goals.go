package biasvariance

import (
	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:      "beat-least-squares",
		Text:    "Choose a truth, a noise and a λ with which ridge regression has at most 20 percent of the error of least squares, in both coefficients.",
		Hint:    "Least squares does not look at how large the truth is. When does it pay to expect a small one?",
		Start:   "preset=example-1",
		Asks:    20,
		Fewer:   true,
		Example: "topic=ridge&target=0.3,-0.2&lambda=20&sigma=1.5",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Topic != ridge || v.Measure != coefficients || v.Sigma == 0 || v.singular() {
				return algos.Score{}, false
			}
			share := 100 * v.exact[v.chosen].error() / (v.Sigma * v.Sigma * v.gram(0).inverse().trace())
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent of the error")}, share <= 20
		}),
	},
	{
		ID:      "beat-the-cubic",
		Text:    "Learn the sine from at most 20 points with fixed inputs and σ of 0.5 or more, with bias² and variance of at most 0.05 in closed form.",
		Hint:    "The cubic has 0.0508, nearly all of it variance. Who takes a little variance away for a little bias?",
		Start:   "preset=cubic-fit",
		Asks:    0.05,
		Fewer:   true,
		Example: "method=ridge&degree=3&penalty=0.3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Topic != learner || v.Truth != sine || v.exact == nil || v.N > 20 || v.Sigma < 0.5 {
				return algos.Score{}, false
			}
			e := v.exact[v.chosen].error()
			return algos.Score{Number: e, Words: say.Vars{"error": e}.Text("bias² and variance of <error>")}, e <= 0.05
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete
}
