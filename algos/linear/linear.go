// Package linear is the family of linear classifiers and margins, and what grows
// out of them: kernels, probabilities, several classes.
//
// The story starts with one line that is corrected at every mistake
// (perceptron), is told again in a feature space (kernelperceptron) and in the
// space of all lines (versionspace), and for bit strings (disjunctions). Asking
// for the widest band instead of any line gives the support vector machine: its
// dual solved pair by pair (svm), its primal by sub-gradients (svmprimal), what
// it promises about new points (svmloocv), several classes (svmmulticlass), and
// values instead of labels (svr). Asking for probabilities gives logistic
// regression (logistic), softmax regression (softmax) and Gaussian
// discriminants (discriminant). What all of them minimise is compared in losses.
//
// Mathematics that several of them share, or that stands on its own, is below
// internal: the dual solver (smo), the largest margin with its proof (margin), the
// solvers of logistic losses (logit), and the weights of several classes together
// (joint).
package linear

import (
	"playground/algos"
	"playground/algos/linear/discriminant"
	"playground/algos/linear/disjunctions"
	"playground/algos/linear/kernelperceptron"
	"playground/algos/linear/logistic"
	"playground/algos/linear/losses"
	"playground/algos/linear/perceptron"
	"playground/algos/linear/softmax"
	"playground/algos/linear/svm"
	"playground/algos/linear/svmloocv"
	"playground/algos/linear/svmmulticlass"
	"playground/algos/linear/svmprimal"
	"playground/algos/linear/svr"
	"playground/algos/linear/versionspace"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	perceptron.Demo,
	kernelperceptron.Demo,
	versionspace.Demo,
	disjunctions.Demo,
	svm.Demo,
	svmprimal.Demo,
	svmmulticlass.Demo,
	svmloocv.Demo,
	logistic.Demo,
	softmax.Demo,
	discriminant.Demo,
	losses.Demo,
	svr.Demo,
}
