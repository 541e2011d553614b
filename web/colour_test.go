package web

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
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

// Every file of every demo and of what it shares comes back whole, and there are those
// of the family's own packages.
func TestSharedSource(t *testing.T) {
	for _, d := range catalog.All {
		files, err := sourceFiles(d.Sources)
		if err != nil {
			t.Fatal(err)
		}
		shared, err := sharedFiles(d.Sources, files)
		if err != nil {
			t.Fatalf("%s: %v", d.ID, err)
		}
		for _, of := range []struct {
			source fs.FS
			files  []string
		}{{d.Sources, files}, {algos.Shared, shared}} {
			for _, name := range of.files {
				text, err := fs.ReadFile(of.source, name)
				if err != nil {
					t.Fatal(err)
				}
				if plainLines(colour(string(text))) != string(text) {
					t.Errorf("%s: %s is coloured into another text", d.ID, name)
				}
			}
		}
		if d.ID == "svm" && (!slices.Contains(shared, "linear/internal/smo/solver.go") || !slices.Contains(shared, "kernel/kernel.go")) {
			t.Errorf("the support vector machine shares %v", shared)
		}
		if slices.ContainsFunc(shared, isTest) {
			t.Errorf("%s shows tests", d.ID)
		}
	}
	s := newServer(t, Limits{})
	page := body(t, get(t, s, "/d/svm/code?file=linear/internal/smo/solver.go"))
	if !strings.Contains(page, `<span class="code-keyword">package</span> smo`) || !strings.Contains(page, `class="top stays"`) {
		t.Error("a shared file does not show, or the way back is not in sight")
	}
	if r := get(t, s, "/d/gp-regression/code?file=linear/internal/smo/solver.go"); r.StatusCode != 400 {
		t.Errorf("a file that the demo has nothing to do with: %d", r.StatusCode)
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
