package decisiontree

import (
	"slices"
	"testing"
)

// The search for the best tree of depth two leaves the samples of the run as they are: others look
// at the same state meanwhile.
func TestBestTreeLeavesTheSamplesAlone(t *testing.T) {
	recipe, err := Demo.Recipe("xor")
	if err != nil {
		t.Fatal(err)
	}
	problem, err := recipe.Problem()
	if err != nil {
		t.Fatal(err)
	}
	run, err := Demo.Steps(t.Context(), problem, recipe.Params)
	if err != nil {
		t.Fatal(err)
	}
	for s := range run {
		v, ok := s.Own().(view)
		if !ok {
			t.Fatalf("the view is a %T", s.Own())
		}
		before := slices.Clone(v.learn)
		if _, ok := v.best2(); ok && !slices.Equal(v.learn, before) {
			t.Fatal("the samples are in another order")
		}
	}
}
