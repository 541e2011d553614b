package biasvariance

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/trial"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	study
	drawn  dataset.Cells // the true function that is drawn by hand
	inputs []float64     // of the line
	cov    symmetric     // of the coefficients of the line
}

// tiny is the size below which a parameter counts as 0: its powers would be lost.
const tiny = 1e-9

func newTask(ctx context.Context, cells dataset.Cells, o options) (*task, error) {
	for _, x := range []*float64{&o.Sigma, &o.Factor, &o.Lambda, &o.Penalty, &o.Theta, &o.Bias, &o.Target[0], &o.Target[1]} {
		if math.Abs(*x) < tiny {
			*x = 0
		}
	}
	t := &task{options: o, drawn: canvas.Grid(cells)}
	var err error
	switch o.Topic {
	case averaging:
		t.average()
	case shrinkage:
		t.shrink()
	case spread:
		err = t.vary()
	case maximum:
		err = t.maximal()
	case ridge:
		err = t.penalise()
	default:
		t.learn(ctx)
	}
	if err == nil {
		err = ctx.Err()
	}
	return t, err
}

// A view is the run after k data sets. It is a value.
type view struct {
	*task
	k                      int
	last                   draw
	fits                   [][]float64 // of the chosen setting, the last one at the end
	mean, m2               []float64   // of them
	all                    []measured  // of each setting
	gap, optimism          trial.Summary
	train, again           float64
	far                    trial.Rate
	variances, covariances float64 // of the members of an average, summed
}

func (b *book) view() view {
	v := view{
		task: b.task, k: b.k, last: b.last, fits: b.fits[:b.k:b.k], gap: b.gap.Summary(), optimism: b.optimism.Summary(),
		train: b.train.Summary().Mean, again: b.again.Summary().Mean, far: b.far,
	}
	if b.k == 0 {
		return v
	}
	v.mean = append(v.mean, b.accounts[b.chosen].mean...)
	v.m2 = append(v.m2, b.accounts[b.chosen].m2...)
	v.all = make([]measured, len(b.accounts))
	for j := range b.accounts {
		v.all[j] = b.accounts[j].measured(&b.study, b.k)
	}
	v.variances, v.covariances = b.pairs.sums()
	return v
}

// now is what was measured of the chosen setting.
func (v view) now() measured {
	if v.k == 0 {
		nan := math.NaN()
		return measured{nan, nan, nan, nan, nan, nan, nan, nan, nan}
	}
	return v.all[v.chosen]
}

// theory is what is known of the chosen setting; false where there is no closed form.
func (v view) theory() (parts, bool) {
	if v.exact == nil {
		return parts{math.NaN(), math.NaN()}, false
	}
	return v.exact[v.chosen], true
}

// metricNames are public.
var metricNames = []string{"bias2", "variance", "noise", "error", "exact_bias2", "exact_variance", "exact_error"}

func (v view) metrics() []float64 {
	m := v.now()
	e, _ := v.theory()
	return []float64{m.bias2, m.variance, v.noise, m.fresh, e.bias2, e.variance, e.error() + v.noise}
}

// Model returns the results.
func (v view) Model() algos.Model {
	m := v.now()
	values := []algos.Value{{Name: "sets", Value: v.k}, {Name: "noise", Value: v.noise}, {Name: "setting", Value: v.settings[v.chosen]}}
	if v.k > 0 {
		values = append(values,
			algos.Value{Name: "bias2", Value: m.bias2}, algos.Value{Name: "variance", Value: m.variance},
			algos.Value{Name: "mse", Value: m.loss}, algos.Value{Name: "error", Value: m.fresh})
		if v.Topic != learner {
			values = append(values, algos.Value{Name: "mean", Value: v.mean})
		}
		if m.seNew == m.seNew {
			values = append(values, algos.Value{Name: "standard_error", Value: m.seNew})
		}
	}
	if e, ok := v.theory(); ok {
		values = append(values,
			algos.Value{Name: "exact_bias2", Value: e.bias2}, algos.Value{Name: "exact_variance", Value: e.variance},
			algos.Value{Name: "exact_mse", Value: e.error()}, algos.Value{Name: "exact_error", Value: e.error() + v.noise})
		if v.Topic != learner {
			values = append(values, algos.Value{Name: "exact_mean", Value: v.expected})
		}
	}
	if !math.IsNaN(v.best) {
		values = append(values, algos.Value{Name: "best_setting", Value: v.best})
		if best, ok := v.least(); ok {
			values = append(values, algos.Value{Name: "best_mse", Value: best})
		}
	}
	return algos.Model{Values: values}
}

// least is the error at the best setting; false where that is not on the curve.
func (t *task) least() (float64, bool) {
	for j, s := range t.settings {
		if s == t.best {
			return t.exact[j].error(), true
		}
	}
	return math.NaN(), false
}
