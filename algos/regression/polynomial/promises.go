package polynomial

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory guarantees; the claims are constants, so that they can be translated.
var (
	claimFalls       = algos.Guarantee{Name: "falls", Claim: `the new basis function lowers the RSS by exactly $c_k^2$`}
	claimNever       = algos.Guarantee{Name: "never-rises", Claim: `the RSS is non-increasing in the degree`}
	claimOrthogonal  = algos.Guarantee{Name: "orthogonal", Claim: `the residual is orthogonal to all columns of the design matrix: $\sum_i x_i^j\,(y_i - f(x_i)) = 0$, computed with inputs scaled to $[-1, 1]$`}
	claimOrthonormal = algos.Guarantee{Name: "orthonormal", Claim: `the basis functions are orthonormal: $\langle q_j, q_k\rangle = [j = k]$`}
	claimMeans       = algos.Guarantee{Name: "means", Claim: `at the highest possible degree the fit equals the mean of the targets at every input: it interpolates if no input is repeated`}
	claimLeverage    = algos.Guarantee{Name: "leverage", Claim: `the leverage is at most 1: $h_{ii} \le 1$`}
	claimLoo         = algos.Guarantee{Name: "loo", Claim: `the leave-one-out residual is $r_i/(1 - h_{ii})$`}
	claimVandermonde = algos.Guarantee{Name: "vandermonde", Claim: `the determinant of the design matrix is that of Vandermonde, $\prod_{i<j} |x_j - x_i|$`}
	claimKernel      = algos.Guarantee{Name: "kernel", Claim: `the features define the polynomial kernel: $\sum_j \varphi_j(x)\varphi_j(z) = (1 + xz)^p$`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	none := say.Phrase("")
	if len(v.fits) == 0 {
		none = "nothing fitted yet"
	}
	return []algos.Check{
		v.checkFalls().Unless(none), v.checkNever().Unless(none), v.checkOrthogonal().Unless(none), v.checkOrthonormal().Unless(none),
		v.checkMeans(), v.checkLeverage().Unless(none), v.checkLoo(), v.checkVandermonde(), v.checkKernel(),
	}
}

// off bounds how far rounding may have moved the residual, as a length: every direction
// that was taken away has rounded n inner products of terms as large as y.
func (v view) off() float64 {
	return 4 * num.Ulp * v.size * float64(len(v.fits)+2) * math.Sqrt(float64(len(v.y)))
}

// offSquares is the same for the sum of squares of a residual of some length.
func (v view) offSquares(length float64) float64 {
	return v.off()*(2*length+v.off()) + num.Ulp*float64(len(v.y))*length*length
}

func (v view) checkFalls() algos.Check {
	before, c := v.before().rss(), v.last().c
	r := v.residual()
	off := v.offSquares(math.Sqrt(before)) + 2*math.Abs(c)*v.off()
	return claimFalls.Equal(before-dot(r, r), c*c, off).Of(v.size*v.size).Between("RSS before − after", "c²")
}

func (v view) checkNever() algos.Check {
	before := v.before().rss()
	return claimNever.AtMost(v.rss(), before, v.offSquares(math.Sqrt(before))).Of(v.size*v.size).Between("now", "before")
}

// checkOrthogonal takes the powers of z themselves, which the method never uses. They
// are at most 1.
func (v view) checkOrthogonal() algos.Check {
	worst, r := 0.0, v.residual()
	for k := range v.fits {
		sum := 0.0
		for i, x := range v.x {
			sum += v.lead(x) * math.Pow(v.z(x), float64(k)) * r[i]
		}
		worst = max(worst, math.Abs(sum))
	}
	n := float64(len(v.y))
	off := 8 * float64(len(v.fits)+2) * (v.off()*math.Sqrt(n) + num.Ulp*n*v.size)
	return claimOrthogonal.Equal(worst, 0, off).Of(v.size*math.Sqrt(n)).Between("largest sum", "")
}

func (v view) checkOrthonormal() algos.Check {
	worst := 0.0
	for j, a := range v.fits {
		for k, b := range v.fits[:j+1] {
			want := 0.0
			if j == k {
				want = 1
			}
			worst = max(worst, math.Abs(dot(a.at, b.at)-want))
		}
	}
	return claimOrthonormal.Equal(worst, 0, 8*num.Ulp*float64(len(v.y)+len(v.fits))).Of(1).Between("largest deviation", "")
}

// checkMeans compares with the means of equal inputs, which need no fit.
func (v view) checkMeans() algos.Check {
	if len(v.fits) == 0 || len(v.fits) < v.distinct {
		why := say.Vars{"m": v.distinct, "k": v.first + v.distinct - 1}
		return claimMeans.Not(why.Text("with <m distinct input> that is degree <k>"))
	}
	sum, count := map[float64]float64{}, map[float64]float64{}
	for i, p := range v.Points {
		sum[p.X[0]] += v.y[i]
		count[p.X[0]]++
	}
	worst, r := 0.0, v.residual()
	for i, p := range v.Points {
		x := p.X[0]
		if x == 0 && !v.Intercept {
			continue // there f is 0, whatever the values
		}
		worst = max(worst, math.Abs(v.y[i]-r[i]-sum[x]/count[x]))
	}
	return claimMeans.Equal(worst, 0, v.off()+num.Ulp*v.size*float64(len(v.y))).Of(v.size).Between("largest deviation", "")
}

func (v view) checkLeverage() algos.Check {
	c := claimLeverage.AtMost(slices.Max(append([]float64{0}, v.last().leverage...)), 1, 8*num.Ulp*float64(len(v.y)+len(v.fits)))
	return c.Because(say.Vars{"sum": sumOf(v.last().leverage), "n": len(v.fits)}.Text("their sum is <sum>, the number of columns"))
}

// The most points with which another fit is made at every look, and the largest leverage
// at which a point's own fit is looked at.
const (
	mostRefitted  = 300
	mostLeveraged = 0.99
)

// checkLoo fits the others afresh, without the point of the largest leverage.
func (v view) checkLoo() algos.Check {
	row, h := -1, 0.0
	for i, of := range v.last().leverage {
		if of > h && of < mostLeveraged {
			row, h = i, of
		}
	}
	switch {
	case len(v.fits) == 0:
		return claimLoo.Not("nothing fitted yet")
	case len(v.y) > mostRefitted:
		return claimLoo.Not("there are too many points for a refit at every step")
	case row < 0:
		return claimLoo.Not("every leverage is close to 1: the leave-one-out fit is not determined")
	}
	p := v.Problem
	p.Points, p.HeldOut = slices.Delete(slices.Clone(v.Points), row, row+1), nil
	others := newTask(p, v.options).start()
	for others.next != nil && len(others.fits) < len(v.fits) {
		others = others.fitted()
	}
	x := v.Points[row].X[0]
	if len(others.fits) < len(v.fits) {
		return claimLoo.Not("rounding error hides the leave-one-out fit")
	}
	// The other fit has its own rounding, as much more as its columns are large at x.
	size := 1.0
	for _, q := range others.values(others.columns(), x) {
		size += math.Abs(q)
	}
	off := (v.off() + num.Ulp*v.size*float64(len(v.fits)+2)) * 8 * size / (1 - h)
	return claimLoo.Equal(v.y[row]-others.at(x), v.residual()[row]/(1-h), off).Of(v.size).
		Between("refit", "r/(1 − h)").Because(say.Vars{"row": say.Row(row).Name(), "h": h}.Text("without <row>, whose leverage is <h>"))
}

// mostDeterminant is the most points whose determinant is compared.
const mostDeterminant = 12

// checkVandermonde: the columns 1, x, …, xⁿ⁻¹ are QR, and the diagonal of R is one over
// the leading coefficients of the directions.
func (v view) checkVandermonde() algos.Check {
	n := len(v.y)
	if !v.Intercept || len(v.fits) != n || n < 2 || n > mostDeterminant {
		return claimVandermonde.Not("it needs a square design matrix, with two to twelve points")
	}
	left, right, off := 1.0, 1.0, float64(n*n)
	for k, f := range v.fits {
		left /= f.inX[k]
		off += float64(n) / max(f.share, least)
		for i := range k {
			right *= math.Abs(v.Points[k].X[0] - v.Points[i].X[0])
		}
	}
	if !finite(left, right) || right == 0 || left == 0 {
		return claimVandermonde.Not("it overflows double precision")
	}
	return claimVandermonde.Equal(left, right, 4*num.Ulp*off*right).Between("by the basis functions", "by the inputs")
}

func (v view) checkKernel() algos.Check {
	p := v.powerOf()
	size := math.Pow(1+math.Abs(v.X*v.Z), float64(p))
	return claimKernel.Equal(sumOf(v.last().products(v.X, v.Z)), math.Pow(1+v.X*v.Z, float64(p)), 4*num.Ulp*float64(p+2)*size).
		Of(size).Between("features", "kernel")
}
