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
		"Press Step: k-means++ samples three centres, then the assignment and update steps alternate until convergence."),

	algos.NewPreset("six-points", "Six points on a line (002)", six, "step=end&opens=0&seed=1&k=2&init=hand&centre1=1,0&centre2=2,0",
		"Small enough to compute by hand: J is 246, 89.2, 41.68 and 4."),

	algos.NewPreset("four-points", "Four points on a line (000)", dataset.NumberLine(0, 1, 9, 10), "step=end&opens=0&seed=1&k=2&init=hand&centre1=0,0&centre2=1,0",
		"J is 145, 146/3, 158/9 and 1."),

	algos.NewPreset("rectangle", "Local minimum: the long rectangle (002)", rectangle, "step=end&opens=end&seed=1&k=2&init=hand&centre1=2,0&centre2=2,1",
		"k-means has converged to a local minimum: J = 16, and the global minimum is 1. Drag a centre to the left."),

	algos.NewPreset("rectangle-plus", "The rectangle, with k-means++", rectangle, "step=2&opens=2&seed=1&k=2",
		"The second centre is sampled from the other side with probability 33/34. See the bound on the expectation in the guarantees."),

	algos.NewPreset("nine", "Nine clusters, random initialisation", nine(), "step=end&opens=end&seed=1&k=9&init=random",
		"Nine random points are rarely in nine different clusters, and k-means cannot move a centre from one cluster to another. See the 100 restarts."),

	algos.NewPreset("nine-plus", "Nine clusters, k-means++", nine(), "step=6&opens=6&seed=1&k=9",
		"A point's size shows its distance D to the nearest centre. The sampling probability is proportional to D²."),

	algos.NewPreset("empty", "An empty cluster", aside, "step=end&opens=1&seed=1&k=3&init=hand&centre1=-2,0&centre2=0,1&centre3=2,0",
		"No point is nearest to centre 2, so its cluster is empty and has no mean. It is reassigned to the point farthest from its centre."),

	algos.NewPreset("empty-keep", "Empty cluster kept", aside, "step=end&opens=end&seed=1&k=3&init=hand&empty_cluster=keep&centre1=-2,0&centre2=0,1&centre3=2,0",
		"The same data, but the empty cluster keeps its centre: the run ends with two non-empty clusters."),

	algos.NewPreset("elbow", "Choosing K: elbow and silhouette", dataset.Generate("blobs3", 120, 0.6, 1), "step=end&opens=end&seed=1",
		"J falls with every further cluster. The elbow and the mean silhouette suggest K."),

	algos.NewPreset("moons", "Non-convex clusters: two moons", dataset.Generate("moons", 120, 0.08, 1), "step=end&opens=end&seed=1&k=2",
		"Voronoi cells are convex, so two centres cannot separate the two moons."),

	algos.NewPreset("by-hand", "Initial centres by hand", dataset.Generate("gmm", 150, 1, 1), "step=end&opens=end&seed=1&init=hand",
		"Drag the hollow marks: the result depends on the initial centres."),

	algos.NewPreset("line", "1-D data with the optimal clustering", dataset.Generate("sine", 80, 0.3, 1), "step=end&opens=end&seed=1&k=4",
		"In one dimension, dynamic programming finds the optimal clustering."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("six-points", "Six points: first update step", "002: N19, by hand", six, "step=5&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("model.centres[1][0]", `$\mu_2$`, 7.6, 1e-14), algos.Expect("metric.objective", "$J$", 89.2, 1e-14),
		algos.Expect("model.inertia", "$J$ after the next assignment", 41.68, 1e-14)),
	algos.NewFixture("six-points-first", "Six points: first assignment step", "002: N19, by hand", six, "step=2&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("metric.objective", "$J$", 246, 1e-14)),
	algos.NewFixture("six-points-end", "Six points: the fixed point", "002: N19, by hand", six, "step=end&k=2&init=hand&centre1=1,0&centre2=2,0",
		algos.Expect("model.centres[0][0]", `$\mu_1$`, 2, 1e-14), algos.Expect("model.centres[1][0]", `$\mu_2$`, 11, 1e-14),
		algos.Expect("model.inertia", "$J$", 4, 1e-14)),
	algos.NewFixture("four-points", "Four points: first update step", "000: 2B-16, by hand", dataset.NumberLine(0, 1, 9, 10),
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
