package versionspace

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
)

// weights is the box of weight space with all cuts so far.
func (s snapshot) weights() algos.Panel {
	c := s.chart
	p := s.panel("weights", "Weight space")
	p.Note = say.Phrase(c.equation())
	if !s.Bias {
		p.Note = "lines through the origin"
	}
	p.X.Min, p.X.Max = -1.06*c.width[0], 1.06*c.width[0]
	p.Y.Min, p.Y.Max = -1.06*c.width[1], 1.06*c.width[1]
	p.Alt = say.Phrase(fmt.Sprintf("A box of weight space, cut by %s; %s of it is left.", say.Count(len(s.known()), "example"), percent(s.area())))
	p.Marks = append(p.Marks, algos.PolyLine{At: s.drawn(whole()), Closed: true, Style: algos.Style{Role: algos.RoleSoft, Width: 1}, Legend: "the box"})
	p.Marks = append(p.Marks, s.areas()...)
	p.Marks = append(p.Marks, s.borders()...)
	p.Marks = append(p.Marks, s.middle()...)
	return p
}

// zoom shows the polygon before this cut, as large as it fits.
func (s snapshot) zoom() algos.Panel {
	p := s.panel("zoom", "The polygon and this cut")
	lo, hi := s.before[0], s.before[0]
	for _, q := range s.before {
		for d := range q {
			lo[d], hi[d] = min(lo[d], q[d]), max(hi[d], q[d])
		}
	}
	air := place{0.15 * (hi[0] - lo[0]), 0.15 * (hi[1] - lo[1])}
	from, to := s.xy(place{lo[0] - air[0], lo[1] - air[1]}), s.xy(place{hi[0] + air[0], hi[1] + air[1]})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = from.X, to.X, from.Y, to.Y
	p.Equal = false
	p.Note = say.Phrase(percent(s.kept) + " left")
	p.Alt = say.Phrase(fmt.Sprintf("The polygon before the cut of %s, and what is left of it: %s.", name(s.row), percent(s.kept)))
	if s.kind == ask {
		p.Note = say.Phrase(fmt.Sprintf("+ %s, − %s", percent(s.plus), percent(s.minus)))
		p.Alt = say.Phrase(fmt.Sprintf("The polygon and the line of %s across it: %s says +, %s says −.", name(s.row), percent(s.plus), percent(s.minus)))
	}
	if !(p.X.Min < p.X.Max && p.Y.Min < p.Y.Max) {
		return p
	}
	p.Marks = append(p.Marks, s.areas()...)
	p.Marks = append(p.Marks, s.border(s.row, place{lo[0] - air[0], lo[1] - air[1]}, place{hi[0] + air[0], hi[1] + air[1]})...)
	p.Marks = append(p.Marks, s.middle()...)
	return p
}

func (s snapshot) panel(id, title string) algos.Panel {
	c := s.chart
	return algos.Panel{
		ID: id, Title: say.Phrase(title), Equal: c.width[0] == c.width[1], Height: 0.85,
		X: algos.Axis{Name: say.Phrase(names[c.axes[0]])}, Y: algos.Axis{Name: say.Phrase(names[c.axes[1]])},
	}
}

func (s snapshot) xy(p place) algos.XY {
	return algos.XY{X: p[0] * s.chart.width[0], Y: p[1] * s.chart.width[1]}
}

func (s snapshot) drawn(p polygon) []algos.XY {
	at := make([]algos.XY, len(p))
	for i, q := range p {
		at[i] = s.xy(q)
	}
	return at
}

// areas are the polygon and what the cut takes away, or would.
func (s snapshot) areas() []algos.Mark {
	var marks []algos.Mark
	fill := func(p polygon, style algos.Style, legend string) {
		if p != nil {
			marks = append(marks, algos.PolyLine{At: s.drawn(p), Closed: true, Fill: true, Style: style, Legend: say.Phrase(legend)})
		}
	}
	switch s.kind {
	case ask:
		fill(s.polygon.clip(s.side(s.row, true)), algos.Style{Role: algos.RoleClass1, Opacity: 0.35}, "would say + of "+name(s.row))
		fill(s.polygon.clip(s.side(s.row, false)), algos.Style{Role: algos.RoleClass0, Opacity: 0.35}, "would say − of "+name(s.row))
	case cut:
		if !s.redundant() {
			fill(s.before, algos.Style{Role: algos.RoleBad, Opacity: 0.15}, "cut away by "+name(s.row))
		}
		fallthrough
	default:
		fill(s.polygon, algos.Style{Role: algos.RoleGood, Opacity: 0.3}, "version space")
	}
	if s.polygon != nil && s.kind != start {
		marks = append(marks, algos.PolyLine{At: s.drawn(s.polygon), Closed: true, Style: algos.Style{Role: algos.RoleGood, Width: 1.5}})
	}
	return marks
}

// borders are the lines ⟨θ, x⟩ = 0 of the examples so far, the newest last.
func (s snapshot) borders() []algos.Mark {
	var marks []algos.Mark
	for class, role := range []algos.Role{algos.RoleClass0, algos.RoleClass1} {
		lines := algos.Segments{Style: algos.Style{Role: role, Width: 1, Opacity: 0.45}, Legend: say.Phrase("cut by an example of class " + []string{"−", "+"}[class])}
		for _, i := range s.known() {
			if s.Points[i].Class() != class || i == s.row {
				continue
			}
			if a, b, ok := across(s.chart.half(s.z[i]), place{-1, -1}, place{1, 1}); ok {
				lines.From = append(lines.From, s.xy(a))
				lines.To = append(lines.To, s.xy(b))
				lines.Refs = append(lines.Refs, ref(i))
			}
		}
		if len(lines.From) > 0 {
			marks = append(marks, lines)
		}
	}
	if s.kind != start {
		marks = append(marks, s.border(s.row, place{-1, -1}, place{1, 1})...)
	}
	return marks
}

// border is the line of the example at work, within a rectangle.
func (s snapshot) border(i int, lo, hi place) []algos.Mark {
	a, b, ok := across(s.chart.half(s.z[i]), lo, hi)
	if !ok {
		return nil
	}
	return []algos.Mark{algos.Segments{
		From: []algos.XY{s.xy(a)}, To: []algos.XY{s.xy(b)}, Refs: []string{ref(i)}, Layer: algos.Over,
		Style: algos.Style{Role: algos.RoleAccent, Width: 2}, Legend: say.Phrase("cut of " + name(i)),
	}}
}

// across is where a half-plane's border crosses a rectangle.
func across(h half, lo, hi place) (a, b place, ok bool) {
	corners := []place{lo, {hi[0], lo[1]}, hi, {lo[0], hi[1]}}
	var ends []place
	for i, p := range corners {
		q := corners[(i+1)%4]
		v, w := h.at(p), h.at(q)
		if v < 0 != (w < 0) {
			f := v / (v - w)
			ends = append(ends, place{p[0] + f*(q[0]-p[0]), p[1] + f*(q[1]-p[1])})
		}
	}
	if len(ends) != 2 || ends[0] == ends[1] {
		return a, b, false
	}
	return ends[0], ends[1], true
}

// middle is the centre whose line is drawn, with the largest circle where that
// is how it was found.
func (s snapshot) middle() []algos.Mark {
	if s.polygon == nil {
		return nil
	}
	var marks []algos.Mark
	if s.Centre == chebyshev {
		at, r := s.polygon.inscribed()
		w := s.chart.width
		marks = append(marks, algos.Ellipses{
			Mean: []algos.XY{s.xy(at)}, Cov: [][3]float64{{w[0] * w[0], 0, w[1] * w[1]}}, Radii: []float64{r},
			Style: []algos.Style{{Role: algos.RoleInk}}, Legend: "largest circle inside",
		})
	}
	if s.chart.least > 0 && s.kind != start {
		marks = append(marks, algos.Points{
			At: []algos.XY{s.xy(s.polygon.nearest())}, Labels: []say.Phrase{"SVM"}, Style: algos.Style{Role: algos.RoleGood}, Layer: algos.Over, Size: []float64{5}, Legend: "nearest to 0",
		})
	}
	return append(marks, algos.Points{
		At: []algos.XY{s.xy(s.centre)}, Style: algos.Style{Role: algos.RoleInk}, Layer: algos.Over, Size: []float64{4}, Legend: say.Phrase(s.legend()),
	})
}
