package gpclassification

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{Phase: v.title(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, View: v}
	switch {
	case v.phase == weighing:
		s.Size = algos.Micro
	case v.share < 1:
		s.Events = []algos.Event{{Kind: "halving"}}
	}
	if v.status.Final() {
		s.Size = algos.Pass
		return s
	}
	w := say.Vars{"k": v.steps + 1}
	s.Next = algos.Next{Small: w.Text("compute gradients and curvatures"), Step: w.Text("Newton step <k=model.newton_steps>"), Pass: "run to the mode"}
	if v.phase == weighing {
		s.Next.Small = w.Text("Newton step <k=model.newton_steps>")
	}
	return s
}

func (v view) title() say.Phrase {
	w := say.Vars{"k": v.steps}
	switch v.phase {
	case weighing:
		return "gradients and curvatures"
	case moving:
		return w.Text("Newton step <k=model.newton_steps>")
	}
	return "start at f = 0"
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	s := v.state
	q := v.forecast(v.query())
	i := v.strongest()
	w := say.Vars{
		"n": len(v.y), "log": s.Log, "quad": say.Term(s.Quad), "psi": s.Psi(), "det": s.Det, "half": say.Factor(s.Det), "evidence": s.Evidence(), "delta": s.Delta,
		"steps": v.steps, "wrong": v.errors(), "class": v.Label(1), "other": v.Label(0),
		"m": q.mean, "s2": q.variance, "p": q.p, "plugin": q.plugin,
		"x": say.Row(i), "i": i + 1, "f": s.F[i], "g": s.Grad[i], "w": s.W[i], "z": s.F[i] + s.Grad[i]/s.W[i],
		"pull": math.Abs(s.Grad[i]),
	}
	if v.from != nil {
		w["before"], w["rise"], w["share"] = v.from.Psi(), s.Psi()-v.from.Psi(), v.share
	}
	return w
}

// strongest is the point with the largest gradient: whose label is the least probable.
func (v view) strongest() (row int) {
	for i, g := range v.state.Grad {
		if math.Abs(g) > math.Abs(v.state.Grad[row]) {
			row = i
		}
	}
	return row
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case starting:
		if len(v.y) == 1 {
			s.Text(`The latent function starts at $f=0$: both labels of the point have probability $\frac{1}{2}$.`)
		} else {
			s.Text(`The latent function starts at $f=0$: at each of the <n=metric.errors point> both labels have probability $\frac{1}{2}$.`)
		}
		s.TeX(`\psi = \log p(y \mid f) - \frac{1}{2} f^\top K^{-1} f = -<n>\log 2 = \hl{<psi>}`)
	case weighing:
		s.Text(`Each log likelihood has a gradient that moves $f_i$ towards its label, the larger the less probable the label: <x> has the largest, ` +
			`<pull>. The Newton step is a regression on the working responses $z$, each with noise variance $1/W_i$.`)
		s.TeX(`\nabla_{<i>} = <g>, \quad W_{<i>} = \sigma(1-\sigma) = <w>`)
		if v.state.W[v.strongest()] > 1e-9 {
			s.TeX(`z_{<i>} = f_{<i>} + \frac{\nabla_{<i>}}{W_{<i>}} = <f> + \frac{<g>}{<w>} = \hl{<z>}`)
		}
	case moving:
		v.sayMove(&s)
	}
	if v.phase != weighing {
		s.Text(`At $q$, $f$ has the mean <m> and the variance <s2>. The averaged predictive probability is <p>; the plug-in, the sigmoid of the mean, is <plugin>.`)
	}
	return s.Lines
}

// unseen is the share of itself by which ψ rises that three digits do not show.
const unseen = 1e-3

func (v view) sayMove(s *algos.Story) {
	switch {
	case v.share > 0 && math.Abs(v.state.Psi()-v.from.Psi()) < unseen*math.Abs(v.state.Psi()):
		s.Text(`All $f_i$ move to the posterior mean of that regression, and $\psi$ hardly changes.`)
	case v.share == 1:
		s.Text(`All $f_i$ move to the posterior mean of that regression, and $\psi$ goes from <before=before.metric.psi> to <psi=metric.psi>.`)
	case v.share > 0:
		s.Text(`The full Newton step would decrease $\psi$, so the step size is <share>: $\psi$ goes from <before> to <psi>.`)
	default:
		s.Text(`Along the step $\psi$ does not increase: $f$ stays.`)
	}
	s.TeX(`a = b - W^{1/2} B^{-1} W^{1/2} K b, \quad b = Wf + \nabla, \quad f = K a`)
	s.TeX(`\psi = \log p(y \mid f) - \frac{1}{2} f^\top K^{-1} f = <log> <quad> = \hl{<psi>}`)
	if v.status.Final() {
		s.Text(`The Laplace approximation of the evidence is the height of the peak times its width: $|B|$ measures how much narrower the posterior is ` +
			`than the prior.`)
		s.TeX(`\log q(y) = \psi - \frac{1}{2}\log|B| = <psi> - \frac{1}{2}\cdot <half> = \hl{<evidence>}`)
	}
}

// arrived says that the mode is reached.
func (v view) arrived() algos.Status {
	w := say.Vars{"steps": v.steps, "psi": v.state.Psi(), "evidence": v.state.Evidence()}
	return algos.Status{State: algos.Converged, Reason: w.Text("The mode is reached after <steps Newton step>: ψ = <psi=metric.psi>, log marginal " +
		"likelihood <evidence=metric.log_evidence>.")}
}

// left says that the steps do not come to an end.
func (v view) left() algos.Status {
	w := say.Vars{"steps": v.steps, "delta": v.state.Delta}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("Stopped after <steps Newton step>: rounding hides any further increase, at the Newton " +
		"decrement <delta>.")}
}
