package adaboost

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The bounds with one edge γ for all rounds, and what the proof of the notes 003 makes
// of the total weight. With a β of its own in every round γ is the least edge so far;
// with the same β in all of them γ is promised beforehand, and a round below it takes
// the promise back.

// below is the first round whose edge is less than the γ that was promised, or 0.
func (s *state) below() int {
	if s.Alpha != fixed {
		return 0
	}
	return slices.IndexFunc(s.rounds, func(r *round) bool { return !s.keeps(r) }) + 1
}

// keeps reports whether a round has the edge that was promised, up to rounding.
func (t *task) keeps(r *round) bool { return r.err <= 0.5-t.Gamma+4*num.Ulp*float64(len(t.y)) }

// noEdge says why there is no bound with one γ, or "" where there is.
func (s *state) noEdge() say.Phrase {
	t := s.below()
	switch {
	case len(s.rounds) == 0:
		return "no round yet"
	case t > 0:
		return say.Vars{"name": hName(t), "err": s.rounds[t-1].err, "most": 0.5 - s.Gamma}.Text("<name> has ε = <err>, more than ½ − γ = <most>: nothing is promised")
	}
	return ""
}

// whichEdge says what γ is.
func (s *state) whichEdge() say.Phrase {
	vars := say.Vars{"edge": s.edge}
	if s.Alpha == fixed {
		return vars.Text("γ = <edge>, as promised")
	}
	return vars.Text("γ = <edge>, the least so far")
}

// checkPower compares the product of the rounds' Z with that of rounds that all have
// the least edge.
func (s *state) checkPower() algos.Check {
	claim := algos.Guarantee{Name: "power", Claim: `$\prod_t Z_t \le (1-4\gamma^2)^{T/2}$, where no edge is below $\gamma$`}
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
	edge := s.Gamma
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
	claim := algos.Guarantee{Name: "mass", Claim: `the total weight $W_T \le n\,(1-2\gamma)^T$, where no edge is below $\gamma$`}
	if why := s.noEdge(); why != "" {
		return claim.Not(why)
	}
	right := s.massBound()
	return claim.AtMost(s.mass, right, s.rounding()*right).Between("W", "bound").Because(s.whichEdge())
}

// checkFloor weighs the points that the committee gets wrong by their votes alone: the
// votes for the truth are at most half of all, and only they make a point lighter.
func (s *state) checkFloor() algos.Check {
	claim := algos.Guarantee{Name: "floor", Claim: `a point that the vote gets wrong weighs at least $\sqrt{\beta_1 \cdots \beta_T}$`}
	switch {
	case len(s.rounds) == 0:
		return claim.Not("no round yet")
	case s.wrong == 0:
		return claim.Not("the vote gets no point wrong")
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
	return claim.AtLeast(least, s.floor, s.rounding()*s.floor).Between("the lightest mistake", "bound").
		Because(say.Vars{"row": say.Row(row).Name()}.Text("<row>"))
}

// enough is how many rounds with the edge γ leave no training point wrong: the bound is
// then below 1/n.
func (s *state) enough() float64 {
	return math.Floor(math.Log(float64(len(s.y)))/(2*s.edge*s.edge)) + 1
}

// checkEnough: as soon as the bound is below 1/n no point is wrong.
func (s *state) checkEnough() algos.Check {
	claim := algos.Guarantee{Name: "enough", Claim: `after more than $\frac{\ln n}{2\gamma^2}$ rounds no training point is wrong`}
	if why := s.noEdge(); why != "" {
		return claim.Not(why)
	}
	t := float64(len(s.rounds))
	vars := say.Vars{"t": len(s.rounds), "enough": math.Log(float64(len(s.y))) / (2 * s.edge * s.edge)}
	if t < s.enough() {
		return claim.Not(vars.Text("<t round> so far, and the bound asks for more than <enough>"))
	}
	return claim.AtMost(float64(s.wrong), 0, 0).Between("wrong", "").Because(vars.Text("<t round>, more than <enough>"))
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
