package stringkernel

import (
	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimDefinition = algos.Guarantee{Name: "definition", Claim: `sum over the computed cells = sum over all pairs of occurrences by the definition`}
	claimRecursion  = algos.Guarantee{Name: "recursion", Claim: `$K'$ by dynamic programming = $K'$ by the naive recursion`}

	claimCosine    = algos.Guarantee{Name: "cosine", Claim: `$2-2\hat K_i$ = squared distance of the normalised feature vectors`}
	claimSymmetric = algos.Guarantee{Name: "symmetric", Claim: `symmetry: $K'_i$ is unchanged if $s$ and $t$ are exchanged`}
	claimMonotone  = algos.Guarantee{Name: "monotone", Claim: `$K$ is non-decreasing in $\lambda$: it is a polynomial with coefficients $\ge 0$`}
	claimPSD       = algos.Guarantee{Name: "psd", Claim: `the Gram matrix of all strings is positive semi-definite`}
)

var claimSchwarz = algos.Guarantee{Name: "cauchy-schwarz", Claim: `$K_i(s,t)\le\sqrt{K_i(s,s)\,K_i(t,t)}$ (Cauchy–Schwarz), so $0\le\hat K_i\le 1$`}

// mostTerms bounds the work of the recursion.
const mostTerms = 300_000

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	return []algos.Check{
		v.checkDefinition(), v.checkRecursion(), v.checkSchwarz(), v.checkCosine(), v.checkSymmetric(), v.checkMonotone(), v.checkPSD(),
	}
}

// unfilled says why nothing can be compared yet; "" where something can.
func (v view) unfilled() say.Phrase {
	if v.p == 0 {
		return "no cell is computed yet"
	}
	return ""
}

// off bounds what rounding may have done to two numbers of this size by two routes; what
// is smaller than the smallest normal number has lost its digits.
func (v view) off(size float64) float64 {
	return 2*relative(v.s, v.t, v.Length)*size + 0x1p-1000
}

func (v view) checkDefinition() algos.Check {
	switch {
	case v.p == 0:
		return claimDefinition.Not(v.unfilled())
	case !v.listable(v.length):
		return claimDefinition.Not("too many subsequences to list; use shorter strings")
	}
	listed := v.byDefinition(v.length, v.p, v.q)
	return claimDefinition.Equal(v.sum, listed, v.off(listed)).Between("table", "list")
}

func (v view) checkRecursion() algos.Check {
	switch {
	case v.p == 0:
		return claimRecursion.Not(v.unfilled())
	case v.length*v.p*v.q*v.q > mostTerms:
		return claimRecursion.Not("the naive recursion takes too long; use shorter strings")
	}
	slow := recursion{v.task, map[[3]int]float64{}}.prime(v.length, v.p, v.q)
	return claimRecursion.Equal(v.prime, slow, v.off(slow)).Between("K′ at this cell", "recursion")
}

func (v view) checkSchwarz() algos.Check {
	scale := v.scale(v.length)
	return claimSchwarz.AtMost(v.sum, scale, v.off(scale)).Between("partial sum of K", "√(K(s,s) K(t,t))").Metered()
}

func (v view) checkCosine() algos.Check {
	i := len(v.done)
	switch {
	case i == 0:
		return claimCosine.Not("no length is complete yet")
	case v.scale(i) == 0:
		return claimCosine.Not("a string is shorter than the subsequence length")
	case !v.listable(i):
		return claimCosine.Not("too many subsequences to list; use shorter strings")
	}
	// Both sides come from numbers up to 2, however small they are themselves.
	return claimCosine.Equal(v.distance(i), 2-2*v.done[i-1]/v.scale(i), v.off(8)).Of(2).
		Between("squared distance", "2 − 2K̂").Because(say.Vars{"i": i}.Text("length <i>"))
}

func (v view) checkSymmetric() algos.Check {
	if v.p == 0 {
		return claimSymmetric.Not(v.unfilled())
	}
	other := full(v.t, v.s, v.Decay, v.length)
	turned := other.prime[other.at(v.q, v.p)]
	return claimSymmetric.Equal(v.prime, turned, v.off(turned)).Between("K′ at this cell", "exchanged")
}

func (v view) checkMonotone() algos.Check {
	switch {
	case v.p == 0:
		return claimMonotone.Not(v.unfilled())
	case v.Decay == 1:
		return claimMonotone.Not("λ is 1 already")
	}
	larger := (1 + v.Decay) / 2
	other := full(v.s, v.t, larger, v.length)
	sum := 0.0
	for p := 1; p <= v.p; p++ {
		for q := 1; q <= len(v.t) && (p < v.p || q <= v.q); q++ {
			sum += other.ends[other.at(p, q)]
		}
	}
	return claimMonotone.AtMost(v.sum, sum, v.off(sum)).Between("partial sum of K", say.Vars{"l": larger}.Text("with λ = <l>"))
}

func (v view) checkPSD() algos.Check {
	all := v.gram()
	if len(all) == 0 {
		return claimPSD.Not("the run was interrupted")
	}
	g := all[v.compared()-1]
	if g.least != g.least {
		return claimPSD.Not("the eigenvalue computation did not converge")
	}
	return claimPSD.AtLeast(g.least, 0, g.off+num.Ulp*g.most).Of(g.most).Between("smallest eigenvalue", "")
}
