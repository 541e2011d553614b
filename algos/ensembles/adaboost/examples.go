package adaboost

import (
	"math"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
)

// The examples of the lecture notes.
var (
	// tenPoints lie on a line, +++−−−+++−: the standard example.
	tenPoints = dataset.Labelled([][3]float64{
		{0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {3, 0, -1}, {4, 0, -1}, {5, 0, -1}, {6, 0, 1}, {7, 0, 1}, {8, 0, 1}, {9, 0, -1},
	}...)
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// outlier is two groups that a stump separates, but for one point.
	outlier = dataset.Labelled(
		[3]float64{-2, 0.4, -1}, [3]float64{-1.6, -1.2, -1}, [3]float64{-1.3, 1.1, -1}, [3]float64{-1.1, -0.3, -1},
		[3]float64{-0.9, 0.6, -1}, [3]float64{-0.6, -0.9, -1}, [3]float64{-1.8, 1.7, -1}, [3]float64{-0.5, 1.5, -1},
		[3]float64{0.5, -0.5, 1}, [3]float64{0.7, 1.3, 1}, [3]float64{0.9, 0.2, 1}, [3]float64{1.2, -1.4, 1},
		[3]float64{1.4, 0.8, 1}, [3]float64{1.7, -0.2, 1}, [3]float64{1.9, 1.6, 1}, [3]float64{2.1, -1, 1},
		[3]float64{-1.45, 0.15, 1},
	)
	// sixtyMoons are the points of a reference run, exact in binary.
	sixtyMoons = in1024ths(
		969, 50, -1, -6, 453, 1, 1168, 187, -1, -130, 397, 1, 986, 429, -1, -92, 362, 1, 969, 225, -1, 74, 67, 1, 790, 650, -1, 12, -193, 1,
		815, 571, -1, 300, 136, 1, 1094, 677, -1, 202, -65, 1, 709, 1051, -1, -137, -222, 1, 553, 862, -1, 386, -59, 1, 520, 665, -1, 641, -549, 1,
		402, 712, -1, 410, -437, 1, 347, 838, -1, 749, -573, 1, -13, 949, -1, 824, -677, 1, -112, 904, -1, 792, -407, 1, 377, 1001, -1, 1029, -451, 1,
		-558, 1158, -1, 1071, -562, 1, -273, 1202, -1, 822, -281, 1, -482, 952, -1, 1457, -523, 1, -678, 1056, -1, 1398, -493, 1, -430, 967, -1, 1543, -376, 1,
		-553, 706, -1, 1410, -348, 1, -672, 735, -1, 1910, -488, 1, -745, 912, -1, 1900, -254, 1, -840, 622, -1, 1672, -349, 1, -881, 453, -1, 1645, -100, 1,
		-666, 835, -1, 2025, -22, 1, -877, 267, -1, 2086, 269, 1, -1192, 363, -1, 2185, 110, 1, -981, 305, -1, 2332, 255, 1, -1109, 236, -1, 1764, 438, 1,
	)
)

// in1024ths are the rows of a list 1024x₁, 1024x₂, y, 1024x₁, …
func in1024ths(list ...float64) dataset.Source {
	var rows [][3]float64
	for r := range slices.Chunk(list, 3) {
		rows = append(rows, [3]float64{r[0] / 1024, r[1] / 1024, r[2]})
	}
	return dataset.Labelled(rows...)
}

// hundred are as many points as make the bound for an error of 0.01 one for no mistake.
var hundred = dataset.Generate("moons", 100, 0.2, 7)

// bounded are the two bounds with the edge γ = 0.1 after some rounds.
func bounded(rounds int, power, exp float64) algos.Fixture {
	t := strconv.Itoa(rounds)
	return algos.NewFixture("fixed-60-"+t, "A weak learner with 60 %, "+t+" rounds", "003: N12", hundred, "step=end&alpha_form=fixed&edge=0.1&n_estimators="+t,
		algos.Expect("model.beta", `$\beta = 2/3$`, 2./3, 1e-15),
		algos.Expect("model.enough", "$T$ for less than one error in 100", 231, 0),
		algos.Expect("metric.power_bound", `$(1-4\gamma^2)^{T/2}$`, power, 5e-6),
		algos.Expect("metric.gamma_bound", `$e^{-2\gamma^2 T}$`, exp, 5e-6))
}

// smallest is the smallest margin of the ten points after some rounds.
func smallest(rounds int, margin float64) algos.Fixture {
	t := strconv.Itoa(rounds)
	return algos.NewFixture("margin-"+t, "The smallest margin of ten points, "+t+" rounds", "000: 2B-14", tenPoints, "step=end&n_estimators="+t,
		algos.Expect("metric.margin", "smallest margin", margin, 5e-5))
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("circles", "Circles from decision stumps", dataset.Generate("circles", 120, 0.12, 2), "step=52",
		"The best stump misclassifies 36 of 120; a dozen stumps approximate the circle. Press Step: misclassified points gain weight."),

	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 80, 0.2, 7), "step=end",
		"The training error reaches 0 in round 30, and its bound keeps falling. Does the test error fall, too?"),

	algos.NewPreset("ten-points", "Ten points on a line", tenPoints, "step=12&n_estimators=6",
		"Three stumps suffice: ε = 3/10, 3/14, 2/11, and the ensemble of the three makes no training error."),

	algos.NewPreset("majority", "β form", tenPoints, "step=12&n_estimators=3&alpha_form=beta",
		"The same ten points: correctly classified points shrink by β, and the total weight goes 10, 6, 2.57, 0.935."),

	algos.NewPreset("fixed-beta", "Fixed β, unweighted majority", tenPoints, "step=12&opens=4&n_estimators=29&alpha_form=fixed&edge=0.2",
		"The edge γ = 0.2 is assumed, and h₁ has exactly that. After 29 rounds the bound is below one point in ten."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 60, 0.9, 5), "step=end&n_estimators=100",
		"The ensemble overfits the outliers: the training error falls, the test error rises."),

	algos.NewPreset("xor", "XOR by decision stumps", corners, "step=end",
		"Every stump is at chance level, ε = ½: there is nothing to boost."),

	algos.NewPreset("xor-trees", "XOR by trees of depth two", dataset.Generate("xor", 80, 0.4, 3), "step=end&base_learner=depth2",
		"A tree of depth two can split on both features: one misclassifies only 4 of 80, five classify all correctly."),

	algos.NewPreset("xor-noisy", "XOR, noisy, by stumps", dataset.Generate("xor", 80, 0.4, 3), "step=end",
		"A sum of stumps is a function of x₁ plus a function of x₂: the training error falls slowly, the test error stays at chance level."),

	algos.NewPreset("spirals", "Spirals", dataset.Generate("spirals", 120, 0.08, 4), "step=end&base_learner=depth2&n_estimators=60",
		"Trees of depth two follow both arms; with stumps the test error is more than twice as large."),

	algos.NewPreset("outlier", "One mislabelled point", outlier, "step=4&n_estimators=20",
		"After one round the single mislabelled point holds half of the total weight. Press Step: the boundary bends around it."),

	algos.NewPreset("noise", "Noisy labels", dataset.Generate("circles", 80, 0.45, 3), "step=end&n_estimators=100",
		"The exponential loss never ignores an outlier: a few points hold most of the weight, with small margins."),

	algos.NewPreset("one-stump", "One stump separates the data", dataset.Generate("blobs", 40, 0.35, 3), "step=end",
		"ε = 0 in the first round: α would be infinite, so the stump decides alone."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("ten-points", "Ten points on a line, six rounds", "000: 2B-14 and 001: 2B-8 (seven decimals); 002: N13", tenPoints, "step=end&n_estimators=6",
		algos.Expect("model.stumps[0].error", `$\varepsilon_1 = 3/10$`, 3./10, 1e-15), algos.Expect("model.stumps[0].alpha", `$\alpha_1$`, 0.4236489, 5e-8),
		algos.Expect("model.stumps[1].error", `$\varepsilon_2 = 3/14$`, 3./14, 1e-15), algos.Expect("model.stumps[1].alpha", `$\alpha_2$`, 0.6496415, 5e-8),
		algos.Expect("model.stumps[2].error", `$\varepsilon_3 = 2/11$`, 2./11, 1e-15), algos.Expect("model.stumps[2].alpha", `$\alpha_3$`, 0.7520387, 5e-8),
		algos.Expect("model.stumps[3].error", `$\varepsilon_4 = 7/36$`, 7./36, 1e-15), algos.Expect("model.stumps[3].alpha", `$\alpha_4$`, 0.7106928, 5e-8),
		algos.Expect("model.stumps[4].error", `$\varepsilon_5 = 11/58$`, 11./58, 1e-15), algos.Expect("model.stumps[4].alpha", `$\alpha_5$`, 0.7261262, 5e-8),
		algos.Expect("model.stumps[5].error", `$\varepsilon_6 = 9/47$`, 9./47, 1e-15), algos.Expect("model.stumps[5].alpha", `$\alpha_6$`, 0.7201808, 5e-8),
		algos.Expect("metric.exp_loss", `$\frac{1}{n}\sum_i e^{-y_i F(x_i)}$`, 0.2833610, 5e-8),
		algos.Expect("metric.bound", `$\prod_t Z_t$`, 0.2833610, 5e-8),
		algos.Expect("metric.edge_bound", `$e^{-2\sum_t (1/2 - \varepsilon_t)^2}$`, 0.3622363, 5e-8),
		algos.Expect("metric.train_error", "training error", 0, 0)),
	algos.NewFixture("first-weights", "The weights after one round", "000: 2B-14; 002: N13", tenPoints, "step=4&n_estimators=6",
		algos.Expect("model.weights[0]", `$w_1 = 1/14$, correct`, 1./14, 1e-15),
		algos.Expect("model.weights[6]", `$w_7 = 1/6$, misclassified`, 1./6, 1e-15),
		algos.Expect("model.stumps[0].threshold", `threshold of $h_1$`, 2.5, 0),
		algos.Expect("model.stumps[0].polarity", `polarity of $h_1$`, -1, 0),
		algos.Expect("metric.train_error", "training error", 0.3, 1e-15),
		algos.Expect("metric.exp_loss", `$Z_1$`, 0.9165151, 5e-8)),
	algos.NewFixture("majority", "The same points, β form", "003: N12; closed form of the votes", tenPoints, "step=end&n_estimators=3&alpha_form=beta",
		algos.Expect("model.stumps[0].alpha", `$\ln\frac{7}{3} / \ln\frac{77}{2}$`, math.Log(7./3)/math.Log(77./2), 1e-14),
		algos.Expect("model.stumps[1].alpha", `$\ln\frac{11}{3} / \ln\frac{77}{2}$`, math.Log(11./3)/math.Log(77./2), 1e-14),
		algos.Expect("model.stumps[2].alpha", `$\ln\frac{9}{2} / \ln\frac{77}{2}$`, math.Log(9./2)/math.Log(77./2), 1e-14),
		algos.Expect("metric.weight", "$W_3$", 0.935065, 5e-7),
		algos.Expect("metric.train_error", "training error of the majority vote", 0, 0)),
	algos.NewFixture("majority-1", "The total weight after one round", "003: N12", tenPoints, "step=4&n_estimators=3&alpha_form=beta",
		algos.Expect("metric.weight", "$W_1$", 6, 1e-14)),
	algos.NewFixture("majority-2", "The total weight after two rounds", "003: N12", tenPoints, "step=8&n_estimators=3&alpha_form=beta",
		algos.Expect("metric.weight", "$W_2$", 2.571429, 5e-7)),
	algos.NewFixture("fixed-3", "Fixed β, three rounds, γ = 0.2", "003: N12", tenPoints, "step=end&n_estimators=3&alpha_form=fixed&edge=0.2",
		algos.Expect("model.beta", `$\beta = 3/7$`, 3./7, 1e-15),
		algos.Expect("metric.power_bound", `$(1-4\gamma^2)^{T/2}$`, 0.76987, 5e-6),
		algos.Expect("metric.gamma_bound", `$e^{-2\gamma^2 T}$`, 0.78663, 5e-6),
		algos.Expect("metric.train_error", "training error of the majority vote", 0, 0)),
	algos.NewFixture("fixed-51", "A weak learner with 51 %", "003: N12", hundred, "step=end&n_estimators=1&alpha_form=fixed&edge=0.01",
		algos.Expect("model.beta", `$\beta = 49/51$`, 49./51, 1e-15),
		algos.Expect("model.enough", "$T$ for less than one error in 100", 23026, 0)),
	bounded(10, .815373, .818731), bounded(100, .129886, .135335), bounded(231, .00896, .00985),
	smallest(3, .1760), smallest(10, .2493), smallest(100, .3253),
	algos.NewFixture("samme", "The same points, α without ½", "000, algorithm 1; closed form", tenPoints, "step=end&n_estimators=3&alpha_form=samme",
		algos.Expect("model.stumps[0].alpha", `$\alpha_1 = \ln\frac{7}{3}$`, math.Log(7./3), 1e-14),
		algos.Expect("model.stumps[1].alpha", `$\alpha_2 = \ln\frac{11}{3}$`, math.Log(11./3), 1e-14),
		algos.Expect("model.stumps[2].alpha", `$\alpha_3 = \ln\frac{9}{2}$`, math.Log(9./2), 1e-14),
		algos.Expect("predict[0].score", `$F(0) = \alpha_1 + \alpha_2 - \alpha_3$`, math.Log(7./3)+math.Log(11./3)-math.Log(9./2), 1e-14),
		algos.Expect("predict[0].label", "its label", 1, 0)).
		Predicting([2]float64{0, 0}),
	algos.NewFixture("moons", "Two moons, fifteen rounds", "recomputed with Python 3.11.7, every stump tried", sixtyMoons, "step=end&n_estimators=15",
		algos.Expect("model.stumps[0].threshold", `threshold of $h_{1}$`, 0.15771484375, 1e-15),
		algos.Expect("model.stumps[0].error", `$\varepsilon_{1}$`, 0.11666666666667, 1e-13),
		algos.Expect("model.stumps[0].alpha", `$\alpha_{1}$`, 1.0121908822484, 1e-12),
		algos.Expect("model.stumps[1].threshold", `threshold of $h_{2}$`, 0.5, 1e-15),
		algos.Expect("model.stumps[1].error", `$\varepsilon_{2}$`, 0.14690026954178, 1e-13),
		algos.Expect("model.stumps[1].alpha", `$\alpha_{2}$`, 0.87956126995752, 1e-12),
		algos.Expect("model.stumps[2].threshold", `threshold of $h_{3}$`, 1.2529296875, 1e-15),
		algos.Expect("model.stumps[2].error", `$\varepsilon_{3}$`, 0.20300157977883, 1e-13),
		algos.Expect("model.stumps[2].alpha", `$\alpha_{3}$`, 0.68381946772919, 1e-12),
		algos.Expect("model.stumps[14].threshold", `threshold of $h_{15}$`, 0.5, 1e-15),
		algos.Expect("model.stumps[14].error", `$\varepsilon_{15}$`, 0.27382191038049, 1e-13),
		algos.Expect("model.stumps[14].alpha", `$\alpha_{15}$`, 0.48765867714656, 1e-12),
		algos.Expect("metric.exp_loss", `$\frac{1}{n}\sum_i e^{-y_i F(x_i)}$`, 0.0794332924325, 1e-12),
		algos.Expect("metric.train_error", "training error", 1./60, 0),
		algos.Expect("predict[0].score", `$F(-1.65625,\,-1.15625)$`, 1.77034953247, 1e-11),
		algos.Expect("predict[1].score", `$F(0.3125,\,-1.15625)$`, 5.03524092564, 1e-11),
		algos.Expect("predict[2].score", `$F(-0.1875,\,0.09375)$`, 3.11449619783, 1e-11),
		algos.Expect("predict[3].score", `$F(1.296875,\,0.734375)$`, -1.77034953247, 1e-11)).
		Predicting([2]float64{-1.65625, -1.15625}, [2]float64{0.3125, -1.15625}, [2]float64{-0.1875, 0.09375}, [2]float64{1.296875, 0.734375}),
}

// timed is what the benchmarks time: a hundred rounds with stumps, and the
// ensemble on a grid.
var timed = []algos.Bench{
	{Task: "adaboost 100 stumps fit", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 10_000}, Setup: fittingWork},
	{Task: "adaboost 100 decision 100x100", Data: dataset.BenchMoons, Sizes: []int{10_000}, Setup: decidingWork},
}

const benchRounds = 100

// ensemble runs the rounds without the numbers that only the story needs.
func (t *task) ensemble(w []float64) []*round {
	for i := range w {
		w[i] = 1 / float64(len(w))
	}
	var rounds []*round
	for range benchRounds {
		r := t.fit(w)
		if r.last() {
			break
		}
		rounds = append(rounds, r)
		if r.perfect() {
			break
		}
		t.reweigh(w, r, t.answers)
	}
	return rounds
}

func benchTask(x [][2]float64, y []float64) *task {
	return &task{Options: Options{Rounds: benchRounds, Alpha: half, Weak: stump}, x: x, y: y, search: newSearch(x, y, stump)}
}

func fittingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	t, w := benchTask(x, y), make([]float64, len(x))
	var rounds []*round
	do = func() {
		t.search = newSearch(x, y, stump) // sorting is part of the work
		rounds = t.ensemble(w)
	}
	return do, func() []algos.Value {
		right := len(x) - wrongBy(t.scores(rounds, x), y)
		var errs []float64
		for _, r := range rounds[:min(5, len(rounds))] {
			errs = append(errs, r.err)
		}
		return []algos.Value{{Name: "rounds", Value: len(rounds)}, {Name: "train_acc", Value: float64(right) / float64(len(x))}, {Name: "first_errors", Value: errs}}
	}, nil
}

func decidingWork(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	t := benchTask(x, y)
	s := &state{task: t, rounds: t.ensemble(make([]float64, len(x)))}
	for _, r := range s.rounds {
		s.sum += r.alpha
	}
	g := grid.Grid{Window: grid.Window{X0: -1.5, X1: 2.5, Y0: -1.25, Y1: 1.5}, NX: 100, NY: 100}
	field := make([]float64, g.Len())
	return func() { s.compose().Field(func(f float64) float64 { return f })(field, g) }, func() []algos.Value {
		return []algos.Value{{Name: "rounds", Value: len(s.rounds)}, {Name: "first", Value: field[0]}, {Name: "last", Value: field[len(field)-1]}}
	}, nil
}
