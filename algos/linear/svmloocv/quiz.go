package svmloocv

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("left-out", algos.PickOption, askLeftOut, untilRefit, answerLeftOut),
	algos.Ask("next-error", algos.PickPoint, askError, untilError, answerError),
	algos.Ask("errors", algos.SayNumber, askErrors, algos.AtEnd, answerErrors),
}

func untilRefit(now, later algos.Step) bool { return later.Metric("left_out") > now.Metric("left_out") }

func untilError(_, later algos.Step) bool {
	return slices.ContainsFunc(later.Events, func(e algos.Event) bool { return e.Kind == "error" })
}

// between returns the view of a step after which a point is taken away, and the row.
func between(s algos.At[view]) (v view, next int, ok bool) {
	v = s.View
	return v, v.row + 1, v.phase != leaving && v.row+1 < len(v.y)
}

// The verdicts on a point that was left out.
const (
	asBefore = iota
	stillRight
	nowWrong
)

func askLeftOut(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != leaving {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": say.Row(v.row)}
	return algos.Asked{
		Text: s.Text("<x> is taken away. What will the classifier of the others say of it?"),
		Options: []say.Phrase{
			asBefore:   "the right label, with the same scores as before",
			stillRight: "the right label, with other scores",
			nowWrong:   "the wrong label",
		},
	}, true
}

// seenChange is the change of the score that can be seen: less is the tolerance of two
// fits, and nothing has happened.
const seenChange = 1e-3

func answerLeftOut(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.less == nil {
		return algos.Answer{}, false
	}
	s := say.Vars{"alpha": v.full.alpha[v.row], "x": say.Row(v.row), "in": v.y[v.row] * v.full.f[v.row], "out": v.scores[v.row], "change": v.change()}
	a := algos.Answer{Why: s.Text("yₜ times the score was <in> with <x>, which had α = <alpha>, and is <out> without it.")}
	switch {
	case v.wrong():
		a.Option = nowWrong
	case v.change() > seenChange:
		a.Option = stillRight
	}
	return a, true
}

// askError asks while there is a support vector to come.
func askError(now algos.At[view]) (algos.Asked, bool) {
	v, next, ok := between(now)
	if !ok || !slices.ContainsFunc(v.full.alpha[next:], func(a float64) bool { return a > 0 }) {
		return algos.Asked{}, false
	}
	s := say.Vars{"first": say.Row(next)}
	return algos.Asked{
		Text: s.Text("Which point is the next to get the wrong label from the others? The rows are left out in file order, from <first> on."),
	}, true
}

func answerError(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.less == nil || !v.wrong() {
		return algos.Answer{}, false
	}
	s := say.Vars{"x": say.Row(v.row), "in": v.y[v.row] * v.full.f[v.row], "out": v.scores[v.row]}
	return algos.Answer{Points: []int{v.row}, Why: s.Text("yₜ times the score of <x> is <in> with it, and <out> without it.")}, true
}

func askErrors(now algos.At[view]) (algos.Asked, bool) {
	v, _, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.y), "sv": v.full.sv}
	return algos.Asked{
		Text: s.Text("Of the <n point> <sv> are support vectors. How many points will the others get wrong, when each has been left out once?"),
		Most: float64(len(v.y)), Whole: true, Unit: "errors",
	}, true
}

// answerErrors lets a guess be off by a twentieth of the points: who sees which points
// stand alone cannot count better by eye.
func answerErrors(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	s := say.Vars{"wrong": v.trainErrors(), "errors": len(v.errors)}
	why := s.Text("Wrong with all points in: <wrong>. Wrong when left out: <errors>.")
	return algos.Answer{Number: float64(len(v.errors)), Tolerance: float64(len(v.y) / 20), Why: why}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "tight",
		Text: "With the linear kernel and the hard margin, place at least eight points so that every support vector is missed when it is left out, " +
			"and there are at least 3 of them.",
		Hint:  "The four points of the notes do it, but they are four. Where can a point stand that no line of the five fits minds?",
		Start: "preset=four-points", Asks: 3, OwnPoints: true,
		CounterExample: "data=p2s~0_0_1~0_0.5_1~1_0.5_1~1_0_-1~0_2_1~-1_1_1~-1_2_1~-2_1.5_1&kernel=linear",
		Example:        "kernel=linear&hard_margin=true&data=" + tight.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if a.Params["kernel"] != "linear" || a.Params["hard_margin"] != "true" || len(v.y) < 8 || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(len(v.errors), "<n error>"), len(v.errors) == v.full.sv
		}),
	},
	{
		ID:    "by-heart",
		Text:  "Place at least twelve points that the machine learns without a mistake, and of which at least 90 % are called wrong when they are left out.",
		Hint:  "What does a point learn from neighbours that are all of the other class?",
		Start: "preset=islands", Asks: 90, OwnPoints: true,
		CounterExample: "C=1000&gamma=2&kernel=rbf&preset=islands",
		Example:        "kernel=rbf&gamma=2&C=1000&data=" + chessboard(4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if len(v.y) < 12 || a.Last.Status.State != algos.Converged || v.trainErrors() > 0 {
				return algos.Score{}, false
			}
			return algos.Counted(int(math.Floor(100*v.loocv())), "<n> % called wrong"), true
		}),
	},
}

// tight are the four points of the notes, and others behind them of whom no fit takes
// notice.
var tight = dataset.Labelled(
	[3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1},
	[3]float64{0, 2, 1}, [3]float64{-1, 1, 1}, [3]float64{-1, 2, 1}, [3]float64{-2, 1.5, 1})

// chessboard are the fields of a board of n × n, black and white.
func chessboard(n int) dataset.Source {
	var rows [][3]float64
	for i := range n {
		for j := range n {
			rows = append(rows, [3]float64{float64(i), float64(j), float64(2*((i+j)%2) - 1)})
		}
	}
	return dataset.Labelled(rows...)
}
