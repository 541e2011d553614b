package emgmm

import (
	"playground/algos"
	"playground/algos/param"
)

// fixtures are runs whose numbers are known from elsewhere. An iteration with K
// components is K + 3 steps.
var fixtures = []algos.Fixture{
	{
		ID: "four-points", Title: "Four points on a line, after one iteration", Source: "002: N20 (eight decimals)",
		Data: line(-2, -1, 1, 2), Params: param.Pairs("k", "2", "init", "hand", "mean1", "-1,0", "mean2", "1,0", "spread", "0.4", "reg", "0"), Step: 5,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ after 1`, Value: -6.4618563, Tolerance: 5e-8},
			{Name: "model.means[0][0]", Label: `$\mu_1$`, Value: -1.34482466, Tolerance: 5e-9},
			{Name: "model.means[1][0]", Label: `$\mu_2$`, Value: 1.34482466, Tolerance: 5e-9},
			{Name: "model.covariances[0][0][0]", Label: `$\sigma_1^2$`, Value: 0.69144664, Tolerance: 5e-9},
			{Name: "model.weights[0]", Label: `$\pi_1$`, Value: 0.5, Tolerance: 1e-15},
		},
	},
	{
		ID: "four-points-later", Title: "Four points on a line, after three iterations", Source: "002: N20 (eight decimals)",
		Data: line(-2, -1, 1, 2), Params: param.Pairs("k", "2", "init", "hand", "mean1", "-1,0", "mean2", "1,0", "spread", "0.4", "reg", "0"), Step: 15,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ after 3`, Value: -5.67574259, Tolerance: 5e-9},
			{Name: "model.means[0][0]", Label: `$\mu_1$`, Value: -1.49992332, Tolerance: 5e-9},
			{Name: "model.covariances[0][0][0]", Label: `$\sigma_1^2$`, Value: 0.25023004, Tolerance: 5e-9},
		},
	},
	{
		ID: "uneven-start", Title: "Four points, uneven start, after one iteration", Source: "000: 2B-17 (seven decimals)",
		Data: line(-2, -1, 1, 2), Params: param.Pairs("k", "2", "init", "hand", "mean1", "-1,0", "mean2", "0.5,0", "spread", "0.4", "reg", "0"), Step: 5,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ after 1`, Value: -6.9231746, Tolerance: 5e-8},
			{Name: "model.means[0][0]", Label: `$\mu_1$`, Value: -1.3060652, Tolerance: 5e-8},
			{Name: "model.means[1][0]", Label: `$\mu_2$`, Value: 1.1276932, Tolerance: 5e-8},
			{Name: "model.covariances[0][0][0]", Label: `$\sigma_1^2$`, Value: 0.8570452, Tolerance: 5e-8},
			{Name: "model.covariances[1][0][0]", Label: `$\sigma_2^2$`, Value: 1.1740403, Tolerance: 5e-8},
			{Name: "model.weights[0]", Label: `$\pi_1$`, Value: 0.4633546, Tolerance: 5e-8},
		},
	},
	{
		ID: "faithful-one", Title: "Old Faithful, full covariances, after one iteration", Source: "scikit-learn 1.2.1, GaussianMixture",
		Data: faithful(2), Params: param.Pairs("k", "2", "init", "rows", "rows", "7,143", "spread", "0.5", "reg", "0"), Step: 5,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ after 1`, Value: -1279.7521902634, Tolerance: 1e-8},
			{Name: "model.weights[0]", Label: `$\pi_1$`, Value: 0.58508797112472, Tolerance: 1e-9},
			{Name: "model.means[0][0]", Label: `$\mu_{1,1}$`, Value: 3.0730964436342, Tolerance: 1e-8},
			{Name: "model.means[0][1]", Label: `$\mu_{1,2}$`, Value: 67.445361638286, Tolerance: 1e-8},
			{Name: "model.covariances[0][0][1]", Label: `$\Sigma_{1,12}$`, Value: 14.666040323227, Tolerance: 1e-8},
			{Name: "model.covariances[0][1][1]", Label: `$\Sigma_{1,22}$`, Value: 203.27970494637, Tolerance: 1e-7},
			{Name: "model.weights[1]", Label: `$\pi_2$`, Value: 0.41491202887528, Tolerance: 1e-9},
			{Name: "model.means[1][0]", Label: `$\mu_{2,1}$`, Value: 4.0725532338488, Tolerance: 1e-8},
			{Name: "model.means[1][1]", Label: `$\mu_{2,2}$`, Value: 75.764467725907, Tolerance: 1e-8},
			{Name: "model.covariances[1][0][1]", Label: `$\Sigma_{2,12}$`, Value: 8.0186771484025, Tolerance: 1e-8},
			{Name: "model.covariances[1][1][1]", Label: `$\Sigma_{2,22}$`, Value: 116.66685891089, Tolerance: 1e-7},
		},
	},
	{
		ID: "faithful", Title: "Old Faithful, full covariances, converged", Source: "scikit-learn 1.2.1, GaussianMixture, 200 iterations",
		Data: faithful(2), Params: param.Pairs("k", "2", "init", "rows", "rows", "7,143", "spread", "0.5", "reg", "0"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ at the end`, Value: -1130.2639601847, Tolerance: 1e-8},
			{Name: "model.weights[0]", Label: `$\pi_1$`, Value: 0.35587285710571, Tolerance: 1e-9},
			{Name: "model.means[0][0]", Label: `$\mu_{1,1}$`, Value: 2.03638845462, Tolerance: 1e-8},
			{Name: "model.means[0][1]", Label: `$\mu_{1,2}$`, Value: 54.478516376968, Tolerance: 1e-8},
			{Name: "model.covariances[0][0][1]", Label: `$\Sigma_{1,12}$`, Value: 0.4351676244435, Tolerance: 1e-8},
			{Name: "model.covariances[0][1][1]", Label: `$\Sigma_{1,22}$`, Value: 33.697282072302, Tolerance: 1e-7},
			{Name: "model.weights[1]", Label: `$\pi_2$`, Value: 0.64412714289429, Tolerance: 1e-9},
			{Name: "model.means[1][0]", Label: `$\mu_{2,1}$`, Value: 4.289661973096, Tolerance: 1e-8},
			{Name: "model.means[1][1]", Label: `$\mu_{2,2}$`, Value: 79.968115173856, Tolerance: 1e-8},
			{Name: "model.covariances[1][0][1]", Label: `$\Sigma_{2,12}$`, Value: 0.94060931927025, Tolerance: 1e-8},
			{Name: "model.covariances[1][1][1]", Label: `$\Sigma_{2,22}$`, Value: 36.046211317553, Tolerance: 1e-7},
			{Name: "model.aic", Label: "AIC", Value: 2282.527920369, Tolerance: 1e-8},
			{Name: "model.bic", Label: "BIC", Value: 2322.191743099, Tolerance: 1e-8},
		},
	},
	{
		ID: "faithful-tied", Title: "Old Faithful, one covariance for both", Source: "scikit-learn 1.2.1, GaussianMixture, 200 iterations",
		Data: faithful(2), Params: param.Pairs("k", "2", "covariance", "tied", "init", "rows", "rows", "7,143", "spread", "0.5", "reg", "0"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ at the end`, Value: -1140.1867594371, Tolerance: 1e-8},
			{Name: "model.weights[0]", Label: `$\pi_1$`, Value: 0.35924784853326, Tolerance: 1e-9},
			{Name: "model.covariances[0][0][1]", Label: `$\Sigma_{12}$`, Value: 0.75151707664452, Tolerance: 1e-8},
			{Name: "model.covariances[1][1][1]", Label: `$\Sigma_{22}$`, Value: 35.170544721834, Tolerance: 1e-7},
		},
	},
	{
		ID: "faithful-spherical", Title: "Old Faithful, circles", Source: "scikit-learn 1.2.1, GaussianMixture, 200 iterations",
		Data: faithful(2), Params: param.Pairs("k", "2", "covariance", "spherical", "init", "rows", "rows", "7,143", "spread", "0.5", "reg", "0"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "metric.log_likelihood", Label: `$\ell$ at the end`, Value: -1709.5292821774, Tolerance: 1e-8},
			{Name: "model.covariances[0][0][0]", Label: `$\sigma_1^2$`, Value: 15.998828849987, Tolerance: 1e-7},
			{Name: "model.covariances[1][0][0]", Label: `$\sigma_2^2$`, Value: 17.351734492563, Tolerance: 1e-7},
		},
	},
}
