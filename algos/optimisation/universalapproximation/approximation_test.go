package universalapproximation

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/param"
)

// last plays a run to its end.
func last(t *testing.T, pairs ...string) view {
	t.Helper()
	v, ok := algotest.Last(t, Demo, none, algotest.Values(pairs...)).View.(view)
	if !ok {
		t.Fatal("the run was refused")
	}
	return v
}

// The staircase of the sine has the sup-error sin(π/N) for even N, below π/N; its coefficients are differences of f.
func TestStaircaseOfTheSine(t *testing.T) {
	for _, n := range []string{"8", "10", "20", "50", "64", "100"} {
		v := last(t, "units", n, "activation", step)
		count := float64(v.n)
		algotest.Near(t, "sup-error", v.sup, math.Sin(math.Pi/count), 1e-13)
		if v.bound() > math.Pi/count || v.sup > v.bound() {
			t.Errorf("N = %s: the bound %g is not between %g and π/N", n, v.bound(), v.sup)
		}
		for j := 1; j < v.n; j++ {
			a, b := (float64(j)+0.5)/count, (float64(j)-0.5)/count
			algotest.Near(t, "coefficient", v.alpha[j], math.Sin(2*math.Pi*a)-math.Sin(2*math.Pi*b), 1e-13)
		}
	}
}

// The lesson says how many steps 0.05 needs.
func TestSixtyThreeSteps(t *testing.T) {
	if last(t, "units", "63", "activation", step).sup > 0.05 || last(t, "units", "62", "activation", step).sup <= 0.05 {
		t.Error("0.05 is not reached with 63 steps first")
	}
}

// The modulus by a window is that by all pairs.
func TestModulusByAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := sample{}
	for i := range 200 {
		s.x, s.y = append(s.x, (float64(i)+r.Float64())/200), append(s.y, r.NormFloat64())
	}
	for _, delta := range []float64{0, 0.003, 0.02, 0.1, 0.5, 1} {
		want := 0.0
		for i := range s.x {
			for j := range i {
				if s.x[i]-s.x[j] <= delta {
					want = max(want, math.Abs(s.y[i]-s.y[j]))
				}
			}
		}
		algotest.Near(t, "modulus", s.modulus(delta), want, 1e-15)
	}
}

// The bound holds for own thresholds at random, for all activations and steepnesses.
func TestBoundHoldsAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		var at []float64
		for range 1 + r.IntN(12) {
			at = append(at, math.Round(1000*r.Float64())/1000)
		}
		v := last(t, "function", []string{sine, kink, root, leap, own}[r.IntN(5)], "activation", []string{step, sigmoid, tanh, relu}[r.IntN(4)],
			"placement", own, "thresholds", param.Join(at), "steepness", param.Format(math.Exp(8*r.Float64())))
		if bound := v.bound(); v.sup > bound*(1+1e-9) {
			t.Errorf("%s, %s, λ = %g, %v: sup-error %g, bound %g", v.Function, v.Activation, v.lambda, at, v.sup, bound)
		}
	}
}

// As λ grows, the bound and the sup-error tend to those of the staircase.
func TestSteepUnitsTendToTheStaircase(t *testing.T) {
	stairs := last(t, "units", "10", "activation", step)
	for _, a := range []string{sigmoid, tanh} {
		v := last(t, "units", "10", "activation", a, "steepness", "1000000")
		algotest.Near(t, a, v.sup, stairs.sup, 1e-6)
		algotest.Near(t, a+", bound", v.bound(), stairs.bound(), 1e-2)
	}
}

// ReLUs interpolate at the nodes, with an error of at most max|f″|h²/8.
func TestReLUInterpolates(t *testing.T) {
	v := last(t, "activation", relu, "units", "13")
	for i := range 13 {
		x := float64(i) / 12
		at, _ := slices.BinarySearch(v.sample.x, x)
		algotest.Near(t, "node", v.g[at], math.Sin(2*math.Pi*x), 1e-12)
	}
	if most := 4 * math.Pi * math.Pi / 144 / 8; v.sup > most || v.sup < 0.8*most {
		t.Errorf("sup-error %g, by the second derivative at most %g", v.sup, most)
	}
	algotest.Near(t, "drawn without a network", v.interpolated(), v.sup, 1e-12)
}

// Remez finds the best polynomials that are known: Chebyshev's, and those of |t|. By brute force no other line is better.
func TestBestPolynomials(t *testing.T) {
	v := last(t, "function", own, "expression", "x^2", "activation", identity)
	algotest.Near(t, "x² by a line", v.sup, 0.125, 1e-12)
	v = last(t, "function", own, "expression", "x^3", "activation", square)
	algotest.Near(t, "x³ by a parabola", v.sup, 1.0/32, 1e-6)
	v = last(t, "activation", identity)
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		a, b := 4*r.Float64()-2, 6*r.Float64()-3
		most := 0.0
		for i, x := range v.sample.x {
			most = max(most, math.Abs(v.sample.y[i]-a-b*x))
		}
		if most < v.sup-1e-12 {
			t.Fatalf("the line %g + %gx has the sup-error %g, below %g", a, b, most, v.sup)
		}
	}
}

// The gradient by backpropagation is a difference quotient.
func TestGradientByDifferences(t *testing.T) {
	for _, a := range []string{sigmoid, tanh, identity} {
		v := last(t, "units", "5", "activation", a, "epochs", "3")
		n := network(v.task)
		tape := n.NewTape()
		x, y := training(v.task)
		_, g := squared(n, tape, v.fit.w, x, y)
		loss := func(w []float64) float64 {
			rmse, _ := squared(n, tape, w, x, y)
			return rmse * rmse / 2
		}
		for i := range g {
			const h = 1e-5
			w := append([]float64(nil), v.fit.w...)
			w[i] += h
			up := loss(w)
			w[i] -= 2 * h
			algotest.Near(t, a, g[i], (up-loss(w))/(2*h), 1e-7)
		}
	}
}

// Training beats the construction with as many units, as the lesson says.
func TestFittedIsNearer(t *testing.T) {
	v := last(t, "epochs", "150")
	if v.fit.sup > v.sup/5 {
		t.Errorf("fitted %g, constructed %g", v.fit.sup, v.sup)
	}
}

// States that are not what the run made of them break the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	spoil := func(name string, v view, change func(*view)) algotest.Spoiling {
		w, shared := v, *v.task
		w.task = &shared
		change(&w)
		return algotest.Spoiling{Check: name, Good: v, Spoilt: w}
	}
	smooth, line := last(t), last(t, "activation", identity, "epochs", "3")
	lines, jump, fit := last(t, "activation", relu), last(t, "function", leap), last(t, "epochs", "3")
	algotest.Spoilt(t, []algotest.Spoiling{
		spoil("epsilon", smooth, func(v *view) { v.sup *= 1.2 }),
		spoil("lipschitz", smooth, func(v *view) { v.omega *= 1.1 }),
		spoil("staircase", smooth, func(v *view) { v.alpha = append([]float64{v.alpha[0] * 2}, v.alpha[1:]...) }),
		spoil("limit", smooth, func(v *view) { v.alpha = append([]float64{v.alpha[0] + 0.1}, v.alpha[1:]...); v.g = v.values() }),
		spoil("pieces", lines, func(v *view) { v.sup = 1 }),
		spoil("distance", line, func(v *view) { v.sup /= 2 }),
		spoil("annihilates", line, func(v *view) { v.mu = []float64{0.25, -0.5, 0.3} }),
		spoil("discontinuous", jump, func(v *view) { v.sup = 0.4 }),
		spoil("gradient", fit, func(v *view) { v.fit = &fitted{w: v.fit.w, norm: v.fit.norm * 1.001} }),
	})
}

// What cannot be approximated is refused with the place and the cure.
func TestBadTargetsAreRefused(t *testing.T) {
	for _, f := range []string{"1/x", "log(x)", "exp(20*x)", "sqrt(x - 0.5)"} {
		s := algotest.Last(t, Demo, none, algotest.Values("function", own, "expression", f))
		if text := algotest.Text(s); !strings.Contains(text, "at x =") || !strings.Contains(text, "Change the expression") {
			t.Errorf("%s: %s", f, text)
		}
	}
	if _, err := algotest.Start(context.Background(), Demo, algotest.Small(Demo), 1, algotest.Values("function", own, "expression", "sin(x")); err == nil {
		t.Error("a bracket that is open is taken")
	}
}
