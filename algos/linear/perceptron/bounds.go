package perceptron

import "math"

// The proofs compare two lengths. Every update brings θ further along θ*, by γ*
// for each sample that it adds, so with b = ⟨θ⁽⁰⁾, θ*⟩
//
//	⟨θ, θ*⟩ ≥ b + γ* Ση|𝒴|.
//
// A row demands an update only where y⟨θ, x⟩ ≤ γ/2 (0 without a margin), so with
// a = ‖θ⁽⁰⁾‖
//
//	‖θ‖² ≤ a² + γ Ση + R² Ση²|𝒴|².
//
// Where Ση → ∞ and Ση²/(Ση)² → 0, the first overtakes the second.

// along is b = ⟨θ⁽⁰⁾, θ*⟩.
func (t *task) along() float64 { return dot(t.start, t.best.Theta) }

// lower is the proof's bound on ⟨θ, θ*⟩ after k updates; NaN where nothing
// separates the rows.
func (t *task) lower(k int, s sums) float64 {
	if !t.best.Separable {
		return math.NaN()
	}
	if !t.varies() {
		s.gain = float64(k)
	}
	return t.along() + t.best.Gamma*s.gain
}

// upper is the proof's bound on ‖θ‖ after k updates.
//
// The margin perceptron asks for y⟨θ, x⟩ < γ‖θ‖/2 with ‖x‖ = 1, so that an update
// lengthens θ by at most 1/(2‖θ‖) + γ/2. For any δ > 0 this is at most δ/4 + γ/2
// where ‖θ‖ ≥ 2/δ; a shorter θ grows to 1 + 2/δ at most.
func (t *task) upper(k int, s sums) float64 {
	a, n := norm(t.start), float64(k)
	if t.Variant == marginal {
		delta := t.spare()
		if delta == 0 {
			return math.Hypot(a, math.Sqrt(n))
		}
		if a == 0 {
			n = max(0, n-1) // θ⁽¹⁾ = yx has the length 1
		}
		return max(a, 1+2/delta) + (delta/4+t.half)*n
	}
	if !t.varies() {
		s = sums{n, n, n, n}
	}
	return math.Hypot(a, math.Sqrt(2*t.half*s.eta+t.best.R2*s.reach))
}

// spare is δ = 2γ* − γ, which is γ* where γ = γ*. Where that is not above 0 any
// other δ would do, and it is γ.
func (t *task) spare() float64 {
	if delta := 2 * (t.best.Gamma - t.half); delta > 0 {
		return delta
	}
	return 2 * t.half
}

// bound is the most updates that theory allows, NaN where it names no number.
func (t *task) bound() float64 {
	var limit float64
	switch {
	case !t.best.Separable:
		return math.NaN()
	case t.plain():
		return t.best.Ratio
	case t.Variant == marginal:
		limit = t.marginBound()
	case t.rate.constant():
		limit = t.crossing()
	default:
		return math.NaN()
	}
	if math.IsInf(limit, 0) {
		return math.NaN()
	}
	return limit
}

// marginBound is 12/γ² under the premises of the notes: θ⁽⁰⁾ = 0 and γ ≤ γ*.
// Otherwise it is where γ*k + b meets the upper bound, with δ = 2γ* − γ > 0:
// k ≤ 4(max(a, 1 + 2/δ) − b)/δ.
func (t *task) marginBound() float64 {
	if t.half >= t.best.Gamma {
		return math.NaN()
	}
	if t.noted() {
		return 3 / (t.half * t.half)
	}
	delta := t.spare()
	return 4 * (max(norm(t.start), 1+2/delta) - t.along()) / delta
}

// noted reports whether the premises of the notes' bound for the margin
// perceptron hold, separability aside.
func (t *task) noted() bool {
	return t.start == (vector{}) && t.half > 0 && 2*t.half <= t.best.Gamma
}

// crossing is the larger root of (b + γ*ck)² = a² + γck + (cR')²k for a constant
// η = c, where R' is R, or nR for the batch rule. All lengths are measured in cR'.
func (t *task) crossing() float64 {
	c, r := t.rate.c, t.best.R
	if t.Variant == batch {
		r *= float64(len(t.rows))
	}
	g, a, b := t.best.Gamma/r, norm(t.start)/(c*r), t.along()/(c*r)
	p := 2*b*g - 2*t.half/(c*r*r) - 1
	q := min(0, b*b-a*a) // Cauchy and Schwarz
	return (-p + math.Sqrt(p*p-4*g*g*q)) / (2 * g * g)
}
