package browsertest

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// places are the coordinates of the points, from the address.
func (b *tab) places() [][2]float64 {
	b.t.Helper()
	var out [][2]float64
	for _, row := range b.rows() {
		cells := strings.Split(row, ",")
		x, err1 := strconv.ParseFloat(cells[0], 64)
		y, err2 := strconv.ParseFloat(cells[1], 64)
		if err1 != nil || err2 != nil {
			b.t.Fatalf("row %q: %v %v", row, err1, err2)
		}
		out = append(out, [2]float64{x, y})
	}
	return out
}

// distance of two points on the screen.
func (b *tab) distance(i, j int) float64 {
	b.t.Helper()
	p, q := b.point(i), b.point(j)
	return math.Hypot(p.X-q.X, p.Y-q.Y)
}

// While snapping, a point lands on a round number; afterwards it is free again.
func TestSnapToTheGrid(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron")
	b.settled()
	n := b.points()
	b.press("[data-action=snap]")
	b.wait(`document.querySelector("[data-action=snap]").getAttribute("aria-pressed") === "true"`)
	b.changes(func() { b.click(b.free()) })
	b.waitPoints(n + 1)
	onGrid := func(p [2]float64) bool {
		// About thirty places to a side: of 7 units, a quarter or rounder.
		return math.Abs(p[0]*20-math.Round(p[0]*20)) < 1e-9 && math.Abs(p[1]*20-math.Round(p[1]*20)) < 1e-9
	}
	if p := b.places()[n]; !onGrid(p) {
		t.Errorf("snapping, a point lies at %v", p)
	}
	b.press("[data-action=snap]")
	b.wait(`document.querySelector("[data-action=snap]").getAttribute("aria-pressed") === "false"`)
	at := b.free()
	b.changes(func() { b.click(xy{at.X + 0.37, at.Y}) })
	b.waitPoints(n + 2)
	if p := b.places()[n+1]; onGrid(p) {
		t.Errorf("free, a point lies at %v", p)
	}
}

// The wheel zooms with Ctrl, about the pointer, and else scrolls the page.
func TestWheel(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron?data=p2s~-1_-1_-1~1_1_1~-0.25_0_-1~0.25_0_1")
	before := b.settled()
	p, q := b.point(2), b.point(3)
	at := xy{(p.X + q.X) / 2, (p.Y + q.Y) / 2}
	wheel := func(modifiers int64) {
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, input.DispatchMouseEvent, input.DispatchMouseEventParams{
				Type: chromedp.MouseWheel, X: at.X, Y: at.Y, DeltaX: 0.001, DeltaY: -60, Modifiers: modifiers,
			})
			return err
		}))
	}
	was := b.distance(2, 3)
	wheel(0)
	if !b.shows(before) {
		t.Error("the wheel alone changes the board")
	}
	const ctrl = 2
	b.changes(func() { wheel(ctrl) })
	b.settled()
	if got, want := b.distance(2, 3)/was, math.Exp(0.36); math.Abs(got-want) > 0.05 {
		t.Errorf("one turn of the wheel enlarges %.3f times, want %.3f", got, want)
	}
	p, q = b.point(2), b.point(3)
	if dx, dy := (p.X+q.X)/2-at.X, (p.Y+q.Y)/2-at.Y; math.Hypot(dx, dy) > 4 {
		t.Errorf("what is under the pointer moved by (%.1f, %.1f)", dx, dy)
	}
}

// A lasso selects what it goes around, and nothing of what a box around it would.
func TestLasso(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron?data=p2s~-1_-1_-1~1_-1_-1~1_1_1~-1_1_1")
	b.settled()
	b.press(".bar [data-tool=select]")
	b.press("[data-select=lasso]")
	// Around points 0, 1 and 2 in the shape of an L, past point 3.
	p, q, r := b.point(0), b.point(1), b.point(2)
	const d = 18
	path := []xy{
		{p.X - d, p.Y - d}, {p.X - d, p.Y + d}, {q.X + d, q.Y + d}, {r.X + d, r.Y - d}, {r.X - d, r.Y - d}, {q.X - d, q.Y - d}, {p.X - d, p.Y - d},
	}
	b.mouse(chromedp.MouseMoved, path[0], 0, chromedp.ButtonNone)
	b.mouse(chromedp.MousePressed, path[0], 1)
	for i, to := range path[1:] {
		for k := 1; k <= 5; k++ {
			u := float64(k) / 5
			b.mouse(chromedp.MouseMoved, xy{path[i].X + u*(to.X-path[i].X), path[i].Y + u*(to.Y-path[i].Y)}, 1)
		}
	}
	b.mouse(chromedp.MouseReleased, path[0], 0)
	b.wait(`document.querySelector("[data-selected]").textContent.startsWith("3")`)
	b.changes(func() { b.key(kb.Delete) })
	b.waitPoints(1)
	b.settled()
	if got := b.places(); got[0] != [2]float64{-1, 1} {
		t.Errorf("what is left lies at %v", got[0])
	}
}

// Arrow keys move all that is selected together: in big steps, in small ones with
// Shift, as one edit, and not beyond the board.
func TestArrowsMoveASelection(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/perceptron")
	b.settled()
	before := b.places()
	b.press(".bar [data-tool=select]")
	b.press("[data-action=select-all]")
	move := func(key string, opts ...chromedp.KeyOption) (dx, dy float64) {
		b.t.Helper()
		was := b.places()
		b.changes(func() { b.key(key, opts...) })
		b.settled()
		now := b.places()
		dx, dy = now[0][0]-was[0][0], now[0][1]-was[0][1]
		for i := range now {
			if math.Abs(now[i][0]-was[i][0]-dx) > 0.02 || math.Abs(now[i][1]-was[i][1]-dy) > 0.02 {
				t.Fatalf("point %d moved from %v to %v, the first one by (%g, %g)", i, was[i], now[i], dx, dy)
			}
		}
		return dx, dy
	}
	eval[any](b, `document.querySelector("svg.board").focus()`)
	coarse, sideways := move(kb.ArrowLeft)
	if !(coarse < 0) || math.Abs(sideways) > 0.001 {
		t.Errorf("the left arrow moves by (%g, %g)", coarse, sideways)
	}
	fine, _ := move(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
	if !(fine > 0 && fine < -coarse/4) {
		t.Errorf("with Shift the right arrow moves by %g after %g", fine, coarse)
	}
	if _, up := move(kb.ArrowUp); !(up > 0) {
		t.Errorf("the up arrow moves by %g", up)
	}
	for range 3 {
		b.changes(func() { b.press("[data-action=undo]") })
	}
	b.settled()
	for i, p := range b.places() {
		if p != before[i] {
			t.Errorf("three undos later point %d lies at %v, not at %v", i, p, before[i])
		}
	}
}

// Jitter pushes as far as its slider says.
func TestJitterByAnAmount(t *testing.T) {
	s := serve(t)
	spread := func(percent string) float64 {
		b := s.open(t, 1440, 900, "/d/perceptron")
		b.settled()
		before := b.places()
		eval[any](b, fmt.Sprintf(`(() => { const r = document.querySelector("[data-jitter]"); r.value = %q; r.dispatchEvent(new Event("input", {bubbles: true})) })()`, percent))
		b.changes(func() { b.press("[data-action=jitter]") })
		b.settled()
		sum := 0.0
		for i, p := range b.places() {
			sum += math.Abs(p[0] - before[i][0])
		}
		return sum
	}
	// The same normal numbers, ten times as far; less where the board ends.
	if ratio := spread("5") / spread("0.5"); ratio < 7 || ratio > 10.5 {
		t.Errorf("ten times the amount pushes %.1f times as far", ratio)
	}
}

// Side views are put in order by keyboard, and stay in it.
func TestOrderOfViews(t *testing.T) {
	b := serve(t).open(t, 1440, 900, "/d/svm?step=3")
	order := func() string {
		return eval[string](b, `[...document.querySelectorAll("[data-views] > [data-view]")].map(v => v.dataset.view).join()`)
	}
	b.settled()
	before := strings.Split(order(), ",")
	eval[any](b, `document.querySelectorAll("[data-views] > [data-view]")[1].querySelector("[data-action=raise]").focus()`)
	b.key("\r")
	want := append([]string{before[1], before[0]}, before[2:]...)
	b.wait(fmt.Sprintf(`[...document.querySelectorAll("[data-views] > [data-view]")].map(v => v.dataset.view).join() === %q`, strings.Join(want, ",")))
	b.press("[data-action=step]")
	b.wait(`Number(document.querySelector("[data-step]").textContent) > 3`)
	if got := order(); got != strings.Join(want, ",") {
		t.Errorf("after a step the order is %s", got)
	}
	b.load("/d/svm?step=3")
	b.settled()
	if got := order(); got != strings.Join(want, ",") {
		t.Errorf("after a reload the order is %s, want %v", got, want)
	}
}
