// Package regression is the family of methods that learn a function's values:
// least squares and its penalties, Bayesian regression, Gaussian processes, and
// the kernels they share with the classifiers (package kernel).
//
// Standing so far: Gaussian process regression (gpregression).
package regression

import (
	"playground/algos"
	"playground/algos/regression/gpregression"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	gpregression.Demo,
}
