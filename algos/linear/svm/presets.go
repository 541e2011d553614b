package svm

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
	// triple is the textbook triple, solved by one pair.
	triple = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1})
	// intruder is the triple with a fourth point behind the lines.
	intruder = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1}, [3]float64{3.5, 3.5, -1})
	// square is the hard margin with three kinds of equality: α = (½, ½, 1, 0).
	square = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{2, 2, -1}, [3]float64{2, 0, 1}, [3]float64{3, 0, 1})
	// fivePoints lie on a line, one of them on the wrong side.
	fivePoints = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{-1.5, 0, 1})
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// heights are women (−) and men (+) by height in m and weight in 10 kg.
	heights = dataset.Labelled(
		[3]float64{1.58, 5.1, -1}, [3]float64{1.62, 5.6, -1}, [3]float64{1.65, 5.4, -1}, [3]float64{1.68, 6.2, -1},
		[3]float64{1.55, 4.8, -1}, [3]float64{1.71, 6.0, -1}, [3]float64{1.60, 6.3, -1}, [3]float64{1.66, 5.9, -1},
		[3]float64{1.78, 7.4, 1}, [3]float64{1.82, 8.1, 1}, [3]float64{1.75, 6.9, 1}, [3]float64{1.86, 7.8, 1},
		[3]float64{1.73, 7.2, 1}, [3]float64{1.80, 6.8, 1}, [3]float64{1.90, 8.8, 1}, [3]float64{1.77, 8.3, 1},
	)
)

func linear(more ...string) map[string]string { return with("linear", more...) }

// with lists parameters: a kernel, then names and values.
func with(kernel string, more ...string) param.Values {
	return param.Pairs(append([]string{"kernel", kernel}, more...)...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "moons", Title: "Two moons", Data: dataset.Generate("moons", 60, 0.24, 7), Step: 48,
		Note: "Step on: the pair at work is ringed, the dual climbs, and the road f = ±1 settles on a few support vectors.",
	},
	{
		ID: "blobs", Title: "Separable blobs", Data: dataset.Generate("blobs", 40, 0.45, 3), Step: algos.Last,
		Params: linear("hard", "true"),
		Note:   "The widest road between the classes rests on two or three points; drag any other and nothing moves.",
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: algos.Last,
		Params: linear(),
		Note:   "The slacks are the segments to the margin lines: raise C and the road narrows to shorten them.",
	},
	{
		ID: "circles", Title: "Circles", Data: dataset.Generate("circles", 60, 0.15, 2), Step: algos.Last,
		Params: with("poly", "gamma", "1", "degree", "2"),
		Note:   "The kernel (x·z + 1)² makes the line of its feature space a conic of the plane.",
	},
	{
		ID: "spirals", Title: "Spirals", Data: dataset.Generate("spirals", 120, 0.08, 4), Step: algos.Last,
		Params: with("rbf", "gamma", "4", "C", "10"),
		Note:   "Lower γ until the arms run together, raise it until every point is an island.",
	},
	{
		ID: "xor-noisy", Title: "XOR, noisy", Data: dataset.Generate("xor", 60, 0.1, 6), Step: algos.Last,
		Params: with("laplacian", "gamma", "1", "C", "5"),
		Note:   "The Laplacian kernel has a kink at every support vector; compare its boundary with the RBF's.",
	},
	{
		ID: "xor", Title: "XOR by (1 + x·z)² (004 G)", Data: corners, Step: algos.Last,
		Params: with("poly", "gamma", "1", "degree", "2", "hard", "true"),
		Note:   "All four α are 1/8 and f(x) = −x₁x₂: every point lies exactly on the margin.",
	},
	{
		ID: "two-points", Title: "Two points (004 B)", Data: twoPoints, Step: algos.Last,
		Params: linear("hard", "true"),
		Note:   "One pair does it: θ = 2/(x₊ − x₋) = 1 and the margin is half the distance.",
	},
	{
		ID: "four-points", Title: "Four points, ε = ½, C = 20 (004 B)", Data: fourPoints, Step: algos.Last,
		Params: linear("C", "20"),
		Note:   "From C = 10 on this is the hard margin; below it x₄ pays a slack, and from C = 5 down it is given up.",
	},
	{
		ID: "triple", Title: "The textbook triple (002)", Data: triple, Step: algos.Last,
		Params: linear("hard", "true"),
		Note:   "A single pair moves: α₁ = α₃ = 1/4, and x₂ is not needed.",
	},
	{
		ID: "intruder", Title: "The triple with an intruder (002)", Data: intruder, Step: algos.Last,
		Params: linear("C", "1"),
		Note:   "x₁ sits inside the margin on its right side, x₄ on the wrong one: both are support vectors at C.",
	},
	{
		ID: "square", Title: "Hard margin, α = (½, ½, 1, 0) (000)", Data: square, Step: algos.Last,
		Params: linear("hard", "true"),
		Note:   "Three points hold the line; the fourth is no support vector.",
	},
	{
		ID: "five-points", Title: "Five points on a line (000)", Data: fivePoints, Step: algos.Last,
		Params: linear("C", "1"),
		Note:   "x₅ is on the wrong side: its α stays at C however large C is.",
	},
	{
		ID: "no-free", Title: "No free support vector (000)", Data: fivePoints, Step: algos.Last,
		Params: linear("C", "0.1"),
		Note:   "All support vectors are at C, so θ₀ is only known up to an interval: see the checks.",
	},
	{
		ID: "heights", Title: "Height and weight (004 B)", Data: heights, Step: algos.Last,
		Params: linear("C", "1"),
		Note:   "The data are far from the origin, so the offset matters: without it no line would do.",
	},
	{
		ID: "robust", Title: "Drag a bystander", Data: dataset.Generate("blobs", 24, 0.5, 11), Step: algos.Last,
		Params: linear("C", "10"),
		Note:   "Drag a point without a ring, outside the margin: α and the line do not change. Now drag a ringed one.",
	},
	{
		ID: "impossible", Title: "Hard margin, inseparable", Data: dataset.Generate("overlap", 30, 0.9, 5), Step: algos.Last,
		Params: linear("hard", "true"),
		Note:   "No line separates the classes: the dual grows for ever, until the certificate says why.",
	},
	{
		ID: "sigmoid", Title: "A kernel that is none", Data: dataset.Generate("overlap", 40, 0.7, 2), Step: algos.Last,
		Params: with("sigmoid", "gamma", "1", "coef0", "-1", "C", "10"),
		Note:   "tanh is not positive semi-definite: the checks name a negative eigenvalue, and duality promises nothing.",
	},
}
