package viz_test

import (
	"regexp"
	"strconv"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

// A text that has no room is written smaller, but not without end.
func TestTextsFitTheirRoom(t *testing.T) {
	size := func(room float64) float64 {
		svg := string(fragments(t, mark.Panel{
			X: mark.Axis{Min: 0, Max: 10, Hidden: true}, Y: mark.Axis{Min: 0, Max: 10, Hidden: true},
			Marks: []mark.Mark{mark.Texts{At: []mark.XY{{X: 5, Y: 5}}, Text: []say.Phrase{"0.0625"}, Anchor: mark.Middle, Room: room}},
		}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
		m := regexp.MustCompile(`font-size='([0-9.]+)'[^>]*>0\.0625`).FindStringSubmatch(svg)
		if m == nil {
			t.Fatalf("no text in\n%s", svg)
		}
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	usual := size(0)
	if wide := size(5); wide != usual {
		t.Errorf("with room it is %v high, usually %v", wide, usual)
	}
	if narrow := size(1.2); !(narrow < usual && narrow > usual*2/3) {
		t.Errorf("with little room it is %v high, usually %v", narrow, usual)
	}
	if least := size(0.1); least < 0.6*usual || least > 0.7*usual {
		t.Errorf("without room it is %v high, usually %v", least, usual)
	}
}

// The numbers of a matrix have one size, or there are none: where one does not fit the others would look like all there is.
func TestMatrixHasAllNumbersOrNone(t *testing.T) {
	const rows = 10
	m := mark.Matrix{Rows: rows, Cols: rows, Values: make([]float64, rows*rows), Lo: -1, Hi: 1, Text: true}
	for i := range m.Values {
		m.Values[i] = -0.01 * float64(i%7*25)
	}
	for _, side := range []float64{150, 260, 320, 400, 600} {
		svg := string(fragments(t, mark.Panel{
			X: mark.Axis{Max: rows, Hidden: true}, Y: mark.Axis{Max: rows, Hidden: true}, Equal: true, Marks: []mark.Mark{m},
		}, viz.Options{Size: viz.Size{W: side, H: side}}))
		sizes, written := map[string]bool{}, 0
		for _, f := range regexp.MustCompile(`font-size='([0-9.]+)'[^>]*>[−0-9.]+<`).FindAllStringSubmatch(svg, -1) {
			sizes[f[1]], written = true, written+1
			if size, err := strconv.ParseFloat(f[1], 64); err != nil || size < 9 {
				t.Errorf("%g pixels: a number is %s high", side, f[1])
			}
		}
		if written != 0 && written != rows*rows || len(sizes) > 1 {
			t.Errorf("%g pixels: %d of %d numbers, in %d sizes", side, written, rows*rows, len(sizes))
		}
		if (written > 0) != (side >= 320) {
			t.Errorf("%g pixels: %d numbers are written", side, written)
		}
	}
}

// Names along a matrix have the size of the longest.
func TestTextsOfAMarkHaveOneSize(t *testing.T) {
	svg := string(fragments(t, mark.Panel{
		X: mark.Axis{Min: 0, Max: 10, Hidden: true}, Y: mark.Axis{Min: 0, Max: 10, Hidden: true},
		Marks: []mark.Mark{mark.Texts{At: []mark.XY{{X: 3, Y: 3}, {X: 3, Y: 6}}, Text: []say.Phrase{"Rome", "Copenhagen"}, Room: 2}},
	}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
	sizes := regexp.MustCompile(`font-size='([0-9.]+)'[^>]*>(?:Rome|Copenhagen)<`).FindAllStringSubmatch(svg, -1)
	if len(sizes) != 2 || sizes[0][1] != sizes[1][1] {
		t.Errorf("the names have the sizes %v", sizes)
	}
}
