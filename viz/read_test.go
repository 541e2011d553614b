package viz_test

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

// Every mark that can have references carries them into the picture.
func TestReferencesOfAllMarks(t *testing.T) {
	at := []mark.XY{{X: 1, Y: 1}, {X: 2, Y: 3}}
	refs := []string{"x0", "x1"}
	for name, m := range map[string]mark.Mark{
		"points":         mark.Points{At: at, Refs: refs},
		"pies":           mark.Points{At: at, Refs: refs, Shares: [][]float64{{0.3, 0.7}, {0.5, 0.5}}},
		"rings":          mark.Rings{At: at, Refs: refs},
		"bars":           mark.Bars{Y: []float64{1, 2}, Refs: refs},
		"segments":       mark.Segments{From: at, To: []mark.XY{{X: 2, Y: 1}, {X: 1, Y: 2}}, Refs: refs},
		"graph":          mark.Graph{Nodes: []mark.Node{{At: at[0], Ref: "x0", Text: []say.Phrase{"a"}}, {At: at[1], Ref: "x1"}}},
		"polyline":       mark.PolyLine{At: at, Ref: "x0"},
		"filled polygon": mark.PolyLine{At: append(at, mark.XY{X: 3, Y: 1}), Closed: true, Fill: true, Ref: "x0"},
	} {
		t.Run(name, func(t *testing.T) {
			p := mark.Panel{ID: "p", Marks: []mark.Mark{m}, X: mark.Axis{Max: 4}, Y: mark.Axis{Max: 4}}
			svg := fragments(t, p, viz.Options{Size: viz.Size{W: 300, H: 200}})
			want := refs
			if _, one := m.(mark.PolyLine); one {
				want = refs[:1]
			}
			for _, ref := range want {
				if n := bytes.Count(svg, []byte(`data-ref='`+ref+`'`)); n != 1 {
					t.Errorf("%s is there %d times, want once, in %s", ref, n, svg)
				}
			}
		})
	}
}

// A matrix is one element, whose attributes name its rows, columns and values;
// the values of a very large one are left out.
func TestCellsAreTold(t *testing.T) {
	table := func(rows, cols int) mark.Panel {
		m := mark.Matrix{Rows: rows, Cols: cols, Values: make([]float64, rows*cols), Hi: 1}
		for r := range rows {
			m.RowRefs = append(m.RowRefs, fmt.Sprint("c", r))
		}
		for c := range cols {
			m.ColRefs = append(m.ColRefs, fmt.Sprint("x", c))
		}
		m.Values[1] = 1.0 / 3
		return mark.Panel{ID: "m", Marks: []mark.Mark{m}, X: mark.Axis{Hidden: true, Max: float64(cols)}, Y: mark.Axis{Hidden: true, Max: float64(rows)}}
	}
	small := string(fragments(t, table(2, 3), viz.Options{Size: viz.Size{W: 300, H: 200}}))
	if want := `data-cells='2 3' data-rows='c0 c1' data-cols='x0 x1 x2' data-values='0 0.333 0 0 0 0'`; !strings.Contains(small, want) {
		t.Errorf("no %s in %s", want, small)
	}
	large := string(fragments(t, table(65, 65), viz.Options{Size: viz.Size{W: 300, H: 200}}))
	if !strings.Contains(large, `data-cells='65 65'`) || strings.Contains(large, "data-values") || strings.Count(large, "<image") != 1 {
		t.Error("a large table is not one image with references alone")
	}
}

// What a chart draws can be read from it, at every step, lone values included.
func TestChartsCanBeRead(t *testing.T) {
	nan := math.NaN()
	c := mark.Chart{ID: "c", Series: []mark.Series{{Metric: "a", Label: "first"}, {Metric: "b"}}}
	values := map[string][]float64{"a": {1, 2, nan, 0.125, nan, 5, 6}, "b": {9, 9, 9, 9, 9, 9, 9}}
	draw := func(hidden ...string) *viz.Picture {
		p := viz.ChartPanel(c, func(m string) []float64 { return values[m] }, 7, 3, hidden...)
		pic, err := viz.Draw(p, viz.Options{Size: viz.Size{W: 350, H: 190}})
		if err != nil {
			t.Fatal(err)
		}
		return pic
	}
	under := string(draw().Layers[1].SVG)
	for _, want := range []string{`data-name='first' data-at='0 1;2'`, `data-name='first' data-at='5 5;6'`, `data-name='first' data-at='3 0.125'`, `data-name='b' data-at='0 9;9;9;9;9;9;9'`} {
		if !strings.Contains(under, want) {
			t.Errorf("no %s in %s", want, under)
		}
	}
	pic := draw("first")
	if names := regexp.MustCompile(`data-name='first'`).FindAll(pic.Layers[1].SVG, -1); len(names) != 0 {
		t.Error("a hidden series is drawn")
	}
	if len(pic.Legend) != 2 || pic.Legend[0].Text != "first" || !strings.Contains(string(pic.Legend[0].Swatch), "s-accent") {
		t.Errorf("the legend of a hidden series is %+v", pic.Legend)
	}
	if pic.Window.Y0 < 1 { // fitted to what is left
		t.Errorf("the ordinate begins at %g", pic.Window.Y0)
	}
}

// What belongs to other things names them, and says what it is.
func TestBelonging(t *testing.T) {
	p := mark.Panel{ID: "p", X: mark.Axis{Max: 4}, Y: mark.Axis{Max: 4}, Marks: []mark.Mark{
		mark.Rect{Max: mark.XY{X: 2, Y: 2}, Fill: true, Ref: "n2", Also: []string{"n0", "n1"}, Tip: "region"},
		mark.Points{At: []mark.XY{{X: 1, Y: 1}, {X: 3, Y: 3}}, Refs: []string{"x0", "x1"}, Also: [][]string{{"n2", "n0"}}},
		mark.Graph{Nodes: []mark.Node{{At: mark.XY{X: 3, Y: 1}, Ref: "n1", Tip: "node"}}},
	}}
	svg := string(fragments(t, p, viz.Options{Size: viz.Size{W: 300, H: 200}}))
	for _, want := range []string{`data-ref='n2' data-tip='region' data-also='n0 n1'`, `data-ref='x0' data-also='n2 n0'`, `data-ref='n1' data-tip='node'`} {
		if strings.Count(svg, want) != 1 {
			t.Errorf("no %s in %s", want, svg)
		}
	}
	if strings.Count(svg, "data-also") != 2 {
		t.Errorf("more belongs to others than was said: %s", svg)
	}
	if tips := viz.Tips(p, "n2"); len(tips) != 1 || tips[0].Text != "region" {
		t.Errorf("of a region is told %v", tips)
	}
}

// Dots whose filling says a value have the colours of a sequential field from Lo to Hi: none at the
// lowest value, the strongest at the highest, and equal values look alike.
func TestDotsThatShowValues(t *testing.T) {
	at := []mark.XY{{X: 1, Y: 1}, {X: 2, Y: 3}, {X: 3, Y: 2}, {X: 3, Y: 1}}
	p := mark.Panel{ID: "p", X: mark.Axis{Max: 4}, Y: mark.Axis{Max: 4}, Marks: []mark.Mark{
		mark.Points{At: at, Values: []float64{-1, 5, 2, 5}, Lo: -1, Hi: 5},
	}}
	svg := string(fragments(t, p, viz.Options{Size: viz.Size{W: 300, H: 200}}))
	shades := map[string]int{}
	for _, shade := range regexp.MustCompile(`fill-opacity='([^']*)'`).FindAllStringSubmatch(svg, -1) {
		shades[shade[1]]++
	}
	if len(shades) != 2 {
		t.Errorf("shades %v, want that of 2 and that of 5, in %s", shades, svg)
	}
}
