package browsertest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"playground/algos/algotest"
	"playground/algos/catalog"
)

func TestGalleryShowsEveryDemo(t *testing.T) {
	b := serve(t).blank(t, 1440, 900)
	b.visit("/")
	// Those further down come when they are scrolled to.
	eval[any](b, `[...document.images].forEach(i => i.loading = "eager")`)
	b.wait(`[...document.images].every(i => i.complete && i.naturalWidth > 0)`) // also of cards that are folded away
	if n := eval[int](b, `document.querySelectorAll(".card").length`); n != len(catalog.All) {
		t.Errorf("%d cards for %d demos", n, len(catalog.All))
	}
	if n := eval[int](b, `[...document.querySelectorAll(".card")].filter(c => [...c.querySelectorAll("img")].some(i => i.naturalWidth > 0)).length`); n != len(catalog.All) {
		t.Errorf("%d pictures for %d demos", n, len(catalog.All))
	}
	if n := eval[int](b, `[...document.querySelectorAll(".reel img")].filter(i => i.offsetParent && i.naturalWidth > 0).length`); n != 5 {
		t.Errorf("%d moments of a run at the top, want 5", n)
	}
	b.press(`.card[href="/d/` + catalog.All[0].ID + `"]`)
	b.live()
}

// A page opens without what its address says wrongly, and says what.
func TestBadAddressSaysWhatIsWrong(t *testing.T) {
	s := serve(t)
	for _, c := range []struct{ path, field, message string }{
		{"/d/svm?C=-3", "C", "out of range"},
		{"/d/svm?kernle=rbf", "kernle", "kernel"},
		{"/d/perceptron?step=soon", "step", "soon"},
		{"/d/perceptron?preset=nothing", "preset", "nothing"},
	} {
		b := s.blank(t, 1000, 700)
		b.visit(c.path)
		b.live()
		if got := b.text("[data-notice] b"); got != c.field {
			t.Errorf("%s blames %q, want %q", c.path, got, c.field)
		}
		if got := b.text("[data-notice] li"); !strings.Contains(got, c.message) {
			t.Errorf("%s says %q, without %q", c.path, got, c.message)
		}
		b.press("[data-action=dismiss]")
		b.wait(`!document.querySelector("[data-notice]")?.checkVisibility()`)
	}
}

// Without scripts the page still shows data, a run and what it says.
func TestFirstFrameNeedsNoScript(t *testing.T) {
	s := serve(t)
	for _, d := range algotest.Representatives(catalog.All) {
		b := s.blank(t, 1440, 900)
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}))
		b.visit("/d/" + d.ID)
		marks := `[data-ref]` // of a point, an edge or a cell
		if d.Input.Points == nil && d.Input.Table == nil {
			marks = `*`
		}
		if n := eval[int](b, fmt.Sprintf(`document.querySelectorAll("svg.board [data-layer=data] %s").length`, marks)); n == 0 {
			t.Errorf("%s: no data", d.ID)
		}
		if b.text("[data-say]") == "" || b.text("[data-promise]") == "" {
			t.Errorf("%s: the story is empty", d.ID)
		}
	}
}

// What the server drew for the page is what the socket draws for that size.
func TestNothingMovesWhenThePageComesAlive(t *testing.T) {
	s := serve(t)
	for _, id := range exemplars {
		b := s.blank(t, 1440, 900)
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			return err
		}))
		b.visit("/d/" + id)
		eval[any](b, `document.documentElement.classList.add("js")`) // as the theme's script does before the first paint
		before := eval[[]float64](b, places)
		live := s.open(t, 1440, 900, "/d/"+id)
		live.settled()
		after := eval[[]float64](live, places)
		if len(before) != len(after) {
			t.Fatalf("%s: %d places became %d", id, len(before), len(after))
		}
		for i := range before {
			if diff := after[i] - before[i]; diff > 8 || diff < -8 {
				t.Errorf("%s: box %d moved by %.0f pixels", id, i, diff)
			}
		}
	}
}

// places are the tops of the boxes that a reader has in view.
const places = `[".board-box", ".transport", ".now", ".promises", ".pick"].map(s => document.querySelector(s).getBoundingClientRect().top)`

func TestThemeNeedsNoNewPicture(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1440, 900)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		})
		return err
	}))
	b.load("/d/" + catalog.All[0].ID)
	before := b.settled()
	colours := `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector("svg.board [class*=f-c1], svg.board .f-c1")).fill].join(" ")`
	if got, want := eval[string](b, colours), "rgb(21, 23, 27) rgb(255, 154, 77)"; got != want {
		t.Errorf("by the system's dark theme the colours are %s, want %s", got, want)
	}
	b.press("[data-action=theme]")
	if got, want := eval[string](b, colours), "rgb(251, 250, 246) rgb(198, 82, 0)"; got != want {
		t.Errorf("after the switch the colours are %s, want %s", got, want)
	}
	if b.picture() != before {
		t.Error("the switch changed the picture's markup")
	}
	b.load("/d/" + catalog.All[0].ID)
	if got := eval[string](b, `document.documentElement.dataset.theme`); got != "light" {
		t.Errorf("after a reload the theme is %q", got)
	}
}

func TestNoSidewaysScrolling(t *testing.T) {
	s := serve(t)
	for _, id := range exemplars {
		b := s.open(t, 1440, 800, "/d/"+id)
		for _, width := range []int64{360, 414, 600, 768, 820, 1024, 1180, 1366, 1920} {
			b.do(chromedp.EmulateViewport(width, 800))
			b.live()
			if over := eval[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); over > 0 {
				t.Errorf("%s at %d pixels: %d pixels beyond the right edge", id, width, over)
			}
		}
	}
}

func TestTypeIsNeverSmallerThanTwelvePixels(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 800, "/d/"+catalog.All[0].ID)
	for _, width := range []int64{360, 820, 1440} {
		b.do(chromedp.EmulateViewport(width, 800))
		b.live()
		b.reveal(".view-head")
		b.live()
		b.settled()
		small := eval[[]string](b, `[...document.querySelectorAll("svg[data-panel]")].filter(svg => svg.checkVisibility()).flatMap(svg => {
			const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
			return [...svg.querySelectorAll("text")].map(t => [parseFloat(getComputedStyle(t).fontSize) * scale, svg.dataset.panel + ": " + t.textContent]).filter(([px]) => px < 11.9).map(([px, what]) => px.toFixed(1) + " " + what);
		})`)
		for _, what := range small {
			t.Errorf("at %d pixels: %s", width, what)
		}
	}
}

// Nothing that can be pressed lies under something else, at any width.
func TestControlsDoNotOverlap(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	for _, mode := range []string{"", "projector"} {
		eval[any](b, fmt.Sprintf(`document.documentElement.dataset.mode = %q`, mode))
		for _, width := range []int64{320, 360, 414, 600, 700, 820, 980, 1024, 1100, 1180, 1280, 1366, 1440, 1600, 1920} {
			b.do(chromedp.EmulateViewport(width, 900))
			b.live()
			b.wait(`(self.covered = [...document.querySelectorAll(".top a, .top button, .stage button, .stage select, .stage [role=slider]")].flatMap(e => {
				if (!e.checkVisibility() || e.closest(".board-options")) return [];
				e.scrollIntoView({block: "nearest"});
				const r = e.getBoundingClientRect();
				return [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5]].some(([u, v]) => {
					const at = document.elementFromPoint(r.x + u * r.width, r.y + v * r.height);
					return !at || !(e.contains(at) || at.contains(e));
				}) ? [e.outerHTML.slice(0, 120)] : [];
			})).length === 0 || performance.now() > (self.deadline ??= performance.now() + 3000)`)
			for _, what := range eval[[]string](b, `(delete self.deadline, self.covered)`) {
				t.Errorf("%s at %d pixels, covered: %s", mode, width, what)
			}
		}
	}
}
