package newton

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo works on a formula and takes no data.
var own dataset.Source

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("sqrt2", "Simple root: x² − 2 from 1", own, "step=3",
		"The number of correct digits doubles: 0.53, 1.2, 2.8, 5.8, 11.9."),

	algos.NewPreset("triple", "Triple root: x³ from 1", own, "step=12&expression=x^3&start=1",
		"Linear convergence: every iteration multiplies the error by 1 − 1/3 = 2/3."),

	algos.NewPreset("modified", "Double root, modified Newton", own, "step=end&expression=(x+-+1)^2*(x+%2B+2)&start=3&multiplicity=2&opens=2",
		"Twice the step at a double root: the digits double again."),

	algos.NewPreset("cube-root", "Cube root: x ← −2x", own, "step=4&expression=cbrt(x)&start=0.1",
		"The tangent at x meets the axis at −2x: the iterates −0.2, 0.4, −0.8, 1.6 move away from the root."),

	algos.NewPreset("power", "Power 1/3 of a negative number", own, "step=end&expression=x^(1/3)&start=0.1&opens=0",
		"The next iterate is −0.2, and x^(1/3) has no value there. cbrt(x) is the real cube root."),

	algos.NewPreset("cycle", "A cycle: x³ − 2x + 2 from 0", own, "step=1&expression=x^3+-+2x+%2B+2&start=0",
		"The tangent at 0 leads to 1, and that at 1 back to 0."),

	algos.NewPreset("secant", "Secant method", own, "step=4&method=secant",
		"The error is about the product of the last two, times |f″/2f′|: order 1.618."),

	algos.NewPreset("bisection", "Bisection", own, "step=5&method=bisection",
		"Every iteration halves the bracket: one decimal digit takes 3.3 iterations."),

	algos.NewPreset("pole", "Bisection finds a pole", own, "step=end&expression=1/x&start=-1&method=bisection&opens=5",
		"1/x changes its sign at 0 without a root: |f| grows while the bracket shrinks."),

	algos.NewPreset("minimum", "Minimising form", own, "step=2&expression=x^4/4+-+x^2+%2B+x/2&start=2&method=minimise",
		"The quadratic model at x has its minimum at the next iterate."),

	algos.NewPreset("maximum", "Minimising form finds a maximum", own, "step=end&expression=x^4/4+-+x^2+%2B+x/2&start=0.5&method=minimise&opens=1",
		"Where f″ < 0 the quadratic model has a maximum, and so the method finds one."),

	algos.NewPreset("saddle", "Minimising form at a saddle point", own, "step=end&expression=x^3&start=1&method=minimise&opens=3",
		"f′ and f″ are 0 at 0: the convergence is linear, and f″ does not decide the kind of the point."),

	algos.NewPreset("fractal", "Basins of x³ − 1", own, "step=3&expression=x^3+-+1&start=-1",
		"Three roots in the complex plane: the border between their basins is a fractal."),

	algos.NewPreset("arctan", "Divergence: atan(x) from 1.5", own, "step=4&expression=atan(x)&start=1.5",
		"Beyond |x| = 1.3917 every tangent overshoots, to the other side and farther away."),

	algos.NewPreset("horizontal", "Horizontal tangent: f′ = 0", own, "step=end&expression=x^3+-+3x+%2B+7&start=2&opens=0",
		"The tangent at 2 leads to 1 exactly, where f′ = 0: the tangent is horizontal and has no zero."),

	algos.NewPreset("overflow", "Overflow: exp(x) − 1 from −7", own, "step=end&expression=exp(x)+-+1&start=-7&opens=0",
		"The tangent at −7 is nearly horizontal: its zero is 1088.6, where exp(x) overflows."),

	algos.NewPreset("domain", "Out of the domain: log(x) from 3", own, "step=end&expression=log(x)&start=3&opens=0",
		"The tangent at 3 meets the axis at a negative number, where log(x) has no value."),

	algos.NewPreset("no-root", "No real root: x² + 1", own, "step=20&expression=x^2+%2B+1&start=0.5",
		"Without a real root the iterates never converge. Both roots are in the complex plane."),

	algos.NewPreset("rounding", "The limit of rounding", own, "step=end&expression=1e3*(x^2+-+2)&tol=1e-15&opens=3",
		"The tolerance is below the rounding of f: the run ends where x no longer changes."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("sqrt2", "x² − 2, x₀ = 1, n = 4", "000: 2B-21", own, "step=4",
		algos.Expect("model.root", `$x_4$`, 1.414213562375, 1e-12),
		algos.Expect("model.limit", `$|f''/2f'|=1/(2\sqrt{2})$`, 1/(2*math.Sqrt2), 1e-12)),
	algos.NewFixture("sqrt2-end", "x² − 2, x₀ = 1, √2", "closed form √2", own, "step=end",
		algos.Expect("model.root", `$\sqrt{2}$`, math.Sqrt2, 4e-16),
		algos.Expect("model.iterations", `$n$`, 5, 0)),
	algos.NewFixture("third", "x² − 2, x₀ = 1, n = 3", "by hand: 577/408", own, "step=3",
		algos.Expect("model.root", `$x_3$`, 577.0/408, 1e-15)),
	algos.NewFixture("triple", "x³, x₀ = 1: 2/3", "000: 2B-21 and E55", own, "step=12&expression=x^3&start=1",
		algos.Expect("model.root", `$(2/3)^{12}$`, math.Pow(2.0/3, 12), 1e-15),
		algos.Expect("model.multiplicity", `$k$`, 3, 0),
		algos.Expect("model.limit", `$1-1/k$`, 2.0/3, 1e-15)),
	algos.NewFixture("cube-root", "∛x, x₀ = 0.1: x ← −2x", "000: 2A, equation (8.8)", own, "step=4&expression=cbrt(x)&start=0.1",
		algos.Expect("model.root", `$x_4$`, 1.6, 1e-14)),
	algos.NewFixture("cycle", "x³ − 2x + 2, x₀ = 0", "by hand: 0 → 1 → 0", own, "step=1&expression=x^3+-+2x+%2B+2&start=0",
		algos.Expect("model.root", `$x_1$`, 1, 0)),
	algos.NewFixture("secant", "Secant method", "by hand: 4/3, 7/5, 58/41", own, "step=3&method=secant",
		algos.Expect("model.root", `$x_4$`, 58.0/41, 1e-14)),
	algos.NewFixture("bisection", "Bisection", "by hand: 45/32 after four halvings", own, "step=4&method=bisection",
		algos.Expect("model.root", `$x_4$`, 45.0/32, 0)),
}
