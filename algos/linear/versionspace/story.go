package versionspace

import (
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences name; x is the point at work as a label, row in a
// sentence.
func (v view) vars() say.Vars {
	w := say.Vars{
		"n": len(v.seen), "known": len(v.known()), "points": len(v.z), "line": say.Phrase("line through the origin"),
		"area": percent(v.area()), "kept": percent(v.kept), "plus": percent(v.plus), "minus": percent(v.minus),
		"x": say.Row(v.row).Name(), "row": say.Row(v.row), "i": v.row + 1,
		"label": sign(v.label()), "majority": sign(v.plus >= v.minus), "corners": len(v.polygon),
	}
	if v.Bias {
		w["line"] = say.Phrase("line")
	}
	return w
}

func (v view) phase() say.Phrase {
	switch {
	case v.did == start:
		return "start with the whole box"
	case v.did == ask:
		return v.vars().Text("<x> comes")
	case v.polygon == nil:
		return v.vars().Text("<x> leaves nothing")
	}
	return v.vars().Text("<x> cuts")
}

func (v view) next() algos.Next {
	next := algos.Next{Small: "next example", Step: "all examples", Pass: "all examples"}
	if v.did == ask {
		next.Small = v.vars().Text("cut by <x>")
	}
	if v.ahead >= 0 {
		next.Step = say.Vars{"x": say.Row(v.ahead).Name()}.Text("cut by <x>")
	}
	return next
}

func (v view) events() []algos.Event {
	if v.did != cut {
		return nil
	}
	var events []algos.Event
	if !v.redundant() && v.polygon != nil {
		events = append(events, algos.Event{Kind: "cut", Text: v.vars().Text("<x> leaves <kept> of the polygon")})
	}
	if v.kept < 0.5 && v.polygon != nil {
		events = append(events, algos.Event{Kind: "halved", Text: v.vars().Text("<x> cuts more than half away")})
	}
	switch {
	case v.ending == infeasible:
		events = append(events, algos.Event{Kind: "infeasible", Text: v.status.Reason})
	case v.ending != open:
		events = append(events, algos.Event{Kind: "empty", Text: v.status.Reason})
	case v.status.State == algos.Converged:
		events = append(events, algos.Event{Kind: "converged", Text: v.status.Reason})
	}
	return events
}

// judge says how the run stands.
func (v view) judge() algos.Status {
	w := v.vars()
	switch {
	case v.ending == infeasible:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> nothing is left: no <line> separates them")}
	case v.ending == elsewhere:
		const why = "after <n example> nothing is left of this box, yet a <line> exists elsewhere: take another chart or a larger box"
		return algos.Status{State: algos.Exhausted, Reason: w.Text(why)}
	case v.ending == thin:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> a <line> is left, in a polygon too narrow for floating-point numbers")}
	case v.did == cut && len(v.seen) == len(v.z):
		return algos.Status{State: algos.Converged, Reason: w.Text("after <n=metric.examples example> <area> of the box is left, and each of its lines separates the points")}
	}
	return algos.Status{State: algos.Running}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.did {
	case start:
		v.sayStart(&s)
	case ask:
		v.sayAsk(&s)
	case cut:
		v.sayCut(&s)
	}
	s.Vars["reason"] = v.status.Reason
	switch {
	case v.status.State == algos.Converged:
		s.Text("Done: <reason>.")
	case v.status.Final():
		s.Text("The end: <reason>.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	c := v.chart
	s.Vars["fixed"], s.Vars["value"] = say.Math(namesTeX[c.fixed]), c.value
	s.Vars["a"], s.Vars["b"], s.Vars["width"], s.Vars["height"] = say.Math(namesTeX[c.axes[0]]), say.Math(namesTeX[c.axes[1]]), c.width[0], c.width[1]
	switch {
	case v.Bias:
		s.Text(`A line is a vector $\theta$, a point of weight space, and $2\theta$ is the same line. So the picture fixes $<fixed>=<value>$ ` +
			`and shows a box of the two other weights. No label is known: every line in the box is possible.`)
	case c.least > 0:
		s.Text(`A line through the origin is a vector $\theta=(\theta_1,\theta_2)$. Each example will ask for $y\,\langle\theta,x\rangle\ge 1$, ` +
			`as the linear program of the notes does; no label is known yet, so every $\theta$ in the box is possible.`)
	default:
		s.Text(`A line through the origin is a vector $\theta=(\theta_1,\theta_2)$, and $2\theta$ is the same line: ` +
			`the box shows one multiple of each at least. No label is known, so every $\theta$ in it is possible.`)
	}
	if c.width[0] == c.width[1] {
		s.TeX(`|<a>|,\,|<b>|\le <width>`)
	} else {
		s.TeX(`|<a>|\le <width>,\ |<b>|\le <height>`)
	}
}

func (v view) sayAsk(s *algos.Story) {
	s.Vars["centre"], s.Vars["score"] = v.centreSays(), v.score()
	switch {
	case v.chart.least > 0 && !v.null():
		s.Text("<row> comes, its label still hidden. <plus> of the polygon meets the inequality of the label +, <minus> that of −. " +
			"The majority says <majority>, the centre <centre>.")
	case v.plus > 0 && v.minus > 0:
		s.Text("<row> comes, its label still hidden. It cuts the polygon: <plus> of the area says +, <minus> says −. " +
			"The majority says <majority>, the centre <centre>.")
	case v.null():
		s.Text("<row> comes, its label still hidden. It is the origin, to which every line through the origin gives the score 0: neither label.")
	default:
		s.Text("<row> comes, its label still hidden. In weight space it is a line that does not meet the polygon: all lines that are left agree, and say <majority>.")
	}
	s.TeX(`\langle\theta,<row>\rangle=<score>`)
}

// centreSays is the label that the drawn line gives the point at work.
func (v view) centreSays() say.Phrase {
	x := v.lift(v.Points[v.row].X)
	switch {
	case positive(x, v.theta):
		return "+"
	case positive(vector{-x[0], -x[1], -x[2]}, v.theta):
		return "−"
	}
	return "neither"
}

// score is ⟨θ, x⟩ as a linear function of the two free weights.
func (v view) score() say.Math {
	x, c := v.lift(v.Points[v.row].X), v.chart
	text := strings.TrimPrefix(term(x[c.axes[0]], namesTeX[c.axes[0]])+term(x[c.axes[1]], namesTeX[c.axes[1]])+term(x[c.fixed]*c.value, ""), "+")
	if text == "" {
		return "0"
	}
	return say.Math(text)
}

// term writes a summand with its sign: "+2\,\theta_1", "-1"; nothing for 0.
func term(factor float64, of string) string {
	switch {
	case factor == 0:
		return ""
	case of != "" && factor == 1:
		return "+" + of
	case of != "" && factor == -1:
		return "-" + of
	}
	text := say.TeX(factor)
	if factor > 0 {
		text = "+" + text
	}
	if of != "" {
		text += `\,` + of
	}
	return text
}

func (v view) sayCut(s *algos.Story) {
	const stays = "The label of <row> is <label>: <kept> of the polygon stays, which is <area> of the box; it has <corners corner> now."
	switch {
	case v.polygon == nil:
		v.sayNothing(s)
	case v.redundant():
		s.Text("The label of <row> is <label>, as every line that is left says: nothing is cut away.")
	case (v.plus >= v.minus) != v.label():
		s.Text(stays + " The majority was wrong, and at least half is gone.")
	default:
		s.Text(stays)
	}
	s.Vars["score"] = v.score()
	switch {
	case v.chart.least > 0 && v.label():
		s.TeX(`y_{<i>}=+1:\quad <score>\,\hl{\ge 1}`)
	case v.chart.least > 0:
		s.TeX(`y_{<i>}=-1:\quad <score>\,\hl{\le -1}`)
	case v.label():
		s.TeX(`y_{<i>}=+1:\quad <score>\,\hl{>0}`)
	default:
		s.TeX(`y_{<i>}=-1:\quad <score>\,\hl{<0}`)
	}
}

// sayNothing says why the polygon is empty.
func (v view) sayNothing(s *algos.Story) {
	switch v.ending {
	case infeasible:
		who := v.guilty()
		last := len(who) - 1
		s.Vars["who"] = say.Rows(who)
		if last > 0 {
			s.Vars["who"] = say.Vars{"some": say.Rows(who[:last]), "last": say.Row(who[last])}.Text("<some> and <last>")
		}
		s.Text(`With <row> nothing is left. It takes only <who> to prove it: a weighted sum of their $y\,x$ is 0, ` +
			`so no $\theta$ can have all $y\,\langle\theta,x\rangle>0$.`)
	case elsewhere:
		s.Text("With <row> nothing is left of this box. A separating line exists all the same: it lies outside of what this chart shows.")
	default:
		s.Text("With <row> less is left than floating-point numbers can draw. That a separating line exists was decided in whole numbers.")
	}
}
