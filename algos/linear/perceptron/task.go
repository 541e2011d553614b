package perceptron

import (
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/margin"
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
	rows  []row         // as the rule sees them: with margins, of length 1
	best  margin.Result // of all z = y·x
	tiny  bool          // some x is so short that its square is lost
	start vector        // θ⁽⁰⁾
	rate  rate          // η(k), 1 where the variant has none
	half  float64       // γ/2 of the variants with a margin, else 0
	limit float64       // theory's bound on the updates; NaN where there is none
	dots  func() algos.Points
}

// shortest is the length from which ‖x‖² keeps all its digits.
const shortest = 0x1p-480

func newTask(p algos.Problem, o options) *task {
	t := &task{Problem: p, options: o, rows: make([]row, len(p.Points)), start: vector{o.Theta[0], o.Theta[1]}, rate: rate{c: 1}}
	if o.varies() {
		t.rate, _ = parseRate(o.Eta) // the form has let no other text through
	}
	z := make([]margin.Vector, len(p.Points))
	for i, q := range p.Points {
		r := row{x: vector{q.X[0], q.X[1]}, y: q.Sign()}
		if o.Bias {
			r.x[2] = 1
		}
		if o.Variant == marginal {
			r.x = normalised(r.x)
		}
		t.rows[i], z[i] = r, r.correction()
		length := norm(r.x)
		t.tiny = t.tiny || 0 < length && length < shortest
	}
	t.best = margin.Largest(z)
	if o.Variant == marginal || o.Variant == increment {
		t.half = o.Gamma / 2
		if o.Gamma == 0 {
			t.half = t.best.Gamma / 2
		}
	}
	t.limit = t.bound()
	if length := norm(t.start); 0 < length && length < shortest {
		t.tiny = true
	}
	t.dots = sync.OnceValue(t.points)
	return t
}

// look counts the rows that θ gets wrong, and finds the smallest y⟨θ, x⟩ per length
// of θ.
func (t *task) look(theta vector) (wrong int, smallest float64) {
	smallest = math.Inf(1)
	for _, r := range t.rows {
		score := r.y * r.score(theta)
		if score <= 0 {
			wrong++
		}
		smallest = min(smallest, score)
	}
	length := norm(theta)
	if length == 0 || len(t.rows) == 0 {
		return wrong, math.NaN()
	}
	return wrong, smallest / length
}

// largest is the largest margin, NaN where no plane separates the rows.
func (t *task) largest() float64 {
	if t.best.Separable {
		return t.best.Gamma
	}
	return math.NaN()
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

// demanding are the rows that demand an update of θ.
func (t *task) demanding(theta vector) []int {
	var rows []int
	for i, r := range t.rows {
		if t.mistaken(theta, r) {
			rows = append(rows, i)
		}
	}
	return rows
}

// sum returns Σ y·x over some rows.
func (t *task) sum(rows []int) vector {
	var sum vector
	for _, i := range rows {
		sum = addScaled(sum, 1, t.rows[i].correction())
	}
	return sum
}

// at returns where row i stands on the board, with its constant coordinate.
func (t *task) at(i int) vector {
	x := vector{t.Points[i].X[0], t.Points[i].X[1]}
	if t.Bias {
		x[2] = 1
	}
	return x
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
		At: make([]algos.XY, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n),
	}
	for i, q := range t.Points {
		m.At[i] = algos.XY{X: q.X[0], Y: q.X[1]}
		m.Class[i] = q.Class()
		m.Refs[i] = ref(i)
		m.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, label %s", name(i), say.Vec(q.X[0], q.X[1]), say.Num(float64(t.Label(q.Class())))))
	}
	return m
}

// name is how row i is called on the screen, ref in references.
func name(i int) string { return "x" + say.Sub(i+1) }

func ref(i int) string { return fmt.Sprintf("x%d", i) }
