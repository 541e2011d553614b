package ridge

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

// mtcars are 32 cars of 1974 (Henderson and Velleman, Biometrics 37, 1981).
var mtcars = cars()

func cars() dataset.Table {
	t, err := dataset.ReadTable(bytes.NewReader(mtcarsCSV), dataset.Values, "mpg")
	if err != nil {
		panic(err) // the program itself carries it
	}
	return t
}

// alike are the cars with every column of numbers in standard deviations from its mean, so
// that the penalty asks the same of all.
func alike() dataset.Source {
	t := mtcars.Clone()
	for k, c := range t.Columns {
		if c.Wanted || c.Kind != dataset.Numbers {
			continue
		}
		column := make([]float64, len(t.Rows))
		mean := 0.0
		for i, row := range t.Rows {
			column[i] = row[k]
			mean += row[k] / float64(len(t.Rows))
		}
		for i := range column {
			column[i] -= mean
		}
		sd := lsq.Norm(column) / math.Sqrt(float64(len(column)))
		for i := range t.Rows {
			t.Rows[i][k] = math.Round(1000*column[i]/sd)/1000 + 0
		}
	}
	return dataset.Tabled(t)
}

// few are five cars: fewer samples than columns.
func few() dataset.Source {
	t := alike().Table
	var others []int
	for i := 5; i < len(t.Rows); i++ {
		others = append(others, i)
	}
	if err := t.Remove(others); err != nil {
		panic(err) // the rows are there
	}
	return dataset.Tabled(t)
}

var (
	three     = dataset.Line([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 2})
	rising    = dataset.Line([2]float64{1, 2}, [2]float64{2, 3}, [2]float64{3, 5})
	exactly   = dataset.Line([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 5})
	pair      = dataset.Line([2]float64{-1, -1.5}, [2]float64{1, -0.5})
	onePoint  = dataset.Line([2]float64{2, 3})
	noisyLine = dataset.Generate("line", 30, 0.6, 4)
)

// twins are two inputs that nearly agree: the samples say much of their sum, and little of
// their difference. The truth is x₁ + x₂.
func twins(apart float64) dataset.Source {
	const n = 24
	rows := make([][3]float64, n)
	for i := range rows {
		s, d := 5*(float64(i)+0.5)/n-2.5, apart*math.Sin(17*float64(i)+1)
		x, y := hundredths(s+d), hundredths(s-d)
		rows[i] = [3]float64{x, y, hundredths(x + y + 1.2*math.Sin(5*float64(i)*float64(i)+2) + 0.4*math.Sin(17*float64(i)+1))}
	}
	return dataset.Valued(rows...)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

var presets = []algos.Preset{
	algos.NewPreset("twins", "Two nearly collinear features", twins(0.15), "step=3&opens=2",
		"Multicollinearity: x₁ and x₂ nearly agree. Dots have the colour of y, the shading is the fit f. "+
			"Drag λ along the path: the coefficients become equal long before 0."),

	algos.NewPreset("line", "Shrinking a line towards its mean", noisyLine, "step=2&lambda=30",
		"θ₀ is not penalised, so the line rotates about the mean of the points. Drag λ: it becomes flat, at the mean target."),

	algos.NewPreset("both", "Penalised intercept", noisyLine, "step=2&lambda=30&penalize_intercept=true",
		"The whole line is shrunk towards 0. Move all points up: the slope changes, too."),

	algos.NewPreset("cars", "32 cars, ten standardised features", alike(), "step=end&lambda=10&beside=dof",
		"Every feature is standardised. Which coefficients change their sign along the path?"),

	algos.NewPreset("raw-cars", "The same cars, unscaled features", dataset.Tabled(mtcars), "step=end&lambda=10",
		"The penalty depends on the units: the coefficient of wt (thousands of pounds) is shrunk, that of disp (cubic inches) hardly. Standardise "+
			"features first."),

	algos.NewPreset("descent", "Gradient descent", twins(0.15), "step=12&solver=gd&eta=0.008&max_iter=1500",
		"The loss is ill-conditioned: its contours are long and narrow. Increase λ: the condition number falls, and gradient descent needs fewer "+
			"iterations."),

	algos.NewPreset("too-far", "Learning rate above 2/L (diverges)", twins(0.15), "step=8&solver=gd&lambda=20&eta=0.009",
		"λ increases the curvature: a learning rate that was just stable without it now diverges."),

	algos.NewPreset("online", "Recursive least squares (online)", noisyLine, "step=6&opens=3&solver=online&lambda=1&noise_var=0.36",
		"Each sample changes the inverse by a rank-one matrix. The band shows the remaining posterior uncertainty: watch it narrow."),

	algos.NewPreset("bayes", "MAP estimate (000)", rising, "step=end&penalize_intercept=true&lambda=0.25&noise_var=0.5&beside=bayes",
		"σ² = ½ and the prior variance 2: their ratio is λ = ¼, and the ridge solution is the mode of the posterior."),

	algos.NewPreset("pair", "Bias and variance of two samples (004)", pair,
		"step=end&penalize_intercept=true&lambda=2&targets=simulated&truth=-1,0.5&noise_var=2",
		"At x = ±1 everything can be computed by hand: the expected squared error is 13/16 for λ = 2, and 2 for OLS; λ = 3.2 is best."),

	algos.NewPreset("prediction", "Expected error of a prediction (004)", pair,
		"step=end&penalize_intercept=true&lambda=2&targets=simulated&truth=-1,0.5&noise_var=2&risk=prediction&x_eval=1.5",
		"At x = 1.5 the true value is −0.25, almost 0: shrinkage adds little bias there."),

	algos.NewPreset("u-shape", "Bias–variance trade-off", twins(0.15), "step=end&lambda=2&targets=simulated&truth=1,1&noise_var=1",
		"The true coefficients are 1 and 1. Drag λ to the minimum of bias² + variance; then drag θ* to (1, −1)."),

	algos.NewPreset("three", "Three points (002)", three, "step=2&penalize_intercept=true",
		"With λ = 1 the coefficients are (2/3, 1/2): easy to check by hand."),
	algos.NewPreset("few", "Fewer samples than features", few(), "step=end&lambda=1",
		"Five cars, ten features: the OLS solution is not unique, the ridge solution is."),

	algos.NewPreset("singular", "λ = 0 with identical features", twins(0), "step=end&lambda=0",
		"Both features are identical, and nothing is penalised: the minimiser is not unique. Any λ > 0 selects the one with equal coefficients."),

	algos.NewPreset("one-point", "A single point", onePoint, "step=end", "One sample carries no information about θ₁: it is 0, with no penalty."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("three", "Three points, $\\lambda = 1$", "002, N4; worked by hand", three, "step=end&penalize_intercept=true",
		algos.Expect("model.theta[0]", `$w$`, 2.0/3, 1e-14),
		algos.Expect("model.theta0", `$b$`, 0.5, 1e-14),
		algos.Expect("predict[0].y", `$f(1)$`, 7.0/6, 1e-14),
		algos.Expect("predict[1].y", `$f(2.5)$`, 13.0/6, 1e-14)).Predicting([2]float64{1}, [2]float64{2.5}),
	algos.NewFixture("three-ten", "Three points, $\\lambda = 10$", "002, N4", three, "step=end&penalize_intercept=true&lambda=10",
		algos.Expect("model.theta[0]", `$w$`, 0.481884058, 5e-10),
		algos.Expect("model.theta0", `$b$`, 0.239130435, 5e-10)),
	algos.NewFixture("rising", "Another three points, $\\lambda = 1$", "000, 2B-1; worked by hand", rising, "step=end&penalize_intercept=true",
		algos.Expect("model.theta[0]", `$\beta_1$`, 4.0/3, 1e-14),
		algos.Expect("model.theta0", `$\beta_0$`, 0.5, 1e-14),
		algos.Expect("model.rss", `SSE`, 11.0/36, 1e-14),
		algos.Expect("model.objective", `$J$`, 7.0/3, 1e-14)),
	algos.NewFixture("rising-zero", "Without a penalty", "000, 2B-1", rising, "step=end&penalize_intercept=true&lambda=0",
		algos.Expect("model.theta[0]", `$\beta_1$`, 1.5, 1e-14),
		algos.Expect("model.theta0", `$\beta_0$`, 1.0/3, 1e-14),
		algos.Expect("model.rss", `SSE`, 1.0/6, 1e-14)),
	algos.NewFixture("rising-ten", "With $\\lambda = 10$", "000, 2B-1", rising, "step=end&penalize_intercept=true&lambda=10",
		algos.Expect("model.theta[0]", `$\beta_1$`, 239.0/276, 1e-14),
		algos.Expect("model.theta0", `$\beta_0$`, 17.0/46, 1e-14)),
	algos.NewFixture("mode", "MAP estimate", "000, 2B-1: σ² = ½, prior variance 2", rising, "step=end&penalize_intercept=true&lambda=0.25&noise_var=0.5",
		algos.Expect("model.theta[0]", `$\bar\mu_1$`, 236.0/165, 1e-14),
		algos.Expect("model.theta0", `$\bar\mu_0$`, 24.0/55, 1e-14),
		algos.Expect("model.prior_var", `$\sigma_p^2$`, 2, 1e-14),
		algos.Expect("predict[0].y", `$f(2)$`, 3.296970, 5e-7),
		algos.Expect("predict[1].y", `$f(10)$`, 14.739394, 5e-7)).Predicting([2]float64{2}, [2]float64{10}),
	algos.NewFixture("bias", "Noise-free targets, $\\beta^* = (2, -1)$", "000, 2B-1: the bias is (−7/12, 9/8)", exactly, "step=end&penalize_intercept=true",
		algos.Expect("model.theta[0]", `$\hat\beta_1$`, 17.0/12, 1e-14),
		algos.Expect("model.theta0", `$\hat\beta_0$`, 1.0/8, 1e-14)),
	algos.NewFixture("pair", "Two samples: bias and variance", "004, W13, formula (55)", pair,
		"step=end&penalize_intercept=true&lambda=2&targets=simulated&truth=-1,0.5&noise_var=2",
		algos.Expect("model.mse", `$\text{MSE}_2$`, 13.0/16, 1e-14),
		algos.Expect("model.bias2", `bias$^2$`, 1.25/4, 1e-14),
		algos.Expect("model.variance", `variance`, 0.5, 1e-14),
		algos.Expect("model.best_lambda", `best $\lambda = 2\sigma^2/b$`, 3.2, 1e-7),
		algos.Expect("model.best_mse", `its error $\sigma^2 b/(\sigma^2 + b)$`, 10.0/13, 1e-12)),
	algos.NewFixture("pair-one", "The same with $\\lambda = 1$", "004, W13: 37/36, and not 47/36 as (53) has it", pair,
		"step=end&penalize_intercept=true&targets=simulated&truth=-1,0.5&noise_var=2",
		algos.Expect("model.mse", `$\text{MSE}_1$`, 37.0/36, 1e-14)),
	algos.NewFixture("prediction", "The prediction at $x = 1.5$", "004, W14: best is λ = 3.25σ²/(1.5θ* + θ₀*)²", pair,
		"step=end&penalize_intercept=true&lambda=2&targets=simulated&truth=1,0.5&noise_var=2&risk=prediction&x_eval=1.5",
		algos.Expect("model.mse", `expected squared error`, (6.5*2+4*1.75*1.75)/16, 1e-13),
		algos.Expect("model.best_lambda", `best $\lambda$`, 3.25*2/(1.75*1.75), 1e-7)),
}

// timed is what "playground bench" times: the solver without its story.
var timed = []algos.Bench{{Task: "ridge, 10 columns", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: solving}}

// solving fits y by the powers and products of the inputs up to degree 3, with λ = 1 on
// all but the constant.
func solving(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	const columns = 10
	stacked := make([][]float64, 0, columns)
	for a := range 4 {
		for b := range 4 - a {
			column := make([]float64, len(x)+columns-1)
			for i, q := range x {
				column[i] = math.Pow(q[0], float64(a)) * math.Pow(q[1], float64(b))
			}
			if k := len(stacked); k > 0 {
				column[len(x)+k-1] = 1
			}
			stacked = append(stacked, column)
		}
	}
	wanted := append(append([]float64{}, y...), make([]float64, columns-1)...)
	var theta []float64
	do = func() { theta = lsq.Solve(stacked, wanted) }
	return do, func() []algos.Value { return []algos.Value{{Name: "theta", Value: theta}} }, nil
}
