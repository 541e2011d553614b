package tdlearning

import (
	"math"

	"playground/algos/decisions/internal/gridworld"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	all := []mark.Panel{v.board(), v.reference()}
	if v.Method != td0 {
		all = append(all, v.actionValues())
	}
	if v.Method == traces {
		all = append(all, v.eligibility())
	}
	if v.Episodes == 0 {
		return all
	}
	return append(all, mark.Slow("runs", "Value of the start in other runs", v.runs))
}

// limits are where the colours of both grids saturate.
func (v view) limits(values []float64) (lo, hi float64) {
	for _, x := range values {
		lo, hi = min(lo, x), max(hi, x)
	}
	for _, x := range v.exact {
		lo, hi = min(lo, x), max(hi, x)
	}
	if lo == hi {
		return lo - 1, hi + 1
	}
	return lo, hi
}

// middle is the centre of a state's cell.
func (v view) middle(s int) mark.XY {
	row, col := v.world.At(s)
	return mark.XY{X: float64(col) + 0.5, Y: float64(v.world.Rows-row) - 0.5}
}

// board is the estimates, the greedy policy, and the path of the episode.
func (v view) board() mark.Panel {
	l := v.table()
	values := l.values(v.task)
	lo, hi := v.limits(values)
	p := gridworld.Picture{
		World: v.world, Values: values, Policy: l.known(v.task), Lo: lo, Hi: hi, Of: "estimated value", Arrow: v.arrow(), Hot: []int{v.here()},
	}.Panel("board", "Estimated values", true)
	p.Note = say.Vars{"k": v.episode, "n": len(v.path)}.Text("episode <k>, move <n>")
	if len(v.path) > 0 {
		p.Add(panel.Line(v.route(), mark.RoleAccent.Wide(2), "path of this episode"))
	}
	p.Add(panel.Dot(v.middle(v.here()), 6, mark.RoleAccent.Plain(), "agent"))
	return p
}

func (v view) arrow() say.Phrase {
	if v.Method == td0 {
		return "policy evaluated"
	}
	return "greedy action"
}

// route is the path of the episode, without moves that stayed in place.
func (v view) route() []mark.XY {
	at := []mark.XY{v.middle(v.first)}
	for _, x := range v.path {
		if x.next != x.state {
			at = append(at, v.middle(x.next))
		}
	}
	return at
}

// reference is the exact values, as the demo mdp computes them.
func (v view) reference() mark.Panel {
	g := gridworld.Picture{World: v.world, Of: "exact value"}
	if v.exact != nil {
		g.Values = v.exact
		g.Lo, g.Hi = v.limits(v.table().values(v.task))
	}
	p := g.Panel("exact", "Exact values (mdp)", false)
	switch v.Method {
	case td0:
		p.Note = "of the policy evaluated"
	case qLearning:
		p.Note = "of the optimal policy"
	default:
		p.Note = "of the best ε-greedy policy"
	}
	return p
}

// actionValues are Q of the state from which the last move went, beside their exact values.
func (v view) actionValues() mark.Panel {
	s, l := v.first, v.table()
	if len(v.path) > 0 {
		s = v.current().state
	}
	t := panel.Table{
		ID: "actions", Title: "Action values", Note: say.Vars{"s": v.world.Name(s)}.Text("at <s>"), Alt: "Q of each action, estimated and exact",
		Head: []say.Phrase{"action", "Q", "exact"}, Widths: []float64{2, 2, 2},
	}
	for a := range actions {
		exact := say.Phrase("–")
		if v.exact != nil {
			exact = say.Phrase(say.Num(v.exactQ(s, a)))
		}
		t.Rows = append(t.Rows, []say.Phrase{directions[a], say.Phrase(say.Num(l.q[s*actions+a])), exact})
		if len(v.path) > 0 && v.current().action == a {
			t.Hot = []int{a}
		}
	}
	return t.Panel()
}

// eligibility is the traces, added over the actions.
func (v view) eligibility() mark.Panel {
	l := v.table()
	sums, most := make([]float64, len(v.world.Place)), 0.
	for s := range sums {
		for _, e := range l.e[s*actions : (s+1)*actions] {
			sums[s] += e
		}
		most = max(most, sums[s])
	}
	if most == 0 {
		most = 1
	}
	return gridworld.Picture{World: v.world, Values: sums, Lo: -most, Hi: most, Of: "trace, all actions", Hot: []int{v.here()}}.
		Panel("traces", "Eligibility traces", false)
}

// runs is the value of the start after each episode of runs with other random numbers.
func (v view) runs() mark.Panel {
	runs, k := v.others(), len(v.returns)
	if len(runs) == 0 {
		return mark.Panel{}
	}
	c := panel.Curves{
		ID: "runs", Title: "Value of the start in other runs", Alt: say.Vars{"n": len(runs)}.Text("the value of the start in <n run>"),
		X: mark.Axis{Name: "episode", Max: float64(v.Episodes), Integer: true}, Y: panel.Spanning("value", 0.08, v.span(runs)...),
	}
	legend := panel.Once(say.Vars{"n": len(runs)}.Text("<n run>"))
	for _, r := range runs {
		c.Of = append(c.Of, panel.Quantity{At: panel.Course(r[:min(k, len(r)-1)+1]), Style: mark.RoleSoft.Wide(1), Legend: legend()})
	}
	var means []float64
	for e := range k + 1 {
		m, _ := spread(runs, e)
		means = append(means, m)
	}
	c.Of = append(c.Of, panel.Quantity{At: panel.Course(means), Style: mark.RoleAccent.Wide(2), Legend: "mean"})
	if v.exact != nil {
		c.Over = []mark.Mark{panel.Level(v.exact[v.first], mark.RoleGood.Dashed(), "exact value")}
	}
	return c.Panel()
}

// span are the values between which the runs move.
func (v view) span(runs [][]float64) []float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, r := range runs {
		for _, x := range r {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if v.exact != nil {
		lo, hi = min(lo, v.exact[v.first]), max(hi, v.exact[v.first])
	}
	return []float64{lo, hi}
}
