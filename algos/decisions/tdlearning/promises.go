package tdlearning

import "playground/algos"

// Checks computes what theory promises from the state that is shown, by a second route.
func (v view) Checks() []algos.Check { return nil }
