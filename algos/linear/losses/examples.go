package losses

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes and of what they leave out.
var (
	// fourMargins have the margins −1, 0, 1, 2 under θ = (1, 0).
	fourMargins = dataset.Labelled([3]float64{-1, 0, 1}, [3]float64{0, 0, 1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1})
	// nearMisses have margins between −0.541 and 0 under θ = (1, 0).
	nearMisses = dataset.Labelled(
		[3]float64{-0.1, 0.8, 1}, [3]float64{-0.25, -0.6, 1}, [3]float64{-0.4, 0.2, 1}, [3]float64{-0.5, -1.1, 1},
		[3]float64{0.15, 1.2, -1}, [3]float64{0.3, -0.2, -1}, [3]float64{0.45, 0.5, -1}, [3]float64{1.2, 0.4, 1}, [3]float64{-1.3, -0.3, -1},
	)
	// farRight is separable, with some points very far on their right side.
	farRight = dataset.Labelled(
		[3]float64{0.5, 0.4, 1}, [3]float64{0.6, -0.5, 1}, [3]float64{0.9, 0.1, 1}, [3]float64{0.7, 0.9, 1},
		[3]float64{-0.5, 0.5, -1}, [3]float64{-0.6, -0.4, -1}, [3]float64{-0.9, 0, -1}, [3]float64{-0.8, -0.9, -1},
		[3]float64{1.5, 5.5, 1}, [3]float64{2, 6, 1}, [3]float64{1.8, 5, 1},
	)
	// outlier is two groups, with one point deep on the wrong side.
	outlier = dataset.Labelled(
		[3]float64{1, 0.6, 1}, [3]float64{1.4, -0.4, 1}, [3]float64{0.8, -0.9, 1}, [3]float64{1.7, 0.3, 1}, [3]float64{1.2, 1.1, 1},
		[3]float64{-1, 0.5, -1}, [3]float64{-1.3, -0.6, -1}, [3]float64{-0.9, -1, -1}, [3]float64{-1.6, 0.2, -1}, [3]float64{-1.1, 1, -1},
		[3]float64{-3.5, -2, 1},
	)
	// aroundCrossing are right under θ = (1, 0), with margins on both sides of 0.541.
	aroundCrossing = dataset.Labelled(
		[3]float64{0.1, 0.9, 1}, [3]float64{0.25, -0.7, 1}, [3]float64{0.4, 0.3, 1}, [3]float64{0.5, -1.1, 1},
		[3]float64{-0.6, 1.2, -1}, [3]float64{-0.75, -0.2, -1}, [3]float64{-0.95, 0.5, -1}, [3]float64{-1.4, -0.9, -1}, [3]float64{1.8, -0.3, 1},
	)
	// two are two points at a right angle.
	two = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 60, 0.9, 5), "step=12",
		"Press Step: θ rotates, the points move along the loss curve, and every loss has its own minimiser."),

	algos.NewPreset("margins", "Margins −1, 0, 1, 2 (004)", fourMargins, "",
		"The table by hand: hinge 2, 1, 0, 0, and logistic 1.313, 0.693, 0.313, 0.127. Look at the second point."),

	algos.NewPreset("gap", "Near misses: ln is not a bound (002)", nearMisses, "loss=logistic",
		"Seven misclassified points, each with an ln-logistic loss below 1: see the red region, and the ln-gap guarantee."),

	algos.NewPreset("crossing", "Correct points, hinge > logistic (002)", aroundCrossing, "",
		"Nine points are classified correctly. For 0 < z < 0.541 the hinge loss is larger than the ln-logistic loss; beyond the crossing it is "+
			"smaller."),

	algos.NewPreset("outlier", "Outlier on the wrong side", outlier, "step=end&loss=exponential",
		"The 0–1 loss ignores its distance; the exponential and squared losses are dominated by the outlier."),

	algos.NewPreset("far-right", "Squared loss, large margins (003)", farRight, "step=end&loss=square",
		"Three points far on the correct side: the squared loss penalises these margins, and its minimiser differs from that of the hinge loss."),

	algos.NewPreset("separable", "Linearly separable blobs", dataset.Generate("blobs", 40, 0.4, 3), "step=end&norm=2",
		"The hinge loss is exactly 0 on a whole arc of angles, the logistic loss never. Increase the norm of θ, and the arc grows."),

	algos.NewPreset("short", "Small norm of θ", dataset.Generate("overlap", 60, 0.9, 5), "step=end&norm=0.15",
		"All margins are near 0: the losses are similar, and hinge, logistic and exponential loss have nearly the same minimiser."),

	algos.NewPreset("long", "Large norm of θ", dataset.Generate("overlap", 60, 0.9, 5), "step=end&norm=5&loss=logistic2",
		"Far from 0 the logistic loss is a smooth hinge, and the exponential loss is dominated by the most negative margin."),

	algos.NewPreset("offset", "Intercept: away from the origin", dataset.Labelled(
		[3]float64{2.2, 1.4, -1}, [3]float64{1.8, 2.1, -1}, [3]float64{2.6, 1.9, -1}, [3]float64{1.5, 1.2, -1}, [3]float64{2.9, 1.1, -1},
		[3]float64{3.6, 3.2, 1}, [3]float64{3.1, 3.9, 1}, [3]float64{4.2, 2.8, 1}, [3]float64{4.0, 3.8, 1}, [3]float64{2.8, 3.3, 1},
	), "step=end&theta0=-3.7&loss=logistic",
		"θ₀ shifts the boundary: with θ₀ = 0 it passes through the origin, and no angle separates these points."),

	algos.NewPreset("xor", "XOR", dataset.Generate("xor", 40, 0.15, 6), "step=end",
		"No angle works: at best 17 of 40 points are misclassified, and the minima reflect noise rather than structure."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("margins", "Hinge and logistic at the margins −1, 0, 1, 2", "004, handout C: W10 (six decimals)",
		fourMargins, "",
		algos.Expect("model.margins[0]", `$z_1$`, -1, 0),
		algos.Expect("model.losses_by_row.hinge[0]", `hinge at $-1$`, 2, 0),
		algos.Expect("model.losses_by_row.hinge[1]", `hinge at $0$`, 1, 0),
		algos.Expect("model.losses_by_row.hinge[2]", `hinge at $1$`, 0, 0),
		algos.Expect("model.losses_by_row.hinge[3]", `hinge at $2$`, 0, 0),
		algos.Expect("model.losses_by_row.logistic[0]", `logistic at $-1$`, 1.313262, 5e-7),
		algos.Expect("model.losses_by_row.logistic[1]", `logistic at $0$`, 0.693147, 5e-7),
		algos.Expect("model.losses_by_row.logistic[2]", `logistic at $1$`, 0.313262, 5e-7),
		algos.Expect("model.losses_by_row.logistic[3]", `logistic at $2$`, 0.126928, 5e-7)),
	algos.NewFixture("closed-form", "The other losses at the same margins", "closed form",
		fourMargins, "",
		algos.Expect("metric.zero_one", "misclassified points", 2, 0),
		algos.Expect("metric.hinge", `$2 + 1 + 0 + 0$`, 3, 0),
		algos.Expect("metric.square", `$4 + 1 + 0 + 1$`, 6, 0),
		algos.Expect("metric.exponential", `$e + 1 + e^{-1} + e^{-2}$`, math.E+1+math.Exp(-1)+math.Exp(-2), 1e-15),
		algos.Expect("model.losses_by_row.logistic2[0]", `$\log_2(1 + e)$`, math.Log2(1+math.E), 1e-15),
		algos.Expect("model.losses_by_row.logistic2[1]", `$\log_2 2$`, 1, 1e-15)),
	algos.NewFixture("gap", "Margins where the ln-logistic loss is not a bound", "002: E14",
		dataset.Labelled([3]float64{-math.Log(math.E - 1), 0, 1}, [3]float64{0, 1, 1}, [3]float64{-0.5, 2, 1}), "",
		algos.Expect("model.margins[0]", `$z_1 = -\ln(e - 1)$`, -0.5413, 5e-5),
		algos.Expect("model.losses_by_row.logistic[0]", `$\ln(1 + e^{-z_1})$`, 1, 1e-15),
		algos.Expect("model.losses_by_row.logistic[1]", `$\ln 2$ at $z = 0$`, 0.693, 5e-4),
		algos.Expect("metric.zero_one", "misclassified points", 3, 0),
		algos.Expect("metric.logistic", `their total, less than 3`, 1+math.Ln2+math.Log(1+math.Exp(0.5)), 1e-14)),
	algos.NewFixture("crossing", "Crossing of the hinge and the logistic loss", "002: E38 (z = 0.5413, both 0.4587); closed form: z = ln(e − 1)",
		dataset.Labelled([3]float64{math.Log(math.E - 1), 0, 1}, [3]float64{0.4, 1, 1}, [3]float64{0.7, 2, 1}), "",
		algos.Expect("model.losses_by_row.hinge[0]", `hinge at $z = \ln(e-1)$`, 1-math.Log(math.E-1), 1e-15),
		algos.Expect("model.losses_by_row.logistic[0]", "logistic there, equal", 0.4587, 5e-5),
		algos.Expect("model.losses_by_row.hinge[1]", `hinge at $0.4$`, 0.6, 1e-15),
		algos.Expect("model.losses_by_row.logistic[1]", `logistic at $0.4$, less`, math.Log(1+math.Exp(-0.4)), 1e-15),
		algos.Expect("model.losses_by_row.hinge[2]", `hinge at $0.7$`, 0.3, 1e-15),
		algos.Expect("model.losses_by_row.logistic[2]", `logistic at $0.7$, more`, math.Log(1+math.Exp(-0.7)), 1e-15)),
	algos.NewFixture("symmetry", "Two points at a right angle", "closed form: by symmetry the best angle is 45°",
		two, "step=end&loss=exponential",
		algos.Expect("model.minimisers.exponential.angle", `best angle of the exponential loss`, 45, 1e-5),
		algos.Expect("model.minimisers.exponential.total", `$2e^{-1/\sqrt{2}}$`, 2*math.Exp(-math.Sqrt2/2), 1e-14),
		algos.Expect("model.minimisers.logistic.angle", `best angle of the logistic loss`, 45, 1e-5),
		algos.Expect("model.minimisers.square.total", `$2(1 - 1/\sqrt{2})^2$`, 2*(1-math.Sqrt2/2)*(1-math.Sqrt2/2), 1e-13),
		algos.Expect("model.minimisers.zero_one.angle", "middle of the angles without misclassification", 45, 1e-12),
		algos.Expect("predict[0].score", `$f(1, 1) = \sqrt{2}$`, math.Sqrt2, 1e-12)).Predicting([2]float64{1, 1}),
}
