package panel_test

import (
	"fmt"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Numbers of columns, with their names.
func ExampleBars() {
	p := panel.Bars{
		ID: "loadings", Title: "Loadings", X: mark.Axis{Name: "column"}, Y: mark.Axis{Name: "entry", Min: -1.2, Max: 1},
		Values: []float64{0.8, -0.6}, Names: []say.Phrase{"length", "width"}, Hot: []int{1},
	}.Panel()
	fmt.Println(p.X.Min, p.X.Max, p.X.Hidden)
	for i, name := range marksOf[mark.Texts](p)[0].Text {
		fmt.Println(name, marksOf[mark.Bars](p)[0].Y[i])
	}
	// Output:
	// 0.4 2.6 true
	// length 0.8
	// width -0.6
}

// The largest come first, and keep their names, colours and tips.
func ExampleRanked() {
	words := []say.Phrase{"a", "b", "c"}
	p := panel.Ranked{Most: 2, Bars: panel.Bars{
		Values: []float64{0.2, 0.1, 0.7}, Names: words, Hot: []int{0}, Refs: []string{"w0", "w1", "w2"},
		Tip: func(i int) say.Phrase { return words[i] },
	}}.Panel()
	bars := marksOf[mark.Bars](p)[0]
	for k, y := range bars.Y {
		fmt.Println(y, bars.Refs[k], bars.Tip(k), marksOf[mark.Texts](p)[0].Text[k])
	}
	fmt.Println("hot:", bars.Hot)
	// Output:
	// 0.7 w2 c c
	// 0.2 w0 a a
	// hot: [1]
}

// Bars are numbered from one, names have room below them, and no bars make a panel, too.
func TestBars(t *testing.T) {
	p := panel.Bars{X: mark.Axis{Name: "class", Unit: "k"}, Values: []float64{2, 4}, Marks: []mark.Mark{panel.Bound(1, "bound", mark.RoleSoft.Plain())}}.Panel()
	if p.X != (mark.Axis{Name: "class", Min: 0.4, Max: 2.6, Integer: true}) && p.X.Unit != "k" {
		t.Errorf("the axis is %+v", p.X)
	}
	if b := marksOf[mark.Bars](p)[0]; b.X[0] != 1 || b.X[1] != 2 || p.Y != (mark.Axis{}) || len(p.Marks) != 2 {
		t.Errorf("bars at %v, axis %+v", b.X, p.Y)
	}
	p = panel.Bars{Values: []float64{2, 4}, Names: []say.Phrase{"one", "two"}}.Panel()
	if low := marksOf[mark.Texts](p)[0].At[0].Y; !(p.Y.Min < low && low < 0 && p.Y.Max > 4) {
		t.Errorf("the names stand at %g between %g and %g", low, p.Y.Min, p.Y.Max)
	}
	p = panel.Bars{Values: []float64{2, 4}, At: []float64{0, 5}, X: mark.Axis{Name: "lag"}, Names: []say.Phrase{"none", "five"}}.Panel()
	if at := marksOf[mark.Texts](p)[0].At; at[1].X != 5 {
		t.Errorf("names at %v", at)
	}
	if b := marksOf[mark.Bars](p)[0]; b.X[1] != 5 || p.X != (mark.Axis{Name: "lag"}) {
		t.Errorf("bars at %v, axis %+v", b.X, p.X)
	}
	if p = (panel.Bars{Names: []say.Phrase{}}).Panel(); !(p.Y.Max > p.Y.Min) {
		t.Errorf("no bars: %+v", p.Y)
	}
}

// Words and numbers in rows.
func ExampleTable() {
	p := panel.Table{
		ID: "rules", Title: "Rules", Head: []say.Phrase{"rule", "support"}, Widths: []float64{3, 1},
		Rows: [][]say.Phrase{{"bread → butter", "0.4"}, {"milk → bread", "0.3"}}, Hot: []int{1},
	}.Panel()
	for _, words := range marksOf[mark.Texts](p) {
		fmt.Printf("%.2f: %v\n", words.At[0].X, words.Text)
	}
	fmt.Println("hot:", marksOf[mark.Rect](p)[0].Min.Y)
	// Output:
	// 0.08: [rule]
	// 0.08: [bread → butter milk → bread]
	// 3.08: [support]
	// 3.08: [0.4 0.3]
	// hot: -2
}

// Rows that have references can be lit up from elsewhere; a table without rows has its head.
func TestTables(t *testing.T) {
	p := panel.Table{Head: []say.Phrase{"a"}, Rows: [][]say.Phrase{{"1"}, {"2"}}, Refs: []string{"x0", "x1"}}.Panel()
	for i, r := range marksOf[mark.Rect](p) {
		if want := fmt.Sprint("x", i); r.Ref != want {
			t.Errorf("row %d is called %q", i, r.Ref)
		}
	}
	if p := (panel.Table{Head: []say.Phrase{"a", "b"}}).Panel(); len(marksOf[mark.Texts](p)) != 2 || !(p.Y.Min < 0) {
		t.Errorf("an empty table has %d texts", len(marksOf[mark.Texts](p)))
	}
}

// Counts of classes, the true ones in rows and the predicted ones in columns.
func ExampleNamed() {
	p := panel.Named{
		ID: "confusion", Title: "Confusion", Rows: []say.Phrase{"cat", "dog"}, Columns: []say.Phrase{"cat", "dog"},
		Matrix: mark.Matrix{Rows: 2, Cols: 2, Values: []float64{9, 1, 2, 8}, Scale: mark.Sequential, Text: true},
	}.Panel()
	m := marksOf[mark.Matrix](p)[0]
	fmt.Println(m.Lo, m.Hi, p.Equal)
	for _, names := range marksOf[mark.Texts](p) {
		fmt.Println(names.Text, names.At[0])
	}
	// Output:
	// 0 9 true
	// [cat dog] {-0.1 1.4}
	// [cat dog] {0.5 2.15}
}

// Predictions against targets: on the diagonal both are the same.
func ExampleAgainst() {
	fitted := []float64{1, 2.5}
	p := panel.Against{
		ID: "fit", Title: "Fit", X: "f(x)", Y: "y", Lo: 0, Hi: 4, Targets: []float64{1, 2},
		Of: func(i int) float64 { return fitted[i] }, Same: "y = f(x)", Off: "residuals",
	}.Panel()
	stems, dots := marksOf[mark.Segments](p)[0], marksOf[mark.Points](p)[0]
	for i, ref := range dots.Refs {
		fmt.Println(ref, dots.At[i], "stem to", stems.To[i])
	}
	// Output:
	// x0 {1 1} stem to {1 1}
	// x1 {2.5 2} stem to {2.5 2.5}
}

// Many rows have no stems, and what lights up with a row is said for each.
func TestAgainst(t *testing.T) {
	a := panel.Against{
		Targets: []float64{1, 2, 3}, Of: func(i int) float64 { return 0 }, Most: 2,
		Also: func(i int) []string { return []string{strings.Repeat("n", i+1)} }, Under: []mark.Mark{panel.Zero()},
	}
	p := a.Panel()
	if n := len(marksOf[mark.Segments](p)); n != 0 {
		t.Errorf("%d marks of stems for three rows", n)
	}
	if also := marksOf[mark.Points](p)[0].Also; len(also) != 3 || also[2][0] != "nnn" {
		t.Errorf("lights up with %v", also)
	}
	if _, ok := p.Marks[0].(mark.Rule); !ok {
		t.Errorf("the first mark is a %T", p.Marks[0])
	}
}

// Places of rows, and a legend that only the first mark has.
func TestSmallMarks(t *testing.T) {
	set, _ := dataset.Line([2]float64{1, 2}, [2]float64{3, 4}).Load()
	problem := algos.NewProblem(set, 1, mark.FitWindow(set))
	at := panel.On(problem, nil)
	fit := panel.On(problem, func(i int) float64 { return -1 })
	s := panel.Stems(2, mark.RoleBad.Plain(), "residual", at, fit)
	if s.From[1] != (mark.XY{X: 3, Y: 4}) || s.To[1] != (mark.XY{X: 3, Y: -1}) || s.Refs[1] != "x1" {
		t.Errorf("stems %+v", s)
	}
	b := panel.Band(2, mark.RoleSoft.Plain(), "± 1", func(i int) (x, lo, hi float64) { return float64(i), float64(i) - 1, float64(i) + 1 })
	if b.X[1] != 1 || b.Lo[1] != 0 || b.Hi[1] != 2 || b.Legend != "± 1" {
		t.Errorf("band %+v", b)
	}
	ring, piece := panel.Ring(mark.XY{X: 1}, 9, mark.RoleAccent.Plain(), "now"), panel.Segment(mark.XY{X: 1}, mark.XY{Y: 2}, mark.RoleBad.Plain(), "off")
	if ring.At[0].X != 1 || ring.Radius[0] != 9 || piece.From[0].X != 1 || piece.To[0].Y != 2 {
		t.Errorf("ring %+v, piece %+v", ring, piece)
	}
	once := panel.Once("cells")
	if a, b := once(), once(); a != "cells" || b != "" {
		t.Errorf("legends %q and %q", a, b)
	}
}

// Targets in the plane have the colours of the field around them, and a residual of the whole range
// goes up by half of the board.
func TestTargetsInThePlane(t *testing.T) {
	p := algos.Problem{Set: dataset.Set{Dim: 2, Target: dataset.Values, Points: []dataset.Point{{X: [2]float64{1, 2}, Y: 3}, {X: [2]float64{2, 0}, Y: -1}}}}
	p.Window.X1, p.Window.Y0, p.Window.Y1 = 4, -2, 6
	dots := panel.Targets(p, []float64{3, -1}, -1, 3, "target y", nil)
	if len(dots.At) != 2 || dots.Values[0] != 3 || dots.Lo != -1 || dots.Hi != 3 {
		t.Errorf("%+v", dots)
	}
	stems := panel.Misses(p, []float64{4, -1}, -1, 3, "residual")
	if stems.From[0] != (mark.XY{X: 1, Y: 2}) || stems.To[0] != (mark.XY{X: 1, Y: 6}) || stems.To[1] != (mark.XY{X: 2, Y: -1}) {
		t.Errorf("%+v", stems)
	}
}
