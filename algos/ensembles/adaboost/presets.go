package adaboost

import (
	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// tenPoints lie on a line, +++−−−+++−: the standard example.
	tenPoints = dataset.Labelled(
		[3]float64{0, 0, 1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{3, 0, -1}, [3]float64{4, 0, -1},
		[3]float64{5, 0, -1}, [3]float64{6, 0, 1}, [3]float64{7, 0, 1}, [3]float64{8, 0, 1}, [3]float64{9, 0, -1},
	)
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// outlier is two groups that a stump separates, but for one point.
	outlier = dataset.Labelled(
		[3]float64{-2, 0.4, -1}, [3]float64{-1.6, -1.2, -1}, [3]float64{-1.3, 1.1, -1}, [3]float64{-1.1, -0.3, -1},
		[3]float64{-0.9, 0.6, -1}, [3]float64{-0.6, -0.9, -1}, [3]float64{-1.8, 1.7, -1}, [3]float64{-0.5, 1.5, -1},
		[3]float64{0.5, -0.5, 1}, [3]float64{0.7, 1.3, 1}, [3]float64{0.9, 0.2, 1}, [3]float64{1.2, -1.4, 1},
		[3]float64{1.4, 0.8, 1}, [3]float64{1.7, -0.2, 1}, [3]float64{1.9, 1.6, 1}, [3]float64{2.1, -1, 1},
		[3]float64{-1.45, 0.15, 1},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "circles", Title: "Circles from straight lines", Data: dataset.Generate("circles", 120, 0.12, 2), Step: 52,
		Note: "The best stump gets 36 of 120 wrong, a dozen together close the ring. Step on, and watch what is wrong swell.",
	},
	{
		ID: "moons", Title: "Two moons", Data: dataset.Generate("moons", 80, 0.2, 7), Step: algos.Last,
		Note: "The training error reaches 0 in round 30, under a bound that goes on falling. Does the error on fresh points follow?",
	},
	{
		ID: "ten-points", Title: "Ten points on a line (000, 001, 002)", Data: tenPoints, Step: 12,
		Params: map[string]string{"rounds": "6"},
		Note:   "Three stumps do it: ε = 3/10, 3/14, 2/11, and the committee of the three makes no mistake.",
	},
	{
		ID: "majority", Title: "The form with β (003)", Data: tenPoints, Step: 12,
		Params: map[string]string{"rounds": "3", "alpha": "beta"},
		Note:   "The same ten points: right points shrink by β, and the total weight goes 10, 6, 2.57, 0.935.",
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: algos.Last,
		Params: map[string]string{"rounds": "100"},
		Note:   "The committee learns every stray point by heart; on fresh points it becomes worse, not better.",
	},
	{
		ID: "xor", Title: "XOR by stumps", Data: corners, Step: algos.Last,
		Note: "Every stump is exactly a coin: ε = ½, and there is nothing to boost.",
	},
	{
		ID: "xor-trees", Title: "XOR by trees of depth two", Data: dataset.Generate("xor", 80, 0.4, 3), Step: algos.Last,
		Params: map[string]string{"weak": "tree2"},
		Note:   "A tree asks twice: one of them gets all but 4 of 80 right, and five get all.",
	},
	{
		ID: "xor-noisy", Title: "XOR, noisy, by stumps", Data: dataset.Generate("xor", 80, 0.4, 3), Step: algos.Last,
		Note: "A sum of stumps is a function of x₁ plus one of x₂: the training error creeps down, and on fresh points it stays a coin.",
	},
	{
		ID: "spirals", Title: "Spirals", Data: dataset.Generate("spirals", 120, 0.08, 4), Step: algos.Last,
		Params: map[string]string{"weak": "tree2", "rounds": "60"},
		Note:   "Trees of depth two wind along both arms; with stumps the same rounds leave twice as many fresh points wrong.",
	},
	{
		ID: "outlier", Title: "One wrong label", Data: outlier, Step: 4,
		Params: map[string]string{"rounds": "20"},
		Note:   "After one round a single point with the wrong label holds half of all weight. Step on: the boundary bends around it.",
	},
	{
		ID: "noise", Title: "Noisy labels", Data: dataset.Generate("circles", 80, 0.45, 3), Step: algos.Last,
		Params: map[string]string{"rounds": "100"},
		Note:   "The loss never gives a point up: look at the few that hold most of the weight, and at their margins.",
	},
	{
		ID: "one-stump", Title: "One stump is enough", Data: dataset.Generate("blobs", 40, 0.35, 3), Step: algos.Last,
		Note: "ε = 0 in the first round: α would be infinite, so the stump decides alone.",
	},
}
