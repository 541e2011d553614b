package svd

import (
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/num"
)

var (
	claimYoung    = algos.Guarantee{Name: "eckart-young", Claim: `Eckart and Young: the squared error $\|A-A_k\|_F^2$ is $\sum_{i>k}s_i^2$`}
	claimSpectral = algos.Guarantee{Name: "spectral", Claim: `in the spectral norm what is left is $s_{k+1}$`}
	claimBest     = algos.Guarantee{Name: "best", Claim: `no table of rank $k$ is nearer: the best of 8 random ones`}
	claimEnergy   = algos.Guarantee{Name: "energy", Claim: `$\|A\|_F^2=\sum_is_i^2$`}
	claimOrtho    = algos.Guarantee{Name: "orthonormal", Claim: `the singular vectors are orthonormal: $U^\top U=V^\top V=I$`}
	claimTriple   = algos.Guarantee{Name: "triple", Claim: `$Av_k=s_ku_k$, in length`}
)

// doubted says why a promise is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "rounding may move these numbers by as much as they differ: what is left is nearly nothing beside the table"
	}
	return c
}

// Checks implements [algos.View].
func (v layersView) Checks() []algos.Check {
	tail := v.f.tail(v.k)
	rounding := v.f.rounding(tail)
	checks := []algos.Check{
		doubted(claimYoung.Equal(v.left, tail, rounding).Of(v.f.tail(0)).Between("subtracted", "Σ s²")),
		v.checkSpectral(),
		claimEnergy.Equal(v.total, v.f.tail(0), v.f.rounding(v.f.tail(0))).Between("‖A‖²", "Σ s²"),
		v.f.checkOrthonormal(),
	}
	if v.seek != nil {
		checks = append(checks, v.checkSeek()...)
	}
	if len(v.rivals) > 0 {
		// A rival is subtracted cell by cell, with as much rounding as the layers.
		checks = append(checks, doubted(claimBest.AtLeast(v.best(), v.left, rounding+v.f.rounding(v.best())).Of(v.f.tail(0)).
			Between("best rival", "A_k")), v.checkTriple())
	}
	return checks
}

// checkSpectral finds the spectral norm of what is left by another route: as the root of
// the largest eigenvalue of RᵀR.
func (v layersView) checkSpectral() algos.Check {
	left := minus(v.cells, v.f.sum(v.k))
	size := 0.0
	for _, x := range left {
		size = max(size, math.Abs(x))
	}
	found := 0.0
	if size > 0 {
		gram := make([]float64, v.n*v.n)
		for i := range v.m {
			row := left[i*v.n : (i+1)*v.n]
			for a, x := range row {
				for b, y := range row[:a+1] {
					gram[a*v.n+b] += (x / size) * (y / size)
				}
			}
		}
		values, _, ok := kernel.Eigen(gram, v.n)
		if !ok {
			return claimSpectral.Not("the eigenvalues were not found")
		}
		found = size * math.Sqrt(max(0, values[v.n-1]))
	}
	// The root halves the share by which an eigenvalue is off: some ulps for every row and column.
	rounding := 2*v.f.noise() + 8*num.Ulp*float64(v.m+v.n)*found
	return doubted(claimSpectral.Equal(found, v.f.value(v.k), rounding).Of(v.f.value(0)).Between("√λ of RᵀR", "s of the next layer"))
}

// checkOrthonormal looks for the inner product that is farthest from 0, or from 1.
func (f factors) checkOrthonormal() algos.Check {
	off := 0.0
	for i := range f.s {
		for j := range i + 1 {
			want := 0.0
			if i == j {
				want = 1
			}
			off = max(off, math.Abs(dot(f.u[i], f.u[j])-want), math.Abs(dot(f.v[i], f.v[j])-want))
		}
	}
	rounding := 8 * num.Ulp * float64(f.m+f.n)
	return claimOrtho.Equal(off, 0, rounding).Of(1).Between("largest entry off", "")
}

func (v layersView) checkTriple() algos.Check {
	k := v.k - 1
	av := make([]float64, v.m)
	for i := range av {
		av[i] = dot(v.cells[i*v.n:(i+1)*v.n], v.f.v[k])
	}
	return doubted(claimTriple.Equal(norm(av), v.f.s[k], v.f.noise()).Of(v.f.s[0]).Between("‖Av‖", "s"))
}
