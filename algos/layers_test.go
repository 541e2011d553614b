package algos_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/drawn"
	"playground/algos/algotest/painted"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

// alike is a demo of an image and labels of one size.
func alike(start func(algos.Problem)) algos.Demo {
	in := &input.Cells{
		Name: "image", Title: "Image", High: 1, Start: dataset.NewCells(2, 2, 0), Alike: true,
		Layers: []input.Cells{{Name: "labels", Title: "Labels", Brushes: []input.Brush{{Value: 0, Name: "ground"}, {Value: 1, Name: "figure"}}, Start: dataset.NewCells(2, 2, 1)}},
	}
	return algos.Define(algos.Demo{ID: "alike", Input: input.Spec{Cells: in}, Presets: []algos.Preset{{ID: "blank"}}},
		func(*struct{}, *param.Set) {},
		func(_ context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
			start(p)
			return nil, algos.Refuse("That is all.")
		})
}

// A demo of several grids declares each as a layer with a name, and a run takes them by it.
func Example_layers() {
	demo := alike(func(p algos.Problem) {
		fmt.Println(p.Layer("image").Values, p.Layer("labels").Values)
	})
	for _, data := range []dataset.Source{{}, dataset.Grid([]float64{0, 0.5, 1}), dataset.Grid([]float64{0.5}).With("labels", []float64{0})} {
		if _, err := (algos.Recipe{Data: data}).Run(context.Background(), demo); err != nil {
			panic(err)
		}
	}
	problem, _ := algos.Recipe{Data: dataset.Grid([]float64{0.5}).With("labels", []float64{0, 1})}.Problem()
	fmt.Println(demo.Check(problem, nil))
	// Output:
	// [0 0 0 0] [1 1 1 1]
	// [0 0.5 1] [1 1 0]
	// [0.5] [0]
	// data: layer labels has 1 row and 2 columns, and layer image has 1 row and 1 column: alike takes layers of one size
}

// Layers are taken by their names, each within its own limits; others are refused in words.
func TestLayersAreRefused(t *testing.T) {
	filtered, same := painted.Filtered(), alike(func(algos.Problem) {})
	image := dataset.Grid([]float64{0, 0.5}, []float64{1, 1})
	for _, c := range []struct {
		name string
		demo algos.Demo
		data dataset.Source
		want string
	}{
		{"none", filtered, dataset.Source{}, ""},
		{"the first alone", filtered, image, ""},
		{"both", filtered, image.With("filter", []float64{-1, 1}), ""},
		{"a first one that is too large", filtered, dataset.Celled(dataset.NewCells(9, 2, 0)), "layer image: the cells have 9 rows: filtered takes from 2 to 8"},
		{"columns", filtered, image.With("filter", []float64{0, 0, 0}), "layer filter: the cells have 3 columns: filtered takes from 1 to 2"},
		{"value", filtered, image.With("filter", []float64{0.5}), "layer filter: row 1, column 1: 0.5 is not one of 0, −1, 1"},
		{"unknown", filtered, image.With("walls", []float64{0}), "there is no layer walls: filtered takes the layers image, filter"},
		{"the first by its name", filtered, image.With("image", []float64{0}), "there is no layer image: filtered takes the layers image, filter"},
		{"layers for one grid", painted.Demo(), dataset.Grid([]float64{0, 1}).With("walls", []float64{0}), "there is a layer walls: sums takes cells in one layer"},
		{"layers for a graph", drawn.Demo(), image.With("walls", []float64{0}), "degrees takes no cells"},
		{"sizes", same, image.With("labels", []float64{0, 1}), "1 row and 2 columns, and layer image has 2 rows and 2 columns: alike takes layers of one size"},
		{"one size", same, image.With("labels", []float64{0, 1}, []float64{1, 1}), ""},
		{"a first one of another size", same, dataset.Grid([]float64{0, 1, 1}), ""},
	} {
		p, err := algos.Recipe{Demo: c.demo.ID, Data: c.data}.Problem()
		if err != nil {
			t.Fatal(err)
		}
		err = c.demo.Check(p, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		refused, ok := err.(*param.Error)
		if ok && strings.Contains(c.want, "layer ") && refused.Message.In(c.demo.Book("zh")) == refused.Message.String() {
			t.Errorf("%s: %s is not said in Chinese", c.name, refused.Message)
		}
	}
}

// A link holds all layers, a preset's stay out of it, and a link of one grid opens with Start.
func TestLayersInLinks(t *testing.T) {
	d := painted.Filtered()
	r, err := d.Recipe("edge")
	if err != nil {
		t.Fatal(err)
	}
	if q, err := r.Query(d); err != nil || q.Get("data") != "" {
		t.Errorf("a preset's layers are written: %v, %v", q, err)
	}
	r.Data = d.Input.Cells.Put(r.Data, "filter", dataset.Grid([]float64{1, 0}).Cells)
	q, err := r.Query(d)
	if err != nil || q.Get("data") != "c3x4~0_0_1_1~0_0_1_1~0_0_1_1~lfilter~c1x2~1_0" {
		t.Errorf("the query is %v, %v", q, err)
	}
	back, err := d.ParseRecipe(q)
	if err != nil || !back.Data.Equal(r.Data) {
		t.Errorf("read back: %v, %v", back, err)
	}
	q.Set("data", "c2x2~0_1~0_1")
	if back, err = d.ParseRecipe(q); err != nil {
		t.Fatal(err)
	}
	if all := d.Input.Cells.All(back.Data); all[1].At(0, 0) != -1 || all[0].At(1, 1) != 1 {
		t.Errorf("a link of one grid has %v", all)
	}
}

// What is put into one layer leaves the others; where all are alike they get its size, and
// several at once are put as they are.
func TestLayersArePut(t *testing.T) {
	in := alike(nil).Input.Cells
	data := dataset.Grid([]float64{0.5, 1}, []float64{0, 0.25}).With("labels", []float64{0, 1}, []float64{1, 1})
	for _, c := range []struct {
		name string
		cell dataset.Cells
		want string
	}{
		{"", dataset.NewCells(2, 2, 1), "c2x2~1_1~1_1~llabels~c2x2~0_1~1_1"},
		{"image", dataset.NewCells(1, 3, 1), "c1x3~1_1_1~llabels~c1x3~0_1_0"},
		{"labels", dataset.NewCells(1, 2, 0), "c1x2~0.5_1~llabels~c1x2~0_0"},
	} {
		if got := in.Put(data, c.name, c.cell).String(); got != c.want {
			t.Errorf("%q: %s, want %s", c.name, got, c.want)
		}
		if got := in.PutAll(data, dataset.Layers{{Name: c.name, Cells: c.cell}}).String(); got != c.want {
			t.Errorf("%q from a file: %s, want %s", c.name, got, c.want)
		}
	}
	file := dataset.Layers{{Name: "labels", Cells: dataset.NewCells(1, 2, 0)}, {Name: "image", Cells: dataset.NewCells(1, 1, 0)}}
	if got := in.PutAll(data, file).String(); got != "c1x1~0~llabels~c1x2~0_0" {
		t.Errorf("both from a file: %s", got)
	}
	if data.String() != "c2x2~0.5_1~0_0.25~llabels~c2x2~0_1~1_1" {
		t.Errorf("the source itself was changed to %s", data)
	}
}

// A run that cannot start shows every layer, so that a reader can paint what is taken.
func TestRefusedLayersAreShown(t *testing.T) {
	d := alike(func(algos.Problem) {})
	run, err := (algos.Recipe{}).Run(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	for s := range run {
		panels := s.Panels()
		if len(panels) != 2 || panels[0].ID != "board" || panels[0].Grid != "" || panels[1].Grid != "labels" || panels[1].Edits != mark.EditsCells {
			t.Errorf("the panels are %+v", panels)
		}
	}
}
