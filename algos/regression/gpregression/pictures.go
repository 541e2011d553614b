package gpregression

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if !v.line() {
		panels = append(panels, v.deviation())
	}
	for _, picture := range []func() (mark.Panel, bool){v.queries, v.conditional, v.matrix, v.spectrum, v.surface} {
		if p, ok := picture(); ok {
			panels = append(panels, p)
		}
	}
	return panels
}

// plane is the axes of the inputs.
func (v view) plane() (x, y mark.Axis) {
	w := v.Window
	return mark.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, mark.Axis{Name: "x₂", Min: w.Y0, Max: w.Y1}
}

// meanField is the mean in the plane.
func (v view) meanField() mark.Field {
	top := v.size
	if top == 0 {
		top = max(2*priorSD(v.kernel(), v.probes), 1e-9)
	}
	step := roundStep(top / 4)
	w := say.Vars{"top": top, "step": step}
	field := mark.Field{
		Eval:  v.evalMean,
		Scale: mark.Diverging, Lo: -top, Hi: top, Legend: w.Text("posterior mean m(x), full colour from ±<top>"),
	}
	if v.seen() == 0 {
		return field
	}
	for i := -6; i <= 6; i++ {
		field.Levels = append(field.Levels, mark.Level{Value: float64(i) * step, Style: mark.RoleSoft.Wide(1)})
	}
	field.Levels[0].Label = w.Text("every <step>")
	field.Levels[6].Label, field.Levels[6].Style = "m = 0", mark.RoleInk.Wide(2)
	return field
}

// costly is the most kernel values that a mean field is worth. Beyond it the mean is
// interpolated between the probes, unless the kernel has a short cut.
const costly = 1_000_000

func (v view) evalMean(dst []float64, g grid.Grid) {
	if v.seen()*g.Len() > costly && !v.kernel().Separable() {
		gp.Table{Grid: v.lattice, Values: v.post.Mean}.Fill(dst, g)
		return
	}
	v.kernel().Field(dst, g, v.post.X, v.post.Weights())
}

// roundStep rounds a step to 1, 2 or 5 times a power of ten.
func roundStep(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	switch {
	case x < 2*unit:
		return unit
	case x < 5*unit:
		return 2 * unit
	}
	return 5 * unit
}

// mostSolving is the work, in multiplications, up to which a picture solves for
// the variance of every node.
const mostSolving = 100_000_000

// evalSD is the standard deviation of f on a grid: exact where that is not too much
// work, otherwise interpolated between the probes.
func (v view) evalSD(t gp.Table) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		if n := v.seen(); n*n*g.Len() > mostSolving && !gp.Short(v.kernel(), g) {
			t.Fill(dst, g)
			return
		}
		gp.Variances(dst, v.kernel(), v.post.Factor(), v.post.X, g)
		for i, variance := range dst {
			dst[i] = gp.SD(variance)
		}
	}
}

// deviation is the standard deviation of f in the plane.
func (v view) deviation() mark.Panel {
	t := gp.Table{Grid: v.lattice, Values: make([]float64, len(v.probes))}
	most := 0.0
	for i, variance := range v.post.Var {
		t.Values[i] = gp.SD(variance)
		most = max(most, t.Values[i])
	}
	top := priorSD(v.kernel(), v.probes)
	if top == 0 {
		top = 1
	}
	w := say.Vars{"most": most, "top": top}
	field := mark.Field{Eval: v.evalSD(t), Scale: mark.Sequential, Lo: 0, Hi: top, Legend: w.Text("s(x), full colour at the prior's <top>")}
	if v.seen() > 0 {
		for _, share := range [...]float64{0.25, 0.5, 0.75} {
			field.Levels = append(field.Levels, mark.Level{Value: share * top, Style: mark.RoleSoft.Wide(1)})
		}
		field.Levels[0].Label = "¼, ½ and ¾ of it"
	}
	seen := mark.Points{Style: mark.RoleInk.Plain()}
	for i := range v.seen() {
		seen.At, seen.Size, seen.Refs = append(seen.At, panel.Place(v.Problem, i)), append(seen.Size, 2.5), append(seen.Refs, say.Row(i).Ref())
	}
	p := mark.Panel{
		ID: "sd", Title: "Posterior standard deviation of f", Height: 0.8, Note: w.Text("maximum <most>"),
		Alt: w.Text("posterior standard deviation of f over the plane, maximum <most>"), Marks: []mark.Mark{field, seen},
	}
	p.X, p.Y = v.plane()
	return p
}

const (
	maxMatrix = 60 // the most observations whose kernel matrix is drawn
	maxHot    = 20 // the most whose new row is marked
)

// matrix is K + σ²I: a row and a column for every observation so far, and for the
// one at hand.
func (v view) matrix() (mark.Panel, bool) {
	n := v.seen()
	if v.ahead() {
		n = v.row + 1
	}
	if n == 0 || n > maxMatrix {
		return mark.Panel{}, false
	}
	w := say.Vars{"n": n}
	m := panel.Gram{
		ID: "matrix", Title: "Kernel matrix K + σ²I", Note: w.Text("<n observation>"),
		Values: make([]float64, n*n), Scale: mark.Sequential, Legend: "covariance of y",
		Alt: w.Text("the <n> by <n> matrix of k(xᵢ, xⱼ), with the noise variance on its diagonal"),
	}
	k := v.kernel()
	for i := range n {
		for j := range n {
			c := k.At(v.x[i], v.x[j])
			if i == j {
				c += v.post.Noise
			}
			m.Values[i*n+j] = c
			m.Lo, m.Hi = min(m.Lo, c), max(m.Hi, c)
		}
	}
	if m.Lo < 0 {
		m.Scale, m.Hi = mark.Diverging, max(m.Hi, -m.Lo)
		m.Lo = -m.Hi
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	if v.phase == conditioning {
		m.Hot = [][2]int{{v.row, v.row}}
	}
	if v.ahead() {
		m.Note = say.Vars{"point": say.Row(v.row).Name()}.Text("a new row: k(<point>, X)")
		for j := 0; n <= maxHot && j < n; j++ {
			m.Hot = append(m.Hot, [2]int{n - 1, j})
		}
	}
	return m.Panel(n), true
}

// board draws the process: on a line the mean with its bands and a few draws, in
// the plane the mean as a field.
func (v view) board() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "board", Title: "Gaussian process posterior", Edits: mark.EditsData,
		Note: w.Text("<seen> of <n observation>"), Alt: w.Text("a Gaussian process after <seen> of <n observation>, log marginal likelihood <evidence>"),
	}
	p.X, p.Y = v.plane()
	if v.line() {
		p.X.Name, p.Y = "x", mark.Axis{Name: "y", Min: v.height[0], Max: v.height[1]}
		c := v.curves()
		p.Add(v.bands(c)...)
		p.Add(v.draws(c)...)
		mean := mark.PolyLine{Style: mark.RoleInk.Wide(2.4), Legend: "posterior mean m"}
		for _, j := range c.bends(c.post.Mean) {
			mean.At = append(mean.At, mark.XY{X: c.post.Probes[j][0], Y: c.post.Mean[j]})
		}
		p.Add(mean)
	} else {
		p.Add(v.meanField())
	}
	p.Add(v.barOfForecast())
	p.Add(v.observations()...)
	p.Add(v.handles()...)
	return p
}

// bands are m ± 2s for f, and m ± 2√(s²+σ²) for a new observation.
func (v view) bands(c curves) []mark.Mark {
	band := func(noise, opacity float64, legend say.Phrase) mark.Band {
		b := mark.Band{Style: mark.RoleClass0.Plain().Faded(opacity), Legend: legend}
		lo, hi := make([]float64, len(c.post.Mean)), make([]float64, len(c.post.Mean))
		for j, m := range c.post.Mean {
			w := 2 * gp.SD(c.post.Var[j]+noise)
			lo[j], hi[j] = m-w, m+w
		}
		for _, j := range c.bends(lo, hi) {
			b.X, b.Lo, b.Hi = append(b.X, c.post.Probes[j][0]), append(b.Lo, lo[j]), append(b.Hi, hi[j])
		}
		return b
	}
	var marks []mark.Mark
	if v.opt.Band != "f" {
		marks = append(marks, band(v.noise, 0.16, "new observation y: m ± 2√(s²+σ²)"))
	}
	if v.opt.Band != "y" {
		marks = append(marks, band(0, 0.32, "function f: m ± 2s"))
	}
	return marks
}

// draws are functions drawn from the process.
func (v view) draws(c curves) []mark.Mark {
	var marks []mark.Mark
	for i, values := range c.sample() {
		line := mark.PolyLine{Style: mark.RoleOfClass(2 + i%3).Wide(1.1).Faded(0.75)}
		if i == 0 {
			line.Legend = "function samples"
		}
		for _, j := range c.drawn {
			line.At = append(line.At, mark.XY{X: c.post.Probes[j][0], Y: values[j]})
		}
		marks = append(marks, line)
	}
	return marks
}

// soon is the ring of what comes next: not solid and not in the accent colour, as that of
// what a step works at is.
var soon = mark.Style{Role: mark.RoleInk, Width: 2, Dots: true}

// observations are filled once they were seen; the next one and those to come are
// hollow.
func (v view) observations() []mark.Mark {
	ink, legend := mark.RoleInk.Plain(), say.Phrase("observations")
	if !v.line() {
		ink, legend = mark.Style{}, "observations: sign and size of y" // the colours of the classes
	}
	seen, later, next := v.seen(), v.seen(), v.next()
	var marks []mark.Mark
	if next >= 0 {
		later = next + 1
	}
	if later < len(v.y) {
		marks = append(marks, v.dots(later, len(v.y), mark.Points{Hollow: true, Style: mark.RoleSoft.Plain().Faded(0.6), Legend: "to come"}))
	}
	if seen > 0 {
		marks = append(marks, v.dots(0, seen, mark.Points{Style: ink, Legend: legend}))
	}
	if next >= 0 {
		marks = append(marks, v.dots(next, next+1, mark.Points{Hollow: true, Style: mark.RoleSoft.Plain()}), v.ring(next, soon, ""))
	}
	if v.phase == conditioning {
		marks = append(marks, v.ring(v.row, mark.RoleGood.Wide(2.5), "just added"))
	}
	return marks
}

// dots puts the rows of a range on a mark.
func (v view) dots(from, to int, p mark.Points) mark.Points {
	for i := from; i < to; i++ {
		p.At = append(p.At, panel.Place(v.Problem, i))
		p.Refs = append(p.Refs, say.Row(i).Ref())
		if !v.line() {
			p.Class = append(p.Class, 0)
			if v.y[i] > 0 {
				p.Class[i-from] = 1
			}
			p.Size = append(p.Size, 3+4*math.Abs(v.y[i])/max(v.size, math.SmallestNonzeroFloat64))
		}
	}
	p.Tip = func(k int) say.Phrase {
		i := from + k
		return say.Vars{"point": say.Row(i).Name(), "input": v.input(i), "y": v.y[i]}.Text("<point> = <input>, y = <y>")
	}
	return p
}

// ring marks a row, with its name beside it.
func (v view) ring(row int, style mark.Style, legend say.Phrase) mark.Rings {
	return mark.Rings{
		At: []mark.XY{panel.Place(v.Problem, row)}, Radius: []float64{9}, Labels: []say.Phrase{say.Phrase(say.Row(row).Name())},
		Style: style, Legend: legend,
	}
}

// barOfForecast shows on a line how the observation of the step was forecast: two
// standard deviations of y around the mean. It is nil at other steps.
func (v view) barOfForecast() mark.Mark {
	if !v.line() || v.phase != foreseeing {
		return nil
	}
	f, x := v.forecast, v.x[v.row][0]
	w := 2 * math.Sqrt(f.Var+v.post.Noise)
	return mark.Segments{
		From: []mark.XY{{X: x, Y: f.Mean - w}}, To: []mark.XY{{X: x, Y: f.Mean + w}}, Layer: mark.Over,
		Style: mark.RoleAccent.Wide(3).Faded(0.6), Legend: "predictive distribution of y: m ± 2√(s²+σ²)",
	}
}

// handles are the two queries, to be dragged: on a line they sit on the mean.
func (v view) handles() []mark.Mark {
	var marks []mark.Mark
	for _, q := range []struct {
		param string
		name  say.Phrase
		at    [2]float64
	}{{"q1", "q₁", v.opt.Q1}, {"q2", "q₂", v.opt.Q2}} {
		at := mark.XY{X: q.at[0], Y: q.at[1]}
		if v.line() {
			at.Y = v.post.At(v.query(q.at)).Mean
		}
		if at.X < v.Window.X0 || at.X > v.Window.X1 || !v.line() && !v.Window.Contains(at.X, at.Y) {
			continue
		}
		marks = append(marks, mark.Handle{
			Param: q.param, At: at, Label: q.name, Size: 5.5,
			Tip: say.Vars{"query": q.name}.Text("drag <query>"), Style: mark.RoleClass3.Plain(),
		})
	}
	return marks
}

// On a line the probes lie on an even grid. Where the kernel turns within a few of its
// steps, the pictures halve them, so that every curve looks as smooth as it is. The
// places of a level are put behind those of the levels before it: a draw keeps its
// values there when finer ones are added.
const (
	stepsABend   = 7           // that make a curve look smooth: its chords miss it by 1/400 of its height
	stepsADraw   = 3.5         // the same for the draws, which are thin: 1/100
	finestCurve  = 3           // halvings of mean and band: two places a pixel of a board
	finestDraw   = 2           // of the draws, which take the factor of a matrix of all their places
	mostToRefine = 160_000_000 // multiplications that finer curves are worth
	thinnest     = 1.0 / 3000  // of the board's height: what a place must bend a curve by to be kept
)

// nodesOf is the number of places on the even grid after some halvings.
func nodesOf(level int) int { return (lineNodes-1)<<level + 1 }

// Curves are the process on a line at the places where it is drawn.
type curves struct {
	*task
	post  *gp.Posterior
	level int
	order []int // all places from left to right
	drawn []int // those of the draws
}

// curves returns the places at which the kernel of this view looks smooth.
func (v view) curves() curves {
	c := curves{task: v.task, post: v.post, level: v.fineness(stepsABend, finestCurve), order: v.order}
	if c.level > 0 {
		c.post = v.post.Refined(v.nodes, v.halved(c.level))
		c.order = leftToRight(c.post.Probes)
	}
	even := nodesOf(v.fineness(stepsADraw, finestDraw))
	for _, j := range c.order {
		if j < even {
			c.drawn = append(c.drawn, j)
		}
	}
	return c
}

// fineness is how often the grid is halved, up to some finest, for so many steps a
// bend.
func (v view) fineness(steps float64, finest int) int {
	bend, n := v.kernel().Bend(), v.seen()
	level := 0
	for level < finest && (v.Window.X1-v.Window.X0)/float64(nodesOf(level)-1) > bend/steps && n*n*nodesOf(level+1) <= mostToRefine {
		level++
	}
	return level
}

// halved are the places that some halvings add to the even grid, level by level.
func (t *task) halved(levels int) [][2]float64 {
	var more [][2]float64
	for level := 1; level <= levels; level++ {
		steps := nodesOf(level) - 1
		for i := 1; i < steps; i += 2 {
			more = append(more, [2]float64{t.Window.X0 + (t.Window.X1-t.Window.X0)*float64(i)/float64(steps)})
		}
	}
	return more
}

// sample returns the draws of f, of random numbers that belong to the run: a value for
// each of the first places.
func (c curves) sample() [][]float64 {
	if c.opt.Samples == 0 {
		return nil
	}
	normals := make([][]float64, c.opt.Samples)
	for i := range normals {
		normals[i] = c.normals[i][:len(c.drawn)]
	}
	return c.post.Draws(len(c.drawn), normals)
}

// bends returns the places that some curves need, from left to right.
func (c curves) bends(values ...[]float64) []int {
	if c.level == 0 {
		return c.order
	}
	return panel.Bends(c.order, func(j int) float64 { return c.post.Probes[j][0] }, thinnest*(c.height[1]-c.height[0]), values...)
}

// leftToRight sorts inputs of a line.
func leftToRight(x [][2]float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a][0], x[b][0]) })
	return order
}
