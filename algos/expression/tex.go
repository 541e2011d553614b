package expression

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// How strongly a piece of TeX holds together: a weaker one gets brackets within a stronger one.
const (
	weakSum = iota
	weakProduct
	weakPower
	atom
)

// A written is a piece of TeX.
type written struct {
	text  string
	holds int
	tall  bool // brackets about it grow
	deep  int  // groups within each other
	digit bool // it begins with a digit
	tail  bool // and ends with one
}

// mostGroups is how deep groups of TeX may nest; what is deeper is shown as it was typed.
const mostGroups = 16

// TeX is the formula as TeX, with the operators and brackets of print: a quotient is a fraction, sqrt a root.
func (e *Expression) TeX() string {
	w := e.write(e.root)
	if w.deep > mostGroups {
		return `\text{` + texText.Replace(e.text) + `}`
	}
	return w.text
}

// texText replaces what has a meaning in a text of TeX.
var texText = strings.NewReplacer(
	"^", "↑", "_", " ", `\`, " ", "{", "(", "}", ")", "$", " ", "&", " ", "#", " ", "%", " ", "~", " ", "<", " ", ">", " ", "\n", " ", "\r", " ", "\t", " ",
)

// write is the TeX of a node.
func (e *Expression) write(at int) written {
	n := e.nodes[at]
	switch n.kind {
	case aNumber:
		return texNumber(n.value)
	case aConstant:
		if n.text == "pi" {
			return written{text: `\pi`, holds: atom}
		}
		return written{text: "e", holds: atom}
	case aVariable:
		return written{text: texName(e.names[n.a]), holds: atom}
	case aNegative:
		a := e.write(n.a).within(weakProduct)
		return written{text: "-" + a.text, holds: weakSum, tall: a.tall, deep: a.deep, tail: a.tail}
	case aSum, aDifference:
		a, b := e.write(n.a), e.write(n.b)
		sign := " + "
		if n.kind == aDifference {
			sign = " - "
			b = b.within(weakProduct)
		} else if strings.HasPrefix(b.text, "-") {
			b = b.within(weakProduct)
		}
		return written{text: a.text + sign + b.text, holds: weakSum, tall: a.tall || b.tall, deep: max(a.deep, b.deep), digit: a.digit, tail: b.tail}
	case aProduct:
		return times(e.write(n.a).within(weakProduct), e.write(n.b).within(weakProduct))
	case aQuotient:
		a, b := e.write(n.a), e.write(n.b)
		return written{text: `\frac{` + a.text + "}{" + b.text + "}", holds: weakProduct, tall: true, deep: 1 + max(a.deep, b.deep), digit: true}
	case aPower:
		return e.writePower(n)
	}
	return e.writeCall(n)
}

// times is a product.
func times(a, b written) written {
	sign := `\,`
	switch {
	case b.digit:
		sign = ` \cdot `
	case a.tail && b.holds == atom && !strings.HasPrefix(b.text, `\`):
		sign = "" // 2x
	}
	return written{text: a.text + sign + b.text, holds: weakProduct, tall: a.tall || b.tall, deep: max(a.deep, b.deep), digit: a.digit, tail: b.tail}
}

func (e *Expression) writePower(n node) written {
	base, exponent := e.write(n.a), e.write(n.b)
	up := "^{" + exponent.text + "}"
	deep := max(base.deep, 1+exponent.deep)
	if f := e.nodes[n.a]; f.kind == aCall && slices.Contains(squared, functions[f.call].name) && e.nodes[n.b].kind == aNumber && exponent.holds == atom {
		argument := e.write(f.a).bracketed() // sin²(x)
		return written{text: functions[f.call].tex + up + argument.text, holds: weakPower, tall: argument.tall, deep: max(argument.deep, 1)}
	}
	base = base.within(atom)
	return written{text: base.text + up, holds: weakPower, tall: base.tall || exponent.deep > 0, deep: max(deep, base.deep), digit: base.digit}
}

// squared are the functions whose powers are written behind their names.
var squared = []string{"sin", "cos", "tan", "sinh", "cosh", "tanh"}

func (e *Expression) writeCall(n node) written {
	f := functions[n.call]
	a := e.write(n.a)
	group := func(before, after string, holds int) written {
		return written{text: before + a.text + after, holds: holds, tall: true, deep: a.deep + 1}
	}
	switch f.name {
	case "exp":
		return group("e^{", "}", weakPower)
	case "sqrt":
		return group(`\sqrt{`, "}", weakPower)
	case "cbrt":
		return group(`\sqrt[3]{`, "}", weakPower)
	case "abs":
		return group(`\left|`, `\right|`, atom)
	case "floor":
		return group(`\left\lfloor `, `\right\rfloor `, atom)
	}
	if f.two != nil {
		b := e.write(n.b)
		a = written{text: a.text + `,\,` + b.text, tall: a.tall || b.tall, deep: max(a.deep, b.deep)}
	}
	a = a.bracketed()
	return written{text: f.tex + a.text, holds: weakPower, tall: a.tall, deep: a.deep}
}

// within is the piece in brackets where it holds less than it must.
func (w written) within(holds int) written {
	if w.holds < holds {
		return w.bracketed()
	}
	return w
}

func (w written) bracketed() written {
	left, right, deep := "(", ")", w.deep
	if w.tall {
		left, right, deep = `\left(`, `\right)`, w.deep+1
	}
	return written{text: left + w.text + right, holds: atom, tall: w.tall, deep: deep}
}

// texName writes x1 as x_{1}, and theta as the letter θ.
func texName(name string) string {
	letters := strings.TrimRight(name, "0123456789")
	text := letters
	switch {
	case strings.Contains(greek, " "+letters+" "):
		text = `\` + letters
	case len(letters) > 1:
		text = `\mathrm{` + letters + "}"
	}
	if letters != name {
		text += "_{" + name[len(letters):] + "}"
	}
	return text
}

// greek are the names that stand for Greek letters.
const greek = " alpha beta gamma delta epsilon theta lambda mu rho sigma tau phi omega "

// texNumber writes a number with all of its digits.
func texNumber(x float64) written {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if size := math.Abs(x); size >= 1e-4 && size < 1e9 {
		text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	mantissa, exponent, ok := strings.Cut(text, "e")
	if !ok {
		return written{text: text, holds: atom, digit: true, tail: true}
	}
	power, _ := strconv.Atoi(exponent)
	text = "10^{" + strconv.Itoa(power) + "}"
	if mantissa != "1" {
		text = mantissa + `\cdot ` + text
	}
	return written{text: text, holds: weakProduct, tall: true, deep: 1, digit: true}
}
