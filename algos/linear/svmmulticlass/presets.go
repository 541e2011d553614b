package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

var (
	// iris are two measures of 150 irises of three species, the lengths of sepal and
	// petal in cm (E. Anderson 1935, R. A. Fisher 1936).
	iris = dataset.Explicit(dataset.Embedded(files, "iris2.csv", dataset.Classes))
	// blobs3 is the three-class set of the reference runs.
	blobs3 = dataset.Explicit(dataset.Embedded(files, "blobs3.csv", dataset.Classes))
	// triangle is a point a class at the corners of an equilateral triangle.
	triangle = rows([3]float64{0, 1, 0}, [3]float64{-math.Sqrt(3) / 2, -0.5, 1}, [3]float64{math.Sqrt(3) / 2, -0.5, 2})
	// pair is a point a class on a line.
	pair = rows([3]float64{-1, 0, 0}, [3]float64{1, 0, 1})
)

// rows makes a set of rows x₁, x₂, class.
func rows(all ...[3]float64) dataset.Source {
	s := dataset.Set{Dim: 2, Target: dataset.Classes}
	for _, r := range all {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r[0], r[1]}, Y: r[2]})
	}
	return dataset.Explicit(s)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// discs puts n points of each class around its centre, evenly in a disc of that
// radius by the golden angle. Classes take turns.
func discs(n int, radius float64, centres ...[2]float64) dataset.Source {
	var all [][3]float64
	for i := range n {
		for k, c := range centres {
			r, a := radius*math.Sqrt((float64(i)+0.5)/float64(n)), 2.399963*float64(i+7*k)
			all = append(all, [3]float64{hundredths(c[0] + r*math.Cos(a)), hundredths(c[1] + r*math.Sin(a)), float64(k)})
		}
	}
	return rows(all...)
}

// ring are the centres of k classes on a circle.
func ring(k int, radius float64) [][2]float64 {
	var c [][2]float64
	for i := range k {
		a := 2 * math.Pi * float64(i) / float64(k)
		c = append(c, [2]float64{radius * math.Cos(a), radius * math.Sin(a)})
	}
	return c
}

func with(method string, more ...string) param.Values {
	return param.Pairs(append([]string{"method", method}, more...)...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "blobs", Title: "Three blobs, by descent", Data: dataset.Generate("blobs3", 60, 0.6, 3), Seed: 1, Step: 50,
		Note: "Step on: one point a step, its strongest rival class, and two weight vectors that move; the dual is a bound from below all the time.",
	},
	{
		ID: "optimum", Title: "Three blobs, the optimum", Data: dataset.Generate("blobs3", 60, 0.6, 3), Seed: 1, Step: algos.Last,
		Params: with(crammerSinger, "passes", "5"),
		Note:   "After the descent the dual takes over and closes the gap: on the dashed lines a class leads by exactly Δ.",
	},
	{
		ID: "one-vs-one", Title: "One-vs-one, and a tie", Data: dataset.Generate("blobs3", 60, 1, 5), Step: algos.Last,
		Params: with(oneVsOne, "query", "0.18,-0.28"),
		Note:   "Three machines and a vote: q lies in the triangle where each class has one vote, and the tie goes to the first class.",
	},
	{
		ID: "one-vs-rest", Title: "The same by one-vs-rest", Data: dataset.Generate("blobs3", 60, 1, 5), Step: algos.Last,
		Params: with(oneVsRest, "query", "0.18,-0.28"),
		Note:   "Between the dashed lines none or two machines claim the place; the largest score decides all the same.",
	},
	{
		ID: "middle", Title: "A class in the middle", Data: discs(12, 0.7, [2]float64{0, 0}, [2]float64{2, 2}, [2]float64{-2, 2}, [2]float64{-2, -2}, [2]float64{2, -2}), Step: algos.Last,
		Params: with(oneVsRest, "C", "10"),
		Note:   "No line tells the middle class from the rest: its machine gives the same score everywhere, below 0, and claims nothing. It wins only where all the others are lower still.",
	},
	{
		ID: "middle-joint", Title: "The class in the middle, jointly", Data: discs(12, 0.7, [2]float64{0, 0}, [2]float64{2, 2}, [2]float64{-2, 2}, [2]float64{-2, -2}, [2]float64{2, -2}), Seed: 1, Step: algos.Last,
		Params: with(crammerSinger, "C", "10"),
		Note:   "Its weights stay short and its constant large: it wins where all the others are small.",
	},
	{
		ID: "ordered", Title: "Ordered classes", Data: discs(12, 1.3, [2]float64{-3, -0.6}, [2]float64{-1, 0.5}, [2]float64{1, -0.5}, [2]float64{3, 0.6}), Seed: 1, Step: algos.Last,
		Params: with(crammerSinger, "delta", ordinal),
		Note:   "Δ = |y − j|: a class must keep twice the margin from the class after next. Change Δ to 0 or 1 and compare the confusions.",
	},
	{
		ID: "dear", Title: "The first class is dear", Data: dataset.Generate("blobs3", 90, 1, 5), Seed: 1, Step: algos.Last,
		Params: with(crammerSinger, "delta", dear),
		Note:   "To miss class 0 costs four times as much, so its region grows until hardly any of its points is lost.",
	},
	{
		ID: "iris", Title: "Irises, one-vs-one with RBF kernel", Data: iris, Step: algos.Last,
		Params: with(oneVsOne, "kernel", "rbf", "gamma", "0.5", "query", "5,3"),
		Note:   "Fisher's irises by the lengths of sepal and petal: setosa stands apart, the two others overlap.",
	},
	{
		ID: "eight", Title: "Eight classes, 28 machines", Data: discs(8, 0.75, ring(8, 3)...), Step: 40,
		Params: with(oneVsOne, "C", "10"),
		Note:   "Each machine sees two classes only; the faint points are not its business.",
	},
	{
		ID: "origin", Title: "Without the constant", Data: discs(10, 0.8, [2]float64{1, 1}, [2]float64{3, 3}, [2]float64{3, 0.5}), Seed: 1, Step: algos.Last,
		Params: with(crammerSinger, "bias", "false"),
		Note:   "All boundaries are rays from the origin: what lies behind another class on the same ray cannot be told from it.",
	},
	{
		ID: "triangle", Title: "A point a class", Data: triangle, Seed: 1, Step: algos.Last,
		Note: "By symmetry w_k = ⅔·x_k: all margins are exactly 1, and primal and dual are ⅔.",
	},
	{
		ID: "long-descent", Title: "A long descent", Data: dataset.Generate("blobs3", 90, 0.9, 5), Seed: 2, Step: algos.Last,
		Params: with(crammerSinger, "passes", "50", "finish", "false"),
		Note:   "Stochastic descent alone: the gap says how far the objective still is from its minimum, and shrinks like 1/t.",
	},
}
