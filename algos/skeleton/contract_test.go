package skeleton

import (
	"testing"

	"playground/algos/algotest"
)

func TestContract(t *testing.T) { algotest.Contract(t, Demo) }

// A state that is not what the run made of it breaks the promises.
func TestSpoiltStatesAreCaught(t *testing.T) {
	steps := algotest.Steps(t, Demo, corners, nil)
	v := steps[len(steps)-1].View.(view)
	squares, mean := v, v
	squares.squares *= 1.001
	mean.mean[0] += 0.1
	if c := squares.Checks()[0]; c.Verdict != "broken" {
		t.Errorf("a wrong sum of squares: %+v", c)
	}
	if c := mean.Checks()[0]; c.Verdict != "broken" {
		t.Errorf("a wrong mean: %+v", c)
	}
}
