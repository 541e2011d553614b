package kernelridge

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	if v.Side == threeLosses {
		panels := []mark.Panel{v.board()}
		for kind, title := range lossTitles {
			panels = append(panels, mark.Slow(lossIDs[kind], title, func() mark.Panel { return v.lossPanel(kind) }))
		}
		return append(panels, v.coefficients())
	}
	panels := []mark.Panel{v.board(), v.coefficients(), v.other()}
	along := sync.OnceValue(func() []mark.Panel {
		m := v.modes()
		if m.u == nil { // interrupted
			return make([]mark.Panel, 3)
		}
		return append(v.path(m), v.spectrum(m))
	})
	for k, p := range []mark.Panel{{ID: "path", Title: pathTitle}, {ID: "capacity", Title: capacityTitle}, {ID: "spectrum", Title: spectrumTitle}} {
		if len(v.y) <= few {
			panels = append(panels, along()[k])
		} else {
			panels = append(panels, mark.Slow(p.ID, p.Title, func() mark.Panel { return along()[k] }))
		}
	}
	return panels
}

// board draws f: on a line as the sum of its weighted kernel functions, in the plane as shading.
func (v view) board() mark.Panel {
	p, c := v.Problem.Board(), v.counts()
	p.Title, p.Note = "Kernel expansion and its terms", c.Text("‖f‖² = <norm>")
	p.Alt = c.Text("<n point>, <seen> of them in the kernel expansion; ‖f‖² = <norm>, training RMSE <rmse>")
	if v.Dim == 1 {
		p.Add(v.terms()...)
		if v.was != nil {
			before := expansion{v.kernel, v.x, v.was}
			p.Add(mark.PolyLine{At: v.draw(before.value), Style: mark.RoleSoft.Wide(1.4).Dashed(), Legend: "before the step"})
		}
		p.Add(v.stems(), mark.PolyLine{At: v.draw(v.curve().value), Style: mark.RoleInk.Wide(2.6), Name: "f(x)", Legend: "f, the kernel expansion"})
	} else {
		w := v.Window
		across, up := w.X1-w.X0, w.Y1-w.Y0
		p.Equal = max(across, up) <= 3*min(across, up)
		p.Add(v.field())
		top := v.tallest()
		p.Add(panel.Rings(v.Problem, mark.RoleInk.Wide(1.6), "ring size: |α|", func(i int) float64 {
			if v.alpha[i] == 0 {
				return 0
			}
			return 5 + 6*math.Sqrt(math.Abs(v.alpha[i])/top)
		}))
	}
	p.Add(v.points(func(i int) mark.XY { return panel.Place(v.Problem, i) })...)
	if v.row >= 0 {
		p.Add(panel.Drawn(v.Problem, []int{v.row}, "")) // its label says which, and the story why
	}
	return p
}

// tallest is the largest |α|, or 1.
func (s *state) tallest() float64 {
	top := 0.0
	for _, a := range s.alpha {
		top = max(top, math.Abs(a))
	}
	if top == 0 {
		return 1
	}
	return top
}

// nodes is how many inputs of the line a curve is drawn through at least, besides the
// inputs of the points, where some kernels have kinks.
const nodes = 161

func (v view) draw(f func([2]float64) float64) []mark.XY {
	x, w := make([]float64, 0, nodes+len(v.y)), v.Window
	for i := range nodes {
		x = append(x, w.X0+(w.X1-w.X0)*float64(i)/(nodes-1))
	}
	if len(v.y) <= nodes {
		for _, p := range v.x {
			if p[0] > w.X0 && p[0] < w.X1 {
				x = append(x, p[0])
			}
		}
	}
	slices.Sort(x)
	return panel.Smooth(slices.Compact(x), w.Y1-w.Y0, func(x float64) float64 { return f([2]float64{x}) })
}

// maxTerms is how many kernel functions are drawn: the largest.
const maxTerms = 40

// terms are αᵢk(xᵢ, ·) as thin curves, up in one colour and down in the other.
func (v view) terms() []mark.Mark {
	rows := make([]int, 0, v.seen)
	for i, a := range v.alpha {
		if a != 0 {
			rows = append(rows, i)
		}
	}
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(math.Abs(v.alpha[b]), math.Abs(v.alpha[a])) })
	rows = rows[:min(len(rows), maxTerms)]
	legend := panel.Once("terms αᵢk(xᵢ, ·)") // whose colours are those of the points
	var marks []mark.Mark
	for _, i := range rows {
		role := mark.RoleClass1
		if v.alpha[i] < 0 {
			role = mark.RoleClass0
		}
		style := role.Wide(1.1).Faded(0.75)
		if i == v.row && v.phase != factoring {
			style = role.Wide(2)
		}
		marks = append(marks, mark.PolyLine{
			At: v.draw(func(x [2]float64) float64 { return v.alpha[i] * v.kernel.At(v.x[i], x) }), Style: style, Legend: legend(), Ref: say.Row(i).Ref(),
		})
	}
	return marks
}

// stems join every point with f: they are λα.
func (v view) stems() mark.Mark {
	seg := mark.Segments{Style: mark.RoleBad.Wide(1.8), Legend: "residuals y − f = λα"}
	for i := range v.seen {
		at := panel.Place(v.Problem, i)
		seg.From, seg.To, seg.Refs = append(seg.From, at), append(seg.To, mark.XY{X: at.X, Y: v.f[i]}), append(seg.Refs, say.Row(i).Ref())
	}
	if v.phase == factoring {
		at := panel.Place(v.Problem, v.row)
		seg.From, seg.To, seg.Refs = append(seg.From, at), append(seg.To, mark.XY{X: at.X, Y: v.f[v.row]}), append(seg.Refs, say.Row(v.row).Ref())
	}
	if len(seg.From) == 0 {
		return nil
	}
	return seg
}

// field is f in the plane, from the smallest to the largest target.
func (v view) field() mark.Field {
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	return mark.Field{Eval: v.curve().field, Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: say.Vars{"lo": lo, "hi": hi}.Text("f(x), from <lo> to <hi>")}
}

// points puts every point on the board: hollow before it is added, or in the colour of its
// coefficient's sign.
func (v view) points(at func(i int) mark.XY) []mark.Mark {
	var marks []mark.Mark
	for _, g := range []struct {
		sign   float64
		role   mark.Role
		legend say.Phrase
	}{{0, mark.RoleSoft, "α = 0"}, {1, mark.RoleClass1, "α > 0: above f"}, {-1, mark.RoleClass0, "α < 0: below f"}} {
		var rows []int
		m := mark.Points{Style: g.role.Plain(), Legend: g.legend, Hollow: g.sign == 0, Tip: func(k int) say.Phrase { return v.tip(rows[k]) }}
		for i, a := range v.alpha {
			if a*g.sign > 0 || a == 0 && g.sign == 0 {
				rows, m.At, m.Refs = append(rows, i), append(m.At, at(i)), append(m.Refs, say.Row(i).Ref())
			}
		}
		if len(rows) > 0 {
			marks = append(marks, m)
		}
	}
	return marks
}

func (v view) tip(i int) say.Phrase {
	x := v.x[i]
	return say.Vars{"row": say.Row(i).Name(), "x": x[:v.Dim], "y": v.y[i], "f": v.f[i], "alpha": v.alpha[i], "r": v.residual(i)}.
		Text("<row> = <x>, y = <y>, f = <f>, residual <r>, α = <alpha>")
}

// coefficients are α as bars, with residual/λ as dots: the representer theorem says that
// they meet.
func (v view) coefficients() mark.Panel {
	top := 1.1 * v.tallest()
	dots := mark.Points{Style: mark.RoleBad.Plain(), Legend: "(y − f)/λ", Hollow: true, Layer: mark.Over}
	if v.Lambda > 0 {
		for i := range v.seen {
			d := v.residual(i) / v.Lambda
			if v.Solver != exact && math.Abs(d) > 1e6*top {
				continue
			}
			dots.At = append(dots.At, mark.XY{X: float64(i + 1), Y: d})
			if v.Solver != exact {
				top = max(top, min(1.1*math.Abs(d), 4*v.tallest()))
			}
		}
	}
	var hot []int
	if v.row >= 0 {
		hot = []int{v.row}
	}
	r := panel.Rows{
		ID: "alphas", Title: "Dual coefficients: λα = residual", Note: "bar: α, ring: (y − f)/λ",
		Alt: v.counts().Text("<n> dual coefficients as bars, and the residuals over λ = <lambda> as rings"),
		Y:   mark.Axis{Name: "α", Min: -top, Max: top}, Of: func(i int) float64 { return v.alpha[i] }, Hot: hot, Tip: v.tip,
	}
	if len(dots.At) > 0 {
		r.Marks = []mark.Mark{dots}
	}
	return r.Panel(v.Problem)
}

// other is another function with the same residuals, which costs more: f + f⊥.
func (v view) other() mark.Panel {
	a, ok := v.perpendicular()
	ok = ok && v.notKernel() == ""
	w := v.counts()
	w["extra"], w["at"] = a.t*a.t*a.at, v.XQuery[:v.Dim]
	c := panel.Curves{
		ID: "perp", Title: "Same residuals, larger norm", Note: "the function g is 0 here", X: mark.Axis{Name: "x", Min: v.Window.X0, Max: v.Window.X1},
		Y: mark.Axis{Name: "y", Min: v.Window.Y0, Max: v.Window.Y1}, Height: 0.75,
		Alt: "f alone: at this input there is no other function with the same residuals",
	}
	if ok {
		c.Note = w.Text("‖f‖² + <extra>")
		c.Alt = w.Text("f and another function with the same residuals, whose ‖f‖² is larger by <extra>")
	}
	handle := mark.Handle{Param: "x_query", At: mark.XY{X: v.XQuery[0], Y: v.XQuery[1]}, Name: "f + g takes this value", Tip: "drag: the point " +
		"through which f + g passes"}
	if v.Dim == 2 {
		if c.X.Name, c.Y.Name = "x₁", "x₂"; ok {
			c.Under = []mark.Mark{mark.Field{
				Eval: a.expansion.field, Scale: mark.Diverging, Lo: -a.at, Hi: a.at, Legend: "g, 0 at all data points",
				Levels: []mark.Level{{Value: 0, Style: mark.RoleSoft.Wide(1.2), Label: "g = 0"}},
			}}
		}
		c.Over = append(v.points(func(i int) mark.XY { return mark.XY{X: v.x[i][0], Y: v.x[i][1]} }), handle)
		return c.Panel()
	}
	if ok {
		c.Of = []panel.Quantity{
			{At: v.draw(func(x [2]float64) float64 { return a.t * a.value(x) }), Style: mark.RoleGood.Wide(1.3).Dashed(), Legend: "g, 0 at all data points"},
			{At: v.draw(v.sum(a).value), Style: mark.RoleAccent.Wide(2), Legend: "f + g"},
		}
	}
	c.Of = append(c.Of, panel.Quantity{At: v.draw(v.curve().value), Style: mark.RoleInk.Wide(2), Legend: "f"})
	c.Over = append(v.points(panel.On(v.Problem, nil)), handle)
	return c.Panel()
}

const (
	pathTitle     say.Phrase = "Training and leave-one-out error vs λ"
	capacityTitle say.Phrase = "Degrees of freedom and norm vs λ"
	spectrumTitle say.Phrase = "Shrinkage by eigendirection"
)

// places are the λ of the pictures along λ: ten decades about the size of K.
const places = 41

func (m *spectrum) lambda(k int) float64 {
	top := math.Abs(m.mu[0])
	if top == 0 {
		top = 1
	}
	return math.Pow(10, math.Round(math.Log10(top))+1-8*float64(k)/(places-1))
}

// path draws the training and the leave-one-out error, and ‖f‖² and the effective
// parameters, against λ, with a handle at the one in use. They are empty where no kernel is.
func (v view) path(m *spectrum) []mark.Panel {
	if v.notKernel() != "" {
		return make([]mark.Panel, 2)
	}
	train := panel.Quantity{Style: mark.RoleClass0.Wide(2), Name: "training", Legend: "training error"}
	out := panel.Quantity{Style: mark.RoleBad.Wide(2), Name: "leave-one-out", Legend: "leave-one-out error"}
	dof := panel.Quantity{Style: mark.RoleClass1.Wide(2), Name: "effective", Legend: "effective degrees of freedom, over n"}
	norm := panel.Quantity{Style: mark.RoleClass2.Wide(2), Name: "‖f‖²", Legend: "‖f‖², over its maximum here"}
	best, least, most, top := 0.0, math.Inf(1), 0.0, 0.0
	for k := places - 1; k >= 0; k-- {
		l := m.lambda(k)
		r := m.at(l)
		train.At, out.At = append(train.At, mark.XY{X: l, Y: r.train}), append(out.At, mark.XY{X: l, Y: r.out})
		dof.At, norm.At = append(dof.At, mark.XY{X: l, Y: r.effective / float64(len(v.y))}), append(norm.At, mark.XY{X: l, Y: r.norm2})
		most, top = max(most, r.norm2), max(top, r.train, min(r.out, 3*v.spread))
		if r.out < least {
			best, least = l, r.out
		}
	}
	for i := range norm.At {
		if most > 0 {
			norm.At[i].Y /= most
		}
	}
	w := say.Vars{"best": best, "least": least, "lambda": v.Lambda, "dof": m.effective(v.Lambda), "n": len(v.y)}
	errors := panel.Curves{
		ID: "path", Title: pathTitle, Note: w.Text("minimum of the leave-one-out error at λ = <best>"), Height: 0.6,
		Alt: w.Text("training and leave-one-out error against λ; the latter has its minimum <least> at λ = <best>; now λ = <lambda>"),
		X:   mark.Axis{Name: "λ", Log: true, Min: m.lambda(places - 1), Max: m.lambda(0)}, Y: panel.FromZero("RMSE", 0.05, top),
		Of: []panel.Quantity{train, out},
	}
	capacity := panel.Curves{
		ID: "capacity", Title: capacityTitle, Note: w.Text("<dof> of <n> degrees of freedom"), Height: 0.5,
		Alt: w.Text("effective degrees of freedom and RKHS norm against λ; now <dof> of <n> at λ = <lambda>"),
		X:   errors.X, Y: mark.Axis{Name: "proportion", Min: 0, Max: 1.05}, Of: []panel.Quantity{dof, norm},
	}
	if v.Lambda > 0 {
		errors.Handle = mark.Handle{Param: "lambda", At: mark.XY{X: v.Lambda, Y: errors.Y.Max / 2.1}, Name: "λ", Tip: "drag: the penalty λ", Label: "λ"}
		capacity.Over = []mark.Mark{mark.Rule{Vertical: true, At: v.Lambda, Label: "λ", Style: mark.RoleSoft.Dashed()}}
	}
	return []mark.Panel{errors.Panel(), capacity.Panel()}
}

// spectrum draws what λ leaves of every eigenvector of K.
func (v view) spectrum(m *spectrum) mark.Panel {
	b := panel.Bars{
		ID: "spectrum", Title: spectrumTitle, Height: 0.5, X: mark.Axis{Name: "eigenvector"}, Y: mark.Axis{Name: "shrinkage factor", Max: 1.05},
		Style: mark.RoleAccent.Plain(), Legend: "μ/(μ + λ)",
	}
	for k := range m.mu {
		y := m.shrinkage(k, v.Lambda)
		b.Values, b.Y.Min, b.Y.Max = append(b.Values, y), min(b.Y.Min, 1.05*y), max(b.Y.Max, 1.05*y)
	}
	b.Tip = func(k int) say.Phrase {
		return say.Vars{"mu": m.mu[k], "left": b.Values[k], "b": m.b[k]}.Text("eigenvalue μ = <mu>: of the component <b> of the targets <left> remains")
	}
	w := say.Vars{"dof": m.effective(v.Lambda), "mu": m.mu[0], "least": m.least(), "n": len(m.mu)}
	b.Note, b.Alt = w.Text("sum <dof>"), w.Text("shrinkage along <n> eigenvectors of K, eigenvalues from <mu> to <least>; the factors sum to <dof>")
	return b.Panel()
}

var (
	lossTitles = [...]say.Phrase{squaredLoss: "Squared loss: ridge", logisticLoss: "Logistic loss", hingeLoss: "Hinge loss: SVM"}
	lossIDs    = [...]string{squaredLoss: "squared", logisticLoss: "logistic", hingeLoss: "hinge"}
)

// lossPanel is the fit of the same points with one of the three losses, and the same penalty.
func (v view) lossPanel(kind int) mark.Panel {
	why := v.notSigned()
	fit := v.losses()[kind]
	w := v.counts()
	wrong := 0
	for i, f := range fit.f {
		if f*v.y[i] <= 0 {
			wrong++
		}
	}
	w["wrong"], w["total"], w["title"] = wrong, fit.total, lossTitles[kind]
	const reach = 2.2
	c := panel.Curves{
		ID: lossIDs[kind], Title: lossTitles[kind], Note: why, Alt: why, Height: 0.6,
		X: mark.Axis{Name: "x", Min: v.Window.X0, Max: v.Window.X1}, Y: mark.Axis{Name: "f(x)", Min: -reach, Max: reach},
	}
	if why != "" || fit.f == nil {
		return c.Panel()
	}
	c.Note = w.Text("<wrong> of <n> misclassified, Σℓ = <total>")
	c.Alt = w.Text("<title>: the fit misclassifies <wrong> of <n point>, and the sum of its losses is <total>")
	e := expansion{v.kernel, v.x, fit.alpha}
	var dots []mark.Mark
	for _, g := range []struct {
		sign   float64
		role   mark.Role
		legend say.Phrase
	}{{1, mark.RoleClass1, "y = 1"}, {-1, mark.RoleClass0, "y = −1"}} {
		m := mark.Points{Style: g.role.Plain(), Legend: g.legend, Layer: mark.Over}
		for i, y := range v.y {
			at := mark.XY{X: v.x[i][0], Y: y}
			if v.Dim == 2 {
				at.Y = v.x[i][1]
			}
			if y == g.sign {
				m.At, m.Refs = append(m.At, at), append(m.Refs, say.Row(i).Ref())
			}
		}
		dots = append(dots, m)
	}
	if c.Over = dots; v.Dim == 2 {
		c.X.Name, c.Y = "x₁", mark.Axis{Name: "x₂", Min: v.Window.Y0, Max: v.Window.Y1}
		c.Under = []mark.Mark{mark.Field{
			Eval: e.field, Scale: mark.Diverging, Lo: -1, Hi: 1, Legend: "f(x), from −1 to 1",
			Levels: []mark.Level{{Value: 0, Style: mark.RoleInk.Wide(2), Label: "f(x) = 0"}},
		}}
		return c.Panel()
	}
	c.Under = []mark.Mark{
		panel.Level(0, mark.RoleSoft.Plain(), ""), panel.Level(1, mark.RoleFaint.Dashed(), ""), panel.Level(-1, mark.RoleFaint.Dashed(), ""),
	}
	c.Of = []panel.Quantity{{At: v.draw(e.value), Style: mark.RoleInk.Wide(2.2), Legend: "f", Name: "f(x)"}}
	return c.Panel()
}
