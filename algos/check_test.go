package algos_test

import (
	"testing"

	"playground/algos"
)

// What is not decided yet shows no more digits than anything else, also where the two
// numbers are in order: that is not what is in doubt.
func TestDigitsOfAnOpenPromise(t *testing.T) {
	open := func(left, right float64) algos.Check {
		return algos.Check{Left: left, Rel: "<=", Right: right, Verdict: algos.Open}
	}
	for _, c := range []algos.Check{open(0.0123456789, 0.5), open(0.7, 0.5), open(0.5, 0.5)} {
		if n := c.Digits(); n != 3 {
			t.Errorf("%v and %v are shown with %d digits", c.Left, c.Right, n)
		}
	}
	if n := open(0.50004, 0.5).Digits(); n <= 3 {
		t.Errorf("two numbers that are out of order look equal with %d digits", n)
	}
}

// A check that could not have failed is not decided, however equal its sides look.
func TestChecksThatCannotFail(t *testing.T) {
	g := algos.Guarantee{Name: "g", Claim: "g"}
	running, ended := algos.Status{State: algos.Running}, algos.Status{State: algos.Converged}
	for name, c := range map[string]struct {
		algos.Check
		want algos.Verdict
	}{
		"no tolerance is needed":                  {g.Equal(4.77, 4.77, 1e-15), algos.Holds},
		"a tolerance above both sides":            {g.Equal(4.77, 4.77, 1e100), algos.Undecided},
		"one of the size of both sides":           {g.Equal(4.77, 4.770000001, 4.8), algos.Undecided},
		"one that is most of both sides":          {g.AtLeast(1, 0.973, 0.679), algos.Undecided},
		"in order by less than it":                {g.AtMost(5.9, 12.1, 2.1e6), algos.Undecided},
		"in order by more than it":                {g.AtMost(-5.9, 12.1, 17), algos.Holds},
		"in order by more than it, of large sums": {g.AtMost(5.9, 12.1, 6).Of(1e9), algos.Holds},
		"nothing and nothing":                     {g.Equal(0, 0, 1e-16), algos.Holds},
		"nothing and nothing, of something":       {g.Equal(0, 0, 1e-16).Of(1), algos.Holds},
		"nothing and nothing, of too little":      {g.Equal(0, 0, 1e-16).Of(1e-16), algos.Undecided},
		"rounding beside what it is made of":      {g.Equal(3e-16, 0, 1e-15).Of(1), algos.Holds},
		"rounding that a reader might see":        {g.Equal(4.5e-9, 0, 1034).Of(1e8), algos.Undecided},
		"rounding, of which nothing is said":      {g.Equal(3e-16, 0, 1e-15), algos.Undecided},
		"two numbers beside what is much larger":  {g.Equal(10.6, 10.6, 1.14).Of(1.2e13), algos.Undecided},
		"and with less rounding":                  {g.Equal(10.6, 10.6, 0.1).Of(1.2e13), algos.Holds},
		"whole numbers":                           {g.Equal(13, 13, 0), algos.Holds},
		"whole numbers that differ":               {g.Equal(13, 12, 0), algos.Broken},
		"a limit that is near":                    {g.Tends(0.0675, 0.0674, 0.0002, running), algos.Holds},
		"a limit that allows what it compares":    {g.Tends(0.106, 0.0622, 0.06, running).Of(60), algos.Undecided},
		"a limit that is farther":                 {g.Tends(0.106, 0.0622, 0.0006, running), algos.Open},
		"a limit that is farther in the end":      {g.Tends(0.106, 0.0622, 0.0006, ended), algos.Broken},
		"a limit of 0":                            {g.Tends(0.001, 0, 0.002, running).Of(1), algos.Holds},
		"a limit of 0 that is there":              {g.Tends(0, 0, 0.002, running), algos.Holds},
		"a limit of 0, of too little":             {g.Tends(0.001, 0, 0.002, running).Of(0.001), algos.Undecided},
	} {
		if c.Verdict != c.want {
			t.Errorf("%s: %v %s %v ± %v is %s, want %s", name, c.Left, c.Rel, c.Right, c.Rounding+c.Within, c.Verdict, c.want)
		}
		if c.UpToRounding() != (name == "rounding beside what it is made of") {
			t.Errorf("%s: up to rounding: %v", name, c.UpToRounding())
		}
	}
}
