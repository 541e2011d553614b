package algotest

import (
	"testing"

	"playground/algos/param"
)

// Every two values of two parameters meet in a setting, unless one of them makes that the
// other does not count; the settings are fewer than the pairs by far.
func TestPairs(t *testing.T) {
	var set param.Set
	var o struct {
		a, b, c string
		on      bool
		n       int
	}
	option := func(values ...string) (all []param.Option) {
		for _, v := range values {
			all = append(all, param.Option{Value: v, Label: v})
		}
		return all
	}
	set.Choice(&o.a, "a", "p", option("p", "q", "r")...)
	set.Choice(&o.b, "b", "u", option("u", "v", "w")...)
	set.Bool(&o.on, "on", false)
	set.Int(&o.n, "n", 5, 1, 9)
	set.Choice(&o.c, "c", "x", option("x", "y")...).When("a", "q", "r")
	schema := set.Schema()
	settings := paired(schema)
	if len(settings) > 16 {
		t.Errorf("%d settings", len(settings))
	}
	value := func(v param.Values, name string) string {
		if x, ok := v[name]; ok {
			return x
		}
		spec, _ := schema.Spec(name)
		return spec.Default
	}
	for i, p := range schema {
		for _, q := range schema[:i] {
			for _, v := range values(p) {
				for _, w := range values(q) {
					met := false
					for _, s := range settings {
						met = met || value(s, p.Name) == v && value(s, q.Name) == w
					}
					if !met && (p.Name != "c" || q.Name != "a" || w != "p" || v != "y") {
						t.Errorf("%s = %s never meets %s = %s", p.Name, v, q.Name, w)
					}
				}
			}
		}
	}
}
