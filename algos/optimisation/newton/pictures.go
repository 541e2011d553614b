package newton

import (
	"math"
	"slices"
	"strconv"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	panels := v.DragPanels()
	if v.Method == minimise {
		panels = append(panels, v.derivative())
	}
	if v.ref.known {
		panels = append(panels, v.errors())
		if v.ref.law != unknown {
			panels = append(panels, v.ratios())
		}
	}
	panels = append(panels, v.table())
	if v.Method == tangents {
		panels = append(panels, mark.Slow("basins", "Basins of attraction", v.plane))
	}
	return panels
}

// DragPanels implements [algos.DragView].
func (v view) DragPanels() []mark.Panel { return []mark.Panel{v.board()} }

// window is the part of the line on the board and the values there. It depends on the function, and on the starts only
// where they are outside: so it stands while a start is dragged.
func (t *task) window() grid.Window {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range append(t.stationary(), t.roots()...) {
		lo, hi = min(lo, x), max(hi, x)
	}
	if lo > hi {
		lo, hi = 0, 0
	}
	room := max(1.5, 0.3*(hi-lo))
	lo, hi = math.Floor(2*(lo-room))/2, math.Ceil(2*(hi+room))/2
	starts := []float64{t.Start}
	if t.Method == secants || t.Method == bisection {
		starts = append(starts, t.Second)
	}
	for _, x := range starts {
		if x < lo {
			lo = hi - panel.RoundUp(1.1*(hi-x))
		}
		if x > hi {
			hi = lo + panel.RoundUp(1.1*(x-lo))
		}
	}
	w := grid.Window{X0: lo, X1: hi}
	w.Y0, w.Y1 = heights(t.f.At, lo, hi)
	return w
}

// stationary are the places near the origin at which g′ changes its sign.
func (t *task) stationary() []float64 {
	const nodes, reach = 160, 4.0
	var all []float64
	last := math.NaN()
	for i := range nodes + 1 {
		x := reach * (2*float64(i)/nodes - 1)
		d := t.jet(x).d
		if finite(d) && finite(last) && d < 0 != (last < 0) {
			all = append(all, x)
		}
		last = d
	}
	return all
}

// heights is a range that holds 0 and most values of a function: what is near a pole is beyond.
func heights(f func(x ...float64) float64, lo, hi float64) (low, high float64) {
	const nodes = 200
	var sizes, values []float64
	for i := range nodes + 1 {
		if y := f(lo + (hi-lo)*float64(i)/nodes); finite(y) {
			values, sizes = append(values, y), append(sizes, math.Abs(y))
		}
	}
	if len(values) == 0 {
		return -1, 1
	}
	slices.Sort(sizes)
	most := sizes[len(sizes)-1]
	if q := sizes[len(sizes)*6/10]; most > 2.5*q && q > 0 {
		most = 1.8 * q
	}
	low, high = max(-most, min(0, slices.Min(values))), min(most, max(0, slices.Max(values)))
	if high-low < 1e-12 {
		return -1, 1
	}
	room := 0.12 * (high - low)
	return low - room, high + room
}

// curve is a function as pieces, without what is undefined and without its poles and jumps.
func curve(f func(x float64) float64, w grid.Window, like mark.PolyLine) []mark.Mark {
	height := w.Y1 - w.Y0
	once := panel.Once(like.Legend)
	var marks []mark.Mark
	var piece []mark.XY
	end := func() {
		if len(piece) > 1 {
			line := like
			line.At, line.Legend = piece, once()
			marks = append(marks, line)
		}
		piece = nil
	}
	for _, at := range panel.Curve(w.X0, w.X1, 160, height, f) {
		if !(math.Abs(at.Y-(w.Y0+w.Y1)/2) <= 4*height) {
			end()
			continue
		}
		if n := len(piece); n > 0 && math.Abs(at.Y-piece[n-1].Y) > 0.25*height && at.X-piece[n-1].X < (w.X1-w.X0)/1000 {
			end()
		}
		piece = append(piece, at)
	}
	end()
	return marks
}

func (v view) board() mark.Panel {
	w := v.window()
	p := mark.Panel{
		ID: "board", Title: "f and its tangent", Height: 0.72, X: mark.Axis{Name: "x", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "f(x)", Min: w.Y0, Max: w.Y1},
		Alt:  v.vars().Text("the graph of f; after <n iteration> x = <x>"),
		Note: v.vars().Text("x = <x>"),
	}
	switch v.Method {
	case secants:
		p.Title = "f and its secant"
	case bisection:
		p.Title = "f and the bracket"
	case minimise:
		p.Title = "f and its quadratic model"
	}
	p.Add(panel.Zero())
	if v.Method == bisection {
		p.Add(v.bracket(w))
	}
	p.Add(curve(func(x float64) float64 { return v.f.At(x) }, w, mark.PolyLine{Style: mark.RoleInk.Wide(2), Name: "f(x)", Legend: "f(x)"})...)
	switch v.Method {
	case minimise:
		p.Add(v.parabola(w)...)
	case bisection:
	default:
		p.Add(v.trail(w))
		p.Add(v.line(func(it iterate) float64 { return it.f })...)
	}
	p.Add(v.current(w, v.now.f, "f(x)")...)
	p.Add(v.handles()...)
	return p
}

// bracket is where the sign changes.
func (v view) bracket(w grid.Window) mark.Mark {
	return mark.Rect{
		Min: mark.XY{X: v.now.a, Y: w.Y0}, Max: mark.XY{X: v.now.b, Y: w.Y1}, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.16), Legend: "bracket [a, b]",
	}
}

// drawable is what a picture can show: beyond, marks are left away.
func drawable(x ...float64) bool {
	return !slices.ContainsFunc(x, func(x float64) bool { return !(math.Abs(x) < 1e9) })
}

// trail are the iterates before: up to the curve, and along the tangent to the axis.
func (v view) trail(w grid.Window) mark.Mark {
	const most = 12
	line := mark.PolyLine{Style: mark.RoleSoft.Wide(1), Layer: mark.Under, Legend: "previous iterates"}
	for i := max(0, v.n-most); i < v.n; i++ {
		it := v.iter(i)
		if !drawable(it.x, it.f) {
			return nil
		}
		line.At = append(line.At, mark.XY{X: it.x}, mark.XY{X: it.x, Y: it.f})
	}
	if len(line.At) == 0 || !drawable(v.now.x) {
		return nil
	}
	line.At = append(line.At, mark.XY{X: v.now.x})
	return line
}

// line is the tangent, or the secant, that led to this step.
func (v view) line(y func(iterate) float64) []mark.Mark {
	if v.n == 0 {
		return nil
	}
	p := v.iter(v.n - 1)
	slope, name := p.d, say.Phrase("tangent")
	if v.Method == secants {
		slope, name = (p.g-p.pg)/(p.x-p.px), "secant"
	}
	if !drawable(slope, p.x, y(p)) || !drawable(slope*p.x) {
		return nil
	}
	marks := []mark.Mark{mark.Ray{A: slope, B: -1, C: p.g - slope*p.x, Style: mark.RoleAccent.Wide(1.6), Layer: mark.Over, Legend: name}}
	if v.Method == secants && drawable(p.px, p.pg) {
		marks = append(marks, mark.Points{
			At: []mark.XY{{X: p.px, Y: p.pg}, {X: p.x, Y: p.g}}, Style: mark.RoleSoft.Plain(), Layer: mark.Over, Legend: "points of the secant",
		})
	}
	return marks
}

// current is where the run is: on the axis, and on the curve above or below.
func (v view) current(w grid.Window, y float64, name say.Phrase) []mark.Mark {
	x := v.now.x
	if x < w.X0 || x > w.X1 {
		return nil
	}
	var marks []mark.Mark
	if drawable(y) {
		marks = append(marks, panel.Segment(mark.XY{X: x}, mark.XY{X: x, Y: y}, mark.RoleAccent.Dashed(), ""))
	}
	if y >= w.Y0 && y <= w.Y1 {
		marks = append(marks, panel.Dot(mark.XY{X: x, Y: y}, 4.5, mark.RoleAccent.Plain(), name))
	}
	return append(marks, panel.Dot(mark.XY{X: x}, 5, mark.RoleGood.Plain(), "current x"))
}

// handles set the starts.
func (v view) handles() []mark.Mark {
	marks := []mark.Mark{mark.Handle{
		Param: "start", Along: mark.Horizontal, At: mark.XY{X: v.Start}, Name: "start", Tip: "drag the start x₀", Label: "x₀", Hollow: true, Style: mark.RoleSoft.Dashed(),
	}}
	if v.Method == secants || v.Method == bisection {
		marks = append(marks, mark.Handle{
			Param: "second", Along: mark.Horizontal, At: mark.XY{X: v.Second}, Name: "second start", Tip: "drag the second start x₁", Label: "x₁", Hollow: true,
			Style: mark.RoleSoft.Dashed(),
		})
	}
	return marks
}

// parabola is the quadratic model that led to this step.
func (v view) parabola(w grid.Window) []mark.Mark {
	if v.n == 0 {
		return nil
	}
	p := v.iter(v.n - 1)
	if !drawable(p.f, p.g, p.d) {
		return nil
	}
	model := func(x float64) float64 { d := x - p.x; return p.f + p.g*d + p.d/2*d*d }
	marks := curve(model, w, mark.PolyLine{Style: mark.RoleAccent.Wide(1.6), Layer: mark.Over, Legend: "quadratic model"})
	if y := model(v.now.x); v.now.x >= w.X0 && v.now.x <= w.X1 && y >= w.Y0 && y <= w.Y1 {
		marks = append(marks, panel.Ring(mark.XY{X: v.now.x, Y: y}, 7, mark.RoleAccent.Wide(1.6), "its stationary point"))
	}
	return marks
}

// derivative is f′ with its tangent: what the minimising form does is Newton's method for f′.
func (v view) derivative() mark.Panel {
	w := v.window()
	slope := func(x ...float64) float64 { return v.jet(x[0]).g }
	w.Y0, w.Y1 = heights(slope, w.X0, w.X1)
	p := mark.Panel{
		ID: "derivative", Title: "f′ and its tangent", Height: 0.5, X: mark.Axis{Name: "x", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "f′(x)", Min: w.Y0, Max: w.Y1},
		Alt: v.vars().Text("the graph of f′; after <n iteration> x = <x>"),
	}
	p.Add(panel.Zero())
	p.Add(curve(func(x float64) float64 { return slope(x) }, w, mark.PolyLine{Style: mark.RoleInk.Wide(2), Name: "f′(x)", Legend: "f′(x)"})...)
	p.Add(v.line(func(it iterate) float64 { return it.g })...)
	p.Add(v.current(w, v.now.g, "f′(x)")...)
	return p
}

// errors are |x_n − x*| of the methods from the same start, up to this step.
func (v view) errors() mark.Panel {
	shown := v.n
	last := len(v.own.path) - 1
	if v.Method == secants {
		shown, last = shown+1, last+1
	}
	c := panel.Curves{
		ID: "errors", Title: "Error by method", Height: 0.55, Alt: v.vars().Text("the errors of the methods after <n iteration>"),
		X: mark.Axis{Name: "iteration n", Min: 0, Max: float64(max(6, last)), Integer: true}, Y: mark.Axis{Name: "|x − x*|", Log: true},
	}
	lo, hi := math.Inf(1), 0.0
	trails := v.rivals()
	methods := []string{tangents, secants, bisection}
	if v.Method == minimise {
		methods = []string{minimise}
	}
	for k, r := range trails {
		method := methods[k]
		q := panel.Quantity{Style: styles[method].Wide(1.6), Legend: names[method], Dots: true}
		if method == v.Method {
			q.Style = styles[method].Wide(2.6)
		}
		if r.end == oneSign {
			continue
		}
		errs := make([]float64, 0, len(r.path)+1)
		if method == secants {
			errs = append(errs, v.error(v.Start))
		}
		for _, it := range r.path {
			errs = append(errs, v.error(it.x))
		}
		for n, e := range errs {
			if n > max(6, last) || !finite(e) || e < v.ref.unsure || e < 1e-300 {
				continue
			}
			lo, hi = min(lo, e), max(hi, e)
			if n <= shown {
				q.At = append(q.At, mark.XY{X: float64(n), Y: e})
			}
		}
		if len(q.At) > 0 {
			c.Of = append(c.Of, q)
		}
	}
	if hi == 0 {
		lo, hi = 1e-16, 1
	}
	c.Y.Min, c.Y.Max = math.Pow(10, math.Floor(math.Log10(lo))), math.Pow(10, math.Ceil(math.Log10(hi)+0.1))
	return c.Panel()
}

var styles = map[string]mark.Role{tangents: mark.RoleAccent, secants: mark.RoleGood, bisection: mark.RoleInk, minimise: mark.RoleAccent}

var names = map[string]say.Phrase{tangents: "Newton", secants: "secant", bisection: "bisection", minimise: "Newton for f′"}

// ratios are the errors by the law of the method, with their limit.
func (v view) ratios() mark.Panel {
	c := panel.Curves{
		ID: "ratios", Title: "Ratio of successive errors", Height: 0.45, Alt: v.vars().Text("the ratio of errors in <n iteration>"),
		X: mark.Axis{Name: "iteration n", Min: 0, Max: float64(max(6, len(v.own.path)-1)), Integer: true}, Y: mark.Axis{Name: "e₊ / e²"},
	}
	switch v.ref.law {
	case linear:
		c.Y.Name = "e₊ / e"
	case product:
		c.Y.Name = "e₊ / (e e₋)"
	}
	q := panel.Quantity{Style: mark.RoleAccent.Wide(2), Legend: "measured", Dots: true}
	most := 0.0
	for i := range v.n + 1 {
		if r := v.ratio(i); finite(r) {
			q.At = append(q.At, mark.XY{X: float64(i), Y: r})
			most = max(most, r)
		}
	}
	if finite(v.ref.limit) {
		c.Under = append(c.Under, panel.Level(v.ref.limit, mark.RoleGood.Dashed(), "limit by theory"))
		most = min(max(most, v.ref.limit), 6*max(v.ref.limit, 0.05))
	}
	if most == 0 {
		most = 1
	}
	c.Y.Max = panel.RoundUp(1.15 * most)
	q.At = slices.DeleteFunc(q.At, func(at mark.XY) bool { return at.Y > c.Y.Max }) // of starts far away
	if len(q.At) > 0 {
		c.Of = append(c.Of, q)
	}
	return c.Panel()
}

// table is the last iterates with their digits.
func (v view) table() mark.Panel {
	const most = 10
	t := panel.Table{
		ID: "iterates", Title: "Iterates and correct digits", Alt: v.vars().Text("the iterates up to <n>, with f and the correct digits"),
		Head: []say.Phrase{"n", "x", "f(x)", "error", "digits"}, Widths: []float64{0.5, 2.6, 1.5, 1.5, 0.9},
	}
	if v.Method == minimise {
		t.Head[2] = "f′(x)"
	}
	first := 0
	if v.Method == secants {
		first = 1
	}
	for i := max(0, v.n-most+1); i <= v.n; i++ {
		it := v.iter(i)
		line := []say.Phrase{say.Phrase(strconv.Itoa(i + first)), say.Phrase(say.Sig(it.x, 16)), "–", "–", "–"}
		if finite(it.g) {
			line[2] = say.Phrase(say.Num(it.g))
		}
		if v.ref.known {
			line[3], line[4] = say.Phrase(say.Num(v.error(it.x))), say.Phrase(say.Sig(v.digits(it.x), 2))
		}
		if i == v.n {
			t.Hot = []int{len(t.Rows)}
		}
		t.Rows = append(t.Rows, line)
	}
	return t.Panel()
}

// plane is which root Newton's method reaches from each place of the complex plane. A panel without an ID is none.
func (v view) plane() mark.Panel {
	b := v.basins()
	if b == nil {
		return mark.Panel{}
	}
	p := mark.Panel{
		ID: "basins", Title: "Basins of attraction", Equal: true, Height: 1,
		X: mark.Axis{Name: "Re x", Min: -b.half, Max: b.half}, Y: mark.Axis{Name: "Im x", Min: -b.half, Max: b.half},
		Note: say.Vars{"n": len(b.roots)}.Text("<n root>; last colour: none of them"),
		Alt:  say.Vars{"n": len(b.roots)}.Text("the complex plane in the colours of the <n root> that Newton's method reaches"),
	}
	p.Add(panel.Regions{
		Of: func(x, y float64) int { return v.of(b, x, y) }, Classes: len(b.roots) + 1, Cost: rounds / 3 * v.f.Cost(), Cache: v.field, Context: v.ctx,
		Legend: "root that is reached",
	}.Field())
	dots := mark.Points{Style: mark.RoleInk.Plain(), Layer: mark.Over, Legend: "roots"}
	for _, z := range b.roots {
		if math.Abs(real(z)) < b.half && math.Abs(imag(z)) < b.half {
			dots.At, dots.Size = append(dots.At, mark.XY{X: real(z), Y: imag(z)}), append(dots.Size, 4)
		}
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
	run := mark.Rings{Style: mark.RoleInk.Wide(1.4), Layer: mark.Over, Legend: "iterates of the run"}
	for i := range v.n + 1 {
		if x := v.iter(i).x; math.Abs(x) < b.half {
			run.At, run.Radius = append(run.At, mark.XY{X: x}), append(run.Radius, 6)
		}
	}
	if len(run.At) > 0 {
		p.Add(run)
	}
	return p
}
