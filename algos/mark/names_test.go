package mark_test

import (
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
)

func TestAxesHaveTheNamesOfTheData(t *testing.T) {
	set := dataset.Set{
		Dim: 2, Target: dataset.Classes, Points: []dataset.Point{{X: [2]float64{1, 2}}},
		Names: dataset.Names{Columns: []string{"height", "a name that is longer than an axis"}},
	}
	p := mark.Panel{X: mark.Axis{Name: "x₁"}, Y: mark.Axis{Name: "x₂"}}
	p.NameAxes(set)
	if p.X.Name.String() != "x₁: height" || p.Y.Name.String() != "x₂: a name that is long…" {
		t.Errorf("the axes are called %s and %s", p.X.Name, p.Y.Name)
	}
	side := mark.Panel{X: mark.Axis{Name: "step"}, Y: mark.Axis{Name: "y"}}
	if side.NameAxes(set); side.X.Name != "step" || side.Y.Name != "y" {
		t.Errorf("the axes of another picture are called %s and %s", side.X.Name, side.Y.Name)
	}
}

func TestPointsOnANumberLine(t *testing.T) {
	set := dataset.Set{Dim: 1, Target: dataset.None, Points: []dataset.Point{{X: [2]float64{3}, Y: 7}, {X: [2]float64{-1}}}}
	p := algos.NewProblem(set, 1, mark.FitWindow(set))
	if b := p.Board(); !b.Y.Hidden || p.Window.Y0 >= 0 || p.Window.Y1 <= 0 {
		t.Errorf("the board has the height %v in the window %v", b.Y, p.Window)
	}
	for i, at := range mark.DataPoints(set).At {
		if at.X != set.Points[i].X[0] || at.Y != 0 {
			t.Errorf("point %d stands at %v", i, at)
		}
	}
}
