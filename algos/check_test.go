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
