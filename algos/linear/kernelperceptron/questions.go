package kernelperceptron

import (
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-mistake", algos.PickPoint, askMistake, untilMistake, answerMistake),
	algos.Ask("mistakes-left", algos.PickOption, askLeft, algos.AtEnd, answerLeft),
	algos.Ask("rows-stored", algos.SayNumber, askStored, algos.AtEnd, answerStored),
}

// askMistake asks where the pass has another mistake to come.
func askMistake(now algos.At[*view]) (algos.Asked, bool) {
	v := now.View
	if v.Kind == novikoff.Mistake || v.Ahead < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"first": say.Row(v.From())}
	return algos.Asked{Text: s.Text("Which point is the next mistake? The rows are visited in file order, from <first> on.")}, true
}

func untilMistake(_, later algos.Step) bool {
	return slices.ContainsFunc(later.Events, func(e algos.Event) bool { return e.Kind == "mistake" })
}

func answerMistake(now, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	if v.Kind != novikoff.Mistake {
		return algos.Answer{}, false
	}
	s := say.Vars{"first": say.Row(now.View.From())}
	return algos.Answer{Points: []int{v.Row}, Why: s.Text("From <first> on, it is the first row that is not on its right side.")}, true
}

// leftUpTo are the most mistakes of each option but the last.
var leftUpTo = []int{5, 20}

// passes returns the view of a step at the start and between two passes.
func passes(s algos.At[*view]) (*view, bool) {
	v := s.View
	return v, (v.Kind == novikoff.Start || v.Ends)
}

func askLeft(now algos.At[*view]) (algos.Asked, bool) {
	v, ok := passes(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"few": leftUpTo[0], "from": leftUpTo[0] + 1, "many": leftUpTo[1], "passes": v.Passes}
	return algos.Asked{
		Text: "How many mistakes will it still make before it stops by itself?",
		Options: []say.Phrase{
			s.Text("at most <few>"), s.Text("<from> to <many>"), s.Text("more than <many>"), s.Text("it does not stop within <passes pass>"),
		},
	}, true
}

func answerLeft(now, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	left := v.alpha.total - now.View.alpha.total
	s := say.Vars{"left": left}
	if then.Status.State != algos.Converged {
		return algos.Answer{Option: len(leftUpTo) + 1, Why: s.Text("It made <left more mistake>, and would go on.")}, true
	}
	a := algos.Answer{Option: len(leftUpTo), Why: s.Text("It made <left more mistake>, and then a pass without any.")}
	for i, most := range slices.Backward(leftUpTo) {
		if left <= most {
			a.Option = i
		}
	}
	return a, true
}

func askStored(now algos.At[*view]) (algos.Asked, bool) {
	v, ok := passes(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n, "stored": v.stored}
	return algos.Asked{
		Text: s.Text("<stored> of <n row is> stored now. How many will there be at the end?"), Least: float64(v.stored), Most: float64(n), Whole: true, Unit: "rows",
	}, v.stored < n
}

// answerStored lets a guess be off by a tenth of the rows.
func answerStored(_, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	s := say.Vars{"k": v.alpha.total}
	return algos.Answer{
		Number: float64(v.stored), Tolerance: float64(len(v.y) / 10),
		Why: s.Text("A row is stored once it has been a mistake, and there were <k mistake> in all."),
	}, true
}
