package catalog_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// A scene is where the same cloud of points lies, and how large it is along each axis.
type scene struct {
	name  string
	shift float64
	scale [2]float64
}

var scenes = []scene{
	{"near", 0, [2]float64{1, 1}},
	{"far", 9e8, [2]float64{1, 1}},
	{"farther", -999999990, [2]float64{1, 1}},
	{"tiny", 0, [2]float64{1e-8, 1e-8}},
	{"mixed", 0, [2]float64{1, 1e6}},
}

// set is the cloud in a scene: values about a plane, or classes that overlap.
func (s scene) set(dim int, target dataset.Target) dataset.Set {
	set := dataset.Set{Dim: dim, Target: target}
	for i := range 24 {
		var p dataset.Point
		var x [2]float64
		for k := range 2 {
			x[k] = math.Round(math.Ldexp(math.Sin(float64(i*i*(k+2)+k)), 20)) / (1 << 20) // a shift leaves all digits
		}
		for k := range dim {
			p.X[k] = s.shift + s.scale[k]*x[k]
		}
		p.Y = 2*x[0] - x[1] + math.Sin(float64(7*i))/3
		if target == dataset.Classes {
			p.Y = max(0, math.Copysign(1, p.Y))
			if i == 3 || i == 10 { // on the side of the others
				p.Y = 1 - p.Y
			}
		}
		set.Points = append(set.Points, p)
	}
	return set
}

// A sample is data as exact fractions.
type sample struct {
	set dataset.Set
	x   [][]*big.Rat // by column
	y   []*big.Rat
}

func exactly(set dataset.Set) sample {
	s := sample{set: set, x: make([][]*big.Rat, set.Dim)}
	for _, p := range set.Points {
		s.y = append(s.y, fraction(p.Y))
		for k := range set.Dim {
			s.x[k] = append(s.x[k], fraction(p.X[k]))
		}
	}
	return s
}

func fraction(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

func ratio(a, b int64) *big.Rat { return big.NewRat(a, b) }

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }

func number(a *big.Rat) float64 { v, _ := a.Float64(); return v }

func numbers(a []*big.Rat) []float64 {
	out := make([]float64, len(a))
	for i, v := range a {
		out[i] = number(v)
	}
	return out
}

func inner(a, b []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i := range a {
		sum.Add(sum, mul(a[i], b[i]))
	}
	return sum
}

func mean(a []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, v := range a {
		sum.Add(sum, v)
	}
	return sum.Quo(sum, ratio(int64(len(a)), 1))
}

// centre takes the mean away.
func centre(a []*big.Rat) []*big.Rat {
	m, out := mean(a), make([]*big.Rat, len(a))
	for i, v := range a {
		out[i] = sub(v, m)
	}
	return out
}

func gram(x [][]*big.Rat, ridge *big.Rat) [][]*big.Rat {
	g := make([][]*big.Rat, len(x))
	for j := range x {
		for k := range x {
			v := inner(x[j], x[k])
			if j == k {
				v = add(v, ridge)
			}
			g[j] = append(g[j], v)
		}
	}
	return g
}

// solve solves the equations, and gives the determinant.
func solve(a [][]*big.Rat, b []*big.Rat) (x []*big.Rat, det *big.Rat) {
	n := len(a)
	m := make([][]*big.Rat, n)
	for i := range m {
		m[i] = append(append([]*big.Rat{}, a[i]...), b[i])
	}
	det = ratio(1, 1)
	for k := range n {
		det = mul(det, m[k][k]) // positive definite: no pivot is 0
		for i := k + 1; i < n; i++ {
			share := quo(m[i][k], m[k][k])
			for j := k; j <= n; j++ {
				m[i][j] = sub(m[i][j], mul(share, m[k][j]))
			}
		}
	}
	x = make([]*big.Rat, n)
	for i := n - 1; i >= 0; i-- {
		v := m[i][n]
		for j := i + 1; j < n; j++ {
			v = sub(v, mul(m[i][j], x[j]))
		}
		x[i] = quo(v, m[i][i])
	}
	return x, det
}

// fitted is penalised least squares with a free θ₀: by centred columns.
func (s sample) fitted(columns [][]*big.Rat, lambda *big.Rat) map[string][]float64 {
	z, v := make([][]*big.Rat, len(columns)), centre(s.y)
	right := make([]*big.Rat, len(columns))
	for j, c := range columns {
		z[j] = centre(c)
		right[j] = inner(z[j], v)
	}
	g := gram(z, lambda)
	theta, _ := solve(g, right)
	theta0, r := mean(s.y), append([]*big.Rat{}, v...)
	for j := range columns {
		theta0 = sub(theta0, mul(theta[j], mean(columns[j])))
		for i := range r {
			r[i] = sub(r[i], mul(theta[j], z[j][i]))
		}
	}
	rss, total := inner(r, r), inner(v, v)
	left, dof, n := new(big.Rat), new(big.Rat), ratio(int64(len(r)), 1)
	for i := range r {
		row := make([]*big.Rat, len(z))
		for j := range z {
			row[j] = z[j][i]
		}
		hat, _ := solve(g, row)
		h := inner(hat, row)
		dof.Add(dof, h)
		e := quo(r[i], sub(ratio(1, 1), add(h, quo(ratio(1, 1), n))))
		left.Add(left, mul(e, e))
	}
	return map[string][]float64{
		"theta": numbers(theta), "theta0": {number(theta0)}, "rss": {number(rss)}, "r2": {number(sub(ratio(1, 1), quo(rss, total)))},
		"dof": {number(dof)}, "left_out": {number(quo(left, n))}, "loo": {number(quo(left, n))}, "objective": {number(add(rss, mul(lambda, inner(theta, theta))))},
	}
}

// powersOf are the columns x, x², …
func (s sample) powers(degree int) [][]*big.Rat {
	columns := [][]*big.Rat{s.x[0]}
	for len(columns) < degree {
		next := make([]*big.Rat, len(s.y))
		for i, v := range columns[len(columns)-1] {
			next[i] = mul(v, s.x[0][i])
		}
		columns = append(columns, next)
	}
	return columns
}

// shrunk is the lasso where no coefficient is 0, whose signs are those of the least squares.
func (s sample) shrunk(lambda *big.Rat) map[string][]float64 {
	z, v := make([][]*big.Rat, len(s.x)), centre(s.y)
	right, n := make([]*big.Rat, len(s.x)), ratio(int64(len(s.y)), 1)
	for j, c := range s.x {
		z[j] = centre(c)
		sign := ratio(int64([]float64{1, -1}[j]), 1)
		right[j] = sub(inner(z[j], v), mul(mul(n, lambda), sign))
	}
	theta, _ := solve(gram(z, new(big.Rat)), right)
	theta0 := mean(s.y)
	for j := range s.x {
		theta0 = sub(theta0, mul(theta[j], mean(s.x[j])))
	}
	return map[string][]float64{"theta": numbers(theta), "theta0": {number(theta0)}}
}

// scatter is Σ(x − x̄)(x − x̄)ᵀ of the samples of a class, or of all of them, with their means and number.
func (s sample) scatter(class float64) (m [2][2]*big.Rat, means [2]*big.Rat, n int64) {
	var z [2][]*big.Rat
	for k := range z {
		var some []*big.Rat
		for i, p := range s.set.Points {
			if class < 0 || p.Y == class {
				some = append(some, s.x[k][i])
			}
		}
		z[k], means[k], n = centre(some), mean(some), int64(len(some))
	}
	for j := range z {
		for k := range z {
			m[j][k] = inner(z[j], z[k])
		}
	}
	return m, means, n
}

func over(m [2][2]*big.Rat, n int64) []float64 {
	return numbers([]*big.Rat{quo(m[0][0], ratio(n, 1)), quo(m[0][1], ratio(n, 1)), quo(m[1][0], ratio(n, 1)), quo(m[1][1], ratio(n, 1))})
}

func determinant(m [2][2]*big.Rat) *big.Rat { return sub(mul(m[0][0], m[1][1]), mul(m[0][1], m[1][0])) }

// axes are the variances along the principal axes, the largest first, in 400 bits.
func (s sample) axes() map[string][]float64 {
	m, means, n := s.scatter(-1)
	wide := func(r *big.Rat) *big.Float { return new(big.Float).SetPrec(400).SetRat(r) }
	trace, det := add(m[0][0], m[1][1]), determinant(m)
	root := wide(sub(mul(trace, trace), mul(ratio(4, 1), det)))
	root.Sqrt(root)
	first := new(big.Float).SetPrec(400).Add(wide(trace), root)
	first.Quo(first, wide(ratio(2*(n-1), 1)))
	second := wide(quo(det, ratio((n-1)*(n-1), 1)))
	second.Quo(second, first)
	a, _ := first.Float64()
	b, _ := second.Float64()
	return map[string][]float64{"variances": {a, b}, "mean": numbers(means[:])}
}

// gaussian is the one component that fits best.
func (s sample) gaussian() map[string][]float64 {
	m, means, n := s.scatter(-1)
	det := number(quo(determinant(m), ratio(n*n, 1)))
	return map[string][]float64{
		"covariances": over(m, n), "means": numbers(means[:]),
		"log_likelihood": {-float64(n) / 2 * (2*math.Log(2*math.Pi) + math.Log(det) + 2)},
	}
}

// parted are the Gaussians of two classes with one covariance, or one each.
func (s sample) parted() map[string][]float64 {
	a, ma, na := s.scatter(0)
	b, mb, nb := s.scatter(1)
	var pooled [2][2]*big.Rat
	for j := range pooled {
		for k := range pooled {
			pooled[j][k] = quo(add(a[j][k], b[j][k]), ratio(na+nb, 1))
		}
	}
	apart := []*big.Rat{sub(mb[0], ma[0]), sub(mb[1], ma[1])}
	w, _ := solve([][]*big.Rat{pooled[0][:], pooled[1][:]}, apart)
	middle := []*big.Rat{quo(add(ma[0], mb[0]), ratio(2, 1)), quo(add(ma[1], mb[1]), ratio(2, 1))}
	offset := math.Log(float64(nb) / float64(na))
	return map[string][]float64{
		"covariance": over(pooled, 1), "covariances": append(over(a, na), over(b, nb)...), "w": numbers(w),
		"w0": {number(sub(fraction(offset), inner(w, middle)))}, "means": numbers([]*big.Rat{ma[0], ma[1], mb[0], mb[1]}),
	}
}

// curved is the rule of a Gaussian with its own covariance for each class: half the difference of their inverses.
func (s sample) curved() map[string][]float64 {
	want := s.parted()
	a, ma, na := s.scatter(0)
	b, mb, nb := s.scatter(1)
	half := func(m [2][2]*big.Rat, n int64) []*big.Rat {
		scale := quo(ratio(n, 2), determinant(m)) // the inverse of m/n is n adj(m)/det(m)
		minus := new(big.Rat).Neg(m[0][1])
		return []*big.Rat{mul(scale, m[1][1]), mul(scale, minus), mul(scale, minus), mul(scale, m[0][0])}
	}
	first, second := half(a, na), half(b, nb)
	quadratic, w := make([]*big.Rat, 4), make([]*big.Rat, 2)
	for i := range quadratic {
		quadratic[i] = sub(first[i], second[i])
	}
	for i := range w {
		w[i] = mul(ratio(2, 1), sub(inner(second[2*i:2*i+2], mb[:]), inner(first[2*i:2*i+2], ma[:])))
	}
	want["quadratic"], want["w"] = numbers(quadratic), numbers(w)
	return want
}

// posterior is that of a line with the prior variance 1 and the noise 0.1.
func (s sample) posterior() map[string][]float64 {
	ones := make([]*big.Rat, len(s.y))
	for i := range ones {
		ones[i] = ratio(1, 1)
	}
	noise, x := fraction(0.1), [][]*big.Rat{ones, s.x[0]}
	right := []*big.Rat{inner(ones, s.y), inner(s.x[0], s.y)}
	g := gram(x, noise) // ΦᵀΦ + σ²I
	mu, det := solve(g, right)
	n := float64(len(s.y))
	misfit := quo(sub(inner(s.y, s.y), inner(right, mu)), noise)
	logs := n*math.Log(2*math.Pi*0.1) + math.Log(number(det)) - 2*math.Log(0.1)
	var spread []float64 // beside which a mean has its digits
	for j := range 2 {
		unit := []*big.Rat{ratio(int64(1-j), 1), ratio(int64(j), 1)}
		column, _ := solve(g, unit)
		spread = append(spread, math.Sqrt(0.1*number(column[j])))
	}
	return map[string][]float64{"mean": numbers(mu), "mean beside": spread, "log_evidence": {-(logs + number(misfit)) / 2}}
}

// settings are the same in all scenes but for some.
type settings map[string]string

func (s settings) of(scene string) param.Values {
	text := s[""]
	if special, ok := s[scene]; ok {
		text += " " + special
	}
	return param.Pairs(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '=' })...)
}

// Results agree with fractions: near the origin, far from it, for tiny inputs, and for columns of very
// different size.
func TestResultsAreThoseOfFractions(t *testing.T) {
	for _, c := range []struct {
		demo     string
		dim      int
		settings settings
		want     func(s sample, scene string) map[string][]float64
		results  string
		within   float64
	}{
		{"linear-regression", 1, nil, func(s sample, _ string) map[string][]float64 { return s.fitted(s.x, new(big.Rat)) }, "theta theta0 rss r2", 1e-13},
		{"linear-regression", 2, nil, func(s sample, _ string) map[string][]float64 { return s.fitted(s.x, new(big.Rat)) }, "theta theta0 rss r2", 1e-13},
		{
			"ridge", 1,
			settings{"": "lambda=0.01"},
			func(s sample, _ string) map[string][]float64 { return s.fitted(s.x, fraction(0.01)) },
			"theta theta0 rss dof left_out objective", 1e-12,
		},
		{
			"ridge", 2,
			settings{"": "lambda=0.01"},
			func(s sample, _ string) map[string][]float64 { return s.fitted(s.x, fraction(0.01)) },
			"theta theta0 rss dof left_out objective", 1e-12,
		},
		{
			"ridge", 2,
			settings{"": "lambda=1e-18"},
			func(s sample, _ string) map[string][]float64 { return s.fitted(s.x, fraction(1e-18)) },
			"theta theta0 rss dof left_out objective", 1e-12,
		},
		{
			"polynomial", 1,
			settings{"": "degree=2"},
			func(s sample, _ string) map[string][]float64 { return s.fitted(s.powers(2), new(big.Rat)) },
			"theta theta0 rss loo", 1e-12,
		},
		{
			"polynomial", 1,
			settings{"": "degree=3"},
			func(s sample, _ string) map[string][]float64 { return s.fitted(s.powers(3), new(big.Rat)) },
			"theta theta0 rss", 1e-12,
		},
		{
			"lasso", 2,
			settings{"": "tol=1e-14", "near": "lambda=0.1", "far": "lambda=0.1", "farther": "lambda=0.1", "mixed": "lambda=0.1", "tiny": "lambda=1e-9"},
			func(s sample, scene string) map[string][]float64 {
				switch scene {
				case "tiny":
					return s.shrunk(fraction(1e-9))
				case "mixed": // the gap of 10⁻¹⁵ leaves the root of that in θ
					want := s.shrunk(fraction(0.1))
					want["theta beside"], want["theta0 beside"] = []float64{2e4, 1e-2}, []float64{2e4}
					return want
				}
				return s.shrunk(fraction(0.1))
			}, "theta theta0", 1e-12,
		},
		{"bayesian-regression", 1, nil, func(s sample, _ string) map[string][]float64 { return s.posterior() }, "mean log_evidence", 1e-12},
		{"pca", 2, nil, func(s sample, _ string) map[string][]float64 { return s.axes() }, "variances mean", 1e-12},
		{"discriminant", 2, nil, func(s sample, _ string) map[string][]float64 { return s.parted() }, "covariance w w0 means", 1e-12},
		{"discriminant", 2, settings{"": "method=qda"}, func(s sample, _ string) map[string][]float64 { return s.curved() }, "covariances means quadratic w", 1e-12},
		{
			"em-gmm", 2,
			settings{"": "k=1 reg_covar=0"},
			func(s sample, _ string) map[string][]float64 { return s.gaussian() },
			"covariances means log_likelihood", 1e-12,
		},
	} {
		d, ok := catalog.Find(c.demo)
		if !ok {
			t.Fatalf("no demo %s", c.demo)
		}
		for _, scene := range scenes {
			if c.dim == 1 && scene.name == "mixed" {
				continue
			}
			t.Run(fmt.Sprint(c.demo, c.dim, c.settings[""], " ", scene.name), func(t *testing.T) {
				set := scene.set(c.dim, d.Input.Target())
				want, m := c.want(exactly(set), scene.name), last(t, d, set, c.settings.of(scene.name)).View.Model()
				for _, name := range strings.Fields(c.results) {
					got := flat(m.Value(name))
					if len(got) != len(want[name]) || len(got) == 0 {
						t.Fatalf("%s is %v, not %v", name, got, want[name])
					}
					for i, w := range want[name] {
						size := math.Abs(w)
						if sizes := want[name+" beside"]; sizes != nil {
							size = sizes[i]
						}
						if !(math.Abs(got[i]-w) <= c.within*size) {
							t.Errorf("%s is %v, not %v: %.1g of it", name, got[i], w, math.Abs(got[i]/w-1))
						}
					}
				}
			})
		}
	}
}

// last is the end of a run, of which no step promises what it does not keep, or keeps what it could not
// fail to.
func last(t *testing.T, d algos.Demo, set dataset.Set, v param.Values) algos.Step {
	t.Helper()
	var end algos.Step
	for i, s := range algotest.Steps(t, d, dataset.Explicit(set), v) {
		for _, c := range s.View.Checks() {
			if c.Slow != nil {
				c = c.Slow()
			}
			switch {
			case c.Verdict == algos.Broken:
				t.Errorf("step %d: %s is broken: %v %s %v, rounding %v", i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
			case c.Verdict == algos.Holds && blunt(c):
				t.Errorf("step %d: %s could not fail: %v %s %v, rounding %v", i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
			}
		}
		end = s
	}
	return end
}

// blunt reports whether rounding may be as large as what is compared, unless that is nothing, nothing but
// rounding of something larger, or in order by more.
func blunt(c algos.Check) bool {
	sides := max(math.Abs(c.Left), math.Abs(c.Right))
	switch {
	case (c.Rel == "<=" || c.Rel == ">=") && c.Off() <= -c.Rounding, sides == 0:
		return false
	case sides <= min(c.Rounding, algos.Negligible*c.Size), c.Right == 0 && sides <= algos.Negligible*c.Size:
		return c.Rounding > algos.Negligible*c.Size
	}
	return c.Rounding >= 0.1*sides
}

// Results that have no closed form are those of the near scene, moved and stretched.
func TestResultsMoveWithTheData(t *testing.T) {
	// By what each number of a result is multiplied; nil: by nothing.
	type change func(s [2]float64) []float64
	square := func(s [2]float64) []float64 { return []float64{s[0] * s[0]} }
	slopes := func(s [2]float64) []float64 { return []float64{1 / s[0], 1 / s[1]} }
	products := func(s [2]float64) []float64 { return []float64{s[0] * s[0], s[0] * s[1], s[0] * s[1], s[1] * s[1]} }
	type results map[string]change
	for _, c := range []struct {
		demo     string
		settings settings
		results  results
		scenes   string
		within   float64
	}{
		{"em-gmm", settings{"": "k=2 reg_covar=0"}, results{"weights": nil, "covariances": products, "iterations": nil}, "far farther tiny mixed", 1e-9},
		{"em-gmm", settings{"": "k=3 reg_covar=0 covariance=tied init=indices"}, results{"weights": nil, "covariances": products}, "far farther tiny mixed", 1e-9},
		{"svm", settings{"": "kernel=linear tol=1e-9"}, results{"w": slopes, "dual": nil, "primal": nil, "support": nil}, "far farther", 1e-9},
		{"svm", settings{"": "kernel=rbf gamma=1"}, results{"alpha": nil, "bias": nil, "dual": nil}, "far farther", 1e-12},
		{"logistic", settings{"": "lambda=0"}, results{"theta": slopes, "loss": nil, "errors": nil}, "far farther tiny mixed", 1e-9},
		{
			"logistic",
			settings{"near": "lambda=0.1", "far": "lambda=0.1", "farther": "lambda=0.1", "tiny": "lambda=1e-17"},
			results{"theta": slopes, "loss": nil},
			"far farther tiny", 1e-9,
		},
		{"kmeans", settings{"": "k=3"}, results{"labels": nil, "inertia": square}, "far farther tiny", 1e-12},
		{"softmax", settings{"": "lambda=0"}, results{"loss": nil}, "far farther tiny mixed", 1e-9},
	} {
		d, ok := catalog.Find(c.demo)
		if !ok {
			t.Fatalf("no demo %s", c.demo)
		}
		near := last(t, d, scenes[0].set(2, d.Input.Target()), c.settings.of("near")).View.Model()
		for _, scene := range scenes {
			if !strings.Contains(" "+c.scenes+" ", " "+scene.name+" ") {
				continue
			}
			t.Run(fmt.Sprint(c.demo, c.settings[""], " ", scene.name), func(t *testing.T) {
				m := last(t, d, scene.set(2, d.Input.Target()), c.settings.of(scene.name)).View.Model()
				for name, change := range c.results {
					got, want := flat(m.Value(name)), flat(near.Value(name))
					var factors []float64
					if change != nil {
						factors = change(scene.scale)
					}
					if len(got) != len(want) || len(got) == 0 {
						t.Fatalf("%s is %v, and %v near the origin", name, got, want)
					}
					for i, w := range want {
						if len(factors) > 0 {
							w *= factors[i%len(factors)]
						}
						if !(math.Abs(got[i]-w) <= c.within*math.Abs(w)) {
							t.Errorf("%s is %v, not %v: %.1g of it", name, got[i], w, math.Abs(got[i]/w-1))
						}
					}
				}
			})
		}
	}
}

// Where no digits are left to go on with, the run says so instead of having converged; what it converges to
// keeps what it promises in fractions.
func TestColumnsOfDifferentSize(t *testing.T) {
	scene := scenes[len(scenes)-1]
	svm, _ := catalog.Find("svm")
	end := last(t, svm, scene.set(2, svm.Input.Target()), param.Pairs("kernel", "linear"))
	if reason := end.Status.Reason.String(); end.Status.State != algos.Exhausted || !strings.Contains(reason, "Rescale") {
		t.Errorf("a linear kernel of columns of sizes 1 and 10⁶ ends %s: %s", end.Status.State, reason)
	}
	kmeans, _ := catalog.Find("kmeans")
	set := scene.set(2, kmeans.Input.Target())
	m, s := last(t, kmeans, set, param.Pairs("k", "3")).View.Model(), exactly(set)
	labels, inertia := m.Value("labels").([]int), new(big.Rat)
	for k := range 3 {
		for c := range 2 {
			var own []*big.Rat
			for i, l := range labels {
				if l == k {
					own = append(own, s.x[c][i])
				}
			}
			inertia = add(inertia, inner(centre(own), centre(own)))
			algotest.Near(t, "centre", m.Value("centres").([][]float64)[k][c], number(mean(own)), 1e-13*scene.scale[c])
		}
	}
	algotest.Near(t, "inertia", m.Value("inertia").(float64), number(inertia), 1e-13*number(inertia))
}

// Wherever points lie, no guarantee of any demo is broken by rounding, and none holds that could not fail.
func TestPromisesWhereverPointsLie(t *testing.T) {
	constant, copies := scene{name: "constant", shift: 9e8, scale: [2]float64{0, 1}}, scenes[0]
	for _, d := range catalog.All {
		if d.Input.Points == nil {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			for _, dim := range d.Input.Points.Dims {
				for _, scene := range append(scenes[1:len(scenes):len(scenes)], constant, copies) {
					target := d.Input.Target()
					if target == dataset.Either {
						target = dataset.Values
					}
					set := scene.set(dim, target)
					if scene.name == copies.name {
						set.Points = append(set.Points, set.Points...)
					}
					run, err := algos.Recipe{Demo: d.ID, Seed: 1, Data: dataset.Explicit(set)}.Run(t.Context(), d)
					if err != nil { // refused: it says why
						continue
					}
					i := 0
					for s := range run {
						for _, c := range s.View.Checks() {
							switch {
							case c.Verdict == algos.Broken:
								t.Errorf("%s, step %d: %s is broken: %v %s %v, rounding %v", scene.name, i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
							case c.Verdict == algos.Holds && blunt(c):
								t.Errorf("%s, step %d: %s could not fail: %v %s %v, rounding %v", scene.name, i, c.Name, c.Left, c.Rel, c.Right, c.Rounding)
							}
						}
						i++
					}
				}
			}
		})
	}
}
