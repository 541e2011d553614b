package svm

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

// Feature holds the parameters of the pictures of feature spaces.
type Feature struct {
	Turn   [2]float64 // from where the lift is seen
	Series bool       // shows the Gaussian kernel as a function and as a series
	Terms  int        // of the series
	Slice  [2]float64 // x of the function k(x, ·)
}

// mostTerms is the most terms of the series.
const mostTerms = 60

func (f *Feature) bind(s *param.Set) {
	s.Bool(&f.Series, "series", false).Label("kernel as a series").Group("Kernel").When("kernel", "rbf").
		Hint("shows k(x, ·) along a line and the Taylor sum of which it is made")
	s.Int(&f.Terms, "terms", 3, 1, mostTerms).Slider(1, 20).Label("terms K").Group("Kernel").When("kernel", "rbf").And("series", "true").
		Hint("how many terms of the Taylor sum are taken")
	s.Point(&f.Slice, "slice", [2]float64{0.5, 0.5}, 1e6).Label("x of k(x, ·)").Group("Kernel").When("kernel", "rbf").And("series", "true").
		Hint("drag it on the board; the line through it is horizontal")
	s.Point(&f.Turn, "turn", [2]float64{35, 20}, 180).View().Label("turn, tilt").Group("Kernel").When("kernel", "poly").And("degree", "2").
		Hint("degrees from which the picture in three dimensions is seen; drag the picture")
}

// expands reports whether the kernel is shown as a series.
func (o Options) expands() bool { return o.Series && o.Kernel == "rbf" }

// A taylor is the series of the Gaussian kernel at a pair of places,
//
//	k(x, z) = e^(−γ‖x‖² − γ‖z‖²) Σₙ uⁿ/n!  with  u = 2γ⟨x, z⟩.
//
// Every term is at most 1 in size, because |u| ≤ γ‖x‖² + γ‖z‖².
type taylor struct{ u, damp float64 }

func (o Options) taylor(x, z [2]float64) taylor {
	return taylor{2 * o.Gamma * (x[0]*z[0] + x[1]*z[1]), o.Gamma * (x[0]*x[0] + x[1]*x[1] + z[0]*z[0] + z[1]*z[1])}
}

// power is e^(boost − damp)·|u|ⁿ/n!.
func (t taylor) power(n int, boost float64) float64 {
	if t.u == 0 || n == 0 {
		if n > 0 {
			return 0
		}
		return math.Exp(boost - t.damp)
	}
	factorial, _ := math.Lgamma(float64(n + 1))
	return math.Exp(float64(n)*math.Log(math.Abs(t.u)) - factorial + boost - t.damp)
}

// term is number n of the sum.
func (t taylor) term(n int) float64 {
	if t.u < 0 && n%2 == 1 {
		return -t.power(n, 0)
	}
	return t.power(n, 0)
}

// sums are the first sums: of one term, of two, and so on.
func (t taylor) sums(terms int) []float64 {
	out, sum := make([]float64, terms), 0.0
	for n := range out {
		sum += t.term(n)
		out[n] = sum
	}
	return out
}

// bound is Lagrange's remainder after so many terms: eᵘ − Σ = e^ξ·uᴷ/K! for some ξ between
// 0 and u.
func (t taylor) bound(terms int) float64 { return t.power(terms, max(0, t.u)) }

// rounding bounds what rounding does to a sum: the exponents are known to their last digits.
func (t taylor) rounding(terms int) float64 {
	return 8 * num.Ulp * (float64(terms) + min(t.damp, 1/num.Ulp))
}

// mostExpanded is how many rows are expanded pair by pair.
const mostExpanded = 60

// An expanded is the series at all pairs of rows: for every number of terms the largest
// error, its pair, and the largest bound.
type expanded struct {
	errors, bounds [mostTerms + 1]float64 // by the number of terms; 0 is not used
	pair           [mostTerms + 1][2]int
}

// expand works the series out for all pairs of rows.
func (t *task) expand() *expanded {
	e := &expanded{}
	for i := range t.X {
		if t.ctx.Err() != nil {
			return e
		}
		for j := range i + 1 {
			s, k := t.taylor(t.X[j], t.X[i]), t.Kernel.At(t.X[j], t.X[i])
			for n, sum := range s.sums(mostTerms) {
				if err := math.Abs(k - sum); err > e.errors[n+1] {
					e.errors[n+1], e.pair[n+1] = err, [2]int{j, i}
				}
				e.bounds[n+1] = max(e.bounds[n+1], s.bound(n+1))
			}
		}
	}
	return e
}

var claimSeries = algos.Guarantee{Name: "series", Claim: `the first $K$ terms miss $k(x, z)$ by at most ` +
	`$e^{\max(0, u) - \gamma\|x\|^2 - \gamma\|z\|^2}\,\frac{|u|^K}{K!}$, $u = 2\gamma\langle x, z\rangle$`}

// checkSeries: Lagrange's remainder bounds the error, here at the pair of rows where it is
// largest.
func (v view) checkSeries() algos.Check {
	if len(v.X) > mostExpanded {
		return claimSeries.Not(say.Vars{"most": mostExpanded}.Text("more than <most> points are too many pairs to expand at once"))
	}
	return claimSeries.Slow(v.remainderBound)
}

func (v view) remainderBound() algos.Check {
	e := v.series()
	at := e.pair[v.Terms]
	t := v.taylor(v.X[at[0]], v.X[at[1]])
	bound := t.bound(v.Terms)
	if math.IsInf(bound, 1) {
		return claimSeries.Not("the bound is beyond all numbers: these points are too far from the origin for so large a γ")
	}
	off := math.Abs(v.Kernel.At(v.X[at[0]], v.X[at[1]]) - t.sums(v.Terms)[v.Terms-1])
	why := say.Vars{"i": say.Row(at[0]).Name(), "j": say.Row(at[1]).Name(), "terms": v.Terms}.Text("for <i>, <j>, where $K = <terms>$ terms are off the most")
	return claimSeries.AtMost(off, bound, t.rounding(v.Terms)).Of(1).Between("error", "bound").Because(why)
}

// seriesPanels are the kernel as a function of one argument, the error of its series, and
// the matrix of the sums.
func (v view) seriesPanels() []mark.Panel {
	if !v.expands() {
		return nil
	}
	panels := []mark.Panel{v.slice()}
	if len(v.X) > mostExpanded {
		return panels
	}
	panels = append(panels, mark.Slow("remainder", titleRemainder, v.remainder))
	if n := len(v.X); n <= maxMatrix {
		panels = append(panels, mark.Slow("partial", titlePartial, v.partial))
	}
	return panels
}

const (
	titleRemainder = "Error of the Taylor sum"
	titlePartial   = "Kernel matrix of the sums"
)

// slice is k(x, ·) along the horizontal line through x, with the sum and its last term.
func (v view) slice() mark.Panel {
	x, w := v.Slice, v.Window
	along := func(of func(t taylor, z [2]float64) float64) []mark.XY {
		return panel.Curve(w.X0, w.X1, 120, 1.2, func(s float64) float64 {
			z := [2]float64{s, x[1]}
			return of(v.taylor(x, z), z)
		})
	}
	sums := along(func(t taylor, _ [2]float64) float64 { return t.sums(v.Terms)[v.Terms-1] })
	lowest := 0.0
	for _, at := range sums {
		lowest = min(lowest, at.Y)
	}
	vars := say.Vars{"terms": v.Terms, "x": x}
	p := mark.Panel{
		ID: "slice", Title: "The kernel as a function", Note: vars.Text("<terms term>"),
		Alt: vars.Text("k(x, ·) along the horizontal line through x = <x>, and the sum of <terms term>"),
		X:   mark.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "k", Min: -0.15, Max: 1.1},
	}
	if lowest < -0.1 {
		p.Y.Min = -1.1
	}
	p.Add(
		mark.Rule{At: 0, Style: mark.RoleFaint.Plain()},
		mark.Rule{Vertical: true, At: x[0], Label: "x", Style: mark.RoleSoft.Dashed()},
		mark.PolyLine{At: along(func(t taylor, _ [2]float64) float64 { return t.term(v.Terms - 1) }), Style: mark.RoleSoft.Wide(1.2), Legend: "its last term"},
		mark.PolyLine{At: along(func(_ taylor, z [2]float64) float64 { return v.Kernel.At(x, z) }), Style: mark.RoleInk.Wide(2.2), Legend: "k(x, ·)"},
		mark.PolyLine{At: sums, Style: mark.RoleAccent.Wide(2).Dashed(), Legend: "the sum of its first K terms"},
	)
	return p
}

// remainder is the error at all pairs of rows for every number of terms.
func (v view) remainder() mark.Panel {
	const least = 1e-16 // below there is nothing but rounding
	e := v.series()
	var errors, bounds []mark.XY
	last := 2
	for k := 1; k <= mostTerms; k++ {
		errors = append(errors, mark.XY{X: float64(k), Y: max(e.errors[k], least)})
		bounds = append(bounds, mark.XY{X: float64(k), Y: min(max(e.bounds[k], least), 1e9)})
		if e.bounds[k] > 10*least {
			last = k
		}
	}
	last = max(last, v.Terms, 8)
	now := say.Vars{"error": e.errors[v.Terms], "terms": v.Terms, "bound": min(e.bounds[v.Terms], 1e300)}
	p := mark.Panel{
		ID: "remainder", Title: titleRemainder, Note: now.Text("largest error <error>"),
		Alt: now.Text("with <terms term> the largest error over all pairs of points is <error>, the largest bound <bound>"),
		X:   mark.Axis{Name: "terms K", Min: 1, Max: float64(last), Integer: true}, Y: mark.Axis{Name: "error", Min: least, Max: 10, Log: true},
	}
	p.Add(
		mark.Rule{Vertical: true, At: float64(v.Terms), Label: "K", Style: mark.RoleAccent.Dashed()},
		mark.PolyLine{At: bounds[:last], Style: mark.RoleSoft.Wide(1.6).Dashed(), Legend: "largest bound (Lagrange's remainder)"},
		mark.PolyLine{At: errors[:last], Style: mark.RoleInk.Wide(2), Legend: "largest error over all pairs"},
	)
	return p
}

// partial is the kernel matrix made of the sums, beside which the true one stands.
func (v view) partial() mark.Panel {
	n := len(v.X)
	g := panel.Gram{
		ID: "partial", Title: titlePartial, Note: say.Vars{"terms": v.Terms}.Text("<terms term>"),
		Alt: say.Vars{"n": n, "terms": v.Terms}.Text("the <n> by <n> matrix of the sums of <terms term>"), Lo: -1, Hi: 1,
		Values: make([]float64, n*n), Scale: mark.Diverging,
	}
	for i := range n {
		for j := range n {
			g.Values[i*n+j] = v.taylor(v.X[i], v.X[j]).sums(v.Terms)[v.Terms-1]
		}
	}
	return g.Panel(n)
}

// sliceMarks are x on the board, to be dragged, and the line through it.
func (v view) sliceMarks() []mark.Mark {
	if !v.expands() {
		return nil
	}
	return []mark.Mark{
		mark.Rule{At: v.Slice[1], Style: mark.RoleFaint.Dashed()},
		mark.Handle{Param: "slice", At: mark.XY{X: v.Slice[0], Y: v.Slice[1]}, Tip: "x of the function k(x, ·); drag it", Label: "x"},
	}
}

// seriesValues are what the model says of the series: the sums for the first two rows, and
// what they tend to.
func (s *state) seriesValues() []algos.Value {
	if !s.expands() || len(s.X) < 2 {
		return nil
	}
	return []algos.Value{
		{Name: "series", Value: s.taylor(s.X[0], s.X[1]).sums(s.Terms)},
		{Name: "kernel12", Value: s.Kernel.At(s.X[0], s.X[1])},
	}
}
