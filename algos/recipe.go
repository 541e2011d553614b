package algos

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/algos/say"
)

// Last is the step number of the end of a run.
const Last = -1

// Midway stands for the step at which a page opens a run where nobody says one:
// something has happened, and something is to come. The recording knows which it is.
const Midway = -2

// A Recipe is everything that determines a picture: it is the playground as a
// value. Its text form is a URL query that holds only what differs from the
// preset it starts from.
type Recipe struct {
	Demo   string
	Preset string       // the preset it starts from; empty is the demo's first
	Params param.Values // canonical, only what differs from the demo's defaults
	Seed   uint64
	Data   dataset.Source
	Step   int         // Last for the end of the run
	Window grid.Window // empty: fitted to the points
}

// Keys of a recipe in a URL; no parameter may be called so.
const (
	keyPreset = "preset"
	keyData   = "data"
	keySeed   = "seed"
	keyStep   = "step"
	keyWindow = "view"
	keyOpens  = "opens"  // of a preset alone: the step at which a page opens it
	keyLang   = "lang"   // of the page; it is the same run in every language
	keyCourse = "course" // of the page; the section of a note that one came from
	keyAsk    = "ask"    // of the page: the question that it asks at the step it opens
)

// ReservedKeys are the names that a URL or the command line uses for itself. A choice may be
// called scale: what a picture calls so is a number, and words are left to the demo.
var ReservedKeys = []string{
	keyPreset, keyData, keySeed, keyStep, keyWindow, keyOpens, keyLang, keyCourse, keyAsk,
	"theme", "w", "h", "scale", "caption", "hide", "size", "speed", "mode", "panel", "demo", "at", "o", "steps", "set", "autoplay", "loop", "first", "end", "scheme",
	"tour", "half",
}

// Recipe returns the demo's recipe for one of its presets; an empty id is the
// first.
func (d Demo) Recipe(preset string) (Recipe, error) {
	p := d.Presets[0]
	if preset != "" {
		var ok bool
		if p, ok = d.Preset(preset); !ok {
			var ids []string
			for _, q := range d.Presets {
				ids = append(ids, q.ID)
			}
			v := say.Vars{"demo": d.ID, "given": strconv.Quote(param.Clip(preset)), "ids": strings.Join(ids, ", ")}
			return Recipe{}, &param.Error{Field: keyPreset, Message: v.Text("<demo> has no preset <given>; it has <ids>")}
		}
	}
	params, err := d.Form().Canonical(p.Params)
	if err != nil {
		return Recipe{}, fmt.Errorf("preset %s of %s: %w", p.ID, d.ID, err)
	}
	return Recipe{Demo: d.ID, Preset: p.ID, Params: params, Seed: p.Seed, Data: p.Data, Step: p.Step, Window: p.Window}, nil
}

// ParseRecipe reads a recipe for the demo from a URL query. Anything unknown or
// out of range gives a [*param.Error] that names the field. Without a preset, a
// query that brings its own data starts from the demo's defaults and shows the
// end of the run.
func (d Demo) ParseRecipe(q url.Values) (Recipe, error) { return d.parse(q, nil) }

// ParseLent reads a recipe as [Demo.ParseRecipe] does, for a run on other data than its own: words
// in it stand for the numbers of those.
func (d Demo) ParseLent(q url.Values, data dataset.Source) (Recipe, error) { return d.parse(q, &data) }

func (d Demo) parse(q url.Values, lent *dataset.Source) (Recipe, error) {
	for _, key := range slices.Sorted(maps.Keys(q)) {
		if len(q[key]) > 1 {
			return Recipe{}, &param.Error{Field: key, Message: "is given more than once"}
		}
	}
	r, err := d.Recipe(q.Get(keyPreset))
	if err != nil {
		return Recipe{}, err
	}
	if q.Has(keyData) {
		r.Window = grid.Window{}
		if !q.Has(keyPreset) {
			r.Step = Last
		}
	}
	set := param.Values{}
	for _, key := range slices.Sorted(maps.Keys(q)) {
		text := q.Get(key)
		switch key {
		case keyPreset, keyLang, keyCourse:
		case keyAsk:
			_, err = d.Question(text)
		case keyData:
			r.Data, err = d.parseData(text)
		case keySeed:
			r.Seed, err = ParseSeed(text)
		case keyStep:
			r.Step, err = ParseStep(text)
		case keyWindow:
			r.Window, err = parseWindow(text)
		default:
			set[key] = text
		}
		if err != nil {
			return Recipe{}, err
		}
	}
	own := r.Data
	if lent != nil {
		r.Data = *lent
	}
	if r, err = r.With(d, set); err != nil {
		return Recipe{}, err
	}
	r.Data = own
	return r, nil
}

// With is the recipe with other values of some parameters. Words such as scikit-learn's scale become
// the numbers for which they stand with the recipe's data, see [param.Suggestion].
func (r Recipe) With(d Demo, changed param.Values) (Recipe, error) {
	schema := d.Form()
	given, err := schema.Merge(r.Params, changed)
	if err != nil {
		return Recipe{}, err
	}
	r.Params = given // words are told by the features as they are scaled now
	if given, err = schema.Resolve(given, r.inputs); err != nil {
		return Recipe{}, schema.AsGiven(err, changed)
	}
	if r.Params, err = schema.Canonical(given); err != nil {
		return Recipe{}, schema.AsGiven(err, changed)
	}
	return r, nil
}

// inputs are those of the recipe's training points, as its demo gets them: a row for each.
func (r Recipe) inputs() ([][]float64, error) {
	p, err := r.Problem()
	if err != nil {
		return nil, err
	}
	x := make([][]float64, len(p.Points))
	for i := range p.Points {
		x[i] = p.Points[i].X[:max(1, min(p.Dim, 2))]
	}
	return x, nil
}

// Advice is what the data of a recipe say of the parameters that have suggestions, by their names. A value
// of the preset for its own data is what its author wants to show: nothing is said against it.
func (r Recipe) Advice(d Demo) (map[string]param.Advice, error) {
	schema := d.Schema()
	if !schema.Suggest() {
		return nil, nil
	}
	x, err := r.inputs()
	if err != nil {
		return nil, err
	}
	base, err := d.Recipe(r.Preset)
	if err != nil {
		return nil, err
	}
	own := r.Data.Equal(base.Data)
	advice := schema.Advice(r.Params, x)
	for name, a := range advice {
		if own && r.Params[name] == base.Params[name] || !schema.Active(name, r.Params) {
			a.Far = ""
			advice[name] = a
		}
	}
	return advice, nil
}

// Opening is the step at which a page opens the recipe of a query: the one that the
// query or the preset says, and [Midway] instead of the end that is shown where nobody
// says anything. What a preset says of its own opening holds for the preset as it is.
func (d Demo) Opening(r Recipe, q url.Values) int {
	if q.Has(keyStep) {
		return r.Step
	}
	own := 0
	for key := range q {
		if key != keyPreset && key != keyLang && key != keyCourse && key != keyAsk {
			own++
		}
	}
	if p, _ := d.Preset(r.Preset); own == 0 && p.Opens != 0 {
		return p.Opens
	}
	if r.Step == Last {
		return Midway
	}
	return r.Step
}

func (d Demo) parseData(text string) (dataset.Source, error) {
	if d.Input.Own() {
		return dataset.Source{}, d.Takes(dataset.Explicit(dataset.Set{Dim: 2}))
	}
	src, err := dataset.ParseSource(text)
	if err != nil {
		return src, &param.Error{Field: keyData, Message: param.Unread(err)}
	}
	return src, d.Takes(src)
}

// Query returns the recipe as a URL query with only what differs from the
// preset it starts from; [Demo.ParseRecipe] reads it back. The end of a run is always
// said: see [Demo.Opening].
func (r Recipe) Query(d Demo) (url.Values, error) {
	base, err := d.Recipe(r.Preset)
	if err != nil {
		return nil, err
	}
	q := url.Values{}
	if base.Preset != d.Presets[0].ID {
		q.Set(keyPreset, base.Preset)
	}
	if !r.Data.Equal(base.Data) {
		q.Set(keyData, r.Data.String())
		base.Window = grid.Window{} // it was chosen for the preset's points
		if !q.Has(keyPreset) {
			base.Step = Last
		}
	}
	if r.Seed != base.Seed {
		q.Set(keySeed, strconv.FormatUint(r.Seed, 10))
	}
	if r.Step != base.Step || r.Step == Last { // else a page opens it midway
		q.Set(keyStep, formatStep(r.Step))
	}
	if r.Window != base.Window {
		q.Set(keyWindow, formatWindow(r.Window))
	}
	for _, p := range d.Form() {
		value, changed := r.Params[p.Name]
		was, wasChanged := base.Params[p.Name]
		switch {
		case changed && (!wasChanged || value != was):
			q.Set(p.Name, value)
		case !changed && wasChanged:
			q.Set(p.Name, p.Default)
		}
	}
	return q, nil
}

// RunQuery is [Recipe.Query] of the run alone, at no step.
func (r Recipe) RunQuery(d Demo) (url.Values, error) {
	q, err := r.Query(d)
	q.Del(keyStep)
	return q, err
}

// Problem loads the recipe's data, with their features standardised where the recipe says so.
func (r Recipe) Problem() (Problem, error) {
	set, err := r.Data.Load()
	if err != nil {
		return Problem{}, &param.Error{Field: keyData, Message: param.Unread(err)}
	}
	p := NewProblem(set, r.Seed, r.Window)
	p.Table = r.Data.Table.Clone()
	p.Cells, p.Layers = r.Data.Cells.Clone(), r.Data.Layers.Clone()
	p.Source = r.Data
	p.Source.Held = 0 // fresh points are all of them
	if r.Standardised() {
		p = p.standardised()
	}
	return p, nil
}

// Run loads the points and starts the run.
func (r Recipe) Run(ctx context.Context, d Demo) (iter.Seq[Step], error) {
	p, err := r.Problem()
	if err != nil {
		return nil, err
	}
	return d.Steps(ctx, p, r.Params)
}

// ParseSeed reads the seed of a run.
func ParseSeed(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 53)
	if err != nil {
		return 0, &param.Error{Field: keySeed, Message: quoted(text).Text("<given> is not a whole number from 0 to 2⁵³ − 1")}
	}
	return n, nil
}

// MaxStep is the largest step number that may be asked for.
const MaxStep = 10_000_000

// ParseStep reads a step number: 0, 1, 2, … or "end".
func ParseStep(text string) (int, error) {
	if text == "end" {
		return Last, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MaxStep {
		return 0, &param.Error{Field: keyStep, Message: quoted(text).Text("<given> is neither a whole number from 0 to <most> nor end")}
	}
	return n, nil
}

// quoted are the values that a message about a number may name.
func quoted(text string) say.Vars {
	return say.Vars{"given": strconv.Quote(param.Clip(text)), "most": MaxStep}
}

func formatStep(n int) string {
	if n == Last {
		return "end"
	}
	return strconv.Itoa(n)
}

// fitted is the text of the window that fits the points, where the preset has
// another one.
const fitted = "fit"

func formatWindow(w grid.Window) string {
	if w.Empty() {
		return fitted
	}
	return strings.Join([]string{param.Format(w.X0), param.Format(w.X1), param.Format(w.Y0), param.Format(w.Y1)}, ",")
}

func parseWindow(text string) (grid.Window, error) {
	if text == fitted {
		return grid.Window{}, nil
	}
	bad := &param.Error{Field: keyWindow, Message: "must be fit, or x0,x1,y0,y1 with x0 < x1 and y0 < y1, all within ±1e10"}
	parts := strings.Split(text, ",")
	if len(parts) != 4 {
		return grid.Window{}, bad
	}
	var v [4]float64
	for i, p := range parts {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || !(x >= -1e10 && x <= 1e10) {
			return grid.Window{}, bad
		}
		v[i] = x
	}
	w := grid.Window{X0: v[0], X1: v[1], Y0: v[2], Y1: v[3]}
	if w.Empty() || w.X1-w.X0 < 1e-9 || w.Y1-w.Y0 < 1e-9 {
		return grid.Window{}, bad
	}
	return w, nil
}
