package svd

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A look is how a table is drawn.
type look struct {
	id               string
	title, note, alt say.Phrase
	cells            []float64
	m, n             int
	lo, hi           float64
	scale            mark.FieldScale
	holes            []int // framed
	paints           bool  // readers paint on it
	legend           say.Phrase
}

// written is up to how many columns a table has its numbers written in it.
const written = 10

// Panel draws a table, row 1 at the top.
func (l look) Panel() mark.Panel {
	p := mark.Panel{
		ID: l.id, Title: l.title, Note: l.note, Alt: l.alt, Equal: l.m <= 4*l.n && l.n <= 4*l.m,
		X: mark.Axis{Hidden: true, Max: float64(l.n)}, Y: mark.Axis{Hidden: true, Max: float64(l.m)},
	}
	if l.paints {
		p.Edits = mark.EditsCells
	}
	m := mark.Matrix{Rows: l.m, Cols: l.n, Values: l.cells, Lo: l.lo, Hi: l.hi, Scale: l.scale, Text: l.n <= written, Legend: l.legend}
	if len(l.holes) <= mostFramed {
		for _, h := range l.holes {
			m.Hot = append(m.Hot, [2]int{h / l.n, h % l.n})
		}
	}
	p.Add(m)
	if len(l.holes) > mostFramed { // dots cost less room than frames
		dots := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "missing entries"}
		for _, h := range l.holes {
			dots.At = append(dots.At, mark.XY{X: float64(h%l.n) + 0.5, Y: float64(l.m-h/l.n) - 0.5})
			dots.Size = append(dots.Size, 1.6)
		}
		p.Add(dots)
	}
	return p
}

// mostFramed is up to how many holes have frames.
const mostFramed = 60

// limits are the least and the largest known cell of a table, apart; of a painted one those of the brushes.
func (t *table) limits() (lo, hi float64) {
	if t.painted {
		return pixels.Low, pixels.High
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for i, x := range t.cells {
		if t.known == nil || t.known[i] {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo >= hi {
		lo, hi = lo-math.Abs(lo)/2, hi+math.Abs(hi)/2
	}
	if lo == hi {
		lo, hi = 0, 1
	}
	return lo, hi
}

// extent is the largest number in size, for the colours of what may have both signs.
func extent(cells []float64) float64 {
	most := 0.0
	for _, x := range cells {
		most = max(most, math.Abs(x))
	}
	if most == 0 {
		return 1
	}
	return most
}

// Panels implements [algos.View].
func (v layersView) Panels() []mark.Panel {
	lo, hi := v.limits()
	w := v.vars()
	sum := v.f.sum(v.k)
	shown, note := sum, w.Text("k = <k>")
	if v.seek != nil {
		shown, note = plus(sum, v.seek.layer()), w.Text("k = <k>, next term in progress")
	}
	panels := []mark.Panel{
		look{
			id: "board", title: "Approximation of rank k", note: note, cells: shown, m: v.m, n: v.n, lo: lo, hi: hi, scale: mark.Sequential,
			alt: w.Text("rank-<k> approximation of a matrix of <m row> and <n column>, explained energy <share>"),
		}.Panel(),
		look{
			id: "table", title: "Matrix A (original)", note: w.Text("<m> × <n>"), cells: v.cells, paints: v.painted,
			m: v.m, n: v.n, lo: lo, hi: hi, scale: mark.Sequential,
			alt: w.Text("the original matrix, <m row> and <n column>"),
		}.Panel(),
	}
	switch {
	case v.seek != nil:
		layer := v.seek.layer()
		size := extent(layer)
		panels = append(panels, look{
			id: "layer", title: "This rank-1 term", note: w.Text("power iteration: ‖Rv‖ = <found>"),
			cells: layer, m: v.m, n: v.n, lo: -size, hi: size, scale: mark.Diverging,
			alt: w.Text("rank-1 term <next> for the current v"),
		}.Panel())
	case v.k > 0:
		layer := make([]float64, v.m*v.n)
		v.f.addLayer(layer, v.k-1)
		size := extent(layer)
		panels = append(panels, look{
			id: "layer", title: "This rank-1 term", note: w.Text("s = <s>"), cells: layer, m: v.m, n: v.n, lo: -size, hi: size, scale: mark.Diverging,
			alt: w.Text("rank-1 term <k>: a column times a row"),
		}.Panel())
	default:
		panels = append(panels, look{
			id: "layer", title: "This rank-1 term", note: "none yet", cells: make([]float64, v.m*v.n), m: v.m, n: v.n, lo: -1, hi: 1, scale: mark.Diverging,
			alt: "no term yet",
		}.Panel())
	}
	rest := minus(v.cells, sum)
	size := extent(v.cells) / 2
	return append(panels, look{
		id: "rest", title: "Residual", note: w.Text("squared error: <left>"), cells: rest, m: v.m, n: v.n, lo: -size, hi: size, scale: mark.Diverging,
		alt: w.Text("the matrix minus its rank-<k> approximation"),
	}.Panel(), v.f.scree(v.k, v.Energy))
}

// scree is the singular values, those of the layers so far in colour, and what the rules say.
func (f factors) scree(k int, energy float64) mark.Panel {
	w := say.Vars{"wanted": f.wanted(energy), "tenth": f.tenth(), "elbow": f.elbow(), "energy": energy, "s": f.value(0)}
	b := panel.Bars{
		ID: "scree", Title: "Singular values", Note: w.Text("k: energy <wanted>, tenth <tenth>, elbow <elbow>"),
		Alt: w.Text("the singular values fall from <s>; rank by target energy <wanted>, by the tenth rule <tenth>, by the elbow <elbow>"),
		X:   mark.Axis{Name: "component"}, Y: mark.Axis{Name: "s", Max: 1}, Values: f.s, Legend: "singular values",
		Tip: func(i int) say.Phrase {
			return say.Vars{"i": i + 1, "s": f.s[i], "share": f.s[i] * f.s[i] / math.Max(f.tail(0), math.SmallestNonzeroFloat64)}.
				Text("component <i>: s = <s>, explained energy <share>")
		},
	}
	if f.value(0) != 0 {
		b.Y.Max = max(panel.RoundUp(f.value(0)), math.SmallestNonzeroFloat64)
	}
	for i := range min(k, len(f.s)) {
		b.Hot = append(b.Hot, i)
	}
	rule := func(k int, name say.Phrase, role mark.Role) {
		if k > 0 {
			b.Marks = append(b.Marks, mark.Rule{Vertical: true, At: float64(k) + 0.5, Style: role.Dashed(), Legend: name, Layer: mark.Over})
		}
	}
	rule(f.wanted(energy), "target energy", mark.RoleGood)
	rule(f.tenth(), "tenth rule", mark.RoleBad)
	rule(f.elbow(), "elbow", mark.RoleInk)
	return b.Panel()
}
