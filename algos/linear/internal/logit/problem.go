package logit

import (
	"math"

	"playground/algos"
)

// A Problem is what a run works on. Its parameters are one slice of 3·C numbers:
// for each of the C free classes its vector in the coordinates of Frame and,
// third, its offset.
type Problem struct {
	Frame
	X      [][2]float64 // as given
	U      [][3]float64 // in the frame, the last coordinate is 1
	Class  []int
	K      int        // classes
	Free   int        // the first class with a vector of its own: 0, or 1 with class 0 as the reference
	Lambda float64    // λ
	ridge  [3]float64 // λ in the frame, by coordinate
	reach  [2]float64 // the largest |x₁| and |x₂|
}

// New returns the problem of labelled points. With fitted the frame is fitted to
// the points, for Newton's method; a gradient step depends on the coordinates
// and needs those that were given.
func New(x [][2]float64, class []int, k, free int, lambda float64, fitted bool) *Problem {
	p := &Problem{Frame: plain, X: x, Class: class, K: k, Free: free, Lambda: lambda}
	flat := false
	if fitted {
		p.Frame, flat = fit(x)
	}
	p.U = make([][3]float64, len(x))
	for i, q := range x {
		p.reach = [2]float64{max(p.reach[0], math.Abs(q[0])), max(p.reach[1], math.Abs(q[1]))}
		p.U[i] = p.To(q)
		if flat {
			p.U[i][1] = 0
		}
	}
	for j := range 2 {
		p.ridge[j] = lambda / (p.scale[j] * p.scale[j])
	}
	return p
}

// closest is how near points may be to each other before the squares of their
// distances are lost.
const closest = 1e-140

// Apart refuses points that are too close to each other.
func Apart(x [][2]float64) error {
	reach := 0.0
	for _, q := range x {
		reach = max(reach, length(sub(q, x[0])))
	}
	if 0 < reach && reach < closest {
		return algos.Refuse("The points are within 10⁻¹⁴⁰ of each other, where squared distances underflow: rescale the coordinates.")
	}
	return nil
}

// Len is how many parameters there are.
func (p *Problem) Len() int { return 3 * (p.K - p.Free) }

// Scores writes f_k(u) of all K classes.
func (p *Problem) Scores(f, b []float64, u [3]float64) {
	for k := range p.K {
		f[k] = 0
		if c := 3 * (k - p.Free); c >= 0 {
			f[k] = b[c]*u[0] + b[c+1]*u[1] + b[c+2]
		}
	}
}

// Softmax turns scores into probabilities, in place.
func Softmax(f []float64) {
	top := math.Inf(-1)
	for _, v := range f {
		top = max(top, v)
	}
	sum := 0.0
	for k, v := range f {
		f[k] = math.Exp(v - top)
		sum += f[k]
	}
	for k := range f {
		f[k] /= sum
	}
}

// RowLoss returns −log p_y, accurately also where it is tiny.
func RowLoss(f []float64, y int) float64 {
	top := y
	for k, v := range f {
		if v > f[top] {
			top = k
		}
	}
	rest := 0.0 // Σ over all but the top class, relative to it
	for k, v := range f {
		if k != top {
			rest += math.Exp(v - f[top])
		}
	}
	return f[top] - f[y] + math.Log1p(rest)
}

// errorsOf turns probabilities into errors [k = y] − p_k, the one of the true
// class as a sum of the others, which keeps its digits where p_y is almost 1.
func errorsOf(prob []float64, y int) {
	rest := 0.0
	for k, v := range prob {
		if k != y {
			rest += v
			prob[k] = -v
		}
	}
	prob[y] = rest
}

// Errors writes e_k = [k = y] − p_k of row i.
func (p *Problem) Errors(e, b []float64, i int) {
	p.Scores(e, b, p.U[i])
	Softmax(e)
	errorsOf(e, p.Class[i])
}

// penalty returns (λ/2) Σ ‖w‖².
func (p *Problem) penalty(b []float64) float64 {
	sum := 0.0
	for c := 0; c < len(b); c += 3 {
		for j := range 2 {
			sum += p.ridge[j] * b[c+j] * b[c+j]
		}
	}
	return sum / 2
}

// Loss returns L.
func (p *Problem) Loss(b []float64) float64 {
	f := make([]float64, p.K)
	sum := p.penalty(b)
	for i, u := range p.U {
		p.Scores(f, b, u)
		sum += RowLoss(f, p.Class[i])
	}
	return sum
}

// Label returns the class of the largest score, the first one of several.
func Label(f []float64) int {
	best := 0
	for k, v := range f {
		if v > f[best] {
			best = k
		}
	}
	return best
}

// Vectors returns w_k and b_k of all K classes in the coordinates of the points;
// those of the reference are 0.
func (p *Problem) Vectors(b []float64) (w [][2]float64, b0 []float64) {
	w, b0 = make([][2]float64, p.K), make([]float64, p.K)
	for k := p.Free; k < p.K; k++ {
		c := 3 * (k - p.Free)
		w[k], b0[k] = p.Vector([3]float64(b[c : c+3]))
	}
	return w, b0
}

// Gradient returns a gradient of the frame in the coordinates of the points, one
// (∂/∂w₁, ∂/∂w₂, ∂/∂b) for each free class.
func (p *Problem) Gradient(g []float64) [][3]float64 {
	out := make([][3]float64, len(g)/3)
	for c := range out {
		out[c] = p.gradient([3]float64(g[3*c : 3*c+3]))
	}
	return out
}

// Norm returns the Euclidean length of a list of vectors.
func Norm(g [][3]float64) float64 {
	sum := 0.0
	for _, v := range g {
		sum = math.Hypot(sum, math.Hypot(math.Hypot(v[0], v[1]), v[2]))
	}
	return sum
}

// Tidy returns (w₁, w₂, b) with 0 for what is only rounding in the score of every
// row beside the other terms.
func (p *Problem) Tidy(a [3]float64) [3]float64 {
	terms := [3]float64{math.Abs(a[0]) * p.reach[0], math.Abs(a[1]) * p.reach[1], math.Abs(a[2])}
	most := max(terms[0], terms[1], terms[2])
	for j, t := range terms {
		if t < 1e-14*most {
			a[j] = 0
		}
	}
	return a
}

// TidyMove returns the parts of from + eta·by = to with 0 for what is only rounding
// beside the other parts of its component, or in the score of every row. The sum
// stays true.
func (p *Problem) TidyMove(from, by [3]float64, eta float64, to [3]float64) (a, d, b [3]float64) {
	reach := [3]float64{p.reach[0], p.reach[1], 1}
	var part [3]float64 // the largest of each component
	most := 0.0
	for j := range part {
		part[j] = max(math.Abs(from[j]), math.Abs(eta*by[j]), math.Abs(to[j]))
		most = max(most, part[j]*reach[j])
	}
	for j, x := range part {
		if x*reach[j] < 1e-14*most {
			from[j], by[j], to[j] = 0, 0, 0
		}
		for _, v := range []*float64{&from[j], &to[j]} {
			if math.Abs(*v) < 1e-14*x {
				*v = 0
			}
		}
		if math.Abs(eta*by[j]) < 1e-14*x {
			by[j] = 0
		}
	}
	return from, by, to
}

// Ridge returns λ in the coordinates of the frame; the offset has none.
func (p *Problem) Ridge() [3]float64 { return p.ridge }
