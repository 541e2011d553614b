package bandit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/param"
	"playground/algos/trial"
)

// play plays a run with these parameters, and returns its views.
func play(t testing.TB, pairs ...string) []view {
	t.Helper()
	return algotest.Views[view](t, Demo, own, pairs...)
}

func end(t testing.TB, pairs ...string) view {
	t.Helper()
	all := play(t, pairs...)
	return all[len(all)-1]
}

type tapes struct {
	UCB1 struct {
		Tape   [][]float64
		Pulls  []int
		Counts []int
		Sums   []float64
	}
	EXP3 struct {
		Gamma    float64
		Rewards  [][]float64
		Uniforms []float64
		Pulls    []int
		First    [][]float64 `json:"p_first5"`
		Last     []float64   `json:"p_last"`
	}
}

// Sixty pulls of UCB1 on given rewards, computed exactly elsewhere.
func TestTapeOfUCB1(t *testing.T) {
	var o tapes
	algotest.ReadJSON(t, "testdata/tapes.json", &o)
	k := len(o.UCB1.Tape)
	task, s, d := &task{K: k}, newState(k), newDecision(k)
	for n, want := range o.UCB1.Pulls {
		task.decide(ucb1, &s, rand.New(rand.NewPCG(1, 2)), &d)
		if d.arm != want {
			t.Fatalf("pull %d is of arm %d, want %d", n+1, d.arm, want)
		}
		s.pull(d.arm, o.UCB1.Tape[d.arm][s.counts[d.arm]])
	}
	for a := range k {
		if s.counts[a] != o.UCB1.Counts[a] {
			t.Errorf("arm %d has %d pulls", a, s.counts[a])
		}
		algotest.Near(t, "sum", s.sums[a], o.UCB1.Sums[a], 1e-12)
		algotest.Near(t, "Q", s.values[a], o.UCB1.Sums[a]/float64(o.UCB1.Counts[a]), 1e-12)
	}
}

// A given is a source whose Float64 are given numbers.
type given struct {
	u []float64
	n int
}

func (g *given) Uint64() uint64 {
	g.n++
	return uint64(g.u[g.n-1] * (1 << 53))
}

// Sixty pulls of EXP3 on given rewards and uniform numbers, computed exactly elsewhere.
func TestTapeOfEXP3(t *testing.T) {
	var o tapes
	algotest.ReadJSON(t, "testdata/tapes.json", &o)
	e := o.EXP3
	k := len(e.Rewards[0])
	task, s, d := &task{K: k, options: options{Epsilon: e.Gamma}}, newState(k), newDecision(k)
	r := rand.New(&given{u: e.Uniforms})
	for n, want := range e.Pulls {
		task.decide(exp3, &s, r, &d)
		if d.arm != want {
			t.Fatalf("pull %d is of arm %d, want %d", n+1, d.arm, want)
		}
		if n < len(e.First) {
			for a, p := range e.First[n] {
				algotest.Near(t, "P", d.p[a], p, 1e-12)
			}
		}
		if n == len(e.Pulls)-1 {
			for a, p := range e.Last {
				algotest.Near(t, "last P", d.p[a], p, 1e-12)
			}
		}
		x := e.Rewards[n][d.arm]
		task.learn(exp3, &s, &d, x, r)
		s.pull(d.arm, x)
	}
}

// The notes' inventory, 2B-11.
func TestSoftmaxOfTheNotes(t *testing.T) {
	for _, c := range []struct {
		tau  float64
		want [3]float64
		tol  float64
	}{
		{1, [3]float64{0.0900306, 0.2447285, 0.6652410}, 5e-8},
		{0.1, [3]float64{2.06e-9, 4.5398e-5, 0.9999546}, 5e-8},
		{10, [3]float64{0.3006096, 0.3322250, 0.3671654}, 5e-8},
		{100, [3]float64{1. / 3, 1. / 3, 1. / 3}, 4e-3},
		{1e-3, [3]float64{0, 0, 1}, 1e-300},
	} {
		p := make([]float64, 3)
		boltzmann(p, []float64{1, 2, 3}, c.tau)
		for k, want := range c.want {
			if math.Abs(p[k]-want) > c.tol {
				t.Errorf("τ = %v: P(%d) = %v, want %v", c.tau, k+1, p[k], want)
			}
		}
	}
	algotest.Written(t, Demo, "lesson", "0.0900", 0.0900306)
	algotest.Written(t, Demo, "lesson", "0.245", 0.2447285)
	algotest.Written(t, Demo, "lesson", "0.665", 0.6652410)
}

func TestIncrementalMean(t *testing.T) {
	want := []float64{0, 1, 1. / 2, 2. / 3, 3. / 4}
	for n, v := range play(t, "rewards", typed, "policy", exploit) {
		algotest.Near(t, "Q", v.values[0], want[n], 1e-15)
	}
}

// Means that differ by rounding alone are a tie, and chance decides between all of them.
func TestTies(t *testing.T) {
	index := []float64{0.3, 0.1 + 0.2, 0.25, 0.3}
	if n := ties(index); n != 3 {
		t.Errorf("%d ties", n)
	}
	r := rand.New(rand.NewPCG(5, 6))
	rates := make([]trial.Rate, 4)
	for range 3000 {
		k := pick(index, 3, r)
		for i := range rates {
			rates[i].Add(i == k)
		}
	}
	for i, rate := range rates {
		if i == 2 {
			if rate.Hits > 0 {
				t.Error("the third is chosen")
			}
			continue
		}
		within(t, "tie", rate, 1./3)
	}
}

// Exploitation only never leaves the first arm that pays.
func TestGreedyNeverLeaves(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3, 4, 5, 6} {
		v := algotest.Run(t, Demo, own, seed, param.Pairs("policy", exploit)).View.(view)
		first := slices.IndexFunc(v.past, func(e entry) bool { return e.reward > 0 })
		for _, e := range v.past[first:] {
			if e.arm != v.past[first].arm {
				t.Fatalf("seed %d leaves arm %d", seed, v.past[first].arm+1)
			}
		}
	}
}

// What the lesson names: the arm that exploitation only keeps is the worst one, and the adversary leaves UCB1 little.
func TestLesson(t *testing.T) {
	v := algotest.Linked(t, Demo, "lesson", "?preset=exploit&step=end#history").View.(view)
	if v.counts[0] != v.pulls || v.mu[0] != slices.Min(v.mu) {
		t.Errorf("pulls %v", v.counts)
	}
	v = algotest.Linked(t, Demo, "lesson", "?preset=epsilon-greedy&seed=4&step=end#study").View.(view)
	if s := v.study(); v.regret() < 1.5*s.mean[200] {
		t.Errorf("regret %v, in the mean %v", v.regret(), s.mean[200])
	}
	v = algotest.Linked(t, Demo, "lesson", "?preset=epsilon-greedy&epsilon=0.5&step=end#chart-regret").View.(view)
	if s := v.study(); math.Abs(s.mean[200]/s.mean[100]-2) > 0.3 {
		t.Errorf("mean regret %v after 100 pulls, %v after 200", s.mean[100], s.mean[200])
	}
}

// Exploration only pulls all arms equally often, which is the whole pseudo-regret.
func TestExplorationIsEven(t *testing.T) {
	v := end(t, "policy", explore, "pulls", "103", "arms", "0 0.25 1")
	if !slices.Equal(v.counts, []int{35, 34, 34}) {
		t.Errorf("counts %v", v.counts)
	}
	algotest.Near(t, "pseudo-regret", v.regret(), 35+34*0.75, 1e-12)
}

// within fails where a probability is outside the Clopper–Pearson interval of a rate; a right program fails once in a
// million times, and the seeds are fixed.
func within(t *testing.T, what string, r trial.Rate, p float64) {
	t.Helper()
	if lo, hi := r.Limits(1 - 1e-6); p < lo || p > hi {
		t.Errorf("%s: %d of %d, for a probability of %v", what, r.Hits, r.N, p)
	}
}

// What is random has the probabilities that the policy says.
func TestChoicesHaveTheirProbabilities(t *testing.T) {
	const n = 20_000
	s := newState(4)
	copy(s.values, []float64{0.5, 0.2, 0.5, 0.4})
	copy(s.hits, []float64{3, 1, 8, 2})
	copy(s.counts, []int{6, 5, 16, 5})
	copy(s.estimates, []float64{9, 3, 12, 1})
	s.pulls = 32
	for _, policy := range []string{exploit, greedy, softmax, ucb1, thompson, exp3} {
		v := view{task: &task{K: 4, options: options{Policy: policy, Epsilon: 0.3, Tau: 0.2}}, state: s}
		want, d, r := v.probabilities(), newDecision(4), rand.New(rand.NewPCG(7, 8))
		rates := make([]trial.Rate, 4)
		var explored trial.Rate
		for range n {
			v.decide(policy, &s, r, &d)
			explored.Add(d.explored)
			for k := range rates {
				rates[k].Add(d.arm == k)
			}
		}
		for k := range rates {
			if want[k] == 0 || want[k] == 1 {
				if rates[k].Share() != want[k] {
					t.Errorf("%s: arm %d at a rate of %v, want %v", policy, k+1, rates[k].Share(), want[k])
				}
				continue
			}
			within(t, policy+", arm "+strconv.Itoa(k+1), rates[k], want[k])
		}
		if policy == greedy {
			within(t, "explored", explored, 0.3)
		}
	}
}

// Two posteriors: the probability that one sample is larger is a finite sum (Evan Miller's formula).
func TestProbabilityToBeTheBest(t *testing.T) {
	v := view{task: &task{K: 2, options: options{Policy: thompson}}, state: newState(2)}
	copy(v.counts, []int{9, 14})
	copy(v.hits, []float64{6, 7})
	a1, b1 := v.posterior(0)
	a2, b2 := v.posterior(1)
	want := 0.0 // of arm 2
	for i := 0.0; i < a2; i++ {
		want += math.Exp(logBeta(a1+i, b1+b2)-logBeta(1+i, b2)-logBeta(a1, b1)) / (b2 + i)
	}
	algotest.Near(t, "probability", v.optimal()[1], want, 1e-6)
}

// The gamma variables have the moments of their distribution.
func TestBetaMoments(t *testing.T) {
	const n = 40_000
	r := rand.New(rand.NewPCG(3, 4))
	var tally trial.Tally
	for range n {
		tally.Add(beta(r, 3, 5))
	}
	s := tally.Summary()
	if math.Abs(s.Mean-3./8) > 5*s.SE {
		t.Errorf("mean %v ± %v", s.Mean, s.SE)
	}
	if want := 15. / (64 * 9); math.Abs(s.Variance-want) > 0.04*want {
		t.Errorf("variance %v, want %v", s.Variance, want)
	}
}

// Rewards have their means: an arm of mean 0 never pays, one of mean 1 always.
func TestRewardsHaveTheirMeans(t *testing.T) {
	v := end(t, "policy", explore, "pulls", "3000", "arms", "0 0.3 1")
	if v.sums[0] != 0 || v.sums[2] != 1000 {
		t.Errorf("rewards %v", v.sums)
	}
	within(t, "arm 2", trial.Rate{Hits: int(v.sums[1]), N: v.counts[1]}, 0.3)
}

// The study has the closed form of exploration only without spread, its own policy twice, and bounds that hold.
func TestStudy(t *testing.T) {
	s := end(t, "policy", explore).study()
	algotest.Near(t, "mean", s.mean[200], 56, 1e-9)
	algotest.Near(t, "standard error", s.error[200], 0, 1e-6)
	v := end(t, "policy", ucb1)
	s = v.study()
	algotest.Near(t, "compared", s.others[4][len(s.at)-1], s.mean[200], 1e-9)
	if last := s.mean[200]; !(last < s.mean[100]*1.9 && last < v.auer(200)) {
		t.Errorf("UCB1 has the mean regret %v after 200 pulls and %v after 100", last, s.mean[100])
	}
	// The order that the lesson names, far apart beside the standard errors.
	m := func(i int) float64 { return s.others[i][len(s.at)-1] }
	if !(m(5) < m(4) && m(4) < m(0) && m(2) < m(0)) {
		t.Errorf("mean regrets %v", s.others)
	}
}

// Against the adversary UCB1 earns next to nothing, EXP3 most of what is there.
func TestAdversary(t *testing.T) {
	u, e := end(t, "policy", ucb1, "rewards", adversarial), end(t, "policy", exp3, "rewards", adversarial, "epsilon", "0.15")
	if u.reward > 20 || e.reward < 120 {
		t.Errorf("UCB1 earns %v, EXP3 %v", u.reward, e.reward)
	}
	for k, x := range e.hindsight {
		if x < 100 || x > 200 {
			t.Errorf("arm %d would have paid %v", k+1, x)
		}
	}
}

// In a game both sides get the same from the n-th pull of an arm.
func TestGameIsFair(t *testing.T) {
	var acts []string
	for n := range 40 {
		acts = append(acts, strconv.Itoa(n%5))
	}
	v := end(t, "play", "true", "policy", explore, "your_pulls", strings.Join(acts, " "))
	if !slices.Equal(v.sums, v.own.sums) || v.own.reward != v.reward {
		t.Errorf("the policy got %v, the reader %v", v.sums, v.own.sums)
	}
	if w := end(t, "play", "true", "your_pulls", "9 9"); w.own.reward != 0 || w.own.pulls != 2 {
		t.Errorf("an arm that does not exist pays %v", w.own.reward)
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		pairs []string
		want  string
	}{
		{[]string{"rewards", typed, "table", ";"}, "table: there is no reward"},
		{[]string{"rewards", typed, "table", "1 2; 3"}, "table: pull 2 has rewards of 1 arm"},
		{[]string{"rewards", typed, "table", "1 x"}, `table: pull 1 has "x"`},
		{[]string{"rewards", typed, "table", "1 NaN"}, "table: pull 1 has"},
		{[]string{"rewards", typed, "table", "1e9"}, "table: pull 1 has"},
		{[]string{"rewards", typed, "table", strings.Repeat("0 ", 11)}, "at most 10"},
		{[]string{"rewards", typed, "table", "1; 2", "policy", ucb1}, "table: UCB1 needs rewards from 0 to 1, and pull 2"},
		{[]string{"rewards", typed, "play", "true", "your_pulls", "0 0 0 0 0"}, "your_pulls: you made 5 pulls"},
	} {
		s := algotest.Last(t, Demo, own, param.Pairs(c.pairs...))
		if s.Status.State != algos.Refused || !strings.Contains(s.Status.Reason.String(), c.want) {
			t.Errorf("%v: %s %q, want %q", c.pairs, s.Status.State, s.Status.Reason, c.want)
		}
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	with := func(v view, change func(*view)) view {
		c := *v.task
		v.task, v.state, v.past = &c, v.state.clone(), slices.Clone(v.past)
		last := &v.past[len(v.past)-1]
		last.p = slices.Clone(last.p)
		change(&v)
		return v
	}
	studied := func(change func(*study)) func(*view) {
		return func(v *view) {
			s := *v.study()
			s.mean, s.against = slices.Clone(s.mean), slices.Clone(s.against)
			change(&s)
			v.study = func() *study { return &s }
		}
	}
	soft, ucb, thom := end(t, "policy", softmax), end(t, "policy", ucb1, "arms", "0.1 0.9"), end(t, "policy", thompson)
	adv := end(t, "policy", exp3, "rewards", adversarial)
	even := end(t, "policy", explore, "arms", "0.9 0.1")
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "boltzmann", Good: soft, Spoilt: with(soft, func(v *view) { v.now().p[largest(v.now().p)] *= 0.99 })},
		{Check: "probability", Good: soft, Spoilt: with(soft, func(v *view) { v.now().p[0] += 1e-6 })},
		{Check: "posterior", Good: thom, Spoilt: with(thom, func(v *view) { v.hits[v.now().arm]++ })},
		{Check: "gap", Good: ucb, Spoilt: with(even, func(v *view) { v.Policy = ucb1 })},
		{Check: "rule", Good: ucb, Spoilt: with(even, func(v *view) { v.Policy = exploit })},
		{Check: "potential", Good: adv, Spoilt: with(adv, func(v *view) {
			for i := range v.past {
				v.past[i].reward /= 2
				v.past[i].p = []float64{0.001, 0.001, 0.001, 0.001, 0.001}
			}
		})},
		{Check: "ucb1", Good: ucb, Spoilt: with(ucb, studied(func(s *study) { s.mean[200] = ucb.auer(200) + 4*s.error[200] }))},
		{Check: "exp3", Good: adv, Spoilt: with(adv, studied(func(s *study) {
			s.against[200].regret = adv.exp3Bound(s.against[200].gain) + 4*s.against[200].error
		}))},
		{Check: "intervals", Good: ucb, Spoilt: with(ucb, studied(func(s *study) { s.outside = trial.Rate{Hits: 40, N: 200} }))},
	})
}
