package algotest

import (
	"slices"
	"testing"

	"playground/algos/mark"
	"playground/algos/say"
)

func TestPicturesShowNoUnderscore(t *testing.T) {
	t.Parallel()
	charts := []mark.Chart{{Title: "error of A_1", Y: "‖A − A_2‖", Series: []mark.Series{{Label: "A_3"}}}}
	panels := []mark.Panel{{
		Title: "A_4", Note: "A_5", X: mark.Axis{Name: "A_6"}, Y: mark.Axis{Name: "A_7"},
		Marks: []mark.Mark{
			mark.Points{Legend: "A_8"},
			mark.Texts{Text: []say.Phrase{"A_9"}},
			mark.Field{Levels: []mark.Level{{Label: "A_0"}}},
		},
	}}
	none := func(string) []string { return nil }
	if faults := underscored(drawnTexts(charts, panels), none); len(faults) != 10 {
		t.Errorf("of ten texts with an underscore %d are found: %q", len(faults), faults)
	}
	if faults := underscored([]say.Phrase{"‖A − Aₖ‖²", "$A_k$ is the best"}, none); len(faults) > 0 {
		t.Errorf("subscripts and formulas are faults: %q", faults)
	}
	chinese := func(string) []string { return []string{"误差 A_k"} }
	if faults := underscored([]say.Phrase{"error"}, chinese); !slices.Equal(faults, []string{`"误差 A_k" is drawn with an underscore: write a subscript`}) {
		t.Errorf("the Chinese is not read: %q", faults)
	}
}
