package bayesianregression

import (
	"math"
	"slices"
)

// A factor is the root of a precision matrix, RᵀR = Λ, with R upper triangular, and
// z = Rμ: a Gaussian over d coefficients. An observation is a row that rotations
// work into R, so that no matrix is inverted and no square is subtracted.
type factor struct {
	d    int
	r    []float64 // row major
	z    []float64
	rest float64 // Σ of the squares that no coefficient explains, of all rows
}

// newFactor is the factor of the precision I·root², about zero; of root 0 it is that of
// least squares, which knows nothing beforehand.
func newFactor(d int, root float64) *factor {
	f := &factor{d: d, r: make([]float64, d*d), z: make([]float64, d)}
	for i := range d {
		f.r[i*d+i] = root
	}
	return f
}

// lost is the share of a row below which what rotations leave of an entry is rounding:
// where nothing is known beforehand it would pass for knowledge.
const lost = 1e-11

// add returns the factor with one more row of the system Rθ = z.
func (f *factor) add(row []float64, y float64) *factor {
	g := &factor{d: f.d, r: slices.Clone(f.r), z: slices.Clone(f.z), rest: f.rest}
	g.take(slices.Clone(row), y)
	return g
}

// take is add in place, for a factor that nobody else has; the row is used up.
func (f *factor) take(row []float64, y float64) {
	size := 0.0
	for _, v := range row {
		size = max(size, math.Abs(v))
	}
	for i := range f.d {
		at := f.r[i*f.d : (i+1)*f.d]
		if row[i] == 0 || at[i] == 0 && math.Abs(row[i]) <= lost*size {
			continue
		}
		h := math.Hypot(at[i], row[i])
		c, s := at[i]/h, row[i]/h
		for j := i; j < f.d; j++ {
			at[j], row[j] = c*at[j]+s*row[j], c*row[j]-s*at[j]
		}
		f.z[i], y = c*f.z[i]+s*y, c*y-s*f.z[i]
	}
	f.rest += y * y
}

// back solves Rx = b.
func (f *factor) back(b []float64) []float64 {
	x := slices.Clone(b)
	for i := f.d - 1; i >= 0; i-- {
		for j := i + 1; j < f.d; j++ {
			x[i] -= f.r[i*f.d+j] * x[j]
		}
		x[i] /= f.r[i*f.d+i]
	}
	return x
}

// mean is μ.
func (f *factor) mean() []float64 { return f.back(f.z) }

// variance is φᵀΛ⁻¹φ, the squared length of R⁻ᵀφ.
func (f *factor) variance(phi []float64) float64 {
	w, sum := slices.Clone(phi), 0.0
	for i := range f.d {
		for j := range i {
			w[i] -= f.r[j*f.d+i] * w[j]
		}
		w[i] /= f.r[i*f.d+i]
		sum += w[i] * w[i]
	}
	return sum
}

// covariance is Λ⁻¹, row major.
func (f *factor) covariance() []float64 {
	d := f.d
	inverse := make([][]float64, d) // rows of R⁻ᵀ: columns of R⁻¹
	for i := range inverse {
		unit := make([]float64, d)
		unit[i] = 1
		inverse[i] = f.back(unit)
	}
	c := make([]float64, d*d)
	for i := range d {
		for j := range d {
			for k := range d {
				c[i*d+j] += inverse[k][i] * inverse[k][j]
			}
		}
	}
	return c
}

// logDet is log|Λ|.
func (f *factor) logDet() float64 {
	sum := 0.0
	for i := range f.d {
		sum += 2 * math.Log(math.Abs(f.r[i*f.d+i]))
	}
	return sum
}

// condition bounds how far solving magnifies rounding, once each column of R has been
// scaled to length 1.
func (f *factor) condition() float64 {
	most, length := 1.0, f.lengths()
	for k := range f.d {
		unit := make([]float64, f.d)
		unit[k] = 1
		for i, x := range f.back(unit) {
			most = max(most, math.Abs(x)*length[i])
		}
	}
	return most * float64(f.d)
}

// lengths are those of the columns of R.
func (f *factor) lengths() []float64 {
	length := make([]float64, f.d)
	for i := range length {
		for j := range i + 1 {
			length[i] = math.Hypot(length[i], f.r[j*f.d+i])
		}
	}
	return length
}
