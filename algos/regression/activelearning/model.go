package activelearning

import (
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/lsq"
)

// Streams of random numbers. Every query has its own noise, wherever it is made.
const (
	streamNoise = iota + 1
	streamQueries
	streamRuns
	streamLines = 1000
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	own         []float64 // the reader's queries, within the interval
	errors      []float64 // the noise of every observation
	drawn       []float64 // the queries that random makes
	race        race
	left, right float64 // of the board
	bottom, top float64
}

func newTask(p algos.Problem, o options, own []float64) *task {
	t := &task{Problem: p, options: o}
	for _, x := range own {
		t.own = append(t.own, max(o.Low, min(o.High, x)))
	}
	noise, draw := p.Stream(streamNoise), p.Stream(streamQueries)
	for range o.Queries {
		t.errors, t.drawn = append(t.errors, noise.NormFloat64()), append(t.drawn, o.Low+(o.High-o.Low)*draw.Float64())
	}
	t.race = t.newRace()
	t.frame()
	return t
}

// frame makes the board large enough for the query interval and all observations.
func (t *task) frame() {
	w := t.Window
	room := 0.06 * (t.High - t.Low)
	t.left, t.right, t.bottom, t.top = min(w.X0, t.Low-room), max(w.X1, t.High+room), w.Y0, w.Y1
	for _, x := range []float64{t.Low, (t.Low + t.High) / 2, t.High} {
		t.bottom, t.top = min(t.bottom, t.truth(x)-3*t.Noise), max(t.top, t.truth(x)+3*t.Noise)
	}
}

// truth is the true function, without noise.
func (t *task) truth(x float64) float64 { return t.Offset + t.Slope*x + t.Quadratic*x*x }

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	x, y    []float64 // measured at the start, then by the queries
	a       matrix    // (XᵀX)⁻¹, by an update of rank one a query; zero while XᵀX is singular
	design  design    // of all x, from scratch
	theta   [2]float64
	before  *view // one query ago; it has no view before itself
	next    float64
	optimum float64 // the A-optimal query
	doubt   float64 // the query of largest variance
}

func (t *task) start() view {
	v := view{task: t}
	for _, p := range t.Points {
		v.x, v.y = append(v.x, p.X[0]), append(v.y, p.Y)
	}
	return v.learnt()
}

// made is how many queries have been made.
func (v view) made() int { return len(v.x) - len(v.Points) }

// asked makes the next query, observes y and updates A.
func (v view) asked() view {
	k := v.made()
	was := v
	was.before = nil
	v.before = &was
	n := len(v.x)
	v.x = append(v.x[:n:n], v.next)
	v.y = append(v.y[:n:n], v.truth(v.next)+v.Noise*v.errors[k])
	return v.learnt()
}

// learnt fits what has been measured, and plans the next query.
func (v view) learnt() view {
	v.design = designOf(v.x)
	switch {
	case !v.design.regular():
		v.a = matrix{}
	case v.before == nil || !v.before.design.regular():
		v.a = v.design.inverse()
	default:
		v.a = v.before.a.updated(v.x[len(v.x)-1])
	}
	v.theta = v.fit(v.y)
	v.optimum, v.doubt = v.design.best(v.Low, v.High), v.design.doubtful(v.Low, v.High)
	k := v.made()
	switch {
	case k < len(v.own):
		v.next = v.own[k]
	case v.Criterion == variance:
		v.next = v.doubt
	case v.Criterion == random && k < len(v.drawn):
		v.next = v.drawn[k]
	default:
		v.next = v.optimum
	}
	return v
}

// fit is the line of least squares through some values at the inputs: slope and constant.
// Where all inputs are the same it is level. The inputs are taken from their mean, where
// both columns are orthogonal.
func (v view) fit(y []float64) [2]float64 {
	if len(y) == 0 {
		return [2]float64{}
	}
	one, centred := make([]float64, len(y)), make([]float64, len(y))
	for i, x := range v.x {
		one[i], centred[i] = 1, x-v.design.mean
	}
	if !v.design.regular() {
		return [2]float64{0, lsq.Solve([][]float64{one}, y)[0]}
	}
	theta := lsq.Solve([][]float64{one, centred}, y)
	return [2]float64{theta[1], theta[0] - theta[1]*v.design.mean}
}

// line is the fit at x.
func (v view) line(x float64) float64 { return v.theta[0]*x + v.theta[1] }

// final reports whether all queries are made.
func (v view) final() bool { return v.made() >= v.Queries }

// inside reports whether the reader's query is in the interval.
func (v view) inside() bool { return v.Query >= v.Low && v.Query <= v.High }

// orNone is a number that there is only where XᵀX is regular.
func (v view) orNone(of func() float64) float64 {
	if !v.design.regular() {
		return math.NaN()
	}
	return of()
}

func (v view) trace() float64 { return v.orNone(v.design.trace) }

// reach is the interval that has all inputs so far and the query interval.
func (v view) reach() (low, high float64) {
	low, high = v.Low, v.High
	for _, x := range v.x {
		low, high = min(low, x), max(high, x)
	}
	return low, high
}

func (v view) floor() float64 {
	if len(v.x) == 0 {
		return math.NaN()
	}
	low, high := v.reach()
	return floor(len(v.x), low, high)
}

// queried are the inputs of the queries.
func (v view) queried() []float64 { return v.x[len(v.Points):] }

// instead is the list of queries with the reader's query as the next one.
func (v view) instead() string {
	var words []string
	for _, x := range append(v.queried()[:v.made():v.made()], v.Query) {
		words = append(words, strconv.FormatFloat(x, 'g', 6, 64))
	}
	return strings.Join(words, ", ")
}

// off is the squared error of both coefficients in this run.
func (v view) off() float64 {
	ds, dc := v.theta[0]-v.Slope, v.theta[1]-v.Offset
	return ds*ds + dc*dc
}

// Model returns the queries and their gains, and predicts the line, its variance
// without σ², and what a query would take off the trace.
func (v view) Model() algos.Model {
	large, small, _ := v.a.eigen()
	queries := append([]float64{}, v.queried()...)
	return algos.Model{
		Values: []algos.Value{
			{Name: "queries", Value: queries},
			{Name: "trace", Value: v.trace()},
			{Name: "theta", Value: v.theta[0]},
			{Name: "theta0", Value: v.theta[1]},
			{Name: "lambda1", Value: v.orNone(func() float64 { return large })},
			{Name: "lambda2", Value: v.orNone(func() float64 { return small })},
			{Name: "determinant", Value: v.orNone(v.design.determinant)},
			{Name: "floor", Value: v.floor()},
			{Name: "next", Value: v.next},
			{Name: "gain", Value: v.orNone(func() float64 { return v.design.gain(v.next) })},
			{Name: "optimum", Value: v.optimum},
			{Name: "doubt", Value: v.doubt},
		},
		Predict: func(x [2]float64) []algos.Value {
			values := []algos.Value{{Name: "y", Value: v.line(x[0])}}
			if v.design.regular() {
				values = append(values, algos.Value{Name: "variance", Value: v.design.variance(x[0])}, algos.Value{Name: "gain", Value: v.design.gain(x[0])})
			}
			return values
		},
		Mean: func(x [2]float64) float64 { return v.line(x[0]) },
	}
}
