package svmmulticlass

import (
	"math"
	"strconv"

	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (c *crf) Panels() []mark.Panel {
	panels := []mark.Panel{c.board(), c.chances(), c.vectors(), c.logLosses(), c.confusion(c.predicted()), c.tablePanel(), c.lossPanel()}
	return append(panels, c.panelsBeside()...)
}

// board draws the regions of the classes and the boundaries between them.
func (c *crf) board() mark.Panel {
	p, w := c.newBoard(), c.vars()
	p.Note = w.Text("<mistakes> of <n> wrong")
	p.Alt = w.Text("<n point> of <K> classes, <mistakes> misclassified")
	fill := make([]int, len(c.X))
	for i, k := range c.predicted() {
		fill[i] = c.classes[k]
		if c.Norm2 == 0 {
			fill[i] = -1
		}
	}
	if c.Norm2 > 0 {
		p.Add(mark.Field{Eval: c.region, Scale: mark.Regions, Sharp: true, Legend: "region of each class"})
		if lines, found := c.shared(c.w, mark.RoleInk.Wide(2.4), "boundaries"); found {
			p.Add(lines)
		}
		p.Add(c.oppositeBoundary())
	}
	p.Add(c.points(fill, func(i int) say.Phrase {
		f := c.scores(c.X[i])
		loss := logit.RowLoss(f, c.Y[i])
		tip := say.Vars{"row": say.Row(i).Name(), "x": c.Points[i].X, "class": c.class(c.Y[i]), "scores": f, "loss": loss, "p": math.Exp(-loss)}
		return tip.Text("<row> = <x>, <class>, scores <scores>, p = <p>, log-loss <loss>")
	}))
	if c.row >= 0 {
		p.Add(c.atWork())
	}
	p.Add(c.query())
	return p
}

// chances are the probabilities of the classes for the point at work, or at q.
func (c *crf) chances() mark.Panel {
	p, w := mark.Panel{ID: "scores", X: c.classAxis(), Y: mark.Axis{Name: "probability", Max: 1.02}}, c.words()
	if c.row < 0 {
		at := c.scores(c.lift(c.Query))
		logit.Softmax(at)
		p.Title = "Probabilities at q"
		p.Alt = w.Text("the probabilities of the <K> classes at q")
		p.Add(c.classBars(at))
		return p
	}
	bars := c.classBars(c.p)
	p.Title, p.Note = w.Text("Probabilities of <name>"), w.Text("−log p = <log>")
	p.Alt = w.Text("the probabilities of the <K> classes for <name>, which is of <own> with <p>")
	p.Add(bars)
	return p
}

// vectors are the weight vectors, and how the step moved all of them.
func (c *crf) vectors() mark.Panel {
	calm := *c.view
	if c.phase == updating {
		calm.rival = calm.Y[calm.row] // the arrows of two classes are the hinge's
	}
	p := calm.weightPanel()
	if c.phase != updating {
		return p
	}
	moves := mark.Arrows{Style: mark.RoleAccent.Wide(2.4), Legend: "this step"}
	for k, from := range c.before.w {
		moves.From, moves.To = append(moves.From, mark.XY{X: from[0], Y: from[1]}), append(moves.To, mark.XY{X: c.w[k][0], Y: c.w[k][1]})
	}
	p.Add(moves)
	return p
}

// logLosses are what every point costs.
func (c *crf) logLosses() mark.Panel {
	w := say.Vars{"loss": c.soft.Loss}
	rows := panel.Rows{
		ID: "margins", Title: "Log-losses", Note: w.Text("Σ = <loss>"), Alt: w.Text("the log-loss of every point; together <loss>"),
		Y: mark.Axis{Name: "−log p"}, What: "−log p", Of: func(i int) float64 { return logit.RowLoss(c.scores(c.X[i]), c.Y[i]) },
		Marks: []mark.Mark{panel.Bound(math.Ln2, "ln 2: a mistake costs no less", mark.RoleSoft.Plain())},
	}
	if c.row >= 0 {
		rows.Hot = []int{c.row}
	}
	return rows.Panel(c.Problem)
}

// tablePanel is one point under both losses, number by number: what the maximum and the
// soft maximum are taken of, and what they ask of each class.
func (v *view) tablePanel() mark.Panel {
	c, K := v.compare(), v.count()
	w := say.Vars{"name": say.Row(c.row).Name(), "own": v.class(c.y), "hinge": c.hinge, "log": c.log, "K": K, "soft": logit.RowLoss(c.lead, c.y)}
	p := mark.Panel{
		ID: "table", Title: w.Text("Maximum and soft maximum, <name>"), Height: 0.1 * float64(K+4),
		Note: w.Text("hinge <hinge>, log-loss <log>"),
		Alt: w.Text("the scores of the <K> classes for <name>, which is of <own>, and by how much each with Δ exceeds its own class: " +
			"the hinge is <hinge>, the log-loss <log>, and with Δ in its soft maximum <soft>"),
		X: mark.Axis{Hidden: true, Min: 0, Max: 6.4}, Y: mark.Axis{Hidden: true, Min: -1.9, Max: float64(K) + 1},
	}
	head := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	cells := mark.Texts{Anchor: mark.End, Style: mark.RoleInk.Plain()}
	put := func(t *mark.Texts, column, row float64, text say.Phrase) {
		t.At, t.Text = append(t.At, mark.XY{X: column, Y: row}), append(t.Text, text)
	}
	columns := []float64{0.65, 1.6, 2.05, 3.05, 4, 5.15, 6.3}
	top := float64(K) + 0.3
	for i, name := range []say.Phrase{"class", "score", "Δ", "excess", "p", "∂ hinge", "∂ log"} {
		put(&head, columns[i], top, name)
	}

	for j := range K {
		y := float64(K-j) - 0.7
		pull := 0.0 // the slope of the hinge in the score of class j
		if c.rival != c.y && j == c.rival {
			pull = 1
		} else if c.rival != c.y && j == c.y {
			pull = -1
		}
		push := c.p[j]
		if j == c.y {
			push--
		}
		put(&head, columns[0], y, say.Phrase(strconv.Itoa(v.label(j))))
		for i, value := range []float64{c.score[j], v.Cost[c.y][j], c.lead[j], c.p[j], pull, push} {
			put(&cells, columns[i+1], y, say.Vars{"value": value}.Text("<value>"))
		}
	}
	put(&head, columns[2], -0.7, "max")
	put(&cells, columns[3], -0.7, w.Text("<hinge>"))
	put(&head, columns[2], -1.5, "log Σ exp")
	put(&cells, columns[3], -1.5, w.Text("<soft>"))
	put(&head, columns[5], -0.7, "−log p")
	put(&cells, columns[6], -0.7, w.Text("<log>"))
	p.Add(head, cells)
	return p
}

// lossPanel draws both losses of a point against the lead of its class over the
// strongest rival, while the other scores keep their distances from that one.
func (v *view) lossPanel() mark.Panel {
	c := v.compare()
	top := -1
	for j := range c.score {
		if j != c.y && (top < 0 || c.lead[j] > c.lead[top]) {
			top = j
		}
	}
	lead := c.score[c.y] - c.score[top]
	most := math.Max(3, 1.2*math.Abs(lead))
	if most > 50 {
		most = math.Min(most, 1e6)
	}
	cost := v.Cost[c.y]
	hinge := func(m float64) float64 {
		xi := 0.0
		for j, f := range c.score {
			if j != c.y {
				xi = math.Max(xi, cost[j]+f-c.score[top]-m)
			}
		}
		return xi
	}
	scores := make([]float64, len(c.score))
	soft := func(m float64) float64 {
		for j, f := range c.score {
			scores[j] = f - c.score[top]
		}
		scores[c.y] = m
		return logit.RowLoss(scores, c.y)
	}
	w := say.Vars{"name": say.Row(c.row).Name(), "lead": lead, "hinge": c.hinge, "log": c.log, "rival": v.class(top)}
	p := mark.Panel{
		ID: "losses", Title: "Both losses against the lead", Height: 0.45, Note: w.Text("lead <lead>"),
		Alt: w.Text("hinge and log-loss against the lead of the true class over <rival>; at <name> the lead is <lead>, the hinge <hinge>, the log-loss <log>"),
		X:   mark.Axis{Name: w.Text("lead of the true class over <rival>"), Min: -most, Max: most},
		Y:   mark.Axis{Name: "loss", Min: 0, Max: 1.05 * math.Max(hinge(-most), soft(-most))},
	}
	curve := func(f func(float64) float64, style mark.Style, legend say.Phrase) mark.Mark {
		return mark.PolyLine{At: panel.Curve(-most, most, 60, p.Y.Max, f), Style: style, Legend: legend}
	}
	p.Add(curve(hinge, mark.RoleAccent.Wide(2), "hinge"), curve(soft, mark.RoleClass3.Wide(2), "log-loss"))
	if math.Abs(lead) <= most {
		p.Add(mark.Rule{Vertical: true, At: lead, Style: mark.RoleSoft.Dashed(), Label: w.Text("<name>")})
	}
	return p
}
