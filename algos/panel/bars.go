package panel

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/say"
)

// Bars are numbers over an index: classes, columns, components, directions. The bars are
// numbered from one, stand at places of their own, or have names below them.
type Bars struct {
	ID               string
	Title, Note, Alt say.Phrase
	// X without limits has room for the bars, and shows no ticks where they have names.
	X, Y   mark.Axis
	Height float64
	Values []float64
	At     []float64    // where they stand; nil: 1, 2, 3, …
	Names  []say.Phrase // of the bars, written below them; nil: their numbers
	Class  []int        // their colours; nil: Style
	Hot    []int        // bars in the accent colour
	Refs   []string
	Tip    func(i int) say.Phrase
	Tips   []say.Phrase // the same, made at once
	Style  mark.Style
	Legend say.Phrase
	Marks  []mark.Mark // above the bars: bounds
}

// Panel draws the bars.
func (b Bars) Panel() mark.Panel {
	p := mark.Panel{ID: b.ID, Title: b.Title, Note: b.Note, Alt: b.Alt, X: b.X, Y: b.Y, Height: b.Height}
	if p.X.Min == p.X.Max && b.At == nil {
		n := Numbered(b.X.Name, len(b.Values))
		n.Unit, n.Hidden = b.X.Unit, b.X.Hidden || b.Names != nil
		p.X = n
	}
	m := mark.Bars{Y: b.Values, Class: b.Class, Hot: b.Hot, Refs: b.Refs, Tip: b.Tip, Tips: b.Tips, Style: b.Style, Legend: b.Legend}
	if m.X = b.At; m.X == nil {
		for i := range b.Values {
			m.X = append(m.X, float64(i+1))
		}
	}
	if len(m.Y) > 0 {
		p.Add(m)
	}
	p.Add(b.Marks...)
	if b.Names != nil {
		p.Add(b.names(&p.Y, m.X))
	}
	return p
}

// names stand below the bars, and get room there.
func (b Bars) names(y *mark.Axis, x []float64) mark.Texts {
	if y.Min == y.Max {
		y.Min, y.Max = 0, 0
		for _, v := range b.Values {
			if math.Abs(v) <= math.MaxFloat64 {
				y.Min, y.Max = min(y.Min, v), max(y.Max, v)
			}
		}
		if y.Min == y.Max {
			y.Max = 1
		}
		high := y.Max - y.Min
		y.Min, y.Max = y.Min-0.16*high, y.Max+0.08*high
	}
	words := mark.Texts{Anchor: mark.Middle, Room: 0.95}
	low := y.Min + 0.06*(y.Max-y.Min)
	for i, name := range b.Names[:min(len(b.Names), len(x))] {
		Write(&words, x[i], low, name)
	}
	return words
}

// Numbered is the axis of n bars, numbered from one.
func Numbered(name say.Phrase, n int) mark.Axis {
	return mark.Axis{Name: name, Integer: true, Min: 0.4, Max: float64(n) + 0.6}
}

// Ranked are bars by size, the largest value first, numbered from one. Names, Hot, Refs and
// tips are those of the values in the order in which they are given.
type Ranked struct {
	Bars
	Most int // how many are shown; 0: all
}

// Order has the places of the values that are shown, the largest first.
func (r Ranked) Order() []int {
	order := make([]int, len(r.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Values[b], r.Values[a]) })
	if r.Most > 0 && r.Most < len(order) {
		order = order[:r.Most]
	}
	return order
}

// Panel draws the bars.
func (r Ranked) Panel() mark.Panel {
	order, b := r.Order(), r.Bars
	b.At = nil
	b.Values, b.Names, b.Class = picked(b.Values, order), picked(b.Names, order), picked(b.Class, order)
	b.Refs, b.Tips = picked(b.Refs, order), picked(b.Tips, order)
	b.Hot = nil
	for k, i := range order {
		if slices.Contains(r.Hot, i) {
			b.Hot = append(b.Hot, k)
		}
	}
	if r.Tip != nil {
		b.Tip = func(k int) say.Phrase { return r.Tip(order[k]) }
	}
	return b.Panel()
}
