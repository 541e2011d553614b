package discriminant

import (
	"math"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// A group is a class that has points.
type group struct {
	class   int // of the data set
	n       int
	mean    vec
	scatter sym // Σ (x − μ)(x − μ)ᵀ
	cov     sym // scatter over n or n − 1; NaN where that is 0
	prior   float64
}

// A task is everything about a run that no step changes. The mathematics is done
// in coordinates z = (x − centre)/scale with a power of two as the scale, so that
// no square overflows; place and area translate back.
type task struct {
	options
	algos.Problem
	groups []group
	of     []int // group of each row
	z      []vec
	centre vec
	scale  float64
	reg    float64 // in the units of z²

	total   sym  // scatter about the grand mean, summed over all points
	grand   vec  // the grand mean
	within  sym  // Σₖ of the groups' scatter
	between sym  // Σ nₖ(μₖ − μ)(μₖ − μ)ᵀ
	line    bool // all points lie on a line, and reg = 0
	along   vec  // its direction

	sw, sb sym // of Fisher's criterion
	pooled sym // the shared covariance
	fisher ascent
	rule   rule
	rows   []verdict // what the rule says about every row
	fitted float64   // log-likelihood of the classes under the rule
	fail   *failure

	plan []item
	// The steps from which on something is known: S_w and S_b, w*, the rule, what it
	// says of the first row, and of all.
	pooledAt, directAt, ruleAt, decidedAt, evaluatedAt int

	proofs func() []algos.Check // those about the rule, the same at every step
}

// A failure is why a run cannot be finished, and where it is found out.
type failure struct {
	at     kind
	k      int
	reason say.Phrase
}

// newTask estimates everything, or refuses points without anything to estimate.
func newTask(p algos.Problem, o options) (*task, error) {
	t := &task{options: o, Problem: p, of: make([]int, len(p.Points)), z: make([]vec, len(p.Points))}
	t.gather()
	if len(t.groups) == 1 {
		only := say.Vars{"class": t.name(0)}
		return nil, algos.Refuse(only.Text("All points belong to class <class>: there is nothing to separate. Add points of another class."))
	}
	if err := t.rescale(); err != nil {
		return nil, err
	}
	t.estimate()
	t.solve()
	t.schedule()
	t.proofs = sync.OnceValue(t.prove)
	return t, nil
}

// gather finds the classes that have points, in the order of their labels.
func (t *task) gather() {
	index := map[int]int{}
	for class, n := range dataset.Counts(t.Points) {
		if n > 0 {
			index[class] = len(t.groups)
			t.groups = append(t.groups, group{class: class, n: n, prior: float64(n) / float64(len(t.Points))})
		}
	}
	for i, p := range t.Points {
		t.of[i] = index[p.Class()]
	}
}

// Coordinates may spread over this range: their squares, and the products of
// those, stay within what floating-point numbers hold.
const leastSpread, mostSpread = 1e-70, 1e70

// rescale chooses the coordinates z.
func (t *task) rescale() error {
	n := float64(len(t.Points))
	for _, p := range t.Points {
		t.centre = plus(t.centre, vec{p.X[0] / n, p.X[1] / n})
	}
	reach, same := 0.0, true
	for _, p := range t.Points {
		reach = max(reach, math.Abs(p.X[0]-t.centre[0]), math.Abs(p.X[1]-t.centre[1]))
		same = same && p.X == t.Points[0].X
	}
	switch {
	case same:
		return algos.Refuse("All points coincide: their variance is 0 in every direction. Move some of them.")
	case !between(leastSpread, reach, mostSpread):
		return algos.Refuse(say.Vars{"reach": reach}.Text(
			"The points spread over ±<reach>, and squares of that size overflow or underflow. Rescale the coordinates to about 1."))
	}
	_, e := math.Frexp(reach)
	t.scale = math.Ldexp(1, e)
	for i, p := range t.Points {
		t.z[i] = times(1/t.scale, minus(vec(p.X), t.centre))
	}
	t.reg = t.Reg / t.scale / t.scale
	return nil
}

// estimate measures means and scatter of every class, and of all points.
func (t *task) estimate() {
	t.grand = mean(t.z, func(int) bool { return true })
	for i := range t.z {
		t.total = t.total.plus(outer(minus(t.z[i], t.grand)))
	}
	for k := range t.groups {
		g := &t.groups[k]
		g.mean = mean(t.z, func(i int) bool { return t.of[i] == k })
		for i, z := range t.z {
			if t.of[i] == k {
				g.scatter = g.scatter.plus(outer(minus(z, g.mean)))
			}
		}
		g.cov = g.scatter.times(1 / t.divisor(g.n, 1))
		if t.divisor(g.n, 1) == 0 {
			g.cov = sym{math.NaN(), math.NaN(), math.NaN()}
		}
		t.within = t.within.plus(g.scatter)
		t.between = t.between.plus(outer(minus(g.mean, t.grand)).times(float64(g.n)))
	}
	t.line = t.reg == 0 && t.total.flat(t.total)
	t.along = unit(vec{t.total[0], t.total[1]})
	if t.total[2] > t.total[0] {
		t.along = unit(vec{t.total[1], t.total[2]})
	}
}

// mean of the chosen points, in two passes: the second one removes what the
// first has lost by rounding.
func mean(z []vec, chosen func(int) bool) vec {
	var at vec
	for range 2 {
		var sum vec
		n := 0.0
		for i, p := range z {
			if chosen(i) {
				sum = plus(sum, minus(p, at))
				n++
			}
		}
		at = plus(at, times(1/n, sum))
	}
	return at
}

// divisor is what a scatter of n points about k means is divided by.
func (t *task) divisor(n, k int) float64 {
	if t.Estimator == unbiased {
		return float64(n - k)
	}
	return float64(n)
}

// place translates a place back into the coordinates of the data, area a scatter
// or covariance, and inverseArea its inverse.
func (t *task) place(z vec) vec       { return plus(t.centre, times(t.scale, z)) }
func (t *task) area(s sym) sym        { return s.times(t.scale * t.scale) }
func (t *task) inverseArea(s sym) sym { return s.times(1 / t.scale / t.scale) }

// seen translates a place of the data into z.
func (t *task) seen(x vec) vec { return times(1/t.scale, minus(x, t.centre)) }

// two reports whether there are two classes, so that there is one direction.
func (t *task) two() bool { return len(t.groups) == 2 }

// difference is μ₁ − μ₀ of two classes.
func (t *task) difference() vec { return minus(t.groups[1].mean, t.groups[0].mean) }

// wrong is how many rows the rule gets wrong.
func (t *task) wrong() int { return t.rows[len(t.rows)-1].so }

// A view is the run at one step of its plan.
type view struct {
	*task
	at int
}

func (v view) item() item { return v.plan[v.at] }

// ruled reports whether the rule is complete.
func (v view) ruled() bool { return v.at >= v.ruleAt }

// judged is how many rows the rule has classified once it is complete.
func (v view) judged() int {
	if it := v.item(); it.kind == deciding {
		return it.k + 1
	}
	return len(v.rows)
}

// current is the direction that the step is about: that of the sweep, w* once it
// is found, and by hand before.
func (v view) current() vec {
	if v.at >= v.directAt && v.fisher.ok {
		return v.fisher.w
	}
	return direction(v.angle())
}

// angle is that of the sweep, and by hand otherwise.
func (v view) angle() float64 {
	if it := v.item(); it.kind == turning {
		return turned(it.k)
	}
	return v.Angle
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"j", "j_hand", "j_best", "n_errors", "train_error", "log_likelihood"}

func (v view) metrics() []float64 {
	nan := math.NaN()
	now, hand, best, wrong, share, likelihood := nan, nan, nan, nan, nan, nan
	if v.at >= v.decidedAt {
		wrong = float64(v.rows[v.judged()-1].so)
	}
	if v.at >= v.evaluatedAt {
		share = wrong / float64(len(v.rows))
	}
	if v.ruled() && v.Method != fisher {
		likelihood = v.fitted
	}
	if v.pooledAt <= v.at && v.fisher.bounded {
		best, hand, now = v.fisher.best, v.criterion(direction(v.Angle)), v.criterion(v.current())
	}
	return []float64{now, hand, best, wrong, share, likelihood}
}

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	n := len(v.groups)
	means, covariances, classes, priors := make([][]float64, n), make([][][]float64, n), make([]int, n), make([]float64, n)
	for k, g := range v.groups {
		at := v.place(g.mean)
		means[k], covariances[k] = at[:], v.area(g.cov.ridge(v.reg)).table()
		classes[k], priors[k] = v.Label(g.class), g.prior
	}
	if v.at < v.when(scattering, n-1) {
		return algos.Model{Values: []algos.Value{{Name: "priors", Value: priors}}}
	}
	values := []algos.Value{
		{Name: "means", Value: means},
		{Name: "covariance", Value: v.area(v.pooled).table()},
		{Name: "covariances", Value: covariances},
		{Name: "priors", Value: priors},
		{Name: "classes", Value: classes},
	}
	add := func(name string, value any) { values = append(values, algos.Value{Name: name, Value: value}) }
	if f := v.fisher; f.ok && v.at >= v.directAt {
		add("direction", f.w[:])
		length := math.Sqrt(v.sw.quad(f.w)) * v.scale // wᵀS_w w = 1 in the notes 001
		add("normalised", []float64{f.w[0] / length, f.w[1] / length})
		add("j", f.best)
		add("eigenvalues", f.values[:])
		if f.second != (vec{}) {
			add("second_direction", f.second[:])
		}
	}
	if !v.ruled() {
		return algos.Model{Values: values}
	}
	if v.two() {
		q, w, w0 := v.linear()
		if v.Method == qda {
			add("quadratic", q.table())
		}
		add("w", w[:])
		add("w0", w0)
	}
	if v.Method == lda {
		weights, offsets := make([][]float64, n), make([]float64, n)
		for k := range v.groups {
			w, b := v.linearScore(k)
			weights[k], offsets[k] = w[:], b
		}
		add("W", weights)
		add("b", offsets)
	}
	if !v.ruled() {
		return algos.Model{Values: values} // there is no rule to predict by
	}
	return algos.Model{Values: values, Predict: v.predict}
}

// predict returns the label at x and the probabilities of the classes that have
// points, in the order of their labels.
func (t *task) predict(x [2]float64) []algos.Value {
	z := t.seen(x)
	return []algos.Value{{Name: "label", Value: t.Label(t.groups[t.rule.label(z)].class)}, {Name: "p", Value: t.rule.posterior(z)}}
}
