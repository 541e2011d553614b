package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/drawn"
)

func TestGraphFromAFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	edges, bad := write("edges.csv", "from,to,weight\nA,B,2\nB,C,3\n"), write("bad.csv", "from,to\nA,A\n")
	for _, c := range []struct{ args, out, err string }{
		{"-data " + edges, `"degree":3,"edges":2`, ""},
		{"-data " + write("points.csv", "x1,x2\n1,2\n3,4\n"), `"degree":0,"edges":0`, ""},
		{"-data " + bad, "", "bad.csv: line 2: to: node 1 cannot be joined with itself"},
		{"-preset p2g~0_0~1_0~e0_1_4", `"degree":4,"edges":1`, ""},
		{"-preset p2s~0_0_1", "", "needs"},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{drawn.Demo()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "degrees"}, strings.Fields(c.args)...))
		if c.err != "" && c.err != "needs" && (err == nil || !strings.Contains(err.Error(), c.err)) || c.err == "" && err != nil {
			t.Errorf("%s: error %v, want %q", c.args, err, c.err)
		}
		if !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: wrote %s, want %s", c.args, out.String(), c.out)
		}
	}
}
