package svmmulticlass

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/say"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// A vec is a point with its constant coordinate, or a weight vector.
type vec = [3]float64

func dot(a, b vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// A machine is what stays the same during a run: the points, their classes and
// what a confusion costs.
type machine struct {
	Options
	set     dataset.Set
	window  grid.Window
	rand    *rand.Rand
	classes []int // the classes that have points, ascending; all else counts in places of this list
	y       []int // the class of each row
	x       []vec // the rows with their constant coordinate 1 (or 0)
	delta   [][]float64
	k       kernel.Kernel
	z       [][2]float64 // the rows as the kernel sees them: see shift
	// shift is what the linear kernel's points are measured from, their mean: since
	// Σαy = 0 no machine for two classes changes when all points are shifted, and
	// far from the origin nothing cancels.
	shift  [2]float64
	beside *beside
}

// refuse says why a problem cannot be worked on, or "".
func refuse(p algos.Problem, o Options) error {
	present := 0
	for _, n := range dataset.Counts(p.Points) {
		if n > 0 {
			present++
		}
	}
	switch {
	case present == 1:
		return algos.Refuse("All points are of one class: put some of another class on the board.")
	case o.Method == crammerSinger:
		return nil
	}
	return kernel.TooLarge(o.New(), p.Points)
}

func newMachine(p algos.Problem, o Options) *machine {
	n := len(p.Points)
	m := &machine{
		Options: o, set: p.Set, window: p.Window, rand: p.Rand, k: o.New(),
		y: make([]int, n), x: make([]vec, n), beside: new(beside),
	}
	place := map[int]int{}
	for class, count := range dataset.Counts(p.Points) {
		if count > 0 {
			place[class] = len(m.classes)
			m.classes = append(m.classes, class)
		}
	}
	for i, q := range p.Points {
		m.y[i] = place[q.Class()]
		m.x[i] = m.lift(q.X)
	}
	m.centre()
	m.delta = costs(o.Delta, m.classes)
	return m
}

// centre sets the rows as the kernel sees them.
func (m *machine) centre() {
	n := len(m.set.Points)
	m.z, m.shift = make([][2]float64, n), [2]float64{}
	if _, linear := m.k.(kernel.Linear); linear {
		for _, q := range m.set.Points {
			m.shift[0] += q.X[0] / float64(n)
			m.shift[1] += q.X[1] / float64(n)
		}
	}
	for i, q := range m.set.Points {
		m.z[i] = [2]float64{q.X[0] - m.shift[0], q.X[1] - m.shift[1]}
	}
}

// lift appends the constant coordinate.
func (m *machine) lift(x [2]float64) vec {
	if m.Bias {
		return vec{x[0], x[1], 1}
	}
	return vec{x[0], x[1], 0}
}

// k is the number of classes that have points.
func (m *machine) count() int { return len(m.classes) }

// label is how class k is written in the data.
func (m *machine) label(k int) int { return m.set.Label(m.classes[k]) }

// class is what people read for class k.
func (m *machine) class(k int) string { return "class " + strconv.Itoa(m.label(k)) }

// role is the colour of class k.
func (m *machine) role(k int) algos.Role { return algos.RoleOfClass(m.classes[k]) }

// ref is what row i is called in marks and formulas; name is what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }

// classRef is what class k is called in marks and formulas.
func (m *machine) classRef(k int) string { return fmt.Sprintf("w%d", m.classes[k]) }

// best returns the place of the largest value, the first of several.
func best(values []float64) int {
	k := 0
	for j, v := range values {
		if v > values[k] {
			k = j
		}
	}
	return k
}

// at is where row i stands on the board.
func (m *machine) at(i int) algos.XY {
	x := m.set.Points[i].X
	return algos.XY{X: x[0], Y: x[1]}
}
