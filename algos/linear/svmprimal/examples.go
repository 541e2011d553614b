package svmprimal

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// twoPoints is one point a class on a line: θ = 2/(x₊ − x₋).
	twoPoints = dataset.Labelled([3]float64{1, 0, -1}, [3]float64{3, 0, 1})
	// fourPoints is the example with slack of 004, handout B, with ε = ½.
	fourPoints = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1})
	// hinges have yf = −1, 0, 1, 2 under θ = (1, 0).
	hinges = dataset.Labelled([3]float64{-1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{-2, 0, -1})
	// mirror are two points of which one is minus the other.
	mirror = dataset.Labelled([3]float64{2, 0, 1}, [3]float64{-2, 0, -1})
	// intruder is the textbook triple of 002 with a fourth point behind the lines.
	intruder = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1}, [3]float64{3.5, 3.5, -1})
	// aside are two classes one above the other: the best line is almost level,
	// and lines through the origin have to rise.
	aside = dataset.Labelled(
		[3]float64{4, 5, 1}, [3]float64{5, 5.5, 1}, [3]float64{6, 5.2, 1}, [3]float64{4.6, 5.9, 1}, [3]float64{5.6, 6, 1},
		[3]float64{3.6, 2.6, -1}, [3]float64{4.4, 3, -1}, [3]float64{5.2, 3.2, -1}, [3]float64{6, 3.4, -1}, [3]float64{5, 2.4, -1},
	)
	// heights are women (−) and men (+) by height in m and weight in 10 kg.
	heights = withUnits("height in m", "weight in 10 kg", dataset.Labelled(
		[3]float64{1.58, 5.1, -1}, [3]float64{1.62, 5.6, -1}, [3]float64{1.65, 5.4, -1}, [3]float64{1.68, 6.2, -1},
		[3]float64{1.55, 4.8, -1}, [3]float64{1.71, 6.0, -1}, [3]float64{1.60, 6.3, -1}, [3]float64{1.66, 5.9, -1},
		[3]float64{1.78, 7.4, 1}, [3]float64{1.82, 8.1, 1}, [3]float64{1.75, 6.9, 1}, [3]float64{1.86, 7.8, 1},
		[3]float64{1.73, 7.2, 1}, [3]float64{1.80, 6.8, 1}, [3]float64{1.90, 8.8, 1}, [3]float64{1.77, 8.3, 1},
	))
	// level are two classes that x₁ tells apart; x₂ helps a little.
	level = dataset.Labelled(
		[3]float64{1.2, 0.9, 1}, [3]float64{1.6, -0.4, 1}, [3]float64{2.1, 1.3, 1}, [3]float64{0.9, 0.1, 1}, [3]float64{1.8, 0.5, 1}, [3]float64{0.3, 1.1, 1},
		[3]float64{-1.1, -0.6, -1}, [3]float64{-1.7, 0.5, -1}, [3]float64{-2, -1.1, -1}, [3]float64{-0.8, 0.2, -1},
		[3]float64{-1.4, -0.9, -1}, [3]float64{-0.2, -0.7, -1},
	)
)

// inCentimetres are the same people by height in cm and weight in kg.
func inCentimetres(s dataset.Source) dataset.Source {
	s.Set = s.Set.Clone()
	for i, p := range s.Set.Points {
		s.Set.Points[i].X = [2]float64{math.Round(100 * p.X[0]), math.Round(10 * p.X[1])}
	}
	return withUnits("height in cm", "weight in kg", s)
}

// withUnits gives the two inputs of a data set their names, with units.
func withUnits(x1, x2 string, s dataset.Source) dataset.Source {
	s.Set.Names.Columns = []string{x1, x2}
	return s
}

// notesSolutions are those of handout B for the four points, with ε = ½, at the length at which
// the nearest points have yf = 1; of the third one δ = 1/10.
const notesSolutions = "candidates=-2,4,1;-2,0,1;0,0.1,1"

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Two blobs that overlap", dataset.Generate("overlap", 24, 0.8, 6), "step=24",
		"Press Step: two runs from different initial points descend the same convex objective, and the lower bound approaches the best J."),

	algos.NewPreset("widen", "Widen the margin to its maximum (004 B)", dataset.Generate("blobs", 120, 0.45, 31), "step=6&method=widen",
		"Each rotation ends when the margin boundary touches another point; at the end no rotation widens the margin."),

	algos.NewPreset("pegasos", "Pegasos: one random point per step", dataset.Generate("overlap", 60, 0.9, 5),
		"step=200&method=sgd&bias_mode=augmented&schedule=pegasos&C=0.1&max_iter=2000",
		"Pegasos uses one point per step, so J is noisy; the average of the iterates is smooth."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 60, 0.9, 5), "step=end&C=0.1",
		"Increase C: the sub-gradients grow, and the bound requires more iterations."),

	algos.NewPreset("constant", "Constant step size", dataset.Generate("overlap", 40, 0.9, 5), "step=end&schedule=constant&eta=0.3&C=0.1&dual_polish=false&max_iter=200",
		"J decreases quickly, and then oscillates at an error floor that depends on η."),

	algos.NewPreset("forms", "No bias, bias and [x; 1] (004 B)", aside, "step=end&bias_mode=augmented&method=widen",
		"Appending a constant 1 to x is not the same as a bias: the penalty on θ₀ pulls the line towards the origin. Compare the three margins."),

	algos.NewPreset("two-points", "Two points (004 B)", twoPoints, "step=end&method=widen",
		"θ = 2/(x₊ − x₋) = 1, and the margin is half the distance of the two points."),

	algos.NewPreset("two-points-origin", "Two points, no bias (004 B, ex. 2)", twoPoints, "step=end&method=widen&bias_mode=no-intercept",
		"Both points are on the same side of 0: no line through the origin separates them, and the problem is infeasible."),

	algos.NewPreset("four-points", "Four points, ε = ½, C = 20 (004 B)", fourPoints, "step=end&C=20&max_iter=1000",
		"With C = 20 the four constraints hold; for C < 10 x₄ has a positive slack, and for C < 5 it is misclassified."),

	algos.NewPreset("interval", "θ is unique, θ₀ is not (004 B)", twoPoints, "step=end&C=0.25",
		"θ = 2C = ½, but every θ₀ from −3/2 to −1/2 is optimal: see the theoretical guarantees."),

	algos.NewPreset("intruder", "Three points and a margin violator (002)", intruder, "step=end&C=1&max_iter=2000",
		"x₄ stays misclassified; its contribution to the sub-gradient is balanced by the others."),

	algos.NewPreset("hand", "Your line and the best margin (002)", dataset.Generate("blobs", 12, 0.5, 1), "step=end&opens=end&method=widen&line=manual&angle=0.4",
		"Rotate the arm and drag the dot: the smallest distance is your margin. The optimal line has the maximum margin."),

	algos.NewPreset("two-solutions", "Three solutions against C (004 B)", fourPoints, "step=end&C=3&max_iter=1000&"+escaped(notesSolutions),
		"The cost of each solution is linear in C, and the lines cross at C = 4. The optimum is below all three."),

	algos.NewPreset("sparse", "L1 penalty: a ball with corners (004 C)", level, "step=end&C=0.3&compare_penalty=1",
		"With the L1 penalty the ball touches a contour at its corner, and θ₂ is 0: the solution is sparse. With q = 2 or 4 it is not."),

	algos.NewPreset("heights", "Height and weight (004 B)", heights, "step=end&method=widen",
		"The data are far from the origin: compare this margin with that of the augmented input [x; 1]."),

	algos.NewPreset("heights-cm", "The same people in cm and kg (004 B)", inCentimetres(heights), "step=end&method=widen",
		"Other units give another problem: now both features have similar spread, and the optimal line uses both."),
}

// escaped writes a parameter as a link has it.
func escaped(s string) string { return strings.ReplaceAll(s, ";", "%3B") }

// answer lists what a run must find, θ, θ₀, J and the dual, and what else.
func answer(theta [2]float64, theta0, value, tol float64, more ...algos.Expected) []algos.Expected {
	return append([]algos.Expected{
		algos.Expect("model.theta[0]", `$\theta_1$`, theta[0], tol),
		algos.Expect("model.theta[1]", `$\theta_2$`, theta[1], tol),
		algos.Expect("model.theta0", `$\theta_0$`, theta0, tol),
		algos.Expect("model.objective", "$J$", value, tol*(1+value)),
		algos.Expect("model.dual", "dual", value, tol*(1+value)),
	}, more...)
}

// optima lists the least J of the three forms.
func optima(origin, offset, constant, tol float64) []algos.Expected {
	labels := [...]string{"minimum $J$, no bias", "minimum $J$, with bias", "minimum $J$, augmented input"}
	var want []algos.Expected
	for i, v := range [...]float64{origin, offset, constant} {
		want = append(want, algos.Expect(fmt.Sprintf("model.optima[%d]", i), labels[i], v, tol*(1+v)))
	}
	return want
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("two-points", "One point per class on a line", "004, handout B: W3, closed form", twoPoints, "step=end&method=widen",
		answer([2]float64{1, 0}, -2, 0.5, 1e-12,
			algos.Expect("metric.margin", "margin", 1, 1e-12), algos.Expect("predict[0].score", "$f(2)$", 0, 1e-12))...).Predicting([2]float64{2, 0}),
	algos.NewFixture("two-points-soft", "The same by sub-gradient descent, C = 1",
		"004, handout B: W3; with [x; 1] by hand: θ = 1/2, θ₀ = −1/2; through the origin θ = 1/3", twoPoints, "step=end&C=1",
		answer([2]float64{1, 0}, -2, 0.5, 1e-9, optima(25.0/18, 0.5, 1.25, 1e-10)...)...),
	algos.NewFixture("four-points", "Four points, C = 20", "004, handout B: W5 and W6", fourPoints, "step=end&C=20&max_iter=200",
		answer([2]float64{-2, 4}, 1, 10, 1e-9)...),
	algos.NewFixture("four-points-widen", "Four points, the margin", "004, handout B: W5, γ = (ε/2)/√(1 + ε²)", fourPoints, "step=end&method=widen",
		answer([2]float64{-2, 4}, 1, 10, 1e-9, algos.Expect("metric.margin", "margin", 0.22360679774997896, 1e-11))...),
	algos.NewFixture("four-points-soft", "Four points, C = 1", "004, handout B: W6, 2C − C²/10; below the notes' 2C (W7)", fourPoints, "step=end&C=1&max_iter=200",
		answer([2]float64{-0.2, 0.4}, 1, 1.9, 1e-9)...),
	algos.NewFixture("two-points-origin", "Two points, no bias: no C removes the slack",
		"004, handout B: W4, exercise 2: θ ≤ −1 and θ ≥ 1/3 cannot both be, so Σξ is at least 4/3", twoPoints, "step=end&bias_mode=no-intercept&C=100&max_iter=50",
		algos.Expect("model.theta[0]", `$\theta_1 = \frac{1}{3}$`, 1.0/3, 1e-9),
		algos.Expect("metric.slack", `$\sum_t \xi_t$ at $C = 100$`, 4.0/3, 1e-9),
		algos.Expect("metric.objective", `$\frac{1}{18} + \frac{4}{3}C$`, 1.0/18+400.0/3, 1e-6)),
	algos.NewFixture("two-points-hand", "Two points, no bias: no line has a margin above 0",
		"004, handout B: W4, closed form: −cos angle, for every angle with cos ≥ 0",
		twoPoints, "step=end&bias_mode=no-intercept&line=manual&angle=0.5&max_iter=1",
		algos.Expect("model.hand_margin", `$-\cos\frac{1}{2}$`, -math.Cos(0.5), 1e-14),
		algos.Expect("model.largest_margin", "maximum margin", 0, 0)),
	algos.NewFixture("two-solutions", "Four points: three solutions against C", "004, handout B: W5 and W7: 2 + 2/ε² = 10, 2 + 2C, and 2C + ½δ²; C = 1/ε² = 4",
		fourPoints, "step=end&C=3&max_iter=200&"+escaped(notesSolutions),
		algos.Expect("model.kept[0].half", `$\frac{1}{2}\lVert\theta^{(1)}\rVert^2$`, 10, 1e-12),
		algos.Expect("model.kept[0].slack", `$\sum\xi$ of solution 1`, 0, 1e-12),
		algos.Expect("model.kept[0].margin", `$\gamma_1$`, 0.25/math.Sqrt(1.25), 1e-12),
		algos.Expect("model.kept[1].half", `$\frac{1}{2}\lVert\theta^{(2)}\rVert^2$`, 2, 1e-12),
		algos.Expect("model.kept[1].slack", `$\sum\xi$ of solution 2`, 2, 1e-12),
		algos.Expect("model.kept[1].margin", `$\gamma_2$`, 0.5, 1e-12),
		algos.Expect("model.crossings[0]", "solutions 1 and 2 have the same cost at $C$", 4, 1e-12),
		algos.Expect("model.kept[2].slack", `$\sum\xi$ of $\theta = (0, \delta)$`, 2, 1e-12),
		algos.Expect("model.kept[2].cost", `$2C + \frac{1}{2}\delta^2$`, 6.005, 1e-12),
		algos.Expect("model.crossings[1]", `solution 1 and $\theta = (0, \delta)$ have the same cost at $C = 5 - \frac{1}{4}\delta^2$`, 4.9975, 1e-12),
		algos.Expect("model.objective", `the optimum, $2C - \frac{1}{10}C^2$`, 5.1, 1e-9)),
	algos.NewFixture("flat", "Four points: θ = 0 costs 2C", "004, handout B: W7 with δ = 0", fourPoints, "step=end&C=1&max_iter=200&"+escaped("candidates=0,0,1;-2,0,1"),
		algos.Expect("model.kept[0].cost", "$2C$", 2, 0), algos.Expect("model.kept[1].cost", "$2 + 2C$, of solution 2", 4, 1e-12),
		algos.Expect("model.objective", "the optimum", 1.9, 1e-9)),
	algos.NewFixture("ball-1", "Two points, L1 penalty: a corner", "closed form: |θ| + 2C(1 − 2θ) has its least at 0 up to C = 1/4",
		mirror, "step=end&C=0.2&compare_penalty=1&max_iter=1",
		algos.Expect("model.penalised[0]", `$\theta_1$ at $q = 1$, $C = \frac{1}{5}$`, 0, 1e-12)),
	algos.NewFixture("ball-4", "Two points, penalty θ⁴/4", "closed form: θ³ = 4C", mirror, "step=end&C=0.01&compare_penalty=4&max_iter=1",
		algos.Expect("model.penalised[0]", `$\theta_1 = \sqrt[3]{4C}$`, math.Cbrt(0.04), 1e-6)),
	algos.NewFixture("interval", "C = 1/4: θ unique, θ₀ in [−3/2, −1/2]", "004, handout B: W9", twoPoints, "step=end&C=0.25",
		answer([2]float64{0.5, 0}, -1, 0.375, 1e-10,
			algos.Expect("model.theta0_interval[0]", `smallest optimal $\theta_0$`, -1.5, 1e-10),
			algos.Expect("model.theta0_interval[1]", `largest optimal $\theta_0$`, -0.5, 1e-10))...),
	algos.NewFixture("intruder", "Three points and a margin violator, C = 1", "002, lecture 3: N11", intruder, "step=end&C=1&max_iter=200",
		answer([2]float64{7.0 / 13, 5.0 / 26}, -45.0/26, 263.0/104, 1e-9)...),
	algos.NewFixture("hinge", "Hinge loss at z = −1, 0, 1, 2", "004, handout C: W10: 2 + 1 + 0 + 0, and ½‖θ‖²", hinges, "step=0&bias_mode=no-intercept&C=1&init=1,0",
		algos.Expect("metric.objective", `$\frac{1}{2} + 2 + 1 + 0 + 0$`, 3.5, 0),
		algos.Expect("metric.inside", "margin violations", 2, 0), algos.Expect("metric.errors", "misclassified", 2, 0)),
	algos.NewFixture("first-steps", "Two sub-gradient steps by hand", "the rule, on paper: θ = 0 → (4, 0) → (4/3, 0)", mirror, "step=4&bias_mode=no-intercept&C=1",
		algos.Expect("model.theta[0]", `$\theta_1 = (1 - \frac{2}{3}) \cdot 4$`, 4.0/3, 1e-15),
		algos.Expect("metric.objective", `$\frac{1}{2}\cdot\frac{16}{9}$`, 8.0/9, 1e-15),
		algos.Expect("metric.dual", `dual $\frac{1}{8}$: $\theta^* = \frac{1}{2}$`, 0.125, 1e-12)),
}
