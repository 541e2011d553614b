package catalog_test

import (
	"testing"

	"playground/algos"
	"playground/algos/algotest"
)

// Handles set parameters that exist, and the points are edited where the demo says.
func TestHands(t *testing.T) {
	every(t, func(t *testing.T, d algos.Demo) {
		for _, v := range variants(d) {
			for _, s := range take(t, d, small(d), v, 4) {
				algotest.Hands(t, d, s.Panels())
			}
		}
	})
}
