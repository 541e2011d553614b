package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimMistakes = `the hinge loss bounds the number of misclassifications: it is $\le \sum \xi$`
	claimHalf     = `the hinge loss bounds the number of misclassifications: it is $\le \frac{1}{2}\sum \xi$`
)

var (
	claimDuality    = algos.Guarantee{Name: "weak-duality", Claim: `weak duality: $\text{dual} \le \text{primal}$`}
	claimGap        = algos.Guarantee{Name: "gap", Claim: `strong duality: $\text{primal} - \text{dual} \to 0$`}
	claimKKT        = algos.Guarantee{Name: "kkt", Claim: `the largest KKT violation $\to 0$`}
	claimFeasible   = algos.Guarantee{Name: "feasible", Claim: `$\alpha_{ij} \ge 0, \quad \sum_j \alpha_{ij} \le C$`}
	claimExpansion  = algos.Guarantee{Name: "expansion", Claim: `$w = \sum_{i,j} \alpha_{ij}\,(\Psi(x_i, y_i) - \Psi(x_i, j))$`}
	claimLoss       = algos.Guarantee{Name: "loss-bound", Claim: `the hinge loss bounds the cost: $\sum_i \Delta(y_i, \hat{y}_i) \le \sum_i \xi_i$`}
	claimStructured = algos.Guarantee{Name: "structured", Claim: "the slacks by enumeration of all labels: " +
		`$\sum_i \xi_i = \sum_i \max_j (\Delta(y_i, j) + w\cdot\Psi(x_i, j) - w\cdot\Psi(x_i, y_i))$`}
	claimSum       = algos.Guarantee{Name: "sum", Claim: `$\sum_k w_k = 0$`}
	claimAscent    = algos.Guarantee{Name: "ascent", Claim: "dual coordinate ascent never decreases the dual"}
	claimOneKKT    = algos.Guarantee{Name: "kkt", Claim: `the largest KKT violation of a binary SVM $\to 0$`}
	claimSlackness = algos.Guarantee{Name: "slackness", Claim: `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`}
	claimBalance   = algos.Guarantee{Name: "balance", Claim: `$\sum_i \alpha_i y_i = 0$ for every binary SVM`}
	claimBox       = algos.Guarantee{Name: "box", Claim: `$0 \le \alpha_i \le C$`}
	claimDuels     = algos.Guarantee{Name: "duels", Claim: `a class that wins all pairwise votes is predicted: misclassified points $\le$ points that ` +
		"lose a pairwise vote"}
)

// Checks states the theoretical guarantees of this step.
func (v *view) Checks() []algos.Check {
	tau := v.coefficients()
	return []algos.Check{
		claimDuality.AtMost(v.dual, v.Primal, v.rounding()).Between("dual", "primal").Metered(),
		v.checkGap(), v.checkKKT(), v.checkFeasible(tau), v.checkExpansion(tau), v.checkLoss(), v.checkStructured(),
		v.checkSum(tau), v.checkAscent(), v.checkSoftMax(),
	}
}

// checkGap: the gap is a sum over the points of terms αᵢⱼ and C − Σα times brackets
// of which none exceeds the largest violation.
func (v *view) checkGap() algos.Check {
	gap := v.Primal - v.dual
	return v.closing(len(v.X), gap, v.Primal, 2*v.rounding(), v.status).
		Because(say.Vars{"share": percent(gap, v.Primal)}.Text("the minimum is at most <share> below the objective")).
		OpenIf(v.tooDear(len(v.X), gap, 2*v.rounding()))
}

// closed is the share of the objective that is left of a gap which has closed.
const closed = 1e-3

// closing is the guarantee that a gap closes. A run that ends at a tolerance has a gap
// of at most that times C for each of so many rows, and at most a thousandth of the
// objective is called closed.
func (t *task) closing(rows int, gap, primal, rounding float64, s algos.Status) algos.Check {
	within := min(t.C*float64(rows)*t.Tol, closed*primal)
	return claimGap.Tends(gap, 0, within, s).Of(primal).Rounded(rounding).Between("gap", "")
}

// tooDear says why a gap need not close although the conditions hold to the tolerance.
func (t *task) tooDear(rows int, gap, rounding float64) say.Phrase {
	most := t.C * float64(rows) * t.Tol
	if !(gap <= most+rounding) {
		return ""
	}
	return say.Vars{"tol": t.Tol, "most": most}.
		Text("a run that stops at a KKT violation of <tol> may leave a gap of <most>, more than a thousandth of the objective: use a smaller tolerance")
}

func (v *view) checkKKT() algos.Check {
	if v.tau == nil {
		return claimKKT.Not("SGD does not use the KKT conditions; dual coordinate ascent does")
	}
	return claimKKT.Tends(v.viol, 0, v.Tol, v.status).Of(1).Rounded(2*v.rounding()/(v.C*float64(len(v.X)))).
		Between("violation", "").Because(say.Vars{"tol": v.Tol}.Text("tolerance <tol>"))
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
	return positive(claimFeasible.AtMost(top, v.C, 16*ulp*v.C).Between("the largest sum", "C"), least)
}

// positive breaks a guarantee about coefficients of which the least is below 0.
func positive(c algos.Check, least float64) algos.Check {
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Vars{"least": least}.Text("the smallest α is <least>")
	}
	return c
}

// checkExpansion: the weights are what the coefficients say, so that the dual value
// belongs to them.
func (v *view) checkExpansion(tau []float64) algos.Check {
	w := make([]vec, v.count())
	v.Weigh(w, tau)
	worst := 0.0
	for k := range w {
		for c := range w[k] {
			worst = max(worst, math.Abs(w[k][c]-v.w[k][c]))
		}
	}
	term, rounding := v.terms(tau)
	return claimExpansion.Equal(worst, 0, rounding).Of(term).Between("largest violation", "")
}

// terms returns the largest of the terms τx that make the weights, and what rounding
// may have done to a weight: every hit and every sweep has added to it.
func (v *view) terms(tau []float64) (largest, rounding float64) {
	total := 0.0
	for i, x := range v.X {
		term := math.Abs(tau[i*v.count()+v.Y[i]]) * widest(x)
		total, largest = total+term, max(largest, term)
	}
	return largest, ulp * float64(len(v.hits)+(v.sweeps+1)*len(v.X)) * total
}

// widest is the largest coordinate of a point, in size.
func widest(x vec) float64 { return max(math.Abs(x[0]), math.Abs(x[1]), x[2]) }

// checkLoss: the structured hinge is at least the loss of the prediction, because
// the prediction is one of the classes that the maximum is over.
func (v *view) checkLoss() algos.Check {
	terms := float64(len(v.X)) * v.Size
	return claimLoss.AtMost(v.Loss, v.Slack, ulp*terms).Of(terms).Between("ΣΔ", "Σξ").Metered()
}

// checkStructured finds the slacks again without scores and without a loss-augmented
// prediction: it tries every label of every point through the joint features.
func (v *view) checkStructured() algos.Check {
	why := say.Phrase(`with Δ = 0 or 1 this is the Crammer–Singer hinge loss $\max(0,\, 1 + \max_{j \ne y} w_j\cdot x - w_y\cdot x)$`)
	if v.Delta != zeroOne {
		why = "Δ is not 0 or 1 here: some misclassifications require a larger margin"
	}
	total, slack, rounding := v.structured(), v.Slack, 8*ulp*float64(len(v.X))*v.Size
	if max(total, slack) <= min(rounding, algos.Negligible) { // not worth a digit beside margins of 1
		total, slack = 0, 0
	}
	return claimStructured.Equal(total, slack, rounding).Between("over all labels", "Σξ").Because(why)
}

// structured is Σ max_j (Δ + ⟨w, Ψ(x, j) − Ψ(x, y)⟩) with the joint feature vectors
// Ψ(x, k) = e_k ⊗ x.
func (v *view) structured() (total float64) {
	K := v.count()
	for i, x := range v.X {
		y, worst := v.Y[i], math.Inf(-1)
		for j := range K {
			change := make([]vec, K) // Ψ(x, j) − Ψ(x, y)
			for c := range x {
				change[j][c] += x[c]
				change[y][c] -= x[c]
			}
			bracket := v.Cost[y][j]
			for k := range K {
				for c := range x {
					bracket += v.w[k][c] * change[k][c]
				}
			}
			worst = max(worst, bracket)
		}
		total += worst
	}
	return total
}

// checkSum: what one class gains another one loses.
func (v *view) checkSum(tau []float64) algos.Check {
	worst := 0.0
	for c := range 3 {
		total := 0.0
		for _, w := range v.w {
			total += w[c]
		}
		worst = max(worst, math.Abs(total))
	}
	term, rounding := v.terms(tau)
	return claimSum.Equal(worst, 0, 4*rounding).Of(term).Between("largest violation", "")
}

// checkAscent: a sweep raises the dual. The descent need not.
func (v *view) checkAscent() algos.Check {
	if v.phase != finishing {
		return claimAscent.Not("SGD decreases the primal in expectation, without a guarantee for a single step")
	}
	return claimAscent.AtLeast(v.dual, v.before.dual, 2*v.rounding()).Between("dual now", "before")
}

// Checks states the theoretical guarantees of the classifiers so far, all of them
// together.
func (e *ensemble) Checks() []algos.Check {
	objection, gap := e.noDuality(), e.primal-e.dual
	checks := []algos.Check{
		claimDuality.AtMost(e.dual, e.primal, e.rounds).Between("Σ dual", "Σ primal").Metered().Unless(objection),
		e.closing(e.trained, gap, e.primal, e.rounds, e.status).OpenIf(e.tooDear(e.trained, gap, e.rounds)).Unless(objection),
	}
	if len(e.members) == 0 {
		return checks
	}
	return append(checks, e.checkKKT(), e.checkSlackness(), e.checkBalance(), e.checkBox(), e.checkDuels(), e.checkMistakes())
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// noDuality says why the guarantees of duality do not apply, or "" where they do.
func (e *ensemble) noDuality() say.Phrase {
	n := len(e.z)
	switch {
	case len(e.members) == 0:
		return "no binary SVM is trained yet"
	case e.k.PSD():
		return ""
	case n > maxSpectrum:
		return say.Vars{"n": n}.Text("this kernel is not positive semi-definite in general, and the kernel matrix of <n> points is too large to check")
	}
	least := e.spectrum()
	if least[0] >= -float64(n)*4*ulp*least[1] {
		return ""
	}
	return say.Vars{"least": least[0]}.Text(
		"the kernel matrix has the negative eigenvalue <least>: no feature space exists, so strong duality does not apply")
}

func (e *ensemble) checkKKT() algos.Check {
	return claimOneKKT.Tends(e.kkt, 0, e.Tol, e.status).Of(1).Between("violation", "").
		Because(say.Vars{"tol": e.Tol}.Text("tolerance <tol>"))
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
	c := claimSlackness.Tends(worst, 0, e.Tol, e.status).Of(1).Rounded(8*drift).Between("largest violation", "")
	if c.Verdict == algos.Undecided {
		c = c.Because(say.Vars{"drift": 8 * drift}.Text("the terms αyk of a score are so large that the rounding error may be <drift>"))
	}
	return c
}

func (e *ensemble) checkBalance() algos.Check {
	worst, allowed, size := 0.0, 0.0, 0.0
	for _, b := range e.members {
		sum, top := 0.0, 0.0
		for s, a := range b.alpha {
			sum += a * b.y[s]
			top = max(top, a)
		}
		worst, size = max(worst, math.Abs(sum)), max(size, top)
		allowed = max(allowed, float64(2*b.pairs+len(b.alpha))*ulp*top)
	}
	return claimBalance.Equal(worst, 0, allowed).Of(size).Between("largest violation", "")
}

func (e *ensemble) checkBox() algos.Check {
	least, top := 0.0, 0.0
	for _, b := range e.members {
		for _, a := range b.alpha {
			least, top = min(least, a), max(top, a)
		}
	}
	return positive(claimBox.AtMost(top, e.C, 0).Between("the largest α", "C"), least)
}

// untrained says how many classifiers are still missing, or "".
func (e *ensemble) untrained() say.Phrase {
	if len(e.done) == len(e.of) {
		return ""
	}
	return e.vars().Text("trained so far: <done> of <jobs SVM>")
}

// checkDuels: a point that all classifiers concerned get right is classified right.
func (e *ensemble) checkDuels() algos.Check {
	return claimDuels.AtMost(float64(e.mistakes), float64(e.lost), 0).Between("misclassified", "lose a pairwise vote").Unless(e.untrained())
}

// checkMistakes: a lost duel has a slack of at least 1. In one-vs-rest a mistake has
// two classifiers that are off, by 2 together.
func (e *ensemble) checkMistakes() algos.Check {
	claim, share := say.Phrase(claimMistakes), 1.0
	if e.Method == oneVsRest {
		claim, share = claimHalf, 0.5
	}
	return algos.AtMost("loss-bound", claim, float64(e.mistakes), share*e.slack, e.rounds/e.C).Of(float64(len(e.X))).
		Between("misclassified", "bound").Metered().Unless(e.untrained())
}
