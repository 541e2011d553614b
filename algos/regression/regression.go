// Package regression is the family of methods that learn a function's values:
// least squares and its penalties, Bayesian regression, Gaussian processes, and
// the kernels they share with the classifiers (package kernel).
package regression

import (
	"playground/algos"
	"playground/algos/regression/activelearning"
	"playground/algos/regression/bayesianoptimisation"
	"playground/algos/regression/bayesianregression"
	"playground/algos/regression/biasvariance"
	"playground/algos/regression/diffusionkernel"
	"playground/algos/regression/gaussianconditioning"
	"playground/algos/regression/gpclassification"
	"playground/algos/regression/gpregression"
	"playground/algos/regression/kernelridge"
	"playground/algos/regression/kernels"
	"playground/algos/regression/lasso"
	"playground/algos/regression/linearregression"
	"playground/algos/regression/polynomial"
	"playground/algos/regression/ridge"
	"playground/algos/regression/stringkernel"
)

// Demos are the family's methods in the order of the gallery, which is that of textbooks:
// least squares, its penalties and features, the same as Bayes has it, kernels, and the
// processes whose covariances they are.
var Demos = []algos.Demo{
	linearregression.Demo,
	ridge.Demo,
	lasso.Demo,
	polynomial.Demo,
	biasvariance.Demo,
	activelearning.Demo,
	bayesianregression.Demo,
	kernelridge.Demo,
	kernels.Demo,
	stringkernel.Demo,
	diffusionkernel.Demo,
	gaussianconditioning.Demo,
	gpregression.Demo,
	gpclassification.Demo,
	bayesianoptimisation.Demo,
}
