package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// An ensemble is a classifier made of binary ones, some of them trained. It never
// changes: it is the view of a step.
type ensemble struct {
	*task
	of      []sides       // all binary classifiers, in the order of training
	done    []*classifier // those that are trained
	now     *classifier   // the one that the step is about, which may be the last of done; nil at the start and the end
	members []*classifier // done, and now if it is on its way
	status  algos.Status

	predicted []int // class of every row, −1 before there is any classifier
	mistakes  int
	lost      int // rows that some classifier gets wrong in which their class takes part
	primal    float64
	dual      float64
	slack     float64
	trained   int // rows of all classifiers together
	kkt       float64
	rounds    float64 // rounding error of primal and dual
}

// maxChunk is the most pairs of a small step.
const maxChunk = 2048

// assemble is the loop: train the classifiers one after the other, and let them
// vote. A classifier's small steps are 1, 1, 2, 4, … pairs of its own solver.
func (t *task) assemble(yield func(algos.Step) bool) {
	now := &ensemble{task: t, of: t.pairings(), status: algos.Status{State: algos.Running}}
	now.look()
	if !yield(now.step()) {
		return
	}
	for _, s := range now.of {
		g := t.begin(s)
		for size, total := 1, 0; ; {
			b := g.train(size)
			total += size
			size = min(total, maxChunk)
			next := &ensemble{task: t, of: now.of, done: now.done, now: b, status: now.status}
			if b.end != smo.Running {
				next.done = append(now.done[:len(now.done):len(now.done)], b)
			}
			next.look()
			now = next
			if !yield(now.step()) {
				return
			}
			if b.end != smo.Running {
				break
			}
		}
	}
	end := &ensemble{task: t, of: now.of, done: now.done}
	end.look()
	end.status = end.verdict()
	yield(end.step())
}

// pairings are the sides of all binary classifiers.
func (t *task) pairings() []sides {
	var all []sides
	for a := range t.count() {
		if t.Method == oneVsRest {
			all = append(all, sides{a, -1})
			continue
		}
		for b := a + 1; b < t.count(); b++ {
			all = append(all, sides{a, b})
		}
	}
	return all
}

// look measures the ensemble.
func (e *ensemble) look() {
	e.members = e.done
	if e.now != nil && (len(e.done) == 0 || e.done[len(e.done)-1] != e.now) {
		e.members = append(e.done[:len(e.done):len(e.done)], e.now)
	}
	e.predicted = make([]int, len(e.X))
	for i, y := range e.Y {
		score := e.scoresOf(i)
		lost := false
		for b, member := range e.members {
			switch y {
			case member.first:
				lost = lost || !(score[b] > 0)
			case member.second:
				lost = lost || score[b] > 0
			default:
				lost = lost || member.second < 0 && score[b] > 0
			}
		}
		e.predicted[i] = e.decide(score)
		if e.predicted[i] != y {
			e.mistakes++
		}
		if lost {
			e.lost++
		}
	}
	for _, b := range e.members {
		e.primal += b.primal
		e.dual += b.dual
		e.slack += b.slack
		e.trained += len(b.rows)
		e.kkt = max(e.kkt, b.kkt)
		e.rounds += b.rounding(e.C)
	}
}

// scoresOf are the scores of the members at a row, scoresAt those at a place of the
// board.
func (e *ensemble) scoresOf(row int) []float64 {
	score := make([]float64, len(e.members))
	for b, member := range e.members {
		score[b] = member.score[row]
	}
	return score
}

func (e *ensemble) scoresAt(x [2]float64) []float64 {
	z := [2]float64{x[0] - e.shift[0], x[1] - e.shift[1]}
	score := make([]float64, len(e.members))
	for b, member := range e.members {
		score[b] = e.value(member, z)
	}
	return score
}

// decide is the class that the scores of the members stand for, −1 where there are
// none.
func (e *ensemble) decide(score []float64) int {
	if len(score) == 0 {
		return -1
	}
	return joint.Best(e.tally(score))
}

// tally counts the votes of one-vs-one: a score above 0 is a vote for the first
// class of its pair, all else for the second; of one-vs-rest it is the scores
// themselves, −∞ for a class without a classifier. The class with the most wins,
// and of several the first one, as in LIBSVM.
func (e *ensemble) tally(score []float64) []float64 {
	all := make([]float64, e.count())
	e.tallyInto(all, score)
	return all
}

// tallyInto is tally without a new slice.
func (e *ensemble) tallyInto(all, score []float64) {
	none := 0.0
	if e.Method == oneVsRest {
		none = math.Inf(-1)
	}
	for k := range all {
		all[k] = none
	}
	for b, member := range e.members {
		switch {
		case e.Method == oneVsRest:
			all[member.first] = score[b]
		case score[b] > 0:
			all[member.first]++
		default:
			all[member.second]++
		}
	}
}

// leaders are how many classes have the most.
func leaders(all []float64) int {
	top, n := all[joint.Best(all)], 0
	for _, v := range all {
		if v == top {
			n++
		}
	}
	return n
}

// region is the predicted class at every node.
func (e *ensemble) region(dst []float64, g grid.Grid) {
	values := make([][]float64, len(e.members))
	for b, member := range e.members {
		values[b] = make([]float64, g.Len())
		e.evaluate(values[b], g, member)
	}
	score, all := make([]float64, len(e.members)), make([]float64, e.count())
	for node := range dst {
		for b := range values {
			score[b] = values[b][node]
		}
		e.tallyInto(all, score)
		dst[node] = float64(e.classes[joint.Best(all)])
	}
}

// step says what has just happened.
func (e *ensemble) step() algos.Step {
	n, wrong := float64(len(e.X)), float64(e.mistakes)
	hinge := math.NaN()
	if e.trained > 0 {
		hinge = e.slack / float64(e.trained)
	}
	step := algos.Step{
		Phase: e.title(), Size: algos.Normal, Status: e.status, View: e, Next: e.next(),
		Metrics: []float64{e.primal, e.dual, e.primal - e.dual, e.kkt, hinge, wrong, wrong / n, math.NaN()},
	}
	switch {
	case e.status.Final():
		step.Size = algos.Pass
	case e.now != nil && e.now.end == smo.Running:
		step.Size = algos.Micro
	case e.now != nil:
		step.Events = []algos.Event{{Kind: "trained", Text: say.Vars{"machine": e.between(e.now.sides)}.Text("<machine> is trained")}}
	}
	return step
}

// Model returns the classifiers so far.
func (e *ensemble) Model() algos.Model {
	var pairs [][]int
	var bias, dual []float64
	for _, b := range e.members {
		pair := []int{e.label(b.first)}
		if b.second >= 0 {
			pair = append(pair, e.label(b.second))
		}
		pairs = append(pairs, pair)
		bias, dual = append(bias, e.offset(b)), append(dual, b.dual)
	}
	values := []algos.Value{{Name: "machines", Value: pairs}, {Name: "bias", Value: bias}, {Name: "dual", Value: dual}}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		score := e.scoresAt(x)
		label := e.label(0)
		if len(score) > 0 {
			label = e.label(e.decide(score))
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "scores", Value: score}}
	}}
}

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
	p.Note = w.Text("<done> of <jobs SVM>")
	p.Alt = w.Text("<n point> of <K> classes, <done> of <jobs SVM> trained, <mistakes> misclassified")
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
	legend := say.Phrase("decision boundary of one binary SVM")
	for _, b := range e.members {
		if len(b.coef) == 0 {
			continue // a constant has no boundary
		}
		field := mark.Field{Eval: func(dst []float64, g grid.Grid) { e.evaluate(dst, g, b) }, Hide: true}
		if b == e.now {
			margin := mark.RoleAccent.Wide(1.2).Dashed()
			field.Levels = []mark.Level{
				{Value: 0, Style: mark.RoleAccent.Wide(2.6), Label: e.between(b.sides)},
				{Value: 1, Style: margin, Label: "its margin boundaries f = ±1"},
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
		return w.Text("<row> = <x>, <class>, predicted <taken>")
	}
	faint := mark.Points{Style: mark.Style{Opacity: 0.35}, Legend: "not in this pair"}
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
	p.Alt = w.Text("votes of the binary SVMs at q; <class> has the most")
	if e.Method == oneVsRest {
		p.Title, p.Y = "Scores at q", mark.Axis{Name: "fₖ(q)"}
		p.Alt = w.Text("scores of the binary SVMs at q; <class> has the largest")
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
	return e.table("duels", "Pairwise decisions at q", "row class vs column class", m)
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
		ID: "alphas", Title: "Dual variables of this classifier", Note: w.Text("<support support vector>"),
		Alt: w.Text("<rows> dual variables of the binary SVM <machine>, <support> above 0"),
		X:   panel.RowAxis(len(e.X)), Y: mark.Axis{Name: "α", Max: 1.08 * top}, Marks: []mark.Mark{bars},
	}
	if top > e.C/5 {
		p.Y.Max = 1.08 * e.C
		p.Add(panel.Bound(e.C, "C", mark.RoleSoft.Plain()))
	}
	return p
}
