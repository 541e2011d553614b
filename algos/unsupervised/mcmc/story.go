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
		return "the density, and where the chains start"
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
	s.Text("The density is known up to a constant factor: the isolines. Samples of it are wanted, and all that can be asked is $\\tilde p$ at a place.")
	switch v.Method {
	case metropolis:
		s.Text("Metropolis proposes a place near by, from a bell of the width $\\sigma = <sigma>$, and accepts it with the probability")
		s.TeX(`a = \min\Bigl\{1, \frac{\tilde p(x^*)}{\tilde p(x)}\Bigr\}`)
	case hastings:
		s.Text("The proposal is not symmetric: it has a drift. So the ratio takes in how probable the way back is:")
		s.TeX(`a = \min\Bigl\{1, \frac{\tilde p(x^*)\, q(x \mid x^*)}{\tilde p(x)\, q(x^* \mid x)}\Bigr\}`)
		if !v.Correct {
			s.Text("But here $q$ is left out of it: the chain will not sample this density.")
		}
	case gibbs:
		s.Text("Gibbs draws one coordinate after the other from its density given the other one, and accepts all:")
		s.TeX(`x_1 \sim p(x_1 \mid x_2), \qquad x_2 \sim p(x_2 \mid x_1)`)
	case hmc:
		s.Text("The place gets a random momentum $p \\sim N(0, I)$ and slides, as on a landscape of the height $-\\log \\tilde p$. " +
			"<leaps leapfrog step> of the length $\\varepsilon = <eps>$ follow its way; at the end it is accepted with the probability")
		s.TeX(`a = \min\{1, e^{H - H^*}\}, \qquad H = -\log \tilde p(x) + \tfrac{1}{2} \lVert p \rVert^2`)
	}
	switch {
	case v.Target == onPoints:
		s.Text("<chains chain> will run side by side. The first starts at the first of the <points point>, at <start>.")
	case len(v.problem.Points) > v.Chains:
		s.Text("A chain starts at each of the first <chains> of the <points point> on the board; the first of them is told about.")
	default:
		s.Text("<chains chain> will run, one from every point on the board. The first is told about.")
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
	s.Text("Two normal numbers $z$ are drawn, and a place is proposed:")
	v.sayMoved(s)
	s.Text("The density is asked at both places:")
	s.TeX(`\log \tilde p(x) = <lf>, \qquad \log \tilde p(x^*) = <lt>`)
	if v.Method == hastings && v.Correct {
		s.Text("The ways there and back are not equally probable. Up to the same constant,")
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
		s.Text("Both are accepted: a draw from the conditional always is. The chain is at <x> now.")
	case hmc:
		v.sayTrajectory(s)
	default:
		v.sayMoved(s)
		v.sayRatio(s)
	}
	if v.Method != gibbs {
		switch {
		case d.accepted:
			s.Text("The uniform number is $u = <u> < a$: accepted. The chain is at <x> now.")
		case d.accept > 0:
			s.Text("The uniform number is $u = <u> \\ge a$: rejected. The chain stays at <x>, and that place counts once more.")
		default:
			s.Text("Rejected: the chain stays at <x>, and that place counts once more.")
		}
	}
	v.sayEstimates(s)
}

func (v view) sayRatio(s *algos.Story) {
	d := v.draw
	switch {
	case d.nowhere():
		s.Text("There the density is 0, and so is the probability of acceptance.")
	case d.accept < shown:
		s.Text("There the density is so much lower that the probability of acceptance is 0 to any precision.")
	case v.Method == hastings && v.Correct:
		s.Text("The acceptance, with the ratio of the proposals:")
		s.TeX(`\log r = <lt> - <lff> + <back> - <there> = <r>`)
		v.sayMin(s)
	case v.Method == hastings:
		s.Text("The acceptance, without the ratio of the proposals that belongs to it:")
		s.TeX(`\log r = <lt> - <lff> = <r>`)
		v.sayMin(s)
	default:
		s.Text("The acceptance, from the ratio $r$ of the densities:")
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
		s.Text("The trajectory is divergent: its energy error is above 1000 or is no number any more. The steps are too long for the curvature here.")
		return
	}
	s.Text("The trajectory ends at <to>. Exactly followed, the energy would not change; the leapfrog has changed it by")
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
		s.Text("A momentum is drawn, two normal numbers: $p = <p>$. With it the energy is $H = <h>$, which the way will keep, all but.")
		return
	}
	s.Text("Leapfrog step <leap> of <leaps>: half a kick by the slope, a drift by the momentum, half a kick.")
	s.TeX(`p \leftarrow p + \tfrac{\varepsilon}{2} \nabla \log \tilde p(x), ` +
		`\quad x \leftarrow x + \varepsilon p, \quad p \leftarrow p + \tfrac{\varepsilon}{2} \nabla \log \tilde p(x)`)
	at := v.draw.path[v.leap]
	if bounded(at.energy) && bounded(at.x[0]) && bounded(at.x[1]) && bounded(at.p[0]) && bounded(at.p[1]) {
		s.Text("Now $x = <q>$ and $p = <p>$; the energy is off by <he>.")
		return
	}
	s.Text("The numbers have left all bounds: the trajectory is divergent.")
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
			s.Text("Given $x_2 = <given>$ the first coordinate is normal, with the mean $\\rho x_2$ and the variance $1 - \\rho^2$:")
			s.TeX(`x_1 \mid x_2 \;\sim\; N(<rho>\cdot <givenf>,\; 1 - <rho>^2) = N(<m>, <v>), \qquad x_1 = \hl{<drawn>}`)
			return
		}
		s.Text("Given $x_1 = <given>$ the second coordinate is normal, with the mean $\\rho x_1$ and the variance $1 - \\rho^2$:")
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
		s.Text("Given $x_2 = <given>$ the first coordinate is a mixture of <n bell>; the heaviest, with the share <share>, is about <m>. " +
			"One is chosen by its share, " +
			"and $x_1 = \\hl{<drawn>}$ is drawn from it.")
		return
	}
	s.Text("Given $x_1 = <given>$ the second coordinate is a mixture of <n bell>; the heaviest, with the share <share>, is about <m>. " +
		"One is chosen by its share, " +
		"and $x_2 = \\hl{<drawn>}$ is drawn from it.")
}

// sayEstimates tells what the chains say so far, now and then.
func (v view) sayEstimates(s *algos.Story) {
	if v.Method != gibbs {
		s.Text("Of all proposals so far, in all chains, the share <rate=metric.acceptance> was accepted.")
	}
	if v.t <= v.Warmup {
		s.Text("This is warm-up: of <warmup iteration> none is counted.")
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
	s.Text("The mean of <k> over <kept draw> is <mean>; exact is <exact>. The draws are worth <ess> independent ones, and it is <off> standard errors off.")
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
		return w.Text("All <draws iteration> are made: too few are counted, or too little has moved, to say anything.")
	case e.rhat > alarm:
		return w.Text("All <draws iteration> are made, and the chains do not agree: R-hat of <k> is <rhat=metric.rhat_1>. Their mean <mean> is not to be believed; exact is <exact>.")
	}
	return w.Text("All <draws iteration> are made. The mean of <k> is <mean>, exact is <exact>; the draws are worth <ess> independent ones, and R-hat is <rhat>.")
}

// alarm is the R̂ from which chains are said to disagree.
const alarm = 1.1
