package gpregression

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

// spread makes n observations of a function at inputs spread over [0, width] by
// the golden ratio, which fills every gap in turn. Numbers have two decimals.
func spread(n int, from, width float64, f func(x float64) float64) dataset.Source {
	rows := make([][2]float64, n)
	for i := range rows {
		_, share := math.Modf(float64(i+1) * (math.Sqrt(5) - 1) / 2)
		x := hundredths(from + width*share)
		rows[i] = [2]float64{x, hundredths(f(x))}
	}
	return line(rows...)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// The examples of the lecture notes, and others that have a point to make.
var (
	onePoint    = line([2]float64{0, 1})
	twoPoints   = line([2]float64{-1, 1}, [2]float64{1, -1})
	threePoints = line([2]float64{-1, -1}, [2]float64{0, 0.5}, [2]float64{1, 1})
	ridgePoints = line([2]float64{1, 1}, [2]float64{2, 3}, [2]float64{3, 2})

	wiggle    = spread(8, -3, 6, func(x float64) float64 { return math.Sin(1.7*x) + 0.3*x })
	season    = spread(26, 0, 6, func(x float64) float64 { return 0.35*x - 0.5 + 0.6*math.Sin(2*math.Pi*x/1.5) })
	parabola  = spread(7, -2, 4, func(x float64) float64 { return 0.6*x*x - 0.8*x - 0.5 })
	plateaus  = spread(14, -3, 6, func(x float64) float64 { return math.Round(math.Sin(1.4 * x)) })
	duplicate = line([2]float64{-2, -0.6}, [2]float64{-0.5, 0.4}, [2]float64{-0.5, 0.8}, [2]float64{1, 0.9}, [2]float64{1, 0.9}, [2]float64{2.2, -0.3})
	// The slow trend and the quick wave explain these equally well.
	ambiguous = line([2]float64{-2.85, -1.75}, [2]float64{-2.12, -0.77}, [2]float64{-1.24, -0.18}, [2]float64{-0.87, -0.85}, [2]float64{-0.27, -0.27},
		[2]float64{0.37, 0.66}, [2]float64{0.9, 0.81}, [2]float64{1.23, 0.05}, [2]float64{1.81, 0.64}, [2]float64{2.81, 1.7})
)

// outlier is a smooth curve with one observation far from it.
func outlier() dataset.Source {
	s := spread(13, -3, 6, func(x float64) float64 { return math.Sin(x) })
	s.Set.Points[9].Y = 3
	return s
}

// hills are observations in the plane, spread by the plane's relative of the
// golden ratio.
func hills(n int) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1
	s := dataset.Set{Dim: 2, Target: dataset.Values}
	for i := range n {
		_, a := math.Modf(float64(i+1) / g)
		_, b := math.Modf(float64(i+1) / (g * g))
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		s.Points = append(s.Points, dataset.Point{X: [2]float64{x, y}, Y: hundredths(math.Sin(1.2*x) * math.Cos(0.9*y))})
	}
	return dataset.Explicit(s)
}

func with(kernel string, more ...string) param.Values {
	return param.Pairs(append([]string{"kernel", kernel}, more...)...)
}

// The first preset is what the page opens with.
var presets = []algos.Preset{
	{
		ID: "sine", Title: "Noisy sine", Data: dataset.Generate("sine", 24, 0.2, 3), Seed: 1, Step: 24,
		Note: "Step on: each observation pins the band down where it lies and leaves it wide where nothing is known. Drag q₁ and q₂.",
	},
	{
		ID: "few", Title: "From the prior to the posterior", Data: wiggle, Seed: 2, Step: 0,
		Params: with("1.2*rbf(0.9)", "noise_var", "0.001", "samples", "5", "q1", "-2,0", "q2", "-1,0"),
		Note:   "At first the draws do as they like. Every observation throws out the functions that miss it.",
	},
	{
		ID: "surface", Title: "Two inputs", Data: hills(30), Seed: 1, Step: algos.Last,
		Params: with("0.7*rbf(1.1)", "noise_var", "0.001"),
		Note:   "The mean on the board, the standard deviation beside it: it is low around the observations only.",
	},
	{
		ID: "optimise", Title: "Climb the evidence", Data: dataset.Generate("sine", 30, 0.2, 7), Seed: 1, Step: algos.Last,
		Params: with("0.3*rbf(0.4)", "noise_var", "0.5", "optimise", "true"),
		Note:   "Three starts end at one optimum: length, amplitude and noise, learnt from 30 observations.",
	},
	{
		ID: "two-optima", Title: "Two explanations", Data: ambiguous, Seed: 3, Step: algos.Last,
		Params: with("1*rbf(1)", "noise_var", "0.1", "optimise", "true", "starts", "6"),
		Note:   "A quick wave with little noise or a slow trend with much: both are local optima. Jump between the ticks.",
	},
	{
		ID: "short", Title: "Length too short", Data: dataset.Generate("sine", 24, 0.2, 3), Seed: 1, Step: algos.Last,
		Params: with("1*rbf(0.12)"),
		Note:   "The fit is perfect and the complexity enormous: between the observations nothing is learnt.",
	},
	{
		ID: "long", Title: "Length too long", Data: dataset.Generate("sine", 24, 0.2, 3), Seed: 1, Step: algos.Last,
		Params: with("1*rbf(4)"),
		Note:   "Simple, and wrong: the complexity is low and the fit collapses. The evidence weighs one against the other.",
	},
	{
		ID: "interpolation", Title: "No noise: through every point", Data: wiggle, Seed: 1, Step: algos.Last,
		Params: with("1.5*rbf(1)", "noise_var", "0"),
		Note:   "With σ² = 0 the band closes at every observation.",
	},
	{
		ID: "roughness", Title: "Matérn: how rough?", Data: plateaus, Seed: 4, Step: algos.Last,
		Params: with("1*matern12(1.5)", "noise_var", "0.001"),
		Note:   "Change matern12 to matern32, matern52 and rbf: from Brownian to infinitely smooth draws.",
	},
	{
		ID: "outlier", Title: "An outlier", Data: outlier(), Seed: 1, Step: algos.Last,
		Params: with("1*rbf(1)", "noise_var", "0.02"),
		Note:   "One observation lies far off. Gaussian noise cannot ignore it: the mean bends, and the fit pays. Jump to the surprise.",
	},
	{
		ID: "trend", Title: "Linear + periodic", Data: season, Seed: 1, Step: algos.Last,
		Params: with("linear(1)+0.5*periodic(1,1.5)", "noise_var", "0.01", "axis_x", "3", "axis_y", "5", "q1", "1.9,0", "q2", "3.4,0"),
		Note:   "A sum says: a trend and a season. Widen the board: the season goes on, and so does the trend.",
	},
	{
		ID: "rbf-plus-periodic", Title: "RBF + periodic", Data: season, Seed: 5, Step: 0,
		Params: with("1*rbf(2)+0.4*periodic(1,1.5)", "noise_var", "0.01", "q1", "1.9,0", "q2", "3.4,0"),
		Note:   "Draws from the prior: a smooth trend with a season that never changes.",
	},
	{
		ID: "locally-periodic", Title: "RBF × periodic", Data: season, Seed: 5, Step: 0,
		Params: with("1*rbf(2)*periodic(1,1.5)", "noise_var", "0.01", "q1", "1.9,0", "q2", "3.4,0"),
		Note:   "A product says: a season that slowly changes its shape.",
	},
	{
		ID: "growing", Title: "Linear × periodic", Data: season, Seed: 5, Step: 0,
		Params: with("linear(0.2)*periodic(1,1.5)*0.3", "noise_var", "0.01", "q1", "1.9,0", "q2", "3.4,0"),
		Note:   "A season whose height grows with the distance from zero.",
	},
	{
		ID: "quadratic", Title: "Linear × linear", Data: parabola, Seed: 1, Step: 4,
		Params: with("linear(1)*linear(1)", "noise_var", "0.01"),
		Note:   "Its functions are parabolas: three observations nearly determine one.",
	},
	{
		ID: "one-point", Title: "One observation (000)", Data: onePoint, Seed: 1, Step: algos.Last,
		Params: with("rbf(1)", "noise_var", "0.1", "q1", "0,0", "q2", "1,0", "axis_x", "1", "axis_y", "2"),
		Note:   "At 0 the mean is 1/1.1 = 0.909; one length away 0.551, with the variance 0.666. All by hand.",
	},
	{
		ID: "two-points", Title: "Two observations (000)", Data: twoPoints, Seed: 1, Step: algos.Last,
		Params: with("rbf(1)", "noise_var", "0.01", "q1", "0,0", "q2", "1,0", "axis_x", "1", "axis_y", "2"),
		Note:   "Midway the mean is 0 by symmetry, and the variance 0.358.",
	},
	{
		ID: "three-points", Title: "Three observations, no noise (002)", Data: threePoints, Seed: 1, Step: algos.Last,
		Params: with("rbf(1)", "noise_var", "0", "q1", "0.5,0", "q2", "3,0"),
		Note:   "At 0.5 the mean is 0.983 ± 0.134; at 3 it has nearly returned to the prior.",
	},
	{
		ID: "weight-space", Title: "Linear kernel = ridge (002)", Data: ridgePoints, Seed: 1, Step: algos.Last,
		Params: with("linear(1)", "noise_var", "1", "q1", "0,0", "q2", "2.5,0", "axis_x", "1", "axis_y", "2"),
		Note:   "The mean is the ridge line 2x/3 + 1/2 with λ = σ² = 1: function space and weight space agree.",
	},
	{
		ID: "duplicates", Title: "Equal inputs, no noise", Data: duplicate, Seed: 1, Step: algos.Last,
		Params: with("1*rbf(1)", "noise_var", "0"),
		Note:   "Two values at one input contradict each other without noise: the matrix is singular, and a named jitter steps in.",
	},
}
