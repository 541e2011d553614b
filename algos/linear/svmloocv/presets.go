package svmloocv

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The examples of the lecture notes.
var (
	// fourPoints is the example of 004, handout B, with ε = ½.
	fourPoints = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1})
	// triple is the textbook triple of 002.
	triple = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1})
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// resting are two points that hold the line, and a third one, x₅, that lies on
	// the margin with α = 0: no other α gives θ = (1, 0).
	resting = dataset.Labelled(
		[3]float64{0, 0, -1}, [3]float64{-1, 0.5, -1}, [3]float64{-0.8, -1, -1},
		[3]float64{2, 0, 1}, [3]float64{2, 1, 1}, [3]float64{3, -0.5, 1}, [3]float64{2.6, 0.4, 1},
	)
	// fivePoints lie on a line, one of them on the wrong side.
	fivePoints = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{-1.5, 0, 1})
)

// with lists parameters: a kernel, then names and values.
func with(kernel string, more ...string) param.Values {
	return param.Pairs(append([]string{"kernel", kernel}, more...)...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "moons", Title: "Two moons", Data: dataset.Generate("moons", 40, 0.2, 7), Step: 20,
		Note: "x₁₀ is right as long as it is in, and wrong once it is left out. Step on: points without a ring change nothing.",
	},
	{
		ID: "four-points", Title: "Four points, ε = ½ (004 B)", Data: fourPoints, Step: algos.Last,
		Params: with("linear", "hard", "true"),
		Note:   "Three support vectors, three errors, and x₂ is right: 3/4 = N/n, the bound cannot be improved.",
	},
	{
		ID: "blobs", Title: "Separable blobs", Data: dataset.Generate("blobs", 30, 0.45, 3), Step: algos.Last,
		Params: with("linear", "hard", "true"),
		Note:   "Two or three support vectors among 30 points: at most a tenth of the points can be missed.",
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Data: dataset.Generate("overlap", 50, 0.9, 5), Step: algos.Last,
		Params: with("linear"),
		Note:   "With slacks most points near the boundary are support vectors: the bound is far above the error.",
	},
	{
		ID: "islands", Title: "γ far too large", Data: dataset.Generate("moons", 40, 0.2, 7), Step: algos.Last,
		Params: with("rbf", "gamma", "60", "C", "10"),
		Note:   "No training error, yet nearly every point is a support vector, and many are missed when they are left out: overfitting seen without a test set.",
	},
	{
		ID: "xor-noisy", Title: "XOR, noisy", Data: dataset.Generate("xor", 40, 0.1, 6), Step: algos.Last,
		Params: with("poly", "gamma", "1", "degree", "2", "C", "5"),
		Note:   "A conic of degree 2 has few support vectors here; raise the degree and compare.",
	},
	{
		ID: "xor", Title: "XOR by (1 + x·z)² (004 G)", Data: corners, Step: algos.Last,
		Params: with("poly", "gamma", "1", "degree", "2", "hard", "true"),
		Note:   "All four are support vectors, and three corners say nothing about the fourth: 4/4.",
	},
	{
		ID: "triple", Title: "The textbook triple (002)", Data: triple, Step: algos.Last,
		Params: with("linear", "hard", "true"),
		Note:   "x₃ is the only one of its class: without it θ = 0 and every point gets the label +1.",
	},
	{
		ID: "resting", Title: "On the margin, yet not needed", Data: resting, Step: algos.Last,
		Params: with("linear", "hard", "true"),
		Note:   "x₅ lies exactly on the margin, and the notes call it a support vector; but its α is 0, and it can go like any other.",
	},
	{
		ID: "no-free", Title: "No free support vector (000)", Data: fivePoints, Step: algos.Last,
		Params: with("linear", "C", "0.1"),
		Note:   "All support vectors are at C, so θ₀ is a matter of choice: the proposition does not apply, and the checks say why.",
	},
	{
		ID: "sigmoid", Title: "A kernel that is none", Data: dataset.Generate("overlap", 30, 0.7, 2), Step: algos.Last,
		Params: with("sigmoid", "gamma", "1", "coef0", "-1", "C", "10"),
		Note:   "tanh is not positive semi-definite: a refit may find another optimum, and nothing is promised.",
	},
	{
		ID: "impossible", Title: "Hard margin, inseparable", Data: dataset.Generate("overlap", 30, 0.9, 5), Step: algos.Last,
		Params: with("linear", "hard", "true"),
		Note:   "No line separates these points: there is no classifier to leave anything out of.",
	},
}
