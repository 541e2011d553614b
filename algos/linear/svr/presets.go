package svr

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// line makes a one-dimensional regression set of rows (x, y).
func line(rows ...[2]float64) dataset.Source {
	s := dataset.Set{Dim: 1, Target: dataset.Values}
	for _, r := range rows {
		s.Points = append(s.Points, dataset.Point{X: [2]float64{r[0]}, Y: r[1]})
	}
	return dataset.Explicit(s)
}

// twoPoints is the example of 001: (0, 0) and (1, 1).
var twoPoints = line([2]float64{0, 0}, [2]float64{1, 1})

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// sinc is sin(πx)/πx at inputs spread by the golden ratio, which fills every gap
// in turn, with a small wave on top that stands for noise.
func sinc(n int) dataset.Source {
	var rows [][2]float64
	for i := range n {
		_, share := math.Modf(float64(i+1) * (math.Sqrt(5) - 1) / 2)
		x := hundredths(6*share - 3)
		y := 1.0
		if x != 0 {
			y = math.Sin(math.Pi*x) / (math.Pi * x)
		}
		rows = append(rows, [2]float64{x, hundredths(y + 0.06*math.Sin(17*float64(i)))})
	}
	return line(rows...)
}

// outliers is a line with three targets far above it.
func outliers() dataset.Source {
	s := dataset.Generate("line", 30, 0.2, 4)
	set, err := s.Load()
	if err != nil {
		panic(err) // the generator and its settings are our own
	}
	for _, i := range []int{4, 13, 22} {
		set.Points[i].Y += 4
	}
	return dataset.Explicit(set)
}

// hill is a bump in the plane, at inputs spread by the plane's relative of the
// golden ratio.
func hill(n int) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1
	s := dataset.Set{Dim: 2, Target: dataset.Values}
	for i := range n {
		_, a := math.Modf(float64(i+1) / g)
		_, b := math.Modf(float64(i+1) / (g * g))
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		s.Points = append(s.Points, dataset.Point{X: [2]float64{x, y}, Y: hundredths(2*math.Exp(-(x*x+y*y)/3) - 0.5*x/3)})
	}
	return dataset.Explicit(s)
}

// with lists parameters: a kernel, then names and values.
func with(kernel string, more ...string) param.Values {
	return param.Pairs(append([]string{"kernel", kernel}, more...)...)
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	{
		ID: "sine", Title: "Noisy sine", Data: dataset.Generate("sine", 30, 0.15, 3), Step: 40,
		Note: "Step on: two coefficients move at a time, the dashed curve is what was before, and the tube closes around the points.",
	},
	{
		ID: "wide-tube", Title: "A wide tube is sparse", Data: dataset.Generate("sine", 30, 0.15, 3), Step: algos.Last,
		Params: with("rbf", "epsilon", "0.4"),
		Note:   "Few points touch the tube or lie outside, and only they have a β: drag any grey point inside the tube and nothing changes.",
	},
	{
		ID: "no-tube", Title: "No tube: ε = 0", Data: dataset.Generate("sine", 30, 0.15, 3), Step: algos.Last,
		Params: with("rbf", "epsilon", "0"),
		Note:   "Without a tube the loss is |y − f| and every point pulls: the sparsity comes from ε alone.",
	},
	{
		ID: "line", Title: "A line", Data: dataset.Generate("line", 30, 0.4, 2), Step: algos.Last,
		Params: with("linear", "epsilon", "0.3"),
		Note:   "The tube has straight borders; its slope is Σβx, carried by the points on and outside the border.",
	},
	{
		ID: "outliers", Title: "Three outliers", Data: outliers(), Step: algos.Last,
		Params: with("linear", "epsilon", "0.3"),
		Note:   "An outlier pulls with β = C and no more, however far away it is: drag one up and the line stays where it is.",
	},
	{
		ID: "two-points", Title: "Two points (001)", Data: twoPoints, Step: algos.Last,
		Params: with("linear"),
		Note:   "One pair does it: β = (−0.8, 0.8), so w = 0.8 and b = 0.1, and both points are on the border of the tube.",
	},
	{
		ID: "no-free", Title: "No free support vector (001)", Data: twoPoints, Step: algos.Last,
		Params: with("linear", "C", "0.5"),
		Note:   "Both points are at the bound C = 0.5: the slope is 0.5, and every b from 0.1 to 0.4 is optimal. Averaging over support vectors, as the notes say, does not give it.",
	},
	{
		ID: "sinc", Title: "sin(πx)/πx", Data: sinc(40), Step: algos.Last,
		Params: with("rbf", "C", "10", "gamma", "1"),
		Note:   "The textbook picture: raise ε from 0.05 to 0.5 and watch the tube flatten the side waves away.",
	},
	{
		ID: "step", Title: "A step", Data: dataset.Generate("step", 40, 0.15, 2), Step: algos.Last,
		Params: with("laplacian", "C", "5", "gamma", "1"),
		Note:   "The Laplacian kernel has a kink at every support vector; compare the RBF, which cannot climb the step without a wave.",
	},
	{
		ID: "cubic", Title: "A polynomial", Data: dataset.Generate("sine", 24, 0.1, 5), Step: algos.Last,
		Params: with("poly", "gamma", "0.5", "degree", "3", "epsilon", "0.2", "tol", "1e-6"),
		Note:   "Pairs crawl here: the timeline marks where a linear solve moves all free variables at once.",
	},
	{
		ID: "wiggle", Title: "γ too large", Data: dataset.Generate("sine", 30, 0.15, 3), Step: algos.Last,
		Params: with("rbf", "gamma", "40", "C", "100"),
		Note:   "Every point has its own bump and most are support vectors: a perfect tube that has learnt nothing between the points.",
	},
	{
		ID: "hill", Title: "A hill in the plane", Data: hill(60), Step: algos.Last,
		Params: with("rbf", "C", "10", "epsilon", "0.15"),
		Note:   "Two inputs: the shading is f, and the fit beside it shows the tube as a band around the diagonal.",
	},
	{
		ID: "sigmoid", Title: "A kernel that is none", Data: dataset.Generate("sine", 24, 0.1, 5), Step: algos.Last,
		Params: with("sigmoid", "gamma", "1", "coef0", "-1", "tol", "1e-4"),
		Note:   "tanh is not positive semi-definite: the checks name a negative eigenvalue, and duality promises nothing.",
	},
}
