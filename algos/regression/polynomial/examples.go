package polynomial

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// line makes a one-dimensional regression set of samples (x, y).
func line(rows ...[2]float64) dataset.Source { return dataset.Explicit(set(0, rows...)) }

// set is the same, of whose samples the last few are held out.
func set(held int, rows ...[2]float64) dataset.Set {
	s := dataset.Set{Dim: 1, Target: dataset.Values, Held: held}
	for _, r := range rows {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r[0]}, Y: r[1]})
	}
	return s
}

// sampled is a function at some inputs.
func sampled(x []float64, f func(float64) float64) dataset.Source {
	var rows [][2]float64
	for _, x := range x {
		rows = append(rows, [2]float64{x, f(x)})
	}
	return line(rows...)
}

// equispaced are n inputs from lo to hi. They are mirrored exactly where lo = −hi.
func equispaced(n int, lo, hi float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = (lo*float64(n-1-i) + hi*float64(i)) / float64(n-1)
	}
	return x
}

// quadratic is the truth of 004, handout D, example 2.
func quadratic(x float64) float64 { return 4*x*x - 2*x + 3 }

// noisy are ten draws of quadratic + N(0, 1). The fits of orders 1 and 9 predict at 1.8
// about what the note has, 6.2 and 23.
var noisy = [10]float64{21.38, 16.84, 12.13, 5.19, 4.1, 1.84, 5.38, 6.31, 8.63, 15.32}

func noisyRows() [][2]float64 {
	var rows [][2]float64
	for i, x := range equispaced(10, -2, 2) {
		rows = append(rows, [2]float64{x, noisy[i]})
	}
	return rows
}

// fresh are other draws at other inputs, which are held out.
var fresh = [][2]float64{{-1.8, 20.3}, {-1.3, 12.9}, {-0.9, 7.6}, {-0.4, 5.2}, {0.1, 2.1}, {0.5, 3.6}, {0.9, 3.7}, {1.4, 8.9}, {1.8, 11.6}}

func withFresh() dataset.Source {
	return dataset.Explicit(set(len(fresh), append(noisyRows(), fresh...)...))
}

func runge(x float64) float64 { return 1 / (1 + 25*x*x) }

// chebyshev are the n zeros of the Chebyshev polynomial, from left to right.
func chebyshev(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = -math.Cos(math.Pi * (float64(i) + 0.5) / float64(n))
	}
	return x
}

// years is a made-up series of measurements, one a year.
func years() dataset.Source {
	var rows [][2]float64
	for i := range 21 {
		t := float64(i)
		rows = append(rows, [2]float64{2000 + t, math.Round(100*(10+0.4*t+2*math.Sin(0.7*t)+0.3*math.Sin(17*t))) / 100})
	}
	return line(rows...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("quadratic", "Ten points of a parabola", withFresh(), "step=6",
		"Press Step after degree 2: the training error falls, and the error at the held-out points grows: overfitting."),

	algos.NewPreset("order-1", "Order 1: underfitting", line(noisyRows()...), "step=end&opens=end&degree=1",
		"A line has high bias on a parabola, "+
			"whatever the number of points: underfitting."),
	algos.NewPreset("order-2", "Order 2: the true degree", line(noisyRows()...), "step=end&opens=end&degree=2", "The three coefficients are close "+
		"to the true ones, 3, −2 and 4."),
	algos.NewPreset("order-9", "Order 9: interpolation (overfitting)", line(noisyRows()...), "step=end&opens=end&degree=9",
		"Ten points, ten coefficients: the training error is 0, and the curve oscillates between the points."),

	algos.NewPreset("sine", "Degrees 1, 3, 5, 7 of a sine", dataset.Generate("sine", 20, 0.2, 1), "step=end&degree=7&opens=8",
		"Mostly the odd powers lower the RSS, because the sine is an odd function: watch degrees 1, 3, 5 and 7."),

	onTall(algos.NewPreset("runge", "Runge phenomenon: equispaced nodes", sampled(equispaced(11, -1, 1), runge), "step=end&degree=10&opens=end",
		"The polynomial interpolates all eleven points, and reaches nearly 2 between the last two, where the true value is 0.04.")),
	onTall(algos.NewPreset("chebyshev", "Chebyshev nodes", sampled(chebyshev(11), runge), "step=end&degree=10&opens=end",
		"The same number of points, but denser towards the ends: the oscillations are gone.")),
	algos.NewPreset("outlier", "An outlier at the end (high leverage)", outlier(), "step=end&degree=5&opens=9",
		"The last point has leverage close to 1: drag it and the curve follows. Then drag one in the middle."),

	algos.NewPreset("repeated", "Replicated inputs", repeated, "step=end&degree=6",
		"Four distinct inputs allow four independent columns: the cubic fits the means, and no higher degree fits better."),

	algos.NewPreset("years", "Years as inputs: ill-conditioning", years(), "step=end&degree=8",
		"Near x = 2010 the monomials are almost collinear: at degree 3 the condition number exceeds double precision. The orthogonal fit is unaffected."),

	algos.NewPreset("features", "Features of the polynomial kernel", line(noisyRows()...), "step=end&degree=3&opens=end&x_query=0.5&z_query=2",
		"With the factors √C(3, j) the products of the features sum to the kernel (1 + xz)³. Drag x and z."),

	algos.NewPreset("origin", "Through the origin", line(noisyRows()...), "step=end&degree=4&fit_intercept=false", "Without an intercept every curve "+
		"goes through (0, 0)."),
}

// onTall shows a preset on a board that is high enough for Runge's swings.
func onTall(p algos.Preset) algos.Preset {
	p.Window = grid.Window{X0: -1.2, X1: 1.2, Y0: -0.5, Y1: 2.1}
	return p
}

func outlier() dataset.Source {
	var rows [][2]float64
	for i, x := range equispaced(15, 0, 7) {
		rows = append(rows, [2]float64{x, math.Round(100*(1+0.5*x+0.2*math.Sin(11*float64(i))))/100 + 0})
	}
	rows[len(rows)-1][1] = 9
	return line(rows...)
}

var repeated = line(
	[2]float64{0, 1}, [2]float64{0, 2}, [2]float64{0, 3}, [2]float64{1, 4}, [2]float64{1, 5}, [2]float64{1, 3},
	[2]float64{2, 0}, [2]float64{2, 1}, [2]float64{2, 2}, [2]float64{3, 5}, [2]float64{3, 7}, [2]float64{3, 6},
)

const (
	example2 = "004, handout D, example 2 without its noise; by hand"
	table    = "004, handout E, table of feature counts: C(d + p, d)"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("order-1", "The parabola by a line", example2, sampled(equispaced(10, -2, 2), quadratic), "step=end&degree=1",
		algos.Expect("model.theta[0]", `$\theta_1$`, -2, 1e-13),
		algos.Expect("model.theta0", `$\theta_0 = 3 + 4\cdot\overline{x^2}$`, 3+4*44./27, 1e-13),
		algos.Expect("predict[0].y", `$f(1.8)$`, 3+4*44./27-3.6, 1e-13),
		algos.Expect("predict[0].noise_factor", `sd of $f(1.8)$ over $\sigma$`, 0.5466, 5e-5)).Predicting([2]float64{1.8}),
	algos.NewFixture("order-2", "The parabola by a parabola", example2, sampled(equispaced(10, -2, 2), quadratic), "step=end&degree=2",
		algos.Expect("model.theta0", `$\theta_0$`, 3, 1e-13),
		algos.Expect("model.theta[0]", `$\theta_1$`, -2, 1e-13),
		algos.Expect("model.theta[1]", `$\theta_2$`, 4, 1e-13),
		algos.Expect("model.rss", `RSS`, 0, 1e-26),
		algos.Expect("predict[0].y", `$f(1.8)$`, 12.36, 1e-13),
		algos.Expect("predict[0].noise_factor", `sd of $f(1.8)$ over $\sigma$`, 0.6517, 5e-5)).Predicting([2]float64{1.8}),
	algos.NewFixture("order-9", "The parabola by degree 9", example2, sampled(equispaced(10, -2, 2), quadratic), "step=end&degree=9",
		algos.Expect("model.theta[1]", `$\theta_2$`, 4, 1e-11),
		algos.Expect("model.theta[8]", `$\theta_9$`, 0, 1e-12),
		algos.Expect("predict[0].y", `$f(1.8)$`, 12.36, 1e-12),
		algos.Expect("predict[0].noise_factor", `sd of $f(1.8)$ over $\sigma$`, 6.6099, 5e-5)).Predicting([2]float64{1.8}),
	algos.NewFixture("runge", "Runge function at eleven inputs", "Lagrange's formula in exact fractions",
		sampled(equispaced(11, -1, 1), runge), "step=end&degree=10",
		algos.Expect("predict[0].y", `$f(0.95)$`, 1.9236311497192038, 1e-12),
		algos.Expect("predict[1].y", `$f(0.1)$`, 0.8434074298289027, 1e-13)).Predicting([2]float64{0.95}, [2]float64{0.1}),
	algos.NewFixture("counts-2", "Features of degree 2", table, line(noisyRows()...), "step=end&degree=2",
		algos.Expect("model.feature_counts[1]", `two inputs`, 6, 0), algos.Expect("model.feature_counts[2]", `three inputs`, 10, 0)),
	algos.NewFixture("counts-5", "Features of degree 5", table, line(noisyRows()...), "step=end&degree=5",
		algos.Expect("model.feature_counts[1]", `two inputs`, 21, 0), algos.Expect("model.feature_counts[2]", `three inputs`, 56, 0)),
	algos.NewFixture("kernel", "Features of (1 + xz)³", "004, handout E, (39) to (41)", line(noisyRows()...), "step=end&degree=3&x_query=0.5&z_query=2",
		algos.Expect("model.kernel", `$(1 + \frac{1}{2}\cdot 2)^3$`, 8, 1e-14)),
}
