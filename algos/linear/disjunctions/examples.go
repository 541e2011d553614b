package disjunctions

import (
	"playground/algos"
	"playground/algos/dataset"
)

// Recipes of several examples; worked is that of the lecture notes.
const (
	worked    = "01000, 10000, 00010, 00100, 00001, 01011"
	byHand    = "order=typed&bit_strings=" + worked
	eight     = "n=3&target=x1 or not x2&order=all"
	worstCase = "target=none&order=adversarial"
)

// own: the demo makes its examples itself.
var own dataset.Source

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("random", "Random examples", own, "step=20&opens=10&seed=3",
		"Random inputs with five variables. Two mistakes in all; after the second removes x₂, h equals the target."),

	algos.NewPreset("worked", "Six examples by hand", own, "step=2&"+byHand,
		"Three mistakes, at the first, third and fifth example; each removes one variable."),

	algos.NewPreset("counting", "General, all eight inputs", own, "step=end&learner=general&"+eight,
		"The first mistake removes three of six literals at once; after two mistakes h is exactly the target."),

	algos.NewPreset("worst", "The mistake bound is tight", own, "step=end&n=8&"+worstCase,
		"The target is never true, and the adversary removes one literal per mistake: n mistakes, so the bound cannot be improved."),

	algos.NewPreset("worst-general", "n + 1 mistakes, not 2n", own, "step=end&learner=general&n=6&"+worstCase,
		"Even an adversary forces no more than n + 1 = 7 mistakes; the bound 2n = 12 of the notes is not tight."),

	algos.NewPreset("irrelevant", "Nine irrelevant variables", own, "step=end&seed=5&n=10&target=x7&examples=60&p_one=0.2",
		"Each irrelevant variable causes at most one mistake; sparse examples remove few at a time."),

	algos.NewPreset("noise", "Label noise", own, "step=end&seed=7&examples=40&label_noise=0.05",
		"One noisy label removes a variable of the target permanently: from then on the mistakes never end."),

	algos.NewPreset("wrong-class", "A target with a negation", own, "step=end&"+eight,
		"The monotone class does not contain this target; two examples certify it. Now choose the general learner."),

	algos.NewPreset("own-labels", "Two inconsistent examples", own, "step=end&n=4&target=x1 or x3&order=typed&bit_strings=0110=0, 0100, 0010=1, 1000, 0001",
		"The first label is noisy and removes x₃; the third example reveals the inconsistency."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("worked", "Five variables, target x₁ ∨ x₃, six examples", "003: N18, by hand", own, "step=end&"+byHand,
		algos.Expect("metric.mistakes", "mistakes", 3, 0),
		algos.Expect("metric.left", "remaining literals", 2, 0),
		algos.Expect("model.identified", "h is the target (1: yes)", 1, 0),
		algos.Expect("step", "steps", 12, 0)),
	algos.NewFixture("worked-first", "The same, after the first example", "003: N18: {1, 3, 4, 5} are left", own, "step=2&"+byHand,
		algos.Expect("metric.mistakes", "mistakes", 1, 0),
		algos.Expect("metric.left", "remaining literals", 4, 0)),
	algos.NewFixture("worked-third", "The same, after the third example", "003: N18: {1, 3, 5} are left", own, "step=6&"+byHand,
		algos.Expect("metric.mistakes", "mistakes", 2, 0),
		algos.Expect("metric.left", "remaining literals", 3, 0)),
	algos.NewFixture("general", "Three variables, target x₁ ∨ ¬x₂, all inputs", "003: N18, by hand", own, "step=end&learner=general&"+eight,
		algos.Expect("metric.mistakes", "mistakes", 2, 0),
		algos.Expect("metric.left", "remaining literals", 2, 0),
		algos.Expect("model.identified", "h is the target (1: yes)", 1, 0)),
	algos.NewFixture("worst", "General, three variables: the worst case", "003: N18, over all sequences of four inputs: n + 1", own,
		"step=end&learner=general&n=3&"+worstCase,
		algos.Expect("metric.mistakes", "mistakes", 4, 0)),
	algos.NewFixture("worst-monotone", "Monotone, eight variables: the worst case", "003: the bound n is attained, closed form", own, "step=end&n=8&"+worstCase,
		algos.Expect("metric.mistakes", "mistakes", 8, 0)),
}
