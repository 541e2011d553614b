package panel

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Trellis is the states of a chain over time, a column for every time: what is known of each state there, and the
// transitions between them.
type Trellis struct {
	ID               string
	Title, Note, Alt say.Phrase
	States           []say.Phrase // their names, from the top
	Times            []say.Phrase // what is written below each column: the observation
	// Share is how large the disc of a state is, from 0 to 1: a probability.
	Share func(t, state int) float64
	Text  func(t, state int) say.Phrase // the number within; nil: none
	Tip   func(t, state int) say.Phrase
	// Edge is how strong the transition to a state at time t is, from 0 to 1; nil: no lines.
	Edge   func(t, from, to int) float64
	Done   int      // columns that are known; 0: all
	Hot    [][2]int // time and state that this step is about
	Paths  [][]int  // ways through the trellis, the best first, and what they are called
	Called []say.Phrase
}

const (
	mostStages = 60   // columns, the last known ones in the middle
	mostEdges  = 1500 // lines between states
	stageWords = 9    // columns whose discs have room for numbers
)

// StateRef is what the state of a trellis is called elsewhere.
func StateRef(t, state int) string { return "t" + strconv.Itoa(t) + "s" + strconv.Itoa(state) }

// Panel draws the trellis. Its axes are hidden.
func (r Trellis) Panel() mark.Panel {
	states, all := len(r.States), len(r.Times)
	done := r.Done
	if done == 0 {
		done = all
	}
	from := max(0, min(done-mostStages/2, all-mostStages))
	to := min(all, from+mostStages)
	room := max(0.8, 0.22*float64(to-from)) // of the names, a share of the width
	p := mark.Panel{
		ID: r.ID, Title: r.Title, Note: r.Note, Alt: r.Alt, Height: min(0.9, max(0.35, 0.16*float64(states+1))),
		X: mark.Axis{Hidden: true, Min: float64(from) - 0.5 - room, Max: float64(to) - 0.4}, Y: mark.Axis{Hidden: true, Min: -float64(states) - 0.2, Max: 0.6},
	}
	g := mark.Graph{Layer: mark.Data}
	node := func(t, s int) int { return (t-from)*states + s }
	hot := map[[2]int]bool{}
	for _, h := range r.Hot {
		hot[h] = true
	}
	for t := from; t < to; t++ {
		for s := range states {
			n := mark.Node{At: mark.XY{X: float64(t), Y: -float64(s)}, Ref: StateRef(t, s), Radius: 3, Style: mark.RoleFaint.Plain()}
			if t < done {
				n = r.node(n, t, s, to-from <= stageWords)
			}
			if hot[[2]int{t, s}] {
				n.Style = mark.RoleAccent.Wide(2.6)
			}
			g.Nodes = append(g.Nodes, n)
		}
	}
	if r.Edge != nil && (to-from)*states*states <= mostEdges {
		for t := from + 1; t < min(to, done); t++ {
			for a := range states {
				for b := range states {
					if w := r.Edge(t, a, b); w > 0 {
						style := mark.RoleSoft.Wide(0.4 + 3.2*min(w, 1)).Faded(0.25 + 0.6*min(w, 1))
						g.Edges = append(g.Edges, mark.Edge{From: node(t-1, a), To: node(t, b), Style: style})
					}
				}
			}
		}
	}
	r.paths(&p, from, to)
	p.Add(g)
	names := mark.Texts{Style: mark.RoleInk.Plain(), Anchor: mark.End, Room: room}
	for s, name := range r.States {
		names.At, names.Text = append(names.At, mark.XY{X: float64(from) - 0.5, Y: -float64(s) - 0.08}), append(names.Text, name)
	}
	times := mark.Texts{Style: mark.RoleSoft.Plain(), Anchor: mark.Middle}
	for t := from; t < to; t++ {
		if to-from <= mostNames || t%5 == 0 {
			times.At, times.Text = append(times.At, mark.XY{X: float64(t), Y: -float64(states)}), append(times.Text, r.Times[t])
		}
	}
	p.Add(names, times)
	return p
}

// node is a state that is known.
func (r Trellis) node(n mark.Node, t, s int, words bool) mark.Node {
	share := 0.0
	if r.Share != nil {
		if share = r.Share(t, s); !(share >= 0) {
			share = 0
		}
	}
	n.Radius, n.Fill = 3+8*math.Sqrt(min(share, 1)), true // the area is the share
	n.Style = mark.RoleOfClass(s).Plain()
	if r.Text != nil && words {
		n.Text, n.Shares = []say.Phrase{r.Text(t, s)}, nil
		n.Fill = false
	}
	if r.Tip != nil {
		n.Tip = r.Tip(t, s)
	}
	return n
}

// paths are ways through the trellis below the states, the best the strongest.
func (r Trellis) paths(p *mark.Panel, from, to int) {
	for k := len(r.Paths) - 1; k >= 0; k-- {
		line := mark.PolyLine{Style: mark.RoleAccent.Wide(6).Faded(0.5)}
		if k > 0 {
			line.Style = mark.RoleSoft.Wide(3).Dashed()
		}
		if k < len(r.Called) {
			line.Legend = r.Called[k]
		}
		for t := from; t < min(to, len(r.Paths[k])); t++ {
			line.At = append(line.At, mark.XY{X: float64(t), Y: -float64(r.Paths[k][t])})
		}
		if len(line.At) > 1 {
			p.Add(line)
		}
	}
}
