package svd

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

var (
	claimFalls    = algos.Guarantee{Name: "falls", Claim: `the misfit of the known cells never rises`}
	claimSandwich = algos.Guarantee{Name: "sandwich", Claim: `the fit misses the filled table by no more than it missed the known cells before`}
	claimFit      = algos.Guarantee{Name: "fit", Claim: `Eckart and Young, for the filled table: the misfit of the known cells and the squared moves of the holes are $\sum_{i>k}s_i^2$`}
	claimStill    = algos.Guarantee{Name: "still", Claim: `at the end no hole moves`}
)

// Checks implements [algos.View].
func (v completionView) Checks() []algos.Check {
	if v.t == 0 {
		return []algos.Check{claimFalls.Not("nothing has been fitted yet")}
	}
	before, f, x := v.fitted()
	all := squares(minus(before, x))
	rounding, size := f.rounding(all), f.tail(0)
	moves := 0.0
	for k := range v.fill {
		moves += (v.fill[k] - v.before[k]) * (v.fill[k] - v.before[k])
	}
	checks := []algos.Check{
		doubted(claimFit.Equal(v.misfit+moves, f.tail(v.Rank), rounding).Of(size).Between("known + moves", "Σ s²")),
	}
	if v.t > 1 {
		checks = append(checks,
			doubted(claimFalls.AtMost(v.misfit, v.was, rounding).Of(size).Between("now", "before")),
			doubted(claimSandwich.AtMost(all, v.was, rounding).Of(size).Between("all cells", "known cells before")))
	} else {
		checks = append(checks, claimFalls.Not("this is the first fit"))
	}
	return append(checks, claimStill.Tends(v.change, 0, still*max(v.size, math.SmallestNonzeroFloat64), v.status).
		Of(v.size).Between("largest move", "").OpenIf(v.unfinished()))
}

// unfinished says why holes still move at the end.
func (v completionView) unfinished() say.Phrase {
	if v.status.State == algos.Exhausted {
		return "the run was cut off: allow more fillings"
	}
	return ""
}

// Panels implements [algos.View].
func (v completionView) Panels() []mark.Panel {
	lo, hi := v.limits()
	w := v.vars()
	panels := []mark.Panel{look{
		id: "board", title: "The table, its holes filled", note: w.Text("<holes hole>"), cells: v.filled(v.gaps, v.fill), m: v.m, n: v.n,
		lo: lo, hi: hi, scale: mark.Sequential, holes: v.gaps, paints: v.painted,
		alt: w.Text("a table of <m row> and <n column>, in which <holes hole are> filled"),
	}.Panel()}
	if v.t == 0 {
		f, ok := decompose(v.filled(v.gaps, v.fill), v.m, v.n)
		panels = append(panels, v.layersPanel(make([]float64, v.m*v.n), lo, hi))
		if ok {
			panels = append(panels, f.spectrum(v.Rank))
		}
	} else {
		_, f, x := v.fitted()
		panels = append(panels, v.layersPanel(x, lo, hi), f.spectrum(v.Rank))
	}
	if p, ok := v.compared(); ok {
		panels = append(panels, p)
	}
	return panels
}

func (v completionView) layersPanel(x []float64, lo, hi float64) mark.Panel {
	w := v.vars()
	return look{
		id: "layers", title: "The layers that were fitted", note: w.Text("k = <k>"), cells: x, m: v.m, n: v.n, lo: lo, hi: hi, scale: mark.Sequential,
		alt: w.Text("the sum of <k layer> of the filled table"),
	}.Panel()
}

// spectrum is the singular values of the filled table: those kept in colour.
func (f factors) spectrum(k int) mark.Panel {
	p := f.scree(k, 1)
	w := say.Vars{"k": k, "s": f.value(0), "next": f.value(k)}
	p.Note, p.Alt = w.Text("kept: <k>"), w.Text("the singular values of the filled table fall from <s>; the first that is left out is <next>")
	p.Marks = p.Marks[:1]
	if k > 0 && k < len(f.s) {
		p.Add(mark.Rule{Vertical: true, At: float64(k) + 0.5, Style: mark.RoleInk.Dashed(), Legend: "rank k", Layer: mark.Over})
	}
	return p
}

// compared sets what stands in the hidden cells against what the judge knows.
func (v completionView) compared() (mark.Panel, bool) {
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "hidden cells"}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, at := range v.gaps {
		if y := v.truth[at]; !math.IsNaN(y) {
			dots.At, dots.Size = append(dots.At, mark.XY{X: y, Y: v.fill[k]}), append(dots.Size, 2.5)
			lo, hi = min(lo, y), max(hi, y)
		}
	}
	if len(dots.At) == 0 {
		return mark.Panel{}, false
	}
	room := max((hi-lo)/10, math.Abs(hi)/10)
	if room == 0 {
		room = 1
	}
	lo, hi = lo-room, hi+room
	for k, at := range dots.At { // a number far out stands at the border
		dots.At[k].Y = min(max(at.Y, lo), hi)
	}
	w := v.vars()
	p := mark.Panel{
		ID: "compared", Title: "Hidden cells: filled against true", Note: w.Text("off by <hidden>"), Equal: true,
		Alt: w.Text("what stands in the hidden cells against what they are: off by <hidden>"),
		X:   mark.Axis{Name: "true", Min: lo, Max: hi}, Y: mark.Axis{Name: "filled", Min: lo, Max: hi},
	}
	p.Add(mark.Segments{From: []mark.XY{{X: lo, Y: lo}}, To: []mark.XY{{X: hi, Y: hi}}, Style: mark.RoleSoft.Dashed(), Legend: "right"}, dots)
	return p, true
}
