package diffusionkernel

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// Graphs of several examples.
var (
	rooms = dataset.Drawn([][2]float64{
		{0, 0}, {0.2, 1.1}, {1.2, 1.3}, {1.4, 0.2}, {0.7, -0.6}, {3, 0.3}, {3.2, 1.4}, {4.2, 1.2}, {4.4, 0.1}, {3.7, -0.6},
	}, append(append(clique(0, 5), clique(5, 5)...), [3]float64{3, 5, 1})...)
	edge     = dataset.Drawn([][2]float64{{0, 0}, {1, 0}}, [3]float64{0, 1, 1})
	path     = dataset.Drawn([][2]float64{{0, 0}, {1, 0}, {2, 0}}, [3]float64{0, 1, 1}, [3]float64{1, 2, 1})
	triangle = dataset.Drawn([][2]float64{{0, 0}, {1, 0}, {0.5, 0.9}}, clique(0, 3)...)
	grid     = lattice(5)
	circle   = dataset.Drawn(round(12, 1), ring(12)...)
	complete = dataset.Drawn(round(6, 1), clique(0, 6)...)
	apart    = dataset.Drawn([][2]float64{{0, 0}, {0, 1}, {1, 1}, {1, 0}, {2.5, 0}, {3.2, 1}, {3.9, 0}},
		[3]float64{0, 1, 1}, [3]float64{1, 2, 1}, [3]float64{2, 3, 1}, [3]float64{0, 3, 1}, [3]float64{4, 5, 1}, [3]float64{5, 6, 1}, [3]float64{4, 6, 1})
	alone = dataset.Drawn(round(5, 1))
	star  = dataset.Drawn(append([][2]float64{{0, 0}}, round(7, 1)...), spokes(7, 4)...)
	weak  = dataset.Drawn([][2]float64{{0, 0}, {1, 0}, {2, 0}, {3, 0}},
		[3]float64{0, 1, 2}, [3]float64{1, 2, 0.1}, [3]float64{2, 3, 2})
)

// clique joins some nodes, each with each.
func clique(from, n int) (edges [][3]float64) {
	for i := range n {
		for j := range i {
			edges = append(edges, [3]float64{float64(from + j), float64(from + i), 1})
		}
	}
	return edges
}

// round are places on a circle.
func round(n int, r float64) (at [][2]float64) {
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		at = append(at, [2]float64{math.Round(1e4*r*sin) / 1e4, math.Round(1e4*r*cos) / 1e4})
	}
	return at
}

func ring(n int) (edges [][3]float64) {
	for i := range n - 1 {
		edges = append(edges, [3]float64{float64(i), float64(i + 1), 1})
	}
	return append(edges, [3]float64{0, float64(n - 1), 1})
}

// spokes join node 0 with the others.
func spokes(n int, weight float64) (edges [][3]float64) {
	for i := range n {
		edges = append(edges, [3]float64{0, float64(i + 1), weight})
	}
	return edges
}

// lattice is a square of n × n nodes.
func lattice(n int) dataset.Source {
	var nodes [][2]float64
	var edges [][3]float64
	for y := range n {
		for x := range n {
			i := float64(y*n + x)
			nodes = append(nodes, [2]float64{float64(x), float64(y)})
			if x+1 < n {
				edges = append(edges, [3]float64{i, i + 1, 1})
			}
			if y+1 < n {
				edges = append(edges, [3]float64{i, i + float64(n), 1})
			}
		}
	}
	return dataset.Drawn(nodes, edges...)
}

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("rooms", "Two communities and a bridge", rooms, "step=end&opens=8",
		"Heat is soon uniform within a community, and crosses the bridging edge slowly: the kernel has two blocks."),

	algos.NewPreset("edge", "A single edge", edge, "step=end&time=0.5&matrix=adjacency&opens=3",
		"B is the adjacency matrix. The even powers add up to cosh λ on the diagonal, the odd ones to sinh λ off it."),

	algos.NewPreset("path", "Path of three nodes", path, "step=end&time=0.5&matrix=adjacency&opens=2&source=2",
		"B has the eigenvalues ±√2 and 0, so it is not PSD. B² counts walks of length 2, and exp(λB) is a kernel."),

	algos.NewPreset("triangle", "A triangle", triangle, "step=end&time=0.5&opens=3",
		"By symmetry, 1/3 + 2/3 e^(−3λ) of the heat stays at the source."),

	algos.NewPreset("ring", "Ring of twelve nodes", circle, "step=end&time=1&opens=6",
		"The heat decreases symmetrically with the distance: the analogue of the Gaussian kernel on a ring."),

	algos.NewPreset("grid", "A grid", grid, "step=end&time=1&source=13&opens=8",
		"From the middle of a grid the heat spreads in all directions. Put the source into a corner: there it stays longer."),

	algos.NewPreset("apart", "Two connected components", apart, "step=end&time=2&opens=9",
		"The square and the triangle are separate components: their entries stay 0 for every λ."),

	algos.NewPreset("alone", "Empty graph", alone, "step=end",
		"Without edges nothing flows: the kernel is the identity."),

	algos.NewPreset("weak", "Two pairs with a weak link", weak, "step=end&time=3&method=squaring&opens=12",
		"Two pairs, connected by an edge of weight 0.1. Each squaring doubles the time."),

	algos.NewPreset("walk", "Random walk of 20 steps", grid, "step=end&time=2&source=13&method=walk&n_steps=20&opens=6",
		"(I + λB/m)ᵐ: in each of 20 steps a tenth flows along every edge. It converges to the kernel as m increases."),

	algos.NewPreset("cancels", "Catastrophic cancellation", star, "step=end&time=1.5&opens=40",
		"A hub with seven edges of large weight: terms as large as 10¹⁹ cancel to entries below 1. The partial sum has no correct digits, and the run "+
			"reports it."),

	algos.NewPreset("squared", "The same by scaling and squaring", star, "step=end&time=1.5&method=squaring&opens=14",
		"After eight halvings the terms are small. Eight squarings give the kernel without loss of precision."),
}

const notes = "004, handout F: "

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("edge", "A single edge, adjacency matrix", notes+"W27, cosh λ and sinh λ", edge, "step=end&time=0.5&matrix=adjacency",
		algos.Expect("model.kernel[0][0]", "$K_{11}$", math.Cosh(0.5), 1e-12),
		algos.Expect("model.kernel[0][1]", "$K_{12}$", math.Sinh(0.5), 1e-12)),
	algos.NewFixture("path", "Path of three nodes, adjacency matrix", notes+"W27, (1 + cosh √2λ)/2 and so on, six "+
		"digits", path, "step=end&time=0.5&matrix=adjacency",
		algos.Expect("model.kernel[0][0]", "$K_{11}$", 1.130296, 5e-7),
		algos.Expect("model.kernel[0][1]", "$K_{12}$", 0.542721, 5e-7),
		algos.Expect("model.kernel[0][2]", "$K_{13}$", 0.130296, 5e-7),
		algos.Expect("model.kernel[1][1]", "$K_{22}$", 1.260592, 5e-7),
		algos.Expect("model.eigenvalues[0]", `$\mu_1$`, -math.Sqrt2, 1e-12),
		algos.Expect("model.eigenvalues[2]", `$\mu_3$`, math.Sqrt2, 1e-12)),
	algos.NewFixture("triangle", "A triangle, adjacency matrix", notes+"W27, (e^{2λ} + 2e^{−λ})/3, six digits", triangle, "step=end&time=0.5&matrix=adjacency",
		algos.Expect("model.kernel[0][0]", "$K_{11}$", 1.310448, 5e-7),
		algos.Expect("model.kernel[0][1]", "$K_{12}$", 0.703917, 5e-7)),
	algos.NewFixture("complete", "Complete graph, Laplacian", "Kondor and Lafferty 2002: (1 + (n−1)e^{−nλ})/n", complete, "step=end&time=0.3",
		algos.Expect("model.kernel[0][0]", "$K_{11}$", (1+5*math.Exp(-1.8))/6, 1e-12),
		algos.Expect("model.kernel[0][1]", "$K_{12}$", (1-math.Exp(-1.8))/6, 1e-12)),
	algos.NewFixture("ring", "Ring of twelve nodes, Laplacian", "Kondor and Lafferty 2002: a sum of cosines", circle, "step=end&time=1",
		algos.Expect("model.kernel[0][0]", "$K_{11}$", onRing(12, 0, 1), 1e-12),
		algos.Expect("model.kernel[0][6]", "$K_{17}$", onRing(12, 6, 1), 1e-12)),
}

// onRing is the heat kernel of a ring at a distance, by its Fourier series.
func onRing(n, d int, lambda float64) float64 {
	sum := 0.0
	for v := range n {
		w := 2 * math.Pi * float64(v) / float64(n)
		sum += math.Exp(-2*lambda*(1-math.Cos(w))) * math.Cos(w*float64(d))
	}
	return sum / float64(n)
}
