package bayesianregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "design",
		Text: "With the model as it comes, place at most four observations at inputs between $-1$ and $1$ after which the slope has a standard deviation of " +
			"at most 0.16.",
		Hint:  "The values have no part in it, the inputs have. Far apart they turn the line, and evenly on both sides they do not mix it with its height.",
		Start: "preset=line", Asks: 0.16, Fewer: true, OwnPoints: true,
		Example: "data=" + dataset.Pairs(-1, 0, 1, 0, -1, 0, 1, 0).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.asItComes() || v.post.n == 0 || v.post.n > 4 || !within(v.Points, 1) {
				return algos.Score{}, false
			}
			sd := math.Sqrt(v.post.covariance()[3])
			return algos.Score{Number: sd, Words: say.Vars{"sd": sd}.Text("standard deviation <sd>")}, true
		}),
	},
	{
		ID:    "bend",
		Text:  "With the model as it comes, place at most six observations whose evidence speaks for degree 2 against degree 1 by at least $20$ nats.",
		Hint:  "A prior of variance 1 does not expect a large coefficient. Which points does a gentle parabola explain, and no line?",
		Start: "preset=line", Asks: 20, OwnPoints: true,
		Example: "data=" + dataset.Pairs(-2, 4, -1, 1, 0, 0, 1, 1, 2, 4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.asItComes() || v.post.n == 0 || v.post.n > 6 {
				return algos.Score{}, false
			}
			all := v.scores()
			ahead := all[2].evidence - all[1].evidence
			return algos.Score{Number: ahead, Words: say.Vars{"ahead": ahead}.Text("<ahead> nats")}, true
		}),
	},
}

// asItComes reports whether the model has its defaults.
func (v view) asItComes() bool {
	return v.opt.PriorVar == 1 && v.opt.NoiseVar == 0.1 && v.opt.Degree == 1 && v.opt.Basis == powers
}

func within(points []dataset.Point, limit float64) bool {
	for _, p := range points {
		if math.Abs(p.X[0]) > limit {
			return false
		}
	}
	return true
}
