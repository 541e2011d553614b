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

// outlier is two blobs with one wrong label in the midst of the other class.
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
		"Near points the probability is sure of itself; far from all of them it goes back to one half."),

	algos.NewPreset("groups", "Groups on a line", groups, "step=end&kernel=4*rbf(0.7)&q=-0.4,0",
		"Above the probability, below it the latent function with its band: where the band is wide, p stays near one half."),

	algos.NewPreset("circles", "Two circles", dataset.Generate("circles", 60, 0.15, 4), "step=end",
		"No line parts them; the latent function is a hill, and the boundary closes around it."),

	algos.NewPreset("overlap", "Overlapping blobs", blobs, "step=end",
		"Compare with the support vector machine on these points: it draws a boundary, this one also says how sure it is."),

	algos.NewPreset("linear", "Linear kernel: Bayesian logistic", blobs, "step=end&kernel=linear(1)",
		"f is a line with uncertain coefficients: the bands of equal probability fan out, which those of logistic regression do not."),

	algos.NewPreset("high", "A high prior: averaged against plug-in", few, "step=end&kernel=100*rbf(1)&q=0.5,-0.2",
		"The mean of f is large and so is its spread: the plug-in is sure where the average is not. Drag q."),

	algos.NewPreset("halving", "A full step too long", moons, "step=end&kernel=1e6*rbf(1)",
		"So high a prior lets f run far: near the end a full Newton step would overshoot, and it is halved."),

	algos.NewPreset("single", "One class only", single, "step=end",
		"There is a mode all the same: the prior holds f, and p rises near the points only."),

	algos.NewPreset("outlier", "A wrong label", outlier(), "step=end&kernel=4*rbf(1)",
		"Its pull is the strongest of all, yet never above 1: a sigmoid gives up on a point."),

	algos.NewPreset("tiny", "Lengths too short", moons, "step=end&stretch=0.1",
		"Every point is an island, and between them nothing is known. Drag the length in the picture of the evidence."),

	algos.NewPreset("long", "Lengths too long", moons, "step=end&stretch=10",
		"So stiff a function cannot follow the moons: the boundary is nearly a line, and many points are pulled in vain."),

	algos.NewPreset("twice", "Both labels at one place", twice, "step=end&q=0,0",
		"The two pulls at one place cancel: f is 0 there, and the probability one half."),

	algos.NewPreset("one", "A single point", alone, "step=end&kernel=4&q=0,0",
		"With one point all can be reckoned by hand: f = k σ(−f)."),
}

// known are runs whose numbers are known from elsewhere.
var known = []algos.Fixture{
	algos.NewFixture("one", "The mode of one point", "closed form: the mode solves f = k/(1 + eᶠ), so k = 2(1 + e²) has f = 2", alone,
		"step=end&kernel=16.7781121978613",
		algos.Expect("model.mode[0]", `$\hat f$`, 2, 1e-12),
		algos.Expect("model.log_evidence", `$\log q$`, -math.Log1p(math.Exp(-2))-2/(2*8.38905609893065)*2/2-
			math.Log1p(16.7781121978613*math.Exp(2)/((1+math.Exp(2))*(1+math.Exp(2))))/2, 1e-12)),
	algos.NewFixture("start", "The objective at the start", "closed form: −n log 2", few, "step=0",
		algos.Expect("metric.psi", `$\psi$`, -6*math.Ln2, 1e-14)),
	algos.NewFixture("duplicates", "Eighteen points, some at one place", "scikit-learn 1.2.1, GaussianProcessClassifier, polished", doubled, "step=end&kernel=2.5*rbf(1.1)",
		algos.Expect("model.log_evidence", `$\log q$`, -14.75956646414, 1e-10),
		algos.Expect("metric.psi", `$\psi$`, -12.04314068609, 1e-10)),
	algos.NewFixture("twice", "Both labels at one place", "closed form: by symmetry f = 0, ψ = −2 log 2 and |B| = 1 + 2k/4",
		dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0, -1}), "step=end&kernel=6",
		algos.Expect("model.psi", `$\psi$`, -2*math.Ln2, 1e-14),
		algos.Expect("model.log_det", `$\log|B|$`, math.Log(4), 1e-14),
		algos.Expect("predict[0].p", "p", 0.5, 1e-12)).Predicting([2]float64{0, 0}),
}
