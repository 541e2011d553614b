package logistic

import (
	"context"
	"math"
	"slices"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.plane(), v.curve()}
	if v.oneLine() {
		panels = append(panels, v.linePanel())
	}
	if v.opt.Drawn {
		panels = append(panels, v.shares())
	}
	if v.scaling() {
		panels = append(panels, v.scalePanel())
	}
	panels = append(panels, v.residuals())
	if v.opt.Solver == logit.Newton {
		panels = append(panels, v.weights())
	}
	if v.opt.Lambda > 0 && v.twoClasses() {
		panels = append(panels, mark.Slow("path", titlePath, v.pathPanel))
	}
	return panels
}

// vars are what the captions of the pictures name.
func (v view) vars() say.Vars {
	th := v.theta()
	return say.Vars{
		"n": len(v.y), "loss": v.Loss, "wrong": v.Errors,
		"theta": [2]float64{th[0], th[1]}, "theta0": th[2], "updates": v.Updates, "class": v.label(1), "other": v.label(0),
	}
}

// board draws the probabilities as shading with the lines p = 0.1 … 0.9, and a
// ring around every point that grows with its residual.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Title = w.Text("Probability of <class>")
	p.Note = w.Text("loss <loss>, <wrong> of <n> misclassified")
	p.Alt = w.Text("<n point>, θ = <theta>, θ₀ = <theta0>, loss <loss>, <wrong> misclassified")
	p.Add(mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return sigmoid(v.score([2]float64{x, y})) - 0.5 }),
		Scale: mark.Diverging, Lo: -0.5, Hi: 0.5, Legend: w.Text("probability of <class>, from 0 to 1"),
	})
	p.Add(v.lines()...)
	p.Add(v.scaledLines()...)
	p.Add(v.truthMarks()...)
	if v.opt.Squares {
		p.Add(v.squaresLine())
	}
	p.Add(v.dots(), panel.Rings(v.Problem, mark.RoleBad.Wide(1.2), "residual |e| above 0.1, by size", func(i int) float64 {
		e := math.Abs(v.residual(i))
		if e <= 0.1 {
			return 0
		}
		return 5 + 9*e
	}))
	p.Add(panel.Drawn(v.Problem, v.Rows, "sample drawn"))
	return p
}

// lines are the places with p = 0.1, …, 0.9: parallel lines, as the log-odds are
// linear.
func (v view) lines() []mark.Mark {
	th := v.theta()
	if length(th) == 0 {
		return nil
	}
	styles := [10]mark.Style{1: mark.RoleSoft.Wide(1).Dashed(), 5: mark.RoleInk.Wide(2.4), 9: mark.RoleSoft.Wide(1).Dashed()}
	legends := [10]say.Phrase{1: "p = 0.1 and 0.9", 2: "p = 0.2 … 0.8", 5: "decision boundary p = ½"}
	var marks []mark.Mark
	for i := 1; i <= 9; i++ {
		p, style := float64(i)/10, styles[i]
		if style == (mark.Style{}) {
			style = mark.RoleFaint.Wide(1)
		}
		marks = append(marks, mark.Ray{A: th[0], B: th[1], C: th[2] - math.Log(p/(1-p)), Style: style, Legend: legends[i]})
	}
	return marks
}

// plane is the plane of (θ₁, θ₂) at the present θ₀.
func (v view) plane() mark.Panel {
	w := v.vars()
	p := panel.Plane{
		ID: "plane", Title: "Loss surface", Note: w.Text("at θ₀ = <theta0>"), Alt: w.Text("the loss over θ₁ and θ₂, and the path of θ over <updates update>"),
		X: "θ₁", Y: "θ₂", Of: "loss", Loss: v.lossField, Cost: len(v.y), Best: v.lowest(),
		Path: panel.Path(len(v.Trail), func(i int) mark.XY { return xy(v.thetaAt(v.Trail[i])) }), PathLegend: "path of θ",
		Now: xy(v.theta()), NowLegend: "θ now",
	}
	if p.Best != nil {
		p.Shown = append(p.Shown, *p.Best)
	}
	if v.opt.Drawn {
		at := mark.XY{X: v.opt.Truth[0], Y: v.opt.Truth[1]}
		p.Shown, p.Moves = append(p.Shown, at), append(p.Moves, v.truthHandle())
	}
	if v.From != nil {
		from, to := xy(v.thetaAt(v.From)), xy(theta(v.problem, logit.Moved(v.From.B, v.Eta, v.Dir)))
		p.Shown = append(p.Shown, to)
		p.Moves = append(p.Moves, v.hardMove(from))
		if v.Did == logit.Update {
			p.Moves = append(p.Moves, panel.Arrow(from, to, mark.RoleAccent.Wide(2), "the update"))
		} else {
			p.Moves = append(p.Moves, panel.Arrow(from, to, mark.RoleAccent.Wide(2).Dashed(), "proposed update"))
		}
	}
	return p.Panel()
}

// hardMove is what the perceptron would do with a single row: add all of y·x, or
// nothing.
func (v view) hardMove(from mark.XY) mark.Mark {
	if v.opt.Solver != logit.SGD || v.y[v.Rows[0]]*scoreAt(v.From.B, v.problem.U[v.Rows[0]]) > 0 {
		return nil
	}
	i := v.Rows[0]
	x, step := v.Points[i].X, v.Eta*v.y[i]
	return panel.Arrow(from, mark.XY{X: from.X + step*x[0], Y: from.Y + step*x[1]}, mark.RoleSoft.Dashed(), "perceptron update η y x")
}

// lossField computes the loss at the nodes of a grid of (θ₁, θ₂).
func (v view) lossField(dst []float64, g grid.Grid) {
	now := v.theta()
	scores := make([]float64, len(v.y))
	for i := range scores {
		scores[i] = v.scoreOf(i)
	}
	z := make([]float64, len(v.y))
	grid.Fill(dst, g, func(a, b float64) float64 {
		// As f(x) = f_now(x) + ⟨θ − θ_now, x⟩ the score keeps its digits far away.
		da, db := a-now[0], b-now[1]
		for i, x := range v.problem.X {
			z[i] = -v.y[i] * (scores[i] + da*x[0] + db*x[1])
		}
		return min(v.opt.Lambda/2*(a*a+b*b)+softplusSum(z), math.MaxFloat64)
	})
}

// softplusSum is Σ ln(1 + eᶻ) = Σ max(z, 0) + ln ∏ (1 + e^−|z|), with one logarithm
// for many factors, none of which is above 2. It overwrites z. The product is kept less
// 1, of which it may be a tiny part more.
func softplusSum(z []float64) float64 {
	const many = 1000 // 2^1000 does not overflow
	sum := 0.0
	for i, x := range z {
		sum += max(x, 0)
		z[i] = -math.Abs(x)
	}
	kernel.Exp(z)
	for part := range slices.Chunk(z, many) {
		beyond := 0.0
		for _, e := range part {
			beyond += e * (1 + beyond)
		}
		sum += math.Log1p(beyond)
	}
	return sum
}

// curve is the logistic function with every point at its score, and its residual
// as a stem.
func (v view) curve() mark.Panel {
	pts := panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"x": say.Row(i).Name(), "f": v.scoreOf(i), "p": sigmoid(v.scoreOf(i)), "e": v.residual(i)}.Text("<x>: f = <f>, p = <p>, e = <e>")
	})
	stems := mark.Segments{Style: mark.RoleSoft.Wide(1), Legend: "residual e", Refs: pts.Refs}
	reach := 4.0
	for i, y := range v.y {
		f := v.scoreOf(i)
		reach = max(reach, math.Abs(f))
		pts.At[i] = mark.XY{X: f, Y: (1 + y) / 2}
		stems.From, stems.To = append(stems.From, pts.At[i]), append(stems.To, mark.XY{X: f, Y: sigmoid(f)})
	}
	reach = panel.RoundUp(reach)
	return panel.Curves{
		ID: "sigmoid", Title: "Logistic function", Note: "points at their scores", Alt: v.vars().Text("the logistic curve with <n point> at their scores"),
		X:     mark.Axis{Name: "score f(x)", Min: -reach, Max: reach},
		Y:     mark.Axis{Name: "p, and the label", Min: -0.08, Max: 1.08},
		Under: []mark.Mark{stems},
		Of:    []panel.Quantity{{Of: sigmoid, Nodes: 160, Style: mark.RoleInk.Wide(2), Legend: "p = 1/(1 + e⁻ᶠ)", Name: "p"}},
		Over:  []mark.Mark{v.scaledCurve(reach), pts},
	}.Panel()
}

// residuals are e_t = ỹ_t − p_t in the order of the rows.
func (v view) residuals() mark.Panel {
	w, m := v.vars(), v.moment()
	w["sum"], w["tidy"] = m.Sum, tidied([2]float64{m.Sum}, m.N.Rounding)[0]
	return panel.Rows{
		ID: "residuals", Title: "Residuals", Note: w.Text("they sum to <tidy>"), Alt: w.Text("<n> residuals with the sum <sum>"),
		Y: mark.Axis{Name: "residual e = y − p", Min: -1.05, Max: 1.05}, Of: v.residual, What: "e", Hot: v.Hot(),
		Legend: w.Text("above 0: label <class>, below: <other>"), Marks: []mark.Mark{mark.Rule{Style: mark.RoleSoft.Plain()}},
	}.Panel(v.Problem)
}

// weights are p(1 − p), with which Newton's method weights the rows of its least
// squares.
func (v view) weights() mark.Panel {
	w := v.vars()
	w["top"] = v.weight(v.heaviest())
	return panel.Rows{
		ID: "weights", Title: "IRLS weights p(1 − p)", Note: w.Text("the largest is <top>"), Alt: w.Text("<n> weights, the largest <top>"),
		Y: mark.Axis{Name: "p(1 − p)", Max: 0.27}, Of: v.weight, What: "p(1 − p)", Hot: v.Hot(),
		Marks: []mark.Mark{mark.Rule{At: 0.25, Legend: "maximum ¼", Style: mark.RoleSoft.Dashed()}},
	}.Panel(v.Problem)
}

// oneLine reports whether all points have the same x₂: then the model is one of x₁ alone.
func (t *task) oneLine() bool {
	for _, x := range t.problem.X {
		if x[1] != t.problem.X[0][1] {
			return false
		}
	}
	return true
}

// linePanel is the sigmoid over x₁, through the labelled points.
func (v view) linePanel() mark.Panel {
	th, x2 := v.theta(), v.problem.X[0][1]
	f := func(x float64) float64 { return th[0]*x + th[1]*x2 + th[2] }
	lo, hi := math.Inf(1), math.Inf(-1)
	pts := panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"x": say.Row(i).Name(), "f": v.scoreOf(i), "p": sigmoid(v.scoreOf(i)), "e": v.residual(i)}.Text("<x>: f = <f>, p = <p>, e = <e>")
	})
	for i, x := range v.problem.X {
		lo, hi = min(lo, x[0]), max(hi, x[0])
		pts.At[i] = mark.XY{X: x[0], Y: (1 + v.y[i]) / 2}
	}
	room := 0.35 * (hi - lo)
	if room == 0 {
		room = max(1, math.Abs(lo))
	}
	lo, hi = lo-room, hi+room
	c := panel.Curves{
		ID: "line", Title: "Class probability vs x₁", Alt: v.vars().Text("the logistic curve over x₁ with <n point> at their labels"),
		X: mark.Axis{Name: "x₁", Min: lo, Max: hi}, Y: mark.Axis{Name: "p, and the label", Min: -0.08, Max: 1.08},
		Of: []panel.Quantity{{Of: func(x float64) float64 { return sigmoid(f(x)) }, Nodes: 160, Style: mark.RoleInk.Wide(2), Legend: "p(x)", Name: "p"}},
	}
	if s := v.opt.Scale; s != 1 {
		c.Of = append(c.Of, panel.Quantity{
			Of: func(x float64) float64 { return sigmoid(s * f(x)) }, Nodes: 160,
			Style: mark.RoleAccent.Wide(1.8).Dashed(), Legend: v.scaleVars().Text("with s = <s>"), Name: "p with s",
		})
	}
	if th[0] != 0 {
		if at := -(th[1]*x2 + th[2]) / th[0]; at > lo && at < hi {
			c.Over = append(c.Over, mark.Rule{Vertical: true, At: at, Style: mark.RoleSoft.Dashed(), Legend: "decision boundary p = ½"})
		}
	}
	c.Over = append(c.Over, pts)
	return c.Panel()
}

const titlePath = "Regularisation path"

// The path of λ goes over these powers of ten.
const (
	firstPower, lastPower = -3.0, 4.0
	perPower              = 8
)

// An optimum is the minimiser for one λ.
type optimum struct {
	power float64 // λ = 10^power
	theta [3]float64
}

// lambdaPath are the minima over a range of λ that holds the present one.
func (t *task) lambdaPath(ctx context.Context) []optimum {
	var path []optimum
	first, last := firstPower, lastPower
	if now := math.Log10(t.opt.Lambda); t.opt.Lambda > 0 {
		first, last = max(-8, min(first, math.Floor(now))), max(last, math.Ceil(now))
	}
	for k := range int((last-first)*perPower) + 1 {
		if ctx.Err() != nil {
			return path
		}
		power := first + float64(k)/perPower
		p := logit.New(t.problem.X, t.problem.Class, 2, 1, math.Pow(10, power), true)
		if b, _, ok := p.Minimum(1e-9, 100); ok {
			path = append(path, optimum{power, theta(p, b)})
		}
	}
	return path
}

// pathPanel is the path of the minimum over log λ, with the λ of this run and where the
// run stands.
func (v view) pathPanel() mark.Panel {
	path := v.path()
	w := say.Vars{"lambda": v.opt.Lambda}
	th, now := v.theta(), math.Log10(v.opt.Lambda)
	c := panel.Curves{
		ID: "path", Title: titlePath, Note: w.Text("λ = <lambda>"),
		Alt: w.Text("the parameters at the optimum against λ on a log axis, with λ = <lambda> marked"),
		X:   mark.Axis{Name: "log₁₀ λ"}, Y: mark.Axis{Name: "θ at the optimum"},
		Over: []mark.Mark{
			mark.Rule{Vertical: true, At: now, Label: "λ", Style: mark.RoleAccent.Wide(2), Layer: mark.Over},
			mark.Points{
				At: []mark.XY{{X: now, Y: th[0]}, {X: now, Y: th[1]}, {X: now, Y: th[2]}}, Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "this step",
			},
		},
	}
	for j, name := range [3]say.Phrase{"θ₁", "θ₂", "θ₀"} {
		style := [3]mark.Style{mark.RoleClass2.Wide(2), mark.RoleClass3.Wide(2), mark.RoleSoft.Wide(1.6).Dashed()}[j]
		at := panel.Traced(path, func(p optimum) (x, y float64) { return p.power, p.theta[j] })
		if len(at) > 1 {
			c.Of = append(c.Of, panel.Quantity{At: at, Style: style, Legend: name, Name: name})
		}
	}
	return c.Panel()
}
