package gaussianconditioning

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// pair shows two densities and their product.
func (v view) pair() mark.Panel {
	a, b, product, w := v.marginal(0), v.marginal(1), v.answer, v.vars()
	x := panel.RoundUp(max(a.reach(), b.reach()))
	peak := max(a.peak(), b.peak())
	c := panel.Curves{
		ID: "board", Title: "Two densities and their product", Note: "drag the densities", Alt: w.Text("the densities N(<m1>, <v1>) and N(<m2>, <v2>)"),
		X: mark.Axis{Name: "x", Min: -x, Max: x}, Y: mark.Axis{Name: "density"},
	}
	if v.stage >= multiplied {
		height, legend := product.peak(), say.Phrase("normalised product")
		c.Note, c.Alt = w.Text("product: N(<pm>, <ps2>)"), w.Text("the densities N(<m1>, <v1>) and N(<m2>, <v2>), and of their product N(<pm>, <ps2>)")
		if v.stage == multiplied {
			height, legend = height*math.Exp(v.logFactor), "product (not normalised)"
			c.Note, c.Alt = w.Text("integral of the product: <factor>"), w.Text("the densities N(<m1>, <v1>) and N(<m2>, <v2>), and their product with "+
				"the integral <factor>")
		}
		peak = max(peak, height)
		at := product.curve(-x, x, height)
		c.Under = []mark.Mark{mark.PolyLine{At: at, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.25)}}
		c.Of = []panel.Quantity{{At: at, Style: mark.RoleAccent.Wide(2.6), Legend: legend, Name: "product"}}
	}
	c.Y.Max = 1.12 * peak
	draw := func(of normal, role mark.Role, param string, name, legend, tip say.Phrase) {
		c.Of = append(c.Of, panel.Quantity{At: of.curve(-x, x, of.peak()), Style: role.Wide(2.2), Legend: legend, Name: name})
		at := mark.XY{X: of.mean, Y: 0.5 * of.peak()}
		c.Over = append(c.Over, mark.Handle{Param: param, Along: mark.Horizontal, At: at, Size: 6, Style: role.Plain(), Tip: tip})
	}
	draw(a, mark.RoleClass0, "mean1", "first", "N(μ₁, Σ₁₁)", "drag the first density")
	draw(b, mark.RoleClass1, "mean2", "second", "N(μ₂, Σ₂₂)", "drag the second density")
	return c.Panel()
}

// precisions are bars of one over the variances.
func (v view) precisions() mark.Panel {
	values := []float64{1 / v.Var1, 1 / v.Var2}
	names := mark.Texts{Anchor: mark.Middle, Text: []say.Phrase{"first", "second"}}
	sum := values[0] + values[1]
	w := say.Vars{"p1": values[0], "p2": values[1], "p": sum}
	p := mark.Panel{
		ID: "precisions", Title: "Precisions (1 / variance)", Alt: w.Text("the precisions <p1> and <p2>"),
		X: mark.Axis{Hidden: true, Min: -0.6, Max: 2.6}, Y: mark.Axis{Name: "precision", Min: -0.16 * sum, Max: 1.15 * sum},
	}
	if v.stage >= precise {
		values, names.Text = append(values, sum), append(names.Text, "product")
		p.Note, p.Alt = w.Text("<p1> + <p2> = <p>"), w.Text("the precisions <p1> and <p2>, and <p> of the product")
	}
	for i := range values {
		names.At = append(names.At, mark.XY{X: float64(i), Y: -0.09 * sum})
	}
	roles := [...]mark.Role{mark.RoleClass0, mark.RoleClass1, mark.RoleAccent}
	for i, y := range values {
		p.Add(mark.Rect{
			Min: mark.XY{X: float64(i) - 0.3}, Max: mark.XY{X: float64(i) + 0.3, Y: y}, Fill: true, Style: roles[i].Plain().Faded(0.55),
		})
	}
	if len(values) == 3 { // the second stands on the first
		p.Add(mark.Segments{
			From: []mark.XY{{X: 1.7, Y: values[0]}}, To: []mark.XY{{X: 2.3, Y: values[0]}}, Style: mark.RoleInk.Wide(1.5), Layer: mark.Over,
			Legend: "sum of the two precisions",
		})
	}
	p.Add(names)
	return p
}

// spread is from where to where the pictures of the mean go: all observations and the prior.
func (v view) spread() (lo, hi float64) {
	prior := v.marginal(0)
	lo, hi = prior.mean-sds*prior.sd(), prior.mean+sds*prior.sd()
	for _, y := range v.observations {
		lo, hi = min(lo, y-2*v.noise()), max(hi, y+2*v.noise())
	}
	unit := panel.RoundUp((hi - lo) / 8)
	return unit * math.Floor(lo/unit), unit * math.Ceil(hi/unit)
}

// noise is the standard deviation of an observation around the mean.
func (v view) noise() float64 { return math.Sqrt(v.Var2) }

// belief shows where the mean is: the prior, and the posterior so far.
func (v view) belief() mark.Panel {
	prior, w := v.marginal(0), v.vars()
	lo, hi := v.spread()
	at := v.now.curve(lo, hi, v.now.peak())
	c := panel.Curves{
		ID: "board", Title: "Posterior of the mean", Note: w.Text("θ is N(<m>, <s2>)"),
		Alt:   w.Text("after <t observation> the posterior is N(<m>, <s2>); the prior is N(<m1>, <v1>)"),
		X:     mark.Axis{Name: "θ", Min: lo, Max: hi},
		Y:     mark.Axis{Name: "density", Max: 1.12 * max(v.now.peak(), prior.peak())},
		Under: []mark.Mark{mark.PolyLine{At: at, Fill: true, Style: mark.RoleAccent.Plain().Faded(0.25)}},
	}
	if v.stage > 0 {
		noise := normal{v.y(), v.Var2}
		c.Y.Max = max(c.Y.Max, 1.12*noise.peak())
		c.Of = []panel.Quantity{
			{At: prior.curve(lo, hi, prior.peak()), Style: mark.RoleSoft.Dashed(), Legend: "prior", Name: "prior"},
			{At: noise.curve(lo, hi, noise.peak()), Style: mark.RoleClass1.Wide(1.8), Legend: "likelihood of this observation", Name: "observation"},
		}
		if v.stage > 1 {
			c.Of = append(c.Of, panel.Quantity{
				At: v.before.curve(lo, hi, v.before.peak()), Style: mark.RoleClass0.Wide(1.8), Legend: "previous posterior", Name: "previous posterior",
			})
		}
		seen := mark.Points{Style: mark.RoleInk.Plain(), Legend: "observations", Layer: mark.Over}
		for _, y := range v.observations[:v.stage] {
			seen.At, seen.Size = append(seen.At, mark.XY{X: y}), append(seen.Size, 3)
		}
		c.Of[len(c.Of)-1].With = []mark.Mark{seen}
	}
	c.Of = append(c.Of, panel.Quantity{At: at, Style: mark.RoleAccent.Wide(2.6), Legend: "posterior now", Name: "posterior now"})
	return c.Panel()
}

// course shows the mean after each observation, with two standard deviations.
func (v view) course() mark.Panel {
	lo, hi := v.spread()
	c := panel.Curves{
		ID: "course", Title: "Posterior mean ± 2 standard deviations", Alt: v.vars().Text("the posterior mean after each of <t observation>"),
		X: mark.Axis{Name: "observations", Max: float64(max(1, len(v.observations))), Integer: true}, Y: mark.Axis{Name: "θ", Min: lo, Max: hi},
	}
	posteriors := []normal{v.marginal(0)}
	seen := mark.Points{Style: mark.RoleInk.Plain(), Legend: "observations"}
	for t, y := range v.observations[:v.stage] {
		next, _ := posteriors[t].times(normal{y, v.Var2})
		posteriors = append(posteriors, next)
		seen.At, seen.Size = append(seen.At, mark.XY{X: float64(t + 1), Y: y}), append(seen.Size, 3)
	}
	const around say.Phrase = "± 2 standard deviations"
	if b := posteriors[0]; v.stage == 0 {
		c.Over = []mark.Mark{
			panel.Segment(mark.XY{Y: b.mean - 2*b.sd()}, mark.XY{Y: b.mean + 2*b.sd()}, mark.RoleAccent.Wide(4), around),
			panel.Dot(mark.XY{Y: b.mean}, 4, mark.RoleAccent.Plain(), "mean"),
		}
		return c.Panel()
	}
	c.Under = []mark.Mark{panel.Band(len(posteriors), mark.RoleAccent.Plain().Faded(0.25), around, func(t int) (x, lo, hi float64) {
		return float64(t), posteriors[t].mean - 2*posteriors[t].sd(), posteriors[t].mean + 2*posteriors[t].sd()
	})}
	mean := panel.Quantity{Style: mark.RoleAccent.Wide(2.4), Legend: "mean", Name: "mean", With: []mark.Mark{seen}}
	for t, b := range posteriors {
		mean.At = append(mean.At, mark.XY{X: float64(t), Y: b.mean})
	}
	c.Of = []panel.Quantity{mean}
	return c.Panel()
}
