package dpmixture

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// seven are points whose 877 seatings were listed elsewhere.
var (
	seven = dataset.NumberLine(-1.8701171875, -1.5380859375, -0.828125, 1.1806640625, 2.1064453125, 0.3740234375, 1.6552734375)
	blobs = dataset.Generate("blobs3", 40, 0.45, 1)
	equal = dataset.NumberLine(1, 1, 1, 1, 1, 1)
)

const ofSeven = "alpha=0.8&sigma=0.5&tau=2"

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("three", "Three groups", blobs, "step=end&opens=12",
		"The number of clusters is unknown. All points start in one cluster, and new clusters are created."),

	algos.NewPreset("point", "One Gibbs update", blobs, "step=50",
		"One Gibbs update: the weight of each cluster is its size times its predictive density at the point."),

	algos.NewPreset("alone", "Singletons", blobs, "step=end&init=alone&opens=0",
		"Forty singleton clusters: most of them disappear in the first sweep."),

	algos.NewPreset("one-by-one", "Sequential (CRP)", blobs, "step=end&init=one-by-one&opens=0",
		"Points are assigned sequentially, as in the Chinese restaurant process: a good initialisation, but not yet a posterior sample."),

	algos.NewPreset("seven", "Seven points, all 877 partitions", seven, "step=end&sweeps=1000&burn_in=50&opens=300&"+ofSeven,
		"Seven points have 877 partitions. The sampled frequencies have to match the exact posterior."),

	algos.NewPreset("small-alpha", "Small concentration α", blobs, "step=end&alpha=0.01",
		"A new cluster has the prior weight of a hundredth of a point, so new clusters are rare."),

	algos.NewPreset("large-alpha", "Large concentration α", blobs, "step=end&alpha=30",
		"A new cluster has the prior weight of thirty points: small clusters appear and disappear all the time."),

	algos.NewPreset("narrow", "σ too small (overclustering)", blobs, "step=end&sigma=0.15",
		"σ is too small: each group is split into several clusters."),

	algos.NewPreset("broad", "σ too large (underclustering)", blobs, "step=end&sigma=2",
		"σ is too large: one cluster contains points of several groups."),

	algos.NewPreset("moons", "Model misspecification", dataset.Generate("moons", 80, 0.1, 1), "step=end&sigma=0.3&tau=1.5",
		"Two moons, but the model assumes discs of one size: it needs more than two clusters."),

	algos.NewPreset("equal", "Six equal points", equal, "step=end&sweeps=500&burn_in=20&opens=100",
		"The points are identical, but they need not share a cluster: every partition has positive prior probability."),
}

const oracle = "listed seatings, checked elsewhere: "

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("seven", "Seven points: 877 partitions", oracle+"ln p(x), and the posterior over the number of "+
		"clusters", seven, "step=0&sweeps=20&"+ofSeven,
		algos.Expect("model.log_evidence", `$\ln p(x)$`, -14.768195133775, 1e-11),
		algos.Expect("model.posterior_k[1]", `$p(K=2\mid x)$`, 0.208359753259, 1e-11),
		algos.Expect("model.posterior_k[2]", `$p(K=3\mid x)$`, 0.447254442124, 1e-11),
		algos.Expect("model.posterior_k[3]", `$p(K=4\mid x)$`, 0.268774280737, 1e-11),
		algos.Expect("model.prior_k[0]", `$p(K=1)$`, 0.1985821551851, 1e-12),
		algos.Expect("model.co_clustering[0][1]", `$p(z_1=z_2\mid x)$`, 0.792109280877, 1e-11),
		algos.Expect("model.co_clustering[4][6]", `$p(z_5=z_7\mid x)$`, 0.76717940475, 1e-11)),
	algos.NewFixture("two", "Two equal points at m₀, σ = τ = 1", "closed form: together "+
		"$\\frac{1}{2}\\cdot\\frac{1}{2\\pi\\sqrt{3}}$", dataset.NumberLine(0, 0),
		"step=0&sigma=1&tau=1&sweeps=10",
		algos.Expect("metric.log_joint", `$\ln p(x,z)$`, math.Log(1/(4*math.Pi*math.Sqrt(3))), 1e-14),
		algos.Expect("model.posterior_k[0]", `$p(K=1\mid x)$`, 2/(2+math.Sqrt(3)), 1e-14)),
	algos.NewFixture("prior", "Ten points: prior mean number of clusters, α = 1", "000: 2B-18, Σ 1/i", dataset.NumberLine(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
		"step=0&sweeps=1",
		algos.Expect("metric.prior_clusters", `$\sum_{i\le10}\frac{1}{i}$`, 7381./2520, 1e-14)),
}
