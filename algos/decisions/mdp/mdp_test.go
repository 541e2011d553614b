package mdp

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/param"
)

// last is the view at the end of a run.
func last(t testing.TB, pairs ...string) view {
	t.Helper()
	steps := algotest.Steps(t, Demo, own, param.Pairs(pairs...))
	v, ok := steps[len(steps)-1].View.(view)
	if !ok {
		t.Fatalf("%v: %s", pairs, steps[len(steps)-1].Status.Reason)
	}
	return v
}

// refusal is why a run is refused.
func refusal(t *testing.T, pairs ...string) string {
	t.Helper()
	steps := algotest.Steps(t, Demo, own, param.Pairs(pairs...))
	s := steps[len(steps)-1]
	if s.Status.State != algos.Refused {
		t.Errorf("%v: %s", pairs, s.Status.State)
	}
	return s.Status.Reason.String()
}

// The lecture's process of two states: T steps, the discounted values and value iteration, sweep by sweep.
func TestTwoStates(t *testing.T) {
	const table = "0 stay 0 1 0; 0 go 1 .8 1; 0 go 0 .2 0; 1 stay 1 1 2; 1 go 0 1 0"
	for _, c := range []struct {
		pairs []string
		want  [][2]float64
	}{
		{[]string{"method", evaluation, "horizon", "4"}, [][2]float64{{0, 0}, {0.4, 1}, {0.52, 0.85}, {0.568, 0.79}, {0.5926, 0.75925}}},
		{[]string{"method", valueIteration}, [][2]float64{{0, 0}, {0.8, 2}, {2.384, 3.8}, {3.96512, 5.42}, {5.4161216, 6.878}}},
	} {
		steps := algotest.Steps(t, Demo, own, param.Pairs(append(c.pairs, "table", table)...))
		for k, want := range c.want {
			v := steps[k].View.(view)
			for s := range want {
				if math.Abs(v.v[s]-want[s]) > 1e-14 {
					t.Errorf("%v, sweep %d: V(%d) = %g, want %g", c.pairs, k, s, v.v[s], want[s])
				}
			}
		}
	}
	if pi := last(t, "table", table).policy(); !slices.Equal(pi[0], []string{"go", "stay"}) {
		t.Error(pi)
	}
}

// The lecture's counter-example: with two steps the greedy policy is worse in a state.
func TestImprovementFailsForTSteps(t *testing.T) {
	const table = "s0 a0 s0 1 2; s0 a1 s0 1 0; s1 a0 s0 1 3; s1 a1 s1 1 1"
	steps := algotest.Steps(t, Demo, own, param.Pairs("table", table, "method", policyIteration, "horizon", "2", "policy", "a1 a0"))
	before, after := steps[2].View.(view), steps[5].View.(view)
	if !slices.Equal(before.v, []float64{0, 1.5}) || !slices.Equal(after.v, []float64{2, 1}) || after.worsened() != 1 {
		t.Errorf("V of the policy %v, of the greedy one %v, worse in %d", before.v, after.v, after.worsened())
	}
	if q := before.table(); !slices.Equal(q[0], []float64{1, 0}) || !slices.Equal(q[1], []float64{1.5, 2}) {
		t.Error(q)
	}
}

// All methods come to the values of a program of its own, with one of its best actions everywhere.
func TestGridsOfAnotherProgram(t *testing.T) {
	for _, c := range []struct {
		pairs []string
		at    [3][2]int
		want  [3]float64
	}{
		{
			[]string{"grid", "...+/.#.-/....", "gamma", "0.9", "slip", "0", "step_reward", "-0.04"},
			[3][2]int{{0, 0}, {2, 0}, {2, 3}},
			[3]float64{0.6206, 0.426686, 0.51854},
		},
		{
			[]string{"grid", "...+/.#.-/..../..#.", "gamma", "1", "slip", "0.2", "step_reward", "-0.2"},
			[3][2]int{{0, 0}, {2, 0}, {3, 3}},
			[3]float64{0.16738013698630122, -0.33159599234754844, -0.6484912355126493},
		},
		{
			[]string{"grid", "...+/.#.-/..../..#.", "gamma", "0.9", "slip", "0.2", "step_reward", "-0.04"},
			[3][2]int{{0, 0}, {2, 0}, {3, 3}},
			[3]float64{0.5094155954147009, 0.2955240736169862, 0.05871702173911316},
		},
	} {
		for _, method := range []string{valueIteration, policyIteration} {
			v := last(t, append(c.pairs, "method", method, "tol", "1e-13")...)
			grid := v.world.Grid(v.v)
			for k, at := range c.at {
				if math.Abs(grid[at[0]][at[1]]-c.want[k]) > 1e-11 {
					t.Errorf("%v, %s: %g, want %g", c.pairs, method, grid[at[0]][at[1]], c.want[k])
				}
			}
		}
	}
}

// On a small grid the best of all policies is the one that the methods find.
func TestAllPolicies(t *testing.T) {
	v := last(t, "grid", ".+/c./-.", "slip", "0.3", "method", policyIteration)
	p := v.process
	pi := p.Same(0)
	best := slices.Repeat([]float64{math.Inf(-1)}, len(v.v))
	for code := range 256 {
		rest := code
		for s := range pi {
			if !p.Terminal(s) {
				pi[s], rest = rest%4, rest/4
			}
		}
		values, err := p.Evaluate(pi, v.Gamma)
		if err != nil {
			t.Fatal(err)
		}
		for s, x := range values {
			best[s] = max(best[s], x)
		}
	}
	if d := apart(best, v.goal.v); d > 1e-12 {
		t.Errorf("the best policy is better by %g", d)
	}
}

// V′ is nearer to the limit than V by the factor γ: that is why it is returned.
func TestNewValuesAreReturned(t *testing.T) {
	for _, method := range []string{evaluation, valueIteration} {
		v := last(t, "method", method, "tol", "0.01")
		now, before := apart(v.v, v.goal.v), apart(v.before, v.goal.v)
		if now > v.Gamma*before+1e-14 || now > v.bound()+1e-14 {
			t.Errorf("%s: the error is %g, and was %g before; the bound is %g", method, now, before, v.bound())
		}
	}
}

// What has no answer is refused, with the place and the cure.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ want, pairs string }{
		{"The grid has no exit: paint an exit or a pit, or type + or - in a cell.", "grid=..../...."},
		{"Nothing is to be decided: the grid has no free cell. Paint one, or type . in a cell.", "grid=#+/-#"},
		{"No exit can be reached from cell (1, 1): with γ = 1 its value has no limit. Open a way, or set γ below 1.", "grid=.#+/##.&gamma=1"},
		{"The policy is improper: it never ends from cell (1, 1), so with γ = 1 its value has no limit. Change it, or set γ below 1.", "grid=..+&gamma=1&slip=0&policy=W&method=policy-evaluation"},
		{"With γ = 1 and a reward of 0.1 per step, never ending is worth infinitely much. Set γ below 1, or rewards to 0 or less.", "gamma=1&step_reward=0.1"},
		{"The policy has 1 line, and the grid 3: write uniform, one letter, or a line for each line of the grid.", "method=policy-iteration&policy=NNNN"},
		{"Line 2 of the policy has 3 letters, and the grid 4: write one for each cell, also for walls and exits.", "method=policy-iteration&policy=NNNN/NNN/NNNN"},
		{"Policy, line 1, letter 2: x is not an action. Write N, E, S or W, or * for all four.", "method=policy-iteration&policy=NxNN/NNNN/NNNN"},
		{"Policy: state b has no action run. Name one of its actions, or * for all.", "method=policy-evaluation&policy=go run&table=a go b 1 1\nb go a 1 0"},
		{"The policy has 3 actions, and the table 2: write uniform, one action, or one for each state.", "method=policy-evaluation&policy=go go go&table=a go b 1 1\nb go a 1 0"},
	} {
		var pairs []string
		for pair := range strings.SplitSeq(c.pairs, "&") {
			name, value, _ := strings.Cut(pair, "=")
			pairs = append(pairs, name, value)
		}
		if got := refusal(t, pairs...); got != c.want {
			t.Errorf("%s: %q, want %q", c.pairs, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"0 stay 0 1":    "line 1 has 4 words instead of 5: write state action next probability reward",
		"0 stay 0 2 1":  "line 1: 2 is not a probability: write a number from 0 to 1",
		"0 stay 0 1 x":  "line 1: x is not a reward: write a number from −1000 to 1000",
		"0 stay 0 .5 1": "the probabilities of action stay in state 0 add up to 0.5: make them 1",
		";":             "the table has no action: write state action next probability reward",
		"0 a 0 1 0;0 b 0 1 0;0 c 0 1 0;0 d 0 1 0;0 e 0 1 0": "line 5: state 0 has more than 4 actions: remove some",
	} {
		_, err := Demo.Steps(t.Context(), algos.Problem{}, param.Pairs("table", text))
		if e, ok := errors.AsType[*param.Error](err); !ok || e.Field != "table" || e.Message.String() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if v := last(t, "grid", ".#+/##."); v.trapped != 0 || math.Abs(v.v[0]+0.4) > 1e-6 {
		t.Errorf("a cell without a way out has %g, want −0.04/(1−0.9)", v.v[0])
	}
}

// A painted grid and the same one as text are one problem, and the text counts where there are both.
func TestPaintedAndTyped(t *testing.T) {
	c, err := gridworld.Read("..+/-..")
	if err != nil {
		t.Fatal(err)
	}
	painted := algotest.Last(t, Demo, dataset.Celled(c), nil).View.(view)
	typed := last(t, "grid", "..+/-..")
	both := algotest.Last(t, Demo, dataset.Celled(dataset.NewCells(2, 2, 1)), param.Pairs("grid", "..+/-..")).View.(view)
	if !slices.Equal(painted.v, typed.v) || !slices.Equal(both.v, typed.v) {
		t.Error(painted.v, typed.v, both.v)
	}
}

// A policy is one letter for all states, or one for each, with * for all four actions.
func TestPolicies(t *testing.T) {
	v := last(t, "method", evaluation, "policy", "EEE./N.N./*NNW")
	if got := v.world.Arrows(v.pi); !slices.Equal(got[2], []string{"", "N", "N", "W"}) || got[0][0] != "E" {
		t.Error(got)
	}
	if v := last(t, "method", evaluation, "policy", "n"); v.pi[0] != gridworld.North {
		t.Error(v.pi)
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	at := func(step int, pairs ...string) view {
		return algotest.Steps(t, Demo, own, param.Pairs(pairs...))[step].View.(view)
	}
	spoilt := func(v view, change func(*view)) view {
		v.v, v.before, v.pi = slices.Clone(v.v), slices.Clone(v.before), slices.Clone(v.pi)
		change(&v)
		return v
	}
	sweep, policy := at(6), at(6, "method", evaluation)
	improved := at(36, "method", policyIteration, "tol", "0.001")
	if improved.improvements == 0 {
		t.Fatal("no improvement yet")
	}
	stable := last(t, "method", policyIteration)
	steps, best := at(3, "method", evaluation, "horizon", "5"), at(3, "horizon", "5")
	large := func(v *view) { v.v[0] += 2 }
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "maximum", Good: sweep, Spoilt: spoilt(sweep, large)},
		{Check: "expected", Good: policy, Spoilt: spoilt(policy, large)},
		{Check: "contraction", Good: sweep, Spoilt: spoilt(sweep, large)},
		{Check: "error", Good: sweep, Spoilt: spoilt(sweep, large)},
		{Check: "error", Good: policy, Spoilt: spoilt(policy, large)},
		{Check: "stop", Good: sweep, Spoilt: spoilt(sweep, func(v *view) { copy(v.before, v.v) })},
		{Check: "greedy", Good: sweep, Spoilt: spoilt(sweep, func(v *view) {
			copy(v.v, v.goal.v)
			v.pi[0] = gridworld.West
		})},
		{Check: "improvement", Good: improved, Spoilt: spoilt(improved, func(v *view) { v.goal, v.oldGoal = v.oldGoal, v.goal })},
		{Check: "optimal", Good: stable, Spoilt: spoilt(stable, func(v *view) { v.goal = v.exact(v.first) })},
		{Check: "total", Good: steps, Spoilt: spoilt(steps, func(v *view) { v.v[v.hot] += 1e-6 })},
		{Check: "stationary", Good: best, Spoilt: spoilt(best, func(v *view) { v.v[0] -= 2 })},
	})
}

func BenchmarkIterate20x20(b *testing.B) {
	do, _, err := iterating(make([][2]float64, 400), nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		do()
	}
}

// Where never ending may be better than a pit, policy iteration only claims the best policy that ends.
func TestFreeStepsBesideAPit(t *testing.T) {
	v := last(t, "grid", "-.", "gamma", "1", "step_reward", "0", "method", policyIteration)
	lines := v.Say()
	if got := lines[len(lines)-1].Text.String(); v.best != nil || got != "It is the best of the policies that come to an exit." {
		t.Error(got)
	}
}
