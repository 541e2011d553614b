package lasso

import (
	"bytes"
	_ "embed"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/lsq"
	"playground/algos/regression/internal/penalised"
)

//go:embed tables/mtcars.csv
var mtcarsCSV []byte

//go:embed tables/sparse.csv
var sparseCSV []byte

// table reads a table that the program itself carries.
func table(csv []byte, target string) dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(csv), dataset.Values, target)
	if err != nil {
		panic(err)
	}
	return dataset.Tabled(t)
}

// mtcars are 32 cars of 1974 (Henderson and Velleman, Biometrics 37, 1981), sparse are 8 columns of noise of which
// few count.
var (
	mtcars = table(mtcarsCSV, "mpg")
	sparse = table(sparseCSV, "")
)

// The examples of the notes, by pencil and paper.
var (
	oneWeight  = dataset.Explicit(dataset.Set{Dim: 1, Target: dataset.Values, Points: []dataset.Point{{X: [2]float64{1}, Y: 1}}})
	smallOne   = dataset.Explicit(dataset.Set{Dim: 1, Target: dataset.Values, Points: []dataset.Point{{X: [2]float64{1}, Y: 0.4}}})
	orthogonal = dataset.Valued([3]float64{1, 0, 3}, [3]float64{0, 2, 2}, [3]float64{1, 0, 1})
	correlated = dataset.Valued([3]float64{1, 1, 2}, [3]float64{1, 1, 2}, [3]float64{1, 1, 3}, [3]float64{1, 0, 1})
)

// corner has a first column that says something alone, and nearly nothing beside the second one.
var corner = cloud(30, 0.6, 0.1, 1.3, 0.8)

// cloud are n places (x₁, x₂) that go together as much as the share says, with y = a x₁ + b x₂ + 1 and some noise.
func cloud(n int, together, a, b, noise float64) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1: inputs that fill every gap in turn
	rows := make([][3]float64, n)
	for i := range rows {
		_, u := math.Modf(float64(i+1) / g)
		_, v := math.Modf(float64(i+1) / (g * g))
		x := hundredths(5*u - 2.5)
		y := hundredths(together*x + (1-together)*(5*v-2.5))
		rows[i] = [3]float64{x, y, hundredths(a*x + b*y + 1 + noise*math.Sin(11*float64(i)))}
	}
	return dataset.Valued(rows...)
}

// fewRows are more columns than samples.
func fewRows() dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(sparseCSV), dataset.Values, "")
	if err != nil {
		panic(err)
	}
	const rows = 6
	t.Rows = t.Rows[:rows]
	return dataset.Tabled(t)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

var presets = []algos.Preset{
	algos.NewPreset("diamond", "The corner of the diamond", corner, "step=end&opens=3",
		"The contour touches the L1 ball at a corner, where θ₁ is exactly 0, although θ₁ entered the path first. Drag λ in the plot of the path."),

	algos.NewPreset("orthogonal", "Orthogonal features", orthogonal, "lambda=0.6666666666666666&fit_intercept=false&step=2",
		"Soft-thresholding of each coefficient is exact: one sweep is enough."),

	algos.NewPreset("correlated", "Two correlated features", correlated, "lambda=0.25&fit_intercept=false&step=end&opens=3",
		"θ converges to (1, 1): coordinate descent moves in steps along the axes."),

	algos.NewPreset("one-weight", "One weight: soft-thresholding (002)", oneWeight, "lambda=0.5&fit_intercept=false&step=1",
		"(w − 1)² + |w| has its minimum at w = 0.5. Drag the point down to y = 0.4: w becomes exactly 0."),

	algos.NewPreset("sparse", "Eight features, few relevant", sparse, "lambda=1.2&step=end&opens=5",
		"Feature selection along the path: which coefficient becomes non-zero when, and which λ has the smallest cross-validation error?"),

	algos.NewPreset("mtcars", "32 cars, ten features", mtcars, "lambda=0.4&tol=1e-6&step=end&opens=25",
		"Unscaled features: disp and hp are large numbers, so their small coefficients have a small penalty and enter first. Standardise first."),

	algos.NewPreset("ista", "ISTA", cloud(30, 0.7, 1.1, 0.25, 0.8), "solver=ista&lambda=0.3&step=4",
		"All coefficients at once: a gradient step, then soft-thresholding. The objective satisfies the O(1/t) bound."),

	algos.NewPreset("too-far", "ISTA with a step size above 2/L", cloud(30, 0.7, 1.1, 0.25, 0.8), "solver=ista&lambda=0.3&eta=2.6&step=8",
		"With a step size well above 2/L the objective diverges."),

	algos.NewPreset("scales", "ISTA with unscaled features", mtcars, "solver=ista&lambda=0.4&tol=1e-6&max_iter=300&step=60",
		"Ill-conditioned: the largest curvature belongs to disp, and all other coefficients converge slowly. Coordinate descent does not depend on "+
			"the units."),

	algos.NewPreset("elastic", "Elastic net: rounded sides", cloud(30, 0.9, 0.6, 0.5, 0.8), "lambda=0.8&l1_ratio=0.4&step=end&opens=2",
		"Two nearly collinear features: the elastic net gives both a weight (grouping effect), the lasso selects one. Set ρ to 1."),

	algos.NewPreset("twins", "Duplicated feature", cloud(20, 1, 0.6, 0.5, 0.6), "lambda=0.3&step=2",
		"x₁ = x₂: every split of the weight is optimal, and coordinate descent gives all of it to the first. Set ρ to 0.5."),

	algos.NewPreset("all-zero", "Above λ_max", corner, "lambda=3&step=2",
		"No component of the gradient exceeds the threshold: both coefficients are 0 at the optimum."),

	algos.NewPreset("few-rows", "Six samples, eight features (n < d)", fewRows(), "lambda=0.1&step=end&opens=12",
		"More features than samples: OLS is not unique. The lasso selects at most five features, because θ₀ uses one degree of freedom."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("one-weight", "One weight, a = 1, λ = 1", "002, N23", oneWeight, "lambda=0.5&fit_intercept=false&step=end",
		algos.Expect("model.theta[0]", `$w$`, 0.5, 1e-15)),
	algos.NewFixture("small-weight", "One weight, a = 0.4, λ = 1", "002, N23: $w=0$, and what is left is $a^2/2$ in our scale", smallOne,
		"lambda=0.5&fit_intercept=false&step=end",
		algos.Expect("model.objective", `$J$`, 0.08, 1e-15)),
	algos.NewFixture("orthogonal", "Orthogonal features, λ = 4", "000, 2B-2: $(2-\\lambda/4,\\,1-\\lambda/8)_+$", orthogonal,
		"lambda=0.6666666666666666&fit_intercept=false&step=end",
		algos.Expect("model.theta[0]", `$\beta_1$`, 1, 1e-14),
		algos.Expect("model.theta[1]", `$\beta_2$`, 0.5, 1e-14),
		algos.Expect("model.lambda_max", `$\lambda_{\max}/6$`, 8.0/6, 1e-14)),
	algos.NewFixture("correlated", "Two correlated features, λ = 2", "000, 2B-2", correlated, "lambda=0.25&fit_intercept=false&tol=1e-14&step=end",
		algos.Expect("model.theta[0]", `$\beta_1$`, 1, 1e-6),
		algos.Expect("model.theta[1]", `$\beta_2$`, 1, 1e-6)),
	algos.NewFixture("sparse", "Eight features, λ = 1.51478", "scikit-learn 1.2.1, Lasso", sparse, "lambda=1.51478&tol=1e-14&step=end",
		algos.Expect("model.theta[0]", `$\theta_1$`, 1.239381516749, 1e-7),
		algos.Expect("model.theta[1]", `$\theta_2$`, 1.17412476199, 1e-7),
		algos.Expect("model.theta[4]", `$\theta_5$`, 0.3601173822391, 1e-7),
		algos.Expect("model.theta0", `$\theta_0$`, 2.319769692443, 1e-7),
		algos.Expect("model.objective", `$J$`, 7.447493503202, 1e-11),
		algos.Expect("model.lambda_max", `$\lambda_{\max}$`, 3.1237391155958, 1e-11)),
	algos.NewFixture("elastic", "Elastic net, ρ = 0.5", "scikit-learn 1.2.1, ElasticNet", sparse, "lambda=0.987813&l1_ratio=0.5&tol=1e-14&step=end",
		algos.Expect("model.theta[0]", `$\theta_1$`, 1.506532423964, 1e-7),
		algos.Expect("model.theta[1]", `$\theta_2$`, 1.254883227115, 1e-7),
		algos.Expect("model.theta[3]", `$\theta_4$`, 0.2123767, 1e-6)),
}

// timed is what "playground bench" times: a path without its story.
var timed = []algos.Bench{{Task: "lasso path, 100 values", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: following}}

// following solves for 100 values of λ, from λ_max down to a thousandth of it, with the powers and products of the
// inputs up to degree 3 as columns.
func following(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	var d penalised.Data
	d.Y = y
	for a := range 4 {
		for b := range 4 - a {
			if a+b == 0 {
				continue
			}
			column := make([]float64, len(x))
			for i, q := range x {
				column[i] = math.Pow(q[0], float64(a)) * math.Pow(q[1], float64(b))
			}
			d.Columns = append(d.Columns, column)
		}
	}
	const (
		values   = 100
		smallest = 1e-3
	)
	var path [][]float64
	do = func() {
		o := newObjective(d.Centre(true))
		top, _ := o.lambdaMax(1)
		path = o.path(penalised.Grid(smallest*top, top, values), 1)
	}
	return do, func() []algos.Value {
		return []algos.Value{{Name: "theta", Value: slices.Clone(path[0])}, {Name: "norm", Value: lsq.Norm(path[0])}}
	}, nil
}
