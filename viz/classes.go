package viz

import (
	"playground/algos"
	"playground/algos/say"
)

// classSamples returns a point of each class that has a name and points in the
// panel, called by that name.
func classSamples(p algos.Panel) []algos.Points {
	there := make([]bool, len(p.Classes))
	for _, m := range p.Marks {
		points, ok := m.(algos.Points)
		if !ok || points.Style.Role != algos.RoleAuto {
			continue // in one colour: they do not show their classes
		}
		for _, k := range points.Class {
			if k >= 0 && k < len(there) {
				there[k] = true
			}
		}
	}
	var samples []algos.Points
	for k, name := range p.Classes {
		if there[k] {
			samples = append(samples, algos.Points{At: make([]algos.XY, 1), Class: []int{k}, Legend: say.Phrase(name)})
		}
	}
	return samples
}
