package pairs

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimDuality = algos.Guarantee{Name: "weak-duality", Claim: `weak duality: $\text{dual} \le \text{primal}$`}
	claimGap     = algos.Guarantee{Name: "gap", Claim: `strong duality: $\text{primal} - \text{dual} \to 0$`}
	claimLeft    = algos.Guarantee{Name: "gap-bound", Claim: `the duality gap is at most the largest KKT violation times $\sum \max(\alpha,\, C - ` +
		`\alpha)$ over all dual variables`}
)

// small is the largest share of what is compared that counts as small, however
// coarse the tolerance of the run is.
const small = 0.1

// near is how near two numbers come to each other in the end, as a share of the larger one.
const near = 0.02

// Objective is the size of the two values that duality compares.
func (s *State) Objective() float64 { return max(math.Abs(s.Primal), math.Abs(s.Dual)) }

// Duality is weak duality with these numbers.
func (s *State) Duality(rounding float64) algos.Check {
	c := claimDuality.AtMost(s.Dual, s.Primal, rounding).Between("dual", "primal").Metered()
	return s.Doubted(c)
}

// Gap is strong duality: the gap comes as near to 0, as a share of the objective, as
// the violation does as a share of the scores. It may end farther off, for the
// tolerance bounds the violation, and the gap only by what [State.Left] guarantees;
// left is that bound for the tolerance.
func (s *State) Gap(left, rounding float64) algos.Check {
	share := algos.Negligible // no tolerance asks for more than two numbers that look equal
	if s.Scale > 0 {
		share = max(share, min(small, s.Tol/s.Scale))
	}
	objective := s.Objective()
	c := claimGap.Tends(s.Primal-s.Dual, 0, share*objective, s.Status).Rounded(rounding).Of(objective)
	if s.Status.State == algos.Converged && c.Left <= left+rounding {
		c = c.OpenIf(say.Vars{"tol": s.Tol, "left": left}.Text("the run stopped at the tolerance <tol>, which allows a gap of <left>: a smaller " +
			"tolerance closes it"))
	}
	return s.Doubted(c.Between("gap", ""))
}

// Left bounds the gap at every step: it is Σ αᵢ(yᵢf−1)⁺ + (C−αᵢ)(1−yᵢf)⁺, in
// which no bracket exceeds the largest violation. The weight is Σ max(αᵢ, C − αᵢ).
func (s *State) Left(weight, rounding float64) algos.Check {
	c := claimLeft.AtMost(s.Primal-s.Dual, s.KKT*weight, rounding+2*s.Drift*weight).Of(s.Objective()).Between("gap", "bound")
	return s.Doubted(c)
}

// Violation is the guarantee that the conditions hold in the end.
func (s *State) Violation(claim say.Phrase) algos.Check {
	c := s.Settles("kkt", claim, s.KKT, 0, 1, 0).Between("violation", "")
	if c.Why != "" {
		return c
	}
	return c.Because(say.Vars{"tol": s.Tol}.Text("tolerance <tol>"))
}

// Settles is the guarantee that left comes to right as the violation comes to 0: what
// is compared has so many times the size of the scores, and no more than so many
// times the tolerance is left where the run ends. Two sums come nearer than that where they are
// small beside it.
func (s *State) Settles(name string, claim say.Phrase, left, right, times, rounding float64) algos.Check {
	within := times * min(s.Tol, small*s.Scale)
	if left != 0 && right != 0 {
		within = min(within, near*max(math.Abs(left), math.Abs(right)))
	}
	c := algos.Tends(name, claim, left, right, within, s.Status).Rounded(rounding).Of(times * s.Scale)
	if s.Status.State == algos.Converged && c.Off() <= times*s.Tol+rounding {
		c = c.OpenIf(say.Vars{"tol": s.Tol, "scale": s.Scale}.Text("the run stopped at the tolerance <tol>, which is coarse beside the size of what is " +
			"compared, <scale>: use a smaller one"))
	}
	return s.Doubted(c).Unless(s.Blurred())
}

// Blurred says why nothing is guaranteed about scores that rounding has made useless,
// or "".
func (s *State) Blurred() say.Phrase {
	if s.Scale == 0 || 2*s.Drift <= small*s.Scale {
		return ""
	}
	return say.Vars{"drift": s.Drift, "scale": s.Scale}.Text("the rounding error of the decision function, about ±<drift>, is large beside what is " +
		"compared, <scale>. Rescale the features to about 1")
}

// Doubted says what is in the way where nothing is decided.
func (s *State) Doubted(c algos.Check) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	return c.Because(say.Vars{"rounding": c.Rounding}.Text("rounding errors alone may be <rounding> here"))
}

// Ascent is the guarantee of every pair: it is optimised exactly, so the dual never
// falls.
func (s *State) Ascent(rounding float64) algos.Check {
	claim := algos.Guarantee{Name: "ascent", Claim: "the dual objective never decreases"}
	w := s.Done
	if w == nil {
		return claim.Not("no pair has been optimised yet")
	}
	return s.Doubted(claim.AtLeast(s.Dual, w.Dual, rounding).Between("dual now", "before the update"))
}

// Balance is the guarantee that the signed variables sum to 0: each pair rounds two
// of them, a step of all free variables each of them once, and peak is the largest
// that has been.
func (s *State) Balance(claim say.Phrase, sum, peak float64, variables int) algos.Check {
	return s.Doubted(algos.Equal("balance", claim, sum, 0, float64(4*(s.Pairs+variables))*num.Ulp*peak).Of(peak))
}

// Within is the guarantee that the offset in use lies in an interval of which nothing
// is left but the tolerance where the ends have passed each other.
func (s *State) Within(claim say.Phrase) algos.Check {
	lo, hi := min(s.Lo, s.Hi), max(s.Lo, s.Hi)
	return algos.AtMost("offset", claim, max(0, lo-s.Bias, s.Bias-hi), 0, 4*num.Ulp*math.Abs(s.Bias)).Of(math.Abs(s.Bias)).Between("distance from it", "")
}

// Gained is what the pair was worth to the dual.
func (s *State) Gained() say.Phrase {
	v := s.Names(s.Done.Pair)
	v["gain"] = s.Dual - s.Done.Dual
	return v.Text("<i>, <j> gained <gain>")
}
