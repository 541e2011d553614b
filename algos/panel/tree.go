package panel

import (
	"cmp"
	"math"
	"slices"
	"unicode"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Tree is a tree of whatever its nodes say: the leaves side by side in their order, a parent in the middle
// above its children, one row a level. A tree whose words have no room on a phone keeps them as deep as
// there is room, and becomes discs below; one with too many leaves for discs is folded, its deepest nodes first.
type Tree struct {
	ID               string
	Title, Note, Alt say.Phrase
	Nodes            []TreeNode // the root first
	Legend           say.Phrase
}

// A TreeNode is a leaf, or a node above others.
type TreeNode struct {
	Children []int        // their places among the nodes, from the left; a child comes behind its parent
	Text     []say.Phrase // lines, the one that stays the longest first
	Edge     say.Phrase   // the answer that leads to it, above it
	Shares   []float64    // of the classes, drawn as a bar; nil: none
	Ref      string       // what it is called elsewhere
	Tip      say.Phrase   // what a tooltip says
	Role     mark.Role    // its colour: of a class; a disc is filled with it
	Hot      bool         // on the way that this step is about
}

// Sizes in CSS pixels, of the narrowest picture that is drawn.
const (
	treeWidth  = 264.0 // within its margins
	leastHigh  = 212.0 // what pages give it at the least, and …
	mostHigh   = 430.0 // … what it asks for at the most
	treeGap    = 6.0
	treeLine   = 15.6
	treeBorder = 8.4
	treeShares = 7.2
	treeDisc   = 6.5
	leastDisc  = 1.6
	mostLeaves = 64
)

// Panel draws the tree. Its axes are hidden.
func (t Tree) Panel() mark.Panel {
	p := mark.Panel{ID: t.ID, Title: t.Title, Note: t.Note, Alt: t.Alt, X: mark.Axis{Hidden: true, Max: 1}, Y: mark.Axis{Hidden: true, Max: 1}}
	if len(t.Nodes) == 0 {
		return p
	}
	l := t.layOut()
	g := mark.Graph{Legend: t.Legend, Layer: mark.Data}
	place := make(map[int]int, len(l.order))
	for _, i := range l.order {
		n := t.Nodes[i]
		place[i] = len(g.Nodes)
		node := mark.Node{At: mark.XY{X: l.x[i] / treeWidth, Y: -float64(l.depth[i])}, Ref: n.Ref, Tip: n.Tip, Style: mark.Style{Role: n.Role, Width: 1.6}}
		switch {
		case l.words[i] && l.brief:
			node.Text = n.Text[:1]
		case l.words[i]:
			node.Text, node.Shares = n.Text, n.Shares
		default:
			node.Radius, node.Fill = l.radius, n.Role != mark.RoleAuto
		}
		if n.Hot {
			node.Style = mark.RoleAccent.Wide(2.6)
			node.Style.Width = math.Min(2.6, math.Max(1, l.radius))
			node.Fill = false
		}
		g.Nodes = append(g.Nodes, node)
	}
	answers := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	for _, i := range l.order {
		for _, k := range l.children(t, i) {
			e := mark.Edge{From: place[i], To: place[k], Style: mark.RoleSoft.Plain()}
			if l.named && l.words[i] && t.Nodes[k].Edge != "" {
				answers.At = append(answers.At, mark.XY{X: l.x[k] / treeWidth, Y: 0.5 - float64(l.depth[k])})
				answers.Text = append(answers.Text, t.Nodes[k].Edge)
			}
			if t.Nodes[i].Hot && t.Nodes[k].Hot {
				e.Style = mark.RoleAccent.Wide(2.6)
			}
			g.Edges = append(g.Edges, e)
		}
	}
	p.Y.Min, p.Y.Max = -float64(l.levels)+0.5, 0.5
	p.Height = math.Min(mostHigh, math.Max(150, float64(l.levels)*l.wish)) / 290
	p.Add(g)
	if len(answers.At) > 0 {
		p.Add(answers)
	}
	return p
}

// Folded is how many nodes have no room and are left out.
func (t Tree) Folded() int {
	if len(t.Nodes) == 0 {
		return 0
	}
	return len(t.Nodes) - len(t.layOut().order)
}

// A treeLayout is where the nodes are in the narrowest picture.
type treeLayout struct {
	order  []int // the nodes that are shown, a parent before its children
	depth  []int
	parent []int
	levels int
	x      []float64 // from the left border, in pixels
	step   float64   // from a level to the next, at the least
	wish   float64   // the same where there is room
	words  []bool
	brief  bool // a single line of words
	named  bool // the edges have room for words
	radius float64
}

func (t Tree) layOut() *treeLayout {
	l := &treeLayout{depth: make([]int, len(t.Nodes)), x: make([]float64, len(t.Nodes)), words: make([]bool, len(t.Nodes)), parent: make([]int, len(t.Nodes))}
	l.fold(t)
	if l.tryWords(t, l.levels, false) {
		return l
	}
	for most := l.levels; most > 0; most-- {
		if l.tryWords(t, most, true) {
			return l
		}
	}
	l.tryWords(t, 0, true)
	return l
}

// fold finds out which nodes are shown: whole levels from the root, as long as there is room for their leaves.
func (l *treeLayout) fold(t Tree) {
	deepest := 0
	for i, n := range t.Nodes {
		for _, k := range n.Children {
			l.depth[k], l.parent[k] = l.depth[i]+1, i
			deepest = max(deepest, l.depth[k])
		}
	}
	ends := func(level int) (n int) { // leaves of the tree that is cut below a level
		for i := range t.Nodes {
			if l.depth[i] == level || l.depth[i] < level && len(t.Nodes[i].Children) == 0 {
				n++
			}
		}
		return n
	}
	for deepest > 0 && (ends(deepest) > mostLeaves || float64(deepest+1)*2*(leastDisc+1) > leastHigh) {
		deepest--
	}
	l.levels = deepest + 1
	for i := range t.Nodes {
		if l.depth[i] <= deepest {
			l.order = append(l.order, i)
		}
	}
}

func (l *treeLayout) children(t Tree, i int) []int {
	if l.depth[i] == l.levels-1 {
		return nil
	}
	return t.Nodes[i].Children
}

// tryWords gives the nodes of so many levels words, and reports whether nothing overlaps.
func (l *treeLayout) tryWords(t Tree, levels int, brief bool) bool {
	l.brief = brief
	if l.wish = 68; brief {
		l.wish = 46
	}
	l.step = math.Min(l.wish, leastHigh/float64(l.levels))
	discs, leaves, highest, total := 0, 0, 0.0, 0.0
	for _, i := range l.order {
		l.words[i] = l.depth[i] < levels && len(t.Nodes[i].Text) > 0
		leaf := len(l.children(t, i)) == 0
		if leaf {
			leaves++
		}
		if !l.words[i] {
			if leaf {
				discs++
			}
			continue
		}
		w, h := l.size(t.Nodes[i], true)
		highest = math.Max(highest, h)
		if leaf {
			total += w + treeGap
		}
	}
	l.radius = math.Min(treeDisc, math.Min((treeWidth-total)/float64(max(1, discs)), l.step)/2-1)
	high := highest + 4
	if levels == 1 { // above discs
		high = highest/2 + l.radius + 4
	}
	if levels > 0 && (high > l.step || total > treeWidth || l.radius < leastDisc) {
		return false
	}
	l.radius = math.Max(leastDisc, l.radius)
	total += float64(discs) * 2 * (l.radius + 1)
	l.spread(t, 0, new(float64), math.Max(0, (treeWidth-total)/float64(leaves)), math.Min(1, treeWidth/total))
	l.named = levels > 0 && l.fits(func(i int) (float64, float64) { // the words of an edge stand above its child
		if at := l.parent[i]; i > 0 && l.words[at] {
			return l.x[i], lineWidth(t.Nodes[i].Edge.String())
		}
		return 0, 0
	}) && highest+20 <= l.step
	return levels == 0 || l.fits(func(i int) (float64, float64) {
		w, _ := l.size(t.Nodes[i], l.words[i])
		return l.x[i], w
	})
}

// spread places the leaves below a node from the left, and the node itself above its children.
func (l *treeLayout) spread(t Tree, at int, from *float64, room, squeeze float64) {
	children := l.children(t, at)
	if len(children) == 0 {
		w, _ := l.size(t.Nodes[at], l.words[at])
		if w += 2; l.words[at] {
			w += treeGap - 2
		}
		w = w*squeeze + room
		l.x[at] = *from + w/2
		*from += w
		return
	}
	for _, k := range children {
		l.spread(t, k, from, room, squeeze)
	}
	l.x[at] = (l.x[children[0]] + l.x[children[len(children)-1]]) / 2
}

// fits reports whether things of some width in the middle of some places overlap in no level, and none leaves the picture.
func (l *treeLayout) fits(of func(i int) (middle, width float64)) bool {
	ends := make([]float64, l.levels)
	for _, i := range l.inRows() {
		x, w := of(i)
		if w == 0 {
			continue
		}
		if x-w/2 < ends[l.depth[i]] || x+w/2 > treeWidth+1 {
			return false
		}
		ends[l.depth[i]] = x + w/2 + 1
	}
	return true
}

// inRows are the nodes from the left.
func (l *treeLayout) inRows() []int {
	return slices.SortedStableFunc(slices.Values(l.order), func(a, b int) int { return cmp.Compare(l.x[a], l.x[b]) })
}

// size is what a node takes.
func (l *treeLayout) size(n TreeNode, words bool) (w, h float64) {
	if !words {
		return 2 * l.radius, 2 * l.radius
	}
	lines := n.Text
	if l.brief {
		lines = lines[:1]
	}
	for _, s := range lines {
		w = math.Max(w, lineWidth(s.String()))
	}
	h = treeLine*float64(len(lines)) + treeBorder
	if len(n.Shares) > 0 && !l.brief {
		h += treeShares
	}
	return math.Max(w+14.4, 28.8), h
}

// lineWidth is what a line of words takes at the least, and a little more.
func lineWidth(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Han, r):
			w += 13
		case unicode.IsUpper(r), r == 'm', r == 'w', r == '≤', r == '>':
			w += 8.8
		default:
			w += 7.1
		}
	}
	return w
}
