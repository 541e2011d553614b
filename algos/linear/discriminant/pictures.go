package discriminant

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board()}
	if v.at >= v.pooledAt && v.fisher.ok {
		panels = append(panels, v.curve())
	}
	w, title := direction(v.Angle), "Shadows on your w"
	if it := v.item(); it.kind == turning {
		w, title = direction(it.angle), "Shadows on w at "+say.Num(it.angle)+"°"
	}
	panels = append(panels, v.shadows("hand", title, w, algos.RoleAccent))
	if v.fisher.ok && v.at >= v.directAt {
		panels = append(panels, v.shadows("best", "Shadows on w*", v.fisher.w, algos.RoleInk))
	}
	if v.rule.ok && v.at >= v.ruleAt {
		if v.two() {
			panels = append(panels, v.sigmoid())
		}
		panels = append(panels, v.confusion())
	}
	return panels
}

func (v view) board() algos.Panel {
	p := algos.Board(v.Problem)
	p.Title = say.Phrase(map[string]string{fisher: "Fisher's direction", lda: "Linear discriminant", qda: "Quadratic discriminant"}[v.Method])
	p.Alt = say.Phrase(fmt.Sprintf("%s of %d classes", say.Count(len(v.z), "point"), len(v.groups)))
	if v.at >= v.evaluatedAt {
		p.Note = say.Phrase(fmt.Sprintf("%d of %d wrong", v.rows[len(v.rows)-1].so, len(v.rows)))
		p.Alt += ", " + p.Note
	}
	if v.rule.ok && v.at >= v.ruleAt {
		p.Marks = append(p.Marks, v.field())
	}
	if v.at >= v.pooledAt {
		p.Marks = append(p.Marks, v.lines()...)
	}
	p.Marks = append(p.Marks, v.dots())
	if e := v.spreads(); len(e.Mean) > 0 {
		p.Marks = append(p.Marks, e)
	}
	p.Marks = append(p.Marks, v.centres()...)
	if r := v.mistakes(); len(r.At) > 0 {
		p.Marks = append(p.Marks, r)
	}
	switch it := v.item(); it.kind {
	case separating:
		if v.Method == fisher && v.two() {
			p.Marks = append(p.Marks, algos.Arrows{
				From: []algos.XY{v.xy(v.groups[0].mean)}, To: []algos.XY{v.xy(v.groups[1].mean)},
				Style: algos.Style{Role: algos.RoleAccent}, Legend: "difference of the means",
			})
		}
	case deciding:
		p.Marks = append(p.Marks, algos.Rings{
			At: []algos.XY{v.xy(v.z[it.row])}, Radius: []float64{11}, Refs: []string{ref(it.row)},
			Labels: []say.Phrase{say.Phrase(name(it.row))}, Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: "at work",
		})
	}
	return p
}

func (m *machine) xy(z vec) algos.XY {
	x := m.place(z)
	return algos.XY{X: x[0], Y: x[1]}
}

// points is the mark of the observations.
func (m *machine) points() algos.Points {
	p := algos.DataPoints(m.Set)
	p.Tips = make([]say.Phrase, len(m.z))
	for i, q := range m.Points {
		p.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s, class %s", name(i), say.Vec(q.X[0], q.X[1]), m.name(m.of[i])))
		if m.rule.ok {
			said := m.rows[i]
			p.Tips[i] += say.Phrase(fmt.Sprintf("; called %s with p = %s", m.name(said.k), say.Num(m.rule.posterior(m.z[i])[said.k])))
		}
	}
	return p
}

// field shades the rule: for two classes the difference of the posteriors, for
// more the class that is chosen.
func (v view) field() algos.Field {
	r, seen := v.rule, v.seen
	if !v.two() {
		return algos.Field{
			Eval: func(dst []float64, g grid.Grid) {
				grid.Fill(dst, g, func(x, y float64) float64 { return float64(v.groups[r.label(seen(vec{x, y}))].class) })
			},
			Scale: algos.Regions, Lo: 0, Hi: float64(v.groups[len(v.groups)-1].class), Sharp: true, Legend: "the class that is chosen",
		}
	}
	f := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return math.Tanh(r.logOdds(seen(vec{x, y})) / 2) })
		},
		Scale: algos.Diverging, Lo: -1, Hi: 1, Legend: say.Phrase(fmt.Sprintf("p(%s|x) − p(%s|x)", v.name(1), v.name(0))),
		Levels: []algos.Level{
			{Value: 0, Style: algos.Style{Role: algos.RoleInk, Width: 2.4}, Label: "boundary: p = ½"},
			{Value: -0.8, Style: algos.Style{Role: algos.RoleSoft, Width: 1.1, Dash: true}, Label: "p = 0.9"},
			{Value: 0.8, Style: algos.Style{Role: algos.RoleSoft, Width: 1.1, Dash: true}},
		},
	}
	return f
}

// maxFeet is the most points whose shadows are drawn.
const maxFeet = 80

// lines draws w at work, w* once it is found, and the shadows of the points.
func (v view) lines() []algos.Mark {
	now, hand := v.current(), direction(v.Angle)
	found := v.fisher.ok && v.at >= v.directAt
	marks := []algos.Mark{v.through(hand, algos.Style{Role: algos.RoleAccent, Dash: true}, "your w")}
	if v.item().kind == turning {
		marks = append(marks, v.through(now, algos.Style{Role: algos.RoleAccent, Width: 2}, "w at work"))
	}
	if found {
		marks = append(marks, v.through(now, algos.Style{Role: algos.RoleInk, Width: 1.6}, "w*"))
	}
	if len(v.z) > maxFeet || v.Method == qda {
		return marks
	}
	ways := algos.Segments{Style: algos.Style{Role: algos.RoleFaint}, Legend: "shadows"}
	feet := algos.Points{Style: algos.Style{Opacity: 0.8}, Layer: algos.Under}
	for i, z := range v.z {
		foot := plus(v.grand, times(dot(now, minus(z, v.grand)), now))
		ways.From, ways.To = append(ways.From, v.xy(z)), append(ways.To, v.xy(foot))
		ways.Refs = append(ways.Refs, ref(i))
		feet.At, feet.Class = append(feet.At, v.xy(foot)), append(feet.Class, v.groups[v.of[i]].class)
		feet.Size = append(feet.Size, 3.5)
	}
	return append(marks, ways, feet)
}

// through is the line in direction w through the grand mean.
func (v view) through(w vec, style algos.Style, legend string) algos.Ray {
	at := v.place(v.grand)
	return algos.Ray{A: -w[1], B: w[0], C: w[1]*at[0] - w[0]*at[1], Style: style, Legend: say.Phrase(legend)}
}

// spreads are the level sets of the Gaussians that are known.
func (v view) spreads() algos.Ellipses {
	e := algos.Ellipses{Radii: []float64{1, 2}, Legend: "1 and 2 standard deviations"}
	shared := v.Method == lda && v.at >= v.pooledAt && v.fail == nil
	for k, g := range v.groups {
		cov := g.cov.ridge(v.reg)
		if shared {
			cov = v.pooled
		}
		if v.at < v.scatterAt[k] || !finite(cov.trace()) || v.singular(cov) {
			continue
		}
		e.Mean = append(e.Mean, v.xy(g.mean))
		e.Cov = append(e.Cov, [3]float64(v.area(cov)))
		e.Style = append(e.Style, algos.Style{Role: algos.RoleOfClass(g.class), Width: 1.3, Opacity: 0.8})
	}
	return e
}

// centres are the means that are known.
func (v view) centres() []algos.Mark {
	p := algos.Points{Layer: algos.Over, Legend: "means"}
	for k, g := range v.groups {
		if v.at < v.meanAt[k] {
			continue
		}
		at := v.xy(g.mean)
		p.At, p.Class, p.Size = append(p.At, at), append(p.Class, g.class), append(p.Size, 7)
		p.Labels, p.Refs = append(p.Labels, say.Phrase("μ"+v.sub(k))), append(p.Refs, groupRef(k))
		p.Tips = append(p.Tips, say.Phrase(fmt.Sprintf("mean of class %s: %s", v.name(k), say.Vec(at.X, at.Y))))
	}
	if len(p.At) == 0 {
		return nil
	}
	return []algos.Mark{p}
}

// mistakes rings the rows that the rule has got wrong so far.
func (v view) mistakes() algos.Rings {
	r := algos.Rings{Style: algos.Style{Role: algos.RoleBad}, Legend: "misclassified"}
	if v.at < v.decidedAt {
		return r
	}
	seen := len(v.rows)
	if it := v.item(); it.kind == deciding {
		seen = it.row + 1
	}
	for i, said := range v.rows[:seen] {
		if said.wrong {
			r.At, r.Radius, r.Refs = append(r.At, v.xy(v.z[i])), append(r.Radius, 8), append(r.Refs, ref(i))
		}
	}
	return r
}
