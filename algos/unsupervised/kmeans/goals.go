package kmeans

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "stuck",
		Text:  "With at most ten points and two clusters, make k-means end with an objective at least 100 times as large as the best.",
		Hint:  "Two pairs of points far apart, and two centres that cut across. The farther apart the pairs are, the worse it gets.",
		Start: "preset=rectangle", Asks: 100,
		Example: "preset=rectangle&data=" + points([]float64{0, 0}, []float64{0, 1}, []float64{12, 0}, []float64{12, 1}).String() + "&centre1=6,0&centre2=6,1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.status.State != algos.Converged || len(v.x) > mostTried || v.K != 2 {
				return algos.Score{}, false
			}
			best := v.best()
			if best.how == unknown || !(best.value > 0) {
				return algos.Score{}, false
			}
			times := v.objective / best.value
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the best")}, times >= 100
		}),
	},
	{
		ID:   "slow",
		Text: "On a line, with two clusters and at most twenty points, keep k-means busy for at least 12 rounds.",
		Hint: "The border should cross one point a round. Let both centres start at one end, crowd the points in the middle, " +
			"and leave one far away at the other end.",
		Start: "preset=six-points", Asks: 12,
		Example: "k=2&init=rows&rows=0,1&data=" + crowd.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.status.State != algos.Converged || len(v.x) > 20 || v.K != 2 || v.Dim != 1 {
				return algos.Score{}, false
			}
			return algos.Counted(v.round, "<n round>"), v.round >= 12
		}),
	},
}

// crowd are points whose border moves by about one of them a round.
var crowd = dataset.NumberLine(1, 44, 72, 85, 100, 103, 113, 120, 125, 133, 140, 145, 150, 168, 185, 363)
