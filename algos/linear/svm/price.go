package svm

import (
	"math"

	"playground/algos"
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
func (v view) sweepPanels() []algos.Panel {
	if !v.swept() {
		return nil
	}
	if v.moving && len(v.y) > quickSweep {
		return []algos.Panel{algos.Postponed("price", pricesTitle), algos.Postponed("holders", holdsTitle)}
	}
	s := v.sweep()
	if s.flat() {
		return nil
	}
	return []algos.Panel{v.priceOf(s), v.holders(s)}
}

// axis is C, over the grid.
func (s *sweep) axis() algos.Axis { return algos.Axis{Name: "C", Log: true, Min: s.lo, Max: s.hi} }

// curve joins a number of every price that can be drawn on a logarithmic axis from
// least.
func (s *sweep) curve(least float64, of func(p price) float64) []algos.XY {
	var at []algos.XY
	for _, p := range s.prices {
		if y := of(p); y >= least {
			at = append(at, algos.XY{X: p.c, Y: y})
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
func (v view) priceOf(s *sweep) algos.Panel {
	least, most := math.Inf(1), 0.0
	for _, p := range s.prices {
		most = max(most, p.value, p.norm, p.slack)
		if p.norm > 0 {
			least = min(least, p.norm, p.value)
		}
	}
	least = max(least/2, 1e-7*most)
	p := algos.Panel{
		ID: "price", Title: pricesTitle, Note: s.note(), Height: 0.75,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("objective, sum of slacks and length of w at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: algos.Axis{Log: true, Min: least, Max: 1.5 * most},
	}
	p.Add(v.notedMarks(s, 1.5*most)...)
	for _, c := range []struct {
		name  say.Phrase
		style algos.Style
		of    func(p price) float64
	}{
		{"½‖w‖² + CΣξ", algos.RoleInk.Wide(2.4), func(p price) float64 { return p.value }},
		{"Σξ", algos.RoleBad.Wide(1.8), func(p price) float64 { return p.slack }},
		{"‖w‖", algos.RoleGood.Wide(1.8), func(p price) float64 { return p.norm }},
	} {
		if at := s.curve(least, c.of); len(at) > 1 {
			p.Add(algos.PolyLine{At: at, Style: c.style, Name: c.name, Legend: c.name})
		}
	}
	p.Add(v.marked(s, math.Sqrt(least*1.5*most))...)
	return p
}

// marked are the C of the run, to drag, and the one from which on nothing changes.
func (v view) marked(s *sweep, height float64) []algos.Mark {
	var marks []algos.Mark
	if from := s.from(); from > s.lo && from < s.hi {
		marks = append(marks, algos.Rule{Vertical: true, At: from, Legend: "from here on the hard margin", Style: algos.RoleSoft.Dashed()})
	}
	if !v.Hard {
		marks = append(marks, algos.Handle{
			Param: "C", Along: algos.Horizontal, At: algos.XY{X: v.C, Y: height}, Label: "C", Tip: "drag C", Style: algos.RoleAccent.Plain(),
		})
	}
	return marks
}

// notedMarks are the costs of the solutions of 004 against C, and where the first
// becomes the cheaper one.
func (v view) notedMarks(s *sweep, top float64) []algos.Mark {
	lines := v.notedLines()
	if lines == nil {
		return nil
	}
	var marks []algos.Mark
	for k, l := range lines {
		m := algos.PolyLine{Style: [...]algos.Role{algos.RoleClass2, algos.RoleClass3, algos.RoleClass4}[k].Wide(1.6).Dashed(), Name: l.name, Legend: l.name}
		for _, p := range s.prices {
			if y := l.cost(p.c); y > 0 && y <= top {
				m.At = append(m.At, algos.XY{X: p.c, Y: y})
			}
		}
		if len(m.At) > 1 {
			marks = append(marks, m)
		}
	}
	cross := algos.Points{Layer: algos.Over, Hollow: true, Style: algos.RoleInk.Plain(), Legend: "solution 1 is as cheap"}
	for _, l := range lines[1:] {
		c := lines[0].meets(l)
		if c < s.lo || c > s.hi {
			continue
		}
		cross.At = append(cross.At, algos.XY{X: c, Y: l.cost(c)})
		cross.Tips = append(cross.Tips, say.Vars{"name": l.name, "c": c, "cost": l.cost(c)}.Text("<name>: costs as much as solution 1 at C = <c>, <cost>"))
	}
	return append(marks, cross)
}

// holders draws how many points hold the road, and how many are on it or beyond.
func (v view) holders(s *sweep) algos.Panel {
	most := 1
	for _, p := range s.prices {
		most = max(most, p.support)
	}
	p := algos.Panel{
		ID: "holders", Title: holdsTitle, Height: 0.7,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("support vectors, margin errors and mistakes at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: algos.Axis{Name: "points", Max: 1.1 * float64(most), Integer: true},
	}
	for _, c := range []struct {
		name  say.Phrase
		style algos.Style
		of    func(p price) int
	}{
		{"α > 0", algos.RoleInk.Wide(2.4), func(p price) int { return p.support }},
		{"ξ > 0, margin errors", algos.RoleAccent.Wide(1.8), func(p price) int { return p.inside }},
		{"misclassified", algos.RoleBad.Wide(1.8), func(p price) int { return p.errors }},
	} {
		p.Add(algos.PolyLine{At: s.curve(0, func(p price) float64 { return float64(c.of(p)) }), Style: c.style, Name: c.name, Legend: c.name})
	}
	p.Add(v.marked(s, 0.5*float64(most))...)
	return p
}
