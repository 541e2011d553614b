package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("loss-at-end", algos.SayNumber, askLoss, algos.AtEnd, answerLoss),
	algos.Ask("loses-most", algos.PickPoint, askMost, tenEpochs, answerMost),
	algos.Ask("collapses", algos.PickOption, askCollapse, algos.AtEnd, answerCollapse),
	algos.Ask("naive-estimate", algos.PickOption, askNaive, algos.AtEnd, answerNaive),
}

// early returns the view of a step at the end of one of the first epochs, or of the start.
func early(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.phase == starting || v.phase == passing) && v.epoch <= 5 && v.Epochs >= 20
}

// lossTolerance is by how many percent of the points' square a guess may be off: what a picture of the points shows.
const lossTolerance = 3

func askLoss(now algos.At[view]) (algos.Asked, bool) {
	v, ok := early(now)
	if !ok || v.Kind == variational {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: "What will the reconstruction error be at the end of the run, in percent of the variance? Reconstructing the mean has 100.",
		Unit: "%", Most: 100,
	}, true
}

func answerLoss(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State == algos.Diverged {
		return algos.Answer{}, false
	}
	s := say.Vars{"loss": v.losses.loss, "pca": v.principal()}
	return algos.Answer{
		Number: 100 * v.losses.loss, Tolerance: lossTolerance,
		Why: s.Text("Its reconstruction error is <loss>; that of the first principal component is <pca>."),
	}, true
}

// tenEpochs is the next step of a whole pass.
func tenEpochs(_, later algos.Step) bool { return later.Size == algos.Pass }

func askMost(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != passing && v.phase != starting || v.Kind == variational || len(v.x) < 3 {
		return algos.Asked{}, false
	}
	s := say.Vars{"e": min(v.Epochs, (v.epoch/passEpochs+1)*passEpochs)}
	return algos.Asked{Text: s.Text("Which point will have the largest reconstruction error after epoch <e>?")}, true
}

// answerMost accepts all with at least four fifths of the largest error: that difference is not visible.
func answerMost(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State == algos.Diverged {
		return algos.Answer{}, false
	}
	const alike = 0.8
	m := v.mapped()
	worst := 0
	for i, lost := range m.lost {
		if lost > m.lost[worst] {
			worst = i
		}
	}
	a := algos.Answer{}
	for i, lost := range m.lost {
		if lost >= alike*m.lost[worst] {
			a.Points = append(a.Points, i)
		}
	}
	a.Why = say.Vars{"x": say.Row(worst), "lost": m.lost[worst]}.Text("The reconstruction error of <x> is <lost>.")
	return a, m.lost[worst] > 0
}

func askCollapse(now algos.At[view]) (algos.Asked, bool) {
	v, ok := early(now)
	if !ok || v.Kind != variational {
		return algos.Asked{}, false
	}
	for _, down := range v.asleep {
		if down {
			return algos.Asked{}, false
		}
	}
	return algos.Asked{
		Text:    "Will the KL of a latent unit be below 0.01 at the end: has the posterior collapsed?",
		Options: []say.Phrase{"No: every latent unit is active", "Yes: a latent unit is inactive"},
	}, true
}

func answerCollapse(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State == algos.Diverged {
		return algos.Answer{}, false
	}
	least := math.Inf(1)
	for _, kl := range v.losses.unit {
		least = min(least, kl)
	}
	a := algos.Answer{Why: say.Vars{"kl": least, "beta": v.Beta}.Text("With β = <beta> the smallest KL of a latent unit is <kl>.")}
	if least < collapsed {
		a.Option = 1
	}
	return a, true
}

func askNaive(now algos.At[*tally]) (algos.Asked, bool) {
	t := now.View
	return algos.Asked{
		Text:    "After 16,384 samples from the prior, what is the relative error of their average as an estimate of p(x)?",
		Options: []say.Phrase{"by 10% at most", "by more"},
	}, t.draws <= 64
}

func answerNaive(_, then algos.At[*tally]) (algos.Answer, bool) {
	t := then.View
	if len(t.naive) == 0 {
		return algos.Answer{}, false
	}
	last := t.naive[len(t.naive)-1]
	a := algos.Answer{Why: say.Vars{"naive": last, "needed": t.needed()}.Text("It is <naive> of p(x): for 10% it needs <needed> samples.")}
	if !(math.Abs(last-1) <= 0.1) {
		a.Option = 1
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "one-number",
		Text:  "Place at least 15 different points such that a linear 1-D bottleneck has a reconstruction error of at most 0.5 % of the variance.",
		Hint:  "A linear network can only reconstruct points on a line.",
		Start: "preset=bow&activation=linear", Asks: 0.5, Fewer: true, OwnPoints: true,
		CounterExample: "activation=linear&epochs=300&validation_split=0&preset=bow",
		Example:        "activation=linear&validation_split=0&epochs=300&data=" + straight().String(),
		Reached:        algos.Reach(reachedLine),
	},
	{
		ID:    "asleep",
		Text:  "Make both latent units of a VAE collapse, 2 events, with β at most 2.",
		Hint:  "The reconstruction gain of a unit is measured relative to the decoder's noise variance.",
		Start: "preset=vae-plane", Asks: 2,
		CounterExample: "beta=2&preset=vae-plane",
		Example:        "preset=vae-plane&tau=2&beta=2",
		Reached:        algos.Reach(reachedSleep),
	},
	{
		ID:    "tight",
		Text:  "With the known posterior, in 5 dimensions or more and with |x| at least 1, reduce the KL gap to 0.01 nats or less.",
		Hint:  "The posterior is known: mean x/2 and variance ½.",
		Start: "preset=naive&qm=0&qv=1", Asks: 0.01, Fewer: true,
		CounterExample: "preset=naive&qm=0&qv=0.5",
		Example:        "preset=naive&qm=1&qv=0.5",
		Reached:        algos.Reach(reachedTight),
	},
}

func reachedLine(_ algos.Attempt, v view) (algos.Score, bool) {
	if v.Kind != plain || v.Activation != "linear" || v.LatentDim != 1 || v.status.State == algos.Diverged {
		return algos.Score{}, false
	}
	places := map[[2]float64]bool{}
	for _, p := range v.Points {
		places[p.X] = true
	}
	if len(places) < 15 {
		return algos.Score{}, false
	}
	percent := 100 * v.losses.loss
	return algos.Score{Number: percent, Words: say.Vars{"percent": percent}.Text("reconstruction error <percent>%")}, percent <= 0.5
}

func reachedSleep(a algos.Attempt, v view) (algos.Score, bool) {
	if v.Kind != variational || v.LatentDim != 2 || v.Beta > 2 {
		return algos.Score{}, false
	}
	n := a.Events["posterior-collapse"]
	return algos.Counted(n, "<n unit>"), n >= 2
}

func reachedTight(_ algos.Attempt, t *tally) (algos.Score, bool) {
	if t.Dims < 5 || math.Abs(t.at) < 1 {
		return algos.Score{}, false
	}
	return algos.Score{Number: t.gap(), Words: say.Vars{"gap": t.gap()}.Text("KL gap <gap> nats")}, t.gap() <= 0.01
}

// straight are fifteen points of a line.
func straight() dataset.Source {
	var rows [][2]float64
	for i := range 15 {
		x := float64(i-7) / 4
		rows = append(rows, [2]float64{x, x / 2})
	}
	return dataset.Plane(rows...)
}
