package panel_test

import (
	"fmt"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/panel"
	"playground/algos/say"
)

// A number for every row is a panel of bars that are linked with their points.
func ExampleRows() {
	set, _ := dataset.Labelled([3]float64{0, 1, 1}, [3]float64{2, 0, -1}).Load()
	p := algos.NewProblem(set, 1, algos.FitWindow(set))
	residual := []float64{0.25, -0.5}
	out := panel.Rows{
		ID: "residuals", Title: "Residuals", Note: say.Vars{"sum": residual[0] + residual[1]}.Text("they sum to <sum>"),
		Y: algos.Axis{Name: "e"}, What: "e", Of: func(i int) float64 { return residual[i] }, Hot: []int{1},
	}.Panel(p)
	bars := out.Marks[0].(algos.Bars)
	fmt.Println(out.Title, "·", out.Note)
	for i, ref := range bars.Refs {
		fmt.Println(ref, bars.Tip(i))
	}
	// Output:
	// Residuals · they sum to −0.25
	// x0 x₁: e = 0.25
	// x1 x₂: e = −0.5
}

// A path is thinned to what a picture can show, and keeps its end.
func ExamplePath() {
	path := panel.Path(100_000, func(i int) algos.XY { return algos.XY{X: float64(i)} })
	fmt.Println(len(path) < 500, path[len(path)-1].X)
	// Output: true 99999
}
