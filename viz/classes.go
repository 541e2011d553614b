package viz

import (
	"playground/algos/mark"
	"playground/algos/say"
)

// classSamples returns a point of each class that has a name and points in the
// panel, called by that name.
func classSamples(p mark.Panel) []mark.Points {
	there := make([]bool, len(p.Classes))
	for _, m := range p.Marks {
		points, ok := m.(mark.Points)
		if !ok || points.Style.Role != mark.RoleAuto {
			continue // in one colour: they do not show their classes
		}
		for _, k := range points.Class {
			if k >= 0 && k < len(there) {
				there[k] = true
			}
		}
	}
	var samples []mark.Points
	for k, name := range p.Classes {
		if there[k] {
			samples = append(samples, mark.Points{At: make([]mark.XY, 1), Class: []int{k}, Legend: say.Phrase(name)})
		}
	}
	return samples
}
