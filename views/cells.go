package views

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/a-h/templ"

	"playground/algos"
)

// A CellBrush is a brush as the page's scripts know it, with its name in the page's language.
type CellBrush struct {
	Value float64 `json:"value"`
	Name  string  `json:"name"`
}

// cellsFor tells scripts which cells the demo takes; nothing where it takes none.
func cellsFor(ctx context.Context, in *algos.CellsInput) templ.Attributes {
	if in == nil {
		return nil
	}
	rows, cols := in.Shape()
	form := struct {
		Rows    [2]int            `json:"rows"`
		Cols    [2]int            `json:"cols"`
		Low     float64           `json:"low"`
		High    float64           `json:"high"`
		Blank   float64           `json:"blank"`
		Brushes []CellBrush       `json:"brushes"`
		When    map[string]string `json:"when"`
		Row     string            `json:"row"`
		Col     string            `json:"col"`
	}{
		Rows: [2]int{rows.Least, rows.Most}, Cols: [2]int{cols.Least, cols.Most}, Low: in.Low, High: in.High, Blank: in.Blank(),
		Brushes: brushesOf(ctx, in), When: in.When, Row: t(ctx, "cells.row"), Col: t(ctx, "cells.column"),
	}
	if in.Row != "" {
		form.Row = said(ctx, in.Row)
	}
	if in.Col != "" {
		form.Col = said(ctx, in.Col)
	}
	text, err := json.Marshal(form)
	if err != nil {
		panic(err) // numbers, texts and lists of them
	}
	return templ.Attributes{"data-cells": string(text)}
}

// brushesOf are the brushes of a demo.
func brushesOf(ctx context.Context, in *algos.CellsInput) []CellBrush {
	brushes := []CellBrush{}
	for _, b := range in.Brushes {
		brushes = append(brushes, CellBrush{b.Value, said(ctx, b.Name)})
	}
	return brushes
}

// inkOf is how dark a brush's swatch is, from 0 to 1.
func inkOf(in *algos.CellsInput, value float64) string {
	low, high := in.Low, in.High
	for _, b := range in.Brushes {
		low, high = min(low, b.Value), max(high, b.Value)
	}
	if low == high {
		return "1"
	}
	return strconv.FormatFloat((value-low)/(high-low), 'g', 3, 64)
}
