package newton

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// play plays a run with these parameters, and returns its views.
func play(t testing.TB, pairs ...string) []view {
	t.Helper()
	var all []view
	for _, s := range algotest.Steps(t, Demo, own, param.Pairs(pairs...)) {
		all = append(all, s.View.(view))
	}
	return all
}

func end(t testing.TB, pairs ...string) view {
	t.Helper()
	all := play(t, pairs...)
	return all[len(all)-1]
}

// The numbers of the notes' inventory, 2B-21: x² − 2 from 1.
func TestSquareRootOfTwo(t *testing.T) {
	want := []float64{1, 1.5, 1.4166667, 1.4142157, 1.414213562375}
	digits := []float64{0.53, 1.2, 2.8, 5.8, 11.9}
	all := play(t)
	for n, x := range want {
		algotest.Near(t, "iterate", all[n].now.x, x, 3e-8)
		algotest.Near(t, "digits", all[n].digits(all[n].now.x), digits[n], 0.03)
	}
	algotest.Near(t, "x₄", all[4].now.x, want[4], 3e-13)
	algotest.Near(t, "root", end(t).now.x, math.Sqrt2, 1e-15)
}

// The notes' (8.8): each iterate on the cube root is −2 times the last one.
func TestCubeRootDoubles(t *testing.T) {
	all := play(t, "expression", "cbrt(x)", "start", "0.1")
	for n, v := range all[1:] {
		algotest.Near(t, "−2x", v.now.x/all[n].now.x, -2, 1e-13)
	}
	if last := all[len(all)-1]; last.own.end != growing || last.ref.limit != 2 {
		t.Errorf("it ends with %d and the limit %v", last.own.end, last.ref.limit)
	}
}

// At a root of multiplicity k the factor is 1 − 1/k, with m times the step |1 − m/k|, and
// with k times it the convergence is quadratic: also for polynomials that are multiplied out.
func TestMultiplicities(t *testing.T) {
	for k := 2; k <= 6; k++ {
		for _, f := range []string{fmt.Sprintf("x^%d", k), fmt.Sprintf("(x - 1)^%d*(x + 2)", k), fmt.Sprintf("(exp(x) - 1)^%d", k)} {
			for m := 1; m <= k; m++ {
				v := end(t, "expression", f, "start", "1.5", "multiplicity", fmt.Sprint(m), "iterations", "200")
				if v.own.end != converged || v.ref.order != float64(k) {
					t.Errorf("%s, m = %d: ends with %d, order %v", f, m, v.own.end, v.ref.order)
					continue
				}
				if m < k {
					r, _ := v.lastRatio()
					algotest.Near(t, f, v.ref.limit, 1-float64(m)/float64(k), 1e-12)
					algotest.Near(t, f, r, v.ref.limit, 0.02)
				} else if v.n > 8 {
					t.Errorf("%s, m = k = %d takes %d iterations", f, m, v.n)
				}
			}
		}
	}
	double := end(t, "expression", "(x - 1)^2*(x + 2)", "start", "3", "multiplicity", "2")
	algotest.Near(t, "|h′/(2h)| of x + 2 at 1", double.ref.limit, 1.0/6, 1e-6)
	if c := algotest.Check(t, double, "rate"); c.Verdict != algos.Holds {
		t.Errorf("double root: %s %s: %v -> %v", c.Verdict, c.Why, c.Left, c.Right)
	}
	v := end(t, "expression", "x^3 - 3x^2 + 3x - 1", "start", "2")
	algotest.Near(t, "order of a cubic that is multiplied out", v.ref.order, 3, 0)
	algotest.Near(t, "root of it", v.ref.x, 1, 1e-9)
}

// Simple roots whose constant |f″/2f′| is known in closed form.
func TestRates(t *testing.T) {
	dottie := 0.7390851332151607
	for _, c := range []struct {
		f           string
		start       string
		root, limit float64
	}{
		{"x^2 - 2", "1", math.Sqrt2, 1 / (2 * math.Sqrt2)},
		{"exp(x) - 2", "1", math.Ln2, 0.5},
		{"log(x)", "2", 1, 0.5},
		{"cos(x) - x", "1", dottie, math.Cos(dottie) / (2 * (1 + math.Sin(dottie)))},
		{"x^3 - 2x - 5", "2", 2.0945514815423265, 3 * 2.0945514815423265 / (3*2.0945514815423265*2.0945514815423265 - 2)},
		{"1/x - 3", "0.3", 1.0 / 3, 3},
	} {
		for _, method := range []string{tangents, secants} {
			v := end(t, "expression", c.f, "start", c.start, "second", "1.1", "method", method)
			algotest.Near(t, c.f+" root", v.now.x, c.root, 1e-12)
			algotest.Near(t, c.f+" limit", v.ref.limit, c.limit, 1e-12)
			if r, _ := v.lastRatio(); method == tangents {
				algotest.Near(t, c.f+" ratio", r, c.limit, 0.02)
			}
			if check := algotest.Check(t, v, "rate"); check.Verdict != algos.Holds {
				t.Errorf("%s, %s: %s %s: %v -> %v ± %v", c.f, method, check.Verdict, check.Why, check.Left, check.Right, check.Within)
			}
		}
	}
	if v := end(t, "expression", "sin(x)", "start", "3"); !math.IsNaN(v.ref.limit) || v.n > 3 {
		t.Errorf("sin at π, where f″ = 0: limit %v after %d iterations", v.ref.limit, v.n)
	}
}

// How runs end, in words.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		pairs []string
		end   outcome
		state algos.State
		words string
	}{
		{[]string{"start", "0"}, flat, algos.Refused, "f′(0) = 0: the tangent, or the secant, is horizontal"},
		{[]string{"expression", "x^3 - 3x + 7", "start", "2"}, flat, algos.Refused, "f′(1) = 0"},
		{[]string{"expression", "log(x)", "start", "3"}, outside, algos.Refused, "f has no finite value at x = −0.29583687, which is outside"},
		{[]string{"expression", "log(x)", "start", "-3"}, outside, algos.Refused, "no finite value at x = −3, which"},
		{[]string{"expression", "x^(1/3)", "start", "0.1"}, outside, algos.Refused, "Write cbrt(x)"},
		{[]string{"expression", "exp(x) - 1", "start", "-705"}, overflow, algos.Diverged, "overflows"},
		{[]string{"expression", "exp(x) - 1", "start", "1e4"}, overflow, algos.Diverged, "overflows"},
		{[]string{"expression", "atan(x)", "start", "1.5"}, growing, algos.Diverged, "|x| reaches"},
		{[]string{"expression", "x^3 - 2x + 2", "start", "0"}, cycling, algos.Cycling, "period 2"},
		{[]string{"expression", "x^3 - 2x + 2", "start", "0.05"}, cycling, algos.Cycling, "period 2"},
		{[]string{"expression", "x^3 - 0.766x + 1", "start", "0"}, cycling, algos.Cycling, "period 3"},
		{[]string{"expression", "sign(x)*sqrt(abs(x))"}, cycling, algos.Cycling, "period 2"},
		{[]string{"expression", "x^2 + 1", "start", "0.5"}, exhausted, algos.Exhausted, "in 60 iterations"},
		{[]string{"expression", "x*exp(-x)", "start", "2"}, exhausted, algos.Exhausted, "No convergence"},
		{[]string{"expression", "sqrt(x) + 1", "start", "0"}, vertical, algos.Refused, "f′ has no finite value"},
		{[]string{"expression", "2"}, flat, algos.Refused, "f′(1) = 0"},
		{[]string{"method", secants, "second", "-1"}, level, algos.Refused, "horizontal"},
		{[]string{"method", secants, "second", "1"}, level, algos.Refused, "horizontal"},
		{[]string{"method", secants, "expression", "log(x)", "start", "-1"}, outside, algos.Refused, "at x = −1"},
		{[]string{"method", bisection, "start", "3"}, oneSign, algos.Refused, "f(2) = 2 and f(3) = 7 have the same sign"},
		{[]string{"method", bisection, "expression", "1/x", "start", "-1"}, jump, algos.Refused, "a pole or a jump"},
		{[]string{"method", bisection, "expression", "tan(x)"}, jump, algos.Refused, "a pole or a jump"},
		{[]string{"method", bisection, "expression", "sign(x - 1.3) + 0.5"}, jump, algos.Refused, "a pole or a jump"},
		{[]string{"method", bisection, "expression", "log(x)", "start", "-1"}, outside, algos.Refused, "at x = −1"},
		{[]string{"method", bisection, "expression", "x - 2"}, converged, algos.Converged, "x = 2"},
		{[]string{"method", minimise, "expression", "x"}, flat, algos.Refused, "f″(1) = 0"},
		{[]string{"method", minimise, "expression", "cos(x)", "start", "0.3"}, converged, algos.Converged, "maximum"},
		{[]string{"method", minimise, "expression", "cos(x)", "start", "3"}, converged, algos.Converged, "minimum"},
		{[]string{"method", minimise, "expression", "x^3", "tol", "1e-6"}, converged, algos.Converged, "stationary point"},
		{[]string{"tol", "1e-15", "expression", "1e3*(x^2 - 2)"}, standing, algos.Converged, "no longer changes"},
	} {
		s := algotest.Last(t, Demo, own, param.Pairs(c.pairs...))
		v := s.View.(view)
		if v.ended() != c.end || s.Status.State != c.state || !strings.Contains(s.Status.Reason.String(), c.words) {
			t.Errorf("%v: outcome %d, %s: %s (x = %v)", c.pairs, v.ended(), s.Status.State, s.Status.Reason, v.now.x)
		}
	}
}

// A bad value is refused with its field and the cure.
func TestBadInput(t *testing.T) {
	for field, bad := range map[string]string{
		"expression": "x^2 - y", "start": "1e7", "second": "x", "method": "brent", "tol": "0", "iterations": "1000", "multiplicity": "0",
	} {
		_, err := Demo.Steps(t.Context(), algos.NewProblem(dataset.Set{}, 1, algos.Problem{}.Window), param.Pairs(field, bad))
		if err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s = %s: %v", field, bad, err)
		}
	}
}

// States that are not what the run made of them break the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	mid := play(t)[2]
	moved := mid
	moved.now.x += 0.01
	late := end(t, "tol", "1e-10")
	offRate := late
	offRate.now.x += 1e-11
	triple := end(t, "expression", "x^3")
	offLinear := triple
	offLinear.task = spoiltReference(triple.task)
	last := end(t)
	offRoot := last
	offRoot.now.x += 0.3
	chordal := end(t, "method", secants, "tol", "1e-8")
	offChord := play(t, "method", secants)[3]
	goodChord := offChord
	offChord.now.x += 1e-3
	offProduct := chordal
	offProduct.now.x += 1e-9
	half := play(t, "method", bisection)[5]
	wide, oneSided, far := half, half, half
	wide.now.b += 1e-3
	oneSided.now.a = 1.5
	far.now.x += 1
	cycle := end(t, "expression", cubic, "start", "0")
	repelling := cycle
	repelling.now.x = 0.9
	low := end(t, "method", minimise, "expression", "x^2", "start", "1")
	high := low
	high.now.x += 0.5
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "step", Good: mid, Spoilt: moved},
		{Check: "taylor", Good: mid, Spoilt: moved},
		{Check: "linear", Good: triple, Spoilt: offLinear},
		{Check: "rate", Good: late, Spoilt: offRate},
		{Check: "root", Good: last, Spoilt: offRoot},
		{Check: "step", Good: goodChord, Spoilt: offChord},
		{Check: "rate", Good: chordal, Spoilt: offProduct},
		{Check: "halving", Good: half, Spoilt: wide},
		{Check: "bracket", Good: half, Spoilt: oneSided},
		{Check: "enclosed", Good: half, Spoilt: far},
		{Check: "cycle", Good: cycle, Spoilt: repelling},
		{Check: "minimum", Good: low, Spoilt: high},
	})
}

// spoiltReference is the task with a limit that is 30% too large.
func spoiltReference(t *task) *task {
	other := *t
	other.ref.limit *= 1.3
	return &other
}

// Of functions of every kind, from many starts, no guarantee breaks, and pictures and words are sound.
func TestGuaranteesHold(t *testing.T) {
	functions := []string{
		"x^2 - 2", "x^3 - 2x + 2", "cbrt(x)", "x^3", "(x - 1)^2*(x + 2)", "exp(-x) - x", "log(x)", "atan(x)", "tan(x)", "sin(x)", "x^2 + 1", "x*exp(-x)",
		"sqrt(x) - 1", "abs(x) - 1", "1/x - 2", "x^4/4 - x^2 + x/2", "cos(x) - x", "x^5 - x + 0.1", "sign(x)*sqrt(abs(x))", "exp(x) - 1e3", "tanh(3x) + 0.2",
		"x^3 - 3x^2 + 3x - 1", "1e-6*(x^2 - 3)", "floor(x) + 0.5", "x - 1e5", "max(x, 2x) - 1", "0", "3", "x^20 - 1", "asin(x) - 0.3",
	}
	algotest.PromisesHold(t, Demo, func(r *rapid.T) algotest.Trial {
		return algotest.Trial{Params: param.Pairs(
			"expression", rapid.SampledFrom(functions).Draw(r, "f"),
			"method", rapid.SampledFrom([]string{tangents, tangents, secants, bisection, minimise}).Draw(r, "method"),
			"start", param.Format(rapid.Float64Range(-5, 5).Draw(r, "start")),
			"second", param.Format(rapid.Float64Range(-5, 5).Draw(r, "second")),
			"multiplicity", fmt.Sprint(rapid.SampledFrom([]int{1, 1, 1, 2, 3}).Draw(r, "m")),
			"tol", rapid.SampledFrom([]string{"1e-15", "1e-12", "1e-6", "0.1"}).Draw(r, "tol"),
		)}
	}, func(r *rapid.T, s algos.Step, _ []algos.Check) {
		if v := s.View.(view); v.n%5 < 2 || s.Status.Final() {
			if faults := algotest.Faults(Demo, s); len(faults) > 0 {
				r.Fatalf("step %d: %v", v.n, faults)
			}
		}
	})
}

// The three roots of unity, whose basins are symmetric; on the real line the picture agrees with runs.
func TestBasins(t *testing.T) {
	k := end(t, "expression", "x^3 - 1", "start", "3").task
	b := k.basins()
	if len(b.roots) != 3 {
		t.Fatalf("roots %v", b.roots)
	}
	for _, z := range b.roots {
		algotest.Near(t, "z³", cmplx.Abs(z*z*z-1), 0, 1e-9)
	}
	one := b.class(1)
	for i := range 60 {
		x, y := -2.9+0.1*float64(i), 0.013+0.05*float64(i)
		above, below := k.of(b, x, y), k.of(b, x, -y)
		if (above == one) != (below == one) {
			t.Errorf("%v ± %vi are in the basins %d and %d", x, y, above, below)
		}
		v := end(t, "expression", "x^3 - 1", "start", param.Format(x), "iterations", "40")
		if want := v.own.end == converged; want != (k.of(b, x, 0) == one) {
			t.Errorf("from %v the run ends with %d, and the basin is %d", x, v.own.end, k.of(b, x, 0))
		}
	}
	for _, f := range []string{"abs(x) - 1", "cbrt(x) + 1"} {
		if end(t, "expression", f).basins() != nil {
			t.Errorf("%s is not the same function in the complex plane", f)
		}
	}
}

// Bisection keeps a root in its bracket, and halves it exactly.
func TestBisection(t *testing.T) {
	all := play(t, "method", bisection, "expression", "cos(x) - x", "start", "0", "second", "1")
	for n, v := range all {
		algotest.Near(t, "length", v.now.b-v.now.a, math.Pow(0.5, float64(n)), 1e-15)
		if v.now.a > 0.7390851332151608 || v.now.b < 0.7390851332151606 {
			t.Errorf("after %d halvings [%v, %v]", n, v.now.a, v.now.b)
		}
	}
}

// The numbers that the texts name.
func TestLessonNumbers(t *testing.T) {
	v := algotest.Linked(t, Demo, "lesson", "?preset=sqrt2&step=4#ratios").View.(view)
	algotest.Written(t, Demo, "lesson", "0.354", v.ref.limit)
	v = algotest.Linked(t, Demo, "lesson", "?preset=triple&step=12#ratios").View.(view)
	algotest.Written(t, Demo, "lesson", "0.667", v.ref.limit)
	v = algotest.Linked(t, Demo, "lesson", "?preset=triple&multiplicity=2&step=8#ratios").View.(view)
	algotest.Written(t, Demo, "lesson", "0.333", v.ref.limit)
	algotest.Written(t, Demo, "lesson", "1.618", (1+math.Sqrt(5))/2)
	// atan(x)(1 + x²) = 2x: there the tangent leads to −x.
	edge, _ := end(t, "expression", "atan(x)*(1 + x^2) - 2x", "start", "1.4").now.x, 0
	algotest.Near(t, "where atan cycles", edge, 1.3917, 5e-5)
	for start, want := range map[string]outcome{"1.3917": converged, "1.3918": growing} {
		if v := end(t, "expression", "atan(x)", "start", start); v.own.end != want {
			t.Errorf("atan from %s ends with %d", start, v.own.end)
		}
	}
	// The secant method has the order 1.618: the logarithms of the errors follow it.
	all := play(t, "method", secants)
	algotest.Near(t, "x₂", all[1].now.x, 4.0/3, 1e-15)
	algotest.Near(t, "x₃", all[2].now.x, 7.0/5, 1e-15)
}

// What a drag of the start costs the server.
func BenchmarkDrag(b *testing.B) {
	for b.Loop() {
		for _, f := range []string{"x^3 - 2x + 2", "exp(sin(3x))*cos(x) - x/3 + atan(x)^2"} {
			s := algotest.Steps(b, Demo, own, param.Pairs("expression", f, "start", "0.7"))
			_ = s[0].View.(view).Panels()
			_ = s[0].Checks()
		}
	}
}
