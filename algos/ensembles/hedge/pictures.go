package hedge

import (
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels implements [algos.View].
func (v view) Panels() []mark.Panel {
	return []mark.Panel{v.board(), v.stream(), v.race(), v.bars()}
}

// shownRows is how many rounds the table has: the newest. One that is painted has all.
const shownRows = 10

// A sheet is where the table of losses stands: at 0 … N across, and at 0 … top upwards.
type sheet struct {
	rows  []round // that have been played
	from  int     // the first of them
	top   float64
	unit  float64 // the height of a line of text, in rows
	every int     // one row in so many is numbered, where there is little room
}

func (v view) sheet() sheet {
	if v.Losses == painted {
		const lines = 14 // of text have room
		every := (v.T + lines - 1) / lines
		return sheet{rows: v.past, top: float64(v.T), unit: max(1, float64(v.T)) / lines, every: max(1, every)}
	}
	from := max(0, len(v.past)-shownRows)
	rows := v.past[from:]
	return sheet{rows: rows, from: from, top: float64(len(rows)), unit: 1, every: 1}
}

// board is the table of losses: a row a round, a column an expert, the learner on
// the right, and the sums below.
func (v view) board() mark.Panel {
	sh, n := v.sheet(), float64(v.N)
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Losses per round", Note: w.Text("<t> of <T round>"),
		Alt: w.Text("After <t round> the cumulative loss of <who> is <L>, that of the best expert <star>."),
		X:   mark.Axis{Hidden: true, Min: -0.5 - 0.08*n, Max: n + 1.4},
		Y:   mark.Axis{Hidden: true, Min: sh.top - shownRows - 1.2, Max: sh.top + 1},
	}
	if len(v.follow) > 0 {
		p.X.Max = n + 2.4
	}
	switch {
	case v.Losses == painted:
		p.Y.Min, p.Y.Max = -1.2*sh.unit, sh.top+sh.unit
		p.Edits = mark.EditsCells
		p.Add(v.painting(sh)...)
	case len(sh.rows) > 0:
		p.Add(v.cells(sh.rows))
	}
	v.addNames(&p, sh)
	v.addNumbers(&p, sh)
	v.addFollowed(&p, sh)
	return p
}

// painting are the losses of all rounds, also of those to come: who paints knows them. A line
// parts those that have been played.
func (v view) painting(sh sheet) []mark.Mark {
	m := mark.Matrix{Rows: v.T, Cols: v.N, Hi: 1.6, Scale: mark.Sequential, Text: true, Legend: "losses of the experts"}
	for k, row := range v.table {
		m.RowRefs = append(m.RowRefs, "t"+strconv.Itoa(k+1))
		m.Values = append(m.Values, row...)
	}
	for i := range v.N {
		m.ColRefs = append(m.ColRefs, ref(i))
		if t := len(v.past); t > 0 {
			m.Hot = append(m.Hot, [2]int{t - 1, i})
		}
	}
	marks := []mark.Mark{m, mark.CellLines(v.T, v.N)}
	if t := len(v.past); t < v.T {
		y := sh.top - float64(t)
		marks = append(marks, mark.Segments{
			From: []mark.XY{{X: 0, Y: y}}, To: []mark.XY{{X: float64(v.N) + 1.2, Y: y}}, Style: mark.RoleInk.Wide(2), Layer: mark.Over,
			Legend: "below: future rounds",
		})
	}
	return marks
}

func (v view) cells(rows []round) mark.Matrix {
	m := mark.Matrix{Rows: len(rows), Cols: v.N, Hi: 1.6, Scale: mark.Sequential, Text: true, Legend: "losses of the experts"}
	for i := range v.N {
		m.ColRefs = append(m.ColRefs, ref(i))
		m.Hot = append(m.Hot, [2]int{len(rows) - 1, i})
	}
	for k, r := range rows {
		m.RowRefs = append(m.RowRefs, "t"+strconv.Itoa(len(v.past)-len(rows)+k+1))
		m.Values = append(m.Values, r.losses...)
	}
	return m
}

// addNames draws the experts' names in their colours above the columns.
func (v view) addNames(p *mark.Panel, sh sheet) {
	x, u := float64(v.N), sh.unit
	w, h := 0.42, 0.35*u
	for i := range v.N {
		at := mark.XY{X: float64(i) + 0.5, Y: sh.top + 0.5*u}
		p.Add(mark.PolyLine{
			At:     []mark.XY{{X: at.X - w, Y: at.Y - h}, {X: at.X + w, Y: at.Y - h}, {X: at.X + w, Y: at.Y + h}, {X: at.X - w, Y: at.Y + h}},
			Closed: true, Fill: true, Style: mark.RoleOfClass(i).Plain().Faded(0.35), Layer: mark.Data, Ref: ref(i),
		})
		p.Add(mark.Texts{At: []mark.XY{at}, Text: []say.Phrase{say.Phrase(name(i))}, Anchor: mark.Middle, Layer: mark.Over})
	}
	heads := mark.Texts{At: []mark.XY{{X: x + 0.7, Y: sh.top + 0.5*u}}, Text: []say.Phrase{v.label()}, Anchor: mark.Middle, Style: mark.RoleAccent.Plain()}
	if len(v.follow) > 0 {
		panel.Write(&heads, x+1.7, sh.top+0.5*u, "you")
	}
	p.Add(heads)
}

// label is what the learner's column is called.
func (t *task) label() say.Phrase {
	switch t.Learner {
	case leader:
		return "FTL"
	case majority:
		return "majority"
	}
	return "Hedge"
}

// addNumbers writes the numbers of the rounds, the learner's losses, and the sums.
func (v view) addNumbers(p *mark.Panel, sh sheet) {
	x, below := float64(v.N), -0.6*sh.unit
	if len(sh.rows) == 0 {
		p.Add(mark.Texts{At: []mark.XY{{X: x / 2, Y: below}}, Text: []say.Phrase{"no round yet"}, Anchor: mark.Middle, Style: mark.RoleSoft.Plain()})
		return
	}
	numbers := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	lost := mark.Texts{Anchor: mark.Middle, Style: mark.RoleAccent.Plain()}
	put := func(to *mark.Texts, x, y float64, text string) {
		panel.Write(to, x, y, say.Phrase(text))
	}
	for k, r := range sh.rows {
		if (k+1)%sh.every != 0 {
			continue
		}
		y := sh.top - float64(k) - 0.5
		put(&numbers, -0.12, y, strconv.Itoa(sh.from+k+1))
		put(&lost, x+0.7, y, say.Sig(r.loss, 2))
		if len(v.follow) > 0 {
			put(&lost, x+1.7, y, say.Num(r.losses[v.followed(sh.from+k)]))
		}
	}
	put(&numbers, -0.12, below, "Σ")
	sums := mark.Texts{Anchor: mark.Middle}
	for i, l := range v.cum() {
		put(&sums, float64(i)+0.5, below, say.Num(l))
	}
	put(&lost, x+0.7, below, say.Num(v.total()))
	if len(v.follow) > 0 {
		put(&lost, x+1.7, below, say.Num(v.now().own))
	}
	p.Add(numbers, lost, sums)
	p.Add(mark.Segments{From: []mark.XY{{X: 0, Y: below / 5}}, To: []mark.XY{{X: p.X.Max - 0.1, Y: below / 5}}, Style: mark.RoleSoft.Plain()})
}

// followed is whom the reader follows in the round after so many.
func (t *task) followed(rounds int) int { return t.follow[min(rounds, len(t.follow)-1)] }

// addFollowed frames the losses that the reader took, or a follower's.
func (v view) addFollowed(p *mark.Panel, sh sheet) {
	frame := func(k, i int, style mark.Style, legend say.Phrase) {
		y := sh.top - float64(k)
		lo, hi := mark.XY{X: float64(i) + 0.06, Y: y - 0.94}, mark.XY{X: float64(i) + 0.94, Y: y - 0.06}
		p.Add(mark.Rect{Min: lo, Max: hi, Style: style, Layer: mark.Over, Legend: legend})
	}
	for k, r := range sh.rows {
		var mine, followed say.Phrase
		if k == 0 {
			mine, followed = "expert followed by you", "expert followed by the learner"
		}
		if v.Learner == leader {
			frame(k, heaviest(r.share), mark.RoleAccent.Wide(2), followed)
		}
		if len(v.follow) > 0 {
			frame(k, v.followed(sh.from+k), mark.RoleInk.Wide(1.5).Dashed(), mine)
		}
	}
}

// axis is that of the rounds.
func (v view) axis() mark.Axis {
	return mark.Axis{Name: "round", Max: max(float64(v.T), 1), Integer: true}
}

// shownRounds are at most 240 of those that have been played, as a picture has no room for more.
func (v view) shownRounds() []int {
	jump := 1 + len(v.past)/240
	var all []int
	for k := 0; k < len(v.past); k += jump {
		all = append(all, k)
	}
	return append(all, len(v.past))
}

// stream is how the weights were shared out, as bands on top of each other.
func (v view) stream() mark.Panel {
	p := mark.Panel{
		ID: "stream", Title: "Normalised weights over time", Note: v.vars().Text(`N = <N>`), X: v.axis(), Y: mark.Axis{Name: "normalised weight", Max: 1},
		Alt: v.spoken(),
	}
	rounds := v.shownRounds()
	lo := make([]float64, len(rounds))
	x := make([]float64, len(rounds))
	shown := make([][]float64, len(rounds))
	for k, t := range rounds {
		x[k] = float64(t)
		if t == len(v.past) {
			shown[k] = v.after()
		} else {
			shown[k] = v.past[t].share
		}
	}
	for i := range v.N {
		hi := make([]float64, len(rounds))
		for k := range rounds {
			hi[k] = min(lo[k]+shown[k][i], 1)
		}
		if len(rounds) > 1 {
			p.Add(mark.Band{X: x, Lo: lo, Hi: hi, Style: mark.RoleOfClass(i).Plain().Faded(0.6), Legend: say.Phrase(name(i))})
		} else {
			p.Add(mark.Segments{
				From: []mark.XY{{Y: lo[0]}}, To: []mark.XY{{Y: hi[0]}}, Refs: []string{ref(i)}, Style: mark.RoleOfClass(i).Wide(5),
				Legend: say.Phrase(name(i)),
			})
		}
		lo = hi
	}
	return p
}

// spoken says the largest share in words.
func (v view) spoken() say.Phrase {
	after := v.after()
	i := heaviest(after)
	return say.Vars{"name": name(i), "share": after[i], "N": v.N}.Text("<name> has the largest weight of <N expert>: <share>.")
}

// race is what the experts and the learner have lost so far.
func (v view) race() mark.Panel {
	p := panel.Curves{
		ID: "race", Title: "Cumulative losses", Note: v.vars().Text("regret <regret>"), X: v.axis(), Y: mark.Axis{Name: "cumulative loss"},
		Alt: v.vars().Text("After <t round> the cumulative loss of <who> is <L>, that of the best expert <star>."),
	}
	highest := 1.0
	for _, l := range v.cum() {
		highest = max(highest, l)
	}
	p.Y.Max = panel.RoundUp(max(highest, v.total()))
	line := func(at func(r round) float64, style mark.Style, ref string, legend say.Phrase) {
		path := []mark.XY{{}}
		for _, t := range v.shownRounds() {
			if t > 0 {
				path = append(path, mark.XY{X: float64(t), Y: at(v.past[t-1])})
			}
		}
		p.Over = append(p.Over, mark.PolyLine{At: path, Style: style, Ref: ref, Name: legend, Legend: legend})
	}
	for i := range v.N {
		line(func(r round) float64 { return r.cum[i] }, mark.RoleOfClass(i).Wide(1.5), ref(i), say.Phrase(name(i)))
	}
	line(func(r round) float64 { return r.total }, mark.RoleAccent.Wide(3), "", v.label())
	if len(v.follow) > 0 {
		line(func(r round) float64 { return r.own }, mark.RoleInk.Wide(2).Dashed(), "", "you")
	}
	return p.Panel()
}

// bars are the shares after this round, with those before it as lines.
func (v view) bars() mark.Panel {
	after := v.after()
	b := panel.Bars{
		ID: "shares", Title: "Current weights",
		X: mark.Axis{Name: "expert"}, Y: mark.Axis{Name: "normalised weight", Max: 1}, Values: after, Legend: "current weight",
		Alt: v.spoken(), Note: say.Vars{"name": name(heaviest(after))}.Text("leader: <name>"),
		Tip: func(i int) say.Phrase {
			return say.Vars{"name": name(i), "share": after[i], "lost": v.cum()[i]}.Text("<name>: weight <share>, cumulative loss <lost>")
		},
	}
	for i := range after {
		b.Class, b.Refs = append(b.Class, i), append(b.Refs, ref(i))
	}
	if len(v.past) > 0 {
		before := mark.Segments{Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: "before the round"}
		for i, s := range v.now().share {
			before.From, before.To = append(before.From, mark.XY{X: float64(i) + 0.65, Y: s}), append(before.To, mark.XY{X: float64(i) + 1.35, Y: s})
		}
		b.Marks = []mark.Mark{before}
	}
	return b.Panel()
}
