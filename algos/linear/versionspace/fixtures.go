package versionspace

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// quadrant leaves the triangle (0, 0), (1, 0), (1, 1) of the box |θ| ≤ 1.
func quadrant() dataset.Source {
	return dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{1, -1, 1})
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "bits", Title: "0101 is +, 0110 is −", Source: "003, line 228: w₄ > 1 and w₃ ≤ 1 leave 3 of the 16 units of the box, by hand",
		Data: dataset.Labelled([3]float64{0, 1, 1}, [3]float64{1, 0, -1}), Params: map[string]string{"chart": "minus0"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.area", Label: "share of the box", Value: 3.0 / 16, Tolerance: 1e-15},
			{Name: "model.theta[0]", Label: `$w_3$ of the centroid`, Value: -0.5, Tolerance: 1e-15},
			{Name: "model.theta[1]", Label: `$w_4$ of the centroid`, Value: 1.5, Tolerance: 1e-15},
		},
	},
	{
		ID: "triangle", Title: "Centroid of a triangle", Source: "by hand: the mean of (0, 0), (1, 0), (1, 1)",
		Data: quadrant(), Params: through(), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.area", Label: "share of the box", Value: 1.0 / 8, Tolerance: 1e-15},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 2.0 / 3, Tolerance: 1e-15},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: 1.0 / 3, Tolerance: 1e-15},
		},
	},
	{
		ID: "circle", Title: "Chebyshev centre of the same triangle", Source: "by hand: the inscribed circle has the radius 1 − √½",
		Data: quadrant(), Params: through("centre", chebyshev), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: math.Sqrt2 / 2, Tolerance: 1e-12},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: 1 - math.Sqrt2/2, Tolerance: 1e-12},
		},
	},
	{
		ID: "program", Title: "Nearest point of the linear program", Source: "003: N8, γ = 1/√5, so the nearest point has the length √5",
		Data: unitVectors(), Params: through("normalise", ahead), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.nearest[0]", Label: `$\theta_1$`, Value: 2, Tolerance: 1e-12},
			{Name: "model.nearest[1]", Label: `$\theta_2$`, Value: 1, Tolerance: 1e-12},
		},
	},
	{
		ID: "xor", Title: "XOR has no line", Source: "by hand: the four yx sum to 0",
		Data: dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{1, -1, -1}, [3]float64{-1, 1, -1}), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.feasible", Label: "feasible (0: no)", Value: 0},
			{Name: "model.certificate_weights[0]", Label: `$\lambda_1$`, Value: 0.25},
			{Name: "model.certificate_weights[3]", Label: `$\lambda_4$`, Value: 0.25},
		},
	},
}
