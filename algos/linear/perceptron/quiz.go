package perceptron

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-mistake", algos.PickPoint, askMistake, untilMistake, answerMistake),
	algos.Ask("next-line", algos.DrawLine, askLine, nil, answerLine),
	algos.Ask("updates-left", algos.PickOption, askLeft, algos.AtEnd, answerLeft),
}

func askMistake(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Variant == batch || v.shuffles() || v.Kind == novikoff.Mistake || v.Ahead < 0 {
		return algos.Asked{}, false
	}
	if v.picks() {
		// At θ = 0 all fall short alike.
		return algos.Asked{Text: "Which point is the next mistake? The sample with the largest violation comes first."}, v.Sequence == worstWrong && v.theta != vector{}
	}
	s := say.Vars{"first": say.Row(v.From())}
	if v.Variant == standard {
		return algos.Asked{Text: s.Text("Which point is the next mistake? Samples are visited in file order, starting at <first>.")}, true
	}
	return algos.Asked{Text: s.Text("Which point triggers the next update? Samples are visited in file order, starting at <first>.")}, true
}

func untilMistake(_, later algos.Step) bool {
	return slices.ContainsFunc(later.Events, func(e algos.Event) bool { return e.Kind == "mistake" || e.Kind == "margin-mistake" })
}

func answerMistake(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Kind != novikoff.Mistake {
		return algos.Answer{}, false
	}
	if v.picks() {
		var worst []int
		for i, r := range v.rows {
			if v.measure(v.theta, r) == v.measure(v.theta, v.rows[v.Row]) {
				worst = append(worst, i)
			}
		}
		return algos.Answer{Points: worst, Why: "It has the largest violation of all samples."}, true
	}
	s := say.Vars{"first": say.Row(now.View.From())}
	a := algos.Answer{Points: []int{v.Row}, Why: s.Text("It is the first sample from <first> onwards that triggers an update.")}
	return a, true
}

// coming is θ after the next update; false where the pass that goes on or begins has
// none.
func (v view) coming() (vector, bool) {
	rows := []int{v.Row}
	switch {
	case v.Variant == batch:
		rows = v.demanding(v.theta)
	case v.Kind != novikoff.Mistake:
		rows = []int{v.Ahead}
	}
	if len(rows) == 0 || rows[0] < 0 {
		return vector{}, false
	}
	return addScaled(v.theta, v.rate.at(v.updates+1), v.sum(rows)), true
}

func straight(theta vector) geometry.Line {
	return geometry.Line{A: theta[0], B: theta[1], C: theta[2]}
}

// askLine asks where a line will be that turns visibly: else the one on the board is
// the answer.
func askLine(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	next, ok := v.coming()
	if !ok || planar(next) == 0 {
		return algos.Asked{}, false
	}
	if planar(v.theta) > 0 && geometry.Disagreement(straight(v.theta), straight(next), v.Window) <= 2*algos.LineTolerance {
		return algos.Asked{}, false
	}
	if v.Kind != novikoff.Mistake || v.Variant == batch {
		return algos.Asked{Text: "Draw the decision boundary after the next update."}, true
	}
	s := say.Vars{"x": say.Row(v.Row)}
	return algos.Asked{Text: s.Text("Draw the decision boundary after the update with <x>.")}, true
}

func answerLine(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.updates == now.View.updates || planar(v.theta) == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{Line: straight(v.theta)}, true
}

// leftUpTo are the most updates of each option but the last.
var leftUpTo = []int{5, 20}

// askLeft asks at the start and between two passes.
func askLeft(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Kind != novikoff.Start && !v.Ends {
		return algos.Asked{}, false
	}
	s := say.Vars{"few": leftUpTo[0], "from": leftUpTo[0] + 1, "many": leftUpTo[1], "passes": v.MaxEpochs}
	return algos.Asked{
		Text: "How many more updates are needed until convergence?",
		Options: []say.Phrase{
			s.Text("at most <few>"), s.Text("<from> to <many>"), s.Text("more than <many>"), s.Text("it does not converge within <passes epoch>"),
		},
	}, true
}

func answerLeft(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	left := v.updates - now.View.updates
	s := say.Vars{"left": left}
	if then.Status.State != algos.Converged {
		return algos.Answer{Option: len(leftUpTo) + 1, Why: s.Text("It made <left more update> without converging.")}, true
	}
	a := algos.Answer{Option: len(leftUpTo), Why: s.Text("It made <left more update>, and then an epoch without a mistake.")}
	for i, most := range slices.Backward(leftUpTo) {
		if left <= most {
			a.Option = i
		}
	}
	return a, true
}

// goals are challenges. Their runs start at θ = 0 with the standard rule, since a far
// start takes as many updates as one likes.
var goals = []algos.Goal{
	{
		ID:    "updates",
		Text:  `Place linearly separable points on which the standard rule needs at least 100 updates from $\theta=0$.`,
		Hint:  `The bound $(R/\gamma)^2$ gives a hint: points far from the origin, and a small margin.`,
		Start: "preset=trace", Asks: 100, OwnPoints: true,
		CounterExample: "preset=trace",
		Example:        "preset=trace&data=" + dataset.Labelled([3]float64{2, -1, 1}, [3]float64{-1, 1, -1}, [3]float64{-2, 0.5, -1}, [3]float64{1, 0.1, 1}, [3]float64{1, 0.17, -1}).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if !plainly(a) {
				return algos.Score{}, false
			}
			return counted(a), true
		},
	},
	{
		ID:    "one-update",
		Text:  `Place at least ten points of both classes so that no more than 1 update is needed from $\theta=0$.`,
		Hint:  "Only the first point triggers an update: where must the others be?",
		Start: "preset=trace", Asks: 1, Fewer: true, OwnPoints: true,
		CounterExample: "preset=trace",
		Example: "preset=trace&data=" + dataset.Labelled(
			[3]float64{2, 0, 1}, [3]float64{1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{2, 2, 1}, [3]float64{3, -1, 1},
			[3]float64{-1, 0, -1}, [3]float64{-1, 1, -1}, [3]float64{-2, -1, -1}, [3]float64{-2, 2, -1}, [3]float64{-3, 0, -1}).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if !plainly(a) || len(a.Problem.Points) < 10 || len(dataset.Counts(a.Problem.Points)) < 2 || dataset.Counts(a.Problem.Points)[0] == 0 {
				return algos.Score{}, false
			}
			return counted(a), true
		},
	},
}

// plainly reports whether a run is that of the standard rule from θ = 0, with the points
// as they are in the order of the file, and has come to a line that separates.
func plainly(a algos.Attempt) bool {
	return a.Params["variant"] == standard && a.Params["order"] == inFile && a.Params["normalize"] == "false" &&
		a.Params["theta_init"] == "0,0" && a.Last.Status.State == algos.Converged
}

func counted(a algos.Attempt) algos.Score {
	return algos.Counted(int(a.Last.Metric("updates")), "<n update>")
}
