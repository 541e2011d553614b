package decisiontree

import (
	"slices"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
)

// changed is a view of another task, in which a node is as change makes it.
func changed(v view, at int, change func(n *node)) view {
	t := *v.task
	t.nodes = slices.Clone(t.nodes)
	n := *t.nodes[at]
	n.counts = slices.Clone(n.counts)
	if n.ask != nil {
		q := *n.ask
		n.ask = &q
	}
	change(&n)
	t.nodes[at] = &n
	v.task = &t
	return v
}

// short is a view at the end of a run that left out its last fold.
func short(v view) view {
	t := *v.task
	t.folds = t.folds[:len(t.folds)-1]
	v.task, v.folds = &t, v.folds-1
	return v
}

// Every promise notices a state that was spoilt.
func TestSpoilt(t *testing.T) {
	steps := func(data dataset.Source, params ...string) []view {
		var out []view
		for _, s := range algotest.Steps(t, Demo, data, algotest.Values(params...)) {
			out = append(out, s.View.(view))
		}
		return out
	}
	blobs := dataset.Generate("overlap", 80, 0.9, 5)
	all := steps(blobs)
	first, end := all[3], all[len(all)-1] // the first split comes behind two small steps
	root := first.current()
	worse := changed(first, 0, func(n *node) { *n.ask = first.candidates(root, 0)[0] })
	alpha, mdl := steps(blobs, "prune", byAlpha, "ccp_alpha", "2.5"), steps(blobs, "prune", byMDL)
	aside := steps(dataset.Generate("overlap", 120, 0.9, 2), "prune", byValidation)
	pruned := aside[len(aside)-1]
	lastAlpha, lastMDL := alpha[len(alpha)-1], mdl[len(mdl)-1]
	days := steps(days, "criterion", ratio)[6] // behind five columns
	leaf := 0
	end.visit(end.splits, 0, func(n *node, is bool) {
		if is {
			leaf = n.id
		}
	})
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "largest", Good: first, Spoilt: worse},
		{Check: "ratio", Good: days, Spoilt: changed(days, 0, func(n *node) { *n.ask = n.looked[2].best })},
		{Check: "potential", Good: first, Spoilt: changed(first, root.children[0], func(n *node) { n.impurity = 5 })},
		{Check: "falls", Good: end, Spoilt: changed(end, 0, func(n *node) { n.ask.gain += 0.01 })},
		{Check: "most", Good: first, Spoilt: changed(first, 0, func(n *node) { n.impurity = 0.51 })},
		{Check: "fits", Good: end, Spoilt: changed(end, leaf, func(n *node) { n.counts[n.label]-- })},
		{Check: "cheapest", Good: lastAlpha, Spoilt: short(lastAlpha)},
		{Check: "shortest", Good: lastMDL, Spoilt: short(lastMDL)},
		{Check: "aside", Good: pruned, Spoilt: changed(pruned, pruned.task.folds[len(pruned.task.folds)-1].node, func(n *node) { n.label = 1 - n.label })},
	})
}
