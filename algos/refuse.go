package algos

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"playground/algos/dataset"
	"playground/algos/say"
)

// A Refusal is the error of a run that cannot start: the method does not apply to
// the problem.
type Refusal struct {
	Reason say.Phrase // in words, as people read it
}

func (r *Refusal) Error() string { return r.Reason.String() }

// Refuse refuses a problem for a reason.
func Refuse(reason say.Phrase) error { return &Refusal{reason} }

// refused is the run of a problem that was refused. Its only step shows the points
// as they lie, and says why nothing can be done with them.
func (d Demo) refused(p Problem, reason say.Phrase) iter.Seq[Step] {
	step := Step{
		Phase: "nothing to do", Size: Pass,
		Status: Status{State: Refused, Reason: reason},
		View:   refusal{p},
	}
	for range d.Metrics {
		step.Metrics = append(step.Metrics, math.NaN())
	}
	return func(yield func(Step) bool) { yield(step) }
}

// A refusal is the view of a run that cannot start.
type refusal struct{ Problem }

func (v refusal) Say() []Line     { return nil }
func (v refusal) Checks() []Check { return nil }
func (v refusal) Model() Model    { return Model{} }

func (v refusal) Panels() []Panel {
	b := Board(v.Problem)
	b.Marks = []Mark{DataPoints(v.Set)}
	if v.Dim == 0 { // of a demo that makes its own examples
		b.X.Hidden, b.Y.Hidden, b.Alt = true, true, "Nothing to show."
	}
	return []Panel{b}
}

// Board is the panel that shows the points of a problem, without marks. In the
// plane both axes have one scale, so that distances and right angles look as
// they are.
func Board(p Problem) Panel {
	w := p.Window
	b := Panel{
		ID: "board", Title: "Board", Alt: say.Vars{"n": len(p.Points)}.Text("<n> points"), Equal: true,
		X: Axis{Name: "x₁", Min: w.X0, Max: w.X1},
		Y: Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
	}
	if p.Dim > 0 { // points are not the demo's own
		b.Edits = EditsData
	}
	if p.Dim == 1 {
		b.X.Name, b.Y.Name, b.Equal = "x", "y", false
		b.Y.Hidden = p.Target == dataset.None // points on a number line
	}
	return b
}

// NameAxes calls the axes by the names that the columns of the data have: those
// that are called by the letter of a column, x₁, x₂, or x and y in one dimension.
func (p *Panel) NameAxes(s dataset.Set) {
	if s.Names.Empty() {
		return
	}
	letters := []string{"x₁", "x₂"}
	if s.Dim == 1 {
		letters = []string{"x", "y"}
	}
	for k, letter := range letters {
		for _, a := range []*Axis{&p.X, &p.Y} {
			if name := s.AxisName(k); string(a.Name) == letter && name != "" {
				a.Name = say.Given(clipped(name)).Phrase()
			}
		}
	}
}

// clipped leaves room for the numbers beside the name of an axis.
func clipped(name string) string {
	const most = 24
	if runes := []rune(name); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return name
}

// DataPoints are the points of a set as a mark, with the references x0, x1, …
// of their rows; classes have their colour and shape.
func DataPoints(s dataset.Set) Points {
	var m Points
	for i, p := range s.Points {
		var at XY
		at.X, at.Y = s.Place(p)
		m.At = append(m.At, at)
		m.Refs = append(m.Refs, fmt.Sprintf("x%d", i))
		if s.Target == dataset.Classes {
			m.Class = append(m.Class, p.Class())
		}
	}
	return m
}
