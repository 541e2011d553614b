package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Checks states what theory promises about the machines so far, all of them
// together.
func (t *team) Checks() []algos.Check {
	if len(t.members) == 0 {
		why := "no machine is trained yet"
		return []algos.Check{algos.Inapplicable("weak-duality", claimDuality, say.Phrase(why)), algos.Inapplicable("gap", claimGap, say.Phrase(why))}
	}
	checks := []algos.Check{t.checkDuality(), t.checkGap()}
	if why := t.notAKernel(); why != "" {
		checks = []algos.Check{algos.Inapplicable("weak-duality", claimDuality, say.Phrase(why)), algos.Inapplicable("gap", claimGap, say.Phrase(why))}
	}
	return append(checks, t.checkKKT(), t.checkSlackness(), t.checkBalance(), t.checkBox(), t.checkDuels(), t.checkLoss())
}

func (t *team) checkDuality() algos.Check {
	c := algos.AtMost("weak-duality", claimDuality, t.dual, t.primal, t.rounds)
	c.LeftLabel, c.RightLabel, c.Meter = "Σ dual", "Σ primal", true
	return c
}

func (t *team) checkGap() algos.Check {
	c := algos.Tends("gap", claimGap, t.primal-t.dual, 0, t.C*float64(t.trained)*t.Tol+t.rounds, t.status)
	c.LeftLabel = "gap"
	return c
}

func (t *team) checkKKT() algos.Check {
	c := algos.Tends("kkt", `the largest KKT violation of a machine $\to 0$`, t.kkt, 0, t.Tol, t.status)
	c.LeftLabel = "violation"
	c.Why = say.Phrase("a machine is trained at " + say.Num(t.Tol))
	return c
}

// checkSlackness states the three kinds of points, with the offset in use.
func (t *team) checkSlackness() algos.Check {
	worst, drift := 0.0, 0.0
	for _, b := range t.members {
		drift = max(drift, b.drift)
		for s, i := range b.rows {
			z := b.y[s] * b.score[i]
			if b.alpha[s] < t.C {
				worst = max(worst, 1-z) // α < C ⇒ yf ≥ 1
			}
			if b.alpha[s] > 0 {
				worst = max(worst, z-1) // α > 0 ⇒ yf ≤ 1
			}
		}
	}
	c := algos.Tends("slackness", `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`, worst, 0, t.Tol+8*drift+t.rounds/t.C, t.status)
	c.LeftLabel = "farthest off"
	return c
}

func (t *team) checkBalance() algos.Check {
	worst, allowed := 0.0, 0.0
	for _, b := range t.members {
		sum, top := 0.0, 0.0
		for s, a := range b.alpha {
			sum += a * b.y[s]
			top = max(top, a)
		}
		worst = max(worst, math.Abs(sum))
		allowed = max(allowed, float64(2*b.pairs+len(b.alpha))*ulp*top)
	}
	c := algos.Equal("balance", `$\sum_i \alpha_i y_i = 0$ for every machine`, worst, 0, allowed)
	c.LeftLabel = "farthest off"
	return c
}

func (t *team) checkBox() algos.Check {
	least, top := 0.0, 0.0
	for _, b := range t.members {
		for _, a := range b.alpha {
			least, top = min(least, a), max(top, a)
		}
	}
	c := algos.AtMost("box", `$0 \le \alpha_i \le C$`, top, t.C, 0)
	c.LeftLabel, c.RightLabel = "the largest α", "C"
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Phrase("the least α is "+say.Num(least))
	}
	return c
}

// checkDuels: a point that all machines concerned get right is classified right.
func (t *team) checkDuels() algos.Check {
	const claim = "who wins all its duels wins: mistakes are at most the points that lose one"
	if len(t.done) < t.jobs {
		return algos.Inapplicable("duels", claim, say.Phrase(fmt.Sprintf("%d of %s are trained", len(t.done), say.Count(t.jobs, "machine"))))
	}
	c := algos.AtMost("duels", claim, float64(t.mistakes), float64(t.lost), 0)
	c.LeftLabel, c.RightLabel = "mistakes", "lose a duel"
	return c
}

// checkLoss: a lost duel has a slack of at least 1. In one-vs-rest a mistake has two
// machines that are off, by 2 together.
func (t *team) checkLoss() algos.Check {
	claim, share := `the hinge bounds the mistakes: their number $\le \sum \xi$`, 1.0
	if t.Method == oneVsRest {
		claim, share = `the hinge bounds the mistakes: their number $\le \frac{1}{2}\sum \xi$`, 0.5
	}
	if len(t.done) < t.jobs {
		return algos.Inapplicable("loss-bound", say.Phrase(claim), say.Phrase(fmt.Sprintf("%d of %s are trained", len(t.done), say.Count(t.jobs, "machine"))))
	}
	c := algos.AtMost("loss-bound", say.Phrase(claim), float64(t.mistakes), share*t.slack, t.rounds/t.C)
	c.LeftLabel, c.RightLabel, c.Meter = "mistakes", "bound", true
	return c
}
