package mds

import (
	"bytes"
	_ "embed"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
)

//go:embed tables/cities.csv
var citiesCSV []byte

// cities are the lengths of roads between eleven cities, in thousands of kilometres (from
// the data set eurodist of R), without some of them.
func cities(without ...string) dataset.Source {
	t, err := dataset.ReadTable(bytes.NewReader(citiesCSV), dataset.None, "")
	if err != nil {
		panic(err) // the program itself carries it
	}
	var rows, columns []int
	for k, c := range t.Columns {
		if !slices.Contains(without, c.Name) {
			columns = append(columns, k)
		}
	}
	for i := range t.Rows {
		if !slices.Contains(without, t.Text(i, 0)) {
			rows = append(rows, i)
		}
	}
	var names []string
	small := make([][]float64, len(rows))
	for to, i := range rows {
		names = append(names, t.Text(i, 0))
		for _, k := range columns[1:] {
			small[to] = append(small[to], t.Rows[i][k])
		}
	}
	return table(names, small...)
}

// table makes a table of distances.
func table(names []string, rows ...[]float64) dataset.Source {
	t := dataset.Table{Columns: []dataset.Column{{Name: "place", Kind: dataset.Words, Words: names}}}
	for i, name := range names {
		t.Columns = append(t.Columns, dataset.Column{Name: name})
		t.Rows = append(t.Rows, append([]float64{float64(i)}, rows[i]...))
	}
	return dataset.Tabled(t)
}

// letter is an F, which looks different from all sides and from behind.
func letter() dataset.Source {
	return dataset.Plane(
		[2]float64{0, 0}, [2]float64{0, 1}, [2]float64{0, 2}, [2]float64{0, 3}, [2]float64{0, 4}, [2]float64{1, 4}, [2]float64{2, 4}, [2]float64{3, 4},
		[2]float64{1, 2}, [2]float64{2, 2})
}

// ringRoad are places on a circle, with the ways along it as distances.
func ringRoad(n int) dataset.Source {
	names, rows := make([]string, n), make([][]float64, n)
	for i := range n {
		names[i] = string(rune('A' + i))
		rows[i] = make([]float64, n)
		for j := range n {
			d := i - j
			if d < 0 {
				d = -d
			}
			rows[i][j] = float64(min(d, n-d))
		}
	}
	return table(names, rows...)
}

var (
	triangle   = table([]string{"A", "B", "C"}, []float64{0, 3, 4}, []float64{3, 0, 5}, []float64{4, 5, 0})
	impossible = table([]string{"A", "B", "C"}, []float64{0, 1, 3}, []float64{1, 0, 1}, []float64{3, 1, 0})
	alike      = table([]string{"A", "B", "C", "D"}, []float64{0, 1, 1, 1}, []float64{1, 0, 1, 1}, []float64{1, 1, 0, 1}, []float64{1, 1, 1, 0})
	hub        = table([]string{"hub", "A", "B", "C"}, []float64{0, 1, 1, 1}, []float64{1, 0, 2, 2}, []float64{1, 2, 0, 2}, []float64{1, 2, 2, 0})
	streets    = dataset.Plane([2]float64{0, 0}, [2]float64{2, 0}, [2]float64{0, 2}, [2]float64{2, 2}, [2]float64{1, 1}, [2]float64{3, 1}, [2]float64{1, 3})
	inLine     = dataset.Plane([2]float64{0, 0}, [2]float64{1, 0.5}, [2]float64{2, 1}, [2]float64{4, 2}, [2]float64{5, 2.5})
	long       = dataset.Plane([2]float64{-4, -0.5}, [2]float64{-2.5, 0.6}, [2]float64{-1, -0.4}, [2]float64{0.5, 0.7}, [2]float64{2, -0.8}, [2]float64{4, 0.4})
)

var presets = []algos.Preset{
	algos.NewPreset("cities", "Ten cities from road distances", cities("Athens"), "step=end&opens=5",
		"Road distances alone give a map. Rotate it onto the true positions."),

	algos.NewPreset("letter", "Points and their embedding", letter(), "step=end&opens=4&view=-3,5,-2,6",
		"The distances determine ten points up to rotation and reflection: rotate and reflect the map."),

	algos.NewPreset("triangle", "A right triangle (001)", triangle, "step=end",
		"3, 4 and 5: two dimensions preserve all three distances."),

	algos.NewPreset("shadow", "A triangle in one dimension (001)", triangle, "step=end&n_components=1",
		"In one dimension the distances become 1.49, 3.47 and 4.96: a projection never increases a distance."),

	algos.NewPreset("impossible", "Triangle inequality violated", impossible, "step=end",
		"d(A, C) = 3, but via B it is 2: an eigenvalue is below 0."),

	algos.NewPreset("hub", "Non-Euclidean metric: a hub graph", hub, "step=end",
		"All shortest paths pass through the hub. Each triangle is possible, but the metric is not Euclidean: an eigenvalue is below 0."),

	algos.NewPreset("streets", "Manhattan (city-block) distances", streets, "step=end&metric=manhattan",
		"City-block distances are not Euclidean: the embedding approximates them."),

	algos.NewPreset("alike", "Four equidistant points (tetrahedron)", alike, "step=end",
		"A tetrahedron has three equal eigenvalues: a plane drops one of them, and which one is arbitrary."),

	algos.NewPreset("ring", "Ring road: shortest paths on a cycle", ringRoad(9), "step=end",
		"Distances along a cycle are not Euclidean: the embedding is a circle, with negative eigenvalues."),

	algos.NewPreset("ferry", "Non-metric entry: Athens–Rome", cities(), "step=end",
		"The Athens–Rome entry omits the ferry. It violates the triangle inequality, and the run names the triangle."),

	algos.NewPreset("line", "Collinear points", inLine, "step=end",
		"One positive eigenvalue: one dimension is enough."),

	algos.NewPreset("flat", "Dropping a dimension", long, "step=end&n_components=1",
		"The points vary mostly in one direction. One dimension preserves most of every distance, as the first principal component does."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("triangle", "A right triangle: 3, 4, 5", "001, 2B-9; $\\lambda = (25 \\pm \\sqrt{193})/3$", triangle, "step=end",
		algos.Expect("model.matrix[0][0]", `$b_{11}$`, 25.0/9, 1e-14),
		algos.Expect("model.matrix[1][2]", `$b_{23}$`, -50.0/9, 1e-14),
		algos.Expect("model.matrix[2][2]", `$b_{33}$`, 73.0/9, 1e-14),
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, (25+math.Sqrt(193))/3, 1e-13),
		algos.Expect("model.eigenvalues[1]", `$\lambda_2$`, (25-math.Sqrt(193))/3, 1e-13),
		algos.Expect("model.distances[1][2]", `$\|z_2 - z_3\|$`, 5, 1e-13)),
	algos.NewFixture("shadow", "The same in one dimension", "001, 2B-9", triangle, "step=end&n_components=1",
		algos.Expect("model.distances[0][1]", `$d'_{12}$`, 1.494182, 5e-7),
		algos.Expect("model.distances[0][2]", `$d'_{13}$`, 3.468569, 5e-7),
		algos.Expect("model.distances[1][2]", `$d'_{23}$`, 4.962751, 5e-7)),
	algos.NewFixture("impossible", "1, 1 and 3", "001, 2B-9: an eigenvalue of $-5/6$", impossible, "step=end",
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, 4.5, 1e-14),
		algos.Expect("model.eigenvalues[2]", `$\lambda_3$`, -5.0/6, 1e-14)),
	algos.NewFixture("alike", "A tetrahedron with unit edges", "worked by hand: $B = \\frac12 J$", alike, "step=end&n_components=3",
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, 0.5, 1e-14),
		algos.Expect("model.eigenvalues[2]", `$\lambda_3$`, 0.5, 1e-14),
		algos.Expect("model.matrix[0][0]", `$b_{11}$`, 0.375, 1e-15),
		algos.Expect("model.distances[0][3]", `$\|z_1 - z_4\|$`, 1, 1e-14)),
	algos.NewFixture("hub", "Hub graph with three spokes", "worked by hand: $\\lambda = 2, 2, -\\frac14$", hub, "step=end",
		algos.Expect("model.eigenvalues[0]", `$\lambda_1$`, 2, 1e-14),
		algos.Expect("model.eigenvalues[3]", `$\lambda_4$`, -0.25, 1e-14)),
}

// goalData is a crossing of streets.
func goalData() dataset.Source {
	return dataset.Plane([2]float64{0, 0}, [2]float64{1, 0}, [2]float64{-1, 0}, [2]float64{0, 1}, [2]float64{0, -1})
}
