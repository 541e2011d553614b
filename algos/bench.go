package algos

// Bench is a part of a method's solver without its story, which the command
// "playground bench" times. Other programs are timed on the same data under the
// same names, so that both can be compared.
type Bench struct {
	Task  string    // "svc rbf fit": permanent
	Data  BenchData // what it works on
	Sizes []int     // on how many rows
	// Setup prepares everything that is not timed. It returns the work itself and
	// what the last one answered: speed only counts where that is right.
	Setup func(x [][2]float64, y []float64) (do func(), answers func() []Value, err error)
}

// BenchData names a data set of the benchmarks.
type BenchData string

// The data sets of the benchmarks, by the names of their files.
const (
	Moons   BenchData = "moons10000.csv" // two noisy half circles, labels −1 and +1
	Surface BenchData = "gp2000.csv"     // values over a square
	Blobs   BenchData = "gmm10000.csv"   // five Gaussian clusters without labels
)
