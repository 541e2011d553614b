package universalapproximation

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// vars are the numbers of the step by their names.
func (v view) vars() say.Vars {
	s := say.Vars{
		"n": v.n, "k": v.k, "left": v.n - v.k, "sup": v.sup, "before": v.before, "h": v.widest, "omega": v.omega, "f": v.target.tex,
	}
	if v.sharper > 0 {
		s["lambda"] = v.lambda
	}
	return s
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	w := v.vars()
	metrics := []float64{v.sup, v.bound(), math.NaN(), math.NaN()}
	s := algos.Step{Phase: "start", Size: algos.Normal, Status: algos.Status{State: algos.Running}, Metrics: metrics, View: v}
	switch {
	case v.fit != nil:
		metrics[2], metrics[3] = v.fit.sup, v.fit.rmse
		s.Phase = say.Vars{"e": v.fit.epoch}.Text("epoch <e>")
	case v.sharper > 0:
		s.Phase = w.Text("steepness <lambda>")
	case v.k > 0:
		s.Phase = w.Text("unit <k>")
	default:
		s.Size = algos.Pass
	}
	v.announce(&s)
	return s
}

// announce says what comes next, and how the run ends. The end of a phase ends a pass.
func (v view) announce(s *algos.Step) {
	e := 0
	if v.fit != nil {
		e = v.fit.epoch
	}
	switch {
	case v.k < v.n:
		s.Next.Step, s.Next.Pass = say.Vars{"k": v.k + 1}.Text("add unit <k>"), "add the remaining units"
	case v.sharper < len(v.lambdas):
		s.Next.Step, s.Next.Pass = say.Vars{"lambda": v.lambdas[v.sharper]}.Text("set λ to <lambda>"), say.Vars{"lambda": v.Steepness}.Text("raise λ to <lambda>")
		if v.sharper == 0 {
			s.Size = algos.Pass
		}
	case e < v.epochs:
		s.Next.Step, s.Next.Pass = say.Vars{"e": e + 1}.Text("train epoch <e>"), say.Vars{"e": v.epochs}.Text("train to epoch <e>")
		if e == 0 {
			s.Size = algos.Pass
		}
	default:
		s.Size = algos.Pass
		s.Status = algos.Status{State: algos.Converged, Reason: v.reason()}
	}
}

// reason is how the run ends.
func (v view) reason() say.Phrase {
	w := v.vars()
	switch f := v.fit; {
	case f != nil && f.sup < v.sup:
		w["fitted"] = f.sup
		return w.Text("The fitted network has the sup-error <fitted>, below the <sup> of the constructed one, with <n unit> each.")
	case f != nil && f.sup > v.sup:
		w["fitted"] = f.sup
		return w.Text("The fitted network has the sup-error <fitted>, above the <sup> of the constructed one, with <n unit> each.")
	case f != nil:
		return w.Text("The fitted and the constructed network have the same sup-error, <sup>, with <n unit> each.")
	case v.polynomial():
		return w.Text("The network has the sup-error <sup>. More units cannot lower it below the bound of the measure μ.")
	case math.IsNaN(v.bound()):
		return w.Text("The network has the sup-error <sup>. With one b for all units it has a single threshold.")
	}
	w["bound"] = v.bound()
	return w.Text("The network of <n unit> has the sup-error <sup>; the bound is <bound>.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.fit != nil:
		v.sayEpoch(&s)
	case v.sharper > 0:
		v.saySteepness(&s)
	case v.k > 0:
		v.sayUnit(&s)
	default:
		v.sayStart(&s)
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.target.tex != `f(x)` {
		s.TeX(`f(x) = <f>, \qquad 0 \le x \le 1`)
	}
	s.Text("The network has no unit yet, so $G = 0$, and the sup-error is the largest $|f|$: <sup=metric.sup_error>.")
	switch {
	case v.polynomial():
		s.Text("The activation is a polynomial. Each new unit is combined with the others into the best uniform approximation.")
	case !v.covered():
		s.Text("All <n unit> have the same $w$ and the same $b$, so they share one threshold, 0.5.")
	case v.Activation == relu:
		s.Text("Each unit bends the graph of $G$ at its threshold. The widest piece between two nodes has the width $h=<h>$.")
	default:
		s.Text("Each unit jumps at its threshold, to the value of $f$ in the middle of the next cell. The widest cell has the width $h=<h>$.")
	}
}

func (v view) sayUnit(s *algos.Story) {
	i := v.k - 1
	s.Vars["t"], s.Vars["alpha"] = v.t[i], v.alpha[i]
	switch {
	case v.polynomial():
		v.sayPolynomial(s)
	case v.Activation == relu:
		if i == 0 && v.covered() {
			s.Text(`Unit 1 has the weight 0: it is the constant $\alpha_1=<alpha>$, the value of $f$ at the first node.`)
		} else {
			s.Text(`Unit <k> changes the derivative of $G$ by $\alpha_<k>=<alpha>$ at $t_<k>=<t>$.`)
		}
	default:
		v.sayJump(s)
	}
	v.sayChange(s)
}

// seen is the relative change from which on two numbers with three digits differ.
const seen = 0.005

// sayChange says what the step did to the sup-error.
func (v view) sayChange(s *algos.Story) {
	switch {
	case v.sup < v.before*(1-seen):
		s.Text("The sup-error on [0, 1] falls from <before> to <sup=metric.sup_error>.")
	case v.sup > v.before*(1+seen):
		s.Text("The sup-error on [0, 1] rises from <before> to <sup=metric.sup_error>.")
	case v.sup != v.before:
		s.Text("The sup-error on [0, 1] hardly changes: <sup=metric.sup_error>.")
	default:
		s.Text("The sup-error on [0, 1] stays <sup=metric.sup_error>.")
	}
}

// sayJump is unit k of the staircase.
func (v view) sayJump(s *algos.Story) {
	i := v.k - 1
	s.Vars["m"], s.Vars["c"] = (v.lo[i]+v.hi[i])/2, v.c[i]
	if i == 0 {
		if v.covered() {
			s.Text(`Unit 1 has its threshold at −1, left of the interval: it is the constant $\alpha_1=f(<m>)=<alpha>$.`)
		} else {
			s.Text(`Unit 1 jumps at <t> by $\alpha_1=f(<m>)=<alpha>$. To the left the network is 0.`)
		}
		return
	}
	s.Vars["p"], s.Vars["q"] = (v.lo[i-1]+v.hi[i-1])/2, say.Factor(v.c[i-1])
	s.Text(`Unit <k> has its threshold at <t>, where $G$ jumps to the value of $f$ in the middle of the cell, $x=<m>$.`)
	s.TeX(`\alpha_{<k>} = f(<m>) - f(<p>) = <c> - <q> = \hl{<alpha>}`)
}

// sayPolynomial is the best combination of the first k units.
func (v view) sayPolynomial(s *algos.Story) {
	s.Vars["bound"] = math.Abs(v.integral())
	switch {
	case v.k > len(v.basis):
		s.Text(`Unit <k> is a linear combination of the units before: its coefficient is 0, and $G$ stays the same.`)
	case v.k == 1:
		s.Text(`Unit 1 has the weight 0: the best constant is $\alpha_1=<alpha>$, halfway between minimum and maximum.`)
	default:
		s.Text(`With <k unit> the best uniform approximation has $\alpha_<k>=<alpha>$.`)
	}
	if v.k >= len(v.basis) {
		s.Text(`A measure $\mu$ with the total variation 1 annihilates every unit, so every such network has a sup-error of at least $|\int f\,d\mu|=<bound>$.`)
	}
}

func (v view) saySteepness(s *algos.Story) {
	s.Vars["V"], s.Vars["tail"], s.Vars["smear"], s.Vars["bound"], s.Vars["q"] = v.variation(), v.tail(), v.smear(), v.bound(), v.n
	if v.sharper == 1 {
		s.Text(`The steps are replaced by units of finite steepness, $\sigma(\lambda(x - t_j))$, with $\lambda=<lambda>$.`)
	} else {
		s.Text(`The steepness doubles to $\lambda=<lambda>$: away from the thresholds each unit comes nearer to its step.`)
	}
	v.sayChange(s)
	if v.covered() {
		s.Text(`The bound has three parts: the modulus of continuity, the slow rise near a threshold, and the tails of the other units.`)
		s.TeX(`\varepsilon = \omega + \text{rise} + \sigma(-\lambda h_{\min}/2)\sum_j|\alpha_j| = <omega> + <smear> + <tail> = \hl{<bound>}`)
	}
}

func (v view) sayEpoch(s *algos.Story) {
	f := v.fit
	s.Vars = say.Vars{"e": f.epoch, "was": f.before, "rmse": f.rmse, "fitted": f.sup, "sup": v.sup, "n": v.n, "points": trainingPoints}
	switch {
	case f.epoch == 1:
		s.Text(`A second network with <n unit> and random weights is trained on <points> points by Adam; all $\alpha_j$, $w_j$ and $b_j$ are free.`)
		s.Text("In the first epoch its RMSE changes from <was> to <rmse=metric.fitted_rmse>.")
	case f.rmse < f.before*(1-seen):
		s.Text("In epoch <e> the RMSE falls from <was> to <rmse=metric.fitted_rmse>.")
	case f.rmse > f.before*(1+seen):
		s.Text("In epoch <e> the RMSE rises from <was> to <rmse=metric.fitted_rmse>.")
	default:
		s.Text("In epoch <e> the RMSE hardly changes: <rmse=metric.fitted_rmse>.")
	}
	s.Text("Its sup-error is <fitted=metric.fitted_sup_error>; the constructed network has <sup=metric.sup_error>.")
}
