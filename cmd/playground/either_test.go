package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/either"
	"playground/algos/dataset"
	"playground/algos/input"
)

// A demo that takes points or a table is given what the file holds.
func TestPointsOrATable(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	line := file("line.csv", "x,y\n1,2\n3,8\n")
	wide := file("wide.csv", "y,x1,x2,x3\n1,2,3,4\n3,4,5,6\n")
	named := file("named.csv", "height,weight\n1,2\n3,8\n")
	rows := file("rows.csv", "x3,y,x1,x2\n30,0,10,20\n")
	for _, c := range []struct{ args, out, err string }{
		{"-data " + line, `"model":{"columns":2}`, ""},
		{"-data " + wide, `"model":{"columns":4}`, ""},
		{"-data " + wide + " -columns x=x1,y=x3", `"model":{"columns":2}`, ""},
		{"-data " + named + " -columns y=weight", `"model":{"columns":2}`, ""},
		{"-data " + wide + " -columns y=z", "", `column "z": there is no such column`},
		{"-data " + line + " -at " + line, `"predict":[{"y":5},{"y":5}]`, ""},
		{"-data " + wide + " -at " + rows, `"inputs":[10,20,30]`, ""},
		{"-data " + wide + " -at " + line, "", `column "x1": there is no such column, and the table has it`},
		{"-preset table", `"predict":[]`, ""},
		{"-preset t2~na~Wb_u~1_0", "", "needs a target of numbers: b holds words"},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{either.Demo()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "means"}, strings.Fields(c.args)...))
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%s wrote %s", c.args, out.String())
		}
	}
	var out strings.Builder
	a := app{demos: []algos.Demo{either.Demo()}, stdout: &out}
	if err := a.run(t.Context(), []string{"list"}); err != nil || !strings.Contains(out.String(), "means: Means (regress, at most 2000 points, or a table of at most 40 rows)") {
		t.Errorf("listed as %s (%v)", out.String(), err)
	}
}

// Where nothing looks at a target, a third column of numbers makes a table of a file, unless
// it is the y of a file of points.
func TestATableWithoutTarget(t *testing.T) {
	d := either.Demo()
	none := dataset.None
	d.Input.Points, d.Input.Table = &input.Points{Dims: []int{2}, Target: none}, &input.Table{Target: none}
	for text, columns := range map[string]string{
		"x1,x2,y\n1,2,0\n3,8,1\n":                 `"columns":2`,
		"x1,x2,x3\n1,2,3\n4,5,7\n":                `"columns":3`,
		"power,weight,price\n1,2,3\n4,5,7\n":      `"columns":3`,
		"power,weight,kind\n1,2,car\n4,5,lorry\n": `"columns":2`,
	} {
		path := filepath.Join(t.TempDir(), "file.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		a := app{demos: []algos.Demo{d}, stdout: &out, stderr: io.Discard}
		if err := a.run(t.Context(), []string{"run", "-demo", "means", "-data", path}); err != nil || !strings.Contains(out.String(), columns) {
			t.Errorf("%q: %v, wrote %s", text, err, out.String())
		}
	}
}
