package algos_test

import (
	"testing"

	"playground/algos"
)

// Up to 4096 corners all are kept, and then as many of each twofold range.
func TestKeptGrowsWithTheLogarithm(t *testing.T) {
	kept, until := 0, 4096
	for k := 1; k <= 1<<20; k++ {
		if algos.Thinned(k) {
			kept++
		}
		if k != until {
			continue
		}
		doublings := 0
		for far := 4096; far < k; far *= 2 {
			doublings++
		}
		if want := 4096 + 2048*doublings; kept != want {
			t.Errorf("%d of %d corners are kept, want %d", kept, k, want)
		}
		until *= 2
	}
}
