// Package perceptron teaches Rosenblatt's perceptron and Novikoff's bound on
// its mistakes.
//
// The rows are visited in file order, or in another one, over and over. A row with y⟨θ, x⟩ ≤ 0 is a
// mistake and adds y·x to θ, which starts at 0; a pass without a mistake ends
// the run. If some unit vector θ* has y⟨θ*, x⟩ ≥ γ > 0 for all rows, and ‖x‖ ≤ R,
// there are at most (R/γ)² mistakes (Novikoff, 1962).
//
// Three variants ask for more or go another way: the margin perceptron also
// updates where the margin is below γ/2, the variable increment takes steps of
// η(k), and the batch rule adds all mistakes at once.
package perceptron

import (
	"context"
	"embed"
	"io/fs"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the standard perceptron.
var Demo = algos.Define(algos.Demo{
	ID:    "perceptron",
	Title: "Perceptron",
	Keywords: "linear classifier, Rosenblatt, neuron, neural network, online learning, mistake bound, Novikoff, margin, " +
		"subgradient, 感知机, 感知器, 线性分类, 神经元, 神经网络, 在线学习, 间隔",
	Summary:       "Correct one mistake at a time until a line separates the points.",
	Units:         algos.Units{First: "one <step> turns the line at the next mistake"},
	Family:        "Online learning",
	Prerequisites: []string{"losses"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Formula:       ruleTeX[standard],
	Sources:       files,
	Books:         []fs.FS{novikoff.Words},
	Refs: []algos.Ref{
		{Source: "003", Where: "perceptron, margin and convergence theorem (lines 320–386)"},
		{Source: "004", Where: "handout A, perceptron and geometric margin (lines 41–196), program in its appendix (lines 331–364)"},
		{Source: "A. B. J. Novikoff, On convergence proofs on perceptrons", Where: "Symposium on the Mathematical Theory of Automata, 1962"},
	},
	MinPoints: 1, TooFew: "there are no points: place some of both classes",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "updates", Title: "Updates and their bound", Y: "updates k", Log: true, Series: []mark.Series{
			{Metric: "updates", Label: "k"}, {Metric: "bound", Label: "bound", Bound: true},
		}},
		{ID: "mistakes", Title: "Mistakes", Y: "rows", Series: []mark.Series{
			{Metric: "mistakes_in_pass", Label: "in this pass so far", Role: mark.RoleBad}, {Metric: "train_errors", Label: "on all rows, under θ"},
		}},
		{ID: "norm", Title: "Length of θ", Y: "‖θ‖²", Series: []mark.Series{
			{Metric: "norm2", Label: "‖θ‖²"}, {Metric: "k_r2", Label: "bound", Bound: true},
		}},
		{ID: "margin", Title: "Margin of θ", Y: "min y⟨θ, x⟩/‖θ‖", Series: []mark.Series{
			{Metric: "margin", Label: "of θ"}, {Metric: "largest_margin", Label: "the largest, γ*", Bound: true},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	Variant  string     // the rule; the zero value is the standard one
	Gamma    float64    // γ of the rules with a margin; 0 takes the largest
	Sequence string     // of the rows; the zero value is file order
	Unit     bool       // every x is brought to length 1, as the margin perceptron does anyway
	Eta      string     // η(k), see parseRate
	Theta    [2]float64 // (θ₁, θ₂) at the start; θ₀ starts at 0
	Bias     bool
	Passes   int
	Best     bool
	Slide    float64 // how far x(s) is from the foot, along the line of θ*
	Other    bool    // draw the path of the other rule beside that of this one
	Orders   bool    // run through many orders
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Variant, "variant", standard,
		param.Option{Value: standard, Label: "standard", TeX: ruleTeX[standard]},
		param.Option{Value: marginal, Label: "margin perceptron", TeX: ruleTeX[marginal], Hint: "Every x is brought to length 1 first."},
		param.Option{Value: increment, Label: "variable increment with margin", TeX: ruleTeX[increment]},
		param.Option{Value: batch, Label: "batch, variable increment", TeX: ruleTeX[batch]},
	).Label("rule")
	s.Float(&o.Gamma, "gamma", 0, 0, 1e9).Slider(0, 1).Label("γ").When("variant", marginal, increment).
		Hint("The rule asks for γ/2. 0 takes the largest margin that these points have.")
	s.Choice(&o.Sequence, "order", inFile,
		param.Option{Value: inFile, Label: "as in the file"},
		param.Option{Value: shuffled, Label: "shuffled", Hint: "Another order in every pass, from the run's seed."},
		param.Option{Value: firstWrong, Label: "first mistake", Hint: "After every update the search begins again at the first row."},
		param.Option{Value: worstWrong, Label: "worst mistake", Hint: "The row that falls short most, of all rows."},
		param.Option{Value: mildWrong, Label: "mildest mistake", Hint: "The row that falls short least, of all mistakes."},
	).Label("order of the rows").When("variant", standard, marginal, increment)
	s.Bool(&o.Unit, "unit", false).Label("points at length 1").When("variant", standard, increment, batch).
		Hint("Divides every x by its length, the constant coordinate included. Then R = 1, and the bound is 1/γ².")
	s.Text(&o.Eta, "eta", "1/k", 40, func(text string) error { _, err := parseRate(text); return err }).Label("η(k)").When("variant", increment, batch).
		Hint("The factor of update k: a number c, c/k, c/sqrt(k) or c/k^p.")
	s.Point(&o.Theta, "theta", [2]float64{}, 1e9).Label("start θ⁽⁰⁾").
		Hint("Where (θ₁, θ₂) starts; drag the hollow dot in the weight space. θ₀ starts at 0.")
	s.Bool(&o.Bias, "bias", true).Label("constant coordinate").
		Hint("Appends 1 to every x, so that the line need not pass through the origin.")
	s.Int(&o.Passes, "passes", 100, 1, 10_000).Slider(1, 200).Label("passes at most").
		Hint("Where no line separates the points the perceptron never stops by itself.")
	s.Bool(&o.Best, "best", false).Label("show the largest margin").Group("Compare").
		Hint("Draws the line θ* that the bound speaks of, and the points nearest to it.")
	s.Float(&o.Slide, "slide", 0, -1e9, 1e9).Slider(-2, 2).Label("x(s): s").Group("Compare").When("best", "true").
		Hint("How far x(s) is from the foot of the shortest way to the nearest point, along the line of θ*.")
	s.Bool(&o.Orders, "orders", false).Label("try many orders").Group("Compare").When("variant", standard, marginal, increment).
		Hint("Runs the same rule through twenty random orders, and draws the lines with which they end.")
	s.Bool(&o.Other, "other", false).Label("path of the other rule").Group("Compare").When("variant", standard, batch).
		Hint("Draws in the weight space where the batch rule would go from the same start; for the batch rule, where single rows would lead.")
}

// run is the textbook loop. The last row of a pass also ends the pass.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		l := newLearner(newTask(ctx, p, o))
		if !yield(l.step(novikoff.Start)) {
			return
		}
		for l.Pass = 1; l.Pass <= o.Passes; l.Pass++ {
			if !l.sweep(yield) || l.Mistakes == 0 {
				return
			}
		}
	}, nil
}

// sweep is a pass: row by row, or with the batch rule one update by all mistakes.
func (l *learner) sweep(yield func(algos.Step) bool) bool {
	l.Mistakes = 0
	switch {
	case l.Variant == batch:
		return l.visit(yield, l.demanding(l.theta))
	case l.picks():
		return l.sift(yield)
	}
	order := l.pass(l.Pass)
	for l.Place = range l.rows {
		l.Row = l.Place
		if order != nil {
			l.Row = order[l.Place]
		}
		var mistakes []int
		if l.mistaken(l.theta, l.rows[l.Row]) {
			mistakes = []int{l.Row}
		}
		if !l.visit(yield, mistakes) {
			return false
		}
	}
	return true
}

// visit finds no mistake, or shows those it finds and then updates θ by them.
func (l *learner) visit(yield func(algos.Step) bool, mistakes []int) bool {
	if len(mistakes) == 0 {
		return yield(l.step(novikoff.Check))
	}
	l.Mistakes += len(mistakes)
	if !yield(l.step(novikoff.Mistake)) {
		return false
	}
	l.update(mistakes)
	return yield(l.step(novikoff.Update))
}
