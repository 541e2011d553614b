package panel_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// grown is a tree of random shape.
func grown(t *rapid.T, most, deepest int) panel.Tree {
	tree := panel.Tree{ID: "tree", Nodes: []panel.TreeNode{{}}}
	depth := []int{0}
	for i := 0; i < len(tree.Nodes); i++ {
		n := &tree.Nodes[i]
		n.Text = []say.Phrase{say.Phrase(rapid.StringMatching(`[a-z]{1,4} ≤ [0-9.]{1,5}`).Draw(t, "text")), "12 rows"}
		n.Shares = []float64{1, 2}
		n.Role = mark.RoleClass1
		if len(tree.Nodes) < most && depth[i] < deepest && rapid.IntRange(0, 3).Draw(t, "splits") > 0 {
			for range rapid.IntRange(2, 3).Draw(t, "children") {
				tree.Nodes[i].Children = append(tree.Nodes[i].Children, len(tree.Nodes))
				tree.Nodes = append(tree.Nodes, panel.TreeNode{Edge: "yes"})
				depth = append(depth, depth[i]+1)
			}
		}
	}
	return tree
}

// Leaves stand in their order, parents in the middle of their children, a level below the other; what is folded is missing
// from the bottom up.
func TestTreeIsTidy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := grown(t, rapid.IntRange(1, 300).Draw(t, "nodes"), rapid.IntRange(0, 40).Draw(t, "depth"))
		p := tree.Panel()
		g := p.Marks[0].(mark.Graph)
		if len(g.Nodes)+tree.Folded() != len(tree.Nodes) || len(g.Edges) != len(g.Nodes)-1 {
			t.Fatalf("%d nodes and %d folded of %d, %d edges", len(g.Nodes), tree.Folded(), len(tree.Nodes), len(g.Edges))
		}
		children := make([][]mark.XY, len(g.Nodes))
		for _, e := range g.Edges {
			from, to := g.Nodes[e.From].At, g.Nodes[e.To].At
			if to.Y != from.Y-1 {
				t.Fatalf("a child at %v below %v", to, from)
			}
			children[e.From] = append(children[e.From], to)
		}
		for i, n := range g.Nodes {
			if n.At.X < 0 || n.At.X > 1 || n.At.Y < p.Y.Min || n.At.Y > p.Y.Max {
				t.Fatalf("node %d at %v, outside", i, n.At)
			}
			k := len(children[i])
			if k == 0 {
				continue
			}
			if middle := (children[i][0].X + children[i][k-1].X) / 2; abs(n.At.X-middle) > 1e-12 {
				t.Fatalf("node %d at %g above the middle %g", i, n.At.X, middle)
			}
			for j := 1; j < k; j++ {
				if children[i][j-1].X >= children[i][j].X {
					t.Fatalf("the children of node %d are not in their order", i)
				}
			}
		}
	})
}

func abs(x float64) float64 { return max(x, -x) }

// A small tree has its words, a large one discs with tooltips, and the way that is hot keeps its colour.
func TestTreeDropsItsWords(t *testing.T) {
	small := panel.Tree{ID: "t", Nodes: []panel.TreeNode{
		{Text: []say.Phrase{"x₁ ≤ 0.5", "10"}, Children: []int{1, 2}, Shares: []float64{5, 5}, Hot: true},
		{Text: []say.Phrase{"+", "5"}, Edge: "yes", Hot: true, Ref: "n1", Tip: "a leaf"},
		{Text: []say.Phrase{"−", "5"}, Edge: "no"},
	}}
	g := small.Panel().Marks[0].(mark.Graph)
	if len(g.Nodes[0].Text) != 2 || g.Nodes[0].Shares == nil || len(small.Panel().Marks) != 2 || small.Panel().Marks[1].(mark.Texts).Text[0] != "yes" {
		t.Errorf("a small tree is %+v", g)
	}
	if g.Edges[0].Style.Role != mark.RoleAccent || g.Edges[1].Style.Role == mark.RoleAccent || g.Nodes[1].Ref != "n1" || g.Nodes[1].Tip != "a leaf" {
		t.Errorf("the hot way is %+v", g)
	}
	var large panel.Tree
	for i := range 63 {
		n := panel.TreeNode{Text: []say.Phrase{say.Phrase(strings.Repeat("x", 9))}, Role: mark.RoleClass2}
		if i < 31 {
			n.Children = []int{2*i + 1, 2*i + 2}
		}
		large.Nodes = append(large.Nodes, n)
	}
	g = large.Panel().Marks[0].(mark.Graph)
	if last := g.Nodes[62]; len(g.Nodes[0].Text) != 1 || len(last.Text) != 0 || !last.Fill || last.Radius <= 0 {
		t.Errorf("the root is %+v and the last leaf %+v", g.Nodes[0], last)
	}
	if p := (panel.Tree{ID: "none"}).Panel(); len(p.Marks) != 0 {
		t.Errorf("no tree is %+v", p)
	}
}
