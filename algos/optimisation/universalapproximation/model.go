package universalapproximation

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/net"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
	target target
	n      int       // units
	t      []float64 // thresholds, from left to right
	lo, hi []float64 // the cell of each unit, on which the staircase is constant
	c      []float64 // f in the middle of each cell
	sample sample
	slope  float64      // L, infinite if f is not Lipschitz
	widest float64      // the widest cell, or piece
	narrow float64      // the narrowest cell
	omega  float64      // ω(h/2) of squashing units, ω(h) of ReLUs
	rise   [][2]float64 // d and ω(d), from half of the widest cell to 0
	nodes  []float64    // between which ReLUs interpolate
	bests  []best       // of polynomials, by the number of units
	basis  []func(x float64) float64
	// lambdas are the steepnesses that are shown, the chosen one last; none where units have none.
	lambdas  []float64
	epochs   int
	compared sample // where the fitted network is compared
	rates    func() rates
}

// squashing reports whether σ rises from 0 to 1.
func (o options) squashing() bool {
	return o.Activation == step || o.smooth()
}

// smooth reports whether σ has a steepness.
func (o options) smooth() bool { return o.Activation == sigmoid || o.Activation == tanh }

// polynomial reports whether σ is a polynomial.
func (o options) polynomial() bool { return o.Activation == identity || o.Activation == square }

// trainable reports whether descent moves the units.
func (o options) trainable() bool { return o.Activation != step && o.Activation != square }

// negligible is the size of a value that is 0 up to rounding.
const negligible = 1e-15

// doublings is how often the steepness doubles.
const doublings = 5

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	f, err := newTarget(p.Cells, o)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, options: o, target: f, n: o.Units}
	t.place()
	if o.smooth() {
		for i := range doublings + 1 {
			t.lambdas = append(t.lambdas, o.Steepness/math.Exp2(float64(doublings-i)))
		}
	}
	if o.trainable() {
		t.epochs = o.Epochs
	}
	if t.sample, err = f.sampled(places(t.more())); err != nil {
		return nil, err
	}
	t.slope = f.lipschitz(t.sample)
	for i := range t.n {
		t.c = append(t.c, f.of((t.lo[i]+t.hi[i])/2))
		if math.Abs(t.c[i]) < negligible {
			t.c[i] = 0 // a sine at π, up to rounding
		}
	}
	switch {
	case o.polynomial():
		t.polynomials()
	case o.Activation == relu:
		t.joints()
		t.omega = t.sample.modulus(t.widest)
	default:
		t.omega = t.cellModulus()
		for d := t.widest / 2; d > 1e-7; d /= math.Sqrt2 {
			t.rise = append(t.rise, [2]float64{d, t.sample.modulus(d)})
		}
	}
	if t.compared, err = f.sampled(t.places()); err != nil {
		return nil, err
	}
	t.rates = algos.Slow(ctx, t.measureRates)
	return t, ctx.Err()
}

// place puts the thresholds: that of the first unit left of the interval, where it is a constant.
func (t *task) place() {
	switch t.Placement {
	case own:
		t.n = len(t.Thresholds) + 1
		t.t = append([]float64{-1}, t.Thresholds...)
		slices.Sort(t.t)
	case common:
		for range t.n {
			t.t = append(t.t, 0.5)
		}
	default:
		t.t = append(t.t, -1)
		pieces := t.n
		if t.Activation == relu {
			pieces = t.n - 1
		}
		for i := 1; i < t.n; i++ {
			at := i
			if t.Activation == relu {
				at--
			}
			t.t = append(t.t, float64(at)/float64(pieces))
		}
	}
	t.narrow = math.Inf(1)
	for i, at := range t.t {
		hi := 1.0
		if i+1 < t.n {
			hi = t.t[i+1]
		}
		lo := max(at, 0)
		t.lo, t.hi = append(t.lo, lo), append(t.hi, hi)
		t.widest, t.narrow = max(t.widest, hi-lo), min(t.narrow, hi-lo)
	}
}

// covered reports whether the cells fill [0, 1].
func (t *task) covered() bool { return t.Placement != common }

// more are the places that the network needs besides the even grid: both sides of every jump, the
// middles of the cells, and some where steep units rise.
func (t *task) more() []float64 {
	x := []float64{t.target.jump, below(t.target.jump)}
	for i, at := range t.t {
		x = append(x, at, below(at), (t.lo[i]+t.hi[i])/2)
		if t.smooth() && i > 0 && at != t.t[i-1] {
			for _, z := range []float64{0.5, 1.5, 4} {
				x = append(x, at-z/t.Steepness, at+z/t.Steepness)
			}
		}
	}
	return x
}

// places are where the fitted network is compared: an even grid, both sides of a jump, and the alternation.
func (t *task) places() []float64 {
	const n = 200
	x := []float64{}
	for i := range n + 1 {
		x = append(x, float64(i)/n)
	}
	if !math.IsNaN(t.target.jump) {
		x = append(x, t.target.jump, below(t.target.jump))
	}
	if t.polynomial() {
		for _, at := range t.full().at {
			x = append(x, t.sample.x[at])
		}
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// nearby is how far apart two nodes are at least: between nearer ones a line has no certain gradient.
const nearby = 1e-6

// cellModulus is ω over half of the widest cell; with own thresholds the largest of the moduli that f has within one cell, over half
// of it.
func (t *task) cellModulus() float64 {
	if t.Placement != own {
		return t.sample.modulus(t.widest / 2)
	}
	most := 0.0
	for i := range t.n {
		from, _ := slices.BinarySearch(t.sample.x, t.lo[i])
		to, _ := slices.BinarySearch(t.sample.x, math.Nextafter(t.hi[i], 2))
		cell := sample{x: t.sample.x[from:to], y: t.sample.y[from:to]}
		most = max(most, cell.modulus((t.hi[i]-t.lo[i])/2))
	}
	return most
}

// joints are the places between which ReLUs interpolate.
func (t *task) joints() {
	last := math.Inf(-1)
	for i := 1; i < t.n; i++ {
		if at := t.t[i]; at > last+nearby && at < 1-nearby {
			t.nodes, last = append(t.nodes, at), at
		}
	}
	if t.n == 1 {
		t.nodes = []float64{0.5}
	}
	t.nodes = append(t.nodes, 1)
	t.widest = t.nodes[0]
	for i := 1; i < len(t.nodes); i++ {
		t.widest = max(t.widest, t.nodes[i]-t.nodes[i-1])
	}
	t.widest += nearby
}

// polynomials finds the best combinations of 1, 2 and 3 units, beyond which nothing is gained.
func (t *task) polynomials() {
	one := func(float64) float64 { return 1 }
	t.basis = []func(x float64) float64{one, func(x float64) float64 { return x }}
	if t.Activation == square {
		t.basis = []func(x float64) float64{one, func(x float64) float64 { return x * x }, func(x float64) float64 { return (x + 1) * (x + 1) }}
	}
	for m := range t.basis {
		t.bests = append(t.bests, remez(t.sample, t.basis[:m+1]))
	}
}

// full is the best approximation by any number of polynomial units.
func (t *task) full() best { return t.bests[len(t.bests)-1] }

// A view is the run at one step. It is a value: the next step is another one.
type view struct {
	*task
	k       int       // units so far
	sharper int       // how often the steepness was set
	lambda  float64   // of the units; infinite: they are steps
	alpha   []float64 // coefficients of the k units
	g       []float64 // G at the places of the sample
	sup     float64   // sup|f − G|
	before  float64   // of the step before
	mu      []float64 // annihilates polynomial units
	fit     *fitted   // nil before the first epoch
}

// begin is the empty network.
func (t *task) begin() view {
	v := view{task: t, lambda: math.Inf(1), before: math.NaN()}
	if t.polynomial() {
		v.mu = t.full().mu
	}
	v.g = v.values()
	v.sup = v.upTo(math.Inf(1))
	return v
}

// unit adds the next unit.
func (v view) unit() view {
	i := v.k
	v.k++
	v.before = v.sup
	switch {
	case v.polynomial():
		v.alpha = make([]float64, v.k)
		copy(v.alpha, v.bests[min(v.k, len(v.bests))-1].coefficients)
	case v.Activation == relu:
		v.alpha = append(slices.Clone(v.alpha), v.bend(i))
	case i == 0:
		v.alpha = []float64{v.c[0]}
	default:
		v.alpha = append(slices.Clone(v.alpha), v.c[i]-v.c[i-1])
	}
	v.g = v.values()
	v.sup = v.upTo(math.Inf(1))
	return v
}

// bend is by how much unit i of ReLUs changes the gradient: the first one is the constant at the first node.
func (t *task) bend(i int) float64 {
	if i == 0 {
		if t.covered() {
			return t.target.of(t.nodes[0])
		}
		return t.gradient(0)
	}
	at := slices.Index(t.nodes, t.t[i])
	if at < 0 || at == len(t.nodes)-1 || t.t[i] == t.t[i-1] {
		return 0
	}
	if at == 0 {
		return t.gradient(at)
	}
	return t.gradient(at) - t.gradient(at-1)
}

// gradient is that of the line between a node and the next one.
func (t *task) gradient(node int) float64 {
	a, b := t.nodes[node], t.nodes[node+1]
	from := t.target.of(a)
	if node == 0 && !t.covered() {
		from = 0
	}
	return (t.target.of(b) - from) / (b - a)
}

// sharpen replaces the steps by units with the next steepness.
func (v view) sharpen() view {
	v.before, v.lambda = v.sup, v.lambdas[v.sharper]
	v.sharper++
	v.g = v.values()
	v.sup = v.upTo(math.Inf(1))
	return v
}

// final reports whether the constructed network is complete.
func (v view) final() bool { return v.k == v.n && v.sharper == len(v.lambdas) }

// squash is σ of a squashing unit.
func (o options) squash(z float64) float64 {
	if o.Activation == tanh {
		z *= 2 // ½(1 + tanh z) is the logistic sigmoid of 2z
	}
	switch {
	case z > 40:
		return 1
	case z < -700:
		return 0
	}
	return 1 / (1 + math.Exp(-z))
}

// psi is what unit i puts out.
func (v view) psi(i int, x float64) float64 {
	switch {
	case v.polynomial():
		if i < len(v.basis) {
			return v.basis[i](x)
		}
		z := x - v.t[i]
		if v.Activation == square {
			return z * z
		}
		return z
	case v.Activation == relu:
		if i == 0 && v.covered() {
			return 1
		}
		return max(0, x-v.t[i])
	case math.IsInf(v.lambda, 1):
		if x >= v.t[i] {
			return 1
		}
		return 0
	}
	return v.squash(v.lambda * (x - v.t[i]))
}

// saturated is the distance, in units of 1/λ, beyond which a squashing unit is its limit up to rounding.
const saturated = 40

// values is G at the places of the sample. Units that are saturated there are summed once.
func (v view) values() []float64 {
	g := make([]float64, len(v.sample.x))
	if !v.squashing() {
		for i, x := range v.sample.x {
			for j, a := range v.alpha {
				g[i] += a * v.psi(j, x)
			}
		}
		return g
	}
	full, done := 0.0, 0
	for i, x := range v.sample.x {
		for done < len(v.alpha) && x >= v.t[done]+saturated/v.lambda {
			full += v.alpha[done]
			done++
		}
		g[i] = full
		for j := done; j < len(v.alpha) && x > v.t[j]-saturated/v.lambda; j++ {
			g[i] += v.alpha[j] * v.psi(j, x)
		}
	}
	return g
}

// upTo is sup|f − G| over the places below an end.
func (v view) upTo(end float64) float64 {
	most := 0.0
	for i, x := range v.sample.x {
		if x >= end {
			break
		}
		most = max(most, math.Abs(v.sample.y[i]-v.g[i]))
	}
	return most
}

// worst is where |f − G| is largest.
func (v view) worst() (x, off float64) {
	for i, at := range v.sample.x {
		if e := v.sample.y[i] - v.g[i]; math.Abs(e) > math.Abs(off) || i == 0 {
			x, off = at, e
		}
	}
	return x, off
}

// variation is Σ|α_j|.
func (v view) variation() float64 {
	sum := 0.0
	for _, a := range v.alpha {
		sum += math.Abs(a)
	}
	return sum
}

// smear is what units that rise slowly add near their own threshold t. At the distance d the unit is still σ(−λd) away
// from its step, and |f(x) − c| ≤ |f(t) − c| + ω(d) for the cell beyond. The largest product is bounded on each interval
// of d by its two ends.
func (v view) smear() float64 {
	if math.IsInf(v.lambda, 1) {
		return 0
	}
	most := 0.0
	for i, r := range v.rise {
		nearest := 0.0
		if i+1 < len(v.rise) {
			nearest = v.rise[i+1][0]
		}
		most = max(most, v.squash(-v.lambda*nearest)*r[1])
	}
	return most
}

// tail is what units add beyond half of a cell: each is there σ(−λd) away from its limit at most.
func (v view) tail() float64 {
	if math.IsInf(v.lambda, 1) {
		return 0
	}
	return v.variation() * v.squash(-v.lambda*v.narrow/2)
}

// bound is what theory allows the complete network; NaN where it says nothing.
func (v view) bound() float64 {
	switch {
	case v.k < v.n || v.polynomial() || !v.covered():
		return math.NaN()
	case v.Activation == relu:
		return v.omega
	}
	return v.omega + v.smear() + v.tail()
}

// weight is w_j and b_j of unit i.
func (v view) weight(i int) (w, b float64) {
	switch {
	case v.polynomial() && i < len(v.basis):
		return float64(min(i, 1)), []float64{1, 0, 1}[i]
	case v.Activation == relu && i == 0 && v.covered():
		return 0, 1
	case math.IsInf(v.lambda, 1):
		return 1, -v.t[i]
	}
	return v.lambda, -v.lambda * v.t[i]
}

// Model names the results so far.
func (v view) Model() algos.Model {
	w, b := make([]float64, v.k), make([]float64, v.k)
	for i := range v.k {
		w[i], b[i] = v.weight(i)
	}
	values := []algos.Value{
		{Name: "units", Value: v.k},
		{Name: "weights", Value: w},
		{Name: "biases", Value: b},
		{Name: "thresholds", Value: slices.Clone(v.t[:v.k])},
		{Name: "coefficients", Value: slices.Clone(v.alpha)},
		{Name: "sup_error", Value: v.sup},
	}
	if bound := v.bound(); !math.IsNaN(bound) {
		values = append(values, algos.Value{Name: "bound", Value: bound}, algos.Value{Name: "modulus", Value: v.omega})
	}
	if !math.IsInf(v.slope, 1) {
		values = append(values, algos.Value{Name: "lipschitz", Value: v.slope})
	}
	if !math.IsInf(v.lambda, 1) {
		values = append(values, algos.Value{Name: "steepness", Value: v.lambda})
	}
	if v.polynomial() {
		values = append(values, algos.Value{Name: "lower_bound", Value: math.Abs(v.integral())}, algos.Value{Name: "measure", Value: slices.Clone(v.mu)},
			algos.Value{Name: "alternation", Value: v.alternation()})
	}
	if f := v.fit; f != nil {
		values = append(values,
			algos.Value{Name: "fitted_weights", Value: f.weights(v.task)}, algos.Value{Name: "fitted_thresholds", Value: f.thresholds(v.task)},
			algos.Value{Name: "fitted_coefficients", Value: f.coefficients(v.task)},
			algos.Value{Name: "fitted_sup_error", Value: f.sup}, algos.Value{Name: "fitted_rmse", Value: f.rmse})
	}
	return algos.Model{Values: values}
}

// alternation are the places of μ.
func (v view) alternation() []float64 {
	var x []float64
	for _, at := range v.full().at {
		x = append(x, v.sample.x[at])
	}
	return x
}

// integral is ∫f dμ.
func (v view) integral() float64 {
	b := v.full()
	b.mu = v.mu
	return b.integral(v.sample)
}

// hidden is the activation of the fitted network.
func (o options) hidden() net.Activation {
	switch o.Activation {
	case tanh:
		return net.Tanh
	case relu:
		return net.ReLU
	case identity:
		return net.Linear
	}
	return net.Sigmoid
}

// rates are sup-errors by the number of units, equally spaced.
type rates struct{ n, built, bound, flat []float64 }

// counted are the numbers of units that are compared.
var counted = []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100}

// measureRates builds the network of each size from threshold units, or from ReLUs, and looks for the best
// parabola, which no number of units improves.
func (t *task) measureRates(ctx context.Context) rates {
	var r rates
	o := t.options
	o.Placement = uniform
	if t.smooth() {
		o.Activation = step
	}
	flat := t.parabola()
	for _, n := range counted {
		if ctx.Err() != nil {
			return r
		}
		o.Units = n
		u := &task{options: o, target: t.target, n: n, bests: t.bests, basis: t.basis}
		u.place()
		u.sample, _ = t.target.sampled(places(u.more()))
		for i := range n {
			u.c = append(u.c, t.target.of((u.lo[i]+u.hi[i])/2))
		}
		var built, bound float64
		switch {
		case t.polynomial():
			built, bound = t.bests[min(n, len(t.bests))-1].sup, t.full().sup
		case t.Activation == relu:
			u.joints()
			built, bound = u.interpolated(), u.sample.modulus(u.widest)
		default:
			built, bound = u.stairs(n), u.sample.modulus(u.widest/2)
		}
		r.n, r.built, r.bound, r.flat = append(r.n, float64(n)), append(r.built, built), append(r.bound, bound), append(r.flat, flat)
	}
	return r
}

// stairs is the sup-error of the staircase on the first k cells, from what f does on each alone.
func (t *task) stairs(k int) float64 {
	most, cell := 0.0, 0
	for i, x := range t.sample.x {
		for cell+1 < t.n && x >= t.t[cell+1] {
			cell++
		}
		if cell >= k {
			break
		}
		most = max(most, math.Abs(t.sample.y[i]-t.c[cell]))
	}
	return most
}

// interpolated is the sup-error of the broken line through the nodes.
func (t *task) interpolated() float64 {
	most, node := 0.0, 0
	for i, x := range t.sample.x {
		for node+2 < len(t.nodes) && x >= t.nodes[node+1] {
			node++
		}
		y := t.target.of(t.nodes[0])
		if x > t.nodes[0] && t.n > 1 {
			y = t.target.of(t.nodes[node]) + t.gradient(node)*(x-t.nodes[node])
		}
		most = max(most, math.Abs(t.sample.y[i]-y))
	}
	return most
}

// parabola is the sup-error of the best parabola.
func (t *task) parabola() float64 {
	powers := []func(x float64) float64{
		func(float64) float64 { return 1 }, func(x float64) float64 { return x }, func(x float64) float64 { return x * x },
	}
	return remez(t.sample, powers).sup
}

// sortUnique sorts numbers and drops repetitions.
func sortUnique(x *[]float64) {
	slices.Sort(*x)
	*x = slices.Compact(*x)
}
