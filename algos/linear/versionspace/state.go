package versionspace

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/margin"
	"playground/algos/say"
)

// A snapshot is the state after one step. It is never changed; what it shares
// with other steps is never changed either.
type snapshot struct {
	*task
	kind     kind
	polygon  polygon
	before   polygon
	centre   place
	theta    vector // of the centre, or of the widest line where there is no polygon
	row      int
	seen     []int
	plus     float64
	minus    float64
	kept     float64
	majority int
	mistakes int
	ending   ending
	proof    *margin.Result
	status   algos.Status
}

// known are the examples whose label is known.
func (s snapshot) known() []int {
	if s.kind == ask {
		return s.seen[:len(s.seen)-1]
	}
	return s.seen
}

// line names what is looked for.
func (t *task) line() string {
	if t.Bias {
		return "line"
	}
	return "line through the origin"
}

func (s snapshot) judge() algos.Status {
	n := say.Count(len(s.seen), "example")
	switch {
	case s.ending == infeasible:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("after %s nothing is left: no %s separates them", n, s.line()))}
	case s.ending == elsewhere:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("after %s nothing is left of this box, yet a %s exists elsewhere: take another chart or a larger box", n, s.line()))}
	case s.ending == thin:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("after %s a %s is left, in a polygon too narrow for floating-point numbers", n, s.line()))}
	case s.kind == cut && len(s.seen) == len(s.z):
		return algos.Status{State: algos.Converged, Reason: say.Phrase(fmt.Sprintf("after %s %s of the box is left, and each of its lines separates the points", n, percent(s.area())))}
	}
	return algos.Status{State: algos.Running}
}

// area is the polygon's share of the box.
func (s snapshot) area() float64 { return s.polygon.area() / whole().area() }

func percent(share float64) string {
	if share > 0 && share < 1e-5 {
		return say.Num(share)
	}
	return say.Num(100*share) + " %"
}

func (s snapshot) phase() string {
	switch s.kind {
	case ask:
		return name(s.row) + " comes"
	case cut:
		if s.polygon == nil {
			return name(s.row) + " leaves nothing"
		}
		return name(s.row) + " cuts"
	}
	return "start with the whole box"
}

func (s snapshot) next() algos.Next {
	switch {
	case s.status.Final():
		return algos.Next{}
	case s.kind == ask:
		return algos.Next{Small: say.Phrase("cut by " + name(s.row)), Step: say.Phrase("cut by " + name(s.row)), Pass: "all examples"}
	}
	return algos.Next{Small: "next example", Step: "next example", Pass: "all examples"}
}

func (s snapshot) size() algos.Size {
	switch {
	case s.kind == start || s.status.Final():
		return algos.Pass
	case s.kind == ask:
		return algos.Micro
	}
	return algos.Normal
}

// null says that the point at work is 0, to which no θ gives a label.
func (s snapshot) null() bool { return s.z[s.row] == vector{} }

// redundant says that the last cut took nothing away.
func (s snapshot) redundant() bool { return s.kept >= 1-1e-12 }

func (s snapshot) events() []algos.Event {
	var events []algos.Event
	if s.kind != cut {
		return nil
	}
	if !s.redundant() && s.polygon != nil {
		events = append(events, algos.Event{Kind: "cut", Text: say.Phrase(fmt.Sprintf("%s leaves %s of the polygon", name(s.row), percent(s.kept)))})
	}
	if s.kept < 0.5 && s.polygon != nil {
		events = append(events, algos.Event{Kind: "halved", Text: say.Phrase(name(s.row) + " cuts more than half away")})
	}
	switch {
	case s.ending == infeasible:
		events = append(events, algos.Event{Kind: "infeasible", Text: s.status.Reason})
	case s.ending != open:
		events = append(events, algos.Event{Kind: "empty", Text: s.status.Reason})
	case s.status.State == algos.Converged:
		events = append(events, algos.Event{Kind: "converged", Text: s.status.Reason})
	}
	return events
}

// metricNames are public.
var metricNames = []string{"area", "kept", "plus", "minus", "corners", "majority_mistakes", "halving_bound", "mistakes", "examples"}

// bits is how often the box would have to be halved to leave the polygon.
func (s snapshot) bits() float64 { return -math.Log2(s.area()) }

func (s snapshot) metrics() []float64 {
	bound := math.NaN()
	if s.polygon != nil {
		bound = max(0, s.bits())
	}
	plus, minus := s.plus, s.minus
	if s.kind == start {
		plus, minus = math.NaN(), math.NaN()
	}
	return []float64{s.area(), s.kept, plus, minus, float64(len(s.polygon)), float64(s.majority), bound, float64(s.mistakes), float64(len(s.known()))}
}

// Model implements [algos.View].
func (s snapshot) Model() algos.Model {
	vertices := [][]float64{}
	for _, p := range s.polygon {
		t := s.chart.theta(p)
		vertices = append(vertices, t[:])
	}
	values := []algos.Value{
		{Name: "feasible", Value: s.ending != infeasible},
		{Name: "area", Value: s.area()},
		{Name: "vertices", Value: vertices},
		{Name: "examples", Value: len(s.known())},
	}
	if s.ending == infeasible {
		rows := make([]int, len(s.proof.Rows))
		for k, i := range s.proof.Rows {
			rows[k] = s.seen[i]
		}
		values = append(values, algos.Value{Name: "certificate_rows", Value: rows}, algos.Value{Name: "certificate_weights", Value: s.proof.Weights})
		return algos.Model{Values: values}
	}
	values = append(values, algos.Value{Name: "theta", Value: []float64{s.theta[0], s.theta[1]}}, algos.Value{Name: "theta0", Value: s.theta[2]})
	if s.chart.least > 0 && s.polygon != nil {
		w := s.chart.theta(s.polygon.nearest())
		values = append(values, algos.Value{Name: "nearest", Value: []float64{w[0], w[1]}})
	}
	return algos.Model{Values: values, Predict: s.predict}
}

// predict labels x by the line that is drawn, and says what share of the others
// agrees.
func (s snapshot) predict(x [2]float64) []algos.Value {
	v := s.lift(x)
	score := v[0]*s.theta[0] + v[1]*s.theta[1] + v[2]*s.theta[2]
	class := 0
	if score > 0 {
		class = 1
	}
	values := []algos.Value{{Name: "label", Value: s.Label(class)}, {Name: "score", Value: score}}
	if s.polygon != nil {
		values = append(values, algos.Value{Name: "share", Value: s.vote(v)})
	}
	return values
}

func (t *task) lift(x [2]float64) vector {
	v := vector{x[0], x[1]}
	if t.Bias {
		v[2] = 1
	}
	return v
}

// vote is the share of the polygon's lines that say + of x.
func (s snapshot) vote(x vector) float64 {
	c := s.chart
	c.least = 0
	h := c.half(x)
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range s.polygon {
		v := h.at(p)
		least, most = min(least, v), max(most, v)
	}
	switch {
	case most <= 0:
		return 0
	case least >= 0:
		return 1
	}
	return s.polygon.share(h)
}

// name is how point i is called on the screen, ref in references.
func name(i int) string { return "x" + say.Sub(i+1) }

func ref(i int) string { return fmt.Sprintf("x%d", i) }
