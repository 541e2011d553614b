package viz

import (
	"regexp"
	"slices"
	"testing"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// While a hand moves, a field is evaluated at half as many nodes along each side, and
// one with jumps at no more than a smooth one; the axes are the same picture.
func TestCoarseFields(t *testing.T) {
	for _, sharp := range []bool{false, true} {
		var nodes []int
		p := mark.Panel{ID: "board", X: mark.Axis{Min: -1, Max: 1}, Y: mark.Axis{Min: -1, Max: 1}}
		p.Add(mark.Field{Sharp: sharp, Hi: 1, Eval: func(dst []float64, g grid.Grid) {
			nodes = append(nodes, max(g.NX, g.NY))
			clear(dst)
		}})
		o := Options{Size: Size{W: 640, H: 560}}
		fine, err := Draw(p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Coarse = 2
		coarse, err := Draw(p, o)
		if err != nil {
			t.Fatal(err)
		}
		if string(fine.Layers[0].SVG) != string(coarse.Layers[0].SVG) {
			t.Error("the axes are others")
		}
		if len(nodes) != 2 || nodes[1] > nodes[0]/2 || nodes[1] > 100 || nodes[1] < 12 {
			t.Errorf("sharp %v: %v nodes, fine and coarse", sharp, nodes)
		}
	}
}

// While a hand moves, bars are the same ones, with their references, in fewer bytes:
// those that look the same are drawn one after the other.
func TestCoarseBars(t *testing.T) {
	const n = 100
	b := mark.Bars{Hot: []int{3, 40}}
	for i := range n {
		b.Y = append(b.Y, float64(i%7))
		b.Class = append(b.Class, i%2)
		b.Refs = append(b.Refs, say.Row(i).Ref())
	}
	p := mark.Panel{ID: "bars", X: mark.Axis{Min: -1, Max: n}, Y: mark.Axis{Min: -1, Max: 8}, Marks: []mark.Mark{b}}
	o := Options{Size: Size{W: 350, H: 190}}
	place := regexp.MustCompile(`x='[^>]*height='[^']*'|data-ref='[^']*'`)
	var bars [2][]string
	var bytes [2]int
	for i, coarse := range []int{0, 2} {
		o.Coarse = coarse
		pic, err := Draw(p, o)
		if err != nil {
			t.Fatal(err)
		}
		bars[i], bytes[i] = place.FindAllString(string(pic.Layers[1].SVG), -1), len(pic.Layers[1].SVG)
		slices.Sort(bars[i])
	}
	if len(bars[0]) < 2*n || !slices.Equal(bars[0], bars[1]) {
		t.Errorf("%d places and references, and others while a hand moves", len(bars[0]))
	}
	if 4*bytes[1] > 3*bytes[0] {
		t.Errorf("%d bytes while a hand moves, and %d at rest", bytes[1], bytes[0])
	}
}
