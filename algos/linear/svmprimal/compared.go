package svmprimal

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// compared are the values of what is compared with the run; none where nothing is.
func (v view) compared() (values []algos.Value) {
	if v.hand != nil {
		best, _ := v.largest()
		values = append(values,
			algos.Value{Name: "hand_margin", Value: v.hand.margin()},
			algos.Value{Name: "largest_margin", Value: best},
			algos.Value{Name: "hand_row", Value: v.hand.near},
			algos.Value{Name: "distances", Value: v.hand.r},
		)
	}
	if len(v.kept) > 0 {
		all, cross := [][]algos.Value{}, []float64{}
		for _, s := range v.kept {
			all = append(all, []algos.Value{
				{Name: "theta", Value: s.theta[:2]},
				{Name: "theta0", Value: s.theta[2]},
				{Name: "half", Value: s.half},
				{Name: "slack", Value: s.slack},
				{Name: "cost", Value: s.cost(v.C)},
				{Name: "margin", Value: 1 / math.Hypot(s.theta[0], s.theta[1])},
			})
		}
		for _, x := range crossings(v.kept) {
			cross = append(cross, x.c)
		}
		values = append(values, algos.Value{Name: "kept", Value: all}, algos.Value{Name: "crossings", Value: cross})
	}
	if i, ok := v.chosen(); ok {
		s := v.shrinkage().now[i]
		values = append(values, algos.Value{Name: "penalised", Value: s.Theta[:]}, algos.Value{Name: "penalised_objective", Value: s.Primal})
	}
	return values
}

// A kept is a solution that stays as it is while C changes: its cost is a straight line
// in C.
type kept struct {
	theta vector     // in the coordinates of the data
	half  float64    // the penalty, ½‖θ‖²
	slack float64    // Σξ
	name  say.Phrase // "1", or "yours"
}

func (s kept) cost(c float64) float64 { return s.half + c*s.slack }

// The most solutions that are kept, and the largest number that one may have.
const (
	mostKept    = 4
	largestKept = 1e6
)

// parseKept reads solutions θ₁, θ₂, θ₀ with semicolons between them.
func parseKept(text string) ([]vector, error) {
	var all []vector
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		numbers := strings.Split(part, ",")
		if len(numbers) != 3 {
			return nil, errors.New("a solution is three numbers with commas, θ₁,θ₂,θ₀, and a semicolon stands between two solutions")
		}
		var theta vector
		for i, n := range numbers {
			x, err := strconv.ParseFloat(strings.TrimSpace(n), 64)
			if err != nil || !(math.Abs(x) <= largestKept) {
				return nil, errors.New("the numbers of a solution are from -1000000 to 1000000")
			}
			theta[i] = x
		}
		if all = append(all, theta); len(all) > mostKept {
			return nil, errors.New("at most four solutions are compared")
		}
	}
	return all, nil
}

// keep returns the solutions whose costs are compared: those of the options, and the line by
// hand at the length that is best for it now.
func (k *task) keep() []kept {
	if k.Method == "widen" {
		return nil // C plays no part
	}
	var all []kept
	if k.Form != "no-intercept" { // there θ₀ is 0
		thetas, _ := parseKept(k.Kept) // its form was checked when it was bound
		for i, theta := range thetas {
			all = append(all, k.priced(theta, say.Phrase(strconv.Itoa(i+1))))
		}
	}
	if k.hand != nil {
		theta := vector{k.hand.u[0], k.hand.u[1], k.hand.theta0()}
		all = append(all, k.priced(scaled(k.length1(theta), theta), "yours"))
	}
	return all
}

// priced works out what a solution costs.
func (k *task) priced(theta vector, name say.Phrase) kept {
	s := kept{theta: theta, half: k.norm2(theta) / 2, name: name}
	for t, p := range k.Points {
		s.slack += max(0, 1-k.y[t]*(theta[0]*p.X[0]+theta[1]*p.X[1]+theta[2]))
	}
	return s
}

// length1 is the length ℓ at which ½‖ℓθ‖² + C Σ max(0, 1 − ℓr_t) is least: a parabola
// between two neighbours of the lengths 1/r_t at which a row leaves the band.
func (k *task) length1(theta vector) float64 {
	square, pull := k.norm2(theta), 0.0
	leaving := slices.Clone(k.hand.r)
	for _, r := range leaving {
		pull += r // at ℓ = 0 all rows are inside
	}
	slices.SortFunc(leaving, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	for _, r := range leaving {
		if !(r > 0) || k.C*pull*r <= square { // it stays inside
			break
		}
		if pull -= r; k.C*pull*r <= square {
			return 1 / r // one step further it would pull again
		}
	}
	return max(0, k.C*pull/square)
}

// A crossing is a C at which two kept solutions cost the same.
type crossing struct {
	a, b int
	c    float64
}

func crossings(all []kept) (found []crossing) {
	for b := range all {
		for a := range b {
			c := (all[b].half - all[a].half) / (all[a].slack - all[b].slack)
			if c > 0 && c <= 1e9 {
				found = append(found, crossing{a, b, c})
			}
		}
	}
	return found
}

// sampled is how many prices the least cost is worked out for.
const sampled = 48

// A prices is the least cost for many prices C: of no solution the cost is below it.
type prices struct {
	c, least []float64 // NaN where the solver has not reached it
	unsure   []float64 // how far the least cost may be off
}

// dearest is the largest C of the picture: beyond the crossings, and the run's own where
// that is near.
func (k *task) dearest() float64 {
	far := 0.0
	for _, x := range crossings(k.kept) {
		far = max(far, x.c)
	}
	switch {
	case far == 0:
		return 2 * k.C
	case k.C <= 6*far:
		return 1.1 * max(2*far, k.C)
	}
	return 2.2 * far
}

// sweep solves the problem for prices up to the dearest one, and where kept solutions
// cross.
func (k *task) sweep(ctx context.Context) prices {
	var p prices
	top := k.dearest()
	for i := 1; i <= sampled; i++ {
		p.c = append(p.c, top*float64(i)/sampled)
	}
	for _, x := range crossings(k.kept) {
		p.c = append(p.c, x.c)
	}
	slices.Sort(p.c)
	for _, c := range p.c {
		o, err := dual(ctx, k.Problem, k.Form, c)
		if err != nil {
			return prices{} // of a context that has ended: nobody looks at this any more
		}
		least := o.primal
		if !o.reached() {
			least = math.NaN()
		}
		p.least, p.unsure = append(p.least, least), append(p.unsure, o.unsure())
	}
	return p
}

// checkEnvelope looks for the kept solution and the price at which it comes closest to the
// least cost.
func (v view) checkEnvelope() algos.Check {
	cost, least, unsure := math.NaN(), math.NaN(), 0.0
	w, share := say.Vars{}, math.Inf(1)
	p := v.prices()
	for _, s := range v.kept {
		for i, c := range p.c {
			if over := s.cost(c) / p.least[i]; over < share {
				share, cost, least, unsure = over, s.cost(c), p.least[i], p.unsure[i]
				w = say.Vars{"name": s.name, "C": c}
			}
		}
	}
	if math.IsInf(share, 1) {
		return claimEnvelope.Not("the solver has not converged for any C")
	}
	rounding := unsure + 16*ulp*float64(len(v.x))*(1+v.big*largestOf(v.kept))
	return claimEnvelope.AtLeast(cost, least, rounding).Between("cost of the candidate", "minimum cost").
		Because(w.Text("the closest is solution <name> at C = <C>"))
}

// largestOf is the largest length of kept solutions.
func largestOf(all []kept) (size float64) {
	for _, s := range all {
		size = max(size, norm(s.theta))
	}
	return size
}

// keptStyles tell the kept solutions apart; the line by hand has the last one.
func keptStyle(i int) mark.Style { return (mark.RoleClass2 + mark.Role(i)).Wide(2) }

// costs draws the cost of every kept solution against the penalty of a slack, and below
// them the least cost.
func (v view) costs() mark.Panel {
	top, high := v.dearest(), 0.0
	for _, s := range v.kept {
		high = max(high, min(s.cost(top), 3*v.best.primal+s.half))
	}
	q := v.prices()
	var least []mark.XY
	for i, c := range q.c {
		if !math.IsNaN(q.least[i]) {
			least = append(least, mark.XY{X: c, Y: q.least[i]})
			high = max(high, 1.3*q.least[i])
		}
	}
	w := say.Vars{"n": len(v.kept)}
	p := panel.Curves{
		ID: "costs", Title: titleCosts, Note: "candidates are linear in C; the optimum is concave", Height: 0.6,
		Alt: w.Text("the costs of <n solution> as straight lines in C, and the minimum cost below them"),
		X:   mark.Axis{Name: "C", Max: top}, Y: mark.Axis{Name: "½‖θ‖² + C Σξ", Max: high},
	}
	for i, s := range v.kept {
		words := say.Vars{"name": s.name, "half": s.half, "slack": s.slack}.Text("<name>: ½‖θ‖² = <half>, Σξ = <slack>")
		p.Of = append(p.Of, panel.Quantity{At: []mark.XY{{X: 0, Y: s.half}, {X: top, Y: s.cost(top)}}, Style: keptStyle(i), Legend: words, Name: s.name})
	}
	if len(least) > 1 {
		p.Of = append(p.Of, panel.Quantity{At: append([]mark.XY{{}}, least...), Style: mark.RoleInk.Wide(2.6), Legend: "optimum", Name: "minimum"})
	}
	dots := mark.Points{Hollow: true, Style: mark.RoleInk.Plain(), Layer: mark.Over, Legend: "same cost"}
	for _, x := range crossings(v.kept) {
		if y := v.kept[x.a].cost(x.c); x.c <= top && y <= high {
			dots.At = append(dots.At, mark.XY{X: x.c, Y: y})
			dots.Labels = append(dots.Labels, say.Vars{"C": x.c}.Text("C = <C>"))
		}
	}
	if len(dots.At) > 0 {
		p.Over = append(p.Over, dots)
	}
	if v.C <= top {
		p.Over = append(p.Over, mark.Rule{Vertical: true, At: v.C, Label: "current C", Style: mark.RoleAccent.Dashed()})
	}
	return p.Panel()
}

// solutions draws the lines of the kept solutions on the points.
func (v view) solutions() mark.Panel {
	p, w := v.Problem.Board(), say.Vars{"n": len(v.kept)}
	p.ID, p.Title, p.Note, p.Height = "kept", "Candidate solutions", "dashed: yf = 1", 1
	p.Alt = w.Text("the lines of <n solution> with the points")
	for i, s := range v.kept {
		if s.theta[0] == 0 && s.theta[1] == 0 { // no line: one label everywhere
			continue
		}
		words := say.Vars{"name": s.name, "theta": []float64{s.theta[0], s.theta[1]}, "theta0": s.theta[2]}.Text("<name>: θ = <theta>, θ₀ = <theta0>")
		p.Add(mark.Ray{A: s.theta[0], B: s.theta[1], C: s.theta[2], Style: keptStyle(i), Legend: words})
		for _, border := range []float64{-1, 1} {
			p.Add(mark.Ray{A: s.theta[0], B: s.theta[1], C: s.theta[2] + border, Style: keptStyle(i).Role.Wide(1).Dashed().Faded(0.7)})
		}
	}
	if o := v.best.theta; o[0] != 0 || o[1] != 0 {
		p.Add(mark.Ray{A: o[0], B: o[1], C: o[2], Style: mark.RoleInk.Wide(2.4), Legend: "the optimum at this C"})
	}
	p.Add(mark.DataPoints(v.Set))
	return p
}

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
	case k.Form == "no-intercept":
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
	form := "intercept"
	if k.Form == "no-intercept" {
		form = "no-intercept"
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
		return math.NaN(), "the maximum margin is below the rounding error"
	}
}

// checkHand holds the line by hand against the best one.
func (v view) checkHand() algos.Check {
	best, objection := v.largest()
	w := say.Vars{"row": say.Row(v.hand.near).Name(), "mine": v.hand.margin(), "share": 100 * v.hand.margin() / best}
	why := w.Text("the smallest is that of <row>: <share> % of the maximum margin")
	if best == 0 {
		why = w.Text("the smallest is that of <row>. No such line separates these points, so no margin is above 0")
	}
	return claimHand.AtMost(v.hand.margin(), best, v.hand.off+1e-9*best).Of(v.big).
		Between("your line", "maximum-margin line").Because(why).Unless(objection)
}

// shownFeet is the most rows whose perpendiculars are drawn, and namedFeet the most whose
// distances are written beside them.
const shownFeet, namedFeet = 80, 8

// handBoard is the board with the line by hand.
func (v view) handBoard() mark.Panel {
	h, w := v.hand, v.handVars()
	p := v.Problem.Board()
	p.Title, p.Note = "Your line and the maximum-margin line", w.Text("margin <mine>, maximum <best>")
	p.Alt = w.Text("<n point> with a manual line: its smallest signed distance is <mine>, that of <row>; the maximum-margin line has <best>")
	p.Add(v.handField(), v.bestLine())
	p.Add(v.feet()...)
	p.Add(panel.Data(v.Problem, func(t int) say.Phrase {
		return say.Vars{"row": say.Row(t).Name(), "x": v.Points[t].X, "y": v.y[t], "r": h.r[t]}.Text("<row> = <x>, y = <y>, r = <r>")
	}), v.smallest())
	arm := 0.3 * min(v.Window.X1-v.Window.X0, v.Window.Y1-v.Window.Y0)
	at := mark.XY{X: h.at[0], Y: h.at[1]}
	if v.Form != "no-intercept" {
		p.Add(mark.Handle{Param: "through", At: at, Style: mark.RoleAccent.Plain(), Tip: "drag your line"})
	}
	p.Add(mark.Handle{
		Param: "angle", Along: mark.Around, From: at, At: mark.XY{X: at.X + arm*h.u[0], Y: at.Y + arm*h.u[1]},
		Label: "θ", Tip: "rotate your line", Style: mark.RoleInk.Plain(),
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
		f.Levels = append(f.Levels, mark.Level{Value: -gamma, Style: border, Label: "at the distance of its nearest point"}, mark.Level{Value: gamma, Style: border})
	}
	return f
}

// bestLine is the line of the largest margin; nil where none separates.
func (v view) bestLine() mark.Mark {
	o := v.widest()
	if o.why != "" {
		return nil
	}
	return mark.Ray{A: o.theta[0], B: o.theta[1], C: o.theta[2], Style: mark.RoleGood.Wide(2).Dashed(), Legend: "maximum-margin line"}
}

// feet are the perpendiculars from the points to the line, the shortest one thick, and
// where there are few points their signed distances.
func (v view) feet() []mark.Mark {
	h := v.hand
	right := mark.Segments{Style: mark.RoleSoft.Wide(1.2), Legend: "distance to your line"}
	wrong := mark.Segments{Style: mark.RoleBad.Wide(1.4), Legend: "misclassified"}
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
			panel.Write(&names, (at.X+foot.X)/2, (at.Y+foot.Y)/2, say.Vars{"r": say.Digits{X: h.r[t], N: 2}}.Text("r = <r>"))
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
		marks = append(marks, panel.Bound(best, "maximum margin", mark.RoleGood.Plain()))
	}
	room := 0.08 * (hi - lo)
	if room == 0 {
		room = 1
	}
	p := panel.Rows{
		ID: "distances", Title: "Signed distances", Note: w.Text("smallest r: <mine>"), Of: func(t int) float64 { return h.r[t] },
		Alt: w.Text("the signed distances of <n point> from the manual line, the smallest <mine>; the maximum-margin line has <best>"),
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
		s.Text("Your line's smallest signed distance is $r = <r>$, that of <near>. No such line separates these points.")
	default:
		s.Text("Your line's smallest signed distance is $r = <r>$, that of <near>. The maximum margin is <widest>.")
	}
}
