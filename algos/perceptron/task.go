package perceptron

import (
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/margin"
	"playground/algos/say"
)

// A vector is (x₁, x₂, x₀): the inputs, and the constant coordinate last, 1 with
// a bias and 0 without. θ has the same order: θ₁, θ₂, θ₀.
type vector = [3]float64

// dot rounds every product and sum by itself, so that no architecture fuses them
// and the mistakes are the same everywhere.
func dot(a, b vector) float64 {
	return float64(float64(a[0]*b[0])+float64(a[1]*b[1])) + float64(a[2]*b[2])
}

// addScaled returns a + s·b.
func addScaled(a vector, s float64, b vector) vector {
	for i := range a {
		a[i] += float64(s * b[i])
	}
	return a
}

// norm returns ‖a‖, also where its square would be lost.
func norm(a vector) float64 { return math.Hypot(math.Hypot(a[0], a[1]), a[2]) }

// A row is one labelled sample.
type row struct {
	x vector
	y float64 // −1 or +1
}

// score returns ⟨θ, x⟩.
func (r row) score(theta vector) float64 { return dot(theta, r.x) }

// correction returns y·x, what a mistake adds to θ.
func (r row) correction() vector { return addScaled(vector{}, r.y, r.x) }

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	options
	rows []row
	best margin.Result // of all z = y·x
	tiny bool          // some x is so short that its square is lost
	dots func() algos.Points
}

// shortest is the length from which ‖x‖² keeps all its digits.
const shortest = 0x1p-480

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o, rows: make([]row, len(p.Points))}
	z := make([]margin.Vector, len(p.Points))
	for i, q := range p.Points {
		r := row{x: vector{q.X[0], q.X[1]}, y: q.Sign()}
		if o.Bias {
			r.x[2] = 1
		}
		t.rows[i], z[i] = r, r.correction()
		length := norm(r.x)
		t.tiny = t.tiny || 0 < length && length < shortest
	}
	t.best = margin.Largest(z)
	t.dots = sync.OnceValue(t.points)
	return t
}

// errors counts the rows that θ gets wrong: y⟨θ, x⟩ ≤ 0.
func (t *task) errors(theta vector) int {
	n := 0
	for _, r := range t.rows {
		if r.y*r.score(theta) <= 0 {
			n++
		}
	}
	return n
}

// line names what the run looks for.
func (t *task) line() string {
	if t.Bias {
		return "line"
	}
	return "line through the origin"
}

// shown returns the coordinates of a vector that this run uses.
func (t *task) shown(v vector) []float64 {
	if t.Bias {
		return []float64{v[0], v[1], v[2]}
	}
	return []float64{v[0], v[1]}
}

// points is the mark of the observations, which no step changes.
func (t *task) points() algos.Points {
	n := len(t.Points)
	m := algos.Points{
		At: make([]algos.XY, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]string, n),
	}
	for i, q := range t.Points {
		m.At[i] = algos.XY{X: q.X[0], Y: q.X[1]}
		m.Class[i] = q.Class()
		m.Refs[i] = ref(i)
		m.Tips[i] = fmt.Sprintf("%s = %s, label %s", name(i), say.Vec(q.X[0], q.X[1]), say.Num(float64(t.Label(q.Class()))))
	}
	return m
}

// name is how row i is called on the screen, ref in references.
func name(i int) string { return "x" + say.Sub(i+1) }

func ref(i int) string { return fmt.Sprintf("x%d", i) }
