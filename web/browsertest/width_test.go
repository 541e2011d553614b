package browsertest

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"playground/algos/dataset"
)

// people are heights in cm and weights in kg of two classes.
func people() string {
	set := dataset.Set{Dim: 2, Target: dataset.Classes}
	for i := range 40 {
		class := float64(i % 2)
		height := 155 + 12*class + float64(i*7%23)
		set.Points = append(set.Points, dataset.Point{X: [2]float64{height, 52 + 14*class + 0.6*(height-155) + float64(i*5%11)}, Y: class})
	}
	return url.QueryEscape(dataset.Explicit(set).String())
}

// A button beside the slider gives the kernel the width that suits the data: as one edit, in the link, and
// taken back at once. Before that the form says that the width is far from the data. On a laptop and on a phone.
func TestWidthOfTheData(t *testing.T) {
	s := serve(t)
	for _, at := range []struct {
		name, lang, said string
		width, height    int64
		opts             []chromedp.EmulateViewportOption
		dark             bool
	}{
		{"laptop", "en", "island", 1366, 768, nil, false},
		{"phone", "zh", "孤岛", 390, 844, []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch}, true},
	} {
		t.Run(at.name, func(t *testing.T) {
			b := s.open(t, at.width, at.height, "/d/svm?step=end&lang="+at.lang+"&data="+people(), at.opts...)
			if at.dark {
				b.shade("dark")
			}
			const gamma = `document.querySelector("#p-gamma").value`
			const far = `document.querySelector("[data-param=gamma] [data-far]")`
			b.settled()
			if at.name == "phone" {
				b.press("#tab-settings")
			}
			b.wait(`document.querySelector('[data-param=gamma] [data-word=scale]').dataset.tip.includes(" = 0.0")`)
			if got := eval[string](b, far+`.textContent`); !strings.Contains(got, at.said) {
				t.Errorf("with γ = 1.2 it is said: %q", got)
			}
			low := eval[float64](b, `document.querySelector("[data-param=gamma] input[type=range]").getBoundingClientRect().width`)
			if low < 90 {
				t.Errorf("the slider is %.0f pixels wide", low)
			}
			b.shootAs("width-" + at.name + "-default")
			for _, word := range []string{"scale", "median"} {
				button := "[data-param=gamma] [data-word=" + word + "]"
				tip := eval[string](b, `document.querySelector("`+button+`").dataset.tip`)
				b.press(button)
				b.wait(gamma + ` !== "1.2" && new URLSearchParams(location.search).get("gamma") === ` + gamma)
				set := eval[string](b, gamma)
				if x, err := strconv.ParseFloat(set, 64); err != nil || x <= 0 || x > 0.1 || !strings.Contains(tip, "= "+set) {
					t.Errorf("%s sets γ to %q, and says %q", word, set, tip)
				}
				b.wait(far + `.hidden`)
				b.settled()
				b.shootAs("width-" + at.name + "-" + word)
				b.press("[data-action=undo]")
				b.wait(gamma + ` === "1.2" && !` + far + `.hidden`)
			}
			// Its slider has the values of the data in its middle.
			if got := eval[string](b, `(() => { const r = document.querySelector("[data-param=gamma] input[type=range]"); r.value = r.max / 2;
				for (const type of ["input", "change"]) r.dispatchEvent(new Event(type, {bubbles: true})); return `+gamma+` })()`); got != "0.001" && got != "0.0001" {
				t.Errorf("the middle of the slider is %s", got)
			}
			// A word may be typed, and what is none is refused with those that are.
			b.fill("#p-gamma", "median")
			b.wait(`Number(new URLSearchParams(location.search).get("gamma")) > 0.001`)
			b.fill("#p-gamma", "skale")
			b.wait(`!document.querySelector("#err-gamma").hidden`)
			if got := b.text("#err-gamma"); !strings.Contains(got, "scale, median") {
				t.Errorf("the field says %q", got)
			}
		})
	}
}

// The length scale of an expression has the same buttons; its other numbers, and a length scale
// that is not a distance, have none.
func TestLengthScaleOfTheData(t *testing.T) {
	b := serve(t).open(t, 1366, 768, "/d/gp-regression?kernel=2*rbf(1)%2Bperiodic(1,3)&step=end")
	const rows = `[...document.querySelectorAll("[data-param=kernel] [data-numbers] .row")].map((r) => r.querySelectorAll("[data-word]").length).join()`
	b.wait(rows + ` === "0,2,0,0"`)
	b.settled()
	b.press("[data-param=kernel] .row [data-word=median]")
	b.wait(`/^2\*rbf\([\d.]+\)\+periodic\(1,3\)$/.test(new URLSearchParams(location.search).get("kernel")) && !location.search.includes("rbf(1)")`)
	b.press("[data-action=undo]")
	b.wait(`document.querySelector("#p-kernel").value === "2*rbf(1)+periodic(1,3)"`)
}
