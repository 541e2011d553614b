// Package versionspace teaches the version space of half-spaces: all lines that
// are consistent with the labels seen so far.
//
// A line is a vector θ of weights, and every labelled example x is one linear
// inequality y⟨θ, x⟩ > 0 about it: a cut through weight space. What is left after
// all cuts is a convex set, whose points are exactly the consistent lines; finding
// one is linear programming. θ and 2θ are the same line, so a plane or a box of
// weight space shows them all, and the version space is a polygon there.
package versionspace

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

// Demo is the polygon that shrinks with every example.
var Demo = algos.Define(algos.Demo{
	ID:       "version-space",
	Title:    "Version space",
	Keywords: "weight space, hypothesis space, halving, Bayes point, centroid, linear classifier, 版本空间, 权重空间, 假设空间",
	Summary: "The version space is the set of linear classifiers that are consistent with all labels; each example is a linear constraint on the " +
		"weights.",
	Units:         algos.Units{First: "one <step> reveals a label, and its constraint cuts the version space"},
	Family:        "Online learning",
	Prerequisites: []string{"disjunctions", "perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 400}},
	Formula:       `V=\{\theta:\ y_t\,\langle\theta,x_t\rangle>0\ \text{for all}\ t\}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "half-spaces and linear inequalities, class of half-spaces, linear program"},
		{Source: "T. M. Mitchell, Generalization as search", Where: "Artificial Intelligence 18, 1982"},
		{Source: "B. Grünbaum, Partitions of mass-distributions and of convex bodies by hyperplanes", Where: "Pacific Journal of Mathematics 10, 1960"},
	},
	MinPoints: 1, TooFew: "there are no points: every classifier is consistent",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "area", Title: "Version space", Y: "fraction of the box", Log: true, Series: []mark.Series{{Metric: "area", Label: "area of the version space"}}},
		{ID: "kept", Title: "Fraction kept by each constraint", Y: "fraction of the version space", Series: []mark.Series{
			{Metric: "kept", Label: "kept by this constraint"},
		}},
		{ID: "mistakes", Title: "Mistakes so far", Y: "mistakes", Series: []mark.Series{
			{Metric: "majority_mistakes", Label: "majority vote", Role: mark.RoleAccent},
			{Metric: "halving_bound", Label: "log₂ (area before / area now)", Bound: true},
			{Metric: "mistakes", Label: "point estimate (centre)", Role: mark.RoleBad},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// Values of the choices; they are public.
const (
	automatic = "auto"

	box   = "box"
	ahead = "margin"

	centroid  = "centroid"
	chebyshev = "chebyshev"
	analytic  = "analytic"

	inFile = "file"
	random = "random"
	active = "active"
)

type options struct {
	FitIntercept    bool
	Parametrization string
	Size            float64
	Constraint      string
	Centre          string
	Order           string
}

func bind(o *options, s *param.Set) {
	s.Bool(&o.FitIntercept, "fit_intercept", true).Was("bias").Label("bias term (intercept)").
		Hint("Appends 1 to every x, so that the boundary need not pass through the origin (scikit-learn: fit_intercept).")
	s.Choice(&o.Parametrization, "parametrization", automatic,
		param.Option{
			Value: automatic, Label: "automatic",
			Hint: "The maximum-margin classifier decides which weight is fixed; only the plot depends on it.",
		},
		param.Option{Value: "minus0", Label: "θ₀ = −1", TeX: `\theta_1x_1+\theta_2x_2>1`, Hint: "As in the notes, threshold 1: the origin is negative."},
		param.Option{Value: "plus0", Label: "θ₀ = +1", TeX: `\theta_1x_1+\theta_2x_2>-1`, Hint: "The origin is positive."},
		param.Option{Value: "plus1", Label: "θ₁ = +1", TeX: `x_1+\theta_2x_2+\theta_0>0`, Hint: "The positive side is on the right."},
		param.Option{Value: "minus1", Label: "θ₁ = −1", TeX: `-x_1+\theta_2x_2+\theta_0>0`, Hint: "The positive side is on the left."},
		param.Option{
			Value: "plus2", Label: "θ₂ = +1", TeX: `\theta_1x_1+x_2+\theta_0>0`,
			Hint: "The positive side is above; −θ₁ is the slope and −θ₀ the intercept.",
		},
		param.Option{
			Value: "minus2", Label: "θ₂ = −1", TeX: `\theta_1x_1-x_2+\theta_0>0`,
			Hint: "The positive side is below; θ₁ is the slope and θ₀ the intercept.",
		},
	).Was("chart").Label("parametrisation").When("fit_intercept", "true")
	s.Float(&o.Size, "box", 2, 0.5, 1000).Log(0.5, 20).Label("box half-width").When("fit_intercept", "true").
		Hint("Half-width of the plotted box, in units where the largest |x| is 1.")
	s.Choice(&o.Constraint, "constraint", box,
		param.Option{Value: box, Label: "box: |θᵢ| ≤ 1", TeX: `y\,\langle\theta,x\rangle>0,\quad|\theta_i|\le 1`},
		param.Option{
			Value: ahead, Label: "functional margin ≥ 1", TeX: `y\,\langle\theta,x\rangle\ge 1`,
			Hint: "The linear program of the notes; its minimum-norm solution is the hard-margin support vector machine.",
		},
	).Was("normalise").Label("constraint").When("fit_intercept", "false")
	s.Choice(&o.Centre, "centre", centroid,
		param.Option{Value: centroid, Label: "centroid", Hint: "Mean of the version space."},
		param.Option{Value: chebyshev, Label: "Chebyshev centre", Hint: "Centre of the largest inscribed circle."},
		param.Option{
			Value: analytic, Label: "analytic centre", TeX: `\arg\max_\theta\textstyle\sum_t\log y_t\langle\theta,x_t\rangle`,
			Hint: "Maximises the product of the distances to all constraints (log barrier).",
		},
	).Label("point estimate shown")
	s.Choice(&o.Order, "order", inFile,
		param.Option{Value: inFile, Label: "file order"},
		param.Option{Value: random, Label: "random"},
		param.Option{Value: active, Label: "active (most even split)", Hint: "Active learning: query the example that splits the version space most evenly."},
	).Label("sample order")
}

// run is the textbook loop: an example, its constraint, the version space.
func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		l := newLearner(newTask(p, o))
		if !yield(l.step(start)) {
			return
		}
		for l.choose() {
			if !yield(l.step(ask)) {
				return
			}
			l.cut()
			if !yield(l.step(cut)) || l.polygon == nil {
				return
			}
		}
	}, nil
}
