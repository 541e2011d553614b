package grid_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/grid"
)

func sample(g grid.Grid, f func(x, y float64) float64) []float64 {
	v := make([]float64, g.Len())
	grid.Fill(v, g, f)
	return v
}

var square = grid.Grid{NX: 41, NY: 31, Window: grid.Window{X0: -2, X1: 2, Y0: -1.5, Y1: 1.5}}

func TestIsolineOfACircleIsOneClosedLine(t *testing.T) {
	lines := grid.Isolines(sample(square, func(x, y float64) float64 { return 1 - x*x - y*y }), square, 0)
	if len(lines) != 1 {
		t.Fatalf("%d lines, want 1", len(lines))
	}
	line := lines[0]
	if line[0] != line[len(line)-1] {
		t.Errorf("not closed: from %v to %v", line[0], line[len(line)-1])
	}
	area := 0.0
	for i, v := range line {
		// Linear interpolation of a function with second derivative 2 over a cell's edge
		// of length h errs by at most h²/4 in value, and the slope at the circle is 2.
		if r := math.Hypot(v[0], v[1]); math.Abs(r-1) > 0.1*0.1/4/2*1.05 {
			t.Fatalf("vertex %v at radius %g", v, r)
		}
		if i > 0 {
			area += (line[i-1][0]*v[1] - v[0]*line[i-1][1]) / 2
		}
	}
	// Larger values are inside, so the line runs counter-clockwise: positive area.
	if area < 3.1 || area > math.Pi {
		t.Errorf("signed area %g, want a little below π", area)
	}
}

func TestIsolineOfAPlaneIsTheLineFromBorderToBorder(t *testing.T) {
	lines := grid.Isolines(sample(square, func(x, y float64) float64 { return x + 2*y - 0.3 }), square, 0.25)
	if len(lines) != 1 {
		t.Fatalf("%d lines, want 1", len(lines))
	}
	for _, v := range lines[0] {
		if d := v[0] + 2*v[1] - 0.55; math.Abs(d) > 1e-14 { // a few roundings of numbers below 4
			t.Errorf("%v is off the line by %g", v, d)
		}
	}
	for _, end := range [][2]float64{lines[0][0], lines[0][len(lines[0])-1]} {
		if math.Abs(end[0]) != 2 && math.Abs(end[1]) != 1.5 {
			t.Errorf("ends at %v, inside the grid", end)
		}
	}
}

func TestSaddleIsConnectedByItsMean(t *testing.T) {
	g := grid.Grid{NX: 2, NY: 2, Window: grid.Window{X1: 1, Y1: 1}}
	for _, c := range []struct {
		name   string
		values []float64
		want   [][][2]float64
	}{
		{"mean above: the low corners are cut off", []float64{3, -1, -1, 3}, [][][2]float64{
			{{0.75, 0}, {1, 0.25}}, {{0.25, 1}, {0, 0.75}},
		}},
		{"mean below: the high corners are cut off", []float64{1, -3, -3, 1}, [][][2]float64{
			{{0.25, 0}, {0, 0.25}}, {{0.75, 1}, {1, 0.75}},
		}},
		{"mean at the level counts as above", []float64{1, -1, -1, 1}, [][][2]float64{
			{{0.5, 0}, {1, 0.5}}, {{0.5, 1}, {0, 0.5}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, grid.Isolines(c.values, g, 0)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestPlateaus(t *testing.T) {
	g := grid.Grid{NX: 4, NY: 4, Window: grid.Window{X1: 3, Y1: 3}}
	level := make([]float64, 16)
	if got := grid.Isolines(level, g, 0); got != nil {
		t.Errorf("a plateau at the level has lines %v", got)
	}
	hill := make([]float64, 16)
	for i := range hill {
		hill[i] = -1
	}
	hill[5] = 0 // one node exactly at the level: nothing to see
	if got := grid.Isolines(hill, g, 0); got != nil {
		t.Errorf("a summit at the level has lines %v", got)
	}
	hill[6], hill[9], hill[10] = 0, 0, 0 // a table: its edge runs through the nodes
	want := [][][2]float64{{{1, 1}, {2, 1}, {2, 2}, {1, 2}, {1, 1}}}
	if d := cmp.Diff(want, grid.Isolines(hill, g, 0)); d != "" {
		t.Error(d)
	}
}

func TestIsolinesStopAtWhatIsNotFinite(t *testing.T) {
	for _, hole := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		values := sample(square, func(x, y float64) float64 { return 1 - x*x - y*y })
		values[15*square.NX+30] = hole // beside (1, 0)
		lines := grid.Isolines(values, square, 0)
		if len(lines) != 1 || lines[0][0] == lines[0][len(lines[0])-1] {
			t.Fatalf("%g: want one open line, got %d lines", hole, len(lines))
		}
		for _, v := range lines[0] {
			if v[0] != v[0] || v[1] != v[1] {
				t.Fatalf("%g: vertex %v", hole, v)
			}
		}
	}
}

func TestDegenerateGridsHaveNoIsolines(t *testing.T) {
	for _, g := range []grid.Grid{{}, {NX: 1, NY: 5}, {NX: 3, NY: 3}} {
		if got := grid.Isolines([]float64{1, -1}, g, 0); got != nil {
			t.Errorf("%dx%d: %v", g.NX, g.NY, got)
		}
	}
	g := grid.Grid{NX: 2, NY: 2, Window: grid.Window{X1: 1, Y1: 1}}
	if got := grid.Isolines([]float64{1, -1, 1, -1}, g, math.NaN()); got != nil {
		t.Errorf("level NaN: %v", got)
	}
}

// values draws a field of few different numbers, so that ties with the level,
// plateaus and saddles abound.
func values(t *rapid.T, g grid.Grid) []float64 {
	one := rapid.SampledFrom([]float64{-2, -1, -0.5, 0, 0, 0.25, 1, 3, math.NaN(), math.Inf(1), 5e-324, -1e308, 1e308})
	return rapid.SliceOfN(one, g.Len(), g.Len()).Draw(t, "values")
}

func drawGrid(t *rapid.T) grid.Grid {
	return grid.Grid{
		NX: rapid.IntRange(2, 7).Draw(t, "nx"), NY: rapid.IntRange(2, 7).Draw(t, "ny"),
		Window: grid.Window{X0: -1, X1: 5, Y0: 0, Y1: 3},
	}
}

// Every vertex lies on an edge of a cell between a node below and one at or
// above the level, and every line has the larger values on its left.
func TestVerticesLieOnCrossedEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		v := values(t, g)
		level := rapid.SampledFrom([]float64{0, 0.25, -0.75, 5e-324}).Draw(t, "level")
		for _, line := range grid.Isolines(v, g, level) {
			if len(line) < 2 {
				t.Fatalf("a line of %d vertices", len(line))
			}
			for i, p := range line {
				if !crossed(g, v, level, p) {
					t.Fatalf("vertex %v is on no crossed edge", p)
				}
				if i > 0 && p == line[i-1] {
					t.Fatalf("vertex %v twice in a row", p)
				}
			}
		}
	})
}

func crossed(g grid.Grid, v []float64, level float64, p [2]float64) bool {
	const tol = 1e-12 // of coordinates below 10
	between := func(a, b int, lo, hi, at float64) bool {
		low, high := min(v[a], v[b]), max(v[a], v[b])
		return low < level && high >= level && at >= lo-tol && at <= hi+tol
	}
	for j := range g.NY {
		for i := range g.NX {
			k := j*g.NX + i
			if i+1 < g.NX && math.Abs(p[1]-g.Y(j)) <= tol && between(k, k+1, g.X(i), g.X(i+1), p[0]) {
				return true
			}
			if j+1 < g.NY && math.Abs(p[0]-g.X(i)) <= tol && between(k, k+g.NX, g.Y(j), g.Y(j+1), p[1]) {
				return true
			}
		}
	}
	return false
}

// Mirrored values have mirrored isolines, and the result does not depend on
// what a tracer did before.
func TestIsolinesRespectSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		g.X0, g.X1 = -4, 4 // even halves, so that mirrored coordinates are equal bit for bit
		v := values(t, g)
		mirrored := make([]float64, len(v))
		for j := range g.NY {
			for i := range g.NX {
				mirrored[j*g.NX+i] = v[j*g.NX+g.NX-1-i]
			}
		}
		var tracer grid.Tracer
		tracer.Isolines(mirrored, g, 0.5)
		a, b := edges(tracer.Isolines(v, g, 0), 1), edges(grid.Isolines(mirrored, g, 0), -1)
		if d := cmp.Diff(a, b); d != "" {
			t.Fatal(d)
		}
	})
}

// edges lists the pieces of lines in an order of their own, with x times sign,
// rounded where the mirrored grid rounds differently, without direction.
func edges(lines [][][2]float64, sign float64) []string {
	var out []string
	text := func(p [2]float64) string {
		x, y := math.Round(1e9*sign*p[0]), math.Round(1e9*p[1])
		return fmt.Sprintf("%.0f,%.0f", x+0, y+0) // + 0 makes −0 a 0
	}
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			a, b := text(line[i-1]), text(line[i])
			out = append(out, min(a, b)+" "+max(a, b))
		}
	}
	slices.Sort(out)
	return out
}

func BenchmarkIsolines(b *testing.B) {
	for _, n := range []int{64, 100} {
		g := grid.Grid{NX: n, NY: n, Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}}
		v := sample(g, func(x, y float64) float64 { return math.Sin(2*x) + math.Cos(3*y) })
		b.Run(fmt.Sprintf("%d²×3", n), func(b *testing.B) {
			var tracer grid.Tracer
			b.ReportAllocs()
			for b.Loop() {
				for _, level := range []float64{-1, 0, 1} {
					tracer.Isolines(v, g, level)
				}
			}
		})
	}
}
