package skeleton

import (
	"os"
	"testing"

	"playground/algos/algotest"
)

func TestMain(m *testing.M) { os.Exit(algotest.Main(m)) }

func TestContract(t *testing.T) { algotest.Contract(t, Demo) }

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	steps := algotest.Steps(t, Demo, corners, nil)
	v := steps[len(steps)-1].View.(view)
	sum, mean := v, v
	sum.squares *= 1.001
	mean.mean[0] += 10
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "squares", Good: v, Spoilt: sum},
		{Check: "least", Good: v, Spoilt: mean},
	})
}
