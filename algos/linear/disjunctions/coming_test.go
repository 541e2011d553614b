package disjunctions

import (
	"strings"
	"testing"

	"playground/algos/algotest"
	"playground/algos/mark"
)

// The board of the start shows the examples to come, and none of their labels.
func TestStartShowsExamplesToCome(t *testing.T) {
	t.Parallel()
	steps := algotest.Steps(t, Demo, Demo.Presets[0].Data, nil)
	text := ""
	for _, m := range steps[0].Panels()[0].Marks {
		if m, ok := m.(mark.Texts); ok && len(m.Text) > 20 {
			for _, word := range m.Text {
				text += word.String()
			}
		}
	}
	end := steps[len(steps)-1].View.(view)
	want := "h(x)y"
	for _, e := range end.past[:shownRows] {
		want += e.x.bits(end.N) + "?"
	}
	if !strings.Contains(text, want) {
		t.Errorf("the board of the start writes %q, want %q", text, want)
	}
}
