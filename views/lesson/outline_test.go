package lesson_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/views/lesson"
)

func TestOutline(t *testing.T) {
	got, err := lesson.Outline("# A title\n\n[first](?a=1)\n\n## One $x$\n\ntext\n\n### 004, B\n\n" +
		"See [*the* $y$\npoint](?preset=b&step=3#x3), [there](/d/svm?C=1#C), [it](/d/svm), [$C=1$](?C=1), " +
		"[here](#lesson-one), [its code](/d/svm/code) and [this](https://example.org/?a=b).\n\n## Two\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []lesson.Section{
		{Links: []lesson.Link{{Words: "first", Query: "a=1"}}},
		{Title: "One $x$", Parts: []string{"004, B"}, Links: []lesson.Link{
			{Words: "the $y$ point", Query: "preset=b&step=3", Ref: "x3"},
			{Words: "there", Demo: "svm", Query: "C=1", Ref: "C"},
			{Words: "it", Demo: "svm"},
			{Words: "$C=1$", Query: "C=1"},
		}},
		{Title: "Two"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for i, to := range []string{"?preset=b&step=3#x3", "/d/svm?C=1#C", "/d/svm"} {
		if got := want[1].Links[i].To(); got != to {
			t.Errorf("To() = %q, want %q", got, to)
		}
	}
	if _, err := lesson.Outline("[x](javascript:1)"); err == nil {
		t.Error("a script is taken for a link")
	}
}
