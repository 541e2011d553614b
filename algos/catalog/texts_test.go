package catalog_test

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/algos/param"
)

// typed are the parameters that a reader types, with what makes them count.
var typed = []struct {
	demo, name string
	with       param.Values
}{
	{"disjunctions", "target", nil},
	{"disjunctions", "target", algotest.Values("learner", "general", "order", "adversarial")},
	{"disjunctions", "bit_strings", algotest.Values("order", "typed", "n", "3")},
	{"perceptron", "eta", algotest.Values("variant", "variable-increment")},
	{"em-gmm", "rows", algotest.Values("init", "rows", "k", "2")},
	{"gp-regression", "kernel", nil},
	{"gaussian-conditioning", "observations", algotest.Values("topic", "update")},
	{"bias-variance", "design", algotest.Values("estimator", "ridge")},
}

// FuzzTyped types any text. It is refused in words, or the run that it stands for is
// sound; the text in its canonical form stands for itself.
func FuzzTyped(f *testing.F) {
	for i := range typed {
		for _, text := range []string{
			"", "none", "x1 or not x3", "x1 OR  ¬x2 ∨ x3", "x0", "x99", "010, 100 001=1", "01010=0;", "$x^2$ <b>%!s", `\href{a}{b} \`, `$\href{a}$`, "$", "<i>", "x1 or <i>", "1/k", "0.5/k^2", "1/sqrt(k)", "1e-7",
			"7,37,67", "0,0", "-1", "99999999999999999999", "1*rbf(1)+0.5*linear(1)", "periodic(1,2)*", "\x00\xff", "１/k", `0\ref{}$`,
		} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		c := typed[int(which)%len(typed)]
		d, _ := catalog.Find(c.demo)
		if len(text) > 200 || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "undefined") || strings.Contains(text, "%!") {
			return // a refusal repeats the text, in which a number that is none is no fault
		}
		v := param.Values{c.name: text}
		for name, value := range c.with {
			v[name] = value
		}
		canonical, err := d.Schema().Canonical(v)
		if err != nil {
			return
		}
		again, err := d.Schema().Canonical(canonical)
		if err != nil || again[c.name] != canonical[c.name] {
			t.Errorf("%q becomes %q and then %q, %v", text, canonical[c.name], again[c.name], err)
		}
		r := algos.Recipe{Demo: d.ID, Seed: 3, Params: canonical}
		if d.Input.Points != nil {
			set := algotest.Small(d)
			set.Points = set.Points[:5]
			r.Data = dataset.Explicit(set)
		}
		forwards(t, d, r, 2)
	})
}
