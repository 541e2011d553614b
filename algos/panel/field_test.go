package panel_test

import (
	"context"
	"fmt"
	"testing"

	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
)

// The classes of places, kept for all steps of a run.
func ExampleRegions() {
	var cache panel.Cache
	asked := 0
	f := panel.Regions{Classes: 3, Cache: &cache, Legend: "nearest class", Of: func(x, y float64) int {
		asked++
		return int(x)
	}}.Field()
	g := grid.Grid{Window: grid.Window{X1: 2, Y1: 1}, NX: 3, NY: 2}
	values := make([]float64, g.Len())
	for range 2 {
		f.Eval(values, g)
	}
	fmt.Println(values, asked)
	// Output: [0 1 2 0 1 2] 6
}

// A surface of two parameters as shading.
func ExampleSurface() {
	f := panel.Surface{Of: func(x, y float64) float64 { return x * y }, Like: mark.Field{Scale: mark.Sequential, Hi: 4}}.Field()
	g := grid.Grid{Window: grid.Window{X1: 2, Y1: 2}, NX: 3, NY: 2}
	values := make([]float64, g.Len())
	f.Eval(values, g)
	fmt.Println(values)
	// Output: [0 0 0 0 2 4]
}

// large is a grid as sharp pictures have it.
var large = grid.Grid{Window: grid.Window{X0: -1, X1: 1, Y0: -1, Y1: 1}, NX: 400, NY: 300}

// However much a class costs, there are only classes that exist, and only so many places
// are asked; where the borders can be afforded they are exact.
func TestRegionsNeverMixClasses(t *testing.T) {
	class := func(x, y float64) int { // 5 beside 0: between them there is none
		if x*x+y*y < 0.5 {
			return 5
		}
		return 0
	}
	for cost, most := range map[int]int{0: 120_000, 3: 120_000, 40: 30_000, 5000: 961} {
		asked, wrong := 0, 0
		f := panel.Regions{Classes: 6, Cost: cost, Of: func(x, y float64) int {
			asked++
			return class(x, y)
		}}.Field()
		values := make([]float64, large.Len())
		f.Eval(values, large)
		for k, v := range values {
			if v != 0 && v != 5 {
				t.Fatalf("cost %d: there is a class %g", cost, v)
			}
			if int(v) != class(large.X(k%large.NX), large.Y(k/large.NX)) {
				wrong++
			}
		}
		if asked > most {
			t.Errorf("cost %d: %d places were asked", cost, asked)
		}
		if cost <= 40 && wrong > 0 {
			t.Errorf("cost %d: %d nodes have another class", cost, wrong)
		}
		if wrong > 120_000/20 {
			t.Errorf("cost %d: %d of 120,000 nodes have another class", cost, wrong)
		}
	}
}

// A costly surface is asked at few places, and its values are between theirs.
func TestSurfacesAreInterpolated(t *testing.T) {
	asked := 0
	f := panel.Surface{Cost: 2000, Of: func(x, y float64) float64 {
		asked++
		return 2*x - y
	}}.Field()
	values := make([]float64, large.Len())
	f.Eval(values, large)
	if asked > 1000 {
		t.Errorf("%d places were asked", asked)
	}
	for _, k := range []int{0, 12345, large.Len() - 1} {
		if want := 2*large.X(k%large.NX) - large.Y(k/large.NX); values[k]-want > 1e-9 || want-values[k] > 1e-9 {
			t.Errorf("node %d is %g, not %g", k, values[k], want)
		}
	}
}

// A run that has ended evaluates nothing more, and what it left unfinished is not kept.
func TestFieldsEndWithTheRun(t *testing.T) {
	for name, field := range map[string]func(context.Context, *panel.Cache, func()) mark.Field{
		"regions": func(ctx context.Context, c *panel.Cache, ask func()) mark.Field {
			return panel.Regions{Context: ctx, Cache: c, Cost: 20, Of: func(x, _ float64) int { ask(); return int(9 * x) }}.Field()
		},
		"surface": func(ctx context.Context, c *panel.Cache, ask func()) mark.Field {
			return panel.Surface{Context: ctx, Cache: c, Of: func(x, _ float64) float64 { ask(); return x + 2 }}.Field()
		},
	} {
		var cache panel.Cache
		run, end := context.WithCancel(t.Context())
		asked := 0
		f := field(run, &cache, func() {
			if asked++; asked == 1000 {
				end()
			}
		})
		values := make([]float64, large.Len())
		f.Eval(values, large)
		if asked > 1000+large.NX {
			t.Errorf("%s: %d places were asked after the end at 1000", name, asked)
		}
		asked = 0
		f = field(t.Context(), &cache, func() { asked++ })
		f.Eval(values, large)
		if asked == 0 {
			t.Errorf("%s: what was not finished was kept", name)
		}
		asked = 0
		f.Eval(values, large)
		if asked != 0 {
			t.Errorf("%s: a second look asked %d places", name, asked)
		}
	}
}

// A field is kept for the last grids, not for all.
func TestACacheIsSmall(t *testing.T) {
	var cache panel.Cache
	asked := 0
	f := panel.Surface{Cache: &cache, Of: func(x, y float64) float64 { asked++; return x }}.Field()
	look := func(n int) int {
		g, before := grid.Grid{Window: large.Window, NX: n, NY: n}, asked
		f.Eval(make([]float64, g.Len()), g)
		return asked - before
	}
	for _, c := range [][2]int{{10, 100}, {20, 400}, {10, 0}, {20, 0}, {30, 900}, {20, 0}, {10, 100}} {
		if got := look(c[0]); got != c[1] {
			t.Errorf("a grid of %d nodes a side asked %d places, not %d", c[0], got, c[1])
		}
	}
}

// Voronoi cells have the colours of their centres, and one legend.
func ExampleCells() {
	marks := panel.Cells([]mark.XY{{X: -1}, {X: 1}, {X: 1}}, grid.Window{X0: -2, X1: 2, Y0: -1, Y1: 1}, "nearest to a centre")
	for _, m := range marks {
		line := m.(mark.PolyLine)
		fmt.Printf("%t %q %v\n", line.Fill, line.Legend, line.At)
	}
	// Output:
	// true "nearest to a centre" [{-2 -1} {0 -1} {0 1} {-2 1}]
	// false "" [{-2 -1} {0 -1} {0 1} {-2 1}]
	// true "" [{0 -1} {2 -1} {2 1} {0 1}]
	// false "" [{0 -1} {2 -1} {2 1} {0 1}]
}

// Balls of three distances.
func ExampleBall() {
	for _, m := range []geometry.Metric{geometry.L1, geometry.L2, geometry.LInf} {
		ball := panel.Ball(m, mark.XY{}, 2, "metric.radius", mark.RoleSoft.Plain(), "")
		fmt.Printf("%d corners, area %.1f\n", len(ball.At), geometry.Area(ball.At))
	}
	// Output:
	// 4 corners, area 8.0
	// 72 corners, area 12.6
	// 4 corners, area 16.0
}
