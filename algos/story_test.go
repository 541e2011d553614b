package algos_test

import (
	"testing"

	"playground/algos"
	"playground/algos/say"
)

func TestMoreJoinsSentences(t *testing.T) {
	s := algos.Story{Vars: say.Vars{"n": 3, "f": say.Math("f=0")}}
	s.Text("<n row> are drawn.")
	s.More("Now <f>.")
	s.More("That is all.")
	if got, want := s.Lines[0].Text.String(), "3 rows are drawn. Now $f=0$. That is all."; got != want || len(s.Lines) != 1 {
		t.Errorf("%d lines: %q, want %q", len(s.Lines), got, want)
	}
	book := say.Book{"<n row> are drawn.": "抽取 <n> 行。", "Now <f>.": "现在 <f>。", "That is all.": "完毕。", "<said> <more>": "<said><more>"}
	if got, want := s.Lines[0].Text.In(book), "抽取 3 行。现在 $f=0$。完毕。"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
