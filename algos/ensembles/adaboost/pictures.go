package adaboost

import (
	"math"
	"slices"

	"playground/algos/cart"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if v.number() > 0 {
		panels = append(panels, v.strip())
	}
	for j := range 2 {
		if len(v.search.values[j]) > 1 {
			panels = append(panels, v.candidates(j))
		}
	}
	if v.r != nil && !v.r.last() && !v.r.perfect() {
		panels = append(panels, v.lossPanel())
		if v.next != nil && v.Alpha == half {
			panels = append(panels, v.squaredPanel())
		}
	}
	if v.now().sum > 0 {
		panels = append(panels, v.margins())
	}
	return panels
}

// board draws the ensemble: its score as shading with the exact boundary, the
// points as large as they are heavy, and the weak learner at work with the
// points that it misclassifies.
func (v view) board() mark.Panel {
	s, vars := v.now(), v.vars()
	n := len(s.votes())
	vars["members"], vars["wrong"] = v.members(n), s.wrong
	p := v.Problem.Board()
	p.Title, p.Note = "AdaBoost", "empty ensemble"
	p.Alt = vars.Text("<n point>, an ensemble of <members> that misclassifies <wrong>")
	if n > 0 {
		p.Note = vars.Text("<members>, <wrong> misclassified")
		p.Add(s.marks(reach(v.Window))...)
	}
	p.Add(v.points())
	if v.r == nil {
		return p
	}
	p.Add(v.weak()...)
	if v.r.wrong > 0 {
		p.Add(panel.Rings(v.Problem, mark.RoleAccent.Wide(2), vars.Text("misclassified by <name>"), func(i int) float64 {
			if v.r.h.at(v.x[i]) == v.y[i] {
				return 0
			}
			return v.radius(v.weights()[i]) + 3
		}))
	}
	return p
}

// reach is the part of the plane in which lines are drawn: equal axes may show
// more than the window.
func reach(w grid.Window) [2][2]float64 {
	dx, dy := w.X1-w.X0, w.Y1-w.Y0
	return [2][2]float64{{w.X0 - 2*dy, w.X1 + 2*dy}, {w.Y0 - 2*dx, w.Y1 + 2*dx}}
}

// saturated is the share of the votes from which the board has its full colour.
const saturated = 0.45

// maxCellWork bounds cells times voters.
const maxCellWork = 2_000_000

// compose finds the cells of the ensemble; nil where there are too many.
func (s *state) compose() *cart.Cells {
	if all := s.composeLast(1); len(all) > 0 {
		return all[0]
	}
	return nil
}

// composeLast finds the cells of the ensemble after each of its last rounds, at
// most that many; nil where there are too many cells. They share their cuts,
// those of the whole ensemble.
func (s *state) composeLast(rounds int) []*cart.Cells {
	votes := s.votes()
	var cuts [2][]float64
	var everywhere [2][2]float64
	for _, r := range votes {
		r.h.splits(everywhere, func(t *tree, _ [2][2]float64) { cuts[t.feature] = append(cuts[t.feature], t.threshold) })
	}
	c := cart.NewCells(cuts, maxCellWork/max(1, len(votes)))
	if c == nil {
		return nil
	}
	var all []*cart.Cells
	for t, r := range votes {
		c.Add(s.weight(r), r.h.at)
		if t >= len(votes)-rounds {
			all = append(all, c.Clone())
		}
	}
	return all
}

// marks are the score and its boundary.
func (s *state) marks(box [2][2]float64) []mark.Mark {
	field := mark.Field{
		Scale: mark.Diverging, Lo: -saturated, Hi: saturated,
		Legend: say.Vars{"most": saturated}.Text("ensemble score F(x)/Σα, saturated at ±<most>"),
	}
	style := mark.RoleInk.Wide(2.6)
	c := s.compose()
	if c == nil { // too many cells: let the grid find the boundary
		field.Eval = s.field()
		field.Levels = []mark.Level{{Value: 0, Style: style, Label: "decision boundary F = 0"}}
		return []mark.Mark{field}
	}
	share := 1 / s.sum
	field.Eval, field.Sharp = c.Field(func(f float64) float64 { return share * f }), true
	marks := []mark.Mark{field}
	if boundary := c.Boundary(box); len(boundary.From) > 0 {
		boundary.Style, boundary.Legend = style, "decision boundary F = 0"
		marks = append(marks, boundary)
	}
	return marks
}

// field evaluates F/Σα at every node on its own.
func (s *state) field() mark.FieldFunc {
	return panel.Score(func(x, y float64) float64 {
		f := 0.0
		for _, r := range s.votes() {
			f += s.weight(r) * r.h.at([2]float64{x, y})
		}
		return f / s.sum
	})
}

// points are as large as they are heavy: the area is in proportion to the
// weight. The filling is what the ensemble says.
func (v view) points() mark.Points {
	s, w := v.now(), v.weights()
	p := panel.Data(v.Problem, v.tip)
	p.Legend = "shape: true class; area: weight"
	for i := range v.y {
		p.Size = append(p.Size, v.radius(w[i]))
	}
	if len(s.rounds) > 0 {
		p.Legend = "shape: true class; area: weight; fill: prediction"
		for _, f := range s.f {
			p.Fill = append(p.Fill, class(f))
		}
	}
	return p
}

// tip is what is known of row i.
func (v view) tip(i int) say.Phrase {
	s, vars := v.now(), v.vars()
	vars["row"], vars["x"], vars["y"] = say.Row(i).Name(), v.x[i], sign(v.y[i])
	vars["weight"], vars["was"] = 100*v.weights()[i], 100*v.w[i]
	tip := vars.Text("<row> = <x>, y = <y>, weight <weight> %")
	more := func(template string) { vars["tip"] = tip; tip = vars.Text(template) }
	if v.phase == reweighed {
		more("<tip> (before: <was> %)")
	}
	if v.r != nil {
		vars["says"] = sign(v.r.h.at(v.x[i]))
		more("<tip>, <name> = <says>")
	}
	if len(s.rounds) > 0 {
		vars["margin"] = v.y[i] * s.f[i] / s.sum
		more("<tip>, margin yF/Σα = <margin>")
	}
	return tip
}

func sign(y float64) string { return [2]string{"−1", "+1"}[class(y)] }

// class is the class of a label or of an answer.
func class(y float64) int {
	if y > 0 {
		return 1
	}
	return 0
}

// radius of a point in pixels: a point of the average weight has the usual size.
func (t *task) radius(weight float64) float64 {
	n := float64(len(t.y))
	usual := 5 / max(1, math.Pow(n/80, 0.25))
	return min(20, max(1.6, usual*math.Sqrt(n*weight)))
}

// weak draws the weak learner at work: its thresholds, and what it says on
// their sides.
func (v view) weak() []mark.Mark {
	var marks []mark.Mark
	vars := v.vars()
	vars["err"] = v.r.err
	legend := vars.Text("<name>, ε = <err>")
	v.r.h.splits(reach(v.Window), func(h *tree, box [2][2]float64) {
		box[h.feature] = [2]float64{h.threshold, h.threshold} // what is left of it is the line
		marks = append(marks, mark.PolyLine{
			At:    []mark.XY{{X: box[0][0], Y: box[1][0]}, {X: box[0][1], Y: box[1][1]}},
			Style: mark.RoleAccent.Wide(2.4).Dashed(), Layer: mark.Over, Ref: hRef(v.number()), Legend: legend,
		})
		legend = ""
	})
	var texts [2]mark.Texts // the signs, near the threshold
	v.r.h.leaves(v.shownBox(), func(value float64, box [2][2]float64) {
		t := &texts[class(value)]
		t.At, t.Text = append(t.At, beside(v.r.h, box, v.Window)), append(t.Text, say.Phrase(sign(value)))
	})
	for k, t := range texts {
		if len(t.At) > 0 {
			t.Anchor, t.Style, t.Layer = mark.Middle, mark.RoleOfClass(k).Plain(), mark.Over
			marks = append(marks, t)
		}
	}
	return marks
}

// beside is a place in a region: at the rim of the board, next to the threshold
// of a stump; at the top of a tree's region.
func beside(h *tree, box [2][2]float64, w grid.Window) mark.XY {
	dx, dy := w.X1-w.X0, w.Y1-w.Y0
	if !h.stump() {
		return mark.XY{X: (box[0][0] + box[0][1]) / 2, Y: box[1][1] - 0.05*dy}
	}
	side := 1.0 // of the threshold
	if h.threshold > box[h.feature][0] {
		side = -1
	}
	if h.feature == 0 {
		return mark.XY{X: h.threshold + side*0.03*dx, Y: w.Y1 - 0.05*dy}
	}
	return mark.XY{X: w.X0 + 0.04*dx, Y: h.threshold + side*0.03*dy}
}

// candidates is the weighted error of every threshold along a feature, under the
// weights that the step shows.
func (v view) candidates(feature int) mark.Panel {
	w, vars := v.weights(), v.vars()
	errors := v.search.curve(nil, feature, w)
	least := slices.Min(errors)
	side := v.shownBox()[feature]
	vars["x"], vars["tried"] = "x"+say.Sub(feature+1), len(errors)
	p := panel.Curves{
		ID: "errors" + say.Num(float64(feature+1)), Title: vars.Text("Weighted error along <x>"), Height: 0.42,
		X: mark.Axis{Name: vars.Text("threshold on <x>"), Min: side[0], Max: side[1]},
	}
	staircase := func(role mark.Role, legend say.Phrase, of func(e float64) float64) panel.Quantity {
		values, at := v.search.values[feature], []mark.XY{}
		for k, e := range errors { // it holds between neighbouring values
			at = append(at, mark.XY{X: values[k], Y: of(e)}, mark.XY{X: values[k+1], Y: of(e)})
		}
		return panel.Quantity{At: at, Style: role.Wide(1.8), Legend: legend}
	}
	itself := func(e float64) float64 { return e }
	if v.Weak == stump {
		least = min(least, 1-slices.Max(errors))
		p.Of = []panel.Quantity{
			staircase(mark.RoleClass0, "−1 above the threshold", v.search.mirrored), staircase(mark.RoleClass1, "+1 above the threshold", itself),
		}
	} else {
		p.Of = []panel.Quantity{staircase(mark.RoleInk, "best tree with this root", itself)}
	}
	// The axis shows the chance level, and for stumps what the other sign makes of the minimum.
	room := 1.15 * max(0.1, 0.5-least)
	p.Y = mark.Axis{Name: "ε", Min: max(0, 0.5-room), Max: 0.5 + 0.15*room}
	if v.Weak == stump {
		p.Y.Max = min(1, 0.5+room)
	}
	p.Over = []mark.Mark{panel.Bound(0.5, "chance level", mark.RoleSoft.Plain())}
	vars["least"] = least
	p.Note = vars.Text("minimum <least>")
	p.Alt = vars.Text("the weighted error of <tried threshold> along <x>, with the minimum <least>")
	if v.r == nil || v.r.h.feature != feature {
		return p.Panel()
	}
	at := mark.XY{X: v.r.h.threshold, Y: v.r.err}
	if v.phase == reweighed { // it has become chance level
		at.Y = total(v.mistakes(v.r.h), w)
	}
	vars["theta"], vars["err"] = at.X, at.Y
	p.Note = vars.Text("<name> at <theta>")
	dot := panel.Dot(at, 5, mark.RoleAccent.Plain(), "chosen threshold")
	dot.Refs, dot.Labels, dot.Tips = []string{hRef(v.number())}, []say.Phrase{vars.Text("<name>")}, []say.Phrase{vars.Text("<name>: ε = <err>")}
	p.Over = append(p.Over, mark.Rule{Vertical: true, At: at.X, Style: mark.RoleAccent.Dashed(), Layer: mark.Over}, dot)
	return p.Panel()
}

// lossPanel is the exponential loss of the round as a function of α: the factor
// (1 − ε)e^{−α} + εe^α, with its minimum 2√(ε(1 − ε)).
func (v view) lossPanel() mark.Panel {
	e, z := v.r.err, v.z(v.r)
	unit, name, formula := 1.0, say.Phrase("α"), say.Phrase("(1−ε)·exp(−α) + ε·exp(α)")
	switch v.Alpha { // votes without the ½
	case full:
		unit, formula = 2, "(1−ε)·exp(−α/2) + ε·exp(α/2)"
	case beta, fixed:
		unit, name, formula = 2, "ln(1/β)", "(1−ε)·√β + ε/√β"
	}
	best := unit * v.r.alpha
	reach := 2.2 * best // the factor is 1 again at twice the best vote
	least := z          // the smallest factor there is
	if v.Alpha == fixed {
		least = 2 * math.Sqrt(e*(1-e))
		reach = max(1.2*best, 2.2*min(math.Log((1-e)/e), 8))
	}
	vars := say.Vars{"alpha": "α" + say.Sub(v.number()), "best": best, "Z": z}
	p := panel.Curves{
		ID: "loss", Title: "Exponential loss vs α", Height: 0.42,
		Alt: vars.Text("the factor of the exponential loss as a function of the vote, with the minimum <Z> at <best>"),
		X:   mark.Axis{Name: name, Max: reach},
		Y:   mark.Axis{Name: "loss factor Z", Min: max(0, 1-1.4*(1-least)), Max: max(1+0.4*(1-least), z+0.1*(1-least))},
		Of: []panel.Quantity{{
			Of: func(a float64) float64 { return (1-e)*math.Exp(-a/unit) + e*math.Exp(a/unit) }, Style: mark.RoleInk.Wide(2), Legend: formula,
		}},
		Over: []mark.Mark{panel.Level(1, mark.RoleFaint.Plain(), "α = 0")},
	}
	if v.next == nil {
		return p.Panel()
	}
	p.Note = vars.Text("<alpha> = <best>, factor <Z>")
	at, legend := mark.XY{X: best, Y: z}, say.Phrase("minimum 2√(ε(1−ε))")
	if v.Alpha == fixed {
		p.Note, p.Alt = vars.Text("ln(1/β) = <best>, factor <Z>"), vars.Text("the factor of the loss as a function of the vote: <Z> at <best>, which β fixes")
		legend = "the fixed β"
	}
	dot := panel.Dot(at, 5, mark.RoleAccent.Plain(), legend)
	dot.Labels = []say.Phrase{vars.Text("<alpha>")}
	if v.Alpha == fixed {
		dot.Labels = []say.Phrase{"β"}
	}
	p.Over = append(p.Over, panel.Segment(mark.XY{X: best, Y: p.Y.Min}, at, mark.RoleAccent.Dashed(), ""), dot)
	return p.Panel()
}

// margins is the share of points whose margin yF/Σα is at most m, as a function
// of m, with the ensemble of a quarter of the rounds for comparison.
func (v view) margins() mark.Panel {
	s := v.now()
	vars := say.Vars{"margin": s.margin()}
	c := panel.Curves{
		ID: "margins", Title: "Margin distribution", Height: 0.45, Note: vars.Text("smallest margin <margin>"),
		Alt: vars.Text("the cumulative distribution of the margins, from <margin>"),
		X:   mark.Axis{Name: "margin yF/Σα", Min: -1, Max: 1}, Y: mark.Axis{Name: "fraction of points", Max: 1.02},
		Under: []mark.Mark{mark.Rule{Vertical: true, At: 0, Label: "misclassified | correct", Style: mark.RoleSoft.Dashed()}},
	}
	add := func(rounds int, style mark.Style) {
		c.Of = append(c.Of, panel.Quantity{At: distribution(s.marginsAfter(rounds)), Style: style, Legend: say.Vars{"t": rounds}.Text("after <t round>")})
	}
	if early := len(s.rounds) / 4; early > 0 && !s.perfect {
		add(early, mark.RoleSoft.Wide(1.4).Dashed())
	}
	add(len(s.rounds), mark.RoleAccent.Wide(2.2))
	return c.Panel()
}

// marginsAfter returns yF/Σα of every point for the first rounds of the
// ensemble.
func (s *state) marginsAfter(rounds int) []float64 {
	margins, sum := slices.Clone(s.f), s.sum
	if !s.perfect {
		margins, sum = s.scores(s.rounds[:rounds], s.x), 0
		for _, r := range s.rounds[:rounds] {
			sum += s.voice(r)
		}
	}
	for i := range margins {
		margins[i] = s.y[i] * margins[i] / sum
	}
	return margins
}

// distribution is a cumulative distribution as a staircase from −1 to 1.
func distribution(values []float64) []mark.XY {
	slices.Sort(values)
	at := []mark.XY{{X: -1, Y: 0}}
	n := float64(len(values))
	for k, m := range values {
		at = append(at, mark.XY{X: m, Y: float64(k) / n}, mark.XY{X: m, Y: float64(k+1) / n})
	}
	return append(at, mark.XY{X: 1, Y: 1})
}

// The strip shows the latest rounds as a sum of small pictures: above what each
// weak classifier says, joined by "+", and below it what the ensemble says up to
// and including it.
const (
	stripRounds = 5    // how many rounds it has room for
	stripGap    = 1.3  // from one picture to the next; a picture is 1 wide and high
	weakBase    = 1.25 // the weak learners are above the sums
)

func (t *task) pictures() panel.Strip {
	return panel.Strip{Columns: stripRounds, Rows: 2, Window: t.Window, Width: 1, Height: 1, Across: stripGap, Up: weakBase}
}

func (v view) strip() mark.Panel {
	s := v.now()
	rounds := s.rounds
	if v.next == nil && v.r != nil {
		rounds = append(rounds[:len(rounds):len(rounds)], v.r) // chosen, without a vote
	}
	first := max(0, len(rounds)-stripRounds)
	p := mark.Panel{
		ID: "strip", Title: "Ensemble round by round", Height: 0.6,
		X: mark.Axis{Hidden: true, Min: -0.55, Max: stripGap*stripRounds - 0.2},
		Y: mark.Axis{Hidden: true, Min: -0.4, Max: weakBase + 1.4},
	}
	vars := say.Vars{"first": first + 1, "last": len(rounds), "n": len(v.y)}
	p.Alt = vars.Text("the rounds <first> to <last> of the ensemble and its partial sums")
	if len(rounds) == 0 {
		p.Alt = "an empty ensemble"
	}
	if first > 0 {
		p.Note = vars.Text("rounds <first> to <last>")
	}
	boxes := mark.Bars{Style: mark.RoleFaint.Plain().Faded(0.004), Layer: mark.Over}
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	soft := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	panel.Write(&soft, -0.35, weakBase+0.42, "h")
	panel.Write(&soft, -0.35, 0.42, "F")
	sums := s.composeLast(stripRounds)
	for k, r := range rounds[first:] {
		t := first + k + 1
		x := stripGap * float64(k)
		voted := t <= len(s.rounds)
		r.h.leaves(v.shownBox(), func(value float64, box [2][2]float64) { p.Add(v.patch(k, box, class(value))) })
		p.Add(v.frame(k, t))
		caption := hName(t)
		if voted {
			caption = s.voteText(r) + " " + caption
		}
		panel.Write(&words, x+0.5, weakBase+1.12, say.Phrase(caption))
		if k > 0 || first > 0 {
			panel.Write(&words, x-0.15, weakBase+0.42, "+")
		}
		if !voted {
			continue
		}
		if from := len(s.rounds) - len(sums); t > from { // else there are too many cells
			for class, says := range [2]bool{false, true} {
				for _, box := range sums[t-1-from].Patches(v.shownBox(), says) {
					p.Add(v.patch(stripRounds+k, box, class))
				}
			}
		}
		p.Add(v.frame(stripRounds+k, t))
		vars["t"], vars["name"], vars["rule"], vars["err"], vars["vote"], vars["wrong"] = t, hName(t), r.h.rule(), r.err, s.voteText(r), s.wrongAfter(t)
		panel.Write(&soft, x+0.5, -0.3, vars.Text("<wrong error>"))
		boxes.X, boxes.Y, boxes.Refs = append(boxes.X, x+0.5), append(boxes.Y, weakBase+1), append(boxes.Refs, hRef(t))
		boxes.Tips = append(boxes.Tips, vars.Text("<name>: +1 <rule>; ε = <err>, vote <vote>. The sum of the first <t round> misclassifies <wrong> of <n>"))
	}
	p.Add(boxes, words, soft)
	return p
}

// voteText is a vote in words: a perfect round's is infinite.
func (s *state) voteText(r *round) string {
	if r.perfect() {
		return "∞"
	}
	return say.Sig(s.vote(r), 2)
}

// patch fills a box of the board in a picture with the colour of a class; nil where
// the box is outside.
func (t *task) patch(picture int, box [2][2]float64, class int) mark.Mark {
	if box[0][0] >= box[0][1] || box[1][0] >= box[1][1] {
		return nil
	}
	s := t.pictures()
	return mark.Rect{
		Min: s.Place(picture, mark.XY{X: box[0][0], Y: box[1][0]}), Max: s.Place(picture, mark.XY{X: box[0][1], Y: box[1][1]}),
		Fill: true, Style: mark.RoleOfClass(class).Plain().Faded(0.45),
	}
}

func (t *task) shownBox() [2][2]float64 {
	w := t.Window
	return [2][2]float64{{w.X0, w.X1}, {w.Y0, w.Y1}}
}

// frame is the border of a picture of round t.
func (v view) frame(picture, t int) mark.Rect {
	if t == v.number() {
		return v.pictures().Frame(picture, 0, mark.RoleAccent.Wide(2.4))
	}
	return v.pictures().Frame(picture, 0, mark.RoleSoft.Wide(1))
}

// wrongAfter is how many points the first t rounds get wrong.
func (s *state) wrongAfter(t int) int {
	if t == len(s.rounds) {
		return s.wrong
	}
	return wrongBy(s.scores(s.rounds[:t], s.x), s.y)
}
