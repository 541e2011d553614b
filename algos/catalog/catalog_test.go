package catalog_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// every runs a test for each demo.
func every(t *testing.T, test func(t *testing.T, d algos.Demo)) {
	t.Helper()
	for _, d := range catalog.All {
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			test(t, d)
		})
	}
}

// word is what may stand in a URL without escaping.
var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func TestIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range catalog.All {
		if seen[d.ID] || !word.MatchString(d.ID) {
			t.Errorf("the id %q is taken or does not fit a URL", d.ID)
		}
		seen[d.ID] = true
		if got, ok := catalog.Find(d.ID); !ok || got.ID != d.ID {
			t.Errorf("Find(%q) found %q", d.ID, got.ID)
		}
	}
	if _, ok := catalog.Find("nothing"); ok {
		t.Error("found what does not exist")
	}
}

// A demo's folder is its id without hyphens, so that whoever sees an address
// finds the code.
func TestFoldersAreCalledLikeTheirDemos(t *testing.T) {
	for _, d := range catalog.All {
		folders, err := filepath.Glob("../*/" + strings.ReplaceAll(d.ID, "-", "") + "/lesson.md")
		if err != nil {
			t.Fatal(err)
		}
		if len(folders) != 1 {
			t.Errorf("%s has the folders %q below a family, want one that is called as it is without hyphens", d.ID, folders)
		}
	}
}

func TestDescriptionIsComplete(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		for name, text := range map[string]string{
			"title": d.Title, "summary": d.Summary, "family": d.Family, "formula": d.Formula, "lesson": d.Lesson, "task": d.Input.Task(),
		} {
			if text == "" {
				t.Errorf("it has no %s", name)
			}
		}
		if d.Source == nil {
			t.Error("it has no source to show")
		}
		if d.Input.Points != nil && len(d.Input.Points.Dims) == 0 {
			t.Error("it takes points of no dimension")
		}
		if d.Input.Points != nil && d.Input.Table != nil {
			t.Error("it takes points and a table")
		}
		if len(d.Refs) == 0 || len(d.Presets) == 0 || len(d.Charts) == 0 {
			t.Error("it lacks references, presets or charts")
		}
		if d.Input.Classified() && d.Input.Points.Classes < 2 {
			t.Errorf("it classifies %d classes", d.Input.Points.Classes)
		}
	})
}

func TestParameters(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		schema := d.Schema()
		seen := map[string]bool{}
		defaults := param.Values{}
		for _, p := range schema {
			if seen[p.Name] || !word.MatchString(p.Name) || slices.Contains(algos.ReservedKeys, p.Name) {
				t.Errorf("the parameter name %q is taken, reserved or does not fit a URL", p.Name)
			}
			seen[p.Name] = true
			defaults[p.Name] = p.Default
			if p.Kind == param.Float || p.Kind == param.Int {
				if p.Slider[0] < *p.Min || p.Slider[1] > *p.Max || p.Slider[0] >= p.Slider[1] || p.Log && p.Slider[0] <= 0 {
					t.Errorf("%s: the slider %v does not fit the limits %v to %v", p.Name, p.Slider, *p.Min, *p.Max)
				}
			}
			if p.Kind == param.Choice && len(p.Choices) < 2 {
				t.Errorf("%s: no choice", p.Name)
			}
			if p.When != nil {
				other, ok := schema.Spec(p.When.Param)
				if !ok {
					t.Errorf("%s depends on %q, which does not exist", p.Name, p.When.Param)
				}
				for _, v := range p.When.Values {
					if _, err := schema.Canonical(param.Values{other.Name: v}); err != nil {
						t.Errorf("%s depends on an impossible value: %v", p.Name, err)
					}
				}
			}
		}
		// Every default is in range and in its canonical form.
		if changed, err := schema.Canonical(defaults); err != nil || len(changed) > 0 {
			t.Errorf("defaults that differ from themselves: %v (%v)", changed, err)
		}
	})
}

func TestPresetsRoundTrip(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		if len(d.Presets[0].Params) > 0 {
			t.Error("the first preset changes parameters: the page opens with the defaults")
		}
		seen := map[string]bool{}
		for _, p := range d.Presets {
			if seen[p.ID] || !word.MatchString(p.ID) || p.Title == "" || p.Note == "" {
				t.Errorf("the preset %q is taken, does not fit a URL, or says nothing", p.ID)
			}
			seen[p.ID] = true
			if d.Input.Own() && !p.Data.Equal(dataset.Source{}) {
				t.Errorf("the preset %s brings points", p.ID)
			}
			r, err := d.Recipe(p.ID)
			if err != nil {
				t.Errorf("%s: %v", p.ID, err)
				continue
			}
			roundTrip(t, d, r)
			r.Seed, r.Step, r.Params = r.Seed+1, 3, param.Values{}
			roundTrip(t, d, r)
		}
	})
}

func roundTrip(t *testing.T, d algos.Demo, r algos.Recipe) {
	t.Helper()
	q, err := r.Query(d)
	if err != nil {
		t.Errorf("%s: %v", r.Preset, err)
		return
	}
	back, err := d.ParseRecipe(q)
	if err != nil {
		t.Errorf("%s: %s: %v", r.Preset, q.Encode(), err)
		return
	}
	if diff := cmp.Diff(r, back); diff != "" {
		t.Errorf("%s: %s gives another recipe\n%s", r.Preset, q.Encode(), diff)
	}
}

func TestChartsShowMetrics(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		first := take(t, d, small(d), nil, 1)[0]
		seen := map[string]bool{}
		for _, c := range d.Charts {
			if seen[c.ID] || !word.MatchString(c.ID) || c.Title == "" || len(c.Series) == 0 {
				t.Errorf("the chart %q is taken, does not fit a URL, or shows nothing", c.ID)
			}
			seen[c.ID] = true
			for _, s := range c.Series {
				if !slices.ContainsFunc(first.Metrics, func(m algos.Metric) bool { return m.Name == s.Metric }) {
					t.Errorf("the chart %s shows %q, which no step has", c.ID, s.Metric)
				}
			}
		}
	})
}
