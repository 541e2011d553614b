package svmmulticlass

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/kernel"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("query", algos.PickOption, askQuery, algos.AtEnd, answerQuery),
	algos.Ask("mistakes", algos.SayNumber, askMistakes, algos.AtEnd, answerMistakes),
	algos.Ask("after-update", algos.PickOption, askUpdate, nil, answerUpdate),
	algos.Ask("machine", algos.DrawLine, askMachine, nil, answerMachine),
}

// between returns what all methods have in common at a step at which no point or machine
// is at work, and how many points are wrong there. The ascent of the dual is too near
// the end to ask about it.
func between(s algos.At[algos.View]) (t *task, mistakes int, ok bool) {
	switch v := s.View.(type) {
	case *view:
		return v.task, v.Mistakes, v.phase == starting || v.phase == updating
	case *crf:
		return v.task, v.Mistakes, v.phase == starting || v.phase == updating
	case *ensemble:
		return v.task, v.mistakes, !v.training() && len(v.done) < len(v.of)
	}
	return nil, 0, false
}

// training reports whether a machine is on its way.
func (e *ensemble) training() bool { return e.now != nil && e.now.end == smo.Running }

func askQuery(now algos.At[algos.View]) (algos.Asked, bool) {
	t, _, ok := between(now)
	if !ok || t.count() > algos.MaxOptions || !t.Window.Contains(t.Query[0], t.Query[1]) {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which class is predicted at q at the end of the run?"}
	for k := range t.count() {
		a.Options = append(a.Options, t.class(k))
	}
	return a, true
}

func answerQuery(_, then algos.At[algos.View]) (algos.Answer, bool) {
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	switch v := then.View.(type) {
	case *view:
		return v.answerQuery(), true
	case *crf:
		return v.answerQuery(), true
	case *ensemble:
		if len(v.members) == 0 {
			return algos.Answer{}, false
		}
		all := v.tally(v.scoresAt(v.Query))
		k := joint.Best(all)
		s := say.Vars{"winner": v.class(k), "score": all[k], "votes": int(max(0, all[k])), "level": leaders(all)}
		a := algos.Answer{Option: k, Why: s.Text("At q the score of <winner> is the largest: <score>.")}
		switch {
		case v.Method == oneVsRest:
		case leaders(all) > 1:
			a.Why = s.Text("At q <level> classes have <votes vote> each, and the lowest class index is predicted.")
		default:
			a.Why = s.Text("At q <winner> has <votes vote>, more than any other class.")
		}
		return a, true
	}
	return algos.Answer{}, false
}

func (v *view) answerQuery() algos.Answer {
	score := v.scores(v.lift(v.Query))
	k := joint.Best(score)
	s := say.Vars{"winner": v.class(k), "score": score[k]}
	return algos.Answer{Option: k, Why: s.Text("At q the score of <winner> is the largest: <score>.")}
}

func askMistakes(now algos.At[algos.View]) (algos.Asked, bool) {
	t, _, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(t.X)}
	return algos.Asked{
		Text: s.Text("How many of the <n point> will be misclassified at the end of the run?"),
		Most: float64(len(t.X)), Whole: true, Unit: "misclassified",
	}, true
}

// answerMistakes lets a guess be off by a twentieth of the points: near a boundary eyes
// cannot count better.
func answerMistakes(_, then algos.At[algos.View]) (algos.Answer, bool) {
	var t *task
	wrong := 0
	switch v := then.View.(type) {
	case *view:
		t, wrong = v.task, v.Mistakes
	case *crf:
		t, wrong = v.task, v.Mistakes
	case *ensemble:
		t, wrong = v.task, v.mistakes
	}
	if t == nil || !then.Status.Final() {
		return algos.Answer{}, false
	}
	s := say.Vars{"share": percent(float64(wrong), float64(len(t.X)))}
	return algos.Answer{Number: float64(wrong), Tolerance: float64(len(t.X) / 20), Why: s.Text("That is an error rate of <share>.")}, true
}

// How a point stands after the weights have moved for it.
const (
	clear = iota
	inside
	wrong
)

// askUpdate asks about a point that moves the weights.
func askUpdate(now algos.At[*view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != asking || v.rival == v.Y[v.row] {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("The weights of <own> move towards <row>, and those of <rival> away from it. How is <row> classified then?"),
		Options: []say.Phrase{
			clear:  "correctly, outside the margin",
			inside: "correctly, inside the margin",
			wrong:  "still misclassified",
		},
	}, true
}

func answerUpdate(now, then algos.At[*view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != updating || v.row != now.View.row {
		return algos.Answer{}, false
	}
	y, score := v.Y[v.row], v.scores(v.X[v.row])
	s := say.Vars{"own": v.class(y), "clearance": v.clearance(score, y), "row": say.Row(v.row), "eta": v.rate(v.t)}
	a := algos.Answer{Option: wrong, Why: s.Text("With the learning rate <eta> the lead of its class minus Δ is <clearance>: below 0 it is inside the " +
		"margin.")}
	switch {
	case joint.Best(score) != y:
	case v.clearance(score, y) < 0:
		a.Option = inside
	default:
		a.Option = clear
	}
	return a, true
}

// askMachine asks where the next machine's boundary will be.
func askMachine(now algos.At[*ensemble]) (algos.Asked, bool) {
	e := now.View
	if e.training() || len(e.done) == len(e.of) {
		return algos.Asked{}, false
	}
	if _, linear := e.k.(kernel.Linear); !linear {
		return algos.Asked{}, false
	}
	s := say.Vars{"machine": e.between(e.of[len(e.done)])}
	return algos.Asked{Text: s.Text("Where will the decision boundary of the binary SVM <machine> be? Draw it.")}, true
}

// answerMachine has none where the machine gives every place the same score.
func answerMachine(_, then algos.At[*ensemble]) (algos.Answer, bool) {
	e := then.View
	if e.now == nil || e.training() {
		return algos.Answer{}, false
	}
	l := geometry.Line{C: e.offset(e.now)}
	for s, c := range e.now.centres {
		l.A += e.now.coef[s] * c[0]
		l.B += e.now.coef[s] * c[1]
	}
	const flat = 1e-6 // of the score across the board
	across := math.Hypot(l.A*(e.Window.X1-e.Window.X0), l.B*(e.Window.Y1-e.Window.Y0))
	return algos.Answer{Line: l}, across > flat
}

// goals are challenges to the two ways to put machines for two classes together.
var goals = []algos.Goal{
	{
		ID: "unclaimed",
		Text: `With one-vs-rest, the linear kernel and $C \ge 1$, place at least four points per class. At least 2 binary classifiers must reject all ` +
			"points of their own class.",
		Hint:  "The class in the middle is rejected already. How can several classes have others on both sides?",
		Start: "preset=middle", Asks: 2, OwnPoints: true,
		CounterExample: "method=one-vs-rest&preset=middle",
		Example:        "method=one-vs-rest&data=" + inRow.String(),
		Reached: algos.Reach(func(a algos.Attempt, e *ensemble) (algos.Score, bool) {
			if !assembled(a, e, oneVsRest) || e.C < 1 || slices.ContainsFunc(dataset.Counts(a.Problem.Points), func(n int) bool { return 0 < n && n < 4 }) {
				return algos.Score{}, false
			}
			return algos.Counted(e.unclaimed(), "<n class> rejected"), true
		}),
	},
	{
		ID:    "ties",
		Text:  "With one-vs-one and the linear kernel, place points so that the vote is a tie for at least 3 of them.",
		Hint:  "Three boundaries form a triangle where every class wins one vote. Arrange the classes like a pinwheel, and put points in the middle.",
		Start: "preset=one-vs-one", Asks: 3, OwnPoints: true,
		CounterExample: "method=one-vs-one&preset=one-vs-one",
		Example:        "method=one-vs-one&data=" + windmill.String(),
		Reached: algos.Reach(func(a algos.Attempt, e *ensemble) (algos.Score, bool) {
			if !assembled(a, e, oneVsOne) {
				return algos.Score{}, false
			}
			return algos.Counted(e.ties(), "<n tied point>"), true
		}),
	},
}

// assembled returns the end of a run of a method whose machines are linear and trained.
func assembled(_ algos.Attempt, e *ensemble, method string) bool {
	return e.Method == method && e.Options.Kernel == "linear" && e.status.State == algos.Converged
}

// unclaimed counts the classes none of whose points their machine claims.
func (e *ensemble) unclaimed() int {
	claimed := make([]bool, e.count())
	for i, y := range e.Y {
		for _, member := range e.members {
			if member.first == y && member.score[i] > 0 {
				claimed[y] = true
			}
		}
	}
	n := 0
	for _, yes := range claimed {
		if !yes {
			n++
		}
	}
	return n
}

// inRow are four classes in a row.
var inRow = discs(6, 0.5, [2]float64{-3, 0}, [2]float64{-1, 0}, [2]float64{1, 0}, [2]float64{3, 0})

// windmill are three classes like the wings of a windmill, and points in its middle.
var windmill = dataset.Classed(
	[3]float64{1.92, 0, 0}, [3]float64{2.42, 0.35, 0}, [3]float64{1.92, 0.71, 0}, [3]float64{2.42, 1.06, 0},
	[3]float64{-0.96, 1.67, 1}, [3]float64{-1.52, 1.92, 1}, [3]float64{-1.57, 1.31, 1}, [3]float64{-2.13, 1.57, 1},
	[3]float64{-0.96, -1.67, 2}, [3]float64{-0.91, -2.27, 2}, [3]float64{-0.35, -2.02, 2}, [3]float64{-0.29, -2.63, 2},
	[3]float64{0.01, -0.07, 0}, [3]float64{0.3, -0.11, 1}, [3]float64{0.32, -0.16, 2}, [3]float64{0.47, -0.22, 0}, [3]float64{0.1, 0.43, 1},
	[3]float64{-0.34, 0.23, 2})
