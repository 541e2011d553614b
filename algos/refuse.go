package algos

import (
	"iter"
	"math"
	"slices"

	"playground/algos/mark"
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

func (v refusal) Panels() []mark.Panel {
	if len(v.Layers) > 1 {
		return v.layerPanels()
	}
	if !v.Cells.Empty() {
		return []mark.Panel{mark.CellBoard(v.Cells, slices.Min(v.Cells.Values), slices.Max(v.Cells.Values))}
	}
	b := v.Board()
	b.Add(mark.DataEdges(v.Set)...)
	b.Add(mark.DataPoints(v.Set))
	if v.Dim == 0 { // of a demo that makes its own examples
		b.X.Hidden, b.Y.Hidden, b.Alt = true, true, "Nothing to show."
	}
	return []mark.Panel{b}
}

// layerPanels shows all grids, so that readers can paint what is taken.
func (v refusal) layerPanels() []mark.Panel {
	var panels []mark.Panel
	for k, x := range v.Layers {
		low, high := slices.Min(x.Values), slices.Max(x.Values)
		if k == 0 {
			panels = append(panels, mark.CellBoard(x.Cells, low, high))
		} else {
			panels = append(panels, mark.LayerBoard(x.Name, say.Phrase(x.Name), x.Cells, low, high))
		}
	}
	return panels
}

// Board is the panel that shows the problem's points, without marks.
func (p Problem) Board() mark.Panel { return mark.Board(p.Set, p.Window) }
