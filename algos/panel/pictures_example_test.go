package panel_test

import (
	"fmt"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A histogram has the area 1, so that a density can stand beside it.
func ExampleHistogram() {
	p := panel.Histogram{
		ID: "draws", Title: "Draws", X: mark.Axis{Name: "x", Max: 1}, Bins: 2,
		Samples: []panel.Sample{{
			Values: []float64{0.1, 0.6, 0.7, 0.9}, Legend: "draws",
			Density: func(x float64) float64 { return 2 * x }, Like: mark.PolyLine{Legend: "density"},
		}},
	}.Panel()
	fmt.Println(p.Y.Name, p.Marks[0].(mark.Bars).Y)
	// Output: density [0.5 1.5]
}

// A confusion matrix counts points by their true and their predicted class.
func ExampleConfusion() {
	p := panel.Confusion{
		ID: "confusion", Title: "Confusion matrix", Names: []say.Phrase{"cat", "dog"},
		Counts: panel.Confused(2, []int{0, 0, 0, 1}, []int{0, 0, 1, 1}), Rates: true,
	}.Panel()
	fmt.Printf("%.2f\n%s\n", p.Marks[0].(mark.Matrix).Values, p.Alt)
	// Output:
	// [0.67 0.33 0.00 1.00]
	// confusion matrix of 2 classes: 3 of 4 classified correctly
}

// A dendrogram is cut by a handle, and its parts have the colours of the clusters.
func ExampleDendrogram() {
	p := panel.Dendrogram{
		ID: "tree", Title: "Dendrogram", Leaves: 3, Merges: []panel.Merge{{A: 0, B: 2, Height: 1}, {A: 1, B: 3, Height: 4}}, Done: 2,
		Cut: 2, Param: "cut", Label: func(leaf int) int { return leaf % 2 },
	}.Panel()
	for _, m := range p.Marks {
		switch m := m.(type) {
		case mark.Points:
			fmt.Println(m.Refs)
		case mark.Handle:
			fmt.Println(m.Param, m.At.Y)
		}
	}
	// Output:
	// [m0 m1]
	// [x1 x0 x2]
	// cut 2
}

// A trellis has a disc for every state at every time.
func ExampleTrellis() {
	p := panel.Trellis{
		ID: "trellis", Title: "Trellis", States: []say.Phrase{"fair", "loaded"}, Times: []say.Phrase{"3", "6"},
		Share: func(t, state int) float64 { return 0.5 },
		Edge:  func(t, from, to int) float64 { return 0.5 },
		Paths: [][]int{{0, 1}}, Called: []say.Phrase{"most probable path"},
	}.Panel()
	g := p.Marks[1].(mark.Graph)
	fmt.Println(p.Marks[0].(mark.PolyLine).Legend, len(g.Nodes), len(g.Edges), g.Nodes[3].Ref)
	// Output: most probable path 4 4 t1s1
}

// A joint table has bars for its margins.
func ExampleJoint() {
	p := panel.Joint{ID: "joint", Title: "Joint distribution", P: [][]float64{{0.1, 0.2}, {0.3, 0.4}}}.Panel()
	for _, m := range p.Marks {
		if m, ok := m.(mark.Texts); ok && len(m.Text) > 0 {
			fmt.Println(m.Text[0], m.Text[1])
		}
	}
	// Output:
	// 0.3 0.7
	// 0.4 0.6
}

// Every distribution of three values has its place in the triangle.
func ExampleSimplex() {
	p := panel.Simplex{ID: "simplex", Title: "Posterior", Corners: [3]say.Phrase{"a", "b", "c"}, At: [][3]float64{{0.25, 0.25, 0.5}}}.Panel()
	at := p.Marks[1].(mark.Points).At[0]
	fmt.Printf("%.3f %.3f\n", at.X, at.Y)
	fmt.Printf("%.2f\n", panel.SimplexShares(at))
	// Output:
	// 0.500 0.433
	// [0.25 0.25 0.50]
}

// A network is drawn with its weights; units can be picked by their references.
func ExampleNetwork() {
	p := panel.Network{ID: "network", Title: "Network", Layers: []panel.NetworkLayer{
		{Units: []panel.NetworkUnit{{Ref: "x0", Value: "0.5"}, {Ref: "x1", Value: "−1"}}},
		{Units: []panel.NetworkUnit{{Ref: "h0", Tip: "0.46"}}, W: func(to, from int) float64 { return 1 }},
	}}.Panel()
	g := p.Marks[0].(mark.Graph)
	fmt.Println(len(g.Edges), g.Nodes[2].Ref, g.Nodes[2].Tip)
	// Output: 2 h0 0.46
}
