package emgmm

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// faithful are 272 eruptions of the geyser Old Faithful: their length and the
// waiting time to the next one, in minutes (W. Härdle 1991, data set faithful of
// R).
// It returns both columns, or for dim = 1 the length of the eruptions.
func faithful(dim int) dataset.Source {
	set := dataset.Embedded(files, "faithful.csv", dataset.None)
	if set.Dim = dim; dim == 1 {
		for i := range set.Points {
			set.Points[i].X[1] = 0
		}
	}
	return dataset.Explicit(set)
}

// line returns points of a line.
func line(xs ...float64) dataset.Source {
	s := dataset.Set{Dim: 1, Target: dataset.None}
	for _, x := range xs {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{x}})
	}
	return dataset.Explicit(s)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "clusters", Title: "Three clusters", Data: dataset.Generate("gmm", 150, 1, 1), Step: 12,
		Note: "Step on: first every point is shared out, then every ellipse is refitted to its shares.",
	},
	{
		ID: "faithful", Title: "Old Faithful", Data: faithful(2), Seed: 1, Step: algos.Last,
		Params: param.Pairs("k", "2"),
		Note:   "Length of an eruption and the wait for the next one, in minutes: two kinds of eruption, found without labels.",
	},
	{
		ID: "overlap", Title: "Overlapping clusters", Data: dataset.Generate("overlap", 160, 0.75, 3), Seed: 1, Step: algos.Last,
		Params: param.Pairs("k", "2", "tol", "1e-5"),
		Note:   "Between the clusters no point belongs to one alone: the pies say how sure the model is.",
	},
	{
		ID: "circles-for-ellipses", Title: "Full or spherical?", Data: dataset.Generate("gmm", 150, 1, 1), Seed: 1, Step: algos.Last,
		Params: param.Pairs("covariance", "spherical"),
		Note:   "Circles cannot hold long clusters: compare the log-likelihood and BIC with covariance = full.",
	},
	{
		ID: "tied", Title: "One ellipse for all", Data: dataset.Generate("gmm", 150, 1, 1), Seed: 1, Step: algos.Last,
		Params: param.Pairs("covariance", "tied"),
		Note:   "A shared covariance is an average that fits nobody; it has the fewest parameters, though.",
	},
	{
		ID: "local-optimum", Title: "Stuck in a local optimum", Data: dataset.Generate("gmm", 150, 1, 1), Step: algos.Last,
		Params: param.Pairs("init", "rows", "rows", "11,48,120", "tol", "1e-5"),
		Note:   "A bad start ends with two components in one cluster, 80 below the best: see Many seeds.",
	},
	{
		ID: "switching", Title: "Labels are only names", Data: dataset.Generate("blobs3", 120, 0.5, 1), Seed: 4, Step: algos.Last,
		Params: param.Pairs("init", "random"),
		Note:   "In Many seeds the pictures are equal and the colours are not: which component is called 1 is chance.",
	},
	{
		ID: "collapse", Title: "A component collapses", Data: dataset.Generate("gmm", 30, 1, 4), Step: algos.Last,
		Params: param.Pairs("k", "5", "init", "rows", "rows", "9,8,6,29,16", "reg", "0"),
		Note:   "Without reg one component closes in on two points, and the likelihood goes to infinity. Now set reg to 10⁻⁶.",
	},
	{
		ID: "kept-alive", Title: "Kept alive by reg", Data: dataset.Generate("gmm", 30, 1, 4), Step: algos.Last,
		Params: param.Pairs("k", "5", "init", "rows", "rows", "9,8,6,29,16"),
		Note:   "The same start with reg = 10⁻⁶: the run converges, but a needle through two points is no cluster.",
	},
	{
		ID: "wrong-model", Title: "Not Gaussian at all", Data: dataset.Generate("circles", 160, 0.1, 2), Seed: 2, Step: algos.Last,
		Params: param.Pairs("k", "2", "tol", "1e-4"),
		Note:   "A ring around a disc: two ellipses are the wrong model. Raise k and see what BIC says.",
	},
	{
		ID: "by-hand", Title: "Start by hand", Data: dataset.Generate("gmm", 150, 1, 1), Step: algos.Last,
		Params: param.Pairs("init", "hand"),
		Note:   "Drag the hollow marks: where the means start decides where they end.",
	},
	{
		ID: "eruptions", Title: "One dimension: eruptions", Data: faithful(1), Seed: 1, Step: algos.Last,
		Params: param.Pairs("k", "2"),
		Note:   "The length of an eruption alone: the density is a sum of two bells.",
	},
	{
		ID: "four-points", Title: "Four points on a line (002)", Data: line(-2, -1, 1, 2), Step: 10,
		Params: param.Pairs("k", "2", "init", "hand", "mean1", "-1,0", "mean2", "1,0", "spread", "0.4", "reg", "0"),
		Note:   "Small enough for pencil and paper: means ∓1, variance 1, and after one iteration the mean is −1.345.",
	},
	{
		ID: "uneven-start", Title: "Four points, uneven start (000)", Data: line(-2, -1, 1, 2), Step: 10,
		Params: param.Pairs("k", "2", "init", "hand", "mean1", "-1,0", "mean2", "0.5,0", "spread", "0.4", "reg", "0"),
		Note:   "The means start at −1 and ½; the first shares of component 1 are 0.932, 0.755, 0.133 and 0.033.",
	},
}
