package polynomial

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// binomial is C(n, k), exact for the small numbers of here.
func binomial(n, k int) int {
	c := 1
	for j := 1; j <= k; j++ {
		c = c * (n - k + j) / j
	}
	return c
}

// features are √C(p, j): the factors that make ⟨φ(x), φ(z)⟩ = (1 + xz)ᵖ.
func features(p int) []float64 {
	out := make([]float64, p+1)
	for j := range out {
		out[j] = math.Sqrt(float64(binomial(p, j)))
	}
	return out
}

// feature is φⱼ(x).
func (f fit) feature(j int, x float64) float64 { return f.features[j] * math.Pow(x, float64(j)) }

// products are φⱼ(x)φⱼ(z).
func (f fit) products(x, z float64) []float64 {
	out := make([]float64, len(f.features))
	for j := range out {
		out[j] = f.feature(j, x) * f.feature(j, z)
	}
	return out
}

func sumOf(a []float64) float64 {
	sum := 0.0
	for _, x := range a {
		sum += x
	}
	return sum
}

// powerOf is the p of (1 + xz)ᵖ that a step shows.
func (v view) powerOf() int { return max(0, v.power()) }

func (v view) featureVars() say.Vars {
	p := v.powerOf()
	return say.Vars{
		"p": p, "x": v.X, "z": v.Z, "sum": sumOf(v.last().products(v.X, v.Z)), "kernel": math.Pow(1+v.X*v.Z, float64(p)), "n": p + 1,
		"sup": say.Phrase(say.Sup(p)),
	}
}

// reach is how far the picture of the features goes.
const reach = 2

// featurePanel draws the features over x, and the two places that are dragged.
func (v view) featurePanel() mark.Panel {
	w, f := v.featureVars(), v.last()
	c := panel.Curves{
		ID: "features", Title: w.Text("Features √C(<p>, j) xʲ"), Note: w.Text("<n> features"),
		Alt: w.Text("<n> features as curves, and their values at x = <x> and z = <z>"),
		X:   mark.Axis{Name: "x", Min: -1.1 * reach, Max: 1.1 * reach}, Y: mark.Axis{Name: "φⱼ", Min: -6, Max: 6},
	}
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over}
	for j := range f.features {
		q := panel.Quantity{Of: func(x float64) float64 { return f.feature(j, x) }, Nodes: 60, Style: mark.RoleFaint.Wide(1.4)}
		if j == len(f.features)-1 {
			q.Style, q.Legend = mark.RoleInk.Wide(2), "highest degree"
		}
		c.Of = append(c.Of, q)
		for _, x := range [...]float64{v.X, v.Z} {
			dots.At = append(dots.At, mark.XY{X: x, Y: f.feature(j, x)})
		}
	}
	c.Over = []mark.Mark{
		dots,
		mark.Handle{Param: "x_query", Along: mark.Horizontal, At: mark.XY{X: v.X}, Label: "x", Tip: "drag x", Style: mark.RoleAccent.Plain()},
		mark.Handle{Param: "z_query", Along: mark.Horizontal, At: mark.XY{X: v.Z}, Label: "z", Tip: "drag z", Style: mark.RoleGood.Plain()},
	}
	return c.Panel()
}

// kernelPanel adds the products of the features up.
func (v view) kernelPanel() mark.Panel {
	w := v.featureVars()
	products := v.last().products(v.X, v.Z)
	return mark.Panel{
		ID: "kernel", Title: w.Text("⟨φ(x), φ(z)⟩ = (1 + xz)<sup>"), Note: w.Text("sum <sum>, kernel <kernel>"),
		Alt: w.Text("<n> products of features: their sum is <sum>, and the kernel is <kernel>"),
		X:   mark.Axis{Name: "j", Integer: true, Min: -0.6, Max: float64(v.powerOf()) + 0.6}, Y: mark.Axis{Name: "φⱼ(x) φⱼ(z)"},
		Marks: []mark.Mark{mark.Bars{Y: products, Style: mark.RoleAccent.Plain(), Tip: func(j int) say.Phrase {
			return say.Vars{"j": j, "is": products[j]}.Text("j = <j>: <is>")
		}}},
	}
}
