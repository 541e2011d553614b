package algotest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"playground/algos"
	"playground/algos/mark"
)

// MostKinds is how many kinds of marks a newcomer can take in at first view.
const MostKinds = 7

// FewKinds sees that the legend of the board explains at most [MostKinds] kinds of marks where the
// page of a demo opens, and that these are among them.
func FewKinds(t testing.TB, d algos.Demo, kinds ...string) {
	t.Helper()
	first := d.Presets[0]
	steps := Steps(t, d, first.Data, nil)
	at := first.Opens
	if at == 0 {
		at = first.Step
	}
	if at < 0 || at >= len(steps) {
		at = len(steps) / 3 // a page opens there where a preset shows the end
	}
	board := steps[at].Panels()[0]
	legend := Legend(board)
	if len(legend) > MostKinds {
		t.Errorf("%s: the board of step %d has %d kinds of marks: %q", d.ID, at, len(legend), legend)
	}
	for _, kind := range kinds {
		if !slices.Contains(legend, kind) {
			t.Errorf("%s: the board of step %d does not say what is %q: %q", d.ID, at, kind, legend)
		}
	}
}

// Legend is what the legend of a panel explains, in the order of the marks.
func Legend(p mark.Panel) []string {
	var legend []string
	for _, m := range p.Marks {
		field := reflect.ValueOf(m).FieldByName("Legend")
		if !field.IsValid() {
			continue
		}
		if text := fmt.Sprint(field.Interface()); text != "" && !slices.Contains(legend, text) {
			legend = append(legend, text)
		}
	}
	return legend
}
