package main

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// The command line standardises by a flag or a setting, says by which numbers, and predicts at the data's places.
func TestStandardiseFlag(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	train := file("train.csv", "age,income,spent\n20,25000,1\n40,45000,2\n50,55000,4\n64,85000,6\n")
	at := file("at.csv", "age,income\n30,40000\n")
	last := func(args string) (end struct {
		Standardised []struct {
			Feature  string
			Mean, SD float64
		}
		Predict []map[string]float64
	},
	) {
		t.Helper()
		var out strings.Builder
		a := app{demos: catalog.All, stdout: &out, stderr: io.Discard}
		if err := a.run(t.Context(), append([]string{"run", "-demo", "linear-regression", "-data", train, "-at", at}, strings.Fields(args)...)); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
			t.Fatal(err)
		}
		return end
	}
	plain := last("")
	if len(plain.Standardised) > 0 {
		t.Errorf("without the flag: %v", plain.Standardised)
	}
	for _, args := range []string{"-standardise", "-set standardise=1"} {
		end := last(args)
		s := end.Standardised
		if len(s) != 2 || s[0].Feature != "age" || s[0].Mean != 43.5 || s[1].Feature != "income" || s[1].Mean != 52500 || math.Abs(s[1].SD-21650.635094610966) > 1e-9 {
			t.Fatalf("%s: %+v", args, s)
		}
		// Least squares does not depend on the units.
		if got, want := end.Predict[0]["y"], plain.Predict[0]["y"]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: predicts %v, and in the data's units %v", args, got, want)
		}
	}
	a := app{demos: catalog.All, stdout: io.Discard, stderr: io.Discard}
	if err := a.run(t.Context(), []string{"run", "-demo", "pca", "-standardise"}); err == nil || !strings.Contains(err.Error(), "takes its features as they are") {
		t.Errorf("pca: %v", err)
	}
}
