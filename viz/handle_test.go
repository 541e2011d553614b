package viz_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"playground/algos/mark"
	"playground/viz"
)

// A handle's dot says what it sets, how it moves and where it is.
func TestHandlesSayWhatTheySet(t *testing.T) {
	axis := mark.Axis{Min: 0, Max: 10}
	at := mark.XY{X: 2, Y: 5}
	for along, want := range map[mark.Along]string{
		mark.Plane:      `data-tip='sets p' data-drag='p' data-along='plane' data-held='0.2000 0.5000'/>`,
		mark.Horizontal: `data-drag='p' data-along='horizontal' data-held='0.2000 0.5000'/>`,
		mark.Vertical:   `data-drag='p' data-along='vertical' data-held='0.2000 0.5000'/>`,
		mark.Around:     `data-drag='p' data-along='around' data-held='0.2000 0.5000' data-from='1.5 3'/>`,
		mark.Vector:     `data-drag='p' data-along='vector' data-held='0.2000 0.5000' data-from='1.5 3'/>`,
		mark.Lift:       `data-drag='p' data-along='lift' data-held='0.2000 0.5000' data-from='1.5 3' data-per='-0.5 2'/>`,
		mark.Listed:     `data-drag='p' data-along='listed' data-held='0.2000 0.5000' data-moves='0 2;1' data-inside='0.1000 0.2000 0.3000 0.4000'/>`,
		mark.Pressed:    `data-drag='p' data-along='pressed' data-held='0.2000 0.5000' data-act='3'/>`,
		mark.Orbit:      `data-tip='sets p' data-drag='p' data-along='orbit' data-held='0.2000 0.5000'/>`,
	} {
		h := mark.Handle{Param: "p", Along: along, At: at, From: mark.XY{X: 1.5, Y: 3}, Per: mark.XY{X: -0.5, Y: 2}, Tip: "sets p", Act: 3}
		if along == mark.Listed {
			h.MovesX, h.MovesY, h.Inside = []int{0, 2}, []int{1}, [2]mark.XY{{X: 3, Y: 2}, {X: 1, Y: 4}}
		}
		svg := string(fragments(t, mark.Panel{X: axis, Y: axis, Marks: []mark.Mark{h}}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
		if n := strings.Count(svg, "data-drag"); n != 1 {
			t.Errorf("along %d: %d elements are to be dragged", along, n)
		}
	}
}

// A handle beyond the panel waits at its border; one that is nowhere is not drawn.
func TestHandlesStayOnThePanel(t *testing.T) {
	held := regexp.MustCompile(`data-held='([^']*)'`)
	for _, c := range []struct {
		at   mark.XY
		want string
	}{
		{mark.XY{X: -100, Y: 5}, "0.0000 0.5000"},
		{mark.XY{X: 1e9, Y: 99}, "1.0000 1.0000"},
		{mark.XY{X: math.NaN(), Y: 1}, ""},
	} {
		svg := string(fragments(t, mark.Panel{
			X: mark.Axis{Min: 0, Max: 10}, Y: mark.Axis{Min: 0, Max: 10}, Marks: []mark.Mark{mark.Handle{Param: "p", At: c.at}},
		}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
		got := ""
		if m := held.FindStringSubmatch(svg); m != nil {
			got = m[1]
		}
		if got != c.want {
			t.Errorf("%v is held at %q, want %q", c.at, got, c.want)
		}
	}
}

func TestHandlesOnLogarithmicAxes(t *testing.T) {
	for _, c := range []struct {
		x, y bool
		want string
	}{{true, false, "x"}, {false, true, "y"}, {true, true, "xy"}} {
		p := mark.Panel{
			X: mark.Axis{Min: 1, Max: 100, Log: c.x}, Y: mark.Axis{Min: 1, Max: 100, Log: c.y},
			Marks: []mark.Mark{mark.Handle{Param: "p", Along: mark.Vertical, At: mark.XY{X: 10, Y: 10}}},
		}
		svg := string(fragments(t, p, viz.Options{Size: viz.Size{W: 300, H: 300}}))
		if want := fmt.Sprintf("data-log='%s'", c.want); !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
		if c.x && c.y && !strings.Contains(svg, "data-held='0.5000 0.5000'") {
			t.Errorf("10 is not half-way from 1 to 100 in\n%s", svg)
		}
	}
}

// Axes without a range of their own make room for what is held: a threshold for its
// value, an arrow for its foot as well.
func TestAxesMakeRoomForHandles(t *testing.T) {
	for along, holds := range map[mark.Along][]mark.XY{
		mark.Plane:      {{X: 3, Y: 7}},
		mark.Lift:       {{X: 3, Y: 7}},
		mark.Horizontal: {{X: 3, Y: 0.5}},
		mark.Vertical:   {{X: 0.5, Y: 7}},
		mark.Around:     {{X: 3, Y: 7}, {X: -4, Y: -5}},
		mark.Vector:     {{X: 3, Y: 7}, {X: -4, Y: -5}},
	} {
		pic, err := viz.Draw(mark.Panel{Marks: []mark.Mark{
			mark.Points{At: []mark.XY{{}, {X: 1, Y: 1}}},
			mark.Handle{Param: "p", Along: along, At: mark.XY{X: 3, Y: 7}, From: mark.XY{X: -4, Y: -5}, Legend: "held"},
		}}, viz.Options{Size: viz.Size{W: 300, H: 300}})
		if err != nil {
			t.Fatal(err)
		}
		for _, xy := range holds {
			if !pic.Window.Contains(xy.X, xy.Y) {
				t.Errorf("along %d: %v is not in %+v", along, xy, pic.Window)
			}
		}
		if along == mark.Horizontal && pic.Window.Y1 > 3 || along == mark.Vertical && pic.Window.X1 > 2 {
			t.Errorf("along %d: %+v makes room for what does not matter", along, pic.Window)
		}
		if len(pic.Legend) != 1 || pic.Legend[0].Text != "held" {
			t.Errorf("along %d: the legend is %v", along, pic.Legend)
		}
	}
}
