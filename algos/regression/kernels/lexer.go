package kernels

import (
	"math"
	"strconv"
	"strings"

	"playground/algos/param"
)

// numbers reads the numbers of a name in their bracket; a name without numbers has none.
func (p *parser) numbers(args []arg) ([]float64, error) {
	if len(args) == 0 {
		return nil, nil
	}
	var names []string
	for _, a := range args {
		names = append(names, a.name)
	}
	if !p.take("(") {
		return nil, p.unexpected("a bracket with " + strings.Join(names, " and "))
	}
	var out []float64
	for i, a := range args {
		if i > 0 && !p.take(",") {
			return nil, p.unexpected("a comma and " + a.name)
		}
		negative := p.minus()
		p.skip()
		start := p.at
		x, err := p.number(a.name)
		if err != nil {
			return nil, err
		}
		if negative {
			x = -x
		}
		if x < a.least || a.whole && (x != math.Trunc(x) || x > maxPower) {
			return nil, p.fail(start, "%s is %s", a.name, a.limits())
		}
		out = append(out, x)
	}
	if !p.take(")") {
		return nil, p.unexpected("a closing bracket")
	}
	return out, nil
}

// number reads a decimal fraction without a sign.
func (p *parser) number(wanted string) (float64, error) {
	p.skip()
	start := p.at
	p.digits()
	if p.at < len(p.text) && p.text[p.at] == '.' {
		p.at++
		p.digits()
	}
	if mantissa := p.text[start:p.at]; mantissa == "" || mantissa == "." {
		p.at = start
		return 0, p.unexpected(wanted)
	}
	p.exponent()
	x, err := strconv.ParseFloat(p.text[start:p.at], 64)
	if err != nil || x > maxNumber || x > 0 && x < 1/maxNumber {
		return 0, p.fail(start, "%s is out of range: a number here is 0, or from %g to %g", param.Clip(p.text[start:p.at]), 1/maxNumber, maxNumber)
	}
	return x, nil
}

func (p *parser) digits() {
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
}

// exponent reads the power of ten of a number, if there is one.
func (p *parser) exponent() {
	back := p.at
	if p.at == len(p.text) || p.text[p.at] != 'e' && p.text[p.at] != 'E' {
		return
	}
	p.at++
	if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
		p.at++
	}
	from := p.at
	if p.digits(); p.at == from {
		p.at = back
	}
}

// word reads a name.
func (p *parser) word() string {
	start := p.at
	for p.at < len(p.text) && (isLetter(p.text[p.at]) || p.at > start && isDigit(p.text[p.at])) {
		p.at++
	}
	return p.text[start:p.at]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
