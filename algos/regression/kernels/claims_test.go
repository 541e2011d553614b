package kernels

import (
	"math"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
)

// Four features have a rank of at most 4: less on fewer places.
func TestRankIsAtMostTheNumberOfFeatures(t *testing.T) {
	for want, data := range map[int]dataset.Source{
		1: dataset.NumberLine(0.5, 0.5), 2: dataset.NumberLine(0, 0, 1, 1), 3: dataset.NumberLine(-1, 0, 2), 4: ruler,
	} {
		v := last(t, data, "build", "features", "degree", "3")
		if len(v.terms.features) != 4 || v.now.rank() != want {
			t.Errorf("%d points: %d features, rank %d, want %d", len(v.x), len(v.terms.features), v.now.rank(), want)
		}
	}
}

// shading is the largest and the smallest share of its colours that the board's field fills.
func shading(t *testing.T, v view) (low, high float64) {
	t.Helper()
	low, high = math.Inf(1), math.Inf(-1)
	for _, m := range v.board().Marks {
		f, ok := m.(mark.Field)
		if !ok {
			continue
		}
		w := v.Window
		g := grid.Grid{Window: w, NX: 40, NY: 40}
		values := make([]float64, g.Len())
		f.Eval(values, g)
		for _, x := range values {
			low, high = min(low, x/f.Hi), max(high, x/f.Hi)
		}
		if f.Legend == "" {
			t.Error("it is not said what the shading is")
		}
	}
	return low, high
}

// No press of the button leads to an empty board: the shading of k(x, ·) can be seen at the
// start, at every step and at the end.
func TestBoardIsNeverWhite(t *testing.T) {
	for _, p := range Demo.Presets {
		steps, err := algos.Recipe{Demo: Demo.ID, Params: p.Params, Seed: 1, Data: p.Data}.Run(t.Context(), Demo)
		if err != nil {
			t.Fatal(err)
		}
		for s := range steps {
			v := s.View.(view)
			if v.dim != 2 {
				continue
			}
			if low, high := shading(t, v); high-low < 0.3 && max(math.Abs(low), high) < 0.3 {
				t.Errorf("%s, step %d: the shading fills %.2g to %.2g of its colours", p.ID, v.taken, low, high)
			}
		}
	}
}

// The legend says of which term the shading is, and the anchor is called so.
func TestShadingIsNamed(t *testing.T) {
	first := Demo.Presets[0]
	v := algotest.Steps(t, Demo, first.Data, nil)[first.Opens].View.(view)
	named, anchored := false, false
	for _, m := range v.board().Marks {
		switch m := m.(type) {
		case mark.Field:
			named = strings.HasPrefix(m.Legend.String(), "k₂(x, z)")
		case mark.Handle:
			anchored = anchored || m.Label == "anchor x"
		}
	}
	if !named || !anchored {
		t.Errorf("the shading is named: %v, the anchor: %v", named, anchored)
	}
}
