package gpregression

import (
	"strings"
	"testing"

	"playground/algos/algotest"
)

// At first view the board has at most seven kinds of marks to explain, and says what is data.
func TestBoardHasFewKindsOfMarks(t *testing.T) {
	algotest.FewKinds(t, Demo, "observations", "to come")
}

// Mean and variance of a step are aligned at their arrows, and short enough for one line each: a
// formula that is broken would begin further left than one that is not.
func TestMeanAndVarianceAreAligned(t *testing.T) {
	first := Demo.Presets[0]
	v := algotest.Steps(t, Demo, first.Data, nil)[first.Step].View.(view)
	for _, line := range v.Say() {
		text := line.TeX.String()
		if !strings.Contains(text, `\leftarrow`) {
			continue
		}
		if strings.Count(text, `&\leftarrow`) != 2 || strings.Contains(text, "(0.0231 -") {
			t.Errorf("not aligned, or too long: %s", text)
		}
	}
}
