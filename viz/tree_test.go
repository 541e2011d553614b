package viz

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
	"playground/viz/svgcanvas"
)

// No two nodes of a tree overlap in the narrowest picture, and none leaves it.
func TestTreesHaveRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most, deepest := rapid.IntRange(1, 300).Draw(t, "nodes"), rapid.IntRange(0, 40).Draw(t, "depth")
		tree := panel.Tree{ID: "tree", Nodes: make([]panel.TreeNode, 1)}
		depth := []int{0}
		for i := 0; i < len(tree.Nodes); i++ {
			tree.Nodes[i].Text = []say.Phrase{say.Phrase(rapid.StringMatching(`[a-zA-Z₁]{1,6} ≤ −?[0-9.]{1,5}`).Draw(t, "text")), "120 rows"}
			tree.Nodes[i].Shares = []float64{1, 2}
			if len(tree.Nodes) < most && depth[i] < deepest && rapid.IntRange(0, 3).Draw(t, "splits") > 0 {
				for range rapid.IntRange(2, 3).Draw(t, "children") {
					tree.Nodes[i].Children = append(tree.Nodes[i].Children, len(tree.Nodes))
					tree.Nodes = append(tree.Nodes, panel.TreeNode{Edge: "yes"})
					depth = append(depth, depth[i]+1)
				}
			}
		}
		p := tree.Panel()
		high := min(290*p.Height, 218) // as low as pages draw it
		o := Options{Size: Size{W: 290, H: high}}
		l := frameOf(p, o).layOut()
		var c svgcanvas.Canvas
		c.Reset(vg.Length(o.Size.W), vg.Length(o.Size.H), nil)
		pen := newPen(draw.Canvas{Canvas: &c, Rectangle: l.area}, l.plot, l.look, o, nil)
		var boxes []vg.Rectangle
		for i, n := range p.Marks[0].(mark.Graph).Nodes {
			at, ok := pen.at(n.At)
			w, h := pen.box(n)
			b := vg.Rectangle{Min: vg.Point{X: at.X - w, Y: at.Y - h}, Max: vg.Point{X: at.X + w, Y: at.Y + h}}
			if !ok || b.Min.X < 0 || b.Max.X > vg.Length(o.Size.W) || b.Min.Y < 0 || b.Max.Y > vg.Length(o.Size.H) {
				t.Fatalf("node %d, %v, is at %v of %v", i, n.Text, b, o.Size)
			}
			for k, other := range boxes {
				if b.Min.X < other.Max.X && other.Min.X < b.Max.X && b.Min.Y < other.Max.Y && other.Min.Y < b.Max.Y {
					t.Fatalf("the nodes %d and %d overlap: %v, %v", k, i, other, b)
				}
			}
			boxes = append(boxes, b)
		}
	})
}
