package bandit

import (
	"context"
	"math/rand/v2"
	"slices"

	"playground/algos"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	K, T  int
	mu    []float64   // means of the arms in their order on the board; nil where there are none
	table [][]float64 // typed rewards, a row per pull
	luck  [][]float64 // pull n of arm k pays 1 where luck[n][k] < mu[k], whoever pulls it
	rand  *rand.Rand  // of the policy
	study func() *study
}

// Streams of randomness besides the policy's own: the rewards, the hidden order of the arms, and the
// runs of the study.
const (
	rewardStream = 1 << 20
	orderStream  = rewardStream + 1
)

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	t := &task{options: o, K: len(o.Arms), T: o.Pulls, rand: p.Rand}
	if o.Rewards == typed {
		var err error
		if t.table, err = parseTable(o.Table); err != nil {
			return nil, err
		}
		t.T = len(t.table)
		t.K = len(t.table[0])
		if err := t.fits(); err != nil {
			return nil, err
		}
	}
	if o.Play {
		t.T = len(o.YourPulls)
		if err := t.enough(); err != nil {
			return nil, err
		}
	}
	if o.Rewards == bernoulli {
		t.mu = slices.Clone(o.Arms)
		if o.Play {
			p.Stream(orderStream).Shuffle(t.K, func(i, j int) { t.mu[i], t.mu[j] = t.mu[j], t.mu[i] })
		}
		t.luck = drawLuck(p.Stream(rewardStream), t.T, t.K)
	}
	t.study = algos.Slow(ctx, func(ctx context.Context) *study { return t.repeat(ctx, p) })
	return t, nil
}

// drawLuck draws the numbers that decide the rewards: a row for the first pull of each arm, then the second.
func drawLuck(r *rand.Rand, n, k int) [][]float64 {
	all := make([]float64, n*k)
	for i := range all {
		all[i] = r.Float64()
	}
	luck := make([][]float64, n)
	for i := range luck {
		luck[i] = all[i*k : (i+1)*k]
	}
	return luck
}

// A state is what is known after some pulls.
type state struct {
	pulls     int
	counts    []int
	values    []float64 // Q
	sums      []float64 // rewards of each arm
	hits      []float64 // successes that Thompson sampling has counted: the rewards, where they are 0 or 1
	estimates []float64 // of EXP3: Σ x/p over the pulls of each arm
	hindsight []float64 // what each arm would have paid; unknown where rewards are drawn
	reward    float64
}

func newState(k int) state {
	f := make([]float64, 5*k)
	return state{
		counts: make([]int, k), values: f[:k:k], sums: f[k : 2*k : 2*k], hits: f[2*k : 3*k : 3*k],
		estimates: f[3*k : 4*k : 4*k], hindsight: f[4*k:],
	}
}

func (s state) clone() state {
	c := newState(len(s.counts))
	copy(c.counts, s.counts)
	copy(c.values, s.values)
	copy(c.sums, s.sums)
	copy(c.hits, s.hits)
	copy(c.estimates, s.estimates)
	copy(c.hindsight, s.hindsight)
	c.pulls, c.reward = s.pulls, s.reward
	return c
}

// pull updates the state by the reward v of arm k: the mean is that of the textbook.
func (s *state) pull(k int, v float64) {
	n := float64(s.counts[k])
	s.values[k] = (n*s.values[k] + v) / (n + 1)
	s.counts[k]++
	s.sums[k] += v
	s.reward += v
	s.pulls++
}

// pays is what the arms pay at this pull: that of the arm that is pulled, and all others where they are known.
func (t *task) pays(s *state, target int, luck [][]float64, k int) float64 {
	switch t.Rewards {
	case typed:
		return t.table[s.pulls][k]
	case adversarial:
		if k == target {
			return 0
		}
		return 1
	}
	if luck[s.counts[k]][k] < t.mu[k] {
		return 1
	}
	return 0
}

// An entry is one pull that was made.
type entry struct {
	decision
	reward    float64
	success   bool // counted by Thompson sampling
	own       int  // the reader's arm, −1 without one
	ownReward float64
}

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	state
	before state // the pull before
	past   []entry
	own    state // the reader's
}

// next makes one pull.
func (v view) next() view {
	w := view{task: v.task, before: v.state, state: v.state.clone()}
	d := newDecision(v.K)
	v.decide(v.Policy, &w.state, v.rand, &d)
	e := entry{decision: d, own: -1}
	target := v.target(v.Policy, &w.state, &d)
	if v.Play {
		w.own = v.own.clone()
		e.own = v.YourPulls[v.pulls]
		if e.own < v.K {
			e.ownReward = v.pays(&w.own, target, v.luck, e.own)
			w.own.pull(e.own, e.ownReward)
		} else {
			w.own.pulls++
		}
	}
	e.reward = v.pays(&w.state, target, v.luck, d.arm)
	e.success = v.learn(v.Policy, &w.state, &d, e.reward, v.rand)
	w.foresee(target)
	w.state.pull(d.arm, e.reward)
	w.past = append(v.past, e) // the array is shared: it grows at its end alone
	return w
}

// foresee adds what each arm pays at this pull, where that is known.
func (v *view) foresee(target int) {
	for k := range v.hindsight {
		if v.Rewards != bernoulli {
			v.hindsight[k] += v.pays(&v.state, target, nil, k)
		}
	}
}

// now is the last pull.
func (v view) now() entry { return v.past[len(v.past)-1] }

// best is the arm with the largest mean, or the one that paid most in hindsight.
func (v view) best() int {
	if v.Rewards == bernoulli {
		return largest(v.mu)
	}
	return largest(v.hindsight)
}

// gaps are Δ = max μ − μ of each arm.
func (t *task) gaps() []float64 {
	top := slices.Max(t.mu)
	gaps := make([]float64, t.K)
	for k, m := range t.mu {
		gaps[k] = top - m
	}
	return gaps
}

// regretOf is the regret of some pulls: the pseudo-regret Σ Δ·count where rewards are drawn, and else the regret
// in hindsight, max Σx − Σ rewards.
func (t *task) regretOf(s *state, hindsight []float64) float64 {
	if t.Rewards != bernoulli {
		return slices.Max(hindsight) - s.reward
	}
	top, regret, missed := slices.Max(t.mu), 0.0, s.pulls
	for k, n := range s.counts {
		regret += float64(n) * (top - t.mu[k])
		missed -= n
	}
	return regret + float64(missed)*top // a pull of no arm earns nothing
}

func (v view) regret() float64 { return v.regretOf(&v.state, v.hindsight) }

// bestAverage is the mean reward per pull of the best arm.
func (v view) bestAverage() float64 {
	if v.Rewards == bernoulli {
		return slices.Max(v.mu)
	}
	return slices.Max(v.hindsight) / float64(v.pulls)
}

// bestPulls is how often an arm was pulled that is the best one; of equal ones each is.
func (v view) bestPulls() (n float64) {
	worth := v.hindsight
	if v.Rewards == bernoulli {
		worth = v.mu
	}
	for k, w := range worth {
		if w == worth[v.best()] {
			n += float64(v.counts[k])
		}
	}
	return n
}

// metricNames are public.
var metricNames = []string{"reward", "average", "best_average", "regret", "bound", "best_pulls", "own_reward", "own_average", "own_regret"}

func (v view) metrics() []float64 {
	nan := nan()
	m := []float64{v.reward, nan, nan, v.regret(), v.bound(), nan, nan, nan, nan}
	if v.pulls > 0 {
		n := float64(v.pulls)
		m[1], m[2], m[5] = v.reward/n, v.bestAverage(), v.bestPulls()/n
		if v.Play {
			m[6], m[7], m[8] = v.own.reward, v.own.reward/n, v.regretOf(&v.own, v.hindsight)
			m[2] = nan // the reader is to find the best arm
		}
	}
	return m
}

// Model names the results so far.
func (v view) Model() algos.Model {
	values := []algos.Value{
		{Name: "counts", Value: slices.Clone(v.counts)},
		{Name: "values", Value: slices.Clone(v.values)},
		{Name: "reward", Value: v.reward},
		{Name: "regret", Value: v.regret()},
		{Name: "pulls", Value: v.pulls},
	}
	if p := v.probabilities(); p != nil {
		values = append(values, algos.Value{Name: "probabilities", Value: p})
	}
	if b := v.bound(); b == b {
		values = append(values, algos.Value{Name: "bound", Value: b})
	}
	if v.Policy == exp3 {
		values = append(values, algos.Value{Name: "estimates", Value: slices.Clone(v.estimates)})
	}
	if v.Play && v.pulls > 0 {
		values = append(values, algos.Value{Name: "own_reward", Value: v.own.reward}, algos.Value{Name: "own_counts", Value: slices.Clone(v.own.counts)})
	}
	return algos.Model{Values: values}
}
