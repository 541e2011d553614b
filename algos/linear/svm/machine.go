package svm

import (
	"context"
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// A machine is what stays the same during a run: the points, the kernel, the
// box.
type machine struct {
	ctx context.Context // of the run, for what its views work out late
	Options
	set    dataset.Set
	window grid.Window
	k      kernel.Kernel
	// x are the points as the kernel sees them. For the linear kernel they are
	// measured from the mean of the data: since Σαy = 0 the dual does not change
	// when all points are shifted, and far from the origin nothing cancels.
	x      [][2]float64
	shift  [2]float64 // x = point − shift
	y      []float64  // −1 or +1
	c      float64    // the box, +Inf for the hard margin
	gram   *smo.Gram  // the run's own: views must not touch it
	radius float64    // of the points in feature space, within a factor of two
	// hullsAt is the number of pairs after which a hard margin is next asked
	// whether the classes can be separated at all.
	hullsAt  int
	spectrum *spectrum
}

// refuse says why a problem cannot be worked on, or "".
func refuse(p algos.Problem, o Options) error {
	return kernel.TooLarge(o.New(), p.Points)
}

func newMachine(ctx context.Context, p algos.Problem, o Options) *machine {
	n := len(p.Points)
	m := &machine{
		ctx: ctx, Options: o, set: p.Set, spectrum: new(spectrum), k: o.New(), c: o.C,
		window: p.Window,
		x:      make([][2]float64, n), y: make([]float64, n),
	}
	if o.Hard {
		m.c = math.Inf(1)
	}
	if _, linear := m.k.(kernel.Linear); linear {
		m.shift = mean(p.Points)
	}
	for i, q := range p.Points {
		m.x[i] = [2]float64{q.X[0] - m.shift[0], q.X[1] - m.shift[1]}
		m.y[i] = q.Sign()
	}
	m.gram = smo.NewGram(m.k, m.x)
	first, diag := m.gram.Row(0), m.gram.Diagonal()
	for i := range m.x {
		m.radius = max(m.radius, math.Sqrt(max(0, diag[i]+diag[0]-2*first[i])))
	}
	m.hullsAt = 4 * n
	return m
}

func mean(points []dataset.Point) [2]float64 {
	var sum [2]float64
	for _, p := range points {
		sum[0] += p.X[0]
		sum[1] += p.X[1]
	}
	n := float64(len(points))
	return [2]float64{sum[0] / n, sum[1] / n}
}

// problem is the dual problem for package smo.
func (m *machine) problem(gram *smo.Gram) smo.Problem {
	c := make([]float64, len(m.y))
	for i := range c {
		c[i] = m.c
	}
	return smo.Problem{Y: m.y, C: c, K: gram}
}

// solver returns a solver at α = 0.
func (m *machine) solver() *smo.Solver {
	s, err := smo.New(m.problem(m.gram))
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	return s
}

// linear reports whether the classifier is a straight line on the board.
func (m *machine) linear() bool {
	_, ok := m.k.(kernel.Linear)
	return ok
}

// ref is what row i is called in marks and formulas; name is what people read.
func ref(i int) string   { return fmt.Sprintf("x%d", i) }
func name(i int) string  { return "x" + say.Sub(i+1) }
func alpha(i int) string { return "α" + say.Sub(i+1) }
