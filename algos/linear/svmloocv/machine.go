package svmloocv

import (
	"context"
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/margin"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// A machine is what stays the same during a run: the points, the kernel, the
// box, and the classifier of all points.
type machine struct {
	Options
	algos.Problem
	k kernel.Kernel
	// x are the points as the kernel sees them: for the linear kernel measured
	// from their mean, where nothing cancels (see shift). Since Σαy = 0 that
	// changes no dual problem, with or without a point.
	x     [][2]float64
	shift [2]float64
	y     []float64 // −1 or +1
	c     float64   // the box, +Inf for the hard margin
	gram  *smo.Gram // the run's own: views must not touch it
	norm  float64   // the largest length of a point in feature space
	full  *fit
	least func() (float64, float64) // see notAKernel
	// possible says whether the problem has a solution, where that is known
	// beforehand: a hard margin needs a line.
	possible func() bool
}

// refuse says why a problem cannot be worked on, or "".
func refuse(p algos.Problem, o Options) error {
	if len(p.Points) == 1 {
		return algos.Refuse("There is one point only: without it nothing is left to learn from.")
	}
	return kernel.TooLarge(o.New(), p.Points)
}

func newMachine(p algos.Problem, o Options) *machine {
	n := len(p.Points)
	m := &machine{Options: o, Problem: p, k: o.New(), c: o.C, x: make([][2]float64, n), y: make([]float64, n)}
	if o.Hard {
		m.c = math.Inf(1)
	}
	if _, linear := m.k.(kernel.Linear); linear {
		for _, q := range p.Points {
			m.shift[0] += q.X[0] / float64(n)
			m.shift[1] += q.X[1] / float64(n)
		}
	}
	for i, q := range p.Points {
		m.x[i] = [2]float64{q.X[0] - m.shift[0], q.X[1] - m.shift[1]}
		m.y[i] = q.Sign()
	}
	m.gram = smo.NewGram(m.k, m.x)
	for _, kii := range m.gram.Diagonal() {
		m.norm = max(m.norm, math.Sqrt(max(0, kii)))
	}
	m.least = sync.OnceValues(func() (float64, float64) { return eigenvalues(m.k, m.x) })
	m.possible = sync.OnceValue(func() bool { return !m.Hard || !m.linear() || m.separable() })
	return m
}

// separable decides exactly whether some line separates the points.
func (m *machine) separable() bool {
	z := make([]margin.Vector, len(m.y))
	for i, q := range m.Problem.Points {
		z[i] = margin.Vector{m.y[i] * q.X[0], m.y[i] * q.X[1], m.y[i]}
	}
	return margin.Largest(z).Separable
}

// nothing is the classifier before any fit: f = 0.
func (m *machine) nothing() *fit {
	n := len(m.y)
	return &fit{alpha: make([]float64, n), f: make([]float64, n), out: -1, n: n}
}

// A fit is the optimum of the dual problem over all points but those held out.
type fit struct {
	alpha []float64
	f     []float64 // scores of all rows, also of one held out
	bias  float64
	smo.Solution
	out    int // the row left out, −1 for none
	n, sv  int // points it knows, support vectors
	primal float64
	dual   float64
}

// maxPairs is the most pairs that one fit optimises.
const maxPairs = 50_000

// fit solves the dual problem from α = 0. Rows that are left out keep α = 0 and
// have no say; their scores are those of points not seen. It fails where the context
// ends before.
func (m *machine) fit(ctx context.Context, leaveOut ...int) (*fit, error) {
	c := make([]float64, len(m.y))
	for i := range c {
		c[i] = m.c
	}
	s, err := smo.Solve(ctx, smo.Problem{Y: m.y, C: c, K: m.gram, Held: leaveOut}, m.Tol, maxPairs)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	f := &fit{Solution: s, alpha: s.Alpha, f: s.Errors, bias: s.Offset, out: -1, n: len(m.y) - len(leaveOut)}
	if len(leaveOut) > 0 {
		f.out = leaveOut[0]
	}
	for k, y := range m.y {
		f.f[k] += y + f.bias // Eₖ = Fₖ − yₖ
		if f.alpha[k] > 0 {
			f.sv++
		}
	}
	f.primal, f.dual = m.duality(f)
	return f, nil
}

// duality returns the primal and the dual value of a fit. The hard margin's
// primal is that of w at its best scale, NaN where w does not separate.
func (m *machine) duality(f *fit) (primal, dual float64) {
	sum, norm2, hinge, least := 0.0, 0.0, 0.0, math.Inf(1)
	for k, a := range f.alpha {
		sum += a
		norm2 += a * m.y[k] * (f.f[k] - f.bias)
		if k != f.out {
			z := m.y[k] * f.f[k]
			hinge += max(0, 1-z)
			least = min(least, z)
		}
	}
	dual = sum - norm2/2
	switch {
	case !m.Hard:
		return norm2/2 + m.c*hinge, dual
	case least > 0:
		return norm2 / 2 / min(1, least*least), dual
	}
	return math.NaN(), dual
}

// linear reports whether the classifier is a straight line on the board.
func (m *machine) linear() bool {
	_, ok := m.k.(kernel.Linear)
	return ok
}

// slack returns ξₖ = max(0, 1 − yₖf(xₖ)).
func (m *machine) slack(f *fit, k int) float64 { return max(0, 1-m.y[k]*f.f[k]) }

// expansion returns f as a kernel expansion, in the coordinates of machine.x.
func (m *machine) expansion(f *fit) (centres [][2]float64, coef []float64) {
	for k, a := range f.alpha {
		if a > 0 {
			centres, coef = append(centres, m.x[k]), append(coef, a*m.y[k])
		}
	}
	return centres, coef
}

// ref is what row i is called in marks and formulas; name is what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }
