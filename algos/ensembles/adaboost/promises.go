package adaboost

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	s := v.now()
	switch s.Alpha {
	case fixed:
		return []algos.Check{
			s.checkBound(), s.checkLoss(), s.checkPower(), s.checkGamma(), s.checkEnough(),
			s.checkTotal(), s.checkMass(), s.checkFloor(), s.checkThreshold(), v.checkSum(),
		}
	case beta:
		return []algos.Check{
			s.checkBound(), s.checkEdges(), s.checkPower(), s.checkGamma(), s.checkLoss(), v.checkHalf(), v.checkAlpha(), v.checkSum(),
			s.checkTotal(), s.checkMass(), s.checkFloor(), s.checkThreshold(),
		}
	}
	return []algos.Check{
		s.checkBound(), s.checkEdges(), s.checkPower(), s.checkGamma(), s.checkLoss(), v.checkHalf(), v.checkAlpha(), v.checkSum(), s.checkConventions(),
	}
}

// rounding is the relative error that t rounds leave in products and weights: in
// each round a weight is rounded a few times, so that after t rounds ε, and with
// it α and Z, are off by a few t·ulp, of which a product collects t.
func (s *state) rounding() float64 {
	t := float64(len(s.rounds))
	return num.Ulp * (float64(len(s.y)) + 8*(t+1)*(t+1))
}

// tiny is where products of many small numbers are no longer compared: not far below
// it floating-point numbers lose their digits, and then vanish.
const tiny = 0x1p-960

const tooTiny = "both sides are below 10⁻²⁸⁸, where floating-point numbers lose precision"

func (s *state) checkBound() algos.Check {
	err := float64(s.wrong) / float64(len(s.y))
	claim := say.Phrase(`training error $\le \prod_t 2\sqrt{\varepsilon_t(1-\varepsilon_t)}$`)
	if s.Alpha == fixed {
		claim = `training error $\le \frac{W_T}{n\,\beta^{T/2}} = \prod_t Z_t$ with $Z = \frac{\beta(1-\varepsilon) + \varepsilon}{\sqrt{\beta}}$`
	}
	return algos.AtMost("bound", claim, err, s.bound, s.rounding()*s.bound).
		Between("training error", "bound").Because(say.Vars{"wrong": s.wrong, "n": len(s.y)}.Text("<wrong> of <n point> misclassified")).Metered()
}

func (s *state) checkEdges() algos.Check {
	claim := algos.Guarantee{Name: "edges", Claim: `$\prod_t 2\sqrt{\varepsilon_t(1-\varepsilon_t)} \le e^{-2\sum_t \gamma_t^2}$ with the ` +
		`edge $\gamma_t = \frac{1}{2} - \varepsilon_t$`}
	right := math.Exp(-2 * s.edges)
	return claim.AtMost(s.bound, right, s.rounding()*right).Between("bound", "from the edges").Metered()
}

// checkLoss compares the loss, measured on the points, with the product of the
// rounds' Z.
func (s *state) checkLoss() algos.Check {
	claim := algos.Guarantee{Name: "loss", Claim: `exponential loss $\frac{1}{n}\sum_i e^{-y_iF(x_i)} = \prod_t Z_t$`}
	if s.perfect {
		return claim.Not("ε = 0: the loss falls to 0 as α → ∞")
	}
	if s.bound < tiny {
		return claim.Not(tooTiny)
	}
	return claim.Equal(s.loss, s.bound, s.rounding()*s.bound).Between("measured", "Π Z").Because(s.inF())
}

// inF says which α is meant in the loss, where it is written otherwise.
func (t *task) inF() say.Phrase {
	switch t.Alpha {
	case full:
		return "with F/2 in place of F: the loss is minimal for α with ½"
	case beta:
		return "with α = ½ ln(1/β) in F"
	case fixed:
		return "with ½ ln(1/β) in F for every vote"
	}
	return ""
}

var claimWeights = algos.Guarantee{Name: "weights", Claim: `the weights add up to one: $\sum_i w_i = 1$`}

func (v view) checkSum() algos.Check {
	sum := 0.0
	for _, w := range v.weights() {
		sum += w
	}
	return claimWeights.Equal(sum, 1, 2*num.Ulp*float64(len(v.y)))
}

// checkHalf: with Z = 2√(ε(1−ε)) what the last h of the weights that the step
// shows got wrong weighs ε·e^α/Z = ½.
func (v view) checkHalf() algos.Check {
	claim := algos.Guarantee{Name: "half", Claim: `after reweighting, the last weak learner has weighted error ½: ` +
		`$\sum_{i\,\text{misclassified}} w_i = \frac{1}{2}$`}
	s := v.weighted()
	if s.last() == nil {
		return claim.Not("the points have not been reweighted yet")
	}
	wrong := total(s.mistakes(s.last().h), s.w)
	return claim.Equal(wrong, 0.5, 4*num.Ulp*float64(len(s.y))).
		Between(say.Vars{"h": hName(len(s.rounds))}.Text("weight misclassified by <h>"), "")
}

// checkAlpha finds the α that minimises the exponential loss of the ensemble
// before the round plus α·h, from the points alone and without the formula: the
// slope of the loss is bisected.
func (v view) checkAlpha() algos.Check {
	claim := algos.Guarantee{Name: "alpha", Claim: `no other $\alpha$ gives a smaller exponential loss`}
	s := v.now()
	switch {
	case s.perfect:
		return claim.Not("ε = 0: every larger α gives a smaller loss")
	case s.last() == nil:
		return claim.Not("no round yet")
	}
	r := s.last()
	right, wrong := 0.0, 0.0 // Σe^{−yF} before the round, where h is right and where it is wrong
	for i, x := range s.x {
		e := math.Exp(-s.y[i] * (s.f[i] - r.alpha*r.h.at(x)))
		if r.h.at(x) == s.y[i] {
			right += e
		} else {
			wrong += e
		}
	}
	lo, hi := -1.0, 1.0
	slope := func(a float64) float64 { return wrong*math.Exp(a) - right*math.Exp(-a) }
	for slope(hi) < 0 && hi < 512 {
		hi *= 2
	}
	for range 80 {
		if middle := (lo + hi) / 2; slope(middle) < 0 {
			lo = middle
		} else {
			hi = middle
		}
	}
	// F and the weights have collected a rounding in every round, and α is the
	// difference of ½ ln(1 − ε) and ½ ln ε.
	unit := s.vote(r) / r.alpha
	rounding := num.Ulp * (float64(len(s.y)) + 8*float64(len(s.rounds)+1)*(1+s.sum))
	return claim.Equal(s.vote(r), unit*(lo+hi)/2, unit*rounding).Of(-unit*math.Log(r.err)/2).Between("α by formula", "by bisection").
		Because(s.inF())
}

// checkConventions runs the other convention over the same weak learners, with
// weights of its own, and compares the scores.
func (s *state) checkConventions() algos.Check {
	claim := algos.Guarantee{Name: "conventions", Claim: `$\alpha$ with and without $\frac{1}{2}$ give the same classifier`}
	if len(s.rounds) == 0 || s.perfect {
		return claim.Not("requires a finite α")
	}
	w, f := slices.Repeat([]float64{1}, len(s.y)), make([]float64, len(s.y))
	for _, r := range s.rounds {
		wrong, all := 0.0, 0.0
		for i, x := range s.x {
			all += w[i]
			if r.h.at(x) != s.y[i] {
				wrong += w[i]
			}
		}
		alpha := math.Log((all - wrong) / wrong) // SAMME
		for i, x := range s.x {
			f[i] += alpha * r.h.at(x)
			if r.h.at(x) != s.y[i] {
				w[i] *= math.Exp(alpha) // only the wrong ones gain
			}
			w[i] /= all
		}
	}
	worst := 0
	for i := range f {
		if math.Abs(f[i]/2-s.f[i]) > math.Abs(f[worst]/2-s.f[worst]) {
			worst = i
		}
	}
	return claim.Equal(f[worst]/2, s.f[worst], 4*s.rounding()*(1+s.sum)).Between("half of F by SAMME", "F with ½").
		Because(say.Vars{"row": say.Row(worst).Name()}.Text("at <row>, where the two differ most"))
}

// checkTotal follows the weights of the form with β, which are never normalised:
// the ones that h gets right shrink by the factor β, and so the total by 2ε.
func (s *state) checkTotal() algos.Check {
	claim := say.Phrase(`the total weight $W_t = n\prod_t 2\varepsilon_t$, if correctly classified points shrink by the factor $\beta_t$ ` +
		`and misclassified ones keep their weight`)
	if s.Alpha == fixed {
		claim = `the total weight $W_T = n\prod_t (\beta(1-\varepsilon_t) + \varepsilon_t)$`
	}
	if len(s.rounds) == 0 {
		return algos.Inapplicable("total", claim, "no round yet: W = n")
	}
	expected, measured := float64(len(s.y)), 0.0
	for _, r := range s.votes() {
		expected *= s.shrink(r)
	}
	if expected < tiny && !s.perfect {
		return algos.Inapplicable("total", claim, tooTiny)
	}
	for i, x := range s.x {
		w := 1.0
		for _, r := range s.votes() {
			if r.h.at(x) == s.y[i] {
				w *= r.beta
			}
		}
		measured += w
	}
	return algos.Equal("total", claim, measured, expected, s.rounding()*expected).Between("measured", "expected")
}

// The bounds with one edge γ for all rounds, and what the proof of the notes 003 makes
// of the total weight. With a β of its own in every round γ is the least edge so far;
// with the same β in all of them γ is assumed beforehand, and a round below it takes
// the promise back.

// below is the first round whose edge is less than the γ that was assumed, or 0.
func (s *state) below() int {
	if s.Alpha != fixed {
		return 0
	}
	return slices.IndexFunc(s.rounds, func(r *round) bool { return !s.keeps(r) }) + 1
}

// keeps reports whether a round has the edge that was assumed, up to rounding.
func (t *task) keeps(r *round) bool { return r.err <= 0.5-t.Edge+4*num.Ulp*float64(len(t.y)) }

// noEdge says why there is no bound with one γ, or "" where there is.
func (s *state) noEdge() say.Phrase {
	t := s.below()
	switch {
	case len(s.rounds) == 0:
		return "no round yet"
	case t > 0:
		return say.Vars{"name": hName(t), "err": s.rounds[t-1].err, "most": 0.5 - s.Edge}.Text("<name> has ε = <err>, more than ½ − γ = " +
			"<most>: the weak-learning condition is violated")
	}
	return ""
}

// whichEdge says what γ is.
func (s *state) whichEdge() say.Phrase {
	vars := say.Vars{"edge": s.edge}
	if s.Alpha == fixed {
		return vars.Text("γ = <edge>, as assumed")
	}
	return vars.Text("γ = <edge>, the smallest so far")
}

// checkPower compares the product of the rounds' Z with that of rounds that all have
// the least edge.
func (s *state) checkPower() algos.Check {
	claim := algos.Guarantee{Name: "power", Claim: `$\prod_t Z_t \le (1-4\gamma^2)^{T/2}$ if no edge is below $\gamma$`}
	if why := s.noEdge(); why != "" {
		return claim.Not(why)
	}
	right := s.powerBound()
	return claim.AtMost(s.bound, right, s.rounding()*right).Between("Π Z", "bound").Because(s.whichEdge())
}

// checkGamma: 1 + x ≤ eˣ, once for every round.
func (s *state) checkGamma() algos.Check {
	claim := algos.Guarantee{Name: "gamma", Claim: `$(1-4\gamma^2)^{T/2} \le e^{-2\gamma^2 T}$`}
	if len(s.rounds) == 0 {
		return claim.Not("no round yet")
	}
	edge := s.Edge
	if s.Alpha != fixed {
		edge = s.rounds[0].edge()
		for _, r := range s.rounds {
			edge = min(edge, r.edge())
		}
	}
	left, right := 1.0, s.gammaBound()
	for range s.rounds {
		left *= math.Sqrt(1 - 4*edge*edge)
	}
	return claim.AtMost(left, right, s.rounding()*right).Because(s.whichEdge())
}

// checkMass bounds the total weight by that of rounds that all have the edge γ.
func (s *state) checkMass() algos.Check {
	claim := algos.Guarantee{Name: "mass", Claim: `the total weight $W_T \le n\,(1-2\gamma)^T$ if no edge is below $\gamma$`}
	if why := s.noEdge(); why != "" {
		return claim.Not(why)
	}
	right := s.massBound()
	return claim.AtMost(s.mass, right, s.rounding()*right).Between("W", "bound").Because(s.whichEdge())
}

// checkFloor weighs the points that the ensemble misclassifies by their votes alone: the
// votes for the truth are at most half of all, and only they make a point lighter.
func (s *state) checkFloor() algos.Check {
	claim := algos.Guarantee{Name: "floor", Claim: `a point misclassified by the vote has at least the weight $\sqrt{\beta_1 \cdots \beta_T}$`}
	switch {
	case len(s.rounds) == 0:
		return claim.Not("no round yet")
	case s.wrong == 0:
		return claim.Not("no point is misclassified")
	case s.floor < tiny:
		return claim.Not(tooTiny)
	}
	least, row := math.Inf(1), 0
	for i, x := range s.x {
		w, votes := 1.0, 0.0
		for _, r := range s.votes() {
			h := r.h.at(x)
			votes += s.weight(r) * h
			if h == s.y[i] {
				w *= r.beta
			}
		}
		if mistaken(votes, s.y[i]) && w < least {
			least, row = w, i
		}
	}
	return claim.AtLeast(least, s.floor, s.rounding()*s.floor).Between("smallest misclassified weight", "bound").
		Because(say.Vars{"row": say.Row(row).Name()}.Text("<row>"))
}

// enough is how many rounds with the edge γ leave no training point wrong: the bound is
// then below 1/n.
func (s *state) enough() float64 {
	return math.Floor(math.Log(float64(len(s.y)))/(2*s.edge*s.edge)) + 1
}

// checkEnough: as soon as the bound is below 1/n no point is wrong.
func (s *state) checkEnough() algos.Check {
	claim := algos.Guarantee{Name: "enough", Claim: `after more than $\frac{\ln n}{2\gamma^2}$ rounds the training error is 0`}
	if why := s.noEdge(); why != "" {
		return claim.Not(why)
	}
	t := float64(len(s.rounds))
	vars := say.Vars{"t": len(s.rounds), "enough": math.Log(float64(len(s.y))) / (2 * s.edge * s.edge)}
	if t < s.enough() {
		return claim.Not(vars.Text("<t round> so far, and the bound requires more than <enough>"))
	}
	return claim.AtMost(float64(s.wrong), 0, 0).Between("misclassified", "").Because(vars.Text("<t round>, more than <enough>"))
}

// checkThreshold counts the votes for + with answers 0 and 1 in the place of −1 and +1:
// their share minus ½ is half of the margin's score.
func (s *state) checkThreshold() algos.Check {
	claim := algos.Guarantee{Name: "threshold", Claim: `with $b_t = \frac{1+h_t}{2} \in \{0, 1\}$ and votes that add up to one: ` +
		`$\sum_t \alpha_t b_t(x) - \frac{1}{2} = \frac{1}{2}\sum_t \alpha_t h_t(x)$`}
	if len(s.rounds) == 0 {
		return claim.Not("no round yet")
	}
	left, right, row, most := 0.0, 0.0, 0, -1.0
	for i, x := range s.x {
		a, b := s.share(x)-0.5, s.f[i]/s.sum/2
		if off := math.Abs(a - b); off > most {
			left, right, row, most = a, b, i, off
		}
	}
	return claim.Equal(left, right, s.rounding()).Of(1).Between("votes for + minus ½", "half the score").
		Because(say.Vars{"row": say.Row(row).Name()}.Text("at <row>, where the two differ most"))
}

// share is the share of the votes that say + at a place: Σαₜbₜ with answers bₜ of 0 and
// 1, and votes that add up to one.
func (s *state) share(x [2]float64) (votes float64) {
	for _, r := range s.votes() {
		if r.h.at(x) > 0 {
			votes += s.weight(r)
		}
	}
	return votes / s.sum
}
