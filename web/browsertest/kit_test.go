package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"playground/algos"
	"playground/web"
	"playground/web/testdemos/descent"
	"playground/web/testdemos/filter"
	"playground/web/testdemos/hierarchy"
	"playground/web/testdemos/network"
)

// serveKit serves the demos that show what the kit has for formulas, networks, trees and chains.
func serveKit(t *testing.T) *site {
	t.Helper()
	return serveConfig(t, web.Config{Demos: []algos.Demo{descent.Demo(), network.Demo(), hierarchy.Demo(), filter.Demo()}})
}

func TestKitLooks(t *testing.T) {
	s := serveKit(t)
	for _, path := range []string{"descent?step=20", "network?step=20", "network?preset=blobs&step=20", "hierarchy", "hierarchy?preset=moons", "filter?step=end", "filter?step=3&ask=next-state", "network?step=5&ask=largest-move"} {
		for _, size := range []string{"laptop", "phone"} {
			for _, theme := range []string{"light", "dark"} {
				t.Run(path+size+theme, func(t *testing.T) {
					var b *tab
					if size == "laptop" {
						b = s.open(t, 1366, 768, "/d/"+path)
					} else {
						b = s.open(t, 390, 844, "/d/"+path, chromedp.EmulateMobile, chromedp.EmulateTouch)
					}
					b.settled()
					b.shade(theme)
					b.settled()
					b.shootAs(strings.NewReplacer("?", "-", "&", "-", "=", "").Replace(path) + "-" + size + "-" + theme)
				})
			}
		}
	}
	_ = fmt.Sprint
	_ = math.Pi
	_ = kb.Tab
}
