// Package unsupervised is the family of methods that find structure in points
// without labels: clusters, mixtures, components, and sampling.
//
// Standing so far: the EM algorithm for Gaussian mixtures (emgmm).
package unsupervised

import (
	"playground/algos"
	"playground/algos/unsupervised/emgmm"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	emgmm.Demo,
}
