package mdp

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/decisions/internal/gridworld"
)

// own: the grid is typed, or the one of the start.
var own dataset.Source

// The table of 2B-12, and the one of 2B-14, where a greedy policy is worse.
const (
	twoStates = "table=0+stay+0+1+0%3B+0+go+1+.8+1%3B+0+go+0+.2+0%3B+1+stay+1+1+2%3B+1+go+0+1+0"
	counter   = "table=s0+a0+s0+1+2%3B+s0+a1+s0+1+0%3B+s1+a0+s0+1+3%3B+s1+a1+s1+1+1"
)

// Grids of presets, as they stand in a link.
const (
	plain  = "grid=0.../..../..../...0"
	costs  = "grid=......%2B/.gggg../.ggggg./......./-......"
	windy  = "grid=...^^^.../...^^^.../...^^^.%2B./...^^^.../...^^^..."
	bridge = "grid=%23-----%23/1.....9/%23-----%23"
	maze   = "grid=.....%23...../.%23%23%23.%23.%23%23%23./.%23.....%23.../.%23.%23%23%23%23%23.%23./...%23...%23.../%23%23%23%23.%23.%23%23%23./.....%23....%2B"
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("classic", "The 4 × 3 grid", own, "step=4",
		"Values spread from the exit, one cell per sweep. Beside the pit the policy avoids the short way."),
	algos.NewPreset("evaluation", "Policy evaluation", own, "method=policy-evaluation&step=6",
		"The uniform policy falls into the pit often: most values are negative."),
	algos.NewPreset("policy-iteration", "Policy iteration", own, "method=policy-iteration&tol=0.001&step=end&opens=0",
		"Evaluate, improve, repeat: a few improvements suffice, and none makes a state worse."),
	algos.NewPreset("sutton-barto", "Sutton and Barto's 4 × 4 grid", own,
		plain+"&method=policy-evaluation&gamma=1&slip=0&step_reward=-1&tol=0.0001&step=3",
		"The uniform policy without a discount: the values converge to −14, −18, −20 and −22."),
	algos.NewPreset("t-steps", "Mean reward of T steps", own, "method=policy-evaluation&horizon=10&step=end&opens=2",
		"Algorithm 9: each sweep has one step more, and the worth of an exit counts 1/t of the mean."),
	algos.NewPreset("finite", "Optimal for T steps", own, "horizon=6&step=end&opens=2",
		"The best action depends on the steps to go: with few of them no exit is in reach."),
	algos.NewPreset("costs", "Costly cells", own, costs+"&slip=0&step=end&opens=5",
		"Steps from shaded cells cost 0.7 more: the optimal policy goes round them."),
	algos.NewPreset("wind", "Wind", own, windy+"&slip=0&gamma=0.95&step=end&opens=5",
		"A step from a cell with wind goes one cell further north: from the lower left the exit is nearer."),
	algos.NewPreset("bridge", "A narrow bridge", own, bridge+"&slip=0.3&step_reward=0&step=end&opens=3",
		"With slip 0.3 the leftmost arrow turns back to the exit worth 1; with 0.1 all point to the one worth 9."),
	algos.NewPreset("maze", "A maze", own, maze+"&slip=0&gamma=0.95&step=end&opens=8",
		"Values spread along the corridors, as breadth-first search does."),
	algos.NewPreset("two-states", "Two states by hand", own, twoStates+"&method=policy-evaluation&step=4",
		"A process typed as a table, under the uniform policy with γ = 0.9."),
	algos.NewPreset("two-states-t", "Two states, T = 4", own, twoStates+"&method=policy-evaluation&horizon=4&step=end&opens=1",
		"The mean rewards of one to four steps."),
	algos.NewPreset("counterexample", "Improvement fails for T steps", own,
		counter+"&method=policy-iteration&horizon=2&policy=a1+a0&step=5",
		"The greedy policy has a smaller 2-step value in state s1: the improvement theorem needs a discount."),
}

func value(row, col string) string { return "model.values[" + row + "][" + col + "]" }

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("classic", "The 4 × 3 grid, γ = 0.9", "exact solution by a program of its own, and a linear program", own, "tol=1e-13&step=end",
		algos.Expect(value("0", "0"), `$V^*(1,1)$`, 0.5094155954147, 1e-12),
		algos.Expect(value("0", "2"), `$V^*(1,3)$`, 0.7953622428927, 1e-12),
		algos.Expect(value("1", "2"), `$V^*(2,3)$`, 0.4864404559151, 1e-12),
		algos.Expect(value("2", "0"), `$V^*(3,1)$`, 0.2964665410944, 1e-12),
		algos.Expect(value("2", "3"), `$V^*(3,4)$`, 0.1299424701055, 1e-12)),
	algos.NewFixture("undiscounted", "The 4 × 3 grid, γ = 1", "Russell and Norvig, figure 17.3; exact solution by a program of its own", own, "gamma=1&tol=1e-13&step=end",
		algos.Expect(value("2", "0"), `$V^*(3,1)$`, 0.7053082191781, 1e-12),
		algos.Expect(value("2", "1"), `$V^*(3,2)$`, 0.6553082191781, 1e-12),
		algos.Expect(value("2", "3"), `$V^*(3,4)$`, 0.3879249112126, 1e-12),
		algos.Expect(value("0", "2"), `$V^*(1,3)$`, 0.9178082191781, 1e-12)),
	algos.NewFixture("iterated", "Policy iteration", "the same", own, "gamma=1&method=policy-iteration&tol=1e-13&step=end",
		algos.Expect(value("2", "0"), `$V^*(3,1)$`, 0.7053082191781, 1e-11),
		algos.Expect(value("1", "2"), `$V^*(2,3)$`, 0.6602739726027, 1e-11)),
	algos.NewFixture("sutton-barto", "The uniform policy on a 4 × 4 grid", "Sutton and Barto, example 4.1, figure 4.1", own,
		plain+"&method=policy-evaluation&gamma=1&slip=0&step_reward=-1&tol=1e-10&step=end",
		algos.Expect(value("0", "1"), `$V(1,2)$`, -14, 1e-7),
		algos.Expect(value("1", "1"), `$V(2,2)$`, -18, 1e-7),
		algos.Expect(value("0", "2"), `$V(1,3)$`, -20, 1e-7),
		algos.Expect(value("3", "0"), `$V(4,1)$`, -22, 1e-7)),
	algos.NewFixture("sutton-barto-3", "The uniform policy on a 4 × 4 grid", "Sutton and Barto, figure 4.1, k = 3", own,
		plain+"&method=policy-evaluation&gamma=1&slip=0&step_reward=-1&step=3",
		algos.Expect(value("0", "1"), `$V_3(1,2)$`, -2.4375, 1e-14),
		algos.Expect(value("1", "1"), `$V_3(2,2)$`, -2.875, 1e-14)),
	algos.NewFixture("two-states", "Two states, uniform policy", "001, 2B-12: (580/91, 640/91)", own, twoStates+"&method=policy-evaluation&tol=1e-13&step=end",
		algos.Expect(value("0", "0"), `$V(0)$`, 580.0/91, 1e-11),
		algos.Expect(value("0", "1"), `$V(1)$`, 640.0/91, 1e-11),
		algos.Expect("model.q[0][0]", `$Q(0,a_1)$`, 0.9*580/91, 1e-11),
		algos.Expect("model.q[0][1]", `$Q(0,a_2)$`, 0.8+0.9*(0.8*640+0.2*580)/91, 1e-11),
		algos.Expect("model.q[1][0]", `$Q(1,a_1)$`, 2+0.9*640/91, 1e-11),
		algos.Expect("model.q[1][1]", `$Q(1,a_2)$`, 0.9*580/91, 1e-11)),
	algos.NewFixture("two-states-t", "Two states, four steps", "001, 2B-12", own, twoStates+"&method=policy-evaluation&horizon=4&step=end",
		algos.Expect(value("0", "0"), `$V_4(0)$`, 0.5926, 1e-14),
		algos.Expect(value("0", "1"), `$V_4(1)$`, 0.75925, 1e-14)),
	algos.NewFixture("two-states-best", "Two states, value iteration", "001, 2B-12: V* = (0.8·19/0.82, 20)", own, twoStates+"&tol=1e-13&step=end",
		algos.Expect(value("0", "0"), `$V^*(0)$`, 0.8*19/0.82, 1e-10),
		algos.Expect(value("0", "1"), `$V^*(1)$`, 20, 1e-10)),
	algos.NewFixture("two-states-4", "The fourth sweep", "001, 2B-12", own, twoStates+"&step=4",
		algos.Expect(value("0", "0"), `$V(0)$`, 5.4161216, 1e-13),
		algos.Expect(value("0", "1"), `$V(1)$`, 6.878, 1e-13)),
	algos.NewFixture("counterexample", "Improvement with T = 2", "001, 2B-14: (2, 1) after (0, 3/2)", own,
		counter+"&method=policy-iteration&horizon=2&policy=a1+a0&step=5",
		algos.Expect(value("0", "0"), `$V_2^{\pi'}(s_0)$`, 2, 1e-15),
		algos.Expect(value("0", "1"), `$V_2^{\pi'}(s_1)$`, 1, 1e-15)),
}

// timed is what "playground bench" times: sweeps of value iteration without their story.
var timed = []algos.Bench{{Task: "value iteration, 100 sweeps of a square grid", Data: dataset.BenchMoons, Sizes: []int{400, 900}, Setup: iterating}}

// iterating prepares an empty grid with as many cells as there are rows of data, and an exit in its last corner.
func iterating(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	side := int(math.Sqrt(float64(len(x))))
	c := dataset.NewCells(side, side, 0)
	c.Values[len(c.Values)-1] = 1
	w, err := gridworld.New(c)
	if err != nil {
		return nil, nil, err
	}
	p := w.Process(0.2, -0.04)
	var v []float64
	do = func() {
		v = p.Start()
		next := p.Start()
		for range 100 {
			p.Optimise(next, v, gridworld.Discounted(0.95))
			v, next = next, v
		}
	}
	return do, func() []algos.Value { return []algos.Value{{Name: "values", Value: v}} }, nil
}
