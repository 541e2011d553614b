package mark

import (
	"math"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/say"
)

// DataEdges are the edges of a graph as marks below its nodes, the wider the heavier; none
// where the points have no edges.
func DataEdges(s dataset.Set) []Mark {
	if len(s.Edges) == 0 {
		return nil
	}
	heaviest := 0.0
	for _, e := range s.Edges {
		heaviest = max(heaviest, e.Weight)
	}
	parts := make([]Segments, edgeWidths)
	from, to := make([]XY, 1), make([]XY, 1)
	for _, e := range s.Edges {
		from[0].X, from[0].Y = s.Place(s.Points[e.From])
		to[0].X, to[0].Y = s.Place(s.Points[e.To])
		part := &parts[max(0, int(math.Ceil(edgeWidths*e.Weight/heaviest))-1)]
		part.From, part.To = append(part.From, from[0]), append(part.To, to[0])
	}
	var marks []Mark
	for k, part := range parts {
		if part.Style = RoleSoft.Wide(1 + 0.75*float64(k)); len(part.From) > 0 {
			marks = append(marks, part)
		}
	}
	if len(marks) == 1 {
		parts[edgeWidths-1].Style.Width = 1.75 // all weigh the same
		marks[0] = parts[edgeWidths-1]
	}
	return marks
}

// edgeWidths is how many widths tell the weights of edges apart.
const edgeWidths = 4

// CellBoard is the panel that shows a grid of cells, which readers paint there: low is as
// bright as paper, high as dark as ink.
func CellBoard(c dataset.Cells, low, high float64) Panel {
	b := Panel{
		ID: "board", Title: "Board", Alt: say.Vars{"rows": c.Rows, "columns": c.Cols}.Text("cells in <rows row> and <columns column>"), Equal: true,
		X: Axis{Hidden: true, Max: float64(c.Cols)}, Y: Axis{Hidden: true, Max: float64(c.Rows)},
		Edits: EditsCells,
	}
	if c.Empty() {
		b.X.Max, b.Y.Max = 1, 1
		return b
	}
	b.Add(DataCells(c, low, high), CellLines(c.Rows, c.Cols))
	return b
}

// LayerBoard is the panel beside a [CellBoard] that shows, and lets readers paint, the grid of
// that name where a problem has several layers of cells. It shows the cells as the problem has
// them; what a run makes of them is another panel. Its rows and columns have references of their
// own: filter-row1, filter-col1.
func LayerBoard(grid string, title say.Phrase, c dataset.Cells, low, high float64) Panel {
	b := CellBoard(c, low, high)
	b.ID, b.Title, b.Grid = grid, title, grid
	for k, m := range b.Marks {
		if cells, ok := m.(Matrix); ok {
			cells.RowRefs, cells.ColRefs = prefixed(grid, cells.RowRefs), prefixed(grid, cells.ColRefs)
			b.Marks[k] = cells
		}
	}
	if c.Cols > 0 {
		const least, most = 0.4, 1 // of the width: more rows are drawn narrower
		b.Height = min(max(float64(c.Rows)/float64(c.Cols), least), most)
	}
	return b
}

// prefixed puts the name of a grid before references.
func prefixed(grid string, refs []string) []string {
	out := make([]string, len(refs))
	for k, ref := range refs {
		out[k] = grid + "-" + ref
	}
	return out
}

// CellLines part the cells of a grid, so that readers see where to paint; where rows or columns
// have little room, only what the others fill shows them.
func CellLines(rows, cols int) Segments {
	const most = 32
	lines := Segments{Style: RoleFaint.Wide(0.75)}
	w, h := float64(cols), float64(rows)
	for j := 0; cols <= most && j <= cols; j++ {
		lines.From, lines.To = append(lines.From, XY{X: float64(j)}), append(lines.To, XY{X: float64(j), Y: h})
	}
	for i := 0; rows <= most && i <= rows; i++ {
		lines.From, lines.To = append(lines.From, XY{Y: float64(i)}), append(lines.To, XY{X: w, Y: float64(i)})
	}
	return lines
}

// DataCells are a grid of cells as a mark, with the references row1, row2, … and col1, col2, … and
// with its numbers where they have room.
func DataCells(c dataset.Cells, low, high float64) Matrix {
	const most = 12 // rows or columns whose numbers can be read
	m := Matrix{Rows: c.Rows, Cols: c.Cols, Values: c.Values, Lo: low, Hi: high, Scale: Sequential, Text: max(c.Rows, c.Cols) <= most}
	for i := range c.Rows {
		m.RowRefs = append(m.RowRefs, "row"+strconv.Itoa(i+1))
	}
	for j := range c.Cols {
		m.ColRefs = append(m.ColRefs, "col"+strconv.Itoa(j+1))
	}
	return m
}

// oblong is by how much the two sides of a window may differ in length while its
// axes have one scale. Beyond that the points lie on what looks like one line. It
// is above 10 because metres against tens of kilograms, the preset "heights" of
// svm, differ by 12 and are still read well.
const oblong = 20

// Board is the panel that shows the points of a set in a window, without marks. In the
// plane both axes have one scale, so that distances and right angles look as
// they are, unless the window is [oblong]: then each axis has its own.
func Board(s dataset.Set, w grid.Window) Panel {
	b := Panel{
		ID: "board", Title: "Board", Alt: say.Vars{"n": len(s.Points)}.Text("<n> points"), Equal: alike(w),
		X: Axis{Name: "x₁", Min: w.X0, Max: w.X1},
		Y: Axis{Name: "x₂", Min: w.Y0, Max: w.Y1},
	}
	if s.Dim > 0 { // points are not the demo's own
		b.Edits = EditsData
	}
	if s.Dim == 1 {
		b.X.Name, b.Y.Name, b.Equal = "x", "y", false
		b.Y.Hidden = s.Target == dataset.None // points on a number line
	}
	return b
}

// alike reports whether both sides of a window can be drawn to one scale.
func alike(w grid.Window) bool {
	across, up := w.X1-w.X0, w.Y1-w.Y0
	return max(across, up) <= oblong*min(across, up)
}

// NameAxes calls the axes by the names that the columns of the data have: those
// that are called by the letter of a column, x₁, x₂, or x and y in one dimension.
func (p *Panel) NameAxes(s dataset.Set) {
	if s.Names.Empty() {
		return
	}
	letters := []string{"x₁", "x₂"}
	if s.Dim == 1 {
		letters = []string{"x", "y"}
	}
	for k, letter := range letters {
		for _, a := range []*Axis{&p.X, &p.Y} {
			if name := s.AxisName(k); string(a.Name) == letter && name != "" {
				a.Name = say.Given(clipped(name)).Phrase()
			}
		}
	}
}

// clipped leaves room for the numbers beside the name of an axis.
func clipped(name string) string {
	const most = 24
	if runes := []rune(name); len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return name
}

// DataPoints are the points of a set as a mark, with the references x0, x1, …
// of their rows; classes have their colour and shape.
func DataPoints(s dataset.Set) Points {
	n := len(s.Points)
	if n == 0 {
		return Points{}
	}
	m := Points{At: make([]XY, 0, n), Refs: make([]string, 0, n)}
	if s.Target == dataset.Classes {
		m.Class = make([]int, 0, n)
	}
	for i, p := range s.Points {
		var at XY
		at.X, at.Y = s.Place(p)
		m.At = append(m.At, at)
		m.Refs = append(m.Refs, say.Row(i).Ref())
		if s.Target == dataset.Classes {
			m.Class = append(m.Class, p.Class())
		}
	}
	return m
}
