package viz_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"playground/algos"
	"playground/viz"
)

// A handle's dot says what it sets, how it moves and where it is.
func TestHandlesSayWhatTheySet(t *testing.T) {
	axis := algos.Axis{Min: 0, Max: 10}
	at := algos.XY{X: 2, Y: 5}
	for along, want := range map[algos.Along]string{
		algos.Plane:      `data-tip='sets p' data-drag='p' data-along='plane' data-held='0.2000 0.5000'/>`,
		algos.Horizontal: `data-drag='p' data-along='horizontal' data-held='0.2000 0.5000'/>`,
		algos.Vertical:   `data-drag='p' data-along='vertical' data-held='0.2000 0.5000'/>`,
		algos.Around:     `data-drag='p' data-along='around' data-held='0.2000 0.5000' data-from='1.5 3'/>`,
		algos.Vector:     `data-drag='p' data-along='vector' data-held='0.2000 0.5000' data-from='1.5 3'/>`,
		algos.Lift:       `data-drag='p' data-along='lift' data-held='0.2000 0.5000' data-from='1.5 3' data-per='-0.5 2'/>`,
		algos.Orbit:      `data-tip='sets p' data-drag='p' data-along='orbit' data-held='0.2000 0.5000'/>`,
	} {
		svg := string(fragments(t, algos.Panel{X: axis, Y: axis, Marks: []algos.Mark{
			algos.Handle{Param: "p", Along: along, At: at, From: algos.XY{X: 1.5, Y: 3}, Per: algos.XY{X: -0.5, Y: 2}, Tip: "sets p"},
		}}, viz.Options{Size: viz.Size{W: 300, H: 300}}))
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
		at   algos.XY
		want string
	}{
		{algos.XY{X: -100, Y: 5}, "0.0000 0.5000"},
		{algos.XY{X: 1e9, Y: 99}, "1.0000 1.0000"},
		{algos.XY{X: math.NaN(), Y: 1}, ""},
	} {
		svg := string(fragments(t, algos.Panel{
			X: algos.Axis{Min: 0, Max: 10}, Y: algos.Axis{Min: 0, Max: 10}, Marks: []algos.Mark{algos.Handle{Param: "p", At: c.at}},
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
		p := algos.Panel{
			X: algos.Axis{Min: 1, Max: 100, Log: c.x}, Y: algos.Axis{Min: 1, Max: 100, Log: c.y},
			Marks: []algos.Mark{algos.Handle{Param: "p", Along: algos.Vertical, At: algos.XY{X: 10, Y: 10}}},
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
	for along, holds := range map[algos.Along][]algos.XY{
		algos.Plane:      {{X: 3, Y: 7}},
		algos.Lift:       {{X: 3, Y: 7}},
		algos.Horizontal: {{X: 3, Y: 0.5}},
		algos.Vertical:   {{X: 0.5, Y: 7}},
		algos.Around:     {{X: 3, Y: 7}, {X: -4, Y: -5}},
		algos.Vector:     {{X: 3, Y: 7}, {X: -4, Y: -5}},
	} {
		pic, err := viz.Draw(algos.Panel{Marks: []algos.Mark{
			algos.Points{At: []algos.XY{{}, {X: 1, Y: 1}}},
			algos.Handle{Param: "p", Along: along, At: algos.XY{X: 3, Y: 7}, From: algos.XY{X: -4, Y: -5}, Legend: "held"},
		}}, viz.Options{Size: viz.Size{W: 300, H: 300}})
		if err != nil {
			t.Fatal(err)
		}
		for _, xy := range holds {
			if !pic.Window.Contains(xy.X, xy.Y) {
				t.Errorf("along %d: %v is not in %+v", along, xy, pic.Window)
			}
		}
		if along == algos.Horizontal && pic.Window.Y1 > 3 || along == algos.Vertical && pic.Window.X1 > 2 {
			t.Errorf("along %d: %+v makes room for what does not matter", along, pic.Window)
		}
		if len(pic.Legend) != 1 || pic.Legend[0].Text != "held" {
			t.Errorf("along %d: the legend is %v", along, pic.Legend)
		}
	}
}
