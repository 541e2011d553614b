package svgcanvas

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// place writes the attributes that place a path into c.geo and returns the
// element for it. A full circle becomes a circle, an upright rectangle a rect.
func (c *Canvas) place(p vg.Path, filled bool) (tag string, ok bool) {
	c.geo = c.geo[:0]
	if arc, ok := circleOf(p); ok && c.state.matrix.similar() {
		if f := &c.fill; f.pending && f.tag == "circle" && f.at == arc.Pos && f.radius == arc.Radius && f.matrix == c.state.matrix {
			c.geo = append(c.geo, f.geo...) // most dots are filled and then outlined
			return "circle", true
		}
		x, y := c.at(arc.Pos)
		r := float64(arc.Radius) * c.state.matrix.size()
		if !finite(x, y, r) || r <= 0 {
			return "", false
		}
		c.last = circle{arc.Pos, arc.Radius, c.state.matrix}
		c.geo = appendNumber(append(c.geo, ` cx='`...), x)
		c.geo = appendNumber(append(c.geo, `' cy='`...), y)
		c.geo = append(appendNumber(append(c.geo, `' r='`...), r), '\'')
		return "circle", true
	}
	if c.rect(p) {
		return "rect", true
	}
	w := pathWriter{b: append(c.geo, ` d='`...)}
	drawn := c.trace(&w, p, filled)
	c.geo = append(w.b, '\'')
	return "path", drawn
}

// circleOf returns the arc of a path that is one full circle.
func circleOf(p vg.Path) (vg.PathComp, bool) {
	if len(p) > 0 && p[0].Type == vg.MoveComp {
		p = p[1:]
	}
	if len(p) == 2 && p[1].Type == vg.CloseComp {
		p = p[:1]
	}
	if len(p) != 1 || p[0].Type != vg.ArcComp || math.Abs(p[0].Angle) < 2*math.Pi {
		return vg.PathComp{}, false
	}
	return p[0], true
}

// rect writes a path that is a closed, upright rectangle.
func (c *Canvas) rect(p vg.Path) bool {
	if len(p) != 5 || p[0].Type != vg.MoveComp || p[4].Type != vg.CloseComp {
		return false
	}
	var x, y [4]float64
	for i := range 4 {
		if i > 0 && p[i].Type != vg.LineComp {
			return false
		}
		x[i], y[i] = c.at(p[i].Pos)
	}
	if !finite(x[0], y[0], x[2], y[2]) {
		return false
	}
	flat := y[0] == y[1] && x[1] == x[2] && y[2] == y[3] && x[3] == x[0]
	steep := x[0] == x[1] && y[1] == y[2] && x[2] == x[3] && y[3] == y[0]
	if !flat && !steep {
		return false
	}
	c.geo = appendNumber(append(c.geo, ` x='`...), min(x[0], x[2]))
	c.geo = appendNumber(append(c.geo, `' y='`...), min(y[0], y[2]))
	c.geo = appendNumber(append(c.geo, `' width='`...), math.Abs(x[2]-x[0]))
	c.geo = append(appendNumber(append(c.geo, `' height='`...), math.Abs(y[2]-y[0])), '\'')
	return true
}

// trace writes the components of a path. It reports false if nothing would be
// seen, or if a coordinate is not finite.
func (c *Canvas) trace(w *pathWriter, p vg.Path, filled bool) bool {
	for _, comp := range p {
		switch comp.Type {
		case vg.MoveComp:
			x, y := c.at(comp.Pos)
			w.move(x, y)
		case vg.LineComp:
			x, y := c.at(comp.Pos)
			w.line(x, y)
		case vg.ArcComp:
			c.arc(w, comp)
		case vg.CurveComp:
			c.curve(w, comp)
		case vg.CloseComp:
			w.close()
		}
		if w.bad {
			return false
		}
	}
	return w.drawn || filled && w.lines > 1
}

func (c *Canvas) curve(w *pathWriter, comp vg.PathComp) {
	x, y := c.at(comp.Pos)
	switch len(comp.Control) {
	case 1:
		x1, y1 := c.at(comp.Control[0])
		w.curve('q', x1, y1, x, y)
	case 2:
		x1, y1 := c.at(comp.Control[0])
		x2, y2 := c.at(comp.Control[1])
		w.curve('c', x1, y1, x2, y2, x, y)
	default:
		w.line(x, y)
	}
}

// arc writes an arc as cubic curves of at most a quarter turn each, which
// differ from the circle by less than 3·10⁻⁴ of its radius.
func (c *Canvas) arc(w *pathWriter, comp vg.PathComp) {
	angle := math.Max(-2*math.Pi, math.Min(2*math.Pi, comp.Angle))
	r, from := float64(comp.Radius), comp.Start
	if !finite(angle, r, from) {
		w.bad = true
		return
	}
	place := func(x, y float64) (float64, float64) {
		return c.at(vg.Point{X: comp.Pos.X + vg.Length(r*x), Y: comp.Pos.Y + vg.Length(r*y)})
	}
	sin, cos := math.Sincos(from)
	x, y := place(cos, sin)
	if w.started {
		w.line(x, y)
	} else {
		w.move(x, y)
	}
	pieces := max(1, int(math.Ceil(math.Abs(angle)/(math.Pi/2)-1e-9)))
	step := angle / float64(pieces)
	k := 4.0 / 3 * math.Tan(step/4)
	for range pieces {
		sin1, cos1 := math.Sincos(from + step)
		x1, y1 := place(cos-k*sin, sin+k*cos)
		x2, y2 := place(cos1+k*sin1, sin1-k*cos1)
		x3, y3 := place(cos1, sin1)
		w.curve('c', x1, y1, x2, y2, x3, y3)
		from, sin, cos = from+step, sin1, cos1
	}
}

// A pathWriter writes path data in relative coordinates. It keeps the pen's
// place in tenths, so rounding never adds up.
type pathWriter struct {
	b       []byte
	x, y    int // the pen, in tenths of a pixel
	x0, y0  int // where the piece at hand began
	last    byte
	started bool
	drawn   bool // something has a length
	lines   int
	bad     bool
}

func (w *pathWriter) tenths(x, y float64) (int, int) {
	if !finite(x, y) {
		w.bad = true
	}
	return tenths(x), tenths(y)
}

func (w *pathWriter) move(x, y float64) {
	w.x, w.y = w.tenths(x, y)
	w.x0, w.y0 = w.x, w.y
	w.b = append(w.b, 'M')
	w.b = appendTenths(w.b, w.x)
	w.b = w.next(w.y)
	w.started = true
	w.last = 'M'
}

func (w *pathWriter) line(x, y float64) {
	if !w.started {
		w.move(x, y)
		return
	}
	nx, ny := w.tenths(x, y)
	dx, dy := nx-w.x, ny-w.y
	w.lines++
	if dx == 0 && dy == 0 {
		return
	}
	w.x, w.y, w.drawn = nx, ny, true
	switch {
	case dy == 0:
		w.command('h', dx)
	case dx == 0:
		w.command('v', dy)
	default:
		w.command('l', dx)
		w.b = w.next(dy)
	}
}

// curve writes a Bézier curve; its last pair is where the pen goes.
func (w *pathWriter) curve(kind byte, places ...float64) {
	if !w.started {
		w.move(places[0], places[1])
	}
	var nx, ny int
	for i := 0; i < len(places); i += 2 {
		nx, ny = w.tenths(places[i], places[i+1])
		if i == 0 {
			w.command(kind, nx-w.x)
		} else {
			w.b = w.next(nx - w.x)
		}
		w.b = w.next(ny - w.y)
	}
	w.x, w.y, w.drawn = nx, ny, true
}

func (w *pathWriter) close() {
	if !w.started {
		return
	}
	w.b = append(w.b, 'z')
	w.x, w.y, w.last = w.x0, w.y0, 'z'
}

// command writes a command and its first number; the command is left out if it
// is the one before.
func (w *pathWriter) command(kind byte, v int) {
	if w.last == kind {
		w.b = w.next(v)
		return
	}
	w.b = appendTenths(append(w.b, kind), v)
	w.last = kind
}

// next writes a further number. A minus sign separates it by itself, and so
// does a leading point after a number that already has one.
func (w *pathWriter) next(v int) []byte {
	if v < 0 {
		return appendTenths(w.b, v)
	}
	if v > 0 && v < 10 && fraction(w.b) {
		return appendTenths(w.b, v)
	}
	return appendTenths(append(w.b, ' '), v)
}

// fraction reports whether the number at the end of b has a decimal point. All
// numbers have one decimal at most.
func fraction(b []byte) bool { return len(b) > 1 && b[len(b)-2] == '.' }
