package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/nearest"
)

// A file says whether its targets are classes or values, unless -columns does.
func TestClassesOrValues(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.csv")
	if err := os.WriteFile(path, []byte("x1,x2,y\n0,0,0\n1,0,1\n2,0,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, out, err string }{
		{"-data " + path, `"prediction":1`, ""},
		{"-data " + path + " -columns x1=x1,x2=x2,y=y,as=values", `"prediction":0.6666666666666666`, ""},
		{"-preset sine~5~0~1", `"prediction":`, ""},
		{"-preset gmm", "", "needs a class or a value for every point"},
	} {
		var out strings.Builder
		a := app{demos: []algos.Demo{nearest.Demo()}, stdout: &out, stderr: io.Discard}
		err := a.run(t.Context(), append([]string{"run", "-demo", "nearest"}, strings.Fields(c.args)...))
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) || !strings.Contains(out.String(), c.out) {
			t.Errorf("%s: %v, %s", c.args, err, out.String())
		}
	}
}
