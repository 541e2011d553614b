package discriminant

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
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
	unequal = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{2, 0, 1}, [3]float64{0, 1, 1}, [3]float64{2, 1, 1}, [3]float64{4, 3, -1}, [3]float64{4, 5, -1})
	// squares have the means (0, 0) and (2, 0) and the covariance I.
	squares = corners([3]float64{0, 1, -1}, [3]float64{2, 1, 1})
	// frequent is the same with the second class four times as frequent.
	frequent = corners([3]float64{0, 1, -1}, [3]float64{2, 1, 1}, [3]float64{2, 1, 1}, [3]float64{2, 1, 1}, [3]float64{2, 1, 1})
	// strips have one mean, and the variances 1 and 4 along x₁.
	strips = corners([3]float64{0, 1, -1}, [3]float64{0, 2, 1})
	// lonely has a class of a single point.
	lonely = dataset.Labelled(
		[3]float64{-1.5, 0.4, -1}, [3]float64{-0.8, -0.6, -1}, [3]float64{-0.2, 0.7, -1}, [3]float64{0.3, -0.9, -1},
		[3]float64{-1.1, 1.2, -1}, [3]float64{0.6, 0.5, -1}, [3]float64{2, 1, 1},
	)
)

// corners puts the four points (m ± a, ±1) for each row (m, a, label).
func corners(rows ...[3]float64) dataset.Source {
	var all [][3]float64
	for _, r := range rows {
		for _, s := range [][2]float64{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			all = append(all, [3]float64{r[0] + s[0]*r[1], s[1], r[2]})
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
		x1, x2 := 0.8*side+0.8*long-0.6*short, 0.05*side+0.6*long+0.8*short
		set.Points[i] = dataset.Point{X: [2]float64{round(x1), round(x2)}, Y: class}
	}
	return dataset.Explicit(set)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("slanted", "Two slanted clouds", slanted(40, 3), "step=end&opens=6",
		"The means differ along x₁, yet the best direction is different: w* turns away from the long axis of the clouds."),

	algos.NewPreset("ten-points", "Ten points (000, 001)", tenPoints, "step=end&form=covariance",
		"Small enough for pencil and paper: J(w*) = 15.25 with covariances, one fifth of it with scatter matrices, at the same w*."),

	algos.NewPreset("unequal", "Four points against two (001)", unequal, "step=end&form=covariance",
		"Switch between scatter matrices and covariances: with unequal class sizes the direction changes."),

	algos.NewPreset("lda", "LDA on overlapping blobs", dataset.Generate("overlap", 80, 0.9, 5), "step=end&method=lda",
		"A shared covariance gives a linear decision boundary; the dashed lines are where p = 0.9."),

	algos.NewPreset("prior", "Unequal class priors (000)", frequent, "step=end&method=lda",
		"One class is four times as frequent: the boundary moves from x₁ = 1 to 0.307, towards the rarer class."),

	algos.NewPreset("iris", "Iris, LDA", iris(), "step=end&method=lda",
		"Fisher's own data by sepal and petal length: setosa is well separated, the other two overlap."),

	algos.NewPreset("iris-qda", "Iris, QDA", iris(), "step=end&method=qda",
		"The covariances differ, so the boundaries are curved; compare the confusion matrix with that of LDA."),

	algos.NewPreset("blobs3", "Fisher's direction, three classes", dataset.Generate("blobs3", 90, 0.6, 2), "step=end",
		"w* is a generalised eigenvector, and one direction is not enough to separate all three classes."),

	algos.NewPreset("strips", "Equal means, different variances (000)", strips, "step=end&method=qda",
		"The means coincide, so no linear boundary helps; QDA finds the two lines x₁ = ±1.36. Now try Fisher or LDA."),

	algos.NewPreset("circles", "Disc and ring", dataset.Generate("circles", 100, 0.15, 2), "step=end&method=qda",
		"The classes differ only in their variance: QDA draws an ellipse, LDA is no better than random guessing."),

	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 80, 0.15, 7), "step=end&method=lda",
		"The classes are not Gaussian: the posteriors are overconfident where the boundary is wrong."),

	algos.NewPreset("lonely", "A class with a single point", lonely, "step=end&method=qda",
		"A single point has a singular covariance: QDA cannot be fitted. LDA shares the covariance, and regularisation helps, too."),
}

// three are the places at which the posteriors on the irises are compared.
var three = [][2]float64{{5.84375, 2.796875}, {4.828125, 5.09375}, {6.859375, 2.03125}}

// posteriors are those of the three classes at the three places, known to ten
// digits however small they are.
func posteriors(places ...[3]float64) []algos.Expected {
	var all []algos.Expected
	for i, p := range places {
		for k, x := range p {
			label := fmt.Sprintf(`$p(%d \mid %v,\,%v)$`, k, three[i][0], three[i][1])
			all = append(all, algos.Expect(fmt.Sprintf("predict[%d].p[%d]", i, k), label, x, 1e-9*x))
		}
	}
	return all
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("ten-points", "Fisher by covariances, ten points", "000: 2B-5 (seven decimals)", tenPoints, "step=end&form=covariance",
		algos.Expect("model.means[1][0]", `$\mu_{+,1}$`, 3, 1e-15),
		algos.Expect("model.means[0][1]", `$\mu_{-,2}$`, 7.6, 1e-14),
		algos.Expect("model.direction[0]", `$w^*_1$`, -0.9087856, 5e-8),
		algos.Expect("model.direction[1]", `$w^*_2$`, -0.4172634, 5e-8),
		algos.Expect("metric.j_best", `$J(w^*)$ with covariances`, 15.2508306, 5e-8)),
	algos.NewFixture("ten-points-scatter", "Fisher by scatter matrices, the same points", "001: 2B-3 (seven decimals)", tenPoints, "step=end",
		algos.Expect("model.normalised[0]", `$w_1$ with $w^\top S_w w = 1$`, -0.2444415, 5e-8),
		algos.Expect("model.normalised[1]", `$w_2$`, -0.1122338, 5e-8),
		algos.Expect("metric.j_best", `$J(w^*) = 9181/3010$`, 9181./3010, 1e-14)),
	algos.NewFixture("unequal-scatter", "Classes of four and two points, scatter", "001: 2B-3", unequal, "step=end",
		algos.Expect("model.direction[0]", `$w^* \propto (-3/4,\, -7/6)$`, -0.75/math.Hypot(0.75, 7./6), 1e-14),
		algos.Expect("model.direction[1]", `$w^*_2$`, -7./6/math.Hypot(0.75, 7./6), 1e-14)),
	algos.NewFixture("unequal-covariance", "Classes of four and two points, covariances", "001: 2B-3", unequal, "step=end&form=covariance",
		algos.Expect("model.direction[0]", `$w^* \propto (-3,\, -14/5)$`, -3/math.Hypot(3, 2.8), 1e-14),
		algos.Expect("model.direction[1]", `$w^*_2$`, -2.8/math.Hypot(3, 2.8), 1e-14)),
	algos.NewFixture("lda", "LDA with Σ = I and equal priors", "000: 2B-6; closed form", squares, "step=end&method=lda",
		algos.Expect("predict[0].p[1]", `$p$ at $x_1 = 1$`, 0.5, 1e-15),
		algos.Expect("predict[1].p[1]", `$\sigma(2)$`, 0.8807971, 5e-8),
		algos.Expect("model.w[0]", `$w_1$`, 2, 1e-14),
		algos.Expect("model.w0", `$w_0$`, -2, 1e-14)).Predicting([2]float64{1, 0.7}, [2]float64{2, 0}),
	algos.NewFixture("lda-prior", "LDA where one class is four times as frequent", "000: 2B-6; closed form", frequent, "step=end&method=lda",
		algos.Expect("model.priors[1]", `$\pi_+$`, 0.8, 1e-15),
		algos.Expect("predict[0].p[1]", `$p$ at $x_1 = 1 - \frac{1}{2}\ln 4 = 0.3068528$`, 0.5, 1e-14),
		algos.Expect("predict[1].p[1]", `the same at $x_2 = -3$`, 0.5, 1e-14),
		algos.Expect("model.w0", `$w_0 = -2 + \ln 4$`, -2+math.Log(4), 1e-14)).Predicting([2]float64{1 - math.Ln2, 0}, [2]float64{1 - math.Ln2, -3}),
	algos.NewFixture("qda", "QDA, N(0, 1) against N(0, 4)", "000: 2B-6; closed form", strips, "step=end&method=qda",
		algos.Expect("predict[0].p[1]", `$p$ at $x_1 = \sqrt{\frac{8}{3}\ln 2}$`, 0.5, 1e-14),
		algos.Expect("predict[1].p[1]", `$p$ at $x_1 = -1.3595560$`, 0.5, 5e-8),
		algos.Expect("predict[2].p[1]", `$p(0) = 1/3$`, 1./3, 1e-14),
		algos.Expect("model.quadratic[0][0]", `$W_{11} = 3/8$`, 0.375, 1e-15)).
		Predicting([2]float64{math.Sqrt(8. / 3 * math.Ln2), 0}, [2]float64{-1.3595560, 5}, [2]float64{0, 0}),
	algos.NewFixture("iris-fisher", "Iris, three species: Fisher's directions", "scikit-learn 1.2.1, recomputed in exact fractions with Python 3.11.7",
		iris(), "step=end",
		algos.Expect("model.direction[0]", `$w^*_1$`, -0.435637487364, 1e-10),
		algos.Expect("model.direction[1]", `$w^*_2$`, 0.900122202594, 1e-10),
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, 23.3341527599, 1e-9),
		algos.Expect("model.eigenvalues[1]", `$\lambda_2$`, 0.030497611429, 1e-10)),
	algos.NewFixture("iris-lda", "Iris, three species: LDA", "scikit-learn 1.2.1, LinearDiscriminantAnalysis (svd)", iris(),
		"step=end&method=lda&cov_estimator=unbiased",
		slices.Concat(posteriors(
			[3]float64{0.9991297912, 0.0008702087876, 4.013748297e-13},
			[3]float64{1.975940798e-35, 0.0001819064794, 0.9998180935},
			[3]float64{1, 2.819497255e-19, 2.609188341e-34},
		), []algos.Expected{
			algos.Expect("model.W[0][0]", `$(\Sigma^{-1}\mu_0)_1$`, 32.45950610339, 1e-9),
			algos.Expect("model.b[0]", `$b_0$`, -66.65235758885, 1e-8),
			algos.Expect("model.W[1][0]", `$(\Sigma^{-1}\mu_1)_1$`, 18.3516259518, 1e-9),
			algos.Expect("model.b[1]", `$b_1$`, -69.20558611421, 1e-8),
			algos.Expect("model.W[2][0]", `$(\Sigma^{-1}\mu_2)_1$`, 13.79845015381, 1e-9),
			algos.Expect("model.b[2]", `$b_2$`, -95.12736074834, 1e-8),
		})...).Predicting(three...),
	algos.NewFixture("iris-qda", "Iris, three species: QDA", "scikit-learn 1.2.1, QuadraticDiscriminantAnalysis", iris(),
		"step=end&method=qda&cov_estimator=unbiased",
		append(posteriors(
			[3]float64{1.124078437e-08, 0.9999999884, 3.448965446e-10},
			[3]float64{3.863515111e-100, 0.001012248401, 0.9989877516},
			[3]float64{1, 1.042401448e-13, 1.740823728e-33},
		), algos.Expect("model.covariances[2][0][1]", `$\Sigma_{2,12}$`, 0.30328979591837, 1e-12))...).Predicting(three...),
}
