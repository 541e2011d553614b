package adaboost

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// sixtyMoons are the points of a reference run, exact in binary.
var sixtyMoons = dataset.Labelled(
	[3]float64{0.9462890625, 0.048828125, -1}, [3]float64{-0.005859375, 0.4423828125, 1}, [3]float64{1.140625, 0.1826171875, -1}, [3]float64{-0.126953125, 0.3876953125, 1},
	[3]float64{0.962890625, 0.4189453125, -1}, [3]float64{-0.08984375, 0.353515625, 1}, [3]float64{0.9462890625, 0.2197265625, -1}, [3]float64{0.072265625, 0.0654296875, 1},
	[3]float64{0.771484375, 0.634765625, -1}, [3]float64{0.01171875, -0.1884765625, 1}, [3]float64{0.7958984375, 0.5576171875, -1}, [3]float64{0.29296875, 0.1328125, 1},
	[3]float64{1.068359375, 0.6611328125, -1}, [3]float64{0.197265625, -0.0634765625, 1}, [3]float64{0.6923828125, 1.0263671875, -1}, [3]float64{-0.1337890625, -0.216796875, 1},
	[3]float64{0.5400390625, 0.841796875, -1}, [3]float64{0.376953125, -0.0576171875, 1}, [3]float64{0.5078125, 0.6494140625, -1}, [3]float64{0.6259765625, -0.5361328125, 1},
	[3]float64{0.392578125, 0.6953125, -1}, [3]float64{0.400390625, -0.4267578125, 1}, [3]float64{0.3388671875, 0.818359375, -1}, [3]float64{0.7314453125, -0.5595703125, 1},
	[3]float64{-0.0126953125, 0.9267578125, -1}, [3]float64{0.8046875, -0.6611328125, 1}, [3]float64{-0.109375, 0.8828125, -1}, [3]float64{0.7734375, -0.3974609375, 1},
	[3]float64{0.3681640625, 0.9775390625, -1}, [3]float64{1.0048828125, -0.4404296875, 1}, [3]float64{-0.544921875, 1.130859375, -1}, [3]float64{1.0458984375, -0.548828125, 1},
	[3]float64{-0.2666015625, 1.173828125, -1}, [3]float64{0.802734375, -0.2744140625, 1}, [3]float64{-0.470703125, 0.9296875, -1}, [3]float64{1.4228515625, -0.5107421875, 1},
	[3]float64{-0.662109375, 1.03125, -1}, [3]float64{1.365234375, -0.4814453125, 1}, [3]float64{-0.419921875, 0.9443359375, -1}, [3]float64{1.5068359375, -0.3671875, 1},
	[3]float64{-0.5400390625, 0.689453125, -1}, [3]float64{1.376953125, -0.33984375, 1}, [3]float64{-0.65625, 0.7177734375, -1}, [3]float64{1.865234375, -0.4765625, 1},
	[3]float64{-0.7275390625, 0.890625, -1}, [3]float64{1.85546875, -0.248046875, 1}, [3]float64{-0.8203125, 0.607421875, -1}, [3]float64{1.6328125, -0.3408203125, 1},
	[3]float64{-0.8603515625, 0.4423828125, -1}, [3]float64{1.6064453125, -0.09765625, 1}, [3]float64{-0.650390625, 0.8154296875, -1}, [3]float64{1.9775390625, -0.021484375, 1},
	[3]float64{-0.8564453125, 0.2607421875, -1}, [3]float64{2.037109375, 0.2626953125, 1}, [3]float64{-1.1640625, 0.3544921875, -1}, [3]float64{2.1337890625, 0.107421875, 1},
	[3]float64{-0.9580078125, 0.2978515625, -1}, [3]float64{2.27734375, 0.2490234375, 1}, [3]float64{-1.0830078125, 0.23046875, -1}, [3]float64{1.72265625, 0.427734375, 1},
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "ten-points", Title: "Ten points on a line, six rounds", Source: "000: 2B-14 and 001: 2B-8 (seven decimals); 002: N13",
		Data: tenPoints, Params: map[string]string{"rounds": "6"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.stumps[0].error", Label: `$\varepsilon_1 = 3/10$`, Value: 3. / 10, Tolerance: 1e-15},
			{Name: "model.stumps[0].alpha", Label: `$\alpha_1$`, Value: 0.4236489, Tolerance: 5e-8},
			{Name: "model.stumps[1].error", Label: `$\varepsilon_2 = 3/14$`, Value: 3. / 14, Tolerance: 1e-15},
			{Name: "model.stumps[1].alpha", Label: `$\alpha_2$`, Value: 0.6496415, Tolerance: 5e-8},
			{Name: "model.stumps[2].error", Label: `$\varepsilon_3 = 2/11$`, Value: 2. / 11, Tolerance: 1e-15},
			{Name: "model.stumps[2].alpha", Label: `$\alpha_3$`, Value: 0.7520387, Tolerance: 5e-8},
			{Name: "model.stumps[3].error", Label: `$\varepsilon_4 = 7/36$`, Value: 7. / 36, Tolerance: 1e-15},
			{Name: "model.stumps[3].alpha", Label: `$\alpha_4$`, Value: 0.7106928, Tolerance: 5e-8},
			{Name: "model.stumps[4].error", Label: `$\varepsilon_5 = 11/58$`, Value: 11. / 58, Tolerance: 1e-15},
			{Name: "model.stumps[4].alpha", Label: `$\alpha_5$`, Value: 0.7261262, Tolerance: 5e-8},
			{Name: "model.stumps[5].error", Label: `$\varepsilon_6 = 9/47$`, Value: 9. / 47, Tolerance: 1e-15},
			{Name: "model.stumps[5].alpha", Label: `$\alpha_6$`, Value: 0.7201808, Tolerance: 5e-8},
			{Name: "metric.exp_loss", Label: `$\frac{1}{n}\sum_i e^{-y_i F(x_i)}$`, Value: 0.2833610, Tolerance: 5e-8},
			{Name: "metric.bound", Label: `$\prod_t Z_t$`, Value: 0.2833610, Tolerance: 5e-8},
			{Name: "metric.edge_bound", Label: `$e^{-2\sum_t (1/2 - \varepsilon_t)^2}$`, Value: 0.3622363, Tolerance: 5e-8},
			{Name: "metric.train_error", Label: "training error", Value: 0},
		},
	},
	{
		ID: "first-weights", Title: "The weights after one round", Source: "000: 2B-14; 002: N13",
		Data: tenPoints, Params: map[string]string{"rounds": "6"}, Step: 4,
		Want: []algos.Expected{
			{Name: "model.weights[0]", Label: `$w_1 = 1/14$, right`, Value: 1. / 14, Tolerance: 1e-15},
			{Name: "model.weights[6]", Label: `$w_7 = 1/6$, wrong`, Value: 1. / 6, Tolerance: 1e-15},
			{Name: "model.stumps[0].threshold", Label: `threshold of $h_1$`, Value: 2.5},
			{Name: "model.stumps[0].polarity", Label: `polarity of $h_1$`, Value: -1},
			{Name: "metric.train_error", Label: "training error", Value: 0.3, Tolerance: 1e-15},
			{Name: "metric.exp_loss", Label: `$Z_1$`, Value: 0.9165151, Tolerance: 5e-8},
		},
	},
	{
		ID: "majority", Title: "The same points, the form with β", Source: "003: N12; closed form of the votes",
		Data: tenPoints, Params: map[string]string{"rounds": "3", "alpha": beta}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.stumps[0].alpha", Label: `$\ln\frac{7}{3} / \ln\frac{77}{2}$`, Value: math.Log(7./3) / math.Log(77./2), Tolerance: 1e-14},
			{Name: "model.stumps[1].alpha", Label: `$\ln\frac{11}{3} / \ln\frac{77}{2}$`, Value: math.Log(11./3) / math.Log(77./2), Tolerance: 1e-14},
			{Name: "model.stumps[2].alpha", Label: `$\ln\frac{9}{2} / \ln\frac{77}{2}$`, Value: math.Log(9./2) / math.Log(77./2), Tolerance: 1e-14},
			{Name: "metric.train_error", Label: "training error of the majority", Value: 0},
		},
	},
	{
		ID: "samme", Title: "The same points, α without ½", Source: "000, algorithm 1; closed form",
		Data: tenPoints, Params: map[string]string{"rounds": "3", "alpha": full}, Step: algos.Last, At: [][2]float64{{0, 0}},
		Want: []algos.Expected{
			{Name: "model.stumps[0].alpha", Label: `$\alpha_1 = \ln\frac{7}{3}$`, Value: math.Log(7. / 3), Tolerance: 1e-14},
			{Name: "model.stumps[1].alpha", Label: `$\alpha_2 = \ln\frac{11}{3}$`, Value: math.Log(11. / 3), Tolerance: 1e-14},
			{Name: "model.stumps[2].alpha", Label: `$\alpha_3 = \ln\frac{9}{2}$`, Value: math.Log(9. / 2), Tolerance: 1e-14},
			{Name: "predict[0].score", Label: `$F(0) = \alpha_1 + \alpha_2 - \alpha_3$`, Value: math.Log(7./3) + math.Log(11./3) - math.Log(9./2), Tolerance: 1e-14},
			{Name: "predict[0].label", Label: "its label", Value: 1},
		},
	},
	{
		ID: "moons", Title: "Two moons, fifteen rounds", Source: "reference implementation in Python, stumps of least weighted error",
		Data: sixtyMoons, Params: map[string]string{"rounds": "15"}, Step: algos.Last, At: [][2]float64{{-1.65625, -1.15625}, {0.3125, -1.15625}, {-0.1875, 0.09375}, {1.296875, 0.734375}},
		Want: []algos.Expected{
			{Name: "model.stumps[0].threshold", Label: `threshold of $h_{1}$`, Value: 0.15771484375, Tolerance: 1e-15},
			{Name: "model.stumps[0].error", Label: `$\varepsilon_{1}$`, Value: 0.11666666666667, Tolerance: 1e-13},
			{Name: "model.stumps[0].alpha", Label: `$\alpha_{1}$`, Value: 1.0121908822484, Tolerance: 1e-12},
			{Name: "model.stumps[1].threshold", Label: `threshold of $h_{2}$`, Value: 0.5, Tolerance: 1e-15},
			{Name: "model.stumps[1].error", Label: `$\varepsilon_{2}$`, Value: 0.14690026954178, Tolerance: 1e-13},
			{Name: "model.stumps[1].alpha", Label: `$\alpha_{2}$`, Value: 0.87956126995752, Tolerance: 1e-12},
			{Name: "model.stumps[2].threshold", Label: `threshold of $h_{3}$`, Value: 1.2529296875, Tolerance: 1e-15},
			{Name: "model.stumps[2].error", Label: `$\varepsilon_{3}$`, Value: 0.20300157977883, Tolerance: 1e-13},
			{Name: "model.stumps[2].alpha", Label: `$\alpha_{3}$`, Value: 0.68381946772919, Tolerance: 1e-12},
			{Name: "model.stumps[14].threshold", Label: `threshold of $h_{15}$`, Value: 0.5, Tolerance: 1e-15},
			{Name: "model.stumps[14].error", Label: `$\varepsilon_{15}$`, Value: 0.27382191038049, Tolerance: 1e-13},
			{Name: "model.stumps[14].alpha", Label: `$\alpha_{15}$`, Value: 0.48765867714656, Tolerance: 1e-12},
			{Name: "metric.exp_loss", Label: `$\frac{1}{n}\sum_i e^{-y_i F(x_i)}$`, Value: 0.0794332924325, Tolerance: 1e-12},
			{Name: "metric.train_error", Label: "training error", Value: 1. / 60, Tolerance: 0},
			{Name: "predict[0].score", Label: `$F(-1.65625,\,-1.15625)$`, Value: 1.77034953247, Tolerance: 1e-11},
			{Name: "predict[1].score", Label: `$F(0.3125,\,-1.15625)$`, Value: 5.03524092564, Tolerance: 1e-11},
			{Name: "predict[2].score", Label: `$F(-0.1875,\,0.09375)$`, Value: 3.11449619783, Tolerance: 1e-11},
			{Name: "predict[3].score", Label: `$F(1.296875,\,0.734375)$`, Value: -1.77034953247, Tolerance: 1e-11},
		},
	},
}
