package frame

import (
	"testing"

	"playground/algos/mark"
)

// A ghost has the boundaries and curves of its board, quiet and dotted, in front
// of the fields and behind all else. The board's own marks stay as they are.
func TestOutlines(t *testing.T) {
	ink := mark.Style{Role: mark.RoleInk, Width: 2}
	marks := []mark.Mark{
		mark.Field{Levels: []mark.Level{{Value: 0, Style: ink, Label: "f = 0"}, {Value: 1, Style: mark.Style{Role: mark.RoleFaint}}}, Legend: "score"},
		mark.Points{At: []mark.XY{{X: 1, Y: 2}}},
		mark.PolyLine{At: []mark.XY{{}, {X: 1}}, Style: ink, Ref: "x3", Legend: "mean", Layer: mark.Over},
		mark.PolyLine{At: []mark.XY{{}, {X: 1}}, Fill: true},
		mark.Ray{A: 1, Style: ink, Legend: "boundary"},
		mark.Ellipses{Mean: []mark.XY{{}}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{1}, Style: []mark.Style{ink}},
	}
	got := outlines(marks)
	if len(got) != 4 {
		t.Fatalf("%d marks, want the field, the curve, the ray and the ellipse", len(got))
	}
	f := got[0].(mark.Field)
	if !f.Hide || f.Legend != "" || len(f.Levels) != 1 || f.Levels[0].Label != ghostLegend || f.Levels[0].Style != before {
		t.Errorf("field %+v", f)
	}
	if l := got[1].(mark.PolyLine); l.Style != before || l.Ref != "" || l.Legend != "" || l.Layer != mark.Under {
		t.Errorf("curve %+v", l)
	}
	if r := got[2].(mark.Ray); r.Style != before || r.A != 1 {
		t.Errorf("ray %+v", r)
	}
	if e := got[3].(mark.Ellipses); e.Style[0] != before || e.Layer != mark.Under {
		t.Errorf("ellipse %+v", e)
	}
	if was := marks[0].(mark.Field); was.Levels[0].Style != ink || was.Hide || marks[5].(mark.Ellipses).Style[0] != ink {
		t.Error("the board's own marks were changed")
	}
	all := under(marks, got)
	if len(all) != len(marks)+4 {
		t.Fatalf("%d marks", len(all))
	}
	if _, ok := all[0].(mark.Field); !ok || !all[1].(mark.Field).Hide {
		t.Error("the ghost is not right in front of the field")
	}
	if _, ok := all[5].(mark.Points); !ok {
		t.Error("the ghost is not behind the points")
	}
}
