package disjunctions

import (
	"playground/algos"
	"playground/algos/param"
)

// worked is the sequence of the lecture notes' example.
const worked = "01000, 10000, 00010, 00100, 00001, 01011"

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	{
		ID: "random", Title: "Random examples", Seed: 3, Step: 20,
		Note: "Random inputs of five variables. Here comes the second and last mistake: it strikes out x₂, and h is the target.",
	},
	{
		ID: "worked", Title: "Six examples by hand", Params: param.Values{"order": typed, "rows": worked}, Step: 2,
		Note: "Three mistakes, at the first, third and fifth example; each strikes out one variable.",
	},
	{
		ID: "counting", Title: "General, all eight inputs", Params: param.Values{"learner": general, "n": "3", "target": "x1 or not x2", "order": counting}, Step: algos.Last,
		Note: "The first mistake strikes out three of six literals at once; two mistakes leave exactly the target.",
	},
	{
		ID: "worst", Title: "As many mistakes as the bound", Params: param.Values{"n": "8", "target": "none", "order": adversarial}, Step: algos.Last,
		Note: "The target is never true, and every example teaches as little as it can: n mistakes, so the bound cannot be improved.",
	},
	{
		ID: "worst-general", Title: "n + 1 mistakes, not 2n", Params: param.Values{"learner": general, "n": "6", "target": "none", "order": adversarial}, Step: algos.Last,
		Note: "Even an adversary gets no more than n + 1 = 7 mistakes; the notes' bound 2n = 12 is never reached.",
	},
	{
		ID: "irrelevant", Title: "Nine variables that do not matter", Params: param.Values{"n": "10", "target": "x7", "examples": "60", "ones": "0.2"}, Seed: 5, Step: algos.Last,
		Note: "Each variable that does not matter costs at most one mistake; sparse examples strike out few at a time.",
	},
	{
		ID: "noise", Title: "Wrong labels", Params: param.Values{"examples": "40", "noise": "0.05"}, Seed: 7, Step: algos.Last,
		Note: "One wrong label strikes out a variable of the target for ever: from then on the mistakes never end.",
	},
	{
		ID: "wrong-class", Title: "A target with a negation", Params: param.Values{"n": "3", "target": "x1 or not x2", "order": counting}, Step: algos.Last,
		Note: "Variables alone cannot say this target; the page names the examples that prove it. Now choose the general learner.",
	},
	{
		ID: "own-labels", Title: "Two examples that contradict each other", Params: param.Values{"n": "4", "target": "x1 or x3", "order": typed, "rows": "0110=0, 0100, 0010=1, 1000, 0001"}, Step: algos.Last,
		Note: "The first label is wrong and kills x₃; the third example brings it to light.",
	},
}
