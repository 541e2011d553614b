// Package gpregression teaches regression with Gaussian processes: a prior over functions,
// f ~ GP(0, k), and observations yᵢ = f(xᵢ) + εᵢ with noise of variance σ², after
// which f is again a Gaussian process, with
//
//	m(x) = k(x, X) (K+σ²I)⁻¹ y
//	s²(x) = k(x, x) − k(x, X) (K+σ²I)⁻¹ k(X, x)
//
// The observations come one at a time: each adds a row to the Cholesky factor of
// K + σ²I. If asked, the run goes on and maximises the log marginal likelihood
//
//	log p(y) = −½ yᵀ(K+σ²I)⁻¹y − ½ log|K+σ²I| − (n/2) log 2π
//
// over the hyperparameters of the kernel and σ², from several starts.
//
// Package covariance holds the kernels, package gp the mathematics of the process;
// this package tells it as a story.
package gpregression

import (
	"context"
	"embed"
	"iter"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/gp"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Gaussian process regression.
var Demo = algos.Define(algos.Demo{
	ID:       "gp-regression",
	Title:    "Gaussian process posterior",
	Keywords: "GP, kriging, kernel, RBF, Bayes, Bayesian, evidence, marginal likelihood, hyperparameters, uncertainty, 高斯过程, 克里金, 贝叶斯, 核函数, 超参数, 不确定性",
	Summary: "Regression with a Gaussian process: a kernel as prior over functions, conditioned on the observation" +
		"s, with credible band and marginal likelihood.",
	Units:         algos.Units{First: "one <step> conditions on an observation, and the credible band narrows"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"kernel-perceptron", "gaussian-conditioning", "bayesian-regression"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: 500}},
	Formula:       `m(x) = k(x, X)\,(K + \sigma^2 I)^{-1} y, \quad s^2(x) = k(x, x) - k(x, X)\,(K + \sigma^2 I)^{-1} k(X, x)`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 5, §5.1–5.1.2; §4.2.3 (periodic kernel)"},
		{Source: "002", Where: "lecture 7 (Gaussian process)"},
		{Source: "C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning", Where: "algorithm 2.1, chapters 4 and 5"},
		{Source: "D. K. Duvenaud, Automatic Model Construction with Gaussian Processes", Where: "chapter 2 (sums and products of kernels)"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "evidence", Title: "Log marginal likelihood and its terms", Y: "nats", Series: []mark.Series{
			{Metric: "log_evidence", Label: "log marginal likelihood", Role: mark.RoleAccent},
			{Metric: "fit", Label: "data fit", Role: mark.RoleGood},
			{Metric: "complexity", Label: "complexity penalty", Role: mark.RoleBad},
		}},
		{ID: "variance", Title: "Average variance of f on the board", Y: "variance", Series: []mark.Series{
			{Metric: "mean_variance", Label: "posterior"},
			{Metric: "prior_variance", Label: "prior", Bound: true},
		}},
	},
	Presets:   examples,
	Questions: questions,
	Goals:     goals,
	Fixtures:  known,
	Benches:   gp.Timed,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	Kernel   string     // a covariance expression
	NoiseVar float64    // σ²
	Optimize bool       // maximise the marginal likelihood after the last observation
	Starts   int        // of the ascent; the first is the kernel as given
	Band     string     // "f", "y" or "both"
	Samples  int        // functions drawn from the process
	Q1, Q2   [2]float64 // where the joint distribution is shown
	Given    float64    // f(q₁), at which it is sliced
	AxisX    int        // the number of the expression on the x-axis of the surface, from 1
	AxisY    int        // and on its y-axis; the noise variance comes after the kernel's own
}

// maxSamples is the most functions that are drawn from the process.
const maxSamples = 10

func bind(o *Options, s *param.Set) {
	var calls []param.Call
	var forms []string // "rbf(length_scale)", …
	for _, l := range covariance.Leaves() {
		calls = append(calls, param.Call(l))
		forms = append(forms, l.Name+"("+strings.ReplaceAll(strings.Join(l.Args, ","), " ", "_")+")")
	}
	s.Text(&o.Kernel, "kernel", "1*rbf(1)", covariance.MaxLen, covariance.Check).Group("Prior").
		Calls(calls...).Suggests(kernel.Lengths()).Hint("numbers (hyperparameters), +, *, parentheses and " + strings.Join(forms, ", "))
	s.Float(&o.NoiseVar, "noise_var", 0.05, 0, 1e6).Log(1e-6, 10).Label("noise variance σ²").Group("Prior").
		Hint("variance of the observation noise; 0 = interpolation; scikit-learn: alpha")
	s.Bool(&o.Optimize, "optimize", false).Was("optimise").Label("hyperparameter tuning").Group("Marginal likelihood").
		Hint("after the last observation, maximise the marginal likelihood over all hyperparameters (type-II maximum likelihood); scikit-learn: optimizer")
	s.Int(&o.Starts, "n_starts", 3, 1, 10).Was("starts").Label("optimiser starts").Group("Marginal likelihood").When("optimize", "true").
		Hint("number of starts: the first is the given kernel, the others are perturbed (random restarts); scikit-learn: n_restarts_optimizer + 1")
	s.Int(&o.AxisX, "axis_x", 2, 1, 25).Slider(1, 6).Label("surface x-axis").Group("Marginal likelihood").
		Hint("index of the hyperparameter in the kernel expression; the noise variance is last")
	s.Int(&o.AxisY, "axis_y", 3, 1, 25).Slider(1, 6).Label("surface y-axis").Group("Marginal likelihood").
		Hint("index of the hyperparameter in the kernel expression; the noise variance is last")
	s.Choice(&o.Band, "band", "both",
		param.Option{Value: "both", Label: "f and y", TeX: `m \pm 2 s, \quad m \pm 2\sqrt{s^2 + \sigma^2}`},
		param.Option{Value: "f", Label: "the function f", TeX: `m \pm 2 s`},
		param.Option{Value: "y", Label: "a new observation y", TeX: `m \pm 2\sqrt{s^2 + \sigma^2}`},
	).Label("credible band for").Group("Show")
	s.Int(&o.Samples, "samples", 3, 0, maxSamples).Label("function samples").Group("Show").
		Hint("sample functions of the process (1-D only); scikit-learn: sample_y. Random numbers are kept when hyperparameters change")
	s.Point(&o.Q1, "q1", [2]float64{-1, 0}, 1e9).Label("q₁").Group("Show").Hint("drag it: the first input of the joint distribution of f(q₁) and " +
		"f(q₂); in 1-D the second coordinate is ignored")
	s.Point(&o.Q2, "q2", [2]float64{0.5, 0}, 1e9).Label("q₂").Group("Show").Hint("drag it: the second input of the joint distribution of f(q₁) and f(q₂)")
	s.Float(&o.Given, "given", 1, -1e9, 1e9).Slider(-3, 3).Label("value of f(q₁)").Group("Show").
		Hint("condition f(q₂) on a value of f(q₁): drag the line in the joint plot")
}

// run is the textbook loop: predict each observation, then condition on it; and
// at the end, perhaps, maximise the marginal likelihood.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	k, err := covariance.Parse(o.Kernel)
	if err != nil {
		panic(err) // bind lets no other expression through
	}
	if err := refuse(p, k); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := newTask(ctx, p, o, k).start()
		if !yield(v.step()) {
			return
		}
		for row, x := range v.x {
			f := v.post.At(x)
			if !yield(v.about(row, f, relating).step()) || !yield(v.about(row, f, foreseeing).step()) {
				return
			}
			v = v.condition(row, f)
			if !yield(v.step()) {
				return
			}
		}
		if v.optimises() {
			v.optimise(yield)
		}
	}, nil
}
