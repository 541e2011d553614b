package algotest

import (
	"context"
	"iter"
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/painted"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

func TestHands(t *testing.T) {
	type options struct {
		at  [2]float64
		cut float64
		n   int
		eye [2]float64
		all []float64
		sum []float64
	}
	demo := algos.Define(algos.Demo{ID: "d", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.Classes, Classes: 2}}}, func(o *options, s *param.Set) {
		s.Point(&o.at, "at", [2]float64{}, 10)
		s.Float(&o.cut, "cut", 0, -1, 1)
		s.Int(&o.n, "n", 1, 1, 3)
		s.Point(&o.eye, "eye", [2]float64{}, 180).View()
		s.Numbers(&o.all, "all", []float64{0, 1}, -4, 4).Count(1, 4)
		s.Numbers(&o.sum, "sum", []float64{0.5, 0.5}, 0, 1).Distribution()
	}, func(context.Context, algos.Problem, options) (iter.Seq[algos.Step], error) { return nil, nil })
	own := demo
	own.Input = input.Spec{}

	panel := func(edits string, marks ...mark.Mark) []mark.Panel {
		return []mark.Panel{{ID: "board", Edits: edits, Marks: marks}}
	}
	handle := func(name string, along mark.Along) mark.Mark {
		return mark.Handle{Param: name, Along: along, Tip: "sets it"}
	}
	lifted := func(name string, x float64) mark.Mark {
		return mark.Handle{Param: name, Along: mark.Lift, At: mark.XY{X: x}, Per: mark.XY{X: 1}, Tip: "sets it"}
	}
	listed := func(name string, x []int, y ...int) mark.Mark {
		return mark.Handle{Param: name, Along: mark.Listed, MovesX: x, MovesY: y, Tip: "sets it"}
	}
	for name, c := range map[string]struct {
		demo   algos.Demo
		panels []mark.Panel
		fault  string // "" for none
	}{
		"sound": {demo, append(panel("data", handle("at", mark.Plane), handle("cut", mark.Horizontal)),
			mark.Panel{ID: "side", Edits: "data", Marks: []mark.Mark{handle("at", mark.Vector), handle("cut", mark.Around)}}), ""},
		"own":            {own, panel("", handle("cut", mark.Vertical)), ""},
		"no parameter":   {demo, panel("data", handle("nothing", mark.Plane)), "no such parameter"},
		"place of one":   {demo, panel("data", handle("cut", mark.Plane)), "sets a point"},
		"vector of one":  {demo, panel("data", handle("cut", mark.Vector)), "sets a point"},
		"threshold of 2": {demo, panel("data", handle("at", mark.Horizontal)), "sets a float"},
		"level of 2":     {demo, panel("data", handle("at", mark.Vertical)), "sets a float"},
		"angle of 2":     {demo, panel("data", handle("at", mark.Around)), "sets a float"},
		"whole number":   {demo, panel("data", handle("n", mark.Horizontal)), ""},
		"whole level":    {demo, panel("data", handle("n", mark.Vertical)), ""},
		"whole angle":    {demo, panel("data", handle("n", mark.Around)), "is a int"},
		"bars":           {demo, panel("data", listed("all", nil, 0), listed("all", nil, 1), listed("all", []int{3}, 0)), ""},
		"same bar":       {demo, panel("data", listed("all", nil, 1), listed("all", nil, 1)), "two handles"},
		"list of one":    {demo, panel("data", listed("cut", nil, 0)), "sets a numbers"},
		"threshold of n": {demo, panel("data", handle("all", mark.Horizontal)), "is a numbers"},
		"idle bar":       {demo, panel("data", listed("all", nil)), "moves none"},
		"fifth of four":  {demo, panel("data", listed("all", nil, 4)), "there are 4 at most"},
		"bar twice":      {demo, panel("data", listed("all", []int{2}, 2)), "twice"},
		"two shares":     {demo, panel("data", listed("sum", []int{0}, 1)), "whose sum would change"},
		"turned run":     {demo, panel("data", handle("at", mark.Orbit)), "leave the run alone"},
		"orbit of one":   {demo, panel("data", handle("cut", mark.Orbit)), "sets a point"},
		"orbit":          {demo, panel("data", handle("eye", mark.Orbit)), ""},
		"lift of one":    {demo, panel("data", lifted("cut", 0)), "sets a point"},
		"idle lift":      {demo, panel("data", handle("at", mark.Lift)), "moves nothing"},
		"two lifts":      {demo, panel("data", lifted("at", 0), lifted("at", 1)), ""},
		"lifted twice":   {demo, panel("data", lifted("at", 1), lifted("at", 1)), "two handles"},
		"no way":         {demo, panel("data", handle("at", 9)), "no way"},
		"twice":          {demo, panel("data", handle("at", mark.Plane), handle("at", mark.Plane)), "two handles"},
		"silent":         {demo, panel("data", mark.Handle{Param: "at"}), "what it sets"},
		"no cells":       {demo, append(panel("data"), mark.Panel{ID: "side", Edits: mark.EditsCells}), "the demo takes none"},
		"no such layer":  {painted.Filtered(), []mark.Panel{{ID: "side", Edits: mark.EditsCells, Grid: "walls"}}, `walls of cells, and the demo has ["image" "filter"]`},
		"layer to read":  {painted.Filtered(), []mark.Panel{{ID: "side", Grid: "filter"}}, "names the layer filter of cells, and does not edit it"},
		"odd edits":      {demo, append(panel("data"), mark.Panel{ID: "side", Edits: "at"}), "which is nothing"},
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
	has := mark.XY{X: 2, Y: -3}
	for at, faults := range map[float64]int{1: 0, 1.5: 1, math.NaN(): 1} {
		lift := mark.Handle{Param: "line", Along: mark.Lift, At: mark.XY{X: 4, Y: at}, From: mark.XY{X: 1, Y: -1}, Per: mark.XY{X: 1, Y: -2}}
		if got := unlifted([]mark.Panel{{ID: "board", Marks: []mark.Mark{lift}}}, "line", has); len(got) != faults {
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
		along  mark.Along
		at     mark.XY
		v      param.Values
		faults int
	}{
		{mark.Horizontal, mark.XY{X: 0.5, Y: 7}, nil, 0},
		{mark.Vertical, mark.XY{X: 7, Y: 0.5}, nil, 0},
		{mark.Horizontal, mark.XY{X: 0.25}, param.Values{"cut": "0.25"}, 0},
		{mark.Horizontal, mark.XY{X: 0.5}, param.Values{"cut": "0.25"}, 1},
		{mark.Vertical, mark.XY{X: 0.5}, nil, 1},
	} {
		h := mark.Handle{Param: "cut", Along: c.along, At: c.at}
		if got := unset(d, []mark.Panel{{ID: "side", Marks: []mark.Mark{h}}}, c.v); len(got) != c.faults {
			t.Errorf("%+v with %v: %q", h, c.v, got)
		}
	}
}

// The top of a bar stands where its number says.
func TestBarsStandWhereTheirNumbersSay(t *testing.T) {
	type options struct{ all, sum []float64 }
	d := algos.Define(algos.Demo{ID: "d"}, func(o *options, s *param.Set) {
		s.Numbers(&o.all, "all", []float64{1, 2}, -4, 4).Count(1, 4)
		s.Numbers(&o.sum, "sum", []float64{0.5, 0.5}, 0, 1).Distribution()
	}, func(context.Context, algos.Problem, options) (iter.Seq[algos.Step], error) { return nil, nil })
	for _, c := range []struct {
		h      mark.Handle
		v      param.Values
		faults int
	}{
		{mark.Handle{Param: "all", MovesY: []int{1}, At: mark.XY{X: 9, Y: 2}}, nil, 0},
		{mark.Handle{Param: "all", MovesX: []int{0}, MovesY: []int{1}, At: mark.XY{X: 1, Y: 2}}, nil, 0},
		{mark.Handle{Param: "all", MovesX: []int{0}, MovesY: []int{1}, At: mark.XY{X: 2, Y: 1}}, nil, 2},
		{mark.Handle{Param: "all", MovesY: []int{1}, At: mark.XY{Y: 3}}, param.Values{"all": "0 3"}, 0},
		{mark.Handle{Param: "all", MovesY: []int{1}, At: mark.XY{Y: 3}}, nil, 1},
		{mark.Handle{Param: "all", MovesY: []int{2}, At: mark.XY{Y: 3}}, nil, 1},
		{mark.Handle{Param: "sum", MovesY: []int{0}, At: mark.XY{Y: 0.4999995}}, param.Values{"sum": "0.5 0.500001"}, 0},
		{mark.Handle{Param: "all", MovesY: []int{0, 1}, At: mark.XY{Y: 7}}, nil, 0},
	} {
		c.h.Along = mark.Listed
		if got := unset(d, []mark.Panel{{ID: "side", Marks: []mark.Mark{c.h}}}, c.v); len(got) != c.faults {
			t.Errorf("%+v with %v: %q", c.h, c.v, got)
		}
	}
}
