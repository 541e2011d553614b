package svmmulticlass

import (
	"math"

	"playground/algos"
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
	a := algos.Asked{Text: "Which class will the place q be given at the end of the run?"}
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
			a.Why = s.Text("At q <level> classes have <votes vote> each, and the first of them gets the place.")
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
		Text: s.Text("How many of the <n point> will be classified wrongly at the end of the run?"),
		Most: float64(len(t.X)), Whole: true, Unit: "points wrong",
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
	return algos.Answer{Number: float64(wrong), Tolerance: float64(len(t.X) / 20), Why: s.Text("That is <share> of all.")}, true
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
		Text: v.vars().Text("The weights of <own> will move towards <row>, and those of <rival> away from it. How will <row> stand then?"),
		Options: []say.Phrase{
			clear:  "right, and clear of its margin",
			inside: "right, but still inside its margin",
			wrong:  "still wrong",
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
	a := algos.Answer{Option: wrong, Why: s.Text("With the step size <eta> its class leads every other by Δ and a rest of <clearance> at least: below 0 it is inside its margin.")}
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
	return algos.Asked{Text: s.Text("Where will the boundary of the machine <machine> be? Draw it.")}, true
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
