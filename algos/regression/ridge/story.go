package ridge

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/regression/internal/squares"
	"playground/algos/say"
)

// solved says whether the exact solver is done.
func (t *task) solved(s *state) algos.Status {
	if s.part.Done() < len(t.x) {
		return algos.Status{State: algos.Running}
	}
	v := t.vars(s)
	v["f"], v["dependent"] = t.formula(t.best), len(t.x)-t.rank
	switch {
	case t.singular():
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"No other θ has a smaller J than <objective>, but others have the same J: <dependent column is> a linear combination of the previous " +
				"ones. λ = <lambda> is too small to make the solution unique. As λ falls to 0, ridge regression tends to the minimum-norm solution.")}
	case len(t.x) > 3:
		return algos.Status{State: algos.Converged, Reason: v.Text("All columns are added: no other θ has a smaller J than <objective> over <n sample>.")}
	}
	return algos.Status{State: algos.Converged, Reason: v.Text("All columns are added: <f> has the smallest J, <objective=metric.objective>.")}
}

// formula is the function in few inputs.
func (t *task) formula(theta []float64) say.Math {
	return squares.Formula(theta, true, len(t.x)-1)
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := v.state
	least, excess := s.bestJ, s.excess()
	if s.Solver == online {
		least, excess = math.NaN(), math.NaN() // of other samples
	}
	out := algos.Step{
		Phase: v.phase(), Size: v.size(), Status: s.status, View: v,
		Metrics: []float64{s.objective, least, excess, s.rss, s.norm()},
	}
	if !s.status.Final() {
		out.Next = v.next()
	}
	if s.did == reflected && s.part.Dependent(s.column) {
		out.Events = append(out.Events, algos.Event{Kind: "dependent", Text: s.vars(s).Text("<name> is linearly dependent on the previous columns")})
	}
	if s.status.State == algos.Diverged {
		if eta := say.Rounded(s.limit()/2, 2); eta > 1e-24 && eta < 1e6 {
			out.Takeaway = map[string]string{"eta": fmt.Sprint(eta)}
		}
	}
	return out
}

// vars are what sentences and captions name.
func (t *task) vars(s *state) say.Vars {
	w := say.Vars{
		"n": len(t.y), "p": len(t.x), "lambda": t.Lambda, "rss": s.rss, "objective": s.objective, "before": s.before, "eta": t.Eta, "limit": t.limit(),
		"updates": s.count, "seen": s.seen, "norm2": s.norm() * s.norm(), "dof": t.modes.dof(t.Lambda), "sigma2": t.NoiseVar,
	}
	if s.did == reflected {
		w["name"], w["theta"] = t.names[s.column], t.symbol(s.column)
	}
	if s.did == taken {
		w["row"] = t.row(s.newest)
	}
	return w
}

func (v view) size() algos.Size {
	if v.status.Final() || v.did == started {
		return algos.Pass
	}
	return algos.Normal
}

func (v view) phase() say.Phrase {
	w := v.vars(v.state)
	switch v.did {
	case reflected:
		return w.Text("column <name>")
	case updated:
		return w.Text("iteration <updates>")
	case taken:
		return w.Text("sample <row>")
	}
	return "start"
}

func (v view) next() algos.Next {
	switch v.Solver {
	case exact:
		return algos.Next{Step: say.Vars{"name": v.names[v.part.Done()]}.Text("add column <name>"), Pass: "add all columns"}
	case online:
		return algos.Next{Step: say.Vars{"row": v.row(v.seen)}.Text("process <row>"), Pass: "process all samples"}
	}
	return algos.Next{Step: "one iteration"}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.did {
	case reflected:
		return v.sayReflected()
	case updated:
		return v.sayUpdated()
	case taken:
		return v.sayTaken()
	}
	return v.sayStart()
}

func (v view) sayStart() []algos.Line {
	s := algos.Story{Vars: v.vars(v.state)}
	s.Vars["first"] = 1 / v.Lambda
	switch {
	case v.Solver == exact && v.Lambda == 0:
		s.Text("The design matrix $X$ has <n sample> and <p column>, including the column of ones for θ₀. With λ = 0 nothing is penalised: this is " +
			"ordinary least squares (OLS), one column per step.")
	case v.Solver == exact:
		s.Text("The design matrix $X$ has <n sample> and <p column>, including the column of ones for θ₀. Ridge regression is least squares on " +
			"augmented data, with one pseudo-observation per penalised coefficient: √λ in its column, and target 0. Each step adds one column.")
		s.Vars["root"] = math.Sqrt(v.Lambda)
		s.TeX(`\left\|\begin{bmatrix} y \\ 0 \end{bmatrix} - \begin{bmatrix} X \\ <root>\,I \end{bmatrix}\theta\right\|^2` +
			` = \|y - X\theta\|^2 + <lambda>\,\|\theta\|^2`)
	case v.Solver == online:
		s.Text("No sample is processed yet: θ = 0, and $M = (\\lambda I)^{-1}$ has <first> on its diagonal. Each step of recursive least squares " +
			"processes one sample, and changes $M$ by a rank-one matrix.")
	default:
		s.Text("All coefficients are 0, and J is <objective>. Gradient descent converges if η is below $2/L$, where $L$ is the largest curvature of " +
			"J. Here the limit is <limit>. λ adds 2λ to the curvature along every penalised coefficient.")
	}
	if v.Targets == drawn {
		s.Vars["f"] = v.trueFormula()
		s.Text("The targets are simulated: <f> plus Gaussian noise of variance <sigma2>.")
	}
	return s.Lines
}

// trueFormula is the truth that targets are drawn around.
func (v view) trueFormula() say.Math {
	truth := v.truth()
	if len(truth) > 3 {
		truth = truth[:3]
	}
	return say.Math(strings.Replace(string(v.formula(truth)), "f(x)", "f^*(x)", 1))
}

func (v view) sayReflected() []algos.Line {
	s := algos.Story{Vars: v.vars(v.state)}
	if v.part.Dependent(v.column) {
		s.Text("Column <name> is linearly dependent on the previous columns: only rounding error remains of it, and √λ is smaller still. Its " +
			"coefficient <theta> stays 0.")
		return s.Lines
	}
	switch {
	case v.column == 0 && v.Penalise == slopes:
		s.Text("The best constant is the mean of the targets, and the intercept is not penalised: J falls to <objective=metric.objective>.")
	case v.column == 0:
		s.Text("The best constant is the mean of the targets shrunk towards 0, because θ₀ is penalised as well: J falls to <objective=metric.objective>.")
	default:
		s.Text("With the feature <name> added, J falls to <objective=metric.objective>.")
	}
	s.TeX(`J = \|y - X\theta\|^2 + \lambda\,\|\theta\|^2 = <rss> + <lambda>\cdot <norm2> = \hl{<objective>}`)
	if !v.done() {
		return s.Lines
	}
	v.saySolution(&s)
	return s.Lines
}

// saySolution compares the solution with least squares.
func (v view) saySolution(s *algos.Story) {
	if v.Lambda == 0 || len(v.modes.d) == 0 {
		return
	}
	s.Vars["free"], s.Vars["length"] = math.Sqrt(v.modes.norm2(0)), math.Sqrt(v.modes.norm2(v.Lambda))
	s.Vars["directions"], s.Vars["more"] = len(v.modes.d), v.modes.rss(v.Lambda)-v.modes.rss(0)
	s.Text("The norm ‖θ‖ is <length>, and <free> for OLS; the RSS is <more> above that of OLS. Of <directions singular direction>, <dof> effective " +
		"degrees of freedom remain.")
	if e := v.leaving(v.Lambda); !math.IsNaN(e) {
		s.Vars["error"] = math.Sqrt(e)
		s.Text("The leave-one-out RMSE is <error>.")
	}
	if v.Targets == drawn {
		v.sayRisk(s)
	}
}

// sayRisk tells bias and variance.
func (v view) sayRisk(s *algos.Story) {
	r, free := v.riskAt(v.Lambda), v.riskAt(0)
	s.Vars["bias2"], s.Vars["variance"], s.Vars["mse"], s.Vars["ols"] = r.bias2, r.variance, r.total(), free.total()
	s.Text("As θ* is known, the expected squared error is computed: it is bias² plus variance. That of OLS is <ols>.")
	s.TeX(`\text{bias}^2 + \text{variance} = <bias2> + <variance> = \hl{<mse>}`)
	if best := v.optimal(); best.ok {
		s.Vars["best"], s.Vars["leastrisk"] = best.lambda, best.least
		s.Text("The best λ is <best>, with the expected squared error <leastrisk>.")
	}
}

func (v view) sayUpdated() []algos.Line {
	s := algos.Story{Vars: v.vars(v.state)}
	switch {
	case v.Eta > v.limit():
		s.Text("The learning rate <eta> is above $2/L$, which is <limit>: the step overshoots the minimum. J goes from <before> to <objective>.")
	case v.Eta > v.limit()/2:
		s.Text("The step overshoots in the direction of largest curvature but still converges: η is between $1/L$ and $2/L$. J goes from <before> " +
			"to <objective>.")
	default:
		s.Text("Gradient step: θ moves against the gradient of J. J goes from <before> to <objective>.")
	}
	a, b := v.axes()
	v.sayMove(&s, a)
	v.sayMove(&s, b)
	if v.status.State == algos.Converged {
		v.saySolution(&s)
	}
	return s.Lines
}

// sayMove writes the update of one coefficient: it shrinks by itself, and the residuals
// pull it back.
func (v view) sayMove(s *algos.Story, j int) {
	if j < 0 {
		return
	}
	pull := 2 * v.Eta * lsq.Dot(v.x[j], lsq.Residuals(v.x, v.y, v.from))
	one := algos.Story{Vars: say.Vars{
		"j": j, "from": v.from[j], "to": v.theta[j], "pull": say.Term(pull), "keep": 1 - 2*v.Eta*v.Lambda, "was": say.Factor(v.from[j]),
	}}
	if j < v.first() || v.Lambda == 0 {
		one.TeX(`\theta_{<j>} = <from> <pull> = \hl{<to>}`)
	} else {
		one.TeX(`\theta_{<j>} = (1 - 2\eta\lambda)\,\theta_{<j>} + 2\eta\,x_{<j>}^\top r = <keep>\cdot <was> <pull> = \hl{<to>}`)
	}
	s.Add(one.Lines...)
}

func (v view) sayTaken() []algos.Line {
	s := algos.Story{Vars: v.vars(v.state)}
	m := v.move
	s.Vars["y"], s.Vars["f"], s.Vars["e"] = v.y[v.newest], v.y[v.newest]-m.innovation, m.innovation
	s.Vars["one"], s.Vars["stretch"], s.Vars["gain"] = m.weight, m.stretch, 1/(1+m.weight*m.stretch)
	s.Text("For <row> the current fit predicts <f>; the target is <y>.")
	if m.weight == 0 {
		s.More("The first sample determines θ₀, but carries no information about the other coefficients.")
		return s.Lines
	}
	s.TeX(`e = <y> - <f> = <e>`)
	if v.Penalise == slopes {
		s.Text("Let $d$ be the difference of this sample from the mean of the previous ones. $d^\\top Md$ is <stretch>: it is large for samples far " +
			"out in a direction with little data so far. The coefficients move by $k\\,Md\\,e$ with $k = 1 - \\frac{1}{n}$, times the factor below.")
	} else {
		s.Text("Let $d$ be the sample with its 1. $d^\\top Md$ is <stretch>: it is large for samples far out in a direction with little data so " +
			"far. θ moves by $k\\,Md\\,e$ with $k = 1$, times the factor below.")
	}
	s.TeX(`\frac{1}{1 + k\,d^\top Md} = \frac{1}{1 + <one>\cdot <stretch>} = \hl{<gain>}`)
	if v.done() {
		v.saySolution(&s)
	}
	return s.Lines
}
