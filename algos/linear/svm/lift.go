package svm

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
)

// lifts reports whether the kernel is (γ⟨x, z⟩ + c₀)², whose feature space can be written
// down: it has C(2+2, 2) = 6 dimensions, or 3 where c₀ = 0.
func (o Options) lifts() bool { return o.Kernel == "poly" && o.Degree == 2 && o.Coef0 >= 0 }

// lift is the map φ with k(x, z) = ⟨φ(x), φ(z)⟩, in the order of 004, handout G:
// c₀, γx₁², √2γx₁x₂, γx₂², √(2γc₀)x₁, √(2γc₀)x₂.
func (o Options) lift(x [2]float64) [6]float64 { return o.mapped(x, math.Sqrt2) }

// mapped is lift with another number in the place of √2.
func (o Options) mapped(x [2]float64, root float64) [6]float64 {
	g, line := o.Gamma, root*math.Sqrt(o.Gamma*o.Coef0)
	return [6]float64{o.Coef0, g * x[0] * x[0], root * g * x[0] * x[1], g * x[1] * x[1], line * x[0], line * x[1]}
}

func inner(a, b [6]float64) float64 {
	sum := 0.0
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}

// featureNames are what the coordinates of the map are called where γ = c₀ = 1.
var featureNames = [6]say.Phrase{"1", "x₁²", "√2x₁x₂", "x₂²", "√2x₁", "√2x₂"}

// weights is w in the feature space: Σαᵢyᵢφ(xᵢ).
func (s *state) weights() [6]float64 {
	var w [6]float64
	for i, a := range s.alpha {
		if a == 0 {
			continue
		}
		for k, x := range s.lift(s.X[i]) {
			w[k] += a * s.y[i] * x
		}
	}
	return w
}

// features are the pictures of the feature space, where it can be written down.
func (v view) features() []mark.Panel {
	if !v.lifts() {
		return nil
	}
	return []mark.Panel{v.lifted(), v.featureWeights()}
}

// liftedAt is where a place stands in the picture.
func (o Options) liftedAt(x [2]float64) panel.XYZ {
	f := o.lift(x)
	return panel.XYZ{X: f[1], Y: f[2], Z: f[3]}
}

// lifted is the board mapped onto a cone: every point at (γx₁², √2γx₁x₂, γx₂²), and the
// classifier's plane where these three decide.
func (v view) lifted() mark.Panel {
	gamma := ""
	if v.Gamma != 1 {
		gamma = "γ"
	}
	axis := func(form string) mark.Axis { return mark.Axis{Name: say.Phrase(fmt.Sprintf(form, gamma))} }
	p := panel.Space{
		ID: "lift", Title: "Feature map to three dimensions", Note: "the whole feature space",
		Alt:   say.Vars{"n": len(v.y)}.Text("<n point> on a cone, at (γx₁², √2γx₁x₂, γx₂²), in three dimensions"),
		Equal: true, Param: "view_angle", View: v.Turn,
		X: axis("%sx₁²"), Y: axis("√2%sx₁x₂"), Z: axis("%sx₂²"),
		Things: []panel.Thing{v.cone()},
	}
	dots := panel.Dots{Like: mark.DataPoints(v.Set)}
	dots.Like.Tip = v.tip
	for _, x := range v.X {
		dots.At = append(dots.At, v.liftedAt(x))
	}
	p.Things = append(p.Things, dots)
	p.Things = append(p.Things, v.hoops()...)
	p.Things = append(p.Things, v.sheets()...)
	if v.Coef0 > 0 {
		p.Note = "3 of 6 dimensions"
	}
	return p.Panel()
}

// cone is the surface on which all points stand: the board, of which x and −x fall on one
// another.
func (v view) cone() panel.Net {
	far := 0.0
	for _, x := range v.X {
		far = max(far, x[0]*x[0]+x[1]*x[1])
	}
	const rings, rays = 4, 20
	return panel.Net{
		N: rings, M: rays,
		At: func(i, j int) panel.XYZ {
			sin, cos := math.Sincos(math.Pi * float64(j) / rays) // half a turn is once around the cone
			r := math.Sqrt(far * float64(i) / rings)
			return v.liftedAt([2]float64{r * cos, r * sin})
		},
		Like: mark.PolyLine{Style: mark.RoleSoft.Wide(0.4).Faded(0.06), Fill: true, Legend: "input space mapped onto a cone"},
	}
}

// sheets are the boundary and the margins, planes of the picture where the features that
// it does not show decide nothing.
func (v view) sheets() []panel.Thing {
	w := v.weights()
	size := math.Sqrt(inner(w, w))
	if size == 0 || math.Hypot(w[4], w[5]) > 1e-9*size || !(max(math.Abs(w[1]), math.Abs(w[2]), math.Abs(w[3])) > 1e-9*size) {
		return nil
	}
	normal := panel.XYZ{X: w[1], Y: w[2], Z: w[3]}
	offset := w[0]*v.Coef0 + v.Bias
	margin := mark.PolyLine{Style: mark.RoleSoft.Wide(1).Dashed().Faded(0.07), Legend: "margin boundaries f = ±1"}
	return []panel.Thing{
		panel.Sheet{Normal: normal, Offset: offset, Like: mark.PolyLine{Style: mark.RoleAccent.Wide(1.8).Faded(0.2), Legend: "decision boundary f = 0"}},
		panel.Sheet{Normal: normal, Offset: offset - 1, Like: margin},
		panel.Sheet{Normal: normal, Offset: offset + 1, Like: margin},
	}
}

// hoops encircle the support vectors, as on the board.
func (v view) hoops() []panel.Thing {
	var out []panel.Thing
	for _, m := range v.rings() {
		rings, ok := m.(mark.Rings)
		if !ok {
			continue
		}
		h := panel.Hoops{Like: rings}
		for _, at := range rings.At {
			h.At = append(h.At, v.liftedAt([2]float64{at.X, at.Y}))
		}
		out = append(out, h)
	}
	return out
}

// featureWeights is w as bars, one for each feature.
func (v view) featureWeights() mark.Panel {
	w := v.weights()
	first, last := 0, len(w)
	if v.Coef0 == 0 {
		first, last = 1, 4
	}
	top := max(math.Abs(slices.Max(w[:])), math.Abs(slices.Min(w[:])))
	if top == 0 {
		top = 1
	}
	b := mark.Bars{Style: mark.RoleAccent.Plain()}
	names := mark.Texts{Anchor: mark.Middle}
	for k := first; k < last; k++ {
		b.X, b.Y = append(b.X, float64(k)), append(b.Y, w[k])
		b.Tips = append(b.Tips, say.Vars{"name": featureNames[k], "value": w[k]}.Text("weight of <name>: <value>"))
		below := -0.14 * top
		if w[k] < 0 {
			below = -below
		}
		panel.Write(&names, float64(k), below, featureNames[k])
	}
	p := mark.Panel{
		ID: "weights", Title: "Feature weights w", Note: say.Vars{"norm2": v.norm2}.Text("‖w‖² = <norm2>"),
		Alt: say.Vars{"w": w[first:last]}.Text("w = <w>"),
		X:   mark.Axis{Hidden: true, Min: float64(first) - 0.6, Max: float64(last) - 0.4}, Y: mark.Axis{Name: "w", Min: -1.15 * top, Max: 1.15 * top},
	}
	p.Add(b, names)
	return p
}

// mostLifted is how many rows are compared pair by pair.
const mostLifted = 120

// checkLift: the kernel is an inner product of features. The pair is the one that is off
// the most.
func (s *state) checkLift() algos.Check {
	n := min(len(s.X), mostLifted)
	at, worst := [2]int{0, min(1, n-1)}, 0.0
	maps := make([][6]float64, n)
	for i := range maps {
		maps[i] = s.lift(s.X[i])
	}
	for i := range n {
		for j := range i + 1 {
			if off := math.Abs(s.Kernel.At(s.X[i], s.X[j])-inner(maps[i], maps[j])) / s.scaleOf(i, j); off > worst {
				at, worst = [2]int{j, i}, off
			}
		}
	}
	i, j := at[0], at[1]
	size := s.scaleOf(i, j)
	pair := say.Vars{"i": say.Row(i).Name(), "j": say.Row(j).Name()}
	why := pair.Text(`for <i>, <j>; $\varphi$ has $\binom{2+2}{2} = 6$ features`)
	if s.Coef0 == 0 {
		why = pair.Text(`for <i>, <j>; with $c_0 = 0$ only the three of degree 2 remain of $\binom{2+2}{2} = 6$ features`)
	}
	return claimLift.Equal(s.Kernel.At(s.X[i], s.X[j]), inner(maps[i], maps[j]), 16*num.Ulp*size).
		Of(size).Between("k", "⟨φ, φ⟩").Because(why)
}

var claimLift = algos.Guarantee{Name: "lift", Claim: `$k(x_i, x_j) = \langle\varphi(x_i), \varphi(x_j)\rangle$ for every pair`}

// scaleOf is the largest that the kernel of two rows can be.
func (s *state) scaleOf(i, j int) float64 {
	far := s.Gamma*math.Hypot(s.X[i][0], s.X[i][1])*math.Hypot(s.X[j][0], s.X[j][1]) + s.Coef0
	return far*far + math.SmallestNonzeroFloat64
}

// liftValues are what the model says of the feature space: w, and of the first two rows
// ⟨φ, φ⟩ beside what comes out without the roots of two, as 002 writes the map.
func (s *state) liftValues() []algos.Value {
	if !s.lifts() {
		return nil
	}
	w := s.weights()
	values := []algos.Value{{Name: "features", Value: w[:]}}
	if len(s.X) > 1 {
		a, b := s.X[0], s.X[1]
		values = append(
			values, algos.Value{Name: "inner", Value: inner(s.lift(a), s.lift(b))},
			algos.Value{Name: "inner_plain", Value: inner(s.mapped(a, 1), s.mapped(b, 1))},
		)
	}
	return values
}

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
	s.Bool(&f.Series, "taylor", false).Was("series").Label("Taylor series of k").Group("Kernel").When("kernel", "rbf").
		Hint("plots k(x, ·) along a line with the first K terms of its Taylor series")
	s.Int(&f.Terms, "taylor_terms", 3, 1, mostTerms).Was("terms").Slider(1, 20).Label("Taylor terms K").Group("Kernel").
		When("kernel", "rbf").And("taylor", "true").
		Hint("number of terms of the Taylor sum: small = poor approximation, large = the kernel")
	s.Point(&f.Slice, "slice", [2]float64{0.5, 0.5}, 1e6).Label("x of k(x, ·)").Group("Kernel").When("kernel", "rbf").And("taylor", "true").
		Hint("drag it on the plot; k(x, ·) is shown along the horizontal line through x")
	s.Point(&f.Turn, "view_angle", [2]float64{35, 20}, 180).Was("turn").View().Label("azimuth, elevation").Group("Kernel").
		When("kernel", "poly").And("degree", "2").
		Hint("viewing angles of the 3-D plot in degrees; drag the plot")
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

var claimSeries = algos.Guarantee{Name: "series", Claim: `the error of the first $K$ terms of $k(x, z)$ is at most $e^{\max(0, u) - \gamma\|x\|^2 - ` +
	`\gamma\|z\|^2}\,\frac{|u|^K}{K!}$, $u = 2\gamma\langle x, z\rangle$`}

// checkSeries: Lagrange's remainder bounds the error, here at the pair of rows where it is
// largest.
func (v view) checkSeries() algos.Check {
	if len(v.X) > mostExpanded {
		return claimSeries.Not(say.Vars{"most": mostExpanded}.Text("more than <most> points have too many pairs for the Taylor series"))
	}
	return claimSeries.Slow(v.remainderBound)
}

func (v view) remainderBound() algos.Check {
	e := v.series()
	at := e.pair[v.Terms]
	t := v.taylor(v.X[at[0]], v.X[at[1]])
	bound := t.bound(v.Terms)
	if math.IsInf(bound, 1) {
		return claimSeries.Not("the bound overflows: these points are too far from the origin for such a large γ")
	}
	off := math.Abs(v.Kernel.At(v.X[at[0]], v.X[at[1]]) - t.sums(v.Terms)[v.Terms-1])
	why := say.Vars{"i": say.Row(at[0]).Name(), "j": say.Row(at[1]).Name(), "terms": v.Terms}.Text("for <i>, <j>, the pair with the largest error of " +
		"$K = <terms>$ terms")
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
	c := panel.Curves{
		ID: "slice", Title: "Kernel function k(x, ·)", Note: vars.Text("<terms term>"),
		Alt: vars.Text("k(x, ·) along the horizontal line through x = <x>, and the sum of <terms term>"),
		X:   mark.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "k", Min: -0.15, Max: 1.1},
		Under: []mark.Mark{panel.Zero(), mark.Rule{Vertical: true, At: x[0], Label: "x", Style: mark.RoleSoft.Dashed()}},
		Of: []panel.Quantity{
			{At: along(func(t taylor, _ [2]float64) float64 { return t.term(v.Terms - 1) }), Style: mark.RoleSoft.Wide(1.2), Legend: "its last term"},
			{At: along(func(_ taylor, z [2]float64) float64 { return v.Kernel.At(x, z) }), Style: mark.RoleInk.Wide(2.2), Legend: "k(x, ·)"},
			{At: sums, Style: mark.RoleAccent.Wide(2).Dashed(), Legend: "the sum of its first K terms"},
		},
	}
	if lowest < -0.1 {
		c.Y.Min = -1.1
	}
	return c.Panel()
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
	return panel.Curves{
		ID: "remainder", Title: titleRemainder, Note: now.Text("largest error <error>"),
		Alt: now.Text("with <terms term> the largest error over all pairs of points is <error>, the largest bound <bound>"),
		X:   mark.Axis{Name: "Taylor terms K", Min: 1, Max: float64(last), Integer: true}, Y: mark.Axis{Name: "error", Min: least, Max: 10, Log: true},
		Under: []mark.Mark{mark.Rule{Vertical: true, At: float64(v.Terms), Label: "K", Style: mark.RoleAccent.Dashed()}},
		Of: []panel.Quantity{
			{At: bounds[:last], Style: mark.RoleSoft.Wide(1.6).Dashed(), Legend: "largest bound (Lagrange's remainder)"},
			{At: errors[:last], Style: mark.RoleInk.Wide(2), Legend: "largest error over all pairs"},
		},
	}.Panel()
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
