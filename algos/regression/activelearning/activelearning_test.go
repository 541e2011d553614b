package activelearning

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/lsq"
	"playground/algos/param"
)

func last(t testing.TB, s dataset.Source, v param.Values) view {
	t.Helper()
	return algotest.Last(t, Demo, s, v).View.(view)
}

// No promise is broken at any step of any run.
func TestPromisesHold(t *testing.T) {
	algotest.PromisesHold(t, Demo, func(t *rapid.T) algotest.Trial {
		s := dataset.Set{Dim: 1, Target: dataset.Values}
		scale := math.Pow(10, rapid.Float64Range(-3, 3).Draw(t, "scale"))
		for i := range rapid.IntRange(0, 10).Draw(t, "n") {
			p := dataset.Point{X: [2]float64{scale * rapid.Float64Range(-3, 3).Draw(t, "x")}, Y: rapid.Float64Range(-3, 3).Draw(t, "y")}
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "copy") == 0 {
				p.X = s.Points[rapid.IntRange(0, i-1).Draw(t, "of")].X
			}
			s.Points = append(s.Points, p)
		}
		low := rapid.Float64Range(-5, 5).Draw(t, "low")
		return algotest.Trial{Set: s, Params: param.Values{
			"criterion": rapid.SampledFrom([]string{aOptimal, variance, random}).Draw(t, "criterion"),
			"x_min":     param.Format(low),
			"x_max":     param.Format(low + rapid.Float64Range(0.01, 9).Draw(t, "wide")),
			"own":       rapid.SampledFrom([]string{"", "0", "1, -1, 0.3"}).Draw(t, "own"),
			"query":     rapid.SampledFrom([]string{"0", "5", "-0.7"}).Draw(t, "query"),
			"noise":     rapid.SampledFrom([]string{"0", "0.3", "1e6"}).Draw(t, "noise"),
		}}
	})
}

// Every certificate can fail: a state spoilt on purpose is caught, by the check that is
// there to catch it.
func TestSpoiltStatesAreCaught(t *testing.T) {
	good := algotest.Steps(t, Demo, differ, param.Pairs("x_min", "0", "x_max", "3.2"))[2].View.(view)
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		spoil func(v *view)
	}{
		{"falls", func(v *view) { v.design.scatter *= 1.001 }},
		{"chain", func(v *view) { v.a.x1 *= 1.001 }},
		{"bound", func(v *view) { v.design.scatter /= 1000 }},
		{"ball", func(v *view) { v.design.scatter /= 1000 }},
		{"best", func(v *view) { v.optimum = 1.4 }},
		{"ends", func(v *view) { v.doubt = 1.4 }},
		{"volume", func(v *view) { v.design.scatter *= 1.001 }},
		{"floor", func(v *view) { v.design.scatter *= 10; v.design.n *= 10 }},
		{"leverages", func(v *view) { v.a.oo *= 1.001 }},
	} {
		spoilt := good
		c.spoil(&spoilt)
		cases = append(cases, algotest.Spoiling{Check: c.check, Good: good, Spoilt: spoilt})
	}
	algotest.Spoilt(t, cases)
}

// exact is Tr (XᵀX)⁻¹ in fractions: (n + Σx²)/(nΣx² − (Σx)²).
func exact(xs []float64) *big.Rat {
	n, sum, squares := big.NewRat(int64(len(xs)), 1), new(big.Rat), new(big.Rat)
	for _, x := range xs {
		r := new(big.Rat).SetFloat64(x)
		sum.Add(sum, r)
		squares.Add(squares, new(big.Rat).Mul(r, r))
	}
	det := new(big.Rat).Mul(n, squares)
	det.Sub(det, new(big.Rat).Mul(sum, sum))
	return new(big.Rat).Quo(new(big.Rat).Add(n, squares), det)
}

// f is what the trace falls by in fractions, of inputs near 0 and far from it.
func TestGainsAreExact(t *testing.T) {
	for _, xs := range [][]float64{{1, -1}, {1, 2}, {-0.35, -0.1, 0.2, 0.3}, {1e6, 1e6 + 1, 1e6 + 2.5}, {1e-9, 3e-9, -2e-9}, {-40, 60}} {
		d, before := designOf(xs), exact(xs)
		whole, _ := before.Float64()
		algotest.Near(t, "trace", d.trace(), whole, 1e-14*whole)
		for _, share := range []float64{-2, -0.5, 0, 0.3, 1, 1.7} {
			x := xs[0] + share*(xs[len(xs)-1]-xs[0])
			gain := new(big.Rat).Sub(before, exact(append(xs[:len(xs):len(xs)], x)))
			want, _ := gain.Float64()
			// Far from 0 the fall is what is left of two coefficients that nearly cancel.
			algotest.Near(t, "f", d.gain(x), want, 1e-13*want+1e-15*math.Sqrt(whole)*math.Abs(x)*whole)
			algotest.Near(t, "with", d.with(x).trace(), whole-want, 1e-13*whole)
		}
	}
}

// The closed form of the best query finds what a fine grid finds, and the slope of f is 0
// at its turns.
func TestBestByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scale := math.Pow(10, rapid.Float64Range(-2, 2).Draw(t, "scale"))
		var xs []float64
		for range rapid.IntRange(2, 6).Draw(t, "n") {
			xs = append(xs, scale*rapid.Float64Range(-1, 1).Draw(t, "x"))
		}
		d := designOf(xs)
		if !d.regular() || d.condition() > 1e8 {
			return
		}
		low := scale * rapid.Float64Range(-2, 2).Draw(t, "low")
		high := low + scale*rapid.Float64Range(0.01, 4).Draw(t, "wide")
		best := d.gain(d.best(low, high))
		for i := range 2001 {
			x := low + (high-low)*float64(i)/2000
			if f := d.gain(x); f > best*(1+1e-9) {
				t.Fatalf("f(%v) = %v, more than %v at %v", x, f, best, d.best(low, high))
			}
		}
		for _, x := range d.turns() {
			h := 1e-5 * (math.Sqrt(d.scatter) + math.Abs(x-d.mean))
			slope := (d.gain(x+h) - d.gain(x-h)) / (2 * h)
			if math.Abs(slope*(math.Sqrt(d.scatter)+math.Abs(x-d.mean))) > 1e-4*(d.gain(x)+best) {
				t.Fatalf("the slope at %v is %v", x, slope)
			}
		}
	})
}

// W17 of the inventory: inputs 1 and 2, interval from 0 to 3.2.
func TestCriteriaDisagree(t *testing.T) {
	v := algotest.Steps(t, Demo, differ, param.Pairs("x_min", "0", "x_max", "3.2"))[0].View.(view)
	if v.optimum != 0 || v.doubt != 3.2 {
		t.Errorf("A-optimal at %v, largest variance at %v", v.optimum, v.doubt)
	}
	a := v.a
	algotest.Near(t, "A", math.Abs(a.xx-2)+math.Abs(a.x1+3)+math.Abs(a.oo-5), 0, 1e-13)
	// In a ball both ask along u₁: of all v of length 3 the one of largest f has the largest vᵀAv.
	large, small, u := a.eigen()
	algotest.Near(t, "λ₁ + λ₂", large+small, 7, 1e-13)
	top, wide := spherical(3, large), 9*large
	for i := range 400 {
		phi := 2 * math.Pi * float64(i) / 400
		x, y := 3*math.Cos(phi), 3*math.Sin(phi)
		p, q := a.xx*x+a.x1*y, a.x1*x+a.oo*y
		h := p*x + q*y
		if f := (p*p + q*q) / (1 + h); f > top*(1+1e-12) || h > wide*(1+1e-12) {
			t.Errorf("at angle %v: f = %v > %v or h = %v > %v", phi, f, top, h, wide)
		}
	}
	algotest.Near(t, "u₁", math.Hypot(a.xx*u[0]+a.x1*u[1]-large*u[0], a.x1*u[0]+a.oo*u[1]-large*u[1]), 0, 1e-12)
}

// A, the fit and the leverages are those of a factorisation by a peer.
func TestAgainstQR(t *testing.T) {
	v := last(t, few, param.Pairs("criterion", random, "queries", "20"))
	x := mat.NewDense(len(v.x), 2, nil)
	one := make([]float64, len(v.x))
	for i, at := range v.x {
		x.SetRow(i, []float64{at, 1})
		one[i] = 1
	}
	var gram, inverse mat.Dense
	gram.Mul(x.T(), x)
	if err := inverse.Inverse(&gram); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]float64{{v.a.xx, inverse.At(0, 0)}, {v.a.x1, inverse.At(0, 1)}, {v.a.oo, inverse.At(1, 1)}} {
		algotest.Near(t, "A", c[0], c[1], 1e-13)
	}
	var svd mat.SVD
	svd.Factorize(x, mat.SVDNone)
	s := svd.Values(nil)
	large, small, _ := v.a.eigen()
	algotest.Near(t, "λ₁", large, 1/(s[1]*s[1]), 1e-13)
	algotest.Near(t, "λ₂", small, 1/(s[0]*s[0]), 1e-13)
	var theta mat.VecDense
	if err := theta.SolveVec(x, mat.NewVecDense(len(v.y), v.y)); err != nil {
		t.Fatal(err)
	}
	algotest.Near(t, "θ", v.theta[0], theta.AtVec(0), 1e-13)
	algotest.Near(t, "θ₀", v.theta[1], theta.AtVec(1), 1e-13)
	columns := [][]float64{one, v.x}
	for i, h := range lsq.Factor(columns, v.y).Leverages(columns) {
		algotest.Near(t, "leverage", v.design.variance(v.x[i]), h, 1e-13)
	}
}

// None of the criteria looks at y: with other values and another noise the queries are
// the same.
func TestAnswersDoNotMatter(t *testing.T) {
	other := dataset.Pairs(-0.35, 5, -0.1, -7, 0.2, 30, 0.3, 0)
	for _, criterion := range []string{aOptimal, variance, random} {
		a := last(t, few, param.Pairs("criterion", criterion))
		b := last(t, other, param.Pairs("criterion", criterion, "noise", "9", "quadratic", "3"))
		for i, x := range a.queried() {
			if b.queried()[i] != x {
				t.Errorf("%s: query %d at %v and at %v", criterion, i+1, x, b.queried()[i])
			}
		}
	}
}

// σ² Tr A is the mean squared error of both coefficients: of 20 000 fits under other
// noise the mean is within four of its standard errors.
func TestExpectedError(t *testing.T) {
	v := last(t, few, nil)
	const fits = 20000
	r := v.Stream(77)
	y := make([]float64, len(v.x))
	sum, squares := 0.0, 0.0
	for range fits {
		for i, x := range v.x {
			y[i] = v.truth(x) + v.Noise*r.NormFloat64()
		}
		theta := v.fit(y)
		e := (theta[0]-v.Slope)*(theta[0]-v.Slope) + (theta[1]-v.Offset)*(theta[1]-v.Offset)
		sum, squares = sum+e, squares+e*e
	}
	mean := sum / fits
	algotest.Near(t, "mean squared error", mean, v.Noise*v.Noise*v.trace(), 4*math.Sqrt((squares/fits-mean*mean)/fits))
}

// One by one is not the best at once: of all three queries on a grid some are better than
// the greedy ones, and the floor is below all of them.
func TestGreedyIsNotBest(t *testing.T) {
	v := last(t, greedy, param.Pairs("x_min", "-6", "x_max", "10", "queries", "3"))
	least := math.Inf(1)
	for i := range 33 {
		for j := range i + 1 {
			for k := range j + 1 {
				d := designOf([]float64{-3, 2, -6 + float64(i)/2, -6 + float64(j)/2, -6 + float64(k)/2})
				least = min(least, d.trace())
			}
		}
	}
	own := last(t, greedy, param.Pairs("x_min", "-6", "x_max", "10", "queries", "3", "own", "-6, 10, -3"))
	if !(own.trace() < 0.91*v.trace()) || own.trace() > 1.001*least || least < v.floor() {
		t.Errorf("greedy %v, own %v, the best three %v, floor %v", v.trace(), own.trace(), least, v.floor())
	}
}

// The floor is met by half of the inputs at either end of an interval around 0, and by no
// share of two ends that are not.
func TestFloor(t *testing.T) {
	algotest.Near(t, "four inputs", floor(4, -1, 1), designOf([]float64{1, -1, 1, -1}).trace(), 1e-15)
	least := math.Inf(1)
	const n = 4000
	for k := 1; k < n; k++ {
		d := design{n: n, mean: (3*float64(k) + 0.5*float64(n-k)) / n, scatter: float64(k) * float64(n-k) / n * 2.5 * 2.5}
		least = min(least, d.trace())
	}
	algotest.Near(t, "of all shares", least, floor(n, 0.5, 3), 1e-6*least)
}

// Where XᵀX is singular the first query leaves the smallest trace of the interval.
func TestFirstQuery(t *testing.T) {
	for _, at := range []float64{0, 0.5, -0.9, 3, -20} {
		for _, n := range []int{1, 3} {
			d := design{n: n, mean: at}
			least := math.Inf(1)
			for i := range 20001 {
				if e := d.with(-1 + float64(i)/10000); e.regular() {
					least = min(least, e.trace())
				}
			}
			if got := d.with(d.first(-1, 1)).trace(); got > least*(1+1e-9) {
				t.Errorf("%d inputs at %v: %v is left by a query at %v, %v at best", n, at, got, d.first(-1, 1), least)
			}
		}
	}
	if x := (design{}).first(-2, 1); x != -2 {
		t.Errorf("the very first query is %v", x)
	}
}

// What cannot be asked for is refused, and what can has numbers.
func TestDegenerateSets(t *testing.T) {
	for _, ends := range [][2]string{{"1", "1"}, {"2", "-2"}} {
		if s := algotest.Last(t, Demo, few, param.Pairs("x_min", ends[0], "x_max", ends[1])); s.Status.State != algos.Refused {
			t.Error(ends, s.Status)
		}
	}
	for name, set := range map[string]dataset.Source{
		"none": nothing, "one": dataset.Pairs(0.2, 1), "same": same,
		"huge": dataset.Pairs(-1e8, 1e8, 1e8, -1e8), "far": dataset.Pairs(1e6, 1, 1e6+1, 2, 1e6+2, 2.5), "tiny": dataset.Pairs(1e-9, 1, 2e-9, 3),
	} {
		for _, criterion := range []string{aOptimal, variance, random} {
			for _, s := range algotest.Steps(t, Demo, set, param.Pairs("criterion", criterion, "own", "0.2")) {
				algotest.Promises(t, s)
			}
			v := last(t, set, param.Pairs("criterion", criterion))
			if !(v.trace() > 0) || math.IsInf(v.trace(), 0) {
				t.Errorf("%s, %s: Tr A = %v after %d queries", name, criterion, v.trace(), v.made())
			}
		}
	}
}

// At the limits of all parameters what is said and drawn stays sound.
func TestLimits(t *testing.T) {
	for _, v := range []param.Values{
		param.Pairs("x_min", "-1e9", "x_max", "1e9"),
		param.Pairs("x_min", "-1e9", "x_max", "1e9", "quadratic", "1e6", "noise", "1e6", "slope", "-1e6"),
		param.Pairs("x_min", "999999999", "x_max", "1e9", "criterion", variance),
		param.Pairs("x_min", "0.3", "x_max", "0.30000000000000004", "criterion", random),
		param.Pairs("query", "-1e9", "noise", "0"),
		param.Pairs("own", "1e9, -1e9 0;1e-300", "x_min", "-5", "x_max", "1e9"),
	} {
		for _, set := range []dataset.Source{few, nothing, same, dataset.Pairs(1e8, 1e8)} {
			for i, s := range algotest.Steps(t, Demo, set, v) {
				for _, fault := range algotest.Faults(Demo, s) {
					t.Errorf("%v, step %d: %s", v, i, fault)
				}
			}
		}
	}
	for _, text := range []string{"one", "1e10", "NaN", "0x"} {
		if readable(text) == nil {
			t.Errorf("%q is read as a list of queries", text)
		}
	}
}
