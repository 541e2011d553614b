package stringkernel

import (
	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimDefinition = algos.Guarantee{Name: "definition", Claim: `the table adds up what the definition lists: all pairs of places that spell the same word, and end in an entry that is full`}
	claimRecursion  = algos.Guarantee{Name: "recursion", Claim: `$K'$ by $K''$ is $K'$ by the recursion, which sums over all matches of the last letter`}

	claimCosine    = algos.Guarantee{Name: "cosine", Claim: `$2-2\hat K_i$ is the squared distance of the features scaled to length 1`}
	claimSymmetric = algos.Guarantee{Name: "symmetric", Claim: `$K'_i$ is the same with $s$ and $t$ exchanged`}
	claimMonotone  = algos.Guarantee{Name: "monotone", Claim: `a larger $\lambda$ makes the kernel no smaller: it is a polynomial of $\lambda$ with coefficients $\ge 0$`}
	claimPSD       = algos.Guarantee{Name: "psd", Claim: `no eigenvalue of the Gram matrix of all words is negative`}
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
		return "no entry is full yet"
	}
	return ""
}

// off bounds what rounding may have done to two numbers of this size by two routes; what
// is smaller than the smallest normal number has lost its digits.
func (v view) off(size float64) float64 {
	return 2*relative(v.s, v.t, v.N)*size + 0x1p-1000
}

func (v view) checkDefinition() algos.Check {
	switch {
	case v.p == 0:
		return claimDefinition.Not(v.unfilled())
	case !v.listable(v.length):
		return claimDefinition.Not("there are too many subsequences to list; shorter strings show it")
	}
	listed := v.byDefinition(v.length, v.p, v.q)
	return claimDefinition.Equal(v.sum, listed, v.off(listed)).Between("table", "list")
}

func (v view) checkRecursion() algos.Check {
	switch {
	case v.p == 0:
		return claimRecursion.Not(v.unfilled())
	case v.length*v.p*v.q*v.q > mostTerms:
		return claimRecursion.Not("the recursion takes too long; shorter strings show it")
	}
	slow := recursion{v.task, map[[3]int]float64{}}.prime(v.length, v.p, v.q)
	return claimRecursion.Equal(v.prime, slow, v.off(slow)).Between("K′ of this entry", "recursion")
}

func (v view) checkSchwarz() algos.Check {
	scale := v.scale(v.length)
	return claimSchwarz.AtMost(v.sum, scale, v.off(scale)).Between("K so far", "√(K(s,s) K(t,t))").Metered()
}

func (v view) checkCosine() algos.Check {
	i := len(v.done)
	switch {
	case i == 0:
		return claimCosine.Not("no length is finished yet")
	case v.scale(i) == 0:
		return claimCosine.Not("a string has fewer letters than the subsequences")
	case !v.listable(i):
		return claimCosine.Not("there are too many subsequences to list; shorter strings show it")
	}
	// Both sides come from numbers up to 2, however small they are themselves.
	return claimCosine.Equal(v.distance(i), 2-2*v.done[i-1]/v.scale(i), v.off(8)).Of(2).
		Between("squared distance", "2 − 2K̂").Because(say.Vars{"i": i}.Text("length <i>"))
}

func (v view) checkSymmetric() algos.Check {
	if v.p == 0 {
		return claimSymmetric.Not(v.unfilled())
	}
	other := full(v.t, v.s, v.Lambda, v.length)
	turned := other.prime[other.at(v.q, v.p)]
	return claimSymmetric.Equal(v.prime, turned, v.off(turned)).Between("K′ of this entry", "exchanged")
}

func (v view) checkMonotone() algos.Check {
	switch {
	case v.p == 0:
		return claimMonotone.Not(v.unfilled())
	case v.Lambda == 1:
		return claimMonotone.Not("λ is 1 already")
	}
	larger := (1 + v.Lambda) / 2
	other := full(v.s, v.t, larger, v.length)
	sum := 0.0
	for p := 1; p <= v.p; p++ {
		for q := 1; q <= len(v.t) && (p < v.p || q <= v.q); q++ {
			sum += other.ends[other.at(p, q)]
		}
	}
	return claimMonotone.AtMost(v.sum, sum, v.off(sum)).Between("K so far", say.Vars{"l": larger}.Text("with λ = <l>"))
}

func (v view) checkPSD() algos.Check {
	all := v.gram()
	if len(all) == 0 {
		return claimPSD.Not("the run has been left")
	}
	g := all[max(1, len(v.done))-1]
	if g.least != g.least {
		return claimPSD.Not("the eigenvalues were not found")
	}
	return claimPSD.AtLeast(g.least, 0, g.off+num.Ulp*g.most).Of(g.most).Between("least eigenvalue", "")
}
