// Package bayesianoptimisation teaches Bayesian optimisation: to find the minimum of a function
// that can only be asked, at a price, value by value. A Gaussian process is fitted to
// the values so far; an acquisition weighs its mean m and its standard deviation s
// and says where to ask next,
//
//	LCB(x) = m(x) − κ s(x), to be minimised
//	EI(x)  = (b − ξ − m) Φ(z) + s φ(z),  z = (b − ξ − m)/s, to be maximised
//
// with the best value b so far; and so on, until the budget is spent.
//
// Package gp holds the mathematics of the process; this one has the functions to be
// searched, the acquisitions, and what a grid or random places would have found.
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
	Summary:       "Find the minimum of a hidden function in few questions: a Gaussian process says where the next one pays.",
	Units:         algos.Units{Step: "evaluation", First: "one <step> of the hidden function, where the acquisition is largest"},
	Family:        "Gaussian processes and Bayesian methods",
	Prerequisites: []string{"gp-regression"},
	Formula: `x_{t+1} = \operatorname{arg\,min}_x\; m(x) - \kappa\, s(x), \qquad ` +
		`\mathrm{EI}(x) = (b - \xi - m)\,\Phi(z) + s\,\varphi(z),\quad z = \frac{b - \xi - m}{s}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "002", Where: "lecture 7 (Bayesian optimization), lines 860–869"},
		{Source: "D. R. Jones, M. Schonlau, W. J. Welch, Efficient Global Optimization of Expensive Black-Box Functions", Where: "J. Global Optimization 13, 1998"},
		{Source: "N. Srinivas, A. Krause, S. Kakade, M. Seeger, Gaussian Process Optimization in the Bandit Setting", Where: "ICML 2010"},
		{Source: "A. Forrester, A. Sóbester, A. Keane, Engineering Design via Surrogate Modelling", Where: "Wiley 2008 (the function of one input)"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "best", Title: "Values, and the best so far", Y: "y", Series: []mark.Series{
			{Metric: "best_y", Label: "best so far", Role: mark.RoleAccent},
			{Metric: "value", Label: "value", Role: mark.RoleSoft},
		}},
		{ID: "regret", Title: "Simple regret of the best place", Y: "regret", Log: true, Series: []mark.Series{
			{Metric: "regret", Label: "this run", Role: mark.RoleAccent},
			{Metric: "random_regret", Label: "random search, mean"},
			{Metric: "grid_regret", Label: "a grid of as many places"},
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
	Turn        int        // the evaluation whose place the reader chooses; 0: none
	Mine        float64    // that place, of one input
	Place       [2]float64 // and of two
	Kernel      string
	Refit       bool
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Function, "function", "forrester", choices()...).Label("hidden function").Group("Function")
	s.Bool(&o.Reveal, "reveal", false).Label("show it").Group("Function").Hint("draw the hidden function; the search does not look at it")
	s.Int(&o.Knots, "knots", 6, 1, maxKnots).Label("knots").Group("Function").When("function", drawn).
		Hint("the curve runs through so many of the handles and turns at no other place")
	for i := range o.Knot {
		n := strconv.Itoa(i + 1)
		s.Point(&o.Knot[i], "h"+n, defaultKnots[i], reach).Label("knot "+n).Group("Function").When("function", drawn).Hint("drag it on the board")
	}
	s.Float(&o.NoiseVar, "noise_var", 0, 0, 4).Slider(0, 0.5).Label("noise σ²").Group("Function").
		Hint("variance of the noise on every value; the model knows it")
	s.Choice(&o.Acquisition, "acquisition", lcb,
		param.Option{Value: lcb, Label: "lower confidence bound", TeX: `\min_x\; m(x) - \kappa\, s(x)`},
		param.Option{Value: ei, Label: "expected improvement", TeX: `\max_x\; E\bigl[\max(b - \xi - f(x), 0)\bigr]`},
		param.Option{Value: pi, Label: "probability of improvement", TeX: `\max_x\; P\bigl(f(x) \le b - \xi\bigr)`},
		param.Option{
			Value: thompson, Label: "Thompson sampling", TeX: `\min_x\; \tilde f(x),\quad \tilde f \sim \text{posterior}`,
			Hint: "A function is drawn from the posterior on a grid of places, and its minimum is asked.",
		},
	).Group("Search")
	s.Float(&o.Kappa, "kappa", 2, 0, 20).Slider(0, 5).Label("κ").Group("Search").When("acquisition", lcb).
		Hint("0 only exploits: it asks where the mean is lowest; a large one only explores")
	s.Float(&o.Xi, "xi", 0, 0, 10).Slider(0, 1).Label("ξ").Group("Search").When("acquisition", ei, pi).Hint("the least improvement that counts")
	s.Int(&o.Initial, "initial", 3, 0, maxInitial).Label("random places first").Group("Search").Hint("before there is a model to go by")
	s.Text(&o.First, "first", "", 400, readable).Label("first places").Group("Search").
		Hint("asked first instead of random ones, such as -1, 0, 1; with two inputs -1 0, 2 1.5")
	s.Int(&o.Budget, "budget", 15, 1, maxBudget).Slider(1, 40).Label("evaluations in all").Group("Search")
	s.Int(&o.Turn, "turn", 0, 0, maxBudget).Slider(0, 40).Label("yours is evaluation").Group("Search").Hint("choose the place of this evaluation by hand; 0: none")
	s.Float(&o.Mine, "mine", 0, -reach, reach).Label("your place").Group("Search").When("function", names(1)...).And("turn", turns()...).
		Hint("drag the line on the board")
	s.Point(&o.Place, "place", [2]float64{}, reach).Label("your place (x₁, x₂)").Group("Search").When("function", names(2)...).And("turn", turns()...).
		Hint("drag it on the board")
	var calls []param.Call
	for _, l := range covariance.Leaves() {
		calls = append(calls, param.Call(l))
	}
	s.Text(&o.Kernel, "kernel", "1*rbf(0.8)", covariance.MaxLen, covariance.Check).Calls(calls...).Group("Model").
		Hint("the prior covariance; the board is 6 wide, and values have a variance of about 1")
	s.Bool(&o.Refit, "refit", false).Label("refit the kernel").Group("Model").
		Hint("before each search, move its numbers to where the values so far are most probable, by at most a factor of 10")
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
			return nil, algos.Refuse("The kernel's values on the board are beyond 10¹⁰⁰: take fewer linear factors or smaller numbers.")
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

// fits refuses first places that have another dimension than the function.
func fits(o options) error {
	dims := find(o.Function).dims
	places, _ := parse(o.First)
	for _, x := range places {
		if len(x) == dims {
			continue
		}
		w := say.Vars{"given": len(x), "dims": dims}
		return algos.Refuse(w.Text("A first place has <given number>, and the function takes <dims>: " +
			"write the numbers of a place between spaces, places between commas."))
	}
	return nil
}

// parse reads places between commas, whose numbers stand between spaces.
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
