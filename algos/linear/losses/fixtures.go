package losses

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "margins", Title: "Hinge and logistic at the margins −1, 0, 1, 2", Source: "004, handout C: W10 (six decimals)",
		Data: fourMargins, Step: 0,
		Want: []algos.Expected{
			{Name: "model.margins[0]", Label: `$z_1$`, Value: -1},
			{Name: "model.losses_by_row.hinge[0]", Label: `hinge at $-1$`, Value: 2},
			{Name: "model.losses_by_row.hinge[1]", Label: `hinge at $0$`, Value: 1},
			{Name: "model.losses_by_row.hinge[2]", Label: `hinge at $1$`, Value: 0},
			{Name: "model.losses_by_row.hinge[3]", Label: `hinge at $2$`, Value: 0},
			{Name: "model.losses_by_row.logistic[0]", Label: `logistic at $-1$`, Value: 1.313262, Tolerance: 5e-7},
			{Name: "model.losses_by_row.logistic[1]", Label: `logistic at $0$`, Value: 0.693147, Tolerance: 5e-7},
			{Name: "model.losses_by_row.logistic[2]", Label: `logistic at $1$`, Value: 0.313262, Tolerance: 5e-7},
			{Name: "model.losses_by_row.logistic[3]", Label: `logistic at $2$`, Value: 0.126928, Tolerance: 5e-7},
		},
	},
	{
		ID: "closed-form", Title: "The other losses at the same margins", Source: "closed form",
		Data: fourMargins, Step: 0,
		Want: []algos.Expected{
			{Name: "metric.zero_one", Label: `mistakes`, Value: 2},
			{Name: "metric.hinge", Label: `$2 + 1 + 0 + 0$`, Value: 3},
			{Name: "metric.square", Label: `$4 + 1 + 0 + 1$`, Value: 6},
			{Name: "metric.exponential", Label: `$e + 1 + e^{-1} + e^{-2}$`, Value: math.E + 1 + math.Exp(-1) + math.Exp(-2), Tolerance: 1e-15},
			{Name: "model.losses_by_row.logistic2[0]", Label: `$\log_2(1 + e)$`, Value: math.Log2(1 + math.E), Tolerance: 1e-15},
			{Name: "model.losses_by_row.logistic2[1]", Label: `$\log_2 2$`, Value: 1, Tolerance: 1e-15},
		},
	},
	{
		ID: "gap", Title: "Where the logistic loss with ln is no bound", Source: "002: E14",
		Data: dataset.Labelled([3]float64{-math.Log(math.E - 1), 0, 1}, [3]float64{0, 1, 1}, [3]float64{-0.5, 2, 1}), Step: 0,
		Want: []algos.Expected{
			{Name: "model.margins[0]", Label: `$z_1 = -\ln(e - 1)$`, Value: -0.5413, Tolerance: 5e-5},
			{Name: "model.losses_by_row.logistic[0]", Label: `$\ln(1 + e^{-z_1})$`, Value: 1, Tolerance: 1e-15},
			{Name: "model.losses_by_row.logistic[1]", Label: `$\ln 2$ at $z = 0$`, Value: 0.693, Tolerance: 5e-4},
			{Name: "metric.zero_one", Label: `mistakes`, Value: 3},
			{Name: "metric.logistic", Label: `their total, less than 3`, Value: 1 + math.Ln2 + math.Log(1+math.Exp(0.5)), Tolerance: 1e-14},
		},
	},
	{
		ID: "symmetry", Title: "Two points at a right angle", Source: "closed form: by symmetry the best angle is 45°",
		Data: two, Params: param.Pairs("loss", "exponential"), Step: algos.Last, At: [][2]float64{{1, 1}},
		Want: []algos.Expected{
			{Name: "model.minimisers.exponential.angle", Label: `best angle of the exponential loss`, Value: 45, Tolerance: 1e-5},
			{Name: "model.minimisers.exponential.total", Label: `$2e^{-1/\sqrt{2}}$`, Value: 2 * math.Exp(-math.Sqrt2/2), Tolerance: 1e-14},
			{Name: "model.minimisers.logistic.angle", Label: `best angle of the logistic loss`, Value: 45, Tolerance: 1e-5},
			{Name: "model.minimisers.square.total", Label: `$2(1 - 1/\sqrt{2})^2$`, Value: 2 * (1 - math.Sqrt2/2) * (1 - math.Sqrt2/2), Tolerance: 1e-13},
			{Name: "model.minimisers.zero_one.angle", Label: `middle of the angles without a mistake`, Value: 45, Tolerance: 1e-12},
			{Name: "predict[0].score", Label: `$f(1, 1) = \sqrt{2}$`, Value: math.Sqrt2, Tolerance: 1e-12},
		},
	},
}
