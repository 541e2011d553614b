// Package versionspace teaches the version space of half-spaces: all lines that
// agree with the labels seen so far.
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
	ID:            "version-space",
	Title:         "Version space",
	Keywords:      "weight space, hypothesis space, halving, Bayes point, centroid, linear classifier, 版本空间, 权重空间, 假设空间",
	Summary:       "Every example cuts weight space; what is left is all lines that are still possible.",
	Family:        "Online learning",
	Prerequisites: []string{"disjunctions", "perceptron"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2, Max: 400}},
	Formula:       `V=\{\theta:\ y_t\,\langle\theta,x_t\rangle>0\ \text{for all}\ t\}`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "003", Where: "half-spaces and linear inequalities (lines 212–228), class of half-spaces (306–314), linear program (316–318)"},
		{Source: "T. M. Mitchell, Generalization as search", Where: "Artificial Intelligence 18, 1982"},
		{Source: "B. Grünbaum, Partitions of mass-distributions and of convex bodies by hyperplanes", Where: "Pacific Journal of Mathematics 10, 1960"},
	},
	MinPoints: 1, TooFew: "there are no points: every line is possible",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "area", Title: "What is left", Y: "share of the box", Log: true, Series: []mark.Series{{Metric: "area", Label: "area"}}},
		{ID: "kept", Title: "What a cut leaves", Y: "share of the polygon", Series: []mark.Series{{Metric: "kept", Label: "left by this cut"}}},
		{ID: "mistakes", Title: "Mistakes on the way", Y: "mistakes", Series: []mark.Series{
			{Metric: "majority_mistakes", Label: "of the majority", Role: mark.RoleAccent},
			{Metric: "halving_bound", Label: "log₂ of what was cut away", Bound: true},
			{Metric: "mistakes", Label: "of the centre", Role: mark.RoleBad},
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
	Bias   bool
	Chart  string
	Size   float64
	Normal string
	Centre string
	Order  string
}

func bind(o *options, s *param.Set) {
	s.Bool(&o.Bias, "bias", true).Label("constant coordinate").
		Hint("Appends 1 to every x, so that the line need not pass through the origin.")
	s.Choice(&o.Chart, "chart", automatic,
		param.Option{
			Value: automatic, Label: "the one with the widest line",
			Hint: "Which weight is fixed follows from the line of largest margin. Only the picture depends on it.",
		},
		param.Option{Value: "minus0", Label: "θ₀ = −1", TeX: `\theta_1x_1+\theta_2x_2>1`, Hint: "As the notes fix the threshold: the origin is negative."},
		param.Option{Value: "plus0", Label: "θ₀ = +1", TeX: `\theta_1x_1+\theta_2x_2>-1`, Hint: "The origin is positive."},
		param.Option{Value: "plus1", Label: "θ₁ = +1", TeX: `x_1+\theta_2x_2+\theta_0>0`, Hint: "The positive side is on the right."},
		param.Option{Value: "minus1", Label: "θ₁ = −1", TeX: `-x_1+\theta_2x_2+\theta_0>0`, Hint: "The positive side is on the left."},
		param.Option{
			Value: "plus2", Label: "θ₂ = +1", TeX: `\theta_1x_1+x_2+\theta_0>0`,
			Hint: "The positive side is above; −θ₁ is the slope and −θ₀ the intercept.",
		},
		param.Option{Value: "minus2", Label: "θ₂ = −1", TeX: `\theta_1x_1-x_2+\theta_0>0`, Hint: "The positive side is below; θ₁ is the slope and θ₀ the intercept."},
	).Label("chart of weight space").When("bias", "true")
	s.Float(&o.Size, "box", 2, 0.5, 1000).Log(0.5, 20).Label("size of the box").When("bias", "true").
		Hint("In units in which the largest coordinate of a point is 1.")
	s.Choice(&o.Normal, "normalise", box,
		param.Option{Value: box, Label: "θ in a box", TeX: `y\,\langle\theta,x\rangle>0,\quad|\theta_i|\le 1`},
		param.Option{
			Value: ahead, Label: "at least 1", TeX: `y\,\langle\theta,x\rangle\ge 1`,
			Hint: "The linear program of the notes. Its point nearest to 0 is the support vector machine's.",
		},
	).Label("scale of θ").When("bias", "false")
	s.Choice(&o.Centre, "centre", centroid,
		param.Option{Value: centroid, Label: "centroid", Hint: "The mean of all lines that are left."},
		param.Option{Value: chebyshev, Label: "Chebyshev centre", Hint: "The middle of the largest circle in the polygon."},
		param.Option{
			Value: analytic, Label: "analytic centre", TeX: `\arg\max_\theta\textstyle\sum_t\log y_t\langle\theta,x_t\rangle`,
			Hint: "Where the product of the distances to all cuts and sides of the box is largest.",
		},
	).Label("line that is drawn")
	s.Choice(&o.Order, "order", inFile,
		param.Option{Value: inFile, Label: "as the points stand"},
		param.Option{Value: random, Label: "random"},
		param.Option{Value: active, Label: "active", Hint: "The next example is the one whose cut divides the polygon most evenly."},
	).Label("order of examples")
}

// run is the textbook loop: an example, its cut, what is left.
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
