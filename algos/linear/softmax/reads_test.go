package softmax

import (
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/arith"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
)

// Where the points are so far apart that every probability is 0 or 1, classes are
// expected more or less often than they occur, and no rounding hides that.
func TestSaturatedResidualsDoNotVanish(t *testing.T) {
	steps := algotest.Steps(t, Demo, algotest.ReadCSV(t, Demo, "testdata/huge.csv"), vals("solver", "gd", "max_iter", "200"))
	for _, name := range []string{"balance", "moments"} {
		if c := algotest.Check(t, steps[2], name); c.Verdict != algos.Open || c.Left < 0.5 {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// With K vectors all offsets may be shifted, so that only one minimum is centred.
func TestOneMinimumIsCentred(t *testing.T) {
	for vectors, centred := range map[string]bool{all: true, first: false, last: false} {
		s := algotest.Last(t, Demo, dataset.Generate("blobs3", 30, 1, 4), vals("parametrization", vectors, "lambda", "1"))
		if c := algotest.Check(t, s, "exists"); c.Verdict != algos.Holds || strings.Contains(c.Claim.String(), "b_k = 0") != centred {
			t.Errorf("%s: %+v", vectors, c)
		}
	}
}

// A lead that is only rounding proves nothing.
func TestLeadOfRounding(t *testing.T) {
	v := algotest.Last(t, Demo, sectors, nil).View.(view)
	v = copied(v)
	v.Margin = v.problem.ScoreRounding(v.B) / 2
	if c := algotest.Check(t, v, "exists"); c.Claim == claimLead.Claim {
		t.Errorf("%+v", c)
	}
}

// Every update of a vector is reckoned in numbers, and every share of a drawn row.
func TestUpdatesAreReckoned(t *testing.T) {
	blobs := dataset.Generate("blobs3", 60, 0.9, 2)
	for _, c := range []struct {
		params []string
		each   int // comparisons of an update
	}{
		{[]string{"solver", "newton"}, 3},
		{[]string{"solver", "gd", "max_iter", "20"}, 3},
		{[]string{"solver", "minibatch", "max_iter", "20", "parametrization", last}, 2},
		{[]string{"solver", "sgd", "max_iter", "20", "lambda", "0.1"}, 5},
	} {
		read, updates := 0, 0
		for _, s := range algotest.Steps(t, Demo, blobs, vals(c.params...)) {
			if s.View.(view).Did == logit.Update {
				updates++
			}
			for _, l := range s.Say() {
				for _, statement := range arith.Statements(l.TeX.String(), true) {
					n, faults := statement.Check()
					if read += n; len(faults) > 0 {
						t.Errorf("%s: %v", l.TeX, faults)
					}
				}
			}
		}
		if read < c.each*updates {
			t.Errorf("%v: %d comparisons in %d updates", c.params, read, updates)
		}
	}
}
