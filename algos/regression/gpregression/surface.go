package gpregression

import (
	"cmp"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel/covariance"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

const (
	// The surface of the marginal likelihood is worth no more than this many multiplications at a look;
	// its grid becomes coarser with more observations, and below leastSide it is left
	// out.
	surfaceWork = 30_000_000
	mostSide    = 21
	leastSide   = 11
	// shallow is how far below the top of the surface its colours reach at least;
	// where half of it lies deeper, they reach to its median.
	shallow    = 12.0
	mostLevels = 10

	titleSurface = "Log marginal likelihood surface"
)

// axes returns the two hyperparameters of the surface: an index counts
// the kernel's numbers and then the noise variance.
func (v view) axes() (a, b int, ok bool) {
	if len(v.vary) < 2 {
		return 0, 0, false
	}
	pick := func(number int) int {
		i := min(number-1, len(v.kernel().Values()))
		for _, q := range v.vary {
			if q >= i {
				return q
			}
		}
		return v.vary[len(v.vary)-1]
	}
	a, b = pick(v.opt.AxisX), pick(v.opt.AxisY)
	if a == b { // take another one
		for _, q := range v.vary {
			if q != a {
				b = q
			}
		}
	}
	return a, b, true
}

// surface draws the log evidence of the observations so far over two
// hyper-parameters, in powers of ten, with the others as they are at this step; and
// the path of the ascent.
func (v view) surface() (mark.Panel, bool) {
	a, b, ok := v.axes()
	n := float64(v.seen())
	side := min(mostSide, int(math.Sqrt(surfaceWork/(n*n*n/6+5*n*n+1))))
	if !ok || v.seen() == 0 || side < leastSide {
		return mark.Panel{}, false
	}
	return mark.Slow("surface", titleSurface, func() mark.Panel { return v.surfaceOf(a, b, side) }), true
}

func (v view) surfaceOf(a, b, side int) mark.Panel {
	path := v.trail(a, b)
	w := v.surfaceWindow(a, b, path)
	t := v.evidences(a, b, grid.Grid{Window: w, NX: side, NY: side})
	top := max(v.post.LogEvidence(), slices.Max(t.Values))
	depth := max(shallow, top-median(t.Values))
	for i, value := range t.Values { // so that cubics do not overshoot beside a cliff
		t.Values[i] = max(value, top-2*depth)
	}
	field := mark.Field{Eval: t.Fill, Scale: mark.Sequential, Lo: top - depth, Hi: top, Legend: "log marginal likelihood, the other hyperparameters fixed"}
	for below := 0.5; below < depth && len(field.Levels) < mostLevels; below *= 2 {
		field.Levels = append(field.Levels, mark.Level{Value: top - below, Style: mark.RoleSoft.Wide(1)})
		field.Levels[0].Label = "contours ½, 1, 2, 4, 8, … below the maximum"
	}
	x, y := say.Vars{"number": v.symbol(a)}, say.Vars{"number": v.symbol(b)}
	about := say.Vars{"a": v.symbol(a), "b": v.symbol(b), "here": v.post.LogEvidence(), "top": top}
	p := mark.Panel{
		ID: "surface", Title: titleSurface, Height: 0.8, Note: about.Text("here <here>, maximum <top>"),
		Alt: about.Text("log marginal likelihood over <a> and <b>: <here> here, maximum <top>"),
		X:   mark.Axis{Name: x.Text("log₁₀ <number>"), Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: y.Text("log₁₀ <number>"), Min: w.Y0, Max: w.Y1},
	}
	p.Add(field)
	p.Add(v.onSurface(a, b, path)...)
	return p
}

// evidences is the log evidence at the nodes of a grid of two hyper-parameters.
func (v view) evidences(a, b int, g grid.Grid) gp.Table {
	n := v.seen()
	gram := covariance.NewGram(v.post.X)
	l, z := make([]float64, n*(n+1)/2), make([]float64, n)
	t := gp.Table{Grid: g, Values: make([]float64, g.Len())}
	grid.Fill(t.Values, g, func(x, y float64) float64 {
		if v.ctx.Err() != nil {
			return math.Inf(-1)
		}
		all := append(v.kernel().Values(), v.noise)
		all[a], all[b] = math.Pow(10, x), math.Pow(10, y)
		last := len(all) - 1
		gram.Fill(l, v.k.With(all[:last]))
		return gp.LogEvidence(l, z, v.post.Y, all[last]+v.jitter)
	})
	return t
}

// median of the finite ones among the values; 0 where there is none.
func median(values []float64) float64 {
	sorted := slices.DeleteFunc(slices.Sorted(slices.Values(values)), func(x float64) bool { return !gp.Finite(x) })
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// trail is the path of the ascent on the surface up to now.
func (v view) trail(a, b int) []mark.XY {
	if v.ascent == nil {
		all := append(v.kernel().Values(), v.noise)
		return []mark.XY{{X: math.Log10(all[a]), Y: math.Log10(all[b])}}
	}
	var path []mark.XY
	for _, theta := range v.ascent.path {
		path = append(path, v.project(theta, a, b))
	}
	return path
}

// project returns where θ lies on the surface.
func (v view) project(theta []float64, a, b int) mark.XY {
	var at mark.XY
	for i, q := range v.vary {
		switch q {
		case a:
			at.X = theta[i] / math.Ln10
		case b:
			at.Y = theta[i] / math.Ln10
		}
	}
	return at
}

// surfaceWindow shows the path and the optima, and a decade around the kernel as
// given; its borders are halves of decades, so that it seldom changes.
func (v view) surfaceWindow(a, b int, path []mark.XY) grid.Window {
	start := v.project(v.theta(v.k, v.opt.NoiseVar), a, b)
	w := grid.Window{X0: start.X - 1, X1: start.X + 1, Y0: start.Y - 1.5, Y1: start.Y + 1}
	shown := slices.Clone(path)
	if v.ascent != nil {
		for _, o := range v.ascent.optima {
			shown = append(shown, v.project(o.theta, a, b))
		}
	}
	for _, p := range shown {
		w.X0, w.X1 = min(w.X0, p.X-0.2), max(w.X1, p.X+0.2)
		w.Y0, w.Y1 = min(w.Y0, p.Y-0.2), max(w.Y1, p.Y+0.2)
	}
	return grid.Window{X0: math.Floor(2*w.X0) / 2, X1: math.Ceil(2*w.X1) / 2, Y0: math.Floor(2*w.Y0) / 2, Y1: math.Ceil(2*w.Y1) / 2}
}

// onSurface is the path, the optima and the present place.
func (v view) onSurface(a, b int, path []mark.XY) []mark.Mark {
	marks := []mark.Mark{panel.Line(path, mark.RoleInk.Wide(1.6), "optimisation path")}
	last := len(path) - 1
	if last > 0 {
		marks = append(marks, mark.Points{At: path[:last], Size: slices.Repeat([]float64{2.5}, last), Style: mark.RoleInk.Plain(), Layer: mark.Over})
	}
	if v.ascent != nil && len(v.ascent.optima) > 0 {
		ends := mark.Points{Style: mark.RoleGood.Plain(), Layer: mark.Over, Legend: "local optima"}
		for i, o := range v.ascent.optima {
			ends.At = append(ends.At, v.project(o.theta, a, b))
			ends.Labels = append(ends.Labels, say.Phrase(letter(i)))
			ends.Tips = append(ends.Tips, say.Vars{"value": o.value}.Text("log marginal likelihood <value>"))
		}
		marks = append(marks, ends)
	}
	return append(marks, panel.Dot(path[last], 5, mark.RoleAccent.Plain(), "now"))
}

// An ascent is one on the log evidence up to some iterate, and the ends of the
// ascents before it.
type ascent struct {
	start   int // which start, from 0
	iterate int
	path    [][]float64 // θ of this start's iterates so far
	value   float64     // log evidence
	last    float64     // of the iterate before; −Inf at the first
	slope   float64     // the largest component of the gradient by a free θ
	bounded []int       // the θ at their bounds
	end     end
	optima  []optimum // the ends so far, in the order of the starts
}

// An end is how an ascent ended.
type end int

const (
	rising end = iota // it has not
	flat              // the gradient is zero to tolerance
	stuck             // rounding hides any further rise
	capped            // too many iterates
)

// An optimum is where an ascent ended.
type optimum struct {
	theta  []float64
	value  float64
	slope  float64
	end    end
	path   [][]float64 // of the best of the starts that ended here
	starts []int       // all of them, from 0
}

const (
	maxIterates = 200
	slopeTol    = 1e-6 // of 1 + |log evidence|
	spreadTheta = 1.5  // standard deviation of the logarithms of the starts
	sameValue   = 1e-5 // ends whose evidence differs by less, of 1 + |log evidence|, are one
)

// box returns the bounds of θ: four decades on either side of one (six below, for
// the noise), and at least two decades around the start.
func (t *task) box() (lo, hi []float64) {
	theta := t.theta(t.k, t.opt.NoiseVar)
	for i, q := range t.vary {
		low, high := 1e-4, 1e4
		if q == len(t.k.Values()) {
			low = 1e-6
		}
		lo = append(lo, min(math.Log(low), theta[i]-math.Log(100)))
		hi = append(hi, max(math.Log(high), theta[i]+math.Log(100)))
	}
	return lo, hi
}

// theta returns the logarithms of the hyper-parameters that vary: the kernel's
// numbers in reading order, then the noise variance.
func (t *task) theta(k covariance.Kernel, noise float64) []float64 {
	all := append(k.Values(), noise)
	theta := make([]float64, len(t.vary))
	for i, q := range t.vary {
		theta[i] = math.Log(all[q])
	}
	return theta
}

// model is the inverse of theta.
func (t *task) model(theta []float64) (covariance.Kernel, float64) {
	all := append(t.k.Values(), t.opt.NoiseVar)
	for i, q := range t.vary {
		all[q] = math.Exp(theta[i])
	}
	last := len(all) - 1
	return t.k.With(all[:last]), all[last]
}

// objective is what the ascent maximises: the log evidence.
func (t *task) objective(theta []float64) (float64, []float64, bool) {
	k, noise := t.model(theta)
	value, all, ok := gp.Evidence(t.ctx, k, noise+t.jitter, t.x, t.y)
	if !ok {
		return math.Inf(-1), nil, false
	}
	all[len(all)-1] *= noise / (noise + t.jitter) // the jitter stays
	g := make([]float64, len(theta))
	for i, q := range t.vary {
		g[i] = all[q]
	}
	return value, g, true
}

// optimise ascends from every start and ends with the best.
func (v view) optimise(yield func(algos.Step) bool) {
	lo, hi := v.box()
	var optima []optimum
	for start := range v.starts {
		on, ok := gp.NewAscent(v.objective, v.startAt(start), lo, hi)
		if v.ctx.Err() != nil {
			return
		}
		if !ok {
			continue // a start at which K is singular
		}
		a := ascent{start: start, last: math.Inf(-1), optima: optima}
		a.look(on)
		v = v.on(a, setting)
		if !yield(v.step()) {
			return
		}
		for a.end == rising {
			if v.ctx.Err() != nil {
				return
			}
			if a.advance(on); a.end == rising {
				v = v.on(a, climbing)
			} else {
				a.gather()
				v.ascent, v.phase = &a, arriving
			}
			if !yield(v.step()) {
				return
			}
		}
		optima = a.optima
	}
	if len(optima) == 0 {
		v.status = algos.Status{
			State: algos.Exhausted,
			Reason: "At every start the covariance matrix is singular to working precision, so there is no marginal likelihood to maximise. Take a larger " +
				"noise variance.",
		}
		yield(v.step())
		return
	}
	yield(v.best(optima).step())
}

// startAt returns θ of a start.
func (t *task) startAt(start int) []float64 {
	theta := t.theta(t.k, t.opt.NoiseVar)
	for i, z := range t.starts[start] {
		theta[i] += spreadTheta * z
	}
	return theta
}

// advance makes one iterate, or finds that the ascent has ended.
func (a *ascent) advance(on *gp.Ascent) {
	a.last = on.Value
	switch {
	case on.Slope() <= slopeTol*(1+math.Abs(on.Value)):
		a.end = flat
	case a.iterate == maxIterates:
		a.end = capped
	case !on.Step():
		a.end = stuck
	default:
		a.iterate++
		a.look(on)
	}
}

// look takes down where the ascent is.
func (a *ascent) look(on *gp.Ascent) {
	a.path = append(slices.Clip(a.path), on.Theta)
	a.value, a.slope = on.Value, on.Slope()
	a.bounded = nil
	for i := range on.Theta {
		if !on.Free(i) {
			a.bounded = append(a.bounded, i)
		}
	}
}

// gather adds the end of the ascent to the optima, or to the one where others ended
// before.
func (a *ascent) gather() {
	found := optimum{theta: a.path[len(a.path)-1], value: a.value, slope: a.slope, end: a.end, path: a.path, starts: []int{a.start}}
	a.optima = slices.Clone(a.optima)
	for i, o := range a.optima {
		if !o.same(found) {
			continue
		}
		found.starts = append(slices.Clone(o.starts), a.start)
		if o.value > found.value {
			o.starts = found.starts
			found = o
		}
		a.optima[i] = found
		return
	}
	a.optima = append(a.optima, found)
}

// same reports whether two ends are as high. They may lie apart: where the
// evidence is a plateau or a ridge, its height is all that the data determine.
func (o optimum) same(p optimum) bool {
	return math.Abs(o.value-p.value) <= sameValue*(1+math.Abs(o.value))
}

// on is the process with the hyper-parameters of an iterate.
func (t *task) on(a ascent, p phase) view {
	k, noise := t.model(a.path[len(a.path)-1])
	post := t.prior(k, noise)
	for i, x := range t.x {
		if t.ctx.Err() != nil {
			break
		}
		post = post.Add(x, t.y[i], post.At(x))
	}
	return view{task: t, phase: p, post: post, noise: noise, row: -1, ascent: &a, status: algos.Status{State: algos.Running}}
}

// best ends the run at the best of the optima.
func (t *task) best(optima []optimum) view {
	top := slices.MaxFunc(optima, func(a, b optimum) int { return cmp.Compare(a.value, b.value) })
	a := ascent{start: top.starts[0], path: top.path, value: top.value, last: math.Inf(-1), slope: top.slope, end: top.end, optima: optima}
	v := t.on(a, choosing)
	v.status = algos.Status{State: algos.Converged, Reason: v.foundBest(top)}
	if top.end != flat {
		v.status.State = algos.Exhausted
	}
	return v
}
