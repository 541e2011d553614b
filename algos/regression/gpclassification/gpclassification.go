// Package gpclassification teaches classification with a Gaussian process: a latent
// function f ~ GP(0, k), and labels with the probability σ(y f(x)). The posterior of f
// is not Gaussian; Laplace's approximation puts a Gaussian at its mode. Newton's method
// climbs
//
//	ψ(f) = Σ log σ(yᵢfᵢ) − ½ fᵀK⁻¹f,
//
// one per step, and the prediction is the sigmoid averaged over f(x), by quadrature,
// beside the sigmoid of the mean.
//
// Package laplace holds the mathematics and package covariance the kernels; this
// package tells it as a story.
package gpclassification

import (
	"context"
	"embed"
	"iter"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/kernel"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/laplace"
	"playground/algos/say"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Gaussian process classification.
var Demo = algos.Define(algos.Demo{
	ID:    "gp-classification",
	Title: "Gaussian process classification",
	Keywords: "GPC, Laplace approximation, latent function, Newton, logistic, sigmoid, Bayes, evidence, marginal likelihood, quadrature, uncertainty, " +
		"高斯过程分类, 拉普拉斯近似, 潜函数, 牛顿法, 证据, 边缘似然, 不确定性",
	Summary:       "Probabilistic classification with a Gaussian process prior (Laplace approximation): predictions revert to ½ away from the data.",
	Units:         algos.Units{Step: "Newton step", First: "one <step> moves f towards the mode of its posterior"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"gp-regression", "logistic"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Classes, Classes: 2, Max: 350}},
	Formula: `\hat f = \arg\max_f\; \log p(y \mid f) - \tfrac{1}{2} f^\top K^{-1} f, \quad ` +
		`p(y_*{=}1) = \int \sigma(f_*)\, N(f_* \mid m, s^2)\, df_*`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "C. E. Rasmussen, C. K. I. Williams, Gaussian Processes for Machine Learning", Where: "chapter 3, algorithms 3.1 and 3.2; §3.4"},
		{Source: "C. K. I. Williams, D. Barber, IEEE Transactions on Pattern Analysis and Machine Intelligence 20 " +
			"(1998)", Where: "Bayesian classification with Gaussian processes"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some of both classes to the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "objective", Title: "Objective and log marginal likelihood", Y: "nats", Series: []mark.Series{
			{Metric: "psi", Label: "objective ψ", Role: mark.RoleAccent},
			{Metric: "log_evidence", Label: "ψ − ½ log|B|", Role: mark.RoleInk},
		}},
		{ID: "parts", Title: "Terms of the log marginal likelihood", Y: "nats", Series: []mark.Series{
			{Metric: "log_likelihood", Label: "log p(y|f)", Role: mark.RoleGood},
			{Metric: "penalty", Label: "−½ fᵀK⁻¹f", Role: mark.RoleBad},
			{Metric: "occam", Label: "−½ log|B|", Role: mark.RoleSoft},
		}},
		{ID: "convergence", Title: "Convergence to the mode", Y: "Newton decrement (log " +
			"scale)", Log: true, Series: []mark.Series{{Metric: "decrement", Label: "Newton decrement"}}},
	},
	Presets:   examples,
	Questions: questions,
	Goals:     goals,
	Fixtures:  known,
	Benches:   laplace.Timed,
}, bind, run)

// options are the parameters of the demo.
type options struct {
	Kernel string
	Factor float64    // of all length scales of the kernel
	Q      [2]float64 // where f is looked at
}

// The range of the factor, which is that of the plot of the marginal likelihood.
const (
	minFactor = 0.05
	maxFactor = 20
)

// usualKernel is the kernel that the page begins with.
const usualKernel = "8*rbf(0.7)"

func bind(o *options, s *param.Set) {
	var calls []param.Call
	var forms []string // "rbf(length_scale)", …
	for _, l := range covariance.Leaves() {
		calls = append(calls, param.Call(l))
		forms = append(forms, l.Name+"("+strings.ReplaceAll(strings.Join(l.Args, ","), " ", "_")+")")
	}
	s.Text(&o.Kernel, "kernel", usualKernel, covariance.MaxLen, covariance.Check).Group("Prior").
		Calls(calls...).Suggests(kernel.Lengths()).Hint("numbers (hyperparameters), +, *, parentheses and " + strings.Join(forms, ", "))
	s.Float(&o.Factor, "length_scale_factor", 1, minFactor, maxFactor).Log(minFactor, maxFactor).Was("stretch").Label("length-scale factor").Group("Prior").
		Hint("multiplies every length scale of the kernel; 1 = the kernel as given; drag it in the marginal-likelihood plot")
	s.Point(&o.Q, "q", [2]float64{0.5, 0.25}, 1e9).Label("q").Group("Show").
		Hint("query point for f and the predictive probabilities (drag it); in 1-D the second coordinate is ignored")
}

// run is the textbook loop: compute gradients and curvatures, solve, until the mode is reached.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		s := t.problem.Start()
		v := view{task: t, state: s, share: 1, status: running}
		if !yield(v.step()) {
			return
		}
		for steps := 1; ; steps++ {
			v.phase = weighing
			if !yield(v.step()) || ctx.Err() != nil {
				return
			}
			next, share := s.Step()
			v = view{task: t, state: next, from: s.Bare(), share: share, steps: steps, phase: moving, status: running}
			switch {
			case share > 0 && next.Ends(s):
				v.status = v.arrived()
			case share == 0 || steps == laplace.MaxSteps:
				v.status = v.left()
			}
			if !yield(v.step()) || v.status.Final() {
				return
			}
			s = next
		}
	}, nil
}

var running = algos.Status{State: algos.Running}

// highest bounds the kernel's values. Beyond it, probabilities are 0 and 1 and little else is left of
// what floating point can tell.
const highest = 1e10

// refuse says why a problem cannot be worked on, or nil.
func refuse(p algos.Problem, k covariance.Kernel) error {
	for _, q := range p.Points {
		if v := k.At(q.X, q.X); !(math.Abs(v) <= highest) {
			return algos.Refuse(say.Vars{"x": q.X[:p.Dim]}.Text("The kernel's value at <x> is beyond 10¹⁰: take smaller numbers, or points nearer to 0."))
		}
	}
	return nil
}
