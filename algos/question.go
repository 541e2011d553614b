package algos

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// A QuestionKind says how a question is answered.
type QuestionKind string

// The kinds of questions.
const (
	PickPoint  QuestionKind = "point"  // one of the points on the board
	DrawLine   QuestionKind = "line"   // a straight line across the board
	SayNumber  QuestionKind = "number" // a number
	PickOption QuestionKind = "option" // one of a few
	PickCell   QuestionKind = "cell"   // one of the cells of a panel, see [Asked.Marks]
	PickNode   QuestionKind = "node"   // one of the nodes of a tree or a graph on a panel
	PickBar    QuestionKind = "bar"    // one of the bars of a panel
)

// QuestionKinds are all kinds.
var QuestionKinds = []QuestionKind{PickPoint, DrawLine, SayNumber, PickOption, PickCell, PickNode, PickBar}

// PicksMark reports whether it is answered by one of the marks of a panel.
func (k QuestionKind) PicksMark() bool { return k == PickCell || k == PickNode || k == PickBar }

// A Question asks how a run goes on from the step that is shown. It stores no answer:
// the answer is computed from the steps, so that a question suits every run.
//
// [Ask] makes one whose functions take the demo's own views. All functions are pure.
type Question struct {
	ID   string // permanent: it stands in links
	Kind QuestionKind
	// Ask says whether the question fits a step, and in which words it is asked there.
	// It is called for every step that is shown, and must be cheap; it is never called
	// for the last step of a run.
	Ask func(now Step) (Asked, bool)
	// Until finds the later step that answers; nil: the next of size Normal or larger,
	// where "step" leads. Of a later step it sees what is kept of all steps: Size,
	// Events, Metrics and Status, and not its View. The last step of a run answers in
	// any case.
	Until func(now, later Step) bool
	// Answer reads the answer off the later step. It reports false where that step
	// answers nothing: the run ended before, or there is nothing to point at.
	Answer func(now, then Step) (Answer, bool)
}

// At is a step whose view is known by its type: a question and a goal look at the views
// of their own demo, and never at those of a run that was refused.
type At[V View] struct {
	Step
	View V
}

// at returns the step with the view that the demo made; false where that is of another
// type.
func at[V View](s Step) (At[V], bool) {
	v, ok := s.Own().(V)
	return At[V]{Step: s, View: v}, ok
}

// Ask makes a question about the views of one demo; the rest is as in [Question]. It is
// asked only at steps whose view has the type of now, and answered only by such.
func Ask[V View](
	id string, kind QuestionKind, ask func(now At[V]) (Asked, bool), until func(now, later Step) bool, answer func(now, then At[V]) (Answer, bool),
) Question {
	return Question{
		ID: id, Kind: kind, Until: until,
		Ask: func(now Step) (Asked, bool) {
			if n, ok := at[V](now); ok {
				return ask(n)
			}
			return Asked{}, false
		},
		Answer: func(now, then Step) (Answer, bool) {
			n, asked := at[V](now)
			t, answers := at[V](then)
			if !asked || !answers {
				return Answer{}, false
			}
			return answer(n, t)
		},
	}
}

// AtEnd is Until of a question that the end of the run answers: no step before it does.
func AtEnd(_, _ Step) bool { return false }

// Asked is a question as it is asked at one step.
type Asked struct {
	Text    say.Phrase
	Options []say.Phrase // of PickOption: two to six
	Unit    say.Phrase   // of SayNumber: what stands behind the field; empty: nothing
	// Least and Most are what a number may be; where both are 0, any number. A whole
	// number is asked for by Whole.
	Least, Most float64
	Whole       bool
	// On is the panel on which a cell, a node or a bar is picked, by its id, and Marks are
	// those that can be picked there: two to [MaxMarks].
	On    string
	Marks []Pick
}

// A Pick is a mark that can be the answer of a question.
type Pick struct {
	// Ref is what pictures call it: the Ref of a [mark.Node] or a [mark.Rect], one of the Refs
	// of [mark.Bars], or those of the row and the column of a [mark.Matrix] with a blank
	// between them.
	Ref  string
	Name say.Phrase // what people call it: "cell (2, 3)", "arm 4"
}

// An Answer is how the run went on. Which fields count depends on the kind.
type Answer struct {
	Points []int         // any of these is right: points, or the places of marks among [Asked.Marks]
	Line   geometry.Line // the line
	Number float64
	// Tolerance is by how much a number may be off; for a line the share of the board,
	// see [LineTolerance], which 0 stands for.
	Tolerance float64
	Option    int
	Why       say.Phrase // a sentence: why it is so; empty: the step's own sentences say it
}

// A Guess is what a reader answers. Which field counts depends on the question's kind.
type Guess struct {
	Point  int        // or the place of a mark among [Asked.Marks]
	Line   [2]mark.XY // two places on the line
	Number float64
	Option int
}

// A Grade is what a guess is worth.
type Grade struct {
	Right bool
	Said  say.Phrase // the verdict: a sentence
	// Gap is how far off the guess is: the difference of numbers, or the share of the
	// board on which two lines disagree. It is 0 for what is picked.
	Gap float64
}

// LineTolerance is the share of the board on which a drawn line may disagree with the
// true one. A twentieth of it is a line shifted by a twentieth of the board's width, or
// turned by nine degrees about its middle: hands and eyes are surer than that, and a
// line that merely stays where it was is farther off wherever it moves visibly. The
// share is taken rather than angle and offset because it is what the line is for:
// which places of the board are on which side.
const LineTolerance = 0.05

// Limits of questions, which the contract test holds demos to.
const (
	MaxOptions   = 6
	MaxMarks     = 400
	MaxQuestions = 8
)

// Question returns the question with that id, or an error that names all there are.
func (d Demo) Question(id string) (Question, error) {
	ids := make([]string, len(d.Questions))
	for i, q := range d.Questions {
		if q.ID == id {
			return q, nil
		}
		ids[i] = q.ID
	}
	v := say.Vars{"demo": d.ID, "given": strconv.Quote(param.Clip(id)), "ids": strings.Join(ids, ", ")}
	if len(ids) == 0 {
		return Question{}, &param.Error{Field: keyAsk, Message: v.Text("<demo> asks no questions")}
	}
	return Question{}, &param.Error{Field: keyAsk, Message: v.Text("<demo> has no question <given>; it has <ids>")}
}

// Unanswered is the verdict where a run has no answer.
const Unanswered say.Phrase = "The run does not answer this question: it ended before, or has no such step."

// Misfit is the error of a question that does not fit a step.
func (q Question) Misfit() error {
	return &param.Error{Field: keyAsk, Message: say.Vars{"id": q.ID}.Text("the question <id> does not fit this step")}
}

// Fits says whether the question fits a step, and in which words it is asked there.
func (q Question) Fits(now Step) (Asked, bool) {
	if now.Status.Final() {
		return Asked{}, false
	}
	return q.Ask(now)
}

// Answered reports whether a later step, of which only what is kept of all steps is
// known, is the one that answers.
func (q Question) Answered(now, later Step) bool {
	switch {
	case later.Status.Final():
		return true
	case q.Until == nil:
		return later.Size >= Normal
	}
	return q.Until(now, later)
}

// Outline returns what is kept of all steps of a run, as [Question.Until] sees it.
func (s Step) Outline() Step {
	return Step{Size: s.Size, Events: s.Events, Metrics: s.Metrics, Status: s.Status, named: s.named}
}

// OutlineOf returns the outline of a step of a recorded run.
func (d Demo) OutlineOf(size Size, events []Event, metrics []float64, s Status) Step {
	return Step{Size: size, Events: events, Metrics: metrics, Status: s, named: &naming{d.Metrics, d.Renamed}}
}

// refuse is the error of a guess that is none.
func (q Question) refuse(message say.Phrase) error {
	return &param.Error{Field: string(q.Kind), Message: message}
}

// Check says what is wrong with a guess before it is graded: nil, or a [*param.Error].
func (q Question) Check(asked Asked, g Guess, set dataset.Set) error {
	switch q.Kind {
	case PickPoint:
		if n := len(set.Points); g.Point < 0 || g.Point >= n {
			return q.refuse(say.Vars{"given": g.Point, "n": n}.Text("there is no point <given>: the board has <n point>, counted from 0"))
		}
	case DrawLine:
		if _, ok := geometry.Through(g.Line[0], g.Line[1]); !ok {
			return q.refuse("a line needs two different points, within ±1e10")
		}
	case SayNumber:
		return q.checkNumber(asked, g.Number)
	case PickOption:
		if n := len(asked.Options); g.Option < 0 || g.Option >= n {
			return q.refuse(say.Vars{"given": g.Option, "n": n}.Text("there is no option <given>: there are <n>, counted from 0"))
		}
	case PickCell, PickNode, PickBar:
		if n := len(asked.Marks); g.Point < 0 || g.Point >= n {
			return q.refuse(say.Vars{"given": g.Point, "n": n}.Text("there is no mark <given> to pick: there are <n>, counted from 0"))
		}
	}
	return nil
}

func (q Question) checkNumber(asked Asked, x float64) error {
	const most = 1e12
	v := say.Vars{"given": x, "least": asked.Least, "most": asked.Most}
	switch {
	case math.IsNaN(x) || math.Abs(x) > most:
		return q.refuse("is not a number between −10¹² and 10¹²")
	case asked.Whole && x != math.Trunc(x):
		return q.refuse(v.Text("<given> is not a whole number"))
	case asked.Least != asked.Most && (x < asked.Least || x > asked.Most):
		return q.refuse(v.Text("<given> is out of range: it must be from <least> to <most>"))
	}
	return nil
}

// Grade compares a guess that has been checked with the answer, on a board.
func (q Question) Grade(asked Asked, a Answer, g Guess, board grid.Window) Grade {
	switch q.Kind {
	case PickPoint:
		rows := say.Rows(a.Points[:min(len(a.Points), mostNamed)])
		return gradePick(a, g.Point, say.Vars{"guess": say.Row(g.Point), "right": rows})
	case PickCell, PickNode, PickBar:
		return gradePick(a, g.Point, say.Vars{"guess": asked.Marks[g.Point].Name, "right": asked.named(a.Points)})
	case DrawLine:
		return gradeLine(a, g.Line, board)
	case SayNumber:
		return gradeNumber(a, g.Number)
	}
	return gradeOption(asked, a, g.Option)
}

// mostNamed bounds the right answers that a verdict names.
const mostNamed = 4

// named are the names of marks, one after the other.
func (a Asked) named(marks []int) say.Phrase {
	marks = marks[:min(len(marks), mostNamed)]
	if len(marks) == 0 {
		return ""
	}
	all := a.Marks[marks[len(marks)-1]].Name
	for k := len(marks) - 2; k >= 0; k-- {
		i := marks[k]
		all = say.Vars{"first": a.Marks[i].Name, "rest": all}.Text("<first>, <rest>")
	}
	return all
}

// gradePick grades one point or mark; v has the guess and those that are right.
func gradePick(a Answer, guess int, v say.Vars) Grade {
	v["more"] = len(a.Points) - mostNamed
	switch {
	case slices.Contains(a.Points, guess) && len(a.Points) == 1:
		return Grade{Right: true, Said: v.Text("Right: it is <guess>.")}
	case slices.Contains(a.Points, guess):
		return Grade{Right: true, Said: v.Text("Right: <guess> is one of them.")}
	case len(a.Points) == 1:
		return Grade{Said: v.Text("Not <guess>: it is <right>.")}
	case len(a.Points) <= mostNamed:
		return Grade{Said: v.Text("Not <guess>: any of <right> would have been right.")}
	}
	return Grade{Said: v.Text("Not <guess>: any of <right> and <more> more would have been right.")}
}

func gradeLine(a Answer, guess [2]mark.XY, board grid.Window) Grade {
	drawn, _ := geometry.Through(guess[0], guess[1])
	tolerance := a.Tolerance
	if tolerance == 0 {
		tolerance = LineTolerance
	}
	gap := geometry.Disagreement(drawn, a.Line, board)
	v := say.Vars{"share": round(100*gap, 1), "most": 100 * tolerance, "angle": round(drawn.Angle(a.Line), 0)}
	if gap <= tolerance {
		return Grade{Right: true, Gap: gap, Said: v.Text("Right: your line and the true one disagree on <share> % of the plot.")}
	}
	return Grade{Gap: gap, Said: v.Text("Your line and the true one disagree on <share> % of the plot (up to <most> % counts as correct); " +
		"the angle between them is <angle>°.")}
}

// round keeps some decimals.
func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}

func gradeNumber(a Answer, guess float64) Grade {
	gap := math.Abs(guess - a.Number)
	v := say.Vars{"guess": guess, "right": a.Number, "gap": gap, "most": a.Tolerance}
	switch right := gap <= a.Tolerance; {
	case gap == 0:
		return Grade{Right: true, Said: v.Text("Right: it is <right>.")}
	case right:
		return Grade{Right: true, Gap: gap, Said: v.Text("Right: it is <right>, and you said <guess>; within <most> counts as correct.")}
	case a.Tolerance == 0:
		return Grade{Gap: gap, Said: v.Text("It is <right>, and you said <guess>.")}
	}
	return Grade{Gap: gap, Said: v.Text("It is <right>, and you said <guess>: the error is <gap>; within <most> counts as correct.")}
}

func gradeOption(asked Asked, a Answer, guess int) Grade {
	v := say.Vars{"guess": asked.Options[guess], "right": asked.Options[a.Option]}
	if guess == a.Option {
		return Grade{Right: true, Said: v.Text("Right: <right>.")}
	}
	return Grade{Said: v.Text("Not “<guess>”: <right>.")}
}
