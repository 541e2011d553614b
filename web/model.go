package web

import (
	"net/url"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
	"playground/web/frame"
	"playground/web/wire"
)

// unform turns the query of a form that was sent without scripts into the query
// of a link. Such a form names the first preset, too. For a switch that is on,
// it sends both off and on.
func unform(d algos.Demo, q url.Values) {
	if q.Get("preset") == d.Presets[0].ID && len(q["preset"]) == 1 {
		q.Del("preset")
	}
	for _, p := range d.Form() {
		if p.Kind == param.Bool && slices.Equal(q[p.Name], []string{"false", "true"}) {
			q.Set(p.Name, "true")
		}
	}
}

// model builds the page of a recipe with its first frame. A reader who begins has asked
// for no step.
func (s *Server) model(l lang.Lang, d algos.Demo, r algos.Recipe, begin bool, f *wire.Frame, complete bool) (views.Workbench, error) {
	query, err := r.Query(d)
	if err != nil {
		return views.Workbench{}, err
	}
	if begin {
		query.Del("step")
	}
	set, err := r.Data.Load()
	if err != nil {
		return views.Workbench{}, err
	}
	advice, err := r.Advice(d)
	if err != nil {
		return views.Workbench{}, err
	}
	groups, err := form(d.Schema(), r.Params, advice, d.Book(l.String()))
	if err != nil {
		return views.Workbench{}, err
	}
	switches, err := form(d.Form()[len(d.Schema()):], r.Params, nil, d.Book(l.String()))
	if err != nil {
		return views.Workbench{}, err
	}
	text, spoken := s.lessons[d.ID].in(l)
	whole := d.Input
	d = d.On(r.Data)
	m := views.Workbench{
		ID: d.ID, Title: d.Title, Summary: d.Summary, Family: d.Family,
		Formula: s.lessons[d.ID].formula,
		Lesson:  text, LessonLang: spoken.String(),
		Goals: s.goals(l, d), Receipts: s.cfg.Receipts.Sign != nil,
		Tour:    s.lessons[d.ID].tour(l),
		Query:   query.Encode(),
		Begin:   begin,
		Asks:    len(d.Questions) > 0,
		Preset:  r.Preset,
		Groups:  groups,
		Seed:    r.Seed,
		Data:    views.Data{Generator: r.Data.Generator, N: r.Data.N, Noise: r.Data.Noise, Seed: r.Data.Seed, Features: r.Data.Features},
		Classes: placeable(d, set),
		Own:     d.Input.Points == nil,
		Tabular: d.Input.Table != nil, Words: d.Input.Table != nil && d.Input.Table.Words,
		Either: whole.Either(), Kinds: whole.Kinds(), Supervised: d.Input.Supervised(), Graph: d.Input.Graph() != nil, Cells: d.Input.Cells,
		Frame:   first(f, complete),
		Units:   d.Units,
		Limits:  views.Limits{Points: min(s.cfg.Limits.Points, d.Input.Limit()), QR: maxQR},
		Exports: exports,
	}
	if d.Input.Target() == dataset.Either && d.Input.Points != nil {
		m.Target = map[dataset.Target]string{dataset.Classes: dataset.AsClasses, dataset.Values: dataset.AsValues}[set.Target]
	}
	for _, p := range d.Schema() {
		if p.Relabel {
			m.Relabels = p.Name
		}
	}
	for _, g := range switches {
		m.Standardise, m.Scales = g.Fields, frame.Scales(l, d, r, set)
	}
	if len(d.Goals) > 0 {
		m.Lesson, m.LessonRest = atBreak(text)
	}
	if d.Input.Own() {
		m.Exports = slices.DeleteFunc(slices.Clone(exports), func(e views.Export) bool { return e.Path == pointsFile })
	}
	for _, p := range d.Presets {
		m.Presets = append(m.Presets, views.Option{Value: p.ID, Label: p.Title, Note: p.Note})
		if p.ID == r.Preset {
			m.PresetNote = p.Note
		}
	}
	for _, g := range dataset.Generators() {
		if whole.Suits(g) {
			m.Generators = append(m.Generators, views.Generator{ID: g.ID, Title: g.Title, Note: g.Note, N: g.N, Noise: g.Noise, MaxNoise: g.MaxNoise, Features: g.Features})
		}
	}
	return m, nil
}

// firstPress says what the button does that a new reader presses first.
func firstPress(l lang.Lang, d algos.Demo) string {
	book := d.Book(l.String())
	if hint := d.Units.Hint(); hint != "" {
		return hint.In(book)
	}
	if name := d.Units.Name(algos.Normal); name != "" {
		return l.T("transport.first", name.In(book))
	}
	return l.T("transport.first", l.T("live.unit.step"))
}

// placeable returns the classes that points of the set can have. There are none
// if the method does not look at labels.
func placeable(d algos.Demo, set dataset.Set) []views.Class {
	if !d.Input.Classified() || set.Target != dataset.Classes && d.Input.Target() != dataset.Either {
		return nil
	}
	n, counts := d.Input.Classes(), []int(nil)
	if set.Target == dataset.Classes {
		counts = dataset.Counts(set.Points)
	}
	classes := make([]views.Class, n)
	for k := range classes {
		classes[k] = views.Class{Index: k, Name: set.ClassName(k), Used: k < 2 || k < len(counts) && counts[k] > 0}
	}
	// New points get the last class that occurs, and at least the second one.
	classes[max(min(1, n-1), len(counts)-1)].Chosen = true
	return classes
}

// form builds the controls of a schema, in the groups that it names.
func form(schema param.Schema, given param.Values, advice map[string]param.Advice, book say.Book) ([]views.Group, error) {
	var groups []views.Group
	for _, spec := range schema {
		f := views.Field{Spec: spec, Value: spec.Default, Active: schema.Active(spec.Name, given), Advice: advice[spec.Name]}
		if spec.Suggests != nil && spec.Kind == param.Float {
			f.Slider = f.Advice.Slider
		}
		f.Advice.Far = say.Phrase(f.Advice.Far.In(book))
		if v, ok := given[spec.Name]; ok {
			f.Value = v
		}
		for _, c := range spec.Choices {
			o := views.FieldOption{Value: c.Value, Label: c.Label, Hint: c.Hint}
			if c.TeX != "" {
				markup, err := mathml.Display(say.Phrase(c.TeX).In(book))
				if err != nil {
					return nil, err
				}
				o.Formula = views.HTML(markup)
			}
			f.Options = append(f.Options, o)
		}
		for _, c := range spec.Calls {
			markup, err := mathml.Display(say.Phrase(c.TeX).In(book))
			if err != nil {
				return nil, err
			}
			f.Formulas = append(f.Formulas, views.CallFormula{Call: c, Formula: views.HTML(markup)})
		}
		title := spec.Group
		i := slices.IndexFunc(groups, func(g views.Group) bool { return g.Title == title })
		if i < 0 {
			i = len(groups)
			groups = append(groups, views.Group{Title: title})
		}
		groups[i].Fields = append(groups[i].Fields, f)
	}
	return groups, nil
}

// layerNames are the layers of a picture, from the back to the front.
var layerNames = []string{"axes", "under", "data", "over"}

// told is the line under a step: what it did, and of the last one how the run ends.
func told(f *wire.Frame) string {
	if f.Status.State != string(algos.Running) && f.Status.Reason != "" {
		return f.Status.Reason
	}
	return f.Phase
}

// first returns the frame that is in the page before any script runs.
func first(f *wire.Frame, complete bool) views.Frame {
	v := views.Frame{
		Step: f.Step, Total: f.Total, Complete: complete,
		Next:  f.Next.Step,
		State: f.Status.State, Reason: told(f),
		Count: f.Count.Step,
		Say:   views.HTML(strings.TrimSpace(f.Say)), Speech: f.Speech, Promise: views.HTML(f.Promise),
	}
	for _, p := range f.Panels {
		pic := views.Picture{ID: p.ID, Title: p.Title, Note: p.Note, Alt: p.Alt, Width: p.Size[0], Height: p.Size[1]}
		for _, name := range layerNames {
			pic.Layers = append(pic.Layers, views.Layer{Name: name, SVG: views.HTML(p.Layers[name])})
		}
		if p.Legend != nil {
			pic.Legend = views.HTML(*p.Legend)
		}
		v.Pictures = append(v.Pictures, pic)
	}
	return v
}

// pointsFile is the export that demos without points do not have.
const pointsFile = "points.csv"

var exports = []views.Export{
	{Path: "frame.svg"},
	{Path: "frame.png"},
	{Path: "run.gif"},
	{Path: "replay.html"},
	{Path: "run.csv"},
	{Path: pointsFile},
	{Path: "recipe.json"},
}
