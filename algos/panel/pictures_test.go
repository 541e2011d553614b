package panel_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// first is the first mark of a kind.
func first[M mark.Mark](t *testing.T, p mark.Panel) M {
	t.Helper()
	for _, m := range p.Marks {
		if m, ok := m.(M); ok {
			return m
		}
	}
	var none M
	t.Fatalf("%s has no %T", p.ID, none)
	return none
}

// The columns of a sample have the area 1, counts add up to the values, and every value is in its column.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-3, 5), 1, 80).Draw(rt, "values")
		bins := rapid.IntRange(0, 12).Draw(rt, "bins")
		h := panel.Histogram{ID: "h", Bins: bins, Samples: []panel.Sample{{Values: values}}}
		b := first[mark.Bars](t, h.Panel())
		width := 1.0
		if len(b.X) > 1 {
			width = b.X[1] - b.X[0]
		} else {
			width = h.Panel().X.Max - h.Panel().X.Min
		}
		area := 0.0
		for _, y := range b.Y {
			area += y * width
		}
		if math.Abs(area-1) > 1e-9 {
			rt.Fatalf("area %v", area)
		}
		h.Counts = true
		sum := 0.0
		for _, y := range first[mark.Bars](t, h.Panel()).Y {
			sum += y
		}
		if sum != float64(len(values)) {
			rt.Fatalf("%v of %d values", sum, len(values))
		}
	})
	p := panel.Histogram{
		ID: "h", X: mark.Axis{Max: 2}, Bins: 2, Ref: "bin",
		Samples: []panel.Sample{{
			Values: []float64{0, 0.5, 2, 9, math.NaN(), math.Inf(1)}, Hot: []float64{2},
			Density: func(x float64) float64 { return x / 2 }, Like: mark.PolyLine{Legend: "density"},
		}},
	}.Panel()
	b := first[mark.Bars](t, p)
	if want := []float64{2.0 / 6, 1.0 / 6}; !slices.Equal(b.Y, want) || !slices.Equal(b.Hot, []int{1}) {
		t.Errorf("columns %v, hot %v, want %v", b.Y, b.Hot, want)
	}
	if b.Refs[1] != "bin1" || b.Tips[1].String() != "1 value from 1 to 2" {
		t.Errorf("%s: %s", b.Refs[1], b.Tips[1])
	}
	if line := first[mark.PolyLine](t, p); line.At[len(line.At)-1] != (mark.XY{X: 2, Y: 1}) || p.Y.Max < 1 {
		t.Errorf("the density ends at %v, the axis at %v", line.At[len(line.At)-1], p.Y.Max)
	}
	for _, values := range [][]float64{nil, {3}, {math.NaN()}, {1e300, -1e300}, {7, 7, 7}} {
		p := panel.Histogram{ID: "h", Samples: []panel.Sample{{Values: values}}}.Panel()
		if !(p.X.Min < p.X.Max) || !(p.Y.Max > 0) || math.IsInf(p.X.Max, 0) {
			t.Errorf("%v: axes %+v and %+v", values, p.X, p.Y)
		}
	}
}

// A curve over counts is scaled by the points and the width of a column.
func TestHistogramScalesTheDensityToCounts(t *testing.T) {
	p := panel.Histogram{
		ID: "h", Counts: true, X: mark.Axis{Max: 4}, Bins: 2,
		Samples: []panel.Sample{{Values: []float64{1, 1, 3}, Density: func(float64) float64 { return 0.25 }}},
	}.Panel()
	if line := first[mark.PolyLine](t, p); line.At[0].Y != 0.25*3*2 {
		t.Errorf("the curve is at %v", line.At[0].Y)
	}
}

func TestConfusion(t *testing.T) {
	counts := panel.Confused(3, []int{0, 0, 1, 2, 2, 2, 7}, []int{0, 1, 1, 2, 2, 0, 0})
	if fmt.Sprint(counts) != "[[1 1 0] [0 1 0] [1 0 2]]" {
		t.Fatal(counts)
	}
	c := panel.Confusion{ID: "c", Counts: counts, Names: []say.Phrase{"a", "b", "c"}, Refs: []string{"k0", "k1", "k2"}}
	p := c.Panel()
	m := first[mark.Matrix](t, p)
	if m.Hi != 2 || m.Values[6] != 1 || m.ColRefs[2] != "k2" || p.Alt.String() != "confusion matrix of 3 classes: 4 of 6 classified correctly" {
		t.Errorf("%+v, %s", m, p.Alt)
	}
	c.Rates = true
	c.Counts[1] = []int{0, 0, 0}
	m = first[mark.Matrix](t, c.Panel())
	if want := []float64{0.5, 0.5, 0, 0, 0, 0, 1.0 / 3, 0, 2.0 / 3}; !slices.Equal(m.Values, want) {
		t.Errorf("rates %v", m.Values)
	}
}

// chain are merges of n leaves: each joins the next leaf.
func chain(n int) []panel.Merge {
	var out []panel.Merge
	for i := 1; i < n; i++ {
		out = append(out, panel.Merge{A: max(0, n+i-2) * min(1, i-1), B: i, Height: float64(i)})
	}
	return out
}

// Of every merge the leaves lie side by side, so that no lines cross.
func TestDendrogramDoesNotCross(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(rt, "leaves")
		roots, members := []int{}, [][]int{}
		for i := range n {
			roots, members = append(roots, i), append(members, []int{i})
		}
		var merges []panel.Merge
		for len(roots) > 1 {
			i := rapid.IntRange(0, len(roots)-2).Draw(rt, "first")
			a, b := roots[i], roots[i+1]
			merges = append(merges, panel.Merge{A: b, B: a, Height: float64(len(merges) + 1)})
			members = append(members, append(slices.Clone(members[a]), members[b]...))
			roots = append(slices.Delete(roots, i, i+2), n+len(merges)-1)
		}
		p := panel.Dendrogram{ID: "d", Leaves: n, Merges: merges, Done: len(merges)}.Panel()
		var leaves mark.Points
		for _, m := range p.Marks {
			if m, ok := m.(mark.Points); ok && len(m.At) == n {
				leaves = m
			}
		}
		place := map[string]float64{}
		for i, ref := range leaves.Refs {
			place[ref] = leaves.At[i].X
		}
		for _, m := range members {
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, leaf := range m {
				x := place[say.Row(leaf).Ref()]
				lo, hi = min(lo, x), max(hi, x)
			}
			if hi-lo != float64(len(m)-1) {
				rt.Fatalf("the leaves %v lie from %v to %v", m, lo, hi)
			}
		}
	})
}

// The cut is a handle at its height, colours below it are those of the clusters, and an inversion is named.
func TestDendrogramIsCut(t *testing.T) {
	d := panel.Dendrogram{
		ID: "d", Leaves: 4, Merges: []panel.Merge{{A: 0, B: 1, Height: 1}, {A: 2, B: 3, Height: 2}, {A: 4, B: 5, Height: 5}},
		Done: 3, Cut: 3, Param: "cut", Hot: 3,
		Label: func(leaf int) int { return leaf / 2 },
	}
	p := d.Panel()
	if h := first[mark.Handle](t, p); h.Param != "cut" || h.Along != mark.Vertical || h.At.Y != 3 || h.Legend.String() != "cut at 3" {
		t.Errorf("%+v", h)
	}
	var roles []mark.Role
	for _, m := range p.Marks {
		if s, ok := m.(mark.Segments); ok {
			roles = append(roles, s.Style.Role)
			if len(s.From) != 3 {
				t.Errorf("a merge of %d lines", len(s.From))
			}
		}
	}
	if !slices.Equal(roles, []mark.Role{mark.RoleClass0, mark.RoleClass1, mark.RoleAccent}) {
		t.Errorf("roles %v", roles)
	}
	d.Hot, d.Merges[2].Height = 0, 1.5
	s := []mark.Segments{}
	for _, m := range d.Panel().Marks {
		if m, ok := m.(mark.Segments); ok {
			s = append(s, m)
		}
	}
	if s[2].Style.Role != mark.RoleBad || s[2].Legend == "" {
		t.Errorf("an inversion is %+v", s[2])
	}
	d.Param, d.Done = "", 1
	if r := first[mark.Rule](t, d.Panel()); r.At != 3 {
		t.Errorf("%+v", r)
	}
}

// A deep tree of many leaves is drawn in bounded size, from its last merges.
func TestDendrogramOfManyLeaves(t *testing.T) {
	p := panel.Dendrogram{ID: "d", Leaves: 2000, Merges: chain(2000), Done: 1999}.Panel()
	if s := first[mark.Segments](t, p); len(s.From) > 1300 {
		t.Errorf("%d lines", len(s.From))
	}
	if p := (panel.Dendrogram{ID: "d"}).Panel(); !(p.Y.Max > 0) {
		t.Errorf("no leaves: %+v", p.Y)
	}
}

func TestTrellis(t *testing.T) {
	r := panel.Trellis{
		ID: "t", States: []say.Phrase{"rain", "sun"}, Times: []say.Phrase{"0", "1", "0"}, Done: 2, Hot: [][2]int{{1, 0}},
		Share: func(at, s int) float64 { return []float64{0.25, 0.75}[s] },
		Edge:  func(at, from, to int) float64 { return 0.5 * float64(from) },
		Paths: [][]int{{0, 1, 1}, {1, 1, 0}}, Called: []say.Phrase{"best", "runner-up"},
	}
	p := r.Panel()
	g := first[mark.Graph](t, p)
	if len(g.Nodes) != 6 || len(g.Edges) != 2 || g.Nodes[3].Ref != panel.StateRef(1, 1) {
		t.Fatalf("%d nodes, %d edges: %+v", len(g.Nodes), len(g.Edges), g.Nodes)
	}
	if g.Nodes[4].Fill || !g.Nodes[0].Fill || g.Nodes[2].Style.Role != mark.RoleAccent {
		t.Errorf("%d nodes, %d edges: %+v", len(g.Nodes), len(g.Edges), g.Nodes)
	}
	if a, b := g.Nodes[0].Radius-3, g.Nodes[1].Radius-3; math.Abs(b*b/(a*a)-3) > 1e-9 {
		t.Errorf("discs of %v and %v", a, b)
	}
	var paths []mark.PolyLine
	for _, m := range p.Marks {
		if m, ok := m.(mark.PolyLine); ok {
			paths = append(paths, m)
		}
	}
	if len(paths) != 2 || paths[1].Legend != "best" || paths[1].At[2] != (mark.XY{X: 2, Y: -1}) {
		t.Errorf("paths %+v", paths)
	}
	r.Times, r.Done, r.Share = make([]say.Phrase, 1000), 900, func(int, int) float64 { return math.NaN() }
	if g := first[mark.Graph](t, r.Panel()); len(g.Nodes) > 200 || len(g.Edges) > 400 || g.Nodes[0].Radius != 3 {
		t.Errorf("%d nodes and %d edges", len(g.Nodes), len(g.Edges))
	}
}

// The bars at the sides are the sums of the table.
func TestJointHasItsMargins(t *testing.T) {
	p := panel.Joint{
		ID: "j", P: [][]float64{{0.125, 0.125, 0}, {0.25, 0, 0.5}}, Rows: []say.Phrase{"a", "b"}, Columns: []say.Phrase{"0", "1", "2"},
		RowRefs: []string{"r0", "r1"}, ColRefs: []string{"c0", "c1", "c2"}, Margins: "P(x), P(y)",
	}.Panel()
	m := first[mark.Matrix](t, p)
	if m.Rows != 2 || m.Cols != 3 || m.Values[5] != 0.5 || m.Hi != 0.5 {
		t.Errorf("%+v", m)
	}
	long := map[string]float64{}
	for _, m := range p.Marks {
		if b, ok := m.(mark.Rect); ok {
			if b.Ref[0] == 'r' {
				long[b.Ref] = b.Max.X - b.Min.X
			} else {
				long[b.Ref] = b.Max.Y - b.Min.Y
			}
		}
	}
	for ref, want := range map[string]float64{"r0": 0.25, "r1": 0.75, "c0": 0.375, "c1": 0.125, "c2": 0.5} {
		if got := long[ref] / long["r1"] * 0.75; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", ref, got, want)
		}
	}
	if words := first[mark.Texts](t, p); words.Text[1].String() != "0.75" {
		t.Errorf("%v", words.Text)
	}
	if m := first[mark.Matrix](t, panel.Joint{ID: "j", P: [][]float64{{0}}}.Panel()); m.Hi != 1 {
		t.Errorf("nothing: %+v", m)
	}
}

// A place of the triangle has the shares of its distribution, and the density ends at the sides.
func TestSimplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(0, 1).Draw(t, "a"), rapid.Float64Range(0, 1).Draw(t, "b")
		want := [3]float64{(1 - a), a * (1 - b), a * b}
		for i, got := range panel.SimplexShares(panel.SimplexAt(want)) {
			if math.Abs(got-want[i]) > 1e-12 {
				t.Fatalf("share %d: %v, want %v", i, got, want[i])
			}
		}
	})
	p := panel.Simplex{
		ID: "s", Corners: [3]say.Phrase{"a", "b", "c"}, At: [][3]float64{{1, 0, 0}}, Cost: 1,
		Density: func(p [3]float64) float64 {
			if math.Abs(p[0]+p[1]+p[2]-1) > 1e-9 || min(p[0], p[1], p[2]) <= 0 {
				t.Fatalf("the density is asked at %v", p)
			}
			return 1 / p[0]
		},
	}.Panel()
	f := first[mark.Field](t, p)
	g := grid.Grid{Window: grid.Window{X0: -0.1, X1: 1.1, Y0: -0.1, Y1: 0.9}, NX: 25, NY: 21}
	values := make([]float64, g.Len())
	f.Eval(values, g)
	for j := range g.NY {
		for i := range g.NX {
			q := panel.SimplexShares(mark.XY{X: g.X(i), Y: g.Y(j)})
			if inside := min(q[0], q[1], q[2]) >= 0; inside == math.IsNaN(values[j*g.NX+i]) {
				t.Errorf("at %v the density is %v", q, values[j*g.NX+i])
			}
		}
	}
	if math.IsInf(f.Hi, 0) || f.Hi < 3 {
		t.Errorf("the colours end at %v", f.Hi)
	}
}

// small is a network of 2, 3 and 1 units.
func small() panel.Network {
	unit := func(n int, prefix string) []panel.NetworkUnit {
		var out []panel.NetworkUnit
		for i := range n {
			out = append(out, panel.NetworkUnit{Ref: fmt.Sprint(prefix, i), Tip: "a unit"})
		}
		return out
	}
	return panel.Network{ID: "net", Layers: []panel.NetworkLayer{
		{Units: unit(2, "x")},
		{Units: unit(3, "h"), W: func(to, from int) float64 { return float64(to) - 2*float64(from) }, Hot: func(to, from int) bool { return to == 2 && from == 1 }},
		{Units: unit(1, "y"), W: func(_, from int) float64 { return float64(from) }},
	}}
}

// A weight is a line, as wide as its size, in the colour of its sign; a unit can be picked.
func TestNetwork(t *testing.T) {
	n := small()
	n.Layers[1].Units[0].Off, n.Layers[1].Units[1].Hot = true, true
	n.Layers[1].Units[2].Value, n.Layers[1].Units[2].Delta = "0.5", "−1"
	p := n.Panel()
	g := first[mark.Graph](t, p)
	if len(g.Nodes) != 6 || len(g.Edges) != 2*3+3 {
		t.Fatalf("%d nodes and %d edges", len(g.Nodes), len(g.Edges))
	}
	if g.Nodes[2].Ref != "h0" || g.Nodes[2].Tip != "a unit" || g.Nodes[2].Fill || g.Nodes[3].Style.Role != mark.RoleAccent {
		t.Errorf("%+v", g.Nodes[2:4])
	}
	for _, c := range []struct {
		edge  int
		role  mark.Role
		width float64
	}{{1, mark.RoleClass1, 4.3}, {2, mark.RoleClass0, 2.3}, {5, mark.RoleAccent, 4}} {
		if s := g.Edges[c.edge].Style; s.Role != c.role || math.Abs(s.Width-c.width) > 1e-9 {
			t.Errorf("edge %d is %+v", c.edge, s)
		}
	}
	words := first[mark.Texts](t, p)
	if at := g.Nodes[4].At; words.Text[0] != "0.5" || words.At[0].Y <= at.Y || words.At[1].Y >= at.Y {
		t.Errorf("%v at %v", words.Text, words.At)
	}
}

// Each board shows its own unit's output, scaled by its largest size, and the lines end at its sides.
func TestNetworkOfBoards(t *testing.T) {
	n := small()
	for k := range n.Layers {
		for j := range n.Layers[k].Units {
			size := float64(1 + j)
			n.Layers[k].Units[j].Board = []float64{-size, -size, size, size} // below −, above +
		}
	}
	n.Layers[1].Units[0].Off = true
	p := n.Panel()
	f := first[mark.Field](t, p)
	if !f.Sharp {
		t.Error("the boards are blurred")
	}
	g := grid.Grid{Window: grid.Window{X0: p.X.Min, X1: p.X.Max, Y0: p.Y.Min, Y1: p.Y.Max}, NX: 401, NY: 401}
	values := make([]float64, g.Len())
	f.Eval(values, g)
	read := func(x, y float64) float64 {
		i := int(math.Round((x - g.X0) / (g.X1 - g.X0) * 400))
		j := int(math.Round((y - g.Y0) / (g.Y1 - g.Y0) * 400))
		return values[j*g.NX+i]
	}
	picks := map[string]mark.Rect{}
	for _, m := range p.Marks {
		if r, ok := m.(mark.Rect); ok && r.Ref != "" {
			picks[r.Ref] = r
		}
	}
	for _, ref := range []string{"x0", "x1", "h0", "h1", "h2", "y0"} {
		r := picks[ref]
		x, y, up := (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2, (r.Max.Y-r.Min.Y)/2
		low, high := read(x, y-0.8*up), read(x, y+0.8*up)
		if ref == "h0" {
			if low != 0 || high != 0 {
				t.Errorf("a unit that is off shows %v and %v", low, high)
			}
			continue
		}
		if math.Abs(low+0.8) > 0.05 || math.Abs(high-0.8) > 0.05 {
			t.Errorf("%s shows %v below and %v above", ref, low, high)
		}
		if out := read(r.Max.X+0.1, y); out != 0 {
			t.Errorf("beside %s: %v", ref, out)
		}
	}
	graph := first[mark.Graph](t, p)
	e := graph.Edges[0]
	if a, b := graph.Nodes[e.From].At.X, graph.Nodes[e.To].At.X; a != picks["x0"].Max.X || b != picks["h0"].Min.X {
		t.Errorf("a line from %v to %v", a, b)
	}
}

// What is too large to draw is counted.
func TestNetworkOfManyUnits(t *testing.T) {
	n := panel.Network{ID: "net", Layers: []panel.NetworkLayer{
		{Units: make([]panel.NetworkUnit, 1000)},
		{Units: make([]panel.NetworkUnit, 1000), W: func(int, int) float64 { return 0 }},
	}}
	p := n.Panel()
	if g := first[mark.Graph](t, p); len(g.Edges) > 600 {
		t.Errorf("%d edges", len(g.Edges))
	}
	if words := first[mark.Texts](t, p); words.Text[0].String() != "+ 976" {
		t.Errorf("%v", words.Text)
	}
}
