package logistic

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The examples of the lecture notes.
var (
	// fourOnLine is the worked example with x = −2, −1, 1, 2 of fixture N8.
	fourOnLine = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, 1})
	// softRows are the three rows of the stochastic rule (19), (20): fixture W11.
	softRows = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 0, -1}, [3]float64{-1, 1, 1})
	// balanced is the example of the soft balance of mistakes: fixture W12.
	balanced = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, -1}, [3]float64{3, 0, 1})
	// stretched lie so far apart that the curvature changes a lot along a Newton
	// step.
	stretched = dataset.Labelled(
		[3]float64{9, 5, -1}, [3]float64{9.6, 5.3, -1}, [3]float64{8.4, 5.6, -1}, [3]float64{9.3, 4.1, -1}, [3]float64{8.7, 4.4, -1},
		[3]float64{52, 0, -1}, [3]float64{52.6, 0.3, -1}, [3]float64{51.4, 0.6, -1}, [3]float64{52.3, -0.9, -1}, [3]float64{51.7, -0.6, -1}, [3]float64{52.9, -0.3, -1}, [3]float64{51.1, 0, -1},
		[3]float64{-1, 12, 1}, [3]float64{-0.4, 12.3, 1}, [3]float64{-1.6, 12.6, 1}, [3]float64{-0.7, 11.1, 1}, [3]float64{-1.3, 11.4, 1},
		[3]float64{-72, 0, -1}, [3]float64{-71.4, 0.3, -1},
	)
	// touching has a point of each class at the same place between the others.
	touching = dataset.Labelled([3]float64{-2, -1, -1}, [3]float64{-1, 1, -1}, [3]float64{0, -1, -1}, [3]float64{0, 1, -1}, [3]float64{0, -1, 1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{2, 1, 1})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "overlap", Title: "Overlapping blobs, Newton", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: 4,
		Note: "A handful of Newton steps, each to the bottom of a quadratic; at the end the residuals sum to 0.",
	},
	{
		ID: "gradient", Title: "Gradient descent", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: 12,
		Params: param.Pairs("solver", "gd"),
		Note:   "Every step goes where the loss falls most steeply, first far and then in ever smaller steps: hundreds where Newton needs six.",
	},
	{
		ID: "too-long", Title: "η above 2/M", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: 40,
		Params: param.Pairs("solver", "gd", "eta", "0.4", "iterations", "200"),
		Note:   "Nothing is promised beyond 2/M: the loss jumps up and down. Lower η until the check says that it applies.",
	},
	{
		ID: "soft", Title: "A soft perceptron: one row a step", Data: dataset.Generate("blobs", 40, 1.1, 11), Step: 20,
		Params: param.Pairs("solver", "sgd", "eta", "0.3", "lambda", "0.1", "iterations", "400"),
		Note:   "Every row is added with the weight 1 − P; the dashed arrow is the perceptron's step, whole or nothing.",
	},
	{
		ID: "batches", Title: "Mini-batches with a falling η", Data: dataset.Generate("overlap", 80, 0.8, 3), Step: algos.Last,
		Params: param.Pairs("solver", "minibatch", "eta", "0.5", "decay", "true", "order", "shuffle", "iterations", "600"),
		Note:   "The trembling around the minimum dies down as η falls; switch that off, and it stays.",
	},
	{
		ID: "separable", Title: "Separable: no minimum", Data: dataset.Generate("blobs", 40, 0.45, 3), Step: algos.Last,
		Note: "θ grows for ever and the probabilities become a step; a penalty λ > 0 brings a minimum back.",
	},
	{
		ID: "penalty", Title: "The same with λ = 1", Data: dataset.Generate("blobs", 40, 0.45, 3), Step: algos.Last,
		Params: param.Pairs("lambda", "1"),
		Note:   "Move λ: large values flatten the sigmoid. The dual value closes in on the loss from below.",
	},
	{
		ID: "touching", Title: "Classes that share a border", Data: touching, Step: algos.Last,
		Note: "No line has all points strictly on their side, yet there is no minimum: all but the four on the line are pushed to 0 and 1.",
	},
	{
		ID: "halving", Title: "A Newton step that is too long", Data: stretched, Step: 12,
		Params: param.Pairs("lambda", "0.1"),
		Note:   "Far points lose their weight p(1 − p), and the quadratic forgets them: the full step would raise the loss, so it is halved.",
	},
	{
		ID: "four", Title: "Four points on a line (002)", Data: fourOnLine, Step: 8,
		Params: param.Pairs("solver", "gd", "eta", "0.5", "labels", "bits", "iterations", "60"),
		Note:   "Labels 0 and 1 with pencil and paper: the loss is 2.7726, 2.5747, 2.5678, … and θ₁ = 0.5, 0.4154, 0.42.",
	},
	{
		ID: "rows", Title: "Three rows in order (004)", Data: softRows, Step: 6,
		Params: param.Pairs("solver", "sgd", "eta", "0.5", "order", "cyclic", "iterations", "30"),
		Note:   "P = 0.5, then 0.321, then 0.698: each row is added in proportion to 1 − P.",
	},
	{
		ID: "balance", Title: "Soft balance of mistakes (004)", Data: balanced, Step: algos.Last,
		Params: param.Pairs("labels", "bits"),
		Note:   "The residuals (−0.204, 0.612, −0.612, 0.204) are orthogonal to every linear function of x, yet not as short as they could be.",
	},
	{
		ID: "moons", Title: "Two moons", Data: dataset.Generate("moons", 80, 0.15, 7), Step: algos.Last,
		Params: param.Pairs("lambda", "0.1"),
		Note:   "A line is all it can do: the p = ½ line cuts both moons, and the residuals show where.",
	},
}
