package catalogtest

import (
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/viz"
	"playground/web/record"
)

// fewSteps is the length of runs whose result shows in the last steps only: the map of scaling comes after five matrices, a fit
// in closed form at its second step. They open one step before their end.
const fewSteps = 6

// Every demo opens where something has happened and something is to come, on every
// preset that does not ask for its end: the next step shows another picture, and no page
// opens with an invitation to start again.
func TestDemosOpenInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, d := range catalog.All {
		for i, p := range d.Presets {
			if i > 0 && (testing.Short() || p.Opens == algos.Last) {
				continue
			}
			r, err := d.Recipe(p.ID)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := record.New(t.Context(), d, r, record.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			defer rec.Close()
			if err := rec.ExtendTo(t.Context(), algos.MaxStep); err != nil {
				t.Fatal(err)
			}
			n, _ := rec.Opening(d.Opening(r, url.Values{}))
			last := rec.Len() - 1
			if last == 0 {
				continue // the method says at once that it does not apply
			}
			next, _ := rec.Forward(n, algos.Normal)
			if n >= last || i == 0 && (n == 0 || next == last && last > fewSteps) {
				t.Errorf("%s, %s: opens at step %d of %d, and the next one is %d", d.ID, p.ID, n, last, next)
			}
			if i == 0 && boardOf(t, rec, n) == boardOf(t, rec, next) {
				t.Errorf("%s: steps %d and %d look the same", d.ID, n, next)
			}
		}
	}
}

// boardOf is the picture of the board at a step.
func boardOf(t *testing.T, rec *record.Recorder, n int) string {
	t.Helper()
	s, err := rec.Step(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := viz.SVG(s.Panels()[0], viz.Options{Size: viz.Size{W: 640, H: 560}}, viz.Light)
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

// The page, and it alone, opens in the middle. What pictures and embedded boards show,
// and a step that the address says, stays.
func TestOnlyPagesOpenInTheMiddle(t *testing.T) {
	s := everything(t)
	d, _ := catalog.Find("kernel-perceptron")
	p := d.Presets[0]
	if p.Step != algos.Last || p.Opens != 0 {
		t.Fatalf("the preset %s has an opening of its own", p.ID)
	}
	shown := func(path string) int {
		n := math.MinInt
		if _, after, ok := strings.Cut(body(t, get(t, s, path)), "<span data-step>"); ok {
			_, _ = fmt.Sscan(after[:strings.IndexByte(after, '<')], &n)
		}
		return n
	}
	last := shown("/d/kernel-perceptron?step=end")
	for path, want := range map[string]func(int) bool{
		"/d/kernel-perceptron":                      func(n int) bool { return 0 < n && n < last/2 },
		"/d/kernel-perceptron?preset=moons":         func(n int) bool { return n > last },
		"/d/kernel-perceptron?data=moons~20~0.1~3":  func(n int) bool { return n > 0 },
		"/d/kernel-perceptron?step=3":               func(n int) bool { return n == 3 },
		"/embed/kernel-perceptron":                  func(n int) bool { return n == last },
		"/embed/kernel-perceptron?step=end":         func(n int) bool { return n == last },
		"/d/perceptron":                             func(n int) bool { return n == 22 },
		"/d/perceptron?step=end":                    func(n int) bool { return n == 711 },
		"/embed/perceptron":                         func(n int) bool { return n == 711 },
		"/d/svm":                                    func(n int) bool { return n == 48 },
		"/d/svm?kernel=linear&hard=true&data=blobs": func(n int) bool { return 0 <= n && n < 48 },
	} {
		if n := shown(path); !want(n) {
			t.Errorf("%s opens at step %d; the run of the demo's first preset has %d", path, n, last)
		}
	}
	if bare, end := body(t, get(t, s, "/d/perceptron/frame.svg")), body(t, get(t, s, "/d/perceptron/frame.svg?step=end")); bare != end {
		t.Error("a picture of the preset is not that of its end")
	}
}

// A link says the end of a run, because a page without a step opens elsewhere.
func TestLinksSayTheEnd(t *testing.T) {
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		r.Step = algos.Last
		q, err := r.Query(d)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := d.ParseRecipe(q); err != nil || d.Opening(back, q) != algos.Last {
			t.Errorf("%s: %q opens at %d, %v", d.ID, q.Encode(), d.Opening(back, q), err)
		}
	}
}
