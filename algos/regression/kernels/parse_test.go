package kernels

import (
	"errors"
	"math"
	"strings"
	"testing"

	"playground/views/mathml"
)

// Texts that are read, and the canonical form in which they are written.
var readable = map[string]string{
	"rbf(0.5)":                            "rbf(0.5)",
	" 2 * rbf( .50 ) + linear*poly(2,-1)": "2*rbf(0.5)+linear*poly(2,-1)",
	"-dist2":                              "-dist2",
	"−dist2":                              "-dist2",
	"1-(linear-1)":                        "1-(linear-1)",
	"(1-linear)-1":                        "1-linear-1",
	"linear*(same*near(1))":               "linear*(same*near(1))",
	"(linear+1)^2":                        "(linear+1)^2",
	"-2*rbf(1)":                           "-2*rbf(1)",
	"2*3*rbf(1)":                          "6*rbf(1)",
	"2*(3*rbf(1))":                        "2*(3*rbf(1))",
	"linear-(-2)*rbf(1)":                  "linear-(-2*rbf(1))",
	"exp(-0.5*dist2)":                     "exp(-0.5*dist2)",
	"times(gauss(1e-3),exp(norm(poly(2,1))))": "times(gauss(0.001),exp(norm(poly(2,1))))",
	"map(circle(2),marginal(1))":              "map(circle(2),marginal(1))",
	"(rbf(1)^2)^3":                            "(rbf(1)^2)^3",
	"(-linear)^2":                             "(-linear)^2",
	"-linear^2":                               "-linear^2",
	"((2))":                                   "2",
}

func TestParse(t *testing.T) {
	for text, want := range readable {
		n, err := parse(text)
		if err != nil || n.String() != want {
			t.Errorf("%q is %v, %v; want %q", text, n, err, want)
		}
	}
}

// What cannot be read is refused at its place.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "at character 1: the expression ends where a number, a kernel or a bracket is wanted",
		"rbf":                             "at character 4: the expression ends where a bracket with γ is wanted",
		"rbf(1":                           "at character 6: the expression ends where a closing bracket is wanted",
		"rbf(-1)":                         "at character 6: γ is at least 1e-06",
		"poly(2.5,1)":                     "at character 6: the degree is a whole number from 1 to 10",
		"linear/2":                        "at character 7: there is no division",
		"linear+":                         "at character 8: the expression ends",
		"gauss(1)":                        `at character 1: there is no kernel "gauss"; there are linear, poly`,
		"times(rbf,1)":                    `at character 7: there is no function "rbf"`,
		"map(twist,1)":                    `at character 5: there is no map "twist"`,
		"linear^0":                        "at character 8: an exponent is a whole number from 1 to 10",
		"1e9":                             "at character 1: 1e9 is out of range",
		"linear linear":                   "at character 8: +, −, * or ^ is wanted",
		"猫":                               "at character 1: a number, a kernel or a bracket is wanted, not '猫'",
		strings.Repeat("x", 10_000):       "at character 301: the expression is longer than 300 characters",
		strings.Repeat("(", 200):          "at character 13: brackets are nested more than 12 deep",
		strings.Repeat("exp(", 40):        "nested more than 12 deep",
		"1" + strings.Repeat("+same", 40): "at character 1: the expression has 81 parts; at most 24 are shown",
	} {
		_, err := parse(text)
		var at *parseError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", text, err, want)
		}
	}
}

// Whatever is read is written so that it reads back as itself, and has a value everywhere.
func FuzzParse(f *testing.F) {
	for text := range readable {
		f.Add(text)
	}
	for _, text := range []string{"((", "1e+", "--1", "exp(exp(linear))", "2^2^2", "norm(-1)", "map(zoom(-3),min)*min"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := parse(text)
		if err != nil {
			var at *parseError
			if !errors.As(err, &at) || at.At < 0 || at.At > len(text) || at.Message == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		canonical := n.String()
		if len(canonical) > maxLen {
			return // a number may be written longer than it was
		}
		again, err := parse(canonical)
		if err != nil || again.String() != canonical {
			t.Fatalf("%q is written %q, which is read as %v (%v)", text, canonical, again, err)
		}
		x, z := [2]float64{0.5, -1.25}, [2]float64{1.5, 2}
		a, b := n.at(x, z, hidden{{-1, 0}, {1, 0}}), n.at(z, x, hidden{{-1, 0}, {1, 0}})
		if math.Float64bits(a.v) != math.Float64bits(b.v) && a.v == a.v && math.Abs(a.v-b.v) > a.off+b.off {
			t.Fatalf("%q: k(x, z) = %v, k(z, x) = %v", text, a, b)
		}
		for _, p := range n.parts() {
			if p.op == leaf {
				if _, err := mathml.Display(p.family.formula(p.numbers)); err != nil {
					t.Fatalf("%q: %v", text, err)
				}
			}
		}
	})
}
