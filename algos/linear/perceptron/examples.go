package perceptron

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
)

var (
	// fourPoints are the worked trace of the tests: twelve updates with the standard
	// rule, γ = 2/√41.
	fourPoints = dataset.Labelled([3]float64{-2, 2, -1}, [3]float64{3, -2, -1}, [3]float64{0, -2, 1}, [3]float64{-3, 2, 1})
	// unitVectors have R = 1 and γ = 1/√5.
	unitVectors = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1})
	// cyclic cannot be separated through the origin: every 17 updates θ is 0 again.
	cyclic    = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, -1, 1}, [3]float64{3, -2, -1}, [3]float64{-1, 3, -1})
	oneSample = dataset.Labelled([3]float64{1, 0, 1})
	blobs     = dataset.Generate("blobs", 40, 0.9, 11)
	gaussians = dataset.Explicit(twoGaussians(50, 1))
	lucky     = dataset.Explicit(twoGaussians(50, 5)) // one of the few that a line through the origin separates
	// unitVectors2 have the same R and γ as unitVectors.
	unitVectors2 = dataset.Labelled([3]float64{.6, .8, 1}, [3]float64{.28, -.96, 1}, [3]float64{-.96, .28, -1}, [3]float64{-.8, -.6, -1})
	tight        = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, -1})
	mirror       = dataset.Labelled([3]float64{3, 1, 1}, [3]float64{1, 3, -1})
	// onLine are twelve points of a reference run; two of them are on the wrong side of
	// each other.
	onLine = dataset.Labelled(
		[3]float64{-1.888671875, -2.77734375, -1}, [3]float64{-1.7763671875, -2.552734375, -1}, [3]float64{-1.197265625, -1.39453125, -1},
		[3]float64{-0.875, -0.75, -1}, [3]float64{-0.6904296875, -0.380859375, 1}, [3]float64{-0.2041015625, 0.591796875, -1},
		[3]float64{0.11328125, 1.2265625, 1}, [3]float64{0.478515625, 1.95703125, 1}, [3]float64{0.888671875, 2.77734375, 1},
		[3]float64{1.3720703125, 3.744140625, 1}, [3]float64{1.5029296875, 4.005859375, 1}, [3]float64{2.021484375, 5.04296875, 1},
	)
)

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Two blobs", blobs, "step=end&opens=22",
		"Linearly separable, so the number of mistakes is finite; compare it with Novikoff's bound."),

	algos.NewPreset("trace", "Four points, step by step", fourPoints, "step=2&fit_intercept=false",
		"Twelve updates in seven epochs: follow θ with pencil and paper."),

	algos.NewPreset("start", "A different initial weight vector", fourPoints, "step=end&fit_intercept=false&theta_init=5,2",
		"The same four points from θ⁽⁰⁾ = (5, 2), which points away from θ*: drag the hollow dot in weight space, and watch the bound change."),

	algos.NewPreset("one-sample", "One sample", oneSample, "step=end&fit_intercept=false&theta_init=-2,1",
		"Every update adds exactly ‖x‖² = 1 to the score: from −2 it takes three, since a score of 0 is still a mistake."),

	algos.NewPreset("margin", "Margin perceptron",
		dataset.Labelled([3]float64{2, 0.5, 1}, [3]float64{1, 2, 1}, [3]float64{-1, -0.3, -1}, [3]float64{-0.6, -2, -1},
			[3]float64{-1.2, 2.2, 1}, [3]float64{2, -1.1, 1}, [3]float64{1.5, -2, -1}), "step=end&fit_intercept=false&variant=margin",
		"Margin violations count as mistakes too. The final margin is at least half of the maximum; for γ above twice the maximum the rule does "+
			"not converge."),

	algos.NewPreset("increment", "Variable-increment rule with margin", fourPoints, "step=end&fit_intercept=false&variant=variable-increment",
		"The four points with learning rate η(k) = 1/k and threshold γ/2: ten updates. A panel shows both sums of the conditions."),

	algos.NewPreset("finite", "A learning rate that decays too fast", fourPoints,
		"step=end&fit_intercept=false&variant=variable-increment&eta=1/k^2&max_epochs=200&theta_init=5,2",
		"The sum of all 1/k² is below 2: θ starts too far away and cannot converge. Try 1/k or 1/sqrt(k) instead."),

	algos.NewPreset("batch", "Batch rule", fourPoints, "step=end&fit_intercept=false&variant=batch",
		"All misclassified samples at once, weighted by η(k) = 1/k: three updates for the four points. With η = 1 it takes twelve."),

	algos.NewPreset("batch-blobs", "Batch rule on blobs", blobs, "step=end&variant=batch&eta=1",
		"The path of θ in weight space is smoother than that of the standard rule, which visits one sample at a time."),

	algos.NewPreset("cycle", "A cycle of 17 updates", cyclic, "step=end&fit_intercept=false",
		"Not linearly separable through the origin: every 17 updates θ is exactly 0 again."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 60, 0.9, 1), "step=end&max_epochs=20",
		"Not linearly separable: the boundary keeps jumping until max epochs is reached."),

	algos.NewPreset("gaussians", "Two Gaussians of the notes", gaussians, "step=end&fit_intercept=false",
		"Fifty points each from N(±(1, 1), ½I): only about one such data set in five is separable through the origin, and this one is not."),

	algos.NewPreset("lucky", "Two Gaussians, a separable draw", lucky, "step=end&fit_intercept=false",
		"Another draw of the same program, one of the few that are separable through the origin. Compare its test error with the Bayes error Φ(−2)."),

	algos.NewPreset("spam", "Spam filter with two words", dataset.Explicit(mails()), "step=end&orders=true",
		"A hundred mails with the counts of the words love and money. Twenty sample orders give twenty boundaries; the maximum margin belongs to one."),

	algos.NewPreset("narrow", "A small margin",
		dataset.Labelled([3]float64{2, -1, 1}, [3]float64{-1, 1, -1}, [3]float64{-2, 0.5, -1}, [3]float64{1, 0.1, 1}, [3]float64{1, 0.2, -1}),
		"step=end&fit_intercept=false&show_max_margin=true",
		"The last point makes the margin small: 78 updates, with a bound of 2045. Without it the bound is 5, and one update is enough."),

	algos.NewPreset("tight", "The mistake bound is tight", tight, "step=end&fit_intercept=false&show_max_margin=true",
		"Two points, two updates, and the bound is 2: the theorem cannot be improved."),

	algos.NewPreset("mirror", "Two points, perpendicular bisector", mirror, "step=end&fit_intercept=false&show_max_margin=true",
		"Two updates with a bound of 5, and θ has exactly the direction of θ*."),

	algos.NewPreset("unit", "Four unit vectors", unitVectors, "step=end&fit_intercept=false&show_max_margin=true",
		"All on the circle R = 1, with γ = 1/√5: the bound is 5 and two mistakes are enough."),

	algos.NewPreset("unit2", "Four other unit vectors", unitVectors2,
		"step=end&fit_intercept=false&show_max_margin=true", "The same margin and bound as before, another direction."),

	algos.NewPreset("xor", "XOR", dataset.Generate("xor", 60, 0.15, 1), "step=end&max_epochs=20",
		"Opposite corners belong to the same class: not linearly separable, with or without the bias."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("one-sample", "One sample, started at −2", "004, handout A, one-sample case: W1 (the printed count is one short where the ratio is whole)",
		oneSample, "step=end&fit_intercept=false&theta_init=-2,0",
		algos.Expect("model.updates", `$k=\lfloor 2\rfloor+1$`, 3, 0),
		algos.Expect("model.theta[0]", `$\theta_1$`, 1, 0)),
	algos.NewFixture("one-sample-2", "One sample, started at −2.5", "004, handout A, (16): W1", oneSample, "step=end&fit_intercept=false&theta_init=-2.5,0",
		algos.Expect("model.updates", `$k=\lceil 2.5\rceil$`, 3, 0)),
	algos.NewFixture("gaussians", "Two Gaussians of the program",
		"004, appendix A: W2; these hundred points are not separable, as the largest gap between the directions of yx is below π", gaussians, "step=end&fit_intercept=false",
		algos.Expect("model.separable", "separable", 0, 0),
		algos.Expect("model.passes", "epochs (all of them)", 100, 0),
		algos.Expect("model.bayes_error", `Bayes error $\Phi(-2)$`, 0.02275013194817921, 1e-16),
		algos.Expect("model.separable_share", "proportion of separable data sets, of 2000 (0.19 of 4000 elsewhere)", 0.19, 0.035)),
	algos.NewFixture("tight", "The mistake bound is tight", "004, handout A, theorem 1, worked by hand: the bound is met", tight,
		"step=end&fit_intercept=false",
		algos.Expect("model.updates", "$k$", 2, 0),
		algos.Expect("metric.bound", `$(R/\gamma)^2$`, 2, 1e-15),
		algos.Expect("model.theta[0]", `$\theta_1$`, 1, 0), algos.Expect("model.theta[1]", `$\theta_2$`, -1, 0)),
	algos.NewFixture("mirror", "Two points, perpendicular bisector", "004, handout A, theorem 1, worked by hand", mirror, "step=end&fit_intercept=false",
		algos.Expect("model.updates", "$k$", 2, 0),
		algos.Expect("metric.bound", `$(R/\gamma)^2$`, 5, 1e-14),
		algos.Expect("metric.cosine", `$\cos\angle(\theta,\theta^*)$`, 1, 1e-15),
		algos.Expect("model.theta[0]", `$\theta_1$`, 2, 0), algos.Expect("model.theta[1]", `$\theta_2$`, -2, 0)),
	algos.NewFixture("trace", "Four points, standard rule", "004, handout A, theorem 1: W41, traced by hand in exact numbers", fourPoints,
		"step=end&fit_intercept=false",
		algos.Expect("model.updates", "$k$", 12, 0),
		algos.Expect("model.passes", "epochs", 7, 0),
		algos.Expect("model.theta[0]", `$\theta_1$`, -3, 0), algos.Expect("model.theta[1]", `$\theta_2$`, -4, 0),
		algos.Expect("metric.bound", `$(R/\gamma)^2=13\cdot 41/4$`, 133.25, 0),
		algos.Expect("metric.largest_margin", `$\gamma=2/\sqrt{41}$`, 2/math.Sqrt(41), 1e-15),
		algos.Expect("metric.margin", "margin of the last θ", 0.2, 1e-15)),
	algos.NewFixture("increment", "Four points, variable increment", "004, handout A, (53), (54) with η(k) = 1/k: W41 (six decimals)",
		fourPoints, "step=end&fit_intercept=false&variant=variable-increment&eta=1/k",
		algos.Expect("model.updates", "$k$", 10, 0),
		algos.Expect("model.theta[0]", `$\theta_1$`, -0.578571, 5e-7), algos.Expect("model.theta[1]", `$\theta_2$`, -0.708730, 5e-7),
		algos.Expect("metric.eta_sum", `$\sum\eta=7381/2520$`, 7381./2520, 1e-14)),
	algos.NewFixture("batch", "Four points, batch rule, η = 1/k", "004, handout A, (58): W41", fourPoints, "step=end&fit_intercept=false&variant=batch&eta=1/k",
		algos.Expect("model.updates", "$k$", 3, 0),
		algos.Expect("model.theta[0]", `$\theta_1=-7/3$`, -7./3, 1e-15), algos.Expect("model.theta[1]", `$\theta_2=-8/3$`, -8./3, 1e-15)),
	algos.NewFixture("batch-constant", "Four points, batch rule, η = 1", "004, handout A, (58): W41", fourPoints,
		"step=end&fit_intercept=false&variant=batch&eta=1",
		algos.Expect("model.updates", "$k$", 12, 0),
		algos.Expect("model.theta[0]", `$\theta_1$`, -6, 0), algos.Expect("model.theta[1]", `$\theta_2$`, -8, 0)),
	algos.NewFixture("margin", "Four points, margin perceptron", "004, handout A, (37)–(41); worked by hand",
		fourPoints, "step=end&fit_intercept=false&variant=margin",
		algos.Expect("model.updates", "$k$", 2, 0),
		algos.Expect("model.theta[0]", `$\theta_1=\frac{1}{\sqrt{2}}-\frac{3}{\sqrt{13}}$`, 1/math.Sqrt2-3/math.Sqrt(13), 1e-15),
		algos.Expect("model.theta[1]", `$\theta_2=\frac{2}{\sqrt{13}}-\frac{1}{\sqrt{2}}$`, 2/math.Sqrt(13)-1/math.Sqrt2, 1e-15),
		algos.Expect("metric.bound", `$12/\gamma^2$ with $\gamma^2=\frac{1}{2}\bigl(1-\frac{5}{\sqrt{26}}\bigr)$`, 24/(1-5/math.Sqrt(26)), 1e-9)),
	algos.NewFixture("cycle", "A cycle of 17 updates", "004, handout A: W42", cyclic, "step=37&fit_intercept=false",
		algos.Expect("metric.updates", "$k$", 17, 0),
		algos.Expect("metric.norm2", `$\lVert\theta\rVert^2$, as at the start`, 0, 0),
		algos.Expect("model.separable", "separable", 0, 0)),
	algos.NewFixture("reference-line", "Points on a line", "scikit-learn 1.2.1, Perceptron without shuffling", onLine, "step=end&max_epochs=8",
		algos.Expect("model.updates", "mistakes in 8 epochs", 20, 0),
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.11328125, 0), algos.Expect("model.theta[1]", `$\theta_2$`, 0.2265625, 0),
		algos.Expect("model.theta0", `$\theta_0$`, 0, 0)),
	algos.NewFixture("unit", "Unit vectors", "003, perceptron: N8", unitVectors, "step=end&fit_intercept=false",
		algos.Expect("model.updates", "mistakes", 2, 0),
		algos.Expect("metric.bound", `$1/\rho^2$`, 5, 1e-14),
		algos.Expect("metric.largest_margin", `$\rho=1/\sqrt{5}$`, 1/math.Sqrt(5), 1e-15)),
	algos.NewFixture("unit2", "Four other unit vectors", "003, perceptron: N8, the second set", unitVectors2, "step=end&fit_intercept=false",
		algos.Expect("model.updates", "mistakes", 2, 0),
		algos.Expect("metric.bound", `$1/\rho^2$`, 5, 1e-14),
		algos.Expect("metric.largest_margin", `$\rho=1/\sqrt{5}$`, 1/math.Sqrt(5), 1e-15),
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.88, 1e-15), algos.Expect("model.theta[1]", `$\theta_2$`, -0.16, 1e-15)),
	algos.NewFixture("root-start", "The initial weights of the note, (1/√n, …)",
		"003, perceptron: the larger root of (b + kρ)² = 1 + k with b = 3/√10, solved by hand", unitVectors,
		"step=end&fit_intercept=false&theta_init=0.7071067811865476,0.7071067811865476",
		algos.Expect("metric.bound", `bound on $k$ from $(1/\sqrt{2},\,1/\sqrt{2})$`, (1-0.6*math.Sqrt2+math.Sqrt(math.Pow(1-0.6*math.Sqrt2, 2)+0.08))/0.4, 1e-9)),
	algos.NewFixture("opposite-start", "Initial weights opposite to θ*", "003, perceptron: N8, the bound (1 + 2ρ)/ρ² of the worst unit start",
		unitVectors, "step=end&fit_intercept=false&theta_init=-0.8944271909999159,-0.4472135954999579",
		algos.Expect("metric.bound", `$(1+2\rho)/\rho^2$`, 5+2*math.Sqrt(5), 1e-7)),
}

// mails are a hundred mails with two words counted in each, every second one spam. The
// notes print no counts: these are drawn, with means of 1 and 7 for love and money in spam,
// 5 and 1 in the others, and a seed for which a line separates them.
func mails() dataset.Set {
	const n, seed = 100, 3988
	r := rand.New(rand.NewPCG(seed, 0x5ba3))
	set := dataset.Set{
		Dim: 2, Target: dataset.Classes, Signed: true, Points: make([]dataset.Point, n),
		Names: dataset.Names{Columns: []string{"love per mail", "money per mail"}, Classes: []string{"no spam", "spam"}},
	}
	for i := range set.Points {
		p, love, money := &set.Points[i], 5.0, 1.0
		if i%2 == 0 {
			p.Y, love, money = 1, 1, 7
		}
		p.X[0], p.X[1] = poisson(r, love), poisson(r, money)
	}
	return set
}

// poisson draws a count with that mean: of uniform numbers, so many can be multiplied
// before the product falls below e^(−mean) (Knuth).
func poisson(r *rand.Rand, mean float64) float64 {
	count, product := 0.0, r.Float64()
	for least := math.Exp(-mean); product > least; count++ {
		product *= r.Float64()
	}
	return count
}

// twoGaussians draws n points from N((1, 1), ½I), labelled +1, and after them n
// from N((−1, −1), ½I), labelled −1, in whole multiples of 1e-4: the data of
// the program at the end of the lecture notes' handout.
func twoGaussians(n int, seed uint64) dataset.Set {
	r := rand.New(rand.NewPCG(seed, 0x6a55))
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Signed: true, Points: make([]dataset.Point, 2*n)}
	for i := range set.Points {
		p, mean := &set.Points[i], -1.0
		if i < n {
			p.Y, mean = 1, 1
		}
		for c := range p.X {
			p.X[c] = math.Round(1e4*(mean+math.Sqrt(0.5)*r.NormFloat64())) / 1e4
		}
	}
	return set
}
