package versionspace

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/margin"
	"playground/algos/say"
)

// A kind is what a step did.
type kind int

const (
	start kind = iota // the whole box
	ask               // an example came, its label is still hidden
	cut               // the label came, and the polygon was cut
)

// An ending is why a version space is empty.
type ending string

const (
	open       ending = ""
	infeasible ending = "infeasible" // no line at all: there is a proof
	elsewhere  ending = "elsewhere"  // a line outside of the chart or its box
	thin       ending = "thin"       // too narrow for floating-point numbers
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	options
	chart chart
	z     []vector // y·x of every point
	order []int    // the points in the order of the examples; unused if active
}

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o, z: make([]vector, len(p.Points)), order: make([]int, len(p.Points))}
	for i, q := range p.Points {
		y := q.Sign()
		t.z[i] = vector{y * q.X[0], y * q.X[1]}
		if o.FitIntercept {
			t.z[i][2] = y
		}
		t.order[i] = i
	}
	if o.Order == random {
		t.order = p.Rand.Perm(len(p.Points))
	}
	t.chart = newChart(o, t.rows(t.order))
	return t
}

// rows are the vectors of some points.
func (t *task) rows(points []int) []vector {
	z := make([]vector, len(points))
	for k, i := range points {
		z[k] = t.z[i]
	}
	return z
}

// side is the half-plane of the lines that give point i a label.
func (t *task) side(i int, positive bool) half {
	z := t.z[i]
	if (t.Points[i].Sign() > 0) != positive {
		z = vector{-z[0], -z[1], -z[2]}
	}
	return t.chart.half(z)
}

// cuts are the half-planes of examples and of the box, without those that have
// no border.
func (t *task) cuts(seen []int) []half {
	all := slices.Clone(sides)
	for _, i := range seen {
		if h := t.chart.half(t.z[i]); h.a != 0 || h.b != 0 {
			all = append(all, h)
		}
	}
	return all
}

// wrong counts the points that θ gets wrong, exactly.
func (t *task) wrong(points []int, theta vector) int {
	n := 0
	for _, i := range points {
		if !positive(t.z[i], theta) {
			n++
		}
	}
	return n
}

// lift is a place as a vector, with 1 behind it for a line with an offset.
func (t *task) lift(x [2]float64) vector {
	v := vector{x[0], x[1]}
	if t.FitIntercept {
		v[2] = 1
	}
	return v
}

// A state is what changes during a run. Its slices are never changed, only
// extended or replaced.
type state struct {
	polygon  polygon
	before   polygon // before the last cut
	centre   place
	theta    vector // of the centre, or of the widest line where there is no polygon
	seen     []int  // the points so far in their order
	row      int    // at work
	ahead    int    // the next example whose label cuts the polygon; −1 if there is none
	plus     float64
	minus    float64 // shares of the polygon that give the row each label
	kept     float64 // by the last cut
	majority int     // mistakes of the larger share
	mistakes int     // mistakes of the centre
	ending   ending
	proof    *margin.Result
}

// A learner cuts weight space.
type learner struct {
	*task
	state
}

func newLearner(t *task) *learner {
	l := &learner{t, state{polygon: whole(), before: whole(), kept: 1}}
	l.theta = t.chart.theta(l.centre)
	return l
}

// choose takes the next example, if there is one, and asks the polygon.
func (l *learner) choose() bool {
	n := len(l.seen)
	if n == len(l.z) {
		return false
	}
	l.row = l.order[n]
	if l.Order == active {
		l.row = l.mostEven(func(int) bool { return true })
	}
	l.seen = append(l.seen, l.row)
	l.before, l.kept = l.polygon, 1
	l.plus, l.minus = l.polygon.share(l.side(l.row, true)), l.polygon.share(l.side(l.row, false))
	return true
}

// upcoming is the next example whose label cuts the polygon; −1 if there is none.
// Those before it leave the polygon as it is, so it is known beforehand.
func (l *learner) upcoming(did kind) int {
	cuts := func(i int) bool { return l.polygon.share(l.side(i, l.Points[i].Sign() > 0)) < untouched }
	switch {
	case l.polygon == nil:
		return -1
	case did == ask && cuts(l.row):
		return l.row
	case l.Order == active:
		return l.mostEven(cuts)
	}
	for _, i := range l.order[len(l.seen):] {
		if cuts(i) {
			return i
		}
	}
	return -1
}

// mostEven is the first unseen point, among some, whose cut leaves most of the polygon
// even with the worse of its labels.
func (l *learner) mostEven(among func(i int) bool) int {
	best, least := -1, math.Inf(1)
	for i := range l.z {
		if slices.Contains(l.seen, i) || !among(i) {
			continue
		}
		if worse := max(l.polygon.share(l.side(i, true)), l.polygon.share(l.side(i, false))); worse < least {
			best, least = i, worse
		}
	}
	return best
}

// cut lets the label in.
func (l *learner) cut() {
	label := l.Points[l.row].Sign() > 0
	if (l.plus >= l.minus) != label {
		l.majority++
	}
	if !positive(l.z[l.row], l.theta) {
		l.mistakes++
	}
	l.polygon = l.polygon.clip(l.side(l.row, label))
	l.kept = l.polygon.area() / l.before.area()
	if l.polygon != nil {
		for _, c := range []string{l.Centre, centroid, chebyshev} {
			l.centre = l.centreOf(c)
			if l.theta = l.chart.theta(l.centre); l.wrong(l.seen, l.theta) == 0 {
				return
			}
		}
	}
	l.end()
}

// end decides exactly whether any line is left where no polygon can be drawn.
func (l *learner) end() {
	proof := margin.Largest(l.rows(l.seen))
	l.polygon, l.proof = nil, &proof
	switch {
	case !proof.Separable:
		l.ending = infeasible
		inOrder(proof.Rows, proof.Weights)
		return
	case l.chart.holds(proof):
		l.ending = thin
	default:
		l.ending = elsewhere
	}
	l.theta = proof.Theta
}

// inOrder sorts rows, and their weights with them.
func inOrder(rows []int, weights []float64) {
	for i := range rows {
		for j := i; j > 0 && rows[j] < rows[j-1]; j-- {
			rows[j], rows[j-1] = rows[j-1], rows[j]
			weights[j], weights[j-1] = weights[j-1], weights[j]
		}
	}
}

// centreOf is one of the polygon's centres.
func (l *learner) centreOf(which string) place {
	switch which {
	case chebyshev:
		p, _ := l.polygon.inscribed()
		return p
	case analytic:
		return analyticCentre(l.polygon.centroid(), l.cuts(l.seen))
	}
	return l.polygon.centroid()
}

// A view is the state after one step.
type view struct {
	*task
	state
	did    kind
	status algos.Status
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	v := view{task: l.task, state: l.state, did: did}
	v.ahead = l.upcoming(did)
	v.status = v.judge()
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: v.size(), Events: v.events(), Metrics: v.metrics(), Status: v.status, EndTold: true, View: v}
}

func (v view) size() algos.Size {
	switch {
	case v.did == start || v.status.Final():
		return algos.Pass
	case v.did == ask, v.redundant():
		return algos.Micro
	}
	return algos.Normal
}

// known are the examples whose label is known.
func (v view) known() []int {
	if v.did == ask {
		return v.seen[:len(v.seen)-1]
	}
	return v.seen
}

// area is the polygon's share of the box, bits how often the box would have to be
// halved to leave it.
func (v view) area() float64 { return v.polygon.area() / whole().area() }
func (v view) bits() float64 { return -math.Log2(v.area()) }

// null says that the current point is 0, to which no θ gives a label.
func (v view) null() bool { return v.z[v.row] == vector{} }

// untouched is the share of a polygon from which a cut has taken nothing away.
const untouched = 1 - 1e-12

// redundant says that the last cut took nothing away.
func (v view) redundant() bool { return v.kept >= untouched }

// label is that of the current point.
func (v view) label() bool { return v.Points[v.row].Sign() > 0 }

// metricNames are public.
var metricNames = []string{"area", "kept", "plus", "minus", "corners", "majority_mistakes", "halving_bound", "mistakes", "examples"}

func (v view) metrics() []float64 {
	bound, plus, minus := math.NaN(), v.plus, v.minus
	if v.polygon != nil {
		bound = max(0, v.bits())
	}
	if v.did == start {
		plus, minus = math.NaN(), math.NaN()
	}
	return []float64{v.area(), v.kept, plus, minus, float64(len(v.polygon)), float64(v.majority), bound, float64(v.mistakes), float64(len(v.known()))}
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	vertices := [][]float64{}
	for _, p := range v.polygon {
		t := v.chart.theta(p)
		vertices = append(vertices, t[:])
	}
	values := []algos.Value{
		{Name: "feasible", Value: v.ending != infeasible},
		{Name: "area", Value: v.area()},
		{Name: "vertices", Value: vertices},
		{Name: "examples", Value: len(v.known())},
	}
	if v.ending == infeasible {
		values = append(values, algos.Value{Name: "certificate_rows", Value: v.guilty()}, algos.Value{Name: "certificate_weights", Value: v.proof.Weights})
		return algos.Model{Values: values}
	}
	values = append(values, algos.Value{Name: "theta", Value: []float64{v.theta[0], v.theta[1]}}, algos.Value{Name: "theta0", Value: v.theta[2]})
	if v.chart.least > 0 && v.polygon != nil {
		w := v.chart.theta(v.polygon.nearest())
		values = append(values, algos.Value{Name: "nearest", Value: []float64{w[0], w[1]}})
	}
	return algos.Model{Values: values, Predict: v.predict}
}

// guilty are the points that prove that nothing is left.
func (v view) guilty() []int {
	points := make([]int, len(v.proof.Rows))
	for k, i := range v.proof.Rows {
		points[k] = v.seen[i]
	}
	return points
}

// predict labels x by the line that is drawn, and says what share of the others
// agrees.
func (v view) predict(x [2]float64) []algos.Value {
	at := v.lift(x)
	score := at[0]*v.theta[0] + at[1]*v.theta[1] + at[2]*v.theta[2]
	class := 0
	if score > 0 {
		class = 1
	}
	values := []algos.Value{{Name: "label", Value: v.Label(class)}, {Name: "score", Value: score}}
	if v.polygon != nil {
		values = append(values, algos.Value{Name: "share", Value: v.vote(at)})
	}
	return values
}

// vote is the share of the polygon's lines that say + of x.
func (v view) vote(x vector) float64 {
	c := v.chart
	c.least = 0
	h := c.half(x)
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range v.polygon {
		score := h.at(p)
		least, most = min(least, score), max(most, score)
	}
	switch {
	case most <= 0:
		return 0
	case least >= 0:
		return 1
	}
	return v.polygon.share(h)
}

func sign(positive bool) string {
	if positive {
		return "+"
	}
	return "−"
}

func percent(share float64) string {
	if share > 0 && share < 1e-5 {
		return say.Num(share)
	}
	return say.Num(100*share) + " %"
}
