package algotest

import (
	"fmt"
	"testing"

	"playground/algos"
)

func TestSamplesAreBoundedAndReachEveryDemo(t *testing.T) {
	t.Setenv("PLAYGROUND_FULL", "")
	t.Setenv("PLAYGROUND_DEMO", "")
	var all []algos.Demo
	for i := range 76 {
		all = append(all, algos.Demo{ID: fmt.Sprintf("demo-%d", i)})
	}
	seen := map[string]bool{}
	most := len(Representatives(all)) + others
	for test := range 200 {
		name := fmt.Sprintf("Test%d", test)
		first, again := Sample(name, all), Sample(name, all)
		if len(first) != most {
			t.Fatalf("a sample of %d, want %d", len(first), most)
		}
		for i := range first {
			if first[i].ID != again[i].ID {
				t.Fatalf("%s has %s, and then %s", name, first[i].ID, again[i].ID)
			}
			seen[first[i].ID] = true
		}
	}
	if len(seen) != len(all) {
		t.Errorf("200 tests see %d of %d demos", len(seen), len(all))
	}
	t.Setenv("PLAYGROUND_DEMO", "demo-7")
	if one := Sample("Test", all); len(one) != 1 || one[0].ID != "demo-7" {
		t.Errorf("the demo asked for is not alone: %v", one)
	}
	t.Setenv("PLAYGROUND_DEMO", "")
	t.Setenv("PLAYGROUND_FULL", "1")
	if got := len(Sample("Test", all)); got != len(all) {
		t.Errorf("with everything asked for there are %d of %d", got, len(all))
	}
}
