package views

import (
	"strings"
	"testing"

	"playground/algos/param"
)

// The style sheet raises the first letter of words on the button, and of no symbol.
func TestSymbolsKeepTheirLetters(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"h₁₁ joins", "x₇ moves", "α", "xₙ is added"} {
		if !symbolic(label) {
			t.Errorf("%q begins with a word", label)
		}
	}
	for _, label := range []string{"add h₁₁", "a new round", "Start again", "下一步", "3 splits", ""} {
		if symbolic(label) {
			t.Errorf("%q begins with a symbol", label)
		}
	}
}

// A number whose 0 means something else than a small number has a name for it beside the number.
func TestZeroHasAName(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"0": `<span class="at-zero" data-zero>no limit</span>`, "3": `<span class="at-zero" data-zero hidden>no limit</span>`} {
		var b strings.Builder
		f := Field{Spec: param.Spec{Name: "max_depth", Kind: param.Int, Label: "max depth", Zero: "no limit", Slider: [2]float64{0, 10}}, Value: value, Active: true}
		if err := field(f).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: %s", value, b.String())
		}
	}
}
