package robbinsmonro

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	return []mark.Panel{
		v.board(), v.path(), v.table(),
		v.schedules(),
		mark.Slow("runs", "Runs on other samples", v.other),
	}
}

// window is the part of the θ axis that is shown: the samples, the root and the start.
func (v view) window() (lo, hi float64) {
	lo, hi = v.z.middle()
	for _, x := range []float64{v.best, v.Start} {
		if !math.IsNaN(x) {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	room := max(hi-lo, 1e-9*max(math.Abs(hi), 1)) / 12
	return lo - room, hi + room
}

// board is f against θ: its expectation, what the samples gave, and the move of this step.
func (v view) board() mark.Panel {
	lo, hi := v.window()
	x := mark.Axis{Name: "θ", Min: lo, Max: hi}
	p := mark.Panel{ID: "board", Title: "Noisy function and its root", X: x, Alt: v.vars().Text("f at <k sample>; θ is <theta>"), Height: 0.62}
	low, high := 0., 0.
	var curve []mark.XY
	if !(v.Function == mean && math.IsNaN(v.best)) {
		for i := range 161 {
			theta := lo + (hi-lo)*float64(i)/160
			if m := v.expectation(theta); !math.IsNaN(m) && !math.IsInf(m, 0) {
				curve, low, high = append(curve, mark.XY{X: theta, Y: m}), min(low, m), max(high, m)
			}
		}
	}
	var noisy []mark.XY
	for j, f := range v.slopes {
		if finite(f) && v.thetas[j] >= lo && v.thetas[j] <= hi {
			noisy = append(noisy, mark.XY{X: v.thetas[j], Y: f})
			if v.k-j <= 30 {
				low, high = min(low, f), max(high, f)
			}
		}
	}
	room := max(high-low, 1e-9) / 10
	p.Y = mark.Axis{Name: "f", Min: low - room, Max: high + room}
	p.Add(panel.Zero())
	p.Add(panel.Line(curve, mark.RoleInk.Wide(1.6), "expectation E f"))
	dots := panel.Placed(len(noisy), func(i int) mark.XY { return noisy[i] })
	dots.Style, dots.Legend = mark.RoleSoft.Plain(), "f at the samples"
	if len(noisy) > 0 {
		p.Add(dots)
	}
	if !math.IsNaN(v.best) {
		p.Add(panel.Best(mark.XY{X: v.best}, "root θ*"))
	}
	if from, f := v.thetas[max(v.k-1, 0)], v.slope(); v.k > 0 && from >= lo && from <= hi && f >= p.Y.Min && f <= p.Y.Max {
		p.Add(
			panel.Segment(mark.XY{X: from}, mark.XY{X: from, Y: f}, mark.RoleAccent.Dashed(), ""),
			panel.Arrow(mark.XY{X: from}, mark.XY{X: min(max(v.theta(), lo), hi)}, mark.RoleAccent.Wide(2), "move −η f"),
			panel.Dot(mark.XY{X: from, Y: f}, 4.5, mark.RoleAccent.Plain(), "f at this sample"),
		)
	}
	p.Add(mark.Handle{
		Param: "start", Along: mark.Horizontal, At: mark.XY{X: v.Start, Y: low - room/2}, Name: "initial θ₀", Tip: "sets the initial θ₀", Label: "θ₀", Hollow: true,
		Style: mark.RoleInk.Plain(),
	})
	return p
}

// slope is what f was at this step; NaN before the first.
func (v view) slope() float64 {
	if v.k == 0 {
		return math.NaN()
	}
	return v.slopes[v.k-1]
}

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// path is θ_k and its average over the iterations.
func (v view) path() mark.Panel {
	lo, hi := v.window()
	c := panel.Curves{
		ID: "path", Title: "Iterates and Polyak average", Alt: v.vars().Text("θ after <k iteration>"),
		X: v.iterations(), Y: mark.Axis{Name: "θ", Min: lo, Max: hi},
		Of: []panel.Quantity{
			{At: course(v.thetas), Style: mark.RoleAccent.Wide(1.4), Name: "θ", Legend: "last iterate θ"},
			{At: course(v.means), Style: mark.RoleGood.Wide(1.6), Name: "average", Legend: "Polyak average"},
		},
	}
	c.Under = v.level()
	return c.Panel()
}

func (v view) iterations() mark.Axis {
	return mark.Axis{Name: "iteration k", Max: float64(v.Iterations), Integer: true}
}

// level is the root as a horizontal line.
func (v view) level() []mark.Mark {
	if math.IsNaN(v.best) {
		return nil
	}
	return []mark.Mark{panel.Level(v.best, mark.RoleInk.Dashed(), "root θ*")}
}

// table is the conditions of the theorem, with what decides them.
func (v view) table() mark.Panel {
	words := map[verdict]say.Phrase{holds: "holds", fails: "violated", open: "not decided"}
	w, c := v.vars(), v.conditions()
	rows := [][]say.Phrase{
		{"Σ η = ∞", w.Text("p = <p>; needs p ≤ 1"), words[c[0]]},
		{"Σ η² < ∞", w.Text("p = <p>; needs p > 0.5"), words[c[1]]},
		{"sign of E f", "(θ − θ*) E f > 0", words[c[2]]},
		{"variance of f", "bounded", words[c[3]]},
	}
	var hot []int
	for i, d := range c {
		if d == fails {
			hot = append(hot, i)
		}
	}
	return panel.Table{
		ID: "conditions", Title: "Conditions for convergence", Alt: "the conditions of the theorem of Robbins and Monro, and whether each holds",
		Head: []say.Phrase{"condition", "here", "verdict"}, Rows: rows, Widths: []float64{3, 5, 3}, Hot: hot,
	}.Panel()
}

// schedules are runs on the samples of this one with four decays.
func (v view) schedules() mark.Panel {
	lo, hi := v.window()
	c := panel.Curves{
		ID: "schedules", Title: "Four learning-rate schedules", Note: "same samples", Alt: v.vars().Text("four schedules after <k iteration>"),
		X: v.iterations(), Y: mark.Axis{Name: "θ", Min: lo, Max: hi}, Under: v.level(),
	}
	legends := [...]say.Phrase{"η = c", "η = c/√k", "η = c/k", "η = c/k²"}
	styles := [...]mark.Style{mark.RoleBad.Wide(1.2), mark.RoleSoft.Wide(1.4), mark.RoleAccent.Wide(1.8), mark.RoleInk.Wide(1.4).Dashed()}
	for i, power := range v.at {
		c.Of = append(c.Of, panel.Quantity{At: course(v.follow(power, v.drawn[:v.k])), Style: styles[i], Legend: legends[i]})
	}
	return c.Panel()
}

// other is runs on other samples, up to this iteration.
func (v view) other() mark.Panel {
	lo, hi := v.window()
	c := panel.Curves{
		ID: "runs", Title: "Runs on other samples", Alt: v.vars().Text("<n run> on other samples after <k iteration>"),
		X: v.iterations(), Y: mark.Axis{Name: "θ", Min: lo, Max: hi},
	}
	legend := panel.Once(v.vars().Text("<n run>"))
	for _, r := range v.runs() {
		c.Of = append(c.Of, panel.Quantity{At: course(r[:v.k+1]), Style: mark.RoleSoft.Wide(1), Legend: legend()})
	}
	c.Of = append(c.Of, panel.Quantity{At: course(v.thetas), Style: mark.RoleAccent.Wide(1.6), Legend: "this run"})
	c.Over = v.level()
	return c.Panel()
}
