package activelearning

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory promises; the claims are constants, so that they can be translated.
const (
	claimFalls  = `the query reduces the trace by exactly $f(v) = \frac{v^\top A A v}{1 + v^\top A v}$, whatever y is observed`
	claimChain  = `the rank-one updates $A \leftarrow A - \frac{A v v^\top A}{1 + v^\top A v}$ keep $A = (X^\top X)^{-1}$`
	claimBound  = `no query reduces the trace by more than the largest eigenvalue: $f(v) \le \lambda_1(A)$`
	claimBall   = `of all vectors as long as $v$ the eigenvector $u_1$ reduces the trace most: $f(v) \le f(\lVert v\rVert\, u_1)$`
	claimBest   = `no input of the interval reduces the trace more than the A-optimal query`
	claimEnds   = `the predictive variance on the interval is largest at an end`
	claimVolume = `the query shrinks the ellipse, $\det A \leftarrow \det A\,/\,(1 + v^\top A v)$: the maximum-variance query is D-optimal`
	claimFloor  = `lower bound over all designs of this size on the interval: $\mathrm{Tr}\,A \ge \frac{1}{n}\Big(\frac{\sqrt{1+a^2} + ` +
		`\sqrt{1+b^2}}{b - a}\Big)^2$`
	claimLeverages = `the leverages $v_i^\top A v_i$ of all inputs sum to 2, the number of coefficients`
)

// Premises that fail.
const (
	singular  say.Phrase = "XᵀX is singular: there are no two different inputs yet"
	noQuery   say.Phrase = "no query has been made from an invertible XᵀX"
	dependent say.Phrase = "the inputs differ so little that only rounding could be compared"
)

// hopeless is the condition of A beyond which the updates have no digits to compare.
const hopeless = 1e10

// Checks computes the promises from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	claims := []struct {
		name  string
		claim say.Phrase
		of    func(name string, claim say.Phrase) algos.Check
		moves bool // it is about the last query
	}{
		{"falls", claimFalls, v.checkFalls, true},
		{"chain", claimChain, v.checkChain, true},
		{"bound", claimBound, v.checkBound, false},
		{"ball", claimBall, v.checkBall, false},
		{"best", claimBest, v.checkBest, false},
		{"ends", claimEnds, v.checkEnds, false},
		{"volume", claimVolume, v.checkVolume, true},
		{"floor", claimFloor, v.checkFloor, false},
		{"leverages", claimLeverages, v.checkLeverages, false},
	}
	var checks []algos.Check
	for _, c := range claims {
		switch {
		case !v.design.regular():
			checks = append(checks, algos.Inapplicable(c.name, c.claim, singular))
		case c.moves && (v.before == nil || !v.before.design.regular()):
			checks = append(checks, algos.Inapplicable(c.name, c.claim, noQuery))
		case v.worst() > hopeless:
			checks = append(checks, algos.Inapplicable(c.name, c.claim, dependent))
		default:
			checks = append(checks, c.of(c.name, c.claim))
		}
	}
	return checks
}

// worst is the condition of A, now or before the query.
func (v view) worst() float64 {
	k := v.design.condition()
	if v.before != nil && v.before.design.regular() {
		k = max(k, v.before.design.condition())
	}
	return k
}

// ulps is how far rounding may move what is made of sums over all inputs.
func (v view) ulps() float64 { return 64 * num.Ulp * float64(len(v.x)+8) }

// last is the input of the last query.
func (v view) last() float64 { return v.x[len(v.x)-1] }

func (v view) checkFalls(name string, claim say.Phrase) algos.Check {
	was := v.before.design
	before := was.trace()
	return algos.Equal(name, claim, before-was.gain(v.last()), v.design.trace(), v.ulps()*before*(1+math.Sqrt(before))).Of(before).
		Between("Tr A before − f(v)", "Tr A recomputed")
}

// checkChain compares the matrix that is kept with the inverse of XᵀX, entry by entry.
// What the updates have cancelled counts: they began at the start of the run.
func (v view) checkChain(name string, claim say.Phrase) algos.Check {
	b := designOf(v.x).inverse()
	size := max(b.xx, b.oo)
	off := max(math.Abs(v.a.xx-b.xx), math.Abs(v.a.x1-b.x1), math.Abs(v.a.oo-b.oo))
	return excused(algos.Equal(name, claim, off, 0, v.slack()).Of(size).Between("largest difference", ""))
}

// slack bounds the rounding of the updates from the start: each cancels a matrix as large
// as the one before it.
func (v view) slack() float64 {
	sum, d := 0.0, designOf(v.x[:len(v.Points)])
	for _, x := range v.queried() {
		if d.regular() {
			b := d.inverse()
			size := b.xx + b.oo
			sum += size * (1 + (1+x*x)*size)
		}
		d = d.with(x)
	}
	b := v.design.inverse()
	return 8 * num.Ulp * float64(v.made()+2) * (sum + b.xx + b.oo)
}

// excused says why rounding leaves a promise undecided.
func excused(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided {
		return c.Because(say.Vars{"rounding": c.Rounding}.Text("A was so large at the start that rounding may move it by <rounding>"))
	}
	return c
}

func (v view) checkBound(name string, claim say.Phrase) algos.Check {
	large, _, _ := designOf(v.x).inverse().eigen()
	return algos.AtMost(name, claim, v.design.gain(v.optimum), large, v.ulps()*large).Between("maximum over the interval", "λ₁").Metered()
}

// spherical is f(cu₁).
func spherical(c, large float64) float64 { return c * c * large * large / (1 + c*c*large) }

func (v view) checkBall(name string, claim say.Phrase) algos.Check {
	large, _, _ := designOf(v.x).inverse().eigen()
	most := spherical(math.Hypot(1, v.next), large)
	return algos.AtMost(name, claim, v.design.gain(v.next), most, v.ulps()*most).
		Between("f(v)", "along u₁").Because(say.Vars{"x": v.next}.Text("of the next query, x = <x>"))
}

// grid are the inputs of the interval where guarantees are tested.
const grid = 1000

// tried is the largest value of a function on a grid over the interval.
func (v view) tried(f func(x float64) float64) float64 {
	most := math.Inf(-1)
	for i := range grid + 1 {
		share := float64(i) / grid
		most = max(most, f((1-share)*v.Low+share*v.High))
	}
	return most
}

func (v view) checkBest(name string, claim say.Phrase) algos.Check {
	d := designOf(v.x)
	most := max(v.tried(d.gain), d.gain(v.doubt), d.gain(v.next))
	return algos.AtLeast(name, claim, d.gain(v.optimum), most, v.ulps()*most*(1+math.Sqrt(d.trace()))).Between("A-optimal", "best of 1001 inputs")
}

func (v view) checkEnds(name string, claim say.Phrase) algos.Check {
	d := designOf(v.x)
	most := v.tried(d.variance)
	// Both variances are sums of three terms that cancel in part, and each is rounded twice.
	return algos.AtLeast(name, claim, d.variance(v.doubt), most, 4*v.ulps()*most).Between("at the end", "largest of 1001 inputs")
}

func (v view) checkVolume(name string, claim say.Phrase) algos.Check {
	was := v.before.design
	det := was.determinant()
	return algos.Equal(name, claim, v.design.determinant()*(1+was.variance(v.last())), det, v.ulps()*det*(1+was.mean*was.mean/was.scatter)).
		Between("det A · (1 + vᵀAv)", "det A before")
}

func (v view) checkFloor(name string, claim say.Phrase) algos.Check {
	low, high := v.reach()
	c := algos.AtLeast(name, claim, v.design.trace(), floor(len(v.x), low, high), v.ulps()*v.design.trace()).Between("Tr A", "minimum")
	return c.Because(say.Vars{"a": low, "b": high, "n": len(v.x)}.Text("for <n input> between a = <a> and b = <b>"))
}

func (v view) checkLeverages(name string, claim say.Phrase) algos.Check {
	sum, size := 0.0, 0.0
	squares := 0.0
	for _, x := range v.x {
		sum += v.a.variance(x)
		size += v.a.xx*x*x + 2*math.Abs(v.a.x1*x) + v.a.oo
		squares += 1 + x*x
	}
	return excused(algos.Equal(name, claim, sum, 2, v.ulps()*size+v.slack()*squares).Between("their sum", ""))
}
