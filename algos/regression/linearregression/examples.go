package linearregression

import (
	"bytes"
	_ "embed"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/lsq"
)

//go:embed tables/mtcars.csv
var mtcarsCSV []byte

//go:embed tables/longley.csv
var longleyCSV []byte

// table reads a table that the program itself carries.
func table(csv []byte) dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(csv), dataset.Values, "")
	if err != nil {
		panic(err)
	}
	return dataset.Tabled(t)
}

// mtcars are 32 cars of 1974 (Henderson and Velleman, Biometrics 37, 1981), longley the
// reference problem of NIST.
var (
	mtcars  = table(mtcarsCSV)
	longley = table(longleyCSV)
)

// wampler is a reference problem of NIST: y = Σ cᵏxᵏ up to x⁵ at x = 0, 1, …, 20, in a
// table of the powers.
func wampler(c float64) dataset.Source {
	var t dataset.Table
	for _, name := range []string{"x", "x²", "x³", "x⁴", "x⁵"} {
		t.Columns = append(t.Columns, dataset.Column{Name: name})
	}
	t.Columns = append(t.Columns, dataset.Column{Name: "y", Wanted: true})
	for i := range 21 {
		row, y := []float64(nil), 1.0
		for k := 1; k <= 5; k++ {
			x := math.Pow(float64(i), float64(k))
			row, y = append(row, x), y+math.Pow(c, float64(k))*x
		}
		t.Rows = append(t.Rows, append(row, y))
	}
	return dataset.Tabled(t)
}

var (
	three    = dataset.Line([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 2})
	onePoint = dataset.Line([2]float64{2, 3})
	// The constants of 000: mean 21.2, median 2.
	numbers   = dataset.Line([2]float64{0, 0}, [2]float64{0, 1}, [2]float64{0, 2}, [2]float64{0, 3}, [2]float64{0, 100})
	location  = dataset.Line([2]float64{0, 1}, [2]float64{0, 2}, [2]float64{0, 3}, [2]float64{0, 4}, [2]float64{0, 100})
	parabola  = dataset.Line([2]float64{1, 1})
	farAway   = dataset.Line([2]float64{1e6 + 0.1, 1}, [2]float64{1e6 + 1.3, 3}, [2]float64{1e6 + 2.2, 2}, [2]float64{1e6 + 3.7, 4})
	noisyLine = dataset.Generate("line", 30, 0.6, 4)
)

// valley is the noisy line moved to the right, so that θ₀ and θ₁ depend on each other
// and the loss has a long valley.
func valley() dataset.Source {
	set, err := noisyLine.Load()
	if err != nil {
		panic(err) // the generator and its settings are our own
	}
	for i := range set.Points {
		set.Points[i].X[0] = hundredths((set.Points[i].X[0] + 3) / 1.5)
	}
	return dataset.Explicit(set)
}

// outlier is a line of points and one far above it.
func outlier() dataset.Source {
	var rows [][2]float64
	for i := range 15 {
		x := float64(i)/2 - 3.5
		rows = append(rows, [2]float64{x, math.Round(100*(0.5*x+0.35*math.Sin(7*float64(i))))/100 + 0})
	}
	rows[13][1] = -6
	return dataset.Line(rows...)
}

// slope is a plane over two inputs, with some noise.
func slope(n int) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1: inputs that fill every gap in turn
	rows := make([][3]float64, n)
	for i := range rows {
		_, a := math.Modf(float64(i+1) / g)
		_, b := math.Modf(float64(i+1) / (g * g))
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		rows[i] = [3]float64{x, y, hundredths(0.8*x - 0.5*y + 1 + 0.4*math.Sin(11*float64(i)))}
	}
	return dataset.Valued(rows...)
}

// people are 600 heights, in centimetres, and weights whose mean grows with the square of the height.
func people() dataset.Source {
	const n, first, second = 600, 0.7548776662466927, 0.5698402909980532
	normal := func(k int, step float64) float64 { // quantiles in an order that fills every gap
		_, share := math.Modf(float64(k+1) * step)
		return math.Sqrt2 * math.Erfinv(2*share-1)
	}
	set := dataset.Set{Dim: 1, Target: dataset.Values, Names: dataset.Names{Columns: []string{"height (cm)", "weight (kg)"}}}
	for k := range n {
		height := math.Round(171 + 9*normal(k, first))
		weight := 23.5 * height * height / 1e4 * (1 + 0.13*normal(k, second))
		set.Points = append(set.Points, dataset.Point{X: [2]float64{height}, Y: math.Round(10*weight) / 10})
	}
	return dataset.Explicit(set)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

var presets = []algos.Preset{
	algos.NewPreset("line", "Noisy line", noisyLine, "step=1",
		"The line minimises the total area of the red squares, the RSS. Drag a point at the end: it has the most leverage."),

	algos.NewPreset("three", "Three points (002, 003)", three, "step=2", "θ₀ = 1, θ₁ = 0.5 and RSS = 1.5: easy to check by hand."),
	algos.NewPreset("descent", "Gradient descent", valley(), "step=12&solver=gd&eta=0.14&max_iter=400",
		"Ill-conditioned loss: the path oscillates over the valley and moves slowly along it. Drag η along the curve of convergence factors."),

	algos.NewPreset("too-far", "Learning rate above 2/L (diverges)", valley(), "step=12&solver=gd&eta=0.18", "Every update overshoots the minimum "+
		"and lands at a larger loss on the other side."),
	algos.NewPreset("sum-loss", "Summed instead of averaged loss", valley(), "step=12&solver=gd&loss=sum&eta=0.0047&max_iter=400",
		"The minimiser is the same, but the gradient is 30 times as large: η has to be 30 times as small."),

	algos.NewPreset("sgd", "Stochastic gradient descent", valley(), "step=60&solver=sgd&eta=0.05&max_iter=600",
		"SGD with a constant learning rate does not converge to a point: near the minimum the per-sample gradients still differ."),

	algos.NewPreset("batches", "Mini-batch SGD", valley(), "step=30&solver=minibatch&eta=0.05", "Eight samples per step: the path fluctuates less."),
	algos.NewPreset("momentum", "Momentum", valley(), "step=20&solver=momentum&eta=0.02", "The path overshoots, then oscillates towards the minimum."),
	algos.NewPreset("outlier", "An outlier with absolute loss (p = 1)", outlier(), "step=end&opens=2&solver=irls",
		"Least absolute deviations: drag the outlier x₁₄ up and down, and the line stays. Then set p = 2."),

	algos.NewPreset("powers", "Several exponents p at once", outlier(), "step=end&overlay=powers",
		"The larger p, the more the outlier x₁₄ counts: p = 1 ignores it, p = ∞ makes its residual as small as the largest of the others."),

	algos.NewPreset("largest", "Fourth-power loss (p = 4)", outlier(), "step=end&solver=irls&p=4", "With p = 4 the loss is the most sensitive to "+
		"the outlier."),
	algos.NewPreset("one-point", "One point is not enough (002)", onePoint, "step=end",
		"Two columns and one sample: the columns are linearly dependent, and many lines go through the point."),

	algos.NewPreset("far-away", "Uncentred data (ill-conditioned)", farAway, "step=end",
		"At x ≈ 10⁶ the columns 1 and x are almost collinear. The normal equations square the condition number and lose precision."),

	algos.NewPreset("heights", "Heights and weights of 600 people (004)", people(), "step=end&overlay=regression-function",
		"At each height the dot is the mean weight E[y | x]: no function has a smaller MSE. The line is the best linear one."),

	algos.NewPreset("noise", "Gaussian noise model", noisyLine, "step=end&overlay=gaussian",
		"At each x the target is Gaussian about the line, with the variance σ̂² = RSS/n. Press Step from the start: the likelihood rises."),

	algos.NewPreset("refits", "Refits to resampled noise", noisyLine, "step=end&overlay=refits",
		"Twenty lines, each fitted to new noise of the same variance. Move the points closer together: the lines scatter more."),

	algos.NewPreset("plane", "Two features", slope(40), "step=3", "The shading is f. The contours of a linear function are straight and equally spaced."),
	algos.NewPreset("mtcars", "32 cars: miles per gallon", mtcars, "step=6",
		"Ten features. Press Step: which feature lowers the RSS, and how do the other coefficients change?"),

	algos.NewPreset("longley", "Longley (NIST)", longley, "step=7", "Multicollinearity in economic series: κ = 43,000, and the normal equations "+
		"lose four digits."),

	algos.NewPreset("wampler", "Wampler 1 (NIST)", wampler(1), "step=6", "All coefficients should be exactly 1. The powers of x are strongly collinear."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("three", "Three points", "002, N4; 003, N10; worked by hand", three, "step=end",
		algos.Expect("model.theta0", `$\theta_0$`, 1, 1e-14),
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.5, 1e-14),
		algos.Expect("model.rss", `$\sum r^2$`, 1.5, 1e-14),
		algos.Expect("model.sigma2", `$\hat\sigma^2$`, 0.5, 1e-14),
		algos.Expect("model.log_likelihood", `log-likelihood`, -3.2170948, 1e-7),
		algos.Expect("predict[0].y", `$f(2.5)$`, 2.25, 1e-14)).Predicting([2]float64{2.5}),
	algos.NewFixture("three-descent", "Two iterations on the mean loss, η = 0.1", "003, N10", three, "step=2&solver=gd",
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.764444, 5e-7),
		algos.Expect("model.theta0", `$\theta_0$`, 0.373333, 5e-7),
		algos.Expect("metric.loss", `loss`, 0.556181, 5e-7)),
	algos.NewFixture("momentum", "Four iterations with α = 0.9 on $(\\theta-1)^2$", "003, N11, from the other side", parabola,
		"step=4&solver=momentum&fit_intercept=false",
		algos.Expect("model.theta[0]", `$1 + 0.3086$`, 1.3086, 1e-12)),
	algos.NewFixture("median", "Five numbers: the median", "000, 2.2: at p = 1 the best constant is the median", location, "step=end&solver=irls",
		algos.Expect("model.theta0", `$\theta_0$`, 3, 1e-6)),
	algos.NewFixture("numbers-mean", "0, 1, 2, 3, 100: the mean", "000, 2B-11: p = 2", numbers, "step=end",
		algos.Expect("model.theta0", `$\theta_0$`, 21.2, 1e-13)),
	algos.NewFixture("numbers-median", "0, 1, 2, 3, 100: the median", "000, 2B-11: p = 1", numbers, "step=end&solver=irls",
		algos.Expect("model.theta0", `$\theta_0$`, 2, 1e-4)),
	algos.NewFixture("numbers-midrange", "0, 1, 2, 3, 100: the midrange", "000, 2B-11: p = ∞", numbers, "step=end&overlay=powers",
		algos.Expect("model.theta_infinity[0]", `$\theta_0$`, 50, 1e-13)),
	algos.NewFixture("longley", "Longley", "NIST StRD, certified values", longley, "step=end",
		algos.Expect("model.theta0", `$\theta_0$`, -3482258.63459582, 1e-4),
		algos.Expect("model.theta[0]", `$\theta_1$`, 15.0618722713733, 1e-9),
		algos.Expect("model.theta[1]", `$\theta_2$`, -0.0358191792925910, 1e-12),
		algos.Expect("model.theta[5]", `$\theta_6$`, 1829.15146461355, 1e-7),
		algos.Expect("model.rss", `$\sum r^2$`, 836424.055505915, 1e-4)),
	algos.NewFixture("wampler", "Wampler 2", "NIST StRD: the coefficients are 10⁻ᵏ", wampler(0.1), "step=end",
		algos.Expect("model.theta0", `$\theta_0$`, 1, 1e-9),
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.1, 1e-9),
		algos.Expect("model.theta[4]", `$\theta_5$`, 0.00001, 1e-13)),
	algos.NewFixture("mtcars", "32 cars, ten features", "R 4, lm(mpg ~ ., mtcars)", mtcars, "step=end",
		algos.Expect("model.theta0", `$\theta_0$`, 12.30337, 6e-6),
		algos.Expect("model.theta[4]", `$\theta_5$`, -3.71530, 6e-6),
		algos.Expect("model.theta[7]", `$\theta_8$`, 2.52023, 6e-6),
		algos.Expect("model.theta[9]", `$\theta_{10}$`, -0.19942, 6e-6)),
}

// timed is what "playground bench" times: the solver without its story.
var timed = []algos.Bench{{Task: "least squares, 10 columns", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: solving}}

// solving fits y by the powers and products of the inputs up to degree 3, and 1.
func solving(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	columns := make([][]float64, 0, 10)
	for a := range 4 {
		for b := range 4 - a {
			column := make([]float64, len(x))
			for i, q := range x {
				column[i] = math.Pow(q[0], float64(a)) * math.Pow(q[1], float64(b))
			}
			columns = append(columns, column)
		}
	}
	var theta []float64
	do = func() { theta = lsq.Solve(columns, y) }
	return do, func() []algos.Value { return []algos.Value{{Name: "theta", Value: theta}} }, nil
}
