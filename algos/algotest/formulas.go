package algotest

import (
	"context"
	"strings"

	"playground/algos"
	"playground/views/mathml"
)

// formulas looks at the formulas of the description. Those of steps are looked
// at with the steps.
func formulas(_ context.Context, d algos.Demo, r *report) {
	note := func(where, fault string) {
		if fault != "" {
			r.fault("%s: %s", where, fault)
		}
	}
	note("formula", display(d.Formula))
	for paragraph := range strings.SplitSeq(d.Lesson, "\n") {
		note("lesson, "+paragraph, inline(paragraph))
	}
	for _, p := range d.Schema() {
		for _, c := range p.Choices {
			note(p.Name+"="+c.Value, display(c.TeX))
		}
	}
}

// display says why a displayed formula does not compile.
func display(tex string) string {
	if tex == "" {
		return ""
	}
	if _, err := mathml.Display(tex); err != nil {
		return tex + ": " + err.Error()
	}
	return ""
}

// inline says why a formula in a sentence does not compile.
func inline(text string) string {
	if _, err := mathml.Inline(text); err != nil {
		return err.Error()
	}
	return ""
}
