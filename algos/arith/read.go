package arith

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A value is a number or a vector of them.
type value struct {
	x []float64
	// size is the largest number that went into it: what its rounding is relative to.
	size float64
	// unit is that of the last digit of a number that is displayed as such, 0 for a
	// whole one; negative for what has been reckoned.
	unit   []float64
	vector bool
	table  bool // a vector of the entries of a matrix, row by row
}

func number(x float64) value {
	return value{x: []float64{x}, size: math.Abs(x), unit: []float64{-1}}
}

// errSymbol says that a side is nothing that a calculator can reckon.
var errSymbol = errors.New("a symbol")

// reckon reads a side.
func reckon(side string) (value, error) {
	p := &parser{rest: plain.Replace(rows(side))}
	v, err := p.sum()
	if err != nil {
		return value{}, err
	}
	if p.peek() != "" {
		return value{}, errSymbol
	}
	for _, x := range v.x {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return value{}, errSymbol
		}
	}
	return v, nil
}

// A matrix is written between these.
const (
	beginTable = `\begin{pmatrix}`
	endTable   = `\end{pmatrix}`
)

// rows writes matrices as vectors of their entries, "(1, 2; 3, 4)": sums and
// multiples of both are the same.
func rows(side string) string {
	var out strings.Builder
	for {
		before, table, ok := strings.Cut(side, beginTable)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		table, side, _ = strings.Cut(table, endTable)
		out.WriteString("(" + entries.Replace(table) + ")")
	}
}

var entries = strings.NewReplacer("&", ",", `\\`, ";")

// plain leaves out what only places things, and has one sign for each operation.
var plain = strings.NewReplacer(
	`\begin{aligned}`, " ", `\end{aligned}`, " ", `\\`, " ", "&", " ", `\,`, " ", `\;`, " ", `\:`, " ", `\!`, "", `\ `, " ", "~", " ", "\u00a0", " ", "\u202f", " ",
	`\left`, "", `\right`, "", `\bigl`, "", `\bigr`, "", `\Bigl`, "", `\Bigr`, "", `\big`, "", `\Big`, "",
	"⟨", `\langle `, "⟩", `\rangle `,
	`\lVert`, "‖", `\rVert`, "‖", `\Vert`, "‖", `\|`, "‖", `\lvert`, "|", `\rvert`, "|",
	`\cdot`, "·", `\times`, "·", "×", "·", "*", "·", "−", "-", "½", `(1/2)`, "¼", "(1/4)", `\tfrac`, `\frac`, `\dfrac`, `\frac`,
	"√", `\sqrt`, "π", `\pi `,
)

// A parser reads a side by recursive descent.
type parser struct {
	rest  string
	depth int
}

// peek is the next token: a sign, a command or a run of letters; "" at the end.
func (p *parser) peek() string {
	p.rest = strings.TrimLeft(p.rest, " \n\t")
	switch {
	case p.rest == "":
		return ""
	case p.rest[0] == '\\':
		return command(p.rest)
	case isLetter(p.rest[0]):
		end := 0
		for end < len(p.rest) && isLetter(p.rest[end]) {
			end++
		}
		return p.rest[:end]
	}
	return firstRune(p.rest)
}

func (p *parser) take(token string) bool {
	if p.peek() != token {
		return false
	}
	p.rest = p.rest[len(token):]
	return true
}

// takeAll takes all of these tokens or none.
func (p *parser) takeAll(tokens ...string) bool {
	before := p.rest
	for _, token := range tokens {
		if !p.take(token) {
			p.rest = before
			return false
		}
	}
	return true
}

func (p *parser) sum() (value, error) {
	if p.depth++; p.depth > 40 {
		return value{}, errSymbol
	}
	defer func() { p.depth-- }()
	v, err := p.product()
	for err == nil {
		var w value
		switch {
		case p.take("+"):
			if w, err = p.product(); err == nil {
				v, err = combine(v, w, func(a, b float64) float64 { return a + b })
			}
		case p.take("-"):
			if w, err = p.product(); err == nil {
				v, err = combine(v, w, func(a, b float64) float64 { return a - b })
			}
		case p.take(`\lor`): // of truth values
			if w, err = p.product(); err == nil {
				v, err = combine(v, w, func(a, b float64) float64 { return max(a, b) })
			}
		default:
			return v, nil
		}
	}
	return value{}, err
}

// combine adds two values of one shape.
func combine(v, w value, of func(a, b float64) float64) (value, error) {
	if len(v.x) != len(w.x) || v.vector != w.vector || v.table != w.table {
		return value{}, errSymbol
	}
	out := value{x: make([]float64, len(v.x)), unit: make([]float64, len(v.x)), size: max(v.size, w.size), vector: v.vector, table: v.table}
	for i := range v.x {
		out.x[i], out.unit[i] = of(v.x[i], w.x[i]), -1
		out.size = max(out.size, math.Abs(out.x[i]))
	}
	return out, nil
}

func (p *parser) product() (value, error) {
	v, err := p.signed()
	for err == nil {
		var w value
		switch next := p.peek(); {
		case p.take("·"):
			if w, err = p.signed(); err == nil {
				v, err = times(v, w)
			}
		case p.take("/"):
			if w, err = p.signed(); err == nil {
				v, err = divided(v, w)
			}
		case p.starts(next): // factors side by side
			if w, err = p.power(); err == nil {
				v, err = times(v, w)
			}
		default:
			return v, nil
		}
	}
	return value{}, err
}

// starts reports whether a token begins a factor. A bar closes rather than opens.
func (p *parser) starts(token string) bool {
	if _, size := relation(token); size > 0 {
		return false
	}
	switch token {
	case "", "+", "-", "·", "/", ",", ";", ")", "]", "}", "|", "‖", "^", "_", "[":
		return false
	}
	return token != `\lor` && token != `\rangle`
}

func times(v, w value) (value, error) {
	if v.vector && w.vector { // ⟨v, w⟩
		if len(v.x) != len(w.x) || v.table || w.table {
			return value{}, errSymbol
		}
		out := number(0)
		for i := range v.x {
			out.x[0] += v.x[i] * w.x[i]
			out.size = max(out.size, math.Abs(v.x[i]*w.x[i]), math.Abs(out.x[0]))
		}
		return out, nil
	}
	if w.vector {
		v, w = w, v
	}
	return v.scaled(w.x[0], w.size), nil
}

func divided(v, w value) (value, error) {
	if w.vector || w.x[0] == 0 {
		return value{}, errSymbol
	}
	return v.scaled(1/w.x[0], 1/math.Abs(w.x[0])), nil
}

func (v value) scaled(by, size float64) value {
	out := value{x: make([]float64, len(v.x)), unit: make([]float64, len(v.x)), size: v.size * size, vector: v.vector, table: v.table}
	for i := range v.x {
		out.x[i], out.unit[i] = v.x[i]*by, -1
	}
	return out
}

func (p *parser) signed() (value, error) {
	switch {
	case p.take("+"):
		return p.signed()
	case p.take("-"):
		if p.depth++; p.depth > 40 {
			return value{}, errSymbol
		}
		defer func() { p.depth-- }()
		v, err := p.signed()
		if err != nil {
			return value{}, err
		}
		units := v.unit
		v = v.scaled(-1, 1)
		v.unit = units
		return v, nil
	}
	return p.power()
}

// superscripts are exponents in Unicode.
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

func (p *parser) power() (value, error) {
	v, err := p.factor()
	for err == nil {
		var e value
		switch {
		case p.take("°"), p.takeAll("^", `\circ`), p.takeAll("^", "{", `\circ`, "}"):
			v = v.scaled(math.Pi/180, math.Pi/180)
			continue
		case p.take("^"):
			if p.take("+") { // the positive part
				for i := range v.x {
					v.x[i], v.unit[i] = max(0, v.x[i]), -1
				}
				continue
			}
			e, err = p.group()
		case strings.ContainsRune(superscripts+"⁻", []rune(p.peek() + " ")[0]) && p.peek() != "":
			e, err = p.superscript()
		default:
			return v, nil
		}
		if err == nil {
			v, err = raised(v, e)
		}
	}
	return value{}, err
}

func raised(v, e value) (value, error) {
	if v.vector || e.vector {
		return value{}, errSymbol
	}
	return number(math.Pow(v.x[0], e.x[0])), nil
}

func (p *parser) superscript() (value, error) {
	var digits strings.Builder
	for p.rest != "" {
		c := []rune(firstRune(p.rest))[0]
		k := strings.IndexRune(superscripts, c)
		switch {
		case c == '⁻' && digits.Len() == 0:
			digits.WriteByte('-')
		case k >= 0:
			digits.WriteByte(byte('0' + len([]rune(superscripts[:k]))))
		default:
			return whole(digits.String())
		}
		p.rest = p.rest[len(string(c)):]
	}
	return whole(digits.String())
}

func whole(text string) (value, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return value{}, errSymbol
	}
	return number(float64(n)), nil
}

// group is what stands in braces, or the one token that needs none.
func (p *parser) group() (value, error) {
	if !p.take("{") {
		return p.factor()
	}
	v, err := p.sum()
	if err != nil || !p.take("}") {
		return value{}, errSymbol
	}
	return v, nil
}

var functions = map[string]func(float64) float64{
	"log": math.Log, "ln": math.Log, "exp": math.Exp, "cos": math.Cos, "sin": math.Sin, "tanh": math.Tanh, "max": nil, "min": nil, "sqrt": math.Sqrt,
}

func init() {
	functions["max"] = func(x float64) float64 { return x }
	functions["min"] = functions["max"]
}

func (p *parser) factor() (value, error) {
	token := p.peek()
	switch {
	case token == "":
		return value{}, errSymbol
	case '0' <= token[0] && token[0] <= '9' || token == ".":
		return p.literal()
	case p.take("("):
		return p.bracket(")")
	case p.take("{"):
		return p.bracket("}")
	case p.take("["):
		return p.square()
	case p.take("|"):
		return p.enclosed("|", true)
	case p.take("‖"):
		return p.enclosed("‖", false)
	case p.take(`\frac`):
		return p.fraction()
	case p.take(`\langle`):
		return p.inner()
	case p.take(`\hl`):
		return p.group()
	case p.take(`\ref`):
		end := strings.IndexByte(p.rest, '}')
		if end < 0 {
			return value{}, errSymbol
		}
		p.rest = p.rest[end+1:]
		return p.group()
	case p.take(`\pi`):
		return number(math.Pi), nil
	case p.take("e"):
		if next := p.peek(); next != "^" && !strings.HasPrefix(next, "⁻") {
			return value{}, errSymbol
		}
		return number(math.E), nil
	}
	name := strings.TrimPrefix(token, `\`)
	if f := functions[name]; f != nil && p.take(token) {
		return p.call(name, f)
	}
	return value{}, errSymbol
}

// inner reads ⟨v, w⟩.
func (p *parser) inner() (value, error) {
	v, err := p.sum()
	if err != nil || !v.vector || !p.take(",") {
		return value{}, errSymbol
	}
	w, err := p.sum()
	if err != nil || !w.vector || !p.take(`\rangle`) {
		return value{}, errSymbol
	}
	return times(v, w)
}

func (p *parser) fraction() (value, error) {
	top, err := p.group()
	if err != nil {
		return value{}, err
	}
	bottom, err := p.group()
	if err != nil {
		return value{}, err
	}
	return divided(top, bottom)
}

// bracket reads up to the closing bracket: a number, or a vector.
func (p *parser) bracket(closing string) (value, error) {
	v, err := p.sum()
	if err != nil {
		return value{}, err
	}
	if p.take(closing) {
		return v, nil
	}
	out := value{vector: true}
	for {
		if v.vector {
			return value{}, errSymbol
		}
		out.x, out.unit, out.size = append(out.x, v.x[0]), append(out.unit, v.unit[0]), max(out.size, v.size)
		if p.take(closing) {
			return out, nil
		}
		switch {
		case p.take(";"):
			out.table = true
		case !p.take(","):
			return value{}, errSymbol
		}
		if v, err = p.sum(); err != nil {
			return value{}, err
		}
	}
}

// square reads what stands between square brackets: as much as between others, or
// Iverson's bracket [1 ≤ 2], which is 1 where the comparison is true and 0 elsewhere.
func (p *parser) square() (value, error) {
	before := p.rest
	left, err := p.sum()
	if err != nil {
		return value{}, err
	}
	r, size := relation(p.peek())
	if size == 0 {
		p.rest = before
		return p.bracket("]")
	}
	p.rest = p.rest[size:]
	right, err := p.sum()
	if err != nil || !p.take("]") || left.vector || right.vector {
		return value{}, errSymbol
	}
	if compare(left, r, right) {
		return number(1), nil
	}
	return number(0), nil
}

// enclosed reads an absolute value or a length.
func (p *parser) enclosed(bar string, absolute bool) (value, error) {
	v, err := p.sum()
	if err != nil || !p.take(bar) || v.vector == absolute {
		return value{}, errSymbol
	}
	length := 0.0
	for _, x := range v.x {
		length = math.Hypot(length, x)
	}
	return number(length), nil
}

// call reads the argument of a function: a bracket, or factors side by side as in
// log 2π.
func (p *parser) call(name string, f func(float64) float64) (value, error) {
	if p.peek() == "_" {
		if name != "log" || !p.takeAll("_", "2") && !p.takeAll("_", "{", "2", "}") {
			return value{}, errSymbol
		}
		f = math.Log2
	}
	if name == "max" || name == "min" {
		v, err := p.factor()
		if err != nil || len(v.x) < 2 {
			return value{}, errSymbol
		}
		best := v.x[0]
		for _, x := range v.x[1:] {
			if name == "max" {
				best = max(best, x)
			} else {
				best = min(best, x)
			}
		}
		return value{x: []float64{best}, unit: []float64{-1}, size: v.size}, nil
	}
	power, err := value{}, error(nil)
	if p.take("^") {
		if power, err = p.group(); err != nil {
			return value{}, err
		}
	}
	v, err := p.power()
	for err == nil && p.peek() == `\pi` {
		var w value
		if w, err = p.power(); err == nil {
			v, err = times(v, w)
		}
	}
	if err != nil || v.vector {
		return value{}, errSymbol
	}
	out := number(f(v.x[0]))
	if power.x != nil {
		return raised(out, power)
	}
	return out, nil
}

// literal reads a number as it is displayed, with its power of ten.
func (p *parser) literal() (value, error) {
	end := strings.IndexFunc(p.rest, func(c rune) bool { return c != '.' && (c < '0' || c > '9') })
	if end < 0 {
		end = len(p.rest)
	}
	digits := strings.TrimSuffix(p.rest[:end], ".")
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return value{}, errSymbol
	}
	p.rest = p.rest[len(digits):]
	unit := 0.0
	if _, decimals, ok := strings.Cut(digits, "."); ok {
		unit = math.Pow(10, -float64(len(decimals)))
	}
	if scale := p.tens(); scale != 0 {
		if unit == 0 {
			unit = 1
		}
		if x, err = strconv.ParseFloat(digits+"e"+strconv.Itoa(scale), 64); err != nil {
			return value{}, errSymbol
		}
		unit *= math.Pow(10, float64(scale))
	}
	v := number(x)
	v.unit[0] = unit
	return v, nil
}

// tens reads · 10ⁿ behind a number, and returns n; 0 where there is none.
func (p *parser) tens() int {
	before := p.rest
	if p.take("·") {
		p.peek()
		if rest, ok := strings.CutPrefix(p.rest, "10"); ok && rest != "" && (rest[0] == '^' || strings.ContainsRune(superscripts+"⁻", []rune(rest)[0])) {
			p.rest = rest
			var e value
			var err error
			if p.take("^") {
				if p.take("{") {
					if e, err = p.sum(); err == nil && !p.take("}") {
						err = errSymbol
					}
				} else {
					e, err = p.literal()
				}
			} else {
				e, err = p.superscript()
			}
			if err == nil && !e.vector {
				return int(e.x[0])
			}
		}
	}
	p.rest = before
	return 0
}
