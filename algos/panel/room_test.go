package panel_test

import (
	"fmt"
	"math"
	"testing"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A function that is undefined or infinite at some places has its colours and isolines at the others.
func TestALandscapeWithHoles(t *testing.T) {
	w := grid.Window{X0: -1, X1: 1, Y0: -1, Y1: 1}
	f := panel.Landscape(w, "f", panel.Score(func(x, y float64) float64 {
		switch {
		case x < 0:
			return math.NaN()
		case y == 1:
			return math.Inf(1)
		}
		return x
	}), 0)
	if f.Lo != 0 || f.Hi != 1 || f.Legend.String() != "f, from 0 to 1" {
		t.Errorf("from %v to %v: %s", f.Lo, f.Hi, f.Legend)
	}
	for _, l := range f.Levels {
		if !(l.Value > 0 && l.Value < 1) {
			t.Errorf("an isoline at %v", l.Value)
		}
	}
	for _, none := range []float64{math.NaN(), math.Inf(-1)} {
		f := panel.Landscape(w, "f", panel.Score(func(_, _ float64) float64 { return none }), 0)
		if f.Lo != 0 || f.Hi != 1 {
			t.Errorf("%v everywhere: from %v to %v", none, f.Lo, f.Hi)
		}
	}
}

// The axis of a dendrogram stays where it is while the cut is dragged beyond its top.
func TestTheCutLeavesTheAxisAlone(t *testing.T) {
	d := panel.Dendrogram{ID: "d", Leaves: 3, Merges: []panel.Merge{{A: 0, B: 1, Height: 1}, {A: 2, B: 3, Height: 2}}, Done: 2, Cut: 1, Param: "cut"}
	low := d.Panel()
	d.Cut = 1000
	high := d.Panel()
	if low.Y != high.Y {
		t.Errorf("%+v became %+v", low.Y, high.Y)
	}
	if h := first[mark.Handle](t, high); h.At.Y != 1000 || h.Tip == "" {
		t.Errorf("%+v", h)
	}
}

// The names of many leaves take turns in two rows, within the picture.
func TestNamesOfLeavesHaveRoom(t *testing.T) {
	for _, n := range []int{1, 12, 13, 24} {
		p := panel.Dendrogram{ID: "d", Leaves: n, Merges: chain(n), Done: n - 1}.Panel()
		names := first[mark.Texts](t, p)
		rows := map[float64]float64{} // where the last name of a row stands
		for _, at := range names.At {
			if last, ok := rows[at.Y]; ok && at.X-last < names.Room {
				t.Errorf("%d leaves: names at %v and %v have the room %v", n, last, at.X, names.Room)
			}
			rows[at.Y] = at.X
			if !(at.Y > p.Y.Min && at.Y < 0) {
				t.Errorf("%d leaves: a name at %v of an axis from %v", n, at.Y, p.Y.Min)
			}
		}
		if want := 1 + n/13; len(rows) != want {
			t.Errorf("%d leaves have their names in %d rows, want %d", n, len(rows), want)
		}
	}
}

// The small boards of a network, their numbers and the captions lie clear of each other.
func TestBoardsAndNumbersHaveRoom(t *testing.T) {
	for n := 1; n <= 24; n++ {
		units := make([]panel.NetworkUnit, n)
		for j := range units {
			units[j] = panel.NetworkUnit{Ref: fmt.Sprint("u", j), Value: "0.25", Delta: "−0.5", Board: []float64{0, 1, 0, 1}}
		}
		p := panel.Network{ID: "net", Layers: []panel.NetworkLayer{{Units: units}, {Units: units[:1]}}, Captions: []panel.NetworkCaption{{Text: "input"}}}.Panel()
		type span struct{ lo, hi float64 }
		var column []span
		smallest := math.Inf(1)
		for _, m := range p.Marks {
			switch m := m.(type) {
			case mark.Rect:
				if m.Ref != "" && m.Min.X < 0.5 {
					column = append(column, span{m.Min.Y, m.Max.Y})
					smallest = min(smallest, m.Max.Y-m.Min.Y)
				}
			case mark.Texts:
				const half = 0.07 // of a line on the lowest picture that pages draw
				for _, at := range m.At {
					if at.X < 0.5 {
						column = append(column, span{at.Y - half, at.Y + half})
					}
				}
			}
		}
		for i, a := range column {
			if a.lo < p.Y.Min-1e-9 || a.hi > p.Y.Max+1e-9 {
				t.Errorf("%d units: %v is outside of the picture", n, a)
			}
			for _, b := range column[:i] {
				if min(a.hi, b.hi)-max(a.lo, b.lo) > 1e-9 {
					t.Errorf("%d units: %v lies over %v", n, a, b)
				}
			}
		}
		if want := map[bool]int{true: 3*n + 1, false: len(column)}[n <= 4]; len(column) != want {
			t.Errorf("%d units have %d boards, numbers and captions, want %d", n, len(column), want)
		}
		if !(smallest > 0.04) {
			t.Errorf("%d units: a board of the height %v", n, smallest)
		}
	}
}

// The names of a trellis have a share of its width, however many columns there are.
func TestNamesOfStatesHaveRoom(t *testing.T) {
	for _, n := range []int{2, 60} {
		p := panel.Trellis{ID: "t", States: []say.Phrase{"rain"}, Times: make([]say.Phrase, n)}.Panel()
		var names mark.Texts
		for _, m := range p.Marks {
			if m, ok := m.(mark.Texts); ok && m.Anchor == mark.End {
				names = m
			}
		}
		if room := names.At[0].X - p.X.Min; room < names.Room-1e-9 || room < 0.15*(p.X.Max-p.X.Min) {
			t.Errorf("%d columns: names have %v of %v", n, room, p.X.Max-p.X.Min)
		}
	}
}

// The numbers of a margin begin behind their bars.
func TestNumbersOfMarginsStandBesideTheirBars(t *testing.T) {
	p := panel.Joint{ID: "j", P: [][]float64{{0.05, 0.85}, {0.1, 0}}}.Panel()
	numbers := first[mark.Texts](t, p)
	row := 0
	for _, m := range p.Marks {
		if b, ok := m.(mark.Rect); ok && b.Min.X > 2 {
			if at := numbers.At[row]; numbers.Anchor != mark.Start || at.X <= b.Max.X || at.Y < b.Min.Y || at.Y > b.Max.Y {
				t.Errorf("%s at %v beside the bar %v", numbers.Text[row], at, b)
			}
			row++
		}
	}
	if row != 2 {
		t.Errorf("%d bars", row)
	}
}

// A histogram without values has an axis of counts.
func TestAHistogramWithoutValues(t *testing.T) {
	if y := (panel.Histogram{ID: "h", Counts: true, Samples: []panel.Sample{{}}}).Panel().Y; y.Min != 0 || y.Max != 1 {
		t.Errorf("%+v", y)
	}
}
