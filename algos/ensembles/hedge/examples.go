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
		"The last of five experts errs in one round of five, the others in every second. Its weight soon dominates."),

	algos.NewPreset("worked", "Four rounds by hand", own, "step=4&losses=typed&eta="+halving,
		"β = ½ and three experts: the loss of Hedge is 2.00, that of the best expert 1."),

	algos.NewPreset("adversary", "Hedge, adversarial losses", own, "step=end&losses=adversarial&schedule=optimal",
		"The expert with the largest weight is penalised in every round. All experts take turns, and the regret stays below its bound."),

	algos.NewPreset("leader", "Follow the leader loses every round", own, "step=end&losses=adversarial&learner=leader",
		"Follow the leader loses every round, the best expert only one in five: regret 48 after 60 rounds."),

	algos.NewPreset("vote", "Weighted majority, adversarial losses", own, "step=end&losses=adversarial&learner=majority&experts=6",
		"The weighted majority also errs in every round. Its mistake bound still holds: it is more than twice the best expert's loss."),

	algos.NewPreset("coins", "Random losses, no best expert", own, "step=end&losses=coins&schedule=optimal&rounds=200&experts=8&seed=4",
		"The best expert is merely lucky, yet the regret still grows like √T."),

	algos.NewPreset("switching", "The best expert changes", own, "step=end&losses=switching&rounds=120&schedule=optimal&seed=3",
		"The regret compares Hedge with a single expert for the whole run. The previous leader must lose its lead before the next one dominates."),

	algos.NewPreset("doubling", "The doubling trick", own, "step=end&rounds=127&schedule=doubling&seed=2",
		"T is unknown: blocks of 1, 2, 4, … rounds, with the weights reset at the start of each block."),

	algos.NewPreset("long", "A thousand rounds", own, "step=end&losses=coins&rounds=1000&schedule=notes&experts=8&seed=1",
		"The regret grows, the average regret falls: the bound √(T ln N) is sublinear in T."),

	algos.NewPreset("painted", "Losses painted by hand", strokes, "step=6&losses=painted&eta=1",
		"The fourth expert errs early and then no more. Paint on the board: all twelve rounds are recomputed."),

	algos.NewPreset("play", "You against Hedge", own,
		"step=end&losses=switching&rounds=24&experts=3&eta=1&seed=5&your_choices=3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3",
		"Type which expert you follow in each round, and compare your loss with that of Hedge."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("worked", "Three experts, four rounds, β = ½", "003: N13, by hand", own, "step=4&losses=typed&eta="+halving,
		algos.Expect("metric.loss", "cumulative loss of Hedge", 2, 1e-12),
		algos.Expect("model.weights[0]", "w₁", 0.5, 1e-12),
		algos.Expect("model.weights[1]", "w₂", 0.125, 1e-12),
		algos.Expect("model.weights[2]", "w₃", 0.25, 1e-12),
		algos.Expect("model.expert_losses[1]", "cumulative loss of e₂", 3, 1e-12)),
	algos.NewFixture("worked-second", "The same, after the first round", "003: N13: p = (.453082, .226541, .320377)", own, "step=1&losses=typed&eta="+halving,
		algos.Expect("model.probabilities[0]", "p₁", 0.453082, 5e-7),
		algos.Expect("model.probabilities[1]", "p₂", 0.226541, 5e-7),
		algos.Expect("model.probabilities[2]", "p₃", 0.320377, 5e-7)),
	algos.NewFixture("painted-worked", "Four rounds by hand, painted", "003: N13, by hand", dataset.Grid(
		[]float64{0, 1, 0.5}, []float64{1, 0, 0.5}, []float64{0, 1, 0.5}, []float64{0, 1, 0.5}), "step=4&losses=painted&eta="+halving,
		algos.Expect("metric.loss", "cumulative loss of Hedge", 2, 1e-12),
		algos.Expect("model.expert_losses[1]", "cumulative loss of e₂", 3, 1e-12)),
	algos.NewFixture("follower", "Follow the leader, adversarial losses", "closed form: T lost, T/N by each expert", own,
		"step=end&losses=adversarial&learner=leader",
		algos.Expect("metric.loss", "cumulative loss", 60, 0),
		algos.Expect("metric.best", "best expert", 12, 0)),
	algos.NewFixture("root", "Optimal η for 200 rounds, 8 experts", "closed form √(T ln N / 2)", own,
		"step=end&losses=coins&schedule=optimal&rounds=200&experts=8&seed=4",
		algos.Expect("metric.bound", "bound", math.Sqrt(100*math.Log(8)), 1e-12)),
}
