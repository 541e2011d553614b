package softmax

import (
	"math"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/margin"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	opt       options
	k         int
	class     []int // of the rows, as the data set numbers them
	problem   *logit.Problem
	exists    logit.Existence
	why       say.Phrase    // why there is no minimum
	best      margin.Result // of the classes in cut against all others, without a penalty
	cut       [2]int
	curvature float64 // M: no eigenvalue of the Hessian exceeds it
	twin      func() twin
	dots      func() mark.Points
}

// A twin is logistic regression on the same two classes: its minimum.
type twin struct {
	theta          [3]float64
	loss, rounding float64
	known          bool
}

func newTask(p algos.Problem, o options) (*task, error) {
	n := len(p.Points)
	t := &task{Problem: p, opt: o, k: 2, class: make([]int, n)}
	x := make([][2]float64, n)
	for i, q := range p.Points {
		x[i], t.class[i] = q.X, q.Class()
		t.k = max(t.k, q.Class()+1)
	}
	if err := logit.Apart(x); err != nil {
		return nil, err
	}
	inside := make([]int, n)
	for i, c := range t.class {
		inside[i] = t.inside(c)
	}
	free := 1
	if o.Parametrization == all {
		free = 0
	}
	t.problem = logit.New(x, inside, t.k, free, o.Lambda, o.Solver == logit.Newton)
	t.exists, t.why = t.existence()
	t.curvature = t.problem.Curvature()
	t.twin = sync.OnceValue(func() twin { return t.logistic(x) })
	t.dots = sync.OnceValue(func() mark.Points {
		return panel.Data(p, func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "x": x[i], "label": t.Label(t.class[i])}.Text("<row> = <x>, label <label>")
		})
	})
	return t, nil
}

// inside is the number of a class within the problem, whose class 0 is the
// reference; outside is the way back.
func (t *task) inside(k int) int {
	if t.opt.Parametrization == last {
		return (k + 1) % t.k
	}
	return k
}

func (t *task) outside(k int) int {
	if t.opt.Parametrization == last {
		return (k + t.k - 1) % t.k
	}
	return k
}

// existence decides whether the loss has a minimum, as far as it can be decided
// beforehand. Without a penalty there is none if some w has ⟨w_{y_t} − w_k, x̃_t⟩ ≥ 0
// for all rows t and classes k, and not always 0 (Albert and Anderson, 1984). Here
// it is asked, exactly, for one vector that one or two classes have in common and
// the others do not; with two classes that is the whole question.
func (t *task) existence() (logit.Existence, say.Phrase) {
	for k, n := range t.counts() {
		if n == len(t.class) {
			return logit.Infinite, "all points have the same label, so the loss keeps decreasing as its intercept grows"
		}
		if n == 0 {
			return logit.Infinite, say.Vars{"class": t.Label(k)}.Text("class <class> has no points, so the loss keeps decreasing as its intercept " +
				"goes to −∞")
		}
	}
	if t.opt.Lambda > 0 {
		return logit.Attained, ""
	}
	for a := range t.k {
		for b := a; b < t.k; b++ {
			if a != b && t.k == 2 || !margin.Weak(t.lifted(a, b)) {
				continue
			}
			t.cut, t.best = [2]int{a, b}, margin.Largest(t.lifted(a, b))
			why := "a line separates class <a> from all others, or has points on it, so the loss keeps decreasing in its direction"
			if a != b {
				why = "a line separates the classes <a> and <b> from all others, or has points on it, so the loss keeps decreasing in its direction"
			}
			return logit.Infinite, say.Vars{"a": t.Label(a), "b": t.Label(b)}.Text(why)
		}
	}
	if t.k == 2 {
		t.cut, t.best = [2]int{1, 1}, margin.Largest(t.lifted(1, 1))
		return logit.Attained, ""
	}
	return logit.Unknown, ""
}

// counts are how many points each class has.
func (t *task) counts() []int {
	n := make([]int, t.k)
	for _, c := range t.class {
		n[c]++
	}
	return n
}

// lifted returns ±(x, 1) of all rows, + for the classes a and b.
func (t *task) lifted(a, b int) []margin.Vector {
	z := make([]margin.Vector, len(t.class))
	for i, c := range t.class {
		s := -1.0
		if c == a || c == b {
			s = 1
		}
		x := t.Points[i].X
		z[i] = margin.Vector{s * x[0], s * x[1], s}
	}
	return z
}

// logistic fits logistic regression to two classes. With K vectors w₁ = −w₀ = θ/2,
// so the penalty (λ/2)(‖w₀‖² + ‖w₁‖²) is (λ/4)‖θ‖².
func (t *task) logistic(x [][2]float64) twin {
	if t.k != 2 || t.exists != logit.Attained {
		return twin{}
	}
	fitted := logit.New(x, t.class, 2, 1, t.twinLambda(), true)
	b, v, ok := fitted.Minimum(1e-12, 200)
	w, b0 := fitted.Vectors(b)
	return twin{[3]float64{w[1][0], w[1][1], b0[1]}, v.Loss, fitted.LossRounding(b, v.Loss), ok}
}

func (t *task) twinLambda() float64 {
	if t.opt.Parametrization == all {
		return t.opt.Lambda / 2
	}
	return t.opt.Lambda
}

// A view is a run after one of its doings.
type view struct {
	*task
	logit.Snapshot
}

// vectors are (w_k, b_k) of all classes, in the order of the data set.
func (v view) vectors(at *logit.Place) [][3]float64 { return v.vectorsOf(at.B) }

func (t *task) vectorsOf(b []float64) [][3]float64 {
	w, b0 := t.problem.Vectors(b)
	out := make([][3]float64, t.k)
	for c := range w {
		out[t.outside(c)] = [3]float64{w[c][0], w[c][1], b0[c]}
	}
	return out
}

func (v view) step() algos.Step {
	length := 0.0
	for _, w := range v.vectors(v.Place) {
		length = math.Hypot(length, math.Hypot(w[0], w[1]))
	}
	return v.story().Step(v, v.status(), v.Loss, v.Norm, v.Decrement, float64(v.Errors), length)
}

// story is the snapshot in the words of package logit.
func (v view) story() logit.Story {
	return logit.Story{
		Snapshot: v.Snapshot, Options: v.opt.Options, Points: len(v.class), Curvature: v.curvature, Who: "the weights", Symbol: "w", TeX: "w",
		Direction: "Newton direction", Where: "misclassified", Apart: "every point is classified correctly",
	}
}

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	w := v.vectors(v.Place)
	weights, bias := make([][]float64, v.k), make([]float64, v.k)
	for k, u := range w {
		weights[k], bias[k] = []float64{u[0], u[1]}, u[2]
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: weights},
			{Name: "bias", Value: bias},
			{Name: "loss", Value: v.Loss},
			{Name: "gradient_norm", Value: v.Norm},
			{Name: "decrement", Value: v.Decrement},
			{Name: "updates", Value: v.Updates},
			{Name: "errors", Value: v.Errors},
		},
		Predict: func(x [2]float64) []algos.Value {
			p := v.probabilities(x)
			return []algos.Value{{Name: "label", Value: v.Label(logit.Label(p))}, {Name: "p", Value: p}}
		},
	}
}

// probabilities returns p_k(x) in the order of the data set.
func (v view) probabilities(x [2]float64) []float64 {
	return v.shares(v.problem.To(x))
}

// shares are the same of a place in the problem's frame.
func (v view) shares(u [3]float64) []float64 {
	f := make([]float64, v.k)
	v.problem.Scores(f, v.B, u)
	logit.Softmax(f)
	p := make([]float64, v.k)
	for c, s := range f {
		p[v.outside(c)] = s
	}
	return p
}

// residual is 1 − p_y of row i.
func (v view) residual(i int) float64 {
	e := make([]float64, v.k)
	v.problem.Errors(e, v.B, i)
	return e[v.problem.Class[i]]
}
