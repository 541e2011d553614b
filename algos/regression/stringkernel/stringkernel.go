// Package stringkernel teaches the subsequence kernel of strings: how alike two
// strings are, by the subsequences that they share, each weighted by λ to the
// power of the letters that it spreads over.
//
// K_n(s,t) is the sum of λ^(l(i)+l(j)) over all pairs of places i in s and j in t
// that spell the same n letters. There are far too many to list, and a table of
// |s|·|t| cells adds them up, once for every length up to n.
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
	ID:       "string-kernel",
	Title:    "String kernel",
	Keywords: "subsequence kernel, SSK, Lodhi, dynamic programming, text, words, sequence, DNA, gap, edit distance, 字符串核, 子序列核, 动态规划, 文本, 序列",
	Summary:  "How alike two strings are, by every subsequence that they share.",
	Units:    algos.Units{Step: "row", First: "one <step> of the table compares a letter with each letter of the other string"},
	Family:   "Kernels",
	Formula:  `K_n(s,t)=\sum_{u}\;\sum_{i:\,s[i]=u}\;\sum_{j:\,t[j]=u}\lambda^{l(i)+l(j)}`,
	Sources:  files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout F, (30)–(42)"},
		{Source: "H. Lodhi, C. Saunders, J. Shawe-Taylor, N. Cristianini, C. Watkins, Text classification using string kernels", Where: "JMLR 2, 2002"},
	},
	Metrics: []string{"kernel", "normalised", "one", "length", "matches"},
	Charts: []mark.Chart{
		{ID: "sum", Title: "The sum grows, length by length", Y: "normalised", Series: []mark.Series{
			{Metric: "normalised", Label: "K̂ so far"}, {Metric: "one", Label: "Cauchy–Schwarz", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	S, T, Words string
	N           int
	Lambda      float64
}

// Limits of what is typed.
const (
	maxLetters = 500 // of s and of t
	maxWords   = 8   // beside s and t in the Gram matrix
	maxWord    = 60  // letters of one of them
	maxN       = 12
	// maxCells is how many cells a run shows one by one; of more, a step is a row.
	maxCells = 3000
)

func bind(o *options, s *param.Set) {
	s.Text(&o.S, "s", "banana", 8*maxLetters, judged(maxLetters)).Label("string s")
	s.Text(&o.T, "t", "ananas", 8*maxLetters, judged(maxLetters)).Label("string t")
	s.Int(&o.N, "n", 3, 1, maxN).Slider(1, 6).Label("length n").Hint("How many letters the subsequences have.")
	s.Float(&o.Lambda, "lambda", 0.5, 0.01, 1).Slider(0.05, 1).Label("decay λ").
		Hint("Every letter that a subsequence spreads over costs a factor λ, in both strings. With λ = 1 all pairs count the same.")
	judgeWords := func(text string) error { _, err := splitWords(text); return err }
	s.Text(&o.Words, "words", "bandana, panama", 8*maxWords*maxWord, judgeWords).Label("more words").
		Hint("Up to eight, with commas between them: they stand beside s and t in the Gram matrix.")
}

// run is the textbook loop: for every length, row by row, cell by cell.
func run(ctx context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, o)
	if err != nil {
		return nil, err
	}
	k := newTable(t.s, t.t, o.Lambda)
	algos.Uses(ctx, k)
	return func(yield func(algos.Step) bool) {
		v := view{task: t, length: 1}
		if !yield(v.step()) {
			return
		}
		for i := 1; i <= o.N && !v.over; i++ {
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
