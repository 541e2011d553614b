package algos

import "playground/algos/dataset"

// Bench is a part of a method's solver without its story, which the command
// "playground bench" times. Other programs are timed on the same data under the
// same names, so that both can be compared.
type Bench struct {
	Task  string            // "svc rbf fit": permanent
	Data  dataset.BenchFile // what it works on
	Sizes []int             // on how many rows
	// Setup prepares everything that is not timed. It returns the work itself and
	// what the last one answered: speed only counts where that is right.
	Setup func(x [][2]float64, y []float64) (do func(), answers func() []Value, err error)
}
