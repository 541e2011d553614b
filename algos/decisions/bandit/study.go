package bandit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/trial"
)

// A study repeats the run many times, each with other rewards, which are the same for all policies. A bound on
// a mean says nothing of one run.
type study struct {
	runs    int
	mean    []float64   // of the policy's regret after n pulls
	error   []float64   // its standard error
	at      []int       // the numbers of pulls at which all policies are compared
	others  [][]float64 // their mean regrets there, in the order of policies; nil where one is not defined
	against []weak      // of EXP3 after n pulls: against the arm with the largest mean gain
	outside trial.Rate  // runs in which a mean reward is outside its confidence interval
}

// A weak regret is that against one arm that is fixed before the run, in the mean.
type weak struct{ regret, gain, error float64 }

const (
	mostRuns, fewestRuns = 200, 20
	effort               = 400_000 // pulls of one policy in all runs
	compared             = 60      // places of a curve
)

// confidence is the probability with which all confidence intervals of a run hold together.
const confidence = 0.95

// radius is by how much a mean reward of n pulls differs from μ: at most this for all arms and all numbers of pulls up
// to T together, with that probability (Hoeffding and the union bound).
func (t *task) radius(n int) float64 {
	return math.Sqrt(math.Log(2*float64(t.K)*float64(t.T)/(1-confidence)) / (2 * float64(n)))
}

// repeat plays the runs; a run that is interrupted leaves them.
func (t *task) repeat(ctx context.Context, p algos.Problem) *study {
	s := &study{runs: min(mostRuns, max(fewestRuns, effort/max(t.T, 1))), others: make([][]float64, len(policies))}
	s.mean, s.error = make([]float64, t.T+1), make([]float64, t.T+1)
	for i := range compared + 1 {
		if n := i * t.T / compared; len(s.at) == 0 || n > s.at[len(s.at)-1] {
			s.at = append(s.at, n)
		}
	}
	rec := newRecord(t)
	for k := range s.runs {
		var luck [][]float64
		if t.Rewards == bernoulli {
			luck = drawLuck(p.Stream(uint64(k+1)), t.T, t.K)
		}
		for i, policy := range policies {
			if ctx.Err() != nil {
				return s
			}
			if t.misfit(policy) == 0 {
				if s.others[i] == nil {
					s.others[i] = make([]float64, len(s.at))
				}
				r := p.Stream(uint64(mostRuns + 1 + k*len(policies) + i))
				t.simulate(ctx, policy, luck, simulated{rand: r, at: s.at, regrets: s.others[i], record: rec})
			}
		}
		if t.Rewards == bernoulli {
			s.outside.Add(rec.outside)
		}
	}
	m := float64(s.runs)
	for _, row := range s.others {
		for c := range row {
			row[c] /= m
		}
	}
	for n := range s.mean {
		s.mean[n], s.error[n] = moments(rec.sum[n], rec.squares[n], m)
	}
	s.against = rec.against(t, m)
	return s
}

// moments are mean and standard error of the mean.
func moments(sum, squares, m float64) (mean, err float64) {
	mean = sum / m
	return mean, math.Sqrt(max(0, squares-m*mean*mean) / (m - 1) / m)
}

// A record adds up the runs of the policy itself.
type record struct {
	sum, squares  []float64 // of the regret after n pulls
	gains         []float64 // of EXP3: of arm k after n pulls, at n·K + k
	excess, spent []float64 // and of gain·(1 − (e−1)γ) − own gain, with squares
	outside       bool      // in the last run
}

func newRecord(t *task) *record {
	r := &record{sum: make([]float64, t.T+1), squares: make([]float64, t.T+1)}
	if t.Policy == exp3 {
		n := (t.T + 1) * t.K
		r.gains, r.excess, r.spent = make([]float64, n), make([]float64, n), make([]float64, n)
	}
	return r
}

// against are the weak regrets of EXP3.
func (r *record) against(t *task, m float64) []weak {
	if r.gains == nil {
		return nil
	}
	all := make([]weak, t.T+1)
	for n := range all {
		at := n * t.K
		k := at + largest(r.gains[at:at+t.K])
		excess, err := moments(r.excess[k], r.spent[k], m)
		gain := r.gains[k] / m
		all[n] = weak{regret: excess + (math.E-1)*t.Epsilon*gain, gain: gain, error: err}
	}
	return all
}

// simulated is what one simulation works on.
type simulated struct {
	rand    *rand.Rand
	at      []int
	regrets []float64
	record  *record
}

// simulate plays one run of a policy without keeping its steps.
func (t *task) simulate(ctx context.Context, policy string, luck [][]float64, to simulated) {
	s, d, next := newState(t.K), newDecision(t.K), 0
	var gaps []float64
	if t.Rewards == bernoulli {
		gaps = t.gaps()
	}
	regret, own := 0.0, 0.0 // the gain of the policy, in the mean where rewards are drawn
	for n := 0; ; n++ {
		if next < len(to.at) && to.at[next] == n {
			to.regrets[next] += regret
			next++
		}
		if policy == t.Policy {
			to.record.add(t, n, regret, own, s.hindsight)
		}
		if n == t.T || n%512 == 0 && ctx.Err() != nil {
			break
		}
		t.decide(policy, &s, to.rand, &d)
		target := t.target(policy, &s, &d)
		x := t.pays(&s, target, luck, d.arm)
		t.learn(policy, &s, &d, x, to.rand)
		if gaps == nil {
			for k := range s.hindsight {
				s.hindsight[k] += t.pays(&s, target, nil, k)
			}
			own += x
		} else {
			own += t.mu[d.arm]
			for k, m := range t.mu {
				s.hindsight[k] += m
			}
		}
		s.pull(d.arm, x)
		if gaps == nil {
			regret = slices.Max(s.hindsight) - s.reward
		} else {
			regret += gaps[d.arm]
		}
	}
	if policy == t.Policy && gaps != nil {
		to.record.outside = t.outside(&s)
	}
}

// add adds the regret after n pulls of one run.
func (r *record) add(t *task, n int, regret, own float64, gains []float64) {
	r.sum[n] += regret
	r.squares[n] += regret * regret
	if r.gains == nil {
		return
	}
	for k, g := range gains {
		e := g*(1-(math.E-1)*t.Epsilon) - own
		r.gains[n*t.K+k] += g
		r.excess[n*t.K+k] += e
		r.spent[n*t.K+k] += e * e
	}
}

// outside reports whether a mean reward is outside its confidence interval.
func (t *task) outside(s *state) bool {
	for k, n := range s.counts {
		if n > 0 && math.Abs(s.values[k]-t.mu[k]) > t.radius(n) {
			return true
		}
	}
	return false
}

// bound is what theory allows as mean regret after the pulls so far; NaN where it guarantees nothing.
func (v view) bound() float64 {
	switch {
	case v.Policy == ucb1 && v.Rewards == bernoulli:
		return v.auer(v.pulls)
	case v.Policy == exp3 && v.Epsilon > 0:
		gain := slices.Max(v.hindsight)
		if v.Rewards == bernoulli {
			gain = slices.Max(v.mu) * float64(v.pulls)
		}
		return v.exp3Bound(gain)
	}
	return math.NaN()
}

// auer is the bound Σ 8 ln n/Δ + (1 + π²/3) ΣΔ of UCB1 after n pulls.
func (t *task) auer(n int) (bound float64) {
	for _, gap := range t.gaps() {
		if gap > 0 {
			bound += 8*math.Log(max(float64(n), 1))/gap + (1+math.Pi*math.Pi/3)*gap
		}
	}
	return bound
}

// exp3Bound is (e − 1) γ G + K ln K/γ for the gain G of the best arm.
func (t *task) exp3Bound(gain float64) float64 {
	k := float64(t.K)
	return (math.E-1)*t.Epsilon*gain + k*math.Log(k)/t.Epsilon
}

// laiRobbins is the factor Σ Δ/KL(μ, μ*) of ln n, below which no consistent policy has its mean regret in the long run.
func (t *task) laiRobbins() (factor float64) {
	top := slices.Max(t.mu)
	for k, gap := range t.gaps() {
		if gap > 0 {
			factor += gap / divergence(t.mu[k], top)
		}
	}
	return factor
}

// divergence is the Kullback–Leibler divergence of two Bernoulli distributions, p < q.
func divergence(p, q float64) float64 {
	d := 0.0
	if p > 0 {
		d += p * math.Log(p/q)
	}
	return d + (1-p)*math.Log((1-p)/(1-q))
}
