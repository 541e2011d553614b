package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// Files as people have them give the run of the same rows as a program writes them.
func TestOrdinaryFiles(t *testing.T) {
	const line = "x1,x2,y\n1,0.5,1\n-1,-0.5,-1\n"
	for name, c := range map[string]struct {
		file string
		args string
		want map[string]any // of the model
		told string         // on standard error
	}{
		"labels 1 and 2": {
			"x1,x2,y\n0,0,1\n1,0,1\n3,3,2\n4,3,2\n", "perceptron",
			map[string]any{"updates": 5.0, "theta": []any{1.0, 3.0}, "theta0": -3.0},
			"2 classes, 1, 2",
		},
		"labels 10 and 20": {
			"x1,x2,y\n0,0,10\n1,0,10\n3,3,20\n4,3,20\n", "perceptron",
			map[string]any{"updates": 5.0, "theta": []any{1.0, 3.0}, "theta0": -3.0},
			"2 classes, 10, 20",
		},
		"labels 1, 2, 3": {
			"x1,x2,y\n0,0,1\n1,0,1\n0,1,1\n2,2,1\n3,0,2\n4,0,2\n3,1,2\n1,1,2\n0,3,3\n0,4,3\n1,3,3\n3,2,3\n", "softmax -set lambda=1",
			map[string]any{"loss": 6.911639860868564},
			"3 classes, 1, 2, 3",
		},
		"classes of a table called by numbers": {
			"sepal,petal,width,species\n5.1,1.4,0.2,1\n4.9,1.4,0.2,1\n6.3,4.9,1.5,2\n5.8,4.1,1,2\n7.1,5.9,2.1,3\n6.3,5.6,1.8,3\n", "decision-tree -columns y=species",
			map[string]any{"wrong": 0.0},
			"3 classes, 1, 2, 3",
		},
		"decimal commas show that 1.234 is 1234": {
			"x1;x2;y\n1.234;0,5;1\n-1.234;-0,5;-1\n", "perceptron",
			map[string]any{"theta": []any{1234.0, 0.5}, "theta0": 1.0},
			"semicolons, decimal commas, thousands marks",
		},
		"said to be decimal points": {
			"x1;x2;y\n1.234;5.678;1\n-1.234;-5.678;-1\n", "perceptron -decimal .",
			map[string]any{"theta": []any{1.234, 5.678}},
			"semicolons, decimal points",
		},
		"said to be decimal commas": {
			"x1;x2;y\n1.234;5.678;1\n-1.234;-5.678;-1\n", "perceptron -decimal ,",
			map[string]any{"theta": []any{1234.0, 5678.0}},
			"thousands",
		},
		"a line that declares the separator": {
			"sep=;\nx1;x2;y\n1,5;2;1\n-1;-2;-1\n", "perceptron",
			map[string]any{"theta": []any{1.5, 2.0}},
			"semicolons, decimal commas",
		},
		"pipes":             {strings.ReplaceAll(line, ",", "|"), "perceptron", map[string]any{"theta": []any{1.0, 0.5}, "theta0": 1.0}, "vertical bars"},
		"blanks":            {strings.ReplaceAll(line, ",", " "), "perceptron", map[string]any{"theta": []any{1.0, 0.5}, "theta0": 1.0}, "blanks"},
		"a byte order mark": {"\ufeff" + line, "perceptron", map[string]any{"theta": []any{1.0, 0.5}, "theta0": 1.0}, ""},
		"line ends of old":  {strings.ReplaceAll(line, "\n", "\r"), "perceptron", map[string]any{"theta": []any{1.0, 0.5}, "theta0": 1.0}, ""},
		"no header":         {"1,0.5,1\n-1,-0.5,-1\n", "perceptron", map[string]any{"theta": []any{1.0, 0.5}, "theta0": 1.0}, "no header"},
		"missing values": {
			"x1,x2,y\n1,0.5,1\n?,0.7,1\n-1,-0.5,-1\nNA,,1\n", "perceptron -missing drop",
			map[string]any{"theta": []any{1.0, 0.5}},
			"4 rows, 2 omitted",
		},
		"Windows-1252": {
			"gr\xf6\xdfe,h\xf6he,art\n1,0.5,a\n-1,-0.5,b\n", "perceptron",
			map[string]any{"theta": []any{-1.0, -0.5}},
			"encoding windows-1252",
		},
		"letters composed and decomposed": {
			"region,wind,y\nre\u0301el,low,yes\nr\u00e9el,high,yes\n r\u00e9el\u00a0,low,yes\nblue,low,no\nblue ,high,no\n", "decision-tree -columns y=y",
			map[string]any{"wrong": 0.0, "leaves": 2.0},
			"",
		},
		"North America among codes": {
			"region,wind,size,when,y\nNA,low,p,u,yes\nNA,high,q,v,yes\nEU,low,p,u,no\nEU,high,q,u,no\nAS,low,p,v,no\n", "decision-tree",
			map[string]any{"wrong": 0.0},
			"NA is a code in region",
		},
		"sampled": {"x,y\n" + strings.Repeat("1,2\n2,4\n", 1500), "linear-regression -sample 200 -seed 5", nil, "200 rows drawn at random from 3000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file.csv")
			if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
				t.Fatal(err)
			}
			var out, told strings.Builder
			demo, rest, _ := strings.Cut(c.args, " ")
			args := append([]string{"run", "-demo", demo, "-data", path}, strings.Fields(rest)...)
			if err := (app{demos: catalog.All, stdout: &out, stderr: &told}).run(t.Context(), args); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			var last struct{ Model map[string]any }
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
				t.Fatal(err)
			}
			for key, want := range c.want {
				if !near(last.Model[key], want) {
					t.Errorf("%s is %v, want %v", key, last.Model[key], want)
				}
			}
			if !strings.Contains(told.String(), c.told) || c.told == "" && told.String() != "" && demo == "perceptron" {
				t.Errorf("said %q, want %q", told.String(), c.told)
			}
		})
	}
}

// near compares numbers, and lists of them, to twelve digits.
func near(got, want any) bool {
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		return ok && math.Abs(g-w) <= 1e-12*math.Abs(w)
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return false
		}
		for i := range w {
			if !near(g[i], w[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// A file that cannot be read without a guess that may be wrong is refused, with what helps.
func TestFilesThatAreRefused(t *testing.T) {
	for file, want := range map[string]string{
		"x1;x2;y\n1.234;5.678;1\n-1.234;-5.678;-1\n":  "say which mark is decimal",
		"x1,x2,y\n1,0.5,1\n?,0.7,1\nNA,,1\n":          "line 3, column x1: 3 values are missing in 2 of 3 rows",
		"x1,x2,y\n1,2,3\n1,2\n":                       "line 3",
		"x,y\n" + strings.Repeat("1,2\n", 3000):       "-sample 2000",
		"a,b,y\n1,2,0.1\n" + "3,4,0.2\n5,6,0.3\n7,8,": "value is missing",
	} {
		path := filepath.Join(t.TempDir(), "file.csv")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := (app{demos: catalog.All, stdout: &out, stderr: &out}).run(t.Context(), []string{"run", "-demo", "perceptron", "-data", path})
		if err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%.40q: error %v, want %q", file, err, want)
		}
	}
}

// How many lines were omitted is told by the first step, by the link and by an exported file, which is read
// back as the same points.
func TestOmittedLinesAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file.csv")
	if err := os.WriteFile(path, []byte("x1,x2,y\n1,0.5,1\n?,0.7,1\n-1,-0.5,-1\nNA,,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, told strings.Builder
	a := app{demos: catalog.All, stdout: &out, stderr: &told}
	if err := a.run(t.Context(), []string{"run", "-demo", "perceptron", "-data", path, "-missing", "drop"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"omitted":2,"model"`) {
		t.Errorf("wrote %s", out.String())
	}
	drop := "drop"
	c := choice{demo: "perceptron", data: path, reading: map[string]*string{"missing": &drop}}
	d, r, err := c.recipe(catalog.All)
	if err != nil {
		t.Fatal(err)
	}
	steps, err := r.Run(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for s := range steps {
		lines := s.Say()
		if text := lines[len(lines)-1].Text.String(); text != "Missing values: 2 lines were omitted; 2 samples are used." {
			t.Errorf("the first step ends with %q", text)
		}
		break
	}
	if text := r.Data.String(); !strings.HasSuffix(text, "~m2") {
		t.Errorf("the link has %s", text)
	}
	if said := d.Book("zh"); said["Missing values: <missing line was> omitted; <n sample is> used."] == "" {
		t.Error("Chinese is missing")
	}
	var file strings.Builder
	if err := r.WriteData(&file, d); err != nil {
		t.Fatal(err)
	}
	if want := "# rows omitted for missing values: 2\nx1,x2,y\n"; !strings.HasPrefix(file.String(), want) {
		t.Errorf("exported as %q", file.String())
	}
	if err := os.WriteFile(path, []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, again, err := (&choice{demo: "perceptron", data: path}).recipe(catalog.All)
	if err != nil || len(again.Data.Set.Points) != 2 {
		t.Errorf("read back as %s: %v", again.Data, err)
	}
}
