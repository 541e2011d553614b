package discriminant

import "math"

// A vec is a place or a direction of the plane.
type vec = [2]float64

func plus(a, b vec) vec             { return vec{a[0] + b[0], a[1] + b[1]} }
func minus(a, b vec) vec            { return vec{a[0] - b[0], a[1] - b[1]} }
func times(s float64, a vec) vec    { return vec{s * a[0], s * a[1]} }
func dot(a, b vec) float64          { return a[0]*b[0] + a[1]*b[1] }
func unit(a vec) vec                { return times(1/math.Hypot(a[0], a[1]), a) }
func direction(degrees float64) vec { s, c := math.Sincos(degrees * math.Pi / 180); return vec{c, s} }

func degrees(w vec) float64          { return math.Mod(math.Atan2(w[1], w[0])*180/math.Pi+360, 180) }
func finite(x float64) bool          { return !math.IsNaN(x) && !math.IsInf(x, 0) }
func between(lo, x, hi float64) bool { return lo <= x && x <= hi }

// A sym is a symmetric matrix: S₁₁, S₁₂, S₂₂.
type sym [3]float64

func outer(v vec) sym { return sym{v[0] * v[0], v[0] * v[1], v[1] * v[1]} }

func (a sym) plus(b sym) sym      { return sym{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a sym) times(s float64) sym { return sym{s * a[0], s * a[1], s * a[2]} }
func (a sym) ridge(r float64) sym { return sym{a[0] + r, a[1], a[2] + r} }
func (a sym) of(v vec) vec        { return vec{a[0]*v[0] + a[1]*v[1], a[1]*v[0] + a[2]*v[1]} }
func (a sym) quad(v vec) float64  { return dot(v, a.of(v)) }
func (a sym) det() float64        { return a[0]*a[2] - a[1]*a[1] }
func (a sym) trace() float64      { return a[0] + a[2] }
func (a sym) table() [][]float64  { return [][]float64{{a[0], a[1]}, {a[1], a[2]}} }
func (a sym) size() float64       { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// inverse of a matrix of full rank.
func (a sym) inverse() sym {
	d := a.det()
	return sym{a[2] / d, -a[1] / d, a[0] / d}
}

// A matrix is flat where a scatter has no width in some direction. Both tests
// are free of the units of the axes: a spread below spreadless of what all points
// have along an axis is rounding, and so is 1 − r² below uncorrelated.
const (
	spreadless   = 1e-28
	uncorrelated = 1e-12
)

func (a sym) flat(total sym) bool {
	return !(a[0] > spreadless*total[0]) || !(a[2] > spreadless*total[2]) || a.det() <= uncorrelated*a[0]*a[2]
}

// eigen returns the eigenvalues, the larger one first, and a unit vector of each.
func (a sym) eigen() (values [2]float64, vectors [2]vec) {
	half, mean := (a[0]-a[2])/2, (a[0]+a[2])/2
	r := math.Hypot(half, a[1])
	s, c := math.Sincos(math.Atan2(a[1], half) / 2)
	return [2]float64{mean + r, mean - r}, [2]vec{{c, s}, {-s, c}}
}

// generalised solves b v = λ a v for an a of full rank: the eigenvalues, the larger
// one first, and unit vectors. With a = LLᵀ it is the symmetric problem of
// L⁻¹bL⁻ᵀ.
func generalised(b, a sym) (values [2]float64, vectors [2]vec) {
	l11 := math.Sqrt(a[0])
	l21 := a[1] / l11
	l22 := math.Sqrt(a[2] - l21*l21)
	c11 := b[0] / (l11 * l11)
	c12 := (b[1]/l11 - l21*c11) / l22
	c22 := (b[2] - 2*l21*b[1]/l11 + l21*l21*c11) / (l22 * l22)
	values, vectors = sym{c11, c12, c22}.eigen()
	for i, v := range vectors {
		y := v[1] / l22
		vectors[i] = unit(vec{(v[0] - l21*y) / l11, y})
	}
	return values, vectors
}
