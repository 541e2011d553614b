package ridge

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/regression/internal/lsq"
	"playground/algos/say"
)

// noise bounds what rounding does to the length of the stacked residuals: each is a sum
// of as many terms as there are columns, and the coefficients of QR fit data that are off
// by a few ulps for every row and column.
func (s *state) noise() float64 {
	return 4 * num.Ulp * float64(len(s.wanted)+len(s.x)) * s.terms()
}

// doubted says why a promise is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "rounding may move these numbers by as much as they differ: columns nearly depend on each other, or nothing but rounding is left"
	}
	return c
}

// condition is by how much an error of the data, as a share, may grow in θ: the square
// root of the ratio of the curvatures of J.
func (s *state) condition() float64 {
	least := s.curves[len(s.curves)-1]
	if !(least > num.Ulp*s.curves[0]) {
		return math.Inf(1)
	}
	return math.Sqrt(s.curves[0] / least)
}

// blur bounds how far rounding keeps two routes to θ apart: QR and the singular values
// solve a problem whose data are off by some ulps, which grow by the condition of the
// stacked columns, and by its square times the residuals.
func (s *state) blur() float64 {
	k := s.condition()
	least := math.Sqrt(s.curves[len(s.curves)-1])
	if math.IsInf(k, 1) {
		return unknown
	}
	ulps := 8 * num.Ulp * float64(len(s.wanted)+4*len(s.x))
	return min(unknown, ulps*(k*lsq.Norm(s.theta)+k*k*math.Sqrt(s.bestJ)/math.Sqrt(s.curves[0])+s.target/least))
}

// unknown is a rounding beside which nothing can be decided.
const unknown = 1e100

// drift bounds what rounding does to the θ of the online solver, of some length: every
// update rounds M, which was 1/λ at first, by some ulps of that; the solution is M times
// sums of products, and θ₀ has the way to the means to bridge. The targets are known to
// some ulps, and QR divides them by √λ, or by √n for θ₀.
func (s *state) drift(length float64) float64 {
	d0, far := 0.0, 0.0
	if len(s.modes.d) > 0 {
		d0 = s.modes.d[0]
	}
	for j, m := range s.centred.MeanX {
		far += math.Abs(m) * lsq.Norm(s.centred.X[j]) / max(d0, 1e-300)
	}
	one := 1 / math.Sqrt(s.Lambda)
	if s.Penalise == slopes {
		one += 1 / math.Sqrt(float64(s.seen))
	}
	ulps := 16 * num.Ulp * float64(s.seen+len(s.x))
	return min(unknown, ulps*((1+d0*d0/s.Lambda)*(1+far)*(length+s.target*min(d0/s.Lambda, 1/math.Sqrt(s.Lambda)))+s.target*one))
}

// slack is how far θ may be from another route's: by rounding, or where a descent stops.
func (s *state) slack() float64 {
	off := s.blur()
	switch s.Solver {
	case gd:
		off += s.off()
	case online:
		off += s.drift(lsq.Norm(s.theta))
	}
	return min(unknown, off)
}

// hidden objects where rounding may be as large as what is compared.
func hidden(rounding, size float64) say.Phrase {
	if !(rounding <= algos.Negligible*size) {
		return "rounding may be as large as these numbers: columns nearly depend on each other, or nothing but rounding is left"
	}
	return ""
}

// off is how far a descent may be from the solution when it stops: J is above its least
// value by the excess, and curves by the least curvature at least.
func (s *state) off() float64 {
	return math.Sqrt(s.excess() / max(s.curves[len(s.curves)-1], 1e-300))
}
