package discriminant

import (
	"fmt"
	"math"
)

// ascent is the maximum of Fisher's criterion.
type ascent struct {
	ok          bool // false where the means coincide, or S_w cannot be inverted
	w           vec  // unit vector, from the first class of two to the second
	second      vec  // of more than two classes: the next best direction
	hasSecond   bool
	best        float64    // J(w*) as an eigenvalue
	values      [2]float64 // of S_B v = λ S_W v with the weighted S_B and the scatter S_W
	inverse     sym        // of S_w
	coincidence bool       // all means are one place
	bounded     bool       // S_w has an inverse, so J is finite
}

// solve puts the classes together. What cannot be done becomes a failure.
func (m *machine) solve() {
	m.pool()
	m.fisher = m.ascend()
	if m.fail = m.inspect(); m.fail != nil {
		return
	}
	if m.Method == fisher && m.fisher.coincidence {
		m.fail = &failure{at: directing, reason: "The means of the classes coincide: J(w) = 0 for every w, and no direction is better than another. QDA may still tell the classes apart by their spread."}
		return
	}
	m.rule = m.decide()
	m.fitted = m.likelihood(1)
	m.judge()
}

// pool computes S_w, S_b and the shared covariance. S_b of two classes is the
// notes' (μ₁ − μ₀)(μ₁ − μ₀)ᵀ; of more, the sum over the classes weighted by their
// sizes, or without weights over all pairs where S_w counts covariances.
func (m *machine) pool() {
	k := float64(len(m.groups))
	divisor := m.divisor(len(m.z), len(m.groups))
	m.sb = m.between
	switch {
	case m.covariances():
		m.sb = sym{}
		for i, g := range m.groups {
			m.sw = m.sw.plus(g.cov)
			for _, h := range m.groups[:i] {
				m.sb = m.sb.plus(outer(minus(g.mean, h.mean)))
			}
		}
		m.sw = m.sw.ridge(m.reg)
		m.pooled = m.sw.times(1 / k)
	case m.Method == fisher:
		m.sw = m.within.ridge(m.reg)
		m.pooled = m.sw.times(1 / divisor)
	default: // a direction parallel to Σ⁻¹(μ₁ − μ₀)
		m.pooled = m.within.times(1 / divisor).ridge(m.reg)
		m.sw = m.pooled.times(divisor)
	}
	if m.two() {
		m.sb = outer(m.difference())
	}
}

// covariances reports whether S_w is the sum of the covariances.
func (m *machine) covariances() bool { return m.Method == fisher && m.Form == byCovariance }

// inspect looks for what cannot be inverted.
func (m *machine) inspect() *failure {
	if m.Estimate == unbiased && (m.Method == qda || m.covariances()) {
		for k, g := range m.groups {
			if g.n == 1 {
				return &failure{at: scattering, k: k, reason: fmt.Sprintf("Class %s has one point: its unbiased covariance would divide by n − 1 = 0. Divide by n, or add a point.", m.name(k))}
			}
		}
	}
	if m.Estimate == unbiased && len(m.z) == len(m.groups) {
		return &failure{at: pooling, reason: "Every class has one point: the unbiased covariance would divide by n − K = 0. Add points."}
	}
	if m.Method == qda {
		for k, g := range m.groups {
			if m.singular(g.cov.ridge(m.reg)) {
				return &failure{at: inverting, k: k, reason: m.whySingular(k)}
			}
		}
		return nil
	}
	if !m.singular(m.sw) {
		return nil
	}
	reason := "In no class do the points differ at all"
	if m.sw.trace() > spreadless*m.total.trace() {
		reason = "Within every class the points lie on parallel lines"
	}
	if m.line {
		reason = "All points lie on a line, and in no class do they differ at all"
	}
	return &failure{at: inverting, reason: reason + ", so there is a direction without any scatter inside the classes. There J(w) divides by 0, and the matrix has no inverse. Move a point, or take reg > 0."}
}

// singular reports whether a covariance cannot be inverted. Where all points lie
// on a line only the variance along it counts.
func (m *machine) singular(s sym) bool {
	if m.line {
		return !(s.quad(m.along) > spreadless*m.total.quad(m.along))
	}
	return s.flat(m.total)
}

func (m *machine) whySingular(k int) string {
	reason := fmt.Sprintf("The points of class %s lie on a line", m.name(k))
	if g := m.groups[k]; g.scatter.trace() <= spreadless*m.total.trace() {
		reason = fmt.Sprintf("The points of class %s lie in one place", m.name(k))
		if g.n == 1 {
			reason = fmt.Sprintf("Class %s has a single point", m.name(k))
		}
	}
	return reason + ": its covariance has no inverse, and its density would be infinite there. Move or add a point, share one covariance (LDA), or take reg > 0."
}

// invert returns the inverse and the logarithm of the determinant; on a line, of
// what is left of the matrix there.
func (m *machine) invert(s sym) (sym, float64) {
	if m.line {
		v := s.quad(m.along)
		return outer(m.along).times(1 / v), math.Log(v)
	}
	return s.inverse(), math.Log(s.det())
}

// ascend finds the direction w* of the largest J.
func (m *machine) ascend() ascent {
	f := ascent{coincidence: m.between.trace() <= spreadless*m.total.trace()}
	if m.singular(m.sw) {
		return f
	}
	f.bounded = true
	f.inverse, _ = m.invert(m.sw)
	if f.coincidence {
		return f
	}
	f.ok = true
	if m.line {
		f.w = m.along
		f.best = m.criterion(f.w)
		f.values[0] = m.between.quad(f.w) / m.within.quad(f.w)
	} else {
		values, vectors := generalised(m.sb, m.sw)
		f.w, f.second, f.best = vectors[0], vectors[1], values[0]
		f.hasSecond = !m.two()
		f.values, _ = generalised(m.between, m.within.ridge(m.reg))
		if m.two() {
			f.w = unit(f.inverse.of(m.difference()))
		}
	}
	if dot(f.w, minus(m.groups[1].mean, m.groups[0].mean)) < 0 {
		f.w = times(-1, f.w)
	}
	return f
}

// criterion is J(w) = wᵀS_b w / wᵀS_w w, NaN where no class has any width along w.
// Of points on a line every w has shadows of one shape, but for the one across.
func (m *machine) criterion(w vec) float64 {
	if m.line {
		if math.Abs(dot(w, m.along)) <= 1e-7*math.Hypot(w[0], w[1]) {
			return math.NaN()
		}
		w = m.along
	}
	within := m.sw.quad(w)
	if !(within > 0) {
		return math.NaN()
	}
	return m.sb.quad(w) / within
}
