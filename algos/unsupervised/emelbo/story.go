package emelbo

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step shows the state: what was done, and what comes next.
func (s *state) step(at phase, part int) algos.Step {
	step := algos.Step{
		Phase: "start", Size: algos.Pass, Next: algos.Next{Small: "E-step of one point", Step: "E-step: tight ELBO", Pass: "one EM iteration"},
		Metrics: s.metrics(), Status: s.status, View: view{state: s, phase: at, part: part},
	}
	together := s.together()
	switch {
	case !s.free():
		step.Next.Step = "E-step: optimal q"
	case !together:
		step.Next.Step = "incremental E- and M-steps"
	}
	switch at {
	case asking:
		step.Phase, step.Size = say.Vars{"row": say.Row(part).Name()}.Text("E-step of <row>"), algos.Micro
		if !together {
			step.Next.Small = "incremental M-step"
		}
	case following:
		step.Phase, step.Size = "incremental M-step", algos.Micro
	case sharing:
		step.Phase, step.Size, step.Next.Small, step.Next.Step = "E-step", algos.Normal, refitting(0), "M-step: maximise the ELBO"
	case fitting:
		step.Phase, step.Size, step.Next.Small, step.Next.Step = refitting(part), algos.Micro, "", "M-step: maximise the ELBO"
		if part+1 < s.K && s.MStep != onlyFirst {
			step.Next.Small = refitting(part + 1)
		}
	case raising:
		step.Phase, step.Events = "M-step", s.events()
	}
	return step
}

func refitting(k int) say.Phrase { return say.Vars{"k": k + 1}.Text("refit component <k>") }

// events are components that a run loses.
func (s *state) events() (events []algos.Event) {
	for _, k := range s.fallen {
		v := say.Vars{"k": k + 1, "x": s.closest(k).Name()}
		events = append(events, algos.Event{Kind: "collapse", Text: v.Text("component <k> collapsed on <x>")})
	}
	for _, k := range s.empty {
		events = append(events, algos.Event{Kind: "empty", Text: say.Vars{"k": k + 1}.Text("component <k> is responsible for no point")})
	}
	return events
}

// name is what component k is called in marks and formulas.
func name(k int) string { return "c" + say.Num(float64(k)) }

// precise is a log-likelihood: it changes in late digits.
func precise(x float64) say.Digits { return say.Digits{X: x, N: 6} }

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{
		"n": len(v.x), "K": v.K, "loglik": precise(v.loglik), "elbo": precise(v.elbo), "kl": v.kl, "sigma": v.Sigma, "row": say.Row(v.Row), "q": v.Q,
		"rise": v.elbo - v.was,
	}}
	switch v.phase {
	case starting:
		v.sayStart(&s)
	case asking:
		v.sayPoint(&s)
	case sharing:
		v.sayShared(&s)
	case fitting, following:
		v.sayRefit(&s)
	case raising:
		v.sayRaised(&s)
	}
	return s.Lines
}

// sum is the decomposition in numbers.
const sum = `\log p(x \mid \theta) = \hl{\text{ELBO}(q, \theta)} + \text{KL}(q \,\Vert\, \text{posterior}) = <elbo> + <kl> = <loglik>`

func (v view) sayStart(s *algos.Story) {
	if v.EStep == hard {
		s.Text("<K component> with the standard deviation $\\sigma = <sigma>$. Initialisation: $q$ assigns all points to component 1.")
	} else {
		s.Text("<K component> with the standard deviation $\\sigma = <sigma>$. Initialisation: $q$ is uniform over the components.")
	}
	if v.Own {
		s.Text("The responsibility of component 1 for <row> is fixed by you at $q = <q>$.")
	}
	s.TeX(sum)
	s.Text("For any $q$, the log-likelihood is the ELBO plus a KL divergence. The E-step changes $q$ only, the M-step $\\theta$ only.")
}

// sayPoint gives the E-step of one point.
func (v view) sayPoint(s *algos.Story) {
	var room [2 * maxK]float64
	a, r := room[:v.K], room[maxK:maxK+v.K]
	bound, _ := v.look(a, r, v.part)
	q := v.q.row(v.part)
	old := shares{k: v.K, old: v.q.old}.row(v.part)
	k := largest(q)
	s.Vars = say.Vars{
		"x": say.Row(v.part), "ref": say.Row(v.part).Ref(), "i": v.part + 1, "k": k + 1, "q": q, "share": q[k], "one": bound, "logp": logSum(a),
		"rise": v.elbo - v.was, "was": divergence(old, r, a), "kl": divergence(q, r, a), "first": v.Q, "more": v.q.upto - v.part - 1,
	}
	switch {
	case v.Own && v.part == v.Row:
		s.Text("The responsibility of component 1 for $\\hl{<x>}$ is fixed by you at $<first>$; only the rest follows Bayes' rule. Its KL " +
			"divergence is <kl>. It is 0 only if your value is the posterior:")
		s.TeX(`\log p(x_{<i>} \mid \theta) = \ref{<ref>}{\text{ELBO}_{<i>}} + \text{KL}_{<i>} = <one> + <kl> = <logp>`)
	case v.EStep == hard:
		s.Text("$\\hl{<x>}$ is assigned to component <k>: the hard assignment with the smallest KL divergence, $-\\log p(<k> \\mid <x>)$:")
		s.TeX(`\log p(x_{<i>} \mid \theta) = \ref{<ref>}{\text{ELBO}_{<i>}} + \text{KL}_{<i>} = <one> + <kl> = <logp>`)
	default:
		s.Text("The responsibilities for $\\hl{<x>}$ are set to the posterior, $q = <q>$. Its KL divergence falls from <was> to 0, and its ELBO " +
			"term equals its log density:")
		s.TeX(`\ref{<ref>}{\text{ELBO}_{<i>}} = <logp> = \log p(x_{<i>} \mid \theta)`)
	}
	if v.q.upto > v.part+1 {
		s.Text("The same is done for <more more point>.")
	}
	s.More("The ELBO of all points rises by <rise>.")
}

func (v view) sayShared(s *algos.Story) {
	s.Vars["rose"] = v.elbo - v.low
	switch {
	case v.Own:
		s.Text("E-step: the parameters do not change. The ELBO has risen by <rose>, but it is not tight at <row>: the KL divergence of that point remains.")
		s.TeX(sum)
	case v.EStep == hard:
		s.Text("Hard E-step: every point is assigned to its most probable component. The parameters do not change; the ELBO has risen by <rose> " +
			"and equals the objective of hard EM:")
		s.TeX(`\text{ELBO}(q, \theta) = \sum_i \max_k \log \pi_k N(x_i \mid \mu_k, \sigma_k^2) = \hl{<elbo>} \;\le\; <loglik> = \log p(x \mid \theta)`)
	default:
		s.Text("E-step: every $q_i$ is the posterior, so all KL divergences are 0. The parameters do not change; the ELBO has risen by <rose> and is tight:")
		s.TeX(`\text{ELBO}(q, \theta) = \hl{<elbo>} = \log p(x \mid \theta)`)
	}
}

// fitted are the numbers of component k.
func (v view) fitted(s *algos.Story, k int) {
	c := v.theta[k]
	n := v.count(v.q, k)
	s.Vars["k"], s.Vars["ref"], s.Vars["N"], s.Vars["sum"] = k+1, name(k), n, say.Factor(n*c.mean)
	s.Vars["mean"], s.Vars["weight"], s.Vars["variance"] = c.mean, c.weight, c.variance
}

const newMean = `\hl{\ref{<ref>}{\mu_{<k>}}} \leftarrow \frac{1}{N_{<k>}}\sum_i q_{i<k>}\, x_i = \frac{1}{<N>} \cdot <sum> = <mean>`

func (v view) sayRefit(s *algos.Story) {
	if v.phase == following {
		v.fitted(s, v.farthest())
		s.Text("Incremental M-step, with the new responsibilities of this point and the old ones of the others. Component <k> has moved most in " +
			"this iteration. The ELBO rises by <rise>; log p need not, because the ELBO is not tight at the other points.")
		return
	}
	v.fitted(s, v.part)
	if !alive(v.count(v.q, v.part)) {
		s.Text("Component <k> is responsible for no point: its parameters do not change.")
		return
	}
	s.Text("The ELBO is maximised over the parameters of component <k>: the responsibility-weighted mean of the points is")
	s.TeX(newMean)
	if v.MStep == all {
		s.TeX(`\sigma_{<k>}^2 \leftarrow \frac{1}{N_{<k>}}\sum_i q_{i<k>}(x_i - \mu_{<k>})^2 = <variance>`)
	}
	s.Text("The ELBO rises by <rise>.")
}

func (v view) sayRaised(s *algos.Story) {
	j := v.farthest()
	v.fitted(s, j)
	s.Vars["lift"], s.Vars["more"], s.Vars["fall"] = v.elbo-v.half(), v.loglik-v.old, v.old-v.loglik
	if v.change <= v.least {
		s.Text("M-step: $q$ is fixed, and $\\theta$ maximises the ELBO already.")
	} else {
		s.Text("M-step: $q$ is fixed, and $\\theta$ maximises the ELBO. Component <k> moves most:")
	}
	if alive(v.count(v.q, j)) && v.change > v.least {
		s.TeX(newMean)
	}
	noise := 4 * v.rounding()
	switch {
	case v.gain <= noise && v.free():
		s.Text("Neither the ELBO nor the log-likelihood rises any more.")
	case v.kl <= noise && v.whole():
		s.Text("The ELBO rises by <lift>, and the log-likelihood with it: the ELBO stays tight.")
	case v.loglik >= v.old-noise && v.whole():
		s.Text("The ELBO rises by <lift>, the log-likelihood by <more>, at least as much. $q$ is no longer the posterior, so the KL divergence is positive.")
	case v.loglik >= v.old-noise:
		s.Text("In this iteration the log-likelihood has risen by <more>.")
	default:
		s.Text("The log-likelihood falls by <fall>. Only for the ELBO is it guaranteed that it never decreases.")
	}
	s.TeX(sum)
	for _, k := range v.fallen {
		if v.lowest > v.MinVariance {
			break // how the run ends says so
		}
		s.Vars["k"], s.Vars["x"] = k+1, v.closest(k)
		s.Text("Component <k> has collapsed on <x>: its variance equals the minimum variance.")
	}
}

// half is the bound before the last M-step.
func (v view) half() float64 { return v.halves[len(v.halves)-2].elbo }

// whole reports whether the last half-steps were a whole free E-step and an M-step.
func (v view) whole() bool { return v.free() && v.halves[len(v.halves)-2].at == sharing }

// farthest is the component whose mean has moved most in this iteration.
func (s *state) farthest() int {
	best, far := 0, -1.0
	for k := range s.theta {
		if d := math.Abs(s.theta[k].mean - s.before[k].mean); d > far {
			best, far = k, d
		}
	}
	return best
}
