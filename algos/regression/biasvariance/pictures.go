package biasvariance

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	switch {
	case v.Topic == learner:
		return []mark.Panel{v.fan(), v.curves(), v.sum(), v.profile()}
	case len(v.truth) == 2:
		return []mark.Panel{v.cloud(), v.curves(), v.sum()}
	}
	return []mark.Panel{v.histogram(), v.curves(), v.sum()}
}

// The roles of the parts in all pictures.
var (
	biasRole  = mark.RoleClass0
	varRole   = mark.RoleClass1
	noiseRole = mark.RoleSoft
)

// mostFits is how many of the last fits are drawn.
const mostFits = 30

func xys(x, y []float64) []mark.XY {
	at := make([]mark.XY, len(x))
	for i := range x {
		at[i] = mark.XY{X: x[i], Y: clip(y[i])}
	}
	return at
}

func clip(x float64) float64 { return max(-mark.Beyond, min(mark.Beyond, x)) }

// sd is the standard deviation of the fits at a place.
func (v view) sd(i int) float64 { return math.Sqrt(v.m2[i] / float64(v.k)) }

// fan draws the fits of all data sets, their mean, and the truth.
func (v view) fan() mark.Panel {
	x, w := grid(places), v.vars()
	reach := 1.6 + 1.4*min(v.Sigma, 4)
	c := panel.Curves{
		ID: "board", Title: "The fan of fits", Note: "no data set yet", Alt: w.Text("the truth ȳ, and noise with σ = <sigma> around it"),
		X: mark.Axis{Name: "x", Min: -1.05, Max: 1.05}, Y: mark.Axis{Name: "y", Min: -reach, Max: reach},
	}
	band := func(of func(i int) float64, about []float64, style mark.Style, legend say.Phrase) {
		c.Under = append(c.Under, panel.Band(len(x), style, legend, func(i int) (at, lo, hi float64) {
			return x[i], clip(about[i] - of(i)), clip(about[i] + of(i))
		}))
	}
	if v.Sigma > 0 {
		band(func(int) float64 { return v.Sigma }, v.truth, noiseRole.Plain().Faded(0.15), "ȳ ± σ: noise")
	}
	if v.k > 0 {
		c.Note, c.Alt = w.Text("data set <k>"), w.Text("the last of <k> fits, their mean and the truth; bias² <bias2>, variance <var>")
		band(v.sd, v.mean, varRole.Plain().Faded(0.25), "h̄ ± its spread")
		legend := panel.Once("earlier h_D")
		for _, h := range v.fits[max(0, v.k-mostFits) : v.k-1] {
			c.Of = append(c.Of, panel.Quantity{At: xys(x, h), Style: mark.RoleFaint.Wide(1).Faded(0.6), Legend: legend()})
		}
		c.Of = append(c.Of, panel.Quantity{At: xys(x, v.fits[v.k-1]), Style: mark.RoleAccent.Wide(1.8), Legend: "h_D", Name: "h_D"})
	}
	c.Of = append(c.Of, panel.Quantity{At: xys(x, v.truth), Style: mark.RoleInk.Wide(2).Dashed(), Legend: "truth ȳ", Name: "ȳ"})
	if v.k > 0 {
		c.Of = append(c.Of, panel.Quantity{At: xys(x, v.mean), Style: biasRole.Wide(2.6), Legend: "mean h̄", Name: "h̄"})
		c.Over = []mark.Mark{mark.Points{At: xys(v.last.x, v.last.y), Style: mark.RoleAccent.Plain(), Legend: "D", Layer: mark.Data}}
	}
	return c.Panel()
}

// profile is bias and spread at each x.
func (v view) profile() mark.Panel {
	x, w := grid(places), v.vars()
	top := 0.0
	c := panel.Curves{
		ID: "profile", Title: "Bias and spread along x", Note: "no data set yet", Alt: "bias and spread at each x: no data set yet",
		X: mark.Axis{Name: "x", Min: -1.05, Max: 1.05}, Y: mark.Axis{Name: "h̄ − ȳ, spread"}, Over: []mark.Mark{mark.Rule{At: 0, Style: mark.RoleFaint.Wide(1)}},
	}
	add := func(of func(i int) float64, style mark.Style, name, legend say.Phrase) {
		q := panel.Quantity{Style: style, Name: name, Legend: legend}
		for i := range x {
			q.At = append(q.At, mark.XY{X: x[i], Y: clip(of(i))})
			top = max(top, math.Abs(q.At[i].Y))
		}
		c.Of = append(c.Of, q)
	}
	if v.k > 0 {
		c.Note, c.Alt = w.Text("of <k data set>"), w.Text("bias and spread at each x, of <k data set>; bias² <bias2>, variance <var>")
		add(func(i int) float64 { return v.mean[i] - v.truth[i] }, biasRole.Wide(2.2), "bias", "h̄ − ȳ")
		add(v.sd, varRole.Wide(2.2), "spread", "spread of h_D")
		if v.expected != nil {
			add(func(i int) float64 { return v.expected[i] - v.truth[i] }, mark.RoleInk.Wide(1.2).Dashed(), "", "E[h_D] − ȳ")
		}
	}
	if top = panel.RoundUp(1.05 * top); top == 0 {
		top = 1
	}
	c.Y.Min, c.Y.Max = -top, top
	return c.Panel()
}

// cloud is the plane of slope and offset, as the bull's-eyes of the notes: the truth in
// the middle, and where each data set has hit.
func (v view) cloud() mark.Panel {
	w := v.vars()
	reach := 0.5
	for i := range 2 {
		reach = max(reach, math.Abs(v.truth[i]), math.Abs(v.expected[i])+2.6*math.Sqrt(v.cov[2*i]))
	}
	reach = panel.RoundUp(reach)
	p := mark.Panel{
		ID: "board", Title: "Where the estimates hit", Equal: true, Note: "no data set yet", Alt: w.Text("the truth at (<slope>, <offset>)"),
		X: mark.Axis{Name: "slope θ", Min: -reach, Max: reach}, Y: mark.Axis{Name: "offset θ₀", Min: -reach, Max: reach},
	}
	centre := mark.XY{X: v.expected[0], Y: v.expected[1]}
	if v.k > 0 {
		p.Note = w.Text("data set <k>")
		p.Alt = w.Text("<k> estimates around (<mean>, <mean2>), the truth at (<slope>, <offset>)")
		hits := mark.Points{Style: varRole.Plain().Faded(0.45), Legend: "estimates", Layer: mark.Data}
		for _, h := range v.fits[max(0, v.k-mostDots):v.k] {
			hits.At, hits.Size = append(hits.At, mark.XY{X: clip(h[0]), Y: clip(h[1])}), append(hits.Size, 2.2)
		}
		p.Add(hits)
		if v.cov.det() > 1e-12*v.cov.trace()*v.cov.trace() && v.Sigma > 0 {
			p.Add(mark.Ellipses{
				Mean: []mark.XY{centre}, Cov: [][3]float64{v.cov}, Radii: []float64{1, 2}, Style: []mark.Style{varRole.Wide(1.6)},
				Legend: "covariance in closed form, 1 and 2",
			})
		}
		at, h := mark.XY{X: clip(v.mean[0]), Y: clip(v.mean[1])}, v.fits[v.k-1]
		p.Add(panel.Arrow(mark.XY{X: v.truth[0], Y: v.truth[1]}, at, biasRole.Wide(2.2), "bias"),
			panel.Dot(at, 5, biasRole.Plain(), "their mean"), panel.Dot(mark.XY{X: clip(h[0]), Y: clip(h[1])}, 4.5, mark.RoleAccent.Plain(), "the last one"))
	}
	p.Add(mark.Handle{
		Param: "target", Along: mark.Plane, At: mark.XY{X: v.truth[0], Y: v.truth[1]}, Size: 6.5, Style: mark.RoleInk.Plain(),
		Tip: "drag the truth", Legend: "truth",
	})
	return p
}

// mostDots is how many estimates are drawn one by one.
const mostDots = 500

// bins is how many columns a histogram has.
const bins = 30

// histogram is how often which estimate came out.
func (v view) histogram() mark.Panel {
	w := v.vars()
	truth, centre, sd := v.truth[0], v.expected[0], math.Sqrt(v.exact[v.chosen].variance)
	lo, hi := min(truth, centre-3.5*sd), max(truth, centre+3.5*sd)
	if v.Topic != shrinkage && v.Topic != averaging && !(v.Topic == ridge) {
		lo = max(lo, 0) // neither a variance nor a maximum is below 0
	}
	if hi-lo < 1e-9*(1+math.Abs(truth)) {
		lo, hi = truth-1, truth+1
	}
	room := 0.06 * (hi - lo)
	b := panel.Bars{
		ID: "board", Title: "What the data sets say", Note: "no data set yet", Alt: w.Text("the truth is <t>"),
		X: mark.Axis{Name: "estimate", Min: lo - room, Max: hi + room}, Y: mark.Axis{Name: "data sets", Integer: true, Max: 1},
		Style: varRole.Plain().Faded(0.6), Legend: "estimates",
	}
	over := func(s mark.Segments) {
		s.Layer = mark.Over
		b.Marks = append(b.Marks, s)
	}
	if v.k > 0 {
		b.At, b.Values = make([]float64, bins), make([]float64, bins)
		width, top := (hi-lo)/bins, 0.0
		bin := func(h []float64) int { return min(bins-1, max(0, int((h[0]-lo)/width))) }
		for i := range b.At {
			b.At[i] = lo + (float64(i)+0.5)*width
		}
		for _, h := range v.fits {
			b.Values[bin(h)]++
			top = max(top, b.Values[bin(h)])
		}
		b.Y.Max, b.Hot = 1.25*top, []int{bin(v.fits[v.k-1])}
		b.Note = w.Text("data set <k>: <h>")
		b.Alt = w.Text("a histogram of <k> estimates with the mean <mean>, the truth at <t>; bias² <bias2>, variance <var>")
		mean, off := v.mean[0], v.sd(0)
		over(panel.Segment(mark.XY{X: clip(mean - off), Y: 1.12 * top}, mark.XY{X: clip(mean + off), Y: 1.12 * top}, varRole.Wide(3), "spread"))
		over(panel.Segment(mark.XY{X: truth, Y: 1.18 * top}, mark.XY{X: clip(mean), Y: 1.18 * top}, biasRole.Wide(3), "bias"))
		b.Marks = append(b.Marks, mark.Rule{Vertical: true, At: mean, Style: biasRole.Wide(2), Legend: "mean"})
	}
	b.Marks = append(b.Marks, mark.Rule{Vertical: true, At: truth, Style: mark.RoleInk.Wide(2).Dashed(), Legend: "truth"})
	if bound, ok := v.bound(); ok && bound > 0 && v.k > 0 {
		r := math.Sqrt(bound)
		over(panel.Segment(mark.XY{X: centre - r}, mark.XY{X: centre + r}, mark.RoleGood.Wide(4), "least spread after Cramér and Rao"))
	}
	return b.Panel()
}
