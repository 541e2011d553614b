// Package seeded fixes what is drawn at random by the tests that import it, if
// RAPID_SEED is set in the environment. The same tree then passes or fails alike.
// Without it rapid draws anew each time, as at a desk.
//
// The flag -rapid.seed does the same, but a package without properties does not
// know it, and Go's test cache keeps no result of a run with it.
package seeded

import (
	"flag"
	"os"

	_ "pgregory.net/rapid" // defines the flag
)

func init() {
	seed := os.Getenv("RAPID_SEED")
	if seed == "" {
		return
	}
	if err := flag.Set("rapid.seed", seed); err != nil {
		panic("RAPID_SEED: " + err.Error())
	}
}
