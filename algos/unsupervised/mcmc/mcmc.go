// Package mcmc teaches Markov chain Monte Carlo: samples of a density that is known up to a constant
// factor alone. A chain proposes a state and accepts it with the probability
//
//	a = min{1, p̃(x*) q(x | x*) / (p̃(x) q(x* | x))},
//
// and otherwise stays, so that the flow between any two states is the same in both directions
// (detailed balance). Metropolis has a symmetric q; Gibbs draws one coordinate from its
// conditional, which is always accepted; Hamiltonian Monte Carlo follows a trajectory of
// constant energy by leapfrog steps.
package mcmc

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

// Demo is Markov chain Monte Carlo.
var Demo = algos.Define(algos.Demo{
	ID:    "mcmc",
	Title: "Markov chain Monte Carlo",
	Keywords: "MCMC, Metropolis, Metropolis-Hastings, Gibbs sampling, Hamiltonian Monte Carlo, HMC, leapfrog, Langevin, MALA, sampling, detailed balance, " +
		"acceptance rate, autocorrelation, effective sample size, ESS, R-hat, Gelman-Rubin, burn-in, funnel, banana, " +
		"Markov-chain Monte Carlo, proposal distribution, mixing, warm-up, random walk, " +
		"马尔可夫链蒙特卡洛, 提议分布, 建议分布, 燃烧期, 预热, 梅特罗波利斯, 吉布斯采样, 哈密顿蒙特卡洛, 细致平衡, 接受率, 自相关, 有效样本量",
	Summary:       "Sampling a density with Metropolis–Hastings, Gibbs and Hamiltonian Monte Carlo, every acceptance shown with its numbers.",
	Units:         algos.Units{Step: "iteration", First: "one <step> proposes a new state and accepts or rejects it"},
	Family:        "Sampling (MCMC)",
	Prerequisites: []string{"em-gmm"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: 100}, Raw: true}, // points are places of a density
	MinPoints:     1, TooFew: "There are no points yet: add one, and a chain starts there.",
	Formula: `a(x \to x^*) = \min\Bigl\{1,\; \frac{\tilde p(x^*)\, q(x \mid x^*)}{\tilde p(x)\, q(x^* \mid x)}\Bigr\}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§7.3 (MCMC, Gibbs sampling, table 7.1)"},
		{Source: "N. Metropolis et al., Equation of State Calculations by Fast Computing Machines", Where: "J. Chemical Physics 21, 1953"},
		{Source: "W. K. Hastings, Monte Carlo Sampling Methods Using Markov Chains", Where: "Biometrika 57, 1970"},
		{Source: "R. M. Neal, MCMC Using Hamiltonian Dynamics", Where: "Handbook of Markov Chain Monte Carlo, 2011"},
		{Source: "A. Vehtari et al., Rank-Normalization, Folding, and Localization: An Improved R̂", Where: "Bayesian Analysis 16, 2021"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "acceptance", Title: "Acceptance rate", Y: "acceptance rate", Series: []mark.Series{
			{Metric: "acceptance", Label: "all chains, so far", Role: mark.RoleAccent},
		}},
		{ID: "rhat", Title: "Split R-hat (Gelman–Rubin)", Y: "R-hat", Series: []mark.Series{
			{Metric: "rhat_1", Label: "x₁", Role: mark.RoleAccent},
			{Metric: "rhat_2", Label: "x₂", Role: mark.RoleSoft},
		}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// The targets; the values are public.
const (
	onGaussian = "gaussian"
	onBanana   = "banana"
	onModes    = "modes"
	onRing     = "ring"
	onFunnel   = "funnel"
	onPoints   = "points"
	onFormula  = "formula"
)

// The methods.
const (
	metropolis = "metropolis"
	hastings   = "hastings"
	gibbs      = "gibbs"
	hmc        = "hmc"
)

// Limits of a run.
const (
	maxDraws  = 4000
	maxLeaps  = 50
	maxChains = 8
	reach     = 20
)

type options struct {
	Target     string
	Rho        float64
	Bend       float64
	Gap        float64
	Radius     float64
	Width      float64
	Formula    string
	Method     string
	Step       float64
	MALA       bool
	Drift      [2]float64
	Correct    bool
	Eps        float64
	Leaps      int
	Draws      int
	Warmup     int
	Chains     int
	Coordinate string
}

// The coordinates that can be plotted.
const (
	first  = "x1"
	second = "x2"
)

func bind(o *options, s *param.Set) {
	s.Choice(&o.Target, "target", onBanana,
		param.Option{Value: onGaussian, Label: "correlated Gaussian", TeX: `N\bigl(0, \begin{pmatrix} 1 & \rho \\ \rho & 1 \end{pmatrix}\bigr)`},
		param.Option{Value: onBanana, Label: "banana", TeX: `x_1 \sim N(0, 1.5^2),\; x_2 \sim N(b\,x_1^2, 1)`},
		param.Option{Value: onModes, Label: "two modes"},
		param.Option{Value: onRing, Label: "ring", TeX: `e^{-(\lVert x \rVert - R)^2 / (2\cdot 0.3^2)}`},
		param.Option{Value: onFunnel, Label: "funnel", TeX: `x_2 \sim N(0, 1.5^2),\; x_1 \sim N(0, e^{x_2})`},
		param.Option{Value: onPoints, Label: "kernel density of points", Hint: "Gaussian kernel density estimate of your points"},
		param.Option{Value: onFormula, Label: "formula", TeX: `\log \tilde p(x, y)`, Hint: "unnormalised log density"},
	).Label("target density").Group("Target")
	s.Float(&o.Rho, "rho", 0.9, -0.999, 0.999).Slider(-0.99, 0.99).Label("correlation ρ").Group("Target").When("target", onGaussian).
		Hint("of x₁ and x₂: near ±1 Gibbs and random walks mix slowly")
	s.Float(&o.Bend, "bend", 0.25, 0, 2).Slider(0, 1).Label("curvature b").Group("Target").When("target", onBanana).Hint("curvature of the banana: 0 = Gaussian")
	s.Float(&o.Gap, "gap", 5, 0, 20).Slider(0, 10).Label("mode distance").Group("Target").When("target", onModes).
		Hint("distance between the modes along x₁ (each has variance 1); large: chains rarely cross")
	s.Float(&o.Radius, "radius", 2, 0, 10).Slider(0, 5).Label("radius R").Group("Target").When("target", onRing).Hint("of the ring")
	s.Float(&o.Width, "width", 0.5, 0.05, 5).Log(0.1, 2).Label("bandwidth").Group("Target").When("target", onPoints).
		Hint("standard deviation of each kernel; scikit-learn: bandwidth of KernelDensity")
	s.Text(&o.Formula, "formula", "-(x^2 - 2)^2/2 - (y - x)^2", longest, readable).Label("log p̃(x, y)").Group("Target").When("target", onFormula).
		Hint("unnormalised log density of x = x₁ and y = x₂: + - * / ^, exp, log, sqrt, abs, sin, cos, tanh")
	s.Choice(&o.Method, "method", metropolis,
		param.Option{Value: metropolis, Label: "Metropolis", TeX: `x^* \sim N(x, \sigma^2 I)`},
		param.Option{Value: hastings, Label: "Metropolis–Hastings", TeX: `x^* \sim N(x + d(x), \sigma^2 I)`},
		param.Option{Value: gibbs, Label: "Gibbs", TeX: `x_k \sim p(x_k \mid x_{\setminus k})`},
		param.Option{Value: hmc, Label: "Hamiltonian", TeX: `\dot x = p,\; \dot p = \nabla \log \tilde p(x)`},
	).Label("method").Group("Method")
	s.Float(&o.Step, "step_size", 1.5, 1e-3, 100).Log(0.02, 20).Label("proposal scale σ").Group("Method").When("method", metropolis, hastings).
		Hint("standard deviation of the proposal: small = high acceptance, slow mixing; large = many rejections")
	s.Bool(&o.MALA, "mala", false).Was("langevin").Label("Langevin proposal (MALA)").Group("Method").When("method", hastings).
		Hint("on: drift d(x) = σ²/2 · ∇ log p̃(x), along the gradient of the log density")
	s.Point(&o.Drift, "drift", [2]float64{0.8, 0}, reach).Label("proposal drift d").Group("Method").When("method", hastings).And("mala", "false").
		Hint("offset of the proposal mean; drag the arrow")
	s.Bool(&o.Correct, "hastings_correction", true).Was("correct").Label("Hastings correction").Group("Method").When("method", hastings).
		Hint("off: omits q from the acceptance ratio; the chain then samples the wrong distribution")
	s.Float(&o.Eps, "leapfrog_step", 0.25, 1e-3, 5).Was("eps").Log(0.01, 3).Label("step size ε").Group("Method").When("method", hmc).
		Hint("step size of the leapfrog integrator: " +
			"large = divergent trajectories")
	s.Int(&o.Leaps, "n_leapfrog", 10, 1, maxLeaps).Was("leaps").Label("leapfrog steps L").Group("Method").When("method", hmc).
		Hint("leapfrog steps per trajectory: more = " +
			"longer moves, more gradients")
	s.Int(&o.Draws, "n_iter", 400, 1, maxDraws).Was("draws").Slider(100, 2000).Label("iterations per chain").Group("Chains").
		Hint("per chain; small steps are shown for the first 40 only")
	s.Int(&o.Warmup, "warmup", 50, 0, maxDraws).Slider(0, 500).Label("burn-in").Group("Chains").Hint("warm-up iterations at the start, discarded " +
		"from all estimates")
	s.Int(&o.Chains, "chains", 4, 1, maxChains).Label("chains").Group("Chains").When("target", onPoints).
		Hint("the first starts at the first point, the others at random; with other targets one chain starts at every point")
	s.Choice(&o.Coordinate, "coordinate", first,
		param.Option{Value: first, Label: "x₁"}, param.Option{Value: second, Label: "x₂"}).Was("watch").Label("coordinate plotted").
		Group("Chains").
		Hint("of the trace, the autocorrelation and the running mean")
}

// watched is the coordinate of trace, autocorrelation and mean.
func (o options) watched() int {
	if o.Coordinate == second {
		return 1
	}
	return 0
}

// closely is how many iterations have small steps.
const closely = 40

// run is the textbook loop: propose, decide, repeat, in every chain.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		algos.Uses(ctx, t)
		v := t.begin()
		if !yield(v.step()) {
			return
		}
		for !v.status.Final() {
			d := t.move(t.x[0][v.t], t.sources[0])
			if v.t < closely {
				for _, small := range v.smallSteps(&d) {
					if ctx.Err() != nil || !yield(small.step()) {
						return
					}
				}
			}
			if v = v.decide(&d); ctx.Err() != nil || !yield(v.step()) {
				return
			}
		}
	}, nil
}
