package catalog_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/views/mathml"
)

func TestFormulasOfDescriptions(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		display(t, "formula", d.Formula)
		for i, paragraph := range strings.Split(d.Lesson, "\n") {
			inline(t, "lesson line "+string(rune('0'+i%10)), paragraph)
		}
		for _, p := range d.Schema() {
			for _, c := range p.Choices {
				if c.TeX != "" {
					display(t, p.Name+"="+c.Value, c.TeX)
				}
			}
		}
	})
}

// Every formula of every variant compiles, and what it refers to can be seen.
func TestFormulasOfSteps(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		sets := []dataset.Set{
			small(d), board(d, 0, nil), gaussians(d, 8, 3, 1e6),
			board(d, 6, func(i int) (float64, float64, int) { return 0.75, 0.75, i % 2 }),
		}
		for _, v := range variants(d) {
			for _, set := range sets {
				for i, s := range take(t, d, set, v, 150) {
					if !looked(i, s) {
						continue
					}
					refs := references(s)
					for _, l := range s.Say() {
						inline(t, s.Phase.String(), l.Text.String())
						display(t, s.Phase.String(), l.TeX.String())
						for _, m := range reference.FindAllStringSubmatch((l.Text + l.TeX).String(), -1) {
							if !refs[m[1]] {
								t.Errorf("%v, %s: nothing is called %s", v, s.Phase, m[1])
							}
						}
					}
					for _, c := range s.Checks() {
						inline(t, c.Name, c.Claim.String())
					}
					if t.Failed() {
						return
					}
				}
			}
		}
	})
}

var reference = regexp.MustCompile(`\\ref\{([^}]*)\}`)

// references returns everything in a step's panels that a formula can point to.
func references(s algos.Step) map[string]bool {
	refs := map[string]bool{}
	walk("", reflect.ValueOf(s.Panels()), func(path string, v reflect.Value) {
		if v.Kind() == reflect.String && strings.Contains(path[strings.LastIndex(path, ".")+1:], "Ref") {
			refs[v.String()] = true
		}
	})
	return refs
}

func display(t *testing.T, where, tex string) {
	t.Helper()
	if tex == "" {
		return
	}
	if _, err := mathml.Display(tex); err != nil {
		t.Errorf("%s: %s: %v", where, tex, err)
	}
}

func inline(t *testing.T, where, text string) {
	t.Helper()
	if _, err := mathml.Inline(text); err != nil {
		t.Errorf("%s: %v", where, err)
	}
}
