package gpregression

import (
	"math"

	"playground/algos"
	"playground/algos/kernel/covariance"
	"playground/algos/regression/internal/gp"
)

// phase is what a step was about.
type phase int

const (
	starting     phase = iota // the prior
	relating                  // the next input is compared with the earlier ones
	foreseeing                // its observation is forecast
	conditioning              // and seen
	setting                   // an ascent is about to start
	climbing                  // a step of it
	arriving                  // its end
	choosing                  // the best of the ends
)

// A view is the run after some step: everything that a step shows is worked out
// from it. It never changes.
type view struct {
	*task
	phase phase
	post  *gp.Posterior
	noise float64 // σ² without the jitter

	before   *gp.Posterior // at a conditioning step: the process before it
	row      int           // the observation that the step is about, or −1
	forecast gp.Forecast   // of it, before it was seen
	ascent   *ascent       // on the evidence
	status   algos.Status
}

// start is the view before any observation.
func (t *task) start() view {
	v := view{task: t, phase: starting, post: t.prior(t.k, t.opt.NoiseVar), noise: t.opt.NoiseVar, row: -1, status: algos.Status{State: algos.Running}}
	if len(t.y) == 0 {
		v.status = algos.Status{State: algos.Converged, Reason: "There are no observations: this is the prior. Put some on the board."}
	}
	return v
}

// about is the same process at a step that is about an observation.
func (v view) about(row int, f gp.Forecast, p phase) view {
	v.phase, v.row, v.forecast, v.before = p, row, f, nil
	return v
}

// condition has seen the observation.
func (v view) condition(row int, f gp.Forecast) view {
	before := v.post
	v = v.about(row, f, conditioning)
	v.before, v.post = before, before.Add(v.x[row], v.y[row], f)
	if row == len(v.y)-1 && !v.climbs() {
		v.status = v.allSeen()
	}
	return v
}

// kernel returns the kernel of this view, the one given or the one of an ascent.
func (v view) kernel() covariance.Kernel { return v.post.K }

// seen is the number of observations so far.
func (v view) seen() int { return v.post.N() }

// ahead reports whether the step is about an observation that is not seen yet.
func (v view) ahead() bool { return v.phase == relating || v.phase == foreseeing }

// next is the row that comes next, or −1.
func (v view) next() int {
	if v.ascent == nil && v.seen() < len(v.y) {
		return v.seen()
	}
	return -1
}

// surprise is how far the observation is from its forecast, in standard deviations
// of y.
func (v view) surprise() float64 {
	return (v.y[v.row] - v.forecast.Mean) / math.Sqrt(v.forecast.Var+v.post.Noise)
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_evidence", "fit", "complexity", "constant", "mean_variance", "prior_variance", "noise_var"}

func (v view) metrics() []float64 {
	p, k, prior := v.post, v.kernel(), 0.0
	for _, x := range v.probes {
		prior += k.At(x, x)
	}
	return []float64{p.LogEvidence(), p.DataFit, p.Complexity, p.Constant(), p.MeanVariance(), prior / float64(len(v.probes)), v.noise}
}

// Model returns the process so far.
func (v view) Model() algos.Model {
	p := v.post
	weights := p.Weights()
	values := []algos.Value{
		{Name: "log_evidence", Value: p.LogEvidence()},
		{Name: "kernel", Value: v.kernel().String()},
		{Name: "noise_var", Value: v.noise},
		{Name: "fit", Value: p.DataFit},
		{Name: "complexity", Value: p.Complexity},
		{Name: "alpha", Value: weights},
	}
	if c, ok := v.slice(); ok {
		values = append(values, algos.Value{Name: "conditional", Value: []float64{c.mean, c.variance}})
	}
	if v.jitter > 0 {
		values = append(values, algos.Value{Name: "jitter", Value: v.jitter})
	}
	if v.ascent != nil {
		optima := make([]float64, len(v.ascent.optima))
		for i, o := range v.ascent.optima {
			optima[i] = o.value
		}
		values = append(values, algos.Value{Name: "optima", Value: optima})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		f := p.At(v.query(x))
		return []algos.Value{{Name: "mean", Value: f.Mean}, {Name: "sd", Value: gp.SD(f.Var)}}
	}, Mean: func(x [2]float64) float64 {
		mean, at := 0.0, v.query(x)
		for i, a := range p.X {
			mean += weights[i] * p.K.At(a, at)
		}
		return mean
	}}
}
