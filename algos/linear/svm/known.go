package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// Examples of kernels and their feature spaces in the lecture notes.
var (
	// kernelPair are the two points of 002 at which kernels are reckoned.
	kernelPair = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{3, -1, -1})
	// ones are two points in the same place, where the note's map gives 6.
	ones = dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1})
	// nearPair are x = ½ and z = 1 on a line.
	nearPair = dataset.Labelled([3]float64{0.5, 0, 1}, [3]float64{1, 0, -1})
)

// spacePresets show feature spaces.
var spacePresets = []algos.Preset{
	algos.NewPreset("lift", "Circles on a cone (000, 002)", dataset.Generate("circles", 60, 0.15, 2),
		"step=end&opens=end&kernel=poly&gamma=1&degree=2&coef0=0&turn=-8,25",
		"Drag the picture in three dimensions: a plane cuts the cone between the rings, and on the board its cut is an ellipse."),

	algos.NewPreset("series", "The Gaussian kernel, term by term (000, 002)", dataset.Generate("moons", 16, 0.2, 7),
		"step=end&opens=end&kernel=rbf&gamma=0.5&series=true&terms=3&slice=1.6,0.5",
		"Raise K: the sum creeps from the origin along the bell, and the error falls faster than any geometric series."),
}

// sumsOf expects the first sums of a series.
func sumsOf(tol, limit float64, sums ...float64) []algos.Expected {
	var want []algos.Expected
	for k, x := range sums {
		want = append(want, algos.Expect(fmt.Sprintf("model.series[%d]", k), fmt.Sprintf(`$K = %d$`, k+1), x, tol))
	}
	return append(want, algos.Expect("model.kernel12", `$k(x_1, x_2)$`, limit, tol))
}

// spaceFixtures are numbers of feature spaces that are known from elsewhere.
var spaceFixtures = []algos.Fixture{
	algos.NewFixture("xor-features", "XOR: θ in the feature space", "004, handout G: W28", corners, "step=end&kernel=poly&gamma=1&degree=2&hard=true&tol=1e-12",
		algos.Expect("model.features[2]", `weight of $\sqrt{2}x_1x_2$`, -1/math.Sqrt2, 1e-12)),
	algos.NewFixture("map", "The map of (1 + x·z)², with √2 and without", "002, lecture 3: N12 (its map gives 9)", kernelPair, "step=0&kernel=poly&gamma=1&degree=2",
		algos.Expect("model.inner", `$\langle\varphi(x_1), \varphi(x_2)\rangle = k(x_1, x_2)$`, 4, 1e-12),
		algos.Expect("model.inner_plain", `without $\sqrt{2}$`, 9, 1e-12)),
	algos.NewFixture("map-ones", "The same map at x = z = (1, 1)", "002, lecture 3, l. 376: by hand", ones, "step=0&kernel=poly&gamma=1&degree=2",
		algos.Expect("model.inner", `$\langle\varphi(x_1), \varphi(x_2)\rangle = k(x_1, x_2)$`, 9, 1e-12),
		algos.Expect("model.inner_plain", `without $\sqrt{2}$`, 6, 1e-12)),
	algos.NewFixture("series", "The Gaussian kernel as a Taylor sum, σ = 1", "002, lecture 3: N12", kernelPair, "step=0&kernel=rbf&gamma=0.5&series=true&terms=6",
		sumsOf(5e-8, 0.0015034392, 0.0005531, 0.0011062, 0.0013827, 0.0014749, 0.0014979, 0.0015025)...),
	algos.NewFixture("series-near", "The Gaussian kernel as a Taylor sum, x = 0.5, z = 1", "000, chapter 4: 2B-10, the factor 2ᵏ put in", nearPair,
		"step=0&kernel=rbf&gamma=1&series=true&terms=4",
		sumsOf(6e-8, 0.7788008, 0.2865048, 0.5730096, 0.7162620, 0.7640128)...),
}
