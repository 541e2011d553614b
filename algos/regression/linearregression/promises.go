package linearregression

import (
	"math"
	"slices"

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
	claimGrowth     = algos.Guarantee{Name: "growth", Claim: `above $\eta = 2/L$ the error along the direction of largest curvature grows in every iteration`}
	claimMean       = algos.Guarantee{Name: "unbiased", Claim: `the mean of all possible steps is the gradient step: $E[\theta_{\text{new}}] = \theta - \eta\nabla L(\theta)$`}
	claimMaximum    = algos.Guarantee{Name: "likelihood", Claim: `least squares is maximum likelihood: no θ with its own $\hat\sigma^2$ makes Gaussian noise more likely`}
	claimRegression = algos.Guarantee{Name: "regression", Claim: `of all functions $E[y \mid x]$ has the smallest MSE: $E(y-f)^2 = E(y-E[y \mid x])^2 + E(E[y \mid x]-f)^2$`}
	claimRise       = algos.Guarantee{Name: "rise", Claim: `IRLS never increases the loss`}
)

// Checks computes the guarantees from the state that is shown.
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	switch v.Solver {
	case exact:
		checks = []algos.Check{v.checkOrthogonal(), v.checkPythagoras(), v.checkColumns(), v.checkLeast(), v.checkMaximum()}
	case irls:
		checks = []algos.Check{v.checkRise(), v.checkLeast()}
	case gd:
		checks = []algos.Check{v.checkLeast(), v.checkDescent(), v.checkFactor()}
		if v.Eta > v.limit() {
			checks[1] = v.checkGrowth()
		}
	case momentum:
		checks = []algos.Check{v.checkLeast()}
	default:
		checks = []algos.Check{v.checkLeast(), v.checkMean()}
	}
	if v.means.of != nil {
		checks = append(checks, v.checkRegression())
	}
	return checks
}

// noise bounds what rounding does to the length of the residuals: each is a sum of as
// many terms as there are columns, and the coefficients of QR fit data that are off by
// a few ulps for every sample and column. Far from 0 the last bit of θ₀ counts as well.
func (s *state) noise() float64 {
	noise := 4 * num.Ulp * float64(len(s.y)+len(s.x)) * s.near()
	if s.origin != nil {
		noise += num.Ulp * s.terms()
	}
	return noise
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
	c := claimOrthogonal.Equal(worst, 0, s.noise()).Of(max(s.target, s.near())).
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
	size, rounding := s.terms(), 4*s.noise()*s.terms()
	if s.origin != nil { // the targets may be far from 0, which the residuals are not
		size = s.target + s.near()
		rounding = 4*s.noise()*size + 8*num.Ulp*float64(len(s.y))*size*size
	}
	return doubted(claimPythagoras.Equal(s.target*s.target, fit+s.rss, rounding).
		Of(size*size).Between("targets", "fit and residuals"))
}

func (s *state) checkColumns() algos.Check {
	size := s.near()
	c := claimColumns.AtMost(s.rss, s.rssWas, 4*s.noise()*size).Between("now", "before")
	if s.did == started {
		return c.Unless("no column added yet")
	}
	return doubted(c)
}

func (s *state) checkLeast() algos.Check {
	size := s.near()
	return doubted(claimLeast.AtMost(s.bestRSS, s.rss, 4*s.noise()*size).Between("exact", "now"))
}

// checkDescent: the loss is a parabola along the way of an update, whose curvature is
// at most L.
func (s *state) checkDescent() algos.Check {
	c := claimDescent.AtMost(s.loss, s.before, 4*s.noise()*s.near()*s.factor()).Between("now", "before")
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

// checkGrowth: an iteration multiplies the error along the eigenvector of the largest eigenvalue by
// 1 − ηL, which is below −1.
func (s *state) checkGrowth() algos.Check {
	if s.did == started {
		return claimGrowth.Not("no iteration yet")
	}
	now, before, size := 0.0, 0.0, 0.0
	for j, v := range s.steepest {
		now, before = now+v*(s.theta[j]-s.best[j]), before+v*(s.from[j]-s.best[j])
		size += math.Abs(v) * (math.Abs(s.theta[j]) + math.Abs(s.from[j]) + math.Abs(s.best[j]))
	}
	if before == 0 {
		return claimGrowth.Not("the error along this direction is 0")
	}
	// The best θ is known to some ulps of the condition, which along this direction is 1.
	return doubted(claimGrowth.AtLeast(math.Abs(now), math.Abs(before), 64*num.Ulp*float64(len(s.y)+len(s.x))*size).
		Between("error now", "error before"))
}

// checkMean averages over the sample or batch that was drawn, whose step is the one that was made, and
// over all others: each of the batches in turn, and each sample in as many of them.
func (s *state) checkMean() algos.Check {
	if s.did == started {
		return claimMean.Not("no iteration yet")
	}
	n, b := len(s.y), len(s.rows)
	order := slices.Clone(s.rows)
	for i := range n {
		if _, in := slices.BinarySearch(s.rows, i); !in {
			order = append(order, i)
		}
	}
	alone := make([][]float64, n)
	for k, i := range order {
		alone[k] = s.task.gradient(s.from, []int{i})
	}
	full := s.task.gradient(s.from, nil)
	worst, most := 0, -1.0
	steps, noise := make([]float64, len(full)), make([]float64, len(full))
	for j := range full {
		batch, size := 0.0, 0.0
		for k := range n {
			size += math.Abs(alone[k][j]) / float64(n)
			if k < b {
				batch += alone[k][j] / float64(b)
			}
		}
		for k := range n {
			if step := -s.Eta * batch; k > 0 {
				steps[j] += step / float64(n)
			} else {
				steps[j] += (s.theta[j] - s.from[j]) / float64(n)
			}
			batch += (alone[(k+b)%n][j] - alone[k][j]) / float64(b)
		}
		was := state{task: s.task, theta: s.from}
		noise[j] = 16*num.Ulp*float64(n+len(s.x))*s.Eta*(size+2*s.factor()*was.terms()*s.length[j]) + 4*num.Ulp*(math.Abs(s.theta[j])+math.Abs(s.from[j]))
		if off := math.Abs(steps[j]+s.Eta*full[j]) - noise[j]; off > most {
			worst, most = j, off
		}
	}
	w := say.Vars{"theta": s.symbol(worst)}
	return doubted(claimMean.Equal(steps[worst], -s.Eta*full[worst], noise[worst]).
		Between(w.Text("mean step of <theta>"), w.Text("gradient step of <theta>")))
}

// checkMaximum adds up the log-densities of the samples under the fit that is shown, with its own
// variance, and compares them with the likelihood of the exact solution.
func (s *state) checkMaximum() algos.Check {
	if s.perfect() {
		return claimMaximum.Not("the residuals are 0: the likelihood has no maximum")
	}
	n, variance, total, size := float64(len(s.y)), s.variance(), 0.0, 0.0
	for _, r := range s.residuals() {
		d := -math.Log(2*math.Pi*variance)/2 - r*r/(2*variance)
		total, size = total+d, size+math.Abs(d)
	}
	rounding := n/2*4*s.noise()*s.near()/s.bestRSS + 16*num.Ulp*n*(size+n)
	return doubted(claimMaximum.AtMost(total, s.likelihood(s.bestRSS), rounding).Between("log-likelihood now", "least squares"))
}

// checkRegression: at each input the targets scatter about their mean, and f differs from it.
func (s *state) checkRegression() algos.Check {
	if !s.means.exact {
		return claimRegression.Not("inputs hardly repeat: E[y | x] is a mean over intervals")
	}
	_, regression := s.left()
	off, n := 0.0, float64(len(s.y))
	for i, r := range s.residuals() {
		d := s.means.mean[s.means.of[i]] - (s.y[i] - r)
		off += d * d / n
	}
	return doubted(claimRegression.Equal(s.variance(), regression+off, 16*s.noise()*s.near()/n).
		Of(s.target*s.target/n).Between("of the fit", "of E[y | x], and its distance from the fit"))
}

func (s *state) checkRise() algos.Check {
	if s.did == started {
		return claimRise.Not("no iteration yet")
	}
	return doubted(claimRise.AtMost(s.loss, s.before, 8*num.Ulp*float64(len(s.y))*s.before).Between("now", "before"))
}
