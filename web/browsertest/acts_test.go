package browsertest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/acts"
)

// serveActs serves the demo of package acts.
func serveActs(t *testing.T) *site {
	t.Helper()
	return serveConfig(t, web.Config{Demos: []algos.Demo{acts.Demo()}})
}

// list is what the form says of a list of numbers, once the address does as well.
func (b *tab) list(name string) []float64 {
	b.t.Helper()
	b.final(name)
	var out []float64
	for _, text := range strings.Fields(eval[string](b, fmt.Sprintf(`document.getElementById("p-%s").value`, name))) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			b.t.Fatal(err)
		}
		out = append(out, x)
	}
	return out
}

// middleOf is where the middle of the grip with that key is, in sight.
func (b *tab) middleOf(key string) xy {
	b.t.Helper()
	b.wait(gripOf(key))
	if name, _, _ := strings.Cut(key, " "); b.reveal(fmt.Sprintf("svg [data-drag=%q]", name)) {
		b.settled()
	}
	eval[any](b, gripOf(key)+`.closest("svg").scrollIntoView({block: "center", behavior: "instant"})`)
	return eval[xy](b, fmt.Sprintf(`(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(%s.querySelector(".grip-ring").getBoundingClientRect())`, gripOf(key)))
}

// pulled drags from one place by so much, with the mouse or with a finger.
func (b *tab) pulled(touch bool, from xy, x, y float64) {
	b.t.Helper()
	if !touch {
		b.drag(from, xy{from.X + x, from.Y + y})
		return
	}
	b.touch("touchStart", from)
	for i := 1; i <= 5; i++ {
		u := float64(i) / 5
		b.touch("touchMove", xy{from.X + u*x, from.Y + u*y})
	}
	b.touch("touchEnd")
}

// byHand opens the demo for a mouse, and for a finger.
func byHand(t *testing.T, s *site, test func(t *testing.T, b *tab, touch bool)) {
	t.Helper()
	t.Run("mouse", func(t *testing.T) {
		b := s.open(t, 1440, 900, "/d/acts")
		b.settled()
		test(t, b, false)
	})
	t.Run("finger", func(t *testing.T) {
		b := s.open(t, 390, 844, "/d/acts", chromedp.EmulateMobile, chromedp.EmulateTouch)
		b.settled()
		test(t, b, true)
	})
}

func changed(b *tab, name, before string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`document.getElementById("p-%s").value !== %q`, name, before))
}

// A handle of a whole number stays on whole numbers, and keys go from one to the next.
func TestHandlesOfWholeNumbers(t *testing.T) {
	s := serveActs(t)
	byHand(t, s, func(t *testing.T, b *tab, touch bool) {
		b.middleOf("k") // in sight
		width := eval[float64](b, `document.querySelector('svg[data-panel="k"]').getBoundingClientRect().width`)
		b.pulled(touch, b.middleOf("k"), 0.22*width, -10) // about two and a half of ten
		changed(b, "k", "3")
		if k := b.list("k")[0]; k != 5 && k != 6 {
			t.Errorf("dragged to the right by a quarter of the panel, k is %g", k)
		}
		b.pulled(touch, b.middleOf("k"), 2*width, 0)
		b.wait(`document.getElementById("p-k").value === "9"`)
		b.pulled(touch, b.middleOf("level"), 0, -40)
		changed(b, "level", "4")
		if level := b.list("level")[0]; level != math.Trunc(level) || level < 8 || level > 200 {
			t.Errorf("on a logarithmic axis the level is %g", level)
		}
	})
	b := s.open(t, 1440, 900, "/d/acts")
	b.settled()
	b.middleOf("k")
	eval[any](b, gripOf("k")+`.focus()`)
	for _, c := range []struct {
		key  string
		mods chromedp.Modifier
		want string
	}{{kb.ArrowRight, 0, "4"}, {kb.ArrowUp, 0, "5"}, {kb.ArrowLeft, 0, "4"}, {kb.ArrowRight, 8, "6"}, {kb.ArrowRight, 8, "8"}, {kb.ArrowRight, 8, "9"}} {
		b.key(c.key, chromedp.KeyModifiers(c.mods))
		b.wait(fmt.Sprintf(`document.getElementById("p-k").value === %q && %s.getAttribute("aria-valuenow") === %[1]q`, c.want, gripOf("k")))
	}
	b.press("[data-action=undo]") // the keys in a row were more than one edit
	b.wait(`document.getElementById("p-k").value !== "9"`)
}

// Bars are dragged by their tops and by their insides; those of a distribution rescale.
func TestBarsToDrag(t *testing.T) {
	s := serveActs(t)
	byHand(t, s, func(t *testing.T, b *tab, touch bool) {
		b.middleOf("shares") // in sight
		height := eval[float64](b, `document.querySelector('svg[data-panel="shares"]').getBoundingClientRect().height`)
		top := b.middleOf("shares 2")
		b.pulled(touch, xy{top.X, top.Y + 0.3*height}, 0, -0.2*height) // by its inside
		changed(b, "shares", "0.2 0.5 0.3 0")
		p := b.list("shares")
		sum := p[0] + p[1] + p[2] + p[3]
		if !(p[1] > 0.6 && p[1] < 0.95) || math.Abs(sum-1) > 1e-12 || p[3] != 0 || math.Abs(p[0]/p[2]-2.0/3) > 0.01 {
			t.Errorf("the second bar lifted: %v, whose sum is %g", p, sum)
		}
		b.pulled(touch, b.middleOf("heights"), 0, 500)
		changed(b, "heights", "1 -2 3")
		if h := b.list("heights"); h[0] != -4 || h[1] != -2 || h[2] != 3 {
			t.Errorf("the first bar dragged below the panel: %v", h)
		}
		b.settled()
		if y := eval[float64](b, `scrollY`); touch && y == 0 {
			t.Log("the page is short")
		}
		if touch {
			return
		}
		b.press("[data-action=undo]")
		b.wait(`document.getElementById("p-heights").value === "1 -2 3"`)
	})
}

func TestBarsByKeyboard(t *testing.T) {
	b := serveActs(t).open(t, 1440, 900, "/d/acts?heights=1+2+3+4+1+2+3+4+1+2")
	b.settled()
	b.middleOf("heights")
	// The bars are one stop of the Tab key.
	if n := eval[int](b, `document.querySelectorAll('svg[data-panel="heights"] [data-grip][tabindex="0"]').length`); n != 1 {
		t.Errorf("%d of ten bars are reached by Tab", n)
	}
	eval[any](b, `document.querySelector('svg[data-panel="heights"]').focus()`)
	b.key(kb.Tab)
	b.wait(`document.activeElement === ` + gripOf("heights"))
	b.key(kb.ArrowLeft) // there is none
	b.key(kb.ArrowRight)
	b.key(kb.ArrowRight)
	b.wait(`document.activeElement === ` + gripOf("heights 3"))
	b.key(kb.ArrowDown)
	b.key(kb.ArrowDown, chromedp.KeyModifiers(8))
	changed(b, "heights", "1 2 3 4 1 2 3 4 1 2")
	b.wait(`document.getElementById("p-heights").value.split(" ")[2] < 2.5`)
	if h := b.list("heights"); math.Abs(h[2]-(3-0.08-0.8)) > 0.02 || h[1] != 2 || h[3] != 4 {
		t.Errorf("the third bar by two keys: %v", h)
	}
	for key, want := range map[string]string{
		"role": "slider", "aria-label": "bar 3 of 10", "aria-valuemin": "-4", "aria-valuemax": "4", "aria-orientation": "vertical",
	} {
		if got := eval[string](b, gripOf("heights 3")+fmt.Sprintf(`.getAttribute(%q)`, key)); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	eval[any](b, gripOf("shares 3")+`.focus()`)
	b.key(kb.ArrowUp)
	changed(b, "shares", "0.2 0.5 0.3 0")
	p := b.list("shares")
	if sum := p[0] + p[1] + p[2] + p[3]; p[2] != 0.31 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("the third share up by a key: %v, whose sum is %g", p, sum)
	}
}

// A list that is typed wrongly is refused with words, and nothing is lost.
func TestListsAreTyped(t *testing.T) {
	b := serveActs(t).open(t, 1440, 900, "/d/acts")
	b.settled()
	eval[any](b, `(f => { f.value = "0.2 0.5 0.4 0"; f.dispatchEvent(new Event("change")); })(document.getElementById("p-shares"))`)
	b.wait(`document.getElementById("err-shares").textContent.includes("the numbers add up to 1.1")`)
	eval[any](b, `(f => { f.value = "0.4, 0.2, 0.2, 0.2"; f.dispatchEvent(new Event("change")); })(document.getElementById("p-shares"))`)
	b.wait(`new URLSearchParams(location.search).get("shares") === "0.4 0.2 0.2 0.2" && document.getElementById("err-shares").hidden`)
}

// A rectangle is moved by its inside, and resized by edges and corners; a line is moved by
// its middle and turned by its ends.
func TestBoxesAndHalfPlanes(t *testing.T) {
	s := serveActs(t)
	byHand(t, s, func(t *testing.T, b *tab, touch bool) {
		b.middleOf("boxes")                                                                                              // in sight
		unit := eval[float64](b, `document.querySelector('svg[data-panel="boxes"]').getBoundingClientRect().width`) / 12 // nearly one of the data
		at := func(key string) xy { return b.middleOf(key) }
		near := func(what string, got []float64, want ...float64) {
			t.Helper()
			for i, x := range want {
				if !(math.Abs(got[i]-x) < 0.5) {
					t.Errorf("%s: %v, want about %v", what, got, want)
					return
				}
			}
		}
		mid := at("boxes")
		b.pulled(touch, xy{mid.X + 0.6*unit, mid.Y - 1.2*unit}, 0, -1.2*unit)
		changed(b, "boxes", "-3 -2 -1 2 1 -1 3 1")
		v := b.list("boxes")
		if v[2]-v[0] != 2 || v[3]-v[1] != 4 || !(v[1] > -1.6 && v[1] < -0.2) {
			t.Errorf("the first box moved by its inside: %v", v)
		}
		near("the second box stays", v[4:], 1, -1, 3, 1)
		before := b.valueOf("boxes")
		b.pulled(touch, at("boxes 11"), -0.8*unit, 30) // the left edge of the second one
		changed(b, "boxes", before)
		v = b.list("boxes")
		if !(v[4] < 0.7 && v[4] > -0.8) || v[5] != -1 || v[6] != 3 || v[7] != 1 {
			t.Errorf("the left edge: %v", v)
		}
		before = b.valueOf("boxes")
		b.pulled(touch, at("boxes 18"), -5*unit, 0.7*unit) // its upper right corner, beyond the left edge
		changed(b, "boxes", before)
		v = b.list("boxes")
		if !(v[6] < v[4]) || !(v[7] < 0.8) {
			t.Errorf("the upper right corner: %v", v)
		}
		before = b.valueOf("sides")
		b.pulled(touch, at("sides"), unit, 0)
		changed(b, "sides", before)
		w := b.list("sides")
		if !(w[0] > -1.6) || math.Abs(w[2]-w[0]-4) > 0.02 || w[1] != -2 || w[3] != -1 {
			t.Errorf("the line moved: %v", w)
		}
		before = b.valueOf("sides")
		b.pulled(touch, at("sides 3"), 0, -unit)
		changed(b, "sides", before)
		if u := b.list("sides"); u[0] != w[0] || u[1] != w[1] || !(u[3] > w[3]+0.4) {
			t.Errorf("the line turned: %v became %v", w, u)
		}
	})
	b := s.open(t, 1440, 900, "/d/acts")
	b.settled()
	b.middleOf("boxes")
	eval[any](b, gripOf("boxes")+`.focus()`)
	b.key(kb.ArrowRight)
	b.key(kb.ArrowUp)
	changed(b, "boxes", "-3 -2 -1 2 1 -1 3 1")
	b.wait(`document.getElementById("p-boxes").value === "-2.9 -1.9 -0.9 2.1 1 -1 3 1"`)
	if name := eval[string](b, gripOf("boxes 9")+`.getAttribute("aria-label")`); name != "box 1: upper right corner" {
		t.Errorf("the ninth handle is %q", name)
	}
}

// valueOf is what the form says of a parameter.
func (b *tab) valueOf(name string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf(`document.getElementById("p-%s").value`, name))
}
