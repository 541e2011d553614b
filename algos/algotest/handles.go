package algotest

import (
	"context"
	"fmt"
	"maps"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
)

// astray lists the points of a step that stand alone, as a query or a handle
// does, and are not in the picture. The board shows the window, another panel
// what its axes say.
func astray(s algos.Step, window grid.Window) []string {
	var faults []string
	for _, p := range s.Panels() {
		shown := window
		if p.ID != "board" {
			shown = grid.Window{X0: math.Inf(-1), X1: math.Inf(1), Y0: math.Inf(-1), Y1: math.Inf(1)}
		}
		if p.X.Min < p.X.Max {
			shown.X0, shown.X1 = p.X.Min, p.X.Max
		}
		if p.Y.Min < p.Y.Max {
			shown.Y0, shown.Y1 = p.Y.Min, p.Y.Max
		}
		for k, m := range p.Marks {
			if at, ok := alone(m); ok && !(at.X >= shown.X0 && at.X <= shown.X1 && at.Y >= shown.Y0 && at.Y <= shown.Y1) {
				faults = append(faults, fmt.Sprintf("the panel %s, mark %d: the point at (%g, %g) is outside of the picture, %+v", p.ID, k, at.X, at.Y, shown))
			}
		}
	}
	return faults
}

// alone returns the place of a mark that is one point.
func alone(m mark.Mark) (mark.XY, bool) {
	if p, ok := m.(mark.Points); ok && len(p.At) == 1 {
		return p.At[0], true
	}
	return mark.XY{}, false
}

// A held is a mark that sets a parameter when it is dragged, as a run shows it.
type held struct {
	set    dataset.Set
	params param.Values
	step   int
	at     mark.XY
}

// handles sees that what a reader may do by hand can be done, and that every parameter that is a place has a mark to drag in some
// preset or variant, and that the mark stands where the parameter says.
func handles(ctx context.Context, d algos.Demo, r *report) {
	var places []param.Spec
	for _, p := range d.Schema() {
		if p.Kind == param.Point && !p.View {
			places = append(places, p)
		}
	}
	handled(ctx, d, r)
	if len(places) == 0 {
		return
	}
	found, err := allHeld(ctx, d)
	if err != nil {
		r.fault("%v", err)
		return
	}
	for _, p := range places {
		h, ok := found[p.Name]
		if !ok {
			r.fault("the parameter %s is a place, but no mark of a preset or a variant can be dragged to set it", p.Name)
			continue
		}
		v := param.Values{}
		maps.Copy(v, h.params)
		want := mark.XY{X: h.at.X + 0.25, Y: h.at.Y}
		if h.set.Dim != 1 { // in one dimension the mark stays on its line
			want.Y -= 0.5
		}
		v[p.Name] = param.Format(want.X) + "," + param.Format(want.Y)
		steps, err := take(ctx, d, h.set, v, h.step+1)
		if err != nil || len(steps) <= h.step {
			r.fault("%s = %s: %d steps: %v", p.Name, v[p.Name], len(steps), err)
			continue
		}
		if got, ok := draggable(steps[h.step])[p.Name]; !ok || got != want {
			r.fault("%s = %s: the mark that sets it is at %+v (drawn: %v)", p.Name, v[p.Name], got, ok)
		}
		for _, f := range unlifted(steps[h.step].Panels(), p.Name, want) {
			r.fault("%s = %s: %s", p.Name, v[p.Name], f)
		}
	}
}

// allHeld finds each mark that can be dragged, where it is seen first.
func allHeld(ctx context.Context, d algos.Demo) (map[string]held, error) {
	const first = 12 // steps looked at
	found := map[string]held{}
	look := func(set dataset.Set, v param.Values) error {
		steps, err := take(ctx, d, set, v, first)
		for i, s := range steps {
			for name, at := range draggable(s) {
				if _, ok := found[name]; !ok {
					found[name] = held{set, v, i, at}
				}
			}
		}
		return err
	}
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			return nil, err
		}
		problem, err := recipe.Problem()
		if err != nil {
			return nil, err
		}
		if !problem.Table.Empty() {
			continue // what is dragged on it is dragged on points as well
		}
		if err := look(problem.Set, recipe.Params); err != nil {
			return nil, err
		}
	}
	settings := variants(d)
	for _, p := range d.Schema() {
		if p.Kind == param.Point { // the place is on the form
			v := param.Values{}
			for _, c := range []*param.Condition{p.When, p.And} {
				if c != nil {
					v[c.Param] = c.Values[0]
				}
			}
			settings = append(settings, v)
		}
	}
	for _, v := range settings {
		if err := look(Small(d), v); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// draggable returns where the handles of a step are that set places.
func draggable(s algos.Step) map[string]mark.XY {
	found := map[string]mark.XY{}
	for _, p := range s.Panels() {
		for _, m := range p.Marks {
			if h, ok := m.(mark.Handle); ok && h.Along == mark.Plane {
				found[h.Param] = h.At
			}
		}
	}
	return found
}

// unlifted lists the handles that lift a place and, at the height where they are, would
// set another than the one that it has.
func unlifted(panels []mark.Panel, name string, has mark.XY) []string {
	var faults []string
	for _, p := range panels {
		for _, m := range p.Marks {
			h, ok := m.(mark.Handle)
			if !ok || h.Along != mark.Lift || h.Param != name {
				continue
			}
			says := mark.XY{X: h.From.X + h.At.Y*h.Per.X, Y: h.From.Y + h.At.Y*h.Per.Y}
			size := 1 + math.Hypot(h.From.X, h.From.Y) + math.Abs(h.At.Y)*math.Hypot(h.Per.X, h.Per.Y)
			if !(math.Hypot(says.X-has.X, says.Y-has.Y) <= 1e-12*size) {
				faults = append(faults, fmt.Sprintf("the panel %s has a handle at %+v that would set %+v", p.ID, h.At, says))
			}
		}
	}
	return faults
}
