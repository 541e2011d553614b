// Package mdp solves Markov decision processes whose model is known: a grid that readers paint or type, or a
// table of transitions. Policy evaluation sweeps the Bellman equation of a policy,
//
//	V(x) ← Σ_a π(x,a) Σ_x' P(x'|x,a) (R + γV(x')),
//
// policy iteration improves the policy greedily in between, and value iteration sweeps the optimality
// equation, with max_a for Σ_a π(x,a). With a horizon T the return is the mean reward of T steps
// instead. What sweeps converge to is known exactly, from systems of linear equations
// (internal/gridworld), so that every step has its error.
//
// The names are those of Sutton and Barto, chapter 4; the notation V'(x), θ is that of the lecture notes.
package mdp

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/decisions/internal/gridworld"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is what the catalogue lists.
var Demo = algos.Define(algos.Demo{
	ID:    "mdp",
	Title: "Markov decision process",
	Keywords: "MDP, grid world, dynamic programming, Bellman equation, policy evaluation, policy iteration, value iteration, policy improvement, " +
		"discount factor, state value, action value, Q function, contraction, reinforcement learning, windy grid world, " +
		"马尔可夫决策过程, 网格世界, 动态规划, 贝尔曼方程, 策略评估, 策略迭代, 值迭代, 策略改进, 折扣因子, 强化学习",
	Summary: "State values V and the optimal policy of a known grid world, by policy evaluation, policy iteration and value iteration.",
	Family:  "Reinforcement learning",
	Input:   input.Spec{Cells: cells()},
	Formula: `V(x)\leftarrow\max_{a}\sum_{x'}P^a_{x\to x'}\bigl(R^a_{x\to x'}+\gamma V(x')\bigr)`,
	Sources: files,
	Books:   []fs.FS{gridworld.Words},
	Units:   algos.Units{Step: "sweep", First: "one <step> backs up every state"},
	Refs:    refs,
	Metrics: []string{"change", "error", "bound", "changed", "sum"},
	Benches: timed,
	Charts: []mark.Chart{
		{ID: "convergence", Title: "Convergence", Y: "max norm", Log: true, Series: []mark.Series{
			{Metric: "change", Label: "change |V′ − V|"},
			{Metric: "error", Label: "error of V′"},
			{Metric: "bound", Label: "bound γΔ/(1−γ)", Bound: true},
		}},
		{ID: "policy", Title: "Changed actions", Y: "states", Series: []mark.Series{{Metric: "changed", Label: "changed actions"}}},
		{ID: "sum", Title: "Sum of the state values", Y: "Σ V", Series: []mark.Series{{Metric: "sum", Label: "Σ V"}}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

var refs = []algos.Ref{
	{Source: "001", Where: "sections 12.0, 12.2 and 12.4, algorithms 9 and 10, equations (12.2)–(12.16)"},
	{Source: "R. Sutton, A. Barto, Reinforcement Learning, 2nd ed. (2018)", Where: "chapter 4: dynamic programming"},
	{Source: "S. Russell, P. Norvig, Artificial Intelligence, 4th ed. (2021)", Where: "chapter 17: the 4 × 3 grid"},
	{Source: "R. Bellman, Dynamic Programming (1957)", Where: "the principle of optimality"},
	{Source: "R. Howard, Dynamic Programming and Markov Processes (1960)", Where: "policy iteration"},
}

// cells is the painted grid, which counts where neither a text nor a table does.
func cells() *input.Cells {
	in := gridworld.Cells()
	in.When["table"] = ""
	return in
}

// options are what a reader chooses.
type options struct {
	Method, Grid, Table, Policy  string
	Gamma, Slip, StepReward, Tol float64
	Horizon                      int
}

// The methods.
const (
	evaluation      = "policy-evaluation"
	policyIteration = "policy-iteration"
	valueIteration  = "value-iteration"
)

// uniform is the policy that takes all actions with the same probability.
const uniform = "uniform"

// Limits of a run.
const (
	maxHorizon      = 200
	maxSweeps       = 3000
	maxImprovements = 100
	maxTable        = 2000 // characters
)

// bind gives every option its name, default and limits.
func bind(o *options, s *param.Set) {
	s.Choice(&o.Method, "method", valueIteration,
		param.Option{Value: evaluation, Label: "policy evaluation", TeX: `V(x)\leftarrow\sum_a\pi(x,a)\,Q(x,a)`, Hint: "values of a fixed policy"},
		param.Option{Value: policyIteration, Label: "policy iteration", TeX: `\pi'(x)=\arg\max_aQ^\pi(x,a)`, Hint: "evaluates and improves in turn"},
		param.Option{Value: valueIteration, Label: "value iteration", TeX: `V(x)\leftarrow\max_aQ(x,a)`, Hint: "backs up the best action"},
	)
	s.Text(&o.Policy, "policy", uniform, 1000, nil).Label("policy π").When("method", evaluation, policyIteration).
		Hint("uniform, one action for all states, or one per state: N E S W, lines joined by /")
	s.Float(&o.Gamma, "gamma", 0.9, 0, 1).Label("discount γ").Hint("0: only the next reward counts; 1: no discount, the run must end")
	s.Int(&o.Horizon, "horizon", 0, 0, maxHorizon).Slider(0, 20).Zero("discounted return").Label("horizon T").
		Hint("T above 0: the mean reward of T steps instead of the discounted return")
	s.Float(&o.Tol, "tol", 1e-8, 1e-14, 10).Log(1e-10, 1).Label("tolerance θ").Hint("sweeps end when no value changes by θ or more")
	gridworld.Bind(s, &o.Grid)
	s.Float(&o.Slip, "slip", 0.2, 0, 1).Label("slip probability").Hint("probability of moving to one of the two sides instead, half each")
	s.Float(&o.StepReward, "step_reward", -0.04, -100, 100).Slider(-2, 0.5).Label("step reward").Hint("reward of every step from a free cell")
	s.Text(&o.Table, "table", "", maxTable, checkTable).Label("MDP as a table").
		Hint("state action next probability reward; separated by semicolons. Empty: the grid")
}

// run is the textbook loop.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := t.start()
		for yield(v.step()) && !v.status.Final() && ctx.Err() == nil {
			v = v.next()
		}
	}, nil
}
