// Package losses teaches the losses by which classifiers are fitted: what each of
// them makes of the margins z = y(⟨θ, x⟩ + θ₀) of the points while θ turns once
// around.
//
// What counts in the end is the 0–1 loss 1[z ≤ 0], which has no useful slope. The
// others stand in for it. All but one lie above it, so that few units of loss
// mean few mistakes: hinge max(0, 1−z), logistic log₂(1+e^{−z}), exponential e^{−z}
// and square (1−z)². The logistic loss with the natural logarithm lies below it
// for −ln(e−1) < z ≤ 0.
package losses

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

// Demo compares loss functions of the margins of the reader's own points.
var Demo = algos.Define(algos.Demo{
	ID:    "losses",
	Title: "Loss functions and margins",
	Keywords: "surrogate loss, empirical risk, hinge loss, logistic loss, log-loss, " +
		"hinge, 0-1 loss, zero-one, exponential loss, squared loss, surrogate, risk, 损失函数, 合页损失, 指数损失, 代理损失",
	Summary: "Rotate a linear classifier through 360° and compare the 0–1 loss with five surrogate losses.",
	Family:  "Linear models for classification",
	Units:   algos.Units{Step: "angle"},
	Input:   input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 1000}},
	Formula: `L(\theta) = \sum_i \ell(z_i), \quad z_i = y_i\,(\langle\theta, x_i\rangle + \theta_0)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 2, loss against the margin; lecture 3, comparison of losses"},
		{Source: "003", Where: "squared loss and surrogate losses for classification"},
		{Source: "004", Where: "handout C: hinge and logistic loss"},
		{Source: "P. L. Bartlett, M. I. Jordan, J. D. McAuliffe, J. Am. Stat. Assoc. 101 (2006)", Where: "convexity, classification, and risk bounds"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of both classes.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "bounds", Title: "Total loss", Y: "sum over the points", Series: []mark.Series{
			{Metric: "zero_one", Label: "0–1 loss (misclassified)", Role: mark.RoleInk},
			{Metric: "hinge", Label: "hinge", Role: mark.RoleClass2},
			{Metric: "logistic", Label: "logistic (ln)", Role: mark.RoleClass3},
			{Metric: "logistic2", Label: "logistic (log₂)", Role: mark.RoleClass4},
		}},
		{ID: "steep", Title: "Exponential and squared loss", Y: "sum over the points", Log: true, Series: []mark.Series{
			{Metric: "exponential", Label: "exponential", Role: mark.RoleClass5}, {Metric: "square", Label: "squared", Role: mark.RoleClass6},
		}},
	},
	Questions: questions, Goals: goals,
	Presets: presets, Fixtures: fixtures,
}, bind, run)

type options struct {
	Loss   string
	Angle  float64 // of θ at the start, in degrees
	Norm   float64 // ‖θ‖
	Theta0 float64
	Angles int // steps of a full turn
}

func bind(o *options, s *param.Set) {
	choices := make([]param.Option, len(all))
	for i, l := range all {
		choices[i] = param.Option{Value: l.id, Label: string(l.name), TeX: l.tex, Hint: l.hint}
	}
	s.Choice(&o.Loss, "loss", "hinge", choices...).Label("loss function").Hint("all six are computed; the points are shown on this curve; " +
		"scikit-learn: loss of SGDClassifier")
	s.Float(&o.Angle, "angle", 0, 0, 360).Label("angle of θ (°)").Group("By hand").Hint("start of the full turn: at step 0 this is your θ")
	s.Float(&o.Theta0, "theta0", 0, -1e6, 1e6).Slider(-3, 3).Label("intercept θ₀").Group("By hand").Hint("shifts the decision boundary away from the " +
		"origin; 0 = through the origin")
	s.Float(&o.Norm, "norm", 1, 1e-3, 100).Log(0.1, 10).Label("norm ‖θ‖").Group("By hand").
		Hint("with θ₀ = 0 the boundary stays and all margins scale: a larger norm is more confident")
	s.Int(&o.Angles, "n_angles", 72, 8, 360).Was("angles").Label("angles per full turn").Hint("number of angles: more give a finer search")
}

// run rotates θ through 360°, and then to the minimiser.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for k := range o.Angles {
			if !yield(t.turned(k)) {
				return
			}
		}
		yield(t.settled())
	}, nil
}
