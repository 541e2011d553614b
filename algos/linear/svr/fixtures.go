package svr

import "playground/algos"

// noisySine are the 24 observations of a reference run of scikit-learn.
var noisySine = line(
	[2]float64{0.630859375, 0.8828125}, [2]float64{0.77734375, 1.0107421875}, [2]float64{1.2001953125, 1.1318359375}, [2]float64{1.53515625, 0.90625}, [2]float64{1.630859375, 0.912109375}, [2]float64{1.830078125, 0.984375},
	[2]float64{1.8857421875, 0.6328125}, [2]float64{2.162109375, 0.3857421875}, [2]float64{2.375, 0.216796875}, [2]float64{2.6904296875, -0.25390625}, [2]float64{3.0439453125, -1.0009765625}, [2]float64{3.3408203125, -1.0888671875},
	[2]float64{3.6708984375, -1.0224609375}, [2]float64{3.7236328125, -0.96484375}, [2]float64{4.177734375, -0.521484375}, [2]float64{4.3212890625, -0.6455078125}, [2]float64{4.501953125, -0.1240234375}, [2]float64{4.64453125, -0.24609375},
	[2]float64{5.216796875, 0.4013671875}, [2]float64{5.2548828125, 0.69921875}, [2]float64{5.26953125, 0.478515625}, [2]float64{5.421875, 0.724609375}, [2]float64{5.5498046875, 0.552734375}, [2]float64{5.9794921875, 1.337890625},
)

// repeated are three targets at each of four inputs.
var repeated = line(
	[2]float64{0, 0.005859375}, [2]float64{0, 0.095703125}, [2]float64{0, 0.2021484375}, [2]float64{1, 0.921875}, [2]float64{1, 0.7861328125}, [2]float64{1, 0.87890625},
	[2]float64{2, 1.2138671875}, [2]float64{2, 0.71484375}, [2]float64{2, 1.0615234375}, [2]float64{3.5, -0.2822265625}, [2]float64{3.5, -0.265625}, [2]float64{3.5, -0.060546875},
)

const peer = "scikit-learn 1.2.1 (LIBSVM), SVR, polished by an active-set solve"

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "two-points", Title: "Two points, C ≥ 0.8", Source: "001, §4.5; worked by hand",
		Data: twoPoints, Params: with("linear"), Step: algos.Last, At: [][2]float64{{0}, {1}},
		Want: []algos.Expected{
			{Name: "model.beta[0]", Label: `$\beta_1$`, Value: -0.8, Tolerance: 1e-14},
			{Name: "model.beta[1]", Label: `$\beta_2$`, Value: 0.8, Tolerance: 1e-14},
			{Name: "model.w[0]", Label: `$w = 1 - 2\varepsilon$`, Value: 0.8, Tolerance: 1e-14},
			{Name: "model.bias", Label: `$b = \varepsilon$`, Value: 0.1, Tolerance: 1e-14},
			{Name: "model.dual", Label: `dual $= \frac{1}{2}w^2$`, Value: 0.32, Tolerance: 1e-14},
			{Name: "predict[1].y", Label: `$f(1) = 1 - \varepsilon$`, Value: 0.9, Tolerance: 1e-14},
		},
	},
	{
		ID: "no-free", Title: "Two points, C = 0.5: no free support vector", Source: "001, §4.5; worked by hand",
		Data: twoPoints, Params: with("linear", "C", "0.5"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.w[0]", Label: `$w = C$`, Value: 0.5, Tolerance: 1e-14},
			{Name: "model.bias", Label: `$b$, the middle of $[0.1,\, 0.4]$`, Value: 0.25, Tolerance: 1e-14},
			{Name: "model.dual", Label: `dual`, Value: 0.275, Tolerance: 1e-14},
			{Name: "metric.slack", Label: `mean slack, $0.3/2$`, Value: 0.15, Tolerance: 1e-14},
		},
	},
	{
		ID: "noisy-sine", Title: "A noisy sine, RBF kernel", Source: peer,
		Data: noisySine, Params: with("rbf", "epsilon", "0.05"), Step: algos.Last, At: [][2]float64{{0.125}, {2.1875}, {4.421875}, {6.484375}},
		Want: []algos.Expected{
			{Name: "model.dual", Label: `dual`, Value: 3.07326974651927, Tolerance: 1e-12},
			{Name: "model.bias", Label: `$b$`, Value: 0.387557824764, Tolerance: 1e-7},
			{Name: "model.beta[0]", Label: `$\beta_1$`, Value: -0.0924050366326, Tolerance: 1e-7},
			{Name: "model.beta[3]", Label: `$\beta_4$`, Value: -0.61419802858, Tolerance: 1e-7},
			{Name: "predict[0].y", Label: `$f(0.125)$`, Value: 0.729102018613, Tolerance: 1e-7},
			{Name: "predict[1].y", Label: `$f(2.1875)$`, Value: 0.3792581066, Tolerance: 1e-7},
			{Name: "predict[2].y", Label: `$f(4.421875)$`, Value: -0.422806470145, Tolerance: 1e-7},
			{Name: "predict[3].y", Label: `$f(6.484375)$`, Value: 1.03431849944, Tolerance: 1e-7},
		},
	},
	{
		ID: "cubic", Title: "The same by a cubic, where LIBSVM crawls", Source: peer,
		Data: noisySine, Params: with("poly", "gamma", "0.5", "degree", "3", "coef0", "1", "C", "10", "epsilon", "0.2"), Step: algos.Last, At: [][2]float64{{0.125}, {4.421875}, {6.484375}},
		Want: []algos.Expected{
			{Name: "model.dual", Label: `dual`, Value: 22.2887309790365, Tolerance: 1e-8},
			{Name: "model.bias", Label: `$b$`, Value: 1.29475281085, Tolerance: 1e-7},
			{Name: "predict[0].y", Label: `$f(0.125)$`, Value: 1.3078745294, Tolerance: 1e-7},
			{Name: "predict[1].y", Label: `$f(4.421875)$`, Value: -0.584834405774, Tolerance: 1e-7},
			{Name: "predict[2].y", Label: `$f(6.484375)$`, Value: 3.4570149565, Tolerance: 1e-7},
		},
	},
	{
		ID: "repeated", Title: "Three targets at each input", Source: peer,
		Data: repeated, Params: with("linear", "epsilon", "0.05"), Step: algos.Last, At: [][2]float64{{-0.5}, {4}},
		Want: []algos.Expected{
			{Name: "model.dual", Label: `dual`, Value: 4.87843056945801, Tolerance: 1e-12},
			{Name: "model.bias", Label: `$b$`, Value: 1.0348046875, Tolerance: 1e-10},
			{Name: "model.beta[4]", Label: `$\beta_5$`, Value: 0.51946875, Tolerance: 1e-9},
			{Name: "predict[0].y", Label: `$f(-0.5)$`, Value: 1.184140625, Tolerance: 1e-10},
			{Name: "predict[1].y", Label: `$f(4)$`, Value: -0.1598828125, Tolerance: 1e-10},
		},
	},
}
