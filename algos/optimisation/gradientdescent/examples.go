package gradientdescent

import (
	"playground/algos"
	"playground/algos/dataset"
)

// none: the demo has no data.
var none dataset.Source

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("zigzag", "Zigzag in a valley", none, "step=8",
		"κ = 10 and η = 0.18, just below 2/L = 0.2: the steep coordinate changes its sign at every step."),
	algos.NewPreset("optimal", "Optimal learning rate", none, "step=3&start=10,1&optimiser=line-search",
		"The worst start for κ = 10: every step multiplies f by exactly 81/121."),
	algos.NewPreset("one-step", "Newton's method on a quadratic", none, "step=end&start=10,1&optimiser=newton",
		"The quadratic model is f itself, so one step finds the minimum."),
	algos.NewPreset("small-rate", "One dimension, η = 0.1", none, "step=5&matrix=2 0%3B 0 2&start=1,0&eta=0.1&iterations=20",
		"f = x₁² from 1: every step multiplies x₁ by 1 − 2η = 0.8."),
	algos.NewPreset("oscillation", "One dimension, η = 1", none, "step=end&matrix=2 0%3B 0 2&start=1,0&eta=1&iterations=12",
		"η = 2/L: the iterate jumps between 1 and −1."),
	algos.NewPreset("divergence", "One dimension, η = 1.1", none, "step=6&matrix=2 0%3B 0 2&start=1,0&eta=1.1",
		"η > 2/L: every step multiplies x₁ by −1.2."),
	algos.NewPreset("momentum", "One dimension with momentum", none, "step=6&matrix=2 0%3B 0 2&start=1,0&optimiser=momentum&eta=0.1",
		"β = 0.9 and η = 0.1: the velocity carries the iterate past the minimum."),
	algos.NewPreset("asymmetric", "Non-symmetric matrix", none, "step=0&matrix=4 2%3B 0 6&vector=1 1&start=1,2&eta=0.1",
		"The gradient at (1, 2) is (5, 12): it belongs to (A + Aᵀ)/2."),
	algos.NewPreset("race", "Race in a narrow valley", none, "step=30&matrix=5 4%3B 4 5&start=-4,-1&eta=0.1&show=race&iterations=150&tol=0.001",
		"Five optimisers with the same initial point and learning rate."),
	algos.NewPreset("rosenbrock", "Rosenbrock, Newton's method", none, "step=2&function=rosenbrock&start=-1.2,1&optimiser=newton",
		"Six iterations to the minimum, although f rises twice on the way."),
	algos.NewPreset("valley", "Race in Rosenbrock's valley", none,
		"step=60&function=rosenbrock&start=-1.2,1&optimiser=momentum&eta=0.001&iterations=200&show=race",
		"With η = 0.001 only the two with momentum follow the curved valley."),
	algos.NewPreset("search", "Himmelblau, line search", none, "step=1&function=himmelblau&start=2,-0.5&optimiser=line-search",
		"Off a quadratic the optimal learning rate is a first guess, which is halved where f does not fall enough."),
	algos.NewPreset("adam", "Beale, Adam", none, "step=40&function=beale&start=1,-1.5&optimiser=adam&eta=0.1&iterations=300",
		"The first step of Adam moves each coordinate by η, however long the gradient is."),
	algos.NewPreset("saddle", "Newton's method at a saddle", none, "step=end&function=saddle&start=1.5,-1&optimiser=newton",
		"H is indefinite: Newton's method goes to the saddle point, although f has no minimum."),
	algos.NewPreset("wells", "Two wells, your own expression", none, "step=3&function=own&start=0.4,1&optimiser=newton",
		"Beside the saddle point between both wells Newton's method converges to it, not to a minimum."),
	algos.NewPreset("chord", "Chord of a convex function", none, "step=0&function=quadratic&matrix=2 0%3B 0 2&start=-1,0&chord=3,0&show=chord&eta=0.1",
		"f = ‖x‖²: the chord from −1 to 3 is above the graph, at every a."),
	algos.NewPreset("zero-one", "0–1 loss", none, "step=end&function=own&expression=(1 - sign(x1))/2&start=-3,0&chord=1,0&show=chord",
		"The 0–1 loss of the margin x₁ is not convex, and its gradient is 0: descent has no direction."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("optimal-rate", "Optimal learning rate, κ = 10", "000: 2B-22, by hand: η = 2/11, f · 81/121", none,
		"step=3&start=10,1&optimiser=line-search",
		algos.Expect("metric.f", "f(x₃)", 16.499152, 5e-7),
		algos.Expect("model.factor", "factor of f", 81.0/121, 1e-12),
		algos.Expect("model.optimal_eta", "η₃", 2.0/11, 1e-12)),
	algos.NewFixture("small-rate", "f = x², η = 0.1", "003: N11, by hand: 0.8⁵", none, "step=5&matrix=2 0%3B 0 2&start=1,0&eta=0.1",
		algos.Expect("model.x[0]", "x₁", 0.32768, 1e-12)),
	algos.NewFixture("large-rate", "f = x², η = 1.1", "003: N11, by hand: (−1.2)³", none, "step=3&matrix=2 0%3B 0 2&start=1,0&eta=1.1",
		algos.Expect("model.x[0]", "x₁", -1.728, 1e-12)),
	algos.NewFixture("with-momentum", "f = x², η = 0.1, β = 0.9", "003: N11, by hand", none,
		"step=6&matrix=2 0%3B 0 2&start=1,0&optimiser=momentum&eta=0.1",
		algos.Expect("model.x[0]", "x₁", -0.708974, 5e-7)),
	algos.NewFixture("asymmetric", "A not symmetric: gradient at (1, 2)", "003: N11: (A + Aᵀ)x − b of xᵀAx − bᵀx, A = (2 1; 0 3)", none,
		"step=0&matrix=4 2%3B 0 6&vector=1 1&start=1,2",
		algos.Expect("model.gradient[0]", "∂f/∂x₁", 5, 1e-12),
		algos.Expect("model.gradient[1]", "∂f/∂x₂", 12, 1e-12)),
	algos.NewFixture("asymmetric-minimum", "A not symmetric: the minimum", "003: N11: (5/23, 3/23)", none,
		"step=1&matrix=4 2%3B 0 6&vector=1 1&start=1,2&optimiser=newton",
		algos.Expect("model.x[0]", "x₁", 5.0/23, 1e-12),
		algos.Expect("model.x[1]", "x₂", 3.0/23, 1e-12),
		algos.Expect("metric.f", "f", -4.0/23, 1e-12)),
	algos.NewFixture("himmelblau", "A minimum of Himmelblau's function", "D. Himmelblau, Applied Nonlinear Programming (1972)", none,
		"step=end&function=himmelblau&start=4,-2&optimiser=newton&tol=1e-10",
		algos.Expect("model.x[0]", "x₁", 3.584428, 5e-7),
		algos.Expect("model.x[1]", "x₂", -1.848126, 6e-7)),
	algos.NewFixture("rosenbrock", "Newton's method from (−1.2, 1)", "by hand: H = (1330, 480; 480, 200), ∇f = (−215.6, −88)", none,
		"step=1&function=rosenbrock&start=-1.2,1&optimiser=newton",
		algos.Expect("model.x[0]", "x₁", -1.2+110.0/4450, 1e-12),
		algos.Expect("model.x[1]", "x₂", 1+0.44-2.4*110/4450, 1e-12)),
	algos.NewFixture("first-adam", "First step of Adam: η in each coordinate", "Kingma and Ba (2015), section 2.1", none,
		"step=1&optimiser=adam&eta=0.1",
		algos.Expect("model.x[0]", "x₁", -3.9, 1e-8),
		algos.Expect("model.x[1]", "x₂", 1.9, 1e-8)),
}
