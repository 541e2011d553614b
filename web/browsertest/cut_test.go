package browsertest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/views"
	"playground/views/mathml"
	"playground/web/record"
)

// cut looks for what a page shows only part of.
//
//go:embed testdata/cut.js
var cut string

// findings are what [cut] returns.
type findings struct {
	Found     []string
	Scrolling int
}

// widths are those of a small phone, a phone, a tablet, a laptop and a projector.
var widths = [...]int64{320, 390, 768, 1366, 1920}

// Nothing is cut off at any width: no formula, no number, no label of a picture. The
// page has everything at once that the steps of the first preset say, in both
// languages. Of lines that differ by their numbers only, the widest stands for
// all; with PLAYGROUND_FULL=1 they are all there.
func TestNothingIsCut(t *testing.T) {
	s := serve(t)
	for _, d := range algotest.Sample(t.Name(), catalog.All) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			told, n := everything(t, d)
			b := s.open(t, widths[0], 844, "/d/"+d.ID+"?step=0")
			last := b.whole()
			eval[any](b, fmt.Sprintf(`document.querySelector("[data-story]").insertAdjacentHTML("beforeend", %q)`, told))
			scrolling := make([]int, len(widths))
			for i, width := range widths {
				b.do(chromedp.EmulateViewport(width, 844))
				b.live()
				steps := []int{i * last / (len(widths) - 1)} // pictures take their time
				if full() {
					steps = []int{0, last / 3, 2 * last / 3, last}
				}
				for _, step := range steps {
					b.goTo(step)
					scrolling[i] = b.notCut(fmt.Sprintf("%s, step %d at %d px", d.ID, step, width))
				}
			}
			t.Logf("%d lines; formulas that scroll, by width: %d", n, scrolling)
		})
	}
}

func full() bool { return os.Getenv("PLAYGROUND_FULL") == "1" }

// The same holds in a frame on another page, in the lesson, for a lecture room, in the
// file of a run and among the known cases.
func TestNothingIsCutElsewhere(t *testing.T) {
	s := serve(t)
	for _, d := range algotest.Representatives(catalog.All) {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			b := s.blank(t, 1366, 768)
			for _, place := range []struct {
				path   string
				widths []int64
				script string
			}{
				{"/embed/" + d.ID + "?step=9", []int64{320, 720, 1366}, ""},
				{"/d/" + d.ID + "?step=9", []int64{320, 1366}, `document.documentElement.dataset.lesson = "open"`},
				{"/d/" + d.ID + "?step=9", []int64{1366, 1920}, `document.documentElement.dataset.mode = "projector"`},
				{"/d/" + d.ID + "/replay.html?step=9", []int64{320, 1366}, ""},
				{"/checks/" + d.ID, []int64{320, 1366}, ""},
			} {
				for _, width := range place.widths {
					b.do(chromedp.EmulateViewport(width, 768))
					b.visit(place.path)
					eval[any](b, place.script+`; document.fonts.ready.then(() => {})`)
					b.notCut(fmt.Sprintf("%s %s at %d px", place.path, place.script, width))
				}
			}
		})
	}
}

// goTo shows a step.
func (b *tab) goTo(step int) {
	b.t.Helper()
	if b.step() == step {
		return
	}
	b.press("[data-action=goto]")
	b.fill("[data-goto]", strconv.Itoa(step))
	b.waitStep(step)
}

// notCut fails the test for everything that is cut off, and returns how many formulas
// scroll, with a sign that they do.
func (b *tab) notCut(where string) int {
	b.t.Helper()
	b.wait(`[...document.querySelectorAll(".line, .eq, .formula")].every((l) => l.scrollWidth <= l.clientWidth + 1 || l.tabIndex === 0)`)
	got := eval[findings](b, cut)
	for _, f := range got.Found {
		b.t.Errorf("%s: %s", where, f)
	}
	return got.Scrolling
}

// numbers are wide ones of a promise.
const numbers = `<span class="nb">1.234 × 10⁻¹⁰ ≤ 1.239</span>, within 1.23 × 10⁻¹⁰`

var numerals = regexp.MustCompile(`\d+(\.\d+)?`)

// everything is the markup of what the steps of a run say and of what is promised, and
// how many lines there are.
func everything(t *testing.T, d algos.Demo) (markup string, n int) {
	t.Helper()
	ctx := context.Background()
	recipe, err := d.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.New(ctx, d, recipe, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if err := rec.ExtendTo(ctx, algos.MaxStep); err != nil {
		t.Fatal(err)
	}
	type candidate struct {
		line  string
		width float64
	}
	widest := map[string]candidate{} // by what they are without their numbers
	add := func(kind, line string) {
		if line == "" {
			return
		}
		key := kind + line
		if !full() {
			key = numerals.ReplaceAllString(key, "0")
		}
		width := mathml.Width(line)
		if kind == "=" {
			width = mathml.Width(`$\displaystyle ` + line + "$")
		}
		// Of equally wide ones the first in order, for the page to be the same each time.
		if was, ok := widest[key]; !ok || width > was.width || width == was.width && kind+line < was.line {
			widest[key] = candidate{kind + line, width}
		}
	}
	books := []string{"en", "zh"}
	for i := range rec.Len() {
		step, err := rec.Step(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		for _, tag := range books {
			book := d.Book(tag)
			for _, l := range step.Say() {
				add("=", l.TeX.In(book))
				add("s", l.Text.In(book))
			}
			for _, c := range step.Checks() {
				add("c", c.Claim.In(book))
				add("s", c.Why.In(book))
			}
		}
	}
	lines := make([]string, 0, len(widest))
	for _, c := range widest {
		lines = append(lines, c.line)
	}
	slices.Sort(lines)
	var say, promises strings.Builder
	var list []views.Promise
	for _, line := range lines {
		kind, line := line[0], line[1:]
		var html string
		if kind == '=' {
			html, err = mathml.Display(line)
		} else {
			html, err = mathml.Inline(line)
		}
		if err != nil {
			t.Fatal(err)
		}
		switch kind {
		case '=':
			views.Equation(&say, views.HTML(html))
		case 's':
			views.Sentence(&say, views.HTML(html))
		case 'c':
			list = append(list, views.Promise{Claim: views.HTML(html), Verdict: algos.Open, Mark: "…", Meter: -1, Numbers: numbers})
		}
	}
	if err := views.Promises(ctx, &promises, list); err != nil {
		t.Fatal(err)
	}
	return `<section class="panel now">` + say.String() + `</section>` +
		`<section class="panel promises"><div class="checks">` + promises.String() + `</div></section>`, len(lines)
}
