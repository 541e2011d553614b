package stringkernel

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	options
	letters [2][]string // of s and of t
	s, t    word
	words   []string // s, t and those beside them
	lcs     []int16  // of every pair of prefixes, see common
	self    [2][]float64
	gram    func() []gram // for every length
}

// A gram is the matrix of normalised kernels between all words.
type gram struct {
	values []float64 // row by row
	least  float64   // eigenvalue
	most   float64
	off    float64 // by which rounding may have moved the least
}

func newTask(ctx context.Context, o options) (*task, error) {
	t := &task{options: o}
	a := alphabet{}
	for k, text := range []string{o.S, o.T} {
		l, err := read(text, maxLetters)
		if err != nil {
			return nil, algos.Refuse(say.Phrase(err.Error()))
		}
		t.letters[k] = l
	}
	t.s, t.t = a.word(t.letters[0]), a.word(t.letters[1])
	more, err := splitWords(o.Strings)
	if err != nil {
		return nil, algos.Refuse(say.Phrase(err.Error()))
	}
	all := []word{t.s, t.t}
	t.words = []string{shown(t.letters[0]), shown(t.letters[1])}
	for _, w := range more {
		all, t.words = append(all, a.word(w)), append(t.words, shown(w))
	}
	t.lcs = common(t.s, t.t)
	t.self = [2][]float64{kernels(t.s, t.s, o.Decay, o.Length), kernels(t.t, t.t, o.Decay, o.Length)}
	t.gram = algos.Slow(ctx, func(ctx context.Context) []gram { return grams(ctx, all, o) })
	return t, nil
}

// rowwise reports whether there are too many cells to show each as a step.
func (t *task) rowwise() bool { return t.Length*len(t.s)*len(t.t) > maxCells }

// longest is the length of the longest common subsequence.
func (t *task) longest() int { return int(t.lcs[len(t.lcs)-1]) }

// scale is √(K(s,s)·K(t,t)), 0 where a string is shorter than the length.
func (t *task) scale(length int) float64 {
	return math.Sqrt(t.self[0][length-1]) * math.Sqrt(t.self[1][length-1])
}

// grams are the matrices of all lengths. A word that is shorter than the length has no
// features, and zeros in its row.
func grams(ctx context.Context, words []word, o options) []gram {
	m := len(words)
	raw := make([][]float64, m*m)
	for i := range words {
		for j := range i + 1 {
			if ctx.Err() != nil {
				return nil
			}
			raw[i*m+j] = kernels(words[i], words[j], o.Decay, o.Length)
			raw[j*m+i] = raw[i*m+j]
		}
	}
	all := make([]gram, o.Length)
	for n := range all {
		g := gram{values: make([]float64, m*m)}
		for i := range m {
			for j := range m {
				if scale := math.Sqrt(raw[i*m+i][n]) * math.Sqrt(raw[j*m+j][n]); scale > 0 {
					g.values[i*m+j] = raw[i*m+j][n] / scale
				}
			}
			g.off = max(g.off, relative(words[i], words[i], o.Length))
		}
		g.off *= 4 * float64(m*m) // entries are at most 1; the solver adds as much again
		all[n] = g.solved(m)
	}
	return all
}

// solved adds the eigenvalues at both ends.
func (g gram) solved(m int) gram {
	values, _, ok := kernel.Eigen(g.values, m)
	if !ok {
		g.least, g.most = math.NaN(), math.NaN()
		return g
	}
	g.least, g.most = values[0], values[m-1]
	return g
}

// A view is the state after one step: entry (p, q) of a length has been filled.
type view struct {
	*task
	length, p, q int
	cell
	row     float64 // the sum before the row
	hits    int     // entries of the row in which something ends
	matches int     // entries of the length in which something ends
	done    []float64
	over    bool
}

// filled is the view after one more entry.
func (v view) filled(c cell, q int) view {
	v.q, v.cell = q, c
	if c.same && int(v.lcs[(v.p-1)*(len(v.t)+1)+q-1]) >= v.length-1 {
		v.hits++
		v.matches++
	}
	if v.p == len(v.s) && q == len(v.t) {
		v.done = append(v.done[:len(v.done):len(v.done)], c.sum)
		v.over = v.length == v.Length || v.longest() < v.length
	}
	return v
}

// finished reports whether the length is.
func (v view) finished() bool { return len(v.done) == v.length }

func (v view) size() algos.Size {
	switch {
	case v.p == 0 || v.finished():
		return algos.Pass
	case v.q == len(v.t):
		return algos.Normal
	}
	return algos.Micro
}

func (v view) step() algos.Step {
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: v.size(), Events: v.events(), Metrics: v.metrics(), Status: v.status(), View: v}
}

// normalised is K̂ of what has been summed so far; NaN where a string is too short to have any.
func (v view) normalised() float64 { return v.sum / v.scale(v.length) }

func (v view) metrics() []float64 {
	one := 1.0
	if v.scale(v.length) == 0 {
		one = math.NaN()
	}
	return []float64{v.sum, v.normalised(), one, float64(v.length), float64(v.matches)}
}

// compared is the length whose Gram matrix is shown: the last one that is complete, and n at
// the end of a run, also where the run could stop before.
func (v view) compared() int {
	if v.over {
		return v.Length
	}
	return max(1, len(v.done))
}

// Model implements [algos.View]. At the end of a run the kernel is that of length n, also
// where the run could stop before.
func (v view) Model() algos.Model {
	length := v.length
	if v.over {
		length = v.Length
	}
	kernel, scale := v.sum, v.scale(length)
	m := algos.Model{Values: []algos.Value{
		{Name: "kernel", Value: kernel},
		{Name: "self", Value: []float64{v.self[0][length-1], v.self[1][length-1]}},
		{Name: "length", Value: length},
		{Name: "longest_common", Value: v.longest()},
		{Name: "kernels", Value: append([]float64{}, v.done...)},
	}}
	if scale > 0 {
		m.Values = append(m.Values, algos.Value{Name: "normalised", Value: kernel / scale})
	}
	hats := []float64{}
	for i, k := range v.done {
		if s := v.scale(i + 1); s > 0 {
			hats = append(hats, k/s)
		}
	}
	m.Values = append(m.Values, algos.Value{Name: "normalised_by_length", Value: hats})
	if g := v.gram(); len(g) > 0 {
		at := g[v.compared()-1]
		m.Values = append(m.Values, algos.Value{Name: "gram", Value: at.values}, algos.Value{Name: "least_eigenvalue", Value: at.least})
	}
	return m
}
