package svmprimal

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A hand is a line placed by hand: the places p with ⟨u, p − at⟩ = 0.
type hand struct {
	u    [2]float64 // its unit normal
	at   [2]float64 // a place on it
	r    []float64  // the signed distances r_t = y_t⟨u, x_t − at⟩
	near int        // the row of the smallest
	off  float64    // what rounding may have done to a distance
}

// byHand reads the line off the options. Without a place of its own it goes through
// the middle of the points, or through the origin where all lines do.
func (k *task) byHand() *hand {
	h := &hand{r: make([]float64, len(k.Points))}
	h.u[1], h.u[0] = math.Sincos(k.Angle)
	switch {
	case k.Form == "origin":
	case k.Through == [2]float64{}:
		h.at = mean(k.Problem)
	default:
		h.at = k.Through
	}
	for t, p := range k.Points {
		dx, dy := p.X[0]-h.at[0], p.X[1]-h.at[1]
		h.r[t] = k.y[t] * (h.u[0]*dx + h.u[1]*dy)
		h.off = max(h.off, 8*ulp*(math.Abs(p.X[0])+math.Abs(p.X[1])+math.Abs(h.at[0])+math.Abs(h.at[1])))
		if h.r[t] < h.r[h.near] {
			h.near = t
		}
	}
	return h
}

// margin is the geometric margin of the line, below 0 where it makes a mistake.
func (h *hand) margin() float64 { return h.r[h.near] }

// theta0 is the offset that belongs to a normal of length one.
func (h *hand) theta0() float64 { return -(h.u[0]*h.at[0] + h.u[1]*h.at[1]) }

// foot is the place of the line that is nearest to a row.
func (h *hand) foot(t int, p algos.Problem) mark.XY {
	at := panel.Place(p, t)
	along := h.u[0]*(at.X-h.at[0]) + h.u[1]*(at.Y-h.at[1])
	return mark.XY{X: at.X - along*h.u[0], Y: at.Y - along*h.u[1]}
}

// widestBand solves the hard margin with which a line by hand is compared: through the
// origin where all lines go there, and else with an offset that costs nothing.
func (k *task) widestBand(ctx context.Context) optimum {
	form := "offset"
	if k.Form == "origin" {
		form = "origin"
	}
	if k.Method == "widen" {
		return k.forms[slices.Index(formNames[:], form)]
	}
	o, err := hard(ctx, k.Problem, form, math.Inf(1))
	if err != nil { // only of a context that has ended: nobody looks at this any more
		return optimum{why: notSeparable}
	}
	return o
}

// largest is the largest margin that a line of the form has: 0 where none separates.
func (k *task) largest() (gamma float64, objection say.Phrase) {
	switch o := k.widest(); {
	case o.why == "":
		return widest(o), ""
	case o.why == notSeparable || o.why == notThroughOrigin:
		return 0, ""
	case o.why == oneLabel:
		return math.NaN(), "all points have one label: the farther away the line, the larger its margin"
	default:
		return math.NaN(), "the largest margin is too narrow to be told from rounding"
	}
}

// checkHand holds the line by hand against the best one.
func (v view) checkHand() algos.Check {
	best, objection := v.largest()
	w := say.Vars{"row": say.Row(v.hand.near).Name(), "mine": v.hand.margin(), "share": 100 * v.hand.margin() / best}
	why := w.Text("the smallest is that of <row>: <share> % of what can be had")
	if best == 0 {
		why = w.Text("the smallest is that of <row>. No line of this form separates these points, so none has a margin above 0")
	}
	return claimHand.AtMost(v.hand.margin(), best, v.hand.off+1e-9*best).Of(v.big).
		Between("your line", "the best line").Because(why).Unless(objection)
}

// shownFeet is the most rows whose perpendiculars are drawn, and namedFeet the most whose
// distances are written beside them.
const shownFeet, namedFeet = 80, 8

// handBoard is the board with the line by hand.
func (v view) handBoard() mark.Panel {
	h, w := v.hand, v.handVars()
	p := v.Problem.Board()
	p.Title, p.Note = "Your line and the best one", w.Text("margin <mine>, the best <best>")
	p.Alt = w.Text("<n point> with a line placed by hand: its smallest signed distance is <mine>, that of <row>; the best line has <best>")
	p.Add(v.handField(), v.bestLine())
	p.Add(v.feet()...)
	p.Add(panel.Data(v.Problem, func(t int) say.Phrase {
		return say.Vars{"row": say.Row(t).Name(), "x": v.Points[t].X, "y": v.y[t], "r": h.r[t]}.Text("<row> = <x>, y = <y>, r = <r>")
	}), v.smallest())
	arm := 0.3 * min(v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0)
	at := mark.XY{X: h.at[0], Y: h.at[1]}
	if v.Form != "origin" {
		p.Add(mark.Handle{Param: "through", At: at, Style: mark.RoleAccent.Plain(), Tip: "drag your line"})
	}
	p.Add(mark.Handle{
		Param: "angle", Along: mark.Around, From: at, At: mark.XY{X: at.X + arm*h.u[0], Y: at.Y + arm*h.u[1]},
		Label: "θ", Tip: "turn your line", Style: mark.RoleInk.Plain(),
	})
	return p
}

// smallest encircles the point of the smallest distance, with that beside it.
func (v view) smallest() mark.Rings {
	r := v.circled([]int{v.hand.near}, 10, mark.RoleAccent.Wide(2.6), "smallest r")
	r.Labels = []say.Phrase{v.handVars().Text("<row>: r = <mine>")}
	return r
}

// handVars are the numbers of the line by hand.
func (v view) handVars() say.Vars {
	w := say.Vars{"n": len(v.Points), "mine": v.hand.margin(), "row": say.Row(v.hand.near).Name(), "best": say.Phrase("–")}
	if best, objection := v.largest(); objection == "" {
		w["best"] = best
	}
	return w
}

// handField shades the sides of the line by hand, and draws its band where that is empty.
func (v view) handField() mark.Field {
	h := v.hand
	reach := 0.35 * max(v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0)
	f := mark.Field{
		Eval:  panel.Score(func(a, b float64) float64 { return h.u[0]*(a-h.at[0]) + h.u[1]*(b-h.at[1]) }),
		Scale: mark.Diverging, Lo: -reach, Hi: reach, Legend: "signed distance from your line",
		Levels: []mark.Level{{Style: mark.RoleInk.Wide(2.6), Label: "your line"}},
	}
	if gamma := h.margin(); gamma > 0 {
		border := mark.RoleInk.Wide(1.2).Dashed()
		f.Levels = append(f.Levels, mark.Level{Value: -gamma, Style: border, Label: "as far as its nearest point"}, mark.Level{Value: gamma, Style: border})
	}
	return f
}

// bestLine is the line of the largest margin; nil where none separates.
func (v view) bestLine() mark.Mark {
	o := v.widest()
	if o.why != "" {
		return nil
	}
	return mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2], Style: mark.RoleGood.Wide(2).Dashed(), Legend: "the best line"}
}

// feet are the perpendiculars from the points to the line, the shortest one thick, and
// where there are few points their signed distances.
func (v view) feet() []mark.Mark {
	h := v.hand
	right := mark.Segments{Style: mark.RoleSoft.Wide(1.2), Legend: "distance to your line"}
	wrong := mark.Segments{Style: mark.RoleBad.Wide(1.4), Legend: "on the wrong side"}
	names := mark.Texts{Style: mark.RoleSoft.Plain()}
	for t := range v.Points {
		if len(v.Points) > shownFeet && t != h.near && h.r[t] > 0 {
			continue
		}
		at, foot := panel.Place(v.Problem, t), h.foot(t, v.Problem)
		if t != h.near {
			s := &right
			if h.r[t] <= 0 {
				s = &wrong
			}
			s.From, s.To, s.Refs = append(s.From, at), append(s.To, foot), append(s.Refs, say.Row(t).Ref())
		}
		if len(v.Points) <= namedFeet && t != h.near {
			names.At = append(names.At, mark.XY{X: (at.X + foot.X) / 2, Y: (at.Y + foot.Y) / 2})
			names.Text = append(names.Text, say.Vars{"r": say.Digits{X: h.r[t], N: 2}}.Text("r = <r>"))
		}
	}
	marks := []mark.Mark{mark.Segments{
		From: []mark.XY{panel.Place(v.Problem, h.near)}, To: []mark.XY{h.foot(h.near, v.Problem)}, Refs: []string{say.Row(h.near).Ref()},
		Style: mark.RoleAccent.Wide(3), Legend: "smallest r: the margin",
	}}
	for _, s := range []mark.Segments{right, wrong} {
		if len(s.From) > 0 {
			marks = append(marks, s)
		}
	}
	if len(names.At) > 0 {
		marks = append(marks, names)
	}
	return marks
}

// distances are the signed distances of all points from the line by hand, as bars.
func (v view) distances() mark.Panel {
	h, w := v.hand, v.handVars()
	lo, hi := 0.0, 0.0
	for _, r := range h.r {
		lo, hi = min(lo, r), max(hi, r)
	}
	best, objection := v.largest()
	marks := []mark.Mark{panel.Bound(h.margin(), "smallest", mark.RoleAccent.Plain())}
	if objection == "" {
		lo, hi = min(lo, best), max(hi, best)
		marks = append(marks, panel.Bound(best, "largest margin", mark.RoleGood.Plain()))
	}
	room := 0.08 * (hi - lo)
	if room == 0 {
		room = 1
	}
	p := panel.Rows{
		ID: "distances", Title: "Signed distances", Note: w.Text("smallest r: <mine>"), Of: func(t int) float64 { return h.r[t] },
		Alt: w.Text("the signed distances of <n point> from the line by hand, the smallest <mine>; the best line has <best>"),
		Y:   mark.Axis{Name: "r = yΔx", Min: lo - room, Max: hi + room}, What: "r", Hot: []int{h.near}, Marks: marks,
	}.Panel(v.Problem)
	p.Height = 0.5
	return p
}

// sayHand tells of the line by hand.
func (v view) sayHand(s *algos.Story) {
	best, objection := v.largest()
	s.Vars["near"], s.Vars["r"], s.Vars["widest"] = say.Row(v.hand.near), v.hand.margin(), best
	switch {
	case objection != "":
		s.Text("Your line's smallest signed distance is $r = <r>$, that of <near>.")
	case best == 0:
		s.Text("Your line's smallest signed distance is $r = <r>$, that of <near>. No line of this form separates these points.")
	default:
		s.Text("Your line's smallest signed distance is $r = <r>$, that of <near>. No line has more than <widest>.")
	}
}
