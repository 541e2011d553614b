package main

import (
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
)

// tabled defines a demo of one step that tells how many rows and which target its
// table has.
func tabled() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "tabled", Title: "Tabled", Input: input.Spec{Table: &input.Table{Words: true, Target: dataset.Classes, Max: 3}},
		Metrics: []string{"rows", "target"},
		Presets: []algos.Preset{{ID: "first", Title: "First", Data: dataset.Tabled(dataset.Table{Columns: []dataset.Column{{Name: "a"}}})}},
	}, func(*none, *param.Set) {}, func(_ context.Context, p algos.Problem, _ none) (iter.Seq[algos.Step], error) {
		return func(yield func(algos.Step) bool) {
			yield(algos.Step{
				Metrics: []float64{float64(len(p.Table.Rows)), float64(p.Table.Target())},
				Status:  algos.Status{State: algos.Converged, Reason: "that is all"}, View: fakeView{},
			})
		}, nil
	})
}

func TestTableFromAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte("size,colour,kind\n1,red,u\n2,blue,v\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.csv")
	if err := os.WriteFile(bad, []byte("size,kind\n1,u\n2,u\n3,v\n4,v\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, out, err string }{
		{"-data " + file, `"rows":2,"target":2`, ""},
		{"-data " + file + " -columns y=colour", `"rows":2,"target":1`, ""},
		{"-data " + file + " -columns y=shape", "", `line 1, column "shape": there is no such column`},
		{"-data " + file + " -columns x1=size,x2=kind", "", "needs to know which column is the target"},
		{"-data " + bad, "", "4 rows are too many: tabled takes at most 3"},
		{"-preset t2~na~Wb_u~1_0", `"rows":1,"target":1`, ""},
		{"-preset t2~na~nb~1_0", "", "needs to know which column is the target"},
		{"-preset t2~na~Nb~1_0", "", "needs classes: b holds 1 different numbers. Choose another target, or load the file with b:class"},
		{"-preset moons", "", "takes a table of named columns, not points"},
		{"-data " + file + " -at " + file, "", "-at: this demo predicts nothing"},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{tabled()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "tabled"}, strings.Fields(c.args)...))
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%s wrote %s", c.args, out.String())
		}
	}
	var out strings.Builder
	a := app{demos: []algos.Demo{tabled()}, stdout: &out}
	if err := a.run(t.Context(), []string{"list"}); err != nil || !strings.Contains(out.String(), "tabled: Tabled (a table of at most 3 rows)") {
		t.Errorf("listed as %s (%v)", out.String(), err)
	}
}
