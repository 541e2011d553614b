package gaussianconditioning

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// The stages of the slice, in the order of the derivation.
const (
	whole     = iota // the joint density
	marginals        // its marginals
	slice            // the joint density along x₂ = v
	scaled           // the same, divided by its area
	read             // its mean and variance by the formula
	schur            // the inverse of Σ
	line             // the means of all slices
)

// The stages of the product.
const (
	densities  = iota // two densities
	multiplied        // their product, and its area
	precise           // precisions add up
	sliced            // the same by conditioning
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	options
	joint
	answer       normal // x₁ given x₂, or the product
	logFactor    float64
	observations []float64
	images       [2]joint // A x₁ and B x₂
	result       joint    // of a topic in the plane
}

func newTask(p algos.Problem, o options) *task {
	t := &task{options: o, joint: joint{[2]float64{o.Mean1, o.Mean2}, [3]float64{o.Var1, o.Cov, o.Var2}}}
	switch o.Topic {
	case conditioning:
		t.answer = t.given(o.Given)
	case product:
		t.answer, t.logFactor = t.marginal(0).times(t.marginal(1))
	case update:
		t.observations, _ = parse(o.Observations) // bind lets no other text through
		if len(t.observations) > 0 {
			break
		}
		r := p.Stream(0)
		for range o.N {
			t.observations = append(t.observations, o.Mean2+math.Sqrt(o.Var2)*r.NormFloat64())
		}
	case product2D, combination:
		t.settle()
	}
	return t
}

// parse reads numbers between commas or spaces.
func parse(text string) ([]float64, error) {
	var all []float64
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\t\n，；、", r) }) {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || !(math.Abs(x) <= farthest) {
			return nil, errors.New("an observation is a number between −1000 and 1000")
		}
		if all = append(all, x); len(all) > maxObservations {
			return nil, errors.New("there are at most 200 observations")
		}
	}
	return all, nil
}

func readable(text string) error {
	_, err := parse(text)
	return err
}

// mostRho is the largest correlation, up to its sign, that is computed with.
const mostRho = 0.99999

// objection says why there is no such Gaussian; "" where there is one.
func (t *task) objection() say.Phrase {
	if t.Topic != conditioning && !t.planar() {
		return ""
	}
	largest := math.Sqrt(t.Var1 * t.Var2)
	w := say.Vars{"cov": t.Cov, "least": -largest, "most": largest}
	switch r := math.Abs(t.Cov) / largest; {
	case r > 1+1e-12:
		return w.Text("cov = <cov> is not a valid covariance for these variances: it must be between −√(var1·var2) = <least> and √(var1·var2) = " +
			"<most>.")
	case r > mostRho:
		return w.Text("cov = <cov> is almost ±√(var1·var2): Σ is singular, x₁ is a linear function of x₂, and there is no joint density. Keep cov " +
			"between <least> and <most>, away from both ends.")
	}
	return ""
}

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	stage    int // of the slice and the product; of the update, how many observations
	now      normal
	before   normal
	evidence float64 // Σ log p(y_t | y_1, …, y_{t−1})
	bad      say.Phrase
}

func (t *task) start() view {
	return view{task: t, now: t.marginal(0), before: t.marginal(0), bad: t.objection()}
}

// last is the last stage.
func (t *task) last() int {
	switch t.Topic {
	case product:
		return sliced
	case product2D:
		return factored
	case combination:
		return added
	case update:
		return len(t.observations)
	}
	return line
}

func (v view) done() bool { return v.bad != "" || v.stage >= v.last() }

func (v view) next() view {
	v.before = v.now
	v.stage++
	switch {
	case v.Topic == update:
		var log float64
		v.now, log = v.now.times(normal{v.y(), v.Var2})
		v.evidence += log
	case v.Topic == product && v.stage >= precise, v.Topic == conditioning && v.stage >= scaled,
		v.Topic == product2D && v.stage >= summed, v.Topic == combination && v.stage >= added:
		v.now = v.answer
	}
	return v
}

// y is the observation of this step.
func (v view) y() float64 { return v.observations[v.stage-1] }

// metricNames are public.
var metricNames = []string{"mean", "variance", "marginal", "precision"}

func (v view) metrics() []float64 {
	if v.bad != "" {
		nan := math.NaN()
		return []float64{nan, nan, nan, nan}
	}
	return []float64{v.now.mean, v.now.variance, v.Var1, 1 / v.now.variance}
}

// Model returns the results.
func (v view) Model() algos.Model {
	switch {
	case v.bad != "":
		return algos.Model{}
	case v.planar():
		return v.planeModel()
	case v.Topic == product:
		return algos.Model{Values: []algos.Value{
			{Name: "product_mean", Value: v.answer.mean},
			{Name: "product_var", Value: v.answer.variance},
			{Name: "constant", Value: math.Exp(v.logFactor)},
			{Name: "log_constant", Value: v.logFactor},
		}}
	case v.Topic == update:
		return algos.Model{Values: []algos.Value{
			{Name: "posterior_mean", Value: v.now.mean},
			{Name: "posterior_var", Value: v.now.variance},
			{Name: "log_evidence", Value: v.evidence},
			{Name: "observations", Value: v.stage},
		}}
	}
	l := v.precision()
	return algos.Model{Values: []algos.Value{
		{Name: "conditional_mean", Value: v.answer.mean},
		{Name: "conditional_var", Value: v.answer.variance},
		{Name: "marginal_var", Value: v.Var1},
		{Name: "correlation", Value: v.rho()},
		{Name: "precision", Value: l[:]},
	}}
}
