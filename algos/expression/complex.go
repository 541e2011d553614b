package expression

import (
	"math"
	"math/cmplx"
)

// A dual is a complex value with its derivative.
type dual struct{ v, d complex128 }

// Complex is the value at a complex place of a formula of one variable, and its derivative.
// Both are NaN where a function is not differentiable in the complex sense, see
// [Expression.Analytic].
func (e *Expression) Complex(z complex128) (value, slope complex128) {
	var room [few]dual
	s := room[:]
	if e.deep > few {
		s = make([]dual, e.deep)
	}
	t := -1
	for i := range e.code {
		o := &e.code[i]
		switch o.does {
		case push:
			t++
			s[t] = dual{complex(o.value, 0), 0}
		case load:
			t++
			s[t] = dual{z, 1}
		case negate:
			s[t] = dual{-s[t].v, -s[t].d}
		case square, cube, raiseTo:
			s[t] = s[t].raised(o.value)
		case call:
			s[t] = s[t].through(functions[o.arg].complex)
		default:
			t--
			s[t] = s[t].with(s[t+1], o.does)
		}
	}
	return s[0].v, s[0].d
}

func (p dual) through(f func(complex128) (complex128, complex128)) dual {
	if f == nil {
		return dual{cmplx.NaN(), cmplx.NaN()}
	}
	v, d := f(p.v)
	if p.d == 0 {
		return dual{v, 0}
	}
	return dual{v, d * p.d}
}

func (p dual) with(q dual, does does) dual {
	switch does {
	case add:
		return dual{p.v + q.v, p.d + q.d}
	case subtract:
		return dual{p.v - q.v, p.d - q.d}
	case multiply:
		return dual{p.v * q.v, p.d*q.v + p.v*q.d}
	case divide:
		v := p.v / q.v
		return dual{v, (p.d - v*q.d) / q.v}
	case raise:
		v, log := cmplx.Pow(p.v, q.v), cmplx.Log(p.v)
		d := v * log * q.d
		if p.d != 0 {
			d += q.v * cmplx.Pow(p.v, q.v-1) * p.d
		}
		return dual{v, d}
	}
	return dual{cmplx.NaN(), cmplx.NaN()} // min and max
}

// raised is p to a real power.
func (p dual) raised(n float64) dual {
	if n == 0 {
		return dual{1, 0}
	}
	below := whole(p.v, n-1)
	return dual{whole(p.v, n), complex(n, 0) * below * p.d}
}

// most is the largest exponent that is multiplied out.
const most = 64

// whole is z to a real power, multiplied out where that is a small whole number: more exact than by logarithms, and ten
// times as fast.
func whole(z complex128, n float64) complex128 {
	if n != math.Trunc(n) || math.Abs(n) > most {
		return cmplx.Pow(z, complex(n, 0))
	}
	out := complex128(1)
	for k := int(math.Abs(n)); k > 0; k >>= 1 {
		if k&1 == 1 {
			out *= z
		}
		z *= z
	}
	if n < 0 {
		return 1 / out
	}
	return out
}
