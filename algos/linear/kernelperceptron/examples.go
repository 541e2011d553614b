package kernelperceptron

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// corners is XOR on four points, in the order of the notes' inventory.
var corners = dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{1, -1, -1}, [3]float64{-1, 1, -1})

func with(kernel string, more ...string) param.Values {
	return param.Pairs(append([]string{"kernel", kernel}, more...)...)
}

// presets are shown in this order; the first uses all defaults.
var presets = []algos.Preset{
	{
		ID: "circles", Title: "A ring: (x·z + 1)²", Step: algos.Last,
		Note: "A conic separates the circles. Left by kernel, right with the six monomials written down: the same mistakes, and the same curve.",
		Data: dataset.Generate("circles", 60, 0.15, 2),
	},
	{
		ID: "xor", Title: "XOR by (x·z)² (003)", Params: with("poly", "coef0", "0"), Step: 5,
		Note: "Two mistakes, on x₁ and x₃, give f = 4x₁x₂: the weight of x₁x₂ is all that is left.",
		Data: corners,
	},
	{
		ID: "xor-linear", Title: "XOR without a kernel", Params: with("linear", "passes", "20"), Step: algos.Last,
		Note: "Four mistakes a pass for ever: no line separates opposite corners, and the page proves it.",
		Data: corners,
	},
	{
		ID: "xor-noisy", Title: "XOR by (x·z + 1)²", Params: with("poly", "passes", "60"), Step: algos.Last,
		Note: "Hyperbolas do it where the quadrants are clean. Drag a point across an axis.",
		Data: dataset.Generate("xor", 60, 0.02, 4),
	},
	{
		ID: "moons", Title: "Moons by a cubic", Params: with("poly", "degree", "3"), Step: algos.Last,
		Note: "Ten monomials in the plane. In n dimensions the notes count nᵈ products; the kernel never writes them down.",
		Data: dataset.Generate("moons", 60, 0.12, 7),
	},
	{
		ID: "moons-rbf", Title: "Moons by the Gaussian kernel", Params: with("rbf", "gamma", "1"), Step: algos.Last,
		Note: "Infinitely many features: nothing to write down, yet the margin in that space is known, and with it the bound.",
		Data: dataset.Generate("moons", 60, 0.12, 7),
	},
	{
		ID: "spirals", Title: "Spirals", Params: with("rbf", "gamma", "4"), Step: algos.Last,
		Note: "Few mistakes are enough; all rows without a ring could be thrown away now.",
		Data: dataset.Generate("spirals", 120, 0.08, 4),
	},
	{
		ID: "overlap", Title: "Overlap in ten dimensions", Params: with("poly", "degree", "3", "gamma", "0.5", "passes", "30"), Step: algos.Last,
		Note: "No cubic separates these classes: every pass brings new mistakes, and α grows without end.",
		Data: dataset.Generate("overlap", 60, 0.9, 5),
	},
	{
		ID: "narrow", Title: "Separable, by very little", Params: with("rbf", "gamma", "0.5", "passes", "40"), Step: algos.Last,
		Note: "A Gaussian kernel separates any distinct points, but the margin may be tiny: then the bound is no comfort.",
		Data: dataset.Generate("overlap", 40, 0.9, 5),
	},
	{
		ID: "contradiction", Title: "One place, two labels", Params: with("rbf", "gamma", "1", "passes", "10"), Step: algos.Last,
		Note: "The second and third points coincide and disagree: no kernel can help, and the certificate has weight ½ on each.",
		Data: dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{0, 0.5, -1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0, 1}),
	},
	{
		ID: "sigmoid", Title: "A kernel that is none", Params: with("sigmoid", "gamma", "1", "coef0", "-1", "passes", "30"), Step: algos.Last,
		Note: "tanh is not positive semi-definite: no feature space, no R and no γ, hence no promise.",
		Data: dataset.Generate("blobs", 40, 0.6, 3),
	},
}
