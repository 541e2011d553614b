package discriminant

import (
	"math"
	"slices"
	"strings"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.at >= v.pooledAt && v.fisher.ok {
		panels = append(panels, v.curve())
	}
	title := say.Phrase("Projection onto your w")
	if v.item().kind == turning {
		title = say.Vars{"angle": v.angle()}.Text("Projection onto w at <angle>°")
	}
	panels = append(panels, v.shadows("hand", title, direction(v.angle()), mark.RoleAccent))
	if v.fisher.ok && v.at >= v.directAt {
		panels = append(panels, v.shadows("best", "Projection onto w*", v.fisher.w, mark.RoleInk))
	}
	if v.ruled() {
		if v.two() {
			panels = append(panels, v.sigmoid())
		}
		panels = append(panels, v.confusion())
		if v.Method != fisher {
			panels = append(panels, v.blend())
		}
	}
	return panels
}

// vars are what captions name.
func (v view) vars() say.Vars {
	w := say.Vars{"n": len(v.z), "K": len(v.groups), "zero": v.name(0), "one": v.name(1)}
	if v.fail == nil {
		w["wrong"] = v.wrong()
	}
	return w
}

func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title = map[string]say.Phrase{fisher: "Fisher's direction", lda: "Linear discriminant", qda: "Quadratic discriminant"}[v.Method]
	p.Alt = w.Text("<n point> of <K> classes")
	if v.at >= v.evaluatedAt {
		p.Note, p.Alt = w.Text("<wrong> of <n> misclassified"), w.Text("<n point> of <K> classes, <wrong> of <n> misclassified")
	}
	if v.ruled() {
		p.Add(v.field())
	}
	if v.at >= v.pooledAt {
		v.addLines(&p)
	}
	p.Add(panel.Data(v.Problem, v.tip))
	v.addGaussians(&p)
	v.addMistakes(&p)
	switch it := v.item(); {
	case it.kind == separating && v.Method == fisher && v.two():
		p.Add(panel.Arrow(v.xy(v.groups[0].mean), v.xy(v.groups[1].mean), mark.RoleAccent.Plain(), "difference of the means"))
	case it.kind == deciding:
		p.Add(mark.Rings{
			At: []mark.XY{v.xy(v.z[it.k])}, Radius: []float64{11}, Refs: []string{say.Row(it.k).Ref()},
			Labels: []say.Phrase{say.Phrase(say.Row(it.k).Name())}, Style: mark.RoleAccent.Wide(2), Legend: "current point",
		})
	}
	return p
}

func (t *task) xy(z vec) mark.XY {
	x := t.place(z)
	return mark.XY{X: x[0], Y: x[1]}
}

// tip tells a row, and what the finished rule makes of it.
func (t *task) tip(i int) say.Phrase {
	w := say.Vars{"x": say.Row(i).Name(), "at": t.Points[i].X, "class": t.name(t.of[i])}
	if t.fail != nil {
		return w.Text("<x> = <at>, class <class>")
	}
	said := t.rows[i].k
	w["said"], w["p"] = t.name(said), t.rule.posterior(t.z[i])[said]
	return w.Text("<x> = <at>, class <class>; classified as <said> with p = <p>")
}

// field shades the rule: for two classes the difference of the posteriors, for
// more the class that is chosen.
func (v view) field() mark.Field {
	r, seen := v.rule, v.seen
	if !v.two() {
		return panel.Regions{
			Of: func(x, y float64) int { return v.groups[r.label(seen(vec{x, y}))].class }, Classes: v.groups[len(v.groups)-1].class + 1, Cost: 5 * len(v.groups),
			Legend: "predicted class",
		}.Field()
	}
	sure := mark.RoleSoft.Wide(1.1).Dashed()
	return mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return math.Tanh(r.logOdds(seen(vec{x, y})) / 2) }),
		Scale: mark.Diverging, Lo: -1, Hi: 1, Legend: v.vars().Text("p(<one>|x) − p(<zero>|x)"),
		Levels: []mark.Level{
			{Value: 0, Style: mark.RoleInk.Wide(2.4), Label: "decision boundary p = ½"},
			{Value: -0.8, Style: sure, Label: "p = 0.9"},
			{Value: 0.8, Style: sure},
		},
	}
}

// maxFeet is the most points whose shadows are drawn.
const maxFeet = 80

// addLines draws w at work, w* once it is found, and the shadows of the points.
func (v view) addLines(p *mark.Panel) {
	now := v.current()
	p.Add(v.through(direction(v.Angle), mark.RoleAccent.Dashed(), "your w"))
	if v.item().kind == turning {
		p.Add(v.through(now, mark.RoleAccent.Wide(2), "current w"))
	}
	if v.fisher.ok && v.at >= v.directAt {
		p.Add(v.through(now, mark.RoleInk.Wide(1.6), "w*"))
	}
	if len(v.z) > maxFeet || v.Method == qda {
		return
	}
	ways := mark.Segments{Style: mark.RoleFaint.Plain(), Legend: "projections"}
	feet := mark.Points{Style: mark.Style{Opacity: 0.8}, Layer: mark.Under}
	for i, z := range v.z {
		foot := v.xy(plus(v.grand, times(dot(now, minus(z, v.grand)), now)))
		ways.From, ways.To, ways.Refs = append(ways.From, v.xy(z)), append(ways.To, foot), append(ways.Refs, say.Row(i).Ref())
		feet.At, feet.Class, feet.Size = append(feet.At, foot), append(feet.Class, v.groups[v.of[i]].class), append(feet.Size, 3.5)
	}
	p.Add(ways, feet)
}

// through is the line in direction w through the grand mean.
func (v view) through(w vec, style mark.Style, legend say.Phrase) mark.Ray {
	at := v.place(v.grand)
	return mark.Ray{A: -w[1], B: w[0], C: w[1]*at[0] - w[0]*at[1], Style: style, Legend: legend}
}

// addGaussians draws the level sets and the means that are known.
func (v view) addGaussians(p *mark.Panel) {
	e := mark.Ellipses{Radii: []float64{1, 2}, Legend: "1 and 2 standard deviations"}
	m := mark.Points{Layer: mark.Over, Legend: "means"}
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain(), Layer: mark.Over}
	ties := mark.Segments{Style: mark.RoleInk.Wide(1), Layer: mark.Over}
	for k, g := range v.groups {
		if v.at < v.when(averaging, k) {
			break
		}
		m.At, m.Class, m.Size = append(m.At, v.xy(g.mean)), append(m.Class, g.class), append(m.Size, 7)
		m.Refs = append(m.Refs, groupRef(k))
		name := v.xy(v.beside(k))
		names.At, names.Text = append(names.At, name), append(names.Text, say.Phrase("μ"+v.sub(k)))
		ties.From, ties.To, ties.Refs = append(ties.From, v.xy(g.mean)), append(ties.To, name), append(ties.Refs, groupRef(k))
		m.Tips = append(m.Tips, say.Vars{"class": v.name(k), "at": v.place(g.mean)}.Text("mean of class <class>: <at>"))
		cov := g.cov.ridge(v.reg)
		if v.Method == lda && v.at >= v.pooledAt && v.fail == nil {
			cov = v.pooled
		}
		if v.at >= v.when(scattering, k) && finite(cov.trace()) && !v.singular(cov) {
			e.Mean, e.Cov = append(e.Mean, v.xy(g.mean)), append(e.Cov, [3]float64(v.area(cov)))
			e.Style = append(e.Style, mark.RoleOfClass(g.class).Wide(1.3).Faded(0.8))
		}
	}
	if len(e.Mean) > 0 {
		p.Add(e)
	}
	if len(m.At) > 0 {
		p.Add(ties, m, names)
	}
}

// nameAway is how many standard deviations the name of a mean is away from it: beyond nearly all points.
const nameAway = 2.7

// beside is where the name of a mean can be read: out of its cloud by the shortest way, on the side that is away from the
// other classes.
func (v view) beside(k int) vec {
	g := v.groups[k]
	// A cloud without extent has its name a little above it.
	way, far := vec{0, 1}, 0.06*(v.Window.Y1-v.Window.Y0)/v.scale
	if finite(g.cov.trace()) && g.cov.det() > 0 {
		values, vectors := g.cov.eigen()
		short := 0
		if values[1] < values[0] {
			short = 1
		}
		if s := nameAway * math.Sqrt(values[short]); s > far {
			way, far = vectors[short], s
		}
	}
	if dot(way, minus(g.mean, v.grand)) < 0 {
		way = times(-1, way)
	}
	return plus(g.mean, times(far, way))
}

// addMistakes rings the rows that the rule has got wrong so far.
func (v view) addMistakes(p *mark.Panel) {
	r := panel.Rings(v.Problem, mark.RoleBad.Plain(), "misclassified", func(i int) float64 {
		if v.at >= v.decidedAt && i < v.judged() && v.rows[i].wrong {
			return 8
		}
		return 0
	})
	if len(r.At) > 0 {
		p.Add(r)
	}
}

// curve is J against the angle of w, with the angles that have been tried.
func (v view) curve() mark.Panel {
	at := func(angle float64) mark.XY { return mark.XY{X: angle, Y: v.criterion(direction(angle))} }
	undefined := func(p mark.XY) bool { return math.IsNaN(p.Y) }
	w := say.Vars{"j": v.fisher.best, "angle": degrees(v.fisher.w)}
	p := panel.Curves{
		ID: "criterion", Title: "Fisher criterion vs angle", Note: w.Text("best: <j> at <angle>°"),
		Alt: w.Text("J(w) against the angle of w; the largest value is <j> at <angle> degrees"),
		X:   mark.Axis{Name: "angle (°)", Max: 180}, Y: mark.Axis{Name: "J(w)", Max: 1.15 * v.fisher.best},
	}
	line := panel.Curve(0, 180, 180, p.Y.Max, func(angle float64) float64 { return at(angle).Y })
	p.Of = []panel.Quantity{{At: slices.DeleteFunc(line, undefined), Style: mark.RoleInk.Wide(1.8), Name: "J", Legend: "J(w)"}}
	var tried []mark.XY
	for _, it := range v.plan[:v.at+1] {
		if it.kind == turning {
			tried = append(tried, at(turned(it.k)))
		}
	}
	if tried = slices.DeleteFunc(tried, undefined); len(tried) > 0 {
		p.Over = append(p.Over, mark.Points{At: tried, Style: mark.RoleSoft.Plain(), Hollow: true, Legend: "angles tried"})
	}
	place := func(at mark.XY, label say.Phrase, role mark.Role, legend say.Phrase) {
		p.Over = append(p.Over, mark.Points{At: []mark.XY{at}, Labels: []say.Phrase{label}, Style: role.Plain(), Layer: mark.Over, Legend: legend})
	}
	if hand := at(v.Angle); !undefined(hand) {
		place(hand, "yours", mark.RoleAccent, "your w")
	}
	if now := at(v.angle()); v.item().kind == turning && !undefined(now) {
		p.Over = append(p.Over, panel.Ring(now, 8, mark.RoleAccent.Wide(2), "current w"))
	}
	if v.at >= v.directAt {
		place(mark.XY{X: degrees(v.fisher.w), Y: v.fisher.best}, "w*", mark.RoleGood, "w*")
	}
	return p.Panel()
}

// shadows is a histogram of the points projected onto w, with the bells of the
// classes and the place midway between two means.
func (v view) shadows(id string, title say.Phrase, w vec, role mark.Role) mark.Panel {
	t, origin := make([]float64, len(v.z)), dot(w, v.place(v.grand))
	for i, z := range v.z {
		t[i] = origin + v.scale*dot(w, minus(z, v.grand))
	}
	lo, hi := slices.Min(t), slices.Max(t)
	if room := 1e-9 * max(math.Abs(lo), math.Abs(hi), v.scale*1e-3); hi-lo < room {
		lo, hi = lo-room, hi+room
	}
	n := min(30, max(10, int(3*math.Sqrt(float64(len(t))))))
	width := (hi - lo) / float64(n)
	p := mark.Panel{
		ID: id, Title: title, Alt: say.Vars{"n": len(t), "w": w}.Text("histogram of <n point> projected onto the direction <w>"),
		X: mark.Axis{Name: "wᵀx", Min: lo - width, Max: hi + width}, Y: mark.Axis{Name: "points"}, Height: 0.5,
	}
	if j := v.criterion(w); v.at >= v.pooledAt && !math.IsNaN(j) {
		p.Note = say.Vars{"j": j}.Text("J = <j>")
	}
	most := 0.0
	for k, g := range v.groups {
		bars := mark.Bars{X: make([]float64, n), Y: make([]float64, n), Class: slices.Repeat([]int{g.class}, n), Style: mark.Style{Opacity: 0.45}}
		for i, x := range t {
			if v.of[i] == k {
				bars.Y[min(n-1, int((x-lo)/width))]++
			}
		}
		for b, y := range bars.Y {
			bars.X[b] = lo + (float64(b)+0.5)*width
			bars.Tips = append(bars.Tips, say.Vars{"n": int(y), "class": v.name(k)}.Text("<n point> of class <class>"))
			most = max(most, y)
		}
		p.Add(bars)
	}
	p.Y.Max = 1.1 * most
	for k := range v.groups {
		p.Add(v.bell(k, w, lo-width, hi+width, width, &p.Y.Max))
	}
	if v.two() && v.at >= v.pooledAt {
		mid := times(0.5, plus(v.groups[0].mean, v.groups[1].mean))
		at := origin + v.scale*dot(w, minus(mid, v.grand))
		p.Add(mark.Rule{Vertical: true, At: at, Label: "midpoint", Style: role.Dashed(), Legend: "midpoint of the projected means"})
	}
	return p
}

// bell is the normal density of a class along w, in points a column; nil while it
// is not known or too narrow to see. top is raised where it would leave the
// picture.
func (v view) bell(k int, w vec, lo, hi, width float64, top *float64) mark.Mark {
	g := v.groups[k]
	cov := g.cov
	if v.Method == lda {
		cov = v.pooled
	}
	sd := v.scale * math.Sqrt(cov.quad(w))
	if v.at < v.when(scattering, k) || v.Method == lda && v.at < v.pooledAt || !(sd > width/20) || !finite(sd) {
		return nil
	}
	centre := dot(w, v.place(g.mean))
	const nodes = 120
	line := mark.PolyLine{Style: mark.RoleOfClass(g.class).Wide(1.8)}
	if k == 0 {
		line.Legend = "fitted Gaussians"
	}
	for i := range nodes + 1 {
		x := lo + (hi-lo)*float64(i)/nodes
		u := (x - centre) / sd
		y := float64(g.n) * width / sd * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		line.At, *top = append(line.At, mark.XY{X: x, Y: y}), max(*top, 1.1*y)
	}
	return line
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// sigmoid is the posterior of two classes against the log-odds, with the points.
func (v view) sigmoid() mark.Panel {
	reach, outside := 4.0, 0
	for _, z := range v.z {
		reach = max(reach, min(12, math.Abs(v.rule.logOdds(z))))
	}
	dots := panel.Data(v.Problem, func(i int) say.Phrase {
		odds := v.rule.logOdds(v.z[i])
		return say.Vars{"x": say.Row(i).Name(), "odds": odds, "p": logistic(odds)}.Text("<x>: log-odds <odds>, p = <p>")
	})
	for i, z := range v.z {
		odds := v.rule.logOdds(z)
		dots.At[i] = mark.XY{X: max(-reach, min(reach, odds)), Y: logistic(odds)}
		if math.Abs(odds) > reach {
			outside++
		}
	}
	w := v.vars()
	p := panel.Curves{
		ID: "posterior", Title: "Posterior vs log-odds", Height: 0.6, Alt: w.Text("the sigmoid of the log-odds with <n point> on it"),
		X: mark.Axis{Name: w.Text("log p(<one>|x)/p(<zero>|x)"), Min: -1.08 * reach, Max: 1.08 * reach},
		Y: mark.Axis{Name: w.Text("p(<one>|x)"), Min: -0.05, Max: 1.05},
	}
	if outside > 0 {
		p.Note = say.Vars{"n": outside, "reach": reach}.Text("<n point> beyond ±<reach>, drawn at the edge")
	}
	line := panel.Quantity{Style: mark.RoleInk.Plain(), Name: "p", Legend: "σ(log-odds)"}
	for i := range 121 {
		x := p.X.Min + (p.X.Max-p.X.Min)*float64(i)/120
		line.At = append(line.At, mark.XY{X: x, Y: logistic(x)})
	}
	p.Of, p.Over = []panel.Quantity{line}, []mark.Mark{panel.Bound(0.5, "", mark.RoleFaint.Plain()), dots}
	return p.Panel()
}

// confusion counts what the rule makes of every class.
func (v view) confusion() mark.Panel {
	n := len(v.groups)
	m := mark.Matrix{Rows: n, Cols: n, Values: make([]float64, n*n), Scale: mark.Sequential, Text: true, Legend: "points"}
	for i, said := range v.rows {
		at := v.of[i]*n + said.k
		m.Values[at]++
		m.Hi = max(m.Hi, m.Values[at])
	}
	var labels []string
	for k := range n {
		m.RowRefs, labels = append(m.RowRefs, groupRef(k)), append(labels, v.name(k))
	}
	m.ColRefs = m.RowRefs
	w := v.vars()
	w["labels"] = strings.Join(labels, ", ")
	return mark.Panel{
		ID: "confusion", Title: "Confusion matrix", Note: w.Text("rows: true class, columns: predicted class; <labels>"), Equal: true, Height: 0.7,
		Alt: w.Text("the confusion matrix of <K> classes; <wrong> of <n> are misclassified"),
		X:   mark.Axis{Hidden: true, Max: float64(n)}, Y: mark.Axis{Hidden: true, Max: float64(n)}, Marks: []mark.Mark{m},
	}
}
