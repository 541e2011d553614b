package ridge

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/regression/internal/lsq"
	"playground/algos/say"
)

func (s *state) checkLeast() algos.Check {
	return doubted(claimLeast.AtMost(s.bestJ, s.objective, 4*s.noise()*s.terms()).Between("exact", "now"))
}

// checkDescent: J is a parabola along the way of an update, whose curvature is at most L.
func (s *state) checkDescent() algos.Check {
	c := claimDescent.AtMost(s.objective, s.before, 4*s.noise()*s.terms()).Between("now", "before")
	switch {
	case s.did == started:
		return c.Unless("there was no update yet")
	case s.Eta >= s.limit():
		return c.Unless(say.Vars{"eta": s.Eta, "limit": s.limit()}.Text("η = <eta> is above the limit <limit>"))
	}
	return doubted(c)
}

// checkFactor compares slopes along the eigenvector of the largest eigenvalue λ₁ of the
// stacked XᵀX: with L = 2λ₁ an update by −ηg changes vᵀg by −ηL vᵀg.
func (s *state) checkFactor() algos.Check {
	if s.did == started {
		return claimFactor.Not("there was no update yet")
	}
	now, curvature := s.task.gradient(s.theta), 2*s.curves[0]
	left, right := lsq.Dot(s.steepest, now), (1-s.Eta*curvature)*lsq.Dot(s.steepest, s.gradient)
	long := 0.0
	for j, v := range s.steepest {
		long += math.Abs(v) * s.length[j]
	}
	was := state{task: s.task, theta: s.from}
	many := float64(len(s.wanted) + len(s.x))
	rounding := 8*num.Ulp*many*long*(s.terms()+was.terms())*max(1, s.Eta*curvature) + 16*num.Ulp*many*s.Eta*curvature*lsq.Norm(s.gradient)
	return doubted(claimFactor.Equal(left, right, rounding).
		Of(max(1, math.Abs(1-s.Eta*curvature))*lsq.Norm(s.gradient)).Between("slope now", "(1 − ηL) times the slope before"))
}

// checkOnline fits the rows so far all at once, by QR: the other route shares nothing
// with the updates.
func (s *state) checkOnline() algos.Check {
	if s.seen == 0 {
		return claimOnline.Not("no row is in yet")
	}
	want, ok := s.batch(s.seen)
	if !ok {
		return claimOnline.Not("λ is too small beside these rows: in 16 digits many θ fit alike")
	}
	worst := 0
	for j, w := range want {
		if math.Abs(w-s.theta[j]) > math.Abs(want[worst]-s.theta[worst]) {
			worst = j
		}
	}
	rounding := s.drift(lsq.Norm(want))
	w := say.Vars{"theta": s.symbol(worst)}
	size := lsq.Norm(want)
	return doubted(claimOnline.Equal(s.theta[worst], want[worst], rounding).Of(size).
		Between(w.Text("<theta>, row by row"), w.Text("<theta>, all at once")).Unless(hidden(rounding, size)))
}

// checkBias fits the targets that the truth would have without noise, by QR.
func (s *state) checkBias() algos.Check {
	if why := s.several(); why != "" {
		return claimBias.Not(why)
	}
	truth := s.truth()
	pure := make([]float64, len(s.wanted))
	for j, column := range s.x {
		for i, x := range column {
			pure[i] += truth[j] * x
		}
	}
	first := s.first()
	fit, worst := lsq.Solve(s.stacked, pure), 0
	b := s.bias(s.Lambda)
	for j := range b {
		if math.Abs(b[j]) > math.Abs(b[worst]) {
			worst = j
		}
	}
	size := lsq.Norm(truth)
	rounding := 16 * num.Ulp * float64(len(s.wanted)) * s.condition() * s.condition() * size
	w := say.Vars{"theta": s.symbol(first + worst)}
	return doubted(claimBias.Equal(b[worst], fit[first+worst]-truth[first+worst], rounding).Of(size).
		Between(w.Text("of <theta>, by the formula"), "by the fit without noise").Unless(hidden(rounding, size)))
}

// checkBetter: at λ = 0 the variance falls with λ, while the square of the bias has no
// slope yet.
func (s *state) checkBetter() algos.Check {
	if why := s.several(); why != "" {
		return claimBetter.Not(why)
	}
	if len(s.modes.d) < len(s.price.Columns) {
		return claimBetter.Not("least squares is not unique here")
	}
	best := s.cheapest()
	if !best.ok {
		return claimBetter.Not("the best λ lies beyond the range of the path")
	}
	w := say.Vars{"best": best.lambda}
	free := s.riskAt(0).total()
	return doubted(claimBetter.AtMost(best.least, free, 64*num.Ulp*free).Between(w.Text("at λ = <best>"), "least squares"))
}
