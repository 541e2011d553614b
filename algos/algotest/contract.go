package algotest

import (
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
)

// A part of the contract reports what is wrong with a demo.
type part struct {
	name string
	look func(context.Context, algos.Demo, *report)
}

// parts are all but the golden, which needs the demo's folder.
var parts = []part{
	{"description", description},
	{"whole", whole},
	{"parameters", parameters},
	{"suggestions", suggestions},
	{"charts", charts},
	{"presets", presets},
	{"fixtures", fixtures},
	{"goals", goals},
	{"questions", questions},
	{"units", units},
	{"formulas", formulas},
	{"variants", everyVariant},
	{"determinism", determinism},
	{"degenerate sets", degenerateSets},
	{"handles", handles},
	{"views", views},
	{"actions", acted},
	{"limits", limits},
	{"interruption", interruption},
	{"hostile inputs", hostile},
	{"translation", translation},
	{"lessons", lessons},
	{"figures", figures},
	{"spoilt states", spoilable},
	{"pairs", pairs},
	{"held-out points", heldOut},
	{"labels", labels},
	{"effort", effort},
	{"pictures", pictures},
}

// Contract tests what every demo has to keep. The documentation of this package
// lists it.
func Contract(t *testing.T, d algos.Demo) {
	t.Helper()
	ctx := sharing(t.Context())
	t.Run("golden", func(t *testing.T) {
		t.Parallel()
		compareGolden(t, golden(ctx, t, d))
	})
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			r := p.report(ctx, d)
			for _, f := range r.faults {
				t.Error(f)
			}
			if r.promises+r.comparisons > 0 {
				t.Logf("%d guarantees that hold, %d comparisons in texts and %d places that stand for a number have been read", r.promises, r.comparisons, r.standings)
			}
			for _, n := range r.notes {
				t.Log(n)
			}
		})
	}
}

// report looks at a demo. Parts that share what they find have the context of sharing.
func (p part) report(ctx context.Context, d algos.Demo) *report {
	r := newReport(d)
	p.look(ctx, d, r)
	return r
}

func newReport(d algos.Demo) *report {
	r := &report{}
	for _, tag := range algos.Translations {
		r.books = append(r.books, d.Book(tag))
	}
	return r
}

// A report collects what is wrong.
type report struct {
	faults []string
	notes  []string                    // for the log
	books  []say.Book                  // the languages besides English
	read   func(phrase string) reading // see reading
	// How many promises that hold, how many comparisons in texts and how many places that
	// stand for a number have been read.
	promises, comparisons, standings int
}

func (r *report) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// full reports whether every variant is to run on all degenerate sets.
func full() bool { return os.Getenv("PLAYGROUND_FULL") == "1" }

// word is what may stand in a URL without escaping.
var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func description(_ context.Context, d algos.Demo, r *report) {
	for name, text := range map[string]string{
		"title": d.Title, "summary": d.Summary, "names to be found by": d.Keywords, "family": d.Family, "formula": d.Formula, "lesson": d.Lesson, "task": d.Input.Task(),
	} {
		if text == "" {
			r.fault("it has no %s", name)
		}
	}
	if source, err := d.Sources.ReadDir("."); err != nil || len(source) == 0 {
		r.fault("it has no source to show")
	}
	if d.Input.Points != nil && len(d.Input.Points.Dims) == 0 {
		r.fault("it takes points of no dimension")
	}
	if len(d.Refs) == 0 || len(d.Presets) == 0 || len(d.Charts) == 0 {
		r.fault("it lacks references, presets or charts")
	}
	if d.Input.Classified() && d.Input.Points.Classes < 2 {
		r.fault("it classifies %d classes", d.Input.Points.Classes)
	}
}

func parameters(_ context.Context, d algos.Demo, r *report) {
	schema := d.Schema()
	seen := map[string]bool{}
	defaults := param.Values{}
	for _, p := range schema {
		if seen[p.Name] || !word.MatchString(p.Name) || slices.Contains(algos.ReservedKeys, p.Name) && !(p.Name == "scale" && p.Kind == param.Choice) {
			r.fault("the parameter name %q is taken, reserved or does not fit a URL", p.Name)
		}
		seen[p.Name] = true
		defaults[p.Name] = p.Default
		if p.Kind == param.Float || p.Kind == param.Int {
			if p.Slider[0] < *p.Min || p.Slider[1] > *p.Max || p.Slider[0] >= p.Slider[1] || p.Log && p.Slider[0] <= 0 {
				r.fault("%s: the slider %v does not fit the limits %v to %v", p.Name, p.Slider, *p.Min, *p.Max)
			}
		}
		if p.Kind == param.Choice && len(p.Choices) < 2 {
			r.fault("%s: no choice", p.Name)
		}
		if p.Kind == param.Matrix {
			for _, fault := range matrixFaults(p) {
				r.fault("%s: %s", p.Name, fault)
			}
		}
		if p.When != nil {
			other, ok := schema.Spec(p.When.Param)
			if !ok {
				r.fault("%s depends on %q, which does not exist", p.Name, p.When.Param)
			}
			for _, v := range p.When.Values {
				if _, err := schema.Canonical(param.Values{other.Name: v}); err != nil {
					r.fault("%s depends on an impossible value: %v", p.Name, err)
				}
			}
		}
	}
	// Every default is in range and in its canonical form.
	if changed, err := schema.Canonical(defaults); err != nil || len(changed) > 0 {
		r.fault("defaults that differ from themselves: %v (%v)", changed, err)
	}
}

func charts(ctx context.Context, d algos.Demo, r *report) {
	steps, err := take(ctx, d, Small(d), nil, 1)
	if err != nil || len(steps) == 0 {
		r.fault("%d steps: %v", len(steps), err)
		return
	}
	seen := map[string]bool{}
	for _, c := range d.Charts {
		if seen[c.ID] || !word.MatchString(c.ID) || c.Title == "" || len(c.Series) == 0 {
			r.fault("the chart %q is taken, does not fit a URL, or shows nothing", c.ID)
		}
		seen[c.ID] = true
		for _, s := range c.Series {
			if !slices.Contains(d.Metrics, s.Metric) {
				r.fault("the chart %s shows %q, which no step has", c.ID, s.Metric)
			}
		}
	}
}

func presets(ctx context.Context, d algos.Demo, r *report) {
	if len(d.Presets) > 0 && len(d.Presets[0].Params) > 0 {
		r.fault("the first preset changes parameters: the page opens with the defaults")
	}
	seen := map[string]bool{}
	for _, p := range d.Presets {
		if seen[p.ID] || !word.MatchString(p.ID) || p.Title == "" || p.Note == "" {
			r.fault("the preset %q is taken, does not fit a URL, or says nothing", p.ID)
		}
		seen[p.ID] = true
		if d.Input.Own() && !p.Data.Equal(dataset.Source{}) {
			r.fault("the preset %s brings points", p.ID)
		}
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			r.fault("%s: %v", p.ID, err)
			continue
		}
		r.roundTrip(d, recipe)
		other := recipe
		other.Seed, other.Step, other.Params = recipe.Seed+1, 3, param.Values{}
		r.roundTrip(d, other)
		r.presetRuns(ctx, d, p, recipe)
	}
}

func (r *report) roundTrip(d algos.Demo, recipe algos.Recipe) {
	q, err := recipe.Query(d)
	if err != nil {
		r.fault("%s: %v", recipe.Preset, err)
		return
	}
	back, err := d.ParseRecipe(q)
	if err != nil {
		r.fault("%s: %s: %v", recipe.Preset, q.Encode(), err)
		return
	}
	if diff := cmp.Diff(recipe, back); diff != "" {
		r.fault("%s: %s gives another recipe\n%s", recipe.Preset, q.Encode(), diff)
	}
}

// How far the runs of presets are played, looked at with their pictures, and heard.
// Questions may be answered later than what is heard.
const (
	presetSteps = 20_000
	drawnSteps  = 60
	heardSteps  = 400
)

// presetRuns plays a preset to its end and looks at its first steps, at the last
// and at the one that the page opens with. A preset that draws something random is played
// with another seed, too.
func (r *report) presetRuns(ctx context.Context, d algos.Demo, p algos.Preset, recipe algos.Recipe) {
	for _, seeded := range seeds(ctx, d, recipe) {
		steps, _, err := presetRun(ctx, d, seeded, presetSteps)
		if err != nil || len(steps) == 0 {
			r.fault("%s: %d steps: %v", p.ID, len(steps), err)
			return
		}
		if !steps[len(steps)-1].Status.Final() {
			r.fault("%s does not end within %d steps", p.ID, len(steps))
		}
		r.add(r.onPreset(ctx, d, seeded))
		if seeded.Seed == recipe.Seed {
			r.opens(p, recipe, steps)
		}
	}
}

// opens looks at the step with which the page opens.
func (r *report) opens(p algos.Preset, recipe algos.Recipe, steps []algos.Step) {
	problem, err := recipe.Problem()
	if err != nil {
		return // there would be no steps
	}
	last := len(steps) - 1
	opens := p.Step
	if opens == algos.Last {
		opens = last
	}
	if opens > last {
		r.fault("%s shows step %d of %d", p.ID, opens, last)
		opens = last
	}
	for _, f := range astray(steps[opens], problem.Window) {
		r.fault("%s opens with step %d: %s", p.ID, opens, f)
	}
}

// seeds are a preset and, where its run draws something random, the same with another seed.
func seeds(ctx context.Context, d algos.Demo, recipe algos.Recipe) []algos.Recipe {
	all := []algos.Recipe{recipe}
	if _, chance, _ := presetRun(ctx, d, recipe, presetSteps); chance {
		other := recipe
		other.Seed = contractSeed
		all = append(all, other)
	}
	return all
}

// onPreset is what is found in the run of a preset, and what is said there.
func (r *report) onPreset(ctx context.Context, d algos.Demo, recipe algos.Recipe) *account {
	how := manner{name: recipe.Preset, usual: true, drawn: drawnSteps, heard: heardSteps}
	if p, err := recipe.Problem(); err == nil {
		d = d.Testing(p.All()) // points may be held out
	}
	return r.observe(ctx, d, presetKey(recipe), how, func() ([]algos.Step, error) {
		steps, _, err := presetRun(ctx, d, recipe, presetSteps)
		return steps, err
	})
}

// Every number that the page of checks shows is right, and a reader learns where
// it comes from.
func fixtures(ctx context.Context, d algos.Demo, r *report) {
	if len(d.Fixtures) == 0 {
		r.fault("it proves no number")
	}
	seen := map[string]bool{}
	for _, f := range d.Fixtures {
		if seen[f.ID] || !word.MatchString(f.ID) || f.Title == "" || f.Source == "" || len(f.Want) == 0 {
			r.fault("the fixture %q is taken, does not fit a URL, or says nothing", f.ID)
		}
		seen[f.ID] = true
		compared, err := f.Compare(ctx, d)
		if err != nil {
			r.fault("%v", err)
		}
		for _, c := range compared {
			if c.Value != 0 && c.Tolerance >= math.Abs(c.Value) {
				r.fault("%s: %s = %v ± %g cannot fail: 0 would do", f.ID, c.Name, c.Value, c.Tolerance)
			}
			if !c.Good {
				r.fault("%s: %s = %v, want %v ± %g", f.ID, c.Name, c.Got, c.Value, c.Tolerance)
			}
		}
	}
}

func limits(ctx context.Context, d algos.Demo, r *report) {
	r.run(ctx, d, "many points", gaussians(d, d.Input.Limit(), 1, 1), nil, 4, false)
	one := gaussians(d, d.Input.Limit()+1, 1, 1)
	if d.Input.Cells != nil {
		r.cellLimits(ctx, d)
	}
	if d.Input.Own() || d.Input.Cells != nil {
		one = dataset.Labelled([3]float64{1, 0, 1}).Set
	}
	if _, err := Start(ctx, d, one, contractSeed, nil); err == nil {
		r.fault("one point too many is taken")
	}
}
