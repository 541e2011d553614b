package svmmulticlass

import (
	"math"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (e *ensemble) Panels() []mark.Panel {
	panels := []mark.Panel{e.board()}
	if len(e.members) > 0 {
		panels = append(panels, e.tallyPanel())
		if e.Method == oneVsOne {
			panels = append(panels, e.duels())
		}
	}
	if e.now != nil {
		panels = append(panels, e.alphas())
	}
	if len(e.members) > 0 {
		panels = append(panels, e.confusion(e.predicted))
	}
	return append(panels, e.panelsBeside()...)
}

// sharp reports whether the classifiers are cheap enough for a fine grid.
func (e *ensemble) sharp() bool {
	n := 0
	for _, b := range e.members {
		n += len(b.coef)
	}
	switch e.k.(type) {
	case kernel.Linear:
		return true
	case kernel.RBF, kernel.Poly:
		return n <= 300
	}
	return n <= 30
}

func (e *ensemble) board() mark.Panel {
	p, w := e.newBoard(), e.vars()
	p.Note = w.Text("<done> of <jobs machine>")
	p.Alt = w.Text("<n point> of <K> classes, <done> of <jobs machine> trained, <mistakes> misclassified")
	if len(e.members) > 0 {
		p.Add(mark.Field{Eval: e.region, Scale: mark.Regions, Sharp: e.sharp(), Legend: "region of each class"})
		p.Add(e.boundaries()...)
	}
	p.Add(e.data()...)
	if e.now != nil {
		alpha := make([]float64, len(e.X))
		for s, a := range e.now.alpha {
			alpha[e.now.rows[s]] = a
		}
		p.Add(e.support("its support vectors", mark.RoleInk.Wide(1.6), func(i int) float64 { return alpha[i] }))
	}
	p.Add(e.query())
	return p
}

// boundaries are those of the binary classifiers, of the one at work with its
// margins.
func (e *ensemble) boundaries() []mark.Mark {
	var marks []mark.Mark
	legend := say.Phrase("boundary of a machine")
	for _, b := range e.members {
		if len(b.coef) == 0 {
			continue // a constant has no boundary
		}
		field := mark.Field{Eval: func(dst []float64, g grid.Grid) { e.evaluate(dst, g, b) }, Hide: true}
		if b == e.now {
			margin := mark.RoleAccent.Wide(1.2).Dashed()
			field.Levels = []mark.Level{
				{Value: 0, Style: mark.RoleAccent.Wide(2.6), Label: e.between(b.sides)},
				{Value: 1, Style: margin, Label: "its margins f = ±1"},
				{Value: -1, Style: margin},
			}
			marks = append(marks, field)
			continue
		}
		style := mark.RoleInk.Wide(1.3)
		switch {
		case e.Method == oneVsRest:
			style = e.role(b.first).Wide(1.6).Dashed()
		case len(e.members) > 6:
			style = mark.RoleSoft.Wide(1).Faded(0.6)
		}
		field.Levels = []mark.Level{{Value: 0, Style: style, Label: legend}}
		legend = "" // once is enough
		marks = append(marks, field)
	}
	return marks
}

// data are the points; those that the classifier at work does not see are faint.
func (e *ensemble) data() []mark.Mark {
	seen := make([]bool, len(e.X))
	if e.now != nil {
		for _, i := range e.now.rows {
			seen[i] = true
		}
	}
	tip := func(i int) say.Phrase {
		w := say.Vars{"row": say.Row(i).Name(), "x": e.Points[i].X, "class": e.class(e.Y[i])}
		if e.predicted[i] < 0 {
			return w.Text("<row> = <x>, <class>")
		}
		w["taken"] = e.class(e.predicted[i])
		return w.Text("<row> = <x>, <class>, taken for <taken>")
	}
	faint := mark.Points{Style: mark.Style{Opacity: 0.35}, Legend: "not of this pair"}
	var clear mark.Points
	for i := range e.X {
		m := &clear
		if e.now != nil && !seen[i] {
			m = &faint
		}
		fill := -1
		if k := e.predicted[i]; k >= 0 {
			fill = e.classes[k]
		}
		m.At, m.Class, m.Fill = append(m.At, panel.Place(e.Problem, i)), append(m.Class, e.classes[e.Y[i]]), append(m.Fill, fill)
		m.Refs, m.Tips = append(m.Refs, say.Row(i).Ref()), append(m.Tips, tip(i))
	}
	var marks []mark.Mark
	for _, m := range []mark.Points{faint, clear} {
		if len(m.At) > 0 {
			marks = append(marks, m)
		}
	}
	return marks
}

// tallyPanel shows the votes or the scores at the query.
func (e *ensemble) tallyPanel() mark.Panel {
	all := e.tally(e.scoresAt(e.Query))
	winner := e.class(joint.Best(all))
	w := say.Vars{"class": winner}
	p := mark.Panel{ID: "scores", Title: "Votes at q", Note: winner, X: e.classAxis(), Marks: []mark.Mark{e.classBars(all)}}
	p.Y = mark.Axis{Name: "votes", Integer: true, Max: float64(e.count()-1) + 0.2}
	p.Alt = w.Text("votes of the machines at q; <class> has the most")
	if e.Method == oneVsRest {
		p.Title, p.Y = "Scores at q", mark.Axis{Name: "fₖ(q)"}
		p.Alt = w.Text("scores of the machines at q; <class> has the largest")
	}
	return p
}

// duels are the scores of all pairs at the query, as a table: row against column.
func (e *ensemble) duels() mark.Panel {
	K := e.count()
	score := e.scoresAt(e.Query)
	m := mark.Matrix{Values: make([]float64, K*K), Scale: mark.Diverging, Text: K <= 6}
	for b, member := range e.members {
		m.Values[member.first*K+member.second] = score[b]
		m.Values[member.second*K+member.first] = -score[b]
		m.Hi = max(m.Hi, math.Abs(score[b]))
		if member == e.now {
			m.Hot = [][2]int{{member.first, member.second}, {member.second, member.first}}
		}
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	m.Lo = -m.Hi
	return e.table("duels", "Duels at q", "row against column", m)
}

// alphas are the dual variables of the classifier at work.
func (e *ensemble) alphas() mark.Panel {
	b := e.now
	var bars mark.Bars
	top := 0.0
	for s, a := range b.alpha {
		i := b.rows[s]
		bars.X, bars.Y = append(bars.X, float64(i+1)), append(bars.Y, a)
		bars.Class, bars.Refs = append(bars.Class, e.classes[e.Y[i]]), append(bars.Refs, say.Row(i).Ref())
		bars.Tips = append(bars.Tips, say.Vars{"i": say.Sub(i + 1), "alpha": a}.Text("α<i> = <alpha>"))
		top = max(top, a)
	}
	if top == 0 {
		top = 1
	}
	w := e.vars()
	w["rows"] = len(b.alpha)
	p := mark.Panel{
		ID: "alphas", Title: "Its dual variables", Note: w.Text("<support support vector>"),
		Alt: w.Text("<rows> dual variables of the machine <machine>, <support> above 0"),
		X:   panel.RowAxis(len(e.X)), Y: mark.Axis{Name: "α", Max: 1.08 * top}, Marks: []mark.Mark{bars},
	}
	if top > e.C/5 {
		p.Y.Max = 1.08 * e.C
		p.Add(panel.Bound(e.C, "C", mark.RoleSoft.Plain()))
	}
	return p
}
