package regressiontree

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
)

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// plateaus are three levels without noise.
func plateaus() dataset.Source {
	var rows [][2]float64
	for i := range 18 {
		level := [...]float64{1, 3, 0}[i/6]
		rows = append(rows, [2]float64{hundredths(float64(i)/3 + 0.1*math.Sin(5*float64(i))), level})
	}
	return dataset.Line(rows...)
}

// terrain is a smooth surface over the plane, at inputs spread by two irrational steps.
func terrain(n int) dataset.Source {
	var rows [][3]float64
	for i := range n {
		_, a := math.Modf(float64(i+1) * 0.7548776662466927)
		_, b := math.Modf(float64(i+1) * 0.5698402909980532)
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		rows = append(rows, [3]float64{x, y, hundredths(2*math.Exp(-(x-1)*(x-1)/2-(y-1)*(y-1)/2) + 0.4*math.Sin(x) + 0.1*math.Sin(17*float64(i)))})
	}
	return dataset.Valued(rows...)
}

var (
	sine  = dataset.Generate("sine", 40, 0.2, 1)
	four  = dataset.Line([2]float64{1, 1}, [2]float64{2, 1}, [2]float64{3, 3}, [2]float64{4, 4})
	flat  = plateaus()
	slope = dataset.Generate("line", 40, 0.1, 2)
	hill  = terrain(60)
	xor   = dataset.Valued([3]float64{0, 0, 1}, [3]float64{1, 1, 1}, [3]float64{0, 1, 0}, [3]float64{1, 0, 0})
	// disturbed are the corners with one of them a little higher.
	disturbed = dataset.Valued([3]float64{0, 0, 1}, [3]float64{1, 1, 1.1}, [3]float64{0, 1, 0}, [3]float64{1, 0, 0})
	same      = dataset.Line([2]float64{1, 0}, [2]float64{1, 2}, [2]float64{2, 5}, [2]float64{3, 5}, [2]float64{3, 6})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("sine", "Sine curve", sine, "step=4", "A small step tries every threshold; the split takes the one that lowers the squared error most."),
	algos.NewPreset("four", "Four points", four, "step=1&max_depth=1&threshold=1.5",
		"Three thresholds reduce the SSE from 6.75 to 4.67, 0.5 and 2.67: the middle one is best."),

	algos.NewPreset("plateaus", "Three plateaus", flat, "step=end&max_depth=0", "Piecewise-constant data are fitted exactly, and then no leaf can be split."),
	algos.NewPreset("overfit", "Overfitting: one leaf per point", sine, "step=end&max_depth=0", "Without a depth limit the tree overfits the noise: SSE = 0."),
	algos.NewPreset("min-leaf", "Min samples per leaf: 5", sine, "step=end&max_depth=0&min_samples_leaf=5",
		"Every leaf predicts the mean of at least five points: the fit is smoother."),
	algos.NewPreset("pruned", "Cost-complexity pruning", sine, "step=end&max_depth=0&ccp_alpha=0.02",
		"The tree is fully grown; then the splits that reduce the error too little are pruned."),

	algos.NewPreset("breadth", "Level-wise growth", sine, "step=6&growth=level-wise", "The same splits in another order: the final tree is the same."),
	algos.NewPreset("hill", "Two features", hill, "step=end&max_depth=4&min_samples_leaf=2", "Two features: every split divides one leaf, along one of the axes."),
	algos.NewPreset("xor", "XOR: no first split helps", xor, "step=end&max_depth=2&threshold=0.5",
		"The first split has zero gain, and the two below it remove all of the error."),
	algos.NewPreset("slope", "Approximating a line", slope, "step=end&max_depth=4",
		"A line needs many leaves, and outside the data the prediction is constant."),

	algos.NewPreset("cars", "Fuel economy of 32 cars", sheet.Cars(), "step=end&max_depth=3&opens=11",
		"Ten features instead of two: every small step tries one of them, and the root is split on weight."),

	algos.NewPreset("twice", "Replicated inputs", same, "step=end&max_depth=0", "No split separates points with equal inputs, so their error remains."),
}

const peer = "scikit-learn 1.2.1, DecisionTreeRegressor"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("four", "Four points, one threshold", "002 (N7), lecture 6; by hand", four, "step=end&max_depth=1",
		algos.Expect("model.tree[0].threshold", `$s$`, 2.5, 1e-15),
		algos.Expect("model.tree[0].gain", `$\text{gain} = \frac{6.75-0.5}{4}$`, 1.5625, 1e-14),
		algos.Expect("model.tree[1].value", `$\bar y_L$`, 1, 1e-15),
		algos.Expect("model.tree[2].value", `$\bar y_R$`, 3.5, 1e-15),
		algos.Expect("metric.sse", `$\mathrm{SSE}$`, 0.5, 1e-14)),
	algos.NewFixture("four-root", "Four points, no split", "002 (N7), lecture 6; by hand", four, "step=0",
		algos.Expect("metric.sse", `$\sum_i(y_i-\frac{9}{4})^2$`, 6.75, 1e-14)),
	algos.NewFixture("twice", "Replicated inputs", "by hand: 2·1² and 2·(1/2)² remain", same, "step=end&max_depth=0",
		algos.Expect("metric.sse", `$\mathrm{SSE}=2+\frac{1}{2}$`, 2.5, 1e-14),
		algos.Expect("metric.leaves", "leaves", 3, 1e-15)),
	algos.NewFixture("steps", "Forty points, depth two", peer, stepsData, "step=end&max_depth=2",
		algos.Expect("model.tree[0].threshold", `$s$`, 7.25927734375, 1e-12),
		algos.Expect("model.tree[0].gain", "gain", 0.842120412191, 1e-11),
		algos.Expect("predict[0].y", `$f(1)$`, 0.9587590144231, 1e-11),
		algos.Expect("predict[1].y", `$f(5)$`, 2.961397058824, 1e-11)).
		Predicting([2]float64{1}, [2]float64{5}),
}

// stepsData are forty points about four levels, of which the peer has grown trees.
var stepsData = dataset.Line(
	[2]float64{0.212890625, 1.2861328125}, [2]float64{0.216796875, 1.287109375}, [2]float64{0.4931640625, 0.97265625}, [2]float64{0.560546875, 1.2734375},
	[2]float64{1.0078125, 0.705078125}, [2]float64{1.1396484375, 1.2392578125}, [2]float64{1.3720703125, 1.0654296875}, [2]float64{1.41015625, 1.126953125},
	[2]float64{1.6357421875, 0.791015625}, [2]float64{1.6748046875, 0.6923828125}, [2]float64{2.134765625, 0.044921875}, [2]float64{2.232421875, 1.1640625},
	[2]float64{2.572265625, 0.8154296875}, [2]float64{3.1962890625, 3.1806640625}, [2]float64{3.3115234375, 2.748046875}, [2]float64{3.3125, 3.5654296875},
	[2]float64{3.333984375, 2.66015625}, [2]float64{3.693359375, 2.9033203125}, [2]float64{4.166015625, 2.7626953125}, [2]float64{4.2607421875, 3.07421875},
	[2]float64{4.384765625, 3.1767578125}, [2]float64{4.7724609375, 2.47265625}, [2]float64{4.8330078125, 3.2197265625}, [2]float64{4.8642578125, 2.828125},
	[2]float64{5.025390625, 2.92578125}, [2]float64{5.2412109375, 3.3701171875}, [2]float64{5.9365234375, 3.208984375}, [2]float64{5.9892578125, 2.576171875},
	[2]float64{6.392578125, 2.591796875}, [2]float64{6.9814453125, 3.0791015625}, [2]float64{7.537109375, -0.0654296875}, [2]float64{7.5693359375, -0.109375},
	[2]float64{7.6240234375, -0.228515625}, [2]float64{8.0771484375, 0.01171875}, [2]float64{8.9765625, 0.1552734375}, [2]float64{9.0283203125, -0.033203125},
	[2]float64{9.4375, -0.162109375}, [2]float64{9.619140625, 0.2861328125}, [2]float64{9.875, -0.4716796875}, [2]float64{9.97265625, 0.3603515625},
)
