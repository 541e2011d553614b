package discriminant

import (
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// A group is a class that has points.
type group struct {
	class   int // of the data set
	n       int
	mean    vec
	scatter sym // Σ (x − μ)(x − μ)ᵀ
	cov     sym // scatter over n or n − 1; NaN where that is 0
	prior   float64
}

// A machine is everything about a run that no step changes. The mathematics is
// done in coordinates z = (x − centre)/scale with a power of two as the scale, so
// that no square overflows; place and area translate back.
type machine struct {
	Options
	algos.Problem
	groups []group
	of     []int // group of each row
	z      []vec
	centre vec
	scale  float64
	reg    float64 // in the units of z²

	total   sym  // scatter about the grand mean, summed over all points
	grand   vec  // the grand mean
	within  sym  // Σₖ of the groups' scatter
	between sym  // Σ nₖ(μₖ − μ)(μₖ − μ)ᵀ
	line    bool // all points lie on a line, and reg = 0
	along   vec  // its direction

	sw, sb sym // of Fisher's criterion
	pooled sym // the shared covariance
	fisher ascent
	rule   rule
	rows   []verdict // what the rule says about every row
	fitted float64   // log-likelihood of the classes under the rule
	fail   *failure

	plan []item
	reached
	dots   func() algos.Points
	proofs func() []algos.Check // those about the rule, the same at every step
}

// A failure is why a run cannot be finished, and where it is found out.
type failure struct {
	at     kind
	k      int
	reason string
}

// Coordinates may spread over this range: their squares, and the products of
// those, stay within what floating-point numbers hold.
const (
	leastSpread = 1e-70
	mostSpread  = 1e70
)

// newMachine estimates everything, or refuses points without anything to estimate.
func newMachine(p algos.Problem, o Options) (*machine, error) {
	m := &machine{Options: o, Problem: p, of: make([]int, len(p.Points)), z: make([]vec, len(p.Points))}
	m.gather()
	if len(m.groups) == 1 {
		return nil, algos.Refuse(say.Phrase(fmt.Sprintf("All points belong to class %s: there is nothing to tell apart. Add points of another class.", m.name(0))))
	}
	if err := m.rescale(); err != nil {
		return nil, err
	}
	m.estimate()
	m.solve()
	m.schedule()
	m.proofs = sync.OnceValue(m.prove)
	m.dots = sync.OnceValue(func() algos.Points { return m.points() })
	return m, nil
}

// gather finds the classes that have points, in the order of their labels.
func (m *machine) gather() {
	index := map[int]int{}
	for class, n := range dataset.Counts(m.Points) {
		if n > 0 {
			index[class] = len(m.groups)
			m.groups = append(m.groups, group{class: class, n: n, prior: float64(n) / float64(len(m.Points))})
		}
	}
	for i, p := range m.Points {
		m.of[i] = index[p.Class()]
	}
}

// rescale chooses the coordinates z.
func (m *machine) rescale() error {
	n := float64(len(m.Points))
	for _, p := range m.Points {
		m.centre = plus(m.centre, vec{p.X[0] / n, p.X[1] / n})
	}
	reach := 0.0
	for _, p := range m.Points {
		reach = max(reach, math.Abs(p.X[0]-m.centre[0]), math.Abs(p.X[1]-m.centre[1]))
	}
	same := true
	for _, p := range m.Points {
		same = same && p.X == m.Points[0].X
	}
	switch {
	case same:
		return algos.Refuse("All points lie in one place: there is no direction in which they differ. Move some of them.")
	case !between(leastSpread, reach, mostSpread):
		return algos.Refuse(say.Phrase(fmt.Sprintf("The points spread over ±%s: the squares of that cannot be computed with. Bring the coordinates to a scale nearer 1.", say.Num(reach))))
	}
	_, e := math.Frexp(reach)
	m.scale = math.Ldexp(1, e)
	for i, p := range m.Points {
		m.z[i] = times(1/m.scale, minus(vec(p.X), m.centre))
	}
	m.reg = m.Reg / m.scale / m.scale
	return nil
}

// estimate measures means and scatter of every class, and of all points.
func (m *machine) estimate() {
	m.grand = mean(m.z, func(int) bool { return true })
	for i := range m.z {
		m.total = m.total.plus(outer(minus(m.z[i], m.grand)))
	}
	for k := range m.groups {
		g := &m.groups[k]
		g.mean = mean(m.z, func(i int) bool { return m.of[i] == k })
		for i, z := range m.z {
			if m.of[i] == k {
				g.scatter = g.scatter.plus(outer(minus(z, g.mean)))
			}
		}
		g.cov = g.scatter.times(1 / m.divisor(g.n, 1))
		if m.divisor(g.n, 1) == 0 {
			g.cov = sym{math.NaN(), math.NaN(), math.NaN()}
		}
		m.within = m.within.plus(g.scatter)
		m.between = m.between.plus(outer(minus(g.mean, m.grand)).times(float64(g.n)))
	}
	m.line = m.reg == 0 && m.total.flat(m.total)
	m.along = unit(vec{m.total[0], m.total[1]})
	if m.total[2] > m.total[0] {
		m.along = unit(vec{m.total[1], m.total[2]})
	}
}

// mean of the chosen points, in two passes: the second one removes what the
// first has lost by rounding.
func mean(z []vec, chosen func(int) bool) vec {
	var at vec
	for range 2 {
		var sum vec
		n := 0.0
		for i, p := range z {
			if chosen(i) {
				sum = plus(sum, minus(p, at))
				n++
			}
		}
		at = plus(at, times(1/n, sum))
	}
	return at
}

// divisor is what a scatter of n points about k means is divided by.
func (m *machine) divisor(n, k int) float64 {
	if m.Estimate == unbiased {
		return float64(n - k)
	}
	return float64(n)
}

// place translates a place back into the coordinates of the data, area a scatter
// or covariance, and inverseArea its inverse.
func (m *machine) place(z vec) vec       { return plus(m.centre, times(m.scale, z)) }
func (m *machine) area(s sym) sym        { return s.times(m.scale * m.scale) }
func (m *machine) inverseArea(s sym) sym { return s.times(1 / m.scale / m.scale) }

// seen translates a place of the data into z.
func (m *machine) seen(x vec) vec { return times(1/m.scale, minus(x, m.centre)) }

// two reports whether there are two classes, so that there is one direction.
func (m *machine) two() bool { return len(m.groups) == 2 }

// difference is μ₁ − μ₀ of two classes.
func (m *machine) difference() vec { return minus(m.groups[1].mean, m.groups[0].mean) }
