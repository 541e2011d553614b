package algotest

import (
	"context"
	"regexp"
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

// A typeset text is what becomes of a text with formulas.
type typeset struct {
	fault string   // why it does not compile; empty where it does
	refs  []string // to what is in the pictures
}

// A reference is found in what is typeset: \ref in a text that somebody typed is no
// formula, and stands there as it is.
var reference = regexp.MustCompile(`data-ref="([^"]*)"`)

// referring is a typeset text with its references.
func referring(markup, fault string) typeset {
	t := typeset{fault: fault}
	for _, m := range reference.FindAllStringSubmatch(markup, -1) {
		t.refs = append(t.refs, m[1])
	}
	return t
}

// typesetText sets a sentence with formulas, typesetFormula one formula.
var (
	typesetText = remembered(func(text string) typeset {
		markup, err := mathml.Inline(text)
		if err != nil {
			return referring(markup, err.Error())
		}
		return referring(markup, "")
	})
	typesetFormula = remembered(func(tex string) typeset {
		markup, err := mathml.Display(tex)
		if err != nil && tex != "" {
			return referring(markup, tex+": "+err.Error())
		}
		return referring(markup, "")
	})
)

// display says why a displayed formula does not compile.
func display(tex string) string { return typesetFormula(tex).fault }

// inline says why a formula in a sentence does not compile.
func inline(text string) string { return typesetText(text).fault }
