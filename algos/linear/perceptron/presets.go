package perceptron

import (
	"math"
	"math/rand/v2"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// fourPoints are the worked trace of the tests: twelve updates with the standard
// rule, γ = 2/√41.
var fourPoints = dataset.Labelled([3]float64{-2, 2, -1}, [3]float64{3, -2, -1}, [3]float64{0, -2, 1}, [3]float64{-3, 2, 1})

// origin asks for lines through the origin, as the lecture notes draw them.
var origin = param.Values{"bias": "false"}

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	{
		ID: "blobs", Title: "Two blobs", Step: algos.Last,
		Note: "A line exists, so the mistakes end; compare their number with the bound.",
		Data: dataset.Generate("blobs", 40, 0.9, 11),
	},
	{
		ID: "trace", Title: "Four points, step by step", Params: origin, Step: 2,
		Note: "Twelve updates in seven passes: follow θ with pencil and paper.",
		Data: fourPoints,
	},
	{
		ID: "start", Title: "Start somewhere else", Params: param.Values{"bias": "false", "theta": "5,2"}, Step: algos.Last,
		Note: "The same four points from θ⁽⁰⁾ = (5, 2), which points the wrong way: drag the hollow dot in the weight space, and watch the bound follow.",
		Data: fourPoints,
	},
	{
		ID: "one-sample", Title: "One sample", Params: param.Values{"bias": "false", "theta": "-2,1"}, Step: algos.Last,
		Note: "Every update adds exactly ‖x‖² = 1 to the score: from −2 it takes three, for a score of 0 is still a mistake.",
		Data: dataset.Labelled([3]float64{1, 0, 1}),
	},
	{
		ID: "margin", Title: "Margin perceptron", Params: param.Values{"bias": "false", "variant": marginal}, Step: algos.Last,
		Note: "Rows inside the band count as mistakes too. The run ends with at least half of the largest margin; raise γ above twice that margin, and it never ends.",
		Data: dataset.Labelled([3]float64{2, 0.5, 1}, [3]float64{1, 2, 1}, [3]float64{-1, -0.3, -1}, [3]float64{-0.6, -2, -1}, [3]float64{-1.2, 2.2, 1}, [3]float64{2, -1.1, 1}, [3]float64{1.5, -2, -1}),
	},
	{
		ID: "increment", Title: "Variable increment with margin", Params: param.Values{"bias": "false", "variant": increment}, Step: algos.Last,
		Note: "The four points with η(k) = 1/k and the threshold γ/2: ten updates. The panel of conditions shows both sums.",
		Data: fourPoints,
	},
	{
		ID: "finite", Title: "An η that fades too fast", Params: param.Values{"bias": "false", "variant": increment, "eta": "1/k^2", "passes": "200", "theta": "5,2"}, Step: algos.Last,
		Note: "The sum of all 1/k² is below 2: θ starts too far away and never arrives. Write 1/k or 1/sqrt(k) instead.",
		Data: fourPoints,
	},
	{
		ID: "batch", Title: "Batch rule", Params: param.Values{"bias": "false", "variant": batch}, Step: algos.Last,
		Note: "All mistakes at once, weighted by η(k) = 1/k: three updates for the four points. Write 1 for η, and it takes twelve.",
		Data: fourPoints,
	},
	{
		ID: "batch-blobs", Title: "Batch rule on blobs", Params: param.Values{"variant": batch, "eta": "1"}, Step: algos.Last,
		Note: "The path of θ in the weight space is smoother than that of the standard rule, which visits one row at a time.",
		Data: dataset.Generate("blobs", 40, 0.9, 11),
	},
	{
		ID: "cycle", Title: "A cycle of 17 updates", Params: origin, Step: algos.Last,
		Note: "No line through the origin separates these points: every 17 updates θ is exactly 0 again.",
		Data: dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, -1, 1}, [3]float64{3, -2, -1}, [3]float64{-1, 3, -1}),
	},
	{
		ID: "overlap", Title: "Overlapping blobs", Params: param.Values{"passes": "20"}, Step: algos.Last,
		Note: "No line separates these points: the line keeps jumping, and only the cap on passes stops it.",
		Data: dataset.Generate("overlap", 60, 0.9, 1),
	},
	{
		ID: "gaussians", Title: "Two Gaussians of the notes", Params: origin, Step: algos.Last,
		Note: "Fifty points each from N(±(1, 1), ½I): only about one such set in five is separable through the origin, and this one is not.",
		Data: dataset.Explicit(twoGaussians(50, 1)),
	},
	{
		ID: "narrow", Title: "A narrow margin", Params: withBest(origin), Step: algos.Last,
		Note: "The last point squeezes the margin: 78 updates, with a bound of 2045. Delete it, and the bound is 5 and one update is enough.",
		Data: dataset.Labelled([3]float64{2, -1, 1}, [3]float64{-1, 1, -1}, [3]float64{-2, 0.5, -1}, [3]float64{1, 0.1, 1}, [3]float64{1, 0.2, -1}),
	},
	{
		ID: "tight", Title: "As many mistakes as the bound", Params: withBest(origin), Step: algos.Last,
		Note: "Two points, two updates, and the bound is 2: the theorem cannot be improved.",
		Data: dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, -1}),
	},
	{
		ID: "mirror", Title: "Two points and their mirror line", Params: withBest(origin), Step: algos.Last,
		Note: "Two updates with a bound of 5, and θ finds the very direction of θ*.",
		Data: dataset.Labelled([3]float64{3, 1, 1}, [3]float64{1, 3, -1}),
	},
	{
		ID: "unit", Title: "Four unit vectors", Params: withBest(origin), Step: algos.Last,
		Note: "All on the circle R = 1, with γ = 1/√5: the bound is 5 and two mistakes are enough.",
		Data: dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1}),
	},
	{
		ID: "unit2", Title: "Four other unit vectors", Params: withBest(origin), Step: algos.Last,
		Note: "The same margin and bound as before, another direction.",
		Data: dataset.Labelled([3]float64{.6, .8, 1}, [3]float64{.28, -.96, 1}, [3]float64{-.96, .28, -1}, [3]float64{-.8, -.6, -1}),
	},
	{
		ID: "xor", Title: "XOR", Params: param.Values{"passes": "20"}, Step: algos.Last,
		Note: "Opposite corners belong together: no line can do that, with or without the constant coordinate.",
		Data: dataset.Generate("xor", 60, 0.15, 1),
	},
}

func withBest(v param.Values) param.Values {
	out := param.Values{"best": "true"}
	for name, value := range v {
		out[name] = value
	}
	return out
}

// twoGaussians draws n points from N((1, 1), ½I), labelled +1, and after them n
// from N((−1, −1), ½I), labelled −1, in whole multiples of 1e-4: the data of
// the program at the end of the lecture notes' handout.
func twoGaussians(n int, seed uint64) dataset.Set {
	r := rand.New(rand.NewPCG(seed, 0x6a55))
	set := dataset.Set{Dim: 2, Target: dataset.Classes, Signed: true, Points: make([]dataset.Point, 2*n)}
	for i := range set.Points {
		mean, class := 1.0, 1.0
		if i >= n {
			mean, class = -1, 0
		}
		p := dataset.Point{Y: class}
		for c := range p.X {
			p.X[c] = math.Round(1e4*(mean+math.Sqrt(0.5)*r.NormFloat64())) / 1e4
		}
		set.Points[i] = p
	}
	return set
}
