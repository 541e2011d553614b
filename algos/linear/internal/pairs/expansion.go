package pairs

import (
	"math"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/num"
	"playground/algos/say"
)

// Inputs are the points as a kernel sees them. For the linear kernel they are
// measured from their mean: since the coefficients of the dual sum to 0 it does not
// change when all points are shifted, and far from the origin nothing cancels.
type Inputs struct {
	Kernel kernel.Kernel
	Linear bool
	X      [][2]float64
	Shift  [2]float64 // X = point − Shift

	spectrum func() (least, most float64)
}

// NewInputs prepares the points for a kernel, given their mean.
func NewInputs(k kernel.Kernel, points []dataset.Point, mean [2]float64) *Inputs {
	in := &Inputs{Kernel: k, X: make([][2]float64, len(points))}
	if _, in.Linear = k.(kernel.Linear); in.Linear {
		in.Shift = mean
	}
	for i, p := range points {
		in.X[i] = in.At(p.X)
	}
	in.spectrum = sync.OnceValues(func() (float64, float64) { return kernel.Spectrum(k, in.X) })
	return in
}

// Mean is the mean of the points.
func Mean(points []dataset.Point) (mean [2]float64) {
	for _, p := range points {
		mean[0] += p.X[0]
		mean[1] += p.X[1]
	}
	n := float64(len(points))
	return [2]float64{mean[0] / n, mean[1] / n}
}

// At is a place of the board as the kernel sees it.
func (in *Inputs) At(x [2]float64) [2]float64 {
	return [2]float64{x[0] - in.Shift[0], x[1] - in.Shift[1]}
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix
// are computed.
const maxSpectrum = 300

// NotAKernel says why the guarantees of duality do not apply, or "" where they do:
// where the kernel is positive semi-definite, always or at least on these points.
func (in *Inputs) NotAKernel() say.Phrase {
	if in.Kernel.PSD() {
		return ""
	}
	n := len(in.X)
	if n > maxSpectrum {
		return say.Vars{"n": n}.Text("this kernel is not positive semi-definite in general, and the kernel matrix of <n> points is too large to check")
	}
	least, negative := in.Negative()
	if !negative {
		return ""
	}
	return say.Vars{"value": least}.
		Text("the kernel matrix has the negative eigenvalue <value>: no feature space exists, so strong duality does not apply")
}

// Negative is the least eigenvalue of the kernel matrix, and whether it is below 0
// beyond rounding: eigenvalues are computed to about n·ulp·‖K‖.
func (in *Inputs) Negative() (least float64, negative bool) {
	least, most := in.spectrum()
	return least, !(least >= -float64(len(in.X))*4*num.Ulp*most)
}

// Spectrum is the least eigenvalue of the kernel matrix and the largest in size, worked
// out once: ask where the points are few.
func (in *Inputs) Spectrum() (least, most float64) { return in.spectrum() }

// An Expansion is a function f(x) = Σ coef·k(centre, x) + bias.
type Expansion struct {
	*Inputs
	Centres [][2]float64
	Coef    []float64
	Bias    float64
}

// Expand makes the function of the coefficients of all rows; those with 0 take no
// part.
func (in *Inputs) Expand(bias float64, coef func(i int) float64) *Expansion {
	f := &Expansion{Inputs: in, Bias: bias}
	for i, x := range in.X {
		if c := coef(i); c != 0 {
			f.Centres, f.Coef = append(f.Centres, x), append(f.Coef, c)
		}
	}
	return f
}

// Value is f at a place of the board.
func (f *Expansion) Value(x [2]float64) float64 {
	z, sum := f.At(x), f.Bias
	for i, c := range f.Centres {
		sum += f.Coef[i] * f.Kernel.At(c, z)
	}
	return sum
}

// Field is f at the nodes of a grid of the board.
func (f *Expansion) Field(dst []float64, g grid.Grid) {
	g.X0, g.X1 = g.X0-f.Shift[0], g.X1-f.Shift[0]
	g.Y0, g.Y1 = g.Y0-f.Shift[1], g.Y1-f.Shift[1]
	f.Kernel.Field(dst, g, f.Centres, f.Coef, f.Bias)
}

// Weights is w = Σ coef·x of the linear kernel.
func (f *Expansion) Weights() (w [2]float64) {
	for i, x := range f.Centres {
		w[0] += f.Coef[i] * x[0]
		w[1] += f.Coef[i] * x[1]
	}
	return w
}

// Rounding bounds how far rounding may have moved the weights: they are sums of
// points that may lie far from the mean and cancel.
func (f *Expansion) Rounding() float64 {
	var w [2]num.Sum
	for i, x := range f.Centres {
		for c := range w {
			term := f.Coef[i] * x[c]
			w[c].Add(term, math.Abs(term))
		}
	}
	return math.Hypot(w[0].Rounding(), w[1].Rounding())
}

// Offset is the offset in the coordinates of the data.
func (f *Expansion) Offset() float64 {
	if !f.Linear {
		return f.Bias
	}
	w := f.Weights()
	return f.Bias - (w[0]*f.Shift[0] + w[1]*f.Shift[1])
}

// Classifier predicts the label and the score of a place. A score of exactly zero
// goes to the first class.
func (f *Expansion) Classifier(set dataset.Set) func(x [2]float64) []algos.Value {
	return func(x [2]float64) []algos.Value {
		score, label := f.Value(x), set.Label(0)
		if score > 0 {
			label = set.Label(1)
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
	}
}
