package svmprimal

import (
	"context"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/linear/internal/lq"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// penalties are the exponents q of the penalties ‖θ‖_q^q/q that are compared.
var penalties = [...]float64{1, 2, 4}

// A shrinkage is what each of the penalties chooses: at the run's price, and on the way
// from small prices to large ones.
type shrinkage struct {
	now  [len(penalties)]lq.Solution
	c    []float64
	path [len(penalties)][]lq.Solution
}

// The prices of the way: so many, from far below the run's to far above it, and what is 0
// in a picture of where a solver stops.
const (
	stations    = 121
	fewStations = 41   // with many points
	cheapest    = 1e-3 // times the run's C
	priciest    = 30.0
	zeroTheta   = 1e-9
)

// shrink solves the problem with all penalties.
func (k *task) shrink(ctx context.Context) shrinkage {
	var s shrinkage
	p := lq.Problem{Y: k.y, Offset: k.Form == "offset"}
	for _, q := range k.Points {
		p.X = append(p.X, q.X)
	}
	n := stations
	if len(k.x) > sharpest {
		n = fewStations
	}
	for i := range n {
		s.c = append(s.c, k.C*cheapest*math.Pow(priciest/cheapest, float64(i)/float64(n-1)))
	}
	for i, q := range penalties {
		p.Q, p.C = q, k.C
		s.now[i] = lq.Solve(p)
		for _, c := range s.c {
			if ctx.Err() != nil {
				return s
			}
			p.C = c
			s.path[i] = append(s.path[i], lq.Solve(p))
		}
	}
	return s
}

// chosen is the place of the penalty that is asked for; ok is false where none is.
func (k *task) chosen() (i int, ok bool) {
	q, err := strconv.ParseFloat(k.Ball, 64)
	if err != nil || k.Method == "widen" || k.Form == "constant" {
		return 0, false
	}
	for i, p := range penalties {
		if p == q {
			return i, true
		}
	}
	return 0, false
}

// lossAt is the least Σξ that some θ₀ leaves at (θ₁, θ₂).
func (k *task) lossAt(a, b float64) (loss float64) {
	theta := vector{a, b}
	if k.Form == "offset" {
		theta[2], _, _, _ = k.offset(theta)
	}
	for t, x := range k.x {
		loss += max(0, 1-k.y[t]*dot(theta, x))
	}
	return loss
}

// rim is the border of the ball with ‖θ‖_q as large as at theta, corner by corner.
func rim(theta [2]float64, q float64) []mark.XY {
	const corners = 240
	size := lq.Penalty(theta, q)
	at := make([]mark.XY, corners)
	for i := range at {
		s, c := math.Sincos(2 * math.Pi * float64(i) / corners)
		far := math.Pow(size/lq.Penalty([2]float64{c, s}, q), 1/q)
		at[i] = mark.XY{X: far * c, Y: far * s}
	}
	return at
}

// checkBall: the solver gives a θ and a feasible α. J at the one is worked out again, and
// meets the dual's value at the other.
func (v view) checkBall() algos.Check {
	i, _ := v.chosen()
	s := v.shrinkage().now[i]
	value := lq.Penalty(s.Theta, penalties[i]) + v.C*v.lossAt(s.Theta[0], s.Theta[1])
	c := claimPenalty.Equal(value, s.Dual, 1e-6*s.Primal).Between("penalty + C Σξ", "the dual's value").
		Because(say.Vars{"q": v.Ball}.Text("with q = <q>; no θ has less than the dual's value"))
	if !s.Reached() {
		return c.Unless("the solver has not reached this optimum")
	}
	return c
}

// checkTouch: a solution of the penalised problem has the least loss in its ball. It looks along the border of the ball for less loss.
func (v view) checkTouch() algos.Check {
	i, _ := v.chosen()
	s, least := v.shrinkage().now[i], math.Inf(1)
	for _, at := range rim(s.Theta, penalties[i]) {
		least = min(least, v.lossAt(at.X, at.Y))
	}
	size := float64(len(v.x)) * (1 + norm(vector{s.Theta[0], s.Theta[1]})*v.big)
	c := claimTouch.AtMost(v.lossAt(s.Theta[0], s.Theta[1]), least, 1e-6*s.Primal/v.C+16*ulp*size).Of(size).
		Between("Σξ of the solution", "the least on the border").Because("looked for at 240 places of the border")
	if !s.Reached() {
		return c.Unless("the solver has not reached this optimum")
	}
	return c
}

// ballPanel is the plane of θ with the isolines of the loss, the ball that touches one of
// them, and the ways of the solutions while C grows.
func (v view) ballPanel() mark.Panel {
	i, _ := v.chosen()
	all := v.shrinkage()
	s := all.now[i]
	shown := []mark.XY{{}}
	for j := range penalties {
		theta := all.now[j].Theta
		shown = append(shown, mark.XY{X: 1.6 * theta[0], Y: 1.6 * theta[1]})
	}
	border := rim(s.Theta, penalties[i])
	w := mark.FitPath(append(shown, border...))
	words := say.Vars{"q": v.Ball, "theta": s.Theta[:], "C": v.C, "loss": s.Loss}
	p := mark.Panel{
		ID: "ball", Title: titleBall, Note: words.Text("q = <q>: θ = <theta>"), Equal: true, Height: 1,
		Alt: words.Text("the isolines of the loss over θ, and the ball of the penalty with q = <q>, which touches that of Σξ = <loss> at θ = <theta>"),
		X:   mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
	}
	field := panel.Landscape(w, "Σξ at its best θ₀", panel.Score(v.lossAt), 12*len(v.x))
	field.Levels = append(field.Levels, mark.Level{Value: s.Loss, Style: mark.RoleAccent.Wide(2.2), Label: words.Text("Σξ = <loss>")})
	p.Add(field, mark.PolyLine{At: border, Closed: true, Style: mark.RoleInk.Wide(2.2), Layer: mark.Over, Legend: words.Text("the ball ‖θ‖ of q = <q>")})
	for j, q := range penalties {
		way := make([]mark.XY, 0, stations)
		for _, at := range all.path[j] {
			way = append(way, mark.XY{X: tidied(at.Theta[0]), Y: tidied(at.Theta[1])})
		}
		style := ballStyle(j)
		if j != i {
			style = style.Dashed()
		}
		p.Add(panel.Line(way, style, say.Vars{"q": q}.Text("the way with q = <q>, as C grows")))
		dot := panel.Dot(mark.XY{X: tidied(all.now[j].Theta[0]), Y: tidied(all.now[j].Theta[1])}, 4, ballStyle(j), "")
		dot.Hollow = j != i
		p.Add(dot)
	}
	return p
}

func ballStyle(i int) mark.Style { return (mark.RoleClass2 + mark.Role(i)).Wide(2) }

// tidied is 0 for what is 0 but for the solver's end.
func tidied(x float64) float64 {
	if math.Abs(x) <= zeroTheta {
		return 0
	}
	return x
}

// shrinking draws both coordinates of θ against C, for the penalty that is asked for and
// for the run's own.
func (v view) shrinking() mark.Panel {
	i, _ := v.chosen()
	all, w := v.shrinkage(), say.Vars{"q": v.Ball}
	p := mark.Panel{
		ID: "shrinking", Title: titleShrinking, Note: "λ = 1/C falls to the right", Height: 0.6,
		Alt: w.Text("θ₁ and θ₂ against C for the penalty with q = <q>, and for the run's own"),
		X:   mark.Axis{Name: "C", Min: all.c[0], Max: all.c[len(all.c)-1], Log: true}, Y: mark.Axis{Name: "θ₁, θ₂"},
	}
	for j := range 2 {
		name := say.Vars{"name": "θ" + say.Sub(j+1), "q": v.Ball}
		for k, q := range penalties {
			if k != i && q != 2 || k != i && penalties[i] == 2 {
				continue
			}
			var at []mark.XY
			for t, s := range all.path[k] {
				at = append(at, mark.XY{X: all.c[t], Y: tidied(s.Theta[j])})
			}
			line := mark.PolyLine{At: at, Style: (mark.RoleClass5 + mark.Role(j)).Wide(2.2), Legend: name.Text("<name>, q = <q>")}
			if k != i {
				line.Style, line.Legend = line.Style.Dashed().Faded(0.7), name.Text("<name>, q = 2")
			}
			p.Add(line)
		}
	}
	p.Add(mark.Rule{Vertical: true, At: v.C, Label: "C now", Style: mark.RoleAccent.Dashed()})
	return p
}
