package svd

import (
	"context"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// A completing is what stays the same while holes are filled.
type completing struct {
	options
	*table
	gaps  []int // the holes
	size  float64
	start []float64 // what the holes are filled with at first
	means float64   // root mean square of the columns' means over the hidden cells
}

// A completionView is the state after so many fits. It keeps the numbers in the holes
// alone: the rest follows from them.
type completionView struct {
	*completing
	t            int
	before, fill []float64 // of the holes: what was fitted, and what the fit says
	was, misfit  float64   // Σ (A − X)² over the known cells, one fit before and now
	change       float64   // the largest change of a hole
	hidden       float64   // root mean square over the hidden cells
	status       algos.Status
}

func runCompletion(ctx context.Context, t *table, o options) iter.Seq[algos.Step] {
	c := newCompleting(t, o)
	return func(yield func(algos.Step) bool) {
		v := completionView{completing: c, fill: c.start, was: nan, misfit: nan, change: nan}
		v.measure()
		for yield(v.step()) && !v.status.Final() && ctx.Err() == nil {
			var ok bool
			if v, ok = v.next(); !ok {
				return
			}
		}
	}
}

func newCompleting(t *table, o options) *completing {
	c := &completing{options: o, table: t, gaps: t.holes(), size: t.size()}
	c.start, c.means = t.guess(c.gaps, o.InitFill), t.off(c.gaps, t.guess(c.gaps, fillColumn))
	return c
}

// A mean is of the known cells of a row, of a column or of all.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(x float64) {
	m.sum += x
	m.n++
}

// or is the mean, or another number where no cell is known.
func (m mean) or(none float64) float64 {
	if m.n == 0 {
		return none
	}
	return m.sum / float64(m.n)
}

// guess is what holes are filled with before anything is fitted. A row or column
// without any known cell has the mean of all.
func (t *table) guess(gaps []int, way string) []float64 {
	var all mean
	rows, columns := make([]mean, t.m), make([]mean, t.n)
	for at, known := range t.known {
		if known {
			x := t.cells[at]
			all.add(x)
			rows[at/t.n].add(x)
			columns[at%t.n].add(x)
		}
	}
	fill := make([]float64, len(gaps))
	for k, at := range gaps {
		total := all.or(0)
		row, column := rows[at/t.n].or(total), columns[at%t.n].or(total)
		switch way {
		case fillMean:
			fill[k] = total
		case fillColumn:
			fill[k] = column
		case fillRowColumn:
			fill[k] = row + column - total
		}
	}
	return fill
}

// filled is the table with numbers in its holes.
func (t *table) filled(gaps []int, fill []float64) []float64 {
	f := append([]float64{}, t.cells...)
	for k, at := range gaps {
		f[at] = fill[k]
	}
	return f
}

// misfit is Σ (A − X)² over the known cells.
func (t *table) misfit(x []float64) float64 {
	sum := 0.0
	for i, known := range t.known {
		if known {
			sum += (t.cells[i] - x[i]) * (t.cells[i] - x[i])
		}
	}
	return sum
}

// off is the root mean square of the errors of what stands in the holes whose values the judge knows.
func (t *table) off(gaps []int, fill []float64) float64 {
	sum, n := 0.0, 0
	for k, at := range gaps {
		if !math.IsNaN(t.truth[at]) {
			sum += (fill[k] - t.truth[at]) * (fill[k] - t.truth[at])
			n++
		}
	}
	if n == 0 {
		return nan
	}
	return math.Sqrt(sum / float64(n))
}

func pick(x []float64, gaps []int) []float64 {
	fill := make([]float64, len(gaps))
	for k, at := range gaps {
		fill[k] = x[at]
	}
	return fill
}

// next fits k layers to the filled table, and fills the holes with what they say there.
func (v completionView) next() (completionView, bool) {
	f, ok := decompose(v.filled(v.gaps, v.fill), v.m, v.n)
	if !ok {
		return v, false
	}
	x := f.sum(v.Rank)
	n := completionView{completing: v.completing, t: v.t + 1, before: v.fill, fill: pick(x, v.gaps), was: v.misfit, misfit: v.table.misfit(x)}
	for k := range n.fill {
		n.change = max(n.change, math.Abs(n.fill[k]-n.before[k]))
	}
	n.measure()
	return n, true
}

func (v *completionView) measure() {
	v.hidden = v.off(v.gaps, v.fill)
	v.status = v.judge()
}

// still is the share of the largest cell below which a change of a hole is none.
const still = 1e-9

func (v completionView) judge() algos.Status {
	w := v.vars()
	switch {
	case v.t > 0 && len(v.gaps) == 0:
		return algos.Status{State: algos.Converged, Reason: "No entry is missing: one fit is enough."}
	case v.t > 0 && v.change <= still*v.size:
		return algos.Status{State: algos.Converged, Reason: w.Text("Converged after <t iteration>: the imputed values no longer change.")}
	case v.t >= v.MaxIter:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("Not converged after <t iteration>: the imputed values still change.")}
	}
	return algos.Status{State: algos.Running}
}

func (v completionView) step() algos.Step {
	size := algos.Normal
	if v.t == 0 || v.status.Final() {
		size = algos.Pass
	}
	m := metrics{"hidden": v.hidden, "means": v.means}
	if v.t > 0 {
		m["misfit"], m["change"] = v.misfit, v.change
	}
	s := algos.Step{Phase: v.phase(), Size: size, Metrics: m.row(), Status: v.status, View: v}
	s.Next = algos.Next{Step: "fit and impute", Pass: "until convergence"}
	return s
}

func (v completionView) phase() say.Phrase {
	if v.t == 0 {
		return "initial imputation"
	}
	return v.vars().Text("iteration <t=model.fits>: imputed values change by up to <change=metric.change>")
}

func (v completionView) vars() say.Vars {
	s := say.Vars{"t": v.t, "k": v.Rank, "m": v.m, "n": v.n, "holes": len(v.gaps), "cells": v.m*v.n - len(v.gaps), "hidden": v.hidden, "means": v.means}
	if v.t > 0 {
		s["change"], s["misfit"] = v.change, v.misfit
	}
	if v.t > 1 {
		s["was"] = v.was
	}
	if len(v.gaps) > 0 {
		s["i"], s["j"], s["first"] = v.gaps[0]/v.n+1, v.gaps[0]%v.n+1, v.fill[0]
	}
	return s
}

// wayOf says how the holes are filled at first.
var wayOf = map[string]say.Phrase{
	fillZero: "0", fillMean: "the mean of all observed entries", fillColumn: "the column mean",
	fillRowColumn: "row mean + column mean − global mean",
}

// Say implements [algos.View].
func (v completionView) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.t == 0 {
		s.Vars["way"] = wayOf[v.InitFill]
		s.Text("<cells entry> observed, <holes missing value>. Initial imputation: <way>.")
		if len(v.gaps) > 0 {
			s.TeX(`F_{<i>,<j>}=\hl{<first>}`)
		}
		if !math.IsNaN(v.hidden) {
			s.Text("The held-out RMSE of the imputed values is <hidden>.")
		}
		return s.Lines
	}
	if v.Rank == 0 {
		s.Text("At rank 0 the fit is 0 everywhere.")
	} else {
		s.Text("A rank-<k> approximation is fitted to the completed matrix, and the missing entries are imputed from it. Observed entries stay fixed.")
	}
	if len(v.gaps) > 0 {
		s.Vars["from"] = v.before[0]
		s.Text("The first imputed value changes from <from> to <first>.")
	}
	if v.t > 1 {
		s.Text("The squared error on observed entries is <misfit=metric.misfit>, after <was> before: it never rises.")
	} else {
		s.Text("The squared error on observed entries is <misfit>.")
	}
	if !math.IsNaN(v.hidden) {
		s.Text("Held-out RMSE: <hidden=metric.hidden>; with column means it would be <means>.")
	}
	return s.Lines
}

// Model implements [algos.View].
func (v completionView) Model() algos.Model {
	values := []algos.Value{
		{Name: "fill", Value: append([]float64{}, v.fill...)},
		{Name: "start", Value: append([]float64{}, v.start...)},
		{Name: "table", Value: v.filled(v.gaps, v.fill)},
		{Name: "fits", Value: v.t},
	}
	if v.t > 0 {
		values = append(values, algos.Value{Name: "misfit", Value: v.misfit})
	}
	return algos.Model{Values: values}
}

// fitted is the table that was fitted last, its decomposition and its layers.
func (v completionView) fitted() (before []float64, f factors, x []float64) {
	before = v.filled(v.gaps, v.before)
	f, _ = decompose(before, v.m, v.n) // it was found when the step was made
	return before, f, f.sum(v.Rank)
}

var (
	claimFalls    = algos.Guarantee{Name: "falls", Claim: `the squared error on observed entries is non-increasing`}
	claimSandwich = algos.Guarantee{Name: "sandwich", Claim: `squared error on the completed matrix ≤ previous squared error on observed entries`}
	claimFit      = algos.Guarantee{Name: "fit", Claim: `Eckart–Young theorem for the completed matrix: squared error on observed entries + squared ` +
		`changes of imputed ones $=\sum_{i>k}s_i^2$`}
	claimStill = algos.Guarantee{Name: "still", Claim: `at convergence the imputed values no longer change`}
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
		doubted(claimFit.Equal(v.misfit+moves, f.tail(v.Rank), rounding).Of(size).Between("error + changes", "Σ s²")),
	}
	if v.t > 1 {
		checks = append(checks,
			doubted(claimFalls.AtMost(v.misfit, v.was, rounding).Of(size).Between("now", "before")),
			doubted(claimSandwich.AtMost(all, v.was, rounding).Of(size).Between("all entries", "observed entries before")))
	} else {
		checks = append(checks, claimFalls.Not("this is the first fit"))
	}
	return append(checks, claimStill.Tends(v.change, 0, still*max(v.size, math.SmallestNonzeroFloat64), v.status).
		Of(v.size).Between("largest change", "").OpenIf(v.unfinished()))
}

// unfinished says why holes still move at the end.
func (v completionView) unfinished() say.Phrase {
	if v.status.State == algos.Exhausted {
		return "stopped at max iterations"
	}
	return ""
}

// Panels implements [algos.View].
func (v completionView) Panels() []mark.Panel {
	lo, hi := v.limits()
	w := v.vars()
	panels := []mark.Panel{look{
		id: "board", title: "Completed matrix", note: w.Text("<holes missing value>"), cells: v.filled(v.gaps, v.fill), m: v.m, n: v.n,
		lo: lo, hi: hi, scale: mark.Sequential, holes: v.gaps, paints: v.painted,
		alt: w.Text("a matrix of <m row> and <n column> with <holes imputed value>"),
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
		id: "layers", title: "Rank-k approximation", note: w.Text("k = <k>"), cells: x, m: v.m, n: v.n, lo: lo, hi: hi, scale: mark.Sequential,
		alt: w.Text("rank-<k> approximation of the completed matrix"),
	}.Panel()
}

// spectrum is the singular values of the filled table: those kept in colour.
func (f factors) spectrum(k int) mark.Panel {
	p := f.scree(k, 1)
	w := say.Vars{"k": k, "s": f.value(0), "next": f.value(k)}
	p.Note, p.Alt = w.Text("kept: <k>"), w.Text("the singular values of the completed matrix fall from <s>; the first discarded one is <next>")
	p.Marks = p.Marks[:1]
	if k > 0 && k < len(f.s) {
		p.Add(mark.Rule{Vertical: true, At: float64(k) + 0.5, Style: mark.RoleInk.Dashed(), Legend: "rank k", Layer: mark.Over})
	}
	return p
}

// compared sets what stands in the hidden cells against what the judge knows.
func (v completionView) compared() (mark.Panel, bool) {
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Legend: "held-out entries"}
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
		ID: "compared", Title: "Held-out entries: imputed vs true", Note: w.Text("RMSE <hidden>"), Equal: true,
		Alt: w.Text("imputed against true values of the held-out entries: RMSE <hidden>"),
		X:   mark.Axis{Name: "true", Min: lo, Max: hi}, Y: mark.Axis{Name: "imputed", Min: lo, Max: hi},
	}
	p.Add(mark.Segments{From: []mark.XY{{X: lo, Y: lo}}, To: []mark.XY{{X: hi, Y: hi}}, Style: mark.RoleSoft.Dashed(), Legend: "exact"}, dots)
	return p, true
}
