package discriminant

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The examples of the lecture notes.
var (
	// tenPoints are five points a class; the notes' class 1 is +1 here.
	tenPoints = dataset.Labelled(
		[3]float64{4, 2, 1}, [3]float64{2, 4, 1}, [3]float64{2, 3, 1}, [3]float64{3, 6, 1}, [3]float64{4, 4, 1},
		[3]float64{9, 10, -1}, [3]float64{6, 8, -1}, [3]float64{9, 5, -1}, [3]float64{8, 7, -1}, [3]float64{10, 8, -1},
	)
	// unequal is a class of four points and one of two: the two forms of S_w
	// disagree.
	unequal = dataset.Labelled(
		[3]float64{0, 0, 1}, [3]float64{2, 0, 1}, [3]float64{0, 1, 1}, [3]float64{2, 1, 1}, [3]float64{4, 3, -1}, [3]float64{4, 5, -1},
	)
	// squares have the means (0, 0) and (2, 0) and the covariance I.
	squares = corners(1, [3]float64{0, 1, -1}, [3]float64{2, 1, 1})
	// frequent is the same with the second class four times as frequent.
	frequent = corners(4, [3]float64{0, 1, -1}, [3]float64{2, 1, 1})
	// strips have one mean, and the variances 1 and 4 along x₁.
	strips = corners(1, [3]float64{0, 1, -1}, [3]float64{0, 2, 1})
	// lonely has a class of a single point.
	lonely = dataset.Labelled(
		[3]float64{-1.5, 0.4, -1}, [3]float64{-0.8, -0.6, -1}, [3]float64{-0.2, 0.7, -1}, [3]float64{0.3, -0.9, -1},
		[3]float64{-1.1, 1.2, -1}, [3]float64{0.6, 0.5, -1}, [3]float64{2, 1, 1},
	)
)

// corners puts the four points (m ± a, ±1) for each row (m, a, label); those of
// the label +1 are repeated.
func corners(copies int, rows ...[3]float64) dataset.Source {
	var all [][3]float64
	for _, r := range rows {
		n := 1
		if r[2] > 0 {
			n = copies
		}
		for range n {
			for _, s := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
				all = append(all, [3]float64{r[0] + s[0]*r[1], s[1], r[2]})
			}
		}
	}
	return dataset.Labelled(all...)
}

// iris are sepal length and petal length of 150 irises in cm, with the species
// setosa 0, versicolor 1 and virginica 2 (R. A. Fisher 1936).
func iris() dataset.Source {
	return dataset.Explicit(dataset.Embedded(files, "iris.csv", dataset.Classes))
}

// slanted draws n points a class from two long Gaussians side by side, in whole
// multiples of 1e-4: the line through the means is the wrong direction.
func slanted(n int, seed uint64) dataset.Source {
	r := rand.New(rand.NewPCG(seed, 0xf15e))
	round := func(x float64) float64 { return math.Round(1e4*x) / 1e4 }
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Signed: true, Points: make([]dataset.Point, 2*n)}
	for i := range set.Points {
		class := float64(i % 2)
		side := 2*class - 1
		long, short := 1.3*r.NormFloat64(), 0.4*r.NormFloat64()
		set.Points[i] = dataset.Point{X: [2]float64{
			round(0.8*side + 0.8*long - 0.6*short), round(0.05*side + 0.6*long + 0.8*short),
		}, Y: class}
	}
	return dataset.Explicit(set)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "slanted", Title: "Two slanted clouds", Data: slanted(40, 3), Step: algos.Last,
		Note: "The means differ along x₁, yet the best direction is another: w* turns away from the long axis of the clouds.",
	},
	{
		ID: "ten-points", Title: "Ten points (000, 001)", Data: tenPoints, Step: algos.Last,
		Params: param.Pairs("form", byCovariance),
		Note:   "Small enough for pencil and paper: J(w*) = 15.25 with covariances, a fifth of it with scatter matrices, the same w*.",
	},
	{
		ID: "unequal", Title: "Four points against two (001)", Data: unequal, Step: algos.Last,
		Params: param.Pairs("form", byCovariance),
		Note:   "Switch S_w between scatter and covariance: with classes of different size the direction changes.",
	},
	{
		ID: "lda", Title: "LDA on overlapping blobs", Data: dataset.Generate("overlap", 80, 0.9, 5), Step: algos.Last,
		Params: param.Pairs("method", lda),
		Note:   "Two equal ellipses, one straight boundary; the dashed lines are where p = 0.9.",
	},
	{
		ID: "prior", Title: "A frequent class (000)", Data: frequent, Step: algos.Last,
		Params: param.Pairs("method", lda),
		Note:   "One class is four times as frequent: the boundary moves from x₁ = 1 to 0.307, towards the rare one.",
	},
	{
		ID: "iris", Title: "Iris, three species", Data: iris(), Step: algos.Last,
		Params: param.Pairs("method", lda),
		Note:   "Fisher's own data by sepal and petal length: setosa stands apart, the other two overlap.",
	},
	{
		ID: "iris-qda", Title: "Iris, each with its own covariance", Data: iris(), Step: algos.Last,
		Params: param.Pairs("method", qda),
		Note:   "The ellipses differ, so the boundaries bend; compare the confusion with that of LDA.",
	},
	{
		ID: "blobs3", Title: "Fisher with three classes", Data: dataset.Generate("blobs3", 90, 0.6, 2), Step: algos.Last,
		Note: "No single difference of means: w* is an eigenvector, and one direction is not enough to tell all three apart.",
	},
	{
		ID: "strips", Title: "Same mean, other variance (000)", Data: strips, Step: algos.Last,
		Params: param.Pairs("method", qda),
		Note:   "The means coincide, so no line helps; QDA finds the two lines x₁ = ±1.36. Now try Fisher or LDA.",
	},
	{
		ID: "circles", Title: "A disc in a ring", Data: dataset.Generate("circles", 100, 0.15, 2), Step: algos.Last,
		Params: param.Pairs("method", qda),
		Note:   "The classes differ in spread alone: QDA draws an ellipse, LDA is no better than a coin.",
	},
	{
		ID: "moons", Title: "Two moons", Data: dataset.Generate("moons", 80, 0.15, 7), Step: algos.Last,
		Params: param.Pairs("method", lda),
		Note:   "Not Gaussian at all: the posteriors are sure of themselves where the boundary is wrong.",
	},
	{
		ID: "lonely", Title: "A class of one point", Data: lonely, Step: algos.Last,
		Params: param.Pairs("method", qda),
		Note:   "One point has no spread: QDA gives up and says why. LDA shares the covariance, and reg > 0 helps, too.",
	},
}
