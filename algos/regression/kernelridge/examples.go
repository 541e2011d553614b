package kernelridge

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// wave is a sine at inputs spread by the golden ratio, which fills every gap in turn,
// with a small wave on top that stands for noise.
func wave(n int) dataset.Source {
	hundredths := func(x float64) float64 { return math.Round(100*x)/100 + 0 }
	var rows [][2]float64
	for i := range n {
		_, share := math.Modf(float64(i+1) * (math.Sqrt(5) - 1) / 2)
		x := hundredths(6*share - 3)
		rows = append(rows, [2]float64{x, hundredths(math.Sin(1.4*x) + 0.2*math.Sin(17*float64(i)))})
	}
	return dataset.Line(rows...)
}

var (
	sine     = wave(12)
	three    = dataset.Line([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 2})
	cubic    = dataset.Line([2]float64{-1, 1}, [2]float64{0, 0}, [2]float64{1, 2}, [2]float64{2, 3})
	twice    = dataset.Line([2]float64{0, 0}, [2]float64{1, 2}, [2]float64{1, 1}, [2]float64{2, 0.5}, [2]float64{3, 1})
	fewSpots = dataset.Line([2]float64{-2, -1}, [2]float64{-0.5, 1}, [2]float64{1, -0.5}, [2]float64{2.5, 1.2})
	sides    = dataset.Line([2]float64{-2, -1}, [2]float64{-1.6, -1}, [2]float64{-1.2, -1}, [2]float64{-0.8, -1}, [2]float64{-0.4, -1},
		[2]float64{0, 1}, [2]float64{0.4, 1}, [2]float64{1, 1}, [2]float64{5, 1})
	bowl = dataset.Valued(
		[3]float64{-2, -1.5, 0.2}, [3]float64{-1, 0.5, 1.3}, [3]float64{0, -1, 1.1}, [3]float64{0.2, 0.4, 2}, [3]float64{1, 1.5, 0.8},
		[3]float64{1.5, -0.5, 0.9}, [3]float64{-1.5, 1.8, 0.3}, [3]float64{2.2, 1, 0.2}, [3]float64{0.6, -2, 0.4}, [3]float64{-0.4, 2.2, 0.4},
		[3]float64{2, -1.8, 0.1}, [3]float64{-2.2, 0.4, 0.3},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("sine", "One kernel function per point", sine, "step=8",
		"Press Step: each point adds a weighted kernel function (thin), and the bold curve is their sum. The red stems are λα, the residuals."),

	algos.NewPreset("four", "Four kernel functions", fewSpots, "step=end&opens=end&gamma=2&lambda=0.3",
		"Few points, so that every weighted kernel function is visible. Drag a point up: its own coefficient changes most."),

	algos.NewPreset("interpolate", "λ → 0: interpolation", sine, "step=end&lambda=0.0001",
		"The residuals vanish, but α = residual/λ stays finite, and ‖f‖² is large."),

	algos.NewPreset("strong-penalty", "λ too large: underfitting", sine, "step=end&opens=end&lambda=30",
		"Underfitting: f is shrunk to 0, and every coefficient is about y/λ.").Renamed("pressed"),

	algos.NewPreset("coordinate", "Coordinate descent", sine, "step=12&solver=coordinate",
		"Bars and rings converge: each iteration sets the coefficient with the largest decrease, and the dual bound limits J − min J."),

	algos.NewPreset("directions", "Conjugate gradients", sine, "step=4&solver=cg",
		"Twelve unknowns, at most twelve iterations in exact arithmetic; the first few do most of the work."),

	algos.NewPreset("three", "Three points (002)", three, "step=end&opens=end&kernel=poly&gamma=1&degree=1&lambda=1",
		"The exercise of the notes: weights (2/3, 1/2) and α = (−1/6, 7/6, −1/2) give the same line."),

	algos.NewPreset("losses", "Three losses on the same points (002)", sides, "step=end&opens=end&kernel=poly&gamma=1&degree=1&lambda=0.1&side=losses",
		"Targets −1 and 1. The squared loss is large at the distant point and turns its line; the logistic and the hinge loss hardly count it."),

	algos.NewPreset("cubic", "A cubic kernel (004)", cubic, "step=end&kernel=poly&gamma=1&degree=3&lambda=0.5",
		"Four points and the kernel (1 + xz)³: ridge regression on the features 1, √3x, √3x², x³ gives the same curve."),

	algos.NewPreset("kinks", "Laplacian kernel: kinks at the points", sine, "step=end&kernel=laplacian&gamma=1",
		"The Laplacian kernel is not differentiable at its centre, and neither is the sum at any point."),

	algos.NewPreset("repeated", "Replicated input", twice, "step=end&lambda=0.01&gamma=2",
		"Two samples have the same input: f is between their targets, and their coefficients have opposite signs. λ = 0 would be refused."),

	algos.NewPreset("plane", "Two inputs", bowl, "step=end&gamma=0.5&x_query=0.5,1.5&lambda=0.1",
		"The shading is f. The second plot shows g: 0 at every data point and 1 at the handle."),
}

const hand = "worked by hand in fractions"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("three", "Three points, λ = 1", "002, lecture 4 (exercise); "+hand, three, "step=end&kernel=poly&gamma=1&degree=1&lambda=1",
		algos.Expect("model.alpha[0]", `$\alpha_1 = -\frac{1}{6}$`, -1.0/6, 1e-13),
		algos.Expect("model.alpha[1]", `$\alpha_2 = \frac{7}{6}$`, 7.0/6, 1e-13),
		algos.Expect("model.alpha[2]", `$\alpha_3 = -\frac{1}{2}$`, -0.5, 1e-13),
		algos.Expect("predict[0].y", `$f(0) = \frac{1}{2}$`, 0.5, 1e-13),
		algos.Expect("predict[1].y", `$f(1) = \frac{7}{6}$`, 7.0/6, 1e-13),
		algos.Expect("predict[2].y", `$f(2.5) = \frac{13}{6}$`, 13.0/6, 1e-13)).
		Predicting([2]float64{0}, [2]float64{1}, [2]float64{2.5}),
	algos.NewFixture("three-ten", "Three points, λ = 10", "002, lecture 4 (exercise); "+hand, three, "step=end&kernel=poly&gamma=1&degree=1&lambda=10",
		algos.Expect("model.alpha[0]", `$\alpha_1$`, 0.027898551, 1e-9),
		algos.Expect("model.alpha[1]", `$\alpha_2$`, 0.179710145, 1e-9),
		algos.Expect("model.alpha[2]", `$\alpha_3$`, 0.031521739, 1e-9)),
	algos.NewFixture("cubic", "A cubic kernel, λ = 1/2", "004, handout F; "+hand, cubic, "step=end&kernel=poly&gamma=1&degree=3&lambda=0.5",
		algos.Expect("model.alpha[0]", `$\alpha_1 = 2\cdot\frac{4195}{53021}$`, 2*4195.0/53021, 1e-12),
		algos.Expect("model.alpha[1]", `$\alpha_2 = -2\cdot\frac{11932}{53021}$`, -2*11932.0/53021, 1e-12),
		algos.Expect("model.alpha[2]", `$\alpha_3 = 2\cdot\frac{16488}{53021}$`, 2*16488.0/53021, 1e-12),
		algos.Expect("model.alpha[3]", `$\alpha_4 = -2\cdot\frac{2785}{53021}$`, -2*2785.0/53021, 1e-12),
		algos.Expect("predict[0].y", `$f(\frac{1}{2})$`, 0.828327, 1e-6)).Predicting([2]float64{0.5}),
	algos.NewFixture("one", "One point", hand, dataset.Line([2]float64{1, 2}), "step=end&lambda=0.25",
		algos.Expect("model.alpha[0]", `$\alpha = y/(1 + \lambda)$`, 1.6, 1e-14),
		algos.Expect("model.norm2", `$\|f\|^2 = \alpha^2$`, 2.56, 1e-14),
		algos.Expect("model.objective", `$J = \lambda y\alpha$`, 0.8, 1e-14),
		algos.Expect("model.effective", `$\mu/(\mu + \lambda)$`, 0.8, 1e-14)),
}
