package main

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// A known run is one whose numbers are known from elsewhere: by hand, in fractions, in closed form, or since
// they must not depend on units.
type known struct {
	Name     string
	Demo     string
	File     string // below testdata/known; "" for none
	Preset   string
	Set      []string // parameters
	How      string   // how the numbers are known
	Want     map[string]any
	Within   float64           // as a share; of 0 in itself
	Says     []string          // what stands in the reason of the end
	Silent   []string          // and what does not
	Verdicts map[string]string // of guarantees in the end
}

// Small and special data give the numbers that are known of them, by the command that people use.
func TestKnownNumbers(t *testing.T) {
	text, err := os.ReadFile("testdata/known/runs.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []known
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		t.Run(c.Name, func(t *testing.T) {
			end, checks := c.run(t)
			for path, want := range c.Want {
				got, ok := found(end, strings.Split(path, "."))
				if !ok || !c.same(got, want) {
					t.Errorf("%s is %v, not %v: %s", path, got, want, c.How)
				}
			}
			for _, s := range c.Says {
				if !strings.Contains(end["reason"].(string), s) {
					t.Errorf("%q does not say %q", end["reason"], s)
				}
			}
			for _, s := range c.Silent {
				if strings.Contains(end["reason"].(string), s) {
					t.Errorf("%q says %q", end["reason"], s)
				}
			}
			for name, want := range c.Verdicts {
				if checks[name] != want {
					t.Errorf("%s is %q, not %q", name, checks[name], want)
				}
			}
		})
	}
}

// run runs the command: its last line, and the verdicts of the last step.
func (c known) run(t *testing.T) (end map[string]any, checks map[string]string) {
	t.Helper()
	args := []string{"run", "-demo", c.Demo}
	if c.File != "" {
		args = append(args, "-data", filepath.Join("testdata/known", c.File))
	}
	if c.Preset != "" {
		args = append(args, "-preset", c.Preset)
	}
	for _, s := range c.Set {
		args = append(args, "-set", s)
	}
	var out strings.Builder
	a := app{demos: catalog.All, stdout: &out, stderr: io.Discard}
	if err := a.run(t.Context(), args); err != nil && !strings.Contains(out.String(), `"final"`) {
		t.Fatal(err)
	}
	checks = map[string]string{}
	for line := range strings.Lines(out.String()) {
		end = nil
		if err := json.Unmarshal([]byte(line), &end); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		list, _ := end["checks"].([]any)
		for _, v := range list {
			check := v.(map[string]any)
			name, verdict := check["name"].(string), check["verdict"].(string)
			checks[name] = verdict
			if verdict == "broken" {
				t.Errorf("%s is broken: %v", name, check)
			}
		}
	}
	return end, checks
}

// found is what stands at a path of names and places.
func found(v any, path []string) (any, bool) {
	for _, step := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(at) {
				return nil, false
			}
			v = at[i]
		default:
			return nil, false
		}
	}
	return v, true
}

// same compares numbers up to rounding, and all else as it is.
func (c known) same(got, want any) bool {
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		size := math.Abs(w)
		if size == 0 {
			size = 1
		}
		return ok && math.Abs(g-w) <= c.Within*size
	case []any:
		g, ok := got.([]any)
		return ok && len(g) == len(w) && !slices.ContainsFunc(indices(w), func(i int) bool { return !c.same(g[i], w[i]) })
	}
	return got == want
}

func indices(list []any) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}
