// Package decisions is the family of methods that choose actions for reward: an action at a time, or in
// states that follow from actions.
//
// Standing so far: the multi-armed bandit with its policies (bandit), Markov decision processes on a grid
// (mdp), temporal-difference learning on the same grid (tdlearning). The grid world is in internal.
package decisions

import (
	"playground/algos"
	"playground/algos/decisions/bandit"
	"playground/algos/decisions/mdp"
	"playground/algos/decisions/tdlearning"
)

// Demos are the family's methods in the order of the gallery.
var Demos = []algos.Demo{
	bandit.Demo,
	mdp.Demo,
	tdlearning.Demo,
}
