package linearregression

import (
	"math"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory guarantees.
var (
	claimOrthogonal = algos.Guarantee{Name: "orthogonal", Claim: `the residuals are orthogonal to every included column: $X^\top r = 0$`}
	claimPythagoras = algos.Guarantee{Name: "pythagoras", Claim: `Pythagoras: $\|y\|^2 = \|X\theta\|^2 + \|r\|^2$`}
	claimColumns    = algos.Guarantee{Name: "columns", Claim: `adding a feature never increases the RSS`}
	claimLeast      = algos.Guarantee{Name: "least", Claim: `no θ has a smaller RSS than the exact solution`}
	claimDescent    = algos.Guarantee{Name: "descent", Claim: `below $\eta = 2/L$ every iteration of gradient descent lowers the loss`}
	claimFactor     = algos.Guarantee{Name: "factor", Claim: `along the direction of largest curvature every iteration multiplies the gradient by $1-\eta L$`}
	claimRise       = algos.Guarantee{Name: "rise", Claim: `IRLS never increases the loss`}
)

// Checks computes the guarantees from the state that is shown.
func (v view) Checks() []algos.Check {
	switch v.Solver {
	case exact:
		return []algos.Check{v.checkOrthogonal(), v.checkPythagoras(), v.checkColumns(), v.checkLeast()}
	case irls:
		return []algos.Check{v.checkRise(), v.checkLeast()}
	case gd:
		return []algos.Check{v.checkLeast(), v.checkDescent(), v.checkFactor()}
	}
	return []algos.Check{v.checkLeast()}
}

// noise bounds what rounding does to the length of the residuals: each is a sum of as
// many terms as there are columns, and the coefficients of QR fit data that are off by
// a few ulps for every sample and column.
func (s *state) noise() float64 {
	return 4 * num.Ulp * float64(len(s.y)+len(s.x)) * s.terms()
}

// doubted says why a guarantee is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "the difference is at the level of rounding error"
	}
	return c
}

func (s *state) checkOrthogonal() algos.Check {
	r, worst := s.residuals(), 0.0
	for j, column := range s.x[:s.part.Done()] {
		if s.length[j] > 0 {
			worst = max(worst, math.Abs(lsq.Dot(column, r))/s.length[j])
		}
	}
	c := claimOrthogonal.Equal(worst, 0, s.noise()).Of(max(s.target, s.terms())).
		Between("largest |xⱼᵀr| / ‖xⱼ‖", "")
	if s.part.Done() == 0 {
		return c.Unless("no column added yet")
	}
	return doubted(c)
}

func (s *state) checkPythagoras() algos.Check {
	fit := 0.0
	for i, r := range s.residuals() {
		f := s.y[i] - r
		fit += f * f
	}
	size := s.terms()
	return doubted(claimPythagoras.Equal(s.target*s.target, fit+s.rss, 4*s.noise()*size).
		Of(size*size).Between("targets", "fit and residuals"))
}

func (s *state) checkColumns() algos.Check {
	size := s.terms()
	c := claimColumns.AtMost(s.rss, s.rssWas, 4*s.noise()*size).Between("now", "before")
	if s.did == started {
		return c.Unless("no column added yet")
	}
	return doubted(c)
}

func (s *state) checkLeast() algos.Check {
	size := s.terms()
	return doubted(claimLeast.AtMost(s.bestRSS, s.rss, 4*s.noise()*size).Between("exact", "now"))
}

// checkDescent: the loss is a parabola along the way of an update, whose curvature is
// at most L.
func (s *state) checkDescent() algos.Check {
	c := claimDescent.AtMost(s.loss, s.before, 4*s.noise()*s.terms()*s.factor()).Between("now", "before")
	switch {
	case s.did == started:
		return c.Unless("no iteration yet")
	case s.Eta >= s.limit():
		return c.Unless(say.Vars{"eta": s.Eta, "limit": s.limit()}.Text("η = <eta> is above the limit <limit>"))
	}
	return doubted(c)
}

// checkFactor compares gradients along the eigenvector v of the largest eigenvalue λ of
// XᵀX: with L = 2cλ an update of θ by −ηg changes vᵀg by −ηL vᵀg. The eigenvector is
// off by some ulps of λ.
func (s *state) checkFactor() algos.Check {
	if s.did == started {
		return claimFactor.Not("no iteration yet")
	}
	now, twice := s.task.gradient(s.theta, nil), 2*s.factor()
	curvature := twice * s.spectrum[0]
	left, right := lsq.Dot(s.steepest, now), (1-s.Eta*curvature)*lsq.Dot(s.steepest, s.gradient)
	long := 0.0
	for j, v := range s.steepest {
		long += math.Abs(v) * s.length[j]
	}
	was := state{task: s.task, theta: s.from}
	many := float64(len(s.y) + len(s.x))
	rounding := 4*num.Ulp*many*twice*long*(s.terms()+was.terms())*max(1, s.Eta*curvature) +
		16*num.Ulp*many*s.Eta*curvature*lsq.Norm(s.gradient)
	return doubted(claimFactor.Equal(left, right, rounding).
		Of(max(1, math.Abs(1-s.Eta*curvature))*lsq.Norm(s.gradient)).Between("current gradient", "(1 − ηL) times the previous gradient"))
}

func (s *state) checkRise() algos.Check {
	if s.did == started {
		return claimRise.Not("no iteration yet")
	}
	return doubted(claimRise.AtMost(s.loss, s.before, 8*num.Ulp*float64(len(s.y))*s.before).Between("now", "before"))
}
