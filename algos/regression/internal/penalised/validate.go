package penalised

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// mostFolds is into how many parts samples are split; so many samples or fewer are held out
// one by one.
const mostFolds = 10

// Folds gives every sample the number of its fold, each as large as the others but for one
// sample. With fewer than three samples there is nothing to be learnt from those that are left:
// nil.
func Folds(n int, rng *rand.Rand) []int {
	const fewest = 3
	if n < fewest {
		return nil
	}
	k := min(n, mostFolds)
	folds := make([]int, n)
	for place, i := range rng.Perm(n) {
		folds[i] = place % k
	}
	return folds
}

// A Validation is the mean squared error along a path: on the samples that were held out of
// the fits, and on all samples of a fit to all.
type Validation struct {
	Lambda  []float64
	Out, In []float64
	Error   []float64 // the standard error of Out, over the folds
	Least   int       // the place of the least of Out
	Folds   int
	Rows    int
}

// Validate fits along the path without each fold in turn and predicts it. fit returns one
// θ for every λ. It returns nil where there are too few samples, or the run has ended.
func Validate(ctx context.Context, d Data, intercept bool, folds []int, grid []float64, fit func(Centred) [][]float64) *Validation {
	if folds == nil {
		return nil
	}
	k := slices.Max(folds) + 1
	v := &Validation{Lambda: grid, In: make([]float64, len(grid)), Out: make([]float64, len(grid)), Error: make([]float64, len(grid)), Folds: k, Rows: len(d.Y)}
	whole := d.Centre(intercept)
	for l, theta := range fit(whole) {
		v.In[l] = whole.RSS(theta) / float64(len(d.Y))
	}
	means := make([][]float64, k) // of the folds
	for f := range k {
		if ctx.Err() != nil {
			return nil
		}
		rest := d.pick(func(i int) bool { return folds[i] != f }).Centre(intercept)
		out := d.pick(func(i int) bool { return folds[i] == f })
		for l, theta := range fit(rest) {
			r := lsq.Norm(lsq.Residuals(out.Columns, shifted(out.Y, rest.Theta0(theta)), theta))
			v.Out[l] += r * r / float64(len(d.Y))
			means[f] = append(means[f], r*r/float64(len(out.Y)))
		}
	}
	for l := range grid {
		middle, squares := 0.0, 0.0
		for f := range k {
			middle += means[f][l] / float64(k)
		}
		for f := range k {
			squares += (means[f][l] - middle) * (means[f][l] - middle) / float64(k-1)
		}
		v.Error[l] = math.Sqrt(squares / float64(k))
		if v.Out[l] <= v.Out[v.Least] { // of equal ones the largest λ, the simplest
			v.Least = l
		}
	}
	return v
}

func shifted(y []float64, by float64) []float64 {
	out := slices.Clone(y)
	for i := range out {
		out[i] -= by
	}
	return out
}

// Best is the λ with the least error.
func (v *Validation) Best() float64 { return v.Lambda[v.Least] }

// Panel draws both errors against λ, with a handle for λ and the least one marked.
func (v *Validation) Panel(lambda float64) mark.Panel {
	c := panel.Curves{ID: "errors", Title: titleErrors, X: mark.Axis{Name: "λ", Log: true}, Y: mark.Axis{Name: "mean squared error"}}
	if v == nil {
		c.X.Min, c.X.Max, c.Y.Max = 0.1, 10, 1
		c.Note, c.Alt = "too few samples", "no errors: cross-validation needs at least three samples"
		c.Under = []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}}
		return c.Panel()
	}
	w := say.Vars{"best": v.Best(), "least": v.Out[v.Least], "folds": v.Folds, "lambda": lambda}
	c.X.Min, c.X.Max = v.Lambda[0], v.Lambda[len(v.Lambda)-1]
	c.Note = w.Text("minimum at λ = <best>")
	c.Alt = w.Text("the cross-validation mean squared error (<folds> folds) against λ; its minimum is <least>, at λ = <best>")
	legend := w.Text("cross-validation, <folds> folds")
	if v.Folds == v.Rows {
		c.Alt = w.Text("the leave-one-out mean squared error against λ; its minimum is <least>, at λ = <best>")
		legend = "leave-one-out cross-validation"
	}
	c.Y = panel.FromZero(c.Y.Name, 0.15, slices.Concat(v.Out, v.In)...)
	c.Under = []mark.Mark{panel.Band(len(v.Lambda), mark.RoleGood.Plain().Faded(0.15), "± one standard error", func(i int) (x, lo, hi float64) {
		return v.Lambda[i], max(0, v.Out[i]-v.Error[i]), v.Out[i] + v.Error[i]
	})}
	best := panel.Best(mark.XY{X: v.Best(), Y: v.Out[v.Least]}, "minimum")
	best.Tips = []say.Phrase{w.Text("λ = <best>: <least>")}
	c.Of = []panel.Quantity{
		{At: panel.Over(v.Lambda, v.In), Style: mark.RoleSoft.Wide(2), Legend: "training error", Name: "training"},
		{At: panel.Over(v.Lambda, v.Out), Style: mark.RoleGood.Wide(2.2), Legend: legend, Name: "cross-validation", With: []mark.Mark{best}},
	}
	c.Handle = handle(lambda, 0.06/1.15*c.Y.Max, v.Lambda)
	return c.Panel()
}
