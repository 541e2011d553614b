package gpregression

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// Panels draws the step.
func (s *state) Panels() []algos.Panel {
	panels := []algos.Panel{s.board()}
	if !s.line() {
		panels = append(panels, s.sdPanel())
	}
	if p, ok := s.queries(); ok {
		panels = append(panels, p)
	}
	if p, ok := s.matrix(); ok {
		panels = append(panels, p)
	}
	if p, ok := s.surface(); ok {
		panels = append(panels, p)
	}
	return panels
}

// meanField is the mean in the plane.
func (s *state) meanField() algos.Field {
	top := s.size
	if top == 0 {
		top = max(2*s.priorSD(), 1e-9)
	}
	field := algos.Field{
		Eval:  s.evalMean,
		Scale: algos.Diverging, Lo: -top, Hi: top, Legend: say.Phrase(fmt.Sprintf("mean m(x), full colour from ±%s", say.Num(top))),
	}
	if s.seen() == 0 {
		return field
	}
	step := roundStep(top / 4)
	for i := -6; i <= 6; i++ {
		level := algos.Level{Value: float64(i) * step, Style: algos.Style{Role: algos.RoleSoft, Width: 1}}
		switch i {
		case -6:
			level.Label = say.Phrase(fmt.Sprintf("every %s", say.Num(step)))
		case 0:
			level.Style = algos.Style{Role: algos.RoleInk, Width: 2}
			level.Label = "m = 0"
		}
		field.Levels = append(field.Levels, level)
	}
	return field
}

// costly is the most kernel values that a mean field is worth. Beyond it the mean is
// interpolated between the probes, unless the kernel has a short cut.
const costly = 1_000_000

func (s *state) evalMean(dst []float64, g grid.Grid) {
	if s.seen()*g.Len() > costly && !s.kernel().Separable() {
		table{Grid: s.lattice, values: s.post.mean}.fill(dst, g)
		return
	}
	s.kernel().Field(dst, g, s.post.x, s.post.weights())
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
func (s *state) evalSD(t table) algos.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		if n := s.seen(); n*n*g.Len() > mostSolving && !short(s.kernel(), g) {
			t.fill(dst, g)
			return
		}
		variances(dst, s.kernel(), s.post.factor(), s.post.x, g)
		for i, v := range dst {
			dst[i] = sd(v)
		}
	}
}

// sdPanel is the standard deviation of f in the plane.
func (s *state) sdPanel() algos.Panel {
	t := table{Grid: s.lattice, values: make([]float64, len(s.probes))}
	for i, v := range s.post.vari {
		t.values[i] = sd(v)
	}
	top := s.priorSD()
	if top == 0 {
		top = 1
	}
	p := algos.Panel{
		ID: "sd", Title: "Standard deviation of f", Height: 0.8,
		Note:  say.Phrase(fmt.Sprintf("at most %s", say.Num(maxOf(t.values)))),
		Alt:   say.Phrase(fmt.Sprintf("standard deviation of f over the plane, at most %s", say.Num(maxOf(t.values)))),
		X:     algos.Axis{Name: "x₁", Min: s.window.X0, Max: s.window.X1},
		Y:     algos.Axis{Name: "x₂", Min: s.window.Y0, Max: s.window.Y1},
		Marks: []algos.Mark{algos.Field{Eval: s.evalSD(t), Scale: algos.Sequential, Lo: 0, Hi: top, Legend: say.Phrase(fmt.Sprintf("s(x), full colour at the prior's %s", say.Num(top)))}},
	}
	if field, n := p.Marks[0].(algos.Field), s.seen(); n > 0 {
		for i, share := range [...]float64{0.25, 0.5, 0.75} {
			level := algos.Level{Value: share * top, Style: algos.Style{Role: algos.RoleSoft, Width: 1}}
			if i == 0 {
				level.Label = "¼, ½ and ¾ of it"
			}
			field.Levels = append(field.Levels, level)
		}
		p.Marks[0] = field
	}
	seen := algos.Points{Style: algos.Style{Role: algos.RoleInk}}
	for i := range s.seen() {
		seen.At = append(seen.At, s.place(i))
		seen.Size = append(seen.Size, 2.5)
		seen.Refs = append(seen.Refs, ref(i))
	}
	p.Marks = append(p.Marks, seen)
	return p
}

func maxOf(v []float64) float64 {
	top := 0.0
	for _, x := range v {
		top = max(top, x)
	}
	return top
}

// queries shows how f(q₁) and f(q₂) are distributed together, before any data and
// now: the ellipses of one and two standard deviations.
func (s *state) queries() (algos.Panel, bool) {
	a, b := s.query(s.Q1), s.query(s.Q2)
	k := s.kernel()
	before := [3]float64{k.At(a, a), k.At(a, b), k.At(b, b)}
	mean, cov := s.post.joint(a, b)
	for _, v := range [...]float64{before[0], before[1], before[2], mean[0], mean[1], cov[1]} {
		if !(math.Abs(v) <= maxKernel) {
			return algos.Panel{}, false // too far away for this kernel
		}
	}
	reach := 2.3 * math.Sqrt(max(before[0], before[2]))
	reach = max(reach, math.Abs(mean[0])+2.3*math.Sqrt(cov[0]), math.Abs(mean[1])+2.3*math.Sqrt(cov[2]), 1e-9)
	rho := 0.0
	if cov[0] > 0 && cov[2] > 0 {
		rho = cov[1] / math.Sqrt(cov[0]*cov[2])
	}
	p := algos.Panel{
		ID: "queries", Title: "f(q₁) and f(q₂) together", Equal: true, Height: 0.9,
		Note: say.Phrase("correlation " + say.Num(math.Round(1000*rho)/1000)),
		Alt: say.Phrase(fmt.Sprintf("f(q₁) is %s ± %s and f(q₂) is %s ± %s, with the correlation %s", say.Num(mean[0]), say.Num(math.Sqrt(cov[0])),
			say.Num(mean[1]), say.Num(math.Sqrt(cov[2])), say.Num(rho))),
		X: algos.Axis{Name: "f(q₁)", Min: -reach, Max: reach},
		Y: algos.Axis{Name: "f(q₂)", Min: -reach, Max: reach},
	}
	faint := algos.Style{Role: algos.RoleSoft, Width: 1.2, Dash: true}
	p.Marks = append(p.Marks,
		algos.Ellipses{Mean: []algos.XY{{}}, Cov: [][3]float64{before}, Radii: []float64{1, 2}, Style: []algos.Style{faint}, Layer: algos.Under, Legend: "prior, 1 and 2 standard deviations"},
		algos.Ellipses{Mean: []algos.XY{{X: mean[0], Y: mean[1]}}, Cov: [][3]float64{cov}, Radii: []float64{1, 2}, Style: []algos.Style{{Role: algos.RoleClass3, Width: 2}}, Legend: "given the observations"},
		algos.Points{At: []algos.XY{{X: mean[0], Y: mean[1]}}, Size: []float64{3.5}, Style: algos.Style{Role: algos.RoleClass3}, Layer: algos.Over},
	)
	return p, true
}

// maxMatrix is the most observations whose kernel matrix is drawn.
const maxMatrix = 60

// matrix is K + σ²I: a row and a column for every observation so far, and for the
// one at hand.
func (s *state) matrix() (algos.Panel, bool) {
	x := s.x[:s.seen()]
	if s.phase == relating || s.phase == foreseeing {
		x = s.x[:s.row+1]
	}
	n := len(x)
	if n == 0 || n > maxMatrix {
		return algos.Panel{}, false
	}
	k := s.kernel()
	m := algos.Matrix{Rows: n, Cols: n, Values: make([]float64, n*n), Scale: algos.Sequential, Text: n <= 6, Legend: "covariance of y"}
	for i := range n {
		m.RowRefs = append(m.RowRefs, ref(i))
		for j := range n {
			v := k.At(x[i], x[j])
			if i == j {
				v += s.post.noise
			}
			m.Values[i*n+j] = v
			m.Lo, m.Hi = min(m.Lo, v), max(m.Hi, v)
		}
	}
	m.ColRefs = m.RowRefs
	if m.Lo < 0 {
		m.Scale, m.Hi = algos.Diverging, max(m.Hi, -m.Lo)
		m.Lo = -m.Hi
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	note := say.Count(n, "row")
	switch s.phase {
	case relating, foreseeing:
		note = "a new row: k(" + name(s.row) + ", X)"
		if n <= 20 {
			for j := range n {
				m.Hot = append(m.Hot, [2]int{n - 1, j})
			}
		}
	case conditioning:
		m.Hot = [][2]int{{s.row, s.row}}
	}
	return algos.Panel{
		ID: "matrix", Title: "Kernel matrix K + σ²I", Note: say.Phrase(note), Equal: true, Height: 1,
		Alt:   say.Phrase(fmt.Sprintf("the %d by %d matrix of k(xᵢ, xⱼ), with the noise variance on its diagonal", n, n)),
		X:     algos.Axis{Hidden: true, Max: float64(n)},
		Y:     algos.Axis{Hidden: true, Max: float64(n)},
		Marks: []algos.Mark{m},
	}, true
}
