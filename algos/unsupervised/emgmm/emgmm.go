// Package emgmm teaches expectation–maximisation for mixtures of Gaussians,
//
//	p(x) = Σₖ πₖ N(x | μₖ, Σₖ).
//
// The E-step computes the responsibilities of the components for every point by
// Bayes' rule; the M-step refits weight, mean and covariance of every component with
// the responsibilities as weights. Both maximise the ELBO(r, θ) ≤ log p(x | θ): after
// the E-step it equals the log-likelihood, and the M-step increases it, so that the
// log-likelihood never decreases. A reg_covar ε above 0 changes the M-step, which then
// maximises the ELBO less the penalty ½ε Σₖ Nₖ tr Σₖ⁻¹.
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
	Summary: "Soft clustering and density estimation with a Gaussian mixture model: the E-step computes responsibilities, the M-step " +
		"refits the Gaussians.",
	Units:         algos.Units{Pass: "EM iteration", First: "one <step> computes the responsibilities of the components, or refits the components to them"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"discriminant", "kmeans"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None}},
	Formula: `\ell(\theta) = \sum_i \log \sum_k \pi_k\, N(x_i \mid \mu_k, \Sigma_k) \;\ge\; ` +
		`\sum_i \sum_k r_{ik} \log \frac{\pi_k\, N(x_i \mid \mu_k, \Sigma_k)}{r_{ik}}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 7, §7.1 (EM) and §7.1.2 (Gaussian mixture models)"},
		{Source: "002", Where: "lecture 8 (mixture of Gaussians) and lecture 9 (latent variable models: EM)"},
		{Source: "A. P. Dempster, N. M. Laird, D. B. Rubin, J. R. Stat. Soc. B 39 (1977)", Where: "the EM algorithm"},
		{Source: "C. M. Bishop, Pattern Recognition and Machine Learning (2006)", Where: "§9.2–9.4"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "likelihood", Title: "Log-likelihood and ELBO", Y: "nats", Series: []mark.Series{
			{Metric: "log_likelihood", Label: "log-likelihood", Role: mark.RoleInk},
			{Metric: "elbo", Label: "ELBO", Role: mark.RoleGood},
		}},
		{ID: "divergence", Title: "Gap to the ELBO: KL(r ‖ posterior)", Y: "nats", Series: []mark.Series{
			{Metric: "kl", Label: "log-likelihood − ELBO = KL", Role: mark.RoleBad},
		}},
		{ID: "convergence", Title: "Change per iteration", Y: "change", Log: true, Series: []mark.Series{
			{Metric: "gain", Label: "increase of the log-likelihood", Role: mark.RoleGood},
			{Metric: "change", Label: "largest parameter change", Role: mark.RoleAccent},
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

// The initialisations.
const (
	atRandom           = "random"
	plusPlus           = "kmeans++"
	atPoints           = "indices"
	byHand             = "hand"
	byResponsibilities = "random_responsibilities"
)

// Options are the parameters of the demo.
type Options struct {
	K            int
	Covariance   string
	Sigma        float64 // of every component, for covariance=fixed
	Init         string
	Indices      string    // of the points that the means start at, "" spreads them evenly
	Uniformity   float64   // of random first responsibilities: 0 as drawn, 1 all equal
	Means        [maxK]vec // the first means, for init=hand
	InitVariance float64   // of the first components, in variances of the data
	Reg          float64   // added to every variance in the M-step
	MaxIter      int
	Tol          float64 // largest change of a parameter at which the run has converged
}

// handMeans are where dragging starts.
var handMeans = [maxK]vec{{-1.5, -1}, {1.5, -1}, {0, 1.5}, {-1.5, 1}, {1.5, 1}, {0, -1.5}, {0, 0}, {-2, 0}, {2, 0}, {0, 2.5}}

func bind(o *Options, s *param.Set) {
	s.Int(&o.K, "k", 3, 1, maxK).Label("components K").Hint("number of mixture components (scikit-learn: n_components)")
	s.Choice(&o.Covariance, "covariance", string(full),
		param.Option{Value: string(full), Label: "full", TeX: `\Sigma_k = \begin{pmatrix} a_k & b_k \\ b_k & c_k ` +
			`\end{pmatrix}`, Hint: "one general covariance per component"},
		param.Option{Value: string(diagonal), Label: "diagonal", TeX: `\Sigma_k = \begin{pmatrix} a_k & 0 \\ 0 & c_k ` +
			`\end{pmatrix}`, Hint: "axis-aligned: no correlation within a component"},
		param.Option{Value: string(spherical), Label: "spherical", TeX: `\Sigma_k = \sigma_k^2 I`, Hint: "one variance per component"},
		param.Option{Value: string(tied), Label: "tied", TeX: `\Sigma_k = \Sigma`, Hint: "one covariance shared by all components"},
		param.Option{
			Value: string(fixed), Label: "fixed", TeX: `\Sigma_k = \sigma^2 I`,
			Hint: "one given variance σ², not fitted: as σ → 0 EM becomes k-means",
		},
	)
	s.Float(&o.Sigma, "sigma", 0.5, 1e-6, 1e6).Log(0.01, 10).Label("σ").When("covariance", string(fixed)).
		Hint("standard deviation of every component in every coordinate; small = hard assignments, as in k-means")
	s.Choice(&o.Init, "init", plusPlus,
		param.Option{Value: plusPlus, Label: "k-means++", Hint: "points sampled by k-means++ (scikit-learn: init_params); depends on the seed"},
		param.Option{Value: atRandom, Label: "random points", Hint: "depends on the seed (scikit-learn: random_from_data)"},
		param.Option{Value: atPoints, Label: "given points"},
		param.Option{Value: byHand, Label: "by hand", Hint: "drag the hollow marks on the board"},
		param.Option{
			Value: byResponsibilities, Label: "random responsibilities",
			Hint: "random responsibilities, then an M-step (scikit-learn: init_params=\"random\"); depends on the seed",
		},
	).Label("initialisation").Group("Start").Reads("rows", atPoints).Reads("shares", byResponsibilities)
	s.Float(&o.Uniformity, "uniformity", 0, 0, 1).Label("uniformity").Group("Start").Was("evenness").When("init", byResponsibilities).
		Hint("0 = responsibilities as drawn; 1 = all equal: the components coincide and EM never separates them")
	s.Text(&o.Indices, "init_indices", "", 80, func(text string) error {
		_, err := lloyd.ParseRows(text, maxK)
		return err
	}).Label("initial points").Group("Start").Was("rows").When("init", atPoints).Hint("one 0-based index per component, e.g. 7,37,67; empty = evenly spaced")
	for j := range o.Means {
		s.Point(&o.Means[j], fmt.Sprintf("mean%d", j+1), handMeans[j], 1e9).Label(fmt.Sprintf("mean %d", j+1)).Group("Start").
			When("init", byHand).And("k", from(j+1)...)
	}
	s.Float(&o.InitVariance, "init_variance", 1, 1e-6, 100).Log(0.01, 1).Label("initial variance").Group("Start").Was("spread").
		When("init", plusPlus, atRandom, atPoints, byHand).And("covariance", fitted...).
		Hint("initial variance of every component, relative to the variance of the data in each coordinate; small = nearly hard first assignments")
	s.Float(&o.Reg, "reg_covar", 1e-6, 0, 1e6).Log(1e-9, 1).Label("regularisation ε").Group("Solver").Was("reg").When("covariance", fitted...).
		Hint("added to the covariance diagonal in the M-step (scikit-learn: reg_covar); 0 = none, and a component may collapse")
	s.Int(&o.MaxIter, "max_iter", 500, 1, 10_000).Log(1, 1000).Label("max iterations").Group("Solver").Was("iterations").
		Hint("maximum number of EM iterations (scikit-learn: max_iter)")
	s.Float(&o.Tol, "tol", 1e-11, 0, 1).Log(1e-12, 0.01).Label("tolerance").Group("Solver").
		Hint("largest parameter change at convergence, in standard deviations of the data; small = more iterations")
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
		return nil, algos.Refuse("The initial covariance of a component is numerically singular because its points are on a line: set reg_covar " +
			"above 0, or choose another covariance type.")
	}
	return func(yield func(algos.Step) bool) { t.play(theta, shares, yield) }, nil
}

// play is the textbook loop: E-step, M-step, until nothing moves. The responsibilities are
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
