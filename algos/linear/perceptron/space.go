package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
)

// weights is the space of θ: its path, what a mistake adds, and the θ that get
// all rows right.
func (s snapshot) weights() algos.Panel {
	path := s.path()
	w := s.weightWindow(path)
	p := algos.Panel{
		ID: "weights", Title: "Weight space", Equal: true,
		X: algos.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
		Alt: say.Phrase(fmt.Sprintf("The path of θ over %s.", say.Count(s.updates, "update"))),
	}
	if s.Bias {
		p.Note = say.Phrase("without its third axis: the plane θ₀ = " + say.Num(s.theta[2]))
	}
	// Equal axes may show more than the window: areas go on beyond its borders.
	wide := grid.Window{X0: 4*w.X0 - 3*w.X1, X1: 4*w.X1 - 3*w.X0, Y0: 4*w.Y0 - 3*w.Y1, Y1: 4*w.Y1 - 3*w.Y0}
	if feasible := s.clip(wide, s.rows...); len(feasible) > 0 {
		p.Marks = append(p.Marks, algos.PolyLine{At: feasible, Closed: true, Fill: true, Style: algos.Style{Role: algos.RoleGood, Opacity: 0.25}, Legend: "θ without mistakes"})
	}
	p.Marks = append(p.Marks, s.wanted(wide)...)
	if s.kind != start && s.Variant != batch {
		if half := s.clip(wide, s.rows[s.row]); len(half) > 0 {
			p.Marks = append(p.Marks, algos.PolyLine{At: half, Closed: true, Fill: true, Style: algos.Style{Role: algos.RoleAccent, Opacity: 0.12}, Ref: ref(s.row), Legend: say.Phrase("θ that get " + name(s.row) + " right")})
		}
	}
	if s.best.Separable {
		if end, ok := reach(wide, s.best.Theta); ok {
			p.Marks = append(p.Marks, algos.PolyLine{At: []algos.XY{{}, end}, Style: algos.Style{Role: algos.RoleGood, Dash: true}, Legend: "direction of θ*"})
		}
	}
	if len(path) > 1 {
		p.Marks = append(p.Marks, algos.PolyLine{At: path, Style: algos.Style{Role: algos.RoleSoft}, Layer: algos.Over, Legend: "path of θ"})
	}
	p.Marks = append(p.Marks, s.weightArrows()...)
	p.Marks = append(p.Marks, s.handle())
	return p
}

func (s snapshot) weightArrows() []algos.Mark {
	var marks []algos.Mark
	now, before := plane(s.theta), plane(s.before)
	switch s.kind {
	case mistake:
		if to := plane(addScaled(s.theta, 1, s.correction())); to != now {
			marks = append(marks, algos.Arrows{From: []algos.XY{now}, To: []algos.XY{to}, Style: algos.Style{Role: algos.RoleAccent, Dash: true}, Legend: "to be added"})
		}
	case update:
		if before != now {
			marks = append(marks, algos.Arrows{From: []algos.XY{before}, To: []algos.XY{now}, Style: algos.Style{Role: algos.RoleAccent}, Legend: "added"})
		}
	}
	if now != (algos.XY{}) {
		marks = append(marks, algos.Arrows{From: []algos.XY{{}}, To: []algos.XY{now}, Labels: []say.Phrase{"θ"}, Style: algos.Style{Role: algos.RoleInk}})
	}
	return marks
}

// handle is where θ starts, to be dragged.
func (s snapshot) handle() algos.Handle {
	return algos.Handle{
		Param: "theta", At: plane(s.start), Hollow: true, Size: 6, Style: algos.Style{Role: algos.RoleAccent},
		Tip: say.Phrase("θ⁽⁰⁾ = " + say.Vec(s.start[0], s.start[1]) + ": drag it"), Legend: "start θ⁽⁰⁾: drag it",
	}
}

func plane(v vector) algos.XY { return algos.XY{X: v[0], Y: v[1]} }

// drawn is how many corners a drawn path has at most, about.
const drawn = 400

// path returns the trail up to now, thinned to what a picture can show.
func (s snapshot) path() []algos.XY {
	stride := len(s.trail)/drawn + 1
	var path []algos.XY
	for i := 0; i < len(s.trail); i += stride {
		path = append(path, plane(s.trail[i].theta))
	}
	return append(path, plane(s.theta))
}

// weightWindow fits the path, the origin and the next correction. It has round
// borders, so that it seldom changes from step to step.
func (s snapshot) weightWindow(path []algos.XY) grid.Window {
	shown := append(path[:len(path):len(path)], plane(addScaled(s.theta, 1, s.correction())))
	if s.start != (vector{}) {
		shown = append(shown, algos.XY{})
	}
	return algos.FitPath(shown)
}

// clip returns the part of the window, at the present θ₀, in which every row
// has y⟨θ, x⟩ ≥ 0: the window's corners cut by one half-plane after the other
// (Sutherland and Hodgman). It is nil where nothing is left.
func (s snapshot) clip(w grid.Window, rows ...row) []algos.XY { return s.clipBeyond(w, 0, rows) }

// clipBeyond is clip for y⟨θ, x⟩ ≥ beyond.
func (s snapshot) clipBeyond(w grid.Window, beyond float64, rows []row) []algos.XY {
	polygon := []algos.XY{{X: w.X0, Y: w.Y0}, {X: w.X1, Y: w.Y0}, {X: w.X1, Y: w.Y1}, {X: w.X0, Y: w.Y1}}
	for _, r := range rows {
		value := func(p algos.XY) float64 { return r.y*r.score(vector{p.X, p.Y, s.theta[2]}) - beyond }
		var kept []algos.XY
		for i, b := range polygon {
			a := polygon[(i+len(polygon)-1)%len(polygon)]
			va, vb := value(a), value(b)
			if va < 0 != (vb < 0) {
				f := va / (va - vb)
				kept = append(kept, algos.XY{X: a.X + f*(b.X-a.X), Y: a.Y + f*(b.Y-a.Y)})
			}
			if vb >= 0 {
				kept = append(kept, b)
			}
		}
		polygon = kept
	}
	if len(polygon) < 3 {
		return nil
	}
	return polygon
}

// reach returns the last place in the window on the way from the origin, which
// lies in it, in the direction of (θ₁, θ₂).
func reach(w grid.Window, theta vector) (algos.XY, bool) {
	far := math.Inf(1)
	for _, c := range []struct{ v, lo, hi float64 }{{theta[0], w.X0, w.X1}, {theta[1], w.Y0, w.Y1}} {
		switch {
		case c.v > 0:
			far = min(far, c.hi/c.v)
		case c.v < 0:
			far = min(far, c.lo/c.v)
		}
	}
	if math.IsInf(far, 1) {
		return algos.XY{}, false
	}
	return algos.XY{X: far * theta[0], Y: far * theta[1]}, true
}
