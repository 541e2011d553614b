package catalogtest

import (
	"html"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

var tipped = regexp.MustCompile(` data-ref='([^']*)' data-tip='([^']*)'`)

// tips are the texts of tooltips, by reference.
type tips map[string]map[wire.Tip]bool

func (t tips) add(ref string, tip wire.Tip) {
	if t[ref] == nil {
		t[ref] = map[wire.Tip]bool{}
	}
	t[ref][tip] = true
}

// withoutTips removes the tooltips of everything that has a reference from a
// frame's pictures.
func withoutTips(f *wire.Frame) tips {
	said := tips{}
	for _, p := range f.Panels {
		for layer, svg := range p.Layers {
			for _, m := range tipped.FindAllStringSubmatch(svg, -1) {
				said.add(html.UnescapeString(m[1]), wire.Tip{Panel: p.ID, Layer: layer, Text: html.UnescapeString(m[2])})
			}
			p.Layers[layer] = tipped.ReplaceAllString(svg, ` data-ref='$1'`)
		}
	}
	return said
}

// A live frame is a page's frame without the tooltips of what has a
// reference, and what is told of each of these is what its tooltips said.
func TestLiveFramesTellWhatTheyLeaveOut(t *testing.T) {
	view := wire.View{Board: [2]float64{200, 180}, Side: [2]float64{120, 90}}
	for _, d := range algotest.Representatives(catalog.All) {
		t.Run(d.ID, func(t *testing.T) {
			r, err := d.Recipe("")
			if err != nil {
				t.Fatal(err)
			}
			rec := start(t, d, r, record.Limits{Steps: 40})
			n := rec.Len() / 2
			page := build(t, d, rec, n, view)
			said := withoutTips(page)
			live, err := frame.BuildLive(t.Context(), d, rec, nil, n, "x0", view, plain{})
			if err != nil {
				t.Fatal(err)
			}
			of, err := frame.LookAt(t.Context(), rec, n, "x0", view, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(of, live.Look); diff != "" {
				t.Errorf("in a frame something else is told: %s", diff)
			}
			live.Look, live.Questions = nil, nil
			if diff := cmp.Diff(page, live); diff != "" {
				t.Fatalf("a live frame differs: %.1000s", diff)
			}

			all, err := frame.AllTips(t.Context(), rec, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			every := tips{}
			for panel, list := range all {
				for _, tip := range list {
					every.add(tip.Ref, wire.Tip{Panel: panel, Layer: tip.Layer, Text: tip.Text})
				}
			}
			for _, ref := range slices.Sorted(maps.Keys(every)) {
				of, err := frame.LookAt(t.Context(), rec, n, ref, view, nil)
				if err != nil {
					t.Fatal(err)
				}
				one := tips{}
				for _, tip := range of.Tips {
					one.add(ref, tip)
				}
				if diff := cmp.Diff(every[ref], one[ref]); diff != "" {
					t.Errorf("%s alone is told otherwise than among all: %s", ref, diff)
				}
			}
			for ref, list := range said { // what lies outside of a picture has tips, too
				for tip := range list {
					if !every[ref][tip] {
						t.Errorf("%s: %+v is not told", ref, tip)
					}
				}
			}
		})
	}
}
