package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
)

// goalsOf runs the command and returns its lines by the goals' ids.
func goalsOf(t *testing.T, args ...string) map[string]goalLine {
	t.Helper()
	var out strings.Builder
	if err := (app{demos: catalog.All, stdout: &out}).run(t.Context(), append([]string{"goals"}, args...)); err != nil {
		t.Fatal(err)
	}
	lines := map[string]goalLine{}
	for line := range strings.Lines(out.String()) {
		var g goalLine
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		lines[g.Goal] = g
	}
	return lines
}

func TestGoals(t *testing.T) {
	preset := goalsOf(t, "-demo", "perceptron", "-preset", "narrow")["updates"]
	if preset.Own || preset.Reached || preset.Number == nil || *preset.Number != 78 || preset.Words != "78 updates" || preset.Asks != 100 {
		t.Errorf("the preset: %+v", preset)
	}
	file := filepath.Join(t.TempDir(), "narrow.csv")
	if err := os.WriteFile(file, []byte("x1,x2,y\n2,-1,1\n-1,1,-1\n-2,0.5,-1\n1,0.1,1\n1,0.17,-1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := goalsOf(t, "-demo", "perceptron", "-data", file, "-set", "bias=false")
	if g := own["updates"]; !g.Own || !g.Reached || *g.Number < 100 {
		t.Errorf("points with a narrow margin: %+v", g)
	}
	if g := own["one-update"]; g.Number != nil || g.Reached {
		t.Errorf("too few points: %+v", g)
	}
}

func TestGoalsRefuse(t *testing.T) {
	for args, want := range map[string]string{
		"goals":                                   "-demo is missing",
		"goals -demo none":                        "there is no demo",
		"goals -demo svm -set C=0":                "C: ",
		"goals -demo svm -preset none":            "no preset",
		"goals -demo svm -steps -1":               "-steps must be",
		"goals -demo fake":                        "fake has no goals",
		"goals -demo svm -data none.csv":          "none.csv",
		"goals -demo svm -data a.csv -preset xor": "exclude each other",
	} {
		demos := append(slices.Clone(catalog.All), fake(count(1, algos.Converged)))
		err := app{demos: demos, stdout: &strings.Builder{}}.run(t.Context(), strings.Fields(args))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", args, err, want)
		}
	}
}
