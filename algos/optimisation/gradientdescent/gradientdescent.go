// Package gradientdescent teaches gradient descent and its relatives on functions of two variables.
//
// From a start, the loop repeats one update until the gradient is short,
//
//	while ‖∇f(x)‖ ≥ ε:  x ← x − η ∇f(x),
//
// and the optimisers differ in the update alone: momentum and Nesterov keep a velocity, RMSProp and Adam
// divide each coordinate by the size of its gradients, the line search chooses η anew at every step, on a
// quadratic the optimal ‖g‖²/gᵀHg, and Newton's method solves Hp = −g. On a quadratic ½xᵀAx − bᵀx all of
// their theory is exact: the step 2/L beyond which gradient descent diverges, the factor ((κ−1)/(κ+1))²
// of steepest descent, and the single step of Newton's method.
package gradientdescent

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

// Demo is gradient descent and its relatives.
var Demo = algos.Define(algos.Demo{
	ID:    "gradient-descent",
	Title: "Gradient descent",
	Keywords: "optimisation, steepest descent, learning rate, step size, momentum, heavy ball, Nesterov, RMSProp, Adam, Newton's method, line search, " +
		"Hessian, condition number, convexity, chord, contour, saddle point, Rosenbrock, Himmelblau, Beale, optimizer, " +
		"梯度下降, 学习率, 动量, 牛顿法, 线搜索, 黑塞矩阵, 条件数, 凸函数, 鞍点, 优化器",
	Summary: "Optimisers on functions of two variables: gradient descent, momentum, Nesterov, RMSProp, Adam, line search and Newton's method.",
	Family:  "Optimisation",
	Units:   algos.Units{Step: "iteration", First: "one <step> moves the iterate against the gradient"},
	Formula: `x \leftarrow x - \eta\,\nabla f(x)`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "§8.3.1–8.3.2, eq. 8.6–8.17; §8.3.4, table of SGD"},
		{Source: "003", Where: "Vector Linear Regression: Convexity; Gradients; GD; Step Size η"},
		{Source: "J. Nocedal, S. J. Wright, Numerical Optimization", Where: "chapters 2 and 3, 2006"},
		{Source: "S. Boyd, L. Vandenberghe, Convex Optimization", Where: "chapter 9, 2004"},
		{Source: "D. P. Kingma, J. Ba, Adam: A Method for Stochastic Optimization", Where: "ICLR 2015"},
	},
	Metrics: metricNames,
	Charts: []mark.Chart{
		{ID: "norm", Title: "Gradient norm", Y: "gradient norm", Log: true, Series: []mark.Series{
			{Metric: "gradient_norm", Label: "gradient norm", Role: mark.RoleAccent},
			{Metric: "tol", Label: "tolerance ε", Bound: true, Role: mark.RoleGood},
		}},
		{ID: "value", Title: "Function value", Y: "f(x)", Series: []mark.Series{{Metric: "f", Label: "f(x)", Role: mark.RoleAccent}}},
	},
	Presets:   presets,
	Questions: questions,
	Goals:     goals,
	Fixtures:  fixtures,
}, bind, run)

// The functions; the values are public.
const (
	quadratic  = "quadratic"
	rosenbrock = "rosenbrock"
	himmelblau = "himmelblau"
	beale      = "beale"
	saddle     = "saddle"
	custom     = "own"
)

// The optimisers; the values are public.
const (
	descent    = "gd"
	momentum   = "momentum"
	nesterov   = "nesterov"
	rmsprop    = "rmsprop"
	adam       = "adam"
	newton     = "newton"
	lineSearch = "line-search"
)

// What else the pictures show.
const (
	path  = "path"
	race  = "race"
	chord = "chord"
)

// Limits of a run.
const (
	maxIterations = 5000
	reach         = 100 // of places that are given
	largest       = 1000
)

type options struct {
	Function   string
	Matrix     [][]float64
	Vector     []float64
	Kappa      float64
	Expression string
	Start      [2]float64
	Optimiser  string
	Eta        float64
	Beta       float64
	Iterations int
	Tol        float64
	Show       string
	Chord      [2]float64
}

func bind(o *options, s *param.Set) {
	s.Choice(&o.Function, "function", quadratic,
		param.Option{Value: quadratic, Label: "quadratic", TeX: `\tfrac12 x^\top A x - b^\top x`},
		param.Option{Value: rosenbrock, Label: "Rosenbrock", TeX: `(1 - x_1)^2 + 100\,(x_2 - x_1^2)^2`},
		param.Option{Value: himmelblau, Label: "Himmelblau", TeX: `(x_1^2 + x_2 - 11)^2 + (x_1 + x_2^2 - 7)^2`},
		param.Option{Value: beale, Label: "Beale", TeX: `(1.5 - x_1 + x_1x_2)^2 + (2.25 - x_1 + x_1x_2^2)^2 + (2.625 - x_1 + x_1x_2^3)^2`},
		param.Option{Value: saddle, Label: "saddle", TeX: `x_1^2 - x_2^2`},
		param.Option{Value: custom, Label: "your own expression", TeX: `f(x_1, x_2)`, Hint: "gradient and Hessian by automatic differentiation"},
	).Label("function f")
	s.Matrix(&o.Matrix, "matrix", [][]float64{{1, 0}, {0, 10}}, -largest, largest, nil).Step(0.5).Label("matrix A").
		When("function", quadratic).Hint("need not be symmetric: f and its gradient depend on (A + Aᵀ)/2 alone")
	s.Numbers(&o.Vector, "vector", []float64{0, 0}, -largest, largest).Label("vector b").When("function", quadratic).
		Hint("of the linear term −bᵀx: it moves the stationary point")
	s.Float(&o.Kappa, "kappa", 0, 0, 1e4).Slider(0, 100).Label("condition number κ").When("function", quadratic).
		Zero("that of A").Hint("scales the largest eigenvalue of A to κ times the smallest; 1 = circular contours")
	s.Text(&o.Expression, "expression", "x1^4/4 - x1^2/2 + x2^2", expression.MaxLen, expression.Check("x1", "x2")).Label("f(x1, x2)").
		When("function", custom).Hint("of x1 and x2, such as sin(x1)*x2^2")
	s.Point(&o.Start, "start", [2]float64{-4, 2}, reach).Label("initial point").Group("Solver").Hint("drag it on the board")
	s.Choice(&o.Optimiser, "optimiser", descent,
		param.Option{Value: descent, Label: "gradient descent", TeX: `x \leftarrow x - \eta\,\nabla f(x)`},
		param.Option{Value: momentum, Label: "momentum", TeX: `v \leftarrow \beta v - \eta\,\nabla f(x),\; x \leftarrow x + v`},
		param.Option{Value: nesterov, Label: "Nesterov momentum", TeX: `v \leftarrow \beta v - \eta\,\nabla f(x + \beta v),\; x \leftarrow x + v`},
		param.Option{
			Value: rmsprop, Label: "RMSProp",
			TeX: `s \leftarrow \beta s + (1-\beta)\,g^2,\; x \leftarrow x - \frac{\eta\, g}{\sqrt{s} + 10^{-8}}`,
		},
		param.Option{
			Value: adam, Label: "Adam", TeX: `x \leftarrow x - \frac{\eta\,\hat m}{\sqrt{\hat s} + 10^{-8}},\; \beta_1 = 0.9,\; \beta_2 = 0.999`,
		},
		param.Option{Value: newton, Label: "Newton's method", TeX: `x \leftarrow x - H^{-1}\nabla f(x)`},
		param.Option{
			Value: lineSearch, Label: "line search", TeX: `\eta_k = \frac{\lVert g \rVert^2}{g^\top H g}`,
			Hint: "exact on a quadratic; elsewhere η is halved until f falls enough (Armijo)",
		},
	).Label("optimiser").Group("Solver")
	s.Float(&o.Eta, "eta", 0.18, 1e-6, 100).Log(1e-3, 2).Label("learning rate η").Group("Solver").
		When("optimiser", descent, momentum, nesterov, rmsprop, adam).Hint("small: slow convergence; too large: f rises or the iterates diverge")
	s.Float(&o.Beta, "beta", 0.9, 0, 0.999).Label("momentum β").Group("Solver").When("optimiser", momentum, nesterov, rmsprop).
		Hint("0 = no memory; of RMSProp the decay rate of the squared gradients")
	s.Int(&o.Iterations, "iterations", 100, 0, maxIterations).Slider(1, 300).Label("max iterations").Group("Solver")
	s.Float(&o.Tol, "tol", 1e-6, 0, 1e3).Slider(0, 0.1).Label("tolerance ε").Group("Solver").Zero("no tolerance").
		Hint("the run stops where the gradient norm is below ε")
	s.Choice(&o.Show, "show", path,
		param.Option{Value: path, Label: "this optimiser"},
		param.Option{Value: race, Label: "race of five optimisers", Hint: "all with the same initial point, η and β"},
		param.Option{Value: chord, Label: "chord of the graph"},
	).Label("display").Group("Show")
	s.Point(&o.Chord, "chord", [2]float64{3, 1}, reach).Label("end of the chord").Group("Show").When("show", chord).
		Hint("the chord joins it with the initial point; drag it on the board")
}

// run is the textbook loop: stop where the gradient is short, else take a step.
func run(ctx context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	t, err := newTask(ctx, p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) {
		v := t.begin()
		for yield(v.step()) && !v.status.Final() && ctx.Err() == nil {
			v = v.advance()
		}
	}, nil
}
