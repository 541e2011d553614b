package svm

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// lifts reports whether the kernel is (γ⟨x, z⟩ + c₀)², whose feature space can be written
// down: it has C(2+2, 2) = 6 dimensions, or 3 where c₀ = 0.
func (o Options) lifts() bool { return o.Kernel == "poly" && o.Degree == 2 && o.Coef0 >= 0 }

// lift is the map φ with k(x, z) = ⟨φ(x), φ(z)⟩, in the order of 004, handout G:
// c₀, γx₁², √2γx₁x₂, γx₂², √(2γc₀)x₁, √(2γc₀)x₂.
func (o Options) lift(x [2]float64) [6]float64 { return o.mapped(x, math.Sqrt2) }

// mapped is lift with another number in the place of √2.
func (o Options) mapped(x [2]float64, root float64) [6]float64 {
	g, line := o.Gamma, root*math.Sqrt(o.Gamma*o.Coef0)
	return [6]float64{o.Coef0, g * x[0] * x[0], root * g * x[0] * x[1], g * x[1] * x[1], line * x[0], line * x[1]}
}

func inner(a, b [6]float64) float64 {
	sum := 0.0
	for k := range a {
		sum += a[k] * b[k]
	}
	return sum
}

// featureNames are what the coordinates of the map are called where γ = c₀ = 1.
var featureNames = [6]say.Phrase{"1", "x₁²", "√2x₁x₂", "x₂²", "√2x₁", "√2x₂"}

// weights is w in the feature space: Σαᵢyᵢφ(xᵢ).
func (s *state) weights() [6]float64 {
	var w [6]float64
	for i, a := range s.alpha {
		if a == 0 {
			continue
		}
		for k, x := range s.lift(s.X[i]) {
			w[k] += a * s.y[i] * x
		}
	}
	return w
}

// features are the pictures of the feature space, where it can be written down.
func (v view) features() []mark.Panel {
	if !v.lifts() {
		return nil
	}
	return []mark.Panel{v.lifted(), v.featureWeights()}
}

// liftedAt is where a place stands in the picture.
func (o Options) liftedAt(x [2]float64) panel.XYZ {
	f := o.lift(x)
	return panel.XYZ{X: f[1], Y: f[2], Z: f[3]}
}

// lifted is the board bent to a cone: every point at (γx₁², √2γx₁x₂, γx₂²), and the
// classifier's plane where these three decide.
func (v view) lifted() mark.Panel {
	gamma := ""
	if v.Gamma != 1 {
		gamma = "γ"
	}
	axis := func(form string) mark.Axis { return mark.Axis{Name: say.Phrase(fmt.Sprintf(form, gamma))} }
	p := panel.Space{
		ID: "lift", Title: "Lifted to three dimensions", Note: "the whole feature space",
		Alt:   say.Vars{"n": len(v.y)}.Text("<n point> on a cone, at (γx₁², √2γx₁x₂, γx₂²), in three dimensions"),
		Equal: true, Param: "turn", View: v.Turn,
		X: axis("%sx₁²"), Y: axis("√2%sx₁x₂"), Z: axis("%sx₂²"),
		Things: []panel.Thing{v.cone()},
	}
	dots := panel.Dots{Like: mark.DataPoints(v.Set)}
	dots.Like.Tip = v.tip
	for _, x := range v.X {
		dots.At = append(dots.At, v.liftedAt(x))
	}
	p.Things = append(p.Things, dots)
	p.Things = append(p.Things, v.hoops()...)
	p.Things = append(p.Things, v.sheets()...)
	if v.Coef0 > 0 {
		p.Note = "3 of 6 dimensions"
	}
	return p.Panel()
}

// cone is the surface on which all points stand: the board, of which x and −x fall on one
// another.
func (v view) cone() panel.Net {
	far := 0.0
	for _, x := range v.X {
		far = max(far, x[0]*x[0]+x[1]*x[1])
	}
	const rings, rays = 4, 20
	return panel.Net{
		N: rings, M: rays,
		At: func(i, j int) panel.XYZ {
			sin, cos := math.Sincos(math.Pi * float64(j) / rays) // half a turn is once around the cone
			r := math.Sqrt(far * float64(i) / rings)
			return v.liftedAt([2]float64{r * cos, r * sin})
		},
		Like: mark.PolyLine{Style: mark.RoleSoft.Wide(0.4).Faded(0.06), Fill: true, Legend: "the board, bent to a cone"},
	}
}

// sheets are the boundary and the margins, planes of the picture where the features that
// it does not show decide nothing.
func (v view) sheets() []panel.Thing {
	w := v.weights()
	size := math.Sqrt(inner(w, w))
	if size == 0 || math.Hypot(w[4], w[5]) > 1e-9*size || !(max(math.Abs(w[1]), math.Abs(w[2]), math.Abs(w[3])) > 1e-9*size) {
		return nil
	}
	normal := panel.XYZ{X: w[1], Y: w[2], Z: w[3]}
	offset := w[0]*v.Coef0 + v.Bias
	margin := mark.PolyLine{Style: mark.RoleSoft.Wide(1).Dashed().Faded(0.07), Legend: "margins f = ±1"}
	return []panel.Thing{
		panel.Sheet{Normal: normal, Offset: offset, Like: mark.PolyLine{Style: mark.RoleAccent.Wide(1.8).Faded(0.2), Legend: "boundary f = 0"}},
		panel.Sheet{Normal: normal, Offset: offset - 1, Like: margin},
		panel.Sheet{Normal: normal, Offset: offset + 1, Like: margin},
	}
}

// hoops encircle the support vectors, as on the board.
func (v view) hoops() []panel.Thing {
	var out []panel.Thing
	for _, m := range v.rings() {
		rings, ok := m.(mark.Rings)
		if !ok {
			continue
		}
		h := panel.Hoops{Like: rings}
		for _, at := range rings.At {
			h.At = append(h.At, v.liftedAt([2]float64{at.X, at.Y}))
		}
		out = append(out, h)
	}
	return out
}

// featureWeights is w as bars, one for each feature.
func (v view) featureWeights() mark.Panel {
	w := v.weights()
	first, last := 0, len(w)
	if v.Coef0 == 0 {
		first, last = 1, 4
	}
	top := max(math.Abs(slices.Max(w[:])), math.Abs(slices.Min(w[:])))
	if top == 0 {
		top = 1
	}
	b := mark.Bars{Style: mark.RoleAccent.Plain()}
	names := mark.Texts{Anchor: mark.Middle}
	for k := first; k < last; k++ {
		b.X, b.Y = append(b.X, float64(k)), append(b.Y, w[k])
		b.Tips = append(b.Tips, say.Vars{"name": featureNames[k], "value": w[k]}.Text("weight of <name>: <value>"))
		below := -0.14 * top
		if w[k] < 0 {
			below = -below
		}
		names.At, names.Text = append(names.At, mark.XY{X: float64(k), Y: below}), append(names.Text, featureNames[k])
	}
	p := mark.Panel{
		ID: "weights", Title: "Weights of the features", Note: say.Vars{"norm2": v.norm2}.Text("‖w‖² = <norm2>"),
		Alt: say.Vars{"w": w[first:last]}.Text("w = <w>"),
		X:   mark.Axis{Hidden: true, Min: float64(first) - 0.6, Max: float64(last) - 0.4}, Y: mark.Axis{Name: "w", Min: -1.15 * top, Max: 1.15 * top},
	}
	p.Add(b, names)
	return p
}

// mostLifted is how many rows are compared pair by pair.
const mostLifted = 120

// checkLift: the kernel is an inner product of features. The pair is the one that is off
// the most.
func (s *state) checkLift() algos.Check {
	n := min(len(s.X), mostLifted)
	at, worst := [2]int{0, min(1, n-1)}, 0.0
	maps := make([][6]float64, n)
	for i := range maps {
		maps[i] = s.lift(s.X[i])
	}
	for i := range n {
		for j := range i + 1 {
			if off := math.Abs(s.Kernel.At(s.X[i], s.X[j])-inner(maps[i], maps[j])) / s.scaleOf(i, j); off > worst {
				at, worst = [2]int{j, i}, off
			}
		}
	}
	i, j := at[0], at[1]
	size := s.scaleOf(i, j)
	pair := say.Vars{"i": say.Row(i).Name(), "j": say.Row(j).Name()}
	why := pair.Text("for <i>, <j>; $\\varphi$ has $\\binom{2+2}{2} = 6$ coordinates")
	if s.Coef0 == 0 {
		why = pair.Text("for <i>, <j>; with $c_0 = 0$ only the three of degree 2 are left of $\\binom{2+2}{2} = 6$ coordinates")
	}
	return claimLift.Equal(s.Kernel.At(s.X[i], s.X[j]), inner(maps[i], maps[j]), 16*num.Ulp*size).
		Of(size).Between("k", "⟨φ, φ⟩").Because(why)
}

var claimLift = algos.Guarantee{Name: "lift", Claim: `$k(x_i, x_j) = \langle\varphi(x_i), \varphi(x_j)\rangle$ for every pair`}

// scaleOf is the largest that the kernel of two rows can be.
func (s *state) scaleOf(i, j int) float64 {
	far := s.Gamma*math.Hypot(s.X[i][0], s.X[i][1])*math.Hypot(s.X[j][0], s.X[j][1]) + s.Coef0
	return far*far + math.SmallestNonzeroFloat64
}

// liftValues are what the model says of the feature space: w, and of the first two rows
// ⟨φ, φ⟩ beside what comes out without the roots of two, as 002 writes the map.
func (s *state) liftValues() []algos.Value {
	if !s.lifts() {
		return nil
	}
	w := s.weights()
	values := []algos.Value{{Name: "features", Value: w[:]}}
	if len(s.X) > 1 {
		a, b := s.X[0], s.X[1]
		values = append(
			values, algos.Value{Name: "inner", Value: inner(s.lift(a), s.lift(b))},
			algos.Value{Name: "inner_plain", Value: inner(s.mapped(a, 1), s.mapped(b, 1))},
		)
	}
	return values
}
