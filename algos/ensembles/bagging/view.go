package bagging

import (
	"playground/algos"
	"playground/algos/ensembles/internal/committee"
	"playground/algos/mark"
)

// A view is the run at one step. What it says, promises and draws is that of all committees of trees: see package
// committee.
type view struct{ committee.View }

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line { return v.Told() }

// Checks computes the guarantees by a second route.
func (v view) Checks() []algos.Check { return v.Promised() }

// Model returns the errors, and asks all trees about a place.
func (v view) Model() algos.Model { return v.Learnt() }

// Panels draws the step: the board first.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.Board()}
	voted := len(v.Committee) > 0
	switch {
	case voted && !v.Table.Empty():
		panels = append(panels, v.Importance(), v.Tabled())
	case voted && v.Z != nil:
		panels = append(panels, v.Tabled())
	case voted:
		panels = append(panels, v.Strip())
	}
	if v.New != nil {
		panels = append(panels, v.Draws())
	}
	if voted {
		panels = append(panels, v.Bagged(), v.Shares())
	}
	return panels
}
