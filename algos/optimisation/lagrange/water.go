package lagrange

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// A bed is a problem of water-filling: max Σ log(kᵢ + xᵢ) with x ≥ 0 and Σx ≤ P, which is
// log det(X + K) in the eigenvectors of K. It is written as a minimum of −Σ log.
type bed struct {
	options
	order []int // the channels by their noise
}

// A pool is the state with so many channels under water. It is a value.
type pool struct {
	*bed
	wet    int // channels
	level  float64
	x      []float64
	lambda float64 // 1/level, the multiplier of the budget
	theta  float64
	status algos.Status
}

// fill raises the number of channels under water until the next one is above the level.
func fill(o options) iter.Seq[algos.Step] {
	b := &bed{options: o, order: make([]int, len(o.Noise))}
	for i := range b.order {
		b.order[i] = i
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return cmp.Compare(o.Noise[i], o.Noise[j]) })
	return func(yield func(algos.Step) bool) {
		for p := b.pour(1); yield(p.step()) && !p.status.Final(); {
			p = b.pour(p.wet + 1)
		}
	}
}

// pour spreads the budget over the channels with the least noise, up to one level.
func (b *bed) pour(wet int) pool {
	p := pool{bed: b, wet: wet, x: make([]float64, len(b.Noise))}
	sum := b.Budget
	for _, i := range b.order[:wet] {
		sum += b.Noise[i]
	}
	p.level = sum / float64(wet)
	p.lambda = 1 / p.level
	for _, i := range b.order[:wet] {
		p.x[i] = p.level - b.Noise[i]
	}
	p.theta = b.dual(p.lambda)
	p.status = algos.Status{State: algos.Running}
	if wet == len(b.order) || b.Noise[b.order[wet]] >= p.level {
		w := say.Vars{"level": p.level, "m": wet, "l": p.lambda, "v": p.logDet()}
		p.status = algos.Status{
			State:  algos.Converged,
			Reason: w.Text("The level is <level=model.level>, with <m channel> in use: λ* = 1/level = <l=model.multipliers[0]>, and log det = <v=model.log_det>."),
		}
	}
	return p
}

// dual is θ(λ) = min over x ≥ 0 of −Σ log(k + x) + λ(Σx − P), reached at x = (1/λ − k)⁺.
func (b *bed) dual(lambda float64) float64 {
	theta := -lambda * b.Budget
	for _, k := range b.Noise {
		x := max(0, 1/lambda-k)
		theta += lambda*x - math.Log(k+x)
	}
	return theta
}

// filled is the level at which the water above the noise is the budget, by bisection.
func (b *bed) filled() float64 {
	lo, hi := slices.Min(b.Noise), slices.Max(b.Noise)+b.Budget
	for range 200 {
		middle, volume := (lo+hi)/2, 0.0
		for _, k := range b.Noise {
			volume += max(0, middle-k)
		}
		if volume > b.Budget {
			hi = middle
		} else {
			lo = middle
		}
	}
	return (lo + hi) / 2
}

// logDet is log det(X + K).
func (p pool) logDet() float64 {
	var s num.Sum
	for i, k := range p.Noise {
		s.Add(math.Log(k + p.x[i]))
	}
	return s.Value
}

func (p pool) primal() float64 { return -p.logDet() }

func (p pool) gap() float64 { return max(0, p.primal()-p.theta) }

// slack is the multiplier of xᵢ ≥ 0, from stationarity: y = λ − 1/(k + x).
func (p pool) slack(i int) float64 {
	if p.x[i] > 0 {
		return p.lambda - 1/(p.Noise[i]+p.x[i])
	}
	return p.lambda - 1/p.Noise[i]
}

// residuals are the five of the KKT conditions; stationarity defines y.
func (p pool) residuals() [5]float64 {
	var r [5]float64
	total := 0.0
	for i, x := range p.x {
		y := p.slack(i)
		total += x
		r[2], r[3] = max(r[2], -x), max(r[3], -y)
		r[4] += math.Abs(x * y)
	}
	r[1] = math.Abs(total - p.Budget)
	r[3] = max(r[3], -p.lambda)
	return r
}

func (p pool) worst() float64 {
	worst := 0.0
	for _, r := range p.residuals() {
		worst = max(worst, r)
	}
	return worst
}

func (p pool) step() algos.Step {
	w := say.Vars{"m": p.wet, "next": p.wet + 1}
	s := algos.Step{
		Phase: w.Text("<m channel> in use"), Size: algos.Normal, Status: p.status, View: p,
		Metrics: []float64{p.primal(), p.theta, p.gap(), p.worst()},
	}
	if p.wet == 1 || p.status.Final() {
		s.Size = algos.Pass
	}
	if !p.status.Final() {
		s.Next = algos.Next{Step: w.Text("use channel number <next>"), Pass: "find the level"}
	}
	return s
}

// Say tells what the step did with its own numbers.
func (p pool) Say() []algos.Line {
	last := p.order[p.wet-1]
	s := algos.Story{Vars: say.Vars{
		"m": p.wet, "k": p.Noise[last], "level": p.level, "P": p.Budget, "n": len(p.Noise), "slater": p.Budget / float64(2*len(p.Noise)),
		"lambda": p.lambda, "theta": p.theta, "f": p.primal(), "gap": p.gap(), "i": last + 1,
	}}
	if p.wet == 1 {
		s.Text("<n channel>, budget P = <P>. The whole budget goes to channel <i> with the least noise, $k=<k>$.")
		s.Text("$x_i = P/(2n) = <slater>$ is strictly feasible, so Slater's condition holds and $d^*=p^*$.")
	} else {
		s.Text("Channel <i> with noise $k=<k>$ is below the level, so it gets power as well.")
	}
	sum := 0.0
	for _, i := range p.order[:p.wet] {
		sum += p.Noise[i]
	}
	s.Vars["sum"] = sum
	s.TeX(`\text{level} = \frac{P + \sum_{x_i>0} k_i}{m} = \frac{<P> + <sum>}{<m>} = \hl{<level>}`)
	s.Text("With $\\lambda = 1/\\text{level} = <lambda>$ the dual value is <theta=metric.dual>; the primal value is <f=metric.primal>, gap <gap=metric.gap>.")
	if p.wet < len(p.order) {
		s.Vars["next"], s.Vars["j"] = p.Noise[p.order[p.wet]], p.order[p.wet]+1
		if p.status.Final() {
			s.Text("The next channel, <j>, has noise <next>, not below the level: it stays without power.")
		} else {
			s.Text("The next channel, <j>, has noise <next>, below the level: its $y=\\lambda-1/k$ is negative.")
		}
	}
	return s.Lines
}

// Model names the results so far.
func (p pool) Model() algos.Model {
	m := []float64{p.lambda}
	for i := range p.x {
		m = append(m, p.slack(i))
	}
	status := "running"
	if p.status.Final() {
		status = "optimal"
	}
	return algos.Model{Values: []algos.Value{
		{Name: "x", Value: slices.Clone(p.x)},
		{Name: "multipliers", Value: m},
		{Name: "primal", Value: p.primal()},
		{Name: "dual", Value: p.theta},
		{Name: "gap", Value: p.gap()},
		{Name: "status", Value: status},
		{Name: "level", Value: p.level},
		{Name: "log_det", Value: p.logDet()},
	}}
}

// Panels draws the step.
func (p pool) Panels() []mark.Panel {
	return []mark.Panel{p.board(), p.levels(), p.duals(), kktTable(p.residuals(), "residual of Σx = P")}
}

// board shows the noise as bars, and the power above it up to the level.
func (p pool) board() mark.Panel {
	w := say.Vars{"level": p.level, "n": len(p.Noise), "m": p.wet}
	out := mark.Panel{
		ID: "board", Title: "Water-filling", Note: w.Text("level <level>"), Alt: w.Text("bars of the noise of <n channel>, <m> of them with power up to the level <level>"),
		X: mark.Axis{Name: "channel", Min: -0.6, Max: float64(len(p.Noise)) - 0.4, Hidden: true},
		Y: mark.Axis{Name: "noise + power", Max: 1.25 * max(slices.Max(p.Noise), p.filled(), 1)},
	}
	legend := panel.Once("power x")
	labels := mark.Texts{Anchor: mark.Middle}
	for i, x := range p.x {
		k, at := p.Noise[i], float64(i)
		if x > 0 {
			out.Add(mark.Rect{
				Min: mark.XY{X: at - 0.4, Y: k}, Max: mark.XY{X: at + 0.4, Y: k + x}, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.5), Legend: legend(),
			})
			v := say.Vars{"x": x}
			panel.Write(&labels, at, k+x/2, v.Text("<x>"))
		}
	}
	names := make([]say.Phrase, len(p.Noise))
	refs := make([]string, len(p.Noise))
	for i := range names {
		names[i] = say.Vars{"i": i + 1}.Text("noise of channel <i>")
		refs[i] = channelRef(i)
	}
	out.Add(panel.DragBars{
		Param: "noise", Values: p.Noise, Tip: "sets a noise level", Names: names, Refs: refs, Style: mark.RoleSoft.Plain(), Legend: "noise k",
	}.Marks()...)
	out.Add(labels, panel.Level(p.level, mark.RoleInk.Wide(2), "level 1/λ"))
	return out
}

// levels is the level against the budget, with a handle on it.
func (p pool) levels() mark.Panel {
	top := max(panel.RoundUp(1.6*p.Budget), 4)
	now := p.Budget
	level := func(budget float64) float64 {
		b := *p.bed
		b.Budget = budget
		return b.filled()
	}
	return panel.Curves{
		ID: "levels", Title: "Level against budget", Alt: say.Vars{"P": p.Budget, "level": p.level}.Text("the level of the water against the budget; now <P>"),
		X: mark.Axis{Name: "budget P", Max: top}, Y: mark.Axis{Name: "level"}, Height: 0.6,
		Of:  []panel.Quantity{{Of: level, Style: mark.RoleInk.Wide(2), Name: "level", Legend: "level of the optimum"}},
		Now: &now, Handle: mark.Handle{Param: "budget", Name: "budget P", Tip: "sets the budget", Label: "P"},
	}.Panel()
}

// duals is the dual function of λ below the optimal value.
func (p pool) duals() mark.Panel {
	best := 1 / p.filled()
	top := 2.5 * max(best, p.lambda)
	from := top / 25
	value := p.dual(best)
	c := panel.Curves{
		ID: "dual", Title: "Dual function θ(λ)", Note: say.Vars{"l": p.lambda, "t": p.theta}.Text("θ(<l>) = <t>"),
		Alt: "the concave dual function of the multiplier of the budget, at most p*",
		X:   mark.Axis{Name: "multiplier λ", Min: from, Max: top}, Y: mark.Axis{Name: "θ"}, Height: 0.6,
		Of:   []panel.Quantity{{Of: p.dual, Style: mark.RoleInk.Wide(2), Name: "θ", Legend: "dual function θ"}},
		Over: []mark.Mark{panel.Bound(value, "p*", mark.RoleGood.Dashed()), panel.Dot(mark.XY{X: p.lambda, Y: p.theta}, 5, mark.RoleAccent.Plain(), "current λ")},
	}
	least := min(p.dual(from), p.dual(top), value)
	c.Y.Min, c.Y.Max = least-(value-least)/10, value+(value-least)/5
	return c.Panel()
}

// Checks computes the guarantees by a second route.
func (p pool) Checks() []algos.Check {
	var primal num.Sum
	for i, k := range p.Noise {
		primal.Add(-math.Log(k + p.x[i]))
	}
	ends := algos.Status{State: p.status.State}
	scale := 1 + math.Abs(p.theta)
	// L(x, λ) at other x ≥ 0: θ is not above any.
	low := math.Inf(1)
	for trial := range 24 {
		l := -p.lambda * p.Budget
		for i, k := range p.Noise {
			x := p.Budget * float64((trial+i*7)%24) / 12
			l += p.lambda*x - math.Log(k+x)
		}
		low = min(low, l)
	}
	return []algos.Check{
		claimWeak.AtMost(p.theta, primal.Value, primal.Rounding()+64*num.Ulp*scale).Between("θ", "f(x)"),
		claimInf.AtMost(p.theta, low, 64*num.Ulp*scale).Between("θ", "least of 24 L"),
		claimStrong.Tends(p.primal()-p.theta, 0, 1e-9*scale, ends).Of(scale).Between("gap", "0"),
		claimKKT.Tends(p.worst(), 0, 1e-9*scale, ends).Of(scale).Between("largest residual", "0"),
		claimLevel.Tends(p.level, p.filled(), 1e-9*p.level, ends).Between("level", "by bisection"),
	}
}
