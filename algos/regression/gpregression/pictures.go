package gpregression

import (
	"math"

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
		Scale: mark.Diverging, Lo: -top, Hi: top, Legend: w.Text("mean m(x), full colour from ±<top>"),
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
		ID: "sd", Title: "Standard deviation of f", Height: 0.8, Note: w.Text("at most <most>"),
		Alt: w.Text("standard deviation of f over the plane, at most <most>"), Marks: []mark.Mark{field, seen},
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
		ID: "matrix", Title: "Kernel matrix K + σ²I", Note: w.Text("<n row>"), Values: make([]float64, n*n), Scale: mark.Sequential, Legend: "covariance of y",
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
