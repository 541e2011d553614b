package kernelperceptron

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// twoCircles are the 56 points of a reference run.
var twoCircles = dataset.Labelled(
	[3]float64{0.96875, 0.2109375, -1}, [3]float64{2.0751953125, 0.693359375, 1}, [3]float64{1.0927734375, 0.5791015625, -1}, [3]float64{1.990234375, 0.771484375, 1},
	[3]float64{0.8173828125, 0.60546875, -1}, [3]float64{1.9619140625, 1.166015625, 1}, [3]float64{0.5810546875, 0.833984375, -1}, [3]float64{1.3623046875, 1.775390625, 1},
	[3]float64{0.3701171875, 0.9931640625, -1}, [3]float64{1.21875, 2.0888671875, 1}, [3]float64{0.4267578125, 1.1689453125, -1}, [3]float64{0.724609375, 2.1953125, 1},
	[3]float64{-0.029296875, 0.828125, -1}, [3]float64{0.232421875, 1.962890625, 1}, [3]float64{-0.21875, 0.814453125, -1}, [3]float64{-0.3623046875, 2.2353515625, 1},
	[3]float64{-0.47265625, 1.0947265625, -1}, [3]float64{-0.7978515625, 1.9658203125, 1}, [3]float64{-0.2998046875, 0.798828125, -1}, [3]float64{-1.4853515625, 2.0263671875, 1},
	[3]float64{-0.5048828125, 0.7197265625, -1}, [3]float64{-1.6533203125, 1.6240234375, 1}, [3]float64{-0.8720703125, 0.66796875, -1}, [3]float64{-1.990234375, 1.12890625, 1},
	[3]float64{-0.8955078125, 0.1904296875, -1}, [3]float64{-2.0556640625, 0.7724609375, 1}, [3]float64{-1.2626953125, 0.158203125, -1}, [3]float64{-1.87109375, 0.1728515625, 1},
	[3]float64{-0.904296875, 0.1689453125, -1}, [3]float64{-1.99609375, -0.345703125, 1}, [3]float64{-0.4208984375, -0.5341796875, -1}, [3]float64{-2.099609375, -0.9072265625, 1},
	[3]float64{-0.703125, -0.9033203125, -1}, [3]float64{-1.546875, -1.30859375, 1}, [3]float64{-0.7255859375, -0.7333984375, -1}, [3]float64{-1.3720703125, -1.4541015625, 1},
	[3]float64{-0.439453125, -0.927734375, -1}, [3]float64{-1.0185546875, -2.2041015625, 1}, [3]float64{-0.2607421875, -0.958984375, -1}, [3]float64{-0.6904296875, -2.271484375, 1},
	[3]float64{-0.3046875, -1.1298828125, -1}, [3]float64{-0.1328125, -2.185546875, 1}, [3]float64{0.392578125, -0.8583984375, -1}, [3]float64{0.615234375, -2.533203125, 1},
	[3]float64{0.470703125, -0.865234375, -1}, [3]float64{0.9365234375, -2.2470703125, 1}, [3]float64{0.3291015625, -0.9453125, -1}, [3]float64{1.3271484375, -1.74609375, 1},
	[3]float64{0.9384765625, -0.5087890625, -1}, [3]float64{1.7470703125, -1.3740234375, 1}, [3]float64{0.80078125, -0.625, -1}, [3]float64{1.8427734375, -1.048828125, 1},
	[3]float64{1.32421875, -0.5185546875, -1}, [3]float64{2.119140625, -0.8818359375, 1}, [3]float64{1.2216796875, 0.0400390625, -1}, [3]float64{2.19140625, -0.4345703125, 1},
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "xor", Title: "XOR by (x·z)²", Source: "003, kernels: N9",
		Data: corners, Params: with("poly", "coef0", "0"), Step: algos.Last, At: [][2]float64{{0.5, 3}, {-1, 2}},
		Want: []algos.Expected{
			{Name: "model.mistakes", Label: "mistakes", Value: 2},
			{Name: "model.alpha[0]", Label: `$\alpha_1$`, Value: 1},
			{Name: "model.alpha[2]", Label: `$\alpha_3$`, Value: 1},
			{Name: "predict[0].score", Label: `$f(\frac{1}{2},3)=4\cdot\frac{1}{2}\cdot 3$`, Value: 6},
			{Name: "predict[1].score", Label: `$f(-1,2)=4\cdot(-1)\cdot 2$`, Value: -8},
			{Name: "model.feature_mistakes", Label: "mistakes by features", Value: 2},
			{Name: "model.weights[1]", Label: `$\theta$ of $\sqrt{2}x_1x_2$`, Value: 4 / math.Sqrt2, Tolerance: 1e-15},
			{Name: "metric.bound", Label: `$(R/\gamma)^2=4/2$`, Value: 2, Tolerance: 1e-9},
		},
	},
	{
		ID: "xor-linear", Title: "XOR without a kernel", Source: "003, kernels: N9 (never converges), by hand: four mistakes a pass",
		Data: corners, Params: with("linear", "passes", "20"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.mistakes", Label: "mistakes in 20 passes", Value: 80},
			{Name: "model.converged", Label: "converged", Value: 0},
			{Name: "model.separable", Label: "separable", Value: 0},
		},
	},
	{
		ID: "product", Title: "(x·z + 3)² at (1, 2) and (3, −1)", Source: "003, kernels: N9; the printed map, without its cross terms, gives 28",
		Data: dataset.Labelled([3]float64{3, -1, 1}), Params: with("poly", "coef0", "3"), Step: algos.Last, At: [][2]float64{{1, 2}},
		Want: []algos.Expected{{Name: "predict[0].score", Label: `$k$`, Value: 16}},
	},
	{
		ID: "gaussian", Title: "Two points, Gaussian kernel", Source: "closed form",
		Data: dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 0, -1}), Params: with("rbf", "gamma", "1"), Step: algos.Last, At: [][2]float64{{0.5, 0}, {0, 0}},
		Want: []algos.Expected{
			{Name: "model.mistakes", Label: "mistakes", Value: 2},
			{Name: "metric.bound", Label: `$(R/\gamma)^2=2/(1-e^{-1})$`, Value: 2 / (1 - math.Exp(-1)), Tolerance: 1e-9},
			{Name: "predict[0].score", Label: `$f(\frac{1}{2},0)$`, Value: 0},
			{Name: "predict[1].score", Label: `$f(0,0)=1-e^{-1}$`, Value: 1 - math.Exp(-1), Tolerance: 1e-15},
			{Name: "metric.norm2", Label: `$\lVert w\rVert^2=2-2e^{-1}$`, Value: 2 - 2*math.Exp(-1), Tolerance: 1e-15},
		},
	},
	{
		ID: "circles", Title: "Two circles by (x·z + 1)²", Source: "an independent program, checked against scikit-learn's perceptron",
		Data: twoCircles, Params: param.Values{"passes": "5"}, Step: algos.Last, At: [][2]float64{{-2.59375, -3.03125}, {0.34375, 0.171875}},
		Want: []algos.Expected{
			{Name: "model.mistakes", Label: "mistakes", Value: 29},
			{Name: "model.passes", Label: "passes", Value: 5},
			{Name: "model.alpha[2]", Label: `$\alpha_{3}$`, Value: 3},
			{Name: "model.alpha[52]", Label: `$\alpha_{53}$`, Value: 4},
			{Name: "predict[0].score", Label: "$f$ at the first place", Value: 57.9783203145, Tolerance: 1e-9},
			{Name: "predict[1].score", Label: "$f$ at the second", Value: -12.8820135191, Tolerance: 1e-9},
		},
	},
}
