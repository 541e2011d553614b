package kernelperceptron

import (
	"context"
	"fmt"
	"math"
	"sync"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	options
	k      kernel.Kernel
	x      [][2]float64
	y      []float64                    // −1 or +1
	gram   *smo.Gram                    // the run's own: views must not touch it
	diag   []float64                    // k(x, x)
	r2     float64                      // R² = max k(x, x)
	phi    featureMap                   // empty where the kernel has no finite one
	best   separation                   // of kernels that are inner products
	limit  float64                      // (R/γ)², NaN where there is none
	eigen  func() (least, most float64) // of the kernel matrix
	dots   func() algos.Points
	matrix func() []float64
}

// refuse says why a problem cannot be worked on, or "".
func refuse(p algos.Problem, o options) error {
	k := o.New()
	if o.Kernel == "poly" { // its size on opposite points, too
		k = kernel.Poly{Gamma: o.Gamma, Coef0: math.Abs(o.Coef0), Degree: o.Degree}
	}
	return kernel.TooLarge(k, p.Points)
}

func newTask(ctx context.Context, p algos.Problem, o options) *task {
	n := len(p.Points)
	t := &task{Problem: p, options: o, k: o.New(), x: make([][2]float64, n), y: make([]float64, n), limit: math.NaN()}
	for i, q := range p.Points {
		t.x[i], t.y[i] = q.X, q.Sign()
	}
	t.gram = smo.NewGram(t.k, t.x)
	t.diag = t.gram.Diagonal()
	for _, k := range t.diag {
		t.r2 = max(t.r2, math.Abs(k))
	}
	t.phi = featuresOf(t.k)
	t.eigen = sync.OnceValues(func() (float64, float64) { return kernel.Spectrum(t.k, t.x) })
	t.dots = sync.OnceValue(t.points)
	t.matrix = sync.OnceValue(func() []float64 { return kernel.Gram(t.k, t.x) })
	switch {
	case !t.k.PSD():
	case t.r2 == 0:
		t.best = separation{inseparable: true, lambda: make([]float64, n), toward: make([]float64, n)}
	case t.r2 < lost: // products of such values are lost
		t.best.hi = math.Sqrt(t.r2)
	default:
		t.best = separate(ctx, t.gram, t.y, t.r2)
	}
	if t.best.separable {
		ratio := math.Sqrt(t.r2) / t.best.lo
		t.limit = min(ratio*ratio, math.MaxFloat64)
	}
	return t
}

// lost is the root of what no float64 holds.
const lost = 1e-154

// score returns f at a place, summed over the rows in their order.
func (t *task) score(alpha []int32, x [2]float64) float64 {
	f := 0.0
	for i, a := range alpha {
		if a > 0 {
			f += float64(a) * t.y[i] * t.k.At(t.x[i], x)
		}
	}
	return f
}

// theta returns Σ αyφ(x), without the factors of the features.
func (t *task) theta(alpha []int32) []float64 {
	theta, phi := make([]float64, len(t.phi)), make([]float64, 0, len(t.phi))
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		phi = t.phi.at(phi, t.x[i])
		for m, v := range phi {
			theta[m] += float64(a) * t.y[i] * v
		}
	}
	return theta
}

// rounding is how far a sum of k kernel values may be off at a place whose own
// kernel value is diag: each value is known to a few d·ε of R√diag, and their
// partial sums are rounded, too. Where diag is lost below the smallest numbers, its
// root is at most 10⁻¹⁵⁴.
func (t *task) rounding(k int, diag float64) float64 {
	degree := 1
	if t.Kernel == "poly" {
		degree = t.Degree
	}
	return ulp * (float64(k) + 8*float64(degree) + 32) * float64(k) * max(math.Sqrt(t.r2), lost) * max(math.Sqrt(math.Abs(diag)), lost)
}

// points is the mark of the observations, which no step changes.
func (t *task) points() algos.Points {
	m := algos.DataPoints(t.Set)
	m.Tips = make([]say.Phrase, len(m.At))
	for i, q := range t.Points {
		m.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, label %s", name(i), say.Vec(q.X[0], q.X[1]), say.Num(float64(t.Label(q.Class())))))
	}
	return m
}

// name is how row i is called on the screen, ref in references.
func name(i int) string { return "x" + say.Sub(i+1) }

func ref(i int) string { return fmt.Sprintf("x%d", i) }
