package viz_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/mark"
	"playground/viz"
)

func polylines(p mark.Panel) []mark.PolyLine {
	var lines []mark.PolyLine
	for _, m := range p.Marks {
		if line, ok := m.(mark.PolyLine); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestChartPanel(t *testing.T) {
	nan := math.NaN()
	p := chartOf(mark.Chart{ID: "objective", Title: "Primal and dual", Y: "objective", Series: []mark.Series{
		{Metric: "primal", Label: "primal"}, {Metric: "dual", Label: "dual", Role: mark.RoleBad}, {Metric: "cap", Label: "bound", Bound: true}, {Metric: "none"},
	}}, map[string][]float64{"primal": {nan, 9, 8, nan, 7, nan, 6, 5}, "dual": {0, 1, 2, 3, 4, 5, 5, 5}, "cap": {10, 10, 10, 10, 10, 10, 10, 10}}, 8, 2)

	if p.ID != "chart-objective" || p.Title != "Primal and dual" || p.Note.String() != "primal 8 · dual 2 · bound 10" {
		t.Errorf("id %q, title %q, note %q", p.ID, p.Title, p.Note)
	}
	if p.X.Min != 0 || p.X.Max != 7 || !p.X.Integer {
		t.Errorf("the abscissa is %+v", p.X)
	}
	lines := polylines(p)
	if len(lines) != 4 { // primal in two pieces and a lone point, dual, cap
		t.Fatalf("%d polylines, want 4", len(lines))
	}
	if lines[0].Legend != "primal" || lines[1].Legend != "" || lines[1].At[0] != (mark.XY{X: 6, Y: 6}) {
		t.Errorf("the pieces of primal are %+v and %+v", lines[0], lines[1])
	}
	if lines[2].Style.Role != mark.RoleBad || !lines[3].Style.Dash || lines[3].Legend != "bound" {
		t.Errorf("dual %+v, bound %+v", lines[2].Style, lines[3].Style)
	}
	lone := false
	for _, m := range p.Marks {
		if m, ok := m.(mark.Points); ok && len(m.At) == 1 && m.At[0] == (mark.XY{X: 4, Y: 7}) {
			lone = true
		}
		if r, ok := m.(mark.Rule); ok && (!r.Vertical || r.At != 2) {
			t.Errorf("cursor %+v", r)
		}
	}
	if !lone {
		t.Error("the value between two gaps is not drawn")
	}
}

// A series that chooses no colour has none that another one has chosen.
func TestSeriesDifferInColour(t *testing.T) {
	p := chartOf(mark.Chart{ID: "rows", Series: []mark.Series{
		{Metric: "a", Label: "a"}, {Metric: "b", Label: "b", Role: mark.RoleAccent}, {Metric: "c", Label: "c"}, {Metric: "d", Label: "d", Role: mark.RoleGood},
	}}, map[string][]float64{"a": {1, 2}, "b": {2, 3}, "c": {3, 4}, "d": {4, 5}}, 2, 1)
	seen := map[mark.Role]string{}
	for _, line := range polylines(p) {
		if other, taken := seen[line.Style.Role]; taken {
			t.Errorf("%s and %s have one colour", other, line.Name)
		}
		seen[line.Style.Role] = line.Name.String()
	}
	if len(seen) != 4 {
		t.Errorf("%d colours, want 4", len(seen))
	}
}

func TestLogChartLeavesOutWhatIsNotPositive(t *testing.T) {
	p := chartOf(mark.Chart{ID: "gap", Log: true, Series: []mark.Series{{Metric: "gap"}}},
		map[string][]float64{"gap": {100, 10, 1, 0, -1, 1e-3, 1e-6}}, 7, 3)
	if lines := polylines(p); len(lines) != 2 || p.Note != "" {
		t.Errorf("%d pieces, note %q: want 2 and none", len(lines), p.Note)
	}
	pic, err := viz.Draw(p, viz.Options{Size: viz.Size{W: 350, H: 190}})
	if err != nil {
		t.Fatal(err)
	}
	if pic.Window.Y0 <= 0 || pic.Window.Y0 > 1e-6 || pic.Window.Y1 < 100 {
		t.Errorf("the ordinate is %g … %g", pic.Window.Y0, pic.Window.Y1)
	}
	if !bytes.Contains(pic.Layers[0].SVG, []byte(`10⁻⁶`)) {
		t.Errorf("no power of ten at the axis: %s", pic.Layers[0].SVG)
	}
}

// A long series keeps, in every column of steps, its extremes, and few points
// more; a short one keeps every step.
func TestDecimationKeepsExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{2, 50, 600, 3000, 10_000}).Draw(t, "n")
		seed := rapid.IntRange(1, 1000).Draw(t, "seed")
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Sin(float64(seed*i)) * float64(i%13)
		}
		spike := rapid.IntRange(0, n-1).Draw(t, "spike")
		values[spike] = 1e3
		p := chartOf(mark.Chart{ID: "c", Series: []mark.Series{{Metric: "m"}}}, map[string][]float64{"m": values}, n, 0)
		line := polylines(p)[0].At
		if len(line) > 2700 || n <= 600 && len(line) != n {
			t.Fatalf("%d points of %d", len(line), n)
		}
		lo, hi, found := math.Inf(1), math.Inf(-1), false
		for i, at := range line {
			if i > 0 && at.X <= line[i-1].X {
				t.Fatalf("step %g follows %g", at.X, line[i-1].X)
			}
			if at.Y != values[int(at.X)] {
				t.Fatalf("at step %g there is %g, want %g", at.X, at.Y, values[int(at.X)])
			}
			lo, hi = min(lo, at.Y), max(hi, at.Y)
			found = found || int(at.X) == spike
		}
		wantLo := math.Inf(1)
		for _, v := range values {
			wantLo = min(wantLo, v)
		}
		if !found || hi != 1e3 || lo != wantLo || line[0].X != 0 || line[len(line)-1].X != float64(n-1) {
			t.Fatalf("the extremes are %g and %g at a spike of 1000 (found %v), want %g", lo, hi, found, wantLo)
		}
	})
}

func TestChartsOfNothing(t *testing.T) {
	for _, steps := range []int{0, 1} {
		p := chartOf(mark.Chart{ID: "c", Title: "Empty", Series: []mark.Series{{Metric: "m"}}}, map[string][]float64{"m": {math.NaN()}}, steps, 0)
		svg := string(fragments(t, p, viz.Options{Size: viz.Size{W: 350, H: 190}}))
		if !strings.Contains(svg, ">step<") {
			t.Errorf("no axis in %s", svg)
		}
	}
}
