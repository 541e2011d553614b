package kernels

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "catch",
		Text: "The sine of a distance, periodicnorm, is no kernel in the plane. Place at most six points for which the least eigenvalue " +
			"of one such kernel by itself " +
			"is at most -0.5.",
		Hint:  "The preset has −0.41 with three corners: two points are a period from the first, and not from one another. Take more such points.",
		Start: "preset=periodic", Asks: -0.5, Fewer: true, OwnPoints: true,
		Example: "expression=periodicnorm(0.5,1)&data=" + dataset.Plane([2]float64{}, [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{-1, 0}, [2]float64{0, -1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || len(v.parts) != 1 || v.parts[0].op != leaf || v.parts[0].family.name != "periodicnorm" || len(v.x) > 6 || v.dim != 2 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.now.least(), Words: v.vars().Text("λ min = <least>")}, true
		}),
	},
	{
		ID: "minus",
		Text: "Write an expression that ends in a minus between two rbf kernels, and that six or more points cannot tell from a " +
			"kernel: a least eigenvalue of at least 0.1.",
		Hint:  "Weyl: λ min falls by the largest eigenvalue of what is subtracted, at most.",
		Start: "preset=difference", Asks: 0.1,
		Example: "preset=difference&expression=3*rbf(3)-0.1*rbf(0.5)",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || len(v.x) < 6 || v.part().op != difference || !gaussian(v.part().args[0]) || !gaussian(v.part().args[1]) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.now.least(), Words: v.vars().Text("λ min = <least>")}, true
		}),
	},
	{
		ID:    "slow",
		Text:  "Make the series of the Gaussian kernel slow: it shall come to its end, and take at least 50 terms.",
		Hint:  "The factorial has to win against the power of u = 2γ⟨x, z⟩.",
		Start: "preset=series", Asks: 50,
		Example: "preset=series&gamma=3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Mode != series || v.bound > enough {
				return algos.Score{}, false
			}
			return algos.Counted(v.taken, "<n term>"), true
		}),
	},
}

// ended returns the end of a whole expression.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.Mode == algebra && v.taken == len(v.parts) && v.now.eigen != nil
}

// gaussian reports whether a part is an rbf kernel, perhaps with a factor above 0.
func gaussian(n *node) bool {
	if n.op == scaled && n.value > 0 {
		n = n.args[0]
	}
	return n.op == leaf && n.family.name == "rbf"
}
