// Package dpmixture teaches the Dirichlet process mixture of Gaussians by collapsed Gibbs
// sampling: clustering with an unknown number of clusters.
//
//	partition:      point i joins a cluster (table) of n_k with n_k/(α+i−1), a new one with α/(α+i−1)
//	cluster means:  μ_k ~ N(m₀, τ²I)
//	points:         x_i ~ N(μ_{z_i}, σ²I)
//
// With weights and means integrated out, a point that is removed is reassigned to cluster k
// in proportion to n_k times the predictive density of its points, and to a new one in
// proportion to α times the prior predictive density (Neal's algorithm 3).
package dpmixture

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

// Demo is the Dirichlet process mixture.
var Demo = algos.Define(algos.Demo{
	ID:    "dp-mixture",
	Title: "Dirichlet process mixture",
	Keywords: "DP mixture, DPMM, infinite mixture, non-parametric Bayes, Chinese restaurant process, CRP, collapsed Gibbs sampling, Neal algorithm 3, " +
		"clustering, number of clusters, concentration, co-clustering, 狄利克雷过程混合, 非参数贝叶斯, 中餐馆过程, 吉布斯采样, 聚类, 簇数",
	Summary:       "Bayesian non-parametric clustering by collapsed Gibbs sampling: the number of clusters is inferred, not given.",
	Units:         algos.Units{Pass: "sweep", First: "one <step> removes a point from its cluster and reassigns it by its full conditional"},
	Family:        "Clustering and mixtures",
	Prerequisites: []string{"em-gmm", "dirichlet-process"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.None, Max: maxPoints}},
	Formula: `p(z_i=k\mid z_{-i},x)\propto\begin{cases}n_k\,N(x_i\mid m_k,s_k^2I)&\text{a table of }n_k\\` +
		`\alpha\,N(x_i\mid m_0,(\sigma^2+\tau^2)I)&\text{a new one}\end{cases}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "7.2.3, definition 7.2.6"},
		{Source: "C. E. Antoniak, Mixtures of Dirichlet processes", Where: "Annals of Statistics 2, 1974"},
		{Source: "R. M. Neal, Markov chain sampling methods for Dirichlet process mixture models", Where: "J. Comp. Graph. Stat. 9, 2000: algorithm 3"},
	},
	MinPoints: 1, TooFew: "There are no points yet: add some on the board.",
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "joint", Title: "ln p(x, z)", Y: "ln p", Series: []mark.Series{
			{Metric: "log_joint", Label: "ln p(x, z)", Role: mark.RoleAccent},
			{Metric: "log_best", Label: "MAP partition", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "clusters", Title: "Number of clusters", Y: "clusters", Series: []mark.Series{
			{Metric: "clusters", Label: "current clusters", Role: mark.RoleAccent},
			{Metric: "mean_clusters", Label: "posterior mean estimate", Role: mark.RoleInk},
			{Metric: "exact_clusters", Label: "exact posterior mean", Bound: true, Role: mark.RoleGood},
			{Metric: "prior_clusters", Label: "prior mean Σ α/(α+i−1)", Bound: true, Role: mark.RoleFaint},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The initialisations; the values are public.
const (
	together = "together"
	alone    = "alone"
	oneByOne = "one-by-one"
	given    = "given"
)

type options struct {
	Alpha, Sigma, Tau    float64
	PriorMean            vec
	Sweeps, DetailSweeps int
	BurnIn               int
	Init, Assignments    string
}

// Limits.
const (
	maxPoints = 300
	maxSweeps = 5000
)

func bind(o *options, s *param.Set) {
	s.Float(&o.Alpha, "alpha", 1, 1e-6, 1e6).Log(0.01, 100).Label("concentration α").
		Hint("prior weight of a new cluster, in points (scikit-learn: weight_concentration_prior); large = many clusters")
	s.Float(&o.Sigma, "sigma", 0.5, 1e-6, 1e6).Log(0.05, 5).Label("cluster std. deviation σ").
		Hint("known within-cluster standard deviation, the same for all clusters; small = many clusters")
	s.Float(&o.Tau, "tau", 2, 1e-6, 1e6).Log(0.1, 20).Label("prior std. deviation τ").
		Hint("prior standard deviation of the cluster means around m₀; large = vague prior, new clusters less likely")
	s.Point(&o.PriorMean, "prior_mean", vec{}, 1e9).Label("prior mean m₀").Was("center").
		Hint("prior mean of the cluster means: drag the hollow star on the board")
	s.Int(&o.Sweeps, "sweeps", 100, 0, maxSweeps).Log(1, maxSweeps).Label("sweeps").Hint("number of Gibbs sweeps; in each, every point is reassigned once")
	s.Int(&o.DetailSweeps, "detail_sweeps", 2, 0, 50).Slider(0, 10).Label("detailed sweeps").Was("slow").
		Hint("number of first sweeps shown point by point; every later sweep is one step")
	s.Int(&o.BurnIn, "burn_in", 10, 0, maxSweeps).Slider(0, 100).Label("burn-in sweeps").Was("burn").
		Hint("first sweeps, discarded before averaging; too small = biased by the initialisation")
	s.Choice(&o.Init, "init", together,
		param.Option{Value: together, Label: "single cluster"},
		param.Option{Value: alone, Label: "singletons"},
		param.Option{Value: oneByOne, Label: "sequential (CRP)", Hint: "points are assigned in order, each given those before it"},
		param.Option{Value: given, Label: "given assignments"},
	).Label("initialisation").Was("begin").Group("Start")
	s.Text(&o.Assignments, "assignments", "1 1 2", 1500, func(text string) error {
		_, err := assignments(text)
		return err
	}).Label("cluster assignments").Group("Start").Was("seats").
		When("init", given).Hint("one cluster label per point, in order; points with equal labels " +
		"share a cluster")
}

// run is the textbook loop: sweep by sweep, point by point.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t := newTask(ctx, p, o)
	source := p.Stream(1)
	first, err := t.begin(source.Float64)
	if err != nil {
		return nil, err
	}
	t.first = first
	g := newGibbs(t.model, first)
	algos.Uses(ctx, g)
	return func(yield func(algos.Step) bool) { t.play(ctx, g, source.Float64, yield) }, nil
}

func (t *task) play(ctx context.Context, g *gibbs, uniform func() float64, yield func(algos.Step) bool) {
	v := view{task: t, base: t.first, log: t.joint(t.first).Value, nk: g.sizes()}
	v.before = v.log
	if !yield(v.step(algos.Pass)) {
		return
	}
	for v.sweep < t.Sweeps {
		if ctx.Err() != nil {
			return
		}
		v.sweep++
		g.refresh()
		v.base, v.drawn = v.now(), make([]uint16, 0, t.n)
		v.opened, v.emptied = 0, 0
		begun := v.log
		for i := range t.n {
			v.u = uniform()
			was := g.z[i]
			v.drawn = append(v.drawn, g.point(i, v.u))
			if g.opened {
				v.opened++
			}
			if g.emptied {
				v.emptied++
			}
			v.before, v.log = v.log, v.log+g.change()
			if v.sweep > t.DetailSweeps || i+1 == t.n {
				continue
			}
			size := algos.Micro
			if was != v.drawn[i] {
				size = algos.Normal
			}
			v.nk = g.sizes()
			if !yield(v.step(size)) {
				return
			}
			v.opened, v.emptied = 0, 0
		}
		// Every sweep recomputes the sum, so that the rounding of many changes does not pile up.
		v.before, v.log, v.nk = begun, t.joint(v.drawn).Value, g.sizes()
		v.past = append(v.past, v.drawn)
		v.numbers = append(v.numbers, int32(len(v.nk)))
		if v.sweep > t.BurnIn {
			v.total += len(v.nk)
		}
		if !yield(v.step(algos.Pass)) {
			return
		}
	}
}
