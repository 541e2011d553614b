package kernels

import (
	"math"

	"playground/algos/kernel"
	"playground/algos/num"
)

// A sheet is a symmetric matrix over the points with its eigenvalues.
type sheet struct {
	n      int
	values []float64 // row by row
	each   []float64 // of every entry, a bound of what rounding did to it
	off    float64   // of the whole matrix: of every eigenvalue
	eigen  []float64 // the least first; nil where they were not found
	modes  []float64 // eigenvectors as columns, row by row
}

// newSheet fills a matrix with a function of two rows and solves it.
func newSheet(n int, at func(i, j int) value) *sheet {
	s := &sheet{n: n, values: make([]float64, n*n), each: make([]float64, n*n)}
	for i := range n {
		for j := range i + 1 {
			a := at(i, j)
			s.values[i*n+j], s.values[j*n+i] = a.v, a.v
			s.each[i*n+j], s.each[j*n+i] = a.off, a.off
		}
	}
	s.solve()
	return s
}

// solve finds the eigenvalues and the eigenvectors.
func (s *sheet) solve() {
	n, off, frobenius := s.n, 0.0, 0.0
	for i, v := range s.values {
		off += s.each[i] * s.each[i]
		frobenius = math.Hypot(frobenius, v)
	}
	s.off = math.Sqrt(off) + 4*float64(n)*num.Ulp*frobenius
	eigen, u, ok := kernel.Eigen(s.values, n)
	if !ok {
		return
	}
	s.eigen, s.modes = eigen, make([]float64, n*n)
	for j := range n {
		top := 0
		for i := range n {
			if math.Abs(u[i*n+j]) > math.Abs(u[top*n+j])*(1+1e-9) {
				top = i
			}
		}
		for i := range n { // the largest weight is positive
			s.modes[i*n+j] = math.Copysign(1, u[top*n+j]) * u[i*n+j]
		}
	}
}

func (s *sheet) at(i, j int) float64 { return s.values[i*s.n+j] }

func (s *sheet) least() float64 { return s.eigen[0] }
func (s *sheet) most() float64  { return s.eigen[s.n-1] }

// size is the largest eigenvalue without its sign, ‖K‖.
func (s *sheet) size() float64 { return max(math.Abs(s.least()), math.Abs(s.most())) }

// told is an eigenvalue as readers see it: 0 where rounding explains it.
func (s *sheet) told(l float64) float64 {
	if math.Abs(l) <= s.off {
		return 0
	}
	return l
}

// mode is entry i of eigenvector j, counted from the least eigenvalue.
func (s *sheet) mode(i, j int) float64 { return s.modes[i*s.n+j] }

// rank counts the eigenvalues that rounding does not explain.
func (s *sheet) rank() int {
	r := 0
	for _, l := range s.eigen {
		if math.Abs(l) > s.off {
			r++
		}
	}
	return r
}

// A finding is what the least eigenvalue says of a matrix.
type finding int

const (
	above  finding = iota // it is positive
	zero                  // it is 0, as far as rounding lets see
	below                 // it is negative: no kernel
	absent                // it was not found
)

func (s *sheet) finding() finding {
	switch {
	case s.eigen == nil:
		return absent
	case s.least() > s.off:
		return above
	case s.least() >= -s.off:
		return zero
	}
	return below
}

// centred is the matrix on weights that sum to 0: HKH with H = I − 11ᵀ/n.
func (s *sheet) centred() *sheet {
	n := s.n
	mean, all, size := make([]float64, n), 0.0, 0.0
	for i := range n {
		for j := range n {
			mean[i] += s.at(i, j) / float64(n)
			size = max(size, math.Abs(s.at(i, j)))
		}
		all += mean[i] / float64(n)
	}
	return newSheet(n, func(i, j int) value {
		return value{s.at(i, j) - mean[i] - mean[j] + all, 4*s.off/float64(n) + 4*float64(n+4)*num.Ulp*size}
	})
}

// quotient is cᵀKc/cᵀc for eigenvector j, added up entry by entry.
func (s *sheet) quotient(j int) float64 {
	top, bottom := 0.0, 0.0
	for a := range s.n {
		for b := range s.n {
			top += s.mode(a, j) * s.at(a, b) * s.mode(b, j)
		}
		bottom += s.mode(a, j) * s.mode(a, j)
	}
	return top / bottom
}
