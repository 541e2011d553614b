// Package convolution is the demo convolution: Convolution.
package convolution

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

// Demo is what the catalogue lists.
var Demo = algos.Define(algos.Demo{
	ID:        "convolution",
	Title:     "Convolution",
	Keywords:  "",
	Summary:   "",
	Family:    "Neural networks",
	Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None}},
	Formula:   "",
	Sources:   files,
	Units:     algos.Units{Step: ""},
	Refs:      []algos.Ref{},
	Metrics:   []string{},
	Charts:    []mark.Chart{},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// options are what a reader chooses.
type options struct{}

// bind gives every option its name, default and limits.
func bind(*options, *param.Set) {}

// run is the textbook loop.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t := newTask(p, o)
	return func(yield func(algos.Step) bool) {
		v := view{task: t}
		for yield(v.step()) && !v.done() {
			v = v.next()
		}
	}, nil
}
