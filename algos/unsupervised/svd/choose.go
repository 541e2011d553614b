package svd

import (
	"context"
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// A choosingRun is what stays the same while k grows: the table with cells hidden, and
// the layers of the whole table where it has no holes of its own.
type choosingRun struct {
	options
	*table
	gaps  []int
	last  int
	means float64 // root mean square of the columns' means over the hidden cells
}

// A tried is what came of one k.
type tried struct {
	fill   []float64 // of the holes
	misfit float64   // Σ (A − X)² over the known cells
	hidden float64   // root mean square over the hidden cells
	fits   int
}

// A chooseView is the state after so many k, from 0 on.
type chooseView struct {
	*choosingRun
	tries  []tried
	f      factors // of the table as it is filled now
	status algos.Status
}

// rounds is how many fits a k gets at most; the holes are nearly still by then.
const rounds = 40

// calm is the share of the largest cell below which holes are nearly still.
const calm = 1e-5

func runChoosing(ctx context.Context, t *table, o options) (iter.Seq[algos.Step], error) {
	c := &choosingRun{options: o, table: t, gaps: t.holes(), last: min(o.MaxRank, t.m, t.n)}
	judged := 0
	for _, at := range c.gaps {
		if !math.IsNaN(t.truth[at]) {
			judged++
		}
	}
	if judged == 0 {
		return nil, algos.Refuse("No entry is held out, so the ranks cannot be compared: increase the held-out fraction.")
	}
	c.means = t.off(c.gaps, t.guess(c.gaps, fillColumn))
	return func(yield func(algos.Step) bool) {
		var past []tried
		for k := 0; k <= c.last; k++ {
			next, f, ok := c.try(ctx, past, k)
			if !ok {
				return
			}
			past = append(past, next)
			if !yield(c.step(past, f)) {
				return
			}
		}
	}, nil
}

// try fits k layers and fills in turn. It starts where k − 1 layers ended, so that the
// known cells are fitted no worse.
func (c *choosingRun) try(ctx context.Context, past []tried, k int) (tried, factors, bool) {
	now := tried{fill: make([]float64, len(c.gaps)), misfit: c.misfit(make([]float64, c.m*c.n))}
	if k > 0 {
		now.fill = past[k-1].fill
	}
	var f factors
	ok := true
	for now.fits < rounds && ctx.Err() == nil {
		if f, ok = decompose(c.filled(c.gaps, now.fill), c.m, c.n); !ok {
			return now, f, false
		}
		if k == 0 {
			break
		}
		x := f.sum(k)
		fill, change := pick(x, c.gaps), 0.0
		for i := range fill {
			change = max(change, math.Abs(fill[i]-now.fill[i]))
		}
		now.fill, now.misfit = fill, c.misfit(x)
		if now.fits++; change <= calm*c.size() {
			break
		}
	}
	now.hidden = c.off(c.gaps, now.fill)
	return now, f, ctx.Err() == nil
}

func (c *choosingRun) step(past []tried, f factors) algos.Step {
	v := chooseView{choosingRun: c, tries: past[:len(past):len(past)], f: f}
	v.status = v.judge()
	size := algos.Normal
	if v.k() == 0 || v.status.Final() {
		size = algos.Pass
	}
	m := metrics{"misfit": v.now().misfit, "hidden": v.now().hidden, "means": v.means}
	s := algos.Step{Phase: v.vars().Text("k = <k=model.k>: held-out RMSE <hidden=metric.hidden>"), Size: size, Metrics: m.row(), Status: v.status, View: v}
	s.Next = algos.Next{Step: "next k", Pass: "all k"}
	return s
}

func (v chooseView) k() int     { return len(v.tries) - 1 }
func (v chooseView) now() tried { return v.tries[len(v.tries)-1] }

// best is the k with the smallest error of the hidden cells so far, the first of equals.
func (v chooseView) best() int {
	best := 0
	for k, t := range v.tries {
		if t.hidden < v.tries[best].hidden*(1-1e-9) {
			best = k
		}
	}
	return best
}

func (v chooseView) judge() algos.Status {
	if v.k() < v.last {
		return algos.Status{State: algos.Running}
	}
	w := v.vars()
	if v.last < min(v.m, v.n) {
		return algos.Status{State: algos.Exhausted, Reason: w.Text("Ranks up to <k> were tried: the held-out error is smallest at rank <best>.")}
	}
	return algos.Status{State: algos.Converged, Reason: w.Text("All ranks were tried: the held-out error is smallest at rank <best>.")}
}

func (v chooseView) vars() say.Vars {
	s := say.Vars{
		"k": v.k(), "m": v.m, "n": v.n, "holes": len(v.gaps), "cells": v.m*v.n - len(v.gaps), "misfit": v.now().misfit, "hidden": v.now().hidden,
		"best": v.best(), "least": v.tries[v.best()].hidden, "fits": v.now().fits, "means": v.means,
		"wanted": v.f.wanted(v.Energy), "tenth": v.f.tenth(), "elbow": v.f.elbow(), "energy": v.Energy,
	}
	if v.k() > 0 {
		s["prior"], s["was"], s["washidden"] = v.k()-1, v.tries[v.k()-1].misfit, v.tries[v.k()-1].hidden
	}
	return s
}

// Say implements [algos.View].
func (v chooseView) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.k() == 0 {
		s.Text("<holes entry> held out, <cells> observed. At rank 0 every prediction is 0, and the held-out RMSE is <hidden>.")
		s.Text("Baseline: imputation by column means has RMSE <means>. A useful rank has a smaller one.")
		return s.Lines
	}
	s.Text("Iterative imputation at rank <k=model.k> took <fits fit>.")
	s.Text("The squared error on observed entries is <misfit=metric.misfit>, after <was=before.metric.misfit> at the previous rank.")
	const same = 0.005 // two numbers nearer than this share look alike
	switch now, was := v.now().hidden, v.tries[v.k()-1].hidden; {
	case now < was*(1-same):
		s.Text("The held-out RMSE falls from <washidden> to <hidden>: this term generalises.")
	case now > was*(1+same):
		s.Text("But the held-out RMSE rises from <washidden=before.metric.hidden> to <hidden=metric.hidden>: this term overfits the observed entries.")
	default:
		s.Text("The held-out RMSE is <hidden>, nearly unchanged.")
	}
	s.Text("Best rank so far: <best>, with held-out RMSE <least>.")
	s.Text("The rules on the singular values of the completed matrix choose k: energy <wanted>, tenth <tenth>, elbow <elbow>.")
	return s.Lines
}

// Model implements [algos.View].
func (v chooseView) Model() algos.Model {
	var known, hidden []float64
	for _, t := range v.tries {
		known, hidden = append(known, t.misfit), append(hidden, t.hidden)
	}
	return algos.Model{Values: []algos.Value{
		{Name: "k", Value: v.k()},
		{Name: "best_k", Value: v.best()},
		{Name: "misfit", Value: known},
		{Name: "hidden_error", Value: hidden},
		{Name: "singular_values", Value: append([]float64{}, v.f.s...)},
		{Name: "energy_k", Value: v.f.wanted(v.Energy)},
		{Name: "tenth_k", Value: v.f.tenth()},
		{Name: "elbow_k", Value: v.f.elbow()},
	}}
}

var (
	claimNested = algos.Guarantee{Name: "nested", Claim: `the error on observed entries is non-increasing in k`}
	claimLayers = algos.Guarantee{Name: "layers", Claim: `squared error on observed entries ≤ discarded $\sum s_i^2$ of the completed matrix`}
)

// Checks implements [algos.View].
func (v chooseView) Checks() []algos.Check {
	k := v.k()
	checks := []algos.Check{v.f.checkOrthonormal()}
	// The last decomposition is that of the table before the holes were filled for the last time.
	tail := v.f.tail(k)
	checks = append(checks, doubted(claimLayers.AtMost(v.now().misfit, tail, v.f.rounding(tail)).Of(v.f.tail(0)).Between("observed entries", "Σ s²")))
	if k == 0 {
		return append(checks, claimNested.Not("there is no smaller rank"))
	}
	was := v.tries[k-1].misfit
	// Both are sums of squares of what is left of as many cells.
	rounding := v.f.rounding(was) + float64(v.m*v.n+8)*num.Ulp*was
	return append(checks, doubted(claimNested.AtMost(v.now().misfit, was, rounding).Of(v.f.tail(0)).Between("now", "previous rank")))
}

// Panels implements [algos.View].
func (v chooseView) Panels() []mark.Panel {
	lo, hi := v.limits()
	w := v.vars()
	known := panel.Quantity{Style: mark.RoleSoft.Wide(2), Name: "observed entries", Legend: "observed entries", Dots: true}
	hidden := panel.Quantity{Style: mark.RoleAccent.Wide(2), Name: "held-out entries", Legend: "held-out entries", Dots: true}
	most := v.means
	for k, t := range v.tries {
		known.At = append(known.At, mark.XY{X: float64(k), Y: math.Sqrt(t.misfit / float64(v.m*v.n-len(v.gaps)))})
		hidden.At = append(hidden.At, mark.XY{X: float64(k), Y: t.hidden})
		most = max(most, known.At[k].Y, min(t.hidden, 3*hidden.At[0].Y))
	}
	y := panel.FromZero("RMSE", 0, most*1.08)
	for k := range hidden.At { // what is out of all measure stands at the border
		hidden.At[k].Y = min(hidden.At[k].Y, y.Max)
	}
	errors := panel.Curves{
		ID: "board", Title: "RMSE: observed and held-out entries", Note: w.Text("best k so far: <best>"),
		Alt: w.Text("held-out RMSE for rank 0 to <k>, minimum at rank <best>: <least>"),
		X:   mark.Axis{Name: "rank k", Min: -0.4, Max: float64(v.last) + 0.4, Integer: true}, Y: y,
		Of: []panel.Quantity{known, hidden},
		Over: []mark.Mark{
			panel.Level(v.means, mark.RoleInk.Dashed(), "baseline: column means"),
			panel.Ring(hidden.At[v.best()], 8, mark.RoleGood.Wide(2), "best so far"),
		},
	}
	return []mark.Panel{errors.Panel(), v.f.scree(v.k(), v.Energy), look{
		id: "table", title: "Completed matrix", note: w.Text("<holes missing value>"), cells: v.filled(v.gaps, v.now().fill), m: v.m, n: v.n, lo: lo, hi: hi,
		scale: mark.Sequential, holes: v.gaps, paints: v.painted,
		alt: w.Text("a matrix of <m row> and <n column> with <holes imputed value>"),
	}.Panel()}
}
