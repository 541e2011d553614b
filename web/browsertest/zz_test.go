package browsertest

import (
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestZZ(t *testing.T) {
	s := serve(t)
	b := s.blank(t, 1366, 768)
	b.excused = "404"
	b.visit("/")
	eval[any](b, `localStorage.setItem("invited","yes"); localStorage.setItem("hint","seen"); localStorage.setItem("been", JSON.stringify([{demo:"svm",query:"step=4",at:Date.now()-3600e3*5},{demo:"perceptron",query:"",at:Date.now()-86400e3*3}]))`)
	n := 0
	shot := func(name string, w, h int64, path, theme string) {
		n++
		b.do(chromedp.EmulateViewport(w, h))
		b.visit(path)
		eval[any](b, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
		eval[any](b, `[...document.images].forEach(i => i.loading = "eager")`)
		b.wait(`[...document.images].filter(i => i.offsetParent).every(i => i.complete)`)
		eval[any](b, `new Promise(r => setTimeout(r, 900))`)
		p, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil { t.Fatal(err) }
		_ = os.WriteFile("/tmp/shots_home/"+name+".png", p, 0o644)
	}
	for _, c := range []struct{ name string; w, h int64; path, theme string }{
		{"home", 1366, 768, "/", "light"},
		{"home-full", 1366, 2400, "/", "light"},
		{"home-dark-zh", 1440, 900, "/?lang=zh", "dark"},
		{"home-phone", 390, 844, "/?lang=en", "light"},
		{"home-phone-long", 390, 2000, "/?lang=en", "dark"},
		{"find", 1366, 768, "/?find=cycle", "light"},
		{"find2", 1366, 768, "/?find=perceptron", "light"},
		{"course", 1366, 768, "/course/003", "light"},
		{"course-dark", 1366, 900, "/course/003", "dark"},
		{"course-phone", 390, 1400, "/course/003?lang=zh", "light"},
		{"shelf", 1366, 768, "/shelf/margins?lang=en", "light"},
		{"demo", 1366, 768, "/d/perceptron", "light"},
		{"demo-course", 1366, 768, "/d/perceptron?preset=trace&step=2&course=003.E", "light"},
		{"demo-long", 1366, 2600, "/d/perceptron?preset=trace&step=2&course=003.E", "light"},
		{"demo-phone", 390, 2400, "/d/perceptron?preset=trace&step=2&course=003.E", "light"},
		{"demo-bad", 1366, 768, "/d/perceptron?course=003.Q", "light"},
		{"note404", 1366, 768, "/course/009", "light"},
	} {
		if os.Getenv("ONLY") != "" && os.Getenv("ONLY") != c.name { continue }
		shot(c.name, c.w, c.h, c.path, c.theme)
	}
}
