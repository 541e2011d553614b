package losses

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A slice is how the margins change with one number t, the length of θ or the offset:
// zᵢ = yᵢ(pᵢ + t qᵢ). Every convex loss is convex along it.
type slice struct {
	y, p, q []float64
	lo, hi  float64
}

// byLength is the slice along which θ keeps its direction.
func (v view) byLength() slice {
	s := slice{y: v.y, hi: 3}
	for s.hi < v.Norm {
		s.hi *= 10
	}
	theta := v.theta(v.angle)
	for _, x := range v.Points {
		s.p, s.q = append(s.p, v.Theta0), append(s.q, (theta[0]*x.X[0]+theta[1]*x.X[1])/v.Norm)
	}
	return s
}

// byOffset is the slice along which the line is shifted.
func (v view) byOffset() slice {
	s := slice{y: v.y}
	theta, reach := v.theta(v.angle), 1.1*math.Abs(v.Theta0)
	for _, x := range v.Points {
		f := theta[0]*x.X[0] + theta[1]*x.X[1]
		s.p, s.q = append(s.p, f), append(s.q, 1)
		reach = max(reach, 1.2*math.Abs(f))
	}
	s.hi = 1
	if reach > 0 {
		s.hi = panel.RoundUp(reach)
	}
	s.lo = -s.hi
	return s
}

// total is the sum of one loss at t.
func (s slice) total(l int, t float64) (sum float64) {
	for i, y := range s.y {
		sum += all[l].at(y * (s.p[i] + t*s.q[i]))
	}
	return sum
}

// lowest is where a convex loss is least, within the picture.
func (s slice) lowest(l int) (t, total float64) {
	lo, hi := s.lo, s.hi
	for range 80 { // each a third narrower: the rounding of the total comes first
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if s.total(l, a) <= s.total(l, b) {
			hi = b
		} else {
			lo = a
		}
	}
	t = (lo + hi) / 2
	return t, s.total(l, t)
}

// sliced is how many pieces a curve of a slice has.
const sliced = 120

// curves are the totals of all losses, as far as the picture needs them.
func (s slice) curves(top float64) (lines [count][]mark.XY) {
	for k := range sliced + 1 {
		t := s.lo + (s.hi-s.lo)*float64(k)/sliced
		var sum totals
		for i, y := range s.y {
			sum.add(y * (s.p[i] + t*s.q[i]))
		}
		for l, y := range sum.done() {
			if y = min(y, 3*top); l != atZeroOne && finite(y) {
				lines[l] = append(lines[l], mark.XY{X: t, Y: y})
			}
		}
	}
	lines[atZeroOne] = s.steps()
	return lines
}

// steps is the 0–1 loss, which jumps where a margin is 0.
func (s slice) steps() []mark.XY {
	type jump struct{ at, by float64 }
	var jumps []jump
	now := 0.0
	for i, y := range s.y {
		at, rises := -s.p[i]/s.q[i], y*s.q[i] < 0
		switch inside := at >= s.lo && at < s.hi; { // NaN is not
		case inside && rises:
			jumps = append(jumps, jump{at, 1})
		case inside:
			jumps, now = append(jumps, jump{at, -1}), now+1
		default:
			now += zeroOne(y * (s.p[i] + (s.lo+s.hi)/2*s.q[i]))
		}
	}
	slices.SortFunc(jumps, func(a, b jump) int { return cmp.Compare(a.at, b.at) })
	line := []mark.XY{{X: s.lo, Y: now}}
	for _, j := range jumps {
		if last := len(line) - 1; line[last].X < j.at {
			line = append(line, mark.XY{X: j.at, Y: now}, mark.XY{X: j.at})
		} else if last == 0 {
			line = append(line, mark.XY{X: j.at})
		}
		now += j.by
		line[len(line)-1].Y = now
	}
	return append(line, mark.XY{X: s.hi, Y: now})
}

// slicePanel draws the totals along a slice, with a handle on its parameter.
func (v view) slicePanel(s slice, p panel.Curves) mark.Panel {
	top := 0.0
	for _, l := range [...]int{atZeroOne, atHinge} {
		for _, t := range [...]float64{s.lo, p.Handle.At.X, s.hi} {
			if y := s.total(l, t); finite(y) {
				top = max(top, y)
			}
		}
	}
	if top == 0 {
		top = 1
	}
	p.X.Min, p.X.Max, p.Y, p.Height = s.lo, s.hi, mark.Axis{Name: "total", Max: 1.1 * top}, 0.6
	lines := s.curves(top)
	for l, fn := range all {
		if line := lines[l]; len(line) > 1 {
			p.Of = append(p.Of, panel.Quantity{At: line, Style: v.style(l), Name: fn.name, Legend: fn.name})
		}
	}
	if all[v.chosen].convex {
		t, total := s.lowest(v.chosen)
		if finite(total) && total <= 1.1*top {
			p.Over = []mark.Mark{mark.Points{At: []mark.XY{{X: t, Y: total}}, Hollow: true, Layer: mark.Over, Style: mark.RoleInk.Plain(), Legend: "minimum here"}}
			p.Note = say.Vars{"name": all[v.chosen].name, "at": say.Digits{X: t, N: 3}, "total": total}.Text("<name>: minimum <total> at <at>")
		}
	}
	p.Handle.Style, p.Handle.At.Y = mark.RoleAccent.Plain(), min(max(0, v.sum[v.chosen]), p.Y.Max)
	if !finite(v.sum[v.chosen]) {
		p.Handle.At.Y = p.Y.Max
	}
	return p.Panel()
}

func (v view) lengthPanel() mark.Panel {
	return v.slicePanel(v.byLength(), panel.Curves{
		ID: "length", Title: "Total loss vs norm of θ", X: mark.Axis{Name: "‖θ‖"},
		Alt:    v.vars().Text("the totals of six losses against the norm of θ at <angle> degrees"),
		Handle: mark.Handle{Param: "norm", At: mark.XY{X: v.Norm}, Label: "‖θ‖", Tip: "drag the norm of θ"},
	})
}

func (v view) offsetPanel() mark.Panel {
	return v.slicePanel(v.byOffset(), panel.Curves{
		ID: "offset", Title: "Total loss vs intercept", X: mark.Axis{Name: "θ₀"},
		Alt:    v.vars().Text("the totals of six losses against the intercept θ₀ at <angle> degrees"),
		Handle: mark.Handle{Param: "theta0", At: mark.XY{X: v.Theta0}, Label: "θ₀", Tip: "drag the intercept θ₀"},
	})
}
