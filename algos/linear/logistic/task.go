package logistic

import (
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/linear/internal/margin"
	"playground/algos/say"
)

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	opt       options
	problem   *logit.Problem
	y         []float64 // −1 or +1
	best      margin.Result
	exists    logit.Existence
	why       string       // why there is no minimum
	curvature float64      // M: no eigenvalue of the Hessian exceeds it
	lowest    func() place // the minimum, where there is one
	dots      func() algos.Points
}

// A place is (θ₁, θ₂, θ₀), and whether it could be worked out.
type place struct {
	theta [3]float64
	known bool
}

// closest is how near points may be to each other before the squares of their
// distances are lost.
const closest = 1e-140

func newTask(p algos.Problem, o options) (*task, error) {
	n := len(p.Points)
	t := &task{Problem: p, opt: o, y: make([]float64, n)}
	x, class, z := make([][2]float64, n), make([]int, n), make([]margin.Vector, n)
	reach := 0.0
	for i, q := range p.Points {
		x[i], class[i], t.y[i] = q.X, q.Class(), q.Sign()
		z[i] = margin.Vector{t.y[i] * q.X[0], t.y[i] * q.X[1], t.y[i]}
		reach = max(reach, math.Hypot(q.X[0]-x[0][0], q.X[1]-x[0][1]))
	}
	if 0 < reach && reach < closest {
		return nil, algos.Refuse("The points lie within 10⁻¹⁴⁰ of each other, where the squares of distances are lost: multiply the coordinates.")
	}
	t.problem = logit.New(x, class, 2, 1, o.Lambda, o.Solver == logit.Newton)
	t.best = margin.Largest(z)
	t.exists, t.why = t.existence(z)
	t.curvature = t.problem.Curvature()
	t.lowest = sync.OnceValue(func() place {
		if t.exists == logit.Infinite {
			return place{}
		}
		fitted := logit.New(x, class, 2, 1, o.Lambda, true)
		b, _, ok := fitted.Minimum(1e-10, 200)
		return place{theta(fitted, b), ok}
	})
	t.dots = sync.OnceValue(t.points)
	return t, nil
}

// existence decides whether the loss has a minimum. Without a penalty it has
// none if and only if some line has all points on their side of it or on it, and
// not all on it (Albert and Anderson, 1984); the offset is never penalised, so
// with a penalty it has none if all labels are the same.
func (t *task) existence(z []margin.Vector) (logit.Existence, string) {
	one := true
	for _, y := range t.y {
		one = one && y == t.y[0]
	}
	switch {
	case one:
		side := "+∞"
		if t.y[0] < 0 {
			side = "−∞"
		}
		return logit.Infinite, "all points have the same label, so the loss falls for ever as θ₀ goes to " + side
	case t.opt.Lambda > 0:
		return logit.Attained, ""
	case t.best.Separable:
		return logit.Infinite, "a line separates the classes, so multiplying θ by a larger and larger number lowers the loss for ever"
	case margin.Weak(z):
		return logit.Infinite, "a line has every point on its side or exactly on it, so along its θ the loss falls for ever"
	}
	return logit.Attained, ""
}

// theta returns (θ₁, θ₂, θ₀) in the coordinates of the points.
func theta(p *logit.Problem, b []float64) [3]float64 {
	w, b0 := p.Vectors(b)
	return [3]float64{w[1][0], w[1][1], b0[1]}
}

// points is the mark of the observations, which no step changes.
func (t *task) points() algos.Points {
	m := algos.DataPoints(t.Set)
	m.Tips = make([]say.Phrase, len(m.At))
	for i, q := range t.Points {
		m.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, label %s", name(i), say.Vec(q.X[0], q.X[1]), t.labelName(i)))
	}
	return m
}

// labelName is the label of row i as this run's convention writes it.
func (t *task) labelName(i int) string {
	switch {
	case t.opt.Labels == bits:
		return say.Num((1 + t.y[i]) / 2)
	case t.y[i] > 0:
		return "+1"
	}
	return "−1"
}

// name is how row i is called on the screen, ref in references.
func name(i int) string { return "x" + say.Sub(i+1) }

func ref(i int) string { return fmt.Sprintf("x%d", i) }
