package expression

import "math"

// A Jet is a value with its derivatives by the variables. Those by a variable that the formula
// does not have are 0.
type Jet struct {
	Value    float64
	Gradient [2]float64
	Hessian  [3]float64 // ∂²/∂x₁², ∂²/∂x₁∂x₂, ∂²/∂x₂²
}

// Gradient is the value at a place with its gradient, whose second entry is 0 where there is one variable.
func (e *Expression) Gradient(x ...float64) (value float64, gradient [2]float64) {
	j := e.jet(false, x)
	return j.Value, j.Gradient
}

// Jet is the value at a place with all first and second derivatives.
func (e *Expression) Jet(x ...float64) Jet { return e.jet(true, x) }

func (e *Expression) jet(second bool, x []float64) Jet {
	var room [few]Jet
	s := room[:]
	if e.deep > few {
		s = make([]Jet, e.deep)
	}
	t := -1
	for i := range e.code {
		o := &e.code[i]
		switch o.does {
		case push:
			t++
			s[t] = Jet{Value: o.value}
		case load:
			t++
			s[t] = Jet{Value: x[o.arg]}
			s[t].Gradient[o.arg] = 1
		case negate:
			s[t] = s[t].scaled(-1)
		case square, cube, raiseTo:
			s[t] = s[t].raised(o, second)
		case call:
			f := &functions[o.arg]
			v := f.value(s[t].Value)
			a, b := f.slopes(s[t].Value, v)
			s[t] = s[t].through(v, a, b, second)
		default:
			t--
			s[t] = s[t].with(s[t+1], o, second)
		}
	}
	return s[0]
}

// with joins two values.
func (p Jet) with(q Jet, o *op, second bool) Jet {
	switch o.does {
	case add:
		return p.plus(q, 1)
	case subtract:
		return p.plus(q, -1)
	case multiply:
		return p.times(q, second)
	case divide:
		return p.over(q, second)
	case raise:
		return p.power(q, second)
	}
	if functions[o.arg].two(p.Value, q.Value) {
		return p
	}
	return q
}

func (p Jet) scaled(by float64) Jet {
	p.Value *= by
	for i := range p.Gradient {
		p.Gradient[i] *= by
	}
	for i := range p.Hessian {
		p.Hessian[i] *= by
	}
	return p
}

// plus is p + by·q.
func (p Jet) plus(q Jet, by float64) Jet {
	p.Value += by * q.Value
	for i := range p.Gradient {
		p.Gradient[i] += by * q.Gradient[i]
	}
	for i := range p.Hessian {
		p.Hessian[i] += by * q.Hessian[i]
	}
	return p
}

// pairs are the variables of the second derivatives.
var pairs = [3][2]int{{0, 0}, {0, 1}, {1, 1}}

func (p Jet) times(q Jet, second bool) Jet {
	out := Jet{Value: p.Value * q.Value}
	for i := range out.Gradient {
		out.Gradient[i] = dot(p.Gradient[i], q.Value, p.Value, q.Gradient[i])
	}
	if second {
		for k, ij := range pairs {
			i, j := ij[0], ij[1]
			out.Hessian[k] = dot(p.Hessian[k], q.Value, p.Value, q.Hessian[k]) + dot(p.Gradient[i], q.Gradient[j], p.Gradient[j], q.Gradient[i])
		}
	}
	return out
}

func (p Jet) over(q Jet, second bool) Jet {
	out := Jet{Value: p.Value / q.Value}
	for i := range out.Gradient {
		if p.Gradient[i] != 0 || q.Gradient[i] != 0 {
			out.Gradient[i] = (p.Gradient[i] - by(out.Value, q.Gradient[i])) / q.Value
		}
	}
	if second {
		for k, ij := range pairs { // of p = out·q
			i, j := ij[0], ij[1]
			rest := p.Hessian[k] - by(out.Value, q.Hessian[k]) - dot(out.Gradient[i], q.Gradient[j], out.Gradient[j], q.Gradient[i])
			if rest != 0 {
				out.Hessian[k] = rest / q.Value
			}
		}
	}
	return out
}

// through is a function of p, whose value and derivatives are given.
func (p Jet) through(value, a, b float64, second bool) Jet {
	out := Jet{Value: value}
	for i := range out.Gradient {
		out.Gradient[i] = by(a, p.Gradient[i])
	}
	if second {
		for k, ij := range pairs {
			out.Hessian[k] = by(b, p.Gradient[ij[0]]*p.Gradient[ij[1]]) + by(a, p.Hessian[k])
		}
	}
	return out
}

// raised is p to a power that is known, which needs no logarithm, so that it exists also below 0.
func (p Jet) raised(o *op, second bool) Jet {
	n := o.value
	a := by(math.Pow(p.Value, n-1), n)
	b := 0.0
	if second {
		b = by(math.Pow(p.Value, n-2), n*(n-1))
	}
	value := 0.0
	switch o.does {
	case square:
		value = p.Value * p.Value
	case cube:
		value = p.Value * (p.Value * p.Value)
	default:
		value = math.Pow(p.Value, n)
	}
	return p.through(value, a, b, second)
}

// power is p to the power q.
func (p Jet) power(q Jet, second bool) Jet {
	base, n := p.Value, q.Value
	v := math.Pow(base, n)
	byBase := by(math.Pow(base, n-1), n)
	log := math.Log(base)
	byPower := by(log, v)
	out := Jet{Value: v}
	for i := range out.Gradient {
		out.Gradient[i] = dot(byBase, p.Gradient[i], byPower, q.Gradient[i])
	}
	if !second {
		return out
	}
	both := math.Pow(base, n-1) + by(log, byBase)
	for k, ij := range pairs {
		pi, pj, qi, qj := p.Gradient[ij[0]], p.Gradient[ij[1]], q.Gradient[ij[0]], q.Gradient[ij[1]]
		out.Hessian[k] = by(by(math.Pow(base, n-2), n*(n-1)), pi*pj) + by(both, pi*qj+pj*qi) + by(by(log, byPower), qi*qj) +
			dot(byBase, p.Hessian[k], byPower, q.Hessian[k])
	}
	return out
}

// by is a·b, and 0 where b is: a derivative by what does not change is 0, however steep the function is.
func by(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a * b
}

// dot is a·b + c·d, whose factors b or c may be derivatives that are 0.
func dot(a, b, c, d float64) float64 {
	if a == 0 || b == 0 {
		if c == 0 || d == 0 {
			return 0
		}
		return c * d
	}
	if c == 0 || d == 0 {
		return a * b
	}
	return a*b + c*d
}
