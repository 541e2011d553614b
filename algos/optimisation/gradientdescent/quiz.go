package gradientdescent

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("outcome", algos.PickOption, askOutcome, algos.AtEnd, answerOutcome),
	algos.Ask("iterations", algos.SayNumber, askIterations, algos.AtEnd, answerIterations),
	algos.Ask("winner", algos.PickOption, askWinner, algos.AtEnd, answerWinner),
	algos.Ask("fall", algos.PickOption, askFall, nil, answerFall),
}

// askOutcome asks at the start, where the path is still to come.
func askOutcome(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k() > 0 || v.Show != path || v.Tol > 1e-3 { // a coarse tolerance says nothing of what is near
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "How does the run end?",
		Options: []say.Phrase{"at a local minimum", "at a saddle or a maximum", "it diverges", "before the gradient is short"},
	}, true
}

func answerOutcome(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	switch then.Status.State {
	case algos.Diverged:
		return algos.Answer{Option: 2}, true
	case algos.Exhausted:
		return algos.Answer{Option: 3}, true
	}
	switch v.now().h.nature() {
	case convexThere:
		return algos.Answer{}, true
	case degenerate:
		return algos.Answer{}, false
	}
	return algos.Answer{Option: 1}, true
}

// askIterations asks where the rate of convergence can be worked out.
func askIterations(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k() == 0 || v.k() > 12 || v.Optimiser != descent || !v.f.definite() || v.Show == race || !v.contracts() {
		return algos.Asked{}, false
	}
	s := say.Vars{"eps": v.Tol, "k": v.k(), "norm": norm(v.now().g)}
	return algos.Asked{
		Text:  s.Text("After <k iteration> the gradient norm is <norm>. After how many iterations in all is it below ε = <eps>?"),
		Least: float64(v.k()), Most: maxIterations, Whole: true,
	}, true
}

// contracts reports whether gradient descent surely comes below ε: its slowest coordinate does within the iterations.
func (v view) contracts() bool {
	lo, hi, _ := v.f.s.eigen()
	slow := max(math.Abs(1-v.Eta*lo), math.Abs(1-v.Eta*hi))
	return norm(v.now().g)*math.Pow(slow, float64(v.Iterations-v.k())) < v.Tol
}

// answerIterations lets a guess differ by a quarter: a reader who knows the factor of the slowest coordinate is nearer, and
// one who takes another coordinate is farther off where κ is not small.
func answerIterations(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	lo, hi, _ := v.f.s.eigen()
	slow := max(math.Abs(1-v.Eta*lo), math.Abs(1-v.Eta*hi))
	s := say.Vars{"n": v.k(), "slow": slow}
	return algos.Answer{
		Number: float64(v.k()), Tolerance: 1 + math.Floor(float64(v.k())/4),
		Why: s.Text("The slowest coordinate is multiplied by <slow> per iteration; that takes <n iteration>."),
	}, true
}

func askWinner(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Show != race || v.k() > v.Iterations/4 || v.Iterations > racedIterations {
		return algos.Asked{}, false
	}
	asked := algos.Asked{Text: "Which optimiser has the smallest f when this run ends?"}
	for _, r := range racers {
		asked.Options = append(asked.Options, r.name)
	}
	return asked, true
}

// answerWinner answers nothing where two are equally good.
func answerWinner(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() || v.Show != race {
		return algos.Answer{}, false
	}
	best, least, second := 0, math.Inf(1), math.Inf(1)
	for i, trail := range v.race() {
		switch f := trail[min(v.k(), len(trail)-1)].f; {
		case f < least:
			best, least, second = i, f, least
		case f < second:
			second = f
		}
	}
	if !(second-least > 1e-3*math.Abs(least)) {
		return algos.Answer{}, false
	}
	s := say.Vars{"name": racers[best].name, "f": least}
	return algos.Answer{Option: best, Why: s.Text("At that iteration f is <f> for <name>.")}, true
}

// askFall asks where the gradient does not decide: with a velocity, or where the model may be wrong.
func askFall(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k() == 0 || v.Show != path || v.Optimiser != momentum && v.Optimiser != nesterov && (v.Optimiser != newton || v.f.quadratic) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Does f fall in the next iteration?", Options: []say.Phrase{"it falls", "it rises"}}, true
}

func answerFall(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k() != now.View.k()+1 || v.now().f == v.before().f {
		return algos.Answer{}, false
	}
	w := say.Vars{"f": v.now().f, "was": v.before().f}
	if v.now().f < v.before().f {
		return algos.Answer{Option: 0, Why: w.Text("f falls from <was> to <f>.")}, true
	}
	return algos.Answer{Option: 1, Why: w.Text("f rises from <was> to <f>.")}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "valley",
		Text:  "Minimise Rosenbrock's function from (−1.2, 1) by momentum, Nesterov, RMSProp or Adam: f at most 0.005 after at most 150 iterations.",
		Hint:  "The valley is long and flat: which memory of past gradients carries the iterate along it? Try a β between 0.9 and 1.",
		Start: "preset=valley", Asks: 0.005, Fewer: true,
		CounterExample: "preset=valley&eta=0.002&iterations=150",
		Example:        "preset=valley&eta=0.003&beta=0.93&iterations=150",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != rosenbrock || v.Start != (vec{-1.2, 1}) || v.k() > 150 ||
				v.Optimiser == newton || v.Optimiser == lineSearch || v.Optimiser == descent {
				return algos.Score{}, false
			}
			f := v.now().f
			return algos.Score{Number: f, Words: say.Vars{"f": f}.Text("f = <f> at the end")}, f <= 0.005
		}),
	},
	{
		ID:    "maximum",
		Text:  "Let Newton's method converge to the local maximum of Himmelblau's function, where f is at least 181.",
		Hint:  "Newton's method looks for a zero of the gradient. It goes to the maximum from where the Hessian is negative definite.",
		Start: "function=himmelblau&start=4,4&optimiser=newton", Asks: 181,
		CounterExample: "function=himmelblau&start=-3,0&optimiser=newton",
		Example:        "function=himmelblau&start=0.2,-0.5&optimiser=newton",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != himmelblau || v.Optimiser != newton || v.Tol > 1e-6 || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			f := v.now().f
			return algos.Score{Number: f, Words: say.Vars{"f": f}.Text("f = <f> at the end")}, f >= 181
		}),
	},
	{
		ID:   "ill-conditioned",
		Text: "Minimise a quadratic with κ = 100 by gradient descent, momentum or Nesterov, to ε = 10⁻⁶ in at most 120 iterations, from a gradient norm above 1.",
		Hint: "Gradient descent needs hundreds. For momentum the textbook's choice is η = 4/(√L + √μ)² and β = ((√κ − 1)/(√κ + 1))², " +
			"with eigenvalues from μ to L.",

		Start: "kappa=100&eta=0.015&iterations=1000", Asks: 120, Fewer: true,
		CounterExample: "kappa=100&eta=0.0198&iterations=1000",
		Example:        "kappa=100&eta=0.033&beta=0.669&optimiser=momentum&iterations=1000",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			usual := v.Optimiser == descent || v.Optimiser == momentum || v.Optimiser == nesterov
			if !a.Complete || !v.f.definite() || v.f.kappa() < 99.999 || !usual || v.Tol > 1e-6 || v.Tol == 0 || norm(v.start.g) <= 1 ||
				a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(v.k(), "<n iteration> to ε"), v.k() <= 120
		}),
	},
}
