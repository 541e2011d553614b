package svmloocv

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos/kernel"
	"playground/algos/say"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// notAKernel says why no promise is made, or "" where the kernel matrix of
// these points is positive semi-definite.
func (m *machine) notAKernel() string {
	if m.k.PSD() {
		return ""
	}
	least, most := m.least()
	// The eigenvalues of a symmetric matrix are computed to about n·ulp·‖K‖.
	if least >= -float64(len(m.x))*4*ulp*most {
		return ""
	}
	return fmt.Sprintf("the kernel matrix of these points has the eigenvalue %s: the dual may have several optima, and a refit need not find the same one", say.Num(least))
}

// eigenvalues returns the least and the largest absolute eigenvalue of the
// kernel matrix.
func eigenvalues(k kernel.Kernel, x [][2]float64) (least, most float64) {
	n := len(x)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(n, kernel.Gram(k, x)), false) {
		return math.Inf(-1), math.Inf(1)
	}
	values := eigen.Values(nil)
	return values[0], max(math.Abs(values[0]), math.Abs(values[n-1]))
}
