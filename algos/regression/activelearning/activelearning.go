// Package activelearning teaches where to measure next: sequential design for a line
// y = θx + θ₀ + ε. What the inputs so far say about the line is A = (XᵀX)⁻¹ with the rows
// v = (x, 1); the expected squared error of both coefficients is σ² Tr A. One query more
// reduces the trace by
//
//	f(v) = vᵀAAv / (1 + vᵀAv)
//
// (Sherman–Morrison), whatever is observed there. The A-optimal query has the
// largest f of an interval, the maximum-variance query the largest vᵀAv. Both are found
// in closed form: f is a ratio of two parabolas, and has at most one peak.
package activelearning

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is active learning of a line.
var Demo = algos.Define(algos.Demo{
	ID:    "active-learning",
	Title: "Active learning",
	Keywords: "optimal design, experimental design, query, A-optimal, D-optimal, G-optimal, Sherman–Morrison, Woodbury, leverage, " +
		"主动学习, 实验设计, 最优设计, 查询, 杠杆值",
	Summary:       "Optimal experimental design for a fitted line: query the input that reduces the uncertainty of the parameters most.",
	Units:         algos.Units{Step: "query", First: "one <step> measures y where it reduces the uncertainty of the line most"},
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.Values, Max: 500}},
	Formula: `A = (X^\top X)^{-1}, \quad v = \begin{bmatrix} x \\ 1 \end{bmatrix}, \quad ` +
		`\max_{x}\; f(v) = \frac{v^\top A A v}{1 + v^\top A v}, \quad \mathrm{Tr}\,A \leftarrow \mathrm{Tr}\,A - f(v)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout E, §1 (active learning in linear regression)"},
		{Source: "V. V. Fedorov, Theory of Optimal Experiments (1972)", Where: "sequential design"},
		{Source: "A. C. Atkinson, A. N. Donev, R. D. Tobias, Optimum Experimental Designs (2007)", Where: "chapters 9–11"},
	},
	Metrics: []string{"trace", "floor", "gain", "expected", "error"},
	Charts: []mark.Chart{
		{ID: "error", Title: "Squared error of the coefficients", Y: "squared error", Series: []mark.Series{
			{Metric: "error", Label: "of this run", Role: mark.RoleAccent}, {Metric: "expected", Label: "expected: σ² Tr A"},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals,
}, bind, run)

// Ways to choose a query.
const (
	aOptimal = "a-optimal"
	variance = "variance"
	random   = "random"
)

const (
	maxQueries = 100
	maxRefits  = 30
	maxRuns    = 100
	maxOwn     = 400 // bytes of the list of the reader's own queries
	farthest   = 1e9 // of the ends of the interval
)

// options are the parameters of the demo.
type options struct {
	Criterion     string
	Low, High     float64
	Queries       int
	Query         float64 // the reader's own input, compared with the best at every step
	Own           string  // queries that the reader makes instead of the first ones
	Slope, Offset float64 // of the true function
	Quadratic     float64 // its term of x²; 0: it is a line
	Noise         float64
	Refits, Runs  int
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Criterion, "criterion", aOptimal,
		param.Option{Value: aOptimal, Label: "A-optimal", TeX: `\max_x\; \frac{v^\top A A v}{1 + v^\top A v}`},
		param.Option{Value: variance, Label: "maximum variance", TeX: `\max_x\; v^\top A v`},
		param.Option{Value: random, Label: "random", TeX: `x \sim U(x_{\min}, x_{\max})`},
	).Label("criterion").Hint("all criteria depend on the inputs only, not on y: A-optimal minimises Tr A, maximum variance minimises det A (D-optimal)")
	s.Float(&o.Low, "x_min", -1, -farthest, farthest).Was("low").Slider(-5, 5).Label("lower bound x_min").Hint("left end of the query interval")
	s.Float(&o.High, "x_max", 1, -farthest, farthest).Was("high").Slider(-5, 5).Label("upper bound x_max").Hint("right end of the query interval")
	s.Int(&o.Queries, "queries", 8, 1, maxQueries).Slider(1, 30).Label("number of queries")
	s.Float(&o.Query, "query", 0.5, -farthest, farthest).Slider(-5, 5).Label("your query x").Group("Manual queries").
		Hint("drag it: the text shows the reduction of Tr A, compared with the best query")
	s.Text(&o.Own, "own", "", maxOwn, readable).Label("your query list").Group("Manual queries").
		Hint("queried first, in this order (e.g. -0.5, 1); then the criterion takes over")
	s.Float(&o.Slope, "slope", 0.6, -1e6, 1e6).Slider(-2, 2).Label("slope θ").Group("True function (oracle)")
	s.Float(&o.Offset, "offset", 0.2, -1e6, 1e6).Slider(-2, 2).Label("intercept θ₀").Group("True function (oracle)")
	s.Float(&o.Quadratic, "quadratic", 0, -1e6, 1e6).Was("bend").Slider(-2, 2).Label("quadratic term").Group("True function (oracle)").
		Hint("with a quadratic term the linear model is misspecified, which no criterion detects")
	s.Float(&o.Noise, "noise", 0.3, 0, 1e6).Slider(0, 2).Label("noise σ").Group("True function (oracle)").
		Hint("noise standard deviation of every observation, assumed known")
	s.Int(&o.Refits, "n_refits", 8, 0, maxRefits).Was("lines").Label("resampled fits").Group("Show").
		Hint("number of refits with resampled noise at the same inputs")
	s.Int(&o.Runs, "n_random_runs", 20, 1, maxRuns).Was("runs").Label("random-design runs").Group("Show").Hint("number of random designs, the " +
		"baseline: their mean and " +
		"spread are shown beside the criteria")
}

// parse reads a list of numbers between commas or spaces.
func parse(text string) ([]float64, error) {
	var xs []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\t\n", r) }) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > farthest {
			return nil, fmt.Errorf("%q is no number from −10⁹ to 10⁹", param.Clip(word))
		}
		xs = append(xs, x)
	}
	if len(xs) > maxQueries {
		return nil, errors.New("at most 100 queries")
	}
	return xs, nil
}

func readable(text string) error {
	_, err := parse(text)
	return err
}

// run queries, observes and updates, until all queries are made.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	if !(o.Low < o.High) {
		w := say.Vars{"low": o.Low, "high": o.High}
		return nil, algos.Refuse(w.Text("Between x_min = <low> and x_max = <high> there is no query: x_min has to be less than x_max."))
	}
	own, err := parse(o.Own)
	if err != nil {
		return nil, fmt.Errorf("reading the reader's queries: %w", err)
	}
	return func(yield func(algos.Step) bool) {
		t := newTask(p, o, own)
		for v := t.start(); ctx.Err() == nil && yield(v.step()) && v.made() < o.Queries; {
			v = v.asked()
		}
	}, nil
}
