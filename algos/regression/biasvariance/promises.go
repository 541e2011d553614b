package biasvariance

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory guarantees.
const (
	claimNoise    = `the test error is larger by the noise: bias² + variance + $\sigma^2$`
	claimMean     = `the simulated mean is close to $E[h_D]$: ${}\bar h$ deviates by at most five standard errors`
	claimVariance = `the unbiased simulated variance matches the closed form`
	claimError    = `the simulated error matches the closed-form bias² + variance`
	claimOptimism = `optimism: at the same inputs the test error exceeds the training error by $\frac{2\sigma^2}{n}\sum_i \partial h_i/\partial y_i$`

	claimChebyshev = `Chebyshev: in at most a quarter of all data sets the estimate deviates by more than twice $\sqrt{\text{MSE}}$`
)

var (
	claimIdentity = algos.Guarantee{Name: "decomposition", Claim: `over the simulated data sets the mean of $(h_D-\bar y)^2$ is bias² plus variance, $(\bar h-\bar y)^2 + \overline{(h_D-\bar h)^2}$`}
	claimBias     = algos.Guarantee{Name: "ridge-bias", Claim: `the bias is $-\lambda(X^\top X+\lambda I)^{-1}\theta^*$: its square by the formula, and by a fit to noise-free targets`}
	claimCov      = algos.Guarantee{Name: "ridge-covariance", Claim: `the covariance is $\sigma^2M^{-1}-\lambda\sigma^2M^{-2}$ with $M=X^\top X+\lambda I$: its trace by the formula, ` +
		`and by the rows of $M^{-1}X^\top$`}
	claimBeats = algos.Guarantee{Name: "beats", Claim: `a small penalty beats OLS: the error is smaller for every $\lambda$ between 0 and $2\sigma^2/\lVert\theta^*\rVert^2$`}
	claimBest  = algos.Guarantee{Name: "best", Claim: `no value on the curve has a smaller error than the one of the formula`}
	claimBound = algos.Guarantee{Name: "cramer-rao", Claim: `Cramér–Rao: the variance is at least $\left(\frac{dE[\hat\theta]}{d\theta}\right)^2/I_n(\theta)$`}
	claimPairs = algos.Guarantee{Name: "pairs", Claim: `the variance of the average is $\frac{1}{B^2}\sum_b\operatorname{Var}[f_b]+\frac{1}{B^2}\sum_{b\ne c}\operatorname{Cov}[f_b,f_c]$`}
)

// The limits of a measurement, in standard errors. By chance it is seldom off by more
// than five; between five and ten nothing is decided, for the standard error is measured, too.
const near, far = 5, 10

// tail is at most how many times as large as its mean the standard deviation of a squared
// error is: of squares of Gaussians, of squares of sums of squares, and of a maximum.
func (t *task) tail() float64 {
	switch t.Topic {
	case spread:
		return math.Sqrt(2 + 12/math.Max(1, float64(t.N-1)))
	case maximum:
		return 3
	}
	return math.Sqrt2
}

// sure is a standard error that was measured of squares with this mean, or half of what it
// may be at most: where the squares have long tails, few data sets know nothing of them.
func (v view) sure(se, mean float64) float64 {
	return max(se, v.tail()*mean/(2*math.Sqrt(float64(v.k))))
}

// fewest is from how many data sets on a standard error is worth something.
const fewest = 20

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	var all []algos.Check
	e, closed := v.theory()
	if v.k > 0 {
		all = append(all, v.identity())
	}
	if v.k >= fewest {
		m := v.now()
		if v.noise > 0 || v.Topic == learner {
			w := say.Vars{"error": m.fresh, "parts": m.bias2 + m.variance + v.noise, "se": v.gap.SE}
			all = append(all, v.within("error", claimNoise, m.fresh-m.bias2-m.variance-v.noise, v.gap.SE, m.fresh).
				add(w.Text("<error> simulated, <parts> by bias² + variance + noise, standard error <se>")))
		}
		if closed {
			all = append(all, v.measurements(m, e)...)
		}
		if v.Topic == learner {
			all = append(all, v.optimistic())
		}
	}
	switch v.Topic {
	case ridge:
		all = append(all, v.checkRidge(e)...)
	case averaging:
		if v.k > 0 {
			all = append(all, v.paired())
		}
	}
	all = append(all, v.bestOf()...)
	return append(all, v.estimate(e)...)
}

// scale is of what size the numbers are whose squares are compared.
func (v view) scale() float64 {
	sum := 0.0
	for i, y := range v.truth {
		sum += v.weight * (y*y + v.mean[i]*v.mean[i] + v.m2[i]/float64(v.k))
	}
	return sum
}

func (v view) identity() algos.Check {
	m := v.now()
	size := v.scale()
	return claimIdentity.Equal(m.loss, m.bias2+m.variance, 8*num.Ulp*float64(v.k+len(v.truth))*size).Of(size).
		Between("mean squared error", "bias² + variance")
}

// A judged is a check of a measurement with a reason of its own.
type judged struct {
	algos.Check
	small say.Phrase
}

// add gives the numbers, unless there is more to say.
func (j judged) add(numbers say.Phrase) algos.Check {
	if j.small != "" {
		j.Why = j.small
		return j.Check
	}
	return j.Because(numbers)
}

// within judges by how much something that is measured is off, given its standard error
// and the size of what is measured, a square.
func (v view) within(name string, claim say.Phrase, off, se, size float64) judged {
	return v.inUnits(v.scale(), name, claim, off, se, size)
}

// inUnits does the same for what is made of numbers of this size.
func (v view) inUnits(scale float64, name string, claim say.Phrase, off, se, size float64) judged {
	off = math.Abs(off)
	if math.IsNaN(se) {
		se = 0
	}
	rounding := 64 * num.Ulp * float64(v.k+len(v.truth)) * (size + scale)
	j := judged{Check: algos.AtMost(name, claim, off, near*se, rounding).Of(size+scale).Between("deviation", "five standard errors")}
	w := say.Vars{"k": v.k, "share": 100 * near * se / size}
	switch {
	case off <= rounding:
	case near*se > size/2:
		j.Verdict = algos.Open
		j.small = w.Text("<k data set is> too few to decide: five standard errors are <share> % of the value")
	case off > near*se && off <= far*se:
		j.Verdict = algos.Open
		j.small = "a deviation this large is rare by chance; more data sets will decide"
	}
	return j
}

func (v view) measurements(m measured, e parts) []algos.Check {
	seVar, seLoss := v.sure(m.seVariance, e.variance), v.sure(m.seLoss, e.error())
	w := say.Vars{"var": m.unbiased, "mse": m.loss, "exactVar": e.variance, "exact": e.error(), "seVar": seVar, "se": seLoss, "k": v.k}
	off, se := math.Sqrt(v.distance(v.mean, v.expected)), math.Sqrt(e.variance/float64(v.k))
	return []algos.Check{
		v.inUnits(math.Sqrt(v.scale()), "mean", claimMean, off, se, math.Sqrt(e.error())).
			add(w.Text(`the mean of <k> has the standard error $\sqrt{\text{variance}/<k>}$`)),
		v.within("variance", claimVariance, m.unbiased-e.variance, seVar, e.variance).
			add(w.Text("<var> simulated, <exactVar> in closed form, standard error <seVar>")),
		v.within("closed-form", claimError, m.loss-e.error(), seLoss, e.error()).
			add(w.Text("<mse> simulated, <exact> in closed form, standard error <se>")),
	}
}

func (v view) optimistic() algos.Check {
	right := 2 * v.noise * v.last.trace / float64(v.N)
	w := say.Vars{"train": v.train, "again": v.again, "right": right}
	se := max(v.optimism.SE, math.Sqrt(2/float64(v.N*v.k))*v.noise) // half of what it is with n = 1, and less than it is beyond
	return v.within("optimism", claimOptimism, v.optimism.Mean, se, right).
		add(w.Text("training error <train>, test error <again>; by the formula they differ by <right>"))
}

func (v view) checkRidge(e parts) []algos.Check {
	f := v.formula()
	// The inverse loses as many digits as the condition number has.
	g := v.gram(v.Lambda)
	t := g.trace()
	cond := t * t / g.det()
	size := v.distance(v.truth, make([]float64, len(v.truth)))
	full := math.Hypot(v.Target[0], v.Target[1]) * (1 + math.Abs(v.At))
	tol := 64 * num.Ulp * cond
	objection, w := say.Phrase(""), say.Vars{"limit": 2 * v.Sigma * v.Sigma / (v.Target[0]*v.Target[0] + v.Target[1]*v.Target[1])}
	least, singular := 0.0, v.singular()
	switch limit := w["limit"].(float64); {
	case v.Measure == prediction:
		objection = "the theorem is about both coefficients, not about a prediction"
	case singular:
		objection = "all inputs are equal, so the OLS solution is not unique"
	case v.Target[0]*v.Target[0]+v.Target[1]*v.Target[1] == 0:
		objection = "θ* is 0, and any penalty lowers the error"
	case v.Lambda == 0:
		objection = "λ is 0: this is least squares"
	case !(v.Lambda < limit):
		objection = w.Text("λ is not below <limit>")
	}
	if !singular {
		least = v.Sigma * v.Sigma * v.gram(0).inverse().trace()
	}
	return []algos.Check{
		claimBias.Equal(e.bias2, f.bias2, tol*(size+full*full)).Of(size+full*full).Between("by noise-free targets", "by the formula"),
		claimCov.Equal(e.variance, f.variance, tol*(e.variance+v.Sigma*v.Sigma)).Of(e.variance+v.Sigma*v.Sigma).
			Between("by the rows", "by the formula"),
		claimBeats.AtMost(e.error(), least, tol*least).Between("error with λ", "error of OLS").Unless(objection),
	}
}

func (v view) paired() algos.Check {
	m, b := v.now(), float64(v.Members)
	w := say.Vars{"own": v.variances / (b * b), "shared": say.Term(v.covariances / (b * b))}
	size := v.scale() + (math.Abs(v.variances)+math.Abs(v.covariances))/(b*b)
	return claimPairs.Equal(m.variance, (v.variances+v.covariances)/(b*b), 64*num.Ulp*float64(v.k)*b*size).Of(size).
		Between("variance of the averages", "by pairs of estimators").Because(w.Text(`$<own><shared>$`))
}

// bestOf compares the best setting of the formula with all on the curve.
func (v view) bestOf() []algos.Check {
	least, ok := v.least()
	if !ok {
		return nil
	}
	other := math.Inf(1)
	for j, e := range v.exact {
		if v.settings[j] != v.best {
			other = min(other, e.error())
		}
	}
	size := slices.Max(v.truth)*slices.Max(v.truth) + least
	w := say.Vars{"best": v.best}
	return []algos.Check{claimBest.AtMost(least, other, 64*num.Ulp*size).Of(size).Between("at the optimum", "minimum of the others").
		Because(w.Text("by the formula: <best>"))}
}

// estimate has the guarantees about an estimator of one number.
func (v view) estimate(e parts) []algos.Check {
	var all []algos.Check
	switch v.Topic {
	case shrinkage, spread, maximum:
		bound, _ := v.bound()
		objection := say.Phrase("")
		if v.Topic == maximum {
			objection = "the support of the density depends on θ, so the theorem does not apply"
		}
		all = append(all, claimBound.AtLeast(e.variance, bound, 8*num.Ulp*e.variance).Between("variance", "bound").Unless(objection))
	}
	if v.k >= fewest && len(v.truth) == 1 && v.exact != nil {
		c := v.far.AtMost("chebyshev", claimChebyshev, 0.25)
		if e.error() == 0 {
			c = c.Unless("the error is 0")
		}
		all = append(all, c)
	}
	return all
}
