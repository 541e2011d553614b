package versionspace

import (
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences name; x is the current point as a label, row in a
// sentence.
func (v view) vars() say.Vars {
	w := say.Vars{
		"n": len(v.seen), "known": len(v.known()), "points": len(v.z), "line": say.Phrase("line through the origin"),
		"area": percent(v.area()), "kept": percent(v.kept), "plus": percent(v.plus), "minus": percent(v.minus),
		"x": say.Row(v.row).Name(), "row": say.Row(v.row), "i": v.row + 1,
		"label": sign(v.label()), "majority": sign(v.plus >= v.minus), "corners": len(v.polygon),
	}
	if v.FitIntercept {
		w["line"] = say.Phrase("line")
	}
	return w
}

func (v view) phase() say.Phrase {
	switch {
	case v.did == start:
		return "initialise: the whole box"
	case v.did == ask:
		return v.vars().Text("<x> arrives")
	case v.polygon == nil:
		return v.vars().Text("<x> empties the version space")
	}
	return v.vars().Text("cut by <x>")
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
		events = append(events, algos.Event{Kind: "cut", Text: v.vars().Text("<x> keeps <kept> of the version space")})
	}
	if v.kept < 0.5 && v.polygon != nil {
		events = append(events, algos.Event{Kind: "halved", Text: v.vars().Text("<x> removes more than half")})
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
		return algos.Status{State: algos.Exhausted, Reason: w.Text("empty version space after <n example>: no <line> separates the classes")}
	case v.ending == elsewhere:
		const why = "after <n example> the version space is empty in this box, yet a <line> separates the classes: use another parametrisation or a " +
			"larger box"
		return algos.Status{State: algos.Exhausted, Reason: w.Text(why)}
	case v.ending == thin:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> a <line> still separates the classes, in a version space too " +
			"narrow for floating-point numbers")}
	case v.did == cut && len(v.seen) == len(v.z):
		return algos.Status{State: algos.Converged, Reason: w.Text("after <n=metric.examples example> the version space is <area> of the box, and each " +
			"of its classifiers separates the classes")}
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
		s.Text("End of the run: <reason>.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	c := v.chart
	s.Vars["fixed"], s.Vars["value"] = say.Math(namesTeX[c.fixed]), c.value
	s.Vars["a"], s.Vars["b"], s.Vars["width"], s.Vars["height"] = say.Math(namesTeX[c.axes[0]]), say.Math(namesTeX[c.axes[1]]), c.width[0], c.width[1]
	switch {
	case v.FitIntercept:
		s.Text(`A linear classifier is a vector $\theta$, a point of weight space, and $2\theta$ is the same classifier. So the plot fixes ` +
			`$<fixed>=<value>$ and shows a box of the two other weights. No label is known: the version space is the whole box.`)
	case c.least > 0:
		s.Text(`A linear classifier without bias is a vector $\theta=(\theta_1,\theta_2)$. Each example is a constraint $y\,\langle\theta,x\rangle\ge ` +
			`1$ (functional margin), as in the linear program of the notes; no label is known yet, so the version space is the whole box.`)
	default:
		s.Text(`A linear classifier without bias is a vector $\theta=(\theta_1,\theta_2)$, and $2\theta$ is the same classifier: the box shows at ` +
			`least one multiple of each. No label is known: the version space is the whole box.`)
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
		s.Text("<row> arrives, its label still hidden. <plus> of the version space satisfies the constraint of label +, <minus> that of −. The " +
			"majority predicts <majority>, the centre <centre>.")
	case v.plus > 0 && v.minus > 0:
		s.Text("<row> arrives, its label still hidden. It splits the version space: <plus> of the area predicts +, <minus> predicts −. The majority " +
			"predicts <majority>, the centre <centre>.")
	case v.null():
		s.Text("<row> arrives, its label still hidden. It is the origin, where every classifier without bias has score 0: neither label.")
	default:
		s.Text("<row> arrives, its label still hidden. Its line in weight space misses the version space: all consistent classifiers agree on <majority>.")
	}
	s.TeX(`\langle\theta,<row>\rangle=<score>`)
}

// centreSays is the label that the drawn line gives the current point.
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
	const stays = "The label of <row> is <label>: <kept> of the version space is kept, which is <area> of the box; it has <corners corner> now."
	switch {
	case v.polygon == nil:
		v.sayNothing(s)
	case v.redundant():
		s.Text("The label of <row> is <label>, as all consistent classifiers predict: the constraint is redundant.")
	case (v.plus >= v.minus) != v.label():
		s.Text(stays + " The majority vote made a mistake, so at least half is eliminated.")
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
		s.Text(`With <row> the version space is empty. The certificate needs only <who>: a weighted sum of their $y\,x$ is 0, so no $\theta$ has all ` +
			`$y\,\langle\theta,x\rangle>0$.`)
	case elsewhere:
		s.Text("With <row> the version space is empty in this box. A separating line exists, but outside this parametrisation.")
	default:
		s.Text("With <row> the version space is too small to draw in floating point. Exact integer arithmetic shows that it is not empty.")
	}
}
