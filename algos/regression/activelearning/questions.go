package activelearning

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on.
var questions = []algos.Question{
	algos.Ask("after", algos.PickOption, askAfter, nil, answerAfter),
	algos.Ask("quarter", algos.SayNumber, askQuarter, algos.AtEnd, answerQuarter),
	algos.Ask("end", algos.SayNumber, askEnd, algos.AtEnd, answerEnd),
}

// chosen returns the view of a step from which a criterion goes on, and not the reader or
// chance.
func chosen(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.design.regular() && v.Criterion != random && v.made() >= len(v.own)
}

func askAfter(now algos.At[view]) (algos.Asked, bool) {
	v, ok := chosen(now)
	if !ok || v.made()+2 > v.Queries {
		return algos.Asked{}, false
	}
	w := v.vars()
	return algos.Asked{
		Text:    w.Text("The next query is made at x = <next>. Where will the one after it be?"),
		Options: []say.Phrase{w.Text("at <low>"), "in between", w.Text("at <high>")},
	}, true
}

func answerAfter(now, then algos.At[view]) (algos.Answer, bool) {
	was, _ := chosen(now)
	v, ok := chosen(then)
	if !ok || v.made() != was.made()+1 {
		return algos.Answer{}, false
	}
	w := v.vars()
	w["again"] = v.design.gain(v.last())
	a := algos.Answer{Option: 1, Why: w.Text("At x = <next> it takes <gain> off the trace, and a second query at x = <x> only <again>.")}
	switch v.next {
	case v.Low:
		a.Option = 0
	case v.High:
		a.Option = 2
	}
	if v.next == v.last() {
		a.Why = w.Text("At x = <next> again: it takes <gain> off the trace, and no other place more.")
	}
	if v.Criterion == variance {
		a.Why = w.Text("The line is least known at the end that is farther from the mean of all inputs: x = <next>.")
	}
	return a, true
}

func askQuarter(now algos.At[view]) (algos.Asked, bool) {
	v, ok := chosen(now)
	if !ok || v.made() > 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("Tr A is <trace> now. After how many queries will it be a quarter of that, or less?"), Least: 1, Most: float64(v.Queries), Whole: true,
	}, true
}

// answerQuarter counts one off as right where many queries are needed: Tr A then falls
// slowly.
func answerQuarter(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.final() {
		return algos.Answer{}, false
	}
	traces := v.traces()
	for k, trace := range traces {
		if trace > traces[0]/4 {
			continue
		}
		w := say.Vars{"k": k, "trace": trace, "start": traces[0], "before": traces[max(0, k-1)]}
		return algos.Answer{
			Number: float64(k), Tolerance: math.Floor(float64(k) / 5),
			Why: w.Text("From <start> it falls to <before>, and with query <k> to <trace>."),
		}, true
	}
	return algos.Answer{}, false
}

func askEnd(now algos.At[view]) (algos.Asked, bool) {
	v, ok := chosen(now)
	if !ok || v.made() > 0 || v.Queries < 4 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("How many of the <queries query> will be made at the lower end, x = <low>?"), Most: float64(v.Queries), Whole: true,
	}, true
}

// answerEnd is exact: how often each end is asked is what the criterion is about.
func answerEnd(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.final() {
		return algos.Answer{}, false
	}
	low, high := 0, 0
	for _, x := range v.queried() {
		switch x {
		case v.Low:
			low++
		case v.High:
			high++
		}
	}
	w := say.Vars{"at": low, "other": high, "rest": len(v.queried()) - low - high}
	return algos.Answer{
		Number: float64(low), Why: w.Text("<at> at the lower end, <other> at the upper and <rest> in between. " +
			"After an answer at one end the other is usually worth more."),
	}, true
}
