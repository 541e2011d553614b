package emgmm

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "collapse",
		Text:  "With two components and at least twelve points, make at least 1 component collapse.",
		Hint:  "A Gaussian is flat without limit on what lies on a line: on two points, for one. Leave it nothing else, and set reg to 0.",
		Start: "preset=overlap&reg=0", Asks: 1,
		Example: "k=2&reg=0&data=" + twoAside.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if a.Params["k"] != "2" || len(a.Problem.Points) < 12 {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["collapse"], "<n component> collapsed"), true
		},
	},
	{
		ID:    "slow",
		Text:  "With two components, at most twenty points and the tolerance as it is, make EM take at least 200 iterations before it converges.",
		Hint:  "The more two components overlap, the less an iteration learns about which point belongs to which.",
		Start: "preset=clusters&k=2&data=overlap~20~1~3", Asks: 200,
		Example: "k=2&data=overlap~20~1~6",
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n, ok := a.Last.Model().Value("iterations").(int)
			if !ok || a.Params["k"] != "2" || a.Params["tol"] != "1e-11" || len(a.Problem.Points) > 20 || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n iteration>"), true
		},
	},
}

// twoAside are a cloud of ten points, and two far from it.
var twoAside = dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.None, Points: []dataset.Point{
	{X: [2]float64{0, 0}},
	{X: [2]float64{1, 0.2}},
	{X: [2]float64{0.3, 1}},
	{X: [2]float64{-1, 0.4}},
	{X: [2]float64{-0.5, -1}},
	{X: [2]float64{0.8, -0.7}},
	{X: [2]float64{-0.2, 0.6}},
	{X: [2]float64{1.3, 1.1}},
	{X: [2]float64{-1.2, -0.9}},
	{X: [2]float64{0.4, -0.3}},
	{X: [2]float64{6, 6}},
	{X: [2]float64{6.1, 6.2}},
}})
