// Package skeleton is the smallest whole demo, in the seven files of every demo: the one to
// read. "playground new" starts another one in the same files, without its texts. It stands
// on no shelf of the gallery, but its tests are those of every demo.
//
// It teaches the running mean: sample by sample,
//
//	m ← m + (x_t − m)/t,
//
// which is the mean of the samples so far, without their sum. Welford's algorithm
// (Technometrics 4, 1962) updates the sum of squares Σ‖x_i − m‖² in the same way.
package skeleton

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the running mean.
var Demo = algos.Define(algos.Demo{
	ID:       "skeleton",
	Title:    "Running mean",
	Keywords: "average, sample mean, variance, online update, Welford's algorithm, 平均数, 样本均值, 方差",
	Summary:  "The mean of a stream of samples, updated one sample at a time (Welford's algorithm).",
	Family:   "Online learning",
	Input:    input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None}},
	Formula:  `m \leftarrow m + \frac{1}{t}\,(x_t - m)`,
	Sources:  files,
	Units:    algos.Units{Step: "sample", First: "one <step> moves the mean towards it"},
	Refs: []algos.Ref{
		{Source: "B. P. Welford, Technometrics 4 (1962)", Where: "a method for calculating corrected sums of squares"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: []string{"squares"},
	Charts: []mark.Chart{
		{ID: "squares", Title: "Sum of squares", Y: "squared distance", Series: []mark.Series{{Metric: "squares", Label: "about the current mean"}}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

type options struct{ Order string }

// The orders in which the samples arrive.
const (
	inFile   = "file"
	shuffled = "shuffled"
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Order, "order", inFile,
		param.Option{Value: inFile, Label: "as given"},
		param.Option{Value: shuffled, Label: "shuffled", Hint: "random permutation by the seed of the run"},
	).Label("sample order")
}

// run is the textbook loop.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t := newTask(p, o)
	return func(yield func(algos.Step) bool) {
		v := view{task: t}
		for yield(v.step()) && v.seen < len(t.order) {
			v = v.next()
		}
	}, nil
}
