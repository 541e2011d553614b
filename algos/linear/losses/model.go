package losses

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// A task is what stays the same during a turn.
type task struct {
	options
	algos.Problem
	y      []float64
	chosen int     // index of the loss to look at
	reach  float64 // the largest margin at any angle
	sweep  func() *sweep
}

// totals are the sums of the six losses over the points.
type totals [count]float64

// farthest is the largest margin that is computed with.
const farthest = 1e120

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	t := &task{options: o, Problem: p, y: make([]float64, len(p.Points))}
	for i, q := range p.Points {
		t.y[i] = q.Sign()
		t.reach = max(t.reach, math.Hypot(q.X[0], q.X[1]))
	}
	t.reach = o.Norm*t.reach + math.Abs(o.Theta0)
	if !(t.reach <= farthest) {
		return nil, algos.Refuse(say.Vars{"reach": t.reach}.
			Text("The margins reach ±<reach>: their squares overflow. Choose a smaller norm of θ, or points closer to the origin."))
	}
	t.chosen = slices.IndexFunc(all, func(l loss) bool { return l.id == o.Loss })
	t.sweep = algos.Slow(ctx, t.turn)
	return t, nil
}

// theta is the vector of that angle, exact at multiples of 90°.
func (t *task) theta(angle float64) [2]float64 {
	var s, c float64
	switch turn := math.Mod(angle, 360); turn {
	case 0:
		c = 1
	case 90:
		s = 1
	case 180:
		c = -1
	case 270:
		s = -1
	default:
		s, c = math.Sincos(turn * math.Pi / 180)
	}
	return [2]float64{t.Norm * c, t.Norm * s}
}

// margin is zᵢ = yᵢ(⟨θ, xᵢ⟩ + θ₀).
func (t *task) margin(i int, theta [2]float64) float64 {
	x := t.Points[i].X
	return t.y[i] * (theta[0]*x[0] + theta[1]*x[1] + t.Theta0)
}

func (t *task) margins(angle float64) []float64 {
	theta, z := t.theta(angle), make([]float64, len(t.y))
	for i := range z {
		z[i] = t.margin(i, theta)
	}
	return z
}

// total is the sum of one loss at an angle.
func (t *task) total(l int, angle float64) float64 {
	theta, sum := t.theta(angle), 0.0
	for i := range t.y {
		sum += all[l].at(t.margin(i, theta))
	}
	return sum
}

// totals are the sums of all losses at an angle, with one exponential a point.
func (t *task) totals(angle float64) totals {
	var sum totals
	theta := t.theta(angle)
	for i := range t.y {
		sum.add(t.margin(i, theta))
	}
	return sum.done()
}

// add adds the losses of a margin, with one exponential; done completes the sums.
func (sum *totals) add(z float64) {
	e := math.Exp(-z)
	sum[atZeroOne] += zeroOne(z)
	sum[atHinge] += hinge(z)
	sum[atLogistic] += max(0, -z) + math.Log1p(min(e, 1/e)) // also where e overflows
	sum[atExponential] += e
	sum[atSquare] += square(z)
}

func (sum totals) done() totals {
	sum[atLogistic2] = sum[atLogistic] / math.Ln2
	return sum
}

// at is the angle of step k.
func (t *task) at(k int) float64 { return math.Mod(t.Angle+360*float64(k)/float64(t.Angles), 360) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// view is one angle of the turn.
type view struct {
	*task
	angle float64
	k     int // angles before this one; all of them when the turn is over and θ has settled
	sum   totals
}

// metricNames are public: the angle, and the total of each loss.
var metricNames = []string{"angle", "zero_one", "hinge", "logistic", "logistic2", "exponential", "square"}

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

// mistakes is how many points are not on their right side.
func (v view) mistakes() int { return int(v.sum[atZeroOne]) }

// quarter reports whether step k begins another quarter of the turn.
func (t *task) quarter(k int) bool { return 4*k/t.Angles != 4*(k-1)/t.Angles }

func (t *task) turned(k int) algos.Step {
	v := view{task: t, angle: t.at(k), k: k, sum: t.totals(t.at(k))}
	pass := k + 1
	for pass < t.Angles && !t.quarter(pass) {
		pass++
	}
	step := algos.Step{
		Phase: t.turnTo(k), Next: algos.Next{Step: t.turnTo(k + 1), Pass: t.turnTo(pass)}, Size: algos.Normal,
		Metrics: v.metrics(), Status: algos.Status{State: algos.Running}, View: v,
	}
	if k == 0 {
		step.Phase = say.Vars{"angle": degrees(v.angle)}.Text("start at <angle>°")
		return step
	}
	if t.quarter(k) {
		step.Size = algos.Pass
	}
	if before := int(t.total(atZeroOne, t.at(k-1))); before != v.mistakes() {
		kind := "fewer"
		if v.mistakes() > before {
			kind = "more"
		}
		step.Events = []algos.Event{{Kind: kind, Text: say.Vars{"before": before, "now": v.mistakes()}.Text("misclassified: from " +
			"<before=before.metric.zero_one> to <now=metric.zero_one>")}}
	}
	return step
}

// turnTo says what step k does.
func (t *task) turnTo(k int) say.Phrase {
	if k >= t.Angles {
		return "move to the minimiser"
	}
	return say.Vars{"angle": degrees(t.at(k))}.Text("rotate θ to <angle=metric.angle>°")
}

// degrees shows an angle with four digits.
func degrees(angle float64) say.Digits { return say.Digits{X: angle, N: 4} }

// settled is the end: θ at the least total of the chosen loss.
func (t *task) settled() algos.Step {
	best := t.sweep().least[t.chosen]
	v := view{task: t, angle: best.angle, k: t.Angles, sum: t.totals(best.angle)}
	w := v.vars()
	w["total"] = best.total
	reason := w.Text("Full turn done: the <name> loss has its minimum <total> at <angle=metric.angle>°, with <wrong=metric.zero_one> misclassified.")
	if !finite(v.sum[t.chosen]) {
		reason = w.Text("Full turn done; the <name> loss overflows at every angle. Choose a smaller norm of θ.")
	}
	return algos.Step{
		Phase: t.turnTo(t.Angles), Size: algos.Pass, Metrics: v.metrics(), View: v,
		Status:  algos.Status{State: algos.Converged, Reason: reason},
		EndTold: true, // in other words
		Events:  []algos.Event{{Kind: string(algos.Converged), Text: reason}},
	}
}

// Model returns θ and what the losses make of it.
func (v view) Model() algos.Model {
	z, theta := v.margins(v.angle), v.theta(v.angle)
	var sums, rows, minima []algos.Value
	for l, fn := range all {
		each := make([]float64, len(z))
		for i := range z {
			each[i] = fn.at(z[i])
		}
		best := v.sweep().least[l]
		sums, rows = append(sums, algos.Value{Name: fn.id, Value: v.sum[l]}), append(rows, algos.Value{Name: fn.id, Value: each})
		least := []algos.Value{{Name: "angle", Value: best.angle}, {Name: "total", Value: best.total}}
		minima = append(minima, algos.Value{Name: fn.id, Value: least})
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: theta[:]},
			{Name: "theta0", Value: v.Theta0},
			{Name: "angle", Value: v.angle},
			{Name: "margins", Value: z},
			{Name: "losses", Value: sums},
			{Name: "losses_by_row", Value: rows},
			{Name: "minimisers", Value: minima},
		},
		Predict: func(x [2]float64) []algos.Value {
			score, label := theta[0]*x[0]+theta[1]*x[1]+v.Theta0, v.Label(0)
			if score > 0 {
				label = v.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
		},
	}
}
