package gpclassification

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/regression/internal/laplace"
	"playground/algos/say"
)

const (
	ulp = num.Ulp
)

var (
	claimRise       = algos.Guarantee{Name: "rise", Claim: `no step decreases the objective $\psi$`}
	claimGradient   = algos.Guarantee{Name: "gradient", Claim: `at the mode the gradient vanishes: $K^{-1}f = \nabla\log p(y \mid f)$`}
	claimMode       = algos.Guarantee{Name: "mode", Claim: `the mode is a kernel expansion in the likelihood gradients: $f_i = \sum_j k(x_i, x_j)\,\nabla_j$`}
	claimDet        = algos.Guarantee{Name: "determinant", Claim: `the posterior is never wider than the prior: $\log|B| \ge 0$ with $B = I + W^{1/2} K W^{1/2}$`}
	claimEvidence   = algos.Guarantee{Name: "evidence", Claim: `$\log q(y) = \log p(y \mid f) - \frac{1}{2} f^\top K^{-1} f - \frac{1}{2}\log|I + KW|$`}
	claimRegression = algos.Guarantee{Name: "regression", Claim: `the Newton step is Gaussian process regression: $W f + a = W z$ with $f = K a$`}
	claimQuadrature = algos.Guarantee{Name: "quadrature", Claim: `two quadrature rules give the same average at $q$`}
	claimHalf       = algos.Guarantee{Name: "half", Claim: `the averaged $p$ at $q$ is no farther from $\frac{1}{2}$ than the plug-in $\sigma(m)$`}
	claimReach      = algos.Guarantee{Name: "reach", Claim: `$|p(q) - \frac{1}{2}| \le \frac{1}{4}\sum_i |k(x_i, q)\,a_i|$`}
	claimFar        = algos.Guarantee{Name: "far", Claim: `far from the data $p = \frac{1}{2}$`}
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	f := v.forecast(v.query())
	return []algos.Check{
		v.checkRise(), v.checkGradient(), v.checkMode(), v.checkDet(), v.checkEvidence(), v.checkRegression(),
		v.checkHalf(f), v.checkReach(f), v.checkFar(), v.checkQuadrature(f),
	}
}

func (v view) checkRise() algos.Check {
	if v.from == nil {
		return claimRise.Not("no step has been taken yet")
	}
	return claimRise.AtLeast(v.state.Psi(), v.from.Psi(), v.state.Rounding()+v.from.Rounding()).Between("ψ now", "ψ before the step")
}

// gradientTol is how near to 0 the gradient is at the mode, of components between −1 and 1.
const gradientTol = 1e-7

// hidden says that a run has ended where rounding hides the rest.
const hidden = "rounding hides any further change"

func (v view) checkGradient() algos.Check {
	most, size := 0.0, 0.0
	for i, a := range v.state.A {
		most, size = max(most, math.Abs(v.state.Grad[i]-a)), max(size, math.Abs(v.state.Grad[i]))
	}
	c := claimGradient.Tends(most, 0, gradientTol*max(size, 1e-3), v.status).Of(max(size, 1e-3)).Between("largest |∇ψ|", "")
	if v.status.State == algos.Exhausted {
		return c.OpenIf(hidden)
	}
	return c
}

// checkMode compares the row of the largest |f| with its sum of gradients.
func (v view) checkMode() algos.Check {
	s, row := v.state, 0
	for i, f := range s.F {
		if math.Abs(f) > math.Abs(s.F[row]) {
			row = i
		}
	}
	var sum num.Sum
	size, gap := 0.0, 0.0
	n := len(s.F)
	for j, k := range s.Gram.Data[row*n : (row+1)*n] {
		sum.Add(k*s.Grad[j], math.Abs(k))
		size, gap = size+math.Abs(k), max(gap, math.Abs(s.Grad[j]-s.A[j]))
	}
	within := 1e-6 * max(math.Abs(s.F[row]), 1e-9*size)
	c := claimMode.Tends(sum.Value, s.F[row], within, v.status).
		Between(say.Vars{"f": "Σk∇"}.Text("<f>"), say.Vars{"x": say.Row(row).Name()}.Text("f at <x>"))
	// The kernel multiplies what the gradient has left, as f = Ka.
	if d := math.Abs(sum.Value - s.F[row]); d > within && (gap <= gradientTol && d <= 2*size*gap+2*sum.Rounding() || v.status.State == algos.Exhausted) {
		return c.OpenIf("such a large prior variance magnifies the rounding errors of the gradients")
	}
	return c
}

// detRounding bounds that of log|B|: the factorisation is exact for a matrix whose entries are off by
// some n·ulp of the largest one, no eigenvalue of B is below 1, and its trace is the sum of n entries.
func (v view) detRounding() float64 {
	n, top := float64(len(v.y)), 0.0
	for i, w := range v.state.W {
		top = max(top, 1+w*v.state.Gram.Data[i*len(v.y)+i])
	}
	return 2 * n * (n + 8) * ulp * top
}

func (v view) checkDet() algos.Check {
	return claimDet.AtLeast(v.state.Det, 0, v.detRounding()).Between("log|B|", "")
}

// manyToEliminate is the most points up to which a determinant is worked out again while a hand drags something.
const manyToEliminate = 100

// checkEvidence computes without the factor of B: by K a, and by elimination.
func (v view) checkEvidence() algos.Check {
	if len(v.y) > manyToEliminate {
		return claimEvidence.Slow(v.eliminated)
	}
	return v.eliminated()
}

func (v view) eliminated() algos.Check {
	s, n := v.state, len(v.y)
	var sum num.Sum
	for i, a := range s.A {
		if v.ctx.Err() != nil {
			return claimEvidence.Waits()
		}
		f := 0.0
		for j, k := range s.Gram.Data[i*n : (i+1)*n] {
			f += k * s.A[j]
		}
		sum.Add(math.Log(laplace.Sigmoid(v.y[i]*f)), 4)
		sum.Add(-a * f / 2)
	}
	sum.Add(-s.LogDet() / 2)
	return claimEvidence.Equal(s.Evidence(), sum.Value, sum.Rounding()+2*s.Rounding()+2*v.detRounding()).
		Between("from |B|", "from |I + KW|")
}

// checkRegression puts the planned step into the normal equations of a regression with the noise 1/W.
// The triangular solves are exact for a matrix B whose entries are off by some n·ulp.
func (v view) checkRegression() algos.Check {
	s := v.from
	if s == nil {
		return claimRegression.Not("no step has been taken yet")
	}
	_, a := s.Planned()
	b, n := s.Response(), len(a)
	spread := 0.0
	for j := range a {
		w := s.W[j]
		spread += math.Sqrt(1+w*s.Gram.Data[j*n+j]) * math.Abs(b[j]-a[j]) / math.Sqrt(w)
	}
	worst, slack, size := -1.0, 0.0, 0.0
	for i := range a {
		f, terms, kb := 0.0, 0.0, 0.0
		for j, k := range s.Gram.Data[i*n : (i+1)*n] {
			f, terms, kb = f+k*a[j], terms+math.Abs(k*a[j]), kb+math.Abs(k*b[j])
		}
		w := s.W[i]
		own := float64(n+8) * ulp * (w*(terms+kb) + 4*math.Abs(b[i]) + math.Abs(a[i]) + 4*math.Sqrt(w*(1+w*s.Gram.Data[i*n+i]))*spread)
		if d := math.Abs(w*f + a[i] - b[i]); d-own > worst-slack || worst < 0 {
			worst, slack = d, own
		}
		size = max(size, math.Abs(b[i]), math.Abs(a[i]))
	}
	return claimRegression.Equal(worst, 0, slack).Of(size).Between("difference", "")
}

// exact is how far from the integral a quadrature is.
const exact = 1e-12

func (v view) checkHalf(f forecast) algos.Check {
	return claimHalf.AtMost(math.Abs(f.p-0.5), math.Abs(f.plugin-0.5), exact).Of(0.5).Between("|p − ½|", "|σ(m) − ½|")
}

func (v view) checkReach(f forecast) algos.Check {
	q, sum := v.query(), num.Sum{}
	for i, a := range v.state.A {
		sum.Add(math.Abs(a*v.k.At(v.Points[i].X, q)) / 4)
	}
	return claimReach.AtMost(math.Abs(f.p-0.5), sum.Value, exact+sum.Rounding()).Of(0.5).Between("|p(q) − ½|", "information from each point").
		Because("where the kernel makes q independent of all points, p is ½")
}

// checkFar looks at a place a hundred boards away.
func (v view) checkFar() algos.Check {
	w := v.Window
	x := [2]float64{w.X1 + 100*(w.X1-w.X0)}
	if !v.line() {
		x[1] = w.Y1 + 100*(w.Y1-w.Y0)
	}
	tie := 0.0
	for i, a := range v.state.A {
		tie += math.Abs(a * v.k.At(v.Points[i].X, x))
	}
	where := say.Vars{"x": x[:v.Dim]}
	if !(tie <= 1e-9) {
		return claimFar.Not(where.Text("with this kernel <x> is still correlated with the points"))
	}
	return claimFar.Equal(v.forecast(x).p, 0.5, exact+tie).Between("p", "½").Because(where.Text("at <x>, a hundred boards away"))
}

// steep is the standard deviation of f up to which the trapezoid rule has few enough nodes.
const steep = 300

func (v view) checkQuadrature(f forecast) algos.Check {
	s := math.Sqrt(f.variance)
	if s == 0 {
		return claimQuadrature.Not("f(q) is determined, so there is nothing to average")
	}
	if s > steep {
		return claimQuadrature.Not("the variance of f(q) is so large that one rule would need too many nodes")
	}
	other := laplace.Trapezoid(f.mean, s)
	if s < 1 {
		other = laplace.Pieces(f.mean, s)
	}
	// Nodes beside the mean are rounded.
	return claimQuadrature.Equal(f.p, other, exact+8*ulp*(1+math.Abs(f.mean))/s).Between("p(q)", "second quadrature rule")
}
