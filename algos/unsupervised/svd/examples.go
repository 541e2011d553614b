package svd

import (
	"playground/algos"
	"playground/algos/dataset"
)

// worked is the table of the notes' inventory: rank 1, and its last cell a hole.
const worked = "1 2 3; 2 4 6; 3 6 ?"

// own: the demo makes its table itself.
var own dataset.Source

// start is what readers paint on: five people and what they think of six films.
var start = dataset.Grid(
	[]float64{5, 4, 0, 1, 1, 0},
	[]float64{4, 0, 5, 1, 0, 1},
	[]float64{0, 5, 4, 0, 1, 2},
	[]float64{1, 1, 0, 5, 4, 4},
	[]float64{0, 1, 2, 4, 0, 5},
).Cells

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("face", "Low-rank approximation of a face", own, "step=end&opens=4", "Rank 4 needs 4 × 65 numbers, a quarter of the 1024 entries, "+
		"and is nearly the face."),
	algos.NewPreset("power", "Power iteration for the SVD", own, "solver=power&max_rank=4&step=end&opens=8",
		"A random direction is multiplied by RᵀR of the residual R, and converges to the next singular vector within a few iterations."),

	algos.NewPreset("noise", "A letter with noise", own, "picture=letter&noise=0.25&max_rank=32&step=8",
		"The first terms are the letter, later ones fit noise: after a few terms the error to the clean image rises again (overfitting)."),

	algos.NewPreset("stripes", "Stripes of rank 2", own, "picture=stripes&step=end&opens=1", "A 32 × 32 matrix of rank 2: two terms reproduce it exactly."),
	algos.NewPreset("choose", "Choosing k with held-out entries", own, "task=choose&picture=ratings&noise=0.4&max_rank=8&step=end&opens=2",
		"The error on observed entries falls with every rank; the held-out error falls, then rises: overfitting."),

	algos.NewPreset("ratings", "Matrix completion (ratings)", own, "task=completion&picture=ratings&step=end&opens=5&seed=1",
		"A fifth of the ratings is held out. Iterative imputation at rank 3 recovers them."),

	algos.NewPreset("worked", "One missing entry, by hand", own, "task=completion&picture=typed&holdout=0&rank=1&init_fill=zero&step=end&opens=1",
		"Every row is a multiple of the first, so the missing entry is 9. From 0 the first fit gives 3.14."),

	algos.NewPreset("painted", "Paint your own ratings", dataset.Celled(start), "task=completion&picture=painted&rank=2&holdout=0&step=end&opens=1",
		"Five users and six films; an entry of 0 is missing. Paint your own."),

	algos.NewPreset("singular", "A singular system", own, "task=inverse&step=end&opens=0",
		"A maps the whole plane to one line. Drag b: A⁺b is the minimum-norm least-squares solution."),

	algos.NewPreset("nearly", "A nearly singular system", own, "task=inverse&matrix=1+1%3B1+1.05&b=2,2.2&step=end&opens=2",
		"A is ill-conditioned: a small change of b changes x a lot. With rcond = 0.1 the small singular value is truncated."),

	algos.NewPreset("plane", "Three equations, two unknowns", own, "task=inverse&matrix=1+0%3B1+1%3B1+2&b=1,3&b3=2&step=end&opens=1",
		"Ax⁺ is the orthogonal projection of b onto the column space of A."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("tenth-four", "Tenth rule: s = 10, 5, 1, 0.4", "003: N15, by hand", own,
		"picture=typed&rows=10+0+0+0%3B0+5+0+0%3B0+0+1+0%3B0+0+0+.4&step=1",
		algos.Expect("model.tenth_k", "k", 2, 0), algos.Expect("model.singular_values[3]", "s₄", 0.4, 1e-13),
		algos.Expect("metric.tail", "$5^2+1^2+0.4^2$", 26.16, 1e-12)),
	algos.NewFixture("tenth-two", "The same for s = 10, 1", "003: N15, by hand", own, "picture=typed&rows=10+0%3B0+1&step=1",
		algos.Expect("model.tenth_k", "k", 1, 0)),
	algos.NewFixture("tenth-three", "The same for s = 10, 5, 2, 1", "003: N15, by hand", own,
		"picture=typed&rows=10+0+0+0%3B0+5+0+0%3B0+0+2+0%3B0+0+0+1&step=1", algos.Expect("model.tenth_k", "k", 3, 0)),
	algos.NewFixture("fill-zero", "One missing entry, initial value 0, one fit", "003: N15", own,
		"task=completion&picture=typed&holdout=0&rank=1&init_fill=zero&step=1",
		algos.Expect("model.fill[0]", "missing entry", 3.142936, 5e-7)),
	algos.NewFixture("fill-mean", "The same, imputed with the global mean", "003: N15", own,
		"task=completion&picture=typed&holdout=0&rank=1&init_fill=mean&step=1",
		algos.Expect("model.start[0]", "mean", 3.375, 1e-12), algos.Expect("model.fill[0]", "missing entry", 4.814359, 5e-7)),
	algos.NewFixture("fill-column", "The same, imputed with the column mean", "003: N15", own,
		"task=completion&picture=typed&holdout=0&rank=1&init_fill=column&step=1",
		algos.Expect("model.start[0]", "mean", 4.5, 1e-12), algos.Expect("model.fill[0]", "missing entry", 5.517981, 5e-7)),
	algos.NewFixture("fill-end", "The same, until convergence", "003: N15: the row is three times the first", own,
		"task=completion&picture=typed&holdout=0&rank=1&init_fill=column&step=end", algos.Expect("model.fill[0]", "missing entry", 9, 1e-7)),
	algos.NewFixture("singular", "A = (1 1; 1 1), b = (1, 3)", "003: N15, by hand", own, "task=inverse&step=end",
		algos.Expect("model.x[0]", "x₁", 1, 1e-13), algos.Expect("model.x[1]", "x₂", 1, 1e-13),
		algos.Expect("model.residual", "$\\|Ax-b\\|^2$", 2, 1e-12)),
	algos.NewFixture("left-inverse", "$A^+=(A^\\top A)^{-1}A^\\top$ of a 3 × 2 matrix", "000: 0.2, closed form: the line through (0, 1), (1, 3), (2, 2)", own,
		"task=inverse&matrix=1+0%3B1+1%3B1+2&b=1,3&b3=2&step=end",
		algos.Expect("model.x[0]", "x₁", 1.5, 1e-12), algos.Expect("model.x[1]", "x₂", 0.5, 1e-12),
		algos.Expect("model.residual", "squared residual", 1.5, 1e-12), algos.Expect("model.pseudo_inverse[0]", "A⁺₁₁", 5.0/6, 1e-12),
		algos.Expect("model.pseudo_inverse[3]", "A⁺₂₁", -0.5, 1e-12)),
	algos.NewFixture("rank-one", "$A^+=A^\\top/\\|A\\|_F^2$ of rank 1", "000: 0.2, closed form, where neither inverse exists", own,
		"task=inverse&matrix=1+2%3B2+4&b=3,1&step=end",
		algos.Expect("model.pseudo_inverse[1]", "A⁺₁₂", 2.0/25, 1e-13), algos.Expect("model.x[0]", "x₁", 0.2, 1e-13), algos.Expect("model.x[1]", "x₂", 0.4, 1e-13)),
	algos.NewFixture("one-point", "$X^\\top X=(4\\ 2;2\\ 1)$ of one point at x = 2, y = 1", "002: N5, by hand: determinant 0, so the minimum-norm solution", own,
		"task=inverse&matrix=4+2%3B2+1&b=2,1&step=end",
		algos.Expect("model.singular_values[0]", "s₁", 5, 1e-13), algos.Expect("model.pseudo_inverse[0]", "A⁺₁₁", 4.0/25, 1e-13),
		algos.Expect("model.x[0]", "θ₁", 0.4, 1e-13), algos.Expect("model.x[1]", "θ₀", 0.2, 1e-13)),
	algos.NewFixture("golden", "Singular values of (1 1; 0 1)", "closed form: the golden ratio φ and 1/φ", own, "task=inverse&matrix=1+1%3B0+1&step=0",
		algos.Expect("model.singular_values[0]", "φ", 1.618033988749895, 1e-14), algos.Expect("model.singular_values[1]", "1/φ", 0.618033988749895, 1e-14)),
}
