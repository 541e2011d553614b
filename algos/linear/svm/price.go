package svm

import (
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// quickSweep is the most points whose sweep keeps up with a hand.
const quickSweep = 30

// swept reports whether C is swept: a kernel is needed for that, two classes, and not
// too many points.
func (v view) swept() bool { return v.NotAKernel() == "" && v.mixed() && len(v.y) <= maxSwept }

// mixed reports whether there are points of both classes.
func (t *task) mixed() bool {
	for _, y := range t.y {
		if y != t.y[0] {
			return true
		}
	}
	return false
}

// What the two pictures of the sweep are called.
const (
	pricesTitle = "What C buys"
	holdsTitle  = "Support vectors against C"
)

// sweepPanels are the optimum against C, and who holds it.
func (v view) sweepPanels() []mark.Panel {
	if !v.swept() {
		return nil
	}
	of := func(draw func(*sweep) mark.Panel) func() mark.Panel {
		return func() mark.Panel {
			s := v.sweep()
			if s.flat() {
				return mark.Panel{}
			}
			return draw(s)
		}
	}
	prices, holders := of(v.priceOf), of(v.holders)
	if len(v.y) > quickSweep {
		return []mark.Panel{mark.Slow("price", pricesTitle, prices), mark.Slow("holders", holdsTitle, holders)}
	}
	return []mark.Panel{prices(), holders()}
}

// axis is C, over the grid.
func (s *sweep) axis() mark.Axis { return mark.Axis{Name: "C", Log: true, Min: s.lo, Max: s.hi} }

// curve joins a number of every price that can be drawn on a logarithmic axis from
// least.
func (s *sweep) curve(least float64, of func(p price) float64) []mark.XY {
	var at []mark.XY
	for _, p := range s.prices {
		if y := of(p); y >= least {
			at = append(at, mark.XY{X: p.c, Y: y})
		}
	}
	return at
}

// note says from which C on nothing changes.
func (s *sweep) note() say.Phrase {
	v := say.Vars{"from": s.from(), "hi": s.hi, "last": s.prices[len(s.prices)-1].c}
	switch {
	case s.cut:
		return v.Text("beyond C = <last> it takes too long")
	case s.hard != nil:
		return v.Text("the hard margin from C = <from> on")
	}
	return v.Text("no hard margin up to C = <hi>")
}

// priceOf draws objective, slack and length of w on logarithmic axes.
func (v view) priceOf(s *sweep) mark.Panel {
	least, most := math.Inf(1), 0.0
	for _, p := range s.prices {
		most = max(most, p.value, p.norm, p.slack)
		if p.norm > 0 {
			least = min(least, p.norm, p.value)
		}
	}
	least = max(least/2, 1e-7*most)
	p := mark.Panel{
		ID: "price", Title: pricesTitle, Note: s.note(), Height: 0.75,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("objective, sum of slacks and length of w at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: mark.Axis{Log: true, Min: least, Max: 1.5 * most},
	}
	p.Add(v.notedMarks(s, 1.5*most)...)
	for _, c := range []struct {
		name  say.Phrase
		style mark.Style
		of    func(p price) float64
	}{
		{"½‖w‖² + CΣξ", mark.RoleInk.Wide(2.4), func(p price) float64 { return p.value }},
		{"Σξ", mark.RoleBad.Wide(1.8), func(p price) float64 { return p.slack }},
		{"‖w‖", mark.RoleGood.Wide(1.8), func(p price) float64 { return p.norm }},
	} {
		if at := s.curve(least, c.of); len(at) > 1 {
			p.Add(mark.PolyLine{At: at, Style: c.style, Name: c.name, Legend: c.name})
		}
	}
	p.Add(v.marked(s, math.Sqrt(least*1.5*most))...)
	return p
}

// marked are the C of the run, to drag, and the one from which on nothing changes.
func (v view) marked(s *sweep, height float64) []mark.Mark {
	var marks []mark.Mark
	if from := s.from(); from > s.lo && from < s.hi {
		marks = append(marks, mark.Rule{Vertical: true, At: from, Legend: "from here on the hard margin", Style: mark.RoleSoft.Dashed()})
	}
	if !v.Hard {
		marks = append(marks, mark.Handle{
			Param: "C", Along: mark.Horizontal, At: mark.XY{X: v.C, Y: height}, Label: "C", Tip: "drag C", Style: mark.RoleAccent.Plain(),
		})
	}
	return marks
}

// notedMarks are the costs of the solutions of 004 against C, and where the first
// becomes the cheaper one.
func (v view) notedMarks(s *sweep, top float64) []mark.Mark {
	lines := v.notedLines()
	if lines == nil {
		return nil
	}
	var marks []mark.Mark
	for k, l := range lines {
		m := mark.PolyLine{Style: [...]mark.Role{mark.RoleClass2, mark.RoleClass3, mark.RoleClass4}[k].Wide(1.6).Dashed(), Name: l.name, Legend: l.name}
		for _, p := range s.prices {
			if y := l.cost(p.c); y > 0 && y <= top {
				m.At = append(m.At, mark.XY{X: p.c, Y: y})
			}
		}
		if len(m.At) > 1 {
			marks = append(marks, m)
		}
	}
	cross := mark.Points{Layer: mark.Over, Hollow: true, Style: mark.RoleInk.Plain(), Legend: "solution 1 is as cheap"}
	for _, l := range lines[1:] {
		c := lines[0].meets(l)
		if c < s.lo || c > s.hi {
			continue
		}
		cross.At = append(cross.At, mark.XY{X: c, Y: l.cost(c)})
		cross.Tips = append(cross.Tips, say.Vars{"name": l.name, "c": c, "cost": l.cost(c)}.Text("<name>: costs as much as solution 1 at C = <c>, <cost>"))
	}
	return append(marks, cross)
}

// holders draws how many points hold the road, and how many are on it or beyond.
func (v view) holders(s *sweep) mark.Panel {
	most := 1
	for _, p := range s.prices {
		most = max(most, p.support)
	}
	p := mark.Panel{
		ID: "holders", Title: holdsTitle, Height: 0.7,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("support vectors, margin errors and mistakes at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: mark.Axis{Name: "points", Max: 1.1 * float64(most), Integer: true},
	}
	for _, c := range []struct {
		name  say.Phrase
		style mark.Style
		of    func(p price) int
	}{
		{"α > 0", mark.RoleInk.Wide(2.4), func(p price) int { return p.support }},
		{"ξ > 0, margin errors", mark.RoleAccent.Wide(1.8), func(p price) int { return p.inside }},
		{"misclassified", mark.RoleBad.Wide(1.8), func(p price) int { return p.errors }},
	} {
		p.Add(mark.PolyLine{At: s.curve(0, func(p price) float64 { return float64(c.of(p)) }), Style: c.style, Name: c.name, Legend: c.name})
	}
	p.Add(v.marked(s, 0.5*float64(most))...)
	return p
}
