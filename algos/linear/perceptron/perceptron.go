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
	Keywords: "linear classifier, Rosenblatt, decision boundary, decision function, misclassification, neuron, neural network, " +
		"online learning, mistake bound, Novikoff, margin, subgradient, 感知机, 感知器, 线性分类, 神经元, 神经网络, 在线学习, 间隔",
	Summary:       "Binary linear classifier: update the weights at every misclassified sample until a line separates the classes.",
	Units:         algos.Units{Pass: "epoch", First: "one <step> updates the weights at the next mistake"},
	Family:        "Online learning",
	Prerequisites: []string{"losses"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}},
	Formula:       ruleTeX[standard],
	Sources:       files,
	Books:         []fs.FS{novikoff.Words},
	Refs: []algos.Ref{
		{Source: "003", Where: "perceptron, margin and convergence theorem"},
		{Source: "004", Where: "handout A, perceptron and geometric margin, program in its appendix"},
		{Source: "A. B. J. Novikoff, On convergence proofs on perceptrons", Where: "Symposium on the Mathematical Theory of Automata, 1962"},
	},
	MinPoints: 1, TooFew: "there are no points: place some of both classes",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "updates", Title: "Number of updates and the mistake bound", Y: "updates k", Log: true, Series: []mark.Series{
			{Metric: "updates", Label: "k"}, {Metric: "bound", Label: "bound", Bound: true},
		}},
		{ID: "mistakes", Title: "Misclassified samples", Y: "samples", Series: []mark.Series{
			{Metric: "mistakes_in_pass", Label: "mistakes in this epoch", Role: mark.RoleBad}, {Metric: "train_errors", Label: "training set, current θ"},
		}},
		{ID: "norm", Title: "Norm of the weight vector", Y: "‖θ‖²", Series: []mark.Series{
			{Metric: "norm2", Label: "‖θ‖²"}, {Metric: "k_r2", Label: "bound", Bound: true},
		}},
		{ID: "margin", Title: "Margin of the current θ", Y: "min y⟨θ, x⟩/‖θ‖", Series: []mark.Series{
			{Metric: "margin", Label: "current θ"}, {Metric: "largest_margin", Label: "maximum margin γ*", Bound: true},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

type options struct {
	Variant       string     // the rule; the zero value is the standard one
	Gamma         float64    // γ of the rules with a margin; 0 takes the largest
	Sequence      string     // of the rows; the zero value is file order
	Normalize     bool       // every x is normalised to unit length, as the margin perceptron does anyway
	Eta           string     // η(k), see parseRate
	ThetaInit     [2]float64 // (θ₁, θ₂) at the start; θ₀ starts at 0
	FitIntercept  bool
	MaxEpochs     int
	ShowMaxMargin bool
	Slide         float64 // how far x(s) is from the foot, along the line of θ*
	Other         bool    // draw the path of the other rule beside that of this one
	Orders        bool    // run through many orders
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Variant, "variant", standard,
		param.Option{Value: standard, Label: "standard", TeX: ruleTeX[standard]},
		param.Option{
			Value: marginal, Label: "margin perceptron", TeX: ruleTeX[marginal],
			Hint: "Scales every x to unit norm first, and updates wherever the margin is below γ/2.",
		},
		param.Option{Value: increment, Label: "variable-increment rule", TeX: ruleTeX[increment]},
		param.Option{Value: batch, Label: "batch perceptron", TeX: ruleTeX[batch]},
	).Label("update rule").Reads("increment", increment)
	s.Float(&o.Gamma, "gamma", 0, 0, 1e9).Slider(0, 1).Label("margin γ").When("variant", marginal, increment).
		Hint("Updates wherever the margin is below γ/2. 0 = the maximum margin γ* of this data set.")
	s.Choice(&o.Sequence, "order", inFile,
		param.Option{Value: inFile, Label: "file order"},
		param.Option{
			Value: shuffled, Label: "shuffled",
			Hint: "A new random order in every epoch, drawn from the run's seed (scikit-learn: shuffle=True).",
		},
		param.Option{Value: firstWrong, Label: "first misclassified", Hint: "After every update, restarts the scan at the first sample."},
		param.Option{Value: worstWrong, Label: "largest violation", Hint: "The sample with the smallest margin comes first."},
		param.Option{
			Value: mildWrong, Label: "smallest violation",
			Hint: "Among the misclassified samples, the one closest to the decision boundary comes first.",
		},
	).Label("sample order").Reads("worst", worstWrong).Reads("mildest", mildWrong).When("variant", standard, marginal, increment)
	s.Bool(&o.Normalize, "normalize", false).Was("unit").Label("unit-norm inputs").When("variant", standard, increment, batch).
		Hint("Scales every input, bias coordinate included, to unit norm. Then R = 1, and the bound is 1/γ².")
	s.Text(&o.Eta, "eta", "1/k", 40, func(text string) error { _, err := parseRate(text); return err }).Label("learning rate η(k)").
		When("variant", increment, batch).
		Hint("Learning-rate schedule of update k: a constant c, c/k, c/sqrt(k) or c/k^p.")
	s.Point(&o.ThetaInit, "theta_init", [2]float64{}, 1e9).Was("theta").Label("initial weights θ⁽⁰⁾").
		Hint("Initial (θ₁, θ₂): drag the hollow dot in weight space. θ₀ starts at 0 (scikit-learn: coef_init).")
	s.Bool(&o.FitIntercept, "fit_intercept", true).Was("bias").Label("bias term (intercept)").
		Hint("Appends 1 to every x, so that the boundary need not pass through the origin (scikit-learn: fit_intercept).")
	s.Int(&o.MaxEpochs, "max_epochs", 100, 1, 10_000).Was("passes").Slider(1, 200).Label("max epochs").
		Hint("Stops there if the data are not linearly separable, since the perceptron then never converges (scikit-learn: max_iter).")
	s.Bool(&o.ShowMaxMargin, "show_max_margin", false).Was("best").Label("maximum-margin line θ*").Group("Compare").
		Hint("Shows θ*, the separator with the maximum margin γ in the bound, and the points closest to it.")
	s.Float(&o.Slide, "slide", 0, -1e9, 1e9).Slider(-2, 2).Label("x(s): position s").Group("Compare").When("show_max_margin", "true").
		Hint("Distance of x(s), along the line of θ*, from the projection of the nearest point.")
	s.Bool(&o.Orders, "orders", false).Label("20 random orders").Group("Compare").When("variant", standard, marginal, increment).
		Hint("Runs the same rule on 20 random sample orders, and draws their final decision boundaries.")
	s.Bool(&o.Other, "other", false).Label("batch vs online path").Group("Compare").When("variant", standard, batch).
		Hint("Draws the weight path of the batch rule from the same start; for the batch rule, that of single-sample updates.")
}

// run is the textbook loop. The last sample of an epoch also ends the epoch.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		l := newLearner(newTask(ctx, p, o))
		if !yield(l.step(novikoff.Start)) {
			return
		}
		for l.Pass = 1; l.Pass <= o.MaxEpochs; l.Pass++ {
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
