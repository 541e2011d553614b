package adaboost

import (
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

func ensembles(t *testing.T) []*state {
	var all []*state
	for _, weak := range []string{stump, depth2} {
		for _, rounds := range []string{"1", "3", "17"} {
			for _, data := range []dataset.Source{dataset.Generate("moons", 40, 0.3, 2), tenPoints, dataset.Generate("xor", 30, 0.2, 5)} {
				all = append(all, algotest.Last(t, Demo, data, algotest.Values("base_learner", weak, "n_estimators", rounds)).View.(view).now())
			}
		}
	}
	return all
}

// The shading is the score of the model over Σα, whether it is looked up by
// cells or added up.
func TestFieldIsTheScore(t *testing.T) {
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 10, Y0: -2, Y1: 3}, NX: 53, NY: 41} // some nodes are on thresholds
	for _, s := range ensembles(t) {
		predict := view{state: s}.Model().Predict
		quick, slow := make([]float64, g.Len()), make([]float64, g.Len())
		s.compose().Field(func(f float64) float64 { return f / s.sum })(quick, g)
		s.field()(slow, g)
		for j := range g.NY {
			for i := range g.NX {
				want := predict([2]float64{g.X(i), g.Y(j)})[1].Value.(float64) / s.sum
				algotest.Near(t, "cells", quick[j*g.NX+i], want, 1e-14)
				algotest.Near(t, "sum", slow[j*g.NX+i], want, 1e-14)
			}
		}
	}
}

// The patches of both classes tile the board, each with the right label.
func TestPatchesTileTheBoard(t *testing.T) {
	for _, s := range ensembles(t) {
		board := s.shownBox()
		c := s.compose()
		predict := view{state: s}.Model().Predict
		area := 0.0
		for _, says := range []bool{false, true} {
			for _, box := range c.Patches(board, says) {
				area += (box[0][1] - box[0][0]) * (box[1][1] - box[1][0])
				middle := [2]float64{(box[0][0] + box[0][1]) / 2, (box[1][0] + box[1][1]) / 2}
				if empty := box[0][0] >= box[0][1] || box[1][0] >= box[1][1]; !empty && (predict(middle)[1].Value.(float64) > 0) != says {
					t.Errorf("%v is not %v", box, says)
				}
			}
		}
		algotest.Near(t, "area", area, (board[0][1]-board[0][0])*(board[1][1]-board[1][0]), 1e-12)
	}
}

// Along every piece of the boundary the label changes; and where two
// neighbouring nodes of a fine grid differ, a piece passes between them.
func TestBoundarySeparatesTheLabels(t *testing.T) {
	for _, s := range ensembles(t) {
		c := s.compose()
		seg := c.Boundary(s.shownBox())
		label := func(x, y float64) bool {
			return view{state: s}.Model().Predict([2]float64{x, y})[1].Value.(float64) > 0
		}
		for k, a := range seg.From {
			b := seg.To[k]
			const beside = 1e-9
			mx, my := (a.X+b.X)/2+1e-7, (a.Y+b.Y)/2+1e-7
			switch {
			case a == b:
			case a.X == b.X && label(a.X-beside, my) == label(a.X+beside, my),
				a.Y == b.Y && label(mx, a.Y-beside) == label(mx, a.Y+beside):
				t.Errorf("%v to %v divides nothing", a, b)
			}
		}
		w := s.Window
		const n = 97
		y := w.Y0 + 0.4317*(w.Y1-w.Y0)
		for i := range n {
			x0, x1 := w.X0+(w.X1-w.X0)*float64(i)/n, w.X0+(w.X1-w.X0)*float64(i+1)/n
			if label(x0, y) == label(x1, y) {
				continue
			}
			found := false
			for k, a := range seg.From {
				b := seg.To[k]
				found = found || a.X == b.X && a.X >= x0 && a.X <= x1 && a.Y <= y && y <= b.Y
			}
			if !found {
				t.Errorf("no boundary between %v and %v at %v", x0, x1, y)
			}
		}
	}
}

// Too many cells for a drawing are left to the grid.
func TestManyCells(t *testing.T) {
	s := algotest.Last(t, Demo, dataset.Generate("overlap", 500, 0.9, 2), algotest.Values("base_learner", depth2, "n_estimators", "220")).View.(view).now()
	marks := s.marks(s.shownBox())
	if f := marks[0].(mark.Field); s.compose() != nil || f.Sharp || len(f.Levels) != 1 {
		t.Errorf("%d cuts by %d: %+v", len(marks), len(s.rounds), f)
	}
}
