package acts

import (
	"strconv"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// The cells of the board.
const rows, cols = 2, 3

// heights are those of the arms' bars in the end.
var heights = []float64{1, 3, 2, 3}

func (s state) board() mark.Panel {
	m := mark.Matrix{Rows: rows, Cols: cols, Values: make([]float64, rows*cols), Hi: 1, Scale: mark.Sequential, Hot: [][2]int{{s.at / cols, s.at % cols}}}
	for r := range rows {
		m.RowRefs = append(m.RowRefs, "r"+strconv.Itoa(r))
	}
	for c := range cols {
		m.ColRefs = append(m.ColRefs, "c"+strconv.Itoa(c))
	}
	m.Values[s.at] = 1
	p := mark.Panel{ID: "board", Title: "Cells", Alt: "a walker on cells", X: mark.Axis{Max: cols}, Y: mark.Axis{Max: rows}}
	p.Add(m)
	return p
}

func (s state) arms() mark.Panel {
	bars := mark.Bars{}
	for i, h := range heights {
		bars.Y = append(bars.Y, h*float64(min(s.n, last)+1)/(last+1))
		bars.Refs = append(bars.Refs, "arm"+strconv.Itoa(i))
	}
	p := mark.Panel{ID: "arms", Title: "Arms", Alt: "a bar for each arm", Height: 0.6, X: mark.Axis{Min: -0.6, Max: 3.6}, Y: mark.Axis{Max: 4}}
	p.Add(bars)
	for i, name := range [...]say.Phrase{"go west", "go east", "turn around"} {
		p.Add(mark.Handle{
			Param: "walk", Along: mark.Pressed, Act: i, At: mark.XY{X: float64(i), Y: bars.Y[i]}, Name: name, Tip: "does it", Hollow: true,
			Inside: [2]mark.XY{{X: float64(i) - 0.4}, {X: float64(i) + 0.4, Y: bars.Y[i]}},
		})
	}
	return p
}

func (s state) tree() mark.Panel {
	g := mark.Graph{Edges: []mark.Edge{{From: 0, To: 1}, {From: 0, To: 2}}}
	for i, at := range []mark.XY{{X: 1, Y: 1}, {X: 0.5}, {X: 1.5}} {
		g.Nodes = append(g.Nodes, mark.Node{At: at, Ref: "node" + strconv.Itoa(i), Radius: 7})
	}
	p := mark.Panel{ID: "tree", Title: "Tree", Alt: "three nodes", Height: 0.6, X: mark.Axis{Max: 2}, Y: mark.Axis{Min: -0.5, Max: 1.5}}
	p.Add(g)
	return p
}

var questions = []algos.Question{
	{
		ID: "next-cell", Kind: algos.PickCell, Answer: func(_, then algos.Step) (algos.Answer, bool) {
			return algos.Answer{Points: []int{then.View.(state).at}}, true
		},
		Ask: func(algos.Step) (algos.Asked, bool) {
			a := algos.Asked{Text: "On which cell does it go?", On: "board"}
			for k := range rows * cols {
				ref := "r" + strconv.Itoa(k/cols) + " c" + strconv.Itoa(k%cols)
				a.Marks = append(a.Marks, algos.Pick{Ref: ref, Name: say.Vars{"row": k/cols + 1, "column": k%cols + 1}.Text("cell (<row>, <column>)")})
			}
			return a, true
		},
	},
	{
		ID: "best-arm", Kind: algos.PickBar, Until: algos.AtEnd, Ask: named("Which arm is best in the end?", "arms", "arm", "arm <k>", 4),
		Answer: func(_, _ algos.Step) (algos.Answer, bool) {
			return algos.Answer{Points: []int{1, 3}, Why: "It was so."}, true
		},
	},
	{
		ID: "leaf", Kind: algos.PickNode, Ask: named("Which node is on the left?", "tree", "node", "node <k>", 3),
		Answer: func(_, _ algos.Step) (algos.Answer, bool) { return algos.Answer{Points: []int{1}}, true },
	},
}

// named asks for one of n marks, which are numbered.
func named(text say.Phrase, on, ref, name string, n int) func(algos.Step) (algos.Asked, bool) {
	return func(algos.Step) (algos.Asked, bool) {
		a := algos.Asked{Text: text, On: on}
		for k := range n {
			a.Marks = append(a.Marks, algos.Pick{Ref: ref + strconv.Itoa(k), Name: say.Vars{"k": k + 1}.Text(name)})
		}
		return a, true
	}
}
