package svmmulticlass

import (
	"context"
	"math"
	"strconv"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v *view) Panels() []mark.Panel {
	panels := []mark.Panel{
		v.board(), v.scorePanel(), v.weightPanel(), v.margins(), v.confusion(v.predicted()), v.deltaPanel(), v.tablePanel(), v.lossPanel(),
	}
	return append(panels, v.panelsBeside()...)
}

// newBoard is the board's panel without its marks.
func (t *task) newBoard() mark.Panel {
	p := t.Problem.Board()
	across, up := t.Window.X1-t.Window.X0, t.Window.Y1-t.Window.Y0
	p.Title, p.Equal = "Multi-class SVM", max(across, up) <= 3*min(across, up)
	return p
}

// board draws the regions of the classes, the boundaries between them and the
// margins that the true class should keep.
func (v *view) board() mark.Panel {
	p, w := v.newBoard(), v.vars()
	p.Note = w.Text("<mistakes> of <n> misclassified")
	p.Alt = w.Text("<n point> of <K> classes, <mistakes> misclassified")
	fill := make([]int, len(v.X))
	for i, k := range v.predicted() {
		fill[i] = v.classes[k]
		if v.Norm2 == 0 { // without weights all scores are equal
			fill[i] = -1
		}
	}
	if v.Norm2 > 0 {
		p.Add(mark.Field{Eval: v.region, Scale: mark.Regions, Sharp: true, Legend: "region of each class"})
		p.Add(v.boundaries()...)
		p.Add(v.oppositeBoundary())
	}
	p.Add(v.points(fill, func(i int) say.Phrase {
		score := v.scores(v.X[i])
		_, xi := joint.Violation(score, v.Cost[v.Y[i]], v.Y[i])
		tip := say.Vars{"row": say.Row(i).Name(), "x": v.Points[i].X, "class": v.class(v.Y[i]), "scores": score, "xi": xi}
		return tip.Text("<row> = <x>, <class>, scores <scores>, ξ = <xi>")
	}))
	tau := v.coefficients()
	p.Add(v.support("support vectors, larger with Σα", mark.RoleInk.Wide(1).Faded(0.7), func(i int) float64 { return tau[i*v.count()+v.Y[i]] }))
	if v.row >= 0 {
		p.Add(v.atWork())
	}
	p.Add(v.query())
	return p
}

// atWork rings the point of the step.
func (v *view) atWork() mark.Mark {
	row := say.Row(v.row)
	return mark.Rings{
		At: []mark.XY{panel.Place(v.Problem, v.row)}, Radius: []float64{11}, Refs: []string{row.Ref()}, Labels: []say.Phrase{say.Phrase(row.Name())},
		Style: mark.RoleAccent.Wide(3), Legend: "current point",
	}
}

// boundaries are the lines on which two classes share the highest score, and those
// on which a class beats every other one by its Δ, one of them exactly. The scores
// are linear, so all of them consist of straight pieces.
func (v *view) boundaries() []mark.Mark {
	var marks []mark.Mark
	for k := range v.w {
		border := mark.Segments{Style: v.role(k).Wide(1.4).Dashed()}
		for j := range v.w {
			if a, b, ok := joint.Piece(v.w, k, j, v.Cost[k], v.Window); ok {
				border.From, border.To = append(border.From, a), append(border.To, b)
			}
		}
		if len(border.From) == 0 {
			continue
		}
		if len(marks) == 0 {
			border.Legend = "a class leads by Δ"
		}
		marks = append(marks, border)
	}
	if shared, ok := v.shared(v.w, mark.RoleInk.Wide(2.4), "boundaries"); ok {
		marks = append(marks, shared)
	}
	return marks
}

// shared are the lines on which two classes share the highest score.
func (t *task) shared(w []vec, style mark.Style, legend say.Phrase) (lines mark.Segments, found bool) {
	lines.Style, lines.Legend = style, legend
	level := make([]float64, len(w))
	for k := range w {
		for j := range k { // every boundary has two sides
			if a, b, ok := joint.Piece(w, k, j, level, t.Window); ok {
				lines.From, lines.To = append(lines.From, a), append(lines.To, b)
			}
		}
	}
	return lines, len(lines.From) > 0
}

// oppositeBoundary are the boundaries of the best weights under the other loss, where
// they are asked for.
func (t *task) oppositeBoundary() mark.Mark {
	if !t.Both {
		return nil
	}
	legend := say.Phrase("decision boundaries, log loss")
	if t.Loss == logLoss {
		legend = "decision boundaries, hinge loss"
	}
	lines, found := t.shared(t.opposite(), mark.RoleAccent.Wide(2).Dashed(), legend)
	if !found {
		return nil
	}
	return lines
}

// query is the place that can be dragged.
func (t *task) query() mark.Mark {
	if !t.Window.Contains(t.Query[0], t.Query[1]) {
		return nil
	}
	at := mark.XY{X: t.Query[0], Y: t.Query[1]}
	return mark.Handle{Param: "query", At: at, Label: "q", Legend: "q, to drag", Size: 5.5, Tip: "drag q", Style: mark.RoleInk.Plain(), Hollow: true}
}

// region is the predicted class at every node.
func (v *view) region(dst []float64, g grid.Grid) {
	score := make([]float64, v.count())
	grid.Fill(dst, g, func(x, y float64) float64 {
		joint.Scores(score, v.w, v.lift([2]float64{x, y}))
		return float64(v.classes[joint.Best(score)])
	})
}

// points are the data: the outline is the truth, the filling the prediction.
func (t *task) points(fill []int, tip func(i int) say.Phrase) mark.Points {
	p := panel.Data(t.Problem, tip)
	p.Fill = fill
	return p
}

// support encircles the rows with a coefficient, by its size; nil for none.
func (t *task) support(legend say.Phrase, style mark.Style, alpha func(i int) float64) mark.Mark {
	rings := panel.Rings(t.Problem, style, legend, func(i int) float64 {
		if a := alpha(i); a > 0 {
			return 6 + 4*math.Sqrt(min(1, a/t.C))
		}
		return 0
	})
	if len(rings.At) == 0 {
		return nil
	}
	return rings
}

// classAxis is an axis of classes.
func (t *task) classAxis() mark.Axis {
	return mark.Axis{Name: "class k", Integer: true, Hidden: t.sparse(), Min: -0.6 + t.place(0), Max: t.place(t.count()-1) + 0.6}
}

// place is where class k stands on that axis: at its label, or where labels such as 10, 20, 30 are far apart, at
// its number, which is not written then.
func (t *task) place(k int) float64 {
	if t.sparse() {
		return float64(k)
	}
	return float64(t.label(k))
}

// sparse reports whether labels that came with the data leave more room between them than −1 and 1 do.
func (t *task) sparse() bool {
	for k := 1; k < t.count() && len(t.Names.Classes) > 0; k++ {
		if t.label(k)-t.label(k-1) > 2 {
			return true
		}
	}
	return false
}

// classBars are a number for every class; −∞ is none.
func (t *task) classBars(values []float64) mark.Bars {
	var bars mark.Bars
	for k, f := range values {
		if math.IsInf(f, -1) {
			continue
		}
		bars.X, bars.Y = append(bars.X, t.place(k)), append(bars.Y, f)
		bars.Class, bars.Refs = append(bars.Class, t.classes[k]), append(bars.Refs, t.classRef(k))
		bars.Tips = append(bars.Tips, say.Vars{"class": t.class(k), "value": f}.Text("<class>: <value>"))
	}
	return bars
}

// scorePanel shows the scores of the point at work with Δ added, or of the query.
func (v *view) scorePanel() mark.Panel {
	p, w := mark.Panel{ID: "scores", X: v.classAxis(), Y: mark.Axis{Name: "score"}}, v.vars()
	if v.row < 0 {
		score := v.scores(v.lift(v.Query))
		p.Title, p.Note = "Scores of q", v.class(joint.Best(score))
		w["class"] = p.Note
		p.Alt = w.Text("scores of the <K> classes at q; <class> has the largest")
		p.Add(v.classBars(score))
		return p
	}
	at, y := v, v.Y[v.row]
	if v.phase == updating {
		at = v.before // the scores that the step acted on
	}
	score := at.scores(v.X[v.row])
	base := mark.Points{Layer: mark.Over, Hollow: true, Style: mark.RoleInk.Plain(), Legend: "wₖ · x alone"}
	values := make([]float64, len(score))
	for k, f := range score {
		values[k] = f + v.Cost[y][k]
		base.At = append(base.At, mark.XY{X: v.place(k), Y: f})
	}
	bars := v.classBars(values)
	bars.Hot, bars.Legend = []int{v.rival}, "wₖ · x + Δ, the largest in blue"
	p.Title, p.Note = w.Text("Loss-augmented scores of <name>"), w.Text("ξ = <xi>")
	p.Alt = w.Text("loss-augmented scores of <name>, which is of <own>; <rival> has the largest, slack <xi>")
	p.Add(bars, base, mark.Rule{At: score[y], Legend: "score of the true class", Style: mark.RoleSoft.Dashed()})
	return p
}

// weightPanel draws the weight vectors, without their constant coordinate, and how
// the step moved them.
func (v *view) weightPanel() mark.Panel {
	shown, vars := v.w, v.vars()
	if v.phase == updating {
		shown = append(shown[:len(shown):len(shown)], v.before.w...)
	}
	lim := 0.0
	for _, w := range shown {
		lim = max(lim, math.Abs(w[0]), math.Abs(w[1]))
	}
	if lim == 0 {
		lim = 1
	}
	lim *= 1.25
	p := mark.Panel{
		ID: "weights", Title: "Weight vectors", Note: vars.Text("½Σ‖w‖² = <norm>"), Equal: true, Height: 1,
		Alt: vars.Text("the <K> weight vectors, half the sum of their squares is <norm>"),
		X:   mark.Axis{Name: "w₁", Min: -lim, Max: lim}, Y: mark.Axis{Name: "w₂", Min: -lim, Max: lim},
	}
	for k, w := range v.w {
		to := mark.XY{X: w[0], Y: w[1]}
		dot := panel.Dot(to, 3, v.role(k).Plain(), "")
		dot.Refs, dot.Labels = []string{v.classRef(k)}, []say.Phrase{say.Phrase(strconv.Itoa(v.label(k)))}
		dot.Tips = []say.Phrase{say.Vars{"class": v.class(k), "w": [2]float64{w[0], w[1]}, "constant": w[2]}.Text("w of <class> = <w>, bias <constant>")}
		p.Add(mark.Arrows{From: []mark.XY{{}}, To: []mark.XY{to}, Style: v.role(k).Wide(2.2)}, dot)
	}
	if v.phase == updating && v.rival != v.Y[v.row] {
		moves := mark.Arrows{Style: mark.RoleAccent.Wide(2.4), Legend: "this step"}
		for _, k := range [2]int{v.Y[v.row], v.rival} {
			from := v.before.w[k]
			moves.From, moves.To = append(moves.From, mark.XY{X: from[0], Y: from[1]}), append(moves.To, mark.XY{X: v.w[k][0], Y: v.w[k][1]})
		}
		p.Add(moves)
	}
	return p
}

// margins are how far every point is from breaking its constraints: negative bars
// are slacks.
func (v *view) margins() mark.Panel {
	clear, broken := make([]float64, len(v.X)), 0
	for i, x := range v.X {
		if clear[i] = v.clearance(v.scores(x), v.Y[i]); clear[i] < 0 {
			broken++
		}
	}
	w := say.Vars{"broken": broken, "n": len(v.X), "slack": v.Slack}
	rows := panel.Rows{
		ID: "margins", Title: "Margin constraints", Note: w.Text("<broken> of <n> violated, Σξ = <slack>"),
		Alt: w.Text("the lead of the true class of every point over the loss-augmented scores of the others; <broken> of <n> constraints are violated"),
		Y:   mark.Axis{Name: "score of y − max(Δ + wⱼ·x)"}, Of: func(i int) float64 { return clear[i] },
		Tip: func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "value": clear[i]}.Text("<row>: <value>")
		},
	}
	if v.row >= 0 {
		rows.Hot = []int{v.row}
	}
	return rows.Panel(v.Problem)
}

// confusion counts the points of each class by their prediction.
func (t *task) confusion(predicted []int) mark.Panel {
	K := t.count()
	c := panel.Confusion{ID: "confusion", Title: "Confusion matrix (rows: truth)", Counts: panel.Confused(K, t.Y, predicted)}
	for k := range K {
		c.Names, c.Refs = append(c.Names, say.Phrase(strconv.Itoa(t.label(k)))), append(c.Refs, t.classRef(k))
	}
	wrong, cost := 0, 0.0
	for i, y := range t.Y {
		if predicted[i] != y {
			wrong++
			cost += t.Cost[y][predicted[i]]
		}
	}
	w := say.Vars{"wrong": wrong, "cost": cost}
	c.Note = w.Text("<wrong> misclassified")
	if t.Method == crammerSinger && t.Delta != zeroOne {
		c.Note = w.Text("<wrong> misclassified, ΣΔ = <cost>")
	}
	c.Alt = say.Vars{"title": c.Title, "K": K, "note": c.Note}.Text("<title>, a table of <K> by <K> classes; <note>")
	return c.Panel()
}

func (t *task) deltaPanel() mark.Panel {
	m := mark.Matrix{Scale: mark.Sequential, Text: true, Hi: 1}
	for _, row := range t.Cost {
		for _, d := range row {
			m.Values, m.Hi = append(m.Values, d), max(m.Hi, d)
		}
	}
	return t.table("delta", "Cost matrix Δ(y, j)", "cost of predicting j for y (rows)", m)
}

// table is a panel with a matrix of classes by classes.
func (t *task) table(id string, title, note say.Phrase, m mark.Matrix) mark.Panel {
	K := t.count()
	m.Rows, m.Cols = K, K
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	for k := range K {
		name := say.Phrase(strconv.Itoa(t.label(k)))
		m.RowRefs = append(m.RowRefs, t.classRef(k))
		names.At = append(names.At, mark.XY{X: -0.3, Y: float64(K-k) - 0.55}, mark.XY{X: float64(k) + 0.5, Y: float64(K) + 0.15})
		names.Text = append(names.Text, name, name)
	}
	m.ColRefs = m.RowRefs
	return mark.Panel{
		ID: id, Title: title, Note: note, Equal: true, Height: 0.8,
		Alt: say.Vars{"title": title, "K": K, "note": note}.Text("<title>, a table of <K> by <K> classes; <note>"),
		X:   mark.Axis{Hidden: true, Min: -0.6, Max: float64(K)}, Y: mark.Axis{Hidden: true, Max: float64(K) + 0.5}, Marks: []mark.Mark{m, names},
	}
}

// An other is what another method makes of the points.
type other struct {
	method    string
	predicted []int
	region    mark.FieldFunc
	sharp     bool
}

// Limits of the comparison: the most points, pairs of a classifier and blocks of the
// dual, and the tolerance, which is enough for a picture.
const (
	maxBeside    = 200
	besidePairs  = 10_000
	besideBlocks = 30_000
	besideTol    = 1e-4
)

// others are the two other methods on the same points, when they are first looked
// at; none for too many points.
func (t *task) others(ctx context.Context) []other {
	var all []other
	for _, method := range []string{crammerSinger, oneVsOne, oneVsRest} {
		switch {
		case method == t.Method || len(t.X) > maxBeside || ctx.Err() != nil:
		case method == crammerSinger:
			all = append(all, t.as(method).solved())
		default:
			all = append(all, t.as(method).trained())
		}
	}
	return all
}

// as is the same problem for another method. Crammer and Singer's form is linear
// here, so beside it the binary classifiers are linear, too.
func (t *task) as(method string) *task {
	c := *t
	c.Method, c.Tol = method, max(t.Tol, besideTol)
	if t.Method == crammerSinger {
		c.k = kernel.Linear{}
	}
	c.centre()
	return &c
}

// solved is the form of Crammer and Singer by its dual.
func (t *task) solved() other {
	v := &view{task: t, w: t.blocks()}
	return other{method: t.Method, region: v.region, sharp: true, predicted: v.predicted()}
}

// blocks are the weights that the dual of the hinge leads to, point by point.
func (t *task) blocks() []vec {
	n, K := len(t.X), t.count()
	w, tau := make([]vec, K), make([]float64, n*K)
	for blocks := 0; blocks < besideBlocks; blocks += n {
		for i := range t.X {
			t.Block(w, tau[i*K:(i+1)*K], i)
		}
		if t.KKT(w, tau) <= t.Tol {
			break
		}
	}
	return w
}

// trained are the binary classifiers.
func (t *task) trained() other {
	e := &ensemble{task: t}
	for _, s := range t.pairings() {
		e.done = append(e.done, t.begin(s).train(besidePairs))
	}
	e.look()
	return other{method: t.Method, predicted: e.predicted, sharp: e.sharp(), region: e.region}
}

var methodNames = map[string]say.Phrase{crammerSinger: "Crammer–Singer", oneVsOne: "One-vs-one", oneVsRest: "One-vs-rest"}

// panelsBeside shows the other methods.
func (t *task) panelsBeside() []mark.Panel {
	var panels []mark.Panel
	for _, o := range t.beside() {
		wrong, fill := 0, make([]int, len(t.X))
		for i, k := range o.predicted {
			fill[i] = t.classes[k]
			if k != t.Y[i] {
				wrong++
			}
		}
		p, w := t.newBoard(), say.Vars{"method": methodNames[o.method], "wrong": wrong}
		p.ID, p.Title, p.Height = "beside-"+o.method, w.Text("<method>, for comparison"), 0.75
		p.Note = w.Text("<wrong> misclassified")
		p.Alt = w.Text("the decision regions of <method> on the same points, <wrong> misclassified")
		points := t.points(fill, func(i int) say.Phrase {
			return say.Vars{"row": say.Row(i).Name(), "class": t.class(o.predicted[i])}.Text("<row>: <class>")
		})
		points.Size = make([]float64, len(t.X))
		for i := range points.Size {
			points.Size[i] = 3
		}
		p.Add(mark.Field{Eval: o.region, Scale: mark.Regions, Sharp: o.sharp}, points)
		panels = append(panels, p)
	}
	return panels
}
