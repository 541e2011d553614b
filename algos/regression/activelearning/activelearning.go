// Package activelearning teaches where to measure next: sequential design for a line
// y = θx + θ₀ + ε. What the inputs so far say about the line is A = (XᵀX)⁻¹ with the rows
// v = (x, 1); the expected squared error of both coefficients is σ² Tr A. One query more
// takes
//
//	f(v) = vᵀAAv / (1 + vᵀAv)
//
// off the trace (Sherman–Morrison), whatever is observed there. The A-optimal query has the
// largest f of an interval, the query of largest variance the largest vᵀAv. Both are found
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
	Summary:       "Where to measure next: the input whose answer, whatever it is, leaves the least doubt about the line.",
	Units:         algos.Units{Step: "query", First: "one <step> measures at the x where the trace falls most"},
	Family:        "Regression",
	Prerequisites: []string{"linear-regression"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.Values, Max: 500}},
	Formula: `A = (X^\top X)^{-1}, \quad v = \begin{bmatrix} x \\ 1 \end{bmatrix}, \quad ` +
		`\max_{x}\; f(v) = \frac{v^\top A A v}{1 + v^\top A v}, \quad \mathrm{Tr}\,A \leftarrow \mathrm{Tr}\,A - f(v)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "004", Where: "handout E, §1, lines 1386–1551 (active learning in linear regression)"},
		{Source: "V. V. Fedorov, Theory of Optimal Experiments (1972)", Where: "sequential design"},
		{Source: "A. C. Atkinson, A. N. Donev, R. D. Tobias, Optimum Experimental Designs (2007)", Where: "chapters 9–11"},
	},
	Metrics: []string{"trace", "floor", "gain", "expected", "error"},
	Charts: []mark.Chart{
		{ID: "error", Title: "Squared error of both coefficients", Y: "squared error", Series: []mark.Series{
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
	mostQueries = 100
	mostLines   = 30
	mostRuns    = 100
	mostOwn     = 400 // bytes of the list of the reader's own queries
	farthest    = 1e9 // of the ends of the interval
)

// options are the parameters of the demo.
type options struct {
	Criterion           string
	Low, High           float64
	Queries             int
	Query               float64 // the reader's own place, compared with the best at every step
	Own                 string  // queries that the reader makes instead of the first ones
	Slope, Offset, Bend float64 // what answers: a line, or a parabola
	Noise               float64
	Lines, Runs         int
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Criterion, "criterion", aOptimal,
		param.Option{Value: aOptimal, Label: "A-optimal", TeX: `\max_x\; \frac{v^\top A A v}{1 + v^\top A v}`},
		param.Option{Value: variance, Label: "largest variance", TeX: `\max_x\; v^\top A v`},
		param.Option{Value: random, Label: "random", TeX: `x \sim U(\text{low}, \text{high})`},
	).Label("criterion").Hint("none of them looks at y")
	s.Float(&o.Low, "low", -1, -farthest, farthest).Slider(-5, 5).Label("low").Hint("the inputs that may be asked for begin here")
	s.Float(&o.High, "high", 1, -farthest, farthest).Slider(-5, 5).Label("high").Hint("and end here")
	s.Int(&o.Queries, "queries", 8, 1, mostQueries).Slider(1, 30).Label("queries")
	s.Float(&o.Query, "query", 0.5, -farthest, farthest).Slider(-5, 5).Label("your x").Group("You query instead").
		Hint("drag it on the board: the story says what it would take off, beside the best")
	s.Text(&o.Own, "own", "", mostOwn, readable).Label("your queries").Group("You query instead").
		Hint("made first, in their order, as -0.5, 1; the criterion goes on after them")
	s.Float(&o.Slope, "slope", 0.6, -1e6, 1e6).Slider(-2, 2).Label("slope θ").Group("What answers")
	s.Float(&o.Offset, "offset", 0.2, -1e6, 1e6).Slider(-2, 2).Label("constant θ₀").Group("What answers")
	s.Float(&o.Bend, "bend", 0, -1e6, 1e6).Slider(-2, 2).Label("bend of x²").Group("What answers").
		Hint("with a bend the line is the wrong model, and no criterion will notice")
	s.Float(&o.Noise, "noise", 0.3, 0, 1e6).Slider(0, 2).Label("noise σ").Group("What answers").
		Hint("standard deviation of every answer, known to the bands")
	s.Int(&o.Lines, "lines", 8, 0, mostLines).Label("lines of other noise").Group("Show").
		Hint("fits to the same inputs, had the noise been another")
	s.Int(&o.Runs, "runs", 20, 1, mostRuns).Label("random runs").Group("Show").Hint("whose mean and spread stand beside the criteria")
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
	if len(xs) > mostQueries {
		return nil, errors.New("at most 100 queries")
	}
	return xs, nil
}

func readable(text string) error {
	_, err := parse(text)
	return err
}

// run asks, observes, and learns, until so many queries are made.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	if !(o.Low < o.High) {
		w := say.Vars{"low": o.Low, "high": o.High}
		return nil, algos.Refuse(w.Text("Between low = <low> and high = <high> there is nothing to ask for: low has to be less than high."))
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
