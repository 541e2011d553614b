package robbinsmonro

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// pass is how many iterations are a pass.
const pass = 10

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: "start", Size: algos.Normal, Status: algos.Status{State: algos.Running}, View: v,
		Metrics: []float64{v.theta(), v.average(), v.eta(), v.off(v.theta()), v.off(v.average()), v.sum, v.squares},
	}
	if v.k > 0 {
		s.Phase = say.Vars{"k": v.k}.Text("iteration <k>")
	}
	if v.k%pass == 0 {
		s.Size = algos.Pass
	}
	if v.done() {
		s.Size, s.Status = algos.Pass, v.end()
		return s
	}
	s.Next.Step = say.Vars{"k": v.k + 1}.Text("iteration <k>")
	s.Next.Pass = "next ten iterations"
	return s
}

// eta is the learning rate of the step that is shown; NaN before the first.
func (v view) eta() float64 {
	if v.k == 0 {
		return math.NaN()
	}
	return v.rate(v.k)
}

// end is why the run has ended.
func (v view) end() algos.Status {
	w := v.vars()
	switch {
	case v.diverged() && math.IsNaN(v.theta()):
		return algos.Status{State: algos.Diverged, Reason: w.Text("f is not a finite number there: change f or the initial θ₀.")}
	case v.diverged():
		return algos.Status{State: algos.Diverged, Reason: w.Text("θ diverges: decrease the learning rate c, or change the sign of f.")}
	}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("<k iteration is> done: θ = <theta>.")}
}

func (v view) vars() say.Vars {
	return say.Vars{
		"k": v.k, "theta": v.theta(), "average": v.average(), "start": v.Start, "root": v.best, "sum": v.sum, "squares": v.squares,
		"c": v.Eta, "p": v.Power, "q": v.Q, "n": repeats,
	}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.k == 0 {
		v.begin(&s)
		return s.Lines
	}
	j := v.k - 1
	s.Vars["z"], s.Vars["f"], s.Vars["before"], s.Vars["eta"] = v.drawn[j], v.slopes[j], v.thetas[j], v.eta()
	s.Vars["move"] = -v.eta() * v.slopes[j]
	s.Vars["minus"], s.Vars["factor"], s.Vars["last"] = say.Term(-v.drawn[j]), say.Factor(v.slopes[j]), j
	if math.IsNaN(v.theta()) || math.IsInf(v.theta(), 0) {
		s.Text("Sample z = <z> at θ = <before>: f or the next θ is not a finite number.")
		return s.Lines
	}
	if v.slopes[j] == 0 {
		s.Text("Sample z = <z> gives f = 0: θ stays at <theta>.")
	} else {
		s.Text("Sample z = <z> gives f = <f>: θ moves by <move> to <theta>.")
	}
	switch v.Function {
	case mean:
		s.TeX(`f = \theta_{<last>} - z_{<k>} = <before> <minus> = <f>`)
	case quantile:
		if v.drawn[j] <= v.thetas[j] {
			s.TeX(`z_{<k>}\le\theta_{<last>}:\quad f = 1 - <q> = <f>`)
		} else {
			s.TeX(`z_{<k>}>\theta_{<last>}:\quad f = 0 - <q> = <f>`)
		}
	}
	s.TeX(`\theta_{<k>} = <before> - <eta>\cdot <factor> = \hl{<theta>}`)
	if !math.IsNaN(v.best) {
		v.compare(&s)
	}
	return s.Lines
}

// begin says what is sought.
func (v view) begin(s *algos.Story) {
	switch {
	case math.IsNaN(v.best) && v.Function == mean:
		s.Text("Z has no mean, so E f(Z; θ) does not exist: there is no root to find.")
	case math.IsNaN(v.best):
		s.Text("The expectation of f has no root near the samples.")
	case v.Function == mean:
		s.Text("The root of E(θ − Z) is the mean of Z, θ* = <root>; only samples of Z are used.")
	case v.Function == quantile:
		s.Text("The root of P(Z ≤ θ) − <q> is the quantile of level <q>, θ* = <root>.")
	default:
		s.Text("The root of E f(Z; θ) is θ* = <root>; only samples of Z are used.")
	}
	c := v.conditions()
	switch {
	case c[2] == fails:
		s.Text("The sign condition on f is violated: the theorem does not apply.")
	case c[3] == fails:
		s.Text("The variance of f is not bounded: the theorem does not apply.")
	case c[0] == fails:
		s.Text("The sum of η is finite: θ can stop before it reaches the root.")
	case c[1] == fails && v.Power == 0:
		s.Text("η is constant, so Σ η² is infinite: θ fluctuates around the root.")
	case c[1] == fails:
		s.Text("Σ η² is infinite, so the theorem does not apply.")
	case c[2] == holds && c[3] == holds:
		s.Text("All conditions of the theorem hold: θ converges to the root with probability 1.")
	}
}

// compare says which of the last iterate and the average is closer to the root.
func (v view) compare(s *algos.Story) {
	a, b := v.off(v.theta()), v.off(v.average())
	if v.k < 2 || math.Abs(a-b) <= 0.005*max(a, b) {
		return
	}
	s.Vars["a"], s.Vars["b"] = a, b
	if b < a {
		s.Text("The Polyak average <average> is closer to the root: its distance is <b>, that of θ is <a>.")
		return
	}
	s.Text("The Polyak average <average> is farther from the root: its distance is <b>, that of θ is <a>.")
}
