package perceptron

import (
	"errors"
	"math"
	"regexp"
	"strconv"

	"playground/algos"
)

// The variants of the update rule; their names are public.
const (
	standard  = "standard"           // at a mistake, by y·x
	marginal  = "margin"             // at a mistake or where the margin is below γ/2; samples of unit norm
	increment = "variable-increment" // where y⟨θ, x⟩ ≤ γ/2, by η(k)·y·x
	batch     = "batch"              // by η(k) times the sum over all mistakes at once
)

// ruleTeX are the rules as formulas.
var ruleTeX = map[string]string{
	standard:  `\text{if } y_t\,\langle\theta,x_t\rangle\le 0\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`,
	marginal:  `\text{if } \frac{y_t\,\langle\theta,x_t\rangle}{\lVert\theta\rVert}<\frac{\gamma}{2}\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`,
	increment: `\text{if } y_t\,\langle\theta,x_t\rangle\le\frac{\gamma}{2}\text{:}\quad\theta\leftarrow\theta+\eta(k)\,y_t\,x_t`,
	batch:     `\theta\leftarrow\theta+\eta(k)\sum_{t\in\mathcal{Y}_k}y_t\,x_t,\quad\mathcal{Y}_k=\{t: y_t\,\langle\theta,x_t\rangle\le 0\}`,
}

// varies reports whether the update has a factor η(k).
func (o options) varies() bool { return o.Variant == increment || o.Variant == batch }

// normal reports whether every x is normalised to unit length first.
func (o options) normal() bool { return o.Variant == marginal || o.Normalize }

// plain reports whether this is the rule of Novikoff's theorem as the notes state
// it: the standard one from θ⁽⁰⁾ = 0.
func (o options) plain() bool {
	return o.Variant != marginal && !o.varies() && o.ThetaInit == [2]float64{}
}

// A rate is the factor η(k) = c/kᵖ of update k = 1, 2, …
type rate struct{ c, p float64 }

func (r rate) at(k int) float64 {
	switch n := float64(k); r.p {
	case 0:
		return r.c
	case 1:
		return r.c / n
	case 0.5:
		return r.c / math.Sqrt(n)
	default:
		return r.c / math.Pow(n, r.p)
	}
}

// constant reports whether η is the same for every update.
func (r rate) constant() bool { return r.p == 0 }

// written matches a number c, alone or divided by k, sqrt(k) or k^p.
var written = regexp.MustCompile(`^\s*([0-9.eE+-]+)\s*(?:/\s*(?:(k)|(sqrt\(k\))|k\^([0-9.]+))\s*)?$`)

// Limits of a rate: they keep θ far from overflow.
const (
	minFactor, maxFactor = 1e-6, 1e6
	maxPower             = 4
)

// parseRate reads "1", "0.5/k", "1/sqrt(k)" or "1/k^2".
func parseRate(text string) (rate, error) {
	m := written.FindStringSubmatch(text)
	if m == nil {
		return rate{}, errors.New("write a number c, c/k, c/sqrt(k) or c/k^p")
	}
	r := rate{}
	var err error
	if r.c, err = strconv.ParseFloat(m[1], 64); err != nil || !(r.c >= minFactor && r.c <= maxFactor) {
		return rate{}, errors.New("the factor c is a number from 0.000001 to 1000000")
	}
	switch {
	case m[2] != "":
		r.p = 1
	case m[3] != "":
		r.p = 0.5
	case m[4] != "":
		if r.p, err = strconv.ParseFloat(m[4], 64); err != nil || r.p > maxPower {
			return rate{}, errors.New("the power p is a number from 0 to 4")
		}
	}
	return r, nil
}

// grows returns ∫₁^(m+1) c·x^(−p) dx, which the sum of the first m factors never
// falls below.
func (r rate) grows(m int) float64 { return r.c * integral(r.p, float64(m)+1) }

// squares returns c²(1 + ∫₁^m x^(−2p) dx), which the sum of the first m squares
// never exceeds.
func (r rate) squares(m int) float64 { return r.c * r.c * (1 + integral(2*r.p, float64(m))) }

// total is what Ση stays below where it is finite.
func (r rate) total() float64 { return r.c * r.p / (r.p - 1) }

// endless reports whether Ση grows beyond all bounds. For powers of k the other
// condition, Ση²/(Ση)² → 0, then holds too.
func (r rate) endless() bool { return r.p <= 1 }

// integral returns ∫₁^b x^(−p) dx for b ≥ 1.
func integral(p, b float64) float64 {
	if p == 1 {
		return math.Log(b)
	}
	return (math.Pow(b, 1-p) - 1) / (1 - p)
}

// sums are what a proof of convergence adds up over the updates.
type sums struct {
	eta, squares float64 // Ση and Ση²
	gain, reach  float64 // Ση|𝒴| and Ση²|𝒴|², where an update adds |𝒴| samples at once
}

func (s sums) add(eta float64, samples int) sums {
	n := float64(samples)
	return sums{s.eta + eta, s.squares + eta*eta, s.gain + eta*n, s.reach + eta*eta*n*n}
}

// ratio is Ση²/(Ση)², NaN before the first update.
func (s sums) ratio() float64 { return s.squares / (s.eta * s.eta) }

// mistaken reports whether θ triggers an update by the row.
func (t *task) mistaken(theta vector, r row) bool {
	score := r.y * r.score(theta)
	switch t.Variant {
	case marginal:
		return score <= 0 || score < t.half*norm(theta)
	case increment:
		return score <= t.half
	}
	return score <= 0
}

// measure returns what the rule looks at: y⟨θ, x⟩, and with margins the same per
// length of θ.
func (t *task) measure(theta vector, r row) float64 {
	score := r.y * r.score(theta)
	if t.Variant != marginal {
		return score
	}
	if length := norm(theta); length > 0 {
		return score / length
	}
	return 0
}

// The orders of the rows; their names are public. The last three pick a mistake among
// all rows instead of going from row to row.
const (
	inFile     = "file"
	shuffled   = "shuffled"           // every pass again, from the run's seed
	firstWrong = "first"              // the first mistake in file order
	worstWrong = "largest-violation"  // the one whose score, or margin, is the lowest
	mildWrong  = "smallest-violation" // the one whose score, or margin, is the highest
)

// picks reports whether the rule picks its mistakes among all rows.
func (o options) picks() bool {
	return o.Variant != batch && (o.Sequence == firstWrong || o.Sequence == worstWrong || o.Sequence == mildWrong)
}

// shuffles reports whether every pass has an order of its own.
func (o options) shuffles() bool { return o.Variant != batch && o.Sequence == shuffled }

// pass is the order of the rows in a pass, nil in file order. It depends on the seed
// and on the pass alone, so that the next mistake can be named beyond its end.
func (t *task) pass(pass int) []int {
	if !t.shuffles() {
		return nil
	}
	return t.Stream(uint64(pass)).Perm(len(t.rows))
}

// pick is the mistake that comes next where the rule picks; −1 if there is none.
func (t *task) pick(theta vector) int {
	picked, best, sign := -1, 0.0, 1.0
	if t.Sequence == mildWrong {
		sign = -1
	}
	for i, r := range t.rows {
		if !t.mistaken(theta, r) {
			continue
		}
		if t.Sequence == firstWrong {
			return i
		}
		if m := sign * t.measure(theta, r); picked < 0 || m < best {
			picked, best = i, m
		}
	}
	return picked
}

// sift is a pass of a rule that picks: at most as many mistakes as there are rows. A
// pass that finds none ends the run, as with the other orders.
func (l *learner) sift(yield func(algos.Step) bool) bool {
	for l.Place = range l.rows {
		if l.Ahead < 0 {
			return l.Place > 0 || l.visit(yield, nil)
		}
		l.Row = l.Ahead
		if !l.visit(yield, []int{l.Row}) {
			return false
		}
	}
	return true
}
