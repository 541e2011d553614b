package mds

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory promises.
var (
	claimSums     = algos.Guarantee{Name: "sums", Claim: `sum of all squared distances: $\sum_{i,j} D_{ij}^2 = 2m\operatorname{tr}B$`}
	claimBack     = algos.Guarantee{Name: "back", Claim: `distances from the Gram matrix: $b_{ii} + b_{jj} - 2b_{ij} = D_{ij}^2$`}
	claimCentred  = algos.Guarantee{Name: "centred", Claim: `rows and columns sum to 0`}
	claimKept     = algos.Guarantee{Name: "kept", Claim: `if all omitted eigenvalues are 0, every distance is preserved`}
	claimShorter  = algos.Guarantee{Name: "shorter", Claim: `if B is positive semi-definite, the embedding is a projection: it makes no distance longer`}
	claimStrain   = algos.Guarantee{Name: "strain", Claim: `strain = sum of the squared omitted eigenvalues: $\|B - ZZ^\top\|^2 = \sum_{j > d'}\lambda_j^2$`}
	claimVariance = algos.Guarantee{Name: "variance", Claim: `the eigenvalues of B are those of $X^\top X$: classical MDS of points is PCA`}
	claimTurn     = algos.Guarantee{Name: "turn", Claim: `no rotation of the map has a smaller RMS error than the Procrustes rotation`}
)

// Checks computes the promises from the state that is shown.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkSums(), v.checkBack(), v.checkCentred(), v.checkKept(), v.checkShorter(), v.checkStrain()}
	if !v.table && v.Metric == euclidean {
		checks = append(checks, v.checkVariance())
	}
	if v.truth != nil {
		checks = append(checks, v.checkTurn())
	}
	return checks
}

// ulps bounds the rounding of a sum over rows of squared distances, as a share of the
// largest.
func (v view) ulps() float64 { return 8 * num.Ulp * float64(v.m) }

// unmapped objects to promises about a map before there is one.
func (v view) unmapped() say.Phrase {
	if v.found == 0 {
		return "no embedding yet"
	}
	return ""
}

func (v view) checkSums() algos.Check {
	if v.stage < inner {
		return claimSums.Not("B is not computed yet")
	}
	all, trace := 0.0, 0.0
	for i := range v.m {
		trace += v.b()[i*v.m+i]
		for j := range v.m {
			all += v.d[i*v.m+j] * v.d[i*v.m+j]
		}
	}
	return claimSums.Equal(all, 2*float64(v.m)*trace, v.ulps()*float64(v.m)*v.top*float64(v.m)).Between("ΣD²", "2m tr B")
}

// checkBack compares the pair for which both sides differ most.
func (v view) checkBack() algos.Check {
	if v.stage < inner {
		return claimBack.Not("B is not computed yet")
	}
	var left, right float64
	off := -1.0
	for i := range v.m {
		for j := range i {
			x, y := v.b()[i*v.m+i]+v.b()[j*v.m+j]-2*v.b()[i*v.m+j], v.d[i*v.m+j]*v.d[i*v.m+j]
			if d := math.Abs(x - y); d > off {
				left, right, off = x, y, d
			}
		}
	}
	c := claimBack.Equal(left, right, 4*v.ulps()*v.top).Of(v.top).Between("from B", "D²").Because("the pair with the largest difference")
	return doubted(c)
}

// doubted leaves out what rounding alone decides.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided {
		return c.Unless("these distances are within the rounding error of the largest")
	}
	return c
}

func (v view) checkCentred() algos.Check {
	if v.stage < byColumn {
		return claimCentred.Not("the columns are not centred yet")
	}
	worst, a := 0.0, v.matrices[v.stage]
	for i := range v.m {
		row, column := 0.0, 0.0
		for j := range v.m {
			row += a[i*v.m+j]
			column += a[j*v.m+i]
		}
		worst = max(worst, math.Abs(row), math.Abs(column))
	}
	return claimCentred.Equal(worst, 0, v.ulps()*float64(v.m)*v.top).Of(v.top*float64(v.m)).Between("largest |sum|", "")
}

func (v view) checkKept() algos.Check {
	switch why := v.unmapped(); {
	case why != "":
		return claimKept.Not(why)
	case v.negative > 0:
		return claimKept.Not(say.Vars{"last": v.values[v.m-1]}.Text("the eigenvalue <last> is below 0: no embedding is exact"))
	case v.positive > v.found:
		return claimKept.Not(say.Vars{"more": v.positive - v.found}.Text("<more more eigenvalue is> above 0"))
	}
	left, right, off := 0.0, 0.0, -1.0
	for i := range v.m {
		for j := range i {
			x, y := v.mapped(i, j, v.found), v.d[i*v.m+j]
			if d := math.Abs(x - y); d > off {
				left, right, off = x, y, d
			}
		}
	}
	// Eigenvalues that count as 0 may be as large as the noise, and a distance misses the root
	// of that where places nearly coincide.
	rounding := math.Sqrt(float64(v.m)*v.noise) + v.ulps()*math.Sqrt(v.top)
	if right > 0 {
		rounding = min(rounding, 4*float64(v.m)*v.noise/right+v.ulps()*right)
	}
	return doubted(claimKept.Equal(left, right, rounding).Of(math.Sqrt(v.top)).Between("embedded distance", "distance").
		Because("the pair with the largest error"))
}

func (v view) checkShorter() algos.Check {
	switch why := v.unmapped(); {
	case why != "":
		return claimShorter.Not(why)
	case v.negative > 0:
		return claimShorter.Not("an eigenvalue is below 0")
	}
	left, right, off := 0.0, 0.0, math.Inf(-1)
	for i := range v.m {
		for j := range i {
			if x, y := v.mapped(i, j, v.found), v.d[i*v.m+j]; x-y > off {
				left, right, off = x, y, x-y
			}
		}
	}
	rounding := math.Sqrt(float64(v.m)*v.noise) + v.ulps()*math.Sqrt(v.top)
	if right > 0 {
		rounding = min(rounding, 4*float64(v.m)*v.noise/right+v.ulps()*right)
	}
	return doubted(claimShorter.AtMost(left, right, rounding).Of(math.Sqrt(v.top)).Between("embedded distance", "distance").
		Because("the pair with the largest increase"))
}

// checkStrain takes the map away from B entry by entry, in units of the largest square.
func (v view) checkStrain() algos.Check {
	if why := v.unmapped(); why != "" {
		return claimStrain.Not(why)
	}
	left, right, size := 0.0, 0.0, 0.0
	for i := range v.m {
		for j := range v.m {
			x := v.b()[i*v.m+j] / v.top
			size += x * x
			for k := range v.found {
				x -= v.coordinate(i, k) / math.Sqrt(v.top) * (v.coordinate(j, k) / math.Sqrt(v.top))
			}
			left += x * x
		}
	}
	for _, l := range v.values[v.found:] {
		right += (l / v.top) * (l / v.top)
	}
	return doubted(claimStrain.Equal(left, right, 8*v.ulps()*float64(v.m)*size).Of(size).
		Between("entry by entry", "omitted λ²").Because("in units of the largest squared distance, squared"))
}

// checkVariance compares the first eigenvalue with the closed form for two columns.
func (v view) checkVariance() algos.Check {
	if v.stage < inner {
		return claimVariance.Not("B is not computed yet")
	}
	var xx, xy, yy float64
	for _, q := range v.truth {
		xx, xy, yy = xx+q[0]*q[0], xy+q[0]*q[1], yy+q[1]*q[1]
	}
	first := (xx+yy)/2 + math.Hypot((xx-yy)/2, xy)
	// Points far from 0 are known to some ulps of their place.
	place := 0.0
	for _, q := range v.Points {
		place = max(place, math.Abs(q.X[0]), math.Abs(q.X[1]))
	}
	rounding := 2*float64(v.m)*v.noise + 16*num.Ulp*float64(v.m)*place*math.Sqrt(v.top)
	return doubted(claimVariance.Equal(v.values[0], first, rounding).Between("λ₁ of B", "λ₁ of XᵀX"))
}

func (v view) checkTurn() algos.Check {
	if why := v.unmapped(); why != "" {
		return claimTurn.Not(why)
	}
	_, best := v.state.best(v.Reflect)
	size := math.Sqrt(v.truth0 / float64(v.m))
	return doubted(claimTurn.AtLeast(v.misfit(v.Rotation, v.Reflect), best, 1e-7*size).Of(size).Between("your rotation", "optimal rotation"))
}
