// Package lagrange teaches constraints and multipliers. The problem is
//
//	min f(x)  subject to  g_j(x) ≤ 0  and  h(x) = 0,
//
// with the Lagrangian L(x, μ, λ) = f(x) + Σ μ_j g_j(x) + λ h(x), μ ≥ 0, and the dual function
// θ(μ, λ) = min_x L, a lower bound of the optimal value. There are three ways of steps. Dual
// ascent minimises L over x and moves the multipliers by the residuals of the constraints.
// Linear and quadratic programs are solved by trying every corner, or every active set. And
// water-filling spreads a budget over channels, one more in each step.
package lagrange

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

// Demo is what the catalogue lists.
var Demo = algos.Define(algos.Demo{
	ID:    "lagrange",
	Title: "Lagrange multipliers",
	Keywords: "constrained optimisation, KKT conditions, Karush-Kuhn-Tucker, duality, dual ascent, dual function, Slater, linear program, LP, " +
		"quadratic program, QP, active set, water-filling, Farkas, 拉格朗日乘子, 约束优化, 对偶, 线性规划, 二次规划, 注水",
	Summary: "Constrained optimisation with Lagrange multipliers: KKT conditions, dual ascent, linear and quadratic programs, water-filling.",
	Family:  "Optimisation",
	Formula: `L(x,\mu,\lambda) = f(x) + \sum_j \mu_j\, g_j(x) + \lambda\, h(x), \qquad ` +
		`\theta(\mu,\lambda) = \min_x L(x,\mu,\lambda) \le p^*, \quad \mu \ge 0`,
	Sources: files,
	Units:   algos.Units{Step: "iteration", First: "one <step> updates x and the multipliers"},
	Refs: []algos.Ref{
		{Source: "000", Where: "§3.1 (3.1)–(3.7)"},
		{Source: "002", Where: "lecture 3"},
		{Source: "004", Where: "convex optimisation, §1"},
		{Source: "S. Boyd, L. Vandenberghe, Convex Optimization (2004)", Where: "chapter 5"},
		{Source: "J. Nocedal, S. Wright, Numerical Optimization (2006)", Where: "chapters 12, 13 and 16"},
		{Source: "T. Cover, J. Thomas, Elements of Information Theory (2006)", Where: "§9.4 (water-filling)"},
	},
	Metrics: []string{"primal", "dual", "gap", "residual"},
	Charts: []mark.Chart{
		{ID: "values", Title: "Primal and dual value", Y: "value", Series: []mark.Series{
			{Metric: "primal", Label: "primal (feasible x)"}, {Metric: "dual", Label: "dual θ"},
		}},
		{ID: "gap", Title: "Duality gap, KKT residual", Y: "size", Log: true, Series: []mark.Series{
			{Metric: "gap", Label: "duality gap"}, {Metric: "residual", Label: "largest KKT residual"},
		}},
	},
	Presets: presets, Fixtures: fixtures, Questions: questions, Goals: goals,
}, bind, run)

// options are what a reader chooses.
type options struct {
	Problem     string
	Vector      [2]float64
	Objective   string
	Constraint  string
	Constraints []float64
	Mu          float64
	Eta         float64
	Noise       []float64
	Budget      float64
}

// The problems.
const (
	quadratic = "quadratic"
	equality  = "equality"
	convex    = "convex"
	lp        = "lp"
	qp        = "qp"
	filling   = "water-filling"
)

const (
	sides    = 6  // the most half-planes
	channels = 8  // the most bars
	far      = 20 // of coordinates
	wide     = 4  // the board shows [−wide, wide]²
)

// bind gives every option its name, default and limits.
func bind(o *options, s *param.Set) {
	s.Choice(&o.Problem, "problem", quadratic,
		param.Option{Value: quadratic, Label: "quadratic, inequalities", TeX: `\min \|x-a\|^2,\; g(x) \le 0`, Hint: "dual ascent"},
		param.Option{Value: equality, Label: "quadratic, one equation", TeX: `\min \|x-a\|^2,\; h(x) = 0`, Hint: "line 1 is the equation; dual ascent"},
		param.Option{Value: convex, Label: "convex, own functions", TeX: `\min f(x),\; g(x) \le 0`, Hint: "dual ascent"},
		param.Option{Value: lp, Label: "linear program", TeX: `\min c^\top x,\; g(x) \le 0`, Hint: "every corner is tried"},
		param.Option{Value: qp, Label: "quadratic program", TeX: `\min f(x),\; g(x) \le 0`, Hint: "every active set is tried"},
		param.Option{Value: filling, Label: "water-filling", TeX: `\max \textstyle\sum_i \log(k_i + x_i),\; \sum_i x_i \le P,\; x \ge 0`},
	).Label("problem")
	s.Point(&o.Vector, "vector", [2]float64{2.5, 2}, far).Label("target a or cost c").When("problem", quadratic, equality, lp).
		Hint("the target a of ‖x − a‖²; in a linear program the cost c. Drag it on the board")
	s.Text(&o.Objective, "objective", "x1^2 + x1*x2 + x2^2 - 6*x1", expression.MaxLen, expression.Check("x1", "x2")).Label("objective f(x1, x2)").
		When("problem", convex, qp).Hint("convex, such as x1^2 + 2*x2^2 or exp(x1) + x2^2")
	s.Text(&o.Constraint, "constraint", "(x1^2 + x2^2)/4 - 1", expression.MaxLen, expression.Check("x1", "x2")).Label("constraint g(x1, x2) ≤ 0").
		When("problem", convex).Hint("convex: x1^2 + x2^2 - 4 is a disc; -1 is no constraint")
	s.Numbers(&o.Constraints, "constraints", standard, -far, far).Each(4).Count(0, 4*sides).Label("half-planes").
		When("problem", quadratic, equality, convex, lp, qp).
		Hint("x1 y1 x2 y2 of two places each: the left of the way is allowed. Drag the lines")
	s.Float(&o.Mu, "mu", 0, 0, 100).Slider(0, 10).Label("initial multiplier").When("problem", quadratic, equality, convex).
		Hint("where dual ascent starts; also draggable on the dual function")
	s.Float(&o.Eta, "eta", 1, 1e-3, 100).Log(0.01, 10).Label("step size η").When("problem", quadratic, equality, convex).
		Hint("small: slow; beyond 2 / curvature of θ: oscillates")
	s.Numbers(&o.Noise, "noise", []float64{1, 3}, 0.05, 20).Count(1, channels).Label("noise levels k").When("problem", filling).
		Hint("eigenvalues of K, one per channel. Drag the bars")
	s.Float(&o.Budget, "budget", 4, 0.01, 100).Slider(0.1, 20).Label("budget P").When("problem", filling).
		Hint("total power; also draggable beside the level")
}

// run takes the way of steps of the problem.
func run(ctx context.Context, _ algos.Problem, o options) (iter.Seq[algos.Step], error) {
	if o.Problem == filling {
		return fill(o), nil
	}
	t, err := newTask(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Problem == lp || o.Problem == qp {
		return t.enumerate, nil
	}
	return func(yield func(algos.Step) bool) {
		for v := t.start(); yield(v.step()) && !v.status.Final(); {
			v = v.ascend()
		}
	}, nil
}

// ascend takes a step of dual ascent: every multiplier moves along its constraint, and those of inequalities stop at 0.
func (v view) ascend() view {
	m := make([]float64, len(v.m))
	for j, c := range v.cons {
		m[j] = v.m[j] + v.Eta*c.at(v.x)
		if !c.equal {
			m[j] = max(0, m[j])
		}
	}
	return v.move(m)
}

// enumerate tries every corner of a linear program, every active set of a quadratic one.
func (t *task) enumerate(yield func(algos.Step) bool) {
	v := view{task: t, theta: t.nothing(), bound: t.unknown()}
	v.status = v.judgeTried()
	for yield(v.step()) && !v.status.Final() {
		v = v.try(t.sets[v.taken])
	}
}
