package svr

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board(), v.coefficients(), v.loss()}
	if w := v.shown(); w != nil && w.Stop != smo.Unbounded {
		panels = append(panels, v.pairLine(w))
	}
	if !v.line() {
		panels = append(panels, v.fit())
	}
	return panels
}

// coefficients are β as bars in the order of the rows.
func (v view) coefficients() algos.Panel {
	s := v.state
	n := len(s.y)
	bars := algos.Bars{X: make([]float64, n), Y: s.betas(), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	for i, b := range bars.Y {
		bars.X[i] = float64(i + 1) // on screen points are numbered from one
		bars.Refs[i] = ref(i)
		bars.Tips[i] = say.Phrase(fmt.Sprintf("%s = %s", beta(i), say.Num(b)))
		if b > 0 {
			bars.Class[i] = 1
		}
	}
	if w := v.shown(); w != nil && v.phase != starting {
		bars.Hot = []int{s.row(w.I), s.row(w.J)}
	}
	top := 1.08 * s.scale()
	p := algos.Panel{
		ID: "coefficients", Title: "Coefficients β = α − α*",
		Note: say.Phrase(fmt.Sprintf("%d at ±C, %d between", s.bound, s.free)),
		Alt:  say.Phrase(fmt.Sprintf("%d coefficients: %d at plus or minus C, %d between, the others 0", n, s.bound, s.free)),
		X:    algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:    algos.Axis{Name: "β", Min: -top, Max: top},
	}
	p.Marks = append(p.Marks, bars)
	if s.scale() == s.C {
		dashed := algos.Style{Role: algos.RoleSoft, Dash: true}
		p.Marks = append(p.Marks, algos.Rule{At: s.C, Label: "C", Style: dashed}, algos.Rule{At: -s.C, Label: "−C", Style: dashed})
	}
	return p
}

// shown is the pair whose line is drawn: the one that has just moved, or the one
// that is about to.
func (v view) shown() *work {
	if v.phase == optimising {
		return v.work
	}
	return v.plan()
}

// loss is the ε-insensitive loss with every point at its residual.
func (v view) loss() algos.Panel {
	s := v.state
	reach := 2 * s.Epsilon
	for i := range s.y {
		reach = max(reach, 1.1*math.Abs(s.residual(i)))
	}
	if reach == 0 {
		reach = 1
	}
	p := algos.Panel{
		ID: "loss", Title: "ε-insensitive loss", Note: say.Phrase("Σξ = " + say.Num(s.slacks)),
		Alt: say.Phrase(fmt.Sprintf("the loss of every residual: %d of %d beyond ±ε, sum %s", s.outside, len(s.y), say.Num(s.slacks))),
		X:   algos.Axis{Name: "y − f(x)", Min: -reach, Max: reach},
		Y:   algos.Axis{Name: "ξ", Min: -0.08 * (reach - min(s.Epsilon, reach/2)), Max: 1.05 * (reach - min(s.Epsilon, reach/2))},
	}
	e := s.Epsilon
	p.Marks = append(p.Marks,
		algos.PolyLine{At: []algos.XY{{X: -reach, Y: reach - e}, {X: -e}, {X: e}, {X: reach, Y: reach - e}}, Style: algos.Style{Role: algos.RoleInk, Width: 2}, Legend: "max(0, |y − f| − ε)"},
		algos.Rule{Vertical: true, At: e, Label: "ε", Style: algos.Style{Role: algos.RoleSoft, Dash: true}},
	)
	if e > 0 {
		p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: -e, Label: "−ε", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	}
	p.Marks = append(p.Marks, s.points(func(i int) algos.XY { return algos.XY{X: s.residual(i), Y: s.slack(i)} })...)
	return p
}

// pairLine draws the dual along the line on which the pair may move: βᵢ rises as βⱼ
// falls. It has a kink where one of them passes 0, where the price ε of being off
// zero turns around, and ends at ±C.
func (v view) pairLine(w *work) algos.Panel {
	i, j := v.row(w.I), v.row(w.J)
	y := [2]float64{w.e[0] - v.edge(w.I), w.e[1] - v.edge(w.J)} // f − y of both
	gain := func(d float64) float64 {
		bent := math.Abs(w.from[0]+d) - math.Abs(w.from[0]) + math.Abs(w.from[1]-d) - math.Abs(w.from[1])
		return -y[0]*d + y[1]*d - w.Eta*d*d/2 - v.Epsilon*bent
	}
	// The picture shows three steps to either side, within the box.
	reach := 3 * w.T
	if reach == 0 {
		reach = v.C
	}
	lo := max(-reach, -v.C-w.from[0], w.from[1]-v.C)
	hi := min(reach, v.C-w.from[0], w.from[1]+v.C)
	places := make([]float64, 0, 85)
	for t := range 81 {
		places = append(places, lo+(hi-lo)*float64(t)/80)
	}
	for _, kink := range [...]float64{-w.from[0], w.from[1], w.T, 0} {
		if kink > lo && kink < hi {
			places = append(places, kink)
		}
	}
	slices.Sort(places)
	curve := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2}, Legend: "dual along the line"}
	for _, d := range places {
		curve.At = append(curve.At, algos.XY{X: w.from[0] + d, Y: gain(d)})
	}
	p := algos.Panel{
		ID: "pair", Title: say.Phrase(fmt.Sprintf("%s rises, %s falls", beta(i), beta(j))), Note: say.Phrase(v.stopNote(w)),
		Alt: say.Phrase(fmt.Sprintf("%s moves from %s to %s, and the dual gains %s", beta(i), say.Num(w.from[0]), say.Num(w.from[0]+w.T), say.Num(gain(w.T)))),
		X:   algos.Axis{Name: say.Phrase(beta(i))}, Y: algos.Axis{Name: "gain of the dual"},
		Marks: []algos.Mark{curve},
	}
	legend := "kinks: a coefficient is 0"
	for _, kink := range [...]float64{0, w.from[0] + w.from[1]} {
		if kink > w.from[0]+lo && kink < w.from[0]+hi {
			p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: kink, Legend: say.Phrase(legend), Style: algos.Style{Role: algos.RoleFaint, Dash: true}})
			legend = ""
		}
	}
	p.Marks = append(p.Marks,
		algos.Points{At: []algos.XY{{X: w.from[0]}}, Labels: []say.Phrase{"old"}, Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleSoft}},
		algos.Points{At: []algos.XY{{X: w.from[0] + w.T, Y: gain(w.T)}}, Labels: []say.Phrase{"new"}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleAccent}})
	return p
}

// edge is by how much E of a variable exceeds f − y.
func (m *machine) edge(v int) float64 { return m.sign(v) * m.Epsilon }

// stopNote says in a few words what ends the pair's move.
func (v view) stopNote(w *work) string {
	variable, to := w.I, w.To[0]
	switch {
	case w.Stop == smo.AtMinimum:
		return "the best point is inside"
	case w.Stop == smo.AtJ:
		variable, to = w.J, w.To[1]
	}
	if to == 0 {
		return v.variable(variable) + " meets 0"
	}
	return v.variable(variable) + " meets C"
}

// fit is what the function says against the targets, in the plane.
func (v view) fit() algos.Panel {
	s := v.state
	lo, hi := slices.Min(s.y), slices.Max(s.y)
	for i := range s.y {
		lo, hi = min(lo, s.at(i)), max(hi, s.at(i))
	}
	room := (hi-lo)/12 + s.Epsilon/2
	if room == 0 {
		room = 1
	}
	lo, hi = lo-room, hi+room
	e := s.Epsilon
	p := algos.Panel{
		ID: "fit", Title: "Fit", Note: say.Phrase("rmse " + say.Num(s.rmse)), Equal: true, Height: 1,
		Alt: say.Phrase(fmt.Sprintf("targets against predictions; root mean square error %s", say.Num(s.rmse))),
		X:   algos.Axis{Name: "y", Min: lo, Max: hi}, Y: algos.Axis{Name: "f(x)", Min: lo, Max: hi},
	}
	p.Marks = append(p.Marks,
		algos.Band{X: []float64{lo, hi}, Lo: []float64{lo - e, hi - e}, Hi: []float64{lo + e, hi + e}, Style: algos.Style{Role: algos.RoleAccent, Opacity: 0.16}, Legend: "within ε"},
		algos.PolyLine{At: []algos.XY{{X: lo, Y: lo}, {X: hi, Y: hi}}, Style: algos.Style{Role: algos.RoleFaint, Dash: true}})
	p.Marks = append(p.Marks, s.points(func(i int) algos.XY { return algos.XY{X: s.y[i], Y: s.at(i)} })...)
	return p
}
