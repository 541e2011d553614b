package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board(), v.scorePanel(), v.weightPanel(), v.margins()}
	predicted := make([]int, len(v.x))
	for i, x := range v.x {
		predicted[i] = best(v.scoresAt(x))
	}
	panels = append(panels, v.confusion(predicted), v.deltaPanel())
	return append(panels, v.panelsBeside()...)
}

// classAxis is an axis of classes.
func (m *machine) classAxis(name string) algos.Axis {
	return algos.Axis{Name: say.Phrase(name), Integer: true, Min: -0.6 + float64(m.label(0)), Max: float64(m.label(m.count()-1)) + 0.6}
}

// scorePanel shows the scores of the point at work with Δ added, or of the query.
func (v view) scorePanel() algos.Panel {
	s := v.state
	p := algos.Panel{ID: "scores", X: s.classAxis("class k"), Y: algos.Axis{Name: "score"}}
	x, what, y := s.lift(s.Query), "q", -1
	at := s
	if v.row >= 0 {
		x, what, y = s.x[v.row], name(v.row), s.y[v.row]
		if v.phase == updating {
			at = v.before // the scores that the step acted on
		}
	}
	score := at.scoresAt(x)
	bars := algos.Bars{}
	base := algos.Points{Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleInk}, Legend: "wₖ · x alone"}
	for k, f := range score {
		value := f
		if y >= 0 {
			value += s.delta[y][k]
		}
		bars.X = append(bars.X, float64(s.label(k)))
		bars.Y = append(bars.Y, value)
		bars.Class = append(bars.Class, s.classes[k])
		bars.Refs = append(bars.Refs, s.classRef(k))
		bars.Tips = append(bars.Tips, say.Phrase(fmt.Sprintf("%s: %s", s.class(k), say.Num(value))))
		base.At = append(base.At, algos.XY{X: float64(s.label(k)), Y: f})
	}
	if y < 0 {
		p.Title, p.Note = "Scores of q", say.Phrase(s.class(best(score)))
		p.Alt = say.Phrase(fmt.Sprintf("scores of the %d classes at q; %s has the largest", s.count(), s.class(best(score))))
		p.Marks = []algos.Mark{bars}
		return p
	}
	j, xi := violation(score, s.delta[y], y)
	bars.Hot = []int{j}
	p.Title = say.Phrase("Scores of " + what + " with Δ added")
	p.Note = say.Phrase("ξ = " + say.Num(xi))
	p.Alt = say.Phrase(fmt.Sprintf("loss-augmented scores of %s, which is of %s; %s has the largest, slack %s", what, s.class(y), s.class(j), say.Num(xi)))
	bars.Legend = "wₖ · x + Δ, the largest in blue"
	p.Marks = []algos.Mark{bars, base, algos.Rule{At: score[y], Legend: "score of the true class", Style: algos.Style{Role: algos.RoleSoft, Dash: true}}}
	return p
}

// weightPanel draws the weight vectors, without their constant coordinate, and how
// the step moved them.
func (v view) weightPanel() algos.Panel {
	s := v.state
	lim := 0.0
	for _, w := range s.w {
		lim = max(lim, math.Abs(w[0]), math.Abs(w[1]))
	}
	if v.before != nil && v.phase == updating {
		for _, w := range v.before.w {
			lim = max(lim, math.Abs(w[0]), math.Abs(w[1]))
		}
	}
	if lim == 0 {
		lim = 1
	}
	lim *= 1.25
	p := algos.Panel{
		ID: "weights", Title: "Weight vectors", Note: say.Phrase("½Σ‖w‖² = " + say.Num(s.norm2/2)), Equal: true, Height: 1,
		Alt: say.Phrase(fmt.Sprintf("the %d weight vectors, half the sum of their squares is %s", s.count(), say.Num(s.norm2/2))),
		X:   algos.Axis{Name: "w₁", Min: -lim, Max: lim}, Y: algos.Axis{Name: "w₂", Min: -lim, Max: lim},
	}
	for k, w := range s.w {
		to := algos.XY{X: w[0], Y: w[1]}
		p.Marks = append(p.Marks,
			algos.Arrows{From: []algos.XY{{}}, To: []algos.XY{to}, Style: algos.Style{Role: s.role(k), Width: 2.2}},
			algos.Points{
				At: []algos.XY{to}, Size: []float64{3}, Refs: []string{s.classRef(k)}, Labels: []say.Phrase{say.Phrase(fmt.Sprint(s.label(k)))}, Layer: algos.Over,
				Tips: []say.Phrase{say.Phrase(fmt.Sprintf("w of %s = %s, constant %s", s.class(k), say.Vec(w[0], w[1]), say.Num(w[2])))}, Style: algos.Style{Role: s.role(k)},
			})
	}
	if v.phase == updating && v.rival != s.y[v.row] {
		moves := algos.Arrows{Style: algos.Style{Role: algos.RoleAccent, Width: 2.4}, Legend: "this step"}
		for _, k := range [2]int{s.y[v.row], v.rival} {
			from := v.before.w[k]
			moves.From = append(moves.From, algos.XY{X: from[0], Y: from[1]})
			moves.To = append(moves.To, algos.XY{X: s.w[k][0], Y: s.w[k][1]})
		}
		p.Marks = append(p.Marks, moves)
	}
	return p
}

// margins are how far every point is from breaking its constraints: negative bars
// are slacks.
func (v view) margins() algos.Panel {
	s := v.state
	n := len(s.x)
	bars := algos.Bars{X: make([]float64, n), Y: make([]float64, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	broken := 0
	for i, x := range s.x {
		score := s.scoresAt(x)
		bars.X[i], bars.Y[i] = float64(i+1), s.clearance(score, s.y[i])
		bars.Class[i], bars.Refs[i] = s.classes[s.y[i]], ref(i)
		bars.Tips[i] = say.Phrase(fmt.Sprintf("%s: %s", name(i), say.Num(bars.Y[i])))
		if bars.Y[i] < 0 {
			broken++
		}
	}
	if v.row >= 0 {
		bars.Hot = []int{v.row}
	}
	return algos.Panel{
		ID: "margins", Title: "Margin constraints", Note: say.Phrase(fmt.Sprintf("%d of %d broken, Σξ = %s", broken, n, say.Num(s.slack))),
		Alt: say.Phrase(fmt.Sprintf("by how much the true class of every point beats the others with the loss added; %d of %d constraints are broken", broken, n)),
		X:   algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6}, Y: algos.Axis{Name: "own score − max(Δ + other)"},
		Marks: []algos.Mark{bars},
	}
}

// confusion counts the points of each class by their prediction.
func (m *machine) confusion(predicted []int) algos.Panel {
	K := m.count()
	t := algos.Matrix{Rows: K, Cols: K, Values: make([]float64, K*K), Scale: algos.Sequential, Text: true, Hi: 1}
	wrong, cost := 0, 0.0
	for i, y := range m.y {
		t.Values[y*K+predicted[i]]++
		if predicted[i] != y {
			wrong++
			cost += m.delta[y][predicted[i]]
		}
	}
	for _, v := range t.Values {
		t.Hi = max(t.Hi, v)
	}
	note := fmt.Sprintf("%d wrong", wrong)
	if m.Method == crammerSinger && m.Delta != zeroOne {
		note += ", ΣΔ = " + say.Num(cost)
	}
	return m.table("confusion", "Truth (rows) and prediction", note, t)
}

func (m *machine) deltaPanel() algos.Panel {
	K := m.count()
	t := algos.Matrix{Rows: K, Cols: K, Scale: algos.Sequential, Text: true, Hi: 1}
	for _, row := range m.delta {
		for _, d := range row {
			t.Values = append(t.Values, d)
			t.Hi = max(t.Hi, d)
		}
	}
	return m.table("delta", "Loss Δ(y, j)", "what taking y (rows) for j costs", t)
}

// table is a panel with a matrix of classes by classes.
func (m *machine) table(id, title, note string, t algos.Matrix) algos.Panel {
	K := float64(m.count())
	for k := range m.count() {
		t.RowRefs = append(t.RowRefs, m.classRef(k))
	}
	t.ColRefs = t.RowRefs
	names := algos.Texts{Anchor: algos.Middle, Style: algos.Style{Role: algos.RoleSoft}}
	for k := range m.count() {
		names.At = append(names.At, algos.XY{X: -0.3, Y: K - float64(k) - 0.55}, algos.XY{X: float64(k) + 0.5, Y: K + 0.15})
		names.Text = append(names.Text, say.Phrase(fmt.Sprint(m.label(k))), say.Phrase(fmt.Sprint(m.label(k))))
	}
	return algos.Panel{
		ID: id, Title: say.Phrase(title), Note: say.Phrase(note), Equal: true, Height: 0.8,
		Alt: say.Phrase(fmt.Sprintf("%s, a table of %d by %d classes; %s", title, m.count(), m.count(), note)),
		X:   algos.Axis{Hidden: true, Min: -0.6, Max: K}, Y: algos.Axis{Hidden: true, Max: K + 0.5}, Marks: []algos.Mark{t, names},
	}
}
