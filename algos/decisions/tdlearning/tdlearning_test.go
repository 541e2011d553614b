package tdlearning

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/param"
)

// ended is the view at the end of a run.
func ended(t *testing.T, settings ...string) view {
	t.Helper()
	views := algotest.Views[view](t, Demo, nothing, settings...)
	return views[len(views)-1]
}

// n-step SARSA with one step and SARSA(λ) with λ = 0 are SARSA, number for number.
func TestSpecialCasesAreSARSA(t *testing.T) {
	want := ended(t, "method", sarsa, "episodes", "20").table().q
	for name, settings := range map[string][]string{
		"n = 1": {"method", nStep, "n", "1", "episodes", "20"},
		"λ = 0": {"method", traces, "lambda", "0", "episodes", "20"},
	} {
		got := ended(t, settings...).table().q
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-13 {
				t.Fatalf("%s: Q %d is %g, and %g by SARSA", name, k, got[k], want[k])
			}
		}
	}
}

// With α = 1, n beyond the episode and no chance the values are the returns: Monte Carlo.
func TestLongReturnsAreMonteCarlo(t *testing.T) {
	v := ended(t, "grid", "...+", "method", nStep, "n", "100", "alpha", "1", "slip", "0", "episodes", "0", "walk", "1 1 1")
	for s, want := range []float64{-0.04 + 0.9*(-0.04+0.9*(-0.04+0.9)), -0.04 + 0.9*(-0.04+0.9), -0.04 + 0.9} {
		if got := v.table().q[s*actions+1]; math.Abs(got-want) > 1e-15 {
			t.Errorf("Q of east in state %d is %g, want %g", s, got, want)
		}
	}
}

// Q-learning without chance finds the exact values.
func TestQLearningFindsTheExactValues(t *testing.T) {
	v := ended(t, "slip", "0", "alpha", "1", "epsilon", "1", "episodes", "300")
	if off := v.off(v.table()); off > 1e-12 {
		t.Errorf("the largest error is %g", off)
	}
}

// The best ε-greedy policy is better than a thousand others, by a simulation of its own of the mixture.
func TestSoftProcess(t *testing.T) {
	v := ended(t, "method", sarsa, "epsilon", "0.3", "episodes", "0")
	for s := range v.world.Place {
		if v.process.Terminal(s) {
			continue
		}
		best, mean := math.Inf(-1), 0.
		for a := range actions {
			q := v.exactQ(s, a)
			best, mean = max(best, q), mean+q/actions
		}
		if want := 0.7*best + 0.3*mean; math.Abs(v.exact[s]-want) > 1e-12 {
			t.Errorf("state %d: %g, and the equation of the best ε-greedy policy makes %g of it", s, v.exact[s], want)
		}
	}
}

// The steps of a view are those that the walker went: what is replayed is what was learnt.
func TestReplay(t *testing.T) {
	for _, method := range []string{td0, sarsa, qLearning, nStep, traces} {
		steps := algotest.Steps(t, Demo, nothing, param.Pairs("method", method, "episodes", "3"))
		for i, step := range steps[1:] {
			v := step.View.(view)
			if got := v.table().values(v.task)[v.first]; got != v.figures[0] {
				t.Fatalf("%s, step %d: the start has %g, and %g was measured", method, i+1, got, v.figures[0])
			}
		}
	}
}

// Bad grids and settings are refused in words.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"grid=....", "no exit"}, {"grid=.x%2B", "line 1, cell 2"}, {"grid=.%23%2B", "No way leads"}, {"alpha=2", "alpha"}, {"walk=7&grid=.%2B", "walk"},
	} {
		r, err := Demo.Link("preset=q-learning&" + c.settings)
		said := ""
		if err == nil {
			var a algos.Attempt
			if a, err = Demo.Try(t.Context(), r, 10); err == nil {
				said = a.Last.Status.Reason.String()
			}
		}
		if err != nil {
			said = err.Error()
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q", c.settings, said, c.want)
		}
	}
}

// Runs on other random numbers that diverge end, and are no picture: the guarantee says so where this run does not diverge.
func TestOtherRunsDiverge(t *testing.T) {
	diverged := false
	for _, epsilon := range []string{"0.1", "0.5", "1"} {
		for _, episodes := range []string{"20", "100", "1000"} {
			v := ended(t, "method", traces, "alpha", "1", "lambda", "1", "gamma", "1", "epsilon", epsilon, "episodes", episodes)
			runs := v.others()
			diverged = diverged || len(runs) == 0
			for _, x := range slices.Concat(runs...) {
				if !(math.Abs(x) <= limit) {
					t.Errorf("ε = %s, %s episodes: a value of %g", epsilon, episodes, x)
				}
			}
			for _, c := range v.Checks() {
				if c = c.Done(); c.Verdict == algos.Waiting {
					t.Errorf("ε = %s, %s episodes: %s waits for ever", epsilon, episodes, c.Name)
				}
			}
		}
	}
	if !diverged {
		t.Error("no run diverges")
	}
}

// Without a discount and without a way out of a policy the run ends all the same.
func TestEndlessPolicies(t *testing.T) {
	v := ended(t, "grid", ".../.#./..-", "gamma", "1", "step_reward", "0", "epsilon", "0", "episodes", "3")
	if len(v.returns) != 3 {
		t.Errorf("%d episodes", len(v.returns))
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	with := func(v view, change func(l *learner)) view {
		l := v.table().clone()
		change(l)
		v.table = func() *learner { return l }
		return v
	}
	bend := func(v view) view {
		v.path = slices.Clone(v.path)
		k := len(v.path) / 2
		v.path[k].follows = (v.path[k].follows + 1) % actions
		return v
	}
	high := func(l *learner) {
		for k := range l.q {
			l.q[k] += 100
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	random := func(l *learner) {
		for k := range l.q {
			l.q[k] += r.Float64()
		}
	}
	q := ended(t, "slip", "0", "episodes", "5")
	trace := with(ended(t, "method", traces, "episodes", "5"), random)
	fixed := ended(t, "method", td0, "alpha", "0.08", "episodes", "200", "gamma", "1", "epsilon", "0.1")
	lucky, far := fixed, fixed
	lucky.returns = slices.Clone(fixed.returns)
	for i := range lucky.returns {
		lucky.returns[i]++
	}
	other := *fixed.task
	other.others = func() [][]float64 {
		var runs [][]float64
		for _, run := range fixed.others() {
			run = slices.Clone(run)
			last := run[len(run)-1]
			for i := range run {
				run[i] = last + 1
			}
			runs = append(runs, run)
		}
		return runs
	}
	far.task = &other
	worse, humble := *q.task, q
	worse.best = slices.Clone(q.best)
	worse.best[q.first] -= 10
	humble.task = &worse
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "error", Good: q, Spoilt: with(q, high)},
		{Check: "range", Good: q, Spoilt: with(q, high)},
		{Check: "policy", Good: q, Spoilt: humble},
		{Check: "telescope", Good: trace, Spoilt: bend(trace)},
		{Check: "forward", Good: trace, Spoilt: bend(trace)},
		{Check: "returns", Good: fixed, Spoilt: lucky},
		{Check: "converges", Good: fixed, Spoilt: far},
	})
}
