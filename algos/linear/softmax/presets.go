package softmax

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// iris are 150 irises of three species: the lengths of sepal and petal in cm
// (E. Anderson 1935, R. A. Fisher 1936).
func iris() dataset.Source {
	return dataset.Explicit(dataset.Embedded(files, "iris.csv", dataset.Classes))
}

// labelled returns explicit points with class indices; each row is x₁, x₂ and the
// class.
func labelled(rows ...[3]float64) dataset.Source {
	s := dataset.Set{Dim: 2, Target: dataset.Classes}
	for _, r := range rows {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r[0], r[1]}, Y: r[2]})
	}
	return dataset.Explicit(s)
}

var (
	// balanced is the two-class example of 004, as in the demo of logistic
	// regression.
	balanced = labelled([3]float64{0, 0, 0}, [3]float64{1, 0, 1}, [3]float64{2, 0, 0}, [3]float64{3, 0, 1})
	// shares has three, two and one point of three classes, all at one place.
	shares = labelled([3]float64{1, 2, 0}, [3]float64{1, 2, 0}, [3]float64{1, 2, 0}, [3]float64{1, 2, 1}, [3]float64{1, 2, 1}, [3]float64{1, 2, 2})
	// square has a class at each corner, with a stray point for each.
	square = labelled(
		[3]float64{-1, -1, 0}, [3]float64{-1.4, -0.8, 0}, [3]float64{-0.6, -1.3, 0}, [3]float64{0.9, 0.8, 0},
		[3]float64{1, -1, 1}, [3]float64{1.3, -0.7, 1}, [3]float64{0.7, -1.4, 1}, [3]float64{-0.8, 1, 1},
		[3]float64{1, 1, 2}, [3]float64{1.4, 0.7, 2}, [3]float64{0.6, 1.3, 2}, [3]float64{-0.9, -0.9, 2},
		[3]float64{-1, 1, 3}, [3]float64{-1.2, 0.6, 3}, [3]float64{-0.7, 1.4, 3}, [3]float64{0.8, -1.1, 3},
	)
	// sectors are three classes in sectors of 120°: no line sets one apart from
	// the others, and yet three linear scores tell them apart.
	sectors = labelled(
		[3]float64{0.35, 0.2, 0}, [3]float64{1.83, -0.81, 0}, [3]float64{2, 0.1, 0}, [3]float64{1.73, 1, 0}, [3]float64{1.09, 1.68, 0}, [3]float64{0.21, 1.99, 0},
		[3]float64{-0.35, 0.2, 1}, [3]float64{-0.21, 1.99, 1}, [3]float64{-1.09, 1.68, 1}, [3]float64{-1.73, 1, 1}, [3]float64{-2, 0.1, 1}, [3]float64{-1.83, -0.81, 1},
		[3]float64{0, -0.4, 2}, [3]float64{-1.62, -1.18, 2}, [3]float64{-0.91, -1.78, 2}, [3]float64{0, -2, 2}, [3]float64{0.91, -1.78, 2}, [3]float64{1.62, -1.18, 2},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "blobs", Title: "Three overlapping blobs, Newton", Data: dataset.Generate("blobs3", 90, 1, 4), Step: 4,
		Note: "Three straight borders meet in a point; the vectors sum to 0, and every point lies in the triangle of its probabilities.",
	},
	{
		ID: "gradient", Title: "Gradient descent", Data: dataset.Generate("blobs3", 90, 1, 4), Step: 20,
		Params: param.Pairs("solver", "gd", "eta", "0.012"),
		Note:   "Each class pulls its vector towards its own points; the paths bend where the classes start to compete.",
	},
	{
		ID: "iris", Title: "Fisher's irises", Data: iris(), Step: algos.Last,
		Params: param.Pairs("lambda", "0.1"),
		Note:   "Setosa is far away; only the border between the other two species is in doubt.",
	},
	{
		ID: "rows", Title: "One row a step", Data: dataset.Generate("blobs3", 60, 0.9, 2), Step: 20,
		Params: param.Pairs("solver", "sgd", "eta", "0.2", "lambda", "0.1", "iterations", "400"),
		Note:   "The row drawn pulls its own class's vector towards itself and pushes the others away by their probabilities.",
	},
	{
		ID: "batches", Title: "Mini-batches with a falling η", Data: dataset.Generate("blobs3", 90, 1, 4), Step: algos.Last,
		Params: param.Pairs("solver", "minibatch", "eta", "0.1", "decay", "true", "order", "shuffle", "lambda", "0.5", "iterations", "600"),
		Note:   "The trembling of the vectors dies down as η falls.",
	},
	{
		ID: "reference", Title: "K − 1 vectors (004)", Data: dataset.Generate("blobs3", 90, 1, 4), Step: algos.Last,
		Params: param.Pairs("vectors", "reference-first"),
		Note:   "Without a penalty the probabilities are those of K vectors; raise λ, and the class without a vector is treated differently.",
	},
	{
		ID: "last", Title: "K − 1 vectors (003), penalised", Data: dataset.Generate("blobs3", 90, 1, 4), Step: algos.Last,
		Params: param.Pairs("vectors", "reference-last", "lambda", "5"),
		Note:   "Change which class has no vector: the borders move, for the penalty is not the same.",
	},
	{
		ID: "two", Title: "Two classes are logistic regression", Data: balanced, Step: algos.Last,
		Note: "The checks fit logistic regression beside it: w₁ − w₀ is its θ.",
	},
	{
		ID: "four", Title: "Four corners", Data: square, Step: algos.Last,
		Params: param.Pairs("lambda", "0.2"),
		Note:   "Four vectors point to the four corners; the stray points keep the probabilities modest.",
	},
	{
		ID: "separable", Title: "Separable: no minimum", Data: dataset.Generate("blobs3", 60, 0.3, 4), Step: algos.Last,
		Note: "One class can be cut off by a line, so its vector grows for ever; λ > 0 brings a minimum back.",
	},
	{
		ID: "sectors", Title: "Three sectors", Data: sectors, Step: algos.Last,
		Note: "No line sets a class apart from both others, yet three scores tell all apart: no minimum, which the run finds out by itself.",
	},
}
