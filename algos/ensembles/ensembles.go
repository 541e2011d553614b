// Package ensembles is the family of trees and of committees: many weak members,
// whose vote is often better than each of them.
//
// Standing so far: decision trees (decisiontree), regression trees (regressiontree),
// bagging (bagging), random forests (randomforest), boosting with stumps and small
// trees (adaboost), gradient boosting (gradientboosting), experts with multiplicative
// weights (hedge).
package ensembles

import (
	"playground/algos"
	"playground/algos/ensembles/adaboost"
	"playground/algos/ensembles/bagging"
	"playground/algos/ensembles/decisiontree"
	"playground/algos/ensembles/gradientboosting"
	"playground/algos/ensembles/hedge"
	"playground/algos/ensembles/randomforest"
	"playground/algos/ensembles/regressiontree"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	decisiontree.Demo,
	regressiontree.Demo,
	bagging.Demo,
	randomforest.Demo,
	adaboost.Demo,
	gradientboosting.Demo,
	hedge.Demo,
}
