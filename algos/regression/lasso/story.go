package lasso

import (
	"math"

	"playground/algos"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := v.state
	excess := math.NaN()
	if s.solved {
		excess = max(0, s.value-s.bestJ)
	}
	out := algos.Step{
		Phase: v.phase(), Size: v.size(), Status: s.status, View: v,
		Metrics: []float64{s.value, s.dualJ, s.gap(), excess, s.rate(), float64(penalised.Nonzero(s.theta))},
	}
	if !s.status.Final() {
		out.Next = v.next()
	}
	for j := range s.theta {
		if s.from == nil || (s.theta[j] == 0) == (s.from[j] == 0) {
			continue
		}
		w := say.Vars{"theta": s.data.Coefficient(j)}
		if s.from[j] == 0 {
			out.Events = append(out.Events, algos.Event{Kind: "leaves-zero", Text: w.Text("<theta> becomes non-zero")})
		} else {
			out.Events = append(out.Events, algos.Event{Kind: "becomes-zero", Text: w.Text("<theta> becomes 0")})
		}
	}
	if s.status.State == algos.Diverged {
		out.Takeaway = map[string]string{"eta": "1"}
	}
	return out
}

// size: what leaves a coefficient as it is, is a small step; the last column ends a sweep.
func (v view) size() algos.Size {
	switch {
	case v.status.Final() || v.did == started:
		return algos.Pass
	case v.did == shrunk:
		return algos.Normal
	case v.ends:
		return algos.Pass
	case v.theta[v.column] == v.from[v.column]:
		return algos.Micro
	}
	return algos.Normal
}

func (v view) phase() say.Phrase {
	w := say.Vars{"updates": v.updates, "sweep": v.sweeps}
	switch v.did {
	case updated:
		if !v.ends {
			w["sweep"] = v.sweeps + 1
		}
		w["theta"] = v.data.Coefficient(v.column)
		return w.Text("sweep <sweep>: <theta>")
	case shrunk:
		return w.Text("update <updates>")
	}
	return "start"
}

func (v view) next() algos.Next {
	if v.Solver == ista {
		return algos.Next{Step: "gradient step, then soft-thresholding", Pass: "to the end"}
	}
	j := 0
	if v.did != started {
		j = (v.column + 1) % len(v.x)
	}
	w := say.Vars{"theta": v.data.Coefficient(j)}
	return algos.Next{Small: w.Text("update <theta>"), Step: "go to the next change", Pass: "finish the sweep"}
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.did {
	case updated:
		return v.sayUpdated()
	case shrunk:
		return v.sayShrunk()
	}
	return v.sayStart()
}

func (v view) sayStart() []algos.Line {
	n := float64(len(v.y))
	s := algos.Story{Vars: say.Vars{
		"n": len(v.y), "p": len(v.x), "lambda": v.Lambda, "notes": 2 * n * v.Lambda, "J": v.value, "max": v.maximum, "r": v.Ratio, "L": v.curvature,
		"a": v.a,
	}}
	s.Text("<n sample>, <p feature>. All coefficients are 0, and the objective is <J=metric.objective>.")
	switch {
	case !v.bounded:
		s.More("With ρ = 0 only the L2 penalty remains: coefficients shrink, but are not set to 0.")
	case v.Lambda >= v.maximum:
		s.More("λ = <lambda> is not below $\\lambda_{\\max}$ = <max>: no component of the gradient exceeds the threshold, and all stay 0.")
	default:
		s.More("λ = <lambda> is below $\\lambda_{\\max}$ = <max=model.lambda_max>, so at least one becomes non-zero.")
	}
	if v.Ratio == 1 {
		s.Text("In the scale of the notes, $\\sum r_i^2+\\lambda'\\|\\theta\\|_1$, this is $\\lambda'=2n\\lambda=<notes>$.")
	}
	if v.Solver == ista && v.curvature > 0 {
		s.Vars["eta"] = v.eta()
		s.Text("ISTA (proximal gradient) has the step size $\\eta=<eta>$; the largest curvature of the loss is $L=<L>$.")
	}
	return s.Lines
}

// hardly is the fraction of itself by which a number changes that looks the same before and after.
const hardly = 0.005

func (v view) sayUpdated() []algos.Line {
	j := v.column
	z, _ := v.objective.best(j, v.were[j], v.from[j])
	g := v.gram[j][j]
	s := algos.Story{Vars: say.Vars{
		"theta": v.data.Coefficient(j), "j": j + 1, "z": z, "a": v.a, "from": v.from[j], "to": v.theta[j], "g": g, "b": say.Term(v.b), "n": len(v.y),
		"J": v.value, "before": v.before, "size": math.Abs(z),
	}}
	switch {
	case g == 0:
		s.Text("The feature of <theta> is constant: it explains nothing, and its coefficient stays 0.")
		return s.Lines
	case v.theta[j] == 0 && v.from[j] == 0:
		s.Text("<theta> stays 0: the correlation of its feature with the residuals, $z=<z>$, is within the threshold $\\lambda\\rho=<a>$.")
	case v.theta[j] == 0:
		s.Text("<theta> becomes exactly 0: $z=<z>$ is within the threshold $\\lambda\\rho=<a>$. The objective goes from <before> to <J>.")
	case v.from[j] == 0:
		s.Text("<theta> enters the active set: $z=<z>$ is beyond the threshold $\\lambda\\rho=<a>$. The objective goes from " +
			"<before=before.metric.objective> to <J=metric.objective>.")
	case v.theta[j] == v.from[j]:
		s.Text("<theta> is already at its minimiser with the others fixed.")
	case math.Abs(v.theta[j]-v.from[j]) < hardly*math.Abs(v.theta[j]):
		s.Vars["by"] = math.Abs(v.theta[j] - v.from[j])
		s.Text("<theta> moves by only <by>, to <to>, its minimiser with the others fixed. The objective is <J=metric.objective>.")
	default:
		s.Text("<theta> moves from <from> to <to>, its minimiser with the others fixed. The objective goes from <before=before.metric.objective> to " +
			"<J=metric.objective>.")
	}
	s.TeX(`z_{<j>} = \tfrac{1}{<n>}\,x_{<j>}^\top r^{(-<j>)} = <z>, \qquad \tfrac{1}{<n>}\|x_{<j>}\|^2 = <g>`)
	v.formula(&s, z)
	return s.Lines
}

// formula is the soft threshold with the numbers of the step.
func (v view) formula(s *algos.Story, z float64) {
	switch {
	case v.theta[v.column] == 0: // up to rounding, which best lets pass
		s.TeX(`|z_{<j>}| = <size> \le <a> = \lambda\rho \quad\Rightarrow\quad \theta_{<j>} = \hl{0}`)
	case z > v.a && v.b == 0:
		s.TeX(`\theta_{<j>} = \frac{S(z_{<j>},\,\lambda\rho)}{\|x_{<j>}\|^2/n} = \frac{<z> - <a>}{<g>} = \hl{<to>}`)
	case z > v.a:
		s.TeX(`\theta_{<j>} = \frac{S(z_{<j>},\,\lambda\rho)}{\|x_{<j>}\|^2/n + \lambda(1-\rho)} = \frac{<z> - <a>}{<g> <b>} = \hl{<to>}`)
	case z < -v.a && v.b == 0:
		s.TeX(`\theta_{<j>} = \frac{S(z_{<j>},\,\lambda\rho)}{\|x_{<j>}\|^2/n} = \frac{<z> + <a>}{<g>} = \hl{<to>}`)
	default:
		s.TeX(`\theta_{<j>} = \frac{S(z_{<j>},\,\lambda\rho)}{\|x_{<j>}\|^2/n + \lambda(1-\rho)} = \frac{<z> + <a>}{<g> <b>} = \hl{<to>}`)
	}
}

func (v view) sayShrunk() []algos.Line {
	s := algos.Story{Vars: say.Vars{
		"J": v.value, "before": v.before, "eta": v.eta(), "cut": v.eta() * v.a, "share": v.Eta, "zeros": len(v.x) - penalised.Nonzero(v.theta),
	}}
	switch {
	case v.value > v.before && v.Eta > 2:
		s.Text("The step size, <share> times $1/L$, is too large: the objective rises from <before=before.metric.objective> to <J=metric.objective>.")
	default:
		s.Text("Gradient step with $\\eta=<eta>$ on all coefficients, then soft-thresholding with $\\eta\\lambda\\rho=<cut>$. The objective goes from " +
			"<before> to <J>; <zeros coefficient is> 0.")
	}
	j := v.first
	if v.second >= 0 && v.theta[v.first] == v.from[v.first] {
		j = v.second
	}
	v.sayProx(&s, j)
	return s.Lines
}

// sayProx writes the step and the threshold of one coefficient. What goes through the threshold is shown in as many
// digits as the second line needs.
func (v view) sayProx(s *algos.Story, j int) {
	was := state{task: v.task, theta: v.from, slopes: v.were}
	z, cut := was.target(j), v.eta()*v.a
	one := algos.Story{Vars: say.Vars{
		"j": j + 1, "from": v.from[j], "eta": v.eta(), "c": say.Factor(v.were[j]), "z": z, "cut": cut, "to": v.theta[j], "size": math.Abs(z),
		"b": say.Term(v.eta() * v.b),
	}}
	one.TeX(`u_{<j>} = <from> + <eta>\cdot <c> = <z>`)
	switch {
	case z > cut && v.b == 0:
		one.TeX(`\theta_{<j>} = <z> - <cut> = \hl{<to>}`)
	case z > cut:
		one.TeX(`\theta_{<j>} = \frac{<z> - <cut>}{1 <b>} = \hl{<to>}`)
	case z < -cut && v.b == 0:
		one.TeX(`\theta_{<j>} = <z> + <cut> = \hl{<to>}`)
	case z < -cut:
		one.TeX(`\theta_{<j>} = \frac{<z> + <cut>}{1 <b>} = \hl{<to>}`)
	default:
		one.TeX(`|u_{<j>}| = <size> \le <cut> = \eta\lambda\rho \quad\Rightarrow\quad \theta_{<j>} = \hl{0}`)
	}
	s.Add(one.Lines...)
}
