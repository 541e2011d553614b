package kernel

import "math"

// Spectrum returns the least eigenvalue of the kernel matrix over the points, and
// the largest in absolute value. Both are computed to about n·2⁻⁵²·most; they are
// NaN where they cannot be found.
func Spectrum(k Kernel, points [][2]float64) (least, most float64) {
	n := len(points)
	values, _, ok := Eigen(Gram(k, points), n)
	switch {
	case !ok:
		return math.NaN(), math.NaN()
	case n == 0:
		return 0, 0
	}
	return values[0], max(math.Abs(values[0]), math.Abs(values[n-1]))
}
