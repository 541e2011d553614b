package lesson_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/views/lesson"
)

func stops(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "## Stop *%d*\n\n[Set the board](?step=%d#x0)\n\nText $x$.\n\n- and\n- more\n\n> Watch: [this](?C=1) & that.\n\n", i+1, i)
	}
	return b.String()
}

func TestParseTour(t *testing.T) {
	for n := lesson.MinStops; n <= lesson.MaxStops; n++ {
		tour, err := lesson.ParseTour(stops(n))
		if err != nil || len(tour) != n {
			t.Fatalf("%d stops: %d, %v", n, len(tour), err)
		}
		want := lesson.Stop{
			Title: "Stop <em>2</em>",
			Board: lesson.Link{Words: "Set the board", Query: "step=1", Ref: "x0"},
			Text:  "<p>Text " + math(t, "x", ".") + "</p>\n<ul>\n<li>and</li>\n<li>more</li>\n</ul>",
			Watch: `<p>Watch: <a href="?C=1">this</a> &amp; that.</p>`,
		}
		if diff := cmp.Diff(want, tour[1]); diff != "" {
			t.Error(diff)
		}
	}
}

func TestParseTourRefuses(t *testing.T) {
	stop := "## A\n\n[b](?c=1)\n\nText.\n\n> Watch: it.\n\n"
	for name, c := range map[string]struct{ source, problem string }{
		"nothing":          {"", "0 stops: it takes 3 to 6"},
		"two stops":        {stop + stop, "2 stops"},
		"too many":         {strings.Repeat(stop, 7), "more than 6 stops"},
		"a title above":    {"# A\n\n" + stop, "stop 1: it begins with ## and a title"},
		"text above":       {"A\n\n" + stop, "stop 1: it begins with ## and a title"},
		"a lower heading":  {stop + stop + "## A\n\n### B\n\n" + stop, `stop 3, "A": it has a link`},
		"no text":          {stop + "## A\n\n[b](?c=1)\n\n> Watch: it.\n\n", `stop 2, "A": it has a link`},
		"much text":        {"## A\n\n[b](?c=1)\n\n1\n\n2\n\n3\n\n4\n\n> Watch: it.\n\n", "one to 3 paragraphs"},
		"no board":         {"## A\n\nText.\n\nText.\n\n> Watch: it.\n\n", "a link to its board"},
		"more than a link": {"## A\n\n[b](?c=1) and.\n\nText.\n\n> Watch: it.\n\n", "a link to its board"},
		"another demo":     {"## A\n\n[b](/d/svm?c=1)\n\nText.\n\n> Watch: it.\n\n", "a link to its board"},
		"nothing to watch": {"## A\n\n[b](?c=1)\n\nText.\n\nText.\n\n", "its last paragraph is a quotation"},
		"two quotations":   {"## A\n\n[b](?c=1)\n\nText.\n\n> B.\n\nText.\n\n> Watch: it.\n\n", "only its last paragraph"},
		"a bad formula":    {"## A\n\n[b](?c=1)\n\nText $\\foo$.\n\n> Watch: it.\n\n", "unknown command"},
		"HTML":             {"## A\n\n[b](?c=1)\n\n<p>\n\n> Watch: it.\n\n", "only Markdown"},
	} {
		got, err := lesson.ParseTour(c.source)
		if err == nil || !strings.Contains(err.Error(), c.problem) || got != nil {
			t.Errorf("%s: %v, %v, want an error with %q", name, got, err, c.problem)
		}
	}
}
