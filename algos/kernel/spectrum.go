package kernel

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Spectrum returns the least eigenvalue of the kernel matrix over the points, and
// the largest in absolute value. Both are computed to about n·2⁻⁵²·most; they are
// NaN where they cannot be found.
func Spectrum(k Kernel, points [][2]float64) (least, most float64) {
	n := len(points)
	gram := Gram(k, points)
	size := 0.0
	for _, v := range gram {
		size = max(size, math.Abs(v))
	}
	if size == 0 {
		return 0, 0
	}
	// Eigenvalues scale with the matrix; near 1 nothing overflows.
	for i := range gram {
		gram[i] /= size
	}
	// The vectors are not needed, but gonum's way without them panics on blocks of
	// tiny numbers.
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, gram), true) {
		return math.NaN(), math.NaN()
	}
	values := eigen.Values(nil)
	return size * values[0], size * max(math.Abs(values[0]), math.Abs(values[n-1]))
}
