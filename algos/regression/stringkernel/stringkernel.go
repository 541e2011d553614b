// Package stringkernel teaches the subsequence kernel of strings: the similarity of two
// strings is the weighted number of their common subsequences, each weighted by λ to the
// power of its span.
//
// K_n(s,t) is the sum of λ^(l(i)+l(j)) over all pairs of occurrences i in s and j in t
// of the same n letters. There are far too many to list; dynamic programming sums them
// over |s|·|t| cells, once per length up to n.
package stringkernel

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the subsequence kernel by dynamic programming.
var Demo = algos.Define(algos.Demo{
	ID:    "string-kernel",
	Title: "String subsequence kernel",
	Keywords: "string kernel, subsequence kernel, Gram matrix, kernel trick, SSK, Lodhi, dynamic programming, text, words, sequence, " +
		"DNA, gap, edit distance, 字符串核, 子序列核, 动态规划, 文本, 序列",
	Summary: "Similarity of two strings by their common subsequences, gaps included (subsequence kernel).",
	Units:   algos.Units{Step: "row", First: "one <step> of the table compares a letter with each letter of the other string"},
	Family:  "Kernels",
	Formula: `K_n(s,t)=\sum_{u}\;\sum_{i:\,s[i]=u}\;\sum_{j:\,t[j]=u}\lambda^{l(i)+l(j)}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout F, (30)–(42)"},
		{Source: "H. Lodhi, C. Saunders, J. Shawe-Taylor, N. Cristianini, C. Watkins, Text classification using string kernels", Where: "JMLR 2, 2002"},
	},
	Metrics: []string{"kernel", "normalised", "one", "length", "matches"},
	Charts: []mark.Chart{
		{ID: "sum", Title: "Normalised kernel by length", Y: "normalised", Series: []mark.Series{
			{Metric: "normalised", Label: "K̂ (partial)"}, {Metric: "one", Label: "Cauchy–Schwarz", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	S, T, Strings string
	Length        int
	Decay         float64
}

// Limits of what is typed.
const (
	maxLetters = 500 // of s and of t
	maxWords   = 8   // besides s and t in the Gram matrix
	maxWord    = 60  // letters of one of them
	maxN       = 12
	// maxCells is how many cells a run shows one by one; of more, a step is a row.
	maxCells = 3000
)

func bind(o *options, s *param.Set) {
	s.Text(&o.S, "s", "banana", 8*maxLetters, judged(maxLetters)).Label("string s")
	s.Text(&o.T, "t", "ananas", 8*maxLetters, judged(maxLetters)).Label("string t")
	s.Int(&o.Length, "length", 3, 1, maxN).Slider(1, 6).Label("subsequence length n").Was("n").
		Hint("number of letters per subsequence; longer is more specific")
	s.Float(&o.Decay, "decay", 0.5, 0.01, 1).Slider(0.05, 1).Label("gap decay λ").Was("lambda").
		Hint("Each letter spanned by a subsequence, gaps included, contributes a factor λ in both strings. λ = 1: no penalty for gaps.")
	judgeWords := func(text string) error { _, err := splitWords(text); return err }
	s.Text(&o.Strings, "strings", "bandana, panama", 8*maxWords*maxWord, judgeWords).Label("additional strings").Was("words").
		Hint("up to eight, separated by commas; they are added to the Gram matrix")
}

// run is the textbook loop: for every length, row by row, cell by cell.
func run(ctx context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, o)
	if err != nil {
		return nil, err
	}
	k := newTable(t.s, t.t, o.Decay)
	algos.Uses(ctx, k)
	return func(yield func(algos.Step) bool) {
		v := view{task: t, length: 1}
		if !yield(v.step()) {
			return
		}
		for i := 1; i <= o.Length && !v.over; i++ {
			k.rise()
			v.length, v.sum, v.matches = i, 0, 0
			for p := 1; p <= len(t.s); p++ {
				if ctx.Err() != nil {
					return
				}
				v.p, v.row, v.hits = p, v.sum, 0
				for q := 1; q <= len(t.t); q++ {
					v = v.filled(k.cell(p, q), q)
					if t.rowwise() && q < len(t.t) {
						continue
					}
					if !yield(v.step()) {
						return
					}
				}
			}
		}
	}, nil
}
