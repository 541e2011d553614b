package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What a visitor meets first has something to come: the button does a step that is
// to be seen. The address stays as it was until then.
func TestOpensInTheMiddle(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron")
	if n, last := b.step(), b.whole(); n == 0 || n > last/2 {
		t.Errorf("opens at step %d of %d", n, last)
	}
	if path := b.address(); path != "/d/perceptron" {
		t.Errorf("the address became %s", path)
	}
	opened, at := b.settled(), b.step()
	if name := b.text("[data-next]"); name != "next mistake: x₂₃" {
		t.Errorf("the button says %q", name)
	}
	b.press("[data-action=step]")
	b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) > %d`, at))
	if !b.differs(opened) {
		t.Error("the first press changed nothing")
	}
	// A reload shows the same, a preset what its own link shows.
	stepped := b.step()
	b.wait(fmt.Sprintf(`location.search === "?step=%d"`, stepped))
	b.load(b.address())
	b.live()
	b.waitStep(stepped)
	b.choose("[data-source]", "cycle")
	b.wait(`location.search.startsWith("?preset=cycle")`)
	b.settled()
	chosen := b.step()
	b.load("/d/perceptron?preset=cycle")
	b.live()
	if n := b.step(); n != chosen || n == 0 || n == b.whole() {
		t.Errorf("the preset opens at step %d when it is chosen, and at %d by its link", chosen, n)
	}
}

// One press goes to the next mistake, and says to which.
func TestAPressIsAMistake(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron?step=0")
	for _, c := range []struct {
		says string
		step int
	}{{"next mistake: x₁", 2}, {"next mistake: x₂₀", 22}, {"next mistake: x₂₃", 26}, {"next mistake: x₂₆", 30}} {
		b.waitText("[data-next]", c.says)
		before := b.settled()
		b.press("[data-action=step]")
		b.waitStep(c.step)
		if !b.differs(before) {
			t.Errorf("%s: nothing changed", c.says)
		}
	}
	b.press("[data-size=small]")
	b.waitText("[data-next]", "check x₂₇")
	b.press("[data-action=step]")
	b.waitStep(31)
}

// Points that are placed on an empty board wait at the start of their run.
func TestPlaceAndWatch(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/perceptron")
	b.press("[data-action=clear]")
	b.waitPoints(0)
	for i, at := range [][2]float64{{0.2, 0.3}, {0.3, 0.4}, {0.7, 0.6}, {0.8, 0.5}} {
		if i == 2 {
			b.key("1")
		}
		b.click(b.spot(at[0], at[1]))
		b.waitPoints(i + 1)
		b.settled()
		if n := b.step(); n != 0 {
			t.Fatalf("after %d points the run is at step %d", i+1, n)
		}
	}
	b.waitText("[data-next]", "next mistake: x₁")
	b.press("[data-action=step]")
	b.waitStep(2)
	b.click(b.spot(0.5, 0.8))
	b.waitPoints(5)
	b.settled()
	if n := b.step(); n != 2 {
		t.Errorf("after a step, another point led to step %d", n)
	}
}

// A new reader is told what to press, where nothing is covered and nothing moves when
// the line goes: once in a browser, in both languages, and not in an embedded board.
func TestInvitation(t *testing.T) {
	const line = `[data-invitation]`
	places := `["svg.board", "[data-transport] .go", "[data-timeline]", ".jumps", "[data-transport] .seg", ".now"].map((s) => {
		const r = document.querySelector(s).getBoundingClientRect();
		return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(" ") })`
	s := serve(t)
	for _, c := range []struct {
		name          string
		width, height int64
		path, says    string
	}{
		{"laptop", 1366, 768, "/d/perceptron", "New here? Press the blue button: one step updates the weights at the next mistake."},
		{"phone", 390, 844, "/d/svm-primal", "New here? Press the blue button"},
		{"projector", 1920, 1080, "/d/gp-regression?lang=zh", "初次来访？按下蓝色按钮：一步以一个观测为条件，可信带随之变窄。"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := s.open(t, c.width, c.height, c.path)
			b.wait(`document.querySelector("` + line + `").offsetHeight > 0`)
			if says := eval[string](b, `document.querySelector("`+line+`").innerText`); says != c.says {
				t.Errorf("the page says %q", says)
			}
			if hit := eval[bool](b, `(() => { const l = document.querySelector("`+line+`"), r = l.getBoundingClientRect();
				const e = (l.scrollIntoView({block: "center"}), document.elementFromPoint(l.getBoundingClientRect().x + 20, l.getBoundingClientRect().y + r.height / 2));
				return l.contains(e) && l.scrollHeight <= l.clientHeight + 1 && l.scrollWidth <= l.clientWidth + 1 })()`); !hit {
				t.Error("the line is covered or cut")
			}
			b.whole()
			b.settled()
			before := eval[[]string](b, places)
			at := b.step()
			b.press("[data-action=step]")
			b.wait(fmt.Sprintf(`Number(document.querySelector("[data-step]").textContent) !== %d && document.querySelector("%s").hidden`, at, line))
			b.settled()
			after := eval[[]string](b, places)
			if c.width < 520 { // the line gives its room to the story below it
				before, after = before[:len(before)-1], after[:len(after)-1]
			}
			if !slices.Equal(after, before) {
				t.Errorf("the page moved from %q to %q", before, after)
			}
			b.load("/d/svm")
			b.live()
			b.wait(`document.querySelector("` + line + `").hidden`)
		})
	}
	t.Run("embedded", func(t *testing.T) {
		b := s.open(t, 800, 600, "/embed/svm?step=3")
		if eval[bool](b, `document.querySelector("`+line+`") !== null`) {
			t.Error("an embedded board asks for the first step")
		}
	})
	t.Run("keys", func(t *testing.T) {
		b := s.open(t, 1366, 768, "/d/svm", chromedp.EmulateScale(1))
		b.wait(`!document.querySelector("` + line + `").hidden`)
		b.key(kb.ArrowRight)
		b.wait(`document.querySelector("` + line + `").hidden`)
	})
}
