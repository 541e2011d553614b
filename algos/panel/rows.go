package panel

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// Rows is one number for every row of the data, as bars in their order.
type Rows struct {
	ID               string
	Title, Note, Alt say.Phrase
	Y                mark.Axis
	Of               func(i int) float64
	// What a tip calls the number, "e" in "x₄: e = 0.3"; Tip replaces the whole tip.
	What   say.Phrase
	Tip    func(i int) say.Phrase
	Hot    []int // rows in the accent colour
	Legend say.Phrase
	Marks  []mark.Mark // above the bars: bounds
}

// Panel draws the numbers of a problem's rows; classes have their colours.
func (r Rows) Panel(p algos.Problem) mark.Panel {
	n := len(p.Points)
	b := mark.Bars{X: make([]float64, n), Y: make([]float64, n), Refs: make([]string, n), Hot: r.Hot, Legend: r.Legend, Tip: r.Tip}
	b.Class = mark.DataPoints(p.Set).Class
	for i := range n {
		b.X[i], b.Y[i] = float64(i+1), r.Of(i) // on screen rows are numbered from one
		b.Refs[i] = say.Row(i).Ref()
	}
	if b.Tip == nil {
		b.Tip = func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "what": r.What, "value": b.Y[i]}.Text("<row>: <what> = <value>")
		}
	}
	return mark.Panel{
		ID: r.ID, Title: r.Title, Note: r.Note, Alt: r.Alt, Y: r.Y, X: RowAxis(n),
		Marks: append([]mark.Mark{b}, r.Marks...),
	}
}

// RowAxis is the axis of n rows, numbered from one.
func RowAxis(n int) mark.Axis {
	return mark.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6}
}

// readable is the most rows whose numbers are written into a matrix.
const readable = 6

// A Gram is a matrix over pairs of rows: kernel values, covariances.
type Gram struct {
	ID               string
	Title, Note, Alt say.Phrase
	Values           []float64 // n×n, row major
	Scale            mark.FieldScale
	Lo, Hi           float64 // where the colours saturate; equal: ±max|value|
	Hot              [][2]int
	Legend           say.Phrase
}

// Panel draws the matrix of n rows.
func (g Gram) Panel(n int) mark.Panel {
	m := mark.Matrix{Rows: n, Cols: n, Values: g.Values, Lo: g.Lo, Hi: g.Hi, Scale: g.Scale, Text: n <= readable, Hot: g.Hot, Legend: g.Legend}
	if m.Lo == m.Hi {
		m.Hi = largest(g.Values)
		m.Lo = -m.Hi
	}
	for i := range n {
		m.RowRefs = append(m.RowRefs, say.Row(i).Ref())
	}
	m.ColRefs = m.RowRefs
	return mark.Panel{
		ID: g.ID, Title: g.Title, Note: g.Note, Alt: g.Alt, Equal: true, Height: 1,
		X: mark.Axis{Hidden: true, Max: float64(n)}, Y: mark.Axis{Hidden: true, Max: float64(n)},
		Marks: []mark.Mark{m},
	}
}

// largest is the largest size of the values, 1 where all are 0.
func largest(values []float64) float64 {
	top := 0.0
	for _, v := range values {
		top = max(top, math.Abs(v))
	}
	if top == 0 {
		return 1
	}
	return top
}
