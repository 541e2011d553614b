package mcmc

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// passEvery is after how many iterations the largest button stops.
const passEvery = 50

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{Phase: v.title(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, View: v}
	switch {
	case v.stage == proposing, v.stage == leaping, v.stage == half:
		s.Size = algos.Micro
	case v.t%passEvery == 0, v.status.Final():
		s.Size = algos.Pass
	}
	if v.stage == deciding && v.draw.diverged() {
		s.Events = []algos.Event{{Kind: "divergence", Text: v.vars().Text("divergent: the energy error is <error=model.energy_error>")}}
	}
	if !v.status.Final() {
		s.Next = v.nextLabels()
	}
	return s
}

func (v view) title() say.Phrase {
	w := v.vars()
	switch v.stage {
	case beginning:
		return "target density and initial states"
	case proposing:
		return w.Text("iteration <next>: a proposal")
	case half:
		return w.Text("iteration <next>: x₁ is drawn")
	case leaping:
		if v.leap == 0 {
			return w.Text("iteration <next>: a momentum is drawn")
		}
		return w.Text("iteration <next>: leapfrog step <leap> of <leaps>")
	}
	switch {
	case v.Method == gibbs:
		return w.Text("iteration <t=model.iterations>: both coordinates drawn")
	case v.draw.diverged():
		return w.Text("iteration <t=model.iterations>: divergent")
	case v.draw.accepted:
		return w.Text("iteration <t=model.iterations>: accepted")
	}
	return w.Text("iteration <t=model.iterations>: rejected")
}

func (v view) nextLabels() algos.Next {
	w := v.vars()
	next := algos.Next{Step: w.Text("iteration <next>"), Pass: w.Text("to iteration <pass>")}
	if v.stage != deciding && v.stage != beginning {
		switch v.Method {
		case gibbs:
			next.Step = "draw x₂"
		default:
			next.Step = "accept or reject"
		}
	}
	if v.t >= closely {
		return next
	}
	switch {
	case v.stage == proposing, v.stage == half, v.stage == leaping && v.leap == v.Leaps:
	case v.stage == leaping:
		next.Small = w.Text("leapfrog step <leapnext>")
	case v.Method == gibbs:
		next.Small = "draw x₁"
	case v.Method == hmc:
		next.Small = "draw a momentum"
	default:
		next.Small = "propose"
	}
	return next
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	w := say.Vars{
		"t": v.t, "next": v.t + 1, "draws": v.Draws, "pass": min(v.Draws, (v.t/passEvery+1)*passEvery), "chains": v.Chains, "warmup": v.Warmup,
		"leap": v.leap, "leapnext": v.leap + 1, "leaps": v.Leaps, "sigma": v.Step, "eps": v.Eps, "rate": v.rate(),
		"x": v.now(), "start": v.x[0][0], "points": len(v.problem.Points), "rho": v.Rho,
	}
	d := v.draw
	if d == nil {
		return w
	}
	w["from"], w["to"], w["noise"], w["drift"] = d.from, d.to, d.noise, d.drift
	w["lf"], w["lt"], w["ltt"], w["u"], w["a"] = d.logFrom, d.logTo, say.Factor(d.logTo), d.u, d.accept
	w["lff"] = say.Factor(d.logFrom)
	w["r"] = d.ratio
	w["there"], w["back"] = say.Factor(d.there), d.back
	if n := len(d.path); n > 0 {
		w["h0"], w["h1"], w["h1f"], w["error"] = d.path[0].energy, d.path[n-1].energy, say.Factor(d.path[n-1].energy), d.path[n-1].energy-d.path[0].energy
		at := d.path[min(v.leap, n-1)]
		w["q"], w["p"], w["h"], w["he"] = at.x, at.p, at.energy, at.energy-d.path[0].energy
	}
	return w
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.stage {
	case beginning:
		v.sayBeginning(&s)
	case proposing:
		v.sayProposal(&s)
	case half:
		v.sayConditional(&s, 0)
	case leaping:
		v.sayLeap(&s)
	case deciding:
		v.sayDecision(&s)
	}
	return s.Lines
}

func (v view) sayBeginning(s *algos.Story) {
	s.Text(`The target density is known up to a constant factor (contours). We can only evaluate $\tilde p$ pointwise, and want samples.`)
	switch v.Method {
	case metropolis:
		s.Text(`Metropolis proposes $x^*$ from the Gaussian $N(x, \sigma^2 I)$ with $\sigma = <sigma>$ and accepts it with the probability`)
		s.TeX(`a = \min\Bigl\{1, \frac{\tilde p(x^*)}{\tilde p(x)}\Bigr\}`)
	case hastings:
		s.Text("The proposal distribution is not symmetric: it has a drift. The acceptance ratio therefore includes the density of the reverse " +
			"move:")
		s.TeX(`a = \min\Bigl\{1, \frac{\tilde p(x^*)\, q(x \mid x^*)}{\tilde p(x)\, q(x^* \mid x)}\Bigr\}`)
		if !v.Correct {
			s.Text("But here the Hastings correction is off: the chain will not sample the target density.")
		}
	case gibbs:
		s.Text("Gibbs sampling draws each coordinate in turn from its full conditional, and accepts every draw:")
		s.TeX(`x_1 \sim p(x_1 \mid x_2), \qquad x_2 \sim p(x_2 \mid x_1)`)
	case hmc:
		s.Text(`The state gets a random momentum $p \sim N(0, I)$ and moves with the potential energy $-\log \tilde p$. <leaps leapfrog step> of ` +
			`size $\varepsilon = <eps>$ integrate the trajectory; its end is accepted with the probability`)
		s.TeX(`a = \min\{1, e^{H - H^*}\}, \qquad H = -\log \tilde p(x) + \tfrac{1}{2} \lVert p \rVert^2`)
	}
	switch {
	case v.Target == onPoints:
		s.Text("<chains chain> will run in parallel. The first starts at the first of the <points point>, at <start>.")
	case len(v.problem.Points) > v.Chains:
		s.Text("A chain starts at each of the first <chains> of the <points point>; the text describes the first chain.")
	default:
		s.Text("<chains chain> will run, one from every point; the text describes the first chain.")
	}
}

// sayMoved tells where the proposal is.
func (v view) sayMoved(s *algos.Story) {
	switch {
	case v.Method == metropolis:
		s.TeX(`x^* = x + \sigma z = <from> + <sigma>\, <noise> = \hl{<to>}`)
	default:
		s.TeX(`x^* = x + d(x) + \sigma z = <from> + <drift> + <sigma>\, <noise> = \hl{<to>}`)
	}
}

func (v view) sayProposal(s *algos.Story) {
	s.Text(`Draw $z \sim N(0, I)$ and propose a new state:`)
	v.sayMoved(s)
	s.Text("Evaluate the log density at both states:")
	s.TeX(`\log \tilde p(x) = <lf>, \qquad \log \tilde p(x^*) = <lt>`)
	if v.Method == hastings && v.Correct {
		s.Text("Forward and reverse proposals are not equally likely. Up to the same constant,")
		s.TeX(`\log q(x^* \mid x) = <there>, \qquad \log q(x \mid x^*) = <back>`)
	}
}

// nowhere reports whether the density is 0 at the proposal.
func (d draw) nowhere() bool { return math.IsInf(d.logTo, -1) || math.IsNaN(d.logTo) }

// shown is the least probability that is written as such.
const shown = 1e-99

func (v view) sayDecision(s *algos.Story) {
	d := v.draw
	switch v.Method {
	case gibbs:
		v.sayConditional(s, 1)
		s.Text("Both draws are accepted, as draws from the full conditional always are. The chain moves to <x>.")
	case hmc:
		v.sayTrajectory(s)
	default:
		v.sayMoved(s)
		v.sayRatio(s)
	}
	if v.Method != gibbs {
		switch {
		case d.accepted:
			s.Text("Accepted, as the uniform draw $u = <u> < a$: the chain moves to <x>.")
		case d.accept > 0:
			s.Text(`Rejected, as the uniform draw $u = <u> \ge a$: the chain stays at <x>; this state is repeated.`)
		default:
			s.Text("Rejected: the chain stays at <x>; this state is repeated.")
		}
	}
	v.sayEstimates(s)
}

func (v view) sayRatio(s *algos.Story) {
	d := v.draw
	switch {
	case d.nowhere():
		s.Text("The density is 0 there, so the acceptance probability is 0.")
	case d.accept < shown:
		s.Text("The density is so much lower there that the acceptance probability is 0 in floating point.")
	case v.Method == hastings && v.Correct:
		s.Text("Acceptance probability, with the Hastings correction:")
		s.TeX(`\log r = <lt> - <lff> + <back> - <there> = <r>`)
		v.sayMin(s)
	case v.Method == hastings:
		s.Text("Acceptance probability, without the Hastings correction:")
		s.TeX(`\log r = <lt> - <lff> = <r>`)
		v.sayMin(s)
	default:
		s.Text("Acceptance probability, from the density ratio $r$:")
		s.TeX(`\log r = \log \tilde p(x^*) - \log \tilde p(x) = <lt> - <lff> = <r>`)
		v.sayMin(s)
	}
}

// sayMin tells the probability.
func (v view) sayMin(s *algos.Story) {
	if v.draw.ratio >= 0 {
		s.TeX(`a = \min\{1, r\} = \hl{1}`)
		return
	}
	s.TeX(`a = \min\{1, e^{<r>}\} = \hl{<a>}`)
}

func (v view) sayTrajectory(s *algos.Story) {
	d := v.draw
	if d.diverged() {
		s.Text("The trajectory is divergent: its energy error is above 1000 or not a number. The leapfrog step size is too large for the curvature " +
			"here.")
		return
	}
	s.Text("The trajectory ends at <to>. Exact dynamics would conserve the energy; the leapfrog has changed it by")
	s.Vars["h0f"] = say.Factor(d.path[0].energy)
	s.TeX(`H^* - H = <h1> - <h0f> = <error>`)
	switch {
	case d.ratio >= 0:
		s.TeX(`a = \min\{1, e^{H - H^*}\} = \hl{1}`)
	case d.accept >= shown:
		s.TeX(`a = e^{<r>} = \hl{<a>}`)
	}
}

func (v view) sayLeap(s *algos.Story) {
	if v.leap == 0 {
		s.Text("A momentum is drawn from $N(0, I)$: $p = <p>$. The energy is then $H = <h>$, and the trajectory nearly conserves it.")
		return
	}
	s.Text("Leapfrog step <leap> of <leaps>: half-step in momentum along the gradient, full step in position, half-step in momentum.")
	s.TeX(`p \leftarrow p + \tfrac{\varepsilon}{2} \nabla \log \tilde p(x), ` +
		`\quad x \leftarrow x + \varepsilon p, \quad p \leftarrow p + \tfrac{\varepsilon}{2} \nabla \log \tilde p(x)`)
	at := v.draw.path[v.leap]
	if bounded(at.energy) && bounded(at.x[0]) && bounded(at.x[1]) && bounded(at.p[0]) && bounded(at.p[1]) {
		s.Text("Now $x = <q>$ and $p = <p>$; the energy error is <he>.")
		return
	}
	s.Text("The numbers overflow: the trajectory is divergent.")
}

func bounded(x float64) bool { return math.Abs(x) < 1e100 }

// sayConditional tells how coordinate k is drawn.
func (v view) sayConditional(s *algos.Story, k int) {
	d := v.draw
	given := d.from[1]
	if k == 1 {
		given = d.to[0]
	}
	parts := d.lines[k]
	s.Vars["given"], s.Vars["givenf"], s.Vars["drawn"], s.Vars["n"] = given, say.Factor(given), d.to[k], len(parts)
	if v.Target == onGaussian {
		s.Vars["m"], s.Vars["sd"], s.Vars["v"] = parts[0].mean, parts[0].sd, parts[0].sd*parts[0].sd
		if k == 0 {
			s.Text(`Given $x_2 = <given>$, the full conditional of $x_1$ is Gaussian with the mean $\rho x_2$ and the variance $1 - \rho^2$:`)
			s.TeX(`x_1 \mid x_2 \;\sim\; N(<rho>\cdot <givenf>,\; 1 - <rho>^2) = N(<m>, <v>), \qquad x_1 = \hl{<drawn>}`)
			return
		}
		s.Text(`Given $x_1 = <given>$, the full conditional of $x_2$ is Gaussian with the mean $\rho x_1$ and the variance $1 - \rho^2$:`)
		s.TeX(`x_2 \mid x_1 \;\sim\; N(<rho>\cdot <givenf>,\; 1 - <rho>^2) = N(<m>, <v>), \qquad x_2 = \hl{<drawn>}`)
		return
	}
	best := 0
	for i, n := range parts {
		if n.weight > parts[best].weight {
			best = i
		}
	}
	s.Vars["share"], s.Vars["m"], s.Vars["sd"] = parts[best].weight, parts[best].mean, parts[best].sd
	if k == 0 {
		s.Text(`Given $x_2 = <given>$, the full conditional of $x_1$ is a mixture of <n Gaussian>; the largest weight, <share>, is that of the one ` +
			`at <m>. A component is chosen by its weight, and $x_1 = \hl{<drawn>}$ is drawn from it.`)
		return
	}
	s.Text(`Given $x_1 = <given>$, the full conditional of $x_2$ is a mixture of <n Gaussian>; the largest weight, <share>, is that of the one at ` +
		`<m>. A component is chosen by its weight, and $x_2 = \hl{<drawn>}$ is drawn from it.`)
}

// sayEstimates tells what the chains say so far, now and then.
func (v view) sayEstimates(s *algos.Story) {
	if v.Method != gibbs {
		s.Text("Acceptance rate so far, all chains: <rate=metric.acceptance>.")
	}
	if v.t <= v.Warmup {
		s.Text("This is burn-in: its <warmup iteration is> discarded.")
		return
	}
	if v.t%seldom != 0 && !v.status.Final() {
		return // the pictures have it at every step
	}
	k := v.watched()
	e := v.estimate(k)
	if math.IsNaN(e.ess) {
		return
	}
	ex := v.exact()
	s.Vars["k"], s.Vars["mean"], s.Vars["exact"], s.Vars["se"], s.Vars["ess"], s.Vars["kept"] =
		named(k), e.mean, ex.mean[k], e.error(), e.ess, v.Chains*(v.t-v.Warmup)
	s.Vars["off"] = e.off(ex.mean[k])
	s.Text("The mean of <k> over <kept draw> is <mean>, exact <exact>. The effective sample size is <ess>; the estimate is <off> Monte Carlo " +
		"standard errors from the exact value.")
}

// reason says how the run ends.
func (v view) reason() say.Phrase {
	w := v.vars()
	k := v.watched()
	e := v.estimate(k)
	ex := v.exact()
	w["k"], w["mean"], w["exact"], w["ess"], w["rhat"] = named(k), e.mean, ex.mean[k], e.ess, e.rhat
	switch {
	case math.IsNaN(e.rhat):
		return w.Text("The run ends after <draws iteration>: too few draws after burn-in, or too little movement, to assess convergence.")
	case e.rhat > alarm:
		return w.Text("After <draws iteration> the chains have not converged: R-hat of <k> is <rhat=metric.rhat_1>. Their mean <mean> " +
			"is unreliable; exact is <exact>.")
	}
	return w.Text("The run ends after <draws iteration>. The mean of <k> is <mean>, exact is <exact>; the effective sample size is <ess>, and R-hat is " +
		"<rhat>.")
}

// alarm is the R̂ from which chains are said to disagree.
const alarm = 1.1
