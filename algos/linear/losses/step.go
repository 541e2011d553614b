package losses

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// view is one angle of the turn.
type view struct {
	*task
	angle float64
	k     int // angles before this one
	sum   totals
	done  bool // the turn is over, and θ has settled
}

var metricNames = func() []string {
	names := []string{"angle"}
	for _, l := range all {
		names = append(names, l.id)
	}
	return names
}()

func (v view) metrics() []float64 {
	metrics := []float64{v.angle}
	for _, total := range v.sum {
		if !finite(total) {
			total = math.NaN() // beyond floating-point numbers
		}
		metrics = append(metrics, total)
	}
	return metrics
}

// quarter reports whether step k begins another quarter of the turn.
func (t *task) quarter(k int) bool { return 4*k/t.Angles != 4*(k-1)/t.Angles }

func (t *task) turned(k int) algos.Step {
	v := view{task: t, angle: t.at(k), k: k}
	v.sum = t.totals(v.angle)
	step := algos.Step{Phase: say.Phrase("turn θ to " + say.Sig(v.angle, 4) + "°"), Size: algos.Normal, Metrics: v.metrics(), Status: algos.Status{State: algos.Running}, View: v}
	if k == 0 {
		step.Phase = say.Phrase("start at " + say.Sig(v.angle, 4) + "°")
	} else {
		if t.quarter(k) {
			step.Size = algos.Pass
		}
		if before := t.total(atZeroOne, t.at(k-1)); before != v.sum[atZeroOne] {
			kind := "fewer"
			if v.sum[atZeroOne] > before {
				kind = "more"
			}
			step.Events = []algos.Event{{Kind: kind, Text: say.Phrase(fmt.Sprintf("from %s to %s", say.Count(int(before), "mistake"), say.Num(v.sum[atZeroOne])))}}
		}
	}
	next := func(k int) string {
		if k >= t.Angles {
			return "go to the least loss"
		}
		return "turn θ to " + say.Sig(t.at(k), 4) + "°"
	}
	pass := k + 1
	for pass < t.Angles && !t.quarter(pass) {
		pass++
	}
	step.Next = algos.Next{Small: say.Phrase(next(k + 1)), Step: say.Phrase(next(k + 1)), Pass: say.Phrase(next(pass))}
	return step
}

// settled is the end: θ at the least total of the chosen loss.
func (t *task) settled() algos.Step {
	best := t.sweep().least[t.chosen]
	v := view{task: t, angle: best.angle, k: t.Angles, done: true}
	v.sum = t.totals(v.angle)
	reason := fmt.Sprintf("The turn is over: the %s loss is least at %s°, with a total of %s and %s.",
		all[t.chosen].name, say.Sig(best.angle, 4), say.Num(best.total), say.Count(int(v.sum[atZeroOne]), "mistake"))
	if !finite(v.sum[t.chosen]) {
		reason = fmt.Sprintf("The turn is over; the %s loss is beyond floating-point numbers at every angle. Take a shorter θ.", all[t.chosen].name)
	}
	return algos.Step{
		Phase: "go to the least loss", Size: algos.Pass, Metrics: v.metrics(), View: v,
		Status: algos.Status{State: algos.Converged, Reason: say.Phrase(reason)},
		Told:   true, // in other words
		Events: []algos.Event{{Kind: string(algos.Converged), Text: say.Phrase(reason)}},
	}
}

// Model returns θ and what the losses make of it.
func (v view) Model() algos.Model {
	z := v.margins(v.angle)
	theta := v.theta(v.angle)
	sums, rows, minima := make([]algos.Value, count), make([]algos.Value, count), make([]algos.Value, count)
	for l, fn := range all {
		each := make([]float64, len(z))
		for i := range z {
			each[i] = fn.at(z[i])
		}
		best := v.sweep().least[l]
		sums[l] = algos.Value{Name: fn.id, Value: v.sum[l]}
		rows[l] = algos.Value{Name: fn.id, Value: each}
		minima[l] = algos.Value{Name: fn.id, Value: []algos.Value{{Name: "angle", Value: best.angle}, {Name: "total", Value: best.total}}}
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: []float64{theta[0], theta[1]}},
			{Name: "theta0", Value: v.Theta0},
			{Name: "angle", Value: v.angle},
			{Name: "margins", Value: z},
			{Name: "losses", Value: sums},
			{Name: "losses_by_row", Value: rows},
			{Name: "minimisers", Value: minima},
		},
		Predict: func(x [2]float64) []algos.Value {
			score := theta[0]*x[0] + theta[1]*x[1] + v.Theta0
			label := v.Label(0)
			if score > 0 {
				label = v.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
		},
	}
}
