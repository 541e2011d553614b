package topics

import (
	"math"
	"slices"

	"playground/algos"
)

// A view is the state after one step: the words before len(drawn) have drawn their
// topics in this sweep, the others have those of the sweep before.
type view struct {
	*task
	sweep       int
	base, drawn []uint8
	u           float64 // by which the last word drew
	nk, nd      []int32 // the sampler's counts of all words, and of the document at work
	log, before float64 // ln p(w, z) after the step, and before it
	overlap     float64 // with the true topics; NaN within a document, and where nobody knows these
	perplexed   float64 // the perplexity of what is held out, at the end of a sweep; else NaN
	size        algos.Size
}

// walks reports whether a document is shown word by word.
func (v view) walks(d int) bool { return v.sweep == v.Walked && d < v.WalkedFirst }

// kept is the view with the sampler's counts of this moment.
func (v view) kept(g *gibbs) view {
	v.nk = append([]int32(nil), g.nk...)
	d := v.document()
	v.nd = append([]int32(nil), g.nd[d*v.K:(d+1)*v.K]...)
	return v
}

// at is the word that has just drawn its topic; −1 where none has.
func (v view) at() int { return len(v.drawn) - 1 }

// document is the one at work.
func (v view) document() int {
	if v.at() < 0 {
		return 0
	}
	return int(v.of[v.at()])
}

// now is the topic of every word.
func (v view) now() []uint8 {
	if len(v.drawn) == v.N {
		return v.drawn
	}
	return append(slices.Clone(v.drawn), v.base[len(v.drawn):]...)
}

// moved is how many words have changed their topic in the step: a word, the document at
// work, or all.
func (v view) moved() int {
	from := 0
	if v.size != algos.Pass && v.at() >= 0 {
		from = v.starts[v.document()]
	}
	n := 0
	for i := from; i < len(v.drawn); i++ {
		if v.drawn[i] != v.base[i] {
			n++
		}
	}
	return n
}

func (v view) step(size algos.Size) algos.Step {
	v.size, v.overlap, v.perplexed = size, math.NaN(), math.NaN()
	if size != algos.Micro {
		psi := v.topics(v.counted(v.now()))
		v.overlap = v.found(psi)
		if size == algos.Pass {
			v.perplexed = v.perplexity(psi, v.Alpha)
		}
	}
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: size, Metrics: v.metrics(), Status: v.status(), View: v}
}

// over reports whether the last sweep has ended.
func (v view) over() bool { return v.sweep == v.Sweeps && len(v.drawn) == v.N || v.Sweeps == 0 }

// topics are the estimates of ψ: each count and the prior's β, as shares.
func (v view) topics(n counts) [][]float64 {
	all := make([][]float64, v.K)
	for k := range all {
		all[k] = make([]float64, v.W)
		for w := range all[k] {
			all[k][w] = (float64(n.nw[w*v.K+k]) + v.Beta) / (float64(n.nk[k]) + float64(v.W)*v.Beta)
		}
	}
	return all
}

// shares are the estimate of θ of a document.
func (v view) shares(n counts, d int) []float64 {
	all := make([]float64, v.K)
	for k := range all {
		all[k] = (float64(n.nd[d*v.K+k]) + v.Alpha) / (float64(v.corpus.size(d)) + float64(v.K)*v.Alpha)
	}
	return all
}

// A draw is what the last word was drawn from: the counts without it.
type draw struct {
	i, d, w, old, new int
	nd, nw, nk        []int // of every topic
	weight, p         []float64
	sum               float64
}

// last is the draw of the word at work.
func (v view) last() draw {
	i := v.at()
	x := draw{
		i: i, d: v.document(), w: int(v.words[i]), old: int(v.base[i]), new: int(v.drawn[i]),
		nd: make([]int, v.K), nw: make([]int, v.K), nk: make([]int, v.K), weight: make([]float64, v.K), p: make([]float64, v.K),
	}
	for j, topic := range v.now() {
		if j == i {
			continue
		}
		x.nk[topic]++
		if int(v.words[j]) == x.w {
			x.nw[topic]++
		}
		if int(v.of[j]) == x.d {
			x.nd[topic]++
		}
	}
	for k := range x.weight {
		x.weight[k] = (float64(x.nd[k]) + v.Alpha) * (float64(x.nw[k]) + v.Beta) / (float64(x.nk[k]) + float64(v.W)*v.Beta)
		x.sum += x.weight[k]
	}
	for k := range x.p {
		x.p[k] = x.weight[k] / x.sum
	}
	return x
}

// metricNames are public.
var metricNames = []string{"log_joint", "log_truth", "perplexity", "perplexity_truth", "vocabulary", "overlap", "moved"}

func (v view) metrics() []float64 {
	moved := math.NaN()
	if v.size == algos.Pass && v.sweep > 0 && v.N > 0 {
		moved = float64(v.moved()) / float64(v.N)
	}
	return []float64{v.log, v.logTruth, v.perplexed, v.perplexityTruth, float64(v.W), v.overlap, moved}
}

// found is the mean overlap of the true topics with those that are matched with them.
func (v view) found(psi [][]float64) float64 {
	if v.psi == nil {
		return math.NaN()
	}
	sum := 0.0
	for k, j := range paired(psi, v.psi) {
		if j >= 0 {
			sum += overlap(psi[k], v.psi[j])
		}
	}
	return sum / float64(len(v.psi))
}

// recovered is how many true topics are found again by more than half.
func (v view) recovered(psi [][]float64) int {
	n := 0
	for k, j := range paired(psi, v.psi) {
		if j >= 0 && overlap(psi[k], v.psi[j]) > 0.5 {
			n++
		}
	}
	return n
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	n := v.counted(v.now())
	psi := v.topics(n)
	var topics, shares []float64
	for _, row := range psi {
		topics = append(topics, row...)
	}
	for d := range v.D {
		shares = append(shares, v.shares(n, d)...)
	}
	sizes := make([]float64, v.K)
	for k, x := range n.nk {
		sizes[k] = float64(x)
	}
	m := algos.Model{Values: []algos.Value{
		{Name: "log_joint", Value: v.log},
		{Name: "topics", Value: topics},
		{Name: "mixtures", Value: shares},
		{Name: "topic_counts", Value: sizes},
		{Name: "words", Value: v.N},
		{Name: "vocabulary", Value: v.W},
		{Name: "sweeps", Value: v.sweep},
	}}
	if x := v.perplexity(psi, v.Alpha); !math.IsNaN(x) {
		m.Values = append(m.Values, algos.Value{Name: "perplexity", Value: x})
	}
	if v.psi != nil {
		m.Values = append(m.Values, algos.Value{Name: "overlap", Value: v.found(psi)}, algos.Value{Name: "recovered", Value: v.recovered(psi)})
	}
	return m
}
