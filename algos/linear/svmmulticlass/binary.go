package svmmulticlass

import (
	"math"
	"slices"

	"playground/algos/linear/internal/smo"
)

// A binary is a machine for two sides: one class against another, or against the
// rest. Its score is above 0 on the first side. It never changes: training makes
// another one.
type binary struct {
	first, second int // classes; second is −1 for "the rest"
	rows          []int
	y             []float64 // +1 for the first class
	alpha         []float64
	bias          float64
	score         []float64 // f at every row of the data, also those that it was not trained on
	pairs         int
	kkt           float64
	primal, dual  float64
	slack         float64 // Σξ
	drift         float64
	end           smo.End
	centres       [][2]float64
	coef          []float64
}

// A job trains one machine.
type job struct {
	*machine
	b    binary // what does not change
	run  smo.Run
	pair smo.Pair
	end  smo.End
}

// newJob sets a machine up. second is −1 for all other classes.
func (m *machine) newJob(first, second int) *job {
	j := &job{machine: m, b: binary{first: first, second: second}}
	var points [][2]float64
	var c []float64
	for i, y := range m.y {
		if y != first && second >= 0 && y != second {
			continue
		}
		side := -1.0
		if y == first {
			side = 1
		}
		j.b.rows, j.b.y = append(j.b.rows, i), append(j.b.y, side)
		points, c = append(points, m.z[i]), append(c, m.C)
	}
	solver, err := smo.New(smo.Problem{Y: j.b.y, C: c, K: smo.NewGram(m.k, points)})
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	j.run = smo.Run{Solver: solver, Tol: m.Tol, Cap: maxPairs, Eager: true}
	j.pair, j.end = j.run.Next()
	return j
}

// maxPairs is the most pairs that one machine optimises.
const maxPairs = 100_000

// train optimises up to so many pairs and returns the machine after them.
func (j *job) train(pairs int) *binary {
	for range pairs {
		if j.end != smo.Running {
			break
		}
		if _, j.end = j.run.Advance(j.pair); j.end == smo.Running {
			j.run.Face()
			j.pair, j.end = j.run.Next()
		}
	}
	return j.look()
}

// look measures the machine.
func (j *job) look() *binary {
	b := j.b
	b.alpha = slices.Clone(j.run.Alpha())
	b.bias, _ = j.run.Offset()
	b.pairs, b.kkt, b.drift, b.end = j.run.Iterations, j.pair.Violation, j.run.Drift(), j.end
	for t, a := range b.alpha {
		if a > 0 {
			b.centres = append(b.centres, j.z[b.rows[t]])
			b.coef = append(b.coef, a*b.y[t])
		}
	}
	b.score = make([]float64, len(j.z))
	for i, z := range j.z {
		b.score[i] = j.value(&b, z)
	}
	norm2, sum := 0.0, 0.0
	for t, e := range j.run.Errors() {
		f := e + b.y[t] // without the offset
		norm2 += b.alpha[t] * b.y[t] * f
		sum += b.alpha[t]
		b.slack += max(0, 1-b.y[t]*(f+b.bias))
	}
	b.dual = sum - norm2/2
	b.primal = norm2/2 + j.C*b.slack
	return &b
}

// value is the score of a machine at a place as the kernel sees it.
func (m *machine) value(b *binary, z [2]float64) float64 {
	f := b.bias
	for s, c := range b.centres {
		f += b.coef[s] * m.k.At(c, z)
	}
	return f
}

// rounding bounds the rounding error of the dual and the primal.
func (b *binary) rounding(c float64) float64 {
	n, sum := float64(len(b.alpha)), 0.0
	for _, a := range b.alpha {
		sum += a
	}
	return (sum+n*c)*b.drift + n*ulp*(math.Abs(b.primal)+sum)
}
