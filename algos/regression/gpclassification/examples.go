package gpclassification

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// onLine makes labelled points of one input: x and a class, 0 or 1, in turn.
func onLine(xy ...float64) dataset.Source {
	s := dataset.Set{Dim: 1, Target: dataset.Classes, Signed: true}
	for i := 0; i < len(xy); i += 2 {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{xy[i]}, Y: xy[i+1]})
	}
	return dataset.Explicit(s)
}

// outlier is two blobs with one mislabelled point in the midst of the other class.
func outlier() dataset.Source {
	set, err := dataset.Generate("blobs", 40, 0.5, 3).Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	for i, p := range set.Points {
		if p.Y > 0 {
			set.Points[i].Y = 0
			break
		}
	}
	return dataset.Explicit(set)
}

var (
	groups = onLine(-3.1, 0, -2.7, 0, -2.4, 0, -2.1, 0, -1.7, 1, -1.3, 0, -0.9, 0, -0.4, 1, 0.1, 0, 0.5, 1, 0.9, 1, 1.4, 1, 1.7, 1, 2.2, 1, 2.6, 1, 2.9, 0, 3.3, 0, 3.6, 0)
	moons  = dataset.Generate("moons", 60, 0.24, 7)
	blobs  = dataset.Generate("overlap", 60, 0.9, 5)
	alone  = dataset.Labelled([3]float64{0, 0, 1})
	twice  = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, -1}, [3]float64{1.5, 0.5, 1}, [3]float64{1.5, 0.5, -1}, [3]float64{-1, 1, 1})
	single = dataset.Labelled([3]float64{-1, 0, 1}, [3]float64{-0.4, 0.8, 1}, [3]float64{0.2, -0.5, 1}, [3]float64{0.7, 0.6, 1}, [3]float64{1.2, -0.2, 1}, [3]float64{0.1, 0.2, 1})
	// doubled has places with more than one point, of one class and of both.
	doubled = dataset.Labelled(
		[3]float64{1.5390625, -1.6181640625, 1}, [3]float64{1.5390625, -1.6181640625, 1}, [3]float64{1.5390625, -1.6181640625, -1},
		[3]float64{1.9833984375, -1.8916015625, -1}, [3]float64{1.9833984375, -1.8916015625, -1}, [3]float64{1.9833984375, -1.8916015625, 1},
		[3]float64{0.5927734375, 1.970703125, 1}, [3]float64{0.5927734375, 1.970703125, 1}, [3]float64{0.5927734375, 1.970703125, -1},
		[3]float64{1.2490234375, -0.357421875, 1}, [3]float64{1.2490234375, -0.357421875, 1}, [3]float64{1.2490234375, -0.357421875, -1},
		[3]float64{-0.77734375, -1.08984375, -1}, [3]float64{-0.77734375, -1.08984375, -1}, [3]float64{-0.77734375, -1.08984375, 1},
		[3]float64{0.2685546875, -0.0380859375, -1}, [3]float64{0.2685546875, -0.0380859375, -1}, [3]float64{0.2685546875, -0.0380859375, 1},
	)
	few = dataset.Labelled([3]float64{-1.5, 0, -1}, [3]float64{-1, 0.6, -1}, [3]float64{-1.2, -0.7, -1}, [3]float64{1.5, 0, 1}, [3]float64{1, 0.6, 1}, [3]float64{1.2, -0.7, 1})
)

// examples are named recipes; the first one uses the defaults of every parameter.
var examples = []algos.Preset{
	algos.NewPreset("moons", "Two moons", moons, "step=end&opens=2",
		"Near the points the probability is close to 0 or 1; far from all of them it reverts to ½."),

	algos.NewPreset("groups", "Groups on a line", groups, "step=end&kernel=4*rbf(0.7)&q=-0.4,0",
		"Above: the probability. Below: the latent function with its credible band. Where the band is wide, p stays near ½."),

	algos.NewPreset("circles", "Two circles", dataset.Generate("circles", 60, 0.15, 4), "step=end",
		"Not linearly separable: the latent function has a peak inside, and the decision boundary encloses it."),

	algos.NewPreset("overlap", "Overlapping blobs", blobs, "step=end",
		"Compare with the support vector machine on these points: it gives a decision boundary, this one a probability as well."),

	algos.NewPreset("linear", "Linear kernel: Bayesian logistic", blobs, "step=end&kernel=linear(1)",
		"f is linear with uncertain coefficients: the contours of p fan out, those of logistic regression are parallel."),

	algos.NewPreset("high", "Large prior variance: average vs plug-in", few, "step=end&kernel=100*rbf(1)&q=0.5,-0.2",
		"At q both the mean and the variance of f are large: the plug-in is overconfident, the average is not. Drag q."),

	algos.NewPreset("halving", "Newton step overshoots", moons, "step=end&kernel=1e6*rbf(1)",
		"With a large prior variance f can become large: near the mode a full Newton step overshoots, and it is halved."),

	algos.NewPreset("single", "Single-class data", single, "step=end",
		"The mode still exists: the prior regularises f, and p rises near the points only."),

	algos.NewPreset("outlier", "A mislabelled point", outlier(), "step=end&kernel=4*rbf(1)",
		"Its gradient is the largest of all, yet at most 1: the logistic likelihood is robust against a mislabelled point."),

	algos.NewPreset("tiny", "Length scale too short", moons, "step=end&length_scale_factor=0.1",
		"Overfitting: every point has its own island, and between the points the prior remains. Drag the length-scale factor in its plot."),

	algos.NewPreset("long", "Length scale too long", moons, "step=end&length_scale_factor=10",
		"Underfitting: the decision boundary is nearly linear, and many points keep large gradients."),

	algos.NewPreset("twice", "Same input, conflicting labels", twice, "step=end&q=0,0",
		"The gradients of the two labels cancel: f is 0 there, and the probability ½."),

	algos.NewPreset("one", "A single point", alone, "step=end&kernel=4&q=0,0",
		"A single point, solvable by hand: f = k σ(−f)."),
}

// known are runs whose numbers are known from elsewhere.
var known = []algos.Fixture{
	algos.NewFixture("one", "Mode for one point", "closed form: the mode solves f = k/(1 + eᶠ), so k = 2(1 + e²) has f = 2", alone,
		"step=end&kernel=16.7781121978613",
		algos.Expect("model.mode[0]", `$\hat f$`, 2, 1e-12),
		algos.Expect("model.log_evidence", `$\log q$`, -math.Log1p(math.Exp(-2))-2/(2*8.38905609893065)*2/2-
			math.Log1p(16.7781121978613*math.Exp(2)/((1+math.Exp(2))*(1+math.Exp(2))))/2, 1e-12)),
	algos.NewFixture("start", "Objective at the start", "closed form: −n log 2", few, "step=0",
		algos.Expect("metric.psi", `$\psi$`, -6*math.Ln2, 1e-14)),
	algos.NewFixture("duplicates", "Eighteen points, some with equal inputs", "scikit-learn 1.2.1, GaussianProcessClassifier, "+
		"polished", doubled, "step=end&kernel=2.5*rbf(1.1)",
		algos.Expect("model.log_evidence", `$\log q$`, -14.75956646414, 1e-10),
		algos.Expect("metric.psi", `$\psi$`, -12.04314068609, 1e-10)),
	algos.NewFixture("twice", "Same input, conflicting labels", "closed form: by symmetry f = 0, ψ = −2 log 2 and |B| = 1 + 2k/4",
		dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, -1}), "step=end&kernel=6",
		algos.Expect("model.psi", `$\psi$`, -2*math.Ln2, 1e-14),
		algos.Expect("model.log_det", `$\log|B|$`, math.Log(4), 1e-14),
		algos.Expect("predict[0].p", "p", 0.5, 1e-12)).Predicting([2]float64{0, 0}),
}
