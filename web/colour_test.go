package web

import (
	"slices"
	"strings"
	"testing"

	"playground/views"
)

// The pieces of the lines are the source, whatever it holds, and have their colours.
func TestColour(t *testing.T) {
	source := "package p // why\n\nconst s = `a\nb` + \"\\n\"\n\nfunc f(x int) float64 {\n\treturn 1.5e3 /* two\nlines */\n}"
	lines := colour(source)
	if got := plainLines(lines); got != source {
		t.Errorf("the lines are %q", got)
	}
	for _, want := range []struct {
		line int
		p    views.Piece
	}{
		{0, views.Piece{Text: "package", Kind: "keyword"}},
		{0, views.Piece{Text: "// why", Kind: "comment"}},
		{2, views.Piece{Text: "`a", Kind: "string"}},
		{3, views.Piece{Text: "b`", Kind: "string"}},
		{6, views.Piece{Text: "1.5e3", Kind: "digits"}},
		{7, views.Piece{Text: "lines */", Kind: "comment"}},
	} {
		if !slices.Contains(lines[want.line], want.p) {
			t.Errorf("line %d is %v, without %v", want.line+1, lines[want.line], want.p)
		}
	}
}

func plainLines(lines [][]views.Piece) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, p := range line {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}
