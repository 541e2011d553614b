package expression_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"playground/algos"
	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/expression"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/param"
	"playground/algos/say"
	"playground/views/mathml"
)

// A fataler is a test, or a draw of one.
type fataler interface {
	Fatalf(format string, args ...any)
}

func parse(t fataler, text string, names ...string) *expression.Expression {
	e, err := expression.Parse(text, names...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// At x = 2, y = 3.
func TestValues(t *testing.T) {
	for text, want := range map[string]float64{
		"-x^2": -4, "(-x)^2": 4, "2^-1": 0.5, "2^3^2": 512, "1-2-3": -4, "8/4/2": 1, "x*y": 6, "-(x+y)*2": -10, "abs(-3)": 3, "+x": 2, "--x": 2,
		"2x": 4, "2x^2": 8, "x^2y": 12, "2(x+1)": 6, "(x+1)(y-1)": 6, "x(y+1)": 8, "2sin(x)": 2 * math.Sin(2), "1/2x": 1, "2*-3x": -12, "(x)y": 6,
		"x²": 4, "x³ − y": 5, "x ** 2": 4, "6 ÷ x": 3, "x·y": 6, "x × y": 6, "π": math.Pi,
		"pi*2": 2 * math.Pi, "e": math.E, "1e3": 1000, "1.5E-1x": 0.3, ".5": 0.5, "5.": 5,
		"min(x, y)": 2, "max(x, y, 7, 1)": 7,
		"min(y, x)": 2, "sqrt(x+y-1)": 2, "cbrt(-8)": -2, "exp(0)": 1, "log(e)": 1, "ln(e)": 1, "log2(8)": 3, "log10(1000)": 3,
		"sin(0)": 0, "cos(0)": 1, "tan(0)": 0, "asin(1)": math.Pi / 2, "acos(1)": 0, "atan(1)": math.Pi / 4, "sinh(0)": 0, "cosh(0)": 1, "tanh(0)": 0,
		"sign(-x)": -1, "floor(y/x)": 1, "sigmoid(0)": 0.5, "X + Y": 5, "Sin(0)": 0,
		"arctan(1)": math.Pi / 4, "（x）": 2, "0^0": 1, "x^0.5": math.Sqrt2,
	} {
		algotest.Near(t, text, parse(t, text, "x", "y").At(2, 3), want, 1e-15)
	}
	algotest.Near(t, "x₁ and x₂", parse(t, "x₁ - X2", "x1", "x2").At(5, 3), 2, 0)
	algotest.Near(t, "a variable before a constant", parse(t, "e^2", "e").At(3), 9, 0)
}

// What is undefined or overflows can be told from a number.
func TestValuesThatAreNotFinite(t *testing.T) {
	for text, ok := range map[string]func(float64) bool{
		"log(-1)": math.IsNaN, "sqrt(x-5)": math.IsNaN, "0/0": math.IsNaN, "asin(2)": math.IsNaN, "max(log(-1), 0)": math.IsNaN,
		"1/0":       func(v float64) bool { return math.IsInf(v, 1) },
		"-exp(1e4)": func(v float64) bool { return math.IsInf(v, -1) },
	} {
		if v := parse(t, text, "x").At(1); !ok(v) {
			t.Errorf("%s is %v", text, v)
		}
	}
}

// An error names the character, counted from 0, and what helps.
func TestErrors(t *testing.T) {
	for text, want := range map[string]struct {
		at   int
		says string
	}{
		"":            {0, "is empty: write one of x, y, such as x^2 - 2"},
		"  ":          {0, "is empty"},
		"x+":          {2, "character 3: the formula ends where a number, a variable (x, y)"},
		"x+*y":        {2, "“*” stands where a number"},
		"(x":          {0, "this bracket is not closed"},
		"sin(x":       {3, "this bracket is not closed"},
		"x)":          {1, "character 2: this ) closes no bracket"},
		"z":           {0, "“z” is unknown; the variables are x, y, the constants pi and e, the functions sin, cos"},
		"xy":          {0, "write x*y"},
		"2 + sinx":    {4, "write sin(x)"},
		"exp x":       {0, "exp needs its argument in brackets; write exp(x)"},
		"sin":         {0, "write sin(x)"},
		"sin 2":       {0, "write sin(2)"},
		"1..2":        {0, "“1..2” is not a number"},
		"x y":         {2, "an operator is missing before “y”"},
		"x 2":         {2, "an operator is missing before “2”"},
		"2 3":         {2, "an operator is missing before “3”"},
		"^2":          {0, "“^” stands where"},
		"()":          {1, "“)” stands where"},
		"0,5*x":       {1, "write decimal fractions with a point"},
		"(1, 2)":      {2, "a comma separates"},
		"sin(1, 2)":   {0, "sin takes 1 argument, not 2"},
		"min(1)":      {0, "min takes 2 arguments or more; write min(x, 0)"},
		"−x + x₃":     {5, "“x₃” is unknown"},
		"x = 2":       {2, "“=” is not part of a formula"},
		"x\x00":       {1, "is not part of a formula"},
		"x + \xff":    {4, "is not part of a formula"},
		"1e999":       {0, "“1e999” is too large"},
		"x²²":         {0, ""},
		"x^(2":        {2, "not closed"},
		"x ⊕ y":       {2, "“⊕” is not part"},
		"2 x sin":     {4, "an operator is missing before “sin”"},
		"ｘ":           {0, "is not part of a formula"},
		"min(x; y)":   {5, "“;” is not part"},
		"x(1, 2)":     {3, "a comma separates"},
		"xsin(y)":     {0, "“xsin” is unknown"},
		"abs()":       {4, "“)” stands where"},
		"1 + x2":      {4, "“x2” is unknown"},
		"exp(x))":     {6, "closes no bracket"},
		"(x)(y))":     {6, "closes no bracket"},
		"((x)":        {0, "not closed"},
		"-":           {1, "the formula ends"},
		"x^":          {2, "the formula ends"},
		"sqrt(-":      {6, "the formula ends"},
		"max(x, y, )": {10, "“)” stands where"},
		"x,y":         {1, "a comma separates"},
		"2e":          {0, ""},
		"1.5e+":       {5, "the formula ends"},
		"x**":         {3, "the formula ends"},
		strings.Repeat("(", 41) + "x" + strings.Repeat(")", 41): {40, "nested more than 40 deep"},
		strings.Repeat("-", 41) + "x":                           {40, "nested more than 40 deep"},
		strings.Repeat("x^", 60) + "x":                          {81, "nested more than 40 deep"},
		strings.Repeat("x+", 5000):                              {0, "has 10000 characters, and at most 500 are allowed"},
		strings.Repeat("(", 1000):                               {0, "at most 500"},
	} {
		_, err := expression.Parse(text, "x", "y")
		if want.says == "" {
			if err != nil && text != "x²²" {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		e, ok := err.(*expression.Error)
		if !ok {
			t.Errorf("%.60q is read", text)
			continue
		}
		if e.At != want.at || !strings.Contains(e.Error(), want.says) {
			t.Errorf("%.60q: at %d: %s; want at %d: %s", text, e.At, e, want.at, want.says)
		}
	}
}

// Every message has its Chinese, which names the same values.
func TestErrorsAreTranslated(t *testing.T) {
	book, err := algos.ReadBook(os.DirFS(".."), "zh.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"", "x+", "x+*y", "(x", "x)", "z", "xy", "sin x", "1..2", "x 2", "0,5", "sin(1,2)", "min(1)",
		"x=2", "1e999", strings.Repeat("-", 50) + "x", strings.Repeat("x", 600),
	} {
		_, err := expression.Parse(text, "x")
		for _, p := range err.(*expression.Error).Message.Templates() {
			other, ok := book[p.Text]
			if !ok {
				t.Errorf("no Chinese for %q", p.Text)
				continue
			}
			for _, place := range p.Places() {
				if !strings.Contains(other, place) {
					t.Errorf("%q does not name %s", other, place)
				}
			}
		}
	}
}

// A form, the command line and the websocket say the same: what the options of a demo are set by.
func TestParameterSaysTheError(t *testing.T) {
	var s param.Set
	var text string
	s.Text(&text, "expression", "x^2", expression.MaxLen, expression.Check("x"))
	const want = "character 3: the formula ends where a number, a variable (x), a function or an opening bracket is expected"
	err := s.Apply(param.Values{"expression": "x+"})
	bad, ok := err.(*param.Error)
	if !ok || bad.Field != "expression" || bad.Message.String() != want {
		t.Fatalf("%v", err)
	}
	key := "character <at>: the formula ends where a number, a variable (<names>), a function or an opening bracket is expected"
	if said := bad.Message.In(say.Book{key: "第 <at> 个字符"}); said != "第 3 个字符" {
		t.Errorf("in another language: %s", said)
	}
}

// anything draws a formula of x and y that is smooth about the places of the tests.
func anything(t *rapid.T, depth int) string {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		return rapid.SampledFrom([]string{"x", "y", "x", "y", "2", "0.5", "pi", "3x"}).Draw(t, "atom")
	}
	a := func() string { return anything(t, depth-1) }
	switch k := rapid.IntRange(0, 22).Draw(t, "shape"); k {
	case 0, 1:
		return a() + " + " + a()
	case 2:
		return a() + " - (" + a() + ")"
	case 3, 4:
		return "(" + a() + ")*(" + a() + ")"
	case 5:
		return "(" + a() + ")/(2 + sin(" + a() + "))"
	case 6:
		return "-(" + a() + ")"
	case 7:
		return "(" + a() + ")^2"
	case 8:
		return "(" + a() + ")^3"
	case 9:
		return "(1.1 + sin(" + a() + "))^-1.5"
	case 10:
		return "(1.5 + cos(" + a() + "))^sin(" + a() + ")"
	case 11:
		return "log(3 + sin(" + a() + "))"
	case 12:
		return "log2(3 + cos(" + a() + ")) - log10(2 + sin(" + a() + "))"
	case 13:
		return "sqrt(2 + sin(" + a() + "))"
	case 14:
		return "cbrt(2 - cos(" + a() + "))"
	case 15:
		return "asin(0.9*sin(" + a() + ")) + acos(0.8*cos(" + a() + "))"
	case 16:
		return "exp(sin(" + a() + "))"
	case 17:
		return "sinh(sin(" + a() + ")) - cosh(cos(" + a() + "))"
	case 18:
		return "atan(" + a() + ")"
	case 19:
		return "sigmoid(" + a() + ")"
	case 20:
		return "tan(0.9*sin(" + a() + "))"
	case 21:
		return "cos(" + a() + ")"
	}
	return "tanh(" + a() + ")"
}

// Derivatives are difference quotients, the value is one and the same by all ways, and the TeX can be set.
func TestDerivativesAreDifferenceQuotients(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := anything(t, rapid.IntRange(0, 4).Draw(t, "depth"))
		if len(text) > expression.MaxLen {
			t.Skip("long")
		}
		e := parse(t, text, "x", "y")
		at := [2]float64{rapid.Float64Range(-2, 2).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "y")}
		j := e.Jet(at[0], at[1])
		v, g := e.Gradient(at[0], at[1])
		if v != j.Value || g != j.Gradient || e.At(at[0], at[1]) != j.Value {
			t.Fatalf("%s: %v, %v and %+v", text, v, g, j)
		}
		const h = 1e-4
		// The error of a quotient is h²/6 times a third derivative, and rounding by 1/h.
		size := 1.0
		for _, d := range [][2]float64{{h, 0}, {-h, 0}, {0, h}, {0, -h}} {
			n := e.Jet(at[0]+d[0], at[1]+d[1])
			for _, s := range append(append(n.Gradient[:], n.Hessian[:]...), n.Value) {
				size = max(size, math.Abs(s))
			}
		}
		if size > 1e4 {
			t.Skip("steep")
		}
		for k := range 2 {
			up, down := at, at
			up[k] += h
			down[k] -= h
			a, b := e.Jet(up[0], up[1]), e.Jet(down[0], down[1])
			if q := (a.Value - b.Value) / (2 * h); math.Abs(q-g[k]) > 1e-3*size {
				t.Fatalf("%s at %v: derivative %d is %v, quotient %v", text, at, k, g[k], q)
			}
			for i := range 2 {
				if q := (a.Gradient[i] - b.Gradient[i]) / (2 * h); math.Abs(q-j.Hessian[i+k]) > 1e-2*size {
					t.Fatalf("%s at %v: second derivative %d%d is %v, quotient %v", text, at, i, k, j.Hessian[i+k], q)
				}
			}
		}
		if _, err := mathml.Compile(e.TeX(), false); err != nil {
			t.Fatalf("%s: TeX %s: %v", text, e.TeX(), err)
		}
	})
}

// On a grid every node has the value of its place, and with real numbers complex values are the real ones.
func TestGridAndComplex(t *testing.T) {
	g := grid.Grid{Window: grid.Window{X0: -2, X1: 2, Y0: -1, Y1: 3}, NX: 7, NY: 5}
	rapid.Check(t, func(t *rapid.T) {
		text := anything(t, rapid.IntRange(0, 4).Draw(t, "depth"))
		if len(text) > expression.MaxLen {
			t.Skip("long")
		}
		e := parse(t, text, "x", "y")
		dst := make([]float64, g.Len())
		e.Field()(dst, g)
		for j := range g.NY {
			for i := range g.NX {
				if want := e.At(g.X(i), g.Y(j)); dst[j*g.NX+i] != want {
					t.Fatalf("%s at (%g, %g): %v on the grid, %v", text, g.X(i), g.Y(j), dst[j*g.NX+i], want)
				}
			}
		}
		one, err := expression.Parse(strings.ReplaceAll(text, "y", "x"), "x")
		if err != nil {
			t.Fatal(err)
		}
		x := rapid.Float64Range(-2, 2).Draw(t, "x")
		v, d := one.Complex(complex(x, 0))
		j := one.Jet(x)
		size := 1 + math.Abs(j.Value) + math.Abs(j.Gradient[0])
		if cmplx.Abs(v-complex(j.Value, 0)) > 1e-9*size || cmplx.Abs(d-complex(j.Gradient[0], 0)) > 1e-9*size {
			t.Fatalf("%s at %g: %v, %v; real %v, %v", text, x, v, d, j.Value, j.Gradient[0])
		}
	})
}

// Powers of complex numbers are multiplied out, and the derivative is the quotient in any direction.
func TestComplex(t *testing.T) {
	v, d := parse(t, "z^3 - 1", "z").Complex(complex(0, 1))
	if v != complex(-1, -1) || d != complex(-3, 0) {
		t.Errorf("i³ − 1 = %v, derivative %v", v, d)
	}
	e := parse(t, "exp(z)*sin(z)/(z^2 + 3) + z^z - sqrt(z + 2) + log(z) + z^-2 + z^0 + z^0.5", "z")
	for _, z := range []complex128{complex(1, 1), complex(0.3, -0.8), complex(2, 0.1)} {
		_, d := e.Complex(z)
		for _, h := range []complex128{1e-6, 1e-6i} {
			up, _ := e.Complex(z + h)
			down, _ := e.Complex(z - h)
			if q := (up - down) / (2 * h); cmplx.Abs(q-d) > 1e-7*(1+cmplx.Abs(d)) {
				t.Errorf("at %v: %v, quotient %v", z, d, q)
			}
		}
	}
	kinked := parse(t, "abs(z)", "z")
	if v, d := kinked.Complex(1i); !cmplx.IsNaN(v) || !cmplx.IsNaN(d) {
		t.Errorf("|z| is %v with the derivative %v", v, d)
	}
	if name, ok := kinked.Analytic(); ok || name != "abs" {
		t.Errorf("abs is analytic: %s", name)
	}
	if _, ok := e.Analytic(); !ok {
		t.Error("exp is not analytic")
	}
}

// Derivatives by what does not change are 0 where a function is infinitely steep, and those at kinks are those of a side.
func TestDerivativesAtTheBorder(t *testing.T) {
	for _, c := range []struct {
		text string
		at   [2]float64
		want expression.Jet
	}{
		{"sqrt(x) + y^2", [2]float64{0, 3}, expression.Jet{Value: 9, Gradient: [2]float64{math.Inf(1), 6}, Hessian: [3]float64{math.Inf(-1), 0, 2}}},
		{"abs(x)", [2]float64{0, 1}, expression.Jet{Gradient: [2]float64{1, 0}}},
		{"max(x, y)", [2]float64{1, 2}, expression.Jet{Value: 2, Gradient: [2]float64{0, 1}}},
		{"x^2", [2]float64{0, 0}, expression.Jet{Hessian: [3]float64{2, 0, 0}}},
		{"x^1", [2]float64{0, 0}, expression.Jet{Gradient: [2]float64{1, 0}}},
		{"x^0", [2]float64{0, 0}, expression.Jet{Value: 1}},
		{"x^3", [2]float64{-2, 0}, expression.Jet{Value: -8, Gradient: [2]float64{12, 0}, Hessian: [3]float64{-12, 0, 0}}},
		{"x*y", [2]float64{0, 0}, expression.Jet{Hessian: [3]float64{0, 1, 0}}},
		{"floor(x) + sign(y)", [2]float64{1.5, -2}, expression.Jet{}},
	} {
		if got := parse(t, c.text, "x", "y").Jet(c.at[0], c.at[1]); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestTeX(t *testing.T) {
	for text, want := range map[string]string{
		"-x^2": `-x^{2}`, "(-x)^2": `(-x)^{2}`, "2*x*y": `2x\,y`, "2*3": `2 \cdot 3`, "x/(y+1)": `\frac{x}{y + 1}`, "(x+y)*2": `(x + y) \cdot 2`,
		"x-(y-1)": `x - (y - 1)`, "x-y-1": `x - y - 1`, "x + -y": `x + (-y)`, "sqrt(x)": `\sqrt{x}`, "exp(-x^2)": `e^{-x^{2}}`, "log(x)": `\ln(x)`,
		"sin(x)^2": `\sin^{2}(x)`, "sin(x)^y": `(\sin(x))^{y}`, "1e-9*x": `10^{-9}\,x`, "0.001x": `0.001x`, "pi*x": `\pi\,x`, "abs(x)": `\left|x\right|`,
		"min(x, y)": `\min(x,\,y)`, "(x+1)^2": `(x + 1)^{2}`, "(x/y)^2": `\left(\frac{x}{y}\right)^{2}`, "2^x": `2^{x}`, "x^2^y": `x^{2^{y}}`, "2e5": `200000`,
	} {
		if got := parse(t, text, "x", "y").TeX(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	if got := parse(t, "theta - z", "theta", "z").TeX(); got != `\theta - z` {
		t.Errorf("theta - z is %s", got)
	}
	if got := parse(t, "x1 - x2", "x1", "x2").TeX(); got != "x_{1} - x_{2}" {
		t.Error(got)
	}
	deep := parse(t, strings.Repeat("sqrt(", 30)+"x"+strings.Repeat(")", 30), "x").TeX()
	if _, err := mathml.Compile(deep, false); err != nil || !strings.HasPrefix(deep, `\text{`) {
		t.Errorf("%s: %v", deep, err)
	}
}

// A field costs no more than the budget of a picture, however long the formula is.
func TestFieldKeepsTheBudget(t *testing.T) {
	e := parse(t, strings.Repeat("sin(x)+", 60)+"y", "x", "y")
	g := grid.Grid{Window: grid.Window{X0: -1, X1: 1, Y0: -1, Y1: 1}, NX: 400, NY: 400}
	nodes := 0
	counted := mark.FieldFunc(func(dst []float64, g grid.Grid) {
		nodes += g.Len()
		e.Field()(dst, g)
	})
	panel.Affordable(counted, e.Cost())(make([]float64, g.Len()), g)
	if nodes*e.Cost() > 600_000 {
		t.Errorf("%d nodes of cost %d", nodes, e.Cost())
	}
	if e.Cost() < 60*8 {
		t.Errorf("60 sines cost %d", e.Cost())
	}
}

func TestUses(t *testing.T) {
	e := parse(t, "y^2 + 0", "x", "y")
	if e.Uses(0) || !e.Uses(1) || e.String() != "y^2 + 0" || len(e.Names()) != 2 {
		t.Errorf("%v %v", e.Uses(0), e.Uses(1))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"-(x^2+y^2)/2", "((((((((", "exp(log(-sqrt(tanh(sin(cos(abs(x^y))))))) − 1·2", "2x(1-x)", "min(x,max(y,1e308))", "x²³", "x**-y", "1.5e", "πx₁",
		"floor(0/0)^x", "0,5",
		"(x)(y)2", "\xff", "x^x^x^x", "sign(x)/y", "１", "(((x)))^(2)(3)", "-+-x", "max(1,2", "e^(x", "sin²(x)",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := expression.Parse(text, "x", "y")
		if err != nil {
			bad := err.(*expression.Error)
			if bad.At < 0 || bad.At > len(text) || bad.Message == "" {
				t.Errorf("%q: %+v", text, bad)
			}
			return
		}
		v, j := e.At(0.7, -1.3), e.Jet(0.7, -1.3)
		if v != j.Value && !(math.IsNaN(v) && math.IsNaN(j.Value)) {
			t.Errorf("%q: %v and %v", text, v, j.Value)
		}
		if _, err := mathml.Compile(e.TeX(), false); err != nil {
			t.Errorf("%q: %s: %v", text, e.TeX(), err)
		}
		one := grid.Grid{Window: grid.Window{X0: 0.7, X1: 1, Y0: -1.3, Y1: 0}, NX: 2, NY: 2}
		dst := make([]float64, 4)
		e.Field()(dst, one)
		if dst[0] != v && !(math.IsNaN(v) && math.IsNaN(dst[0])) {
			t.Errorf("%q: %v and %v on a grid", text, v, dst[0])
		}
	})
}

// A formula is read once and evaluated as often as a run needs.
func ExampleParse() {
	f, err := expression.Parse("(1 - x1)^2 + 100(x2 - x1^2)^2", "x1", "x2")
	if err != nil {
		fmt.Println(err)
		return
	}
	j := f.Jet(-1, 1)
	fmt.Println(f.TeX())
	fmt.Println(j.Value, j.Gradient, j.Hessian)
	_, err = expression.Parse("x1^2 + sin x2", "x1", "x2")
	fmt.Println(err)
	// Output:
	// (1 - x_{1})^{2} + 100\,(x_{2} - x_{1}^{2})^{2}
	// 4 [-4 0] [802 400 200]
	// character 8: sin needs its argument in brackets; write sin(x2)
}

func BenchmarkGrid(b *testing.B) {
	f, _ := expression.Parse("(1 - x1)^2 + 100*(x2 - x1^2)^2 + sin(x1)", "x1", "x2")
	g := grid.Grid{Window: grid.Window{X0: -1, X1: 1, Y0: -1, Y1: 1}, NX: 64, NY: 64}
	dst := make([]float64, g.Len())
	for b.Loop() {
		f.Field()(dst, g)
	}
}

func BenchmarkJet(b *testing.B) {
	f, _ := expression.Parse("(1 - x1)^2 + 100*(x2 - x1^2)^2", "x1", "x2")
	for b.Loop() {
		f.Jet(-1.2, 1)
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := expression.Parse("(1 - x1)^2 + 100*(x2 - x1^2)^2", "x1", "x2"); err != nil {
			b.Fatal(err)
		}
	}
}
