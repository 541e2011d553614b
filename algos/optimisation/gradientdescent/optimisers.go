package gradientdescent

import "math"

// A state is an iterate with what the optimiser remembers.
type state struct {
	x        vec
	f        float64
	g        vec // ∇f(x)
	h        sym // the Hessian
	v        vec // velocity, or Adam's mean m of the gradients
	s        vec // mean of the squared gradients
	eta      float64
	halvings int // of the line search
}

// Adam's constants, and the one that keeps RMSProp from dividing by 0.
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// armijo is the share of the decrease of the tangent that a line search asks for.
const armijo = 1e-4

// mostHalvings is how often a line search halves η.
const mostHalvings = 60

// A halt is why an optimiser takes no step.
type halt int

const (
	moves      halt = iota
	noSolution      // H is singular
	noDescent       // no step lowers f
	nowhere         // f or its gradient is not finite there
)

// next is one iteration of an optimiser, the t-th, from a state.
func (t *task) next(optimiser string, s state, iteration int) (state, halt) {
	f, n := t.f, s
	n.eta, n.halvings = t.Eta, 0
	switch optimiser {
	case descent:
		n.x = add(s.x, -t.Eta, s.g)
	case momentum:
		n.v = add(vec{t.Beta * s.v[0], t.Beta * s.v[1]}, -t.Eta, s.g)
		n.x = add(s.x, 1, n.v)
	case nesterov:
		g := f.gradient(add(s.x, t.Beta, s.v))
		n.v = add(vec{t.Beta * s.v[0], t.Beta * s.v[1]}, -t.Eta, g)
		n.x = add(s.x, 1, n.v)
	case rmsprop:
		for i, g := range s.g {
			n.s[i] = t.Beta*s.s[i] + (1-t.Beta)*g*g
			n.x[i] -= t.Eta * g / (math.Sqrt(n.s[i]) + epsilon)
		}
	case adam:
		for i, g := range s.g {
			n.v[i] = beta1*s.v[i] + (1-beta1)*g
			n.s[i] = beta2*s.s[i] + (1-beta2)*g*g
			m, u := n.corrected(i, iteration)
			n.x[i] -= t.Eta * m / (math.Sqrt(u) + epsilon)
		}
	case newton:
		p, ok := s.h.solve(s.g)
		if !ok {
			return s, noSolution
		}
		n.x, n.eta = add(s.x, -1, p), 1
	case lineSearch:
		eta, halvings, ok := f.search(s)
		if !ok {
			return s, noDescent
		}
		n.x, n.eta, n.halvings = add(s.x, -eta, s.g), eta, halvings
	}
	n.f, n.g, n.h = f.jet(n.x)
	if !n.finite() {
		return n, nowhere
	}
	return n, moves
}

// corrected are Adam's means of coordinate i without their bias towards 0.
func (s state) corrected(i, iteration int) (m, u float64) {
	t := float64(iteration)
	return s.v[i] / (1 - math.Pow(beta1, t)), s.s[i] / (1 - math.Pow(beta2, t))
}

// optimal is η = ‖g‖²/gᵀHg, the minimum of the quadratic model along −g; NaN where the model has no minimum.
func (s state) optimal() float64 {
	if c := dot(s.g, s.h.times(s.g)); c > 0 {
		return dot(s.g, s.g) / c
	}
	return math.NaN()
}

// search is the step size along −g: the optimal one on a quadratic. Elsewhere it is halved until f falls by the
// part armijo of what the tangent says.
func (f *function) search(s state) (eta float64, halvings int, ok bool) {
	eta = s.optimal()
	if math.IsNaN(eta) {
		eta = 1 // the model has no minimum along −g
	}
	if f.quadratic {
		return eta, 0, true
	}
	gg := dot(s.g, s.g)
	for halvings = range mostHalvings {
		if f.at(add(s.x, -eta, s.g)) <= s.f-armijo*eta*gg {
			return eta, halvings, true
		}
		eta /= 2
	}
	return eta, halvings, false
}
