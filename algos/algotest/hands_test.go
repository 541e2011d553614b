package algotest

import (
	"context"
	"iter"
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
	}
	demo := algos.Define(algos.Demo{ID: "d", Input: algos.Input{Points: &algos.PointsInput{Target: dataset.Classes}}}, func(o *options, s *param.Set) {
		s.Point(&o.at, "at", [2]float64{}, 10)
		s.Float(&o.cut, "cut", 0, -1, 1)
		s.Int(&o.n, "n", 1, 1, 3)
	}, func(context.Context, algos.Problem, options) (iter.Seq[algos.Step], error) { return nil, nil })
	own := demo
	own.Input = algos.Input{}

	panel := func(edits string, marks ...algos.Mark) []algos.Panel {
		return []algos.Panel{{ID: "board", Edits: edits, Marks: marks}}
	}
	handle := func(name string, along algos.Along) algos.Mark {
		return algos.Handle{Param: name, Along: along, Tip: "sets it"}
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
		"no way":         {demo, panel("data", handle("at", 7)), "no way"},
		"twice":          {demo, panel("data", handle("at", algos.Plane), handle("at", algos.Plane)), "two handles"},
		"silent":         {demo, panel("data", algos.Handle{Param: "at"}), "what it sets"},
		"odd edits":      {demo, append(panel("data"), algos.Panel{ID: "side", Edits: "at"}), "which is nothing"},
		"nothing to do":  {demo, panel(""), "no panel edits"},
		"own and data":   {own, panel("data"), "makes its own"},
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
