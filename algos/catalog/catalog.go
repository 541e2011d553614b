// Package catalog lists the demos: the one place where a new demo is registered.
package catalog

import (
	"playground/algos"
	"playground/algos/boost"
	"playground/algos/discriminant"
	"playground/algos/disjunction"
	"playground/algos/gp"
	"playground/algos/kernelperceptron"
	"playground/algos/logistic"
	"playground/algos/loocv"
	"playground/algos/losses"
	"playground/algos/mixture"
	"playground/algos/multiclass"
	"playground/algos/perceptron"
	"playground/algos/primal"
	"playground/algos/softmax"
	"playground/algos/svm"
	"playground/algos/svr"
	"playground/algos/versionspace"
)

// All are the demos in the order of the gallery.
var All = []algos.Demo{
	perceptron.Demo,
	kernelperceptron.Demo,
	versionspace.Demo,
	disjunction.Demo,
	svm.Demo,
	primal.Demo,
	multiclass.Demo,
	loocv.Demo,
	logistic.Demo,
	softmax.Demo,
	discriminant.Demo,
	losses.Demo,
	svr.Demo,
	gp.Demo,
	boost.Demo,
	mixture.Demo,
}

// Find returns the demo with that id.
func Find(id string) (algos.Demo, bool) {
	for _, d := range All {
		if d.ID == id {
			return d, true
		}
	}
	return algos.Demo{}, false
}
