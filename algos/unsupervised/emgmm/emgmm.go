// Package emgmm teaches expectation–maximisation for mixtures of Gaussians,
//
//	p(x) = Σₖ πₖ N(x | μₖ, Σₖ).
//
// The E-step shares every point out among the components by Bayes' rule; the
// M-step gives every component the weight, mean and covariance of its shares.
// Between them stands the lower bound ELBO(r, θ) ≤ log p(x | θ): the E-step makes
// it touch, the M-step raises it, so the log-likelihood never falls. A reg above 0
// bends the M-step: what it raises then is the bound less ½·reg Σₖ Nₖ tr Σₖ⁻¹.
package emgmm

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
	"playground/algos/unsupervised/internal/lloyd"
)

//go:embed *.go *.md *.json faithful.csv
var files embed.FS

// Demo is EM for Gaussian mixtures.
var Demo = algos.Define(algos.Demo{
	ID:    "em-gmm",
	Title: "EM for Gaussian mixtures",
	Keywords: "EM, GMM, clustering, cluster, mixture model, mixture of Gaussians, expectation maximization, " +
		"expectation maximisation, k-means, unsupervised, density, latent, responsibilities, ELBO, 聚类, 高斯混合模型, 期望最大化, " +
		"无监督, 密度估计, 隐变量",
	Summary:       "Soft clusters: share every point out, refit every Gaussian, and watch the likelihood climb.",
	Units:         algos.Units{Pass: "EM iteration", First: "one <step> computes the shares of the points, or refits the components to them"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"discriminant", "kmeans"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None}},
	Formula: `\ell(\theta) = \sum_i \log \sum_k \pi_k\, N(x_i \mid \mu_k, \Sigma_k) \;\ge\; ` +
		`\sum_i \sum_k r_{ik} \log \frac{\pi_k\, N(x_i \mid \mu_k, \Sigma_k)}{r_{ik}}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1 (EM) and §7.1.2 (Gaussian mixture models)"},
		{Source: "002", Where: "lecture 8 (mixture of Gaussians) and lecture 9 (latent variable models: EM), lines 1093–1251"},
		{Source: "A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39 (1977)", Where: "the EM algorithm"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning (2006)", Where: "§9.2–9.4"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "likelihood", Title: "Log-likelihood and its bound", Y: "nats", Series: []mark.Series{
			{Metric: "log_likelihood", Label: "log-likelihood", Role: mark.RoleInk},
			{Metric: "elbo", Label: "ELBO", Role: mark.RoleGood},
		}},
		{ID: "divergence", Title: "What the bound misses: KL(r ‖ posterior)", Y: "nats", Series: []mark.Series{
			{Metric: "kl", Label: "log-likelihood − ELBO = KL", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "What one iteration changes", Y: "to zero", Log: true, Series: []mark.Series{
			{Metric: "gain", Label: "rise of the log-likelihood", Role: mark.RoleGood},
			{Metric: "change", Label: "largest move of a parameter", Role: mark.RoleAccent},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// maxK is the most components of a mixture.
const maxK = 10

// How the means start.
const (
	atRandom = "random"
	plusPlus = "kmeans++"
	atRows   = "rows"
	byHand   = "hand"
	byShares = "shares"
)

// Options are the parameters of the demo.
type Options struct {
	K          int
	Covariance string
	Sigma      float64 // of every component, for covariance=fixed
	Init       string
	Rows       string    // rows of the first means, "" spreads them evenly
	Evenness   float64   // of the first shares, for init=shares: 0 drawn, 1 all equal
	Means      [maxK]vec // the first means, for init=hand
	Spread     float64   // variance of the first components, in variances of the data
	Reg        float64   // added to every variance in the M-step
	Iterations int
	Tol        float64 // largest change of a parameter at which the run has converged
}

// handMeans are where dragging starts.
var handMeans = [maxK]vec{{-1.5, -1}, {1.5, -1}, {0, 1.5}, {-1.5, 1}, {1.5, 1}, {0, -1.5}, {0, 0}, {-2, 0}, {2, 0}, {0, 2.5}}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 3, 1, maxK).Label("components K").Hint("how many Gaussians")
	s.Choice(&o.Covariance, "covariance", string(full),
		param.Option{Value: string(full), Label: "full", TeX: `\Sigma_k = \begin{pmatrix} a_k & b_k \\ b_k & c_k \end{pmatrix}`, Hint: "any ellipse"},
		param.Option{Value: string(diagonal), Label: "diagonal", TeX: `\Sigma_k = \begin{pmatrix} a_k & 0 \\ 0 & c_k \end{pmatrix}`, Hint: "ellipses along the axes"},
		param.Option{Value: string(spherical), Label: "spherical", TeX: `\Sigma_k = \sigma_k^2 I`, Hint: "circles, each of its own size"},
		param.Option{Value: string(tied), Label: "tied", TeX: `\Sigma_k = \Sigma`, Hint: "one ellipse for all components"},
		param.Option{
			Value: string(fixed), Label: "fixed", TeX: `\Sigma_k = \sigma^2 I`,
			Hint: "circles of a size that is given, and not fitted: as σ falls EM becomes k-means",
		},
	)
	s.Float(&o.Sigma, "sigma", 0.5, 1e-6, 1e6).Log(0.01, 10).Label("σ").When("covariance", string(fixed)).
		Hint("standard deviation of every component in every coordinate, in the units of the data")
	s.Choice(&o.Init, "init", plusPlus,
		param.Option{Value: plusPlus, Label: "k-means++", Hint: "points far from each other; another seed chooses others"},
		param.Option{Value: atRandom, Label: "random points", Hint: "another seed chooses others"},
		param.Option{Value: atRows, Label: "given rows"},
		param.Option{Value: byHand, Label: "by hand", Hint: "drag the hollow marks on the board"},
		param.Option{
			Value: byShares, Label: "random shares",
			Hint: "every point is shared out at random, and an M-step makes the first means; another seed draws others",
		},
	).Label("means start at").Group("Start")
	s.Float(&o.Evenness, "evenness", 0, 0, 1).Label("even shares").Group("Start").When("init", byShares).
		Hint("0: the shares as they are drawn; 1: every point in equal shares, and then the components coincide for ever")
	s.Text(&o.Rows, "rows", "", 80, func(text string) error {
		_, err := lloyd.ParseRows(text, maxK)
		return err
	}).Label("rows").Group("Start").When("init", atRows).Hint("one for each component, counted from 0, such as 7,37,67; empty spreads them evenly")
	for j := range o.Means {
		s.Point(&o.Means[j], fmt.Sprintf("mean%d", j+1), handMeans[j], 1e9).Label(fmt.Sprintf("mean %d", j+1)).Group("Start").
			When("init", byHand).And("k", from(j+1)...)
	}
	s.Float(&o.Spread, "spread", 1, 1e-6, 100).Log(0.01, 1).Label("first variance").Group("Start").
		When("init", plusPlus, atRandom, atRows, byHand).And("covariance", fitted...).
		Hint("of every component, as a share of the data's own variance in each coordinate; narrow starts see only their neighbourhood")
	s.Float(&o.Reg, "reg", 1e-6, 0, 1e6).Log(1e-9, 1).Label("reg").Group("Solver").When("covariance", fitted...).
		Hint("added to every variance in the M-step, so that none can reach 0; with 0 a component may collapse")
	s.Int(&o.Iterations, "iterations", 500, 1, 10_000).Log(1, 1000).Label("iterations").Group("Solver").Hint("the run ends after this many")
	s.Float(&o.Tol, "tol", 1e-11, 0, 1).Log(1e-12, 0.01).Label("tolerance").Group("Solver").
		Hint("the run has converged when no weight, mean or covariance moves by more, in standard deviations of the data")
}

// fitted are the shapes whose covariances the M-step makes.
var fitted = []string{string(full), string(diagonal), string(spherical), string(tied)}

// from lists the numbers of components from k on.
func from(k int) []string {
	var list []string
	for ; k <= maxK; k++ {
		list = append(list, strconv.Itoa(k))
	}
	return list
}

// run starts the mixture and plays the algorithm.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	t := newTask(ctx, p, o)
	if err := t.refuse(); err != nil {
		return nil, err
	}
	theta, shares := t.begin()
	if !t.sound(theta) {
		return nil, algos.Refuse("The first shares give a component a covariance that is as good as singular, for its points lie on a line: " +
			"set reg above 0, or choose another kind of covariance.")
	}
	return func(yield func(algos.Step) bool) { t.play(theta, shares, yield) }, nil
}

// play is the textbook loop: E-step, M-step, until nothing moves. The shares are
// those that the first mixture was made of, nil where it was not made of any.
func (t *task) play(theta mixture, shares []float64, yield func(algos.Step) bool) {
	now := t.first(theta, shares)
	if !yield(now.step(starting, 0)) {
		return
	}
	for {
		bound := now.metrics()
		now = now.expect()
		// A small step looks at the point of which the E-step is least sure.
		look := now.step(asking, now.doubtful())
		look.Metrics = bound // not moved yet
		if !yield(look) || !yield(now.step(sharing, 0)) {
			return
		}
		for j := range t.K {
			if !yield(now.step(fitting, j)) {
				return
			}
		}
		now = now.maximise()
		if !yield(now.step(raising, 0)) || now.status.Final() {
			return
		}
	}
}
