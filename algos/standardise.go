package algos

import (
	"maps"
	"strconv"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Standardise is the switch of every demo whose features can be standardised. It is a parameter for the
// form, for links and for the command line, and none of the demo: the data that the demo gets are
// standardised already. No parameter of a demo is called so.
const Standardise = "standardise"

// Form is the schema of the demo with the switch [Standardise] behind the demo's own parameters, where
// its features can be standardised: what links and pages set.
func (d Demo) Form() param.Schema {
	schema := d.Schema()
	if !d.Input.Scalable() {
		return schema
	}
	var set param.Set
	var on bool
	set.Bool(&on, Standardise, false).Label("standardise features").
		Hint("Each numeric feature minus its mean, divided by its standard deviation on the training set (StandardScaler). " +
			"Parameters and coefficients are then in standard deviations; axes stay in the data's units.")
	return append(schema[:len(schema):len(schema)], set.Schema()...)
}

// own are the parameters of the demo itself.
func (d Demo) own(v param.Values) param.Values {
	if _, ok := v[Standardise]; !ok || !d.Input.Scalable() {
		return v
	}
	v = maps.Clone(v)
	delete(v, Standardise)
	return v
}

// Standardised reports whether the features are standardised.
func (r Recipe) Standardised() bool {
	on, _ := strconv.ParseBool(r.Params[Standardise]) // a link may say 1
	return on
}

// Scaling is how the features of points are standardised in a run of the recipe; nil where they are not.
func (r Recipe) Scaling(set dataset.Set) dataset.Scaling {
	if !r.Standardised() || set.Dim == 0 {
		return nil
	}
	return set.Scaling()
}

// Standards are the data of a problem whose features are standardised, in their own units.
type Standards struct {
	Scaling dataset.Scaling
	set     dataset.Set   // all points
	table   dataset.Table // or the table
	window  grid.Window
}

// standardised is the problem with its features standardised by the points to learn from.
func (p Problem) standardised() Problem {
	s := &Standards{set: p.All(), table: p.Table, window: p.Window}
	if p.Table.Empty() {
		s.Scaling = p.Set.Scaling()
		p.Set.Points, p.HeldOut = s.Scaling.Points(p.Set.Points), s.Scaling.Points(p.HeldOut)
		p.Window = s.in(p.Window)
	} else {
		s.Scaling = p.Table.Scaling()
		p.Table = s.Scaling.Table(p.Table)
	}
	p.Standards = s
	return p
}

// in is a window in standard deviations. The axis of a target stays as it is.
func (s *Standards) in(w grid.Window) grid.Window { return Scaled(s.Scaling, w) }

// Scaled is a window of the data in the units of a scaling; nil leaves it alone.
func Scaled(c dataset.Scaling, w grid.Window) grid.Window {
	low, high := c.Place([2]float64{w.X0, w.Y0}), c.Place([2]float64{w.X1, w.Y1})
	return grid.Window{X0: low[0], X1: high[0], Y0: low[1], Y1: high[1]}
}

// Given are all points in the data's own units, the window that shows them, and the table: those of the
// problem itself where its features are not standardised.
func (p Problem) Given() (dataset.Set, grid.Window, dataset.Table) {
	if s := p.Standards; s != nil {
		return s.set, s.window, s.table
	}
	return p.All(), p.Window, p.Table
}

// Draw draws points of the problem's units from a generator, such as fresh ones from [Problem.Source].
func (p Problem) Draw(from dataset.Source) (dataset.Set, error) {
	set, err := from.Load()
	if s := p.Standards; s != nil && err == nil && set.Dim > 0 {
		set.Points = s.Scaling.Points(set.Points)
	}
	return set, err
}

// A Standard says by which mean and standard deviation a feature is standardised.
type Standard struct {
	Feature string // its name, or x₁, x₂, x
	dataset.Scale
	given bool // the name came with the data
}

// name is the feature in a sentence.
func (s Standard) name() any {
	if s.given {
		return say.Given(s.Feature)
	}
	return s.Feature
}

// standardsOf are the features that a scaling changes.
func standardsOf(c dataset.Scaling, set dataset.Set, t dataset.Table) []Standard {
	var all []Standard
	for k, scale := range c {
		switch {
		case scale.None():
		case !t.Empty():
			all = append(all, Standard{t.Columns[k].Name, scale, true})
		default:
			all = append(all, Standard{set.Columns()[k], scale, k < len(set.Names.Columns) && set.Names.Columns[k] != ""})
		}
	}
	return all
}

// A standard is what a step knows of how its features are standardised.
type standard struct {
	features []Standard
	scaling  dataset.Scaling
	table    dataset.Table // its columns alone
	dim      int
}

// newStandard is that of a problem; nil where its features are as they are in the data.
func newStandard(p Problem) *standard {
	s := p.Standards
	if s == nil {
		return nil
	}
	return &standard{
		features: standardsOf(s.Scaling, s.set, s.table), scaling: s.Scaling,
		table: dataset.Table{Columns: s.table.Columns}, dim: s.set.Dim,
	}
}

// mostStandards is how many features a sentence names.
const mostStandards = 4

// says tells how the features are standardised.
func (s *standard) says() []say.Phrase {
	if s == nil || len(s.features) == 0 {
		return nil
	}
	var all say.Phrase
	for i, f := range s.features[:min(len(s.features), mostStandards)] {
		v := say.Vars{"name": f.name(), "mean": f.Mean, "sd": f.SD, "before": all}
		one := v.Text("<name> with mean <mean> and standard deviation <sd>")
		if f.Constant {
			one = v.Text("<name>, constant at <mean>")
		}
		if v["feature"] = one; i > 0 {
			one = v.Text("<before>; <feature>")
		}
		all = one
	}
	v := say.Vars{"features": all, "more": len(s.features) - mostStandards}
	told := v.Text("Features are standardised: <features>.")
	if len(s.features) > mostStandards {
		told = v.Text("Features are standardised: <features>; and <more> more.")
	}
	return []say.Phrase{told, "Parameters, coefficients and distances are in standard deviations; the axes of features are in the data's units."}
}

// axis is an axis along a feature, which is called by its letter or by its name, in the data's units.
func (s *standard) axis(a mark.Axis) mark.Axis {
	for k, scale := range s.scaling {
		if scale.None() || a.Log {
			continue
		}
		var name say.Phrase
		if len(s.table.Columns) > 0 {
			name = say.Given(s.table.Columns[k].Name).Phrase()
		} else {
			name = say.Phrase(dataset.Set{Dim: s.dim}.Columns()[k]) // they have their names from who shows the panel
		}
		if a.Name == name {
			a.Shift, a.Factor = scale.Mean, scale.SD
		}
	}
	return a
}

// panel is a panel whose axes along features are in the data's units, each with a scale of its own: with one
// scale for both, which changes with every point that is moved, the board would move under the hand.
func (s *standard) panel(p mark.Panel) mark.Panel {
	if s == nil {
		return p
	}
	p.X, p.Y = s.axis(p.X), s.axis(p.Y)
	p.Equal = p.Equal && p.X.Factor == p.Y.Factor
	if looked := p.Looked; looked != nil {
		p.Looked = func(v param.Values) mark.Panel { return s.panel(looked(v)) }
	}
	return p
}

// model is a model that is asked for predictions in the data's units.
func (s *standard) model(m Model) Model {
	if s == nil {
		return m
	}
	if predict := m.Predict; predict != nil && s.dim > 0 {
		m.Predict = func(x [2]float64) []Value { return predict(s.scaling.Place(x)) }
	}
	if mean := m.Mean; mean != nil && s.dim > 0 {
		m.Mean = func(x [2]float64) float64 { return mean(s.scaling.Place(x)) }
	}
	if row := m.PredictRow; row != nil && len(s.table.Columns) > 0 {
		m.PredictRow = func(inputs []float64) []Value { return row(s.scaling.Inputs(s.table, inputs)) }
	}
	return m
}

// Model is what has been learnt so far. Its values are in the units of the run, and it is asked for
// predictions at places in those of the data.
func (s Step) Model() Model { return s.standard.model(s.View.Model()) }

// Standards are the means and standard deviations by which the features are standardised; none where
// they are not.
func (s Step) Standards() []Standard {
	if s.standard == nil {
		return nil
	}
	return s.standard.features
}

// mostApart is by how many times standard deviations may differ before standardising is offered.
const mostApart = 10

// Apart says by how many times the standard deviations of the features differ, and which of them is the largest, where
// that is more than 10 times and matters to the method; empty where it does not.
func (d Demo) Apart(set dataset.Set, t dataset.Table) (times float64, widest string) {
	in := d.Input
	if !in.Scalable() || in.ScaleFree {
		return 0, ""
	}
	scaling := set.Scaling()
	if !t.Empty() {
		scaling = t.Scaling()
	}
	times, k := scaling.Spread()
	if k < 0 || times <= mostApart {
		return 0, ""
	}
	if !t.Empty() {
		return times, t.Columns[k].Name
	}
	return times, set.Columns()[k]
}
