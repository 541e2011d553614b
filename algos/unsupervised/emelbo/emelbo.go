// Package emelbo teaches EM as the climb of a bound, on mixtures of Gaussians on a line.
//
// For any shares q, log p(x | θ) = ELBO(q, θ) + KL(q ‖ p(k | x, θ)). The E-step chooses the
// best q and the M-step the best θ, each for the ELBO alone. Where q is free the E-step
// makes KL = 0, so that the bound touches and log p never falls. Where q must be 0 or 1
// (hard EM) or is held by hand at one point, the same two steps climb the ELBO, and that
// is all.
package emelbo

import (
	"context"
	"embed"
	"fmt"
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
	Title: "EM climbs a bound",
	Keywords: "EM, ELBO, evidence lower bound, variational, bound optimisation, bound optimization, majorize, minorize, MM, hard EM, " +
		"classification EM, incremental EM, KL divergence, latent variable, mixture model, k-means, 证据下界, 变分, 硬 EM, 隐变量, 期望最大化, KL 散度",
	Summary:       "log p is the bound plus a divergence: the E-step makes the bound touch, the M-step climbs it.",
	Units:         algos.Units{Pass: "EM iteration", First: "one <step> moves the bound up to the likelihood, or the parameters to the top of the bound"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm", "kmeans"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.None, Max: maxPoints}},
	Formula: `\log p(x \mid \theta) = \underbrace{\sum_k q_k \log \frac{p(x, k \mid \theta)}{q_k}}_{\text{ELBO}(q,\, \theta)} + ` +
		`\underbrace{\sum_k q_k \log \frac{q_k}{p(k \mid x, \theta)}}_{\text{KL} \,\ge\, 0}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1 (EM)"},
		{Source: "002", Where: "lecture 9 (latent variable models: EM), lines 1118–1251"},
		{Source: "R. M. Neal, G. E. Hinton, in Learning in Graphical Models (1998)", Where: "EM as the climb of one function in turns, and in parts"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning (2006)", Where: "§9.3.2 (k-means) and §9.4 (the bound)"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the line.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "likelihood", Title: "Log-likelihood and its bound", Y: "nats", Series: []mark.Series{
			{Metric: "log_likelihood", Label: "log p", Role: mark.RoleInk},
			{Metric: "elbo", Label: "ELBO", Role: mark.RoleGood},
		}},
		{ID: "divergence", Title: "What lies between: KL", Y: "nats", Series: []mark.Series{
			{Metric: "kl", Label: "log p − ELBO = KL(q ‖ posterior)", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "What one iteration changes", Y: "to zero", Log: true, Series: []mark.Series{
			{Metric: "gain", Label: "rise of the ELBO", Role: mark.RoleGood},
			{Metric: "change", Label: "largest move of a parameter", Role: mark.RoleAccent},
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

// How the shares are chosen.
const (
	soft = "soft"
	hard = "hard"
)

// What the M-step fits.
const (
	all       = "all"
	places    = "weights"
	means     = "means"
	onlyFirst = "mean1"
)

// When the M-step comes.
const (
	batch       = "batch"
	incremental = "incremental"
)

// Options are the parameters of the demo.
type Options struct {
	K          int
	Variant    string
	Fit        string
	Sigma      float64       // of every component at the start
	Means      [maxK]float64 // at the start
	Odds       float64       // of component 1 against each of the others, at the start
	Own        bool          // a row's share is held by hand
	Row        int
	Q          float64 // the share of component 1 in it
	Schedule   string
	Floor      float64 // below which no variance goes
	Iterations int
	Tol        float64
}

// handMeans are where dragging starts.
var handMeans = [maxK]float64{-1, 1, 0, 2}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 2, 2, maxK).Label("components K")
	s.Choice(&o.Variant, "variant", soft,
		param.Option{Value: soft, Label: "soft", TeX: `q_{ik} = p(k \mid x_i, \theta)`, Hint: "the best shares of all: the bound touches"},
		param.Option{
			Value: hard, Label: "hard", TeX: `q_{ik} \in \{0, 1\}`,
			Hint: "the winner takes all: the best of the shares that are 0 or 1, and the bound stays below",
		},
	).Label("shares")
	s.Choice(&o.Fit, "fit", all,
		param.Option{Value: all, Label: "everything", TeX: `\pi_k,\ \mu_k,\ \sigma_k`, Hint: "weights, means and variances"},
		param.Option{Value: places, Label: "weights and means", TeX: `\pi_k,\ \mu_k`, Hint: "σ is given, and the same for all"},
		param.Option{Value: means, Label: "means", TeX: `\mu_k`, Hint: "σ and the weights are given: as σ falls this becomes k-means"},
		param.Option{Value: onlyFirst, Label: "μ₁ alone", TeX: `\mu_1`, Hint: "a single parameter: the whole run climbs the curve that is drawn"},
	).Label("the M-step fits")
	s.Float(&o.Sigma, "sigma", 1, 1e-6, 1e6).Log(0.01, 10).Label("σ").
		Hint("standard deviation of every component at the start; it stays unless everything is fitted")
	for k := range o.Means {
		s.Float(&o.Means[k], "mean"+strconv.Itoa(k+1), handMeans[k], -1e9, 1e9).Slider(-5, 5).Label(fmt.Sprintf("μ%s at the start", sub[k])).Group("Start").
			When("k", from(max(2, k+1))...)
	}
	s.Float(&o.Odds, "odds", 1, 1e-6, 1e6).Log(0.01, 100).Label("odds of component 1").Group("Start").
		Hint("its weight is so many times that of each other component")
	s.Bool(&o.Own, "own", false).Label("hold one share by hand").Group("Your q").Hint("the E-step then leaves one share of one point as you set it")
	s.Int(&o.Row, "row", 0, 0, maxPoints-1).Label("point").Group("Your q").When("own", "true").Hint("its row, counted from 0")
	s.Float(&o.Q, "q", 0.5, 0, 1).Label("q of component 1").Group("Your q").When("own", "true").
		Hint("the other components have the rest in proportion to the posterior")
	s.Choice(&o.Schedule, "schedule", batch,
		param.Option{Value: batch, Label: "after all points", Hint: "an E-step for all points, then an M-step"},
		param.Option{
			Value: incremental, Label: "after every point",
			Hint: "incremental EM: an M-step follows as soon as one point is shared out; the first iteration is an ordinary one",
		},
	).Label("M-step").Group("Solver")
	s.Float(&o.Floor, "floor", 1e-6, 0, 1e6).Log(1e-9, 1).Label("least variance").Group("Solver").When("fit", all).
		Hint("the M-step chooses among variances of at least so much; with 0 a component may collapse")
	s.Int(&o.Iterations, "iterations", 200, 1, 1000).Log(1, 1000).Label("iterations").Group("Solver").Hint("the run ends after this many")
	s.Float(&o.Tol, "tol", 1e-6, 0, 1).Log(1e-12, 0.01).Label("tolerance").Group("Solver").
		Hint("the run has converged when no weight, mean or standard deviation moves by more, in standard deviations of the data")
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

// mostSmall is the most small steps of an E-step: of more points several are shared out
// at once.
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
				if t.Fit == onlyFirst && k > 0 {
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
