package session

import (
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/web/wire"
)

// On a board of one input points of class k stand at the height k: a hand that drops one
// elsewhere means the class that is nearest.
func TestHeightIsTheClassOnALine(t *testing.T) {
	d := algos.Demo{Input: input.Spec{Points: &input.Points{Dims: []int{1}, Target: dataset.Classes, Classes: 2, Max: 50}}}
	set := dataset.Set{Dim: 1, Target: dataset.Classes, Signed: true, Points: []dataset.Point{{}}}
	for height, class := range map[float64]float64{-7: 0, 0: 0, 0.49: 0, 0.51: 1, 1.2: 1, 40: 1} {
		p, err := newPoint(wire.Point{2, height, 0}, set, d)
		if err != nil || p.Y != class || p.X != [2]float64{2, 0} {
			t.Errorf("a new point at %g: %+v, %v", height, p, err)
		}
		place(&set, 0, 3, height, d)
		if q := set.Points[0]; q.Y != class || q.X[0] != 3 {
			t.Errorf("a point moved to %g: %+v", height, q)
		}
		if err := set.Check(); err != nil {
			t.Error(err)
		}
	}
	set.Target = dataset.Values
	if place(&set, 0, 3, 0.3, d); set.Points[0].Y != 0.3 {
		t.Errorf("a value at 0.3: %+v", set.Points[0])
	}
}
