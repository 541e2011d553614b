// Package robbinsmonro teaches stochastic approximation: the root of an expectation is found
// from samples alone, by
//
//	θ ← θ − η_k f(z_k; θ),
//
// with a learning rate whose sum diverges while the sum of its squares converges (Robbins and
// Monro, 1951). With f = θ − z and η_k = 1/k it is the running mean; with f = 1[z ≤ θ] − q it
// finds the quantile of level q.
package robbinsmonro

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the Robbins–Monro algorithm in one dimension.
var Demo = algos.Define(algos.Demo{
	ID:    "robbins-monro",
	Title: "Robbins–Monro",
	Keywords: "stochastic approximation, running mean, quantile, learning-rate schedule, step-size conditions, Polyak averaging, SGD, 随机逼近, 学习率, " +
		"分位数, 平均",
	Summary:       "Find the root of an expectation from samples alone, by a learning rate that decays neither too fast nor too slowly.",
	Family:        "Optimisation",
	Prerequisites: []string{"gradient-descent"},
	Formula:       `\theta_k = \theta_{k-1} - \eta_k\,f(z_k;\theta_{k-1})`,
	Sources:       files,
	Units:         algos.Units{Step: "iteration", First: "one <step> draws a sample and moves θ"},
	Refs: []algos.Ref{
		{Source: "000", Where: "section 8.3.3, equation (8.18)"},
		{Source: "H. Robbins, S. Monro, A stochastic approximation method", Where: "Annals of Mathematical Statistics 22, 1951"},
		{Source: "B. T. Polyak, A. B. Juditsky, Acceleration of stochastic approximation by averaging", Where: "SIAM Journal on Control and Optimization 30, 1992"},
	},
	Metrics: []string{"theta", "average", "eta", "error", "average_error", "sum_eta", "sum_eta2"},
	Charts: []mark.Chart{
		{ID: "error", Title: "Distance to the root", Y: "|θ − θ*|", Log: true, Series: []mark.Series{
			{Metric: "error", Label: "last iterate", Role: mark.RoleAccent}, {Metric: "average_error", Label: "Polyak average", Role: mark.RoleGood},
		}},
		{ID: "sums", Title: "Sums of learning rates", Y: "sum", Series: []mark.Series{
			{Metric: "sum_eta", Label: "Σ η", Role: mark.RoleAccent}, {Metric: "sum_eta2", Label: "Σ η²", Role: mark.RoleInk},
		}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// The functions and the distributions; the values are public.
const (
	mean, quantile, own                         = "mean", "quantile", "own"
	normal, uniform, exponential, cauchy, typed = "normal", "uniform", "exponential", "cauchy", "samples"
)

type options struct {
	Function     string
	Q            float64
	Expression   string
	Distribution string
	Samples      []float64
	Start        float64
	Eta, Power   float64
	Iterations   int
}

// limit is the largest |θ| before a run has diverged.
const limit = 1e9

func bind(o *options, s *param.Set) {
	s.Choice(&o.Function, "function", mean,
		param.Option{Value: mean, Label: "mean", TeX: `f = \theta - z`},
		param.Option{Value: quantile, Label: "quantile", TeX: `f = \mathbf 1[z\le\theta] - q`},
		param.Option{Value: own, Label: "own f(z; θ)"},
	).Label("function f").Hint("The root of its expectation is sought: E f(Z; θ*) = 0.")
	s.Float(&o.Q, "q", 0.5, 0.01, 0.99).Label("level q").Hint("0.5 is the median.").When("function", quantile)
	s.Text(&o.Expression, "expression", "theta - z", expression.MaxLen, expression.Check("theta", "z")).Label("f(z; θ)").
		Hint("of theta and z, such as tanh(theta - z)").When("function", own)
	s.Choice(&o.Distribution, "distribution", normal,
		param.Option{Value: normal, Label: "normal", TeX: `Z\sim N(3,\,2^2)`},
		param.Option{Value: uniform, Label: "uniform", TeX: `Z\sim U(0,\,6)`},
		param.Option{Value: exponential, Label: "exponential", TeX: `Z\sim\mathrm{Exp},\ E Z=3`},
		param.Option{Value: cauchy, Label: "Cauchy", TeX: `Z\sim 3+\mathrm{Cauchy}`, Hint: "It has no mean and no variance."},
		param.Option{Value: typed, Label: "own samples", Hint: "in their order, again from the first after the last"},
	).Label("distribution of Z")
	s.Numbers(&o.Samples, "samples", []float64{2, 4, 9}, -1e6, 1e6).Count(1, param.MaxNumbers).Label("samples z").When("distribution", typed)
	s.Float(&o.Start, "start", 10, -1e6, 1e6).Slider(-10, 16).Label("initial θ₀")
	s.Float(&o.Eta, "eta", 1, 1e-6, 1e3).Log(0.01, 10).Label("learning rate c").Hint("η = c/k^p in iteration k")
	s.Float(&o.Power, "power", 1, 0, 4).Slider(0, 2).Label("decay exponent p").
		Hint("The conditions hold for 0.5 < p ≤ 1; 0 is a constant learning rate (scikit-learn: power_t).")
	s.Int(&o.Iterations, "iterations", 200, 1, 1000).Label("max iterations")
}

// run is the textbook loop.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := t.start()
		for yield(v.step()) && !v.done() {
			v = v.next()
		}
	}, nil
}
