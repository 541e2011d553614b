package svm

import (
	"fmt"
	"sync"

	"playground/algos/kernel"
	"playground/algos/say"
)

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// spectrum is the answer of a run to "is the kernel matrix positive
// semi-definite on these points?", worked out when it is first asked.
type spectrum struct {
	once  sync.Once
	least float64 // smallest eigenvalue
	most  float64 // largest in absolute value
}

// notAKernel says why the promises of duality do not apply, or "" where they
// do: where the kernel is positive semi-definite, always or at least on these
// points.
func (s *state) notAKernel() string {
	m := s.machine
	if m.k.PSD() {
		return ""
	}
	curved := ""
	if s.least < 0 {
		curved = fmt.Sprintf("; the pairs have met a curvature of η = %s", say.Num(s.least))
	}
	n := len(m.x)
	if n > maxSpectrum {
		return fmt.Sprintf("this kernel is not positive semi-definite in general, and %d points are too many to look at the eigenvalues%s", n, curved)
	}
	m.spectrum.once.Do(func() { m.spectrum.least, m.spectrum.most = kernel.Spectrum(m.k, m.x) })
	least, most := m.spectrum.least, m.spectrum.most
	// The eigenvalues of a symmetric matrix are computed to about n·ulp·‖K‖.
	if least >= -float64(n)*4*ulp*most {
		return ""
	}
	return fmt.Sprintf("the kernel matrix of these points has the eigenvalue %s: no feature space stands behind it, so there is no primal to meet%s", say.Num(least), curved)
}
