package discriminant

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// prove states what theory promises about the rule. It looks at every point, and
// no step changes it.
func (m *machine) prove() []algos.Check {
	checks := []algos.Check{m.checkPosterior()}
	if m.Method == fisher {
		return checks
	}
	checks = append(checks, m.checkOdds())
	if m.Method == lda && m.two() {
		checks = append(checks, m.checkParallel())
	}
	return append(checks, m.checkLikely())
}

func (m *machine) checkPosterior() algos.Check {
	worst, at := 0.0, 0
	for i, z := range m.z {
		sum := 0.0
		for _, p := range m.rule.posterior(z) {
			if !between(0, p, 1) {
				p = 2 // not a probability
			}
			sum += p
		}
		if off := math.Abs(sum - 1); off > worst {
			worst, at = off, i
		}
	}
	c := algos.Equal("posterior", claimPosterior, worst, 0, 8*ulp)
	c.LeftLabel = "farthest off"
	if worst > 0 {
		c.Why = say.Phrase("at " + name(at))
	}
	return c
}

func (v view) claimOdds() string {
	if v.Method == lda {
		return claimLinear
	}
	return claimQuadratic
}

// checkOdds compares the log-odds of the densities with their closed form. For LDA
// it looks at their second difference along lines through pairs of rows.
func (m *machine) checkOdds() algos.Check {
	if m.Method == lda {
		return m.checkLinear()
	}
	if !m.two() {
		return algos.Inapplicable("log-odds", claimQuadratic, "with more than two classes there is one such form for every pair")
	}
	worst, size := 0.0, 1.0
	for _, z := range m.z {
		form := m.rule.q.quad(z) + dot(m.rule.w, z) + m.rule.w0
		worst = max(worst, math.Abs(m.rule.logOdds(z)-form))
		size = max(size, m.bulk(z))
	}
	c := algos.Equal("log-odds", claimQuadratic, worst, 0, 64*ulp*size)
	c.LeftLabel = "farthest off"
	q := m.inverseArea(m.rule.q)
	c.Why = say.Phrase(fmt.Sprintf("W = (%s, %s; %s, %s)", say.Num(q[0]), say.Num(q[1]), say.Num(q[1]), say.Num(q[2])))
	return c
}

// bulk bounds the terms of the log-odds at z, whose rounding they share.
func (m *machine) bulk(z vec) float64 {
	size := 0.0
	for _, t := range m.rule.terms {
		reach := math.Hypot(z[0], z[1]) + math.Hypot(t.mean[0], t.mean[1])
		size += t.inverse.size()*reach*reach + math.Abs(t.logdet) + math.Abs(t.logprior)
	}
	return size
}

func (m *machine) checkLinear() algos.Check {
	worst, size := 0.0, 1.0
	for i, z := range m.z {
		step := minus(m.z[(i+1)%len(m.z)], z)
		for k := 1; k < len(m.groups); k++ {
			odds := func(at vec) float64 { return m.rule.score(k, at) - m.rule.score(0, at) }
			worst = max(worst, math.Abs(odds(plus(z, step))+odds(minus(z, step))-2*odds(z)))
		}
		size = max(size, m.bulk(plus(z, step)), m.bulk(minus(z, step)))
	}
	c := algos.Equal("log-odds", claimLinear, worst, 0, 64*ulp*size)
	c.LeftLabel = "largest second difference"
	return c
}

func (m *machine) checkParallel() algos.Check {
	if !m.fisher.ok {
		return algos.Inapplicable("parallel", claimParallel, say.Phrase(m.whyNoDirection()))
	}
	best := m.eigenvector()
	w := unit(m.rule.w)
	c := algos.Equal("parallel", claimParallel, math.Abs(w[0]*best[1]-w[1]*best[0]), 0, m.rounding())
	c.LeftLabel = "sine of the angle between"
	return c
}

// eigenvector is Fisher's direction from the eigenvalue problem, and not as
// S_w⁻¹(μ₁ − μ₀).
func (m *machine) eigenvector() vec {
	if m.line {
		return m.along
	}
	_, vectors := generalised(m.sb, m.sw)
	return vectors[0]
}

// checkLikely: at the maximum-likelihood estimate no common factor of the
// covariances raises the likelihood; unbiased estimates promise something else.
func (m *machine) checkLikely() algos.Check {
	switch {
	case m.Estimate == unbiased:
		return algos.Inapplicable("likelihood", claimLikely, "the unbiased covariances are not the likeliest: those divide by n")
	case m.Reg > 0:
		return algos.Inapplicable("likelihood", claimLikely, "reg makes the covariances wider than the likeliest ones")
	}
	other := math.Inf(-1)
	for _, s := range [...]float64{0.9, 0.99, 1.01, 1.1} {
		other = max(other, m.likelihood(s))
	}
	n := float64(len(m.z))
	c := algos.AtLeast("likelihood", claimLikely, m.fitted, other, 64*n*ulp*(n+math.Abs(m.fitted)))
	c.LeftLabel, c.RightLabel = "log-likelihood", "scaled by 0.9 to 1.1, at best"
	return c
}
