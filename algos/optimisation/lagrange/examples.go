package lagrange

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// standard are three half-planes: x₁ + x₂ ≤ 2, x₁ ≥ −2 and x₂ ≥ −1.5.
var standard = []float64{3, -1, -1, 3, -2, 2, -2, -2, -2, -1.5, 2, -1.5}

// Half-planes of the presets, as they stand in a link.
const (
	beyondOne = "1 2 1 -2"                              // x₁ ≥ 1
	diagonal  = "2 -1 -1 2"                             // x₁ + x₂ ≤ 1
	above     = "-1 2 2 -1"                             // x₁ + x₂ ≥ 1
	squeezed  = "1 2 1 -2 1 -2 1 2"                     // x₁ ≥ 1 and x₁ ≤ 1
	against   = "1 2 1 -2 -1 -2 -1 2"                   // x₁ ≥ 1 and x₁ ≤ −1
	simplex   = "2 -1 -1 2 -1 2 2 -1 0 3 0 -3 -3 0 3 0" // x₁ + x₂ = 1, x ≥ 0
	pentagon  = "3 -1 -1 3 -2 2 -2 -2 -2 -1.5 2 -1.5 2 -3 2 3 3 2.5 -3 2.5"
	corner    = "1 3 1 -3 -3 1 3 1"            // x₁ ≥ 1 and x₂ ≥ 1
	triple    = "-2 1 2 1 2 2 -2 -2 2 -2 -2 2" // x₂ ≥ 1, x₂ ≤ x₁ and x₂ ≤ −x₁
)

var nothing dataset.Source

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("active", "One active constraint", nothing, "step=end&opens=3", "The pull of f and the push of the border grow equal and opposite; the other multipliers stay 0."),
	algos.NewPreset("inactive", "No active constraint", nothing, "step=end&vector=0.5,0.5&opens=2&mu=2", "a is feasible: x* = a, ∇f = 0 and every multiplier falls to 0."),
	algos.NewPreset("corner", "Two active constraints", nothing, "step=end&vector=0,-0.5&opens=4&constraints="+corner, "At a corner two pushes together balance the pull of f."),
	algos.NewPreset("dual", "The dual function μ − μ²/4", nothing, "step=end&vector=0,0&opens=2&constraints="+beyondOne, "min ‖x‖² with 1 − x₁ ≤ 0: θ has its maximum 1 at μ = 2."),
	algos.NewPreset("equation", "An equation", nothing, "step=end&problem=equality&vector=0,0&opens=3&constraints="+diagonal, "min x₁² + x₂² with x₁ + x₂ = 1: x* = (½, ½), and λ may be negative."),
	algos.NewPreset("pushed", "An inequality, active", nothing, "step=end&vector=0,0&opens=3&constraints="+above, "g = 1 − x₁ − x₂ ≤ 0 keeps x away from its target (0, 0)."),
	algos.NewPreset("loose", "An inequality, inactive", nothing, "step=end&vector=0,0&mu=1&opens=2&constraints="+diagonal, "g = x₁ + x₂ − 1 ≤ 0 allows the target: μ = 0 and x* = (0, 0)."),
	algos.NewPreset("disc", "A curved constraint", nothing, "step=end&problem=convex&objective=x1%20%2B%20x2&constraint=x1%5E2%20%2B%20x2%5E2%20-%202&mu=2&eta=0.2&opens=5&constraints=",
		"min x₁ + x₂ on a disc: the gradients are opposite at x* = (−1, −1), μ* = ½ and p* = −2."),
	algos.NewPreset("too-large", "Step size too large", nothing, "step=end&eta=5&opens=4", "η is beyond 2 / curvature: the multiplier oscillates and does not converge."),
	algos.NewPreset("infeasible", "No feasible point", nothing, "step=end&vector=0,1&opens=6&constraints="+against, "x₁ ≥ 1 and x₁ ≤ −1: θ grows without bound, p* = +∞."),
	algos.NewPreset("affine", "Strong duality without Slater", nothing, "step=end&vector=-1,1&opens=5&constraints="+squeezed, "x₁ ≥ 1 and x₁ ≤ 1 have no interior. They are affine, so d* = p* all the same."),
	algos.NewPreset("unattained", "No optimal multiplier", nothing, "step=end&problem=convex&objective=x1&constraint=x1%5E2%20%2B%20x2%5E2&mu=0.5&opens=40&constraints=",
		"Only (0, 0) is feasible, p* = 0. θ(μ) = −1/(4μ) approaches 0 and reaches it nowhere."),
	algos.NewPreset("lp", "A linear program", nothing, "step=end&problem=lp&vector=-1,-1.5&opens=4&constraints="+pentagon, "Every corner is tried: feasible ones are not below p*, dual feasible ones not above."),
	algos.NewPreset("note-lp", "A linear program with x ≥ 0", nothing, "step=end&problem=lp&vector=1,2&opens=3&constraints="+simplex, "min x₁ + 2x₂ with x₁ + x₂ = 1 and x ≥ 0: primal and dual value are 1."),
	algos.NewPreset("unbounded", "An unbounded linear program", nothing, "step=end&problem=lp&vector=-1,-1&opens=1&constraints="+corner, "f falls without end along an allowed direction: p* = −∞, and nothing is dual feasible."),
	algos.NewPreset("contradiction", "Three lines without a common point", nothing, "step=end&problem=lp&opens=2&constraints="+triple,
		"Any two of the half-planes meet. Weights y ≥ 0 with Σ y g > 0 everywhere prove that all three do not."),
	algos.NewPreset("qp", "A quadratic program", nothing, "step=end&problem=qp&opens=2", "Each active set gives a point and multipliers. The set with x feasible and μ ≥ 0 is optimal."),
	algos.NewPreset("inverse", "Dual of a quadratic program", nothing, "step=end&problem=qp&objective=x1%5E2%20%2B%20x2%5E2&opens=1&constraints="+beyondOne,
		"H = 2I: the dual with H⁻¹ has the maximum 1. With H, as printed in the note, it would be ¼."),
	algos.NewPreset("water", "Water-filling", nothing, "step=end&problem=water-filling&opens=1", "K = diag(1, 3), P = 4: level 4, X = diag(3, 1), log det = log 16."),
	algos.NewPreset("dry", "A channel without power", nothing, "step=end&problem=water-filling&budget=1", "K = diag(1, 3), P = 1: level 2, and the second channel stays without power."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("theta", "θ(μ) = μ − μ²/4", "000: 2B-8; 002: N22", nothing, "step=end&vector=0,0&constraints="+beyondOne,
		algos.Expect("model.multipliers[0]", `$\mu^*$`, 2, 1e-6), algos.Expect("model.x[0]", `$x_1^*$`, 1, 1e-6),
		algos.Expect("metric.primal", `$p^*$`, 1, 1e-9), algos.Expect("metric.dual", `$d^*$`, 1, 1e-9)),
	algos.NewFixture("theta-0", "θ(0)", "000: 2B-8", nothing, "step=0&vector=0,0&mu=0&constraints="+beyondOne, algos.Expect("metric.dual", `$\theta(0)$`, 0, 1e-12)),
	algos.NewFixture("theta-1", "θ(1)", "000: 2B-8", nothing, "step=0&vector=0,0&mu=1&constraints="+beyondOne, algos.Expect("metric.dual", `$\theta(1)$`, 0.75, 1e-12)),
	algos.NewFixture("theta-3", "θ(3)", "000: 2B-8", nothing, "step=0&vector=0,0&mu=3&constraints="+beyondOne, algos.Expect("metric.dual", `$\theta(3)$`, 0.75, 1e-12)),
	algos.NewFixture("equation", "x + y = 1", "002: N22; λ = −1 for x + y − 1, −√2 for the unit normal", nothing, "step=end&problem=equality&vector=0,0&constraints="+diagonal,
		algos.Expect("model.x[0]", `$x^*$`, 0.5, 1e-6), algos.Expect("model.x[1]", `$y^*$`, 0.5, 1e-6), algos.Expect("model.multipliers[0]", `$\lambda\lVert\nabla h\rVert$`, -math.Sqrt2, 1e-6)),
	algos.NewFixture("active", "1 − x − y ≤ 0", "002: N22", nothing, "step=end&problem=convex&objective=x1%5E2%20%2B%20x2%5E2&constraint=1%20-%20x1%20-%20x2&constraints=",
		algos.Expect("model.multipliers[0]", `$\mu^*$`, 1, 1e-6), algos.Expect("model.x[0]", `$x^*$`, 0.5, 1e-6)),
	algos.NewFixture("inactive", "x + y − 1 ≤ 0", "002: N22", nothing, "step=end&vector=0,0&mu=1&constraints="+diagonal,
		algos.Expect("model.multipliers[0]", `$\mu^*$`, 0, 1e-9), algos.Expect("metric.primal", `$p^*$`, 0, 1e-9)),
	algos.NewFixture("qp", "H = 2, A = 1, b = 1", "004: W37", nothing, "step=end&problem=qp&objective=x1%5E2%20%2B%20x2%5E2&constraints="+beyondOne,
		algos.Expect("metric.primal", `$p^*$`, 1, 1e-12), algos.Expect("metric.dual", `$d^*$`, 1, 1e-12), algos.Expect("model.multipliers[0]", `$\lambda^*$`, 2, 1e-12)),
	algos.NewFixture("lp", "min x₁ + 2x₂", "004: W38", nothing, "step=end&problem=lp&vector=1,2&constraints="+simplex,
		algos.Expect("metric.primal", `$p^*$`, 1, 1e-12), algos.Expect("metric.dual", `$d^*$`, 1, 1e-12), algos.Expect("model.x[0]", `$x_1^*$`, 1, 1e-12)),
	algos.NewFixture("disc", "A linear function on a disc", "closed form: θ(μ) = −1/(2μ) − 2μ", nothing,
		"step=end&problem=convex&objective=x1%20%2B%20x2&constraint=x1%5E2%20%2B%20x2%5E2%20-%202&mu=2&eta=0.2&constraints=",
		algos.Expect("model.multipliers[0]", `$\mu^*$`, 0.5, 1e-5), algos.Expect("metric.dual", `$d^*$`, -2, 1e-6)),
	algos.NewFixture("water-1", "K = diag(1, 3), P = 1", "004: W39", nothing, "step=end&problem=water-filling&budget=1",
		algos.Expect("model.level", "level", 2, 1e-12), algos.Expect("model.x[0]", `$x_1$`, 1, 1e-12), algos.Expect("model.x[1]", `$x_2$`, 0, 0)),
	algos.NewFixture("water-4", "K = diag(1, 3), P = 4", "004: W39", nothing, "step=end&problem=water-filling&budget=4",
		algos.Expect("model.level", "level", 4, 1e-12), algos.Expect("model.x[0]", `$x_1$`, 3, 1e-12), algos.Expect("model.log_det", `$\log\det(X+K)$`, 2.772588722239781, 1e-12)),
}
