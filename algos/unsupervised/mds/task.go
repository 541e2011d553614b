package mds

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/num"
	"playground/algos/say"
)

// The matrices on the way to B, in their order.
const (
	distances = iota // D
	squared          // D²
	byRow            // less the mean of each row
	byColumn         // and of each column
	inner            // times −½: B
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	places
	m        int
	matrices [inner + 1][]float64
	top      float64     // the largest squared distance
	means    []float64   // of the rows of D²
	grand    float64     // of all of it
	values   []float64   // eigenvalues of B, falling
	vectors  [][]float64 // its eigenvectors
	noise    float64     // what rounding may do to an eigenvalue
	positive int         // eigenvalues above that
	negative int         // and below its negative
	far      [2]int      // the pair that is farthest apart
	detour   *detour     // a triangle that cannot be; nil where there is none
	truth0   float64     // Σ‖true place‖²
	stretch  float64     // what the true places are multiplied by to be as large as the map
}

// A detour is a way that is longer than the one over a third place.
type detour struct{ from, to, over int }

// leastSize is the smallest distance whose square does not underflow.
const leastSize = 1e-140

func newTask(_ context.Context, p algos.Problem, o Options) (*task, error) {
	s, err := read(p, o.Metric)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, Options: o, places: s, m: len(s.names), stretch: 1}
	if err := t.square(); err != nil {
		return nil, err
	}
	t.centre()
	if err := t.solve(); err != nil {
		return nil, err
	}
	t.findDetour()
	for _, q := range t.truth {
		t.truth0 += q[0]*q[0] + q[1]*q[1]
	}
	if t.known {
		size := 0.0
		for j := range min(2, t.positive) {
			size += t.values[j]
		}
		t.stretch = math.Sqrt(size / t.truth0)
		t.truth0 = size
		for i, q := range t.truth {
			t.truth[i] = [2]float64{t.stretch * q[0], t.stretch * q[1]}
		}
	}
	return t, nil
}

func (t *task) square() error {
	farthest := 0.0
	t.matrices[distances] = t.d
	t.matrices[squared] = make([]float64, len(t.d))
	for k, x := range t.d {
		t.matrices[squared][k] = x * x
		if x > farthest {
			farthest, t.far = x, [2]int{k / t.m, k % t.m}
		}
	}
	switch {
	case farthest == 0:
		return algos.Refuse("All distances are 0: all objects coincide.")
	case farthest < leastSize:
		return algos.Refuse("The distances are so small that their squares underflow to 0: change the unit.")
	}
	t.top = farthest * farthest
	return nil
}

// centre takes the means away, of the rows and then of the columns: what is left sums to 0
// both ways.
func (t *task) centre() {
	m, d2 := t.m, t.matrices[squared]
	t.means = make([]float64, m)
	for i := range m {
		for j := range m {
			t.means[i] += d2[i*m+j] / float64(m)
		}
		t.grand += t.means[i] / float64(m)
	}
	for k := byRow; k <= inner; k++ {
		t.matrices[k] = make([]float64, m*m)
	}
	for i := range m {
		for j := range m {
			at := i*m + j
			t.matrices[byRow][at] = d2[at] - t.means[i]
			t.matrices[byColumn][at] = d2[at] - t.means[i] - t.means[j] + t.grand
			t.matrices[inner][at] = 0 - t.matrices[byColumn][at]/2
		}
	}
}

// b are the inner products about the centre.
func (t *task) b() []float64 { return t.matrices[inner] }

func (t *task) solve() error {
	values, vectors, ok := kernel.Eigen(t.b(), t.m)
	if !ok {
		return algos.Refuse("The eigenvalues of B cannot be computed in double precision: the scales of the distances differ too much.")
	}
	// Entries of B are right to some ulps of the largest square, and eigenvalues to m times that.
	t.noise = 16 * num.Ulp * float64(t.m) * t.top
	for j := t.m - 1; j >= 0; j-- { // they rise
		u := make([]float64, t.m)
		for i := range u {
			u[i] = vectors[i*t.m+j]
		}
		t.values, t.vectors = append(t.values, values[j]), append(t.vectors, oriented(u))
		switch {
		case values[j] > t.noise:
			t.positive++
		case values[j] < -t.noise:
			t.negative++
		}
	}
	return nil
}

// oriented turns a direction round where its largest entry is negative. Of entries that
// are as large but for rounding the first counts.
func oriented(u []float64) []float64 {
	const alike = 1e-9
	size := 0.0
	for _, x := range u {
		size = max(size, math.Abs(x))
	}
	for _, x := range u {
		if math.Abs(x) < size*(1-alike) {
			continue
		}
		if x < 0 {
			for i := range u {
				u[i] = 0 - u[i]
			}
		}
		break
	}
	return u
}

// axes is how many coordinates the map has.
func (t *task) axes() int { return min(t.NComponents, t.positive) }

// coordinate is that of place i on axis j.
func (t *task) coordinate(i, j int) float64 { return math.Sqrt(t.values[j]) * t.vectors[j][i] }

// mapped is the distance of two places on a map with so many axes.
func (t *task) mapped(i, j, axes int) float64 {
	sum := 0.0
	for k := range axes {
		sum = math.Hypot(sum, t.coordinate(i, k)-t.coordinate(j, k))
	}
	return sum
}

// findDetour looks for the way that is longer than over a third place by most.
func (t *task) findDetour() {
	m, worst := t.m, 8*num.Ulp*math.Sqrt(t.top)
	for i := range m {
		for j := range i {
			for k := range m {
				if excess := t.d[i*m+j] - t.d[i*m+k] - t.d[k*m+j]; excess > worst {
					worst, t.detour = excess, &detour{j, i, k}
				}
			}
		}
	}
}

// name is what people read for a place.
func (t *task) name(i int) say.Phrase { return t.names[i] }

// misfit is the root mean square of the ways from the true places to those of the map,
// turned and perhaps turned over.
func (s *state) misfit(turn float64, flip bool) float64 {
	sum := 0.0
	for i, q := range s.truth {
		z := s.placed(i, turn, flip)
		sum += (z[0]-q[0])*(z[0]-q[0]) + (z[1]-q[1])*(z[1]-q[1])
	}
	return math.Sqrt(sum / float64(s.m))
}

// placed is where the turned map has a place.
func (s *state) placed(i int, turn float64, flip bool) [2]float64 {
	z := s.flat(i)
	if flip {
		z[1] = -z[1]
	}
	c, n := math.Cos(turn), math.Sin(turn)
	return [2]float64{c*z[0] - n*z[1], n*z[0] + c*z[1]}
}

// flat are the first two coordinates of a place.
func (s *state) flat(i int) (z [2]float64) {
	for k := range min(2, s.found) {
		z[k] = s.coordinate(i, k)
	}
	return z
}

// best is the turn with the least misfit: with places as complex numbers Σ x·z̄ points
// along it.
func (s *state) best(flip bool) (turn, misfit float64) {
	var re, im, size float64
	for i, q := range s.truth {
		z := s.flat(i)
		if flip {
			z[1] = -z[1]
		}
		re += z[0]*q[0] + z[1]*q[1]
		im += z[0]*q[1] - z[1]*q[0]
		size += z[0]*z[0] + z[1]*z[1]
	}
	left := s.truth0 + size - 2*math.Hypot(re, im)
	return math.Atan2(im, re), math.Sqrt(max(0, left) / float64(s.m))
}
