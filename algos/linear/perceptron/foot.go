package perceptron

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// A foot is the end of the shortest way from a point to the line of θ*, on the board.
// The points of the line are x(s) = foot + s·along, and s tells how far they are from
// the foot.
type foot struct {
	row   int // of the point; −1 where there is no such line
	from  mark.XY
	at    mark.XY
	along mark.XY // a unit vector along the line
	reach float64 // |⟨θ*, x⟩| per length of (θ₁, θ₂): the distance by the formula
}

// nearestFoot is that of the first of the points nearest to the line.
func (t *task) nearestFoot() foot {
	length := planar(t.best.Theta)
	// Points of length 1 are not those of the board.
	if !t.best.Separable || t.normal() || length == 0 {
		return foot{row: -1}
	}
	f := foot{row: t.best.Support[0]}
	u := addScaled(vector{}, 1/length, t.best.Theta)
	x := t.rows[f.row].x
	d := dot(u, x)
	f.from, f.at, f.along, f.reach = plane(x), plane(addScaled(x, -d, u)), mark.XY{X: -u[1], Y: u[0]}, math.Abs(d)
	return f
}

// point is x(s).
func (f foot) point(s float64) mark.XY {
	return mark.XY{X: f.at.X + float64(s*f.along.X), Y: f.at.Y + float64(s*f.along.Y)}
}

// distance is that of the point of the data to x(s).
func (f foot) distance(s float64) float64 {
	p := f.point(s)
	return math.Hypot(f.from.X-p.X, f.from.Y-p.Y)
}

// slides reports whether x(s) is shown.
func (v view) slides() bool { return v.Best && v.drop.row >= 0 }

// slid draws x(s) and the way to it.
func (v view) slid() []mark.Mark {
	p := v.drop.point(v.Slide)
	ref := say.Row(v.drop.row).Ref()
	marks := []mark.Mark{mark.Points{At: []mark.XY{p}, Labels: []say.Phrase{"x(s)"}, Style: mark.RoleGood.Plain(), Layer: mark.Over}}
	if v.Slide == 0 {
		return marks // the shortest way is drawn already
	}
	return append(marks, mark.Segments{
		From: []mark.XY{v.drop.from}, To: []mark.XY{p}, Refs: []string{ref}, Style: mark.RoleGood.Dashed(), Layer: mark.Over, Legend: "way to x(s)",
	})
}

// footPanel is the distance from the point to x(s), with the handle that moves x(s).
func (v view) footPanel() mark.Panel {
	f := v.drop
	wide := max(f.reach, (v.Window.X1-v.Window.X0)/4)
	for wide < 1.05*math.Abs(v.Slide) {
		wide *= 2
	}
	row := say.Row(f.row).Name()
	s := say.Vars{"row": row, "s": v.Slide, "distance": f.distance(v.Slide), "least": f.reach}
	p := mark.Panel{
		ID: "foot", Title: "The foot of the shortest way", Note: s.Text("‖<row> − x(s)‖ = <distance>"),
		Alt: s.Text("The distance from <row> to the point x(s) of the line of θ*: <distance> at s = <s>, at least <least>."),
		X:   mark.Axis{Name: "s", Min: -wide, Max: wide}, Y: mark.Axis{Name: s.Text("‖<row> − x(s)‖"), Max: 1.1 * f.distance(wide)},
	}
	curve := panel.Curve(-wide, wide, 96, p.Y.Max, f.distance)
	p.Add(
		mark.Rule{At: f.reach, Label: "|⟨θ*, x⟩|/‖θ*‖", Style: mark.RoleGood.Dashed()},
		panel.Line(curve, mark.RoleInk.Wide(2), "distance to x(s)"),
		mark.Handle{
			Param: "slide", Along: mark.Horizontal, At: mark.XY{X: v.Slide, Y: f.distance(v.Slide)}, Style: mark.RoleAccent.Plain(),
			Tip: s.Text("s = <s>: drag x(s) along the line"), Legend: "x(s): drag it along the line",
		},
	)
	return p
}

var claimFoot = algos.Guarantee{Name: "foot", Claim: `no point of the line is nearer to $x$ than its foot: $\lVert x-x(s)\rVert\ge\lvert\langle\theta^*,x\rangle\rvert/\lVert\theta^*\rVert$`}

// checkFoot compares the distance of two points with the formula.
func (v view) checkFoot() algos.Check {
	f := v.drop
	s := say.Vars{"s": v.Slide, "row": say.Row(f.row).Name()}
	// The foot and x(s) are rounded like numbers of the size of the point and of s.
	size := math.Abs(v.Slide) + v.best.R + math.Abs(v.best.Theta[2])/planar(v.best.Theta)
	c := claimFoot.AtLeast(f.distance(v.Slide), f.reach, 16*num.Ulp*size).Between("‖x − x(s)‖", "|⟨θ*, x⟩|/‖θ*‖")
	if v.Bias {
		return c.Because(s.Text("x = <row>, s = <s>; on the board, where ‖θ*‖ is the length of (θ₁, θ₂)"))
	}
	return c.Because(s.Text("x = <row>, s = <s>"))
}
