package algotest

import (
	"bytes"
	"fmt"
	"strings"

	"playground/algos"
)

// The budget of a demo of one method that is whole and deep, see CONTRIBUTING.md. What
// needs more is usually a second method.
const (
	budgetParameters = 9
	budgetPanels     = 7
	budgetChecks     = 10
	budgetTemplates  = 170
	budgetLines      = 1500 // of Go, without tests
)

// budget tells what a demo uses beside the budget.
func (l *listener) budget() []string {
	var uses, beyond []string
	for _, b := range []struct {
		what        string
		used, given int
	}{
		{"parameters", len(l.demo.Schema()), budgetParameters},
		{"panels", len(l.panels), budgetPanels},
		{"checks", len(l.checks), budgetChecks},
		{"templates", l.templates(), budgetTemplates},
		{"lines", lines(l.demo), budgetLines},
	} {
		uses = append(uses, fmt.Sprintf("%d of %d %s", b.used, b.given, b.what))
		if b.used > b.given {
			beyond = append(beyond, b.what)
		}
	}
	note := "the budget: " + strings.Join(uses, ", ")
	if len(beyond) > 0 {
		note += "; beyond it in " + strings.Join(beyond, ", ")
	}
	return []string{note}
}

// templates are the texts to be translated that stand in the demo's own files.
func (l *listener) templates() int {
	n, sources := 0, sourcesOf(l.demo.Sources)
	for _, t := range l.lacking(nil) {
		if file, _ := placeIn(sources, t.Text); file < len(sources) {
			n++
		}
	}
	return n
}

// lines are the lines of a demo's Go files without tests.
func lines(d algos.Demo) int {
	n := 0
	files, _ := d.Sources.ReadDir(".")
	for _, f := range files {
		if text, err := d.Sources.ReadFile(f.Name()); err == nil && strings.HasSuffix(f.Name(), ".go") && !strings.HasSuffix(f.Name(), "_test.go") {
			n += bytes.Count(text, []byte("\n"))
		}
	}
	return n
}
