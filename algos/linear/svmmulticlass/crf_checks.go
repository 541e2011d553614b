package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var (
	claimSoftMax   = algos.Guarantee{Name: "soft-max", Claim: `the soft maximum is the maximum up to $\ln K$: $0 \le \log\sum_j e^{w_j\cdot x} - \max_j w_j\cdot x \le \ln K$`}
	claimLogBound  = algos.Guarantee{Name: "loss-bound", Claim: `the log-loss bounds the mistakes: their number $\le \frac{1}{\ln 2}\sum_i \ell_i$, for a mistake has $p_y \le \frac{1}{2}$`}
	claimSlope     = algos.Guarantee{Name: "kkt", Claim: `the largest component of the slope $\to 0$: $w = C\sum_{i,j} p_{ij}\,(\Psi(x_i, y_i) - \Psi(x_i, j))$`}
	claimHalfSlope = algos.Guarantee{Name: "half-slope", Claim: `$\text{primal} - \text{dual} = \frac{1}{2}\|\nabla\|^2$ for $\alpha = Cp$`}
)

// checkSoftMax finds the points where maximum and soft maximum are nearest and farthest.
func (v *view) checkSoftMax() algos.Check {
	least, most, row := math.Inf(1), 0.0, 0
	for i, x := range v.X {
		off := softMax(v.scores(x))
		if off > most {
			most, row = off, i
		}
		least = min(least, off)
	}
	return softened(least, most, v.apart).Because(say.Vars{"row": say.Row(row).Name()}.Text("at <row>, where the two differ most"))
}

// softened states that the differences of soft maximum and maximum lie from 0 to a limit.
func softened(least, most, limit float64) algos.Check {
	c := claimSoftMax.AtMost(most, limit, 8*ulp*limit).Between("the largest difference", "ln K")
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Vars{"least": least}.Text("the least difference is <least>")
	}
	return c
}

// Checks states what theory promises about this step.
func (c *crf) Checks() []algos.Check {
	return []algos.Check{
		claimDuality.AtMost(c.dual, c.Primal, c.blur()).Between("dual", "primal").Metered(),
		claimGap.Tends(c.Primal-c.dual, 0, closed*c.Primal, c.status).Of(c.Primal).Rounded(2*c.blur()).Between("gap", ""),
		c.checkSlope(), c.checkShares(), c.checkMoves(), c.checkHalfSlope(), c.checkLogBound(), c.checkSoftMax(),
	}
}

func (c *crf) checkSlope() algos.Check {
	if c.phase != finishing {
		return claimSlope.Not("the descent does not look at the slope; the finish does")
	}
	return claimSlope.Tends(c.viol, 0, c.Tol, c.status).Of(1).Rounded(c.slopeRounding()).
		Between("as a share of its terms", "").Because(say.Vars{"tol": c.Tol}.Text("the run ends at <tol>"))
}

// slopeRounding is by how much a component of the slope may be off, as a share of what
// it is a sum of: a score is off by a few units in the last place of its products.
func (c *crf) slopeRounding() float64 {
	return 8 * ulp * (float64(len(c.X)) + c.Size)
}

// checkShares: the coefficients are feasible for the dual.
func (c *crf) checkShares() algos.Check {
	top, least, K := 0.0, 0.0, c.count()
	a := c.alpha()
	for i := range c.X {
		used := 0.0
		for _, v := range a[i*K : (i+1)*K] {
			used += v
			least = min(least, v)
		}
		top = max(top, used)
	}
	return positive(claimFeasible.AtMost(c.C*top, c.C, 16*ulp*c.C*float64(K+len(c.shares)/len(c.X))).Between("the largest sum", "C"), c.C*least)
}

// checkMoves: during the descent the weights are what the coefficients say.
func (c *crf) checkMoves() algos.Check {
	if c.phase == finishing {
		return claimExpansion.Not("here this is the condition of the minimum, above")
	}
	w, K, a := make([]vec, c.count()), c.count(), c.alpha()
	term, total := 0.0, 0.0
	for i, x := range c.X {
		y := c.Y[i]
		for j := range K {
			move := c.C * a[i*K+j]
			for k := range x {
				w[y][k] += move * x[k]
				w[j][k] -= move * x[k]
			}
			term = max(term, move*widest(x))
			total += move * widest(x)
		}
	}
	worst := 0.0
	for k := range w {
		for i := range w[k] {
			worst = max(worst, math.Abs(w[k][i]-c.w[k][i]))
		}
	}
	return claimExpansion.Equal(worst, 0, ulp*float64(len(c.shares)+4*len(c.X))*(total+c.C*widestOf(c.X))).Of(term).Between("farthest off", "")
}

// widestOf is the largest coordinate of all points, in size.
func widestOf(rows []vec) (most float64) {
	for _, x := range rows {
		most = max(most, widest(x))
	}
	return most
}

// checkHalfSlope: with α = Cp the gap is half of the squared slope.
func (c *crf) checkHalfSlope() algos.Check {
	if c.phase != finishing {
		return claimHalfSlope.Not("the descent's α are what its steps have added up to")
	}
	square := 0.0
	for _, s := range c.soft.Slope {
		square += s[0]*s[0] + s[1]*s[1] + s[2]*s[2]
	}
	// A component of the slope is off by a few units in the last place of what it is a sum of.
	rounding := 2*c.blur() + 16*ulp*float64(len(c.X))*(square+math.Sqrt(square)*c.soft.Largest)
	return claimHalfSlope.Equal(c.Primal-c.dual, square/2, rounding).Of(c.Primal).Between("gap", "half of the square")
}

// checkLogBound: a mistake has a probability of at most ½, and so a loss of at least ln 2.
func (c *crf) checkLogBound() algos.Check {
	bound := c.soft.Loss / math.Ln2
	return claimLogBound.AtMost(float64(c.Mistakes), bound, ulp*float64(len(c.X))*(c.Size+bound)).Between("mistakes", "bound").Metered()
}
