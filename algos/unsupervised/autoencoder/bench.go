package autoencoder

import (
	"math"
	"math/rand/v2"

	"playground/algos"
)

// timed is what the benchmarks time: a thousand steps of SGD with momentum on batches of 32, taken in the order of
// the rows, through 2–8–1–8–2 units. The first weights are sines of their number, so that other programs have the same.
var timed = []algos.Bench{{Task: "autoencoder 1000 SGD steps, batch 32", Data: algos.Blobs, Sizes: []int{1000, 10_000}, Setup: descending}}

func descending(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	const steps, size = 1000, 32
	p := algos.Problem{Rand: rand.New(rand.NewPCG(1, 1))} // overwritten: nothing is drawn
	t := layOut(&task{Options: Options{Kind: plain, Code: 1, Act: "tanh", Hidden: 8, Depth: 1, Eta: 0.05, Momentum: 0.9, Rule: "sgd", Batch: size}, Problem: p})
	for i := range x {
		t.kept = append(t.kept, i)
	}
	if !t.standardise(x) {
		return nil, nil, algos.Refuse("the points are at one place")
	}
	var d *trainer
	do = func() {
		d = t.begin()
		for i := range d.theta {
			d.theta[i] = math.Sin(float64(i+1)) / 2
		}
		b := &batch{task: t}
		at := 0
		for range steps {
			if at+size > len(t.kept) {
				at = 0
			}
			b.rows = t.kept[at : at+size]
			b.gradient(d.pass, d.theta, d.grad)
			d.rule.Step(d.theta, d.grad)
			at += size
		}
	}
	return do, func() []algos.Value {
		return []algos.Value{{Name: "loss", Value: t.average(d.pass, d.theta, t.kept).loss}}
	}, nil
}
