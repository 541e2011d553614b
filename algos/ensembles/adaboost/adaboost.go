// Package adaboost teaches AdaBoost: an ensemble of weak learners h₁, h₂, …, each
// fitted to sample weights that emphasise what the ones before it misclassified.
//
//	wᵢ = 1/n
//	for t = 1, 2, …, T:
//	    hₜ = argmin over h of Σ wᵢ·1[h(xᵢ) ≠ yᵢ]
//	    ε  = Σ wᵢ·1[hₜ(xᵢ) ≠ yᵢ],   stop where ε = 0 or ε ≥ ½
//	    αₜ = ½ ln((1 − ε)/ε)
//	    wᵢ ← wᵢ e^{−αₜ yᵢ hₜ(xᵢ)} / Z
//
// The ensemble predicts sign F(x) with F = Σ αₜhₜ. Every round is the exact minimum,
// over h and then over α, of the exponential loss (1/n) Σ e^{−yᵢF(xᵢ)}.
//
// Sources: Y. Freund and R. E. Schapire, JCSS 55 (1997); R. E. Schapire and Y.
// Singer, Machine Learning 37 (1999).
package adaboost

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

// Demo is AdaBoost with stumps, or with trees of depth two.
var Demo = algos.Define(algos.Demo{
	ID:            "adaboost",
	Title:         "AdaBoost",
	Keywords:      "boosting, ensemble, weak learner, base learner, decision stump, tree, SAMME, exponential loss, overfitting, 提升, 集成学习, 弱学习器, 决策树桩, 决策树",
	Summary:       "A stage-wise additive model: the weighted vote of weak learners (decision stumps), each slightly better than chance.",
	Units:         algos.Units{Step: "round", First: "one <step> adds a stump, and the points that it misclassifies gain weight"},
	Family:        "Trees and ensembles",
	Prerequisites: []string{"losses"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}, ScaleFree: true},
	Formula: `F(x) = \sum_{t=1}^{T} \alpha_t h_t(x), \quad \alpha_t = \frac{1}{2}\ln\frac{1-\varepsilon_t}{\varepsilon_t}, \quad ` +
		`w_i \leftarrow \frac{w_i\, e^{-\alpha_t y_i h_t(x_i)}}{Z_t}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 6, §6.2.1 and §6.2.3"},
		{Source: "001", Where: "chapter 9, §9.1"},
		{Source: "002", Where: "lecture 6, trees and ensembles"},
		{Source: "003", Where: "boosting, the form with β and the majority vote"},
		{Source: "R. E. Schapire, Y. Singer, Machine Learning 37 (1999)", Where: "the bound on the training error and the choice of α"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add points of both classes.",
	Metrics: metricNames, Renamed: map[string]string{"heldout": "test_error"},
	Charts: []mark.Chart{
		{ID: "errors", Title: "Training error, test error and bounds", Y: "error rate", Series: []mark.Series{
			{Metric: "train_error", Label: "training error", Role: mark.RoleAccent},
			{Metric: "test_error", Label: "test error", Role: mark.RoleGood},
			{Metric: "bound", Label: "Π Z", Bound: true, Role: mark.RoleInk},
			{Metric: "edge_bound", Label: "exp(−2Σγ²)", Bound: true},
			{Metric: "power_bound", Label: "(1−4γ²)^(T/2), smallest γ", Bound: true, Role: mark.RoleClass3},
			{Metric: "gamma_bound", Label: "exp(−2γ²T), smallest γ", Bound: true, Role: mark.RoleClass1},
		}},
		{ID: "loss", Title: "Exponential loss", Y: "loss", Log: true, Series: []mark.Series{
			{Metric: "exp_loss", Label: "mean of exp(−yF)", Role: mark.RoleAccent},
			{Metric: "bound", Label: "Π Z", Bound: true, Role: mark.RoleInk},
		}},
		{ID: "rounds", Title: "Weighted error ε and vote α", Y: "ε, α", Series: []mark.Series{
			{Metric: "weighted_error", Label: "ε", Role: mark.RoleBad},
			{Metric: "alpha", Label: "α", Role: mark.RoleAccent},
		}},
		{ID: "weight", Title: "Total weight W (β form)", Y: "weight", Log: true, Series: []mark.Series{
			{Metric: "weight", Label: "W", Role: mark.RoleAccent},
			{Metric: "weight_bound", Label: "n(1−2γ)^T, smallest γ", Bound: true, Role: mark.RoleInk},
			{Metric: "mistake_weight", Label: "smallest misclassified weight", Role: mark.RoleBad},
			{Metric: "weight_floor", Label: "√(∏βₜ)", Bound: true},
		}},
		{ID: "margin", Title: "Smallest margin", Y: "min yF/Σα", Series: []mark.Series{{Metric: "margin", Label: "smallest margin", Role: mark.RoleAccent}}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Rounds int
	Alpha  string // the convention in which α is written: half, full or beta; or fixed
	Edge   float64
	Weak   string // stump or depth2
}

// The conventions for α. They give the same weights and the same classifier.
const (
	half = "half"  // α = ½ ln((1 − ε)/ε), the minimum of the exponential loss
	full = "samme" // α = ln((1 − ε)/ε), as SAMME has it
	beta = "beta"  // β = ε/(1 − ε), votes ln(1/β) that add up to one
)

// fixed is another algorithm, the first form of the notes 003: the same β in every
// round, from an edge γ that is assumed beforehand, and an unweighted vote.
const fixed = "fixed"

// The weak learners.
const (
	stump  = "stump"
	depth2 = "depth2"
)

// maxRounds bounds a run.
const maxRounds = 1000

func bind(o *Options, s *param.Set) {
	s.Int(&o.Rounds, "n_estimators", 40, 1, maxRounds).Was("rounds").Slider(1, 100).Label("boosting rounds T").
		Hint("maximum number; the test error shows generalisation and overfitting; scikit-learn: n_estimators")
	s.Choice(&o.Weak, "base_learner", stump,
		param.Option{Value: stump, Label: "decision stump", Hint: "one axis-aligned split", TeX: `h(x) = \pm\sign(x_j - \theta)`},
		param.Option{Value: depth2, Label: "tree of depth 2", Hint: "a threshold, and one more on each side of it"},
	).Was("weak").Reads("tree2", depth2).Label("weak learner").Hint("scikit-learn: estimator")
	s.Choice(&o.Alpha, "alpha_form", half,
		param.Option{
			Value: half, Label: "½ ln((1−ε)/ε)", Hint: "lecture notes 000 (algorithm 2), 001 and 002",
			TeX: `\alpha = \frac{1}{2}\ln\frac{1-\varepsilon}{\varepsilon}, \quad w_i \leftarrow w_i e^{-\alpha y_i h(x_i)}/Z`,
		},
		param.Option{
			Value: full, Label: "ln((1−ε)/ε), SAMME", Hint: "lecture notes 000 (algorithm 1)",
			TeX: `\alpha = \ln\frac{1-\varepsilon}{\varepsilon}, \quad w_i \leftarrow w_i e^{\alpha} \;\text{if misclassified}`,
		},
		param.Option{
			Value: beta, Label: "β = ε/(1−ε), weighted majority", Hint: "lecture notes 003",
			TeX: `\beta = \frac{\varepsilon}{1-\varepsilon}, \quad w_i \leftarrow \beta w_i \;\text{if correct}`,
		},
		param.Option{
			Value: fixed, Label: "fixed β, unweighted majority", Hint: "lecture notes 003, the first form: another classifier",
			TeX: `\beta = \frac{1/2-\gamma}{1/2+\gamma}, \quad w_i \leftarrow \beta w_i \;\text{if correct}, \quad \mathrm{MAJ}(h_1, \ldots, h_T)`,
		},
	).Was("alpha").Reads("full", full).Label("convention for α").Hint("the first three give the same weights and the same classifier")
	s.Float(&o.Edge, "edge", 0.1, 0.001, 0.49).Was("gamma").Slider(0.01, 0.45).Label("assumed edge γ").When("alpha_form", fixed).
		Hint("weak-learning condition: each weak learner has at least the weighted accuracy ½ + γ")
}

// run is the textbook loop, with four small steps per round.
func run(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		now := t.start()
		if !yield(now.started()) {
			return
		}
		for {
			if !yield(now.fitted()) {
				return
			}
			r := t.fit(now.w)
			if !yield(now.chosen(r)) || r.last() {
				return
			}
			next := t.after(now, r)
			if !yield(now.weighed(next)) || next.perfect {
				return
			}
			if !yield(now.reweighed(next)) || next.status.Final() {
				return
			}
			now = next
		}
	}, nil
}
