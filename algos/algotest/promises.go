package algotest

import (
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	_ "playground/algos/algotest/seeded" // for the properties of every demo
	"playground/algos/dataset"
	"playground/algos/param"
)

// Promises reports every promise of theory that a step finds broken.
func Promises(t testing.TB, s algos.Step) {
	t.Helper()
	for _, c := range s.Checks() {
		if c.Verdict == algos.Broken {
			t.Errorf("%s: %s is broken: %v %s %v (%s)", s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Why)
		}
	}
}

// Check returns the guarantee with that name, and records that it was seen broken where it
// is. A step is a view, too.
func Check(t testing.TB, v algos.View, name string) algos.Check {
	t.Helper()
	if _, ok := v.(algos.Step); !ok {
		v = algos.Step{View: v} // which judges what is slow
	}
	for _, c := range v.Checks() {
		if c.Name == name {
			sawBroken(c)
			return c
		}
	}
	t.Fatalf("there is no check %q", name)
	return algos.Check{}
}

// A Trial is a run drawn at random.
type Trial struct {
	Set    dataset.Set
	Params param.Values
	Seed   uint64
	Most   int // the most steps looked at, for draws that may take very long; 0: all
}

// A Look sees a step of a trial and its checks, and asserts what else holds.
type Look func(t *rapid.T, s algos.Step, checks []algos.Check)

// PromisesHold draws runs and reports a promise that a step finds broken, and
// one that is still open where a run has converged, unless it says why. A run has to end, with a
// reason. The looks see every step.
func PromisesHold(t *testing.T, d algos.Demo, draw func(*rapid.T) Trial, looks ...Look) {
	t.Helper()
	rapid.Check(t, func(rt *rapid.T) {
		trial := draw(rt)
		run, err := Start(t.Context(), d, trial.Set, trial.Seed, trial.Params)
		if err != nil {
			rt.Fatal(err)
		}
		n, last := 0, algos.Step{}
		for s := range run {
			last = s
			checks := s.Checks()
			for _, c := range checks {
				if c.Verdict == algos.Broken {
					rt.Fatalf("step %d, %s: %s: %v %s %v ± %v: %s", n, s.Phase, c.Name, c.Left, c.Rel, c.Right, c.Rounding+c.Within, c.Why)
				}
				if c.Verdict == algos.Open && s.Status.State == algos.Converged && c.Why == "" {
					rt.Fatalf("step %d, %s: %s is still open at the end", n, s.Phase, c.Name)
				}
			}
			for _, look := range looks {
				look(rt, s, checks)
			}
			if n++; n == trial.Most {
				return
			}
		}
		if !last.Status.Final() || last.Status.Reason == "" {
			rt.Fatalf("the run ends with %+v", last.Status)
		}
	})
}

// Load makes the points of a source. What a test draws is never too much.
func Load(t interface{ Fatal(args ...any) }, s dataset.Source) dataset.Set {
	set, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// A Spoiling is a state that was right and the same state spoilt on purpose.
type Spoiling struct {
	Check        string // the name of the promise that has to notice
	Good, Spoilt algos.View
}

// Spoilt reports promises that do not hold of a good state or are not broken by
// the spoilt one.
func Spoilt(t testing.TB, cases []Spoiling) {
	t.Helper()
	for i, c := range cases {
		good, bad := Check(t, c.Good, c.Check), Check(t, c.Spoilt, c.Check)
		if good.Verdict != algos.Holds || bad.Verdict != algos.Broken {
			t.Errorf("case %d, %s: %s before and %s after it was spoilt (%v %s %v ± %v)",
				i, c.Check, good.Verdict, bad.Verdict, bad.Left, bad.Rel, bad.Right, bad.Rounding+bad.Within)
		}
	}
}
