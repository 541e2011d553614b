package panel

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// A Network is a network of units in layers, the inputs first: a column for each layer, weights as lines, the wider
// the larger, in the colour of their sign. A unit is a disc or, where its output over the plane of two
// inputs is given, a small board.
type Network struct {
	ID               string
	Title, Note, Alt say.Phrase
	Height           float64 // as a share of the width; 0: 0.7
	Layers           []NetworkLayer
	Captions         []NetworkCaption // below the columns
	Largest          float64          // the weight with the widest line; 0: the largest that is drawn
	Legend           say.Phrase
}

// A NetworkLayer is a column of units, and what leads to it from the column before.
type NetworkLayer struct {
	Units []NetworkUnit
	Role  mark.Role                  // of the discs; RoleAuto: soft
	W     func(to, from int) float64 // nil: no weights lead to it
	Hot   func(to, from int) bool    // the weight that this step is about
	Joins [][2]int                   // what leads to it without a weight, dashed: from, to
}

// A NetworkUnit is one unit.
type NetworkUnit struct {
	Ref          string // what it is called elsewhere, and what answers questions
	Tip          say.Phrase
	Value, Delta say.Phrase // written above and below it: what it puts out, and the gradient by its sum
	Hot          bool       // what this step is about
	Off          bool       // dropped out, or dead
	Board        []float64  // its output on a square grid of the plane, in the order of [grid.Grid]; nil: none
}

// A NetworkCaption says what a column is.
type NetworkCaption struct {
	Layer int
	Text  say.Phrase
}

// mostUnits is how many units of a layer are drawn at most.
const mostUnits = 24

// Sizes in the units of the panel: columns are 1 apart, and the units of a column share 1.8.
const (
	netBottom, netTop = -1.3, 1.15
	netSide           = 0.5 // of a board, at the most
	// A line of text, on the lowest picture that pages draw.
	netText = 0.165
	// A board with a side below this is too small to read: it gets the room of the numbers.
	netReadable = 0.17
	// What pages leave of a picture's height for the network itself.
	netShare = 0.8
)

// Panel draws the network. Its axes are hidden.
func (n Network) Panel() mark.Panel {
	height := n.Height
	if height == 0 {
		height = 0.7
	}
	p := mark.Panel{
		ID: n.ID, Title: n.Title, Note: n.Note, Alt: n.Alt, Height: height,
		X: mark.Axis{Min: -0.55, Max: float64(len(n.Layers)) - 0.45, Hidden: true}, Y: mark.Axis{Min: netBottom, Max: netTop, Hidden: true},
	}
	l := n.layOut(height)
	if l.boards != nil {
		p.Add(mark.Field{Eval: l.shade, Scale: mark.Diverging, Lo: -1, Hi: 1, Sharp: true})
	}
	p.Add(l.graph)
	for _, b := range l.frames {
		p.Add(b)
	}
	if words := n.words(l); len(words.At) > 0 {
		p.Add(words)
	}
	if len(l.numbers.At) > 0 {
		p.Add(l.numbers)
	}
	return p
}

// words are the captions, and how many units a column lacks.
func (n Network) words(l *netLayout) mark.Texts {
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	for _, c := range n.Captions {
		words.At, words.Text = append(words.At, mark.XY{X: float64(c.Layer), Y: -1.2}), append(words.Text, c.Text)
	}
	for k, layer := range n.Layers {
		if more := len(layer.Units) - l.shown[k]; more > 0 {
			words.At = append(words.At, mark.XY{X: float64(k), Y: -1.05})
			words.Text = append(words.Text, say.Vars{"n": more}.Text("+ <n>"))
		}
	}
	return words
}

// A netLayout is the network as marks.
type netLayout struct {
	graph   mark.Graph
	frames  []mark.Rect
	numbers mark.Texts
	boards  []netBoard
	shown   []int   // units of every column
	out, in [][]int // nodes of the graph: where the lines of a unit begin, and where they end
	side    mark.XY // half the sides of a board
	mixed   bool    // some units are boards
	// Where columns with boards begin and end, and the room of numbers in them.
	high, low, above, below float64
}

// A netBoard is a small board in the picture.
type netBoard struct {
	at     mark.XY
	n      int // nodes along a side
	values []float64
	scale  float64
}

func (n Network) layOut(height float64) *netLayout {
	l := &netLayout{graph: mark.Graph{Legend: n.Legend}, numbers: mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}}
	for _, layer := range n.Layers {
		l.shown = append(l.shown, min(len(layer.Units), mostUnits))
	}
	l.share(n)
	// As wide as high, but within its column.
	l.side.X = min(l.side.Y/(netTop-netBottom)*netShare*height*(float64(len(n.Layers))+0.1), 0.36)
	for k, layer := range n.Layers {
		l.units(k, layer)
	}
	l.lines(n)
	return l
}

// share shares the height of the columns between boards and numbers. The numbers of units with boards are
// written where they leave room for these: gradients first, then outputs give way.
func (l *netLayout) share(n Network) {
	longest, more := 0, len(n.Captions) > 0
	for k, layer := range n.Layers {
		longest, more = max(longest, l.shown[k]), more || l.shown[k] < len(layer.Units)
		for _, u := range layer.Units[:l.shown[k]] {
			l.mixed = l.mixed || len(u.Board) > 0
			if u.Value != "" {
				l.above = netText
			}
			if u.Delta != "" {
				l.below = netText
			}
		}
	}
	l.high, l.low = netTop, netBottom+0.02
	if more {
		l.low += netText + 0.02
	}
	if !l.mixed || longest == 0 {
		return
	}
	const gap = 0.05
	cell := (l.high-l.low)/float64(longest) - gap
	if cell-l.above-l.below < netReadable {
		l.below = 0
	}
	if cell-l.above < netReadable {
		l.above = 0
	}
	l.side.Y = min(cell-l.above-l.below, netSide) / 2
}

// at is how high a unit stands among those of its column. Where there are boards every unit is in the middle of a cell.
func (l *netLayout) at(j, count int) float64 {
	if !l.mixed {
		return unitAt(j, count)
	}
	return l.high - (l.high-l.low)*(float64(j)+0.5)/float64(count) + (l.below-l.above)/2
}

// unitAt is how high a disc stands among those of its column; few keep to the middle.
func unitAt(j, count int) float64 {
	if count < 2 {
		return 0
	}
	y := 0.9 - 1.8*float64(j)/float64(count-1)
	if count < 4 {
		y *= 0.5
	}
	return y
}

// units places the units of a column.
func (l *netLayout) units(k int, layer NetworkLayer) {
	count := l.shown[k]
	var out, in []int
	for j, u := range layer.Units[:count] {
		at := mark.XY{X: float64(k), Y: l.at(j, count)}
		above, below := 0.13, 0.2
		if len(u.Board) > 0 {
			above, below = l.side.Y+netText/2, l.side.Y+netText/2
			in, out = append(in, len(l.graph.Nodes)), append(out, len(l.graph.Nodes)+1)
			l.board(at, u)
		} else {
			in, out = append(in, len(l.graph.Nodes)), append(out, len(l.graph.Nodes))
			l.graph.Nodes = append(l.graph.Nodes, disc(at, layer.Role, u))
		}
		if !l.mixed || l.above > 0 {
			l.number(mark.XY{X: at.X, Y: at.Y + above}, u.Value)
		}
		if !l.mixed || l.below > 0 {
			l.number(mark.XY{X: at.X, Y: at.Y - below}, u.Delta)
		}
	}
	l.in, l.out = append(l.in, in), append(l.out, out)
}

func (l *netLayout) number(at mark.XY, text say.Phrase) {
	if text != "" {
		l.numbers.At, l.numbers.Text = append(l.numbers.At, at), append(l.numbers.Text, text)
	}
}

// disc is a unit without a board.
func disc(at mark.XY, role mark.Role, u NetworkUnit) mark.Node {
	if role == mark.RoleAuto {
		role = mark.RoleSoft
	}
	node := mark.Node{At: at, Radius: 6, Fill: true, Style: role.Plain(), Ref: u.Ref, Tip: u.Tip}
	switch {
	case u.Off:
		node.Fill, node.Style = false, mark.RoleFaint.Dashed()
	case u.Hot:
		node.Style, node.Radius = mark.RoleAccent.Wide(2.6), 8
	}
	return node
}

// board is a unit as a small board with a frame, and dots at its sides where lines end and begin.
func (l *netLayout) board(at mark.XY, u NetworkUnit) {
	style := mark.RoleSoft.Wide(1)
	switch {
	case u.Off:
		style = mark.RoleFaint.Dashed()
	case u.Hot:
		style = mark.RoleAccent.Wide(2.6)
	}
	l.frames = append(l.frames, mark.Rect{
		Min: mark.XY{X: at.X - l.side.X, Y: at.Y - l.side.Y}, Max: mark.XY{X: at.X + l.side.X, Y: at.Y + l.side.Y},
		Style: style, Layer: mark.Data,
	})
	// What is picked is filled, so that its inside can be touched.
	pick := l.frames[len(l.frames)-1]
	pick.Fill, pick.Ref, pick.Tip, pick.Style = true, u.Ref, u.Tip, mark.RoleFaint.Plain().Faded(0.001)
	l.frames = append(l.frames, pick)
	for _, side := range []float64{-1, 1} {
		l.graph.Nodes = append(l.graph.Nodes, mark.Node{At: mark.XY{X: at.X + side*l.side.X, Y: at.Y}, Radius: 1.5, Fill: true, Style: mark.RoleSoft.Plain()})
	}
	if u.Off {
		return
	}
	size := largest(u.Board)
	l.boards = append(l.boards, netBoard{at: at, n: int(math.Sqrt(float64(len(u.Board)))), values: u.Board, scale: 1 / size})
}

// lines are the weights, and what joins columns without one.
func (l *netLayout) lines(n Network) {
	top := n.Largest
	if top == 0 {
		n.weights(l, func(_, _, _ int, w float64) { top = max(top, math.Abs(w)) })
	}
	top = max(top, 1e-300)
	at := 0
	joins := func(to int) { // those of columns before and at this one that wait
		for ; at <= to; at++ {
			for _, j := range n.Layers[at].Joins {
				if j[0] < l.shown[at-1] && j[1] < l.shown[at] {
					l.graph.Edges = append(l.graph.Edges, mark.Edge{From: l.out[at-1][j[0]], To: l.in[at][j[1]], Style: mark.RoleAccent.Dashed()})
				}
			}
		}
	}
	n.weights(l, func(k, to, from int, w float64) {
		joins(k)
		style := mark.RoleClass0.Plain()
		if w < 0 {
			style = mark.RoleClass1.Plain()
		}
		size := min(math.Abs(w)/top, 1)
		style.Width = 0.3 + 4*size
		style = style.Faded(0.25 + 0.6*size)
		if hot := n.Layers[k].Hot; hot != nil && hot(to, from) {
			style = mark.RoleAccent.Wide(4)
		}
		l.graph.Edges = append(l.graph.Edges, mark.Edge{From: l.out[k-1][from], To: l.in[k][to], Style: style})
	})
	joins(len(n.Layers) - 1)
}

// weights visits those between units that are drawn.
func (n Network) weights(l *netLayout, visit func(layer, to, from int, w float64)) {
	for k, layer := range n.Layers {
		if layer.W == nil || k == 0 {
			continue
		}
		for to := range l.shown[k] {
			for from := range l.shown[k-1] {
				visit(k, to, from, layer.W(to, from))
			}
		}
	}
}

// shade is the outputs of the units within their boards, each as a share of its largest size, and 0 elsewhere.
func (l *netLayout) shade(dst []float64, g grid.Grid) {
	grid.Fill(dst, g, func(x, y float64) float64 {
		for _, b := range l.boards {
			u, v := (x-b.at.X)/l.side.X, (y-b.at.Y)/l.side.Y
			if math.Abs(u) <= 1 && math.Abs(v) <= 1 {
				return b.scale * b.value((u+1)/2, (v+1)/2)
			}
		}
		return 0
	})
}

// value is the output at a share of the board's width and height, between its nodes.
func (b netBoard) value(u, v float64) float64 {
	if b.n < 2 {
		return b.values[0]
	}
	x, y := u*float64(b.n-1), v*float64(b.n-1)
	i, j := min(int(x), b.n-2), min(int(y), b.n-2)
	s, t := x-float64(i), y-float64(j)
	at := b.values[j*b.n+i:]
	return (1-t)*((1-s)*at[0]+s*at[1]) + t*((1-s)*at[b.n]+s*at[b.n+1])
}
