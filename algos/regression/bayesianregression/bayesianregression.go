// Package bayesianregression teaches Bayesian linear regression: a Gaussian prior over
// the coefficients of features, θ ~ N(0, σ_p²I), and observations y = θᵀφ(x) + ε with
// noise of a known variance σ². After some observations θ is Gaussian again, with
//
//	Σ = (ΦᵀΦ/σ² + I/σ_p²)⁻¹,  μ = ΣΦᵀy/σ²,
//
// and f at x is N(μᵀφ, φᵀΣφ): what is not known of the line. The noise σ² comes on top.
//
// The observations come one at a time: prior, likelihood of one observation, posterior, which is
// the prior of the next. The root of the precision is kept, and rotations work a row into
// it.
package bayesianregression

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

// Demo is Bayesian linear regression.
var Demo = algos.Define(algos.Demo{
	ID:    "bayesian-regression",
	Title: "Bayesian regression",
	Keywords: "Bayesian linear regression, Bayes, posterior, prior, likelihood, predictive, epistemic, aleatoric, " +
		"credible band, marginal likelihood, evidence, model selection, Laplace approximation, BIC, Laplace, MAP, ridge, 贝叶斯回归, 后验, 先验, 证据, 岭回归",
	Summary:       "Bayesian linear regression: a posterior over all lines, where each observation's likelihood is a stripe in parameter space.",
	Units:         algos.Units{Step: "observation", First: "one <step> updates the posterior, and its variance decreases"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"linear-regression", "polynomial"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.Values, Max: 500}},
	Formula: `\Sigma = \big(\sigma^{-2}\Phi^\top\Phi + \sigma_p^{-2}I\big)^{-1}, \quad \mu = \sigma^{-2}\,\Sigma\,\Phi^\top y, ` +
		`\quad f(x) \sim N\big(\mu^\top\varphi(x),\; \varphi(x)^\top\Sigma\,\varphi(x)\big)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§2.2.2 (ridge as MAP, Bayesian linear regression)"},
		{Source: "002", Where: "lecture 7 (Bayesian linear model, weight space)"},
		{Source: "004", Where: "handout I (Bayesian score, BIC, Laplace)"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning", Where: "§3.3 and §4.4"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "scores", Title: "Evidence and BIC", Y: "nats", Series: []mark.Series{
			{Metric: "log_evidence", Label: "log evidence", Role: mark.RoleAccent},
			{Metric: "bic", Label: "BIC"},
			{Metric: "max_log_likelihood", Label: "maximum log-likelihood", Bound: true},
		}},
		{ID: "gap", Title: "BIC − log evidence", Y: "nats", Series: []mark.Series{{Metric: "gap", Label: "BIC − log evidence"}}},
		{ID: "variance", Title: "Epistemic and aleatoric variance", Y: "variance", Log: true, Series: []mark.Series{
			{Metric: "epistemic", Label: "epistemic, averaged over the board", Role: mark.RoleAccent},
			{Metric: "aleatoric", Label: "aleatoric: noise", Bound: true},
		}},
	},
	Presets: presets, Questions: questions, Goals: goals, Fixtures: fixtures,
}, bind, run)

// Options are the parameters of the demo.
type Options struct {
	PriorVar    float64 // σ_p²
	NoiseVar    float64 // σ²
	Degree      int
	Basis       string
	Band        string     // "f", "y" or "both"
	Samples     int        // lines drawn from the posterior
	Line        [2]float64 // coefficients of a line of the reader's own
	Observation [2]float64 // an observation of the reader, not used for inference
}

// maxSamples is the most lines that are drawn from the posterior.
const maxSamples = 20

func bind(o *Options, s *param.Set) {
	s.Float(&o.PriorVar, "prior_var", 1, 1e-9, 1e12).Log(1e-3, 1e3).Label("prior variance σₚ²").Group("Prior").
		Hint("prior variance of every coefficient (mean 0): small = strong shrinkage, very large = least squares (flat prior)")
	s.Float(&o.NoiseVar, "noise_var", 0.1, 1e-9, 1e9).Log(1e-4, 10).Label("noise variance σ²").Group("Prior").
		Hint("observation noise variance, taken as known; ridge: λ = σ²/σₚ²; scikit-learn: BayesianRidge estimates both")
	s.Int(&o.Degree, "degree", 1, 0, maxDegree).Label("degree").Group("Prior").
		Hint("polynomial degree; the evidence plot compares all degrees")
	s.Choice(&o.Basis, "basis", powers,
		param.Option{Value: powers, Label: "monomials", TeX: `\varphi = (1,\, x,\, \dots,\, x^p)`},
		param.Option{Value: binomial, Label: "polynomial-kernel features", TeX: `\varphi_k = \sqrt{\binom{p}{k}}\; x^k`},
		param.Option{Value: origin, Label: "through the origin", TeX: `\varphi = (x,\, \dots,\, x^p)`},
	).Label("basis functions").Group("Prior")
	s.Choice(&o.Band, "band", "both",
		param.Option{Value: "both", Label: "f and y", TeX: `m \pm 2s, \quad m \pm 2\sqrt{s^2+\sigma^2}`},
		param.Option{Value: "f", Label: "line f", TeX: `m \pm 2s`},
		param.Option{Value: "y", Label: "new observation y", TeX: `m \pm 2\sqrt{s^2+\sigma^2}`},
	).Label("credible band for").Group("Show")
	s.Int(&o.Samples, "n_samples", 6, 0, maxSamples).Was("samples").Label("posterior samples").Group("Show").
		Hint("lines sampled from the posterior; each is a dot in parameter space")
	s.Point(&o.Line, "line", [2]float64{0, -1}, 1e9).Label("your line").Group("Show").
		Hint("drag the dot in parameter space or the line's two handles: they are the same line")
	s.Point(&o.Observation, "observation", [2]float64{1, -1}, 1e9).Was("datum").Label("your observation").Group("Show").
		Hint("drag it: its likelihood is a stripe in parameter space; it is not used for inference")
}

// run is the textbook loop: predict an observation, multiply by its likelihood, and use the
// posterior as the next prior.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if o.Basis == origin && o.Degree == 0 {
		return nil, algos.Refuse("A polynomial of degree 0 through the origin has no coefficient: choose degree 1 or more.")
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(ctx, p, o)
		v := view{task: t, phase: starting, post: t.prior(), row: -1, status: algos.Status{State: algos.Running}}
		if len(t.y) == 0 {
			v.status = algos.Status{State: algos.Converged, Reason: "There are no observations: this is the prior. Add points to the board."}
		}
		if !yield(v.step()) {
			return
		}
		for row := range t.y {
			if !yield(v.about(row, foreseeing).step()) || !yield(v.about(row, weighing).step()) {
				return
			}
			v = v.about(row, foreseeing).condition()
			if row == len(t.y)-1 {
				v.status = v.allSeen()
			}
			if !yield(v.step()) {
				return
			}
		}
	}, nil
}
