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
