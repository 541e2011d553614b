package svmmulticlass

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
)

var (
	// iris are two measures of 150 irises of three species, the lengths of sepal and
	// petal in cm (E. Anderson 1935, R. A. Fisher 1936).
	iris = dataset.Explicit(dataset.Embedded(files, "iris2.csv", dataset.Classes))
	// blobs3 is the three-class set of the reference runs.
	blobs3 = dataset.Explicit(dataset.Embedded(files, "blobs3.csv", dataset.Classes))
	// triangle is a point a class at the corners of an equilateral triangle.
	triangle = dataset.Classed([3]float64{0, 1, 0}, [3]float64{-math.Sqrt(3) / 2, -0.5, 1}, [3]float64{math.Sqrt(3) / 2, -0.5, 2})
	// pair is a point a class on a line.
	pair = dataset.Classed([3]float64{-1, 0, 0}, [3]float64{1, 0, 1})
	// thirds are the points for which the weights are (1, 0), (0, 1) and (−1, −1): each leads
	// both others by 1 exactly.
	thirds = dataset.Classed([3]float64{2. / 3, -1. / 3, 0}, [3]float64{-1. / 3, 2. / 3, 1}, [3]float64{-1. / 3, -1. / 3, 2})
	// middle is a class in the midst of four others.
	middle = discs(12, 0.7, [2]float64{0, 0}, [2]float64{2, 2}, [2]float64{-2, 2}, [2]float64{-2, -2}, [2]float64{2, -2})
	// scale are four classes in a row.
	scale = discs(12, 1.3, [2]float64{-3, -0.6}, [2]float64{-1, 0.5}, [2]float64{1, -0.5}, [2]float64{3, 0.6})
)

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
	return dataset.Classed(all...)
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

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Three blobs, SGD", dataset.Generate("blobs3", 60, 0.6, 3), "step=50&seed=1",
		"Press Step: one point, its strongest rival class, and an update of two weight vectors. The dual value is always a lower bound."),

	algos.NewPreset("optimum", "Three blobs, the optimum", dataset.Generate("blobs3", 60, 0.6, 3), "step=end&seed=1&max_epochs=5",
		"After SGD, dual coordinate ascent closes the gap: on the margin boundaries (dashed) a class leads by exactly Δ."),

	algos.NewPreset("one-vs-one", "One-vs-one, and a tie", dataset.Generate("blobs3", 60, 1, 5), "step=end&method=one-vs-one&query=0.18,-0.28",
		"Three binary SVMs and a vote: q is in the triangle where each class has one vote, and the tie goes to the lowest class index."),

	algos.NewPreset("one-vs-rest", "The same by one-vs-rest", dataset.Generate("blobs3", 60, 1, 5), "step=end&method=one-vs-rest&query=0.18,-0.28",
		"Between the dashed lines no or two binary classifiers claim the point; the largest score decides."),

	algos.NewPreset("middle", "A class in the middle", middle, "step=end&method=one-vs-rest&C=10", "No line separates the middle class from the rest: "+
		"its SVM has the same negative score everywhere. It is predicted only where all other scores are lower."),

	algos.NewPreset("middle-joint", "A class in the middle, jointly", middle, "step=end&seed=1&C=10",
		"Its weights are small and its bias is large: it is predicted where all other scores are small."),

	algos.NewPreset("ordered", "Ordered classes", scale, "step=end&seed=1&cost=ordinal",
		"Δ = |y − j|: the margin to the class after next must be twice as large. Change Δ to 0 or 1 and compare the confusion matrices."),

	algos.NewPreset("costly", "Asymmetric misclassification cost", dataset.Generate("blobs3", 90, 1, 5), "step=end&seed=1&cost=first",
		"Misclassifying class 0 costs four times as much, so its region grows until hardly any of its points is misclassified.").Renamed("dear"),

	algos.NewPreset("iris", "Iris data, one-vs-one with RBF kernel", iris, "step=end&method=one-vs-one&kernel=rbf&gamma=0.5&query=5,3",
		"Iris data, sepal and petal length: setosa is separable, the two other classes overlap."),

	algos.NewPreset("eight", "Eight classes, 28 binary SVMs", discs(8, 0.75, ring(8, 3)...), "step=40&method=one-vs-one&C=10",
		"Each binary SVM is trained on two classes only; other points are faint."),

	algos.NewPreset("origin", "Without a bias", discs(10, 0.8, [2]float64{1, 1}, [2]float64{3, 3}, [2]float64{3, 0.5}), "step=end&seed=1&bias=false",
		"All boundaries are rays from the origin: classes behind each other on one ray cannot be separated."),

	algos.NewPreset("triangle", "One point per class", triangle, "step=end&seed=1",
		"By symmetry w_k = ⅔ x_k: every margin is exactly 1 and primal = dual = ⅔."),

	algos.NewPreset("crf", "The same with log loss (CRF)", dataset.Generate("blobs3", 60, 0.6, 3), "step=50&seed=1&loss=log",
		"Press Step: the log loss updates every class by its probability; the hinge loss updates two classes or no class."),

	algos.NewPreset("max-softmax", "Hinge (max) vs log loss (soft max)", dataset.Generate("blobs3", 60, 1, 5), "step=end&seed=1&max_epochs=5&loss=log&both=true",
		"Two losses on the same scores: where do the decision boundaries differ? Drag q to a point and read its losses and gradients."),

	algos.NewPreset("long-descent", "50 epochs of SGD", dataset.Generate("blobs3", 90, 0.9, 5), "step=end&seed=2&max_epochs=50&dual_polish=false",
		"SGD alone: the duality gap bounds the distance of the objective to its minimum, and decreases like 1/t."),
}

const peer = "scikit-learn 1.2.1 (LIBSVM), SVC, one-vs-one; LIBSVM's own accuracy"

// scoresOf are the expected label and scores of three classifiers at a place,
// numbered from 0.
func scoresOf(place int, tolerance, label float64, score ...float64) []algos.Expected {
	want := []algos.Expected{algos.Expect(fmt.Sprintf("predict[%d].label", place), fmt.Sprintf("class at $q_%d$", place+1), label, 0)}
	for i, v := range score {
		pair := [...]string{"0,1", "0,2", "1,2"}[i]
		want = append(want, algos.Expect(fmt.Sprintf("predict[%d].scores[%d]", place, i), fmt.Sprintf("$f_{%s}(q_%d)$", pair, place+1), v, tolerance))
	}
	return want
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("triangle", "One point per class at the corners of a triangle", "closed form, by symmetry: w_k = ⅔ x_k", triangle, "step=end&seed=1",
		algos.Expect("model.weights[0][0]", "$w_{0}$, first", 0, 1e-8),
		algos.Expect("model.weights[0][1]", "$w_{0}$, second", 2./3, 1e-8),
		algos.Expect("model.bias[0]", "bias of $w_0$", 0, 1e-8),
		algos.Expect("model.dual", "dual", 2./3, 1e-12),
		algos.Expect("model.primal", "primal", 2./3, 1e-8),
		algos.Expect("predict[0].scores[1]", "score of class 1 at $x_1$", -1./3, 1e-8)).Predicting([2]float64{0, 1}),
	algos.NewFixture("pair", "Two classes: the difference of the weights is twice the binary SVM's w", "closed form: w₁ = −w₀ = (½, 0)", pair, "step=end&seed=1",
		algos.Expect("model.weights[1][0]", "$w_1$, first", 0.5, 1e-9),
		algos.Expect("model.weights[0][0]", "$w_0$, first", -0.5, 1e-9),
		algos.Expect("model.bias[1]", "bias", 0, 1e-9),
		algos.Expect("model.dual", "dual", 0.25, 1e-12)),
	algos.NewFixture("dear", "Two classes, cost 4 for the first", "closed form: 2(a + c) = 1 and 2(a − c) = 4 for w₁ = −w₀ = (a, 0, c)", pair,
		"step=end&seed=1&cost=first&C=2",
		algos.Expect("model.weights[1][0]", "$a$", 1.25, 1e-9),
		algos.Expect("model.bias[1]", "$c$", -0.75, 1e-9),
		algos.Expect("model.dual", "dual $= a^2 + c^2$", 2.125, 1e-12)),
	algos.NewFixture("hinge", "Hinge loss of a point, by hand", "000: 2B-9; log-loss by closed form", thirds, "step=end&seed=1&bias=false&C=10&query=1,0.5",
		algos.Expect("model.weights[0][0]", "$w_1 = (1, 0)$, first", 1, 1e-9),
		algos.Expect("model.weights[2][1]", "$w_3 = (-1, -1)$, second", -1, 1e-9),
		algos.Expect("model.primal", "primal", 2, 1e-9),
		algos.Expect("model.query_hinges[1]", `hinge at $(1, \frac{1}{2})$ for $y = 2$: $1 + 1 - \frac{1}{2}$`, 1.5, 1e-9),
		algos.Expect("model.query_log_losses[1]", `log loss there, $\log(e + e^{1/2} + e^{-3/2}) - \frac{1}{2}$`,
			math.Log(math.E+math.Exp(0.5)+math.Exp(-1.5))-0.5, 1e-9)),
	algos.NewFixture("rest", "One-vs-rest on the triangle", "closed form: f_k(x) = ⁴⁄₃ x_k·x − ⅓", triangle, "step=end&method=one-vs-rest",
		algos.Expect("predict[0].scores[0]", "$f_0(0)$", -1./3, 1e-9),
		algos.Expect("predict[0].scores[2]", "$f_2(0)$", -1./3, 1e-9),
		algos.Expect("predict[1].scores[0]", "$f_0$ at its own point", 1, 1e-9),
		algos.Expect("predict[1].scores[1]", "$f_1$ there", -1, 1e-9),
		algos.Expect("model.dual[0]", `dual of a binary SVM, $\frac{1}{2}(\frac{4}{3})^2$`, 8./9, 1e-9)).Predicting([2]float64{0, 0}, [2]float64{0, 1}),
	algos.NewFixture("blobs-rbf", "Three blobs, RBF kernel", peer, blobs3, "step=end&method=one-vs-one&kernel=rbf&gamma=0.5", slices.Concat(
		scoresOf(0, 5e-6, 2, 0.206380762, -0.230143371, -0.409943946),
		scoresOf(1, 5e-6, 1, -0.0587018354, 0.581616516, 0.625855927),
		scoresOf(2, 5e-6, 1, -1.00536561, 0.0496234388, 1.00100013))...).
		Predicting([2]float64{-1.71875, -2.484375}, [2]float64{0.15625, 0.328125}, [2]float64{2.984375, 2.203125}),
	algos.NewFixture("blobs-linear", "Three blobs, linear kernel, C = 10", peer, blobs3, "step=end&method=one-vs-one&C=10", slices.Concat(
		scoresOf(0, 5e-5, 0, 6.64117899, 0.114889406, -6.90180288),
		scoresOf(1, 5e-5, 1, -0.0775890023, 1.38900385, 0.513154385))...).
		Predicting([2]float64{-1.71875, -2.484375}, [2]float64{0.15625, 0.328125}),
	algos.NewFixture("iris", "Iris data, RBF kernel", peer, iris, "step=end&method=one-vs-one&kernel=rbf&gamma=0.5", slices.Concat(
		scoresOf(0, 1e-5, 0, 0.807131903, 0.913285469, 0.289858695),
		scoresOf(1, 1e-5, 1, -1.10608689, -0.817769962, 1.69569842),
		scoresOf(2, 1e-5, 2, -0.433101887, -0.923504854, -0.749110986))...).
		Predicting([2]float64{5.328125, 2.03125}, [2]float64{6.359375, 4.328125}, [2]float64{7.890625, 5.859375}),
}
