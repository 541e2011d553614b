package mathml_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/views/mathml"
)

var (
	update  = flag.Bool("update", false, "write the golden files anew")
	gallery = flag.String("gallery", "", "write a page with all formulas to this `file`, to be looked at")
)

type formula struct{ name, tex string }

func formulas(t testing.TB) []formula {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "formulas.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []formula
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, tex, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		all = append(all, formula{name, tex})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestGolden compares the markup and the linear text of every formula with what
// was looked at in a browser.
func TestGolden(t *testing.T) {
	var got bytes.Buffer
	for _, f := range formulas(t) {
		display, err := mathml.Display(f.tex)
		if err != nil {
			t.Fatal(err)
		}
		markup, err := mathml.Compile(f.tex, false)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, markup)
		wellFormed(t, display)
		parts := strings.Count(display, "<math")
		fmt.Fprintf(&got, "%s\n  text   %s\n  parts  %d\n  markup %s\n", f.name, mathml.Text(f.tex), parts, inner(markup))
	}
	name := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("(-want +got; -update writes it anew):\n%s", diff)
	}
}

// inner is what stands within <math>.
func inner(markup string) string {
	_, after, _ := strings.Cut(markup, ">")
	return strings.TrimSuffix(after, "</math>")
}

// TestGallery writes the page for the eye, where it is asked for. The font has
// to lie beside it as latin-modern-math.otf.
func TestGallery(t *testing.T) {
	if *gallery == "" {
		t.Skip("no -gallery")
	}
	var page strings.Builder
	page.WriteString(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Formulas</title><style>
@font-face { font-family: "Latin Modern Math"; src: url("latin-modern-math.otf"); }
body { font: 16px Inter, sans-serif; margin: 20px; }
math { font-family: "Latin Modern Math", math; font-size: 1.2em; }
.hl { color: #b5520b; } [data-ref] { color: #0b6ab5; }
.tl { text-align: left; } .tr { text-align: right; }
mtd.fl { padding-left: .15em; } mtd.fr { padding-right: .15em; }
.aligned > mtr > mtd.tr { padding-right: 0; } .aligned > mtr > mtd.tl { padding-left: 0; }
.eq { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px .3em; padding: 6px 0; }
section { border-bottom: 1px solid #ccc; padding: 4px 0; } small { color: #777; }
</style>`)
	for _, f := range formulas(t) {
		display, err := mathml.Display(f.tex)
		if err != nil {
			t.Fatal(err)
		}
		inline, err := mathml.Inline("so $" + f.tex + "$, as said")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "<section><small>%s: %s</small><div class=\"eq\">%s</div><p>%s</p></section>\n",
			f.name, html.EscapeString(mathml.Text(f.tex)), display, inline)
	}
	if err := os.WriteFile(*gallery, []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
