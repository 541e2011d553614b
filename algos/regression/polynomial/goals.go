package polynomial

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "swing",
		Text:  "Place at most 12 points with values from 0 to 1, and let a polynomial through all of them reach 1000 between the first and the last.",
		Hint:  "Runge's curve swings where the inputs are too far apart for the degree: leave the ends alone, and crowd the middle.",
		Start: "preset=runge", Asks: 1000, OwnPoints: true,
		Example: "degree=11&data=" + sampled([]float64{-1, -0.3, -0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24, 1}, func(x float64) float64 {
			return math.Round(0.5 + 0.5*math.Cos(x*52))
		}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const most = 12
			if !a.Complete || len(v.y) > most || len(v.fits) < 3 || len(v.fits) != len(v.y) || slices.Min(v.y) < 0 || slices.Max(v.y) > 1 {
				return algos.Score{}, false
			}
			top := v.highest()
			return algos.Score{Number: top, Words: say.Vars{"top": top}.Text("it reaches <top>")}, top >= 1000
		}),
	},
	{
		ID:    "lever",
		Text:  "Fit at least 10 points by degree 2 or more with a single point whose leverage is at least 0.999, and no other above 0.5.",
		Hint:  "A point has much say where nobody stands beside it.",
		Start: "preset=outlier", Asks: 0.999, OwnPoints: true,
		Example: "degree=2&data=" + sampled([]float64{-1, -0.9, -0.8, -0.4, -0.2, 0, 0.2, 0.4, 0.8, 0.9, 1, 90}, func(x float64) float64 { return math.Round(10*x*x) / 10 }).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.y) < 10 || v.power() < 2 {
				return algos.Score{}, false
			}
			h := slices.Sorted(slices.Values(v.last().leverage))
			top, second := h[len(h)-1], h[len(h)-2]
			if second > 0.5 {
				return algos.Score{}, false
			}
			return algos.Score{Number: top, Words: say.Vars{"h": top}.Text("a leverage of <h>")}, top >= 0.999
		}),
	},
}

// highest is how far the fit goes from 0 between the first and the last input, at places
// close together.
func (v view) highest() float64 {
	const places = 1000
	top := 0.0
	for i := range places + 1 {
		top = max(top, math.Abs(v.at(v.c+v.s*(2*float64(i)/places-1))))
	}
	return top
}
