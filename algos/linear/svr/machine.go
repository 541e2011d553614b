package svr

import (
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
// tube and the box.
type machine struct {
	Options
	set    dataset.Set
	window grid.Window
	k      kernel.Kernel
	// x are the inputs as the kernel sees them. For the linear kernel they are
	// measured from their mean: since Σβ = 0 the dual does not change when all
	// inputs are shifted, and far from the origin nothing cancels.
	x        [][2]float64
	shift    [2]float64 // x = input − shift
	y        []float64  // the targets
	size     float64    // the largest |y| + ε, for bounds on rounding
	top      float64    // the largest |k(x, x)|
	spectrum *spectrum
}

// refuse says why a problem cannot be worked on, or "".
func refuse(p algos.Problem, o Options) error {
	return kernel.TooLarge(o.New(), p.Points)
}

func newMachine(p algos.Problem, o Options) *machine {
	n := len(p.Points)
	m := &machine{
		Options: o, set: p.Set, window: p.Window, k: o.New(), spectrum: new(spectrum),
		x: make([][2]float64, n), y: make([]float64, n),
	}
	if _, linear := m.k.(kernel.Linear); linear {
		m.shift = mean(p.Points)
	}
	for i, q := range p.Points {
		m.x[i] = [2]float64{q.X[0] - m.shift[0], q.X[1] - m.shift[1]}
		m.y[i] = q.Y
		m.size = max(m.size, math.Abs(q.Y)+o.Epsilon)
		m.top = max(m.top, math.Abs(m.k.At(m.x[i], m.x[i])))
	}
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

// solver returns a solver of the dual at α = α* = 0. Its variables are α₁…αₙ with
// the label +1 and the linear term ε − y, and then α*₁…α*ₙ with −1 and ε + y.
func (m *machine) solver() *smo.Solver {
	n := len(m.y)
	p := smo.Problem{Y: make([]float64, 2*n), P: make([]float64, 2*n), C: make([]float64, 2*n), K: newTwice(m.k, m.x)}
	for i, y := range m.y {
		p.Y[i], p.P[i], p.C[i] = 1, m.Epsilon-y, m.C
		p.Y[n+i], p.P[n+i], p.C[n+i] = -1, m.Epsilon+y, m.C
	}
	s, err := smo.New(p)
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	return s
}

// twice is the kernel matrix of the 2n variables: those of a point share its row,
// and a row holds every value twice.
type twice struct {
	k    kernel.Kernel
	x    [][2]float64
	diag []float64
	rows [][]float64 // by point; nil: not computed yet
}

func newTwice(k kernel.Kernel, x [][2]float64) *twice {
	n := len(x)
	t := &twice{k: k, x: x, diag: make([]float64, 2*n), rows: make([][]float64, n)}
	for i, a := range x {
		t.diag[i] = k.At(a, a)
		t.diag[n+i] = t.diag[i]
	}
	return t
}

// Diagonal returns all Kᵢᵢ.
func (t *twice) Diagonal() []float64 { return t.diag }

// Row returns the row of variable v.
func (t *twice) Row(v int) []float64 {
	n := len(t.x)
	i := v % n
	if t.rows[i] == nil {
		row := make([]float64, 2*n)
		t.k.Row(row[:n], t.x, i)
		copy(row[n:], row[:n])
		t.rows[i] = row
	}
	return t.rows[i]
}

// linear reports whether f is a straight line or a plane.
func (m *machine) linear() bool {
	_, ok := m.k.(kernel.Linear)
	return ok
}

// line reports whether there is one input only.
func (m *machine) line() bool { return m.set.Dim == 1 }

// row is the point that a variable of the dual belongs to; star tells α* from α.
func (m *machine) row(v int) int   { return v % len(m.y) }
func (m *machine) star(v int) bool { return v >= len(m.y) }

// ref is what row i is called in marks and formulas; name and beta are what
// people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }
func beta(i int) string { return "β" + say.Sub(i+1) }

// variable is what people read for a variable of the dual: "α₃" or "α₃*".
func (m *machine) variable(v int) string {
	if m.star(v) {
		return "α" + say.Sub(m.row(v)+1) + "*"
	}
	return "α" + say.Sub(m.row(v)+1)
}
