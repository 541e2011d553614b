package bayesianoptimisation

import (
	"math"
	"slices"
	"strconv"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	if v.plane() {
		panels := []mark.Panel{v.meanBoard(), v.worthPlane("criterion", v.Acquisition), v.deviation(), v.worthPlane("rival", v.rival()), v.race()}
		if v.Reveal {
			panels = append(panels, v.hidden())
		}
		return panels
	}
	return []mark.Panel{v.board(), v.worthLine("criterion", v.Acquisition), v.worthLine("rival", v.rival()), v.race()}
}

// rival is the acquisition that is shown for comparison.
func (v view) rival() string {
	if v.Acquisition == lcb {
		return ei
	}
	return lcb
}

// titles are what the acquisitions are called above their pictures.
var titles = map[string]say.Phrase{
	lcb: "Lower confidence bound", ei: "Expected improvement", pi: "Probability of improvement", thompson: "A posterior sample of f",
}

// rivals are the same where they are shown for comparison.
var rivals = map[string]say.Phrase{lcb: "Lower confidence bound (LCB) instead", ei: "Expected improvement (EI) instead"}

// fineNodes is the number of points at which curves are drawn, besides the evaluated ones.
const fineNodes = 361

// curves are mean and standard deviation from left to right.
type curves struct{ x, mean, sd []float64 }

func (v view) curves() curves {
	var c curves
	for i := range fineNodes {
		c.x = append(c.x, reach*(2*float64(i)/(fineNodes-1)-1))
	}
	for _, x := range v.post.X {
		c.x = append(c.x, x[0])
	}
	if v.pick.by != nobody {
		c.x = append(c.x, v.pick.x[0])
	}
	slices.Sort(c.x)
	c.x = slices.Compact(c.x)
	for _, x := range c.x {
		f := v.post.At([2]float64{x})
		c.mean, c.sd = append(c.mean, f.Mean), append(c.sd, gp.SD(f.Var))
	}
	return c
}

// line is a curve over the same points.
func (c curves) line(of func(i int) float64, s mark.Style, legend say.Phrase) mark.PolyLine {
	l := mark.PolyLine{Style: s, Legend: legend}
	for i, x := range c.x {
		l.At = append(l.At, mark.XY{X: x, Y: of(i)})
	}
	return l
}

func axis(name say.Phrase) mark.Axis { return mark.Axis{Name: name, Min: -reach, Max: reach} }

// alt says in words what the board shows.
func (v view) alt() say.Phrase {
	w := v.vars()
	if v.count() == 0 {
		return w.Text("a Gaussian process before any value, <budget evaluation> to come")
	}
	return w.Text("a Gaussian process posterior after <n value>, incumbent <best> at <bestplace>")
}

// headline is the result so far. How many evaluations there are is counted above the board, and
// the budget is a parameter: a run may end before it is used up.
func (v view) headline() say.Phrase {
	if v.count() == 0 {
		return "no value yet"
	}
	return v.vars().Text("incumbent <best=metric.best_y>")
}

// board is the process of one input, with the values and the next query.
func (v view) board() mark.Panel {
	c := v.curves()
	p := panel.Curves{
		ID: "board", Title: "Surrogate model", Note: v.headline(), Alt: v.alt(),
		X: axis("x"), Y: mark.Axis{Name: "y", Min: v.height[0], Max: v.height[1]},
		Under: []mark.Mark{panel.Band(len(c.x), mark.RoleClass0.Plain().Faded(0.25), "m ± 2s", func(i int) (x, lo, hi float64) {
			return c.x[i], c.mean[i] - 2*c.sd[i], c.mean[i] + 2*c.sd[i]
		})},
	}
	if v.Reveal {
		p.Of = []panel.Quantity{{
			Of: func(x float64) float64 { return v.f.value([2]float64{x}) }, Nodes: 240, Style: mark.RoleClass1.Wide(1.8), Legend: "objective f",
		}}
	}
	p.Over = []mark.Mark{c.line(func(i int) float64 { return c.mean[i] }, mark.RoleInk.Wide(2.2), "posterior mean m")}
	if v.Acquisition == lcb && v.Kappa > 0 {
		p.Over = append(p.Over, c.line(func(i int) float64 { return c.mean[i] - v.Kappa*c.sd[i] }, mark.RoleAccent.Dashed(), "LCB = m − κs"))
	}
	p.Over = slices.Concat(p.Over, v.knots(), v.values(), v.coming())
	return p.Panel()
}

// control points are the handles of the drawn curve.
func (v view) knots() []mark.Mark {
	if v.Function != drawn {
		return nil
	}
	var marks []mark.Mark
	for i, k := range v.Knot[:v.Knots] {
		n := strconv.Itoa(i + 1)
		h := mark.Handle{
			Param: "h" + n, At: mark.XY{X: k[0], Y: k[1]}, Size: 5, Hollow: true, Style: mark.RoleClass1.Plain(),
			Tip: say.Vars{"n": i + 1}.Text("drag control point <n> of the objective"),
		}
		if i == 0 {
			h.Legend = "control points of the objective"
		}
		marks = append(marks, h)
	}
	return marks
}

// spot is where a value is drawn.
func (v view) spot(i int) mark.XY {
	if x := v.post.X[i]; v.plane() {
		return mark.XY{X: x[0], Y: x[1]}
	}
	return mark.XY{X: v.post.X[i][0], Y: v.y[i]}
}

// values are the evaluations; the best and the newest have rings.
func (v view) values() []mark.Mark {
	n := v.count()
	if n == 0 {
		return nil
	}
	dots := mark.Points{Style: mark.RoleInk.Plain(), Legend: "values"}
	for i := range n {
		dots.At, dots.Refs = append(dots.At, v.spot(i)), append(dots.Refs, say.Row(i).Ref())
	}
	dots.Tip = func(i int) say.Phrase {
		return say.Vars{"point": say.Row(i).Name(), "place": v.place(v.post.X[i]), "y": v.y[i]}.Text("<point> = <place>, y = <y>")
	}
	marks := []mark.Mark{dots, mark.Rings{
		At: []mark.XY{v.spot(v.bestAt())}, Radius: []float64{10},
		Style: mark.RoleGood.Wide(2.5), Legend: "incumbent (best so far)",
	}}
	if v.phase == evaluating && n-1 != v.bestAt() {
		marks = append(marks, mark.Rings{
			At: []mark.XY{v.spot(n - 1)}, Radius: []float64{8}, Labels: []say.Phrase{say.Phrase(say.Row(n - 1).Name())},
			Style: mark.RoleAccent.Wide(2), Legend: "last query",
		})
	}
	return marks
}

// soon is how the point is drawn of the next query: not in the accent colour of what the
// step is about.
var soon = mark.Style{Role: mark.RoleInk, Width: 1.8, Dots: true}

// coming marks the next query, or lets the reader choose.
func (v view) coming() []mark.Mark {
	x := v.pick.x
	switch {
	case v.pick.by == nobody:
		return nil
	case v.pick.by == mine && v.plane():
		return []mark.Mark{mark.Handle{
			Param: "manual_point", At: mark.XY{X: x[0], Y: x[1]}, Size: 7, Style: mark.RoleAccent.Plain(), Tip: "drag the query point", Legend: "manual query",
		}}
	case v.pick.by == mine:
		return []mark.Mark{mark.Handle{
			Param: "manual_x", Along: mark.Horizontal, At: mark.XY{X: x[0], Y: v.height[0] + 0.06*(v.height[1]-v.height[0])}, Size: 6,
			Style: mark.RoleAccent.Plain(), Tip: "drag the query point", Legend: "manual query",
		}}
	case v.plane():
		return []mark.Mark{mark.Rings{At: []mark.XY{{X: x[0], Y: x[1]}}, Radius: []float64{9}, Style: soon, Legend: "next query"}}
	}
	return []mark.Mark{mark.Rule{Vertical: true, At: x[0], Style: soon, Legend: "next query"}}
}

// worthLine is an acquisition over the points of one input, with its optimum.
func (v view) worthLine(id, name string) mark.Panel {
	title := titles[name]
	if id == "rival" {
		title = rivals[name]
	}
	p := mark.Panel{ID: id, Title: title, X: axis("x"), Height: 0.42}
	var at []mark.XY
	if name == thompson {
		for i, y := range v.pick.draw {
			at = append(at, mark.XY{X: v.coarse[i][0], Y: y})
		}
	} else {
		c, cr := v.curves(), v.criterion(name)
		for i, x := range c.x {
			at = append(at, mark.XY{X: x, Y: cr.of(c.mean[i], c.sd[i], v.post.K.At([2]float64{x}, [2]float64{x}))})
		}
	}
	best := v.optimum(id, name)
	v.annotate(&p, id, best)
	p.Y = height(name, at)
	if len(at) > 0 {
		p.Add(mark.PolyLine{At: at, Style: mark.RoleAccent.Wide(2), Name: "value"})
	}
	if best.by == acquired && id == "rival" {
		p.Add(mark.Rule{Vertical: true, At: best.x[0], Style: mark.RoleSoft.Dashed()})
	}
	if v.pick.by == acquired {
		p.Add(mark.Rule{Vertical: true, At: v.pick.x[0], Style: soon, Legend: "next query"})
	}
	if best.by == acquired {
		p.Add(panel.Dot(mark.XY{X: best.x[0], Y: best.value}, 5, mark.RoleAccent.Plain(), "optimum"))
	}
	return p
}

// optimum is where an acquisition is best; by nobody where the run does not ask it.
func (v view) optimum(id, name string) choice {
	switch {
	case id == "criterion" && v.pick.by != acquired, v.count() == 0, v.status.Final():
		return choice{}
	case id == "criterion":
		return v.pick
	}
	return v.search(v.post, v.criterion(name))
}

// annotate says where the optimum is.
func (v view) annotate(p *mark.Panel, id string, best choice) {
	w := say.Vars{"at": v.place(best.x), "worth": best.value}
	switch {
	case best.by == acquired && id == "rival" && v.pick.by == acquired && v.near(best.x, v.pick.x):
		p.Note = w.Text("the same point, <at>")
	case best.by == acquired:
		p.Note = w.Text("<worth> at <at>")
	case v.status.Final():
		p.Note = "the run is over"
	}
	p.Alt = "an acquisition function over all points"
	if best.by == acquired {
		p.Alt = w.Text("an acquisition function over all points: optimum at <at>, with the value <worth>")
	}
}

// near reports whether two points look the same on a board.
func (v view) near(a, b [2]float64) bool { return math.Hypot(a[0]-b[0], a[1]-b[1]) < 0.03 }

// height is an axis that holds an acquisition.
func height(name string, at []mark.XY) mark.Axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, p := range at {
		lo, hi = min(lo, p.Y), max(hi, p.Y)
	}
	a := mark.Axis{Name: say.Phrase(short[name])}
	switch {
	case len(at) == 0:
		a.Min, a.Max = -1, 1
	case name == ei || name == pi:
		a.Max = 1.1 * max(hi, 1e-12)
	default:
		room := 0.08 * max(hi-lo, 1e-3)
		a.Min, a.Max = lo-room, hi+room
	}
	return a
}

// short are the acquisitions on an axis.
var short = map[string]string{lcb: "LCB", ei: "EI", pi: "PI", thompson: "f"}

// race compares the incumbent with what a grid and random points have found by now.
func (v view) race() mark.Panel {
	n, floor := v.count(), v.f.minimum()
	top := max(floor, slices.Max(v.randomHi), slices.Max(v.gridBest))
	for i := range n {
		top = max(top, v.bestAfter(i+1))
	}
	room := 0.06 * max(top-floor, 0.1)
	c := panel.Curves{
		ID: "race", Title: "Best value found vs baselines", Height: 0.6, Alt: "no value yet",
		X:     mark.Axis{Name: "evaluations", Min: 0, Max: float64(v.Budget) + 0.5, Integer: true},
		Y:     mark.Axis{Name: "f at the incumbent", Min: floor - room, Max: top + room},
		Under: []mark.Mark{panel.Bound(floor, "global minimum", mark.RoleGood.Plain())},
	}
	if n == 0 {
		return c.Panel()
	}
	w := v.vars()
	c.Note = w.Text("after <n evaluation>: simple regret <regret>")
	c.Alt = w.Text("after <n evaluation> the simple regret is <regret>, of random search <random> on average, of grid search <grid>")
	grids := mark.Points{Style: mark.RoleSoft.Plain(), Legend: "grid search (same budget)"}
	own := panel.Quantity{Style: mark.RoleAccent.Wide(2.6), Legend: "this run"}
	mean := panel.Quantity{Style: mark.RoleClass2.Wide(2), Legend: "random search, mean of 200"}
	for i := range n {
		t := float64(i + 1)
		mean.At = append(mean.At, mark.XY{X: t, Y: v.random[i]})
		grids.At, grids.Size = append(grids.At, mark.XY{X: t, Y: v.gridBest[i]}), append(grids.Size, 3)
		if i > 0 {
			own.At = append(own.At, mark.XY{X: t, Y: own.At[len(own.At)-1].Y})
		}
		own.At = append(own.At, mark.XY{X: t, Y: v.bestAfter(i + 1)})
	}
	c.Under = append(c.Under, panel.Band(n, mark.RoleClass2.Plain().Faded(0.25), "random search, interquartile range", func(i int) (x, lo, hi float64) {
		return float64(i + 1), v.randomLo[i], v.randomHi[i]
	}))
	mean.With = []mark.Mark{grids}
	own.With = []mark.Mark{panel.Dot(own.At[len(own.At)-1], 4, mark.RoleAccent.Plain(), "")}
	c.Of = []panel.Quantity{mean, own}
	return c.Panel()
}

// bestAfter is f at the best of the first n values.
func (v view) bestAfter(n int) float64 { return v.f.value(v.post.X[lowestOf(v.y[:n])]) }
