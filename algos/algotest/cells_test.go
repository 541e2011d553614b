package algotest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/painted"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// The contract runs a demo on grids that it takes, and sees whether it refuses others.
func TestContractOnCells(t *testing.T) {
	d, ctx := painted.Demo(), context.Background()
	for _, in := range []*input.Cells{
		d.Input.Cells, {Brushes: []input.Brush{{Value: 2, Name: "wall"}, {Value: -1, Name: "goal"}}}, {Rows: input.Span{Least: 1, Most: 1}, Low: -3, High: 5},
	} {
		d.Input.Cells = in
		if len(paintings(d)) == 0 {
			t.Error("a demo of cells has no grids to run on")
		}
		for _, g := range paintings(d) {
			if _, err := g.data.Load(); err != nil || in.Refuses(g.data.Cells, d.ID) != "" {
				t.Errorf("%s: %v, %s", g.name, err, in.Refuses(g.data.Cells, d.ID))
			}
		}
	}
	d = painted.Demo()
	r := &report{}
	r.onPaintings(ctx, d, nil, true)
	r.onPaintings(ctx, d, nil, false)
	r.cellLimits(ctx, d)
	if len(r.faults) > 0 {
		t.Errorf("the demo has faults: %q", r.faults)
	}
	tight := painted.Demo()
	tight.Input.Cells = &input.Cells{Rows: input.Span{Most: 8}, Cols: input.Span{Most: 6}}
	if r = (&report{}); true {
		r.runOn(ctx, tight, "values", algos.Problem{Cells: d.Presets[0].Data.Cells}, nil, 4, false)
		if len(r.faults) == 0 || !strings.Contains(r.faults[0], "is not one of") {
			t.Errorf("a grid that is refused has the faults %q", r.faults)
		}
	}
}

// Of a demo of several layers each is painted in every shape, beside the others, and each has
// its limits.
func TestContractOnLayers(t *testing.T) {
	d, ctx := painted.Filtered(), context.Background()
	seen := map[string]bool{}
	for _, g := range paintings(d) {
		if _, err := g.data.Load(); err != nil || d.Takes(g.data) != nil || len(g.data.Layers) != 1 {
			t.Errorf("%s: %v, %v, %v", g.name, err, d.Takes(g.data), g.data)
		}
		image, filter := g.data.Cells, g.data.Layers[0]
		seen[fmt.Sprint(image.Rows, image.Cols)], seen[fmt.Sprint("f", filter.Rows, filter.Cols)] = true, true
	}
	if !seen["8 2"] || !seen["2 8"] || !seen["f2 1"] || !seen["f1 2"] || !seen["4 4"] {
		t.Errorf("the layers have the shapes %v alone", seen)
	}
	r := &report{}
	r.onPaintings(ctx, d, nil, true)
	r.onPaintings(ctx, d, nil, false)
	r.cellLimits(ctx, d)
	handled(ctx, d, r)
	steps, err := takeOf(ctx, d, paintings(d)[0].problem(), nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if faults := append(r.faults, hands(d, steps[0].Panels())...); len(faults) > 0 {
		t.Errorf("the demo has faults: %q", faults)
	}
}

// A layer that readers cannot paint is a fault.
func TestEveryLayerIsPainted(t *testing.T) {
	for _, c := range []struct {
		painted []string
		faults  int
	}{
		{[]string{"", "filter"}, 0}, {[]string{"image", "filter"}, 0}, {[]string{""}, 1}, {[]string{"filter"}, 1}, {nil, 2},
	} {
		r, of := &report{}, map[string]bool{}
		for _, name := range c.painted {
			of[name] = true
		}
		if r.unpainted(painted.Filtered(), of); len(r.faults) != c.faults {
			t.Errorf("%q are painted: %q", c.painted, r.faults)
		}
	}
	r := &report{}
	if r.unpainted(painted.Demo(), nil); len(r.faults) > 0 {
		t.Errorf("a demo of one grid has the faults %q", r.faults)
	}
}

// What is wrong with the description of layers is a fault.
func TestLayersAreDescribed(t *testing.T) {
	for want, spoil := range map[string]func(in *input.Cells){
		"which needs no name":     func(in *input.Cells) { in.Layers = nil },
		"two layers are called":   func(in *input.Cells) { in.Layers[0].Name = in.Name },
		`is called "Fil ter"`:     func(in *input.Cells) { in.Layers[0].Name = "Fil ter" },
		"has no title":            func(in *input.Cells) { in.Layers[0].Title = "" },
		"has no Start":            func(in *input.Cells) { in.Layers[0].Start = dataset.Cells{} },
		"has other limits than":   func(in *input.Cells) { in.Alike = true },
		"a When or an Alike":      func(in *input.Cells) { in.Layers[0].When = param.Pairs("a", "b") },
		"takes 5 layers of cells": func(in *input.Cells) { in.Layers = append(in.Layers, in.Layers[0], in.Layers[0], in.Layers[0]) },
		"has another size than": func(in *input.Cells) {
			in.Alike, in.Layers[0].Rows, in.Layers[0].Cols = true, in.Rows, in.Cols
		},
	} {
		d, r := painted.Filtered(), &report{}
		spoil(d.Input.Cells)
		if r.layers(d); !slices.ContainsFunc(r.faults, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("the faults are %q, want %q", r.faults, want)
		}
	}
}
