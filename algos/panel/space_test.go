package panel

import (
	"math"
	"testing"

	"playground/algos/mark"
	"playground/algos/param"
)

func nearXYZ(a, b XYZ) bool { d := a.plus(-1, b); return d.Dot(d) < 1e-24 }

// The directions of view are those of the text: turned by 0 the front, by 90 the side
// where y points to the right, tilted by 90 the plan; and they are at right angles.
func TestSight(t *testing.T) {
	cube := box{half: XYZ{1, 1, 1}}
	for _, c := range []struct {
		turn, tilt      float64
		right, up, near XYZ
	}{
		{0, 0, XYZ{1, 0, 0}, XYZ{0, 0, 1}, XYZ{0, -1, 0}},
		{90, 0, XYZ{0, 1, 0}, XYZ{0, 0, 1}, XYZ{1, 0, 0}},
		{0, 90, XYZ{1, 0, 0}, XYZ{0, 1, 0}, XYZ{0, 0, 1}},
		{180, 0, XYZ{-1, 0, 0}, XYZ{0, 0, 1}, XYZ{0, 1, 0}},
		{0, 170, XYZ{1, 0, 0}, XYZ{0, 1, 0}, XYZ{0, 0, 1}}, // no further than from above
		// The isometric view: along the diagonal all axes are as long, √(2/3).
		{
			45, math.Atan(math.Sqrt(0.5)) * 180 / math.Pi,
			XYZ{math.Sqrt(0.5), math.Sqrt(0.5), 0},
			XYZ{-1 / math.Sqrt(6), 1 / math.Sqrt(6), math.Sqrt(2.0 / 3)},
			XYZ{1 / math.Sqrt(3), -1 / math.Sqrt(3), 1 / math.Sqrt(3)},
		},
	} {
		s := cube.seenFrom(c.turn, c.tilt)
		if !nearXYZ(s.right, c.right) || !nearXYZ(s.up, c.up) || !nearXYZ(s.near, c.near) {
			t.Errorf("turned %g, tilted %g: %+v", c.turn, c.tilt, s)
		}
	}
	for turn := -180.0; turn <= 180; turn += 17 {
		for tilt := -90.0; tilt <= 90; tilt += 13 {
			s := cube.seenFrom(turn, tilt)
			cross := XYZ{s.right.Y*s.up.Z - s.right.Z*s.up.Y, s.right.Z*s.up.X - s.right.X*s.up.Z, s.right.X*s.up.Y - s.right.Y*s.up.X}
			if !nearXYZ(cross, s.near) || math.Abs(s.right.Dot(s.right)-1) > 1e-12 || math.Abs(s.up.Dot(s.up)-1) > 1e-12 {
				t.Errorf("turned %g, tilted %g: right × up is %v, near %v", turn, tilt, cross, s.near)
			}
		}
	}
}

// Scaled to the box, a place is where the closed form says, and with equal units
// distances keep their proportions.
func TestSpacePlaces(t *testing.T) {
	s := Space{X: mark.Axis{Min: 0, Max: 4}, Y: mark.Axis{Min: -1, Max: 1}, Z: mark.Axis{Min: 0, Max: 2}}
	if p := s.box().inside(XYZ{3, 0, 2}); !nearXYZ(p, XYZ{0.5, 0, 1}) {
		t.Errorf("at %v", p)
	}
	s.Equal = true
	if b := s.box(); !nearXYZ(b.half, XYZ{1, 0.5, 0.5}) || !nearXYZ(b.inside(XYZ{4, 1, 2}), XYZ{1, 0.5, 0.5}) {
		t.Errorf("%+v", b)
	}
	s = Space{Things: []Thing{Dots{At: []XYZ{{0.2, -3, 5}, {3.1, 2, 5}, {math.NaN(), 1, 1}}}}}
	if b := s.box(); b.lo.X != 0 || b.hi.X != 4 || b.lo.Y != -3 || b.hi.Y != 2 || b.lo.Z != 2.5 || b.hi.Z != 7.5 {
		t.Errorf("%+v", b)
	}
	if b := (Space{}).box(); b.hi != (XYZ{1, 1, 1}) {
		t.Errorf("nothing stands in %+v", b)
	}
}

// A plane is cut by the box where its closed form says.
func TestSheet(t *testing.T) {
	unit := Space{X: mark.Axis{Min: 0, Max: 1}, Y: mark.Axis{Min: 0, Max: 1}, Z: mark.Axis{Min: 0, Max: 1}}.box()
	for _, c := range []struct {
		sheet   Sheet
		corners int
	}{
		{Sheet{Normal: XYZ{0, 0, 1}, Offset: -0.25}, 4},
		{Sheet{Normal: XYZ{1, 1, 1}, Offset: -0.5}, 3},
		{Sheet{Normal: XYZ{1, 1, 1}, Offset: -1.5}, 6},
		{Sheet{Normal: XYZ{1, 1, 1}, Offset: -4}, 0},
		{Sheet{Normal: XYZ{}, Offset: 1}, 0},
	} {
		at := c.sheet.corners(unit)
		if len(at) != c.corners {
			t.Errorf("%+v has the corners %v", c.sheet, at)
		}
		area := 0.0
		for i, p := range at {
			q, o := at[(i+1)%len(at)], at[0]
			u, v := p.plus(-1, o), q.plus(-1, o)
			cross := XYZ{u.Y*v.Z - u.Z*v.Y, u.Z*v.X - u.X*v.Z, u.X*v.Y - u.Y*v.X}
			area += math.Sqrt(cross.Dot(cross)) / 2
			back := XYZ{(p.X + 1) / 2, (p.Y + 1) / 2, (p.Z + 1) / 2}
			if off := c.sheet.Normal.Dot(back) + c.sheet.Offset; math.Abs(off) > 1e-12 {
				t.Errorf("%+v: the corner %v is off by %g", c.sheet, back, off)
			}
		}
		if c.corners == 6 { // the regular hexagon of side √½, in a picture twice as large
			if want := 4 * 3 * math.Sqrt(3) / 2 * 0.5; math.Abs(area-want) > 1e-12 {
				t.Errorf("the hexagon has the area %g, want %g", area, want)
			}
		}
	}
}

// order is what is drawn of the points and the plane of a space, from the back.
func order(s Space) string {
	text := ""
	for _, m := range s.Panel().Marks {
		switch m := m.(type) {
		case mark.Points:
			for _, ref := range m.Refs {
				text += ref
			}
		case mark.PolyLine:
			text += "|"
		}
	}
	return text
}

// What is near is drawn after what is far, and a plane between what is on its two sides,
// also where the depths say otherwise.
func TestDepth(t *testing.T) {
	s := Space{
		X: mark.Axis{Min: -1, Max: 1}, Y: mark.Axis{Min: -1, Max: 1}, Z: mark.Axis{Min: -1, Max: 1},
		Things: []Thing{
			Dots{At: []XYZ{{0, -0.5, 0}, {0, 0.5, 0}, {0, 0.9, 0.2}}, Like: mark.Points{Refs: []string{"a", "b", "c"}}},
			Sheet{Normal: XYZ{0, 1, 0}},
		},
	}
	for _, c := range []struct {
		view [2]float64
		want string
	}{{[2]float64{0, 0}, "cb|a"}, {[2]float64{180, 0}, "a|bc"}, {[2]float64{0, 60}, "cb|a"}} {
		s.View = c.view
		if got := order(s); got != c.want {
			t.Errorf("from %v: %s, want %s", c.view, got, c.want)
		}
	}
	// A plane that is nearly seen edge on: a is nearer than its middle, and behind it.
	s.Things = []Thing{
		Dots{At: []XYZ{{0.9, -0.04, -0.5}, {-0.9, 0.05, -0.5}}, Like: mark.Points{Refs: []string{"a", "b"}}},
		Sheet{Normal: XYZ{0, 1, -0.1}},
	}
	s.View = [2]float64{80, 0}
	if got := order(s); got != "ba|" {
		t.Errorf("edge on: %s", got)
	}
}

// The nearest are drawn in full, the farthest at half strength, and a space's picture from
// elsewhere is the one that its view gives.
func TestSpaceLooked(t *testing.T) {
	s := Space{
		ID: "cube", Param: "turn", View: [2]float64{0, 0}, X: mark.Axis{Name: "x"},
		Things: []Thing{Dots{At: []XYZ{{0, -1, 0}, {0, 1, 0}}, Like: mark.Points{Legend: "dots"}}, Thread{At: []XYZ{{0, -1, 0}, {1, 1, 0}, {1, 1, 1}}}},
	}
	p := s.Panel()
	var strengths []float64
	for _, m := range p.Marks {
		if m, ok := m.(mark.Points); ok && m.Legend == "" {
			strengths = append(strengths, m.Style.Opacity)
		}
	}
	if len(strengths) != 2 || strengths[0] >= 1 || strengths[0] < 0.5 || !(strengths[1] == 0 || strengths[1] > strengths[0]) {
		t.Errorf("strengths %v", strengths)
	}
	q := p.Looked(param.Values{"turn": "40,-15"})
	s.View = [2]float64{40, -15}
	want := s.Panel()
	if len(q.Marks) != len(want.Marks) || q.X != p.X || q.Y != p.Y {
		t.Fatalf("%d marks, want %d", len(q.Marks), len(want.Marks))
	}
	for i, m := range q.Marks {
		if k, ok := m.(mark.Segments); ok && k.From[0] != want.Marks[i].(mark.Segments).From[0] {
			t.Errorf("mark %d: %v, want %v", i, m, want.Marks[i])
		}
	}
	if r := p.Looked(param.Values{"turn": "nonsense"}); len(r.Marks) != len(p.Marks) {
		t.Error("what is no direction changes the picture")
	}
}
