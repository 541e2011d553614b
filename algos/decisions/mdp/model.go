package mdp

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/say"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	world   *gridworld.World
	process *gridworld.Process
	names   []say.Given // of a table's states; nil on a grid
	first   gridworld.Policy
	best    *solution // V* of the discounted return; nil where it is not known, and why says so
	why     say.Phrase
	trapped int // a state from which no exit can be reached; −1: none
}

// A solution is the exact values of a policy.
type solution struct {
	v  []float64
	pi gridworld.Policy
}

func newTask(p algos.Problem, o options) (*task, error) {
	t := &task{options: o}
	hand, err := readTable(o.Table)
	if err != nil {
		return nil, err
	}
	if hand != nil {
		t.process, t.names, t.world = hand.process, hand.names, hand.strip()
	} else {
		if t.world, err = gridworld.New(p.Cells); err != nil {
			return nil, err
		}
		t.process = t.world.Process(o.Slip, o.StepReward)
	}
	var why say.Phrase
	if t.first, why = t.readPolicy(o.Policy); why != "" && o.Method != valueIteration {
		return nil, algos.Refuse(why)
	}
	t.trapped = t.process.Stuck(nil)
	if t.Horizon > 0 {
		t.why = "the return is the mean of T steps, without a discount"
		return t, nil
	}
	if why := t.endless(); why != "" {
		return nil, algos.Refuse(why)
	}
	t.solve()
	return t, nil
}

// endless says why values without a discount have no limit; empty if they have.
func (t *task) endless() say.Phrase {
	if t.Gamma < 1 {
		return ""
	}
	if t.Method == valueIteration {
		if t.trapped >= 0 {
			return say.Vars{"x": t.place(t.trapped)}.Text("No exit can be reached from <x>: with γ = 1 its value has no limit. Open a way, or set γ below 1.")
		}
	} else if s := t.process.Stuck(t.first); s >= 0 {
		return say.Vars{"x": t.place(s)}.Text("The policy is improper: it never ends from <x>, so with γ = 1 its value has no limit. Change it, or set γ below 1.")
	}
	if most := t.largestReward(); most > 0 && t.Method != evaluation {
		return say.Vars{"r": most}.Text("With γ = 1 and a reward of <r> per step, never ending is worth infinitely much. Set γ below 1, or rewards to 0 or less.")
	}
	return ""
}

// largestReward is that of a step.
func (t *task) largestReward() float64 {
	most := math.Inf(-1)
	for _, of := range t.process.Actions {
		for _, a := range of {
			most = max(most, a.Reward)
		}
	}
	return most
}

// solve finds V* by linear equations, for comparison.
func (t *task) solve() {
	v, pi, err := t.process.Optimal(t.Gamma)
	switch {
	case err != nil:
		t.why = "some state has no way to an exit"
	case t.Gamma == 1 && t.largestReward() >= 0 && slices.Min(v) < 0:
		t.why = "with γ = 1 and free steps, never ending may be better than a pit"
	default:
		t.best = &solution{v, pi}
	}
}

// exact is the solution of a policy; nil where it is not looked for, or has no end.
func (t *task) exact(pi gridworld.Policy) *solution {
	if t.Horizon > 0 {
		return nil
	}
	v, err := t.process.Evaluate(pi, t.Gamma)
	if err != nil {
		return nil
	}
	return &solution{v, pi}
}

// place is how a sentence calls a state.
func (t *task) place(s int) say.Phrase {
	if t.names != nil {
		return say.Vars{"name": t.names[s]}.Text("state <name>")
	}
	row, col := t.world.At(s)
	return say.Vars{"row": row + 1, "col": col + 1}.Text("cell (<row>, <col>)")
}

// A kind is what a step did.
type kind int

const (
	beginning kind = iota
	sweeping
	improving
)

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	kind         kind
	t            int              // steps so far: sweeps and improvements
	n            int              // sweeps since the policy changed: t of algorithm 9
	sweeps       int              // that evaluated
	improvements int              // of the policy
	pi           gridworld.Policy // that is evaluated; of value iteration, greedy
	old          gridworld.Policy // before it
	v, before    []float64        // V′ and V
	goal         *solution        // what V converges to: V of the policy, or V*; nil where it is not known
	oldGoal      *solution        // that of the policy before
	prior        []float64        // T steps: what the policy before had
	past         []gridworld.Policy
	change, was  float64 // max |V′ − V| of this sweep and of the one before; NaN: none
	hot          int     // the state that the step is about
	changed      int     // actions; −1: none were chosen
	status       algos.Status
}

// start is V = 0, and the worth of exits.
func (t *task) start() view {
	v := view{task: t, v: t.process.Start(), pi: t.first, change: math.NaN(), was: math.NaN(), changed: -1, status: algos.Status{State: algos.Running}}
	if t.Horizon > 0 {
		clear(v.v)
	}
	v.before = v.v
	if t.Method == valueIteration {
		v.pi, v.goal = t.process.Greedy(v.v, t.backup(1)), t.best
	} else {
		v.goal = t.exact(t.first)
	}
	for t.process.Terminal(v.hot) {
		v.hot++
	}
	return v
}

// backup is how the n-th sweep adds rewards up.
func (t *task) backup(n int) gridworld.Return {
	if t.Horizon > 0 {
		return gridworld.Average(max(n, 1))
	}
	return gridworld.Discounted(t.Gamma)
}

// next takes one step.
func (v view) next() view {
	if v.Method == policyIteration && v.evaluated() {
		return v.improve()
	}
	return v.sweep()
}

// evaluated reports whether the sweeps of a policy have come to their end.
func (v view) evaluated() bool {
	if v.Horizon > 0 {
		return v.n == v.Horizon
	}
	return v.kind == sweeping && v.change < v.Tol
}

// sweep backs every state up, from the values before.
func (v view) sweep() view {
	from := v.v
	if v.Horizon > 0 && v.n == 0 {
		from = make([]float64, len(v.v)) // V₀ = 0
	}
	v.n, v.t, v.sweeps = v.n+1, v.t+1, v.sweeps+1
	v.before, v.v = from, make([]float64, len(from))
	v.was, v.changed, v.old = math.NaN(), -1, v.pi
	if v.kind == sweeping {
		v.was = v.change
	}
	v.kind = sweeping
	p, r := v.process, v.backup(v.n)
	if v.Method == valueIteration {
		p.Optimise(v.v, v.before, r)
		if v.Horizon > 0 {
			v.pi = p.Greedy(v.before, r) // the first action of n steps
		} else {
			v.pi = p.Improve(v.v, r, v.old, 0) // of ties the one that came first to the value: without a discount others may never end
		}
		v.changed = differ(v.old, v.pi)
	} else {
		p.Sweep(v.v, v.pi, v.before, r)
	}
	v.change = 0
	for s := range v.v {
		if d := math.Abs(v.v[s] - v.before[s]); d > v.change && !p.Terminal(s) {
			v.change, v.hot = d, s
		}
	}
	v.status = v.judge()
	return v
}

// improve makes the policy greedy. An action gives way only to one that is better by more than the
// error of the values can feign.
func (v view) improve() view {
	r, at, margin := v.backup(v.n), v.v, 0.0
	if v.Horizon > 0 {
		at = v.before // Q_T is made of V_{T−1}
	} else if v.goal != nil {
		margin = 2 * v.Gamma * apart(v.v, v.goal.v)
	}
	v.old, v.oldGoal, v.prior = v.pi, v.goal, v.v
	v.past = append(v.past[:len(v.past):len(v.past)], v.pi)
	v.pi = v.process.Improve(at, r, v.pi, margin)
	v.kind, v.n, v.t, v.changed = improving, 0, v.t+1, differ(v.old, v.pi)
	v.change, v.was = math.NaN(), math.NaN()
	if v.changed > 0 {
		v.improvements++
		v.hot = v.largestGain(at, r)
		v.goal = v.exact(v.pi)
	}
	v.status = v.judge()
	return v
}

// largestGain is the state whose new action has the largest advantage over the policy before.
func (v view) largestGain(at []float64, r gridworld.Return) int {
	best, hot := math.Inf(-1), v.hot
	for s := range v.v {
		if v.process.Terminal(s) || v.old[s] == v.pi[s] {
			continue
		}
		if gain := v.process.Q(s, v.pi[s], at, r) - v.process.Expected(s, v.old, at, r); gain > best {
			best, hot = gain, s
		}
	}
	return hot
}

// judge says whether the run goes on.
func (v view) judge() algos.Status {
	end := func(state algos.State, reason say.Phrase) algos.Status {
		return algos.Status{State: state, Reason: reason}
	}
	w := v.vars()
	switch {
	case v.kind == improving && v.changed == 0:
		return end(algos.Converged, w.Text("No action changes after <improvements improvement>: the policy is stable."))
	case v.kind == improving && slices.ContainsFunc(v.past, func(pi gridworld.Policy) bool { return slices.Equal(pi, v.pi) }):
		return end(algos.Cycling, "This policy was improved before: with T steps improvement may cycle.")
	case v.kind == improving && v.Horizon == 0 && v.goal == nil:
		return end(algos.Diverged, "The improved policy never ends, so without a discount its values have no limit.")
	case v.improvements >= maxImprovements:
		return end(algos.Exhausted, w.Text("The limit of <improvements improvement> is reached."))
	case v.kind != sweeping:
		return end(algos.Running, "")
	case v.evaluated() && v.Method != policyIteration && v.Horizon > 0:
		return end(algos.Converged, w.Text("The values of <horizon step> are complete."))
	case v.evaluated() && v.Method != policyIteration:
		return end(algos.Converged, w.Text("The largest change, <change=metric.change>, is below θ = <tol>: V′ is returned."))
	case !v.evaluated() && v.sweeps >= maxSweeps:
		return end(algos.Exhausted, w.Text("The limit of <sweeps sweep> is reached: choose a larger θ or a smaller γ."))
	}
	return end(algos.Running, "")
}

// differ counts the states in which two policies differ.
func differ(a, b gridworld.Policy) int {
	n := 0
	for s := range a {
		if a[s] != b[s] {
			n++
		}
	}
	return n
}

// apart is the largest distance of two values of one state.
func apart(a, b []float64) float64 {
	most := 0.0
	for s := range a {
		most = max(most, math.Abs(a[s]-b[s]))
	}
	return most
}

// err is the error of V′; NaN where the limit is not known.
func (v view) err() float64 {
	if v.goal == nil {
		return math.NaN()
	}
	return apart(v.v, v.goal.v)
}

// bound is γΔ/(1−γ), by which V′ may be off; NaN without a sweep or a discount.
func (v view) bound() float64 {
	if v.kind != sweeping || v.Horizon > 0 || v.Gamma == 1 {
		return math.NaN()
	}
	return v.Gamma * v.change / (1 - v.Gamma)
}

// sum is Σ V over the states in which something is decided.
func (v view) sum() float64 {
	sum := 0.0
	for s, x := range v.v {
		if !v.process.Terminal(s) {
			sum += x
		}
	}
	return sum
}

// random reports whether the policy that is evaluated takes actions by chance somewhere.
func (v view) random() bool {
	for s, a := range v.pi {
		if a == gridworld.Uniform && !v.process.Terminal(s) {
			return true
		}
	}
	return false
}

// arrows are the policy that is shown: the one that is evaluated where it is deterministic, and
// else the greedy one of its values.
func (v view) arrows() gridworld.Policy {
	if !v.random() {
		return v.pi
	}
	at := v.v
	if v.Horizon > 0 {
		at = v.before
	}
	return v.process.Greedy(at, v.backup(v.n))
}

// Model names the results so far.
func (v view) Model() algos.Model {
	m := []algos.Value{
		{Name: "values", Value: v.world.Grid(v.v)},
		{Name: "policy", Value: v.policy()},
		{Name: "sweeps", Value: v.sweeps},
		{Name: "improvements", Value: v.improvements},
		{Name: "change", Value: v.change},
		{Name: "stop_bound", Value: v.bound()},
	}
	if v.names != nil {
		m = append(m, algos.Value{Name: "q", Value: v.table()})
	}
	return algos.Model{Values: m}
}

// policy is the letters of the policy on the grid, or the names of a table's actions.
func (v view) policy() [][]string {
	pi := v.arrows()
	if v.names == nil {
		return v.world.Arrows(pi)
	}
	row := make([]string, len(v.names))
	for s, of := range v.process.Actions {
		if len(of) > 0 {
			row[s] = string(of[pi[s]].Name)
		}
	}
	return [][]string{row}
}

// table is Q(x,a) of all states and actions, made of what the sweep was made of.
func (v view) table() [][]float64 {
	at := v.v
	if v.Horizon > 0 {
		at = v.before
	}
	out := make([][]float64, len(v.v))
	for s, of := range v.process.Actions {
		out[s] = make([]float64, len(of))
		for a := range of {
			out[s][a] = v.process.Q(s, a, at, v.backup(v.n))
		}
	}
	return out
}
