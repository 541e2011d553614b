package views

import "testing"

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
