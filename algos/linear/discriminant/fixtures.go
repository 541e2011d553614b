package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/param"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "ten-points", Title: "Fisher by covariances, ten points", Source: "000: 2B-5 (seven decimals)",
		Data: tenPoints, Params: param.Pairs("form", byCovariance), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.means[1][0]", Label: `$\mu_{+,1}$`, Value: 3, Tolerance: 1e-15},
			{Name: "model.means[0][1]", Label: `$\mu_{-,2}$`, Value: 7.6, Tolerance: 1e-14},
			{Name: "model.direction[0]", Label: `$w^*_1$`, Value: -0.9087856, Tolerance: 5e-8},
			{Name: "model.direction[1]", Label: `$w^*_2$`, Value: -0.4172634, Tolerance: 5e-8},
			{Name: "metric.j_best", Label: `$J(w^*)$ with covariances`, Value: 15.2508306, Tolerance: 5e-8},
		},
	},
	{
		ID: "ten-points-scatter", Title: "Fisher by scatter matrices, the same points", Source: "001: 2B-3 (seven decimals)",
		Data: tenPoints, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.normalised[0]", Label: `$w_1$ with $w^\top S_w w = 1$`, Value: -0.2444415, Tolerance: 5e-8},
			{Name: "model.normalised[1]", Label: `$w_2$`, Value: -0.1122338, Tolerance: 5e-8},
			{Name: "metric.j_best", Label: `$J(w^*) = 9181/3010$`, Value: 9181. / 3010, Tolerance: 1e-14},
		},
	},
	{
		ID: "unequal-scatter", Title: "Classes of four and two points, scatter", Source: "001: 2B-3",
		Data: unequal, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.direction[0]", Label: `$w^* \propto (-3/4,\, -7/6)$`, Value: -0.75 / math.Hypot(0.75, 7./6), Tolerance: 1e-14},
			{Name: "model.direction[1]", Label: `$w^*_2$`, Value: -7. / 6 / math.Hypot(0.75, 7./6), Tolerance: 1e-14},
		},
	},
	{
		ID: "unequal-covariance", Title: "Classes of four and two points, covariances", Source: "001: 2B-3",
		Data: unequal, Params: param.Pairs("form", byCovariance), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.direction[0]", Label: `$w^* \propto (-3,\, -14/5)$`, Value: -3 / math.Hypot(3, 2.8), Tolerance: 1e-14},
			{Name: "model.direction[1]", Label: `$w^*_2$`, Value: -2.8 / math.Hypot(3, 2.8), Tolerance: 1e-14},
		},
	},
	{
		ID: "lda", Title: "LDA with Σ = I and equal priors", Source: "000: 2B-6; closed form",
		Data: squares, Params: param.Pairs("method", lda), Step: algos.Last, At: [][2]float64{{1, 0.7}, {2, 0}},
		Want: []algos.Expected{
			{Name: "predict[0].p[1]", Label: `$p$ at $x_1 = 1$`, Value: 0.5, Tolerance: 1e-15},
			{Name: "predict[1].p[1]", Label: `$\sigma(2)$`, Value: 0.8807971, Tolerance: 5e-8},
			{Name: "model.w[0]", Label: `$w_1$`, Value: 2, Tolerance: 1e-14},
			{Name: "model.w0", Label: `$w_0$`, Value: -2, Tolerance: 1e-14},
		},
	},
	{
		ID: "lda-prior", Title: "LDA where one class is four times as frequent", Source: "000: 2B-6; closed form",
		Data: frequent, Params: param.Pairs("method", lda), Step: algos.Last, At: [][2]float64{{1 - math.Ln2, 0}, {1 - math.Ln2, -3}},
		Want: []algos.Expected{
			{Name: "model.priors[1]", Label: `$\pi_+$`, Value: 0.8, Tolerance: 1e-15},
			{Name: "predict[0].p[1]", Label: `$p$ at $x_1 = 1 - \frac{1}{2}\ln 4 = 0.3068528$`, Value: 0.5, Tolerance: 1e-14},
			{Name: "predict[1].p[1]", Label: `the same at $x_2 = -3$`, Value: 0.5, Tolerance: 1e-14},
			{Name: "model.w0", Label: `$w_0 = -2 + \ln 4$`, Value: -2 + math.Log(4), Tolerance: 1e-14},
		},
	},
	{
		ID: "qda", Title: "QDA, N(0, 1) against N(0, 4)", Source: "000: 2B-6; closed form",
		Data: strips, Params: param.Pairs("method", qda), Step: algos.Last, At: [][2]float64{{math.Sqrt(8. / 3 * math.Ln2), 0}, {-1.3595560, 5}, {0, 0}},
		Want: []algos.Expected{
			{Name: "predict[0].p[1]", Label: `$p$ at $x_1 = \sqrt{\frac{8}{3}\ln 2}$`, Value: 0.5, Tolerance: 1e-14},
			{Name: "predict[1].p[1]", Label: `$p$ at $x_1 = -1.3595560$`, Value: 0.5, Tolerance: 5e-8},
			{Name: "predict[2].p[1]", Label: `$p(0) = 1/3$`, Value: 1. / 3, Tolerance: 1e-14},
			{Name: "model.quadratic[0][0]", Label: `$W_{11} = 3/8$`, Value: 0.375, Tolerance: 1e-15},
		},
	},
	{
		ID: "iris-fisher", Title: "Iris, three species: Fisher's directions", Source: "scikit-learn 1.2.1 and a generalised eigenvalue solver",
		Data: iris(), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.direction[0]", Label: `$w^*_1$`, Value: -0.435637487364, Tolerance: 1e-10},
			{Name: "model.direction[1]", Label: `$w^*_2$`, Value: 0.900122202594, Tolerance: 1e-10},
			{Name: "model.eigenvalues[0]", Label: `$\lambda_1$`, Value: 23.3341527599, Tolerance: 1e-9},
			{Name: "model.eigenvalues[1]", Label: `$\lambda_2$`, Value: 0.030497611429, Tolerance: 1e-10},
		},
	},
	{
		ID: "iris-lda", Title: "Iris, three species: LDA", Source: "scikit-learn 1.2.1, LinearDiscriminantAnalysis (svd)",
		Data: iris(), Params: param.Pairs("method", lda, "estimate", unbiased), Step: algos.Last, At: [][2]float64{{5.84375, 2.796875}, {4.828125, 5.09375}, {6.859375, 2.03125}},
		Want: []algos.Expected{
			{Name: "predict[0].p[0]", Label: `$p(0 \mid 5.84375,\,2.796875)$`, Value: 0.9991297912, Tolerance: 1e-9},
			{Name: "predict[0].p[1]", Label: `$p(1 \mid 5.84375,\,2.796875)$`, Value: 0.0008702087876, Tolerance: 1e-9},
			{Name: "predict[0].p[2]", Label: `$p(2 \mid 5.84375,\,2.796875)$`, Value: 4.013748297e-13, Tolerance: 1e-9},
			{Name: "predict[1].p[0]", Label: `$p(0 \mid 4.828125,\,5.09375)$`, Value: 1.975940798e-35, Tolerance: 1e-9},
			{Name: "predict[1].p[1]", Label: `$p(1 \mid 4.828125,\,5.09375)$`, Value: 0.0001819064794, Tolerance: 1e-9},
			{Name: "predict[1].p[2]", Label: `$p(2 \mid 4.828125,\,5.09375)$`, Value: 0.9998180935, Tolerance: 1e-9},
			{Name: "predict[2].p[0]", Label: `$p(0 \mid 6.859375,\,2.03125)$`, Value: 1, Tolerance: 1e-9},
			{Name: "predict[2].p[1]", Label: `$p(1 \mid 6.859375,\,2.03125)$`, Value: 2.819497255e-19, Tolerance: 1e-9},
			{Name: "predict[2].p[2]", Label: `$p(2 \mid 6.859375,\,2.03125)$`, Value: 2.609188341e-34, Tolerance: 1e-9},
			{Name: "model.W[0][0]", Label: `$(\Sigma^{-1}\mu_0)_1$`, Value: 32.45950610339, Tolerance: 1e-9},
			{Name: "model.b[0]", Label: `$b_0$`, Value: -66.65235758885, Tolerance: 1e-8},
			{Name: "model.W[1][0]", Label: `$(\Sigma^{-1}\mu_1)_1$`, Value: 18.3516259518, Tolerance: 1e-9},
			{Name: "model.b[1]", Label: `$b_1$`, Value: -69.20558611421, Tolerance: 1e-8},
			{Name: "model.W[2][0]", Label: `$(\Sigma^{-1}\mu_2)_1$`, Value: 13.79845015381, Tolerance: 1e-9},
			{Name: "model.b[2]", Label: `$b_2$`, Value: -95.12736074834, Tolerance: 1e-8},
		},
	},
	{
		ID: "iris-qda", Title: "Iris, three species: QDA", Source: "scikit-learn 1.2.1, QuadraticDiscriminantAnalysis",
		Data: iris(), Params: param.Pairs("method", qda, "estimate", unbiased), Step: algos.Last, At: [][2]float64{{5.84375, 2.796875}, {4.828125, 5.09375}, {6.859375, 2.03125}},
		Want: []algos.Expected{
			{Name: "predict[0].p[0]", Label: `$p(0 \mid 5.84375,\,2.796875)$`, Value: 1.124078437e-08, Tolerance: 1e-9},
			{Name: "predict[0].p[1]", Label: `$p(1 \mid 5.84375,\,2.796875)$`, Value: 0.9999999884, Tolerance: 1e-9},
			{Name: "predict[0].p[2]", Label: `$p(2 \mid 5.84375,\,2.796875)$`, Value: 3.448965446e-10, Tolerance: 1e-9},
			{Name: "predict[1].p[0]", Label: `$p(0 \mid 4.828125,\,5.09375)$`, Value: 3.863515111e-100, Tolerance: 1e-9},
			{Name: "predict[1].p[1]", Label: `$p(1 \mid 4.828125,\,5.09375)$`, Value: 0.001012248401, Tolerance: 1e-9},
			{Name: "predict[1].p[2]", Label: `$p(2 \mid 4.828125,\,5.09375)$`, Value: 0.9989877516, Tolerance: 1e-9},
			{Name: "predict[2].p[0]", Label: `$p(0 \mid 6.859375,\,2.03125)$`, Value: 1, Tolerance: 1e-9},
			{Name: "predict[2].p[1]", Label: `$p(1 \mid 6.859375,\,2.03125)$`, Value: 1.042401448e-13, Tolerance: 1e-9},
			{Name: "predict[2].p[2]", Label: `$p(2 \mid 6.859375,\,2.03125)$`, Value: 1.740823728e-33, Tolerance: 1e-9},
			{Name: "model.covariances[2][0][1]", Label: `$\Sigma_{2,12}$`, Value: 0.30328979591837, Tolerance: 1e-12},
		},
	},
}
