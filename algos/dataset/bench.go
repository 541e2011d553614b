package dataset

// A BenchFile names a data set of the benchmarks, by its file.
type BenchFile string

// The data sets of the benchmarks.
const (
	BenchMoons   BenchFile = "moons10000.csv" // two noisy half circles, labels −1 and +1
	BenchSurface BenchFile = "gp2000.csv"     // values over a square
	BenchBlobs   BenchFile = "gmm10000.csv"   // five Gaussian clusters without labels
)
