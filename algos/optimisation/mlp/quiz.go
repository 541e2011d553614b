package mlp

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("largest-delta", algos.PickNode, askDelta, nextStep, answerDelta),
	algos.Ask("errors-at-end", algos.SayNumber, askErrors, algos.AtEnd, answerErrors),
	algos.Ask("dead-at-end", algos.PickOption, askDead, algos.AtEnd, answerDead),
}

// nextStep is the step that comes, however small.
func nextStep(_, _ algos.Step) bool { return true }

// askDelta asks before the backward pass through a layer.
func askDelta(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != backward || v.layer < 2 || v.net.Layers[v.layer-2].Out < 2 || v.net.Layers[v.layer-2].Out > 24 {
		return algos.Asked{}, false
	}
	s := say.Vars{"l": v.layer - 1}
	a := algos.Asked{Text: s.Text("The δ of the layer above is known. Which unit of layer <l> will have the largest |δ|?"), On: "network"}
	for j := range v.net.Layers[v.layer-2].Out {
		a.Marks = append(a.Marks, algos.Pick{Ref: ref(v.layer-1, j), Name: say.Vars{"j": j + 1}.Text("unit <j>")})
	}
	return a, largest(v.pass().delta[v.layer-1]) > 0
}

func answerDelta(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != backward {
		return algos.Answer{}, false
	}
	delta := v.pass().delta[v.layer]
	top := largest(delta)
	var a algos.Answer
	for j, d := range delta {
		if math.Abs(d) >= top*(1-algos.Negligible) {
			a.Points = append(a.Points, j)
			a.Why = say.Vars{"j": j + 1, "d": d}.Text("Unit <j> has δ = <d>: the weights to the layer above and its derivative decide.")
		}
	}
	return a, top > 0
}

// early reports whether a step is the start or the end of one of the first epochs.
func early(v view) bool {
	return (v.phase == starting || v.phase == passing) && v.epoch <= 5 && v.Epochs >= 20
}

func askErrors(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !early(v) || v.classes == 0 || len(v.all) < 10 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: say.Vars{"wrong": v.errors, "n": len(v.all)}.Text("<wrong> of <n sample> are misclassified now. How many will be at the end of the run?"),
		Most: float64(len(v.all)), Whole: true,
	}, true
}

// answerErrors lets a guess differ by a fiftieth of the samples, at least by one.
func answerErrors(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	s := say.Vars{"wrong": v.errors, "n": len(v.all)}
	return algos.Answer{
		Number: float64(v.errors), Tolerance: max(1, float64(len(v.all))/50), Why: s.Text("At the end <wrong> of <n sample> are misclassified."),
	}, true
}

func askDead(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !early(v) || v.Activation != "relu" || len(v.dead) > 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Will a hidden unit be dead at the end: output 0 for every training sample?",
		Options: []say.Phrase{"No, every unit is active for some sample", "Yes, at least one is dead"},
	}, true
}

func answerDead(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	a := algos.Answer{Why: say.Vars{"n": len(v.dead), "eta": v.Eta}.Text("With η = <eta> the number of dead units is <n>.")}
	if len(v.dead) > 0 {
		a.Option = 1
	}
	return a, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "few-weights",
		Text:  "Classify the four XOR points of the preset by a network with at most 9 weights and biases.",
		Hint:  "A 2–2–1 network has nine. Not every initialisation succeeds: try other seeds and solvers.",
		Start: "preset=xor", Asks: 9, Fewer: true,
		CounterExample: "preset=xor&epochs=300",
		Example:        "preset=xor&hidden=2&solver=adam&eta=0.1&epochs=300&seed=3",
		Reached:        algos.Reach(reachedFew),
	},
	{
		ID:    "sparse",
		Text:  "On the two moons of the preset, make at least 65 weights smaller than 0.01 in size, with at most 2 misclassified.",
		Hint:  "Which penalty drives weights to 0? Give it time.",
		Start: "preset=moons", Asks: 65,
		CounterExample: "preset=moons&l2=0.02&epochs=300",
		Example:        "preset=moons&l1=0.003&eta=0.5&epochs=600",
		Reached:        algos.Reach(reachedSparse),
	},
}

// same reports whether a run has these points.
func same(a algos.Attempt, points dataset.Source) bool {
	set, err := points.Load()
	return err == nil && slices.Equal(set.Points, a.Problem.Points)
}

func reachedFew(a algos.Attempt, v view) (algos.Score, bool) {
	if !a.Complete || v.classes != 2 || v.errors > 0 || !same(a, xor) {
		return algos.Score{}, false
	}
	n := v.net.Len()
	return algos.Counted(n, "<n weight>"), n <= 9
}

func reachedSparse(a algos.Attempt, v view) (algos.Score, bool) {
	if !a.Complete || v.classes != 2 || v.errors > 2 || !same(a, moons) {
		return algos.Score{}, false
	}
	n := 0
	for _, l := range v.net.Layers {
		for at := l.W(0, 0); at < l.Bias(0); at++ {
			if math.Abs(v.w[at]) < nearZero {
				n++
			}
		}
	}
	return algos.Counted(n, "<n weight>"), n >= 65
}
