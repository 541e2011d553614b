package ridge

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/regression/internal/lsq"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	data  penalised.Data
	x     [][]float64  // the columns of X, that of ones first
	y     []float64    // the targets
	names []say.Phrase // of the columns of X

	// Ridge regression is least squares on more rows: below those of the data stands one
	// for each penalised coefficient, √λ in its column, with the target 0.
	stacked [][]float64
	wanted  []float64

	best     []float64 // the solution
	bestJ    float64
	rank     int       // of the stacked columns
	curves   []float64 // the eigenvalues of XᵀX with the penalty, the largest first
	steepest []float64 // the eigenvector of the largest
	length   []float64 // of the stacked columns
	target   float64   // ‖y‖

	price   penalised.Data    // what is penalised: the columns, and that of ones where θ₀ is, too
	centred penalised.Centred // the same without their means where θ₀ is free
	modes   *spectrum         // of that

	path     func() penalised.Path
	errors   func() *penalised.Validation
	leftOut  func() leftOut
	dual     func() []float64
	cheapest func() optimum
}

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	data, err := penalised.Read(p)
	if err != nil {
		return nil, err
	}
	if o.Solver == online && o.Lambda == 0 {
		return nil, algos.Refuse("The online solver begins with the inverse of λI, and with λ = 0 there is none: take a λ above 0, or another solver.")
	}
	ones := slices.Repeat([]float64{1}, len(data.Y))
	t := &task{Problem: p, Options: o, data: data, y: data.Y, x: append([][]float64{ones}, data.Columns...), names: append([]say.Phrase{"1"}, data.Names...)}
	if o.Labels == drawn {
		t.drawLabels()
	}
	t.price = t.data
	if o.Penalise == all {
		t.price = t.data.WithOnes()
	}
	t.centred = t.price.Centre(o.Penalise == slopes)
	t.modes = newSpectrum(t.centred.X, t.centred.Y)
	t.stack()
	f := lsq.Factor(t.stacked, t.wanted)
	t.best, t.rank = f.Theta(), f.Rank()
	t.bestJ = t.objective(t.best)
	t.curves, t.steepest = lsq.Spectrum(t.stacked)
	t.target = lsq.Norm(t.y)
	for _, column := range t.stacked {
		t.length = append(t.length, lsq.Norm(column))
	}
	t.path = algos.Slow(ctx, t.followPath)
	t.errors = algos.Slow(ctx, t.leaveOut)
	t.leftOut = algos.Slow(ctx, t.refit)
	t.dual = algos.Slow(ctx, t.solveDual)
	t.cheapest = algos.Slow(ctx, t.bestPrice)
	return t, nil
}

// drawLabels replaces the targets by θ₀* + ⟨θ*, x⟩ + ε, on a copy of the data.
func (t *task) drawLabels() {
	truth, noise := t.truth(), t.Stream(1)
	t.y = make([]float64, len(t.y))
	for i := range t.y {
		for j, column := range t.x {
			t.y[i] += truth[j] * column[i]
		}
		t.y[i] += math.Sqrt(t.NoiseVar) * noise.NormFloat64()
	}
	t.Points = slices.Clone(t.Points)
	for i := range t.Points {
		t.Points[i].Y = t.y[i]
		if room := (t.Window.Y1 - t.Window.Y0) / 20; t.Dim == 1 { // the board was fitted to others
			t.Window.Y0, t.Window.Y1 = min(t.Window.Y0, t.y[i]-room), max(t.Window.Y1, t.y[i]+room)
		}
	}
	t.data.Y = t.y
}

// truth is θ*: of a line both numbers, of more inputs the first two slopes.
func (t *task) truth() []float64 {
	truth := make([]float64, len(t.x))
	a, b := t.axes()
	truth[a], truth[b] = t.Truth[0], t.Truth[1]
	return truth
}

// axes are the two parameters of the plane: θ₀ and θ₁ of a line, else the first two of
// the inputs.
func (t *task) axes() (a, b int) {
	if len(t.x) == 2 {
		return 0, 1
	}
	return 1, 2
}

// first is the first penalised coefficient.
func (t *task) first() int {
	if t.Penalise == all {
		return 0
	}
	return 1
}

// stack writes the rows of the penalty below those of the data.
func (t *task) stack() {
	first := t.first()
	t.wanted = append(slices.Clone(t.y), make([]float64, len(t.x)-first)...)
	for j, column := range t.x {
		below := make([]float64, len(t.x)-first)
		if j >= first {
			below[j-first] = math.Sqrt(t.Lambda)
		}
		t.stacked = append(t.stacked, append(slices.Clone(column), below...))
	}
}

// objective is J(θ) = ‖y − Xθ‖² + λ‖θ‖², as the squares of the stacked rows.
func (t *task) objective(theta []float64) float64 {
	norm := lsq.Norm(lsq.Residuals(t.stacked, t.wanted, theta))
	return norm * norm
}

// singular reports whether more than one θ has the least J.
func (t *task) singular() bool { return t.rank < len(t.x) }

// limit is 2/L, above which the descent runs away.
func (t *task) limit() float64 {
	if len(t.curves) == 0 || t.curves[0] == 0 {
		return math.Inf(1)
	}
	return 1 / t.curves[0]
}

// predict is θ₀ + ⟨θ, x⟩ for inputs without the one.
func (t *task) predict(theta, inputs []float64) float64 {
	f := theta[0]
	for j, x := range inputs[:min(len(inputs), len(theta)-1)] {
		f += theta[j+1] * x
	}
	return f
}

// whole is θ with the θ₀ that belongs to it, from penalised coefficients.
func (t *task) whole(theta []float64) []float64 {
	if t.Penalise == all {
		return theta
	}
	return append([]float64{t.centred.Theta0(theta)}, theta...)
}

// at is the solution at another λ.
func (t *task) at(lambda float64) []float64 {
	return t.whole(t.modes.theta(lambda, len(t.price.Columns)))
}

// row is what people call a row: its name, or x₄.
func (t *task) row(i int) say.Phrase { return t.data.Row(i) }

// symbol is what people read for a coefficient.
func (t *task) symbol(j int) say.Phrase { return say.Phrase("θ" + say.Sub(j)) }
