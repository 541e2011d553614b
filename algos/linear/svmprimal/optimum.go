package svmprimal

import (
	"context"
	"math"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/lq"
	"playground/algos/linear/internal/smo"
	"playground/algos/margin"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// An optimum is the exact solution of one form, from its dual.
type optimum struct {
	theta   vector     // θ₁, θ₂, θ₀ in the coordinates of the data
	centred vector     // the same where the dual was solved: with a free offset measured from the points' mean
	dual    float64    // the dual value: no J is below it
	primal  float64    // J at theta
	lo, hi  float64    // every θ₀ from lo to hi is as good as that of centred
	kkt     float64    // by how much the solver's α still violate a condition
	blur    float64    // what rounding may have done to θ
	hazy    float64    // what rounding may have done to dual and primal
	uneven  float64    // |Σαy|, 0 except for rounding
	why     say.Phrase // of a hard margin: why there is none
}

// reached reports whether no J is below the one at theta, as far as a reader sees.
func (o optimum) reached() bool {
	return math.Abs(o.primal-o.dual) <= algos.Negligible*o.primal
}

// unsure is how far the least J may be from the dual value, and from the primal.
func (o optimum) unsure() float64 { return math.Abs(o.primal-o.dual) + o.hazy }

// The solver's tolerance, where rounding lets it be that small, what it may be
// otherwise, and the solver's work.
const (
	tightest = 1e-12
	loosest  = 1e-6
	maxWork  = 10_000_000
)

// tolerance is how far the KKT conditions may be violated: scores are sums of up
// to n terms αK, and cannot be told apart below their rounding.
func tolerance(c float64, diagonal []float64) float64 {
	if math.IsInf(c, 1) {
		return tightest
	}
	return min(loosest, max(tightest, 8*ulp*c*slices.Max(diagonal)*math.Sqrt(float64(len(diagonal)))))
}

// dual solves the dual of a form by package smo. With an offset it has the
// constraint Σαy = 0. The other two forms have not: max Σα − ½‖Σαyx‖² over the box
// alone. Two more variables s₊, s₋ ≥ 0 with labels ±1 that cost nothing and whose
// kernel rows are zero bring them into the shape of that package: Σαy + s₊ − s₋ = 0
// can always be met, and these two pin its offset to 0.
func dual(ctx context.Context, p algos.Problem, form string, c float64) (optimum, error) {
	n := len(p.Points)
	q, x := smo.Problem{Y: make([]float64, n), C: make([]float64, n)}, make([][2]float64, n)
	var shift [2]float64
	if form == "intercept" {
		shift = mean(p)
	}
	for i, pt := range p.Points {
		x[i] = [2]float64{pt.X[0] - shift[0], pt.X[1] - shift[1]}
		q.Y[i], q.C[i] = pt.Sign(), c
	}
	gram := smo.NewGram(kernel.Linear{}, x)
	q.K = gram
	one := 0.0
	if form != "intercept" {
		if form == "augmented" {
			one = 1
		}
		q.Y, q.C = append(q.Y, 1, -1), append(q.C, math.Inf(1), math.Inf(1))
		q.P = append(slices.Repeat([]float64{-1}, n), 0, 0)
		q.K = box(gram, n, one)
	}
	s, err := smo.Solve(ctx, q, tolerance(c, q.K.Diagonal()), maxWork/(n+200))
	if ctx.Err() != nil {
		return optimum{}, ctx.Err()
	}
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	o, sum, sums := optimum{kkt: s.Violation}, 0.0, 0.0
	for i, a := range s.Alpha[:n] {
		z := vector{x[i][0], x[i][1], one}
		sum += a
		sums += sum
		o.uneven += a * q.Y[i]
		o.theta = add(o.theta, a*q.Y[i], z)
		o.blur += ulp * (a*norm(z) + norm(o.theta)) // a product, and a sum
	}
	square := dot(o.theta, o.theta)
	o.dual, o.lo, o.hi = sum-square/2, o.theta[2], o.theta[2]
	if form == "intercept" {
		o.theta[2], o.lo, o.hi = s.Offset, s.Lo, s.Hi
		if s.Lo > s.Hi { // an interval that is a point, except for the tolerance
			o.lo, o.hi = s.Offset, s.Offset
		}
		o.uneven = math.Abs(o.uneven)
	} else {
		o.uneven = 0 // nothing asks for it
	}
	o.primal = primal(o.theta, x, q.Y, square, c)
	o.hazy = ulp*(sums+4*square) + math.Sqrt(square)*o.blur
	if !math.IsInf(c, 1) {
		z := make([]vector, n)
		for i := range z {
			z[i] = vector{x[i][0], x[i][1], 1}
		}
		o.hazy += c * hingeRounding(o.theta, z, q.Y)
	}
	o.centred = o.theta
	o.theta[2] -= o.theta[0]*shift[0] + o.theta[1]*shift[1]
	return o, nil
}

// size is what the products that add up to a score come to.
func size(theta, x vector) float64 {
	return math.Abs(theta[0]*x[0]) + math.Abs(theta[1]*x[1]) + math.Abs(theta[2]*x[2])
}

// hingeRounding is how far off Σ max(0, 1 − yf) may be: n terms, each of three
// products, and the sums of them.
func hingeRounding(theta vector, x []vector, y []float64) float64 {
	terms, hinge, sums := 0.0, 0.0, 0.0
	for t, z := range x {
		terms += 1 + size(theta, z)
		hinge += max(0, 1-y[t]*dot(theta, z))
		sums += hinge
	}
	return ulp * (4*terms + sums)
}

// primal is J at a θ whose penalised square is given.
func primal(theta vector, x [][2]float64, y []float64, square, c float64) float64 {
	hinge, least := 0.0, math.Inf(1)
	for i := range x {
		z := y[i] * (theta[0]*x[i][0] + theta[1]*x[i][1] + theta[2])
		hinge, least = hinge+max(0, 1-z), min(least, z)
	}
	if math.IsInf(c, 1) { // θ as long as it takes for every yf ≥ 1
		scale := max(0, min(1, least))
		return square / 2 / (scale * scale)
	}
	return square/2 + c*hinge
}

// boxed is the matrix of inner products, plus one where the constant coordinate
// counts, with two rows of zeros. It implements [smo.Rows].
type boxed struct {
	rows [][]float64
	diag []float64
}

func box(gram *smo.Gram, n int, one float64) boxed {
	b := boxed{make([][]float64, n+2), make([]float64, n+2)}
	for i := range b.rows {
		b.rows[i] = make([]float64, n+2)
	}
	for i := range n {
		for j, v := range gram.Row(i) {
			b.rows[i][j] = v + one
		}
		b.diag[i] = b.rows[i][i]
	}
	return b
}

func (b boxed) Row(i int) []float64 { return b.rows[i] }
func (b boxed) Diagonal() []float64 { return b.diag }

// Why a hard margin does not exist, or cannot be shown.
const (
	oneLabel         = "All points have the same label: θ = 0 with |θ₀| ≥ 1 is optimal, and there is no margin to widen."
	notSeparable     = "No line separates these points, so there is no margin to widen: use sub-gradient descent with slacks."
	notThroughOrigin = "No line through the origin separates these points, so there is no margin to widen: allow a bias, or use sub-gradient descent " +
		"with slacks."
	tooNarrow = "The largest margin is less than a millionth of the points' extent, too narrow for floating-point numbers: rescale the features."
)

// hard finds the largest margin: exactly, as the point of a convex hull that is
// nearest to 0, except for the offset's direction, which the dual with c = ∞ gives.
func hard(ctx context.Context, p algos.Problem, form string, c float64) (optimum, error) {
	z, classes, one := make([]margin.Vector, len(p.Points)), [2]bool{}, 1.0
	if form == "no-intercept" {
		one = 0
	}
	for i, q := range p.Points {
		z[i] = scaled(q.Sign(), vector{q.X[0], q.X[1], one})
		classes[q.Class()] = true
	}
	best := margin.Largest(z)
	switch {
	case form == "intercept" && !(classes[0] && classes[1]):
		return optimum{lo: math.Inf(-1), hi: math.Inf(1), why: oneLabel}, nil
	case !best.Separable && form == "no-intercept":
		return optimum{dual: math.Inf(1), why: notThroughOrigin}, nil
	case !best.Separable:
		return optimum{dual: math.Inf(1), why: notSeparable}, nil
	case form != "intercept":
		o := optimum{theta: scaled(1/best.Gamma, best.Theta), dual: 1 / (2 * best.Gamma * best.Gamma)}
		o.primal, o.lo, o.hi, o.centred = o.dual, o.theta[2], o.theta[2], o.theta
		return o.judged(best.R), nil
	}
	m, radius := mean(p), 0.0
	for _, q := range p.Points {
		radius = max(radius, math.Hypot(q.X[0]-m[0], q.X[1]-m[1]))
	}
	o, err := dual(ctx, p, form, c)
	return o.judged(radius), err
}

// narrowest is the narrowest band, as a share of the largest point, that is
// still told apart from rounding.
const narrowest = 1e-6

// judged says why a hard margin is none that can be shown.
func (o optimum) judged(radius float64) optimum {
	gamma := 1 / math.Sqrt(2*o.dual)
	if !(gamma >= narrowest*radius) || !(math.Abs(o.primal-o.dual) <= 1e-6*o.dual) {
		o.why = tooNarrow
	}
	return o
}

// penalties are the exponents q of the penalties ‖θ‖_q^q/q that are compared.
var penalties = [...]float64{1, 2, 4}

// A shrinkage is what each of the penalties chooses: at the run's price, and on the way
// from small prices to large ones.
type shrinkage struct {
	now  [len(penalties)]lq.Solution
	c    []float64
	path [len(penalties)][]lq.Solution
}

// The prices of the way: so many, from far below the run's to far above it, and what is 0
// in a picture of where a solver stops.
const (
	stations    = 121
	fewStations = 41   // with many points
	cheapest    = 1e-3 // times the run's C
	priciest    = 30.0
	zeroTheta   = 1e-9
)

// shrink solves the problem with all penalties.
func (k *task) shrink(ctx context.Context) shrinkage {
	var s shrinkage
	p := lq.Problem{Y: k.y, Offset: k.Form == "intercept"}
	for _, q := range k.Points {
		p.X = append(p.X, q.X)
	}
	n := stations
	if len(k.x) > sharpest {
		n = fewStations
	}
	for i := range n {
		s.c = append(s.c, k.C*cheapest*math.Pow(priciest/cheapest, float64(i)/float64(n-1)))
	}
	for i, q := range penalties {
		p.Q, p.C = q, k.C
		s.now[i] = lq.Solve(p)
		for _, c := range s.c {
			if ctx.Err() != nil {
				return s
			}
			p.C = c
			s.path[i] = append(s.path[i], lq.Solve(p))
		}
	}
	return s
}

// chosen is the place of the penalty that is asked for; ok is false where none is.
func (k *task) chosen() (i int, ok bool) {
	q, err := strconv.ParseFloat(k.Ball, 64)
	if err != nil || k.Method == "widen" || k.Form == "augmented" {
		return 0, false
	}
	for i, p := range penalties {
		if p == q {
			return i, true
		}
	}
	return 0, false
}

// lossAt is the least Σξ that some θ₀ leaves at (θ₁, θ₂).
func (k *task) lossAt(a, b float64) (loss float64) {
	theta := vector{a, b}
	if k.Form == "intercept" {
		theta[2], _, _, _ = k.offset(theta)
	}
	for t, x := range k.x {
		loss += max(0, 1-k.y[t]*dot(theta, x))
	}
	return loss
}

// rim is the border of the ball with ‖θ‖_q as large as at theta, corner by corner.
func rim(theta [2]float64, q float64) []mark.XY {
	const corners = 240
	size := lq.Penalty(theta, q)
	at := make([]mark.XY, corners)
	for i := range at {
		s, c := math.Sincos(2 * math.Pi * float64(i) / corners)
		far := math.Pow(size/lq.Penalty([2]float64{c, s}, q), 1/q)
		at[i] = mark.XY{X: far * c, Y: far * s}
	}
	return at
}

// checkBall: the solver gives a θ and a feasible α. J at the one is worked out again, and
// meets the dual's value at the other.
func (v view) checkBall() algos.Check {
	i, _ := v.chosen()
	s := v.shrinkage().now[i]
	value := lq.Penalty(s.Theta, penalties[i]) + v.C*v.lossAt(s.Theta[0], s.Theta[1])
	c := claimPenalty.Equal(value, s.Dual, 1e-6*s.Primal).Between("regulariser + C Σξ", "dual value").
		Because(say.Vars{"q": v.Ball}.Text("with q = <q>; no θ has less than the dual value"))
	if !s.Reached() {
		return c.Unless("the solver has not converged")
	}
	return c
}

// checkTouch: a solution of the penalised problem has the least loss in its ball. It looks along the border of the ball for less loss.
func (v view) checkTouch() algos.Check {
	i, _ := v.chosen()
	s, least := v.shrinkage().now[i], math.Inf(1)
	for _, at := range rim(s.Theta, penalties[i]) {
		least = min(least, v.lossAt(at.X, at.Y))
	}
	size := float64(len(v.x)) * (1 + norm(vector{s.Theta[0], s.Theta[1]})*v.big)
	c := claimTouch.AtMost(v.lossAt(s.Theta[0], s.Theta[1]), least, 1e-6*s.Primal/v.C+16*ulp*size).Of(size).
		Between("Σξ of the solution", "minimum on the boundary").Because("checked at 240 points of the boundary")
	if !s.Reached() {
		return c.Unless("the solver has not converged")
	}
	return c
}

// ballPanel is the plane of θ with the contours of the loss, the ball that touches one of
// them, and the ways of the solutions while C grows.
func (v view) ballPanel() mark.Panel {
	i, _ := v.chosen()
	all := v.shrinkage()
	s := all.now[i]
	shown := []mark.XY{{}}
	for j := range penalties {
		theta := all.now[j].Theta
		shown = append(shown, mark.XY{X: 1.6 * theta[0], Y: 1.6 * theta[1]})
	}
	border := rim(s.Theta, penalties[i])
	w := mark.FitPath(append(shown, border...))
	words := say.Vars{"q": v.Ball, "theta": s.Theta[:], "C": v.C, "loss": s.Loss}
	p := mark.Panel{
		ID: "ball", Title: titleBall, Note: words.Text("q = <q>: θ = <theta>"), Equal: true, Height: 1,
		Alt: words.Text("the contours of the loss over θ, and the norm ball with q = <q>, which touches that of Σξ = <loss> at θ = <theta>"),
		X:   mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
	}
	field := panel.Landscape(w, "Σξ at the optimal θ₀", panel.Score(v.lossAt), 12*len(v.x))
	field.Levels = append(field.Levels, mark.Level{Value: s.Loss, Style: mark.RoleAccent.Wide(2.2), Label: words.Text("Σξ = <loss>")})
	p.Add(field, mark.PolyLine{At: border, Closed: true, Style: mark.RoleInk.Wide(2.2), Layer: mark.Over, Legend: words.Text("the ball ‖θ‖ of q = <q>")})
	for j, q := range penalties {
		way := make([]mark.XY, 0, stations)
		for _, at := range all.path[j] {
			way = append(way, mark.XY{X: tidied(at.Theta[0]), Y: tidied(at.Theta[1])})
		}
		style := ballStyle(j)
		if j != i {
			style = style.Dashed()
		}
		p.Add(panel.Line(way, style, say.Vars{"q": q}.Text("regularisation path for q = <q>")))
		dot := panel.Dot(mark.XY{X: tidied(all.now[j].Theta[0]), Y: tidied(all.now[j].Theta[1])}, 4, ballStyle(j), "")
		dot.Hollow = j != i
		p.Add(dot)
	}
	return p
}

func ballStyle(i int) mark.Style { return (mark.RoleClass2 + mark.Role(i)).Wide(2) }

// tidied is 0 for what is 0 except for the solver's end.
func tidied(x float64) float64 {
	if math.Abs(x) <= zeroTheta {
		return 0
	}
	return x
}

// shrinking draws both coordinates of θ against C, for the penalty that is asked for and
// for the run's own.
func (v view) shrinking() mark.Panel {
	i, _ := v.chosen()
	all, w := v.shrinkage(), say.Vars{"q": v.Ball}
	p := panel.Curves{
		ID: "shrinking", Title: titleShrinking, Note: "λ = 1/C decreases to the right", Height: 0.6,
		Alt: w.Text("regularisation path: θ₁ and θ₂ against C for the penalty with q = <q>, and for L2"),
		X:   mark.Axis{Name: "C", Min: all.c[0], Max: all.c[len(all.c)-1], Log: true}, Y: mark.Axis{Name: "θ₁, θ₂"},
		Over: []mark.Mark{mark.Rule{Vertical: true, At: v.C, Label: "current C", Style: mark.RoleAccent.Dashed()}},
	}
	for j := range 2 {
		name := say.Vars{"name": "θ" + say.Sub(j+1), "q": v.Ball}
		for k, q := range penalties {
			if k != i && q != 2 || k != i && penalties[i] == 2 {
				continue
			}
			line := panel.Quantity{Style: (mark.RoleClass5 + mark.Role(j)).Wide(2.2), Legend: name.Text("<name>, q = <q>")}
			if k != i {
				line.Style, line.Legend = line.Style.Dashed().Faded(0.7), name.Text("<name>, q = 2")
			}
			for t, s := range all.path[k] {
				line.At = append(line.At, mark.XY{X: all.c[t], Y: tidied(s.Theta[j])})
			}
			p.Of = append(p.Of, line)
		}
	}
	return p.Panel()
}
