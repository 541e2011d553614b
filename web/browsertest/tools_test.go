package browsertest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestBrushStaysWithinTheBoardAndItsLimit(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm")
	n := b.points()
	b.press(".bar [data-tool=brush]")
	b.press(`.bar [data-class="0"]`)
	// From the middle beyond the left edge: nothing lies outside.
	box := eval[[4]float64](b, `(() => { const r = document.querySelector('svg.board').getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })()`)
	b.drag(b.spot(0.5, 0.3), xy{box[0] + 45, box[1] + 300})
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-count]").textContent) > %d`, n+5))
	b.settled()
	now := b.points()
	b.waitPoints(now)
	w := eval[[]float64](b, `(() => { const f = document.querySelector("svg.board [data-layer=axes]"); const r = f.getBoundingClientRect(); return [r.left, r.right] })()`)
	for i := n; i < now; i++ {
		if p := b.point(i); p.X < w[0] || p.X > w[1] {
			t.Errorf("x%d lies at %v, outside the board", i, p)
		}
	}
	for i, row := range b.rows()[n:] {
		if !strings.HasSuffix(row, ",-1") {
			t.Errorf("sprayed point %d is %s", i, row)
		}
	}
	// One undo takes the whole stroke back.
	b.press("[data-action=undo]")
	b.waitPoints(n)
	// The limit holds, and is said.
	eval[any](b, `(() => { const d = document.querySelector("[data-brush=density]"); d.max = 5000; d.value = 5000 })()`)
	b.click(b.spot(0.5, 0.5))
	b.wait(`/at most \d+ points/.test(document.querySelector("[data-toast]").textContent)`)
	limit := eval[int](b, `Number(document.querySelector("[data-demo]").dataset.maxPoints)`)
	b.waitText("[data-count]", fmt.Sprint(limit))
}

func TestSelectMoveRelabelAndDelete(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		n := b.points()
		before := b.rows()
		b.press(".bar [data-tool=select]")
		b.drag(b.spot(0.09, 0.1), b.spot(0.99, 0.9))
		b.wait(`/^\d+ selected/.test(document.querySelector("[data-selected]").textContent)`)
		var k int
		if _, err := fmt.Sscanf(b.text("[data-selected]"), "%d", &k); err != nil || k < 2 || k > n {
			t.Fatalf("the box selects %q of %d points", b.text("[data-selected]"), n)
		}
		// All of them become class 0.
		b.choose("[data-action=relabel-selected]", "0")
		b.wait(`location.search.includes("data=")`)
		b.settled()
		relabelled := 0
		for _, row := range b.rows() {
			if strings.HasSuffix(row, ",-1") || strings.HasSuffix(row, ",0") {
				relabelled++
			}
		}
		if relabelled < k {
			t.Errorf("%d points are of class 0 after %d were given it", relabelled, k)
		}
		b.changes(func() { b.press("[data-action=undo]") })
		if got := b.rows(); strings.Join(got, "\n") != strings.Join(before, "\n") {
			t.Error("one undo does not take the change of class back")
		}
		// Move one, and the others go along.
		b.press("[data-action=select-all]")
		b.settled()
		p := b.point(0)
		b.changes(func() { b.drag(p, xy{p.X + 12, p.Y + 8}) })
		b.wait(fmt.Sprintf(`Math.abs(document.querySelector('svg.board [data-layer=data] [data-ref="x0"]').getBoundingClientRect().x - %g) > 3`, p.X))
		b.settled()
		after := b.rows()
		moved := 0
		for i := range after {
			if after[i] != before[i] {
				moved++
			}
		}
		if moved != n {
			t.Errorf("%d of %d points moved", moved, n)
		}
		b.key(kb.Delete)
		b.waitPoints(0)
		b.press("[data-action=undo]")
		b.waitPoints(n)
	})
}

// changes does something that changes the recipe, and waits for the address to
// say so. The step is no part of it: it is written after a pause, also without any change.
func (b *tab) changes(act func()) {
	b.t.Helper()
	const recipe = `(() => { const q = new URLSearchParams(location.search); q.delete("step"); return q.toString() })()`
	old := eval[string](b, recipe)
	act()
	b.wait(fmt.Sprintf(`%s !== %q`, recipe, old))
}

func TestEraserDrags(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron")
	n := b.points()
	b.press(".bar [data-tool=erase]")
	b.drag(b.point(0), b.point(1))
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-count]").textContent) <= %d`, n-2))
	b.settled()
	b.waitPoints(b.points())
	b.press("[data-action=undo]")
	b.waitPoints(n)
}

func TestJitter(t *testing.T) {
	s := serve(t)
	b := s.open(t, 1440, 900, "/d/perceptron")
	before := b.rows()
	b.press("[data-action=jitter]")
	b.wait(`location.search.includes("data=")`)
	b.settled()
	after := b.rows()
	if len(after) != len(before) || after[0] == before[0] {
		t.Errorf("row 0 was %s and is %s", before[0], after[0])
	}
	again := s.open(t, 1440, 900, "/d/perceptron")
	again.press("[data-action=jitter]")
	again.wait(`location.search.includes("data=")`)
	again.settled()
	if got := again.rows(); strings.Join(got, "\n") != strings.Join(after, "\n") {
		t.Error("the same seed jitters another way")
	}
}

// window is what the board shows, from its address.
func (b *tab) window() []float64 {
	b.t.Helper()
	return eval[[]float64](b, `(new URLSearchParams(location.search).get("view") ?? "").split(",").filter(Boolean).map(Number)`)
}

func TestZoomPanAndFit(t *testing.T) {
	each(t, "", func(t *testing.T, b *tab) {
		b.settled()
		const axes = `document.querySelector("svg.board [data-layer=axes]").innerHTML`
		fitted := eval[string](b, axes)
		dist := func() float64 {
			p, q := b.point(0), b.point(1)
			return math.Hypot(p.X-q.X, p.Y-q.Y)
		}
		was := dist()
		b.press("[data-action=zoom-out]")
		b.wait(`new URLSearchParams(location.search).has("view")`)
		b.settled()
		if got := dist(); math.Abs(got*1.4-was) > 0.03*was {
			t.Errorf("zoomed out, two points are %.1f apart; they were %.1f", got, was)
		}
		b.press("[data-action=zoom-in]")
		b.settled()
		// Not to the pixel: the numbers at the axes take more room or less.
		if got := dist(); math.Abs(got-was) > 0.03*was {
			t.Errorf("zoomed in again, two points are %.1f apart; they were %.1f", got, was)
		}
		// The hand tool moves the picture.
		b.press(".bar [data-tool=pan]")
		p := b.point(0)
		b.drag(b.spot(0.5, 0.5), xy{b.spot(0.5, 0.5).X + 30, b.spot(0.5, 0.5).Y - 20})
		b.wait(fmt.Sprintf(`Math.abs(document.querySelector('svg.board [data-layer=data] [data-ref="x0"]').getBoundingClientRect().x - %g) > 12`, p.X))
		b.settled()
		if q := b.point(0); math.Hypot(q.X-p.X-30, q.Y-p.Y+20) > 2.5 {
			t.Errorf("dragged by (30, −20), the picture moved by (%.1f, %.1f)", q.X-p.X, q.Y-p.Y)
		}
		b.press("[data-action=zoom-fit]")
		b.wait(`!new URLSearchParams(location.search).has("view")`)
		b.settled()
		if got := eval[string](b, axes); got != fitted {
			t.Errorf("fitted again, the board shows something else: %s", firstDifference(fitted, got))
		}
	})
}

// Two fingers zoom, and put nothing.
func TestPinch(t *testing.T) {
	b := serve(t).open(t, 360, 740, "/d/svm", chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	n := b.points()
	b.settled()
	was := b.distance(0, 1)
	m := b.spot(0.5, 0.5)
	for i := range 6 {
		d := 30 + 6*float64(i)
		typ := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			b.touch(input.DispatchTouchEventTypeTouchStart, xy{m.X - d, m.Y})
			typ = input.DispatchTouchEventTypeTouchStart
		}
		b.touches(typ, xy{m.X - d, m.Y}, xy{m.X + d, m.Y})
	}
	b.touch(input.DispatchTouchEventTypeTouchEnd)
	b.wait(`new URLSearchParams(location.search).has("view")`)
	b.settled()
	if w := b.window(); len(w) != 4 || w[1]-w[0] <= 0 {
		t.Errorf("the board shows %v", w)
	}
	// The fingers end twice as far from each other as they began; the first few
	// pixels are the browser's, which waits whether it is a tap.
	if got := b.distance(0, 1) / was; got < 1.6 || got > 2.1 {
		t.Errorf("the picture is %.2f times as large, want about 2", got)
	}
	if b.points() != n {
		t.Errorf("pinching put %d points", b.points()-n)
	}
}

// touches is several fingers, told apart by their numbers.
func (b *tab) touches(typ input.DispatchTouchEventType, at ...xy) {
	b.t.Helper()
	points := []*input.TouchPoint{}
	for i, p := range at {
		points = append(points, &input.TouchPoint{X: p.X, Y: p.Y, ID: new(float64(i))})
	}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: typ, TouchPoints: points})
		return err
	}))
}
