package topics

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimRatio = algos.Guarantee{Name: "ratio", Claim: "the probability of the sampled topic is a ratio of joint probabilities, each recomputed with " +
		`$\ln\Gamma$`}

	claimPairing = algos.Guarantee{Name: "pairing", Claim: "the topic matching is optimal: its overlap reaches the dual bound of the Hungarian algorithm"}
)

var (
	claimChain  = algos.Guarantee{Name: "chain", Claim: `$\ln p(w,z)$ is the sum of the log predictive probabilities of the tokens, one after another`}
	claimClosed = algos.Guarantee{Name: "closed", Claim: `the closed form with $\ln\Gamma$ gives the same sum`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	z := v.now()
	n := v.counted(z)
	chain, rounding := v.chain(z)
	form := v.joint(n)
	checks := []algos.Check{v.checkRatio(z)}
	checks = append(checks,
		// The run adds a sweep's changes up, each by the logarithm of a ratio.
		claimChain.Equal(v.log, chain, 2*rounding+form.rounding).Between("ln p", "token by token").Of(v.scale(chain)),
		claimClosed.Equal(form.value, chain, rounding+form.rounding).Between("closed form", "token by token").Of(v.scale(chain)),
	)
	if v.psi != nil {
		checks = append(checks, v.checkPairing(n))
	}
	return checks
}

// checkPairing compares the overlap with a bound for all pairings: their cost is at least
// the prices of all rows and columns.
func (v view) checkPairing(n counts) algos.Check {
	if math.IsNaN(v.overlap) {
		return claimPairing.Not("topics are compared at the end of a document")
	}
	cost := costs(v.topics(n), v.psi)
	size := float64(len(cost))
	bound := (size - match(cost).bound(cost)) / float64(len(v.psi))
	// Prices are sums of as many differences as there are rows, each of costs up to 1.
	return claimPairing.Equal(v.overlap, bound, 16*size*size*num.Ulp).Between("overlap", "upper bound")
}

// scale is of what size the logarithms are that are added up: with one topic and one
// word they are all 0.
func (v view) scale(chain float64) float64 { return max(math.Abs(chain), 1) }

func (v view) checkRatio(z []uint8) algos.Check {
	if v.at() < 0 {
		return claimRatio.Not("no token has been resampled yet")
	}
	x := v.last()
	p, rounding := v.byJoint(z, x.i, x.new)
	return claimRatio.Equal(x.p[x.new], p, rounding).Between("p", "with Γ")
}

// byJoint is p(zᵢ = k | all others, w) by the joint probabilities of all topics that
// word i may have.
func (v view) byJoint(z []uint8, i, k int) (p, rounding float64) {
	n, d, w := v.counted(z), int(v.of[i]), int(v.words[i])
	put := func(k, by int) {
		n.nd[d*v.K+k] += by
		n.nw[w*v.K+k] += by
		n.nk[k] += by
	}
	put(int(z[i]), -1)
	logs, top, off := make([]float64, v.K), math.Inf(-1), 0.0
	for j := range logs {
		put(j, 1)
		l := v.joint(n)
		put(j, -1)
		logs[j], off = l.value, max(off, l.rounding)
		top = max(top, l.value)
	}
	sum := 0.0
	for _, l := range logs {
		sum += math.Exp(l - top)
	}
	p = math.Exp(logs[k]-top) / sum
	// What a logarithm is off by, the exponential is off by as a share.
	return p, p * (2*off + 64*num.Ulp*float64(v.K))
}

// chain is ln p(w, z) as a product of predictions: a word's topic given the topics before
// it in its document, and the word given the words before it in its topic.
func (v view) chain(z []uint8) (value, rounding float64) {
	var sum num.Sum
	nd, nw, nk := make([]float64, v.K), make([]float64, v.W*v.K), make([]float64, v.K)
	for d := range v.D {
		clear(nd)
		for i := v.starts[d]; i < v.starts[d+1]; i++ {
			k, w := int(z[i]), int(v.words[i])
			p := (nd[k] + v.Alpha) / (float64(i-v.starts[d]) + float64(v.K)*v.Alpha)
			q := (nw[w*v.K+k] + v.Beta) / (nk[k] + float64(v.W)*v.Beta)
			x := math.Log(p * q)
			sum.Add(x, 12+math.Abs(x)) // the ratios are good to a dozen ulps
			nd[k]++
			nw[w*v.K+k]++
			nk[k]++
		}
	}
	return sum.Value, sum.Rounding()
}

// name is how a topic is called.
func name(k int) say.Phrase { return say.Vars{"k": k + 1}.Text("topic <k>") }
