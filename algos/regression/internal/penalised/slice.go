package penalised

import (
	"math"

	"playground/algos/grid"
	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A Slice is the plane of two coefficients through the solution, on which the others stay
// as they are there. A point that is best among all is best on the plane.
type Slice struct {
	Problem
	Data     Data
	Lambda   float64
	Solution []float64 // of the penalised problem
	A, B     int       // the two columns
	Trail    []mark.XY
	Now      mark.XY // of the run
	Shown    []mark.XY
	Last     mark.Mark // the step's move; may be nil
}

// Place are the two coefficients of θ.
func (s Slice) Place(theta []float64) mark.XY { return mark.XY{X: theta[s.A], Y: theta[s.B]} }

// Loss is c·‖y − Xθ‖² at a place of the plane: a parabola about the solution.
func (s Slice) Loss() func(x, y float64) float64 {
	r := lsq.Residuals(s.X, s.Y, s.Solution)
	norm := lsq.Norm(r)
	rss, at := norm*norm, s.Place(s.Solution)
	ga, gb := lsq.Dot(s.X[s.A], r), lsq.Dot(s.X[s.B], r)
	aa, ab, bb := s.Gram[s.A][s.A], s.Gram[s.A][s.B], s.Gram[s.B][s.B]
	return func(x, y float64) float64 {
		x, y = x-at.X, y-at.Y
		return s.Factor * max(0, rss-2*(x*ga+y*gb)+x*x*aa+2*x*y*ab+y*y*bb)
	}
}

// Bottom is where the loss is least on the plane; false where it has a valley.
func (s Slice) Bottom() (at mark.XY, ok bool) {
	r := lsq.Residuals(s.X, s.Y, s.Solution)
	ga, gb := lsq.Dot(s.X[s.A], r), lsq.Dot(s.X[s.B], r)
	aa, ab, bb := s.Gram[s.A][s.A], s.Gram[s.A][s.B], s.Gram[s.B][s.B]
	det := aa*bb - ab*ab
	if !(det > 1e-12*aa*bb) {
		return mark.XY{}, false
	}
	at = s.Place(s.Solution)
	return mark.XY{X: at.X + (bb*ga-ab*gb)/det, Y: at.Y + (aa*gb-ab*ga)/det}, true
}

// Budget is t: the penalty of the solution's two coefficients, which a constraint P ≤ t
// leaves to them.
func (s Slice) Budget() float64 { return s.Penalty.Of(s.Solution[s.A], s.Solution[s.B]) }

const corners = 240 // of the ball; a multiple of four, so that a diamond has its own

// Rim is the border of the ball P ≤ t, corner by corner: along each direction
// One·‖d‖₁ρ + Two·‖d‖²ρ² = t.
func (s Slice) Rim() []mark.XY {
	t := s.Budget()
	at := make([]mark.XY, corners)
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		one, far := s.Penalty.One*(math.Abs(cos)+math.Abs(sin)), 0.0
		if t > 0 {
			far = 2 * t / (one + math.Sqrt(one*one+4*s.Penalty.Two*t))
		}
		at[i] = mark.XY{X: far * cos, Y: far * sin}
	}
	return at
}

// window holds the origin, the solution, the bottom of the loss and the run.
func (s Slice) shown() []mark.XY {
	out := append([]mark.XY{{}, s.Place(s.Solution), s.Now}, s.Shown...)
	if b, ok := s.Bottom(); ok {
		out = append(out, b, mark.XY{X: 1.25 * b.X, Y: 1.25 * b.Y})
	}
	out = append(out, s.Trail...)
	return append(out, s.Rim()...)
}

// Titles of both views.
const (
	titleConstrained = "Constrained form: ball and contours"
	titlePenalised   = "Penalised form: loss + penalty"
)

func (s Slice) panel(id string, title say.Phrase) mark.Panel {
	w := mark.FitPath(s.shown())
	return mark.Panel{
		ID: id, Title: title, Equal: s.alike(), Height: 0.9,
		X: mark.Axis{Name: s.Data.Coefficient(s.A), Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: s.Data.Coefficient(s.B), Min: w.Y0, Max: w.Y1},
	}
}

// alike reports whether both coefficients fit a picture with one unit.
func (s Slice) alike() bool {
	w := mark.FitPath(s.shown())
	across, up := w.X1-w.X0, w.Y1-w.Y0
	const most = 4
	return max(across, up) <= most*min(across, up)
}

// Constrained draws the ellipses of the loss and the ball of the constraint P(θ) ≤ t, which
// touches one of them at the solution.
func (s Slice) Constrained() mark.Panel {
	p := s.panel("ball", titleConstrained)
	loss, at := s.Loss(), s.Place(s.Solution)
	words := say.Vars{"t": s.Budget(), "a": s.Data.Coefficient(s.A), "b": s.Data.Coefficient(s.B), "x": at.X, "y": at.Y, "loss": loss(at.X, at.Y)}
	p.Note = words.Text("constraint P(θ) ≤ t = <t>")
	p.Alt = words.Text("contours of the loss over <a> and <b>, and the constraint ball, which touches the contour of loss <loss> at (<x>, <y>)")
	f := panel.Landscape(grid.Window{X0: p.X.Min, X1: p.X.Max, Y0: p.Y.Min, Y1: p.Y.Max}, "loss", panel.Score(loss), 0)
	f.Levels = append(f.Levels, mark.Level{Value: loss(at.X, at.Y), Style: mark.RoleAccent.Wide(2.2), Label: words.Text("loss <loss>")})
	p.Add(f, mark.PolyLine{At: s.Rim(), Closed: true, Style: mark.RoleInk.Wide(2.2), Layer: mark.Over, Legend: "constraint P(θ) ≤ t"})
	s.finish(&p)
	return p
}

// Penalised draws the contours of the sum of loss and penalty, whose bottom is the
// solution.
func (s Slice) Penalised() mark.Panel {
	p := s.panel("sum", titlePenalised)
	loss, at := s.Loss(), s.Place(s.Solution)
	rest := s.Penalty.Of(s.Solution...) - s.Budget()
	sum := func(x, y float64) float64 { return loss(x, y) + s.Lambda*(rest+s.Penalty.Of(x, y)) }
	words := say.Vars{"lambda": s.Lambda, "a": s.Data.Coefficient(s.A), "b": s.Data.Coefficient(s.B), "x": at.X, "y": at.Y, "least": sum(at.X, at.Y)}
	p.Note = words.Text("λ = <lambda>: minimum <least>")
	p.Alt = words.Text("the sum of loss and penalty over <a> and <b>, with its minimum <least> at (<x>, <y>)")
	p.Add(panel.Landscape(grid.Window{X0: p.X.Min, X1: p.X.Max, Y0: p.Y.Min, Y1: p.Y.Max}, "loss + λP", panel.Score(sum), 0))
	s.finish(&p)
	return p
}

// finish adds what both views have in common.
func (s Slice) finish(p *mark.Panel) {
	p.Add(
		mark.Rule{Style: mark.RoleFaint.Plain(), Layer: mark.Under}, mark.Rule{Vertical: true, Style: mark.RoleFaint.Plain(), Layer: mark.Under},
		panel.Line(s.Trail, mark.RoleInk.Wide(1.4), "trajectory of θ"), s.Last,
	)
	if b, ok := s.Bottom(); ok {
		dot := panel.Dot(b, 5, mark.RoleSoft.Plain(), "minimum of the loss")
		dot.Hollow = true
		p.Add(dot)
	}
	best := panel.Dot(s.Place(s.Solution), 6, mark.RoleGood.Plain(), "solution")
	best.Hollow = true
	p.Add(best, panel.Dot(s.Now, 4, mark.RoleAccent.Plain(), "θ now"))
}

// LeastOnBall is the least loss on the border of the ball: a solution of the penalised problem has
// no more, which is what makes it one of the constrained problem with the same t.
func (s Slice) LeastOnBall() float64 {
	loss, least := s.Loss(), math.Inf(1)
	for _, at := range s.Rim() {
		least = min(least, loss(at.X, at.Y))
	}
	return least
}
