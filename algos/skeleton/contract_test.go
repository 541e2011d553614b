package skeleton

import (
	"os"
	"testing"

	"playground/algos/algotest"
)

func TestMain(m *testing.M) { os.Exit(algotest.Main(m)) }

func TestContract(t *testing.T) { algotest.Contract(t, Demo) }

// A state that is not what the run made of it breaks the promises.
func TestSpoiltStatesAreCaught(t *testing.T) {
	steps := algotest.Steps(t, Demo, corners, nil)
	v := steps[len(steps)-1].View.(view)
	squares, mean := v, v
	squares.squares *= 1.001
	mean.mean[0] += 10
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "squares", Good: v, Spoilt: squares},
		{Check: "least", Good: v, Spoilt: mean},
	})
}
