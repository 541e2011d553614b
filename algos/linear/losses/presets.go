package losses

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// The examples of the lecture notes and of what they leave out.
var (
	// fourMargins have the margins −1, 0, 1, 2 under θ = (1, 0).
	fourMargins = dataset.Labelled([3]float64{-1, 0, 1}, [3]float64{0, 0, 1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1})
	// nearMisses have margins between −0.541 and 0 under θ = (1, 0).
	nearMisses = dataset.Labelled(
		[3]float64{-0.1, 0.8, 1}, [3]float64{-0.25, -0.6, 1}, [3]float64{-0.4, 0.2, 1}, [3]float64{-0.5, -1.1, 1},
		[3]float64{0.15, 1.2, -1}, [3]float64{0.3, -0.2, -1}, [3]float64{0.45, 0.5, -1}, [3]float64{1.2, 0.4, 1}, [3]float64{-1.3, -0.3, -1},
	)
	// farRight is separable, with some points very far on their right side.
	farRight = dataset.Labelled(
		[3]float64{0.5, 0.4, 1}, [3]float64{0.6, -0.5, 1}, [3]float64{0.9, 0.1, 1}, [3]float64{0.7, 0.9, 1},
		[3]float64{-0.5, 0.5, -1}, [3]float64{-0.6, -0.4, -1}, [3]float64{-0.9, 0, -1}, [3]float64{-0.8, -0.9, -1},
		[3]float64{1.5, 5.5, 1}, [3]float64{2, 6, 1}, [3]float64{1.8, 5, 1},
	)
	// outlier is two groups, with one point deep on the wrong side.
	outlier = dataset.Labelled(
		[3]float64{1, 0.6, 1}, [3]float64{1.4, -0.4, 1}, [3]float64{0.8, -0.9, 1}, [3]float64{1.7, 0.3, 1}, [3]float64{1.2, 1.1, 1},
		[3]float64{-1, 0.5, -1}, [3]float64{-1.3, -0.6, -1}, [3]float64{-0.9, -1, -1}, [3]float64{-1.6, 0.2, -1}, [3]float64{-1.1, 1, -1},
		[3]float64{-3.5, -2, 1},
	)
	// two are two points at a right angle.
	two = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "overlap", Title: "Overlapping blobs", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: 12,
		Note: "Step on: θ turns, the points slide along the curve, and every loss has its own valley.",
	},
	{
		ID: "margins", Title: "Margins −1, 0, 1, 2 (004)", Data: fourMargins, Step: 0,
		Note: "The table by hand: hinge 2, 1, 0, 0, and logistic 1.313, 0.693, 0.313, 0.127. Look at the second point.",
	},
	{
		ID: "gap", Title: "Near misses: ln is no bound (002)", Data: nearMisses, Step: 0,
		Params: param.Pairs("loss", "logistic"),
		Note:   "Seven mistakes, and each has an ln-logistic loss below 1: see the red field, and the first check.",
	},
	{
		ID: "outlier", Title: "One point deep on the wrong side", Data: outlier, Step: algos.Last,
		Params: param.Pairs("loss", "exponential"),
		Note:   "The 0–1 loss ignores how wrong it is; the exponential and square losses turn θ away to please it.",
	},
	{
		ID: "far-right", Title: "Too right for the square (003)", Data: farRight, Step: algos.Last,
		Params: param.Pairs("loss", "square"),
		Note:   "Three points far on their right side: the square charges for that, and turns away from the best hinge angle.",
	},
	{
		ID: "separable", Title: "Separable blobs", Data: dataset.Generate("blobs", 40, 0.4, 3), Step: algos.Last,
		Params: param.Pairs("norm", "2"),
		Note:   "The hinge is exactly 0 on a whole arc of angles; the logistic losses never are. Lengthen θ, and the arc grows.",
	},
	{
		ID: "short", Title: "A short θ", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: algos.Last,
		Params: param.Pairs("norm", "0.15"),
		Note:   "All margins are near 0: the losses look alike, and hinge, logistic and exponential nearly agree on an angle.",
	},
	{
		ID: "long", Title: "A long θ", Data: dataset.Generate("overlap", 60, 0.9, 5), Step: algos.Last,
		Params: param.Pairs("norm", "5", "loss", "logistic2"),
		Note:   "Far from 0 the logistic loss is the hinge without its corner, and the exponential listens to the worst point alone.",
	},
	{
		ID: "offset", Title: "Away from the origin", Data: dataset.Labelled(
			[3]float64{2.2, 1.4, -1}, [3]float64{1.8, 2.1, -1}, [3]float64{2.6, 1.9, -1}, [3]float64{1.5, 1.2, -1}, [3]float64{2.9, 1.1, -1},
			[3]float64{3.6, 3.2, 1}, [3]float64{3.1, 3.9, 1}, [3]float64{4.2, 2.8, 1}, [3]float64{4.0, 3.8, 1}, [3]float64{2.8, 3.3, 1},
		), Step: algos.Last,
		Params: param.Pairs("theta0", "-3.7", "loss", "logistic"),
		Note:   "θ₀ moves the line: with θ₀ = 0 it passes through the origin, and no angle separates these points.",
	},
	{
		ID: "xor", Title: "XOR", Data: dataset.Generate("xor", 40, 0.15, 6), Step: algos.Last,
		Note: "No angle helps: at best 17 of 40 points are wrong, and the valleys say more about the noise than about the classes.",
	},
}
