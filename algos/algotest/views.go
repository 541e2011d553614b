package algotest

import (
	"context"
	"maps"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
)

// views sees that a parameter which leaves the run alone does: with another value all
// steps say and show the same, but for the panels that can be looked at from elsewhere,
// and each of these is as it shows itself. In some preset a handle sets it.
func views(ctx context.Context, d algos.Demo, r *report) {
	for _, p := range d.Schema() {
		if !p.View {
			continue
		}
		value := map[param.Kind]string{param.Point: "-70,35"}[p.Kind]
		if value == "" {
			r.fault("%s leaves the run alone, and is a %s: there is no handle for that", p.Name, p.Kind)
			continue
		}
		turned := false
		for _, preset := range d.Presets {
			recipe, err := d.Recipe(preset.ID)
			if err != nil {
				r.fault("%s: %v", preset.ID, err)
				continue
			}
			problem, err := recipe.Problem()
			if err != nil {
				r.fault("%s: %v", preset.ID, err)
				continue
			}
			turned = r.viewed(ctx, d, problem.All(), recipe.Params, p.Name, value) || turned
		}
		if !turned {
			r.fault("the parameter %s turns no picture of a preset", p.Name)
		}
	}
}

// viewed compares the first steps of a run with those of another value of a parameter. It
// reports whether some picture is another one.
func (r *report) viewed(ctx context.Context, d algos.Demo, set dataset.Set, v param.Values, name, value string) bool {
	const first = 6 // steps looked at
	other := param.Values{}
	maps.Copy(other, v)
	other[name] = value
	a, err := take(ctx, d, set, v, first)
	if err != nil {
		r.fault("%v: %v", v, err)
		return false
	}
	b, err := take(ctx, d, set, other, first)
	if err != nil || len(a) != len(b) {
		r.fault("%s = %s: %d steps instead of %d: %v", name, value, len(b), len(a), err)
		return false
	}
	turned := false
	for n := range a {
		x, y := show(newSight(n, a[n])), show(newSight(n, b[n]))
		for i, p := range x.Panels {
			if p.Looked == nil {
				continue
			}
			x.Panels[i] = p.Looked(other)
			turned = turned || sets(p, name) && (shown{Panels: x.Panels[i : i+1]}).text() != (shown{Panels: []mark.Panel{p}}).text()
			if q := x.Panels[i]; q.X != p.X || q.Y != p.Y || q.Height != p.Height {
				r.fault("the panel %s changes its size as it is turned", p.ID)
			}
		}
		if x.text() != y.text() {
			r.fault("step %d with %s = %s, which leaves the run alone: %s", n, name, value, firstDifference(x.text(), y.text()))
		}
	}
	return turned
}

// sets reports whether a handle of the panel sets a parameter.
func sets(p mark.Panel, name string) bool {
	for _, m := range p.Marks {
		if h, ok := m.(mark.Handle); ok && h.Param == name {
			return true
		}
	}
	return false
}
