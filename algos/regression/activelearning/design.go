package activelearning

import (
	"math"

	"playground/algos/num"
)

// A design is what a number of inputs say about a line, by sums around their mean: so no
// digits are lost where the inputs are far from 0.
type design struct {
	n       int
	mean    float64
	scatter float64 // Σ(x − mean)²
}

func designOf(xs []float64) design {
	d := design{n: len(xs)}
	if d.n == 0 {
		return d
	}
	for _, x := range xs {
		d.mean += (x - xs[0]) / float64(d.n)
	}
	d.mean += xs[0]
	for _, x := range xs {
		d.scatter += (x - d.mean) * (x - d.mean)
	}
	return d
}

// with adds an input (Welford).
func (d design) with(x float64) design {
	e := design{n: d.n + 1}
	e.mean = d.mean + (x-d.mean)/float64(e.n)
	e.scatter = d.scatter + (x-d.mean)*(x-e.mean)
	return e
}

// regular reports whether there are two inputs that rounding does not hide from each
// other, so that XᵀX has an inverse.
func (d design) regular() bool {
	spread := math.Sqrt(d.scatter)
	return d.n > 1 && spread > 64*num.Ulp*math.Abs(d.mean) && spread > 1e-75
}

// A symmetric matrix of the slope and the constant.
type matrix struct{ xx, x1, oo float64 }

// inverse is A = (XᵀX)⁻¹.
func (d design) inverse() matrix {
	return matrix{1 / d.scatter, -d.mean / d.scatter, 1/float64(d.n) + d.mean*d.mean/d.scatter}
}

// trace is Tr A.
func (d design) trace() float64 {
	return (1+d.mean*d.mean)/d.scatter + 1/float64(d.n)
}

// determinant is det A = 1/(nΣ(x−mean)²).
func (d design) determinant() float64 { return 1 / (float64(d.n) * d.scatter) }

// variance is vᵀAv: what σ² is multiplied with to get the variance of the line at x.
func (d design) variance(x float64) float64 {
	return 1/float64(d.n) + (x-d.mean)*(x-d.mean)/d.scatter
}

// pull is Av, by how much an observation at x moves slope and intercept.
func (d design) pull(x float64) (slope, constant float64) {
	u := (x - d.mean) / d.scatter
	return u, 1/float64(d.n) - d.mean*u
}

// square is vᵀAAv.
func (d design) square(x float64) float64 {
	u, w := d.pull(x)
	return u*u + w*w
}

// gain is f(v), by which a query at x reduces the trace.
func (d design) gain(x float64) float64 { return d.square(x) / (1 + d.variance(x)) }

// updated is A after a query at x, by Sherman and Morrison.
func (a matrix) updated(x float64) matrix {
	u, w := a.xx*x+a.x1, a.x1*x+a.oo
	s := 1 / (1 + x*u + w)
	return matrix{a.xx - s*u*u, a.x1 - s*u*w, a.oo - s*w*w}
}

func (a matrix) variance(x float64) float64 { return a.xx*x*x + 2*a.x1*x + a.oo }

// eigen are the eigenvalues of A, and the unit eigenvector of the largest one.
func (a matrix) eigen() (large, small float64, first [2]float64) {
	half, mid := (a.xx-a.oo)/2, (a.xx+a.oo)/2
	r := math.Hypot(half, a.x1)
	large = mid + r
	if large > 0 {
		small = (a.xx*a.oo - a.x1*a.x1) / large
	}
	x, y := half+r, a.x1
	if half < 0 {
		x, y = a.x1, r-half
	}
	if l := math.Hypot(x, y); l > 0 {
		return large, small, [2]float64{x / l, y / l}
	}
	return large, small, [2]float64{1, 0}
}

// condition is that of A.
func (d design) condition() float64 {
	large, _, _ := d.inverse().eigen()
	return large * large / d.determinant()
}

// turns are the inputs where f has no slope: f = (az² + bz + g)/(c + ez²) of z = x − mean,
// so that f' is 0 where be z² − 2(ac − ge)z − bc is. The z have opposite signs: one
// is the peak of f and the other its minimum.
func (d design) turns() []float64 {
	n, s, m := float64(d.n), d.scatter, d.mean
	p := (1+m*m)*(n+1)*n - s // (ac − ge)·n²s²
	b := -2 * m * n * s      // b·n²s²
	// Divided by n²s²: b e z² − 2 p z − b c = 0 with e = 1/s, c = 1 + 1/n.
	if b == 0 && p == 0 {
		return nil
	}
	q := p + math.Copysign(math.Sqrt(p*p+b*b*(1+1/n)/s), p)
	zs := []float64{-b * (1 + 1/n) / q}
	if b != 0 {
		zs = append(zs, q*s/b)
	}
	var xs []float64
	for _, z := range zs {
		if !math.IsNaN(z) && !math.IsInf(z, 0) {
			xs = append(xs, m+z)
		}
	}
	return xs
}

// best is the input of [low, high] that reduces the trace most.
func (d design) best(low, high float64) float64 {
	if !d.regular() {
		return d.first(low, high)
	}
	x, most := high, d.gain(high)
	for _, at := range append(d.turns(), low) {
		if at < low || at > high {
			continue
		}
		if f := d.gain(at); f > most*(1+tie) {
			x, most = at, f
		}
	}
	return x
}

// tie is the share by which a query has to be better than one that comes before it: what
// rounding decides is decided for the end called high.
const tie = 1e-12

// doubtful is the input of [low, high] of maximum predictive variance: an end, as
// vᵀAv is a parabola that opens upwards.
func (d design) doubtful(low, high float64) float64 {
	switch {
	case d.n == 0:
		return larger(low, high)
	case (d.mean-low)*(d.mean-low) > (high-d.mean)*(high-d.mean)*(1+tie):
		return low
	}
	return high
}

// larger is the end with the longer v: it is the first query of all by either criterion,
// if a ridge is added to XᵀX and goes to 0.
func larger(low, high float64) float64 {
	if math.Abs(low) > math.Abs(high) {
		return low
	}
	return high
}

// first is the A-optimal query where XᵀX is singular: f is infinite wherever a second
// input makes it regular, so what counts is the trace that is left.
func (d design) first(low, high float64) float64 {
	if d.n == 0 {
		return larger(low, high)
	}
	x, least := d.doubtful(low, high), math.Inf(1)
	if e := d.with(x); e.regular() {
		least = e.trace()
	}
	for _, at := range []float64{high, low, d.mean - float64(d.n+1)*(1+d.mean*d.mean)/d.mean} {
		if !(at >= low && at <= high) {
			continue
		}
		if e := d.with(at); e.regular() && e.trace() < least*(1-tie) {
			x, least = at, e.trace()
		}
	}
	return x
}

// floor is a trace that no n inputs of [low, high] come below: that of the best shares of
// the two ends, (√(1+low²) + √(1+high²))²/(high−low)², divided by n.
func floor(n int, low, high float64) float64 {
	sum := math.Hypot(1, low) + math.Hypot(1, high)
	r := sum / (high - low)
	return r * r / float64(n)
}
