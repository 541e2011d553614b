package algotest

import (
	"slices"

	"playground/algos"
)

// richest are the demos with the most panels, parameters and kinds of marks.
var richest = []string{"perceptron", "svm", "gp-regression", "em-gmm", "adaboost"}

// Representatives picks the demos on which tests of pages, pictures and sessions
// run: the richest and one of each kind of input. A demo adds no markup and no
// message of its own, so they show what any demo can be. With PLAYGROUND_FULL=1 in
// the environment they are all.
func Representatives(all []algos.Demo) []algos.Demo {
	if full() {
		return all
	}
	seen := map[string]bool{}
	for _, d := range all {
		if slices.Contains(richest, d.ID) {
			seen[kindOfInput(d)] = true
		}
	}
	var chosen []algos.Demo
	for _, d := range all {
		if kind := kindOfInput(d); !seen[kind] || slices.Contains(richest, d.ID) {
			seen[kind] = true
			chosen = append(chosen, d)
		}
	}
	return chosen
}

// kindOfInput says what a visitor puts on the board of a demo.
func kindOfInput(d algos.Demo) string {
	if d.Input.Classified() && d.Input.Points.Classes > 2 {
		return d.Input.Task() + " of many classes"
	}
	return d.Input.Task()
}
