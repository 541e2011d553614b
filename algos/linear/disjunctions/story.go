package disjunctions

import (
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// vars are what sentences name: counts, and the example at work.
func (v view) vars() say.Vars {
	w := say.Vars{"n": len(v.past), "k": v.mistakes(), "left": v.h.count(), "class": v.class(), "h": say.Math(writer{v.N}.disjunctionTeX(v.h))}
	if v.did != start {
		e := v.now()
		b := e.x.bits(v.N)
		w["x"], w["ref"], w["said"], w["bit"] = b, say.Math(`\ref{`+b+`}{`+b+`}`), sign(e.said), number(e.said)
		w["y"], w["other"] = sign(e.label), sign(!e.label)
	}
	return w
}

func (v view) phase() say.Phrase {
	switch {
	case v.did == start:
		return "initialise with all literals"
	case v.did == predict:
		return v.vars().Text("<x>: predict <said>")
	case v.wrong():
		return v.vars().Text("<x>: a mistake")
	}
	return v.vars().Text("<x>: correct")
}

func (v view) next() algos.Next {
	if v.did == predict {
		return algos.Next{Small: "reveal the label", Step: "next mistake", Pass: "all examples"}
	}
	return algos.Next{Small: "predict the next", Step: "next mistake", Pass: "all examples"}
}

func (v view) events() []algos.Event {
	var events []algos.Event
	if v.did == learn && v.wrong() {
		events = append(events, algos.Event{Kind: "mistake", Text: v.vars().Text("mistake <k=metric.mistakes>, on <x>")})
	}
	if v.did == learn && v.clashed == len(v.past) {
		events = append(events, algos.Event{Kind: "inconsistent", Text: v.vars().Text("no <class> is consistent with the labels so far")})
	}
	if v.status.State == algos.Converged {
		events = append(events, algos.Event{Kind: "converged", Text: v.status.Reason})
	}
	return events
}

// judge says how the run stands.
func (v view) judge() algos.Status {
	if !v.over {
		return algos.Status{State: algos.Running}
	}
	w, left := v.vars(), v.h&^v.target
	w["useless"] = writer{v.N}.list(left)
	switch {
	case len(v.past) == 0:
		return algos.Status{State: algos.Exhausted, Reason: "there are no examples"}
	case v.clash > 0:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> and <k mistake>: no <class> is consistent with all labels")}
	case v.h == v.target:
		return algos.Status{State: algos.Converged, Reason: w.Text("after <n=metric.examples example> and <k mistake> h is the target")}
	case !v.contains || v.lies > 0:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> and <k mistake> h is consistent with every label, and is not the " +
			"target")}
	case left.count() == 1:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> and <k mistake> h is consistent with all labels; <useless> was " +
			"never ruled out")}
	}
	return algos.Status{State: algos.Exhausted, Reason: w.Text("after <n example> and <k mistake> h is consistent with all labels; <useless> were " +
		"never ruled out")}
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.did {
	case start:
		v.sayStart(&s)
	case predict:
		v.sayPrediction(&s)
	case learn:
		v.sayLabel(&s)
	}
	if v.status.Final() {
		s.Vars["reason"] = v.status.Reason
		s.Text("End of the run: <reason>.")
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Vars["m"], s.Vars["zeros"] = v.literals().count(), strings.Repeat("0", v.N)
	if v.Learner == general {
		s.Text(`Each negation is an extra variable, so $h$ is initialised with all <m literal>: one of $x_i$ and $\neg x_i$ is always true, and $h$ ` +
			`predicts + for every input.`)
	} else {
		s.Text("The hypothesis $h$ is initialised with all <m=metric.bound variable>, and predicts + for every input except <zeros>.")
	}
	s.TeX("h=<h>")
}

func (v view) sayPrediction(s *algos.Story) {
	if v.h == 0 {
		s.Text("Example <n> is <ref>. $h$ is empty, so it is never true: the prediction is −.")
		s.TeX(`h(x)=\hl{0}`)
		return
	}
	w, t := writer{v.N}, truths(v.now().x, v.N)
	s.Vars["true"] = w.list(v.h & t)
	switch (v.h & t).count() {
	case 0:
		s.Text("Example <n=metric.examples> is <ref>. No literal of $h$ is true in it: the prediction is −.")
	case 1:
		s.Text("Example <n=metric.examples> is <ref>. Of the literals in $h$, <true> is true: the prediction is +.")
	default:
		s.Text("Example <n=metric.examples> is <ref>. Of the literals in $h$, <true> are true: the prediction is +.")
	}
	s.Vars["values"] = say.Math(join(v.h, func(i int) string { return w.linked(i, strconv.Itoa(number(t.has(i)))) }, `\lor `, "0"))
	s.TeX(`h(x)=<values>=\hl{<bit>}`)
}

func (v view) sayLabel(s *algos.Story) {
	w := writer{v.N}
	s.Vars["gone"], s.Vars["set"] = w.list(v.removed), say.Math(join(v.removed, w.tex, `,\,`, ""))
	switch {
	case !v.wrong():
		s.Text("The label of <ref> is <y>, as predicted: $h$ does not change.")
		s.TeX(`h(x)=<bit>=y`)
	case !v.now().said:
		s.Text("The label of <ref> is +: mistake <k=metric.mistakes>, a false negative, which the algorithm cannot correct because it only removes " +
			"literals.")
		s.TeX(`h(x)=0\neq 1=y`)
	default:
		if v.removed.count() == 1 {
			s.Text("The label of <ref> is −: mistake <k=metric.mistakes>, a false positive. A literal that is true in a negative example cannot be in " +
				"the target, so <gone> is removed.")
		} else {
			s.Text("The label of <ref> is −: mistake <k>, a false positive. A literal that is true in a negative example cannot be in the target, so " +
				"<gone> are removed.")
		}
		s.TeX(`h\leftarrow h\setminus\hl{\{<set>\}}=<h>`)
	}
	if v.now().lied {
		s.Text("The label of the target is <other>: this label is noisy.")
	}
	if v.clashed == len(v.past) {
		s.Add(algos.Line{Text: v.sayClash()})
	}
}

// sayClash proves that no hypothesis of the class gives the labels so far.
func (v view) sayClash() say.Phrase {
	w := say.Vars{"class": v.class(), "i": v.clash, "x": v.past[v.clash-1].x.bits(v.N), "yet": v.witnesses(), "so": say.Phrase("a label is noisy")}
	if w["yet"] == say.Phrase("") {
		w["yet"] = say.Phrase("no variable is 1 in it")
	}
	if v.Learner == monotone {
		w["so"] = say.Phrase("a label is noisy, or the target is not a disjunction of variables")
	}
	return w.Text("Empty version space: no <class> is consistent with the labels so far. Example <i>, <x>, is positive, yet <yet>. So <so>.")
}

// witnesses says which negative examples the true literals of the clashing
// positive one are true in: "x₂ is true in the negative example 3".
func (v view) witnesses() (all say.Phrase) {
	for _, i := range (truths(v.past[v.clash-1].x, v.N) & v.literals()).each() {
		one := say.Vars{"literal": writer{v.N}.name(i), "i": int(v.deaths[i])}
		found := one.Text("<literal> is true in the negative example <i>")
		if all != "" {
			found = say.Vars{"some": all, "other": found}.Text("<some>, <other>")
		}
		all = found
	}
	return all
}
