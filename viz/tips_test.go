package viz_test

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

var tip = regexp.MustCompile(` data-ref='([^']*)' data-tip='([^']*)'`)

// A quiet picture is the picture without the tooltips of what has a reference,
// and these can be asked for, each in its layer.
func TestQuietPicturesAndTheirTips(t *testing.T) {
	at := []mark.XY{{X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}}
	p := mark.Panel{ID: "p", X: mark.Axis{Max: 4}, Y: mark.Axis{Max: 4}, Marks: []mark.Mark{
		mark.Points{At: at, Refs: []string{"x0", "x1", ""}, Tips: []say.Phrase{"zero", `it's "one"`, "no reference"}},
		mark.Points{At: at[:2], Refs: []string{"x1", "x0"}, Tips: []say.Phrase{"one again"}},
		mark.Rings{At: at[:1], Refs: []string{"x0"}},
		mark.Bars{Y: []float64{1, 2}, Refs: []string{"x0", "x1"}, Tips: []say.Phrase{"bar 0"}},
		mark.Bars{X: []float64{3}, Y: []float64{1}, Refs: []string{"x1"}, Tip: func(i int) say.Phrase { return say.Phrase(fmt.Sprint("made ", i)) }},
	}}
	draw := func(quiet bool) *viz.Picture {
		pic, err := viz.Draw(p, viz.Options{Size: viz.Size{W: 300, H: 200}, Quiet: quiet})
		if err != nil {
			t.Fatal(err)
		}
		return pic
	}
	told := map[string][]viz.Tip{}
	loud, quiet := draw(false), draw(true)
	for i, l := range loud.Layers {
		for _, m := range tip.FindAllStringSubmatch(string(l.SVG), -1) {
			told[m[1]] = append(told[m[1]], viz.Tip{Layer: l.Name, Ref: m[1], Text: html.UnescapeString(m[2])})
		}
		if want := tip.ReplaceAllString(string(l.SVG), ` data-ref='$1'`); string(quiet.Layers[i].SVG) != want {
			t.Errorf("the quiet layer %s is\n%s, want\n%s", l.Name, quiet.Layers[i].SVG, want)
		}
	}
	if !strings.Contains(string(quiet.Layers[2].SVG), "data-tip='no reference'") {
		t.Error("what nobody can ask for is left out")
	}
	for _, ref := range []string{"x0", "x1", "", "x9"} {
		got, want := viz.Tips(p, ref), told[ref]
		slices.SortStableFunc(got, func(a, b viz.Tip) int { return strings.Compare(a.Layer, b.Layer) })
		slices.SortStableFunc(want, func(a, b viz.Tip) int { return strings.Compare(a.Layer, b.Layer) })
		if !slices.Equal(got, want) {
			t.Errorf("of %q is told %v, want %v", ref, got, want)
		}
	}
	if n := len(told["x0"]) + len(told["x1"]); n != 5 || len(viz.AllTips(p)) != n {
		t.Errorf("%d tips were drawn: %v; there are %v", n, told, viz.AllTips(p))
	}
}
