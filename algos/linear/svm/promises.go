package svm

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// Checks states the theoretical guarantees of this state.
func (v view) Checks() []algos.Check {
	s := v.state
	if why := s.notAKernel(); why != "" {
		return []algos.Check{
			s.Duality(0).Unless(why), s.Gap(0, 0).Unless(why), s.Left(0, 0).Unless(why),
			s.checkKKT(), s.checkExpansion(), s.checkBalance(), s.checkBox(), s.checkLagrangian().Unless(why), s.checkAscent(),
			s.checkSlackness(), s.checkHinge(), s.checkOffset(), v.checkGram().Unless(why), claimLOOCV.Not(why),
			s.checkHingeForm().Unless(why), claimGrows.Not(why), claimLimit.Not(why),
		}
	}
	checks := []algos.Check{s.Duality(s.primalRounding()).Unless(s.unparted()), s.checkGap(), s.checkKKT()}
	if s.Hard {
		checks = append(checks, s.checkHulls())
	} else {
		checks = append(checks, s.Left(s.weight(), s.primalRounding()))
	}
	checks = append(checks, s.checkLOOCV(),
		s.checkExpansion(), s.checkBalance(), s.checkLagrangian(), s.checkBox(), s.checkSlackness(), s.checkHinge(), // the KKT conditions
		s.checkAscent(), s.checkOffset(), s.checkHingeForm())
	if s.Hard && s.Linear {
		checks = append(checks, s.checkDistance())
	}
	checks = append(append(checks, v.sweepChecks()...), v.checkGram())
	if s.lifts() {
		checks = append(checks, s.checkLift())
	}
	if s.expands() {
		checks = append(checks, v.checkSeries())
	}
	return checks
}

// notAKernel says why duality guarantees nothing, with the curvature that the pairs
// have met, or "".
func (s *state) notAKernel() say.Phrase {
	why := s.NotAKernel()
	if why != "" && s.least < 0 {
		why += say.Vars{"eta": s.least}.Text("; the pairs have met a curvature of η = <eta>")
	}
	return why
}

// unparted says why the hard margin's primal has no value, or "".
func (s *state) unparted() say.Phrase {
	if math.IsNaN(s.Primal) {
		return "the hard-margin primal is infeasible so far: w does not separate the classes"
	}
	return ""
}

func (s *state) checkKKT() algos.Check { return s.Violation(`the largest KKT violation $\to 0$`) }

var (
	claimHard = algos.Guarantee{Name: "box", Claim: `$\alpha_i \ge 0$`}
	claimSoft = algos.Guarantee{Name: "box", Claim: `$0 \le \alpha_i \le C$`}
)

// checkBox: every αᵢ stays in [0, C], exactly, because a move that meets the box
// is set to it.
func (s *state) checkBox() algos.Check {
	least, top := slices.Min(s.alpha), slices.Max(s.alpha)
	if s.Hard {
		return claimHard.AtLeast(least, 0, 0).Between("the smallest α", "")
	}
	if least < 0 {
		return claimSoft.AtLeast(least, 0, 0).Between("the smallest α", "")
	}
	return claimSoft.AtMost(top, s.c, 0).Between("the largest α", "C")
}

func (s *state) checkBalance() algos.Check {
	sum := 0.0
	for i, a := range s.alpha {
		sum += a * s.y[i]
	}
	return s.Balance(`$\sum_i \alpha_i y_i = 0$`, sum, s.Peak, len(s.alpha))
}

func (s *state) checkAscent() algos.Check {
	c := s.Ascent(s.rounding())
	if s.Done == nil || math.IsInf(s.Done.Gain, 0) || c.Verdict == algos.Undecided {
		return c
	}
	return c.Because(s.Gained())
}

// rounding bounds the rounding error of the dual: a sum of terms αᵢ(1 + |Fᵢ|) in
// which every F is off by the drift of the errors.
func (s *state) rounding() float64 {
	size := 0.0
	for k, a := range s.alpha {
		size += a * (1 + math.Abs(s.e[k]+s.y[k]))
	}
	return s.sum*s.Drift + num.Ulp*size*float64(len(s.alpha))
}

// primalRounding is the same for the primal, in which every slack counts C.
func (s *state) primalRounding() float64 {
	n := float64(len(s.alpha))
	if s.Hard { // ½‖w‖²/μ²: relative
		return s.rounding() + (n*num.Ulp+4*s.Drift)*s.Primal
	}
	return s.rounding() + n*s.c*s.Drift + n*num.Ulp*s.Primal
}

// weight is Σ max(αᵢ, C − αᵢ), by which the gap is more than the violation.
func (s *state) weight() float64 {
	sum := 0.0
	for _, a := range s.alpha {
		sum += max(a, s.c-a)
	}
	return sum
}

// checkGap: what the tolerance may leave of the gap is tol·Σ max(αᵢ, C − αᵢ), or
// with the hard margin, where primal = ½‖w‖²/μ², what follows from μ ≥ 1 − ½tol and
// |‖w‖² − Σα| ≤ ½tol·Σα.
func (s *state) checkGap() algos.Check {
	var left float64
	switch mu := 1 - s.Tol/2; {
	case s.Hard:
		left = s.norm2/2*(1/(mu*mu)-1) + s.Tol/2*s.sum
	default:
		left = s.Tol * s.weight()
	}
	return s.Gap(left, s.primalRounding()).Unless(s.unparted())
}

// checkSlackness states the three kinds of points with the offset in use.
func (s *state) checkSlackness() algos.Check {
	worst := 0.0
	for k, a := range s.alpha {
		z := s.y[k] * s.f(k)
		if a < s.c {
			worst = max(worst, 1-z) // α < C ⇒ yf ≥ 1
		}
		if a > 0 {
			worst = max(worst, z-1) // α > 0 ⇒ yf ≤ 1
		}
	}
	const claim = `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`
	return s.Settles("slackness", claim, worst, 0, 1, 2*s.Drift).Between("largest violation", "")
}

// checkOffset: a free support vector determines θ₀; without one it may be
// anywhere in an interval, of which we take the middle.
func (s *state) checkOffset() algos.Check {
	if s.Free == 0 {
		return s.checkInterval()
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, a := range s.alpha {
		if a > 0 && a < s.c {
			lo, hi = min(lo, -s.e[k]), max(hi, -s.e[k])
		}
	}
	c := s.Settles("offset", `every unbounded support vector gives the same bias $\theta_0 = y_i - F_i$`, hi-lo, 0, 1, 2*s.Drift).Between("difference", "")
	if c.Why != "" {
		return c
	}
	return c.Because(say.Vars{"free": s.Free}.Text("<free unbounded support vector> with 0 < α < C"))
}

func (s *state) checkInterval() algos.Check {
	const claim = `with no unbounded support vector the bias $\theta_0$ is determined only up to an interval`
	if s.Status.State != algos.Converged {
		return algos.Inapplicable("offset", claim, "the interval is empty until the KKT conditions hold")
	}
	if why := s.Blurred(); why != "" {
		return algos.Inapplicable("offset", claim, why)
	}
	at := s.theta0() - s.Bias // the interval is kept in the coordinates of the kernel
	lo, hi := s.Lo+at, s.Hi+at
	v := say.Vars{"lo": lo, "hi": hi, "theta0": s.theta0()}
	c := s.Within(claim)
	switch {
	case math.IsInf(hi, 1):
		return c.Because(v.Text("every θ₀ ≥ <lo> is optimal"))
	case math.IsInf(lo, -1):
		return c.Because(v.Text("every θ₀ ≤ <hi> is optimal"))
	case hi-lo <= s.Tol:
		return c.Because(v.Text("every support vector is at the bound, and the interval is one point: θ₀ = <lo>"))
	}
	return c.Because(v.Text("every θ₀ from <lo> to <hi> is optimal; the middle is taken, <theta0>"))
}

// checkDistance: the closest points lie 1/‖w‖ from the line (hard margin,
// linear kernel). It measures distances on the board, not scores.
func (s *state) checkDistance() algos.Check {
	const claim = `the closest point is at distance $1/\|w\|$ from the decision boundary`
	f := s.expansion()
	w, off := f.Weights(), f.Rounding()
	length := math.Hypot(w[0], w[1])
	if length == 0 {
		return algos.Inapplicable("distance", claim, "w = 0: there is no decision boundary")
	}
	closest, rounding := math.Inf(1), 0.0
	for k, x := range s.X {
		closest = min(closest, s.y[k]*((w[0]*x[0]+w[1]*x[1]+s.Bias)/length))
		far := math.Hypot(x[0], x[1])
		rounding = max(rounding, (far*off+4*num.Ulp*(far*length+math.Abs(s.Bias)))/length)
	}
	return s.Settles("distance", claim, closest, 1/length, 1/length, rounding+(2*s.Drift+off/length)/length).Between("closest point", "1/‖w‖")
}

var claimHulls = algos.Guarantee{Name: "hulls", Claim: "the convex hulls of the classes intersect"}

// checkHulls: any α bounds the margin from above, so at the end 1/‖w‖ ≤ ‖w‖/Σα
// must be an equality.
func (s *state) checkHulls() algos.Check {
	claim := algos.Guarantee{Name: "hulls", Claim: `no margin exceeds $\|w\| / \sum_i \alpha_i$`}
	if h := s.hulls; h != nil {
		return claimHulls.AtMost(2*h.bound, 2*meet*s.radius, 0).Between("their distance", "resolution")
	}
	if s.sum == 0 || !(s.Primal > 0) {
		return claim.Not("w does not separate the classes yet")
	}
	best := 1 / math.Sqrt(2*s.Primal) // the margin of the separator in the direction of w, with the offset midway
	length := math.Sqrt(max(0, s.norm2))
	bound := length / s.sum
	return s.Doubted(claim.AtMost(best, bound, 8*num.Ulp*bound+s.rounding()/s.sum+s.Drift/length).Between("margin of this w", "bound").Metered())
}

// maxConditions is the most points whose conditions are written out.
const maxConditions = 12

// A column of the conditions: what it is called, and its number for a point.
type column struct {
	name say.Phrase
	of   func(k int) float64
}

// conditions are the columns of the KKT conditions. A hard margin has no slack, and so
// no multiplier β of one.
func (s *state) conditions() []column {
	yf := func(k int) float64 { return s.y[k] * s.f(k) }
	if s.Hard {
		return []column{
			{"α", func(k int) float64 { return s.alpha[k] }},
			{"yf", yf},
			{"α(yf−1)", func(k int) float64 { return s.alpha[k] * (yf(k) - 1) }},
		}
	}
	return []column{
		{"α", func(k int) float64 { return s.alpha[k] }},
		{"β", s.beta},
		{"yf", yf},
		{"ξ", s.slack},
		{"α(yf−1+ξ)", s.road},
		{"βξ", func(k int) float64 { return s.beta(k) * s.slack(k) }},
	}
}

// beta is the multiplier of ξₖ ≥ 0, by the derivative for ξₖ: αₖ + βₖ = C.
func (s *state) beta(k int) float64 { return s.c - s.alpha[k] }

// road is the product of the multiplier αₖ with the room that its condition has.
func (s *state) road(k int) float64 { return s.alpha[k] * (s.y[k]*s.f(k) - 1 + s.slack(k)) }

// off is by how much point k fails complementary slackness with the offset in use.
func (s *state) off(k int) float64 {
	if s.Hard {
		return math.Abs(s.alpha[k]*(s.y[k]*s.f(k)-1)) + s.slack(k)
	}
	return math.Abs(s.road(k)) + s.beta(k)*s.slack(k)
}

// written are the rows whose conditions are written out: all of a few points, else the
// pair at work and those that fail the conditions most.
func (v view) written() []int {
	rows := make([]int, len(v.y))
	for k := range rows {
		rows[k] = k
	}
	if len(rows) <= maxConditions {
		return rows
	}
	work := v.pair()
	slices.SortStableFunc(rows, func(a, b int) int {
		if x, y := slices.Contains(work, a), slices.Contains(work, b); x != y {
			if x {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(v.off(b), v.off(a)), cmp.Compare(v.alpha[b], v.alpha[a]))
	})
	rows = rows[:maxConditions]
	slices.Sort(rows)
	return rows
}

// kkt is the list of the conditions, point by point, as a table.
func (v view) kkt() mark.Panel {
	rows, columns := v.written(), v.conditions()
	n, wide := len(rows), len(columns)
	m := mark.Matrix{Rows: n, Cols: wide, Scale: mark.Diverging, Text: true}
	heads := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	for c, col := range columns {
		panel.Write(&heads, float64(c)+0.5, float64(n)+0.35, col.name)
	}
	for i, k := range rows {
		for _, col := range columns {
			m.Values = append(m.Values, tidy(col.of(k)))
		}
		m.RowRefs = append(m.RowRefs, say.Row(k).Ref())
		panel.Write(&heads, -0.3, float64(n-i)-0.55, say.Phrase(say.Row(k).Name()))
		if slices.Contains(v.pair(), k) {
			m.Hot = append(m.Hot, [2]int{i, 0})
		}
	}
	for _, x := range m.Values { // pale: the numbers count
		m.Hi = max(m.Hi, 5*math.Abs(x), 1)
	}
	m.Lo = -m.Hi
	p := mark.Panel{
		ID: "kkt", Title: "KKT conditions of each point", Height: 0.22 + 0.075*float64(n),
		Alt: say.Vars{"n": n}.Text("a table of <n point>: the multipliers, the decision function, the slack, and the products that must be 0 by " +
			"complementary slackness"),
		X: mark.Axis{Hidden: true, Min: -0.6, Max: float64(wide)}, Y: mark.Axis{Hidden: true, Max: float64(n) + 0.9}, Marks: []mark.Mark{m, heads},
	}
	if !v.Hard {
		p.Note = "β = C − α"
	}
	if n < len(v.y) {
		p.Note = say.Vars{"n": n, "all": len(v.y)}.Text("<n> of <all point>: the working pair and the largest violations")
	}
	return p
}

// tidy is 0 for what is nothing but rounding beside numbers of the size 1.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
}

// maxExpanded is how many kernel values the check of the expansion costs at most,
// about.
const maxExpanded = 200_000

// checkExpansion: w = Σαyφ(x), so F computed afresh from α must be the F that the
// pairs have kept up to date; with the linear kernel, ⟨w, x⟩ with the w that is shown.
func (s *state) checkExpansion() algos.Check {
	claim := say.Phrase(`$w = \sum_i \alpha_i y_i\,\varphi(x_i)$`)
	if s.NotAKernel() != "" { // there is no w
		claim = `$f(x) = \sum_i \alpha_i y_i\,k(x_i, x) + \theta_0$`
	}
	f := s.expansion()
	f.Bias = 0
	w := f.Weights()
	stride := 1 + len(s.y)*len(f.Centres)/maxExpanded
	worst, size, top, kept := 0.0, 1.0, 0.0, 0.0 // F is kept as an error, F − y, which rounds to its digits
	for i := 0; i < len(s.X); i += stride {
		x := s.X[i]
		fresh := 0.0
		if s.Linear {
			fresh = w[0]*x[0] + w[1]*x[1]
		} else {
			fresh = f.Value(x)
		}
		worst, size = max(worst, math.Abs(fresh-s.e[i]-s.y[i])), max(size, math.Abs(fresh))
		top, kept = max(top, math.Abs(s.Kernel.At(x, x))), max(kept, math.Abs(s.e[i]), 1)
	}
	c := s.Doubted(algos.Equal("expansion", claim, worst, 0, max(2*s.Drift+4*num.Ulp*s.sum*top*float64(len(s.y)), 4*num.Ulp*kept)).Of(size).Between("largest error of ⟨w, "+
		"φ(xᵢ)⟩", ""))
	if s.Linear {
		return c.Because(say.Vars{"w": w[:]}.Text("$w = <w>$; ⟨w, x⟩ is the decision function without the bias θ₀"))
	}
	return c
}

// checkLagrangian: with α + β = C the slacks cancel, with Σαy = 0 the offset, and with
// w = Σαyφ(x) what is left is the dual, whatever the primal point is.
func (s *state) checkLagrangian() algos.Check {
	const claim = `with $\alpha_i + \beta_i = C$ every $\xi_i$ cancels: $L(w, \theta_0, \xi, \alpha, \beta) = \text{dual}$`
	const hard = `the Lagrangian at this $w$ and $\theta_0$ is the dual: $L(w, \theta_0, \alpha) = \text{dual}$`
	sum, size := s.norm2/2, s.norm2/2
	for k, a := range s.alpha {
		xi, z := s.slack(k), s.y[k]*s.f(k)
		if s.Hard {
			xi = 0
		} else {
			sum += s.c*xi - s.beta(k)*xi
			size += 2 * s.c * xi
		}
		sum -= a * (z - 1 + xi)
		size += a * (math.Abs(z) + 1 + xi)
	}
	name := say.Phrase(claim)
	if s.Hard {
		name = hard
	}
	balance := float64(4*(s.Pairs+len(s.alpha))) * num.Ulp * s.Peak * math.Abs(s.Bias)
	rounding := s.rounding() + balance + num.Ulp*size*float64(len(s.alpha)+4)
	return s.Doubted(algos.Equal("lagrangian", name, sum, s.Dual, rounding).Of(size).Between("L", "dual"))
}

// checkHinge: the slack that the dual implies is 1 − yf at the points with α = C and 0
// at all others. It must come to the hinge loss of the scores.
func (s *state) checkHinge() algos.Check {
	const claim = `$\xi_i = \max(0, 1 - y_i f(x_i))$: the hinge losses are the slacks of the points with $\alpha_i = C$`
	const hard = `all slacks vanish: $\sum_i \max(0, 1 - y_i f(x_i)) \to 0$`
	hinge, implied := 0.0, 0.0
	for k, a := range s.alpha {
		hinge += s.slack(k)
		if a >= s.c {
			implied += 1 - s.y[k]*s.f(k)
		}
	}
	n := float64(len(s.alpha))
	if s.Hard {
		return s.Settles("hinge", hard, hinge, 0, n, 2*n*s.Drift).Between("sum", "")
	}
	return s.Settles("hinge", claim, hinge, implied, n, 2*n*s.Drift).Between("Σ hinge", "Σ where α = C")
}

// checkHingeForm: divided by C, the objective is the regularised hinge loss with
// λ = 1/C.
func (s *state) checkHingeForm() algos.Check {
	claim := algos.Guarantee{Name: "hinge-form", Claim: `$\sum_i \max(0, 1 - y_i f(x_i)) + \frac{\lambda}{2}\|w\|^2 = \text{primal}/C$ with $\lambda = 1/C$`}
	if s.Hard {
		return claim.Not("the hard margin has no slack variables")
	}
	hinge := 0.0
	for k := range s.y {
		hinge += s.slack(k)
	}
	left, right := hinge+s.norm2/(2*s.c), s.Primal/s.c
	return s.Doubted(claim.Equal(left, right, float64(len(s.y))*num.Ulp*right).Between("hinge form", "primal/C"))
}

// maxEigen is the most points whose eigenvalues are worked out for a guarantee, and
// quickEigen while a hand drags something.
const maxEigen, quickEigen = 200, 30

// checkGram: the matrix of a kernel has no negative eigenvalue.
func (v view) checkGram() algos.Check {
	claim := algos.Guarantee{Name: "gram", Claim: `the Gram matrix (kernel matrix) is positive semi-definite: $\lambda_{\min} \ge 0$`}
	n := len(v.y)
	judge := func() algos.Check {
		if v.ctx.Err() != nil {
			return claim.Waits()
		}
		least, most := v.Spectrum()
		if v.ctx.Err() != nil { // the run has ended meanwhile
			return claim.Waits()
		}
		rounding := float64(n) * 4 * num.Ulp * most
		return claim.AtLeast(least, 0, rounding).Of(most).Between("λ_min", "").
			Because(say.Vars{"most": most, "n": n}.Text("the largest of the <n> eigenvalues is <most>"))
	}
	switch {
	case n > maxEigen:
		return claim.Not(say.Vars{"n": n}.Text("the kernel matrix of <n> points is too large for its eigenvalues"))
	case n > quickEigen:
		return claim.Slow(judge)
	}
	return judge()
}

// What the sweep guarantees.
var (
	claimGrows = algos.Guarantee{Name: "price-norm", Claim: `$\|w\|$ never decreases as $C$ increases`}
	claimLimit = algos.Guarantee{Name: "price-limit", Claim: `for large $C$ the soft-margin solution is the hard-margin solution: $\|w\|$ is the same`}
)

// sweepChecks are the guarantees about all C at once.
func (v view) sweepChecks() []algos.Check {
	switch {
	case !v.mixed():
		const why = "all points have the same label: w = 0 at every C"
		return []algos.Check{claimGrows.Not(why), claimLimit.Not(why)}
	case len(v.y) > maxSwept:
		why := say.Vars{"n": len(v.y)}.Text("<n> points are too many for the optima at many C")
		return []algos.Check{claimGrows.Not(why), claimLimit.Not(why)}
	case len(v.y) > quickSweep:
		return []algos.Check{
			claimGrows.Slow(func() algos.Check { return v.sweep().checkGrows() }),
			claimLimit.Slow(func() algos.Check { return v.sweep().checkLimit() }),
		}
	}
	s := v.sweep()
	return []algos.Check{s.checkGrows(), s.checkLimit()}
}

// checkGrows states the two neighbours at which ‖w‖ grows least.
func (s *sweep) checkGrows() algos.Check {
	if len(s.prices) < 2 {
		return claimGrows.Not("the optima for many C are too expensive to compute")
	}
	k := s.closest()
	a, b := s.prices[k], s.prices[k+1]
	last := s.prices[len(s.prices)-1]
	why := say.Vars{"n": len(s.prices), "lo": s.lo, "hi": last.c, "a": a.c, "b": b.c}.
		Text("of <n> values of C from <lo> to <hi> the smallest increase is from C = <a> to C = <b>")
	return claimGrows.AtMost(a.norm, b.norm, a.off+b.off).Of(max(a.terms, b.terms)).Between("‖w‖", "‖w‖ at the next C").Because(why)
}

// checkLimit compares the largest C with the hard margin, which is solved by itself.
func (s *sweep) checkLimit() algos.Check {
	switch {
	case s.cut:
		return claimLimit.Not("the optimum for a large C is too expensive to compute")
	case s.hard == nil:
		return claimLimit.Not(say.Vars{"hi": s.hi}.
			Text("at C = <hi> some α is still C: there is no hard margin, or it needs a larger C"))
	}
	last := s.prices[len(s.prices)-1]
	return claimLimit.Equal(last.norm, s.hard.norm, last.off+s.hard.off).Of(s.hard.terms).
		Between("‖w‖ at the largest C", "hard margin").
		Because(say.Vars{"from": s.from()}.Text("the largest α of the hard margin is <from>: for C ≥ <from> the solution stays the same"))
}
