package mdp

import (
	"math"

	"playground/algos/decisions/internal/gridworld"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.actions(), v.outcomes()}
	if v.names == nil && v.goal != nil {
		panels = append(panels, v.errors())
	}
	return panels
}

// board is the grid with its values and its policy; readers paint on it.
func (v view) board() mark.Panel {
	g := gridworld.Picture{World: v.world, Values: v.v, Of: "state value V", Arrow: "greedy policy"}
	if !v.random() && v.Method != valueIteration {
		g.Arrow = "policy π"
	}
	if v.names == nil {
		g.Policy = v.arrows()
	}
	for s := range v.v {
		if v.kind == improving && v.old[s] != v.pi[s] || v.kind == sweeping && s == v.hot {
			g.Hot = append(g.Hot, s)
		}
	}
	p := g.Panel("board", "State values V and policy", v.names == nil)
	p.Note = v.note()
	p.Alt = v.vars().Text("State values after <sweeps=model.sweeps sweep>, their sum is <sum=metric.sum>")
	if v.names != nil {
		v.addNames(&p)
	}
	return p
}

func (v view) note() say.Phrase {
	w := v.vars()
	switch {
	case v.kind == improving:
		return w.Text("<improvements improvement>")
	case v.Horizon > 0:
		return w.Text("t = <n> of <horizon>")
	case v.kind == beginning:
		return "V = 0"
	}
	return w.Text("change <change=metric.change>")
}

// addNames writes the states of a table above their cells, and the action below the value.
func (v view) addNames(p *mark.Panel) {
	names := mark.Texts{Anchor: mark.Middle, Room: 0.9, Style: mark.RoleSoft.Plain()}
	acts := mark.Texts{Anchor: mark.Middle, Room: 0.9, Style: mark.RoleInk.Plain()}
	pi := v.arrows()
	for s, name := range v.names {
		x := float64(s) + 0.5
		panel.Write(&names, x, 0.84, say.Vars{"name": name}.Text("<name>"))
		if of := v.process.Actions[s]; len(of) > 0 {
			panel.Write(&acts, x, 0.1, say.Vars{"name": of[pi[s]].Name}.Text("→ <name>"))
		}
	}
	p.Add(names, acts)
	p.Height = 0.5
}

// at are the values of which the Q of this step are made.
func (v view) at() []float64 {
	if v.kind == sweeping || v.Horizon > 0 {
		return v.before
	}
	return v.v
}

// actions are the action values of the state that the step is about.
func (v view) actions() mark.Panel {
	n := v.n
	if v.kind == improving && v.Horizon > 0 {
		n = v.Horizon
	}
	w := say.Vars{"x": v.place(v.hot)}
	b := panel.Bars{
		ID: "actions", Title: "Action values Q(x, a)", Note: w.Text("x = <x>"), Alt: w.Text("the action values of <x>"),
		X: mark.Axis{Name: "action a"}, Height: 0.6,
	}
	lo, hi := 0.0, 0.0
	pi := v.arrows()
	for a, act := range v.process.Actions[v.hot] {
		q := v.process.Q(v.hot, a, v.at(), v.backup(n))
		b.Values, lo, hi = append(b.Values, q), min(lo, q), max(hi, q)
		w := say.Vars{"a": act.Name, "q": q}
		b.Names = append(b.Names, w.Text("<a>"))
		b.Tips = append(b.Tips, w.Text("Q(x, <a>) = <q>"))
		if a == pi[v.hot] {
			b.Hot = append(b.Hot, a)
		}
	}
	if lo == hi {
		hi = 1
	}
	room := 0.08 * (hi - lo)
	b.Y = mark.Axis{Name: "Q(x, a)", Min: lo, Max: hi}
	if lo < 0 {
		b.Y.Min = lo - room
	}
	if hi > 0 {
		b.Y.Max = hi + room
	}
	return b.Panel()
}

// outcomes are the terms of the backup: of the action of the state that the step is about, and of a
// table all.
func (v view) outcomes() mark.Panel {
	w := say.Vars{"x": v.place(v.hot)}
	t := panel.Table{
		ID: "outcomes", Title: "Transitions", Note: w.Text("x = <x>"), Alt: w.Text("the outcomes of the actions of <x>"),
		Head: []say.Phrase{"action a", "next state x′", "P", "R", "V(x′)"}, Widths: []float64{1, 1.6, 0.8, 0.9, 1},
	}
	pi := v.arrows()
	add := func(s int) {
		for k, a := range v.process.Actions[s] {
			for _, o := range a.Outcomes {
				w := say.Vars{"s": v.place(s), "a": a.Name, "to": v.place(o.State), "p": o.P, "r": o.Reward, "v": v.at()[o.State]}
				action := w.Text("<a>")
				if v.names != nil {
					w["s"] = v.names[s]
					action = w.Text("<s>: <a>")
				}
				if s == v.hot && k == pi[s] {
					t.Hot = append(t.Hot, len(t.Rows))
				}
				t.Rows = append(t.Rows, []say.Phrase{action, w.Text("<to>"), w.Text("<p>"), w.Text("<r>"), w.Text("<v>")})
			}
		}
	}
	if v.names == nil {
		add(v.hot)
		return t.Panel()
	}
	t.Note, t.Alt = "", "the transitions of the table"
	for s := range v.names {
		if add(s); len(t.Rows) > 24 {
			break
		}
	}
	return t.Panel()
}

// errors are what is missing in the values, exactly.
func (v view) errors() mark.Panel {
	diff := make([]float64, len(v.v))
	most := 0.0
	for s := range diff {
		diff[s] = v.v[s] - v.goal.v[s]
		most = max(most, math.Abs(diff[s]))
	}
	of := say.Phrase("V − V*")
	if v.Method != valueIteration {
		of = "V − V of the policy"
	}
	g := gridworld.Picture{World: v.world, Values: diff, Of: of, Lo: -max(most, 1e-12), Hi: max(most, 1e-12)}
	p := g.Panel("error", "Error of the values", false)
	w := say.Vars{"error": most}
	p.Note, p.Alt = w.Text("max |error| <error>"), w.Text("max |error| <error>")
	return p
}
