package covariance_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/views/mathml"
)

func parse(t testing.TB, text string) covariance.Kernel {
	t.Helper()
	k, err := covariance.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return k
}

// Values by hand at distance 2 or, for the linear kernel, at x·z = −6.
func TestLeaves(t *testing.T) {
	x, z := [2]float64{3}, [2]float64{1}
	for text, want := range map[string]float64{
		"2.5":                     2.5,
		"rbf(1.5)":                math.Exp(-4 / (2 * 2.25)),
		"matern12(1.5)":           math.Exp(-2 / 1.5),
		"matern32(1.5)":           (1 + math.Sqrt(3)*2/1.5) * math.Exp(-math.Sqrt(3)*2/1.5),
		"matern52(1.5)":           (1 + math.Sqrt(5)*2/1.5 + 5*4/(3*2.25)) * math.Exp(-math.Sqrt(5)*2/1.5),
		"rq(1.5,0.7)":             math.Pow(1+4/(2*0.7*2.25), -0.7),
		"periodic(0.8,1.5)":       math.Exp(-2 * math.Pow(math.Sin(math.Pi*2/1.5), 2) / 0.64),
		"linear(0.5)":             0.25 + 3,
		"linear(0)":               3,
		"0.5*rbf(1)+linear(2)*3":  0.5*math.Exp(-2) + 3*7,
		"(1+rbf(1))*(2+rbf(2))":   (1 + math.Exp(-2)) * (2 + math.Exp(-0.5)),
		" 1e-3 * ( rbf( 1 ) ) ":   1e-3 * math.Exp(-2),
		"2*(3*(4+(5+rbf(1))))+.5": 6*(9+math.Exp(-2)) + 0.5,
	} {
		if got := parse(t, text).At(x, z); math.Abs(got-want) > 4e-16*(1+math.Abs(want)) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

func TestCanonicalForm(t *testing.T) {
	for text, want := range map[string]string{
		"1*rbf(1)":                    "1*rbf(1)",
		" 0.80 * rbf( 1.30 ) ":        "0.8*rbf(1.3)",
		"((rbf(1)))":                  "rbf(1)",
		"(1+2)+3":                     "1+2+3",
		"2*(3*rbf(1))":                "2*3*rbf(1)",
		"2*(3+rbf(1))":                "2*(3+rbf(1))",
		"rq(1, 2)+periodic(.5,1e6)":   "rq(1,2)+periodic(0.5,1e+06)",
		"linear(0)*1E-3":              "linear(0)*0.001",
		"(rbf(1)*2+3)*(1+linear(.1))": "(rbf(1)*2+3)*(1+linear(0.1))",
	} {
		if got := parse(t, text).String(); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

func TestErrorsNameThePlace(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "at character 1: the expression ends where a number, a kernel or a bracket is wanted",
		"1*":                           "at character 3: the expression ends where",
		"rbf":                          "at character 4: the expression ends where a bracket with the length scale is wanted",
		"rbf()":                        `at character 5: the length scale is wanted, not ')'`,
		"rbf(1":                        "at character 6: the expression ends where a closing bracket is wanted",
		"rbf(1,2)":                     `at character 6: a closing bracket is wanted, not ','`,
		"rq(1)":                        `at character 5: a comma and the alpha is wanted, not ')'`,
		"rbf(0)":                       "at character 5: 0 is out of range",
		"rbf(-1)":                      "at character 5: there is no minus",
		"rbf(1)-rbf(2)":                "at character 7: there is no minus",
		"rbf(1)/2":                     "at character 7: there is no division",
		"1+gauss(2)":                   `at character 3: there is no kernel "gauss"; there are rbf, matern12`,
		strings.Repeat("g", 150):       `at character 1: there is no kernel "` + strings.Repeat("g", 40) + `…"; there are`,
		strings.Repeat("9", 150):       "at character 1: " + strings.Repeat("9", 40) + "… is out of range",
		"1 rbf(1)":                     `at character 3: + or * is wanted, not 'r'`,
		"1e400*rbf(1)":                 "at character 1: 1e400 is too large",
		"1e10*rbf(1)":                  "at character 1: 1e10 is out of range",
		"é":                            `at character 1: a number, a kernel or a bracket is wanted, not 'é'`,
		strings.Repeat("(", 30):        "at character 21: brackets are nested more than 20 deep",
		"1" + strings.Repeat("+1", 24): "at character 49: there are more than 24 numbers",
		strings.Repeat(" ", 201):       "at character 201: the expression is longer than 200 characters",
	} {
		_, err := covariance.Parse(text)
		var at *covariance.Error
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// expression draws one, of any shape.
func expression(t *rapid.T) string {
	number := func() string { return fmt.Sprint(rapid.Float64Range(0.2, 3).Draw(t, "number")) }
	var build func(depth int) string
	build = func(depth int) string {
		most := 9
		if depth == 0 {
			most = 7
		}
		switch rapid.IntRange(0, most).Draw(t, "kind") {
		case 0:
			return number()
		case 1:
			return "rbf(" + number() + ")"
		case 2:
			return "matern12(" + number() + ")"
		case 3:
			return "matern32(" + number() + ")"
		case 4:
			return "matern52(" + number() + ")"
		case 5:
			return "rq(" + number() + "," + number() + ")"
		case 6:
			return "periodic(" + number() + "," + number() + ")"
		case 7:
			return "linear(" + number() + ")"
		case 8:
			return "(" + build(depth-1) + "+" + build(depth-1) + ")"
		}
		return build(depth-1) + "*" + build(depth-1)
	}
	return build(2)
}

func place(t *rapid.T, dim int) (x [2]float64) {
	for i := range dim {
		x[i] = rapid.Float64Range(-3, 3).Draw(t, "x")
	}
	return x
}

func TestPrintsWhatItParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := expression(t)
		k, err := covariance.Parse(text)
		if err != nil {
			if len(text) <= covariance.MaxLen {
				t.Fatalf("%s: %v", text, err)
			}
			return
		}
		again, err := covariance.Parse(k.String())
		if err != nil || again.String() != k.String() {
			t.Fatalf("%s is written %s, which is read as %s (%v)", text, k, again, err)
		}
		x, z := place(t, 2), place(t, 2)
		if k.At(x, z) != again.At(x, z) || k.At(x, z) != k.At(z, x) {
			t.Fatalf("%s: %v, printed and read %v, the other way round %v", text, k.At(x, z), again.At(x, z), k.At(z, x))
		}
		if _, err := mathml.Display(k.TeX()); err != nil {
			t.Fatalf("%s: %v", k.TeX(), err)
		}
		for _, n := range k.Numbers() {
			if _, err := mathml.Display(n.TeX); err != nil || n.Name == "" || n.Symbol == "" {
				t.Fatalf("%s: %+v: %v", k, n, err)
			}
		}
	})
}

// The gradient is the derivative by the logarithm of every number: central
// differences with a step of h are off by about h² and ulp/h, of the size of k and
// its derivatives.
func TestGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, err := covariance.Parse(expression(t))
		if err != nil {
			return
		}
		x, z := place(t, 2), place(t, 2)
		values := k.Values()
		g := make([]float64, len(values))
		if got := k.Gradient(g, x, z); math.Abs(got-k.At(x, z)) > 1e-14*(1+math.Abs(got)) {
			t.Fatalf("%s: the gradient's value is %v, the kernel's %v", k, got, k.At(x, z))
		}
		const h = 1e-5
		size := math.Abs(k.At(x, x)) + math.Abs(k.At(z, z)) + math.Abs(k.At(x, z))
		for i, v := range values {
			at := func(d float64) float64 {
				moved := k.Values()
				moved[i] = v * math.Exp(d)
				return k.With(moved).At(x, z)
			}
			want := (at(h) - at(-h)) / (2 * h)
			// The periodic kernel is the steepest: its second derivative by log p is up to
			// (2πd/p)²·4/ℓ² of k.
			if d := math.Abs(g[i] - want); d > 2e-5*(1+size+math.Abs(want)) {
				t.Fatalf("%s: derivative %d is %v, differences give %v", k, i, g[i], want)
			}
		}
	})
}

// Every expression is positive semi-definite, on a line and in the plane.
func TestPositiveSemiDefinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, err := covariance.Parse(expression(t))
		if err != nil {
			return
		}
		dim := rapid.IntRange(1, 2).Draw(t, "dim")
		n := rapid.IntRange(2, 10).Draw(t, "n")
		x := make([][2]float64, n)
		for i := range x {
			x[i] = place(t, dim)
		}
		gram := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				gram.SetSym(i, j, k.At(x[i], x[j]))
			}
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(gram, false) {
			t.Fatal("no eigenvalues")
		}
		v := eigen.Values(nil)
		if v[0] < -1e-13*float64(n)*math.Max(1e-3, v[n-1]) {
			t.Fatalf("%s has the eigenvalue %v beside %v", k, v[0], v[n-1])
		}
	})
}

// With the distance in its sine the periodic kernel has the eigenvalue −0.41392 on
// these points; as a product over the coordinates it has none below zero.
func TestPeriodicInThePlane(t *testing.T) {
	x := [][2]float64{{0, 0}, {1, 0}, {0, 1}}
	least := func(at func(a, b [2]float64) float64) float64 {
		gram := mat.NewSymDense(3, nil)
		for i := range x {
			for j := i; j < 3; j++ {
				gram.SetSym(i, j, at(x[i], x[j]))
			}
		}
		var eigen mat.EigenSym
		eigen.Factorize(gram, false)
		return eigen.Values(nil)[0]
	}
	norm := least(func(a, b [2]float64) float64 {
		s := math.Sin(math.Pi * math.Hypot(a[0]-b[0], a[1]-b[1]))
		return math.Exp(-2 * s * s / 0.25)
	})
	if math.Abs(norm+0.41392) > 5e-6 {
		t.Errorf("the norm's kernel has the eigenvalue %v", norm)
	}
	if ours := least(parse(t, "periodic(0.5,1)").At); ours < -1e-15 {
		t.Errorf("ours has the eigenvalue %v", ours)
	}
}

// The fast field agrees with the plain sum to 10⁻¹² of Σ|c·k|.
func TestField(t *testing.T) {
	g := grid.Grid{Window: grid.Window{X0: -2, X1: 3, Y0: -1, Y1: 2.5}, NX: 13, NY: 9}
	centres := [][2]float64{{0.3, -0.2}, {1.7, 2}, {-1.4, 0.9}, {0.3, -0.2}}
	coef := []float64{1.3, -0.7, 2.1, -0.4}
	for _, text := range []string{"1.4*rbf(0.9)", "rbf(2)*0.5*periodic(1,1.5)", "0.7", "linear(1)", "matern32(1)+2*rbf(0.5)+0.1", "(rbf(1)+linear(2))*3", "rq(1,2)*rbf(3)"} {
		k := parse(t, text)
		got := make([]float64, g.Len())
		k.Field(got, g, centres, coef)
		for j := range g.NY {
			for i := range g.NX {
				want, size := 0.0, 0.0
				for s, c := range centres {
					v := coef[s] * k.At(c, [2]float64{g.X(i), g.Y(j)})
					want += v
					size += math.Abs(v)
				}
				if d := math.Abs(got[j*g.NX+i] - want); d > 1e-12*(size+1e-3) {
					t.Fatalf("%s at node %d, %d: %v, want %v", text, i, j, got[j*g.NX+i], want)
				}
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	var got []string
	for _, n := range parse(t, "0.8*rbf(1.3)+linear(1.1)+2*rbf(3)").Numbers() {
		got = append(got, n.Symbol+" "+n.Name)
	}
	if want := "c₁ factor,ℓ₁ length scale of rbf,σ₀ sigma0 of linear,c₂ factor,ℓ₂ length scale of rbf"; strings.Join(got, ",") != want {
		t.Errorf("%s", strings.Join(got, ","))
	}
	for _, l := range covariance.Leaves() {
		args := strings.Repeat(",1", len(l.Args))
		if k := parse(t, l.Name+"("+args[1:]+")"); len(k.Values()) != len(l.Args) {
			t.Errorf("%s takes %d numbers", l.Name, len(k.Values()))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"1*rbf(1)", "0.8*rbf(1.3)+linear(1.1)", "(rq(1,2)+3)*periodic(.5,1e6)", "((", "1e+", "−1", "linear(0)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := covariance.Parse(text)
		if err != nil {
			var at *covariance.Error
			if !errors.As(err, &at) || at.At < 0 || at.At > len(text) || at.Message == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		canonical := k.String()
		again, err := covariance.Parse(canonical)
		if len(canonical) > covariance.MaxLen {
			return // a number may be written longer than it was
		}
		if err != nil || again.String() != canonical {
			t.Fatalf("%q is written %q, which is read as %q (%v)", text, canonical, again, err)
		}
		if _, err := mathml.Display(k.TeX()); err != nil {
			t.Fatalf("%q: %v", k.TeX(), err)
		}
	})
}
