package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimDuality    = `weak duality: $\text{dual} \le \text{primal}$`
	claimGap        = `strong duality: $\text{primal} - \text{dual} \to 0$`
	claimKKT        = `the largest KKT violation $\to 0$`
	claimFeasible   = `$\alpha_{ij} \ge 0, \quad \sum_j \alpha_{ij} \le C$`
	claimExpansion  = `$w = \sum_{i,j} \alpha_{ij}\,(\Psi(x_i, y_i) - \Psi(x_i, j))$`
	claimLoss       = `the hinge bounds the loss: $\sum_i \Delta(y_i, \hat{y}_i) \le \sum_i \xi_i$`
	claimStructured = `with 0–1 loss the structured hinge is $\max(0,\, 1 + \max_{j \ne y} w_j\cdot x - w_y\cdot x)$`
	claimSum        = `$\sum_k w_k = 0$`
	claimAscent     = "no sweep lowers the dual"

	claimOneKKT    = `the largest KKT violation of a machine $\to 0$`
	claimSlackness = `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`
	claimBalance   = `$\sum_i \alpha_i y_i = 0$ for every machine`
	claimBox       = `$0 \le \alpha_i \le C$`
	claimDuels     = "who wins all its duels wins: mistakes are at most the points that lose one"
	claimMistakes  = `the hinge bounds the mistakes: their number $\le \sum \xi$`
	claimHalf      = `the hinge bounds the mistakes: their number $\le \frac{1}{2}\sum \xi$`
)

// Checks states what theory promises about this step.
func (v *view) Checks() []algos.Check {
	tau := v.coefficients()
	return []algos.Check{
		algos.AtMost("weak-duality", claimDuality, v.dual, v.Primal, v.rounding()).Between("dual", "primal").Metered(),
		v.checkGap(), v.checkKKT(), v.checkFeasible(tau), v.checkExpansion(tau), v.checkLoss(), v.checkStructured(), v.checkSum(), v.checkAscent(),
	}
}

// checkGap: the gap is a sum over the points of terms αᵢⱼ and C − Σα times brackets
// of which none exceeds the largest violation.
func (v *view) checkGap() algos.Check {
	gap := v.Primal - v.dual
	return algos.Tends("gap", claimGap, gap, 0, v.C*float64(len(v.X))*v.Tol+2*v.rounding(), v.status).Between("gap", "").
		Because(say.Vars{"share": percent(gap, v.Primal)}.Text("the minimum is at most <share> below the objective"))
}

func (v *view) checkKKT() algos.Check {
	if v.tau == nil {
		return algos.Inapplicable("kkt", claimKKT, "the descent does not look at the conditions; the finish does")
	}
	tol := v.Tol + 2*v.rounding()/(v.C*float64(len(v.X)))
	return algos.Tends("kkt", claimKKT, v.viol, 0, tol, v.status).Between("violation", "").Because(say.Vars{"tol": v.Tol}.Text("the run ends at <tol>"))
}

// checkFeasible: the dual's constraints, one block a point. (The notes print the
// primal with C/n and the dual with C; here both have C.)
func (v *view) checkFeasible(tau []float64) algos.Check {
	K := v.count()
	top, least := 0.0, 0.0
	for i, y := range v.Y {
		used := 0.0
		for k := range K {
			if k != y {
				used -= tau[i*K+k]
				least = min(least, -tau[i*K+k])
			}
		}
		top = max(top, used)
	}
	return positive(algos.AtMost("feasible", claimFeasible, top, v.C, 16*ulp*v.C).Between("the largest sum", "C"), least)
}

// positive breaks a promise about coefficients of which the least is below 0.
func positive(c algos.Check, least float64) algos.Check {
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Vars{"least": least}.Text("the least α is <least>")
	}
	return c
}

// checkExpansion: the weights are what the coefficients say, so that the dual value
// belongs to them.
func (v *view) checkExpansion(tau []float64) algos.Check {
	w := make([]vec, v.count())
	v.Weigh(w, tau)
	worst, size := 0.0, 0.0
	for k := range w {
		for c := range w[k] {
			worst = max(worst, math.Abs(w[k][c]-v.w[k][c]))
		}
	}
	for i, x := range v.X {
		size += math.Abs(tau[i*v.count()+v.Y[i]]) * largest(x)
	}
	steps := float64(len(v.hits) + len(v.X))
	return algos.Equal("expansion", claimExpansion, worst, 0, ulp*steps*size).Between("farthest off", "")
}

// largest is the largest coordinate of a point, in size.
func largest(x vec) float64 { return max(math.Abs(x[0]), math.Abs(x[1]), x[2]) }

// checkLoss: the structured hinge is at least the loss of the prediction, because
// the prediction is one of the classes that the maximum is over.
func (v *view) checkLoss() algos.Check {
	return algos.AtMost("loss-bound", claimLoss, v.Loss, v.Slack, ulp*float64(len(v.X))*v.Size).Between("ΣΔ", "Σξ").Metered()
}

// checkStructured: with Ψ(x, k) = e_k ⊗ x and Δ = 0 or 1 the structured hinge is the
// multi-class hinge max(0, 1 + max_j w_j·x − w_y·x). The left side is computed with
// the long vectors, the right one with the short ones.
func (v *view) checkStructured() algos.Check {
	if v.Delta != zeroOne {
		return algos.Inapplicable("structured", claimStructured, "Δ is not 0 or 1 here: some confusions need a wider margin")
	}
	hinge := 0.0
	for i, x := range v.X {
		score, rival := v.scores(x), math.Inf(-1)
		for k, f := range score {
			if k != v.Y[i] {
				rival = max(rival, f)
			}
		}
		hinge += max(0, 1-(score[v.Y[i]]-rival))
	}
	return algos.Equal("structured", claimStructured, v.structured(), hinge, 8*ulp*float64(len(v.X))*v.Size).Between("structured", "multi-class")
}

// structured is Σ max_j (Δ + w·Ψ(x, j) − w·Ψ(x, y)) with the joint feature vectors.
func (v *view) structured() float64 {
	K := v.count()
	long := make([]float64, 3*K) // w₁ … w_K one behind the other
	for k, w := range v.w {
		copy(long[3*k:], w[:])
	}
	score := func(x vec, k int) (sum float64) { // ⟨w, Ψ(x, k)⟩
		psi := make([]float64, 3*K)
		copy(psi[3*k:], x[:])
		for i := range psi {
			sum += long[i] * psi[i]
		}
		return sum
	}
	total := 0.0
	for i, x := range v.X {
		y := v.Y[i]
		own, worst := score(x, y), math.Inf(-1)
		for j := range K {
			worst = max(worst, v.Cost[y][j]+score(x, j)-own)
		}
		total += worst
	}
	return total
}

// checkSum: what one class gains another one loses.
func (v *view) checkSum() algos.Check {
	worst, size := 0.0, 0.0
	for c := range 3 {
		total := 0.0
		for _, w := range v.w {
			total += w[c]
		}
		worst = max(worst, math.Abs(total))
	}
	for _, x := range v.X {
		size += v.C * largest(x)
	}
	return algos.Equal("sum", claimSum, worst, 0, 8*ulp*float64(len(v.X)+len(v.hits))*size).Between("farthest off", "")
}

// checkAscent: a sweep raises the dual. The descent need not.
func (v *view) checkAscent() algos.Check {
	if v.phase != finishing {
		return algos.Inapplicable("ascent", claimAscent, "the descent lowers the primal on average, and promises nothing for a single step")
	}
	return algos.AtLeast("ascent", claimAscent, v.dual, v.before.dual, 2*v.rounding()).Between("dual now", "before")
}

// Checks states what theory promises about the classifiers so far, all of them
// together.
func (e *ensemble) Checks() []algos.Check {
	objection := e.noDuality()
	checks := []algos.Check{
		algos.AtMost("weak-duality", claimDuality, e.dual, e.primal, e.rounds).Between("Σ dual", "Σ primal").Metered().Unless(objection),
		algos.Tends("gap", claimGap, e.primal-e.dual, 0, e.C*float64(e.trained)*e.Tol+e.rounds, e.status).Between("gap", "").Unless(objection),
	}
	if len(e.members) == 0 {
		return checks
	}
	return append(checks, e.checkKKT(), e.checkSlackness(), e.checkBalance(), e.checkBox(), e.checkDuels(), e.checkMistakes())
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// noDuality says why the promises of duality do not apply, or "" where they do.
func (e *ensemble) noDuality() say.Phrase {
	n := len(e.z)
	switch {
	case len(e.members) == 0:
		return "no machine is trained yet"
	case e.k.PSD():
		return ""
	case n > maxSpectrum:
		return say.Vars{"n": n}.Text("this kernel is not positive semi-definite in general, and <n> points are too many to look at the eigenvalues")
	}
	least := e.spectrum()
	if least[0] >= -float64(n)*4*ulp*least[1] {
		return ""
	}
	return say.Vars{"least": least[0]}.Text(
		"the kernel matrix of these points has the eigenvalue <least>: no feature space stands behind it, so there is no primal to meet")
}

func (e *ensemble) checkKKT() algos.Check {
	return algos.Tends("kkt", claimOneKKT, e.kkt, 0, e.Tol, e.status).Between("violation", "").
		Because(say.Vars{"tol": e.Tol}.Text("a machine is trained at <tol>"))
}

// checkSlackness states the three kinds of points, with the offset in use.
func (e *ensemble) checkSlackness() algos.Check {
	worst, drift := 0.0, 0.0
	for _, b := range e.members {
		drift = max(drift, b.drift)
		for s, i := range b.rows {
			z := b.y[s] * b.score[i]
			if b.alpha[s] < e.C {
				worst = max(worst, 1-z) // α < C ⇒ yf ≥ 1
			}
			if b.alpha[s] > 0 {
				worst = max(worst, z-1) // α > 0 ⇒ yf ≤ 1
			}
		}
	}
	return algos.Tends("slackness", claimSlackness, worst, 0, e.Tol+8*drift+e.rounds/e.C, e.status).Between("farthest off", "")
}

func (e *ensemble) checkBalance() algos.Check {
	worst, allowed := 0.0, 0.0
	for _, b := range e.members {
		sum, top := 0.0, 0.0
		for s, a := range b.alpha {
			sum += a * b.y[s]
			top = max(top, a)
		}
		worst = max(worst, math.Abs(sum))
		allowed = max(allowed, float64(2*b.pairs+len(b.alpha))*ulp*top)
	}
	return algos.Equal("balance", claimBalance, worst, 0, allowed).Between("farthest off", "")
}

func (e *ensemble) checkBox() algos.Check {
	least, top := 0.0, 0.0
	for _, b := range e.members {
		for _, a := range b.alpha {
			least, top = min(least, a), max(top, a)
		}
	}
	return positive(algos.AtMost("box", claimBox, top, e.C, 0).Between("the largest α", "C"), least)
}

// untrained says how many classifiers are still missing, or "".
func (e *ensemble) untrained() say.Phrase {
	if len(e.done) == len(e.of) {
		return ""
	}
	return e.vars().Text("<done> of <jobs machine> are trained")
}

// checkDuels: a point that all classifiers concerned get right is classified right.
func (e *ensemble) checkDuels() algos.Check {
	return algos.AtMost("duels", claimDuels, float64(e.mistakes), float64(e.lost), 0).Between("mistakes", "lose a duel").Unless(e.untrained())
}

// checkMistakes: a lost duel has a slack of at least 1. In one-vs-rest a mistake has
// two classifiers that are off, by 2 together.
func (e *ensemble) checkMistakes() algos.Check {
	claim, share := say.Phrase(claimMistakes), 1.0
	if e.Method == oneVsRest {
		claim, share = claimHalf, 0.5
	}
	return algos.AtMost("loss-bound", claim, float64(e.mistakes), share*e.slack, e.rounds/e.C).
		Between("mistakes", "bound").Metered().Unless(e.untrained())
}
