// Package mlp teaches the multilayer perceptron, a feed-forward network, and its training by
// backpropagation. For one sample,
//
//	forward:   a⁰ = x,  z^l = a^{l−1}W^l + b^l,  a^l = σ(z^l)
//	backward:  δ^L = ∂C/∂z^L,  δ^l = (δ^{l+1}W^{l+1}ᵀ) ⊙ σ'(z^l)
//	gradient:  ∂C/∂w_ij = a_i δ_j,  ∂C/∂b_j = δ_j
//
// and for a batch the mean over its samples, taken once. Two classes have one output with the
// sigmoid, more have the softmax, values a linear output. The loss is the cross-entropy or the
// squared error ½‖a − y‖²; ℓ₁ and ℓ₂ penalties and dropout regularise.
//
// Source: D. E. Rumelhart, G. E. Hinton, R. J. Williams, Nature 323 (1986).
package mlp

import (
	"context"
	"embed"
	"iter"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the multilayer perceptron.
var Demo = algos.Define(algos.Demo{
	ID:    "mlp",
	Title: "Multilayer perceptron",
	Keywords: "MLP, feed-forward network, neural network, deep learning, backpropagation, back-propagation, chain rule, hidden layer, activation, ReLU, tanh, " +
		"sigmoid, softmax, cross-entropy, squared loss, SGD, mini-batch, momentum, Adam, L1, L2, weight decay, dropout, dead ReLU, vanishing gradient, " +
		"多层感知机, 前馈神经网络, 神经网络, 反向传播, 链式法则, 激活函数, 小批量, 动量, 丢弃法, 权重衰减",
	Summary:       "A feed-forward network trained by backpropagation: every value, every δ and every gradient of the mini-batch on its picture.",
	Family:        "Neural networks",
	Units:         algos.Units{Step: "epoch", First: "one <step> trains on all samples once, by backpropagation; the loss changes"},
	Prerequisites: []string{"logistic"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Either, Classes: dataset.MaxClasses, Max: maxPoints}},
	Formula: `a^l = \sigma(a^{l-1}W^l + b^l), \quad \delta^l = (\delta^{l+1}(W^{l+1})^\top) \odot \sigma'(z^l), \quad ` +
		`\frac{\partial C}{\partial w_{ij}^l} = a_i^{l-1}\delta_j^l`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 8, §8.1 (neural network)"},
		{Source: "001", Where: "chapter 5, §5.1 (fully connected networks, backpropagation)"},
		{Source: "D. E. Rumelhart, G. E. Hinton, R. J. Williams, Nature 323 (1986)", Where: "learning representations by back-propagating errors"},
		{Source: "N. Srivastava, G. Hinton, A. Krizhevsky, I. Sutskever, R. Salakhutdinov, JMLR 15 (2014)", Where: "dropout"},
		{Source: "D. P. Kingma, J. Ba, ICLR (2015)", Where: "Adam"},
	},
	MinPoints: 1, TooFew: "A network needs at least one point: add one to the board.",
	Metrics: []string{"loss", "objective", "error_rate"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Training loss", Y: "mean per sample", Series: []mark.Series{
			{Metric: "loss", Label: "loss", Role: mark.RoleAccent},
			{Metric: "objective", Label: "loss + penalty", Role: mark.RoleSoft},
		}},
		{ID: "errors", Title: "Training error rate", Y: "error rate", Series: []mark.Series{
			{Metric: "error_rate", Label: "misclassified", Role: mark.RoleBad},
		}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
	Benches:   timed,
}, bind, run)

// The values of the choices.
const (
	crossEntropy = "cross-entropy"
	squared      = "squared"

	gd       = "gd"
	sgd      = "sgd"
	momentum = "momentum"
	adam     = "adam"
)

// Limits: every step keeps its weights.
const (
	maxPoints  = 1000
	maxEpochs  = 1000
	maxLayers  = 3
	maxWeights = 5000
)

// options are what a reader chooses.
type options struct {
	Hidden     string
	Activation string
	Loss       string
	Solver     string
	Eta        float64
	Batch      int
	L1, L2     float64
	Dropout    float64
	Epochs     int
	Initial    []float64
}

// bind gives every option its name, default and limits.
func bind(o *options, s *param.Set) {
	s.Text(&o.Hidden, "hidden", "8,8", 24, checkHidden).Label("hidden units").Group("Network").
		Hint("units of each hidden layer, up to three: 8,8; 0 = no hidden layer; scikit-learn: hidden_layer_sizes")
	s.Choice(&o.Activation, "activation", "tanh",
		param.Option{Value: "tanh", Label: "tanh", TeX: `\sigma(z) = \tanh z, \quad \sigma' = 1 - a^2`},
		param.Option{Value: "relu", Label: "ReLU", TeX: `\sigma(z) = \max(0, z), \quad \sigma' = 1 \text{ if } z > 0, \text{ else } 0`},
		param.Option{Value: "sigmoid", Label: "sigmoid", TeX: `\sigma(z) = \frac{1}{1 + e^{-z}}, \quad \sigma' = a(1 - a)`},
	).Label("activation").Group("Network").Hint("of the hidden layers; the output is a sigmoid, a softmax, or linear for values")
	s.Choice(&o.Loss, "loss", crossEntropy,
		param.Option{
			Value: crossEntropy, Label: "cross-entropy", TeX: `C = -\sum_k y_k \ln a_k, \quad \delta^L = a^L - y`,
			Hint: "of classes; values have the squared loss in any case",
		},
		param.Option{Value: squared, Label: "squared", TeX: `C = \frac{1}{2}\lVert a^L - y \rVert^2`, Hint: "of the output after its activation"},
	).Label("loss").Group("Network")
	s.Numbers(&o.Initial, "initial", nil, -100, 100).Count(0, param.MaxNumbers).Label("initial weights").Group("Network").
		Hint("empty = random by the seed; else, layer by layer, the weights into each unit, then the biases of the layer")
	s.Choice(&o.Solver, "solver", sgd,
		param.Option{Value: gd, Label: "gradient descent", TeX: `w \leftarrow w - \eta\,\frac{\partial C}{\partial w}`, Hint: "all samples per update"},
		param.Option{
			Value: sgd, Label: "SGD (mini-batches)", TeX: `w \leftarrow w - \eta\,\frac{\partial C}{\partial w}`,
			Hint: "batch size 1 = one sample per update",
		},
		param.Option{Value: momentum, Label: "SGD with momentum", TeX: `v \leftarrow 0.9\,v + g, \; w \leftarrow w - \eta v`, Hint: "with mini-batches"},
		param.Option{
			Value: adam, Label: "Adam", TeX: `w \leftarrow w - \eta\,\frac{\hat m}{\sqrt{\hat s} + 10^{-8}}`,
			Hint: "with mini-batches; β₁ = 0.9, β₂ = 0.999",
		},
	).Label("solver").Group("Training")
	s.Float(&o.Eta, "eta", 0.2, 1e-6, 1000).Log(1e-3,
		10).Label("learning rate η").Group("Training").Hint("too small: slow; too large: diverges, or ReLU units die")
	s.Int(&o.Batch, "batch", 16, 1, maxPoints).Slider(1, 64).Label("batch size").Group("Training").When("solver", sgd, momentum, adam).
		Hint("samples per update; 1 = stochastic gradient descent, all = gradient descent")
	s.Int(&o.Epochs, "epochs", 100, 1, maxEpochs).Log(1, 500).Label("epochs").Group("Training").Hint("passes over the training set; scikit-learn: max_iter")
	s.Float(&o.L1, "l1", 0, 0, 10).Slider(0,
		0.05).Label("L1 penalty λ₁").Group("Regularisation").Hint("λ₁Σ|w| is added to the mean loss; biases are not penalised")
	s.Float(&o.L2, "l2", 0, 0, 10).Slider(0,
		0.1).Label("L2 penalty λ₂").Group("Regularisation").Hint("½λ₂Σw² is added to the mean loss (weight decay); scikit-learn: alpha/n")
	s.Float(&o.Dropout, "dropout", 0, 0, 0.9).Label("dropout rate").Group("Regularisation").
		Hint("probability that a hidden unit is dropped for a sample during training; 0 = none")
}

// A wrong is an error of hidden units, in words that are translated.
type wrong struct{ what say.Phrase }

func (e wrong) Error() string      { return e.what.String() }
func (e wrong) Phrase() say.Phrase { return e.what }

// notUnits is what is said of a text that names no units.
const notUnits say.Phrase = "Hidden units are up to three whole numbers, such as 8,8; 0 is no hidden layer."

// hiddenUnits reads the units of the hidden layers.
func hiddenUnits(text string) ([]int, error) {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(parts) == 0 || len(parts) == 1 && parts[0] == "0" {
		return nil, nil
	}
	if len(parts) > maxLayers {
		return nil, wrong{notUnits}
	}
	var units []int
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 1e9 {
			return nil, wrong{notUnits}
		}
		units = append(units, n)
	}
	return units, nil
}

// tooLarge is what is said of a network with too many weights.
func tooLarge(weights int) say.Phrase {
	return say.Vars{"n": weights, "most": maxWeights}.Text("The network would have <n weight>; at most <most> are allowed. Take fewer hidden units.")
}

// checkHidden refuses layers that are not numbers, or that no data make small enough.
func checkHidden(text string) error {
	units, err := hiddenUnits(text)
	if err != nil {
		return err
	}
	if n := size(append(append([]int{1}, units...), 1)); n > maxWeights {
		return wrong{tooLarge(n)}
	}
	return nil
}

// size is how many weights and biases layers of so many units have.
func size(units []int) int {
	n := 0.0
	for k, u := range units[1:] {
		n += float64(u) * float64(units[k]+1)
	}
	return int(min(n, 1e18))
}

// run prepares the network and trains it.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) { t.train(yield) }, nil
}

// The first update of an epoch is shown layer by layer in so many epochs, and so many updates of a run are small steps.
const (
	shownEpochs  = 10
	shownUpdates = 40
)

// train is the textbook loop.
func (t *task) train(yield func(algos.Step) bool) {
	d := t.begin()
	algos.Uses(t.ctx, d)
	now := d.measure(nil)
	if !yield(now.began()) {
		return
	}
	for !now.status.Final() {
		at := now
		d.shuffle()
		for lo := 0; lo < len(d.order); lo += d.size {
			if t.ctx.Err() != nil {
				return
			}
			shown := d.updates < shownUpdates
			d.gradient(lo)
			var u *work
			if shown {
				u = d.look(lo, at)
			}
			if shown && lo == 0 && at.epoch < shownEpochs && !u.passes(at, yield) {
				return
			}
			if !d.descend() {
				yield(at.blewUp())
				return
			}
			if !shown {
				continue
			}
			if at = d.keep(at, u); !yield(at.updated(u)) {
				return
			}
		}
		if now = d.measure(at); !yield(now.passed()) {
			return
		}
	}
}
