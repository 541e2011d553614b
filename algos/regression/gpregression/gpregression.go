// Package gpregression teaches regression with Gaussian processes: a prior over functions,
// f ~ GP(0, k), and observations yᵢ = f(xᵢ) + εᵢ with noise of variance σ², after
// which f is again a Gaussian process, with
//
//	m(x) = k(x, X) (K+σ²I)⁻¹ y
//	s²(x) = k(x, x) − k(x, X) (K+σ²I)⁻¹ k(X, x)
//
// The observations come one at a time: each adds a row to the Cholesky factor of
// K + σ²I. If asked, the run goes on and climbs the log evidence
//
//	log p(y) = −½ yᵀ(K+σ²I)⁻¹y − ½ log|K+σ²I| − (n/2) log 2π
//
// over the kernel's numbers and σ², from several starts.
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
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/gp"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Gaussian process regression.
var Demo = algos.Define(algos.Demo{
	ID:            "gp-regression",
	Title:         "Gaussian process",
	Keywords:      "GP, kriging, kernel, RBF, Bayes, Bayesian, evidence, marginal likelihood, hyperparameters, uncertainty, 高斯过程, 克里金, 贝叶斯, 核函数, 超参数, 不确定性",
	Summary:       "A distribution over functions that every observation narrows, with error bars that know where they know nothing.",
	Units:         algos.Units{First: "one <step> conditions on an observation, and the band narrows"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"kernel-perceptron", "gaussian-conditioning", "bayesian-regression"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Values, Max: 500}},
	Formula:       `m(x) = k(x, X)\,(K + \sigma^2 I)^{-1} y, \quad s^2(x) = k(x, x) - k(x, X)\,(K + \sigma^2 I)^{-1} k(X, x)`,
	Sources:       files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 5, §5.1–5.1.2; §4.2.3 (periodic kernel)"},
		{Source: "002", Where: "lecture 7 (Gaussian process), lines 750–866"},
		{Source: "C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning", Where: "algorithm 2.1, chapters 4 and 5"},
		{Source: "D. K. Duvenaud, Automatic Model Construction with Gaussian Processes", Where: "chapter 2 (sums and products of kernels)"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "evidence", Title: "Evidence = fit − complexity − constant", Y: "nats", Series: []mark.Series{
			{Metric: "log_evidence", Label: "log evidence", Role: mark.RoleAccent},
			{Metric: "fit", Label: "fit", Role: mark.RoleGood},
			{Metric: "complexity", Label: "complexity", Role: mark.RoleBad},
		}},
		{ID: "variance", Title: "Variance of f, averaged over the board", Y: "variance", Series: []mark.Series{
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
	Optimise bool       // climb the evidence after the last observation
	Starts   int        // of the ascent; the first is the kernel as given
	Band     string     // "f", "y" or "both"
	Samples  int        // functions drawn from the process
	Q1, Q2   [2]float64 // where the joint distribution is shown
	Given    float64    // f(q₁), at which it is sliced
	AxisX    int        // the number of the expression across the evidence surface, from 1
	AxisY    int        // and upwards; the noise variance comes after the kernel's own
}

// maxSamples is the most functions that are drawn from the process.
const maxSamples = 10

func bind(o *Options, s *param.Set) {
	var calls []param.Call
	var forms []string // "rbf(length)", …
	for _, l := range covariance.Leaves() {
		calls = append(calls, param.Call(l))
		forms = append(forms, l.Name+"("+strings.Join(l.Args, ",")+")")
	}
	s.Text(&o.Kernel, "kernel", "1*rbf(1)", covariance.MaxLen, covariance.Check).Group("Prior").
		Calls(calls...).Hint("numbers, +, *, brackets and " + strings.Join(forms, ", "))
	s.Float(&o.NoiseVar, "noise_var", 0.05, 0, 1e6).Log(1e-6, 10).Label("noise σ²").Group("Prior").
		Hint("variance of y around f; 0 makes the curve go through every point")
	s.Bool(&o.Optimise, "optimise", false).Label("climb the evidence").Group("Evidence").
		Hint("after the last observation, move all numbers to where the data are most probable")
	s.Int(&o.Starts, "starts", 3, 1, 10).Group("Evidence").When("optimise", "true").
		Hint("the first start is the kernel as given, the others are drawn around it")
	s.Int(&o.AxisX, "axis_x", 2, 1, 25).Slider(1, 6).Label("surface across").Group("Evidence").
		Hint("which number of the kernel, in reading order; the noise variance comes last")
	s.Int(&o.AxisY, "axis_y", 3, 1, 25).Slider(1, 6).Label("surface upwards").Group("Evidence").
		Hint("which number of the kernel, in reading order; the noise variance comes last")
	s.Choice(&o.Band, "band", "both",
		param.Option{Value: "both", Label: "f and y", TeX: `m \pm 2 s, \quad m \pm 2\sqrt{s^2 + \sigma^2}`},
		param.Option{Value: "f", Label: "the function f", TeX: `m \pm 2 s`},
		param.Option{Value: "y", Label: "a new observation y", TeX: `m \pm 2\sqrt{s^2 + \sigma^2}`},
	).Label("band of").Group("Show")
	s.Int(&o.Samples, "samples", 3, 0, maxSamples).Label("draws of f").Group("Show").
		Hint("functions drawn from the process (on a line only); their random numbers stay when parameters move")
	s.Point(&o.Q1, "q1", [2]float64{-1, 0}, 1e9).Label("q₁").Group("Show").Hint("drag it: where to compare f with q₂; on a line only the first number counts")
	s.Point(&o.Q2, "q2", [2]float64{0.5, 0}, 1e9).Label("q₂").Group("Show").Hint("drag it: where to compare f with q₁")
	s.Float(&o.Given, "given", 1, -1e9, 1e9).Slider(-3, 3).Label("f(q₁) is").Group("Show").
		Hint("drag the line in the picture of f(q₁) and f(q₂): what f(q₂) is like once f(q₁) is known")
}

// run is the textbook loop: forecast each observation, then condition on it; and
// at the end, perhaps, climb the evidence.
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
		if v.climbs() {
			v.climb(yield)
		}
	}, nil
}
