package emgmm

import (
	"fmt"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
)

// faithful are 272 eruptions of the geyser Old Faithful: their length and the
// waiting time to the next one, in minutes (W. Härdle 1991, data set faithful of
// R). For dim = 1 it is the length alone.
func faithful(dim int) dataset.Source {
	set := dataset.Embedded(files, "faithful.csv", dataset.None)
	if set.Dim = dim; dim == 1 {
		for i := range set.Points {
			set.Points[i].X[1] = 0
		}
	}
	return dataset.Explicit(set)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("clusters", "Three clusters", dataset.Generate("gmm", 150, 1, 1), "step=12",
		"Press Step: the E-step computes the responsibilities, then the M-step refits the Gaussians to them."),

	algos.NewPreset("faithful", "Old Faithful", faithful(2), "step=end&seed=1&k=2",
		"Duration of an eruption and waiting time to the next, in minutes: EM finds the two clusters without labels."),

	algos.NewPreset("overlap", "Overlapping clusters", dataset.Generate("overlap", 160, 0.75, 3), "step=end&seed=1&k=2&tol=1e-5",
		"Between the clusters the assignments are soft: the pie charts show the responsibilities."),

	algos.NewPreset("circles-for-ellipses", "Full or spherical covariance", dataset.Generate("gmm", 150, 1, 1), "step=end&seed=1&covariance=spherical",
		"Spherical components cannot fit elongated clusters: compare the log-likelihood and BIC with full covariances."),

	algos.NewPreset("tied", "Tied covariance", dataset.Generate("gmm", 150, 1, 1), "step=end&seed=1&covariance=tied",
		"The tied covariance is an average over the components and fits none of them well, but it has 11 parameters instead of 17."),

	algos.NewPreset("local-optimum", "Local optimum", dataset.Generate("gmm", 150, 1, 1), "step=end&init=indices&init_indices=11,48,120&tol=1e-5",
		"A bad initialisation: two components share one cluster, and the log-likelihood is 80 below the best. See Random restarts."),

	algos.NewPreset("switching", "Label switching", dataset.Generate("blobs3", 120, 0.5, 1), "step=end&seed=4&init=random",
		"Restarts find the same clustering up to a permutation of the labels: see Random restarts."),

	algos.NewPreset("collapse", "A singular component (collapse)", dataset.Generate("gmm", 30, 1, 4),
		"step=end&k=5&init=indices&init_indices=9,8,6,29,16&reg_covar=0",
		"Without regularisation one component collapses onto two points, and the likelihood diverges. Now set reg_covar to 10⁻⁶."),

	algos.NewPreset("kept-alive", "Collapse prevented by regularisation", dataset.Generate("gmm", 30, 1, 4), "step=end&k=5&init=indices&init_indices=9,8,6,29,16",
		"The same initialisation with reg_covar = 10⁻⁶: the run converges, but a component on two points is not a cluster."),

	algos.NewPreset("wrong-model", "Model misspecification", dataset.Generate("circles", 160, 0.1, 2), "step=end&seed=2&k=2&tol=1e-4",
		"A ring around a disc is not a mixture of two Gaussians. Increase k and compare the BIC."),

	algos.NewPreset("by-hand", "Initial means by hand", dataset.Generate("gmm", 150, 1, 1), "step=end&opens=end&init=hand",
		"Drag the hollow marks: the result depends on the initial means."),

	algos.NewPreset("random-responsibilities", "Random responsibilities (002)", dataset.Generate("gmm", 150, 1, 1),
		"step=end&opens=0&seed=3&init=random_responsibilities&tol=1e-6",
		"The responsibilities are random, so the initial Gaussians nearly coincide. Press Step: EM needs several iterations to separate them.").Renamed("shares"),

	algos.NewPreset("to-k-means", "Limit σ → 0: EM becomes k-means "+
		"(002)", dataset.Generate("overlap", 160, 0.75, 3), "step=end&seed=1&k=2&covariance=fixed&sigma=0.01&tol=1e-6",
		"σ is fixed and small: all responsibilities are 0 or 1, and the means are those of k-means (dashed rings). Now increase σ."),

	algos.NewPreset("eruptions", "One dimension: eruptions", faithful(1), "step=end&seed=1&k=2",
		"The duration of an eruption alone: the density is a weighted sum of two Gaussians."),

	algos.NewPreset("four-points", "Four points on a line (002)", dataset.NumberLine(-2, -1, 1, 2),
		"step=10&k=2&init=hand&mean1=-1,0&mean2=1,0&init_variance=0.4&reg_covar=0",
		"Small enough to compute by hand: means ∓1, variance 1, and after one iteration the mean is −1.345."),

	algos.NewPreset("uneven-start", "Four points, asymmetric start (000)", dataset.NumberLine(-2, -1, 1, 2),
		"step=10&k=2&init=hand&mean1=-1,0&mean2=0.5,0&init_variance=0.4&reg_covar=0",
		"The initial means are −1 and ½; the first responsibilities of component 1 are 0.932, 0.755, 0.133 and 0.033."),
}

// fixtures are runs whose numbers are known from elsewhere. An iteration with K
// components is K + 3 steps.
var fixtures = []algos.Fixture{
	algos.NewFixture("four-points", "Four points on a line, after one iteration", "002: N20 (eight decimals)", dataset.NumberLine(-2, -1, 1, 2),
		"step=5&k=2&init=hand&mean1=-1,0&mean2=1,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 1`, -6.4618563, 5e-8),
		algos.Expect("model.means[0][0]", `$\mu_1$`, -1.34482466, 5e-9), algos.Expect("model.means[1][0]", `$\mu_2$`, 1.34482466, 5e-9),
		algos.Expect("model.covariances[0][0][0]", `$\sigma_1^2$`, 0.69144664, 5e-9),
		algos.Expect("model.weights[0]", `$\pi_1$`, 0.5, 1e-15)),
	algos.NewFixture("four-points-later", "Four points on a line, after three iterations", "002: N20 (eight decimals)", dataset.NumberLine(-2, -1, 1, 2),
		"step=15&k=2&init=hand&mean1=-1,0&mean2=1,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 3`, -5.67574259, 5e-9),
		algos.Expect("model.means[0][0]", `$\mu_1$`, -1.49992332, 5e-9),
		algos.Expect("model.covariances[0][0][0]", `$\sigma_1^2$`, 0.25023004, 5e-9)),
	algos.NewFixture("four-points-second", "Four points on a line, after two iterations", "002: N20 (eight decimals)", dataset.NumberLine(-2, -1, 1, 2),
		"step=10&k=2&init=hand&mean1=-1,0&mean2=1,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 2`, -5.72427751, 5e-9),
		algos.Expect("model.means[0][0]", `$\mu_1$`, -1.47912621, 5e-9),
		algos.Expect("model.covariances[0][0][0]", `$\sigma_1^2$`, 0.31218566, 5e-9)),
	algos.NewFixture("four-points-shares", "Four points on a line, first E-step", "002, lecture 9: after it the bound is the log-likelihood",
		dataset.NumberLine(-2, -1, 1, 2), "step=2&k=2&init=hand&mean1=-1,0&mean2=1,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ at the start`, -7.15818698, 5e-9),
		algos.Expect("metric.elbo", "ELBO", -7.15818698, 5e-9), algos.Expect("metric.kl", `$\text{KL}(r \,\Vert\, \text{posterior})$`, 0, 1e-15)),
	algos.NewFixture("k-means", "Six points, σ = 0.01: one iteration equals one of k-means", "002, lecture 9; k-means by hand: centres 1 and 7.6",
		dataset.NumberLine(1, 2, 3, 10, 11, 12),
		"step=5&k=2&covariance=fixed&sigma=0.01&init=hand&mean1=1,0&mean2=2,0",
		algos.Expect("model.means[0][0]", `$\mu_1$`, 1, 1e-12), algos.Expect("model.means[1][0]", `$\mu_2$`, 7.6, 1e-12),
		algos.Expect("model.weights[0]", `$\pi_1$`, 1./6, 1e-12)),
	algos.NewFixture("uneven-start-later", "Four points, asymmetric initialisation, after five iterations", "000: 2B-17 (seven "+
		"decimals)", dataset.NumberLine(-2, -1, 1, 2),
		"step=25&k=2&init=hand&mean1=-1,0&mean2=0.5,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 5`, -5.6757418, 5e-8)),
	algos.NewFixture("uneven-start", "Four points, asymmetric initialisation, after one iteration", "000: 2B-17 (seven "+
		"decimals)", dataset.NumberLine(-2, -1, 1, 2),
		"step=5&k=2&init=hand&mean1=-1,0&mean2=0.5,0&init_variance=0.4&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 1`, -6.9231746, 5e-8),
		algos.Expect("model.means[0][0]", `$\mu_1$`, -1.3060652, 5e-8), algos.Expect("model.means[1][0]", `$\mu_2$`, 1.1276932, 5e-8),
		algos.Expect("model.covariances[0][0][0]", `$\sigma_1^2$`, 0.8570452, 5e-8), algos.Expect("model.covariances[1][0][0]", `$\sigma_2^2$`, 1.1740403, 5e-8),
		algos.Expect("model.weights[0]", `$\pi_1$`, 0.4633546, 5e-8)),
	algos.NewFixture("faithful-one", "Old Faithful, full covariances, after one iteration", "scikit-learn 1.2.1, GaussianMixture", faithful(2),
		"step=5&k=2&init=indices&init_indices=7,143&init_variance=0.5&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ after 1`, -1279.7521902634, 1e-8), algos.Expect("model.weights[0]", `$\pi_1$`, 0.58508797112472, 1e-9),
		algos.Expect("model.means[0][0]", `$\mu_{1,1}$`, 3.0730964436342, 1e-8), algos.Expect("model.means[0][1]", `$\mu_{1,2}$`, 67.445361638286, 1e-8),
		algos.Expect("model.covariances[0][0][1]", `$\Sigma_{1,12}$`, 14.666040323227, 1e-8),
		algos.Expect("model.covariances[0][1][1]", `$\Sigma_{1,22}$`, 203.27970494637, 1e-7),
		algos.Expect("model.weights[1]", `$\pi_2$`, 0.41491202887528, 1e-9),
		algos.Expect("model.means[1][0]", `$\mu_{2,1}$`, 4.0725532338488, 1e-8), algos.Expect("model.means[1][1]", `$\mu_{2,2}$`, 75.764467725907, 1e-8),
		algos.Expect("model.covariances[1][0][1]", `$\Sigma_{2,12}$`, 8.0186771484025, 1e-8),
		algos.Expect("model.covariances[1][1][1]", `$\Sigma_{2,22}$`, 116.66685891089, 1e-7)),
	algos.NewFixture("faithful", "Old Faithful, full covariances, converged", "scikit-learn 1.2.1, GaussianMixture, 200 iterations", faithful(2),
		"step=end&k=2&init=indices&init_indices=7,143&init_variance=0.5&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ at the end`, -1130.2639601847, 1e-8), algos.Expect("model.weights[0]", `$\pi_1$`, 0.35587285710571, 1e-9),
		algos.Expect("model.means[0][0]", `$\mu_{1,1}$`, 2.03638845462, 1e-8), algos.Expect("model.means[0][1]", `$\mu_{1,2}$`, 54.478516376968, 1e-8),
		algos.Expect("model.covariances[0][0][1]", `$\Sigma_{1,12}$`, 0.4351676244435, 1e-8),
		algos.Expect("model.covariances[0][1][1]", `$\Sigma_{1,22}$`, 33.697282072302, 1e-7),
		algos.Expect("model.weights[1]", `$\pi_2$`, 0.64412714289429, 1e-9),
		algos.Expect("model.means[1][0]", `$\mu_{2,1}$`, 4.289661973096, 1e-8), algos.Expect("model.means[1][1]", `$\mu_{2,2}$`, 79.968115173856, 1e-8),
		algos.Expect("model.covariances[1][0][1]", `$\Sigma_{2,12}$`, 0.94060931927025, 1e-8),
		algos.Expect("model.covariances[1][1][1]", `$\Sigma_{2,22}$`, 36.046211317553, 1e-7),
		algos.Expect("model.aic", "AIC", 2282.527920369, 1e-8), algos.Expect("model.bic", "BIC", 2322.191743099, 1e-8)),
	algos.NewFixture("faithful-tied", "Old Faithful, tied covariance", "scikit-learn 1.2.1, GaussianMixture, 200 iterations", faithful(2),
		"step=end&k=2&covariance=tied&init=indices&init_indices=7,143&init_variance=0.5&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ at the end`, -1140.1867594371, 1e-8), algos.Expect("model.weights[0]", `$\pi_1$`, 0.35924784853326, 1e-9),
		algos.Expect("model.covariances[0][0][1]", `$\Sigma_{12}$`, 0.75151707664452, 1e-8),
		algos.Expect("model.covariances[1][1][1]", `$\Sigma_{22}$`, 35.170544721834, 1e-7)),
	algos.NewFixture("faithful-spherical", "Old Faithful, spherical covariances", "scikit-learn 1.2.1, GaussianMixture, 200 iterations", faithful(2),
		"step=end&k=2&covariance=spherical&init=indices&init_indices=7,143&init_variance=0.5&reg_covar=0",
		algos.Expect("metric.log_likelihood", `$\ell$ at the end`, -1709.5292821774, 1e-8),
		algos.Expect("model.covariances[0][0][0]", `$\sigma_1^2$`, 15.998828849987, 1e-7),
		algos.Expect("model.covariances[1][0][0]", `$\sigma_2^2$`, 17.351734492563, 1e-7)),
}

// timed is what the benchmarks time: a hundred iterations of EM with full
// covariances, from the first five rows, weights ⅕ and covariances 2I.
var timed = []algos.Bench{{Task: "gmm K=5 full, 100 EM iterations", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: iterating}}

func iterating(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	const k, iterations, reg = 5, 100, 1e-6
	if len(x) < k {
		return nil, nil, fmt.Errorf("%d points are too few for %d components", len(x), k)
	}
	e := newEM(x, 2, k, full, reg)
	r, now, next := make([]float64, len(x)*k), newMixture(k), newMixture(k)
	do = func() {
		for j := range k {
			now.weight[j], now.mean[j], now.cov[j] = 1./k, x[j], sym{2, 0, 2}
		}
		for range iterations {
			e.expect(r, now)
			e.maximise(next, r, now)
			now, next = next, now
		}
	}
	answers = func() []algos.Value {
		means := make([][]float64, k)
		for j, m := range now.mean {
			means[j] = []float64{m[0], m[1]}
		}
		loglik := e.expect(r, now)
		return []algos.Value{{Name: "log_likelihood", Value: loglik}, {Name: "weights", Value: slices.Clone(now.weight)}, {Name: "means", Value: means}}
	}
	return do, answers, nil
}
