package unsupervised

import (
	"reflect"
	"testing"

	"playground/algos"
	"playground/algos/mark"
)

// mostKinds is how many kinds of marks a reader can tell apart at first sight.
const mostKinds = 7

// What a page shows first is a picture of few kinds of marks, none of its pictures is empty, and a guarantee is decided. Starting
// again leads to a board with the data.
func TestFirstViews(t *testing.T) {
	for _, d := range Demos {
		t.Run(d.ID, func(t *testing.T) {
			p := d.Presets[0]
			run, err := algos.Recipe{Demo: d.ID, Params: p.Params, Seed: p.Seed, Data: p.Data}.Run(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			var steps []algos.Step
			for s := range run {
				steps = append(steps, s)
			}
			first := p.Opens
			if first == 0 && p.Step > 0 {
				first = p.Step
			} else if first == 0 {
				first = len(steps) / 3 // as pages do
			}
			panels := steps[first].View.Panels()
			kinds := map[string]bool{}
			for _, m := range panels[0].Marks {
				if name := legend(m); name != "" {
					kinds[name] = true
				}
			}
			if len(kinds) > mostKinds {
				t.Errorf("the board has %d kinds of marks: %v", len(kinds), kinds)
			}
			for _, p := range panels {
				if len(p.Marks) == 0 {
					t.Errorf("picture %q is empty at first view", p.ID)
				}
			}
			decided := 0
			for _, c := range steps[first].View.Checks() {
				if c.Verdict == algos.Holds {
					decided++
				}
			}
			if decided == 0 {
				t.Error("no guarantee is decided at first view")
			}
			if len(steps[0].View.Panels()[0].Marks) == 0 {
				t.Error("the board of step 0 is empty")
			}
		})
	}
}

// legend is what a mark is called below its picture.
func legend(m mark.Mark) string {
	v := reflect.ValueOf(m)
	if v.Kind() != reflect.Struct || !v.FieldByName("Legend").IsValid() {
		return ""
	}
	return v.FieldByName("Legend").String()
}
