package activelearning

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
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
	a := algos.Answer{Option: 1, Why: w.Text("At x = <next> it reduces the trace by <gain>; repeating x = <x> only by <again>.")}
	switch v.next {
	case v.Low:
		a.Option = 0
	case v.High:
		a.Option = 2
	}
	if v.next == v.last() {
		a.Why = w.Text("At x = <next> again: it reduces the trace by <gain>, and no other input by more.")
	}
	if v.Criterion == variance {
		a.Why = w.Text("The predictive variance is largest at the end that is farther from the mean of all inputs: x = <next>.")
	}
	return a, true
}

func askQuarter(now algos.At[view]) (algos.Asked, bool) {
	v, ok := chosen(now)
	if !ok || v.made() > 0 || v.planned() > v.trace()/4 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("Tr A is <trace> now. After how many queries will it be a quarter of that, or less?"), Least: 1, Most: float64(v.Queries), Whole: true,
	}, true
}

// planned is Tr A after all queries of the criterion; no observation changes it.
func (v view) planned() float64 {
	if v.Criterion == variance {
		return v.race.doubtful[v.Queries]
	}
	return v.race.optimal[v.Queries]
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
			Why: w.Text("It falls from <start> to <before>, and with query <k> to <trace>."),
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

// answerEnd is exact: how often each end is queried is what the criterion is about.
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
		Number: float64(low), Why: w.Text("<at> at the lower end, <other> at the upper end and <rest> in between. Each query is the optimum of the " +
			"criterion for all inputs before it."),
	}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "together",
		Text: "Choose all queries yourself, three or more, so that Tr A ends at least 8 percent below that of the same number of A-optimal queries, " +
			"chosen one by one.",
		Hint:  "The best first query need not be one of the best three: try both ends early, even where the first of them has a small gain alone.",
		Start: "preset=greedy", Asks: 8,
		CounterExample: "preset=greedy",
		Example:        "preset=greedy&own=-6, 10, -3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const least = 3
			if !a.Complete || !v.final() || v.made() < least || len(v.own) < v.made() || !v.design.regular() {
				return algos.Score{}, false
			}
			optimal := v.race.optimal[v.made()]
			below := 100 * (1 - v.trace()/optimal)
			if math.IsNaN(below) {
				return algos.Score{}, false
			}
			return algos.Score{Number: below, Words: say.Vars{"below": below}.Text("<below> percent below")}, below >= 8
		}),
	},
	{
		ID:    "middle",
		Text:  "Keep the interval from −1 to 1, and place measured points so that the next A-optimal query is at least 0.9 from both ends.",
		Hint:  "An endpoint is queried because the slope is uncertain. When is the intercept more uncertain?",
		Start: "preset=note", Asks: 0.9, OwnPoints: true,
		CounterExample: "preset=note&queries=1",
		Example:        "queries=1&data=" + dataset.Pairs(-3, -1.5, 3, 2).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Low != -1 || v.High != 1 || len(v.Points) < 2 {
				return algos.Score{}, false
			}
			var xs []float64
			for _, p := range v.Points {
				xs = append(xs, p.X[0])
			}
			d := designOf(xs)
			if !d.regular() {
				return algos.Score{}, false
			}
			off := 1 - math.Abs(d.best(v.Low, v.High))
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("<off> from the nearer end")}, off >= 0.9
		}),
	},
}
