package panel_test

import (
	"fmt"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A number for every row is a panel of bars that are linked with their points.
func ExampleRows() {
	set, _ := dataset.Labelled([3]float64{0, 1, 1}, [3]float64{2, 0, -1}).Load()
	p := algos.NewProblem(set, 1, mark.FitWindow(set))
	residual := []float64{0.25, -0.5}
	out := panel.Rows{
		ID: "residuals", Title: "Residuals", Note: say.Vars{"sum": residual[0] + residual[1]}.Text("they sum to <sum>"),
		Y: mark.Axis{Name: "e"}, What: "e", Of: func(i int) float64 { return residual[i] }, Hot: []int{1},
	}.Panel(p)
	bars := out.Marks[0].(mark.Bars)
	fmt.Println(out.Title, "·", out.Note)
	for i, ref := range bars.Refs {
		fmt.Println(ref, bars.Tip(i))
	}
	// Output:
	// Residuals · they sum to −0.25
	// x0 x₁: e = 0.25
	// x1 x₂: e = −0.5
}

// A picture in three dimensions comes out as marks from the back to the front, and a handle
// that turns it.
func ExampleSpace() {
	out := panel.Space{
		ID: "lift", Title: "Lifted", Param: "turn", View: [2]float64{30, 20},
		X: mark.Axis{Name: "x₁²"}, Y: mark.Axis{Name: "√2x₁x₂"}, Z: mark.Axis{Name: "x₂²"},
		Things: []panel.Thing{
			panel.Dots{At: []panel.XYZ{{X: 1, Y: -1.4, Z: 1}, {X: 1, Y: 1.4, Z: 1}}, Like: mark.Points{Class: []int{0, 1}, Refs: []string{"x0", "x1"}}},
			panel.Sheet{Normal: panel.XYZ{Y: 1}, Like: mark.PolyLine{Style: mark.RoleAccent.Plain().Faded(0.2)}},
		},
	}.Panel()
	for _, m := range out.Marks {
		switch m := m.(type) {
		case mark.Points:
			fmt.Println(m.Refs)
		case mark.PolyLine:
			fmt.Println("a plane of", len(m.At), "corners")
		case mark.Handle:
			fmt.Println("turned by", m.Param)
		}
	}
	// Output:
	// [x1]
	// a plane of 4 corners
	// [x0]
	// turned by turn
}

// A path is thinned to what a picture can show, and keeps its end.
func ExamplePath() {
	path := panel.Path(100_000, func(i int) mark.XY { return mark.XY{X: float64(i)} })
	fmt.Println(len(path) < 500, path[len(path)-1].X)
	// Output: true 99999
}
