package algotest

import (
	"context"
	"iter"
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

func TestHands(t *testing.T) {
	type options struct {
		at  [2]float64
		cut float64
		n   int
		eye [2]float64
	}
	demo := algos.Define(algos.Demo{ID: "d", Input: algos.Input{Points: &algos.PointsInput{Dims: []int{2}, Target: dataset.Classes, Classes: 2}}}, func(o *options, s *param.Set) {
		s.Point(&o.at, "at", [2]float64{}, 10)
		s.Float(&o.cut, "cut", 0, -1, 1)
		s.Int(&o.n, "n", 1, 1, 3)
		s.Point(&o.eye, "eye", [2]float64{}, 180).View()
	}, func(context.Context, algos.Problem, options) (iter.Seq[algos.Step], error) { return nil, nil })
	own := demo
	own.Input = algos.Input{}

	panel := func(edits string, marks ...algos.Mark) []algos.Panel {
		return []algos.Panel{{ID: "board", Edits: edits, Marks: marks}}
	}
	handle := func(name string, along algos.Along) algos.Mark {
		return algos.Handle{Param: name, Along: along, Tip: "sets it"}
	}
	lifted := func(name string, x float64) algos.Mark {
		return algos.Handle{Param: name, Along: algos.Lift, At: algos.XY{X: x}, Per: algos.XY{X: 1}, Tip: "sets it"}
	}
	for name, c := range map[string]struct {
		demo   algos.Demo
		panels []algos.Panel
		fault  string // "" for none
	}{
		"sound": {demo, append(panel("data", handle("at", algos.Plane), handle("cut", algos.Horizontal)),
			algos.Panel{ID: "side", Edits: "data", Marks: []algos.Mark{handle("at", algos.Vector), handle("cut", algos.Around)}}), ""},
		"own":            {own, panel("", handle("cut", algos.Vertical)), ""},
		"no parameter":   {demo, panel("data", handle("nothing", algos.Plane)), "no such parameter"},
		"place of one":   {demo, panel("data", handle("cut", algos.Plane)), "sets a point"},
		"vector of one":  {demo, panel("data", handle("cut", algos.Vector)), "sets a point"},
		"threshold of 2": {demo, panel("data", handle("at", algos.Horizontal)), "sets a float"},
		"level of 2":     {demo, panel("data", handle("at", algos.Vertical)), "sets a float"},
		"angle of 2":     {demo, panel("data", handle("at", algos.Around)), "sets a float"},
		"whole number":   {demo, panel("data", handle("n", algos.Horizontal)), "is a int"},
		"turned run":     {demo, panel("data", handle("at", algos.Orbit)), "leave the run alone"},
		"orbit of one":   {demo, panel("data", handle("cut", algos.Orbit)), "sets a point"},
		"orbit":          {demo, panel("data", handle("eye", algos.Orbit)), ""},
		"lift of one":    {demo, panel("data", lifted("cut", 0)), "sets a point"},
		"idle lift":      {demo, panel("data", handle("at", algos.Lift)), "moves nothing"},
		"two lifts":      {demo, panel("data", lifted("at", 0), lifted("at", 1)), ""},
		"lifted twice":   {demo, panel("data", lifted("at", 1), lifted("at", 1)), "two handles"},
		"no way":         {demo, panel("data", handle("at", 8)), "no way"},
		"twice":          {demo, panel("data", handle("at", algos.Plane), handle("at", algos.Plane)), "two handles"},
		"silent":         {demo, panel("data", algos.Handle{Param: "at"}), "what it sets"},
		"no cells":       {demo, append(panel("data"), algos.Panel{ID: "side", Edits: algos.EditsCells}), "the demo takes none"},
		"odd edits":      {demo, append(panel("data"), algos.Panel{ID: "side", Edits: "at"}), "which is nothing"},
		"nothing to do":  {demo, panel(""), "no panel edits"},
		"own and data":   {own, panel("data"), "takes no points"},
	} {
		faults := hands(c.demo, c.panels)
		for _, p := range c.panels {
			for _, m := range p.Marks {
				faults = append(faults, stuck(m, c.demo.Schema())...)
			}
		}
		switch {
		case c.fault == "" && len(faults) > 0:
			t.Errorf("%s: %q", name, faults)
		case c.fault != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.fault)):
			t.Errorf("%s: %q, want %q", name, faults, c.fault)
		}
	}
}

// A handle that lifts a place has to stand where the parameter says.
func TestLiftsStandWhereTheParameterSays(t *testing.T) {
	has := algos.XY{X: 2, Y: -3}
	for at, faults := range map[float64]int{1: 0, 1.5: 1, math.NaN(): 1} {
		lift := algos.Handle{Param: "line", Along: algos.Lift, At: algos.XY{X: 4, Y: at}, From: algos.XY{X: 1, Y: -1}, Per: algos.XY{X: 1, Y: -2}}
		if got := unlifted([]algos.Panel{{ID: "board", Marks: []algos.Mark{lift}}}, "line", has); len(got) != faults {
			t.Errorf("at the height %g: %q", at, got)
		}
	}
}

// A threshold that stands elsewhere than its parameter says would jump when it is touched.
func TestThresholdsStandWhereTheParameterSays(t *testing.T) {
	type options struct{ cut float64 }
	d := algos.Define(algos.Demo{ID: "d"}, func(o *options, s *param.Set) { s.Float(&o.cut, "cut", 0.5, -1, 1) },
		func(context.Context, algos.Problem, options) (iter.Seq[algos.Step], error) { return nil, nil })
	for _, c := range []struct {
		along  algos.Along
		at     algos.XY
		v      param.Values
		faults int
	}{
		{algos.Horizontal, algos.XY{X: 0.5, Y: 7}, nil, 0},
		{algos.Vertical, algos.XY{X: 7, Y: 0.5}, nil, 0},
		{algos.Horizontal, algos.XY{X: 0.25}, param.Values{"cut": "0.25"}, 0},
		{algos.Horizontal, algos.XY{X: 0.5}, param.Values{"cut": "0.25"}, 1},
		{algos.Vertical, algos.XY{X: 0.5}, nil, 1},
	} {
		h := algos.Handle{Param: "cut", Along: c.along, At: c.at}
		if got := unset(d, []algos.Panel{{ID: "side", Marks: []algos.Mark{h}}}, c.v); len(got) != c.faults {
			t.Errorf("%+v with %v: %q", h, c.v, got)
		}
	}
}
