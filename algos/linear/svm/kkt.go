package svm

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

// maxConditions is the most points whose conditions are written out.
const maxConditions = 12

// A column of the conditions: what it is called, and its number for a point.
type column struct {
	name say.Phrase
	of   func(k int) float64
}

// conditions are the columns of the KKT conditions. A hard margin has no slack, and so
// no price β of one.
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

// beta is the price of ξₖ ≥ 0, by the derivative for ξₖ: αₖ + βₖ = C.
func (s *state) beta(k int) float64 { return s.c - s.alpha[k] }

// road is the product of the price αₖ with the room that its condition has.
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
		heads.At, heads.Text = append(heads.At, mark.XY{X: float64(c) + 0.5, Y: float64(n) + 0.35}), append(heads.Text, col.name)
	}
	for i, k := range rows {
		for _, col := range columns {
			m.Values = append(m.Values, tidy(col.of(k)))
		}
		m.RowRefs = append(m.RowRefs, say.Row(k).Ref())
		heads.At, heads.Text = append(heads.At, mark.XY{X: -0.3, Y: float64(n-i) - 0.55}), append(heads.Text, say.Phrase(say.Row(k).Name()))
		if slices.Contains(v.pair(), k) {
			m.Hot = append(m.Hot, [2]int{i, 0})
		}
	}
	for _, x := range m.Values { // pale: the numbers count
		m.Hi = max(m.Hi, 5*math.Abs(x), 1)
	}
	m.Lo = -m.Hi
	p := mark.Panel{
		ID: "kkt", Title: "KKT conditions, point by point", Height: 0.22 + 0.075*float64(n),
		Alt: say.Vars{"n": n}.Text("a table of <n point>: the prices, the score, the slack, and the products that complementary slackness wants to be 0"),
		X:   mark.Axis{Hidden: true, Min: -0.6, Max: float64(wide)}, Y: mark.Axis{Hidden: true, Max: float64(n) + 0.9}, Marks: []mark.Mark{m, heads},
	}
	if !v.Hard {
		p.Note = "β = C − α"
	}
	if n < len(v.y) {
		p.Note = say.Vars{"n": n, "all": len(v.y)}.Text("<n> of <all point>: the pair, and who is farthest off")
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
	worst, size, top := 0.0, 1.0, 0.0 // F is kept as an error, F − y
	for i := 0; i < len(s.X); i += stride {
		x := s.X[i]
		fresh := 0.0
		if s.Linear {
			fresh = w[0]*x[0] + w[1]*x[1]
		} else {
			fresh = f.Value(x)
		}
		worst, size = max(worst, math.Abs(fresh-s.e[i]-s.y[i])), max(size, math.Abs(fresh))
		top = max(top, math.Abs(s.Kernel.At(x, x)))
	}
	c := s.Doubted(algos.Equal("expansion", claim, worst, 0, 2*s.Drift+4*num.Ulp*s.sum*top*float64(len(s.y))).Of(size).Between("⟨w, φ(xᵢ)⟩ off by at most", ""))
	if s.Linear {
		return c.Because(say.Vars{"w": w[:]}.Text("$w = <w>$; ⟨w, x⟩ is the score of every point without θ₀"))
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
	const hard = `no slack: $\sum_i \max(0, 1 - y_i f(x_i)) \to 0$`
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
		return claim.Not("the hard margin has no price of a slack")
	}
	hinge := 0.0
	for k := range s.y {
		hinge += s.slack(k)
	}
	left, right := hinge+s.norm2/(2*s.c), s.Primal/s.c
	return s.Doubted(claim.Equal(left, right, float64(len(s.y))*num.Ulp*right).Between("hinge form", "primal/C"))
}

// maxEigen is the most points whose eigenvalues are worked out for a promise, and
// quickEigen while a hand drags something.
const maxEigen, quickEigen = 200, 30

// checkGram: the matrix of a kernel has no negative eigenvalue.
func (v view) checkGram() algos.Check {
	claim := algos.Guarantee{Name: "gram", Claim: `the kernel matrix is positive semi-definite: $\lambda_{\min} \ge 0$`}
	n := len(v.y)
	judge := func() algos.Check {
		least, most := v.Spectrum()
		rounding := float64(n) * 4 * num.Ulp * most
		return claim.AtLeast(least, 0, rounding).Of(most).Between("λ_min", "").
			Because(say.Vars{"most": most, "n": n}.Text("the largest of the <n> eigenvalues is <most>"))
	}
	switch {
	case n > maxEigen:
		return claim.Not(say.Vars{"n": n}.Text("<n> points are too many to look at the eigenvalues"))
	case n > quickEigen:
		return claim.Slow(judge)
	}
	return judge()
}

// What the sweep promises.
var (
	claimGrows = algos.Guarantee{Name: "price-norm", Claim: `$\|w\|$ never falls as $C$ grows`}
	claimLimit = algos.Guarantee{Name: "price-limit", Claim: `$C \to \infty$ is the hard margin: from some $C$ on $\|w\|$ is that of the hard margin`}
)

// sweepChecks are the promises about all C at once.
func (v view) sweepChecks() []algos.Check {
	switch {
	case !v.mixed():
		const why = "all points have the same label: w = 0 at every C"
		return []algos.Check{claimGrows.Not(why), claimLimit.Not(why)}
	case len(v.y) > maxSwept:
		why := say.Vars{"n": len(v.y)}.Text("<n> points are too many to solve this for many C")
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
		return claimGrows.Not("to solve this for many C takes too long")
	}
	k := s.closest()
	a, b := s.prices[k], s.prices[k+1]
	last := s.prices[len(s.prices)-1]
	why := say.Vars{"n": len(s.prices), "lo": s.lo, "hi": last.c, "a": a.c, "b": b.c}.
		Text("of <n> values of C from <lo> to <hi> it grows least from C = <a> to C = <b>")
	return claimGrows.AtMost(a.norm, b.norm, a.off+b.off).Of(max(a.terms, b.terms)).Between("‖w‖", "‖w‖ at the next C").Because(why)
}

// checkLimit compares the largest C with the hard margin, which is solved by itself.
func (s *sweep) checkLimit() algos.Check {
	switch {
	case s.cut:
		return claimLimit.Not("to solve this for a large C takes too long")
	case s.hard == nil:
		return claimLimit.Not(say.Vars{"hi": s.hi}.
			Text("at C = <hi> some α is still C: there is no hard margin, or it takes a larger C"))
	}
	last := s.prices[len(s.prices)-1]
	return claimLimit.Equal(last.norm, s.hard.norm, last.off+s.hard.off).Of(s.hard.terms).
		Between("‖w‖ at the largest C", "of the hard margin").
		Because(say.Vars{"from": s.from()}.Text("the largest α of the hard margin is <from>: from C = <from> on nothing changes"))
}
