package pca

import (
	"bytes"
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

//go:embed tables/mtcars.csv
var mtcarsCSV []byte

//go:embed tables/faithful.csv
var faithfulCSV []byte

// cars are 32 cars of 1974 (Henderson and Velleman, Biometrics 37, 1981): ten columns
// without the two of zeros and ones, and so many rows; 0 for all.
func cars(rows int) dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(mtcarsCSV), dataset.None, "")
	if err != nil {
		panic(err) // the program itself carries it
	}
	var keep []int
	for k, c := range t.Columns {
		if !slices.Contains([]string{"vs", "am"}, c.Name) {
			keep = append(keep, k)
		}
	}
	small := dataset.Table{}
	for _, k := range keep {
		c := t.Columns[k]
		small.Columns = append(small.Columns, c)
	}
	for _, row := range t.Rows {
		r := make([]float64, len(keep))
		for to, k := range keep {
			r[to] = row[k]
		}
		small.Rows = append(small.Rows, r)
	}
	if rows > 0 {
		small.Rows = small.Rows[:rows]
		for k, c := range small.Columns {
			if c.Kind == dataset.Words {
				small.Columns[k].Words = c.Words[:rows]
			}
		}
	}
	return dataset.Tabled(small)
}

// faithful are 272 eruptions of Old Faithful: their length and the wait for the next one,
// in minutes (data set faithful of R).
func faithful() dataset.Source {
	s, err := dataset.ReadCSV(bytes.NewReader(faithfulCSV), dataset.None)
	if err != nil {
		panic(err)
	}
	return dataset.Explicit(s)
}

// cloud are n normal points with two deviations, turned by an angle about a centre.
func cloud(n int, long, short, angle, x, y float64) dataset.Source {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	rows := make([][2]float64, n)
	c, s := math.Cos(angle), math.Sin(angle)
	for i := range rows {
		a, b := long*r.NormFloat64(), short*r.NormFloat64()
		rows[i] = [2]float64{hundredths(x + c*a - s*b), hundredths(y + s*a + c*b)}
	}
	return dataset.Plane(rows...)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// stripes are two flat clouds above each other: what tells them apart is the direction of
// the small variance.
func stripes() dataset.Source {
	r := rand.New(rand.NewPCG(3, 5))
	rows := make([][2]float64, 60)
	for i := range rows {
		y := 0.8
		if i%2 == 0 {
			y = -y
		}
		rows[i] = [2]float64{hundredths(3 * r.NormFloat64()), hundredths(y + 0.15*r.NormFloat64())}
	}
	return dataset.Plane(rows...)
}

// ring are n points on a circle, which has no longest axis.
func ring(n int) dataset.Source {
	rows := make([][2]float64, n)
	for i := range rows {
		a := 2 * math.Pi * float64(i) / float64(n)
		rows[i] = [2]float64{2 * math.Cos(a), 2 * math.Sin(a)}
	}
	return dataset.Plane(rows...)
}

var (
	five   = dataset.Plane([2]float64{1, 1}, [2]float64{2, 2}, [2]float64{3, 3}, [2]float64{2, 1}, [2]float64{2, 3})
	other  = dataset.Plane([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 2}, [2]float64{4, 4}, [2]float64{5, 5})
	cross  = dataset.Plane([2]float64{-3, 0}, [2]float64{3, 0}, [2]float64{0, -1}, [2]float64{0, 1})
	inLine = dataset.Plane([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 5}, [2]float64{4, 7}, [2]float64{6, 11})
	tilted = cloud(50, 2, 0.7, 0.6, 0, 0)
	away   = cloud(40, 1.5, 0.4, -0.9, 4, 3)
	round  = cloud(80, 1.25, 1.15, 0.9, 0, 0)
)

var presets = []algos.Preset{
	algos.NewPreset("hand", "Rotate the projection axis", tilted, "step=1",
		"Drag the end of the axis: explained variance and reconstruction error always add up to the same total."),

	algos.NewPreset("power", "Power iteration", tilted, "step=5&solver=power&angle=-0.9",
		"Power iteration multiplies your axis by Σ. From another starting angle it converges to the same direction, at the same rate."),

	algos.NewPreset("slow", "Nearly equal eigenvalues", round, "step=12&solver=power&angle=-0.9&max_iter=2000",
		"λ₂/λ₁ is near 1, so power iteration converges slowly."),

	algos.NewPreset("tie", "Equal eigenvalues", ring(8), "step=end&solver=power&angle=0.4",
		"λ₁ = λ₂: every axis explains half of the variance, and power iteration stays at its start."),

	algos.NewPreset("right-angle", "Start orthogonal to eigenvector 1", cross, "step=end&solver=power&angle=1.5707963267948966",
		"The start has no component along the first eigenvector, so power iteration converges to another one."),

	algos.NewPreset("note", "Five points (002, 003)", five, "step=end&solver=covariance&divisor=n",
		"Σ has 0.4, 0.4 and 0.8: λ = 0.6 ± √0.2."),

	algos.NewPreset("note-scaled", "Standardised (correlation matrix)", five, "step=end&solver=covariance&divisor=n&standardize=true",
		"The correlation is 0.7071, and λ = 1 ± 0.7071: the components of two standardised features are always the diagonals."),

	algos.NewPreset("note-sums", "Scatter matrix instead of covariance", other, "step=end&solver=covariance&divisor=1",
		"XᵀX has 10, 9 and 10: λ = 19 and 1."),

	algos.NewPreset("faithful", "Old Faithful, unscaled (minutes)", faithful(), "step=end",
		"Waiting times are tens of minutes, eruptions a few: without scaling the first component is the waiting time alone."),

	algos.NewPreset("faithful-scaled", "Old Faithful, standardised", faithful(), "step=end&standardize=true",
		"After standardisation neither feature dominates: the first component weights both equally."),

	algos.NewPreset("cars", "32 cars, unscaled", cars(0), "step=end&x_feature=2&y_feature=3&n_components=2",
		"Two components explain nearly all the variance: they are the two features with the largest scale."),

	algos.NewPreset("cars-scaled", "32 cars, standardised", cars(0), "step=end&standardize=true&x_feature=2&y_feature=6&n_components=2",
		"Heavy vs light, fast vs slow: the biplot shows which features are correlated."),

	algos.NewPreset("cars-power", "Power iteration on nine features", cars(0), "step=8&solver=power&standardize=true&x_feature=2&y_feature=6&n_components=3",
		"The entries of u converge; then Σ is deflated, and the next component follows."),

	algos.NewPreset("whiten", "Whitening", tilted, "step=end&whiten=true",
		"Each score is divided by its standard deviation: the scores have unit variance in every direction."),

	algos.NewPreset("not-centred", "Uncentred PCA", away, "step=end&solver=covariance&centre=false",
		"Without centring the first component points from the origin to the mean, not along the cloud."),

	algos.NewPreset("stripes", "Variance is not class information", stripes(), "step=end",
		"The first component retains nearly all the variance and none of the class information."),

	algos.NewPreset("in-line", "Collinear points", inLine, "step=end&solver=covariance",
		"The second eigenvalue is 0: two features, one dimension."),

	algos.NewPreset("few", "Fewer samples than features", cars(4), "step=end&standardize=true&x_feature=2&y_feature=6",
		"Four centred samples have rank at most three, however many features they have."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("five", "Five points, divisor $n$", "002, N18; $\\lambda = 0.6 \\pm \\sqrt{0.2}$", five, "step=end&solver=covariance&divisor=n",
		algos.Expect("model.variances[0]", `$\lambda_1$`, 0.6+math.Sqrt(0.2), 1e-14),
		algos.Expect("model.variances[1]", `$\lambda_2$`, 0.6-math.Sqrt(0.2), 1e-14),
		algos.Expect("model.components[0][0]", `$u_{11}$`, 0.5257311121191336, 1e-14),
		algos.Expect("model.components[0][1]", `$u_{12}$`, 0.8506508083520400, 1e-14),
		algos.Expect("model.shares[0]", `explained variance ratio of the first`, (0.6+math.Sqrt(0.2))/1.2, 1e-14)),
	algos.NewFixture("five-svd", "The same by singular values: $\\sigma^2 = n\\lambda$", "002, N18", five, "step=end&divisor=n",
		algos.Expect("model.singular_values[0]", `$\sigma_1$`, math.Sqrt(5*(0.6+math.Sqrt(0.2))), 1e-14),
		algos.Expect("model.singular_values[1]", `$\sigma_2$`, math.Sqrt(5*(0.6-math.Sqrt(0.2))), 1e-14)),
	algos.NewFixture("five-scaled", "The same points, standardised", "003, N14: $1 \\pm r$", five, "step=end&standardize=true&divisor=n",
		algos.Expect("model.variances[0]", `$\lambda_1$`, 1+math.Sqrt2/2, 1e-14),
		algos.Expect("model.variances[1]", `$\lambda_2$`, 1-math.Sqrt2/2, 1e-14)),
	algos.NewFixture("sums", "Scatter matrix", "001, 2B-10; worked by hand", other, "step=end&solver=covariance&divisor=1",
		algos.Expect("model.variances[0]", `$\lambda_1$`, 19, 1e-13),
		algos.Expect("model.variances[1]", `$\lambda_2$`, 1, 1e-13),
		algos.Expect("model.components[0][0]", `$u_{11}$`, math.Sqrt2/2, 1e-14),
		algos.Expect("predict[0].scores[0]", `score of $(5, 5)$`, 2*math.Sqrt2, 1e-13)).Predicting([2]float64{5, 5}),
	algos.NewFixture("faithful", "Old Faithful", "scikit-learn 1.2.1, PCA", faithful(), "step=end",
		algos.Expect("model.variances[0]", `$\lambda_1$`, 185.881823942, 1e-9),
		algos.Expect("model.variances[1]", `$\lambda_2$`, 0.2442167416207, 1e-12),
		algos.Expect("model.components[0][0]", `$u_{11}$`, 0.07551180092197, 1e-13),
		algos.Expect("model.singular_values[1]", `$\sigma_2$`, 8.135277314217, 1e-11)),
	algos.NewFixture("power", "Old Faithful by power iteration", "scikit-learn 1.2.1, PCA", faithful(), "step=end&solver=power&angle=1",
		algos.Expect("model.variances[0]", `$\lambda_1$`, 185.881823942, 1e-9),
		algos.Expect("model.components[0][1]", `$u_{12}$`, 0.9971449081861, 1e-12)),
	algos.NewFixture("hand", "Variance along an axis at 45°", "worked by hand: $(0.4 + 2\\cdot 0.4 + 0.8)/2$", five,
		"step=0&divisor=n&angle=0.7853981633974483",
		algos.Expect("model.captured", `$u^\top\Sigma u$`, 1, 1e-14),
		algos.Expect("metric.lost", `reconstruction error`, 0.2, 1e-14)),
}

// timed is what "playground bench" times: means, components and variances, without a
// story.
var timed = []algos.Bench{
	{Task: "pca, 2 columns", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: fitting(1)},
	{Task: "pca, 9 columns", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: fitting(3)},
}

// fitting takes the products of powers of both inputs up to a degree, without the constant.
func fitting(degree int) func(x [][2]float64, y []float64) (func(), func() []algos.Value, error) {
	return func(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
		if len(x) < 2 {
			return nil, nil, algos.Refuse(say.Phrase(tooFew))
		}
		var columns [][]float64
		for a := range degree + 1 {
			for b := range degree + 1 - a {
				if a+b == 0 {
					continue
				}
				column := make([]float64, len(x))
				for i, q := range x {
					column[i] = math.Pow(q[0], float64(a)) * math.Pow(q[1], float64(b))
				}
				columns = append(columns, column)
			}
		}
		var variances []float64
		var components [][]float64
		do = func() {
			prepared := make([][]float64, len(columns))
			for j, c := range columns {
				prepared[j], _ = centred(c)
			}
			s, v := singular(prepared)
			variances, components = variances[:0], components[:0]
			for j := range s {
				variances, components = append(variances, s[j]*s[j]/float64(len(x)-1)), append(components, oriented(v[j]))
			}
		}
		return do, func() []algos.Value {
			return []algos.Value{{Name: "variances", Value: variances}, {Name: "components", Value: components}}
		}, nil
	}
}

// nearlyRing is a ring that is a little longer across.
func nearlyRing() dataset.Source {
	rows := make([][2]float64, 8)
	for i := range rows {
		a := 2 * math.Pi * float64(i) / 8
		rows[i] = [2]float64{hundredths(2.02 * math.Cos(a)), hundredths(2 * math.Sin(a))}
	}
	return dataset.Plane(rows...)
}
