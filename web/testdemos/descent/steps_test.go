package descent

import (
	"testing"

	"playground/algos/algotest"
)

// Every step of every preset is one that the contract lets pass: its pictures are whole, its handles say what they set.
func TestStepsAreSound(t *testing.T) {
	d := Demo()
	for _, p := range d.Presets {
		for n, s := range algotest.Steps(t, d, p.Data, p.Params) {
			for _, fault := range algotest.Faults(d, s) {
				t.Errorf("%s, step %d: %s", p.ID, n, fault)
			}
		}
	}
}
