package svmloocv

import "playground/algos"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "four-points", Title: "Four points, hard margin: the bound is tight", Source: "004, handout B: W8, refits solved by hand",
		Data: fourPoints, Params: with("linear", "hard", "true", "tol", "1e-12"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.loocv", Label: "LOOCV", Value: 0.75},
			{Name: "model.bound", Label: "$N/n$", Value: 0.75},
			{Name: "model.errors[0]", Label: "first error, row", Value: 0},
			{Name: "model.errors[1]", Label: "second error, row", Value: 2},
			{Name: "model.errors[2]", Label: "third error, row", Value: 3},
			{Name: "model.scores[0]", Label: `$f^{-1}(x_1)$ with $\theta = (0, 4)$, $\theta_0 = -1$`, Value: -1, Tolerance: 1e-11},
			{Name: "model.scores[2]", Label: `$f^{-3}(x_3)$ with $\theta = (-2, 0)$, $\theta_0 = 1$`, Value: -1, Tolerance: 1e-11},
			{Name: "model.scores[3]", Label: `$f^{-4}(x_4)$: one class is left`, Value: 1, Tolerance: 1e-12},
			{Name: "model.alpha[3]", Label: `$\alpha_4$ of all points`, Value: 10, Tolerance: 1e-10},
		},
	},
	{
		ID: "triple", Title: "The textbook triple", Source: "002, N10, and refits of two points: θ = 2d/‖d‖²",
		Data: triple, Params: with("linear", "hard", "true", "tol", "1e-12"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.loocv", Label: "LOOCV: only x₃ is missed", Value: 1.0 / 3, Tolerance: 1e-15},
			{Name: "model.bound", Label: "$N/n$", Value: 2.0 / 3, Tolerance: 1e-15},
			{Name: "model.scores[0]", Label: `$f^{-1}(x_1) = 2\langle d, x_1 - m\rangle/\lVert d\rVert^2$, $d = (3, 2)$`, Value: 7.0 / 13, Tolerance: 1e-11},
			{Name: "model.scores[1]", Label: `$f^{-2}(x_2)$ is $f(x_2)$`, Value: 1.5, Tolerance: 1e-11},
			{Name: "model.scores[2]", Label: `$f^{-3}(x_3)$: one class is left`, Value: 1, Tolerance: 1e-12},
		},
	},
	{
		ID: "xor", Title: "XOR by (1 + x·z)²: three corners", Source: "004, handout G: W28; by symmetry, KKT conditions solved by hand",
		Data: corners, Params: with("poly", "gamma", "1", "degree", "2", "hard", "true", "tol", "1e-12"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.loocv", Label: "LOOCV", Value: 1},
			{Name: "model.bound", Label: "$N/n$", Value: 1},
			{Name: "model.scores[0]", Label: `$f^{-1}(x_1) = \theta_0$ with $\alpha = (-, \frac{1}{12}, \frac{1}{12}, \frac{1}{6})$`, Value: 1.0 / 3, Tolerance: 1e-11},
			{Name: "model.dual", Label: "dual of all points", Value: 0.25, Tolerance: 1e-11},
		},
	},
	{
		ID: "resting", Title: "A point on the margin with α = 0", Source: "004, handout B: proposition 1, KKT conditions solved by hand",
		Data: resting, Params: with("linear", "hard", "true", "tol", "1e-12"), Step: algos.Last, At: [][2]float64{{2, 1}},
		Want: []algos.Expected{
			{Name: "model.loocv", Label: "LOOCV", Value: 0},
			{Name: "model.bound", Label: "$N/n$ with $N = 2$", Value: 2.0 / 7, Tolerance: 1e-15},
			{Name: "model.alpha[3]", Label: `$\alpha_4$`, Value: 0.5, Tolerance: 1e-11},
			{Name: "model.alpha[4]", Label: `$\alpha_5$, though $f(x_5) = 1$`, Value: 0, Tolerance: 1e-11},
			{Name: "predict[0].score", Label: `$f(x_5)$`, Value: 1, Tolerance: 1e-11},
			{Name: "model.scores[4]", Label: `$f^{-5}(x_5)$`, Value: 1, Tolerance: 1e-11},
		},
	},
}
