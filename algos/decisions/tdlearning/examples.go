package tdlearning

import (
	"playground/algos"
	"playground/algos/dataset"
)

var nothing = dataset.Source{}

// The grids of the presets: a short version of Sutton and Barto's cliff (example 6.6) and their random walk (example 6.2), and a room with a wall.
const (
	cliff    = "grid=......../......../......../.------0&slip=0&gamma=1&step_reward=-0.01&alpha=0.5&epsilon=0.15&episodes=120"
	corridor = "grid=0.....1&slip=0&gamma=1&step_reward=0"
	room     = "grid=....../.####./....%2B./.##.../......&slip=0&step_reward=0&gamma=0.95&alpha=0.5&epsilon=0.1"
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("q-learning", "Q-learning", nothing, "step=end&opens=9", "The target uses the best next action, whatever the agent does next."),
	algos.NewPreset("sarsa", "SARSA", nothing, "step=end&opens=9&method=sarsa", "The target uses the next action that is taken, random ones included."),
	algos.NewPreset("td0", "TD(0): policy evaluation", nothing, "step=end&opens=60&method=td0&alpha=0.08&episodes=200&gamma=1&epsilon=0.1",
		"State values of a fixed policy, from its moves alone."),
	algos.NewPreset("random-walk", "Random walk (Sutton, 6.2)", nothing, "step=end&opens=30&method=td0&epsilon=1&alpha=0.1&episodes=100&"+corridor,
		"The exact values are 1/6 to 5/6; the estimates fluctuate around them by an amount that depends on α."),
	algos.NewPreset("n-step", "n-step SARSA", nothing, "step=end&opens=9&method=n-step", "Four rewards are added before an estimate is used."),
	algos.NewPreset("lambda", "SARSA(λ)", nothing, "step=end&opens=9&method=lambda&alpha=0.1", "Each TD error moves all pairs that were visited, by their traces."),
	algos.NewPreset("one-sarsa", "One episode of SARSA", nothing, "step=end&method=sarsa&episodes=1&seed=4&"+room,
		"After one episode a single pair has learnt: the last one."),
	algos.NewPreset("one-n-step", "One episode of n-step SARSA", nothing, "step=end&method=n-step&n=10&episodes=1&seed=4&"+room,
		"On the same path, the last ten pairs have learnt."),
	algos.NewPreset("one-lambda", "One episode of SARSA(λ)", nothing, "step=end&method=lambda&lambda=0.9&episodes=1&seed=4&"+room,
		"On the same path, all pairs have learnt, the recent ones most."),
	algos.NewPreset("cliff-q", "Cliff: Q-learning", nothing, "step=end&opens=400&method=q-learning&"+cliff,
		"It learns the shortest path along the cliff, and falls when it explores."),
	algos.NewPreset("cliff-sarsa", "Cliff: SARSA", nothing, "step=end&opens=400&method=sarsa&"+cliff,
		"It learns a longer path away from the cliff, and its returns are higher while it explores."),
	algos.NewPreset("fluctuates", "Learning rate too large", nothing, "step=end&opens=9&alpha=1&slip=0.4",
		"With α = 1 an estimate is the last target, and never averages over chance."),
	algos.NewPreset("by-hand", "Your own moves", nothing, "step=3&episodes=0&alpha=1&slip=0&walk=1 1 1&grid=...%2B",
		"Press a direction: the agent learns from your moves. One episode changes one pair."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("walk-exact", "Random walk: exact values", "Sutton and Barto, example 6.2: 1/6 … 5/6", nothing,
		"step=0&method=td0&epsilon=1&"+corridor,
		algos.Expect("model.exact[0][1]", `$v(A)$`, 1./6, 1e-14),
		algos.Expect("model.exact[0][3]", `$v(C)$`, 1./2, 1e-14),
		algos.Expect("model.exact[0][5]", `$v(E)$`, 5./6, 1e-14)),
	algos.NewFixture("one-move", "One move of Q-learning", "by hand: 0 + 0.5 · (−0.04 + 0.9 · 1 − 0)", nothing, "step=1&grid=.%2B&slip=0&alpha=0.5&episodes=0&walk=1",
		algos.Expect("model.q[0][0][1]", `$Q(s,\text{east})$`, 0.43, 1e-15)),
	algos.NewFixture("classic", "The grid of Russell and Norvig without slip: exact values", "value iteration of another program, γ = 0.9", nothing, "step=0&slip=0",
		algos.Expect("model.exact[2][0]", `$v^*(s_0)$`, 0.42668599999999995, 1e-14),
		algos.Expect("model.exact[0][0]", `$v^*$`, 0.6205999999999999, 1e-14)),
}
