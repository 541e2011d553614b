package catalog_test

import (
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
)

// What is asked of each demo alone is in algotest.Contract, which the demo's own
// package calls. Here is what is about all of them together.

// word is what may stand in a URL without escaping.
var word = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func TestIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range catalog.All {
		if seen[d.ID] || !word.MatchString(d.ID) {
			t.Errorf("the id %q is taken or does not fit a URL", d.ID)
		}
		seen[d.ID] = true
		if got, ok := catalog.Find(d.ID); !ok || got.ID != d.ID {
			t.Errorf("Find(%q) found %q", d.ID, got.ID)
		}
	}
	if _, ok := catalog.Find("nothing"); ok {
		t.Error("found what does not exist")
	}
}

// A demo's folder is its id without hyphens, so that whoever sees an address
// finds the code. The folder calls the contract.
func TestFoldersAreCalledLikeTheirDemos(t *testing.T) {
	for _, d := range catalog.All {
		for _, file := range []string{"lesson.md", "contract_test.go"} {
			found, err := filepath.Glob("../*/" + strings.ReplaceAll(d.ID, "-", "") + "/" + file)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) != 1 {
				t.Errorf("%s has the files %q below a family, want one %s in a folder that is called as it is without hyphens", d.ID, found, file)
			}
		}
	}
}

// start starts a run of a demo on a few points.
func start(t *testing.T, d algos.Demo) iter.Seq[algos.Step] {
	t.Helper()
	run, err := algotest.Start(t.Context(), d, algotest.Small(d), 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Two readers look at the same steps at once, as two sessions of a lecture do.
// With the race detector this finds what a view shares with another.
func TestStepsAreLookedAtByTwo(t *testing.T) {
	const most = 8
	for _, d := range catalog.All {
		t.Run(d.ID, func(t *testing.T) {
			var steps []algos.Step
			for s := range start(t, d) {
				if steps = append(steps, s); len(steps) == most {
					break
				}
			}
			var seen [2][]string
			var readers sync.WaitGroup
			for k := range seen {
				readers.Go(func() {
					for _, s := range steps {
						seen[k] = append(seen[k], algotest.Text(s))
					}
				})
			}
			readers.Wait()
			if !slices.Equal(seen[0], seen[1]) {
				t.Error("two readers see something else")
			}
		})
	}
}

// A run that is left early leaves nothing behind.
func TestLeavingARun(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, d := range catalog.All {
		for n := range 4 {
			next, stop := iter.Pull(start(t, d))
			for range n {
				next()
			}
			stop()
			if _, ok := next(); ok {
				t.Errorf("%s goes on after it was left", d.ID)
			}
		}
	}
}
