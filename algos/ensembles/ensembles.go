// Package ensembles is the family of trees and of committees: many weak members
// whose votes are better than each of them.
//
// Standing so far: boosting with stumps and small trees (adaboost).
package ensembles

import (
	"playground/algos"
	"playground/algos/ensembles/adaboost"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	adaboost.Demo,
}
