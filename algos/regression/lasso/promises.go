package lasso

import (
	"math"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/num"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// What theory guarantees.
var (
	claimOptimal = algos.Guarantee{Name: "optimal", Claim: `KKT conditions: $x_j^\top r/n=\lambda(\rho\,\mathrm{sign}\,\theta_j+(1-\rho)\theta_j)$ where $\theta_j\neq 0$, ` +
		`and at most $\lambda\rho$ in absolute value where $\theta_j=0$`}
	claimGap       = algos.Guarantee{Name: "gap", Claim: `strong duality: at the solution the duality gap is 0`}
	claimLeast     = algos.Guarantee{Name: "least", Claim: `no θ has a smaller objective than the solution found by the other method`}
	claimDescent   = algos.Guarantee{Name: "descent", Claim: `no update increases the objective`}
	claimZero      = algos.Guarantee{Name: "zero", Claim: `for $\lambda\ge\lambda_{\max}=\max_j|x_j^\top y|/(n\rho)$ all coefficients are 0`}
	claimBound     = algos.Guarantee{Name: "bound", Claim: `for $\eta\le 1/L$ ISTA minimises a quadratic upper bound of the objective`}
	claimRate      = algos.Guarantee{Name: "rate", Claim: `ISTA: $J(\theta^{(t)})-J^*\le\frac{\|\theta^{(0)}-\theta^*\|^2}{2\eta t}$`}
	claimSame      = algos.Guarantee{Name: "constrained", Claim: `constrained form: on the boundary of the ball with $t=P(\theta)$ no loss is smaller`}
	claimThreshold = algos.Guarantee{Name: "threshold", Claim: `soft-thresholding gives the minimum of the objective along the coordinate`}
)

// Checks computes the guarantees from the state that is shown.
func (v view) Checks() []algos.Check {
	all := []algos.Check{v.checkOptimal(), v.checkGap(), v.checkLeast(), v.checkDescent(), v.checkZero()}
	if v.Solver == ista {
		all = append(all, v.checkBound(), v.checkRate())
	} else {
		all = append(all, v.checkThreshold())
	}
	if v.second >= 0 {
		all = append(all, v.checkSame())
	}
	return all
}

// noise bounds what rounding does to the objective: residuals are sums of as many terms
// as there are columns, and their squares are added up.
func (s *state) noise(theta []float64) float64 {
	size := lsq.Norm(s.y)
	for j, l := range s.length {
		size += l * math.Abs(theta[j])
	}
	n := float64(len(s.y))
	penalty := penalised.Penalty{One: s.a, Two: s.b}.Of(theta...)
	return 16 * num.Ulp * (float64(len(s.x)) + math.Sqrt(n)) * (size*size/n + penalty)
}

// doubted says why a guarantee is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "the difference is at the level of rounding error"
	}
	return c
}

func (s *state) checkOptimal() algos.Check {
	worst, column := s.worst()
	w := say.Vars{"theta": s.data.Symbol(column)}
	c := claimOptimal.Tends(worst, 0, s.near(), s.status).Of(math.Sqrt(s.yy)).
		Between("largest violation / column norm", "")
	if worst > 0 {
		c = c.Because(w.Text("largest violation at <theta>"))
	}
	return c
}

func (s *state) checkGap() algos.Check {
	return claimGap.Tends(s.value, s.dualJ, s.Tol*s.zero, s.status).Of(s.zero).Between("objective", "dual value")
}

func (s *state) checkLeast() algos.Check {
	c := claimLeast.AtMost(s.bestJ, s.value, s.noise(s.theta)+s.noise(s.best)).Between("the solution", "now")
	if !s.solved {
		return c.Unless("the other method has not converged")
	}
	return doubted(c)
}

func (s *state) checkDescent() algos.Check {
	c := claimDescent.AtMost(s.value, s.before, s.noise(s.theta)+s.noise(s.came())).Between("now", "before")
	switch {
	case s.did == started:
		return c.Unless("no update yet")
	case s.Solver == ista && s.Eta > 2:
		return c.Unless(say.Vars{"eta": s.Eta}.Text("the step size is <eta> times $1/L$, above the limit of twice $1/L$"))
	}
	return doubted(c)
}

// came is θ before the step.
func (s *state) came() []float64 {
	if s.from == nil {
		return s.theta
	}
	return s.from
}

func (s *state) checkZero() algos.Check {
	size := 0.0
	for _, v := range s.least {
		size = max(size, math.Abs(v))
	}
	largest := 0.0
	for _, v := range s.theta {
		largest = max(largest, math.Abs(v))
	}
	c := claimZero.Equal(largest, 0, 0).Of(size).Between("largest |θ|", "").
		Because(say.Vars{"lambda": s.Lambda, "max": s.maximum}.Text("λ = <lambda>, $\\lambda_{\\max}$ = <max>"))
	switch {
	case !s.bounded:
		return claimZero.Not("ρ = 0: without an L1 penalty no coefficient is set to 0")
	case s.Lambda < s.maximum:
		return c.Unless(say.Vars{"lambda": s.Lambda, "max": s.maximum}.Text("λ = <lambda> is below $\\lambda_{\\max}$ = <max>"))
	}
	return c
}

// checkBound works the parabola out from where the step came from.
func (s *state) checkBound() algos.Check {
	if s.did == started {
		return claimBound.Not("no update yet")
	}
	penalty := penalised.Penalty{One: s.a, Two: s.b / 2}
	along, square := 0.0, 0.0
	for j, v := range s.theta {
		by := v - s.from[j]
		along += s.were[j] * by
		square += by * by
	}
	bound := s.before - penalty.Of(s.from...) + penalty.Of(s.theta...) - along + square/(2*s.eta())
	c := claimBound.AtMost(s.value, bound, s.noise(s.theta)+s.noise(s.from)).Between("objective", "quadratic upper bound")
	if s.Eta > 1 {
		return c.Unless(say.Vars{"eta": s.Eta}.Text("the step size is <eta> times $1/L$"))
	}
	return doubted(c)
}

// rate is the bound of J(θ_t) − J*; NaN where there is none.
func (s *state) rate() float64 {
	if s.Solver != ista || s.updates == 0 || s.Eta > 1 || !s.solved {
		return math.NaN()
	}
	square := 0.0
	for _, v := range s.best {
		square += v * v
	}
	return square / (2 * s.eta() * float64(s.updates))
}

func (s *state) checkRate() algos.Check {
	c := claimRate.AtMost(max(0, s.value-s.bestJ), s.rate(), s.noise(s.theta)+s.noise(s.best)).Between("J − J*", "bound").Metered()
	switch {
	case s.did == started:
		return claimRate.Not("no update yet")
	case s.Eta > 1:
		return claimRate.Not(say.Vars{"eta": s.Eta}.Text("the step size is <eta> times $1/L$"))
	case !s.solved:
		return claimRate.Not("the other method has not converged")
	}
	return doubted(c)
}

// checkThreshold looks along the coordinate for a smaller objective.
func (s *state) checkThreshold() algos.Check {
	if s.did == started {
		return claimThreshold.Not("no update yet")
	}
	j, least := s.column, math.Inf(1)
	f := s.along(s.theta, s.slopes)
	const beyond = 1e100 // squares of what is farther off may be no numbers
	reach := min(beyond, max(math.Abs(s.theta[j]), math.Abs(s.from[j]), math.Abs(s.least[j])))
	if s.length[j] == 0 || reach == 0 {
		return claimThreshold.Not("the coefficient is 0 along this coordinate")
	}
	const places = 60
	for i := range places + 1 {
		least = min(least, f(reach*(2*float64(i)/places-1)))
	}
	least = min(least, f(0))
	return doubted(claimThreshold.AtMost(s.value, least, s.noise(s.theta)).Between("after the update", "smallest of 62 values"))
}

// along is the objective as a function of the coordinate of the step, from a θ with these gradients: a
// parabola with a kink at 0.
func (s *state) along(theta, slopes []float64) func(x float64) float64 {
	j := s.column
	value, _ := s.task.value(theta)
	u, c, g := theta[j], slopes[j], s.gram[j][j]
	return func(x float64) float64 {
		by := x - u
		return value - c*by + g*by*by/2 + s.a*(math.Abs(x)-math.Abs(u)) + s.b*(x*x-u*u)/2
	}
}

// checkSame: a solution of the penalised problem has the least loss in its ball. It looks
// along the border of the ball on the plane.
func (s *state) checkSame() algos.Check {
	slice := s.slice(s.theta)
	at := slice.Place(s.theta)
	c := claimSame.AtMost(slice.Loss()(at.X, at.Y), slice.LeastOnBall(), s.Tol*s.zero+s.noise(s.theta)).
		Between("loss of θ", "minimum on the boundary").Because("checked at 240 boundary points")
	switch {
	case s.status.State != algos.Converged:
		return c.Unless("the run has not converged")
	}
	return doubted(c)
}
