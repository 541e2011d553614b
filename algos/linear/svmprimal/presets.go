package svmprimal

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The examples of the lecture notes.
var (
	// twoPoints is one point a class on a line: θ = 2/(x₊ − x₋).
	twoPoints = dataset.Labelled([3]float64{1, 0, -1}, [3]float64{3, 0, 1})
	// fourPoints is the example with slack of 004, handout B, with ε = ½.
	fourPoints = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1})
	// hinges have yf = −1, 0, 1, 2 under θ = (1, 0).
	hinges = dataset.Labelled([3]float64{-1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{-2, 0, -1})
	// mirror are two points of which one is minus the other.
	mirror = dataset.Labelled([3]float64{2, 0, 1}, [3]float64{-2, 0, -1})
	// intruder is the textbook triple of 002 with a fourth point behind the lines.
	intruder = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1}, [3]float64{3.5, 3.5, -1})
	// aside are two classes one above the other: the best line is almost level,
	// and lines through the origin have to rise.
	aside = dataset.Labelled(
		[3]float64{4, 5, 1}, [3]float64{5, 5.5, 1}, [3]float64{6, 5.2, 1}, [3]float64{4.6, 5.9, 1}, [3]float64{5.6, 6, 1},
		[3]float64{3.6, 2.6, -1}, [3]float64{4.4, 3, -1}, [3]float64{5.2, 3.2, -1}, [3]float64{6, 3.4, -1}, [3]float64{5, 2.4, -1},
	)
	// heights are women (−) and men (+) by height in m and weight in 10 kg.
	heights = dataset.Labelled(
		[3]float64{1.58, 5.1, -1}, [3]float64{1.62, 5.6, -1}, [3]float64{1.65, 5.4, -1}, [3]float64{1.68, 6.2, -1},
		[3]float64{1.55, 4.8, -1}, [3]float64{1.71, 6.0, -1}, [3]float64{1.60, 6.3, -1}, [3]float64{1.66, 5.9, -1},
		[3]float64{1.78, 7.4, 1}, [3]float64{1.82, 8.1, 1}, [3]float64{1.75, 6.9, 1}, [3]float64{1.86, 7.8, 1},
		[3]float64{1.73, 7.2, 1}, [3]float64{1.80, 6.8, 1}, [3]float64{1.90, 8.8, 1}, [3]float64{1.77, 8.3, 1},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "blobs", Title: "Two blobs that overlap", Data: dataset.Generate("overlap", 24, 0.8, 6), Step: 24,
		Note: "Step on: two runs from two starts wander down the same bowl, and the run's lower bound climbs to meet its best J.",
	},
	{
		ID: "widen", Title: "Widen the band until it locks (004 B)", Data: dataset.Generate("blobs", 120, 0.45, 31), Step: 6,
		Params: param.Pairs("method", "widen"),
		Note:   "Each turn ends when the band touches another point; at the end no turn is left that would widen it.",
	},
	{
		ID: "pegasos", Title: "One random point a step", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: 200,
		Params: param.Pairs("method", "sgd", "form", "constant", "rate", "pegasos", "C", "0.1", "iterations", "2000"),
		Note:   "Pegasos: every step costs one point, and J jumps; the average of the iterates is calm.",
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: algos.Last,
		Params: param.Pairs("C", "0.1"),
		Note:   "Raise C: the gradients grow with it, and so does the number of steps that the bound asks for.",
	},
	{
		ID: "constant", Title: "A constant step", Data: dataset.Generate("overlap", 40, 0.9, 5), Step: algos.Last,
		Params: param.Pairs("rate", "constant", "eta", "0.3", "C", "0.1", "lock", "false", "iterations", "200"),
		Note:   "J falls quickly, and then jumps for ever at a height that η sets.",
	},
	{
		ID: "forms", Title: "Origin, offset and [x; 1] (004 B)", Data: aside, Step: algos.Last,
		Params: param.Pairs("form", "constant", "method", "widen"),
		Note:   "Appending a constant 1 is not the same as an offset: the penalty on θ₀ pulls the line towards the origin. Compare the bands of the three forms.",
	},
	{
		ID: "two-points", Title: "Two points (004 B)", Data: twoPoints, Step: algos.Last,
		Params: param.Pairs("method", "widen"),
		Note:   "θ = 2/(x₊ − x₋) = 1, and the half-width is half the distance of the two.",
	},
	{
		ID: "two-points-origin", Title: "Two points, no offset (004 B, exercise 2)", Data: twoPoints, Step: algos.Last,
		Params: param.Pairs("method", "widen", "form", "origin"),
		Note:   "Both points lie on the same side of 0: no line through the origin separates them, and the problem has no solution.",
	},
	{
		ID: "four-points", Title: "Four points, ε = ½, C = 20 (004 B)", Data: fourPoints, Step: algos.Last,
		Params: param.Pairs("C", "20", "iterations", "1000"),
		Note:   "With C = 20 the four constraints hold; from C = 10 down x₄ pays a slack, and below 5 it is given up.",
	},
	{
		ID: "interval", Title: "θ is unique, θ₀ is not (004 B)", Data: twoPoints, Step: algos.Last,
		Params: param.Pairs("C", "0.25"),
		Note:   "θ = 2C = ½, but every θ₀ from −3/2 to −1/2 costs the same: see the checks.",
	},
	{
		ID: "intruder", Title: "The triple with an intruder (002)", Data: intruder, Step: algos.Last,
		Params: param.Pairs("C", "1", "iterations", "2000"),
		Note:   "x₄ is on the wrong side and stays there; its pull has to be balanced by the others.",
	},
	{
		ID: "heights", Title: "Height and weight (004 B)", Data: heights, Step: algos.Last,
		Params: param.Pairs("method", "widen"),
		Note:   "The data are far from the origin: compare the band with the one of [x; 1].",
	},
}
