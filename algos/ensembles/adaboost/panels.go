package adaboost

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board()}
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
	}
	if v.now().sum > 0 {
		panels = append(panels, v.margins())
	}
	return panels
}

// candidates is the weighted error of every threshold along a feature, under the
// weights that the step shows.
func (v view) candidates(feature int) algos.Panel {
	w := v.weights()
	axis := "x" + say.Sub(feature+1)
	p := algos.Panel{
		ID: "errors" + say.Num(float64(feature+1)), Title: say.Phrase("Weighted error along " + axis),
		X:      algos.Axis{Name: say.Phrase("threshold on " + axis), Min: v.Window.X0, Max: v.Window.X1},
		Height: 0.42,
	}
	if feature == 1 {
		p.X.Min, p.X.Max = v.Window.Y0, v.Window.Y1
	}
	errors := v.search.curve(nil, feature, w)
	least := slices.Min(errors)
	if v.Weak == stump {
		least = min(least, 1-slices.Max(errors))
		mirrored := make([]float64, len(errors))
		for k, e := range errors {
			mirrored[k] = 1 - e
		}
		p.Marks = append(p.Marks,
			v.staircase(feature, mirrored, algos.RoleClass0, "−1 above the threshold"),
			v.staircase(feature, errors, algos.RoleClass1, "+1 above the threshold"))
	} else {
		p.Marks = append(p.Marks, v.staircase(feature, errors, algos.RoleInk, "best tree with this root"))
	}
	p.Marks = append(p.Marks, algos.Rule{At: 0.5, Label: "coin", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	p.Y = around(least, v.Weak == stump)
	p.Note = say.Phrase("least " + say.Num(least))
	p.Alt = say.Phrase(fmt.Sprintf("the weighted error of %s along %s, at least %s", say.Count(len(errors), "threshold"), axis, say.Num(least)))
	if v.r == nil || v.r.h.feature != feature {
		return p
	}
	h, t := v.r.h.threshold, v.number()
	at := v.r.err
	if v.phase == reweighed { // it has become a coin
		at = v.weightOfWrong(w)
	}
	p.Note = say.Phrase(fmt.Sprintf("%s at %s", hName(t), say.Num(h)))
	p.Marks = append(p.Marks,
		algos.Rule{Vertical: true, At: h, Style: algos.Style{Role: algos.RoleAccent, Dash: true}, Layer: algos.Over},
		algos.Points{
			At: []algos.XY{{X: h, Y: at}}, Labels: []say.Phrase{say.Phrase(hName(t))}, Refs: []string{hRef(t)}, Size: []float64{5},
			Tips: []say.Phrase{say.Phrase(fmt.Sprintf("%s: ε = %s", hName(t), say.Num(at)))}, Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over,
			Legend: "the chosen one",
		})
	return p
}

// around is the axis of errors that are at least this: with the coin, and for
// stumps with what the other sign makes of it.
func around(least float64, mirrored bool) algos.Axis {
	room := 1.15 * max(0.1, 0.5-least)
	a := algos.Axis{Name: "ε", Min: max(0, 0.5-room), Max: 0.5 + 0.15*room}
	if mirrored {
		a.Max = min(1, 0.5+room)
	}
	return a
}

func (v view) weightOfWrong(w []float64) float64 {
	sum := 0.0
	for i, x := range v.x {
		if v.r.h.at(x) != v.y[i] {
			sum += w[i]
		}
	}
	return sum
}

// staircase draws values that hold between neighbouring values of a feature.
func (v view) staircase(feature int, errors []float64, role algos.Role, legend string) algos.PolyLine {
	at := make([]algos.XY, 0, 2*len(errors))
	values := v.search.values[feature]
	for k, e := range errors {
		at = append(at, algos.XY{X: values[k], Y: e}, algos.XY{X: values[k+1], Y: e})
	}
	return algos.PolyLine{At: at, Style: algos.Style{Role: role, Width: 1.8}, Legend: say.Phrase(legend)}
}

// lossPanel is the exponential loss of the round as a function of α: the factor
// (1 − ε)e^{−α} + εe^α, with its minimum 2√(ε(1 − ε)).
func (v view) lossPanel() algos.Panel {
	e, best := v.r.err, v.r.alpha
	t := v.number()
	unit, name, formula := 1.0, "α", "(1−ε)·exp(−α) + ε·exp(α)"
	switch v.Alpha { // votes without the ½
	case full:
		unit, formula = 2, "(1−ε)·exp(−α/2) + ε·exp(α/2)"
	case beta:
		unit, name, formula = 2, "ln(1/β)", "(1−ε)·√β + ε/√β"
	}
	const nodes = 80
	reach := 2.2 * best // the factor is 1 again at 2α
	factor := func(a float64) float64 { return (1-e)*math.Exp(-a) + e*math.Exp(a) }
	at := make([]algos.XY, nodes+1)
	for k := range at {
		a := reach * float64(k) / nodes
		at[k] = algos.XY{X: unit * a, Y: factor(a)}
	}
	p := algos.Panel{
		ID: "loss", Title: "The loss decides the vote", Height: 0.42, Note: say.Phrase(fmt.Sprintf("α%s = %s, factor %s", say.Sub(t), say.Num(unit*best), say.Num(v.r.z()))),
		Alt: say.Phrase(fmt.Sprintf("the factor of the exponential loss as a function of the vote, least %s at %s", say.Num(v.r.z()), say.Num(unit*best))),
		X:   algos.Axis{Name: say.Phrase(name), Min: 0, Max: unit * reach},
		Y:   algos.Axis{Name: "factor of the loss", Min: max(0, 1-1.4*(1-v.r.z())), Max: 1 + 0.4*(1-v.r.z())},
		Marks: []algos.Mark{
			algos.PolyLine{At: at, Style: algos.Style{Role: algos.RoleInk, Width: 2}, Legend: say.Phrase(formula)},
			algos.Rule{At: 1, Style: algos.Style{Role: algos.RoleFaint}, Legend: "no vote"},
		},
	}
	if v.next == nil {
		p.Note = ""
		return p
	}
	p.Marks = append(p.Marks,
		algos.Segments{From: []algos.XY{{X: unit * best, Y: p.Y.Min}}, To: []algos.XY{{X: unit * best, Y: v.r.z()}}, Style: algos.Style{Role: algos.RoleAccent, Dash: true}},
		algos.Points{
			At: []algos.XY{{X: unit * best, Y: v.r.z()}}, Labels: []say.Phrase{say.Phrase("α" + say.Sub(t))}, Size: []float64{5},
			Style: algos.Style{Role: algos.RoleAccent}, Layer: algos.Over, Legend: "minimum 2√(ε(1−ε))",
		})
	return p
}

// margins is the share of points whose margin yF/Σα is at most m, as a function
// of m, with the committees of a third of the rounds and of one for comparison.
func (v view) margins() algos.Panel {
	s := v.now()
	t := len(s.rounds)
	p := algos.Panel{
		ID: "margins", Title: "Margins", Height: 0.45, Note: say.Phrase("smallest " + say.Num(s.margin())),
		Alt: say.Phrase(fmt.Sprintf("the cumulative distribution of the margins, from %s", say.Num(s.margin()))),
		X:   algos.Axis{Name: "margin yF/Σα", Min: -1, Max: 1},
		Y:   algos.Axis{Name: "share of points", Min: 0, Max: 1.02},
	}
	p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: 0, Label: "wrong | right", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	if early := t / 4; early > 0 && !s.perfect {
		p.Marks = append(p.Marks, algos.PolyLine{
			At: distribution(s.marginsAfter(early)), Style: algos.Style{Role: algos.RoleSoft, Width: 1.4, Dash: true}, Legend: say.Phrase("after " + say.Count(early, "round")),
		})
	}
	return addMarks(p, algos.PolyLine{
		At: distribution(s.marginsAfter(t)), Style: algos.Style{Role: algos.RoleAccent, Width: 2.2}, Legend: say.Phrase("after " + say.Count(t, "round")),
	})
}

func addMarks(p algos.Panel, marks ...algos.Mark) algos.Panel {
	p.Marks = append(p.Marks, marks...)
	return p
}

// marginsAfter returns yF/Σα of every point for the first rounds of the
// committee.
func (s *state) marginsAfter(rounds int) []float64 {
	margins := make([]float64, len(s.y))
	if s.perfect {
		for i, f := range s.f {
			margins[i] = s.y[i] * f
		}
		return margins
	}
	sum := 0.0
	for _, r := range s.rounds[:rounds] {
		sum += r.alpha
		for i, x := range s.x {
			margins[i] += s.y[i] * r.alpha * r.h.at(x)
		}
	}
	for i := range margins {
		margins[i] /= sum
	}
	return margins
}

// distribution is a cumulative distribution as a staircase from −1 to 1.
func distribution(values []float64) []algos.XY {
	slices.Sort(values)
	at := []algos.XY{{X: -1, Y: 0}}
	n := float64(len(values))
	for k, m := range values {
		at = append(at, algos.XY{X: m, Y: float64(k) / n}, algos.XY{X: m, Y: float64(k+1) / n})
	}
	return append(at, algos.XY{X: 1, Y: 1})
}
