package activelearning

import (
	"playground/algos"
	"playground/algos/dataset"
)

var (
	few     = dataset.Pairs(-0.35, -0.2, -0.1, 0.3, 0.2, 0.15, 0.3, 0.55)
	note    = dataset.Pairs(1, 0.9, -1, -0.5)
	differ  = dataset.Pairs(1, 1, 2, 1.2)
	tight   = dataset.Pairs(-0.2, 0.1, -0.1, 0.35, 0, 0, 0.1, 0.4, 0.2, 0.15)
	apart   = dataset.Pairs(-2, -1.1, -1, -0.3, 0, 0, 1, 0.9, 2, 1.3)
	flat    = dataset.Pairs(-1.7320508075688772, -1, 1.7320508075688772, 1.2)
	units   = dataset.Pairs(-40, -20, 60, 40)
	greedy  = dataset.Pairs(-3, -1.7, 2, 1.3)
	same    = dataset.Pairs(0.5, 0.4, 0.5, 0.7, 0.5, 0.5)
	nothing = dataset.Pairs()
)

// presets are the examples; the page opens with the first one.
var presets = []algos.Preset{
	algos.NewPreset("cluster", "Four points in the middle", few, "step=1&seed=2",
		"Press Step: the queries go to both ends, where they reduce Tr A most. Drag your query x and compare."),

	algos.NewPreset("note", "x₁ = 1 and x₂ = −1 (004)", note, "step=0&queries=2&seed=1",
		"Both ends are equally good; after one of them the other is better: Tr A goes 1, 3/4, 1/2."),

	algos.NewPreset("differ", "The criteria disagree (004)", differ, "step=0&x_min=0&x_max=3.2&queries=6&seed=1&query=3.2",
		"A-optimality queries 0, maximum variance 3.2: on the interval v cannot point along the first eigenvector."),

	algos.NewPreset("variance", "Uncertainty sampling", differ, "step=0&criterion=variance&x_min=0&x_max=3.2&queries=6&seed=1&query=0",
		"The predictive variance is a parabola with its maximum at an end. The query is D-optimal: it minimises the area of the ellipse."),

	algos.NewPreset("random", "Random queries", few, "step=end&criterion=random&queries=20&seed=3",
		"Twenty random queries reduce Tr A, on average, about as much as eight A-optimal ones."),

	algos.NewPreset("close", "Clustered inputs (004, figure 1)", tight, "step=0&x_min=-2&x_max=2&queries=4&n_refits=20&seed=1",
		"With clustered inputs the same noise changes the fitted line a lot. Compare with spread inputs."),

	algos.NewPreset("apart", "Spread inputs (004, figure 1)", apart, "step=0&x_min=-2&x_max=2&queries=4&n_refits=20&seed=1",
		"The same noise, and the refits hardly differ: Tr A is small."),

	algos.NewPreset("flat", "All queries are equally informative", flat, "step=0&x_min=-3&x_max=3&queries=4&seed=1",
		"Inputs at ±√3: f(v) is 1/6 everywhere. With inputs farther out the optimal query is in the middle."),

	algos.NewPreset("units", "Interior optimal query", units, "step=0&x_min=-100&x_max=100&queries=3&seed=1&query=100&slope=0.5&offset=0.2&noise=8",
		"In these units the slope is well determined and the intercept is not: A-optimality queries near 0, maximum variance 100."),

	algos.NewPreset("greedy", "Greedy vs batch-optimal design", greedy, "step=end&x_min=-6&x_max=10&queries=3&seed=1&query=10",
		"Chosen one by one, the best queries reach 0.228. Three chosen jointly reach 0.206: which?"),

	algos.NewPreset("bend", "Misspecified model", few, "step=end&quadratic=0.8&noise=0.1&queries=8&seed=1",
		"The true function is quadratic. All queries go to the ends, so no query tests the line where it is wrong."),

	algos.NewPreset("same", "Three identical inputs (singular design)", same, "step=0&queries=5&seed=1&query=0.5",
		"Three observations at one input: XᵀX is singular, and the slope is not identifiable until there is another input."),
}

const (
	worked = "004, handout E, §1.3; by hand in fractions"
	own    = "004, handout E; recomputed in fractions"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("note-start", "x₁ = 1, x₂ = −1", worked, note, "step=0&queries=2",
		algos.Expect("model.trace", `$\mathrm{Tr}\,A$`, 1, 1e-14),
		algos.Expect("model.lambda1", `$\lambda_1$`, 0.5, 1e-14),
		algos.Expect("predict[0].gain", `$f(0)$`, 1./6, 1e-14),
		algos.Expect("predict[1].gain", `$f(\frac{1}{2})$`, 5./26, 1e-14),
		algos.Expect("predict[2].gain", `$f(1)$`, 1./4, 1e-14),
		algos.Expect("predict[3].gain", `$f(-1)$`, 1./4, 1e-14)).Predicting([2]float64{0}, [2]float64{0.5}, [2]float64{1}, [2]float64{-1}),
	algos.NewFixture("note-one", "After the query at 1", worked, note, "step=1&queries=2",
		algos.Expect("model.queries[0]", `the query`, 1, 0),
		algos.Expect("model.trace", `$\mathrm{Tr}\,A$`, 3./4, 1e-14),
		algos.Expect("model.next", `the next query`, -1, 0),
		algos.Expect("predict[0].gain", `$f(-1)$`, 1./4, 1e-14),
		algos.Expect("predict[1].gain", `$f(1)$`, 1./12, 1e-14),
		algos.Expect("predict[2].gain", `$f(0)$`, 5./44, 1e-14),
		algos.Expect("predict[0].variance", `$v^\top A v$ at $-1$`, 1, 1e-14),
		algos.Expect("predict[1].variance", `at 1`, 1./2, 1e-14),
		algos.Expect("predict[2].variance", `at 0`, 3./8, 1e-14)).Predicting([2]float64{-1}, [2]float64{1}, [2]float64{0}),
	algos.NewFixture("note-two", "After both", worked, note, "step=end&queries=2",
		algos.Expect("model.trace", `$\mathrm{Tr}\,A$`, 1./2, 1e-14),
		algos.Expect("model.floor", `minimum for four inputs`, 1./2, 1e-14)),
	algos.NewFixture("differ", "The criteria disagree", own, differ, "step=0&x_min=0&x_max=3.2",
		algos.Expect("model.trace", `$\mathrm{Tr}\,A$`, 7, 1e-13),
		algos.Expect("model.doubt", `input of maximum variance`, 3.2, 0),
		algos.Expect("predict[0].gain", `$f(0)$`, 17./3, 1e-13),
		algos.Expect("predict[1].gain", `$f(3.2)$`, 32.72/7.28, 1e-13),
		algos.Expect("predict[0].variance", `$v^\top A v$ at 0`, 5, 1e-13),
		algos.Expect("predict[1].variance", `at 3.2`, 6.28, 1e-13)).Predicting([2]float64{0}, [2]float64{3.2}),
	algos.NewFixture("flat", "Inputs at ±√3", "by hand: f = (x² + 9)/36 · 6/(x² + 9)", flat, "step=0&x_min=-3&x_max=3",
		algos.Expect("predict[0].gain", `$f(0)$`, 1./6, 1e-14),
		algos.Expect("predict[1].gain", `$f(3)$`, 1./6, 1e-14),
		algos.Expect("predict[2].gain", `$f(-1.2)$`, 1./6, 1e-14)).Predicting([2]float64{0}, [2]float64{3}, [2]float64{-1.2}),
}
