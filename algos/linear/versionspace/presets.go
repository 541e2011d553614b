package versionspace

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

func through(more ...string) param.Values {
	return param.Pairs(append([]string{"bias", "false"}, more...)...)
}

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	{
		ID: "blobs", Title: "Two blobs", Step: 9,
		Note: "Each example cuts weight space; after a few, most cuts miss what is left.",
		Data: dataset.Generate("blobs", 24, 0.7, 11),
	},
	{
		ID: "origin", Title: "Lines through the origin", Params: through(), Step: algos.Last,
		Note: "Without an offset every cut passes through 0, and what is left is a wedge: an interval of directions.",
		Data: dataset.Labelled([3]float64{2, 1, 1}, [3]float64{-1, 2, -1}, [3]float64{1, -1, 1}, [3]float64{-2, -1, -1}, [3]float64{1, 2, 1}),
	},
	{
		ID: "program", Title: "The linear program of the notes", Params: through("normalise", ahead), Step: algos.Last,
		Note: "With y⟨θ, x⟩ ≥ 1 scale matters, and the point nearest to 0 is the support vector machine: here (2, 1).",
		Data: unitVectors(),
	},
	{
		ID: "bits", Title: "0101 is +, 0110 is −", Params: param.Values{"chart": "minus0"}, Step: algos.Last,
		Note: "The notes' inputs without their common bits: the points are (x₃, x₄), the threshold 1 is what w₂ leaves of θ. The cuts are w₄ > 1 and w₃ < 1.",
		Data: dataset.Labelled([3]float64{0, 1, 1}, [3]float64{1, 0, -1}),
	},
	{
		ID: "active", Title: "Asking for the most even cut", Params: param.Values{"order": active}, Step: algos.Last,
		Note: "The same forty points in the best order: a few questions do, and then every cut misses.",
		Data: dataset.Generate("blobs", 40, 0.7, 11),
	},
	{
		ID: "passive", Title: "The same in random order", Params: param.Values{"order": random}, Seed: 4, Step: algos.Last,
		Note: "Most random examples tell nothing new; compare the chart of what is left.",
		Data: dataset.Generate("blobs", 40, 0.7, 11),
	},
	{
		ID: "xor", Title: "XOR", Step: algos.Last,
		Note: "Three of the corners leave some lines, the fourth leaves none: the four prove it, with equal weights.",
		Data: dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{1, -1, -1}, [3]float64{-1, 1, -1}),
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Step: algos.Last,
		Note: "No line separates these; the run ends where the polygon is empty, and at most four examples prove it.",
		Data: dataset.Generate("overlap", 40, 0.9, 1),
	},
	{
		ID: "centres", Title: "The largest circle", Params: param.Values{"centre": chebyshev}, Step: algos.Last,
		Note: "The Chebyshev centre keeps away from all cuts; compare it with the centroid and the analytic centre.",
		Data: dataset.Generate("blobs", 24, 0.7, 11),
	},
	{
		ID: "chart", Title: "A line outside of the chart", Params: param.Values{"chart": "plus0"}, Step: algos.Last,
		Note: "Here the origin is negative, and θ₀ = +1 calls it positive: this chart has no line, another one has.",
		Data: dataset.Labelled([3]float64{2, 1, 1}, [3]float64{0, 0, -1}, [3]float64{-1, 1, -1}, [3]float64{3, 0, 1}),
	},
}

// unitVectors are the four of the notes' perceptron example, with margin 1/√5.
func unitVectors() dataset.Source {
	return dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1})
}
