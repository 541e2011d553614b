package svr

import (
	"fmt"
	"sync"

	"playground/algos/kernel"
	"playground/algos/say"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// spectrum is the answer of a run to "is the kernel matrix positive
// semi-definite on these points?", worked out when it is first asked.
type spectrum struct {
	once        sync.Once
	least, most float64 // the smallest eigenvalue, and the largest in absolute value
}

// notAKernel says why the promises of duality do not apply, or "" where they
// do: where the kernel is positive semi-definite, always or at least on these
// points.
func (m *machine) notAKernel() string {
	if m.k.PSD() {
		return ""
	}
	n := len(m.x)
	if n > maxSpectrum {
		return fmt.Sprintf("this kernel is not positive semi-definite in general, and %d points are too many to look at the eigenvalues", n)
	}
	m.spectrum.once.Do(func() { m.spectrum.least, m.spectrum.most = kernel.Spectrum(m.k, m.x) })
	least, most := m.spectrum.least, m.spectrum.most
	// The eigenvalues of a symmetric matrix are computed to about n·ulp·‖K‖.
	if least >= -float64(n)*4*ulp*most {
		return ""
	}
	return fmt.Sprintf("the kernel matrix of these points has the eigenvalue %s: no feature space stands behind it, so there is no primal to meet", say.Num(least))
}
