package algotest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/param"
)

// pairedSteps is how far runs of paired settings are looked at.
const pairedSteps = 30

// pairs runs settings in which every two values of two parameters meet, and reads what they
// say: what one parameter alone does is looked at by the part of the variants. The part of
// the translation hears the same settings.
func pairs(ctx context.Context, d algos.Demo, r *report) {
	for _, v := range paired(d.Schema()) {
		if _, err := take(ctx, d, Small(d), v, pairedSteps); err != nil {
			continue // values that do not go together are refused
		}
		if r.add(r.onPair(ctx, d, v)); len(r.faults) > 0 {
			return // one setting's faults are enough
		}
	}
}

// onPair is what is found in the run of a paired setting, and what is said there.
func (r *report) onPair(ctx context.Context, d algos.Demo, v param.Values) *account {
	return r.observe(ctx, d, fmt.Sprint("pair ", v), manner{name: fmt.Sprint(v), heard: pairedSteps}, func() ([]algos.Step, error) {
		return take(ctx, d, Small(d), v, pairedSteps)
	})
}

// values are those of a parameter that are tried: every choice, both ways of a switch, the
// default and both ends of a slider. Texts and places keep their default.
func values(p param.Spec) []string {
	all := []string{p.Default}
	switch p.Kind {
	case param.Choice:
		for _, c := range p.Choices {
			all = append(all, c.Value)
		}
	case param.Bool:
		all = append(all, "true", "false")
	case param.Float, param.Int:
		all = append(all, param.Format(p.Slider[0]), param.Format(p.Slider[1]))
	}
	slices.Sort(all[1:])
	return slices.CompactFunc(append(all[:1:1], slices.DeleteFunc(all[1:], func(v string) bool { return v == p.Default })...), strings.EqualFold)
}

// paired are settings in which every two values of two parameters meet that can count
// together: few, since each has a value for every parameter.
func paired(schema param.Schema) []param.Values {
	type value struct{ name, value string }
	type pair [2]value
	all := make([][]string, len(schema))
	open := map[pair]bool{}
	for i, p := range schema {
		all[i] = values(p)
		for j, q := range schema[:i] {
			for _, v := range all[i] {
				for _, w := range all[j] {
					open[pair{{q.Name, w}, {p.Name, v}}] = true
				}
			}
		}
	}
	// gain counts the pairs that a value closes with those that are set already.
	gain := func(set param.Values, before param.Schema, name, v string) int {
		n := 0
		for _, q := range before {
			if w, ok := set[q.Name]; ok && open[pair{{q.Name, w}, {name, v}}] {
				n++
			}
		}
		return n
	}
	const most, patience = 24, 8 // settings, and tries in a row that close nothing
	var out []param.Values
	for try, idle := 0, 0; len(open) > 0 && idle < patience && len(out) < most; try++ {
		set := param.Values{}
		for i, p := range schema {
			if !schema.Meets(conditions(p), set) {
				continue // it does not count here
			}
			best, closes := all[i][try%len(all[i])], 0
			for _, v := range all[i] {
				if n := gain(set, schema[:i], p.Name, v); n > closes {
					best, closes = v, n
				}
			}
			set[p.Name] = best
		}
		closed := 0
		for i, p := range schema {
			for _, q := range schema[:i] {
				if k := (pair{{q.Name, set[q.Name]}, {p.Name, set[p.Name]}}); open[k] {
					closed++
					delete(open, k)
				}
			}
		}
		if idle++; closed == 0 {
			continue
		}
		idle = 0
		for name, v := range set {
			if spec, _ := schema.Spec(name); v == spec.Default {
				delete(set, name)
			}
		}
		out = append(out, set)
	}
	return out
}

// conditions are those under which a parameter counts.
func conditions(p param.Spec) []param.Condition {
	var all []param.Condition
	for _, c := range []*param.Condition{p.When, p.And} {
		if c != nil {
			all = append(all, *c)
		}
	}
	return all
}
