package say_test

import (
	"testing"

	"playground/algos/say"
)

// A form says what its template says with the same words, in every language.
func TestForm(t *testing.T) {
	for template, words := range map[string][]string{
		"optimise <i>, <j>":              {"α₁", "α₇"},
		"<row> becomes a support vector": {"x₃"},
		"no place":                       nil,
		"<a> and <b>":                    {"<b>", "\x03\x1e"},
	} {
		v := say.Vars{}
		for i, name := range map[string][]string{"optimise <i>, <j>": {"i", "j"}, "<row> becomes a support vector": {"row"}, "<a> and <b>": {"a", "b"}}[template] {
			v[name] = words[i]
		}
		book := say.Book{"optimise <i>, <j>": "优化 <j>、<i>"}
		got, want := say.NewForm(template).Text(words...), v.Text(template)
		if got.String() != want.String() || got.In(book) != want.In(book) {
			t.Errorf("%q says %q and %q, want %q and %q", template, got, got.In(book), want, want.In(book))
		}
		if len(words) > 0 && got != want {
			t.Errorf("%q is %q, want %q", template, string(got), string(want))
		}
	}
}

func BenchmarkForm(b *testing.B) {
	f := say.NewForm("optimise <i>, <j>")
	b.ReportAllocs()
	for b.Loop() {
		f.Text("α₁", "α₇")
	}
}

func BenchmarkVars(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		say.Vars{"i": "α₁", "j": "α₇"}.Text("optimise <i>, <j>")
	}
}
