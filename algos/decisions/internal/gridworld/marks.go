package gridworld

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Picture is the grid with what is known of its states.
type Picture struct {
	World  *World
	Values []float64 // of the states, as colours and where there is room as numbers; nil: only exits have theirs
	Policy Policy    // as arrows; nil: none, and none where it is Uniform
	Lo, Hi float64   // where the colours saturate; both 0: at the largest size
	Hot    []int     // the states that this step is about
	// Of names what the colours are, and Arrow what the arrows are, in the legend.
	Of, Arrow say.Phrase
}

// roomy is how many rows and columns a grid has at most whose values are written into its cells.
const roomy = 8

// marked is how many there are at most for the worth of exits to be written.
const marked = 16

// Panel is the picture as a panel; with paints, one on which readers paint.
func (g Picture) Panel(id string, title say.Phrase, paints bool) mark.Panel {
	w := g.World
	p := mark.Panel{
		ID: id, Title: title, Equal: true, Alt: say.Vars{"rows": w.Rows, "columns": w.Cols}.Text("a grid of <rows row> and <columns column>"),
		X: mark.Axis{Hidden: true, Max: float64(w.Cols)}, Y: mark.Axis{Hidden: true, Max: float64(w.Rows)},
	}
	if paints {
		p.Edits = mark.EditsCells
	} else {
		p.Height = min(max(float64(w.Rows)/float64(w.Cols), 0.4), 1)
	}
	p.Add(g.Marks()...)
	return p
}

// Marks draws the grid, from the back to the front.
func (g Picture) Marks() []mark.Mark {
	w := g.World
	marks := []mark.Mark{g.colours()}
	marks = append(marks, g.ground()...)
	marks = append(marks, mark.CellLines(w.Rows, w.Cols))
	marks = append(marks, g.exits()...)
	if wind := g.wind(); len(wind.From) > 0 {
		marks = append(marks, wind)
	}
	if arrows := g.arrows(); len(arrows.From) > 0 {
		marks = append(marks, arrows)
	}
	if max(w.Rows, w.Cols) <= marked {
		marks = append(marks, g.numbers())
	}
	return marks
}

func (g Picture) written() bool { return g.Values != nil && max(g.World.Rows, g.World.Cols) <= roomy }

// middle is the centre of a cell.
func (g Picture) middle(cell int) mark.XY {
	w := g.World
	return mark.XY{X: float64(cell%w.Cols) + 0.5, Y: float64(w.Rows-cell/w.Cols) - 0.5}
}

// colours are the values of the states; walls are covered.
func (g Picture) colours() mark.Matrix {
	w := g.World
	m := mark.Matrix{Rows: w.Rows, Cols: w.Cols, Values: make([]float64, w.Rows*w.Cols), Scale: mark.Diverging, Legend: g.Of}
	for s, k := range w.Place {
		if m.Values[k] = w.Tile(s).Worth; g.Values != nil {
			m.Values[k] = g.Values[s]
		}
	}
	if m.Lo, m.Hi = g.Lo, g.Hi; m.Lo == 0 && m.Hi == 0 {
		for _, x := range m.Values {
			m.Lo, m.Hi = min(m.Lo, x, -x), max(m.Hi, x, -x)
		}
	}
	if m.Lo == m.Hi {
		m.Lo, m.Hi = m.Lo-1, m.Hi+1
	}
	for i := range w.Rows {
		m.RowRefs = append(m.RowRefs, "row"+strconv.Itoa(i+1))
	}
	for j := range w.Cols {
		m.ColRefs = append(m.ColRefs, "col"+strconv.Itoa(j+1))
	}
	for _, s := range g.Hot {
		row, col := w.At(s)
		m.Hot = append(m.Hot, [2]int{row, col})
	}
	return m
}

// ground are walls and costs, side by side as one rectangle.
func (g Picture) ground() []mark.Mark {
	w := g.World
	var marks []mark.Mark
	wallStyle, costStyle := mark.RoleInk.Plain().Faded(0.55), mark.RoleBad.Plain().Faded(0.25)
	said := map[say.Phrase]bool{}
	add := func(k, n int, style mark.Style, legend say.Phrase) {
		low := mark.XY{X: float64(k % w.Cols), Y: float64(w.Rows - k/w.Cols - 1)}
		r := mark.Rect{Min: low, Max: mark.XY{X: low.X + float64(n), Y: low.Y + 1}, Fill: true, Style: style}
		if !said[legend] {
			r.Legend, said[legend] = legend, true
		}
		marks = append(marks, r)
	}
	for k := 0; k < len(w.Tiles); {
		n, t := 1, w.Tiles[k]
		for t != (Tile{Wind: Calm}) && (k+n)%w.Cols != 0 && w.Tiles[k+n] == t {
			n++
		}
		switch {
		case t.Wall:
			add(k, n, wallStyle, "wall")
		case t.Cost > 0:
			add(k, n, costStyle, "cell with a cost")
		}
		k += n
	}
	return marks
}

// exits are framed.
func (g Picture) exits() []mark.Mark {
	const inset = 0.06
	legend := say.Phrase("exit")
	var marks []mark.Mark
	for s, k := range g.World.Place {
		if !g.World.Tile(s).Exit {
			continue
		}
		c := g.middle(k)
		marks = append(marks, mark.Rect{
			Min: mark.XY{X: c.X - 0.5 + inset, Y: c.Y - 0.5 + inset}, Max: mark.XY{X: c.X + 0.5 - inset, Y: c.Y + 0.5 - inset},
			Style: mark.RoleInk.Wide(2), Legend: legend,
		})
		legend = ""
	}
	return marks
}

// pointing is an arrow in a direction around a place.
func pointing(a *mark.Arrows, at mark.XY, direction int, length float64) {
	dx, dy := float64(steps[direction][1])*length/2, -float64(steps[direction][0])*length/2
	a.From = append(a.From, mark.XY{X: at.X - dx, Y: at.Y - dy})
	a.To = append(a.To, mark.XY{X: at.X + dx, Y: at.Y + dy})
}

// wind is drawn in the left upper corners.
func (g Picture) wind() mark.Arrows {
	a := mark.Arrows{Style: mark.RoleSoft.Wide(1), Legend: "wind"}
	for s, k := range g.World.Place {
		if t := g.World.Tile(s); t.Wind != Calm {
			c := g.middle(k)
			pointing(&a, mark.XY{X: c.X - 0.3, Y: c.Y + 0.3}, t.Wind, 0.3)
		}
	}
	return a
}

// arrows are the policy, below the numbers where there are some.
func (g Picture) arrows() mark.Arrows {
	a := mark.Arrows{Style: mark.RoleInk.Wide(1.6), Legend: g.Arrow}
	if g.Policy == nil {
		return a
	}
	lower, length := 0.0, 0.5
	if g.written() {
		lower, length = 0.22, 0.36
	}
	for s, k := range g.World.Place {
		if !g.World.Tile(s).Exit && g.Policy[s] != Uniform {
			c := g.middle(k)
			pointing(&a, mark.XY{X: c.X, Y: c.Y - lower}, g.Policy[s], length)
		}
	}
	return a
}

// numbers are the values, to two places.
func (g Picture) numbers() mark.Texts {
	t := mark.Texts{Anchor: mark.Middle, Room: 0.86, Style: mark.RoleInk.Plain()}
	for s, k := range g.World.Place {
		c, value := g.middle(k), g.World.Tile(s).Worth
		switch {
		case g.Values != nil:
			value = g.Values[s]
		case !g.World.Tile(s).Exit:
			continue
		}
		if !g.written() && !g.World.Tile(s).Exit {
			continue
		}
		if g.Policy != nil && !g.World.Tile(s).Exit {
			c.Y += 0.2
		}
		t.At = append(t.At, mark.XY{X: c.X, Y: c.Y - 0.06})
		t.Text = append(t.Text, say.Phrase(say.Num(math.Round(100*value)/100)))
	}
	return t
}
