package hedge

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimFixed    = algos.Guarantee{Name: "bound", Claim: `regret bound: $L\le L^*+\frac{\ln N}{\eta}+\frac{\eta t}{8}$`}
	claimNote     = algos.Guarantee{Name: "freund-schapire", Claim: `loss bound (Freund and Schapire): $L\le\frac{L^*\ln(1/\beta)+\ln N}{1-\beta}$`}
	claimDoubling = algos.Guarantee{Name: "bound", Claim: `regret bound, doubling trick: $L\le L^*+\frac{\sqrt{2}}{\sqrt{2}-1}\sqrt{\frac{t\ln N}{2}}$`}
	claimAnytime  = algos.Guarantee{Name: "bound", Claim: `regret bound, decreasing $\eta$: $L\le L^*+2\sqrt{\frac{t\ln N}{2}}+\sqrt{\frac{\ln N}{8}}$`}
	claimVote     = algos.Guarantee{Name: "vote", Claim: `mistake bound of the weighted majority: $\frac{L^*\ln(1/\beta)+\ln N}{\ln(2/(1+\beta))}$`}
	claimTuned    = algos.Guarantee{Name: "tuned", Claim: `regret bound for the tuned $\beta$: $\sqrt{2T\ln N}+\ln N$`}
	claimBlocks   = algos.Guarantee{Name: "blocks", Claim: `doubling trick: the regret is at most the sum of the bounds of the blocks, $\frac{\ln ` +
		`N}{\eta_k}+\frac{\eta_kt_k}{8}$`}
	claimSimplex = algos.Guarantee{Name: "simplex", Claim: `the normalised weights sum to 1`}
	claimProduct = algos.Guarantee{Name: "product", Claim: `potential: $\ln\frac{W}{N}$ is the sum over the rounds of $\ln\sum_ip_ie^{-\eta\ell_i}$`}
	claimAbove   = algos.Guarantee{Name: "heaviest", Claim: `lower bound from the best expert's weight: $-\eta L^*\le\ln W$`}
	claimBelow   = algos.Guarantee{Name: "potential", Claim: `upper bound from the loss of Hedge: $\ln\frac{W}{N}\le-\eta L+\frac{\eta^2t}{8}$`}
	claimRound   = algos.Guarantee{Name: "round", Claim: `Hoeffding's lemma in this round: $\ln\frac{W'}{W}\le-\eta\,p\cdot\ell+\frac{\eta^2}{8}$`}
	claimForced  = algos.Guarantee{Name: "forced", Claim: `an adaptive adversary makes any deterministic learner lose every round`}
	claimPigeon  = algos.Guarantee{Name: "pigeonhole", Claim: `one expert is penalised per round, so the best one has a loss of at most $\frac{t}{N}$`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	checks := v.checkBounds()
	checks = append(checks, v.checkSimplex())
	checks = append(checks, v.checkPotential()...)
	if v.Losses == adversarial && v.Learner != spread {
		checks = append(checks, claimForced.Equal(v.total(), float64(len(v.past)), 0).Between("cumulative loss", "rounds"))
	}
	if v.single() {
		checks = append(checks, claimPigeon.AtMost(v.bestLoss(), float64(len(v.past))/float64(v.N), 0).Between("best expert", "t / N"))
	}
	return checks
}

// single reports whether exactly one expert loses 1 in each round.
func (t *task) single() bool {
	return t.Losses == hit || t.Losses == adversarial && t.Learner != majority
}

// rounding bounds that of a learner's loss: every term is a product of a share and
// a loss, where the share has the rounding of an exponential and of a sum.
func (v view) rounding() float64 {
	var sum num.Sum
	for _, r := range v.past {
		eta := r.eta
		for i, p := range r.share {
			sum.Add(p*r.losses[i], p*(float64(v.N+8)+4*eta*r.since[i]))
		}
	}
	sum.Add(v.bestLoss())
	return sum.Rounding()
}

func (v view) checkBounds() []algos.Check {
	var checks []algos.Check
	eta, _ := v.rate(1)
	within := func(g algos.Guarantee, bound float64) algos.Check {
		return g.AtMost(v.total(), v.bestLoss()+bound, v.rounding()).Between("loss", "bound").Metered()
	}
	switch v.Learner {
	case leader:
		return []algos.Check{claimFixed.Not("follow the leader has no such bound")}
	case majority:
		c := within(claimVote, v.voting(eta))
		if !v.constant() {
			c = claimVote.Not("the learning rate changes during the run")
		}
		return []algos.Check{c}
	}
	switch v.Schedule {
	case doubling:
		checks = append(checks, within(claimDoubling, v.bound()), v.checkBlocks())
	case anytime:
		checks = append(checks, within(claimAnytime, v.bound()))
	default:
		checks = append(checks, within(claimFixed, v.hoeffding(eta, len(v.past))).Unless(v.alone(eta)))
		checks = append(checks, within(claimNote, v.freundSchapire(eta)).Unless(v.alone(eta)))
	}
	if v.Schedule == noted {
		checks = append(checks, within(claimTuned, math.Sqrt(2*float64(v.T)*v.logN())+v.logN()))
	}
	return checks
}

// alone says why a bound with a division by the rate means nothing.
func (v view) alone(eta float64) say.Phrase {
	if eta == 0 {
		return "with a single expert this learning rate is 0"
	}
	return ""
}

// checkBlocks adds the bounds of the blocks up; their regrets add up to no less than
// that of the whole run, as the best expert of each block is at least as good there.
func (v view) checkBlocks() algos.Check {
	var sum num.Sum
	for i, r := range v.past {
		if last := i == len(v.past)-1; last || v.past[i+1].start != r.start {
			sum.Add(v.hoeffding(r.eta, i+1-r.start))
		}
	}
	return claimBlocks.AtMost(v.regret(), sum.Value, v.rounding()+sum.Rounding()).Between("regret", "Σ of the blocks")
}

func (v view) checkSimplex() algos.Check {
	var sum num.Sum
	for _, p := range v.after() {
		sum.Add(p, 4)
	}
	return claimSimplex.Equal(sum.Value, 1, sum.Rounding()).Between("Σ p", "")
}

// logSum is ln W, of the weights exp(−ηL).
func logSum(eta float64, losses []float64) float64 {
	best, sum := losses[least(losses)], 0.0
	for _, l := range losses {
		sum += math.Exp(-eta * (l - best))
	}
	return math.Log(sum) - eta*best
}

// checkPotential checks the proof of the bound: W is the potential, seen from the
// best expert and from the learner. With the doubling trick it is that of the block.
func (v view) checkPotential() []algos.Check {
	if v.Schedule == anytime {
		why := say.Phrase("the learning rate changes from round to round, and with it all the weights")
		return []algos.Check{claimProduct.Not(why)}
	}
	eta, losses := v.since()
	var mixes, lost num.Sum
	each := make([]float64, v.N) // the experts' losses, added up again
	for i, r := range v.past {
		if len(v.past) > 0 && i < v.now().start {
			continue
		}
		for j, l := range r.losses {
			each[j] += l
		}
		mixes.Add(r.mix(), 64+float64(v.N)+8*eta*r.since[heaviest(r.since)])
		lost.Add(r.loss, 16+2*float64(v.N)+8*eta*r.since[heaviest(r.since)])
	}
	log, n := logSum(eta, losses), float64(len(v.past))
	if len(v.past) > 0 {
		n -= float64(v.now().start)
	}
	var sums num.Sum
	sums.Add(log, 64)
	sums.Add(v.logN(), 4)
	sums.Add(eta*lost.Value, 8)
	slack := sums.Rounding() + mixes.Rounding() + eta*lost.Rounding()
	below := -eta*lost.Value + eta*eta*n/8
	checks := []algos.Check{
		claimProduct.Equal(log-v.logN(), mixes.Value, slack).Between("ln W/N", "Σ ln").Of(v.logN() + math.Abs(log)),
		claimAbove.AtLeast(log, -eta*each[least(each)], slack).Between("ln W", "−η L*"),
	}
	if v.Learner != spread { // the rest is about a learner that loses the mean
		return checks
	}
	checks = append(checks, claimBelow.AtMost(log-v.logN(), below, slack).Between("ln W/N", ""))
	if len(v.past) > 0 {
		r := v.now()
		// A round's rounding is that of its shares, which is that of their exponents.
		rounding := num.Ulp * (1 + eta) * (64 + float64(v.N) + 8*eta*r.since[heaviest(r.since)])
		checks = append(checks, claimRound.AtMost(r.mix(), -eta*r.loss+eta*eta/8, rounding).Between("ln W'/W", ""))
	}
	return checks
}

// mix is ln Σ pᵢ exp(−ηℓᵢ), by which one round multiplies the potential.
func (r round) mix() float64 {
	sum, change := 0.0, 0.0
	for i, p := range r.share {
		sum += p * math.Exp(-r.eta*r.losses[i])
		change += p * math.Expm1(-r.eta*r.losses[i])
	}
	if sum < 0.5 {
		return math.Log(sum)
	}
	return math.Log1p(change) // exact where little changes
}
