package gpregression

import (
	"math"

	"playground/algos"
)

// noisySine are the 24 observations of a reference run of scikit-learn.
var noisySine = line(
	[2]float64{0.630859375, 0.8828125}, [2]float64{0.77734375, 1.0107421875}, [2]float64{1.2001953125, 1.1318359375}, [2]float64{1.53515625, 0.90625}, [2]float64{1.630859375, 0.912109375}, [2]float64{1.830078125, 0.984375},
	[2]float64{1.8857421875, 0.6328125}, [2]float64{2.162109375, 0.3857421875}, [2]float64{2.375, 0.216796875}, [2]float64{2.6904296875, -0.25390625}, [2]float64{3.0439453125, -1.0009765625}, [2]float64{3.3408203125, -1.0888671875},
	[2]float64{3.6708984375, -1.0224609375}, [2]float64{3.7236328125, -0.96484375}, [2]float64{4.177734375, -0.521484375}, [2]float64{4.3212890625, -0.6455078125}, [2]float64{4.501953125, -0.1240234375}, [2]float64{4.64453125, -0.24609375},
	[2]float64{5.216796875, 0.4013671875}, [2]float64{5.2548828125, 0.69921875}, [2]float64{5.26953125, 0.478515625}, [2]float64{5.421875, 0.724609375}, [2]float64{5.5498046875, 0.552734375}, [2]float64{5.9794921875, 1.337890625},
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "one-datum", Title: "One observation with noise", Source: "000, chapter 5; closed form",
		Data: onePoint, Params: numbers("rbf(1)", "0.1"), Step: algos.Last, At: [][2]float64{{0}, {1}},
		Want: []algos.Expected{
			{Name: "predict[0].mean", Label: `$m(0) = 1/(1 + \sigma^2)$`, Value: 1 / 1.1, Tolerance: 1e-15},
			{Name: "predict[0].sd", Label: `$s(0) = \sqrt{1 - 1/(1 + \sigma^2)}$`, Value: math.Sqrt(1 - 1/1.1), Tolerance: 1e-15},
			{Name: "predict[1].mean", Label: `$m(1) = e^{-1/2}/(1 + \sigma^2)$`, Value: math.Exp(-0.5) / 1.1, Tolerance: 1e-15},
			{Name: "predict[1].sd", Label: `$s(1) = \sqrt{1 - e^{-1}/(1 + \sigma^2)}$`, Value: math.Sqrt(1 - math.Exp(-1)/1.1), Tolerance: 1e-15},
			{Name: "metric.log_evidence", Label: `$\ln p(y)$`, Value: -0.5/1.1 - 0.5*math.Log(1.1) - 0.5*math.Log(2*math.Pi), Tolerance: 1e-14},
		},
	},
	{
		ID: "two-data", Title: "Two observations, mirrored", Source: "000, chapter 5 (seven decimals)",
		Data: twoPoints, Params: numbers("rbf(1)", "0.01"), Step: algos.Last, At: [][2]float64{{0}},
		Want: []algos.Expected{
			{Name: "predict[0].mean", Label: `$m(0)$`, Value: 0, Tolerance: 1e-15},
			{Name: "predict[0].sd", Label: `$s(0)$`, Value: math.Sqrt(0.3576039), Tolerance: 5e-8},
			{Name: "metric.log_evidence", Label: `$\ln p(y)$`, Value: -2.9820637, Tolerance: 5e-8},
		},
	},
	{
		ID: "three-data", Title: "Three observations without noise", Source: "002, lecture 7: N17 (eight decimals)",
		Data: threePoints, Params: numbers("rbf(1)", "0"), Step: algos.Last, At: [][2]float64{{-1}, {0.5}, {3}},
		Want: []algos.Expected{
			{Name: "predict[0].mean", Label: `$m(-1)$`, Value: -1, Tolerance: 1e-12},
			{Name: "predict[1].mean", Label: `$m(0.5)$`, Value: 0.98271036, Tolerance: 5e-9},
			{Name: "predict[2].mean", Label: `$m(3)$`, Value: 0.0689423, Tolerance: 5e-8},
			{Name: "predict[2].sd", Label: `$s(3)$`, Value: math.Sqrt(0.97065359), Tolerance: 5e-9},
		},
	},
	{
		ID: "ridge", Title: "A linear kernel is ridge regression", Source: "002, lecture 6; worked by hand",
		Data: ridgePoints, Params: numbers("linear(1)", "1"), Step: algos.Last, At: [][2]float64{{0}, {1}, {2.5}},
		Want: []algos.Expected{
			{Name: "predict[0].mean", Label: `$m(0) = 1/2$`, Value: 0.5, Tolerance: 1e-14},
			{Name: "predict[1].mean", Label: `$m(1) = 7/6$`, Value: 7. / 6, Tolerance: 1e-14},
			{Name: "predict[2].mean", Label: `$m(2.5) = 13/6$`, Value: 13. / 6, Tolerance: 1e-14},
			{Name: "model.alpha[1]", Label: `$\alpha_2 = 7/6$`, Value: 7. / 6, Tolerance: 1e-14},
		},
	},
	{
		ID: "noisy-sine", Title: "A noisy sine, 24 observations", Source: "scikit-learn 1.2.1, GaussianProcessRegressor, recomputed with 40 digits",
		Data: noisySine, Params: numbers("1.4*rbf(0.9)", "0.0225"), Step: algos.Last, At: [][2]float64{{0.125}, {3.3125}, {6.484375}},
		Want: []algos.Expected{
			{Name: "predict[0].mean", Label: `$m(0.125)$`, Value: 0.53152414661285, Tolerance: 1e-12},
			{Name: "predict[0].sd", Label: `$s(0.125)$`, Value: 0.457751695172, Tolerance: 1e-11},
			{Name: "predict[1].mean", Label: `$m(3.3125)$`, Value: -1.0631552189828, Tolerance: 1e-12},
			{Name: "predict[1].sd", Label: `$s(3.3125)$`, Value: 0.0877371608247, Tolerance: 1e-11},
			{Name: "predict[2].mean", Label: `$m(6.484375)$`, Value: 1.458603033491, Tolerance: 1e-12},
			{Name: "predict[2].sd", Label: `$s(6.484375)$`, Value: 0.444474888463, Tolerance: 1e-11},
			{Name: "metric.log_evidence", Label: `$\ln p(y)$`, Value: -2.430967400926921, Tolerance: 1e-11},
		},
	},
}

// numbers are the parameters of a fixture.
func numbers(kernel, noise string) map[string]string {
	return map[string]string{"kernel": kernel, "noise_var": noise}
}
