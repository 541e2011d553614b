package svm

import (
	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/say"
)

// An asked offset is what one of the pair would make of θ₀: with it the point has
// yf = 1.
type asked struct {
	old  float64    // θ₀ before the move
	move float64    // y Δα of the first; minus that of the second
	k    [3]float64 // k₁₁, k₁₂, k₂₂
	b    [2]float64
	free [2]bool // whether 0 < α < C after the move
}

// asked works the two offsets out from the errors before the move, in the coordinates
// of the data; one is the place in the pair of the variable that comes first.
func (s *state) asked(w *pairs.Work, one int) asked {
	rows, other := [2]int{w.I, w.J}, 1-one
	a, b := s.Points[rows[one]].X, s.Points[rows[other]].X
	o := asked{
		old: w.Bias, move: s.y[rows[one]] * (w.To[one] - w.From[one]),
		k: [3]float64{s.Kernel.At(a, a), s.Kernel.At(a, b), s.Kernel.At(b, b)},
	}
	if s.Linear { // θ₀ = bias − ⟨w, shift⟩, with the w of before
		weights := s.expansion().Weights()
		for c := range weights {
			o.old -= (weights[c] - o.move*(a[c]-b[c])) * s.Shift[c]
		}
	}
	o.b = [2]float64{o.old - w.E[one] - o.move*(o.k[0]-o.k[1]), o.old - w.E[other] - o.move*(o.k[1]-o.k[2])}
	for i, place := range [2]int{one, other} {
		o.free[i] = w.To[place] > 0 && w.To[place] < s.c
	}
	return o
}

// sayBox writes out how far the box lets the variable go that the story is about.
func (v view) sayBox(w *pairs.Work, one int) algos.Line {
	vars := v.spoken(w, one)
	vars["follow"], vars["C"], vars["low"], vars["high"] = w.From[1-one], v.c, w.Low[one], w.High[one]
	same := v.y[w.I] == v.y[w.J]
	switch {
	case v.Hard && same:
		return algos.Line{TeX: vars.TeX(`L = 0, \quad H = \alpha_{<a>} + \alpha_{<b>} = <from> + <follow> = <high>`)}
	case v.Hard:
		return algos.Line{TeX: vars.TeX(`L = \max(0,\, \alpha_{<a>} - \alpha_{<b>}) = \max(0,\, <from> - <follow>) = <low>, \quad H = \infty`)}
	case same:
		return algos.Line{TeX: vars.TeX(`\begin{aligned} L &= \max(0,\, \alpha_{<a>} + \alpha_{<b>} - C) = \max(0,\, <from> + <follow> - <C>) = <low> \\ ` +
			`H &= \min(C,\, \alpha_{<a>} + \alpha_{<b>}) = \min(<C>,\, <from> + <follow>) = <high> \end{aligned}`)}
	}
	return algos.Line{TeX: vars.TeX(`\begin{aligned} L &= \max(0,\, \alpha_{<a>} - \alpha_{<b>}) = \max(0,\, <from> - <follow>) = <low> \\ ` +
		`H &= \min(C,\, C + \alpha_{<a>} - \alpha_{<b>}) = \min(<C>,\, <C> + <from> - <follow>) = <high> \end{aligned}`)}
}

// sayOffsets says which of the two offsets the textbook takes and why, and what is taken
// here; nothing where the move was lost, or all variables moved after it.
func (v view) sayOffsets(w *pairs.Work, one int) []algos.Line {
	if !simple(w) {
		return nil
	}
	o := v.asked(w, one)
	vars := v.spoken(w, one)
	vars["ba"], vars["bb"], vars["middle"], vars["count"] = o.b[0], o.b[1], (o.b[0]+o.b[1])/2, v.Free
	s := algos.Story{Vars: vars}
	switch {
	case o.free[0] && o.free[1]:
		s.Text("Both are free now, so both ask for the same offset: $b_{<a>} = b_{<b>} = <ba>$.")
	case o.free[0] || o.free[1]:
		vars["kept"], vars["at"], vars["take"] = vars["one"], vars["a"], o.b[0]
		if o.free[1] {
			vars["kept"], vars["at"], vars["take"] = vars["other"], vars["b"], o.b[1]
		}
		s.Text("Of the two only <kept> is free now: the textbook takes its offset, $b_{<at>} = <take>$.")
	default:
		s.Text("Neither is free now: for the pair every offset between $b_{<a>} = <ba>$ and $b_{<b>} = <bb>$ will do, and the textbook takes the mean, <middle>.")
	}
	if v.Free > 0 {
		s.More("Here θ₀ is the mean over <count free support vector>, <theta0>.")
	} else {
		s.More("No support vector is free: here θ₀ is the middle of what all points allow, <theta0>.")
	}
	return s.Lines
}

// simple reports whether a move was made, and nothing else.
func simple(w *pairs.Work) bool { return !w.Stall && w.Stop != smo.Unbounded && w.Face.Free == 0 }

// numbers is the table of all that the move of a pair is reckoned from, and comes to:
// a column for each of the two.
func (v view) numbers(w *pairs.Work) mark.Panel {
	type row struct {
		name say.Phrase
		of   [2]float64
	}
	o := v.asked(w, 0)
	rows := []row{
		{"y", [2]float64{v.y[w.I], v.y[w.J]}},
		{"E", w.E},
		{say.Vars{"name": say.Row(w.I).Name()}.Text("k with <name>"), [2]float64{o.k[0], o.k[1]}},
		{say.Vars{"name": say.Row(w.J).Name()}.Text("k with <name>"), [2]float64{o.k[1], o.k[2]}},
		{"α before", w.From},
		{"L", w.Low},
		{"H", w.High},
		{"α without the box", w.Free},
		{"α after", w.To},
	}
	vars := v.Names(w.Pair)
	vars["eta"], vars["old"] = w.Eta, o.old
	note := vars.Text("η = <eta>")
	if v.phase == pairs.Optimising && simple(w) {
		rows = append(rows, row{"b", o.b})
		note = vars.Text("η = <eta>, θ₀ was <old>")
	}
	n := float64(len(rows))
	heads := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	cells := mark.Texts{Anchor: mark.End, Style: mark.RoleInk.Plain()}
	for k, name := range [2]int{w.I, w.J} {
		heads.At, heads.Text = append(heads.At, mark.XY{X: 3.4 + 1.4*float64(k), Y: n}), append(heads.Text, say.Phrase(alpha(name)))
	}
	for i, r := range rows {
		y := n - 1 - float64(i)
		heads.At, heads.Text = append(heads.At, mark.XY{X: 2, Y: y}), append(heads.Text, r.name)
		for k, x := range r.of {
			cells.At = append(cells.At, mark.XY{X: 3.4 + 1.4*float64(k), Y: y})
			cells.Text = append(cells.Text, say.Vars{"x": x}.Text("<x>"))
		}
	}
	return mark.Panel{
		ID: "numbers", Title: "The pair in numbers", Note: note, Height: 0.8,
		Alt: vars.Text("a table of labels, errors, kernel values, bounds, old and new values and offsets of <i>, <j>"),
		X:   mark.Axis{Hidden: true, Max: 5}, Y: mark.Axis{Hidden: true, Min: -0.7, Max: n + 0.7}, Marks: []mark.Mark{heads, cells},
	}
}
