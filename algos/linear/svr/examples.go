package svr

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// twoPoints is the example of 001: (0, 0) and (1, 1).
var twoPoints = dataset.Line([2]float64{0, 0}, [2]float64{1, 1})

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// sinc is sin(πx)/πx at inputs spread by the golden ratio, which fills every gap
// in turn, with a small wave on top that stands for noise.
func sinc(n int) dataset.Source {
	var rows [][2]float64
	for i := range n {
		_, share := math.Modf(float64(i+1) * (math.Sqrt(5) - 1) / 2)
		x := hundredths(6*share - 3)
		y := 1.0
		if x != 0 {
			y = math.Sin(math.Pi*x) / (math.Pi * x)
		}
		rows = append(rows, [2]float64{x, hundredths(y + 0.06*math.Sin(17*float64(i)))})
	}
	return dataset.Line(rows...)
}

// outliers is a line with three targets far above it.
func outliers() dataset.Source {
	s := dataset.Generate("line", 30, 0.2, 4)
	set, err := s.Load()
	if err != nil {
		panic(err) // the generator and its settings are our own
	}
	for _, i := range []int{4, 13, 22} {
		set.Points[i].Y += 4
	}
	return dataset.Explicit(set)
}

// hill is a kernel function in the plane, at inputs spread by the plane's relative of the
// golden ratio.
func hill(n int) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1
	rows := make([][3]float64, n)
	for i := range rows {
		_, a := math.Modf(float64(i+1) / g)
		_, b := math.Modf(float64(i+1) / (g * g))
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		rows[i] = [3]float64{x, y, hundredths(2*math.Exp(-(x*x+y*y)/3) - 0.5*x/3)}
	}
	return dataset.Valued(rows...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("sine", "Noisy sine", dataset.Generate("sine", 30, 0.15, 3), "step=40",
		"Press Step: two coefficients change, the dashed curve is the previous fit, and the tube closes around the points."),

	algos.NewPreset("wide-tube", "Wide tube: a sparse solution", dataset.Generate("sine", 30, 0.15, 3), "step=end&opens=end&kernel=rbf&epsilon=0.4",
		"Only points on or outside the tube are support vectors with β ≠ 0: drag any grey point inside the tube and nothing changes."),

	algos.NewPreset("no-tube", "ε = 0: absolute loss", dataset.Generate("sine", 30, 0.15, 3), "step=end&kernel=rbf&epsilon=0",
		"Without a tube the loss is |y − f| and every point is a support vector: the sparsity comes from ε alone."),

	algos.NewPreset("line", "Linear kernel", dataset.Generate("line", 30, 0.4, 2), "step=end&kernel=linear&epsilon=0.3",
		"With a linear kernel f is a line with w = Σβx; only the points on and outside the tube contribute."),

	algos.NewPreset("outliers", "Three outliers", outliers(), "step=end&opens=end&kernel=linear&epsilon=0.3",
		"The influence of an outlier is bounded by |β| ≤ C, however far away it is: drag one up and the line does not change."),

	algos.NewPreset("two-points", "Two points (001)", twoPoints, "step=end&kernel=linear",
		"One pair suffices: β = (−0.8, 0.8), so w = 0.8 and b = 0.1, and both points are on the boundary of the tube."),

	algos.NewPreset("no-free", "No unbounded support vector (001)", twoPoints, "step=end&kernel=linear&C=0.5",
		"Both points are at the bound C = 0.5: w = 0.5, and every b from 0.1 to 0.4 is optimal. The average over the support vectors, as in the notes, "+
			"does not give it."),

	algos.NewPreset("sinc", "sin(πx)/πx", sinc(40), "step=end&kernel=rbf&C=10&gamma=1",
		"The textbook example: raise ε from 0.05 to 0.5, and f underfits: the side waves disappear."),

	algos.NewPreset("step", "Step function", dataset.Generate("step", 40, 0.15, 2), "step=end&kernel=laplacian&C=5&gamma=1",
		"The Laplacian kernel has a kink at every support vector; the smooth RBF kernel overshoots at the step."),

	algos.NewPreset("cubic", "Polynomial kernel", dataset.Generate("sine", 24, 0.1, 5), "step=end&kernel=poly&gamma=0.5&degree=3&epsilon=0.2&tol=1e-6",
		"SMO converges slowly here: the timeline marks linear solves that update all unbounded variables at once."),

	algos.NewPreset("wiggle", "γ too large: overfitting", dataset.Generate("sine", 30, 0.15, 3), "step=end&kernel=rbf&gamma=40&C=100",
		"f is a sum of narrow kernel functions and most points are support vectors: it overfits, and does not generalise between the points."),

	algos.NewPreset("hill", "Two inputs", hill(60), "step=end&kernel=rbf&C=10&epsilon=0.15",
		"Two inputs: the shading is f, and Predicted vs actual shows the tube as a band around the diagonal."),

	algos.NewPreset("sigmoid", "Not a valid kernel (not PSD)", dataset.Generate("sine", 24, 0.1, 5), "step=end&kernel=sigmoid&gamma=1&coef0=-1&tol=1e-4",
		"tanh is not positive semi-definite: the kernel matrix has a negative eigenvalue, and strong duality is not guaranteed."),
}

// noisySine are the 24 observations of a reference run of scikit-learn.
var noisySine = dataset.Line(
	[2]float64{0.630859375, 0.8828125}, [2]float64{0.77734375, 1.0107421875}, [2]float64{1.2001953125, 1.1318359375},
	[2]float64{1.53515625, 0.90625}, [2]float64{1.630859375, 0.912109375}, [2]float64{1.830078125, 0.984375},
	[2]float64{1.8857421875, 0.6328125}, [2]float64{2.162109375, 0.3857421875}, [2]float64{2.375, 0.216796875},
	[2]float64{2.6904296875, -0.25390625}, [2]float64{3.0439453125, -1.0009765625}, [2]float64{3.3408203125, -1.0888671875},
	[2]float64{3.6708984375, -1.0224609375}, [2]float64{3.7236328125, -0.96484375}, [2]float64{4.177734375, -0.521484375},
	[2]float64{4.3212890625, -0.6455078125}, [2]float64{4.501953125, -0.1240234375}, [2]float64{4.64453125, -0.24609375},
	[2]float64{5.216796875, 0.4013671875}, [2]float64{5.2548828125, 0.69921875}, [2]float64{5.26953125, 0.478515625},
	[2]float64{5.421875, 0.724609375}, [2]float64{5.5498046875, 0.552734375}, [2]float64{5.9794921875, 1.337890625},
)

// repeated are three targets at each of four inputs.
var repeated = dataset.Line(
	[2]float64{0, 0.005859375}, [2]float64{0, 0.095703125}, [2]float64{0, 0.2021484375},
	[2]float64{1, 0.921875}, [2]float64{1, 0.7861328125}, [2]float64{1, 0.87890625},
	[2]float64{2, 1.2138671875}, [2]float64{2, 0.71484375}, [2]float64{2, 1.0615234375},
	[2]float64{3.5, -0.2822265625}, [2]float64{3.5, -0.265625}, [2]float64{3.5, -0.060546875},
)

const peer = "scikit-learn 1.2.1 (LIBSVM), SVR, polished by an active-set solve"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("two-points", "Two points, C ≥ 0.8", "001, §4.5; worked by hand", twoPoints, "step=end&kernel=linear",
		algos.Expect("model.beta[0]", `$\beta_1$`, -0.8, 1e-14),
		algos.Expect("model.beta[1]", `$\beta_2$`, 0.8, 1e-14),
		algos.Expect("model.w[0]", `$w = 1 - 2\varepsilon$`, 0.8, 1e-14),
		algos.Expect("model.bias", `$b = \varepsilon$`, 0.1, 1e-14),
		algos.Expect("model.dual", `dual $= \frac{1}{2}w^2$`, 0.32, 1e-14),
		algos.Expect("predict[1].y", `$f(1) = 1 - \varepsilon$`, 0.9, 1e-14)).Predicting([2]float64{0}, [2]float64{1}),
	algos.NewFixture("no-free", "Two points, C = 0.5: no unbounded support vector", "001, §4.5; worked by hand", twoPoints, "step=end&kernel=linear&C=0.5",
		algos.Expect("model.w[0]", `$w = C$`, 0.5, 1e-14),
		algos.Expect("model.bias", `$b$, the middle of $[0.1,\, 0.4]$`, 0.25, 1e-14),
		algos.Expect("model.dual", `dual`, 0.275, 1e-14),
		algos.Expect("metric.slack", `mean slack, $0.3/2$`, 0.15, 1e-14)),
	algos.NewFixture("noisy-sine", "Noisy sine, RBF kernel", peer, noisySine, "step=end&kernel=rbf&epsilon=0.05",
		algos.Expect("model.dual", `dual`, 3.07326974651927, 1e-12),
		algos.Expect("model.bias", `$b$`, 0.387557824764, 1e-7),
		algos.Expect("model.beta[0]", `$\beta_1$`, -0.0924050366326, 1e-7),
		algos.Expect("model.beta[3]", `$\beta_4$`, -0.61419802858, 1e-7),
		algos.Expect("predict[0].y", `$f(0.125)$`, 0.729102018613, 1e-7),
		algos.Expect("predict[1].y", `$f(2.1875)$`, 0.3792581066, 1e-7),
		algos.Expect("predict[2].y", `$f(4.421875)$`, -0.422806470145, 1e-7),
		algos.Expect("predict[3].y", `$f(6.484375)$`, 1.03431849944, 1e-7)).
		Predicting([2]float64{0.125}, [2]float64{2.1875}, [2]float64{4.421875}, [2]float64{6.484375}),
	algos.NewFixture("cubic", "The same with a cubic kernel, where LIBSVM is slow", peer, noisySine, "step=end&kernel=poly&gamma=0.5&degree=3&coef0=1&C=10&epsilon=0.2",
		algos.Expect("model.dual", `dual`, 22.2887309790365, 1e-8),
		algos.Expect("model.bias", `$b$`, 1.29475281085, 1e-7),
		algos.Expect("predict[0].y", `$f(0.125)$`, 1.3078745294, 1e-7),
		algos.Expect("predict[1].y", `$f(4.421875)$`, -0.584834405774, 1e-7),
		algos.Expect("predict[2].y", `$f(6.484375)$`, 3.4570149565, 1e-7)).Predicting([2]float64{0.125}, [2]float64{4.421875}, [2]float64{6.484375}),
	algos.NewFixture("repeated", "Three targets at each input", peer, repeated, "step=end&kernel=linear&epsilon=0.05",
		algos.Expect("model.dual", `dual`, 4.87843056945801, 1e-12),
		algos.Expect("model.bias", `$b$`, 1.0348046875, 1e-10),
		algos.Expect("model.beta[4]", `$\beta_5$`, 0.51946875, 1e-9),
		algos.Expect("predict[0].y", `$f(-0.5)$`, 1.184140625, 1e-10),
		algos.Expect("predict[1].y", `$f(4)$`, -0.1598828125, 1e-10)).Predicting([2]float64{-0.5}, [2]float64{4}),
}
