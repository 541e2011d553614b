package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
)

// What the program exports it reads back without options: the data of every preset of every demo.
func TestRoundTripOfPresets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "exported.csv")
	for _, d := range catalog.All {
		if d.Input.Own() {
			continue
		}
		for _, p := range d.Presets {
			want, err := d.Recipe(p.ID)
			if err != nil {
				t.Fatal(err)
			}
			var b bytes.Buffer
			if err := want.WriteData(&b, d); err != nil {
				t.Errorf("%s, %s: %v", d.ID, p.ID, err)
				continue
			}
			if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			c := choice{demo: d.ID, data: file}
			_, got, err := c.recipe(catalog.All)
			if err != nil {
				t.Errorf("%s, %s: %v", d.ID, p.ID, err)
				continue
			}
			if diff := cmp.Diff(dataOf(t, d, want), dataOf(t, d, got)); diff != "" {
				t.Errorf("%s, %s: %s", d.ID, p.ID, diff[:min(len(diff), 420)])
			}
			if d.Input.Target() != dataset.None {
				continue
			}
			// Whatever else stood in the file, the run is the same.
			got.Params, got.Seed = want.Params, want.Seed
			if diff := cmp.Diff(told(t, d, want), told(t, d, got)); diff != "" {
				t.Errorf("%s, %s: %s", d.ID, p.ID, diff[:min(len(diff), 420)])
			}
		}
	}
}

// dataOf are the data on which a recipe runs, besides the parameters.
func dataOf(t *testing.T, d algos.Demo, r algos.Recipe) (data struct {
	Set    dataset.Set
	Table  dataset.Table
	Layers dataset.Layers
},
) {
	t.Helper()
	p, err := r.Problem()
	if err != nil {
		t.Fatalf("%s: %v", d.ID, err)
	}
	data.Set, data.Table = p.All(), p.Table
	if d.Input.Target() == dataset.None { // and does not look at what stands there
		for i := range data.Set.Points {
			data.Set.Points[i].Y = 0
		}
		data.Set.Target, data.Set.Signed = dataset.None, false
	}
	if d.Input.Cells != nil {
		data.Layers = d.Input.Cells.All(d.Input.Cells.Given(r.Data, r.Params))
	}
	return data
}

// told is what the steps of a run say, and their numbers.
func told(t *testing.T, d algos.Demo, r algos.Recipe) []string {
	t.Helper()
	steps, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatalf("%s: %v", d.ID, err)
	}
	var all []string
	for s := range steps {
		all = append(all, fmt.Sprint(s.Metrics, s.Say()))
	}
	return all
}
