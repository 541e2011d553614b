package mcmc

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A dual is a value with its two partial derivatives.
type dual struct{ v, a, b float64 }

// through is f of a dual, whose value and derivative are given.
func (d dual) through(v, slope float64) dual { return dual{v, slope * d.a, slope * d.b} }

// An expression is a formula of x and y that was read.
type expression func(x, y dual) dual

// longest is the most characters of a formula, deepest how many brackets it may nest.
const (
	longest = 200
	deepest = 40
)

var (
	errFormula = errors.New("write a formula of x and y with + - * / ^, brackets, exp, log, sqrt, abs, sin, cos, tanh, such as -(x^2 + y^2)/2")
	errDeep    = errors.New("it nests too deeply: 40 brackets or signs at most")
)

// A reader reads a formula from the left.
type reader struct {
	rest string
	deep int
	err  error
}

// read reads a formula.
func read(text string) (expression, error) {
	r := &reader{rest: strings.TrimSpace(text)}
	e := r.sum()
	if r.err == nil && r.rest != "" {
		r.err = errFormula
	}
	return e, r.err
}

func readable(text string) error {
	_, err := read(text)
	return err
}

// take consumes a sign if it comes next.
func (r *reader) take(sign string) bool {
	rest, ok := strings.CutPrefix(r.rest, sign)
	if ok {
		r.rest = strings.TrimSpace(rest)
	}
	return ok
}

func (r *reader) sum() expression {
	e := r.product()
	for r.err == nil {
		switch {
		case r.take("+"):
			l, m := e, r.product()
			e = func(x, y dual) dual { p, q := l(x, y), m(x, y); return dual{p.v + q.v, p.a + q.a, p.b + q.b} }
		case r.take("-"), r.take("−"):
			l, m := e, r.product()
			e = func(x, y dual) dual { p, q := l(x, y), m(x, y); return dual{p.v - q.v, p.a - q.a, p.b - q.b} }
		default:
			return e
		}
	}
	return e
}

func (r *reader) product() expression {
	e := r.signed()
	for r.err == nil {
		switch {
		case r.take("*"), r.take("·"):
			l, m := e, r.signed()
			e = func(x, y dual) dual {
				p, q := l(x, y), m(x, y)
				return dual{p.v * q.v, p.a*q.v + p.v*q.a, p.b*q.v + p.v*q.b}
			}
		case r.take("/"):
			l, m := e, r.signed()
			e = func(x, y dual) dual {
				p, q := l(x, y), m(x, y)
				v := p.v / q.v
				return dual{v, (p.a - v*q.a) / q.v, (p.b - v*q.b) / q.v}
			}
		default:
			return e
		}
	}
	return e
}

// signed is a power with signs before it: −x² is −(x²).
func (r *reader) signed() expression {
	if r.take("-") || r.take("−") {
		if r.deep++; r.deep > deepest {
			r.err = errDeep
			return nil
		}
		e := r.signed()
		r.deep--
		return func(x, y dual) dual { p := e(x, y); return dual{-p.v, -p.a, -p.b} }
	}
	base := r.atom()
	if r.err != nil || !r.take("^") {
		return base
	}
	if r.deep++; r.deep > deepest {
		r.err = errDeep
		return nil
	}
	power := r.signed()
	r.deep--
	return func(x, y dual) dual { return raised(base(x, y), power(x, y)) }
}

// raised is p to the power q; a constant power needs no logarithm, so that (−2)² is 4.
func raised(p, q dual) dual {
	v := math.Pow(p.v, q.v)
	slope := q.v * math.Pow(p.v, q.v-1)
	if q.v == 0 {
		slope = 0
	}
	d := p.through(v, slope)
	if q.a != 0 || q.b != 0 {
		l := v * math.Log(p.v)
		d.a, d.b = d.a+l*q.a, d.b+l*q.b
	}
	return d
}

// functions are what a formula may call, with their derivatives.
var functions = []struct {
	name string
	of   func(d dual) dual
}{
	{"exp", func(d dual) dual { e := math.Exp(d.v); return d.through(e, e) }},
	{"log", func(d dual) dual { return d.through(math.Log(d.v), 1/d.v) }},
	{"sqrt", func(d dual) dual { s := math.Sqrt(d.v); return d.through(s, 1/(2*s)) }},
	{"abs", func(d dual) dual { return d.through(math.Abs(d.v), math.Copysign(1, d.v)) }},
	{"sin", func(d dual) dual { return d.through(math.Sin(d.v), math.Cos(d.v)) }},
	{"cos", func(d dual) dual { return d.through(math.Cos(d.v), -math.Sin(d.v)) }},
	{"tanh", func(d dual) dual { t := math.Tanh(d.v); return d.through(t, 1-t*t) }},
}

func (r *reader) atom() expression {
	if r.take("(") {
		return r.closing()
	}
	for _, f := range functions {
		if r.take(f.name) {
			if !r.take("(") {
				r.err = errFormula
				return nil
			}
			e := r.closing()
			return func(x, y dual) dual { return f.of(e(x, y)) }
		}
	}
	switch {
	case r.take("x"):
		return func(x, _ dual) dual { return x }
	case r.take("y"):
		return func(_, y dual) dual { return y }
	}
	return r.number()
}

// closing reads what stands in brackets, behind the opening one.
func (r *reader) closing() expression {
	if r.deep++; r.deep > deepest {
		r.err = errDeep
		return nil
	}
	e := r.sum()
	r.deep--
	if r.err == nil && !r.take(")") {
		r.err = errFormula
	}
	return e
}

func (r *reader) number() expression {
	n := 0
	for n < len(r.rest) && strings.IndexByte("0123456789.", r.rest[n]) >= 0 {
		n++
	}
	n += exponent(r.rest[n:])
	v, err := strconv.ParseFloat(r.rest[:n], 64)
	if err != nil || math.IsInf(v, 0) {
		r.err = errFormula
		return nil
	}
	r.rest = strings.TrimSpace(r.rest[n:])
	return func(_, _ dual) dual { return dual{v: v} }
}

// exponent is how long the power of ten is with which a number ends: 0, or that of e-3.
func exponent(text string) int {
	digits := strings.TrimLeft(text, "eE")
	if len(text)-len(digits) != 1 {
		return 0
	}
	if digits != "" && strings.IndexByte("+-", digits[0]) >= 0 {
		digits = digits[1:]
	}
	rest := strings.TrimLeft(digits, "0123456789")
	if rest == digits {
		return 0
	}
	return len(text) - len(rest)
}

// written is the density whose logarithm a formula is. Where that is undefined, such as the
// logarithm of a negative number, the density is 0.
func written(e expression) density {
	value := func(x place) dual { return e(dual{x[0], 1, 0}, dual{x[1], 0, 1}) }
	return density{
		log: func(x place) float64 {
			if l := value(x).v; !math.IsNaN(l) {
				return l
			}
			return math.Inf(-1)
		},
		slope: func(x place) place { d := value(x); return place{d.a, d.b} },
		cost:  8,
	}
}
