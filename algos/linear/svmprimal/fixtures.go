package svmprimal

import (
	"fmt"

	"playground/algos"
	"playground/algos/param"
)

// answer lists what a run must find: θ, θ₀, J and the dual.
func answer(theta [2]float64, theta0, value, tol float64) []algos.Expected {
	return []algos.Expected{
		{Name: "model.theta[0]", Label: `$\theta_1$`, Value: theta[0], Tolerance: tol},
		{Name: "model.theta[1]", Label: `$\theta_2$`, Value: theta[1], Tolerance: tol},
		{Name: "model.theta0", Label: `$\theta_0$`, Value: theta0, Tolerance: tol},
		{Name: "model.objective", Label: "$J$", Value: value, Tolerance: tol * (1 + value)},
		{Name: "model.dual", Label: "dual", Value: value, Tolerance: tol * (1 + value)},
	}
}

// optima lists the least J of the three forms.
func optima(origin, offset, constant, tol float64) []algos.Expected {
	var want []algos.Expected
	for i, v := range [...]float64{origin, offset, constant} {
		want = append(want, algos.Expected{Name: fmt.Sprintf("model.optima[%d]", i), Label: "least $J$, " + [...]string{"through the origin", "with an offset", "constant coordinate"}[i], Value: v, Tolerance: tol * (1 + v)})
	}
	return want
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "two-points", Title: "One point a class on a line", Source: "004, handout B: W3, closed form",
		Data: twoPoints, Params: param.Pairs("method", "widen"), Step: algos.Last, At: [][2]float64{{2, 0}},
		Want: append(answer([2]float64{1, 0}, -2, 0.5, 1e-12),
			algos.Expected{Name: "metric.margin", Label: "half-width", Value: 1, Tolerance: 1e-12},
			algos.Expected{Name: "predict[0].score", Label: "$f(2)$", Value: 0, Tolerance: 1e-12}),
	},
	{
		ID: "two-points-soft", Title: "The same by sub-gradients, C = 1", Source: "004, handout B: W3; with [x; 1] by hand: θ = 1/2, θ₀ = −1/2; through the origin θ = 1/3",
		Data: twoPoints, Params: param.Pairs("C", "1"), Step: algos.Last,
		Want: append(answer([2]float64{1, 0}, -2, 0.5, 1e-9), optima(25.0/18, 0.5, 1.25, 1e-10)...),
	},
	{
		ID: "four-points", Title: "Four points, C = 20", Source: "004, handout B: W5 and W6",
		Data: fourPoints, Params: param.Pairs("C", "20", "iterations", "200"), Step: algos.Last,
		Want: answer([2]float64{-2, 4}, 1, 10, 1e-9),
	},
	{
		ID: "four-points-widen", Title: "Four points, the band", Source: "004, handout B: W5, γ = (ε/2)/√(1 + ε²)",
		Data: fourPoints, Params: param.Pairs("method", "widen"), Step: algos.Last,
		Want: append(answer([2]float64{-2, 4}, 1, 10, 1e-9), algos.Expected{Name: "metric.margin", Label: "half-width", Value: 0.22360679774997896, Tolerance: 1e-11}),
	},
	{
		ID: "four-points-soft", Title: "Four points, C = 1", Source: "004, handout B: W6, 2C − C²/10; below the notes' 2C (W7)",
		Data: fourPoints, Params: param.Pairs("C", "1", "iterations", "200"), Step: algos.Last,
		Want: answer([2]float64{-0.2, 0.4}, 1, 1.9, 1e-9),
	},
	{
		ID: "interval", Title: "C = 1/4: θ unique, θ₀ in [−3/2, −1/2]", Source: "004, handout B: W9",
		Data: twoPoints, Params: param.Pairs("C", "0.25"), Step: algos.Last,
		Want: append(answer([2]float64{0.5, 0}, -1, 0.375, 1e-10),
			algos.Expected{Name: "model.theta0_interval[0]", Label: `least optimal $\theta_0$`, Value: -1.5, Tolerance: 1e-10},
			algos.Expected{Name: "model.theta0_interval[1]", Label: `largest optimal $\theta_0$`, Value: -0.5, Tolerance: 1e-10}),
	},
	{
		ID: "intruder", Title: "The triple with an intruder, C = 1", Source: "002, lecture 3: N11",
		Data: intruder, Params: param.Pairs("C", "1", "iterations", "200"), Step: algos.Last,
		Want: answer([2]float64{7.0 / 13, 5.0 / 26}, -45.0/26, 263.0/104, 1e-9),
	},
	{
		ID: "hinge", Title: "The hinge at z = −1, 0, 1, 2", Source: "004, handout C: W10: 2 + 1 + 0 + 0, and ½‖θ‖²",
		Data: hinges, Params: param.Pairs("form", "origin", "C", "1", "theta", "1,0"), Step: 0,
		Want: []algos.Expected{
			{Name: "metric.objective", Label: `$\frac{1}{2} + 2 + 1 + 0 + 0$`, Value: 3.5},
			{Name: "metric.inside", Label: "inside the band", Value: 2},
			{Name: "metric.errors", Label: "misclassified", Value: 2},
		},
	},
	{
		ID: "first-steps", Title: "Two sub-gradient steps by hand", Source: "the rule, on paper: θ = 0 → (4, 0) → (4/3, 0)",
		Data: mirror, Params: param.Pairs("form", "origin", "C", "1"), Step: 4,
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1 = (1 - \frac{2}{3}) \cdot 4$`, Value: 4.0 / 3, Tolerance: 1e-15},
			{Name: "metric.objective", Label: `$\frac{1}{2}\cdot\frac{16}{9}$`, Value: 8.0 / 9, Tolerance: 1e-15},
			{Name: "metric.dual", Label: `dual $\frac{1}{8}$: $\theta^* = \frac{1}{2}$`, Value: 0.125, Tolerance: 1e-12},
		},
	},
}
