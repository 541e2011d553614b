package gpregression

import (
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

const (

	// maxSpectrum is the most observations whose eigenvalues are worked out at a look.
	maxSpectrum = 100
)

var (
	claimEigenvalues = algos.Guarantee{Name: "eigenvalues", Claim: `no pivot is below the smallest eigenvalue: $L_{ii}^2 \ge \lambda_{\min}(K) + \sigma^2$`}
	claimCycle       = algos.Guarantee{Name: "cycle", Claim: `the periodic kernel repeats after one period: $k(x, x + p) = k(x, x) = \sigma_f^2$`}
)

// eigenvalues are those of K, without noise, the largest first; nil where they are not
// worked out.
func (v view) eigenvalues() []float64 {
	n := v.seen()
	if n == 0 || n > maxSpectrum {
		return nil
	}
	k, a := v.kernel(), make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			a[i*n+j] = k.At(v.post.X[i], v.post.X[j])
		}
	}
	values, _, ok := kernel.Eigen(a, n)
	if !ok {
		return nil
	}
	for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
		values[i], values[j] = values[j], values[i]
	}
	return values
}

// effective is the number of parameters that the observations settle, tr K(K+σ²I)⁻¹ =
// Σλ/(λ+σ²): a direction of large λ counts as one, and one that drowns in noise as none.
func (v view) effective(eigenvalues []float64) float64 {
	sum := 0.0
	for _, l := range eigenvalues {
		if l > 0 {
			sum += l / (l + v.post.Noise)
		}
	}
	return sum
}

// spectrum draws the eigenvalues of K over those of the noise.
func (v view) spectrum() (mark.Panel, bool) {
	values := v.eigenvalues()
	if len(values) == 0 || !(values[0] > 0) {
		return mark.Panel{}, false
	}
	n := len(values)
	// What is smaller is rounding, and may be negative.
	floor := float64(n) * num.Ulp * values[0]
	w := say.Vars{"n": n, "effective": v.effective(values), "largest": values[0], "smallest": max(0, values[n-1])}
	dots := mark.Points{Style: mark.RoleClass0.Plain(), Legend: "eigenvalues of K, without noise"}
	for i, l := range values {
		dots.At, dots.Size = append(dots.At, mark.XY{X: float64(i + 1), Y: max(l, floor)}), append(dots.Size, 3)
	}
	dots.Tip = func(i int) say.Phrase {
		l := max(0, values[i])
		t := say.Vars{"i": i + 1, "l": l, "share": l / (l + v.post.Noise)}
		if l <= floor {
			return t.Text("eigenvalue <i> is 0 up to rounding")
		}
		return t.Text("eigenvalue <i> is <l>; it contributes <share> degrees of freedom")
	}
	c := panel.Curves{
		ID: "spectrum", Title: "Eigenvalues of the kernel matrix K", Note: w.Text("effective degrees of freedom <effective>"),
		Alt: w.Text("the <n eigenvalue> of K fall from <largest> to <smallest>; effective degrees of freedom <effective>"),
		X:   mark.Axis{Name: "index", Integer: true, Min: 0.5, Max: float64(n) + 0.5},
		Y:   mark.Axis{Name: "eigenvalue", Log: true, Min: max(values[n-1], floor) / 2, Max: 2 * values[0]},
		Of:  []panel.Quantity{{At: dots.At, Style: mark.RoleClass0.Wide(1.4), With: []mark.Mark{dots}}},
	}
	if v.post.Noise > 0 {
		c.Y.Min, c.Y.Max = min(c.Y.Min, v.post.Noise/2), max(c.Y.Max, 2*v.post.Noise)
		c.Under = []mark.Mark{mark.Rule{At: v.post.Noise, Label: "σ²", Style: mark.RoleBad.Dashed(), Legend: "noise variance: a direction below it is not learned"}}
	}
	return c.Panel(), true
}

// checkEigenvalues: a pivot is what is left of a variance once the earlier observations
// are known, and no direction has less than the smallest eigenvalue of K + σ²I.
func (v view) checkEigenvalues() algos.Check {
	values := v.eigenvalues()
	if values == nil {
		return claimEigenvalues.Not(say.Vars{"n": maxSpectrum}.Text("the eigenvalues are not computed for more than <n observation>"))
	}
	n := len(values)
	size := values[0] + v.post.Noise
	rounding := 8 * float64(n+1) * num.Ulp * size
	w := say.Vars{"least": max(0, values[n-1]), "effective": v.effective(values), "n": n}
	return claimEigenvalues.AtLeast(v.post.LeastPivot, values[n-1]+v.post.Noise, rounding).Of(size).
		Between("smallest pivot", "smallest eigenvalue, with σ²").
		Because(w.Text(`$\lambda_{\min} = <least>$; effective degrees of freedom $\sum_i \lambda_i/(\lambda_i + \sigma^2) = <effective>$ of <n>`))
}

// checkCycle compares the periodic parts of the kernel with themselves a period on, and
// takes the one that is farthest off.
func (v view) checkCycle() (checks []algos.Check) {
	for _, c := range v.kernel().Cycles() {
		switch check := backAgain(c); {
		case checks == nil:
			checks = []algos.Check{check}
		case check.Off()*checks[0].Right > checks[0].Off()*check.Right:
			checks[0] = check
		}
	}
	return checks
}

// backAgain compares a periodic kernel with itself a period on. The sine of π is off by
// ulp, and counts by 2/ℓ² of its square.
func backAgain(c covariance.Cycle) algos.Check {
	here, on, half := [2]float64{}, [2]float64{c.Period}, [2]float64{c.Period / 2}
	top, sine := c.Kernel.At(here, here), 4*math.Pi*num.Ulp
	w := say.Vars{"p": c.Period, "half": c.Kernel.At(here, half)}
	return claimCycle.Equal(c.Kernel.At(here, on), top, top*min(1, 16*num.Ulp+4*sine*sine*c.Sharp)).
		Between(w.Text("k(0, <p>)"), "k(0, 0)").Because(w.Text(`half a period later $k(0, p/2) = <half>$`))
}
