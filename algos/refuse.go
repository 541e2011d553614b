package algos

import (
	"fmt"
	"math"
	"strings"

	"playground/algos/dataset"
	"playground/algos/say"
)

// Refuse is the only step of a run that cannot start: the points as they lie,
// and why nothing can be done with them. The metrics are those that every other
// run of the demo has; none of them is defined.
func Refuse(p Problem, reason say.Phrase, metrics ...string) Step {
	step := Step{
		Phase: "nothing to do", Size: Pass,
		Status: Status{State: Refused, Reason: reason},
		Events: []Event{{Kind: string(Refused), Text: reason}},
		View:   refusal{p, reason},
	}
	for _, name := range metrics {
		step.Metrics = append(step.Metrics, Metric{Name: name, Value: math.NaN()})
	}
	return step
}

// A refusal is the view of a run that cannot start.
type refusal struct {
	Problem
	reason say.Phrase
}

func (v refusal) Say() []Line     { return []Line{{Text: v.reason}} }
func (v refusal) Checks() []Check { return nil }
func (v refusal) Model() Model    { return Model{} }
func (v refusal) Bytes() int      { return 500 }

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
