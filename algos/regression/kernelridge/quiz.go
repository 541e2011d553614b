package kernelridge

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("tallest", algos.PickPoint, askTallest, algos.AtEnd, answerTallest),
	algos.Ask("direction", algos.PickOption, askDirection, nil, answerDirection),
	algos.Ask("beyond", algos.SayNumber, askBeyond, algos.AtEnd, answerBeyond),
}

func ended(s algos.At[view]) (view, bool) { return s.View, converged(s.Step) }

func converged(s algos.Step) bool { return s.Status.State == algos.Converged }

func askTallest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	return algos.Asked{Text: "At the end, which point will have the largest residual?"}, len(v.y) > 1 && v.Lambda > 0 && v.phase != factoring
}

// answerTallest takes all as right that are as far off as the farthest but for a
// twentieth: nobody sees that.
func answerTallest(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	const alike = 0.95
	top, most := 0.0, 0
	for i := range v.y {
		if r := math.Abs(v.residual(i)); r > top {
			top, most = r, i
		}
	}
	a := algos.Answer{}
	for i := range v.y {
		if math.Abs(v.residual(i)) >= alike*top {
			a.Points = append(a.Points, i)
		}
	}
	s := say.Vars{"x": say.Row(most), "r": v.residual(most), "alpha": v.alpha[most]}
	a.Why = s.Text("<x> has the largest residual, <r>, and therefore the largest coefficient, α = <alpha>.")
	return a, top > 0
}

func askDirection(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Solver != exact || v.phase == factoring || v.seen >= len(v.y) {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": say.Row(v.seen)}
	return algos.Asked{Text: s.Text("<x> is next. Will its coefficient be positive or negative?"), Options: []say.Phrase{"positive", "negative", "zero"}}, true
}

func answerDirection(now, then algos.At[view]) (algos.Answer, bool) {
	before := now.View
	v := then.View
	if v.phase != adding || v.row != before.seen {
		return algos.Answer{}, false
	}
	a := algos.Answer{}
	if v.miss == 0 {
		return algos.Answer{Option: 2, Why: "The target is the current prediction."}, true
	}
	s := say.Vars{"y": v.y[v.row], "f": v.y[v.row] - v.miss}
	if a.Why = s.Text("The target <y> is above the current prediction <f>."); v.miss < 0 {
		a.Option, a.Why = 1, s.Text("The target <y> is below the current prediction <f>.")
	}
	return a, true
}

// beyond is an input to the right of all points, ten kernel widths away or more, in
// round numbers.
func (t *task) beyond() (x float64, ok bool) {
	if t.Dim != 1 || t.Options.Kernel != "rbf" && t.Options.Kernel != "laplacian" {
		return 0, false
	}
	most := math.Inf(-1)
	for _, p := range t.x {
		most = max(most, p[0])
	}
	far := 40 / min(t.Gamma, math.Sqrt(t.Gamma))
	unit := math.Pow(10, math.Floor(math.Log10(far)))
	x = unit * math.Ceil((most+far)/unit)
	return x, x > most && !math.IsInf(x, 0)
}

func askBeyond(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase == factoring || !(v.spread > 0) {
		return algos.Asked{}, false
	}
	x, ok := v.beyond()
	return algos.Asked{Text: say.Vars{"x": x}.Text("Extrapolating far from all points, to x = <x>: what will f(x) be at the end?")}, ok
}

// answerBeyond lets a guess be off by a twentieth of the range of the targets.
func answerBeyond(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	x, ok := v.beyond()
	return algos.Answer{
		Number: v.curve().value([2]float64{x}), Tolerance: v.spread / 20,
		Why: "All kernel functions have decayed and there is no intercept: f tends to 0, not to the mean of the targets.",
	}, ok
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "few-parameters",
		Text:  "Fit at least 12 points with a training RMSE below a tenth of the range of the targets, and at most 4.5 effective degrees of freedom.",
		Hint:  "Both λ and γ reduce the effective degrees of freedom. A few wide kernels need fewer than many narrow ones.",
		Start: "preset=sine", Asks: 4.5, Fewer: true,
		CounterExample: "lambda=0.1&preset=sine",
		Example:        "preset=sine&gamma=0.2&lambda=0.1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !converged(a.Last) || len(v.y) < 12 || !(v.rmse() < v.spread/10) {
				return algos.Score{}, false
			}
			dof := v.modes().effective(v.Lambda)
			return algos.Score{Number: dof, Words: say.Vars{"dof": dof}.Text("<dof> effective degrees of freedom")}, true
		}),
	},
	{
		ID:    "left-out",
		Text:  "Make the leave-one-out error at least 100000 times the training error, with 6 points or more.",
		Hint:  "Make the model overfit: a perfect fit of the training data, useless in between.",
		Start: "preset=sine", Asks: 100000,
		CounterExample: "gamma=30&preset=sine",
		Example:        "preset=sine&gamma=30&lambda=0.0000001",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			ok := converged(a.Last)
			m := (*spectrum)(nil)
			if ok {
				m = v.modes()
			}
			if m == nil || m.u == nil || len(v.y) < 6 || v.Lambda == 0 {
				return algos.Score{}, false
			}
			r := m.at(v.Lambda)
			times := r.out / r.train
			if math.IsNaN(times) || math.IsInf(times, 0) {
				return algos.Score{}, false
			}
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the training error")}, true
		}),
	},
}
