// Package emelbo teaches EM as maximisation of the ELBO, on one-dimensional Gaussian
// mixtures.
//
// For any responsibilities q, log p(x | θ) = ELBO(q, θ) + KL(q ‖ p(k | x, θ)). The E-step
// maximises the ELBO over q, the M-step over θ. Where q is free the E-step makes KL = 0,
// so that the ELBO is tight and log p never decreases. Where q must be 0 or 1 (hard EM) or
// is fixed by the reader at one point, only the ELBO is guaranteed not to decrease.
package emelbo

import (
	"context"
	"embed"
	"iter"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is EM as bound optimisation.
var Demo = algos.Define(algos.Demo{
	ID:    "em-elbo",
	Title: "EM as ELBO maximisation",
	Keywords: "EM, ELBO, evidence lower bound, variational, bound optimisation, bound optimization, majorize, minorize, MM, hard EM, " +
		"classification EM, incremental EM, KL divergence, latent variable, mixture model, k-means, 证据下界, 变分, 硬 EM, 隐变量, 期望最大化, KL 散度",
	Summary: "Maximum likelihood for a mixture as maximisation of the evidence " +
		"lower bound: the E-step makes the ELBO tight, the M-step maximises it.",
	Units: algos.Units{Pass: "EM iteration", First: "one <step> makes the ELBO equal to the log-likelihood, or moves the parameters " +
		"to the maximum of the ELBO"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm", "kmeans"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.None, Max: maxPoints}},
	Formula: `\log p(x \mid \theta) = \underbrace{\sum_k q_k \log \frac{p(x, k \mid \theta)}{q_k}}_{\text{ELBO}(q,\, \theta)} + ` +
		`\underbrace{\sum_k q_k \log \frac{q_k}{p(k \mid x, \theta)}}_{\text{KL} \,\ge\, 0}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1 (EM)"},
		{Source: "002", Where: "lecture 9 (latent variable models: EM)"},
		{Source: "R. M. Neal, G. E. Hinton, in Learning in Graphical Models (1998)", Where: "EM as coordinate ascent on one function, also in parts"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning (2006)", Where: "§9.3.2 (k-means) and §9.4 (the bound)"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some on the line.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "likelihood", Title: "Log-likelihood and ELBO", Y: "nats", Series: []mark.Series{
			{Metric: "log_likelihood", Label: "log p", Role: mark.RoleInk},
			{Metric: "elbo", Label: "ELBO", Role: mark.RoleGood},
		}},
		{ID: "divergence", Title: "KL divergence", Y: "nats", Series: []mark.Series{
			{Metric: "kl", Label: "log p − ELBO = KL(q ‖ posterior)", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "Change per iteration", Y: "change", Log: true, Series: []mark.Series{
			{Metric: "gain", Label: "increase of the ELBO", Role: mark.RoleGood},
			{Metric: "change", Label: "largest parameter change", Role: mark.RoleAccent},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
}, bind, run)

const (
	maxK      = 4
	maxPoints = 300 // every one of them is a pie
)

// The E-steps.
const (
	soft = "soft"
	hard = "hard"
)

// What the M-step fits.
const (
	all       = "all"
	places    = "weights"
	means     = "means"
	onlyFirst = "first_mean"
)

// When the M-step comes.
const (
	batch       = "batch"
	incremental = "incremental"
)

// Options are the parameters of the demo.
type Options struct {
	K           int
	EStep       string
	MStep       string
	Sigma       float64       // of every component at the start
	Means       [maxK]float64 // at the start
	Odds        float64       // of component 1 against each of the others, at the start
	Own         bool          // one responsibility for a point is fixed
	Row         int
	Q           float64 // the responsibility of component 1 for it
	Schedule    string
	MinVariance float64
	MaxIter     int
	Tol         float64
}

// handMeans are where dragging starts.
var handMeans = [maxK]float64{-1, 1, 0, 2}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 2, 2, maxK).Label("components K").Hint("number of mixture components (scikit-learn: n_components)")
	s.Choice(&o.EStep, "e_step", soft,
		param.Option{Value: soft, Label: "soft", TeX: `q_{ik} = p(k \mid x_i, \theta)`, Hint: "exact posterior responsibilities: the ELBO is tight"},
		param.Option{
			Value: hard, Label: "hard", TeX: `q_{ik} \in \{0, 1\}`,
			Hint: "hard (argmax) assignments: the ELBO is not tight",
		},
	).Label("E-step").Was("variant")
	s.Choice(&o.MStep, "m_step", all,
		param.Option{Value: all, Label: "all parameters", TeX: `\pi_k,\ \mu_k,\ \sigma_k`, Hint: "weights, means and variances"},
		param.Option{Value: places, Label: "weights and means", TeX: `\pi_k,\ \mu_k`, Hint: "σ is fixed, and the same for all components"},
		param.Option{Value: means, Label: "means", TeX: `\mu_k`, Hint: "σ and the mixing weights are fixed: as σ → 0 this becomes k-means"},
		param.Option{Value: onlyFirst, Label: "μ₁ only", TeX: `\mu_1`, Hint: "a single parameter: the plotted curve is the whole objective"},
	).Label("M-step updates").Was("fit").Reads("mean1", onlyFirst)
	s.Float(&o.Sigma, "sigma", 1, 1e-6, 1e6).Log(0.01, 10).Label("σ").
		Hint("initial standard deviation of every component; fixed unless all parameters are fitted")
	for k := range o.Means {
		s.Float(&o.Means[k], "mean"+strconv.Itoa(k+1), handMeans[k], -1e9, 1e9).Slider(-5, 5).Label("initial μ"+sub[k]).Group("Start").
			When("k", from(max(2, k+1))...)
	}
	s.Float(&o.Odds, "odds", 1, 1e-6, 1e6).Log(0.01, 100).Label("initial odds π₁/πₖ").Group("Start").
		Hint("initial mixing weight relative to that of each other component")
	s.Bool(&o.Own, "own", false).Label("fix one responsibility").Group("Your q").Hint("the E-step keeps one responsibility of one point at your value")
	s.Int(&o.Row, "row", 0, 0, maxPoints-1).Label("point").Group("Your q").When("own", "true").Hint("index of the point, 0-based")
	s.Float(&o.Q, "q", 0.5, 0, 1).Label("responsibility q₁").Group("Your q").When("own", "true").
		Hint("the other components get the rest in proportion to the posterior")
	s.Choice(&o.Schedule, "schedule", batch,
		param.Option{Value: batch, Label: "batch EM", Hint: "an E-step over all points, then an M-step"},
		param.Option{
			Value: incremental, Label: "incremental EM",
			Hint: "an M-step after the E-step of each point (Neal and Hinton); the first iteration is batch EM",
		},
	).Label("schedule").Group("Solver")
	s.Float(&o.MinVariance, "min_variance", 1e-6, 0, 1e6).Log(1e-9, 1).Label("min variance").Group("Solver").Was("floor").When("m_step", all).
		Hint("lower bound of every variance in the M-step; 0 = none, and a component may collapse")
	s.Int(&o.MaxIter, "max_iter", 200, 1, 1000).Log(1, 1000).Label("max iterations").Group("Solver").Was("iterations").Hint("maximum number of EM iterations")
	s.Float(&o.Tol, "tol", 1e-6, 0, 1).Log(1e-12, 0.01).Label("tolerance").Group("Solver").
		Hint("largest parameter change at convergence, in standard deviations of the data; small = more iterations")
}

var sub = [maxK]string{"₁", "₂", "₃", "₄"}

// from lists the numbers of components from k on.
func from(k int) []string {
	var list []string
	for ; k <= maxK; k++ {
		list = append(list, strconv.Itoa(k))
	}
	return list
}

// run plays the algorithm.
func run(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := newTask(p, o)
	if err := t.refuse(); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) { t.play(yield) }, nil
}

// mostSmall is the most small steps of an E-step: with more points a small step is the
// E-step of several.
const mostSmall = 12

// play is E-step and M-step in turn, until nothing moves.
func (t *task) play(yield func(algos.Step) bool) {
	now := t.first()
	if !yield(now.step(starting, 0)) {
		return
	}
	n := len(t.x)
	stride := (n + mostSmall - 1) / mostSmall
	for {
		now = now.begin()
		together := now.together()
		for i := 0; i < n; i += stride {
			now = now.expect(min(i+stride, n))
			if !yield(now.step(asking, i)) {
				return
			}
			if !together && i+stride < n {
				now = now.follow()
				if !yield(now.step(following, i)) {
					return
				}
			}
		}
		if together {
			now = now.shared()
			if !yield(now.step(sharing, 0)) {
				return
			}
			for k := range t.K {
				if t.MStep == onlyFirst && k > 0 {
					break
				}
				now = now.refitted(k)
				if !yield(now.step(fitting, k)) {
					return
				}
			}
		}
		now = now.raise()
		if !yield(now.step(raising, 0)) || now.status.Final() {
			return
		}
	}
}
