package views

import (
	"context"
	"encoding/json"
	"strconv"

	"playground/algos/input"

	"github.com/a-h/templ"
)

// A CellBrush is a brush as the page's scripts know it, with its name in the page's language.
type CellBrush struct {
	Value float64 `json:"value"`
	Name  string  `json:"name"`
}

// A cellForm is what scripts know of a grid of cells.
type cellForm struct {
	Name    string      `json:"name"`
	Rows    [2]int      `json:"rows"`
	Cols    [2]int      `json:"cols"`
	Low     float64     `json:"low"`
	High    float64     `json:"high"`
	Blank   float64     `json:"blank"`
	Brushes []CellBrush `json:"brushes"`
	Row     string      `json:"row"`
	Col     string      `json:"col"`
}

func formOf(ctx context.Context, in *input.Cells) cellForm {
	rows, cols := in.Shape()
	f := cellForm{
		Name: in.Name, Rows: [2]int{rows.Least, rows.Most}, Cols: [2]int{cols.Least, cols.Most},
		Low: in.Low, High: in.High, Blank: in.Blank(), Brushes: brushesOf(ctx, in), Row: t(ctx, "cells.row"), Col: t(ctx, "cells.column"),
	}
	if in.Row != "" {
		f.Row = said(ctx, in.Row)
	}
	if in.Col != "" {
		f.Col = said(ctx, in.Col)
	}
	return f
}

// gridsOf are all grids that a demo takes, the first one before the others.
func gridsOf(in *input.Cells) []*input.Cells {
	all := []*input.Cells{in}
	for k := range in.Layers {
		all = append(all, &in.Layers[k])
	}
	return all
}

// layersOf are all grids of a demo that takes several; none of others.
func layersOf(in *input.Cells) []*input.Cells {
	if len(in.Layers) == 0 {
		return nil
	}
	return gridsOf(in)
}

// cellsFor tells scripts which cells the demo takes; nothing where it takes none.
func cellsFor(ctx context.Context, in *input.Cells) templ.Attributes {
	if in == nil {
		return nil
	}
	form := struct {
		Grids []cellForm        `json:"grids"`
		When  map[string]string `json:"when"`
	}{When: in.When}
	for _, x := range gridsOf(in) {
		form.Grids = append(form.Grids, formOf(ctx, x))
	}
	text, err := json.Marshal(form)
	if err != nil {
		panic(err) // numbers, texts and lists of them
	}
	return templ.Attributes{"data-cells": string(text)}
}

// layerID is an id of an element of a grid: with its name, where there are several.
func layerID(id string, in *input.Cells) string {
	if in.Name == "" {
		return id
	}
	return id + "-" + in.Name
}

// brushesOf are the brushes of a demo.
func brushesOf(ctx context.Context, in *input.Cells) []CellBrush {
	brushes := []CellBrush{}
	for _, b := range in.Brushes {
		brushes = append(brushes, CellBrush{b.Value, said(ctx, b.Name)})
	}
	return brushes
}

// brushLabel is what the brushes of a grid are called.
func brushLabel(ctx context.Context, in *input.Cells) string {
	if in.Name == "" {
		return t(ctx, "cells.brush")
	}
	return t(ctx, "cells.brush-layer", said(ctx, in.Title))
}

// inkOf is how dark a brush's swatch is, from 0 to 1.
func inkOf(in *input.Cells, value float64) string {
	low, high := in.Low, in.High
	for _, b := range in.Brushes {
		low, high = min(low, b.Value), max(high, b.Value)
	}
	if low == high {
		return "1"
	}
	return strconv.FormatFloat((value-low)/(high-low), 'g', 3, 64)
}
