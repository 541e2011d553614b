// Package testdemos_test looks at the demos that tests of the server and of pages use.
package testdemos_test

import (
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/web/testdemos/acts"
	"playground/web/testdemos/chain"
	"playground/web/testdemos/descent"
	"playground/web/testdemos/filter"
	"playground/web/testdemos/handles"
	"playground/web/testdemos/hierarchy"
	"playground/web/testdemos/layers"
	"playground/web/testdemos/line"
	"playground/web/testdemos/nearest"
	"playground/web/testdemos/network"
)

// Every step of every preset is one that the contract lets pass: its pictures are whole, its
// handles say what they set. The walk and the tally say less, for tests of what is missing.
func TestStepsAreSound(t *testing.T) {
	for _, d := range []algos.Demo{
		acts.Demo(), chain.Demo(), descent.Demo(), filter.Demo(), handles.Demo(), hierarchy.Demo(), layers.Demo(),
		line.Demo(), nearest.Demo(), network.Demo(),
	} {
		for _, p := range d.Presets {
			for n, s := range algotest.Steps(t, d, p.Data, p.Params) {
				for _, fault := range algotest.Faults(d, s) {
					t.Errorf("%s, %s, step %d: %s", d.ID, p.ID, n, fault)
				}
			}
		}
	}
}
