package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "one-number",
		Text:  "Put at least 15 different points so that a linear network with a code of one number loses at most 0.5% of their square.",
		Hint:  "A linear network can only bring points back to a line.",
		Start: "preset=bow&act=linear", Asks: 0.5, Fewer: true, OwnPoints: true,
		Example: "act=linear&left=0&epochs=300&data=" + straight().String(),
		Reached: algos.Reach(reachedLine),
	},
	{
		ID:    "asleep",
		Text:  "Let both code units of a VAE collapse, 2 events, with β at most 2.",
		Hint:  "What a unit saves is counted in units of the decoder's noise.",
		Start: "preset=vae-plane", Asks: 2,
		Example: "preset=vae-plane&tau=2&beta=2",
		Reached: algos.Reach(reachedSleep),
	},
	{
		ID:    "tight",
		Text:  "On paper, in 5 dimensions or more and with |x| at least 1, bring what the bound misses to 0.01 nats or less.",
		Hint:  "The posterior is known: half of x, and half of the variance.",
		Start: "preset=naive&qm=0&qv=1", Asks: 0.01, Fewer: true,
		Example: "preset=naive&qm=1&qv=0.5",
		Reached: algos.Reach(reachedTight),
	},
}

func reachedLine(_ algos.Attempt, v view) (algos.Score, bool) {
	if v.Kind != plain || v.Act != "linear" || v.Code != 1 || v.status.State == algos.Diverged {
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
	return algos.Score{Number: percent, Words: say.Vars{"percent": percent}.Text("<percent>% lost")}, percent <= 0.5
}

func reachedSleep(a algos.Attempt, v view) (algos.Score, bool) {
	if v.Kind != variational || v.Code != 2 || v.Beta > 2 {
		return algos.Score{}, false
	}
	n := a.Events["posterior-collapse"]
	return algos.Counted(n, "<n unit>"), n >= 2
}

func reachedTight(_ algos.Attempt, t *tally) (algos.Score, bool) {
	if t.Dims < 5 || math.Abs(t.at) < 1 {
		return algos.Score{}, false
	}
	return algos.Score{Number: t.gap(), Words: say.Vars{"gap": t.gap()}.Text("<gap> nats missed")}, t.gap() <= 0.01
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
