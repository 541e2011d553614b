package kmeans

import (
	"fmt"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/unsupervised/internal/lloyd"
)

// points makes an unlabelled set of rows of one or two numbers.
func points(rows ...[]float64) dataset.Source {
	s := dataset.Set{Dim: len(rows[0]), Target: dataset.None}
	for _, r := range rows {
		p := dataset.Point{}
		copy(p.X[:], r)
		s.Points = append(s.Points, p)
	}
	return dataset.Explicit(s)
}

// nine are ninety points in nine clusters.
func nine() dataset.Source {
	return dataset.Explicit(dataset.Embedded(files, "nine.csv", dataset.None))
}

var (
	six       = dataset.NumberLine(1, 2, 3, 10, 11, 12)
	rectangle = points([]float64{0, 0}, []float64{0, 1}, []float64{4, 0}, []float64{4, 1})
	// aside are two groups, and between them room for a centre that is nearest to nothing.
	aside = points(
		[]float64{-2, 0}, []float64{-1.75, 0.5}, []float64{-2.25, 0.75}, []float64{-1.5, -0.25}, []float64{-2.5, -0.5},
		[]float64{2, 0}, []float64{1.75, 0.5}, []float64{2.25, -0.75}, []float64{1.5, 0.25}, []float64{2.75, 1},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("clusters", "Three clusters", dataset.Generate("gmm", 150, 1, 1), "step=end",
		"Step on: k-means++ draws three centres, then points and centres take turns, until nothing changes."),

	algos.NewPreset("six-points", "Six points on a line (002)", six, "step=end&opens=0&seed=1&k=2&init=hand&centre1=1,0&centre2=2,0",
		"Small enough for pencil and paper: J is 246, 89.2, 41.68 and 4."),

	algos.NewPreset("four-points", "Four points on a line (000)", dataset.NumberLine(0, 1, 9, 10), "step=end&opens=0&seed=1&k=2&init=hand&centre1=0,0&centre2=1,0",
		"J is 145, 146/3, 158/9 and 1."),

	algos.NewPreset("rectangle", "Stuck: the long rectangle (002)", rectangle, "step=end&opens=end&seed=1&k=2&init=hand&centre1=2,0&centre2=2,1",
		"Every centre is the mean of its points, and J = 16. The best is 1. Drag a centre to the left."),

	algos.NewPreset("rectangle-plus", "The rectangle, with k-means++", rectangle, "step=2&opens=2&seed=1&k=2",
		"The second centre is drawn from the other side with a probability of 33/34. See the promise about the average over all draws."),

	algos.NewPreset("nine", "Nine clusters, random points", nine(), "step=end&opens=end&seed=1&k=9&init=random",
		"Nine random points rarely fall into nine clusters, and k-means does not carry a centre across. See the hundred seeds."),

	algos.NewPreset("nine-plus", "Nine clusters, k-means++", nine(), "step=6&opens=6&seed=1&k=9",
		"The farther a point lies from the centres so far, the larger it is drawn, and the likelier it is the next."),

	algos.NewPreset("empty", "An empty cluster", aside, "step=end&opens=1&seed=1&k=3&init=hand&centre1=-2,0&centre2=0,1&centre3=2,0",
		"Centre 2 is nearest to no point, and has no mean. It takes the point farthest from its centre."),

	algos.NewPreset("empty-keep", "An empty cluster that waits", aside, "step=end&opens=end&seed=1&k=3&init=hand&empty=keep&centre1=-2,0&centre2=0,1&centre3=2,0",
		"The same, and the centre stays where it is: the run ends with two clusters and a centre that has none."),

	algos.NewPreset("elbow", "How many clusters?", dataset.Generate("blobs3", 120, 0.6, 1), "step=end&opens=end&seed=1",
		"J falls with every further centre; the elbow and the silhouette say where it is no longer worth it."),

	algos.NewPreset("moons", "Not round: two moons", dataset.Generate("moons", 120, 0.08, 1), "step=end&opens=end&seed=1&k=2",
		"Cells have straight borders, so that no two centres divide two moons."),

	algos.NewPreset("by-hand", "Centres by hand", dataset.Generate("gmm", 150, 1, 1), "step=end&opens=end&seed=1&init=hand",
		"Drag the hollow marks: where the centres start decides where they end."),

	algos.NewPreset("line", "A line, and its best clusters", dataset.Generate("sine", 80, 0.3, 1), "step=end&opens=end&seed=1&k=4",
		"On a line the best clusters are known, by dynamic programming."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("six-points", "Six points: the first update", "002: N19, by hand", six, "step=5&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("model.centres[1][0]", `$\mu_2$`, 7.6, 1e-14), algos.Expect("metric.objective", "$J$", 89.2, 1e-14),
		algos.Expect("model.inertia", "$J$ after the next assignment", 41.68, 1e-14)),
	algos.NewFixture("six-points-first", "Six points: the first assignment", "002: N19, by hand", six, "step=2&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("metric.objective", "$J$", 246, 1e-14)),
	algos.NewFixture("six-points-end", "Six points: the end", "002: N19, by hand", six, "step=end&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("model.centres[0][0]", `$\mu_1$`, 2, 1e-14), algos.Expect("model.centres[1][0]", `$\mu_2$`, 11, 1e-14),
		algos.Expect("model.inertia", "$J$", 4, 1e-14)),
	algos.NewFixture("four-points", "Four points: the first update", "000: 2B-16, by hand", dataset.NumberLine(0, 1, 9, 10),
		"step=5&k=2&init=hand&centre1=0,0&centre2=1,0",
		algos.Expect("model.centres[1][0]", `$\mu_2$`, 20./3, 1e-14), algos.Expect("metric.objective", "$J$", 146./3, 1e-14),
		algos.Expect("model.inertia", "$J$ after the next assignment", 158./9, 1e-14)),
	algos.NewFixture("rectangle", "The long rectangle", "002: N19, a local minimum", rectangle, "step=end&k=2&init=hand&centre1=2,0&centre2=2,1",
		algos.Expect("model.inertia", "$J$", 16, 1e-14)),
}

// timed is what the benchmarks time: from the first five rows to the fixpoint.
var timed = []algos.Bench{{Task: "kmeans K=5 to its fixpoint", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: settling}}

func settling(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	const k = 5
	if len(x) < k {
		return nil, nil, fmt.Errorf("%d points are too few for %d centres", len(x), k)
	}
	var centres []vec
	var labels []uint8
	rounds := 0
	do = func() {
		centres = slices.Clone(x[:k])
		labels, rounds = lloyd.Fit(x, centres, mostRounds)
	}
	answers = func() []algos.Value {
		at := make([][]float64, k)
		for j, c := range centres {
			at[j] = []float64{c[0], c[1]}
		}
		return []algos.Value{{Name: "inertia", Value: lloyd.Objective(x, labels, centres)}, {Name: "centres", Value: at}, {Name: "rounds", Value: rounds}}
	}
	return do, answers, nil
}
