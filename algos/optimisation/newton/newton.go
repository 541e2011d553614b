// Package newton teaches Newton's method for a root of f(x) = 0: the next iterate is the zero of
// the tangent,
//
//	x ← x − f(x)/f′(x).
//
// Beside it are the secant method, which replaces f′ by a difference quotient, bisection, which
// needs a change of sign alone, and the form that looks for a stationary point, x ← x − f′(x)/f″(x).
// At a simple root the errors satisfy e/e² → |f″/2f′|; at a root of multiplicity k they shrink by
// the factor 1 − 1/k; and from a poor start the iterates diverge, cycle or meet a horizontal tangent.
package newton

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is Newton's method with its rivals.
var Demo = algos.Define(algos.Demo{
	ID:    "newton",
	Title: "Newton's method",
	Keywords: "Newton-Raphson, root finding, tangent, secant method, bisection, quadratic convergence, multiplicity, basin of attraction, Newton fractal, " +
		"stationary point, cycle, 牛顿法, 求根, 割线法, 二分法, 二次收敛, 重根, 吸引域",
	Summary: "Roots and minima of your own function by tangents, with the rate of convergence measured; secant method and bisection beside.",
	Family:  "Optimisation",
	Units:   algos.Units{Step: "iteration", First: "one <step> moves to the zero of the tangent"},
	Formula: `x_{n+1} = x_n - \frac{f(x_n)}{f'(x_n)}`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "section 8.3.1"},
		{Source: "J. Nocedal, S. J. Wright, Numerical Optimization", Where: "chapters 3 and 11, 2006"},
		{Source: "E. Süli, D. Mayers, An Introduction to Numerical Analysis", Where: "chapter 1, 2003"},
	},
	Metrics: []string{"x", "residual", "error"},
	Charts: []mark.Chart{
		{ID: "x", Title: "Iterates", Y: "x", Series: []mark.Series{{Metric: "x", Label: "x", Role: mark.RoleAccent}}},
		{ID: "residual", Title: "Residual", Y: "|f(x)| or |f′(x)|", Log: true, Series: []mark.Series{{Metric: "residual", Label: "residual", Role: mark.RoleAccent}}},
	},
	Presets:   presets,
	Fixtures:  fixtures,
	Questions: questions,
	Goals:     goals,
}, bind, run)

// The methods; the values are public.
const (
	tangents  = "newton"
	secants   = "secant"
	bisection = "bisection"
	minimise  = "minimise"
)

type options struct {
	Expression, Method       string
	Start, Second, Tol       float64
	Multiplicity, Iterations int
}

func bind(o *options, s *param.Set) {
	s.Text(&o.Expression, "expression", "x^2 - 2", expression.MaxLen, expression.Check("x")).Label("f(x)").
		Hint("A formula of x, such as x^3 - 2x + 2, atan(x), exp(-x) - x. cbrt(x) is the real cube root.")
	s.Choice(&o.Method, "method", tangents,
		param.Option{Value: tangents, Label: "Newton", TeX: `x \leftarrow x - m\,\frac{f(x)}{f'(x)}`},
		param.Option{
			Value: secants, Label: "secant", TeX: `x_{n+1} = x_n - f(x_n)\,\frac{x_n - x_{n-1}}{f(x_n) - f(x_{n-1})}`,
			Hint: "No derivative: the line through the last two points.",
		},
		param.Option{Value: bisection, Label: "bisection", TeX: `c = \frac{a + b}{2}`, Hint: "Needs a change of sign between both ends of the bracket."},
		param.Option{
			Value: minimise, Label: "Newton, minimising", TeX: `x \leftarrow x - \frac{f'(x)}{f''(x)}`,
			Hint: "Finds a stationary point of f: a minimum, a maximum or a saddle.",
		},
	)
	s.Float(&o.Start, "start", 1, -1e6, 1e6).Slider(-4, 4).Label("start x₀").Hint("Drag it on the board. Of bisection it is one end of the bracket.")
	s.Float(&o.Second, "second", 2, -1e6, 1e6).Slider(-4, 4).Label("second start x₁").When("method", tangents, secants, bisection).
		Hint("The second point of the secant method, and the other end of the bracket of bisection.")
	s.Int(&o.Multiplicity, "multiplicity", 1, 1, 10).Label("multiplicity m").When("method", tangents).
		Hint("1 is Newton's method. At a root of multiplicity m, m times the step restores quadratic convergence.")
	s.Float(&o.Tol, "tol", 1e-12, 1e-15, 1).Log(1e-15, 0.01).Label("tolerance of |f(x)|").Hint("Stop where |f(x)|, or |f′(x)| of the minimising form, is at most this.")
	s.Int(&o.Iterations, "iterations", 60, 1, 200).Label("max iterations").Hint("Stop after so many iterations, converged or not.")
}

// run is the textbook loop; the iterates are known before it begins, as a number costs next to nothing.
func run(ctx context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		for n := range t.own.path {
			if !yield(t.at(n).step()) {
				return
			}
		}
	}, nil
}
