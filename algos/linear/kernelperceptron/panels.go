package kernelperceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// named is the most features whose names have room below their bars.
const named = 10

// weights are the coordinates of θ, a bar for every monomial.
func (s *snapshot) weights(alpha []int32) algos.Panel {
	theta := s.phi.coordinates(s.theta(alpha))
	n := len(theta)
	bars := algos.Bars{X: make([]float64, n), Y: theta, Tips: make([]say.Phrase, n), Style: algos.Style{Role: algos.RoleSoft}}
	lo, hi := 0.0, 0.0
	for i, v := range theta {
		bars.X[i] = float64(i + 1)
		bars.Tips[i] = say.Phrase(fmt.Sprintf("θ of %s·%s = %s", say.Num(math.Sqrt(s.phi[i].weight)), s.phi[i].name(), say.Num(v)))
		lo, hi = min(lo, v), max(hi, v)
	}
	if lo == hi {
		lo, hi = -1, 1
	}
	room := (hi - lo) / 8
	p := algos.Panel{
		ID: "weights", Title: "Weights θ of the features", Note: say.Phrase(fmt.Sprintf("%d monomials", n)),
		Alt:   say.Phrase(fmt.Sprintf("The weights of %s.", say.Count(n, "monomial"))),
		X:     algos.Axis{Name: "feature", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:     algos.Axis{Name: "θ", Min: lo - 1.6*room, Max: hi + room},
		Marks: []algos.Mark{bars},
	}
	if n <= named {
		names := algos.Texts{Anchor: algos.Middle, Layer: algos.Over, Style: algos.Style{Role: algos.RoleInk}}
		for i, f := range s.phi {
			names.At = append(names.At, algos.XY{X: float64(i + 1), Y: lo - 0.9*room})
			names.Text = append(names.Text, say.Phrase(f.name()))
		}
		p.X.Hidden = true // the names take the place of numbers
		p.Marks = append(p.Marks, names)
	}
	return p
}

// multipliers are the counts α, a bar for every row.
func (s *snapshot) multipliers(alpha []int32) algos.Panel {
	n := len(alpha)
	bars := algos.Bars{X: make([]float64, n), Y: make([]float64, n), Class: make([]int, n), Refs: make([]string, n), Tips: make([]say.Phrase, n)}
	top := 1.0
	for i, a := range alpha {
		bars.X[i], bars.Y[i] = float64(i+1), float64(a)
		bars.Class[i], bars.Refs[i] = s.Points[i].Class(), ref(i)
		bars.Tips[i] = say.Phrase(fmt.Sprintf("α%s = %d", say.Sub(i+1), a))
		top = max(top, float64(a))
	}
	if s.kind != start {
		bars.Hot = []int{s.row}
	}
	return algos.Panel{
		ID: "alphas", Title: "Mistakes of each row", Note: say.Phrase(fmt.Sprintf("%d of %d stored", s.stored, n)),
		Alt:   say.Phrase(fmt.Sprintf("%s on %d of %d rows.", say.Count(s.alpha.total, "mistake"), s.stored, n)),
		X:     algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:     algos.Axis{Name: "α", Max: 1.08 * top},
		Marks: []algos.Mark{bars},
	}
}

// drawn is how many corners a drawn path has at most, about.
const drawn = 400

// proof shows Novikoff's proof in feature space: after k mistakes kγ ≤ ⟨w, θ*⟩ ≤
// ‖w‖ ≤ √k·R.
func (s *snapshot) proof() algos.Panel {
	end := s.horizon()
	p := algos.Panel{
		ID: "proof", Title: "The proof", Note: say.Phrase(fmt.Sprintf("k = %d", s.alpha.total)),
		X: algos.Axis{Name: "mistakes k", Min: 0, Max: end, Integer: true}, Y: algos.Axis{Name: "length in feature space"},
		Alt: say.Phrase(fmt.Sprintf("The length of w after %s.", say.Count(s.alpha.total, "mistake"))),
	}
	length := algos.PolyLine{Style: algos.Style{Role: algos.RoleInk, Width: 2}, Layer: algos.Over, Legend: "‖w‖"}
	along := algos.PolyLine{Style: algos.Style{Role: algos.RoleGood, Width: 2}, Layer: algos.Over, Legend: "⟨w, θ*⟩"}
	now := waypoint{s.alpha.total, math.Sqrt(max(0, s.norm2)), s.along}
	add := func(at waypoint) {
		length.At = append(length.At, algos.XY{X: float64(at.k), Y: at.length})
		along.At = append(along.At, algos.XY{X: float64(at.k), Y: at.along})
	}
	stride := len(s.trail)/drawn + 1
	for i := 0; i < len(s.trail); i += stride {
		add(s.trail[i])
	}
	add(now)
	upper := algos.PolyLine{Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "√k R"}
	const pieces = 64
	for i := range pieces + 1 {
		k := end * float64(i*i) / (pieces * pieces) // dense where a root bends
		upper.At = append(upper.At, algos.XY{X: k, Y: math.Sqrt(k * s.r2)})
	}
	p.Marks = append(p.Marks, upper, length)
	if !s.best.separable {
		p.Note += "; not separable: no line from below"
		return p
	}
	lower := algos.PolyLine{At: []algos.XY{{}, {X: end, Y: end * s.best.lo}}, Style: algos.Style{Role: algos.RoleGood, Dash: true}, Legend: "kγ"}
	p.Marks = append(p.Marks, lower, along)
	if s.limit <= end {
		p.Marks = append(p.Marks, algos.Rule{Vertical: true, At: s.limit, Label: "(R/γ)²", Style: algos.Style{Role: algos.RoleBad, Dash: true}})
	} else {
		p.Note += say.Phrase(", bound " + say.Num(s.limit))
	}
	return p
}

// horizon returns where the axis of k ends: at the bound if that can be seen
// together with what has happened, else at a power of two beyond k.
func (s *snapshot) horizon() float64 {
	end := 8.0
	for end < 1.1*s.k() {
		end *= 2
	}
	if s.limit <= 8*end {
		end = max(end, math.Ceil(1.1*s.limit))
	}
	return end
}

// maxMatrix is the most points whose kernel matrix is drawn.
const maxMatrix = 30

// kernelMatrix is all that the run by kernel knows about the points.
func (s *snapshot) kernelMatrix() algos.Panel {
	n := len(s.x)
	m := algos.Matrix{Rows: n, Cols: n, Values: s.matrix(), Scale: algos.Diverging, Text: n <= 6}
	for _, k := range m.Values {
		m.Hi = max(m.Hi, math.Abs(k))
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	m.Lo = -m.Hi
	for i := range n {
		m.RowRefs = append(m.RowRefs, ref(i))
	}
	m.ColRefs = m.RowRefs
	if s.kind != start {
		for j := range n {
			m.Hot = append(m.Hot, [2]int{s.row, j})
		}
	}
	return algos.Panel{
		ID: "matrix", Title: "Kernel matrix", Equal: true, Height: 1,
		Alt:   say.Phrase(fmt.Sprintf("The %d by %d matrix of k(xᵢ, xⱼ).", n, n)),
		X:     algos.Axis{Hidden: true, Max: float64(n)},
		Y:     algos.Axis{Hidden: true, Max: float64(n)},
		Marks: []algos.Mark{m},
	}
}
