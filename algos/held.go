package algos

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/say"
)

// Names of the metrics of a run with held-out points.
const (
	trainError = "train_error" // of the points to learn from
	heldError  = "held_error"  // of those held out
)

// All is the set with the points that are held out behind those to learn from.
func (p Problem) All() dataset.Set {
	s := p.Set
	if len(p.HeldOut) > 0 {
		s.Points, s.Held = slices.Concat(s.Points, p.HeldOut), len(p.HeldOut)
	}
	return s
}

// Testing returns the demo as it is on a set: where points are held out, every step
// has their error as a metric, and a chart shows it beside that on the points to
// learn from. Otherwise it is the demo itself. Define does so for every run, and who
// records runs does it for the names.
func (d Demo) Testing(s dataset.Set) Demo {
	if s.Held == 0 || !d.Input.Supervised() || d.tests > 0 {
		return d
	}
	own := len(d.Metrics)
	d.Metrics = slices.Clip(d.Metrics)
	if !slices.Contains(d.Metrics, trainError) {
		d.Metrics = append(d.Metrics, trainError)
	}
	d.Metrics = append(d.Metrics, heldError)
	d.tests = len(d.Metrics) - own
	axis := "misclassification rate"
	if s.Target == dataset.Values {
		axis = "mean squared error"
	}
	d.Charts = append(slices.Clip(d.Charts), mark.Chart{ID: "held-out", Title: "Held-out error", Y: axis, Series: []mark.Series{
		{Metric: trainError, Label: "training points", Role: mark.RoleAccent},
		{Metric: heldError, Label: "held-out points", Role: mark.RoleGood},
	}})
	return d
}

// An exam is what the steps of a run are tested on.
type exam struct {
	set   dataset.Set // the points to learn from
	held  []dataset.Point
	both  bool // the demo has no training error of its own
	ended func() bool
	every int // the step from which on not every step is tested when it is recorded
}

// Tests of a run are bounded by the predictions that they make. BenchmarkHeldOut of package
// catalog weighs them: at 80 points a step takes some 5 to 50 µs more, at 400 up to half a
// millisecond, fewer times.
const (
	// testedWork is how much work goes into the first steps, all of which are tested:
	// predictions, which take the longer the more points there are to learn from.
	testedWork = 1 << 18
	// testedRows is how many rows cost as much as the rest of a prediction.
	testedRows = 32
	// testedSteps is how many steps are tested, however many points there are.
	testedSteps = 32
	// testsApart is how many predictions are made between two looks at the context.
	testsApart = 64
)

// newExam returns what a run is tested on; nil where nothing is held out. The demo is
// that of [Demo.Testing].
func (d Demo) newExam(ctx context.Context, p Problem) *exam {
	if d.tests == 0 {
		return nil
	}
	e := &exam{set: p.Set, held: p.HeldOut, both: d.tests == 2, ended: func() bool { return ctx.Err() != nil }}
	points := len(p.Points) + len(p.HeldOut)
	e.every = max(testedSteps, testedWork/(points*(1+points/testedRows)))
	return e
}

// due reports whether step n is tested when it is recorded: all at first, then every
// second, every fourth and so on, so that the work grows with log n.
func (e *exam) due(n int) bool {
	stride := 1
	for far := e.every; far <= n; far *= 2 {
		stride *= 2
	}
	return n%stride == 0
}

// A result is what a model gets wrong: the number of wrong labels, or the sum of the
// squared errors.
type result struct{ train, held float64 }

// none is the result of a model that predicts nothing.
var none = result{math.NaN(), math.NaN()}

// test predicts all points.
func (e *exam) test(v View) result {
	m := v.Model()
	if m.Predict == nil {
		return none
	}
	return result{train: e.misses(m, e.set.Points), held: e.misses(m, e.held)}
}

// misses adds up what the model gets wrong; NaN where it predicts no target, or the run
// has ended meanwhile.
func (e *exam) misses(m Model, points []dataset.Point) float64 {
	total, predicts := 0.0, len(points) == 0
	for i, p := range points {
		if i%testsApart == 0 && e.ended() {
			return math.NaN()
		}
		at := e.predicted(m, p.X)
		predicts = predicts || !math.IsNaN(at)
		total += e.miss(at, p)
	}
	if !predicts {
		return math.NaN()
	}
	return total
}

// miss is the error of a prediction at a point.
func (e *exam) miss(predicted float64, p dataset.Point) float64 {
	if e.set.Target == dataset.Values {
		off := predicted - p.Y
		return off * off
	}
	if predicted == float64(e.set.Label(p.Class())) {
		return 0
	}
	return 1
}

// predicted is the label or the value that the model predicts, NaN where it predicts
// neither.
func (e *exam) predicted(m Model, x [2]float64) float64 { return m.Predicted(e.set.Target, x) }

// Predicted is what the model predicts of a target at x: a label, as a set names it, or a
// value. It is NaN where the model predicts neither.
func (m Model) Predicted(target dataset.Target, x [2]float64) float64 {
	if m.Mean != nil && target == dataset.Values {
		return m.Mean(x)
	}
	if m.Predict == nil {
		return math.NaN()
	}
	for _, v := range m.Predict(x) {
		switch value := v.Value.(type) {
		case int:
			if target == dataset.Classes && v.Name == "label" {
				return float64(value)
			}
		case float64:
			if target == dataset.Values && (v.Name == "y" || v.Name == "mean" || v.Name == "value") {
				return value
			}
		}
	}
	return math.NaN()
}

// errors are the errors of a result: shares of wrong labels, or means.
func (e *exam) errors(r result) (train, held float64) {
	return r.train / float64(len(e.set.Points)), r.held / float64(len(e.held))
}

// tested returns step n with the errors among its metrics, and told and drawn in its
// view. NaN stands where the step is not tested when it is recorded: see [Step.Named].
func (e *exam) tested(n int, s Step) Step {
	if e == nil {
		return s
	}
	v := examined{View: s.View, exam: e}
	train, held := math.NaN(), math.NaN()
	if s.Status.State != Refused && (e.due(n) || s.Status.Final()) {
		train, held = e.errors(e.test(s.View))
	}
	s.Metrics = slices.Clip(s.Metrics)
	if e.both {
		s.Metrics = append(s.Metrics, train)
	}
	s.Metrics = append(s.Metrics, held)
	s.View = v
	return s
}

// missing gives the errors of the step where they are not recorded: worked out once, for
// who looks at it.
func (v examined) missing() func(name string) float64 {
	known := sync.OnceValue(func() map[string]float64 {
		train, held := v.errors(v.test(v.View))
		if !v.both {
			return map[string]float64{heldError: held}
		}
		return map[string]float64{trainError: train, heldError: held}
	})
	return func(name string) float64 {
		if name != trainError && name != heldError {
			return math.NaN()
		}
		if x, ok := known()[name]; ok {
			return x
		}
		return math.NaN()
	}
}

// An examined view also tells and draws what the model does with the points held out.
type examined struct {
	View
	*exam
}

// Own returns the view that the demo made: a step of a run with held-out points has one
// around it.
func (s Step) Own() View {
	if v, ok := s.View.(examined); ok {
		return v.View
	}
	return s.View
}

// Say adds a sentence with both numbers.
func (v examined) Say() []Line {
	lines := v.View.Say()
	r := v.test(v.View)
	if r.held != r.held || r.train != r.train || len(v.set.Points) == 0 {
		return lines
	}
	s := Story{Vars: say.Vars{"held": len(v.held), "learnt": len(v.set.Points), "missed": int(r.held), "wrong": int(r.train)}}
	if v.set.Target == dataset.Values {
		train, held := v.errors(r)
		s.Vars["missed"], s.Vars["wrong"] = held, train
		s.Text("Mean squared error: <missed> on the <held point> held out, <wrong> on the <learnt point> of the training set.")
	} else {
		s.Text("Misclassified: <missed> of the <held point> held out, <wrong> of the <learnt point> of the training set.")
	}
	return append(lines[:len(lines):len(lines)], s.Lines...)
}

// Panels draws the points held out, hollow, where the others can be edited.
func (v examined) Panels() []mark.Panel {
	return v.withHeldOut(v.View.Panels())
}

// DragPanels draws them, too, while a hand moves.
func (v examined) DragPanels() []mark.Panel {
	if d, ok := v.View.(DragView); ok {
		return v.withHeldOut(d.DragPanels())
	}
	return v.Panels()
}

// withHeldOut returns panels with the points held out on those that edit points.
func (v examined) withHeldOut(of []mark.Panel) []mark.Panel {
	panels := slices.Clone(of)
	for i := range panels {
		if panels[i].Edits != mark.EditsData {
			continue
		}
		p := &panels[i]
		p.Marks = append(p.Marks[:len(p.Marks):len(p.Marks)], v.mark())
		p.Alt = say.Vars{"alt": p.Alt, "held": len(v.held)}.Text("<alt>; held out: <held point>")
	}
	return panels
}

// mark are the points held out, numbered behind the others.
func (v examined) mark() mark.Points {
	set, first := v.set, len(v.set.Points)
	set.Points = v.held
	m := mark.DataPoints(set)
	for i := range m.Refs {
		m.Refs[i] = say.Row(first + i).Ref()
	}
	m.Hollow, m.Legend = true, "held out"
	if set.Target == dataset.Values {
		// Squares: observations that are to come are hollow circles.
		m.Class, m.Style = slices.Repeat([]int{2}, len(m.At)), mark.RoleInk.Plain()
	}
	m.Tip = func(i int) say.Phrase { return v.tip(first+i, v.held[i]) }
	return m
}

// tip says what the model predicts at a point that is held out.
func (v examined) tip(row int, p dataset.Point) say.Phrase {
	model := v.Model()
	said := say.Vars{"row": say.Row(row).Name()}
	at := math.NaN()
	if model.Predict != nil {
		at = v.predicted(model, p.X)
	}
	switch {
	case at != at:
		return said.Text("<row> is held out")
	case v.set.Target == dataset.Values:
		said["y"], said["at"] = p.Y, at
		return said.Text("<row> is held out: y = <y>, predicted <at>")
	case v.miss(at, p) == 0:
		return said.Text("<row> (held out): correct")
	}
	said["label"] = v.name(at)
	return said.Text("<row> (held out): misclassified as <label>")
}

// name is what the class with a label is called.
func (v examined) name(label float64) string {
	for k := range dataset.MaxClasses {
		if float64(v.set.Label(k)) == label {
			return v.set.ClassName(k)
		}
	}
	return fmt.Sprint(label)
}
