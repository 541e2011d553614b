package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// fourOnLine is the worked example with x = −2, −1, 1, 2 of fixture N8.
	fourOnLine = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, 1})
	// softRows are the three rows of the stochastic rule (19), (20): fixture W11.
	softRows = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 0, -1}, [3]float64{-1, 1, 1})
	// balanced is the example of the soft balance of mistakes: fixture W12.
	balanced = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, -1}, [3]float64{3, 0, 1})
	// stretched lie so far apart that the curvature changes a lot along a Newton
	// step.
	stretched = dataset.Labelled(
		[3]float64{9, 5, -1}, [3]float64{9.6, 5.3, -1}, [3]float64{8.4, 5.6, -1}, [3]float64{9.3, 4.1, -1}, [3]float64{8.7, 4.4, -1},
		[3]float64{52, 0, -1}, [3]float64{52.6, 0.3, -1}, [3]float64{51.4, 0.6, -1}, [3]float64{52.3, -0.9, -1},
		[3]float64{51.7, -0.6, -1}, [3]float64{52.9, -0.3, -1}, [3]float64{51.1, 0, -1},
		[3]float64{-1, 12, 1}, [3]float64{-0.4, 12.3, 1}, [3]float64{-1.6, 12.6, 1}, [3]float64{-0.7, 11.1, 1}, [3]float64{-1.3, 11.4, 1},
		[3]float64{-72, 0, -1}, [3]float64{-71.4, 0.3, -1},
	)
	// touching has a point of each class at the same place between the others.
	touching = dataset.Labelled(
		[3]float64{-2, -1, -1}, [3]float64{-1, 1, -1}, [3]float64{0, -1, -1}, [3]float64{0, 1, -1},
		[3]float64{0, -1, 1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{2, 1, 1},
	)
	// quarters has one +1 in four at x = 0 and three in four at x = 1.
	quarters = dataset.Labelled(
		[3]float64{0, 0, 1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1},
		[3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, -1},
	)

	overlap = dataset.Generate("overlap", 60, 0.9, 5)
	blobs   = dataset.Generate("blobs", 40, 0.45, 3)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.Example("overlap", "Overlapping blobs, Newton", overlap, "step=4",
		"A handful of Newton steps, each to the bottom of a quadratic; at the end the residuals sum to 0."),
	algos.Example("gradient", "Gradient descent", overlap, "step=12&solver=gd",
		"Every step goes where the loss falls most steeply, first far and then in ever smaller steps: hundreds where Newton needs six."),
	algos.Example("too-long", "η above 2/M", overlap, "step=40&solver=gd&eta=0.4&iterations=200",
		"Nothing is promised beyond 2/M: the loss jumps up and down. Lower η until the check says that it applies."),
	algos.Example("soft", "A soft perceptron: one row a step", dataset.Generate("blobs", 40, 1.1, 11), "step=20&solver=sgd&eta=0.3&lambda=0.1&iterations=400",
		"Every row is added with the weight 1 − P; the dashed arrow is the perceptron's step, whole or nothing."),
	algos.Example("batches", "Mini-batches with a falling η", dataset.Generate("overlap", 80, 0.8, 3),
		"step=end&solver=minibatch&eta=0.5&decay=true&order=shuffle&iterations=600",
		"The trembling around the minimum dies down as η falls; switch that off, and it stays."),
	algos.Example("separable", "Separable: no minimum", blobs, "step=end",
		"θ grows for ever and the probabilities become a step; a penalty λ > 0 brings a minimum back."),
	algos.Example("penalty", "The same with λ = 1", blobs, "step=end&opens=end&lambda=1",
		"Move λ: large values flatten the sigmoid. The dual value closes in on the loss from below."),
	algos.Example("touching", "Classes that share a border", touching, "step=end",
		"No line has all points strictly on their side, yet there is no minimum: all but the four on the line are pushed to 0 and 1."),
	algos.Example("halving", "A Newton step that is too long", stretched, "step=12&lambda=0.1",
		"Far points lose their weight p(1 − p), and the quadratic forgets them: the full step would raise the loss, so it is halved."),
	algos.Example("four", "Four points on a line (002)", fourOnLine, "step=8&solver=gd&eta=0.5&labels=bits&iterations=60",
		"Labels 0 and 1 with pencil and paper: the loss is 2.7726, 2.5747, 2.5678, … and θ₁ = 0.5, 0.4154, 0.42."),
	algos.Example("rows", "Three rows in order (004)", softRows, "step=6&solver=sgd&eta=0.5&order=cyclic&iterations=30",
		"P = 0.5, then 0.321, then 0.698: each row is added in proportion to 1 − P."),
	algos.Example("balance", "Soft balance of mistakes (004)", balanced, "step=end&labels=bits",
		"The residuals (−0.204, 0.612, −0.612, 0.204) are orthogonal to every linear function of x, yet not as short as they could be."),
	algos.Example("moons", "Two moons", dataset.Generate("moons", 80, 0.15, 7), "step=end&lambda=0.1",
		"A line is all it can do: the p = ½ line cuts both moons, and the residuals show where."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.Known("n8", "Two gradient steps on four points", "002, lecture 2: N8", fourOnLine, "step=4&solver=gd&eta=0.5",
		algos.Number("model.loss", "$L$ after two steps", 2.567833, 5e-7),
		algos.Number("model.theta[0]", "$w$", 0.415424, 5e-7),
		algos.Number("model.theta0", "$b$", 0, 1e-15)),
	algos.Known("n8-start", "The loss at the start", "closed form: 4 log 2", fourOnLine, "step=0&solver=gd&eta=0.5",
		algos.Number("metric.loss", "$L$", 4*math.Ln2, 1e-14)),
	algos.Known("w11", "Three rows of the stochastic rule", "004, handout C: W11", softRows, "step=6&solver=sgd&eta=0.5&order=cyclic",
		algos.Number("model.theta[0]", `$\theta_1$`, -0.579989, 5e-7),
		algos.Number("model.theta[1]", `$\theta_2$`, 0.650811, 5e-7),
		algos.Number("model.theta0", `$\theta_0$`, 0.061221, 5e-7)),
	algos.Known("w12", "The soft balance of mistakes", "004, handout C: W12", balanced, "step=end",
		algos.Number("model.theta[0]", `$\theta_1$`, 0.908184, 5e-7),
		algos.Number("model.theta0", `$\theta_0$`, -1.362276, 5e-7),
		algos.Number("model.loss", "$L$", 2.347487, 5e-7),
		algos.Number("predict[0].p", "$p(0)=-e_1$", 0.20387, 5e-6),
		algos.Number("predict[1].p", "$p(1)=1-e_2$", 1-0.61161, 5e-6)).Predicting([2]float64{0, 0}, [2]float64{1, 0}),
	algos.Known("two", "Two points with a penalty", "closed form: on x = ±1 the slope vanishes where λθ = 2/(1 + e^θ), so λ = 2/(1 + e) has θ = 1",
		dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), "step=end&lambda=0.5378828427399902",
		algos.Number("model.theta[0]", `$\theta_1$`, 1, 1e-12),
		algos.Number("model.theta0", `$\theta_0$`, 0, 1e-12),
		algos.Number("model.loss", "$L$", 2*math.Log1p(math.Exp(-1))+1/(1+math.E), 1e-12)),
	algos.Known("shares", "Shares at two places", "closed form: with shares 1/4 at x = 0 and 3/4 at x = 1, θ₁ = 2 log 3 and θ₀ = −log 3", quarters, "step=end",
		algos.Number("model.theta[0]", `$\theta_1$`, 2*math.Log(3), 1e-12),
		algos.Number("model.theta0", `$\theta_0$`, -math.Log(3), 1e-12),
		algos.Number("model.loss", "$L$", 8*math.Log(4)-6*math.Log(3), 1e-12)),
}
