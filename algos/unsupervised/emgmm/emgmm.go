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
	"playground/algos/param"
)

//go:embed *.go *.md *.json faithful.csv
var files embed.FS

// Demo is EM for Gaussian mixtures.
var Demo = algos.Define(algos.Demo{
	ID:    "em-gmm",
	Title: "EM for Gaussian mixtures",
	Also: "EM, GMM, clustering, cluster, mixture model, mixture of Gaussians, expectation maximization, " +
		"expectation maximisation, k-means, unsupervised, density, latent, responsibilities, ELBO, 聚类, 高斯混合模型, 期望最大化, " +
		"无监督, 密度估计, 隐变量",
	Summary: "Soft clusters: share every point out, refit every Gaussian, and watch the likelihood climb.",
	First:   "the points are shared out, and then the ellipses move",
	Family:  "Mixtures",
	After:   []string{"discriminant"},
	Pass:    "EM iteration",
	Input:   algos.Input{Points: &algos.PointsInput{Dims: []int{1, 2}, Target: dataset.None}},
	Formula: `\ell(\theta) = \sum_i \log \sum_k \pi_k\, N(x_i \mid \mu_k, \Sigma_k) \;\ge\; ` +
		`\sum_i \sum_k r_{ik} \log \frac{\pi_k\, N(x_i \mid \mu_k, \Sigma_k)}{r_{ik}}`,
	Files: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1 and §7.3"},
		{Source: "002", Where: "EM and the mixture of Gaussians (59–62)"},
		{Source: "A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39 (1977)", Where: "the EM algorithm"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning (2006)", Where: "§9.2–9.4"},
	},
	MinPoints: 1, TooFew: "There are no points yet: put some on the board.",
	Metrics: metricNames,
	Charts: []algos.Chart{
		{ID: "likelihood", Title: "Log-likelihood and its bound", Y: "nats", Series: []algos.Series{
			{Metric: "log_likelihood", Label: "log-likelihood", Role: algos.RoleInk},
			{Metric: "elbo", Label: "ELBO", Role: algos.RoleGood},
		}},
		{ID: "convergence", Title: "What one iteration changes", Y: "to zero", Log: true, Series: []algos.Series{
			{Metric: "gain", Label: "rise of the log-likelihood", Role: algos.RoleGood},
			{Metric: "change", Label: "largest move of a parameter", Role: algos.RoleAccent},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Work:      timed,
}, bind, run)

// maxK is the most components of a mixture.
const maxK = 10

// How the means start.
const (
	atRandom = "random"
	plusPlus = "kmeans++"
	atRows   = "rows"
	byHand   = "hand"
)

// Options are the parameters of the demo.
type Options struct {
	K          int
	Covariance string
	Init       string
	Rows       string    // rows of the first means, "" spreads them evenly
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
	)
	s.Choice(&o.Init, "init", plusPlus,
		param.Option{Value: plusPlus, Label: "k-means++", Hint: "points far from each other; another seed chooses others"},
		param.Option{Value: atRandom, Label: "random points", Hint: "another seed chooses others"},
		param.Option{Value: atRows, Label: "given rows"},
		param.Option{Value: byHand, Label: "by hand", Hint: "drag the hollow marks on the board"},
	).Label("means start at").Group("Start")
	s.Text(&o.Rows, "rows", "", 80, func(text string) error {
		_, err := parseRows(text)
		return err
	}).Label("rows").Group("Start").When("init", atRows).Hint("one for each component, counted from 0, such as 7,37,67; empty spreads them evenly")
	for j := range o.Means {
		s.Point(&o.Means[j], fmt.Sprintf("mean%d", j+1), handMeans[j], 1e9).Label(fmt.Sprintf("mean %d", j+1)).Group("Start").
			When("init", byHand).And("k", from(j+1)...)
	}
	s.Float(&o.Spread, "spread", 1, 1e-6, 100).Log(0.01, 1).Label("first variance").Group("Start").
		Hint("of every component, as a share of the data's own variance in each coordinate; narrow starts see only their neighbourhood")
	s.Float(&o.Reg, "reg", 1e-6, 0, 1e6).Log(1e-9, 1).Label("reg").Group("Solver").
		Hint("added to every variance in the M-step, so that none can reach 0; with 0 a component may collapse")
	s.Int(&o.Iterations, "iterations", 500, 1, 10_000).Log(1, 1000).Label("iterations").Group("Solver").Hint("the run ends after this many")
	s.Float(&o.Tol, "tol", 1e-11, 0, 1).Log(1e-12, 0.01).Label("tolerance").Group("Solver").
		Hint("the run has converged when no weight, mean or covariance moves by more, in standard deviations of the data")
}

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
	return func(yield func(algos.Step) bool) { t.play(t.begin(), yield) }, nil
}

// play is the textbook loop: E-step, M-step, until nothing moves.
func (t *task) play(theta mixture, yield func(algos.Step) bool) {
	now := t.first(theta)
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
