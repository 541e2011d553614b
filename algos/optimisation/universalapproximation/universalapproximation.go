// Package universalapproximation teaches the universal approximation theorem on [0, 1]: networks with one
// hidden layer,
//
//	G(x) = Σ_j α_j σ(w_j x + b_j),
//
// come as near as wanted, in the supremum norm, to every continuous function, if σ is a squashing
// function (G. Cybenko, 1989; K. Hornik, M. Stinchcombe, H. White, 1989). The proof of existence is made
// constructive: N steep units are the N steps of a staircase, whose error is at most the modulus of continuity
// ω(1/(2N)). A network of the same size, trained by descent, stands beside it. A polynomial activation
// cannot do it (M. Leshno et al., 1993): a signed measure annihilates all of its units, and
// bounds the error from below.
package universalapproximation

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is universal approximation.
var Demo = algos.Define(algos.Demo{
	ID:    "universal-approximation",
	Title: "Universal approximation",
	Keywords: "universal approximation theorem, Cybenko, Hornik, Stinchcombe, White, Leshno, squashing function, sigmoidal, discriminatory, sup norm, " +
		"modulus of continuity, hidden layer, density, staircase, best uniform approximation, alternation, Remez, 通用逼近定理, 万能近似定理, 连续模, 挤压函数, " +
		"上确界范数, 隐藏层, 最佳一致逼近, 交错点",
	Summary: "One hidden layer approximates every continuous function: a staircase of steep sigmoid units, its error bound, and a trained network beside it.",
	Family:  "Neural networks",
	Input:   input.Spec{Cells: canvas},
	Formula: `G(x) = \sum_{j=1}^{N} \alpha_j\,\sigma(w_j x + b_j), \qquad \sup_{x \in [0, 1]} |f(x) - G(x)| \le \varepsilon`,
	Sources: files,
	Units:   algos.Units{First: "one <step> adds a unit to the network"},
	Refs: []algos.Ref{
		{Source: "001", Where: "§13.1–13.2, definitions 13.1–13.7, theorems 13.8 and 13.10, lemma 13.9"},
		{Source: "G. Cybenko, Approximation by Superpositions of a Sigmoidal Function", Where: "Mathematics of Control, Signals, and Systems 2, 1989"},
		{Source: "K. Hornik, M. Stinchcombe, H. White, Multilayer Feedforward Networks Are Universal Approximators", Where: "Neural Networks 2, 1989"},
		{
			Source: "M. Leshno, V. Lin, A. Pinkus, S. Schocken, Multilayer Feedforward Networks with a Nonpolynomial Activation Function Can Approximate Any Function",
			Where:  "Neural Networks 6, 1993",
		},
	},
	Metrics: []string{"sup_error", "bound", "fitted_sup_error", "fitted_rmse"},
	Charts: []mark.Chart{
		{ID: "sup-error", Title: "Sup-error", Y: "sup |f − G|", Series: []mark.Series{
			{Metric: "sup_error", Label: "constructed network", Role: mark.RoleAccent},
			{Metric: "fitted_sup_error", Label: "fitted network", Role: mark.RoleClass1},
			{Metric: "bound", Label: "bound", Bound: true},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The targets; the values are public.
const (
	sine  = "sine"
	kink  = "kink"
	root  = "root"
	leap  = "jump"
	own   = "own"
	drawn = "drawn"
)

// The activations.
const (
	step     = "step"
	sigmoid  = "sigmoid"
	tanh     = "tanh"
	relu     = "relu"
	identity = "identity"
	square   = "square"
)

// The placements of the thresholds. With common all units have one b; own, above, is the third.
const (
	uniform = "uniform"
	common  = "common"
)

// Limits of a run.
const (
	mostUnits  = 100
	mostEpochs = 1000
)

type options struct {
	Function, Expression  string
	Activation, Placement string
	Units                 int
	Thresholds            []float64
	Steepness             float64
	Epochs                int
	Eta                   float64
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Function, "function", sine,
		param.Option{Value: sine, Label: "sine", TeX: `f(x) = \sin 2\pi x`},
		param.Option{Value: kink, Label: "absolute value", TeX: `f(x) = |2x - 1|`},
		param.Option{Value: root, Label: "square root", TeX: `f(x) = \sqrt x`, Hint: "continuous, with an infinite derivative at 0"},
		param.Option{Value: leap, Label: "jump", TeX: `f(x) = 1_{x \ge 0.45}`, Hint: "not continuous: the theorem does not apply"},
		param.Option{Value: own, Label: "expression", TeX: `f(x)`, Hint: "your own formula of x"},
		param.Option{Value: drawn, Label: "drawn by hand", Hint: "draw the curve with the pen"},
	).Label("target f").Group("Target")
	s.Text(&o.Expression, "expression", "exp(-8*x)*sin(20*x)", expression.MaxLen, expression.Check("x")).Label("f(x)").Group("Target").When("function", own).
		Hint("formula of x on [0, 1], such as x^2*sin(9*x)")
	s.Choice(&o.Activation, "activation", sigmoid,
		param.Option{Value: step, Label: "threshold", TeX: `\sigma(z) = 1_{z \ge 0}`, Hint: "a squashing function that is not continuous; descent cannot train it"},
		param.Option{Value: sigmoid, Label: "logistic sigmoid", TeX: `\sigma(z) = \frac{1}{1 + e^{-z}}`},
		param.Option{Value: tanh, Label: "tanh, rescaled", TeX: `\sigma(z) = \tfrac12(1 + \tanh z)`},
		param.Option{Value: relu, Label: "ReLU", TeX: `\sigma(z) = \max(0, z)`, Hint: "not squashing, but not a polynomial either"},
		param.Option{Value: identity, Label: "identity", TeX: `\sigma(z) = z`, Hint: "a polynomial: the network stays a line"},
		param.Option{Value: square, Label: "square", TeX: `\sigma(z) = z^2`, Hint: "a polynomial: the network stays a parabola"},
	).Label("activation σ").Group("Network")
	s.Int(&o.Units, "units", 8, 1, mostUnits).Slider(1, 40).Label("units N").Group("Network").When("placement", uniform, common).
		Hint("hidden units: more = smaller cells and a smaller error")
	s.Choice(&o.Placement, "placement", uniform,
		param.Option{Value: uniform, Label: "equally spaced"},
		param.Option{Value: own, Label: "own thresholds", Hint: "drag each threshold on the board"},
		param.Option{Value: common, Label: "one b for all units", Hint: "all units jump at 1/2"},
	).Label("thresholds −bⱼ/wⱼ").Group("Network")
	s.Numbers(&o.Thresholds, "thresholds", []float64{0.1, 0.25, 0.4, 0.6, 0.75, 0.9}, 0, 1).Count(1, 40).Label("own thresholds").Group("Network").
		When("placement", own).Hint("of units 2, 3, …; unit 1 is the constant on the left")
	s.Float(&o.Steepness, "steepness", 200, 1, 1e6).Log(5, 5000).Label("steepness λ").Group("Network").When("activation", sigmoid, tanh).
		Hint("weight of every unit: large = nearly a step, small = smooth")
	s.Int(&o.Epochs, "epochs", 0, 0, mostEpochs).Slider(0, 400).Zero("no training").Label("epochs").Group("Training").
		When("activation", sigmoid, tanh, relu, identity).Hint("training of a second network with as many units, by gradient descent (Adam) on batches of 10")
	s.Float(&o.Eta, "eta", 0.03, 1e-5, 1).Log(1e-3, 0.3).Label("learning rate η").Group("Training").
		When("activation", sigmoid, tanh, relu, identity).Hint("of Adam: small = slow, large = the loss oscillates")
}

// run adds the units one by one, makes them steeper, and trains the second network.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := t.begin()
		if !yield(v.step()) {
			return
		}
		for v.k < t.n {
			v = v.unit()
			if ctx.Err() != nil || !yield(v.step()) {
				return
			}
		}
		for v.sharper < len(t.lambdas) {
			v = v.sharpen()
			if ctx.Err() != nil || !yield(v.step()) {
				return
			}
		}
		if t.epochs == 0 {
			return
		}
		tr := newTrainer(t)
		algos.Uses(ctx, tr)
		for range t.epochs {
			v = v.train(tr)
			if ctx.Err() != nil || !yield(v.step()) {
				return
			}
		}
	}, nil
}
