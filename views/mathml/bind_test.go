package mathml_test

import (
	"strings"
	"testing"

	"playground/views/mathml"
)

// A line ends within neither a number nor a short expression.
func TestInlineBinds(t *testing.T) {
	tests := []struct{ sentence, want string }{ // braces stand for the element
		{"by 2.2 × 10⁻¹⁶, at most", "by {2.2 × 10⁻¹⁶}, at most"},
		{"with periodic(0.051,3.0 / 9) and rbf(2)", "with {periodic(0.051,3.0 / 9)} and rbf(2)"},
		{"at (0.3, −1.2) now", "at {(0.3, −1.2)} now"},
		{"so θ₀ = −0.00314. Now", "so {θ₀ = −0.00314}. Now"},
		{"the likelihood = −5.1 is", "the {likelihood = −5.1} is"},
		{"it is 112/(112 + 3) now", "it is {112/(112 + 3)} now"},
		{"from 0.1 to 0.2, 3 points", "from 0.1 to 0.2, 3 points"},
		{"1.2345 × 10⁻¹⁰ ≤ 1.2399 × 10⁻¹⁰", "{1.2345 × 10⁻¹⁰} ≤ {1.2399 × 10⁻¹⁰}"},
		{"cuts 1.21 % of the area", "cuts {1.21 %} of the area"},
		{"面积的 98.8 % 判为 −", "面积的 {98.8 %} 判为 −"},
		{"a < b & c", "a &lt; b &amp; c"},
		{"where 0 < α holds", "where {0 &lt; α} holds"},
	}
	for _, test := range tests {
		got, err := mathml.Inline(test.sentence)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, got)
		want := strings.NewReplacer("{", `<span class="nb">`, "}", "</span>").Replace(test.want)
		if got != want {
			t.Errorf("Inline(%q)\n got %s\nwant %s", test.sentence, got, want)
		}
		if plain := mathml.PlainInline(test.sentence); plain != test.sentence {
			t.Errorf("PlainInline(%q) = %q", test.sentence, plain)
		}
	}
}
