// Package tdlearning teaches temporal-difference learning: an agent that does not know the
// transition probabilities learns values on a grid from its own moves, by
//
//	Q(s,a) ← Q(s,a) + α [target − Q(s,a)],
//
// whose target is a reward and the present estimate for where the move led. TD(0), SARSA,
// Q-learning, n-step SARSA and SARSA(λ) differ in the target alone. The grid and its exact
// values are those of the demo mdp (Sutton and Barto, chapters 6, 7 and 12).
package tdlearning

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

// Demo is temporal-difference learning on a grid world.
var Demo = algos.Define(algos.Demo{
	ID:    "td-learning",
	Title: "Temporal-difference learning",
	Keywords: "TD(0), SARSA, Q-learning, n-step, eligibility traces, TD(lambda), cliff walking, model-free, reinforcement learning, RL, 时序差分, " +
		"资格迹, 强化学习, Q 学习",
	Summary:       "An agent learns values on a grid from its own moves: TD(0), SARSA, Q-learning, n-step returns and eligibility traces.",
	Family:        "Reinforcement learning",
	Prerequisites: []string{"mdp", "bandit"},
	Input:         input.Spec{Cells: gridworld.Cells()},
	Books:         []fs.FS{gridworld.Words},
	Formula:       `Q(s,a) \leftarrow Q(s,a) + \alpha\,\bigl[\,r + \gamma\max_{a'}Q(s',a') - Q(s,a)\,\bigr]`,
	Sources:       files,
	Units:         algos.Units{Small: "move", Step: "episode", First: "one <step> walks from the start to an exit"},
	Refs: []algos.Ref{
		{Source: "R. S. Sutton, A. G. Barto, Reinforcement Learning: An Introduction", Where: "2nd edition, chapters 6, 7 and 12"},
		{Source: "C. J. C. H. Watkins, P. Dayan, Q-learning", Where: "Machine Learning 8, 1992"},
		{Source: "R. S. Sutton, Learning to predict by the methods of temporal differences", Where: "Machine Learning 3, 1988"},
	},
	Metrics: []string{"return", "moves", "td_error", "start_value", "rms_error"},
	Charts: []mark.Chart{
		{ID: "return", Title: "Return of the last episode", Y: "return", Series: []mark.Series{{Metric: "return", Label: "discounted return", Role: mark.RoleAccent}}},
		{ID: "error", Title: "Error of the values", Y: "RMS error", Series: []mark.Series{{Metric: "rms_error", Label: "against the exact values", Role: mark.RoleBad}}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// The methods; the values are public.
const (
	td0, sarsa, qLearning, nStep, traces = "td0", "sarsa", "q-learning", "n-step", "lambda"
)

type options struct {
	Grid           string
	Method         string
	Alpha, Epsilon float64
	Gamma          float64
	N              int
	Lambda         float64
	Slip           float64
	StepReward     float64
	Episodes       int
	Walk           []int
}

// longest is how many moves an episode has at most.
const longest = 1000

func bind(o *options, s *param.Set) {
	gridworld.Bind(s, &o.Grid)
	s.Choice(&o.Method, "method", qLearning,
		param.Option{Value: td0, Label: "TD(0)", TeX: `r + \gamma V(s')`, Hint: "evaluates the ε-greedy version of the optimal policy"},
		param.Option{Value: sarsa, Label: "SARSA", TeX: `r + \gamma Q(s',a')`},
		param.Option{Value: qLearning, Label: "Q-learning", TeX: `r + \gamma\max_{a'}Q(s',a')`},
		param.Option{Value: nStep, Label: "n-step SARSA", TeX: `r_1+\gamma r_2+\dots+\gamma^nQ(s_n,a_n)`},
		param.Option{Value: traces, Label: "SARSA(λ)", TeX: `e \leftarrow \gamma\lambda\,e`, Hint: "accumulating traces"},
	).Label("method")
	s.Float(&o.Alpha, "alpha", 0.2, 0.001, 1).Label("learning rate α")
	s.Float(&o.Epsilon, "epsilon", 0.2, 0, 1).Label("exploration ε").Hint("probability of a random action; 1 is the uniform policy")
	s.Float(&o.Gamma, "gamma", 0.9, 0, 1).Label("discount γ")
	s.Int(&o.N, "n", 4, 1, 100).Slider(1, 20).Label("steps n").Hint("1 is SARSA; longer than the episode is Monte Carlo.").When("method", nStep)
	s.Float(&o.Lambda, "lambda", 0.8, 0, 1).Label("trace decay λ").Hint("0 is SARSA; 1 is close to Monte Carlo.").When("method", traces)
	s.Float(&o.Slip, "slip", 0.2, 0, 1).Label("slip probability").Hint("of a move to one of the two sides, half each")
	s.Float(&o.StepReward, "step_reward", -0.04, -10, 10).Slider(-1, 0.1).Label("step reward")
	s.Int(&o.Episodes, "episodes", 50, 0, 1000).Label("episodes").Zero("only your own moves")
	s.Actions(&o.Walk, "walk", param.MaxActions,
		param.Act{Label: "north"}, param.Act{Label: "east"}, param.Act{Label: "south"}, param.Act{Label: "west"},
	).Label("your own moves").Hint("after the episodes; the agent learns from them as well").When("method", qLearning, sarsa, nStep, traces)
}

// run is the textbook loop: an episode after the other, and then the moves of the reader.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		w := newWalker(t, p.Rand)
		v := w.view()
		for yield(v.step()) && !v.over() {
			v = w.move()
		}
	}, nil
}
