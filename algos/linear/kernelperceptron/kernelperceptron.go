// Package kernelperceptron teaches the kernel perceptron: the perceptron in the
// feature space of a kernel, where only the mistakes are kept.
//
// The weight vector is w = Σ αᵢyᵢφ(xᵢ), in which αᵢ counts the mistakes on sample i,
// and so the score needs products of features only:
//
//	f(x) = ⟨w, φ(x)⟩ = Σ αᵢyᵢ k(xᵢ, x).
//
// Samples are visited in file order, over and over; a sample with y·f(x) ≤ 0 is a
// mistake. There is no bias term: a constant in the kernel does its work. Where
// the kernel is a polynomial the features can be written down, and the same run is
// made a second time with them, as a polynomial threshold function.
package kernelperceptron

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the kernel perceptron.
var Demo = algos.Define(algos.Demo{
	ID:    "kernel-perceptron",
	Title: "Kernel perceptron",
	Keywords: "kernel trick, decision boundary, mistake bound, feature map, RBF, polynomial kernel, " +
		"dual perceptron, online learning, nonlinear, 核感知机, 核技巧, 核方法, 特征映射, 非线性",
	Summary:       "Store the misclassified samples and compare by a kernel: a perceptron with a non-linear decision boundary.",
	Units:         algos.Units{Pass: "epoch", First: "one <step> stores the next mistake as a kernel function"},
	Family:        "Online learning",
	Prerequisites: []string{"perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 1000}},
	Formula:       `\text{if } y_t\,f(x_t)\le 0\text{:}\quad\alpha_t\leftarrow\alpha_t+1,\qquad f(x)=\sum_i\alpha_i\,y_i\,k(x_i,x)`,
	Sources:       files,
	Books:         []fs.FS{novikoff.Words},
	Refs: []algos.Ref{
		{Source: "003", Where: "polynomial threshold functions, kernel perceptron, kernels"},
		{
			Source: "M. A. Aizerman, E. M. Braverman, L. I. Rozonoer, Theoretical foundations of the potential function method in pattern recognition learning",
			Where:  "Automation and Remote Control 25, 1964",
		},
		{Source: "A. B. J. Novikoff, On convergence proofs on perceptrons", Where: "Symposium on the Mathematical Theory of Automata, 1962"},
	},
	MinPoints: 1, TooFew: "There are no points yet: place some of both classes on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "mistakes", Title: "Mistakes and mistake bound", Y: "mistakes k", Log: true, Series: []mark.Series{
			{Metric: "mistakes", Label: "k"},
			{Metric: "bound", Label: "(R/γ)²", Bound: true},
		}},
		{ID: "pass", Title: "Misclassified and stored samples", Y: "samples", Series: []mark.Series{
			{Metric: "mistakes_in_pass", Label: "mistakes in this epoch", Role: mark.RoleBad},
			{Metric: "train_errors", Label: "training set, current f"},
			{Metric: "stored", Label: "stored samples (α > 0)", Role: mark.RoleGood},
		}},
		{ID: "norm", Title: "Norm of w in feature space", Y: "‖w‖²", Series: []mark.Series{
			{Metric: "norm2", Label: "‖w‖²"},
			{Metric: "k_r2", Label: "k R²", Bound: true},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	kernel.Options
	MaxEpochs int
}

func bind(o *options, s *param.Set) {
	o.Bind(s, kernel.Options{Kernel: "poly", Gamma: 1, Degree: 2, Coef0: 1})
	s.Int(&o.MaxEpochs, "max_epochs", 100, 1, 10_000).Was("passes").Slider(1, 200).Label("max epochs").
		Hint("Stops there if the classes are not separable in feature space, since training then never converges (scikit-learn: max_iter).")
}

// run is the textbook loop. The last sample of an epoch also ends the epoch.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	if err := refuse(p, o); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(ctx, p, o)
		algos.Uses(ctx, t.gram)
		defer t.gram.Close()
		l := newLearner(t)
		if !yield(l.step(novikoff.Start)) {
			return
		}
		for l.Pass = 1; l.Pass <= o.MaxEpochs; l.Pass++ {
			l.Mistakes = 0
			for l.Row = range l.y {
				if !l.visit() {
					if !yield(l.step(novikoff.Check)) {
						return
					}
					continue
				}
				l.Mistakes++
				if !yield(l.step(novikoff.Mistake)) {
					return
				}
				l.store()
				if !yield(l.step(novikoff.Update)) {
					return
				}
			}
			if l.Mistakes == 0 {
				return
			}
		}
	}, nil
}
