package algotest

import (
	"crypto/sha256"
	"os"
	"slices"
	"strings"

	"playground/algos"
)

// richest are the demos with the most panels, parameters and kinds of marks.
var richest = []string{"svm", "gp-regression", "em-gmm"}

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

// others is how many demos a [Sample] has besides the representatives.
const others = 2

// Sample picks the demos on which a test runs that looks at what each demo says or
// draws, where all of them would take long: the representatives and a few others. Which
// these are differs from test to test, so that together the tests look at each demo, and
// depends on the test's name and the demos' ids alone, so that the same tree passes or
// fails alike. With PLAYGROUND_FULL=1 in the environment they are all; with
// PLAYGROUND_DEMO=svr that one alone, for whoever works on it.
func Sample(test string, all []algos.Demo) []algos.Demo {
	if only := os.Getenv("PLAYGROUND_DEMO"); only != "" {
		return slices.DeleteFunc(slices.Clone(all), func(d algos.Demo) bool { return d.ID != only })
	}
	chosen := map[string]bool{}
	for _, d := range Representatives(all) {
		chosen[d.ID] = true
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(d algos.Demo) bool { return chosen[d.ID] })
	lot := func(d algos.Demo) string {
		sum := sha256.Sum256([]byte(test + " " + d.ID))
		return string(sum[:])
	}
	slices.SortStableFunc(rest, func(a, b algos.Demo) int { return strings.Compare(lot(a), lot(b)) })
	for _, d := range rest[:min(others, len(rest))] {
		chosen[d.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(d algos.Demo) bool { return !chosen[d.ID] })
}

// kindOfInput says what a visitor puts on the board of a demo.
func kindOfInput(d algos.Demo) string {
	if d.Input.Classified() && d.Input.Points.Classes > 2 {
		return d.Input.Task() + " of many classes"
	}
	return d.Input.Task()
}
