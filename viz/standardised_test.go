package viz

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"

	"playground/algos/mark"
)

// The ticks of an axis with a factor are round numbers of what it reads, at the coordinates of these; so is
// the window that a page gets for the pointer.
func TestAxisReadsOtherUnits(t *testing.T) {
	p := mark.Panel{
		X: mark.Axis{Name: "age", Min: -2, Max: 2, Shift: 42, Factor: 13}, Y: mark.Axis{Name: "income", Min: -2, Max: 2, Shift: 55_000, Factor: 17_000},
		Equal: true, Marks: []mark.Mark{mark.PolyLine{At: []mark.XY{{X: 0, Y: 1}}, Name: "f"}},
	}
	o := Options{Size: Size{W: 600, H: 600}}
	l := frameOf(p, o).layOut()
	for _, c := range []struct {
		axis  mark.Axis
		ticks scale
		want  string
		value float64
	}{{p.X, scale{ticks: ticksOf(l.plot.X)}, "40", 40}, {p.Y, scale{ticks: ticksOf(l.plot.Y)}, "40000", 40_000}} {
		i := slices.IndexFunc(c.ticks.ticks, func(t plot.Tick) bool { return t.Label == c.want })
		if i < 0 {
			t.Fatalf("no number %s at %s: %v", c.want, c.axis.Name, labels(c.ticks))
		}
		if at := c.axis.At(c.value); math.Abs(c.ticks.ticks[i].Value-at) > 1e-12 {
			t.Errorf("%s stands at %v, want %v", c.want, c.ticks.ticks[i].Value, at)
		}
	}
	pic, err := Draw(p, o)
	if err != nil {
		t.Fatal(err)
	}
	w, m := pic.Window, pic.Marks
	for _, c := range [][2]float64{{w.X0, p.X.Reads(m.X0)}, {w.X1, p.X.Reads(m.X1)}, {w.Y0, p.Y.Reads(m.Y0)}, {w.Y1, p.Y.Reads(m.Y1)}} {
		if c[0] != c[1] {
			t.Errorf("the window reads %v, the marks are at %v", w, m)
		}
	}
}
