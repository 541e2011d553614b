package kernels

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// The Gaussian kernel is also an integral of features (004, handout F): the feature z of
// x is a bump φ_z(x) = (2π/β)^¼ N(z; x, 1/2β) with β = 2γ, for one dimension. Across the
// line through both points the integral is 1, so one dimension shows it for two.

// bump is the feature at a distance from its centre.
func (o options) bump(d float64) float64 {
	variance := 1 / (4 * o.Gamma)
	return math.Pow(math.Pi/o.Gamma, 0.25) * math.Exp(-d*d/(2*variance)) / math.Sqrt(2*math.Pi*variance)
}

// apart is how far the points are from one another of which pictures and words speak.
func (v view) apart() float64 {
	i, j := v.pair()
	return distance(v.x[i], v.x[j]).v
}

// reach is how many standard deviations to both sides a bump is more than rounding.
const reach = 9

// overlap is ∫ φ_z(x) φ_z(x') dz by the trapezium rule, for the first two points. The
// product of both bumps is one around their middle.
func (v view) overlap() float64 {
	const nodes = 200
	r, far := v.apart(), reach/(2*math.Sqrt(v.Gamma))
	step, sum := 2*far/nodes, 0.0
	for m := range nodes + 1 {
		z := r/2 - far + float64(m)*step
		sum += v.bump(z) * v.bump(z-r)
	}
	return sum * step
}

// overlapping draws both bumps and their product.
func (v view) overlapping() mark.Panel {
	i, j := v.pair()
	r, far := v.apart(), 4/(2*math.Sqrt(v.Gamma))
	r = min(r, 6*far) // beyond nothing is shared
	w := say.Vars{"i": say.Row(i).Name(), "j": say.Row(j).Name(), "k": v.whole.at(i, j)}
	curve := func(f func(z float64) float64) []mark.XY { return panel.Curve(-far, r+far, 120, 2*v.bump(0), f) }
	other := func(z float64) float64 { return v.bump(z - r) }
	area := append([]mark.XY{{X: -far}}, curve(func(z float64) float64 { return v.bump(z) * other(z) })...)
	return panel.Curves{
		ID: "overlap", Title: "The same kernel as an integral", Note: w.Text("area <k>"),
		Alt: w.Text("the bumps of <i> and <j>, and the area under their product, <k>"),
		X:   mark.Axis{Name: "z", Min: -far, Max: r + far}, Y: mark.Axis{Name: "φ"},
		Under: []mark.Mark{mark.PolyLine{
			At: append(area, mark.XY{X: r + far}), Closed: true, Fill: true, Style: mark.RoleAccent.Wide(1.5).Faded(0.3), Legend: "their product: its area is k",
		}},
		Of: []panel.Quantity{
			{At: curve(v.bump), Style: mark.RoleClass0.Wide(1.6), Legend: w.Text("the bump of <i>")},
			{At: curve(other), Style: mark.RoleClass1.Wide(1.6).Dashed(), Legend: w.Text("the bump of <j>")},
		},
	}.Panel()
}
