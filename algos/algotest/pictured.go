package algotest

import (
	"context"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// pictures sees that regions of classes on the board have the colour of the label that the
// model predicts there.
func pictures(ctx context.Context, d algos.Demo, r *report) {
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // the part of the presets says so
		}
		problem, err := recipe.Problem()
		if err != nil || problem.Target != dataset.Classes {
			continue
		}
		s, n, err := runTo(ctx, d, recipe)
		if err != nil {
			continue
		}
		r.regions(p.ID, n, problem, s)
		if len(r.faults) > 0 {
			return // one preset's faults are enough
		}
	}
}

// regions compares the board's regions with predictions in the middle of cells whose corners
// are of one class: near a border the colours are as fine as the grid.
func (r *report) regions(name string, n int, p algos.Problem, s algos.Step) {
	model := s.Model()
	if model.Predict == nil {
		return
	}
	for _, panel := range s.Panels() {
		if panel.ID != "board" || panel.Edits != mark.EditsData {
			continue
		}
		for _, m := range panel.Marks {
			f, ok := m.(mark.Field)
			if !ok || f.Scale != mark.Regions || f.Hide {
				continue
			}
			const side = 24
			g := grid.Grid{Window: p.Window, NX: side, NY: side}
			values := make([]float64, g.Len())
			f.Eval(values, g)
			wrong, compared := 0, 0
			for j := 1; j < side-1; j++ {
				for i := 1; i < side-1; i++ {
					k := values[j*side+i]
					if k != values[j*side+i-1] || k != values[j*side+i+1] || k != values[(j-1)*side+i] || k != values[(j+1)*side+i] || k < 0 {
						continue
					}
					at := model.Predicted(dataset.Classes, [2]float64{g.X(i), g.Y(j)})
					if at != at {
						continue
					}
					compared++
					if at != float64(p.Label(int(k))) {
						wrong++
					}
				}
			}
			if wrong*10 > compared {
				r.fault("%s step %d: at %d of %d places the region of %s has the colour of another label than the model predicts", name, n, wrong, compared, panel.ID)
			}
		}
	}
}
