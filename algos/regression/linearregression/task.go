package linearregression

import (
	"cmp"
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/num"
	"playground/algos/say"
)

// maxInputs is the most columns of numbers besides the target.
const maxInputs = 10

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	x     [][]float64  // the columns of X, that of ones first if there is an intercept
	y     []float64    // the targets
	names []say.Phrase // of the columns of X
	read  lsq.Rows     // as they were read

	best     []float64 // the exact solution
	bestRSS  float64
	rank     int
	gram     [][]float64 // XᵀX
	spectrum []float64   // its eigenvalues, the largest first
	steepest []float64   // the eigenvector of the largest
	spread   float64     // Σ(y − ȳ)², of Σy² without an intercept: what is explained
	floor    float64     // ε of IRLS
	length   []float64   // of the columns of X
	target   float64     // ‖y‖
	origin   *lsq.Origin // where columns that are far from 0 are measured from; nil: none is
	numerics func() numerics
	means    conditional // E[y | x], for one input
	refits   [][]float64 // θ of refits to resampled noise, where they are drawn
	powers   func() []lined
}

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	t := &task{Problem: p, Options: o}
	if o.Intercept {
		t.x, t.names = [][]float64{nil}, []say.Phrase{"1"}
	}
	if err := t.readRows(); err != nil {
		return nil, err
	}
	if o.Intercept {
		t.x[0] = slices.Repeat([]float64{1}, len(t.y))
	}
	t.origin = lsq.Far(t.x, t.y)
	f := lsq.Factor(t.x, t.y)
	t.best, t.rank = f.Theta(), f.Rank()
	r := lsq.Norm(lsq.Residuals(t.x, t.y, t.best))
	t.bestRSS = r * r
	t.gram = lsq.Gram(t.x)
	t.spectrum, t.steepest = lsq.Spectrum(t.x)
	t.target = lsq.Norm(t.y)
	for _, column := range t.x {
		t.length = append(t.length, lsq.Norm(column))
	}
	t.measure()
	t.conditions()
	t.resample()
	t.powers = algos.Slow(ctx, t.fitPowers)
	t.numerics = algos.Slow(ctx, t.compare)
	return t, nil
}

// measure finds how much there is to explain, and how small a residual of IRLS is 0.
func (t *task) measure() {
	middle := 0.0
	if t.Intercept {
		for _, y := range t.y {
			middle += y / float64(len(t.y))
		}
	}
	far := 0.0
	for _, y := range t.y {
		t.spread += (y - middle) * (y - middle)
		far = max(far, math.Abs(y-middle))
	}
	const share = 1e-6
	if t.floor = share * far; far == 0 {
		t.floor = share
	}
}

// A conditional is the mean target at each input, or in each interval of inputs: an estimate of the
// regression function E[y | x].
type conditional struct {
	edges []float64 // of the intervals, one more than there are
	mean  []float64 // of their targets; NaN where there are none
	of    []int     // the interval of each sample
	exact bool      // each holds one input alone
}

// mostIntervals is how many intervals inputs are sorted into at most that hardly repeat.
const mostIntervals = 12

// conditions sorts samples of one input into intervals: one for each input if they repeat.
func (t *task) conditions() {
	if t.Overlay != binned || len(t.inputs()) != 1 || !t.Table.Empty() {
		return
	}
	x := t.inputs()[0]
	sorted := slices.Compact(slices.Sorted(slices.Values(x)))
	c := conditional{of: make([]int, len(x)), exact: 2*len(sorted) <= len(x)}
	lo, hi := sorted[0], sorted[len(sorted)-1]
	c.edges = []float64{lo}
	if c.exact {
		for k := 1; k < len(sorted); k++ {
			c.edges = append(c.edges, sorted[k-1]/2+sorted[k]/2)
		}
	} else {
		n := max(1, min(mostIntervals, int(math.Sqrt(float64(len(x))))))
		for k := 1; k < n; k++ {
			c.edges = append(c.edges, lo+(hi-lo)*float64(k)/float64(n))
		}
	}
	c.edges = append(c.edges, hi)
	count := make([]float64, len(c.edges)-1)
	c.mean = make([]float64, len(count))
	for i, v := range x {
		k := 0
		for k+1 < len(count) && v >= c.edges[k+1] {
			k++
		}
		c.of[i] = k
		count[k]++
		c.mean[k] += (t.y[i] - c.mean[k]) / count[k]
	}
	for k := range c.mean {
		if count[k] == 0 {
			c.mean[k] = math.NaN()
		}
	}
	t.means = c
}

// refitsDrawn is how many refits are drawn.
const refitsDrawn = 20

// resample fits the exact solution's own values with new Gaussian noise, of the variance that its
// residuals have.
func (t *task) resample() {
	if t.Overlay != refitted || len(t.inputs()) != 1 || !t.Table.Empty() {
		return
	}
	noise, sd := t.Stream(1), math.Sqrt(t.bestRSS/float64(len(t.y)))
	r := lsq.Residuals(t.x, t.y, t.best)
	for range refitsDrawn {
		y := make([]float64, len(t.y))
		for i := range y {
			y[i] = t.y[i] - r[i] + sd*noise.NormFloat64()
		}
		t.refits = append(t.refits, lsq.Solve(t.x, y))
	}
}

// A lined is the line with the least Σ|r|ᵖ, or the least max|r| for p = ∞.
type lined struct {
	p     float64
	theta []float64
}

// fitPowers fits lines by several exponents: by IRLS, and p = ∞ by itself.
func (t *task) fitPowers(ctx context.Context) []lined {
	if t.Overlay != powers || len(t.inputs()) != 1 || !t.Table.Empty() {
		return nil
	}
	var lines []lined
	for _, p := range []float64{1, 1.5, 2, 4} {
		one := *t
		one.Solver, one.P = irls, p
		var last *state
		for s := range one.reweight() {
			if last = s; ctx.Err() != nil {
				return nil
			}
		}
		lines = append(lines, lined{p, last.theta})
	}
	return append(lines, lined{math.Inf(1), t.chebyshev()})
}

// chebyshev is the line with the least largest residual. For a slope the best constant is midway
// between the extremes of what is left, and that is convex in the slope.
func (t *task) chebyshev() []float64 {
	x := t.inputs()[0]
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(x[a], x[b]) })
	lo, hi := 0.0, 0.0 // no pair of points is steeper than some neighbours are
	for k := 1; k < len(order); k++ {
		if i, j := order[k-1], order[k]; x[i] < x[j] {
			slope := (t.y[j] - t.y[i]) / (x[j] - x[i])
			lo, hi = min(lo, slope), max(hi, slope)
		}
	}
	if !t.Intercept { // a line through the origin goes at most through one point
		for i, v := range x {
			if v != 0 {
				lo, hi = min(lo, t.y[i]/v), max(hi, t.y[i]/v)
			}
		}
	}
	extremes := func(slope float64) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		for i, v := range x {
			r := t.y[i] - slope*v
			least, most = min(least, r), max(most, r)
		}
		return least, most
	}
	const steps = 120
	slope, _ := num.Golden(lo, hi, steps, func(slope float64) float64 {
		least, most := extremes(slope)
		if !t.Intercept {
			return max(math.Abs(least), math.Abs(most))
		}
		return (most - least) / 2
	})
	if !t.Intercept {
		return []float64{slope}
	}
	least, most := extremes(slope)
	return []float64{least/2 + most/2, slope}
}

// likelihood is the Gaussian log-likelihood of a fit with its own variance RSS/n, the variance with
// which it is largest.
func (t *task) likelihood(rss float64) float64 {
	n := float64(len(t.y))
	return -n / 2 * (math.Log(2*math.Pi*rss/n) + 1)
}

// repeated refuses words that least squares has no use for.
const repeated = "The feature <name> is categorical: encode it as 0 and 1 (one-hot), or remove it. A text column whose entries all differ may stay, " +
	"as the names of the samples."

// readRows takes the coordinates of points, or the columns of numbers of a table.
func (t *task) readRows() error {
	var err error
	switch {
	case t.Table.Empty():
		t.read = lsq.ReadPoints(t.Problem)
	case len(t.Table.Rows) == 0:
		return algos.Refuse("The table has no samples yet.")
	default:
		t.read, err = lsq.ReadTable(t.Table, repeated)
	}
	if err != nil {
		return err
	}
	if inputs := len(t.read.Columns); inputs > maxInputs {
		return algos.Refuse(say.Vars{"inputs": inputs, "most": maxInputs}.Text("<inputs> numeric features are too many: keep at most <most>, and " +
			"the target."))
	}
	t.x, t.names, t.y = append(t.x, t.read.Columns...), append(t.names, t.read.Names...), t.read.Y
	return nil
}

// factor is what stands before the sum of squares: 1, or 1/n.
func (t *task) factor() float64 {
	if t.Loss == sum {
		return 1
	}
	return 1 / float64(len(t.y))
}

// limit is 2/L: the largest learning rate with which the descent does not diverge, in the
// present loss; +∞ where all columns are 0.
func (t *task) limit() float64 {
	if len(t.spectrum) == 0 || t.spectrum[0] == 0 {
		return math.Inf(1)
	}
	return (1 + t.inertia()) / (t.factor() * t.spectrum[0])
}

// inertia is α of momentum, 0 of the others: with it η may be up to 2(1 + α)/L.
func (t *task) inertia() float64 {
	if t.Solver == momentum {
		return t.Momentum
	}
	return 0
}

// predict is θ₀ + ⟨θ, x⟩ for inputs without the one.
func (t *task) predict(theta, inputs []float64) float64 {
	f := 0.0
	if t.Intercept {
		f, theta = theta[0], theta[1:]
	}
	for j, x := range inputs[:min(len(inputs), len(theta))] {
		f += theta[j] * x
	}
	return f
}

// inputs are the columns without that of ones.
func (t *task) inputs() [][]float64 {
	if t.Intercept {
		return t.x[1:]
	}
	return t.x
}

// row is what people call a sample: its name, or x₄.
func (t *task) row(i int) say.Phrase {
	if t.read.Called != nil {
		return say.Given(t.read.Called[i]).Phrase()
	}
	return say.Phrase(say.Row(i).Name())
}

// symbol is what people read for the coefficient of a column, and what formulas have.
func (t *task) symbol(j int) say.Phrase { return say.Phrase("θ" + say.Sub(t.number(j))) }

func (t *task) number(j int) int {
	if t.Intercept {
		return j
	}
	return j + 1
}

// numerics is what the two ways to the exact solution are worth.
type numerics struct {
	condition float64   // of X with columns of length 1
	qr        []float64 // digits of each coefficient
	normal    []float64 // the same; nil where the normal equations have no solution
	known     bool      // the right digits are known
}

// compare counts digits by a solution in 256 bits. Both ways take the columns as they are; the
// solution that is shown measures those that are far from 0 from their means.
func (t *task) compare(ctx context.Context) numerics {
	n := numerics{condition: lsq.Condition(t.x)}
	if math.IsInf(n.condition, 1) || ctx.Err() != nil {
		return n
	}
	right, ok := lsq.Reference(t.x, t.y)
	if !ok {
		return n
	}
	n.known, n.qr = true, lsq.Digits(lsq.Plain(t.x, t.y), right)
	if theta, ok := lsq.Normal(t.x, t.y); ok {
		n.normal = lsq.Digits(theta, right)
	}
	return n
}

// lost is how many digits of the worst coefficient the normal equations lose against QR.
func (n numerics) lost() float64 {
	if n.normal == nil {
		return slices.Min(n.qr)
	}
	return slices.Min(n.qr) - slices.Min(n.normal)
}
