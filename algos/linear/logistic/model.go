package logistic

import (
	"context"
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
	problem   *logit.Problem
	y         []float64 // −1 or +1
	best      margin.Result
	exists    logit.Existence
	why       say.Phrase      // why there is no minimum
	flat      bool            // there is more than one, as nothing lies across a line
	curvature float64         // M: no eigenvalue of the Hessian exceeds it
	lowest    func() *mark.XY // (θ₁, θ₂) at the minimum, where there is one
	dots      func() mark.Points
	rival     func() rival            // least squares
	path      func() []optimum        // the minimum against λ
	g         func(z float64) float64 // the logistic function, of which two guarantees tell
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	if o.Drawn {
		var err error
		if p, err = drawn(p, o); err != nil {
			return nil, err
		}
	}
	n := len(p.Points)
	t := &task{Problem: p, opt: o, y: make([]float64, n), g: sigmoid}
	x, class, z := make([][2]float64, n), make([]int, n), make([]margin.Vector, n)
	for i, q := range p.Points {
		x[i], class[i], t.y[i] = q.X, q.Class(), q.Sign()
		z[i] = margin.Vector{t.y[i] * q.X[0], t.y[i] * q.X[1], t.y[i]}
	}
	if err := logit.Apart(x); err != nil {
		return nil, err
	}
	t.problem = logit.New(x, class, 2, 1, o.Lambda, o.Solver == logit.Newton)
	t.best = margin.Largest(z)
	t.exists, t.why = t.existence(z)
	t.flat = t.exists == logit.Attained && o.Lambda == 0 && logit.Flat(x)
	t.curvature = t.problem.Curvature()
	t.lowest = sync.OnceValue(func() *mark.XY {
		if t.exists == logit.Infinite {
			return nil
		}
		fitted := logit.New(x, class, 2, 1, o.Lambda, true)
		b, _, ok := fitted.Minimum(1e-10, 200)
		if !ok {
			return nil
		}
		at := xy(theta(fitted, b))
		return &at
	})
	t.rival = sync.OnceValue(t.fitSquares)
	t.path = algos.Slow(ctx, t.lambdaPath)
	t.dots = sync.OnceValue(func() mark.Points {
		return panel.Data(p, func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "x": x[i], "label": t.label(class[i])}.Text("<row> = <x>, label <label>")
		})
	})
	return t, nil
}

// existence decides whether the loss has a minimum. Without a penalty it has
// none if and only if some line has all points on their side of it or on it, and
// not all on it (Albert and Anderson, 1984); the offset is never penalised, so
// with a penalty it has none if all labels are the same.
func (t *task) existence(z []margin.Vector) (logit.Existence, say.Phrase) {
	switch {
	case !t.twoClasses() && t.y[0] > 0:
		return logit.Infinite, "all points have the same label, so the loss keeps decreasing as θ₀ → +∞"
	case !t.twoClasses():
		return logit.Infinite, "all points have the same label, so the loss keeps decreasing as θ₀ → −∞"
	case t.opt.Lambda > 0:
		return logit.Attained, ""
	case t.best.Separable:
		return logit.Infinite, "the classes are linearly separable, so the loss keeps decreasing as ‖θ‖ → ∞"
	case margin.Weak(z):
		return logit.Infinite, "the classes are quasi-separable, so the loss keeps decreasing along one direction of θ"
	}
	return logit.Attained, ""
}

func (t *task) twoClasses() bool {
	for _, y := range t.y {
		if y != t.y[0] {
			return true
		}
	}
	return false
}

// label is how the run's convention writes the label of class k.
func (t *task) label(k int) string {
	switch {
	case t.opt.Labels == zeroOne:
		return say.Num(float64(k))
	case k == 1:
		return "+1"
	}
	return "−1"
}

// theta returns (θ₁, θ₂, θ₀) in the coordinates of the points.
func theta(p *logit.Problem, b []float64) [3]float64 {
	w, b0 := p.Vectors(b)
	return [3]float64{w[1][0], w[1][1], b0[1]}
}

func xy(theta [3]float64) mark.XY { return mark.XY{X: theta[0], Y: theta[1]} }

func length(theta [3]float64) float64 { return math.Hypot(theta[0], theta[1]) }

// A view is a run after one of its doings.
type view struct {
	*task
	logit.Snapshot
}

func (v view) step() algos.Step {
	return v.story().Step(v, v.status(), v.Loss, v.Norm, v.Decrement, float64(v.Errors), length(v.theta()))
}

// story is the snapshot in the words of package logit.
func (v view) story() logit.Story {
	return logit.Story{
		Snapshot: v.Snapshot, Options: v.opt.Options, Points: len(v.y), Curvature: v.curvature, Who: "θ", Symbol: "θ", TeX: `\theta`,
		Direction: "IRLS weights, Newton direction", Where: "misclassified", Apart: "every point is classified correctly",
	}
}

// theta is (θ₁, θ₂, θ₀) at this step, thetaAt at another place of the run.
func (v view) theta() [3]float64                  { return theta(v.problem, v.B) }
func (v view) thetaAt(at *logit.Place) [3]float64 { return theta(v.problem, at.B) }
func (v view) score(x [2]float64) float64         { return scoreAt(v.B, v.problem.To(x)) }
func (v view) scoreOf(i int) float64              { return scoreAt(v.B, v.problem.U[i]) }
func scoreAt(b []float64, u [3]float64) float64   { return b[0]*u[0] + b[1]*u[1] + b[2] }

// residual is e = ỹ − p of row i, which is y(1 − P(y|x)); weight is p(1 − p).
func (v view) residual(i int) float64 { return v.y[i] * sigmoid(-v.y[i]*v.scoreOf(i)) }
func (v view) weight(i int) float64   { f := v.scoreOf(i); return sigmoid(f) * sigmoid(-f) }

// sigmoid is 1/(1+e^{−z}); it keeps its digits where it is tiny.
func sigmoid(z float64) float64 {
	if z < 0 {
		e := math.Exp(z)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-z))
}

// softplus is log(1 + e^z).
func softplus(z float64) float64 { return max(0, z) + math.Log1p(math.Exp(-math.Abs(z))) }

// squaredResiduals is ‖e‖², which the minimum does not make as small as it can be.
func (v view) squaredResiduals() (sum float64) {
	for i := range v.y {
		sum += v.residual(i) * v.residual(i)
	}
	return sum
}

// beside are the results of what is shown beside the run.
func (v view) beside() (values []algos.Value) {
	if v.opt.Squares {
		r := v.rival()
		th := theta(r.problem, r.b)
		values = append(values, algos.Value{Name: "squares", Value: th[:]}, algos.Value{Name: "squares_errors", Value: r.wrong})
	}
	if v.scaling() {
		values = append(values, algos.Value{Name: "scaled_loss", Value: v.scaledLoss(v.opt.Scale).Value})
	}
	if v.opt.Drawn {
		loss, _ := v.truthLoss()
		values = append(values, algos.Value{Name: "truth_loss", Value: loss})
	}
	return values
}

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	th, e := v.theta(), v.squaredResiduals()
	values := []algos.Value{
		{Name: "theta", Value: []float64{th[0], th[1]}},
		{Name: "theta0", Value: th[2]},
		{Name: "loss", Value: v.Loss},
		{Name: "gradient_norm", Value: v.Norm},
		{Name: "decrement", Value: v.Decrement},
		{Name: "updates", Value: v.Updates},
		{Name: "errors", Value: v.Errors},
		{Name: "minimum", Value: v.exists == logit.Attained},
		{Name: "residual_square", Value: e},
	}
	return algos.Model{
		Values: append(values, v.beside()...),
		Predict: func(x [2]float64) []algos.Value {
			f, label := v.score(x), v.Label(0)
			if f > 0 {
				label = v.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "p", Value: sigmoid(f)}, {Name: "score", Value: f}}
		},
	}
}
