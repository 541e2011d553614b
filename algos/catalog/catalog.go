// Package catalog puts the families' demos on their shelves. A new demo is
// registered in its family; only a new family is registered here.
package catalog

import (
	"slices"

	"playground/algos"
	"playground/algos/decisions"
	"playground/algos/ensembles"
	"playground/algos/linear"
	"playground/algos/optimisation"
	"playground/algos/regression"
	"playground/algos/unsupervised"
)

// All are the demos in the order of the gallery.
var All = slices.Concat(
	linear.Demos,
	regression.Demos,
	ensembles.Demos,
	unsupervised.Demos,
	optimisation.Demos,
	decisions.Demos,
)

// Find returns the demo with that id.
func Find(id string) (algos.Demo, bool) {
	for _, d := range All {
		if d.ID == id {
			return d, true
		}
	}
	return algos.Demo{}, false
}
