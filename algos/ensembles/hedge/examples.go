package hedge

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// worked is the table of the notes' inventory: three experts, four rounds.
const worked = "0 1 .5; 1 0 .5; 0 1 .5; 0 1 .5"

// own: the demo makes its losses itself.
var own dataset.Source

// halving is η of β = ½.
const halving = "0.6931471805599453"

// strokes are twelve painted rounds of four experts: the first three err by turns, the last one early and then
// hardly ever.
var strokes = dataset.Grid(
	[]float64{0, 1, 0, 1}, []float64{1, 0, 0, 1}, []float64{0, 0, 1, 1}, []float64{0, 1, 0, 0.5},
	[]float64{1, 0, 0, 0}, []float64{0, 0, 1, 0}, []float64{0, 1, 0, 0}, []float64{1, 0, 0, 0},
	[]float64{0, 0, 1, 0}, []float64{0, 1, 0, 0}, []float64{1, 0, 0, 0}, []float64{0, 0, 1, 0},
)

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("good", "One good expert", own, "step=end&seed=2",
		"The last of five errs one time in five, the others every second time. The stream soon belongs to it."),

	algos.NewPreset("worked", "Four rounds by hand", own, "step=4&losses=typed&eta="+halving,
		"β = ½ and three experts: Hedge loses 2.00, the best expert 1."),

	algos.NewPreset("adversary", "An adversary against Hedge", own, "step=end&losses=adversarial&rate=optimal",
		"The heaviest expert is hit in every round. All share the blows, and the regret stays under its bound."),

	algos.NewPreset("leader", "The same against a follower", own, "step=end&losses=adversarial&learner=leader",
		"Who follows the heaviest alone loses every round, and the best expert only one in five: a regret of 48 in 60 rounds."),

	algos.NewPreset("vote", "A vote against an adversary", own, "step=end&losses=adversarial&learner=majority&experts=6",
		"The vote loses every round too, and its promise still holds: it speaks of more than twice the best expert's loss."),

	algos.NewPreset("coins", "Fair coins", own, "step=end&losses=coins&rate=optimal&rounds=200&experts=8&seed=4",
		"Nothing can be learnt. Whoever is best was lucky, and that luck alone is a regret that grows like √T."),

	algos.NewPreset("switching", "The good expert changes", own, "step=end&losses=switching&rounds=120&rate=optimal&seed=3",
		"Hedge is compared with one expert for the whole run. The old favourite has to lose its lead before another takes over."),

	algos.NewPreset("doubling", "The doubling trick", own, "step=end&rounds=127&rate=doubling&seed=2",
		"T is unknown: blocks of 1, 2, 4, … rounds, and at the start of each everything learnt is thrown away."),

	algos.NewPreset("long", "A thousand rounds", own, "step=end&losses=coins&rounds=1000&rate=notes&experts=8&seed=1",
		"The regret grows, the regret a round falls: the bound √(T ln N) grows slower than T."),

	algos.NewPreset("painted", "Losses painted by hand", strokes, "step=6&losses=painted&eta=1",
		"The fourth expert begins badly and then errs no more. Paint on the board, and all twelve rounds are played anew."),

	algos.NewPreset("play", "You against Hedge", own, "step=end&losses=switching&rounds=24&experts=3&eta=1&seed=5&follow=3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3",
		"Type whom you follow, round by round, and compare your loss with Hedge's."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("worked", "Three experts, four rounds, β = ½", "003: N13, by hand", own, "step=4&losses=typed&eta="+halving,
		algos.Expect("metric.loss", "loss of Hedge", 2, 1e-12),
		algos.Expect("model.weights[0]", "w₁", 0.5, 1e-12),
		algos.Expect("model.weights[1]", "w₂", 0.125, 1e-12),
		algos.Expect("model.weights[2]", "w₃", 0.25, 1e-12),
		algos.Expect("model.expert_losses[1]", "lost by e₂", 3, 1e-12)),
	algos.NewFixture("worked-second", "The same, after the first round", "003: N13: p = (.453082, .226541, .320377)", own, "step=1&losses=typed&eta="+halving,
		algos.Expect("model.probabilities[0]", "p₁", 0.453082, 5e-7),
		algos.Expect("model.probabilities[1]", "p₂", 0.226541, 5e-7),
		algos.Expect("model.probabilities[2]", "p₃", 0.320377, 5e-7)),
	algos.NewFixture("painted-worked", "The four rounds by hand, painted", "003: N13, by hand", dataset.Grid(
		[]float64{0, 1, 0.5}, []float64{1, 0, 0.5}, []float64{0, 1, 0.5}, []float64{0, 1, 0.5}), "step=4&losses=painted&eta="+halving,
		algos.Expect("metric.loss", "loss of Hedge", 2, 1e-12),
		algos.Expect("model.expert_losses[1]", "lost by e₂", 3, 1e-12)),
	algos.NewFixture("follower", "A follower against an adversary", "closed form: T lost, T/N by each expert", own,
		"step=end&losses=adversarial&learner=leader",
		algos.Expect("metric.loss", "lost", 60, 0),
		algos.Expect("metric.best", "best expert", 12, 0)),
	algos.NewFixture("root", "The best η for 200 rounds of eight experts", "closed form √(T ln N / 2)", own,
		"step=end&losses=coins&rate=optimal&rounds=200&experts=8&seed=4",
		algos.Expect("metric.bound", "bound", math.Sqrt(100*math.Log(8)), 1e-12)),
}
