package kernels

import (
	"playground/algos"
	"playground/algos/dataset"
)

var (
	cloud = dataset.Plane([2]float64{-1.2, 0.4}, [2]float64{-0.3, 1.1}, [2]float64{0.9, 0.8}, [2]float64{1.4, -0.5}, [2]float64{0.2, -0.9},
		[2]float64{-0.8, -0.7}, [2]float64{0.1, 0.1}, [2]float64{1.6, 1.3})
	corner = dataset.Plane([2]float64{0, 0}, [2]float64{1, 0}, [2]float64{0, 1})
	pair   = dataset.Plane([2]float64{1, 2}, [2]float64{3, -1})
	other  = dataset.Plane([2]float64{1.5, -2}, [2]float64{0.3, 0.7})
	row    = dataset.NumberLine(0, 1, 2)
	ruler  = dataset.NumberLine(-2, -1.4, -0.5, 0.2, 0.9, 1.7, 2.3)
	seven  = dataset.Plane([2]float64{1, 1}, [2]float64{1.5, 0}, [2]float64{-1, 1}, [2]float64{-1, -1}, [2]float64{1, -1},
		[2]float64{0.5, 1.5}, [2]float64{-0.5, 0.25})
)

// presets are shown in this order; the first has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("algebra", "Sum and product of kernels", cloud, "step=4&opens=2",
		"Three closure rules: scaling, product and sum. Every Gram matrix is PSD."),

	algos.NewPreset("gaussian", "Gaussian kernel by closure rules (004)", cloud, "step=end&opens=2&expression=times(gauss(0.5),exp(linear))",
		"Closure rules: the linear kernel, its exponential, and a factor f(x) f(z)."),

	algos.NewPreset("series", "Taylor series of the Gaussian kernel", seven, "build=series&step=4&slice=2,0.5",
		"Each step adds a power of ⟨x, z⟩. The remainder shrinks and stays PSD."),

	algos.NewPreset("taylor", "Taylor series at two points (002)", pair, "build=series&step=5&slice=1,2",
		"At (1, 2) and (3, −1) the kernel is 0.0015: terms 0 and 1 are equal, because u = 1."),

	algos.NewPreset("half", "x = 0.5 and 1 (000)", dataset.NumberLine(0.5, 1), "build=series&gamma=1&step=4&slice=0.5,0",
		"The exact value is e to the −1/4 = 0.7788; four terms give 0.7640."),

	algos.NewPreset("quadratic", "Feature map of a quadratic kernel (004)", other, "build=features&step=end&opens=4&slice=1.5,-2",
		"The square roots matter: with a root at x₁x₂ alone ⟨φ, φ⟩ is 0.9525 instead of 0.0025."),

	algos.NewPreset("cubic", "Feature map of (1 + xz)³ (004)", ruler, "build=features&degree=3&step=end&opens=2",
		"1, √3x, √3x², x³: each step adds a rank-1 matrix, and four of them give the kernel."),

	algos.NewPreset("sigmoid", "The sigmoid is not a kernel", dataset.NumberLine(0.5, 1.5), "step=end&opens=end&expression=sigmoid(1,-1)",
		"k(x, x) is negative near the origin, and cannot be a squared norm. Drag x₁."),

	algos.NewPreset("periodic", "Periodic function of the distance", corner, "step=end&opens=end&expression=periodicnorm(0.5,1)",
		"It is a kernel on a line. In the plane it is not: three corners of a square are a counterexample."),

	algos.NewPreset("near", "The neighbour indicator is not a kernel", row, "step=end&opens=end&expression=near(1)",
		"k = 1 for points at distance at most 1, else 0. x₁ and x₃ are both similar to x₂, but not to each other: λ min = 1 − √2."),

	algos.NewPreset("difference", "Difference of kernels", cloud, "step=end&opens=2&expression=rbf(0.5)-0.5*rbf(3)",
		"Both terms are kernels, but their difference is not: nearby points show it. Try 0.01 instead of 0.5."),

	algos.NewPreset("distance", "Kernel from distances (Schoenberg)", cloud, "step=end&opens=2&expression=exp(-0.5*dist2)",
		"−½‖x−z‖² is only conditionally positive definite, which is sufficient: its exponential is the Gaussian kernel."),

	algos.NewPreset("marginal", "Marginalised kernel (latent states)", cloud, "step=end&opens=end&expression=marginal(rbf(0.5))&hidden=true&slice=-0.5,0.5",
		"Points are similar if they are close and probably have the same latent state. Drag h₁ and h₂."),

	algos.NewPreset("clock", "Periodic kernel via a circle embedding", ruler, "step=end&opens=2&expression=map(circle(2),rbf(1))",
		"x is mapped to a circle of period 2 first: the Gaussian kernel there is periodic on the line."),

	algos.NewPreset("cosine", "Normalised kernel (cosine similarity)", seven, "step=end&opens=2&expression=norm(poly(2,1))&slice=1,1",
		"Normalised to k(x, x) = 1: every entry is the cosine similarity of two feature vectors."),

	algos.NewPreset("twice", "Duplicated point (singular Gram "+
		"matrix)", dataset.Plane([2]float64{1, 1}, [2]float64{1, 1}, [2]float64{-1, 0.5}, [2]float64{0.5, -1}),
		"step=end&opens=end&expression=rbf(1)", "Two rows of the Gram matrix are equal: rank 3 of 4, and λ min is 0 up to rounding."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("taylor", "The series at (1, 2) and (3, −1), σ = 1", "002: N12", pair, "build=series&step=6",
		algos.Expect("model.kernel12", `$e^{-13/2}$`, 0.0015034391929775724, 1e-17),
		algos.Expect("model.sums12[0]", `$S_1$`, 0.0005531, 5e-8),
		algos.Expect("model.sums12[1]", `$S_2$`, 0.0011062, 5e-8),
		algos.Expect("model.sums12[2]", `$S_3$`, 0.0013827, 5e-8),
		algos.Expect("model.sums12[3]", `$S_4$`, 0.0014749, 5e-8),
		algos.Expect("model.sums12[4]", `$S_5$`, 0.0014979, 5e-8),
		algos.Expect("model.sums12[5]", `$S_6$`, 0.0015025, 5e-8)),
	algos.NewFixture("half", "The series at 0.5 and 1, γ = 1", "000: 2B-10", dataset.NumberLine(0.5, 1), "build=series&gamma=1&step=9",
		algos.Expect("model.kernel12", `$e^{-1/4}$`, 0.7788008, 5e-8),
		algos.Expect("model.sums12[0]", `$S_1$`, 0.2865048, 5e-8),
		algos.Expect("model.sums12[1]", `$S_2$`, 0.5730096, 5e-8),
		algos.Expect("model.sums12[2]", `$S_3$`, 0.7162620, 5e-8),
		algos.Expect("model.sums12[3]", `$S_4$`, 0.7640128, 5e-8),
		algos.Expect("model.sums12[8]", `$S_9$`, 0.7787999, 5e-8)),
	algos.NewFixture("overlap", "Product of two Gaussian basis functions, "+
		"integrated", "004, handout F: W22, β = 1 at 0 and 1", dataset.NumberLine(0, 1), "build=series&step=1",
		algos.Expect("model.overlap", `$\int\varphi_z(0)\,\varphi_z(1)\,dz$`, 0.6065306597126334, 1e-13)),
	algos.NewFixture("quadratic", "Six features at (1.5, −2) and (0.3, 0.7)", "004, handout E: W18, W20", other, "build=features&step=end",
		algos.Expect("model.features", `$\binom{4}{2}$`, 6, 0),
		algos.Expect("model.kernel12", `$(1+\langle x,z\rangle)^2$`, 0.0025, 1e-15),
		algos.Expect("model.sums12[5]", `$\langle\varphi(x),\varphi(z)\rangle$`, 0.0025, 1e-15),
		algos.Expect("model.printed12[0]", `with the map (38)`, 0.9525, 1e-14)),
	algos.NewFixture("five", "Features of degree 5 in the plane", "004, handout E: W18", corner, "build=features&degree=5&step=end",
		algos.Expect("model.features", `$\binom{7}{5}$`, 21, 0)),
	algos.NewFixture("identity", "(1 + xz)³ at 2 and −1.5", "004, handout E: W19; by hand", dataset.NumberLine(2, -1.5), "build=features&degree=3&step=end",
		algos.Expect("model.features", `$\binom{4}{3}$`, 4, 0),
		algos.Expect("model.sums12[0]", `$1$`, 1, 1e-15),
		algos.Expect("model.sums12[1]", `$1-9$`, -8, 1e-14),
		algos.Expect("model.sums12[2]", `$1-9+27$`, 19, 1e-13),
		algos.Expect("model.sums12[3]", `$(1-3)^3$`, -8, 1e-13)),
	algos.NewFixture("sigmoid", "tanh(xz − 1) at 0.5 and 1.5", "001: 2B-5", dataset.NumberLine(0.5, 1.5), "step=end&expression=sigmoid(1,-1)",
		algos.Expect("model.gram[0]", `$k(x_1,x_1)$`, -0.635149, 5e-7),
		algos.Expect("model.gram[1]", `$k(x_1,x_2)$`, -0.244919, 5e-7),
		algos.Expect("model.gram[3]", `$k(x_2,x_2)$`, 0.848284, 5e-7),
		algos.Expect("model.eigenvalues[0]", `$\lambda_{\min}$`, -0.674540, 5e-7),
		algos.Expect("model.eigenvalues[1]", `$\lambda_{\max}$`, 0.887674, 5e-7)),
	algos.NewFixture("periodic", "Periodic function of the distance at three "+
		"corners", "000: 2B-10, p = 1, h = 0.5", corner, "step=end&expression=periodicnorm(0.5,1)",
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, -0.41392, 5e-6),
		algos.Expect("model.eigenvalues[1]", `$\lambda_2$`, 0.99941, 5e-6),
		algos.Expect("model.eigenvalues[2]", `$\lambda_3$`, 2.41451, 5e-6)),
	algos.NewFixture("square", "(⟨x, z⟩ + 1)² at (1, 2) and (3, −1)", "000: 2B-10; 002: N12", pair, "step=end&expression=(linear%2B1)^2",
		algos.Expect("model.gram[1]", `$k(x_1,x_2)$`, 4, 1e-14)),
	algos.NewFixture("roots", "Feature map of (xᵀz + 1)² without square roots", "002: N12", pair, "build=features&step=end",
		algos.Expect("model.sums12[5]", `$\langle\varphi(x),\varphi(z)\rangle$`, 4, 1e-14),
		algos.Expect("model.printed12[1]", `without square roots`, 9, 1e-14)),
	algos.NewFixture("minus", "Gaussian kernel with a sign error", "002: N12", pair, "step=end&expression=times(gauss(0.5),exp(-linear))",
		algos.Expect("model.gram[1]", `$e^{-15/2-1}$`, 0.0002034684, 5e-11)),
	algos.NewFixture("near", "Neighbour indicator on a line", "closed form: 1 − √2", row, "step=end&expression=near(1)",
		algos.Expect("model.eigenvalues[0]", `$1-\sqrt2$`, -0.41421356237309515, 1e-14),
		algos.Expect("model.witness[1]", `$c_2$`, 0.7071067811865476, 1e-13),
		algos.Expect("model.witness[0]", `$c_1$`, -0.5, 1e-13)),
}
