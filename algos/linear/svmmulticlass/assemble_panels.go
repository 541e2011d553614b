package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/say"
)

// Panels draws the step.
func (t *team) Panels() []algos.Panel {
	panels := []algos.Panel{t.board()}
	if len(t.members) > 0 {
		panels = append(panels, t.tallyPanel())
		if t.Method == oneVsOne {
			panels = append(panels, t.duels())
		}
	}
	if t.now != nil {
		panels = append(panels, t.alphas())
	}
	if len(t.members) > 0 {
		panels = append(panels, t.confusion(t.predicted))
	}
	return append(panels, t.panelsBeside()...)
}

// evaluate sets dst to a machine's score at every node.
func (m *machine) evaluate(dst []float64, g grid.Grid, b *binary) {
	g.X0, g.X1 = g.X0-m.shift[0], g.X1-m.shift[0]
	g.Y0, g.Y1 = g.Y0-m.shift[1], g.Y1-m.shift[1]
	m.k.Field(dst, g, b.centres, b.coef, b.bias)
}

// tallies calls f with every node and the tally there, which f does not keep.
func (t *team) tallies(g grid.Grid, f func(node int, all []float64)) {
	values := make([][]float64, len(t.members))
	for b, member := range t.members {
		values[b] = make([]float64, g.Len())
		t.evaluate(values[b], g, member)
	}
	score, all := make([]float64, len(t.members)), make([]float64, t.count())
	for node := range g.Len() {
		for b := range values {
			score[b] = values[b][node]
		}
		t.tallyInto(all, score)
		f(node, all)
	}
}

// sharp reports whether the machines are cheap enough for a fine grid.
func (t *team) sharp() bool {
	n := 0
	for _, b := range t.members {
		n += len(b.coef)
	}
	switch t.k.(type) {
	case kernel.Linear:
		return true
	case kernel.RBF, kernel.Poly:
		return n <= 300
	}
	return n <= 30
}

func (t *team) board() algos.Panel {
	p := t.newBoard()
	p.Note = say.Phrase(fmt.Sprintf("%d of %s", len(t.done), say.Count(t.jobs, "machine")))
	p.Alt = say.Phrase(fmt.Sprintf("%s of %d classes, %d of %s trained, %d misclassified", say.Count(len(t.x), "point"), t.count(), len(t.done), say.Count(t.jobs, "machine"), t.mistakes))
	if len(t.members) > 0 {
		p.Marks = append(p.Marks, algos.Field{
			Eval: t.region, Scale: algos.Regions, Sharp: t.sharp(), Legend: "region of each class",
		})
		p.Marks = append(p.Marks, t.lines()...)
	}
	p.Marks = append(p.Marks, t.crowd()...)
	if b := t.now; b != nil {
		r := algos.Rings{Style: algos.Style{Role: algos.RoleInk, Width: 1.6}, Legend: "its support vectors"}
		for s, a := range b.alpha {
			if a > 0 {
				r.At = append(r.At, t.at(b.rows[s]))
				r.Radius = append(r.Radius, 6+4*math.Sqrt(min(1, a/t.C)))
				r.Refs = append(r.Refs, ref(b.rows[s]))
			}
		}
		if len(r.At) > 0 {
			p.Marks = append(p.Marks, r)
		}
	}
	return t.withQuery(p)
}

// lines are the boundaries of the machines, the one at work with its margins.
func (t *team) lines() []algos.Mark {
	var marks []algos.Mark
	named := false
	for _, b := range t.members {
		if len(b.coef) == 0 {
			continue // a constant has no boundary
		}
		field := algos.Field{Eval: func(dst []float64, g grid.Grid) { t.evaluate(dst, g, b) }, Hide: true}
		if b == t.now {
			field.Levels = []algos.Level{
				{Value: 0, Style: algos.Style{Role: algos.RoleAccent, Width: 2.6}, Label: say.Phrase(t.title(b.first, b.second))},
				{Value: 1, Style: algos.Style{Role: algos.RoleAccent, Width: 1.2, Dash: true}, Label: "its margins f = ±1"},
				{Value: -1, Style: algos.Style{Role: algos.RoleAccent, Width: 1.2, Dash: true}},
			}
			marks = append(marks, field)
			continue
		}
		level := algos.Level{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 1.3}}
		if len(t.members) > 6 {
			level.Style = algos.Style{Role: algos.RoleSoft, Width: 1, Opacity: 0.6}
		}
		if t.Method == oneVsRest {
			level.Style = algos.Style{Role: t.role(b.first), Width: 1.6, Dash: true}
		}
		if !named {
			level.Label, named = "boundary of a machine", true
		}
		field.Levels = []algos.Level{level}
		marks = append(marks, field)
	}
	return marks
}

// crowd are the points; those that the machine at work does not see are faint.
func (t *team) crowd() []algos.Mark {
	seen := make([]bool, len(t.x))
	for i := range seen {
		seen[i] = t.now == nil
	}
	if t.now != nil {
		for _, i := range t.now.rows {
			seen[i] = true
		}
	}
	fill := make([]int, len(t.x))
	for i, k := range t.predicted {
		fill[i] = -1
		if k >= 0 {
			fill[i] = t.classes[k]
		}
	}
	all := t.points(fill, func(i int) string {
		text := fmt.Sprintf("%s = %s, %s", name(i), say.Vec(t.x[i][0], t.x[i][1]), t.class(t.y[i]))
		if t.predicted[i] >= 0 {
			text += ", taken for " + t.class(t.predicted[i])
		}
		return text
	})
	var groups [2]algos.Points
	groups[0].Style, groups[0].Legend = algos.Style{Opacity: 0.35}, "not of this pair"
	for i := range t.x {
		g := &groups[1]
		if !seen[i] {
			g = &groups[0]
		}
		g.At, g.Class, g.Fill = append(g.At, all.At[i]), append(g.Class, all.Class[i]), append(g.Fill, all.Fill[i])
		g.Refs, g.Tips = append(g.Refs, all.Refs[i]), append(g.Tips, all.Tips[i])
	}
	var marks []algos.Mark
	for _, g := range groups {
		if len(g.At) > 0 {
			marks = append(marks, g)
		}
	}
	return marks
}

// tallyPanel shows the votes or the scores at the query.
func (t *team) tallyPanel() algos.Panel {
	all := t.tally(t.scoresAt(t.Query))
	bars := algos.Bars{}
	for k, v := range all {
		if math.IsInf(v, -1) {
			continue // no machine yet
		}
		bars.X, bars.Y = append(bars.X, float64(t.label(k))), append(bars.Y, v)
		bars.Class, bars.Refs = append(bars.Class, t.classes[k]), append(bars.Refs, t.classRef(k))
		bars.Tips = append(bars.Tips, say.Phrase(fmt.Sprintf("%s: %s", t.class(k), say.Num(v))))
	}
	winner := best(all)
	p := algos.Panel{ID: "scores", Title: "Votes at q", Note: say.Phrase(t.class(winner)), X: t.classAxis("class k"), Y: algos.Axis{Name: "votes", Integer: true, Min: 0, Max: float64(t.count()-1) + 0.2}}
	p.Alt = say.Phrase(fmt.Sprintf("votes of the machines at q; %s has the most", t.class(winner)))
	if t.Method == oneVsRest {
		p.Title, p.Y = "Scores at q", algos.Axis{Name: "fₖ(q)"}
		p.Alt = say.Phrase(fmt.Sprintf("scores of the machines at q; %s has the largest", t.class(winner)))
	}
	p.Marks = []algos.Mark{bars}
	return p
}

// duels are the scores of all pairs at the query, as a table: row against column.
func (t *team) duels() algos.Panel {
	K := t.count()
	score := t.scoresAt(t.Query)
	m := algos.Matrix{Rows: K, Cols: K, Values: make([]float64, K*K), Scale: algos.Diverging, Text: K <= 6}
	for b, member := range t.members {
		m.Values[member.first*K+member.second] = score[b]
		m.Values[member.second*K+member.first] = -score[b]
		m.Hi = max(m.Hi, math.Abs(score[b]))
		if member == t.now {
			m.Hot = [][2]int{{member.first, member.second}, {member.second, member.first}}
		}
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	m.Lo = -m.Hi
	return t.table("duels", "Duels at q", "row against column", m)
}

// alphas are the dual variables of the machine at work.
func (t *team) alphas() algos.Panel {
	b := t.now
	bars := algos.Bars{}
	top := 0.0
	for s, a := range b.alpha {
		i := b.rows[s]
		bars.X, bars.Y = append(bars.X, float64(i+1)), append(bars.Y, a)
		bars.Class, bars.Refs = append(bars.Class, t.classes[t.y[i]]), append(bars.Refs, ref(i))
		bars.Tips = append(bars.Tips, say.Phrase(fmt.Sprintf("α%s = %s", say.Sub(i+1), say.Num(a))))
		top = max(top, a)
	}
	if top == 0 {
		top = 1
	}
	p := algos.Panel{
		ID: "alphas", Title: "Its dual variables", Note: say.Phrase(say.Count(len(b.coef), "support vector")),
		Alt: say.Phrase(fmt.Sprintf("%d dual variables of the machine %s, %d above 0", len(b.alpha), t.title(b.first, b.second), len(b.coef))),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(len(t.x)) + 0.6}, Y: algos.Axis{Name: "α", Max: 1.08 * top},
		Marks: []algos.Mark{bars},
	}
	if top > t.C/5 {
		p.Y.Max = 1.08 * t.C
		p.Marks = append(p.Marks, algos.Rule{At: t.C, Label: "C", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	}
	return p
}
