package algotest

import (
	"slices"
	"strings"
	"testing"

	"playground/algos/algotest/broken"
)

// brokenParts are the parts of the contract that can find a fault of the broken demo; the
// others ask for files that it does not have.
var brokenParts = []string{
	"presets", "fixtures", "goals", "questions", "formulas", "translation", "handles", "pairs", "held-out points", "labels", "effort", "pictures", "units", "figures",
}

// The contract finds what a newcomer gets wrong, and finds nothing in the same demo without a
// fault. Each fault was once made, or tried on purpose, and found by nothing then.
func TestContractFindsFaults(t *testing.T) {
	find := func(t *testing.T, fault string, in ...string) string {
		d := broken.Demo(fault)
		var all []string
		for _, p := range parts {
			if slices.Contains(in, p.name) {
				for _, f := range p.report(t.Context(), d).faults {
					all = append(all, p.name+": "+f)
				}
			}
		}
		return strings.Join(all, "\n")
	}
	if got := find(t, "", brokenParts...); got != "" {
		t.Fatalf("the sound demo has faults:\n%s", got)
	}
	for _, c := range []struct{ fault, in, want string }{
		// Sentences.
		{"rank", "presets", "<rank=metric.rank> is"},
		{"wrong class", "presets", "<label=model.label> is"},
		{"radius", "presets", "<r=metric.radius> is"},
		{"line distance", "presets", "<d=metric.distance> is"},
		{"count", "presets", "<farther=metric.farther> is"},
		{"opposite", "presets", "less than the radius"},
		{"tie", "presets", "more than the radius"},
		{"formula", "presets", "is not true"},
		// Translations.
		{"pair", "translation", "A single neighbour decides"},
		{"Chinese", "translation", "says the opposite"},
		// Labels.
		{"long title", "labels", "the preset title"},
		{"long legend", "labels", "the legend"},
		{"long button", "labels", "the button"},
		// Time.
		{"late without a context", "effort", "does not look at the context"},
		{"slow field", "effort", "the field of board costs"},
		{"slow guarantee", "effort", "the guarantees of a step cost"},
		// Counter and buttons.
		{"first", "units", "says and shows nothing of"},
		{"first of all", "units", "says what one <step> does"},
		{"other noun", "units", "names a neighbour, and the counter counts points"},
		{"behind the counter", "units", "the counter shows point 1"},
		{"no unit", "units", `Units{Step: "round"}`},
		{"pass", "units", "which is a pass of 18 points"},
		{"two ways", "units", "give them labels of their own"},
		{"no end", "units", "which is not the end"},
		{"lesson number", "figures", `["0.377"]`},
		// Questions, goals, pictures, numbers.
		{"first option", "questions", "the same right answer"},
		{"goal", "goals", "the goal far"},
		{"regions", "pictures", "predicts"},
		{"ball", "pictures", "is drawn with the radius"},
		{"circle", "pictures", "draw it by panel.Ball"},
		{"ball in class colour", "pictures", "its legend names no class"},
		{"tree", "pictures", "has the colour of"},
		{"root", "pictures", "most of it is of"},
		{"handle", "handles", "the mark that sets it is at"},
		{"fixture", "fixtures", "want 3.5"},
		{"model", "fixtures", "want 3"},
		{"no label", "held-out points", "predicts neither"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			if got := find(t, c.fault, c.in); !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

// A guarantee that compares a number with itself, or constants, is broken by no state; the
// others are, at random.
func TestGuaranteesThatCannotFail(t *testing.T) {
	seen.Lock()
	kept := seen.broken
	seen.broken = nil
	seen.Unlock()
	defer func() { seen.broken = kept }()
	if left := spoils(holding(t.Context(), broken.Demo(""))); len(left) > 0 {
		t.Errorf("nothing breaks %q", left)
	}
	for _, fault := range []string{"self", "always"} {
		seen.broken = nil
		if left := spoils(holding(t.Context(), broken.Demo(fault))); !slices.Equal(left, []string{fault}) {
			t.Errorf("%s: nothing breaks %q", fault, left)
		}
	}
}
