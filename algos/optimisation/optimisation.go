// Package optimisation is the family of methods that search for a root, a minimum or the weights of
// a network: descent on functions, constraints and multipliers, and networks, whose training is descent.
//
// Standing so far: gradient descent and its optimisers (gradientdescent), Newton's method for roots and
// minima (newton), stochastic approximation (robbinsmonro), Lagrange multipliers and duality (lagrange),
// the multilayer perceptron with back-propagation (mlp), universal approximation by a staircase of units
// (universalapproximation), convolution and pooling of images (convolution).
package optimisation

import (
	"playground/algos"
	"playground/algos/optimisation/convolution"
	"playground/algos/optimisation/gradientdescent"
	"playground/algos/optimisation/lagrange"
	"playground/algos/optimisation/mlp"
	"playground/algos/optimisation/newton"
	"playground/algos/optimisation/robbinsmonro"
	"playground/algos/optimisation/universalapproximation"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	gradientdescent.Demo,
	newton.Demo,
	robbinsmonro.Demo,
	lagrange.Demo,
	mlp.Demo,
	universalapproximation.Demo,
	convolution.Demo,
}
