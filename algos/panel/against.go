package panel

import (
	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// Against is what is predicted for every row against its target: a dot for each, with a
// stem to the diagonal, where both are the same.
type Against struct {
	ID               string
	Title, Note, Alt say.Phrase
	X, Y             say.Phrase // names of the prediction and of the target
	Lo, Hi           float64    // what both axes show
	Targets          []float64
	Of               func(i int) float64 // the prediction for row i
	Same, Off        say.Phrase          // legends of the diagonal and of the stems
	Most             int                 // with more rows there are no stems; 0: always
	Tip              func(i int) say.Phrase
	Dots             say.Phrase           // legend of the dots; empty: "rows"
	Also             func(i int) []string // what lights up with row i; may be nil
	Under            []mark.Mark          // behind the diagonal
}

// Panel draws the rows.
func (a Against) Panel() mark.Panel {
	p := mark.Panel{
		ID: a.ID, Title: a.Title, Note: a.Note, Alt: a.Alt, Equal: true, Height: 1,
		X: mark.Axis{Name: a.X, Min: a.Lo, Max: a.Hi}, Y: mark.Axis{Name: a.Y, Min: a.Lo, Max: a.Hi},
	}
	at := func(i int) mark.XY { return mark.XY{X: a.Of(i), Y: a.Targets[i]} }
	dots := Placed(len(a.Targets), at)
	if dots.Tip, dots.Legend = a.Tip, a.Dots; a.Dots == "" {
		dots.Legend = "rows"
	}
	if a.Also != nil {
		for i := range a.Targets {
			dots.Also = append(dots.Also, a.Also(i))
		}
	}
	p.Add(a.Under...)
	p.Add(mark.PolyLine{At: []mark.XY{{X: a.Lo, Y: a.Lo}, {X: a.Hi, Y: a.Hi}}, Style: mark.RoleInk.Wide(1.6), Legend: a.Same})
	if a.Most == 0 || len(a.Targets) <= a.Most {
		p.Add(Stems(len(a.Targets), mark.RoleBad.Wide(1.2), a.Off, at, func(i int) mark.XY { return mark.XY{X: a.Of(i), Y: a.Of(i)} }))
	}
	p.Add(dots)
	return p
}

// Placed are dots of n rows, with their references.
func Placed(n int, at func(i int) mark.XY) mark.Points {
	var m mark.Points
	for i := range n {
		m.At, m.Refs = append(m.At, at(i)), append(m.Refs, say.Row(i).Ref())
	}
	return m
}

// Stems are straight pieces, one for each of n rows.
func Stems(n int, s mark.Style, legend say.Phrase, from, to func(i int) mark.XY) mark.Segments {
	m := mark.Segments{Style: s, Legend: legend}
	for i := range n {
		m.From, m.To, m.Refs = append(m.From, from(i)), append(m.To, to(i)), append(m.Refs, say.Row(i).Ref())
	}
	return m
}

// On is where row i of a problem stands in the picture of a function of one input: its
// target, or with of the value of that.
func On(p algos.Problem, of func(i int) float64) func(i int) mark.XY {
	return func(i int) mark.XY {
		at := Place(p, i)
		if of != nil {
			at.Y = of(i)
		}
		return at
	}
}

// Write adds words at a place.
func Write(t *mark.Texts, x, y float64, text say.Phrase) {
	t.At, t.Text = append(t.At, mark.XY{X: x, Y: y}), append(t.Text, text)
}

// Once is a legend that the first of several marks has, and the others have not.
func Once(legend say.Phrase) func() say.Phrase {
	return func() say.Phrase {
		now := legend
		legend = ""
		return now
	}
}
