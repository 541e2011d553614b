package algos_test

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/drawn"
	"playground/algos/algotest/either"
	"playground/algos/algotest/painted"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// A demo of cells takes grids of its shapes and values, or none; others refuse them.
func TestCellsInput(t *testing.T) {
	d := painted.Demo()
	if in := d.Input; in.Limit() != 8 || in.Task() != "cells" || in.Own() || in.Supervised() || in.Either() || in.Classified() {
		t.Errorf("limit %d, task %s", in.Limit(), in.Task())
	}
	strict := painted.Demo()
	strict.Input.Cells = &input.Cells{Brushes: []input.Brush{{Value: 1, Name: "wall"}, {Value: -2, Name: "goal"}}}
	points := dataset.Classed([3]float64{0, 0, 1})
	for _, c := range []struct {
		name string
		demo algos.Demo
		data dataset.Source
		want string
	}{
		{"none", d, dataset.Source{}, ""},
		{"a grid", d, dataset.Grid([]float64{0, 0.25, 1}), ""},
		{"rows", d, dataset.Celled(dataset.NewCells(9, 2, 0)), "the cells have 9 rows: sums takes from 1 to 8"},
		{"columns", d, dataset.Celled(dataset.NewCells(1, 7, 0)), "the cells have 7 columns: sums takes from 2 to 6"},
		{"column", d, dataset.Celled(dataset.NewCells(1, 1, 0)), "the cells have 1 column: sums takes from 2 to 6"},
		{"value", d, dataset.Grid([]float64{0, 0}, []float64{0, 1.5}), "row 2, column 2: 1.5 is not between 0 and 1"},
		{"brushes", strict, dataset.Grid([]float64{1, -2}), ""},
		{"no brush", strict, dataset.Grid([]float64{1, 0}), "row 1, column 2: 0 is not one of 1, −2"},
		{"points", d, points, "sums takes cells, a grid of numbers, not points"},
		{"cells for a graph", drawn.Demo(), dataset.Grid([]float64{0, 1}), "degrees takes no cells"},
		{"cells for points or a table", either.Demo(), dataset.Grid([]float64{0, 1}), "means takes no cells"},
	} {
		r := algos.Recipe{Demo: c.demo.ID, Data: c.data}
		p, err := r.Problem()
		if err != nil {
			t.Fatal(err)
		}
		err = c.demo.Check(p, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if kind := c.demo.Takes(c.data); c.want == "" && kind != nil || strings.Contains(c.want, "takes no cells") && kind == nil {
			t.Errorf("%s: taken: %v", c.name, kind)
		}
	}
	if bad := (algos.Recipe{Data: dataset.Grid([]float64{0, math.NaN()})}); true {
		if _, err := bad.Problem(); err == nil || !strings.Contains(err.Error(), "row 1, column 2: NaN is not a finite number") {
			t.Errorf("NaN: %v", err)
		}
	}
}

// A link holds the grid, and a preset's grid stays out of it.
func TestCellsInLinks(t *testing.T) {
	d := painted.Demo()
	r, err := d.Recipe("painted")
	if err != nil {
		t.Fatal(err)
	}
	q, err := r.Query(d)
	if err != nil || q.Get("data") != "" {
		t.Errorf("a preset's cells are written: %v, %v", q, err)
	}
	r.Data = dataset.Grid([]float64{0, 0.125}, []float64{1, 1})
	if q, err = r.Query(d); err != nil || q.Get("data") != "c2x2~0_0.125~1_1" {
		t.Errorf("the query is %v, %v", q, err)
	}
	back, err := d.ParseRecipe(q)
	if err != nil || !back.Data.Equal(r.Data) {
		t.Errorf("read back: %v, %v", back, err)
	}
}

func TestCellsCounted(t *testing.T) {
	d := painted.Demo()
	in := d.Input.Cells
	if in.Counted(d.Schema(), nil) || !in.Counted(d.Schema(), param.Values{"grid": "painted"}) || !(&input.Cells{}).Counted(d.Schema(), nil) {
		t.Error("whether the cells count is not read off the parameters")
	}
	r := algos.Recipe{Preset: "ones"}.Painted(in, dataset.Celled(dataset.NewCells(1, 2, 1)))
	if r.Params["grid"] != "painted" || r.Data.String() != "c1x2~1_1" {
		t.Errorf("painted: %v", r)
	}
	if (&input.Cells{Low: -1, High: 1}).Blank() != 0 || (&input.Cells{Low: 2, High: 3}).Blank() != 2 ||
		(&input.Cells{Brushes: []input.Brush{{Value: 7, Name: "free"}}}).Blank() != 7 {
		t.Error("the value of a blank cell")
	}
}
