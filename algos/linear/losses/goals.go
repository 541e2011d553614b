package losses

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "square-fails",
		Text:  "Place points of which some line through the origin gets all right, while at least 3 are wrong where the square loss is least.",
		Hint:  "Being too right costs as well: $(1-z)^2$ grows on both sides of 1.",
		Start: "preset=far-right", Asks: 3, OwnPoints: true,
		Example: "loss=square&data=" + dataset.Labelled(
			[3]float64{-1, 1.2, 1}, [3]float64{-1.1, 1, 1}, [3]float64{-0.9, 0.8, 1}, [3]float64{1, 1.2, 1}, [3]float64{1.1, 1, 1}, [3]float64{0.9, 0.8, 1},
			[3]float64{0, -1, -1}, [3]float64{0.3, -1.1, -1}, [3]float64{-0.3, -0.9, -1}, [3]float64{0.1, 20, 1}, [3]float64{0, 21, 1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !settledOn(a, v, "square") || v.Theta0 != 0 || v.sweep().least[atZeroOne].total > 0 {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n mistake>"), true
		}),
	},
	{
		ID:    "tyrants",
		Text:  "With at least 20 points, let the two largest exponential losses make up at least 75 % of the total where it is least.",
		Hint:  "The same line has other margins if $\\theta$ is longer.",
		Start: "preset=overlap&loss=exponential", Asks: 75,
		Example: "preset=overlap&loss=exponential&norm=10",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const least = 20
			if !settledOn(a, v, "exponential") || len(v.y) < least {
				return algos.Score{}, false
			}
			share := 100 * v.largestTwo()
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("two points make up <share> %")}, true
		}),
	},
}

// settledOn returns the last view of a run that has settled where a loss is least.
func settledOn(_ algos.Attempt, v view, loss string) bool {
	return v.k == v.Angles && v.Loss == loss && finite(v.sum[v.chosen])
}

// largestTwo is the share of the two largest losses in the total.
func (v view) largestTwo() float64 {
	each := v.margins(v.angle)
	for i, z := range each {
		each[i] = all[v.chosen].at(z)
	}
	slices.Sort(each)
	return (each[len(each)-1] + each[len(each)-2]) / v.sum[v.chosen]
}
