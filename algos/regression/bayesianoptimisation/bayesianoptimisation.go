// Package bayesianoptimisation teaches Bayesian optimisation: to find the minimum of a function
// that is expensive to evaluate. A Gaussian process is fitted to
// the values so far; an acquisition weighs its mean m and its standard deviation s
// and says where to ask next,
//
//	LCB(x) = m(x) − κ s(x), to be minimised
//	EI(x)  = (b − ξ − m) Φ(z) + s φ(z),  z = (b − ξ − m)/s, to be maximised
//
// with the best value b so far; and so on, until the budget is spent.
//
// Package gp holds the mathematics of the process; this one has the functions to be
// searched, the acquisitions, and what a grid or random points would have found.
package bayesianoptimisation

import (
	"context"
	"embed"
	"iter"
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Bayesian optimisation.
var Demo = algos.Define(algos.Demo{
	ID:    "bayesian-optimisation",
	Title: "Bayesian optimisation",
	Keywords: "Bayesian optimization, BO, black box, acquisition, LCB, UCB, EI, expected improvement, probability of improvement, Thompson sampling, EGO, " +
		"hyperparameter tuning, grid search, random search, regret, " +
		"贝叶斯优化, 黑盒, 采集函数, 置信下界, 期望改进, 汤普森采样, 超参数调优, 遗憾",
	Summary:       "Minimise an expensive black-box function in few evaluations, guided by a Gaussian process surrogate and an acquisition function.",
	Units:         algos.Units{Step: "evaluation", First: "one <step> of the objective at the optimum of the acquisition function"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"gp-regression"},
	Formula: `x_{t+1} = \operatorname{arg\,min}_x\; m(x) - \kappa\, s(x), \qquad ` +
		`\mathrm{EI}(x) = (b - \xi - m)\,\Phi(z) + s\,\varphi(z),\quad z = \frac{b - \xi - m}{s}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 7 (Bayesian optimization)"},
		{Source: "D. R. Jones, M. Schonlau, W. J. Welch, Efficient Global Optimization of Expensive Black-Box Functions", Where: "J. Global Optimization 13, 1998"},
		{Source: "N. Srinivas, A. Krause, S. Kakade, M. Seeger, Gaussian Process Optimization in the Bandit Setting", Where: "ICML 2010"},
		{Source: "A. Forrester, A. Sóbester, A. Keane, Engineering Design via Surrogate Modelling", Where: "Wiley 2008 (the function of one input)"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "best", Title: "Observed values and incumbent", Y: "y", Series: []mark.Series{
			{Metric: "best_y", Label: "incumbent (best so far)", Role: mark.RoleAccent},
			{Metric: "value", Label: "value", Role: mark.RoleSoft},
		}},
		{ID: "regret", Title: "Simple regret of the incumbent", Y: "simple regret", Log: true, Series: []mark.Series{
			{Metric: "regret", Label: "this run", Role: mark.RoleAccent},
			{Metric: "random_regret", Label: "random search, mean"},
			{Metric: "grid_regret", Label: "grid search (same budget)"},
		}},
	},
	Presets:   examples,
	Questions: questions,
	Goals:     goals,
	Fixtures:  known,
}, bind, run)

// The acquisitions; the values are public.
const (
	lcb      = "lcb"
	ei       = "ei"
	pi       = "pi"
	thompson = "thompson"
)

// Limits of a run.
const (
	maxBudget  = 60
	maxInitial = 20
	maxKnots   = 8
)

type options struct {
	Function    string
	Knots       int
	Knot        [maxKnots][2]float64
	NoiseVar    float64
	Reveal      bool
	Acquisition string
	Kappa, Xi   float64
	Initial     int
	First       string // inputs that are asked first, instead of random ones
	Budget      int
	Manual      int        // the evaluation whose point the reader chooses; 0: none
	ManualX     float64    // that point, of one input
	ManualPoint [2]float64 // and of two
	Kernel      string
	Refit       bool
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Function, "function", "forrester", choices()...).Label("objective (black box)").Group("Function")
	s.Bool(&o.Reveal, "reveal", false).Label("show the objective").Group("Function").Hint("draw the true objective; the search does not use it")
	s.Int(&o.Knots, "knots", 6, 1, maxKnots).Label("control points").Group("Function").When("function", drawn).
		Hint("number of control points; the curve interpolates them and is monotone in between")
	for i := range o.Knot {
		n := strconv.Itoa(i + 1)
		s.Point(&o.Knot[i], "h"+n, defaultKnots[i], reach).Label("control point "+n).Group("Function").When("function", drawn).Hint("drag it on the board")
	}
	s.Float(&o.NoiseVar, "noise_var", 0, 0, 4).Slider(0, 0.5).Label("noise variance σ²").Group("Function").
		Hint("variance of the observation noise, known to the model; 0 = exact values")
	s.Choice(&o.Acquisition, "acquisition", lcb,
		param.Option{Value: lcb, Label: "lower confidence bound", TeX: `\min_x\; m(x) - \kappa\, s(x)`},
		param.Option{Value: ei, Label: "expected improvement", TeX: `\max_x\; E\bigl[\max(b - \xi - f(x), 0)\bigr]`},
		param.Option{Value: pi, Label: "probability of improvement", TeX: `\max_x\; P\bigl(f(x) \le b - \xi\bigr)`},
		param.Option{
			Value: thompson, Label: "Thompson sampling", TeX: `\min_x\; \tilde f(x),\quad \tilde f \sim \text{posterior}`,
			Hint: "Draw a function from the posterior on a grid and evaluate f at its minimiser.",
		},
	).Label("acquisition function").Group("Search")
	s.Float(&o.Kappa, "kappa", 2, 0, 20).Slider(0, 5).Label("κ").Group("Search").When("acquisition", lcb).
		Hint("exploration weight: 0 = pure exploitation (lowest mean), large = pure exploration (largest uncertainty)")
	s.Float(&o.Xi, "xi", 0, 0, 10).Slider(0, 1).Label("ξ").Group("Search").When("acquisition", ei, pi).Hint("minimum improvement ξ: 0 counts " +
		"every improvement, a larger value explores more")
	s.Int(&o.Initial, "n_initial_points", 3, 0, maxInitial).Was("initial").Label("initial random points").Group("Search").
		Hint("size of the initial design, before the surrogate is fitted; scikit-optimize: n_initial_points")
	s.Text(&o.First, "initial_points", "", 400, readable).Was("first").Label("initial points").Group("Search").
		Hint("evaluated first instead of random points, e.g. -1, 0, 1; in 2-D: -1 0, 2 1.5")
	s.Int(&o.Budget, "budget", 15, 1, maxBudget).Slider(1, 40).Label("evaluation budget").Group("Search")
	s.Int(&o.Manual, "manual_eval", 0, 0, maxBudget).Was("turn").Slider(0, 40).Label("manual evaluation").Group("Search").
		Hint("number of the evaluation whose point you choose yourself; 0 = none")
	s.Float(&o.ManualX, "manual_x", 0, -reach, reach).Was("mine").Label("manual query").Group("Search").
		When("function", names(1)...).And("manual_eval", turns()...).
		Hint("drag the line on the board")
	s.Point(&o.ManualPoint, "manual_point", [2]float64{}, reach).Was("place").Label("manual query (x₁, x₂)").Group("Search").
		When("function", names(2)...).And("manual_eval", turns()...).
		Hint("drag it on the board")
	var calls []param.Call
	for _, l := range covariance.Leaves() {
		calls = append(calls, param.Call(l))
	}
	s.Text(&o.Kernel, "kernel", "1*rbf(0.8)", covariance.MaxLen, covariance.Check).Calls(calls...).Group("Model").
		Hint("prior covariance, with hyperparameters; the board is 6 wide, and values have a variance of about 1")
	s.Bool(&o.Refit, "refit", false).Label("refit hyperparameters").Group("Model").
		Hint("before each query, re-optimise the hyperparameters by marginal likelihood, within a factor of 10")
}

// turns are the evaluations that may be the reader's.
func turns() []string {
	var all []string
	for n := range maxBudget {
		all = append(all, strconv.Itoa(n+1))
	}
	return all
}

// run is the textbook loop: fit, ask the acquisition, evaluate there, repeat.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	k, err := covariance.Parse(o.Kernel)
	if err != nil {
		panic(err) // bind lets no other expression through
	}
	for _, x := range [][2]float64{{}, {reach, reach}, {-reach, reach}} {
		if v := k.At(x, x); !(math.Abs(v) <= gp.MaxKernel) {
			return nil, algos.Refuse("The kernel's values on the board are beyond 10¹⁰⁰: use fewer linear factors or smaller numbers.")
		}
	}
	if err := fits(o); err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := newTask(ctx, p, o, k).start()
		if ctx.Err() != nil || !yield(v.step()) {
			return
		}
		for !v.status.Final() {
			if v.pick.by == acquired && !yield(v.examine().step()) {
				return
			}
			if v = v.evaluate(); ctx.Err() != nil || !yield(v.step()) {
				return
			}
		}
	}, nil
}

// fits refuses first points that have another dimension than the function.
func fits(o options) error {
	dims := find(o.Function).dims
	places, _ := parse(o.First)
	for _, x := range places {
		if len(x) == dims {
			continue
		}
		w := say.Vars{"given": len(x), "dims": dims}
		return algos.Refuse(w.Text("An initial point has <given number>, and the function takes <dims>: write spaces between coordinates, commas between points."))
	}
	return nil
}

// parse reads points between commas, whose numbers stand between spaces.
func parse(text string) ([][]float64, error) {
	var all [][]float64
	for _, place := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;\n，；", r) }) {
		var x []float64
		for _, word := range strings.Fields(place) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil || !(math.Abs(v) <= reach) {
				return nil, errPlace
			}
			x = append(x, v+0)
		}
		if len(x) > 2 {
			return nil, errNumbers
		}
		if len(x) > 0 {
			all = append(all, x)
		}
		if len(all) > maxInitial {
			return nil, errMany
		}
	}
	return all, nil
}

func readable(text string) error {
	_, err := parse(text)
	return err
}
