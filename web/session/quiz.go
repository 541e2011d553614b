package session

import (
	"context"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/web/frame"
	"playground/web/wire"
)

// A quiz is the question that a reader is asked. It is left when the cursor goes
// elsewhere or the run starts over: it is an offer, and locks nothing.
type quiz struct {
	wanted string  // the question to ask once the run has come to its place; empty: none
	open   *asking // nil: none is
}

// An asking is a question that was asked at a step.
type asking struct {
	algos.Question
	words   algos.Asked
	at      int // the step
	now     algos.Step
	guess   *algos.Guess // nil: not answered yet
	reveal  bool         // the answer is wanted without a guess: the room has answered
	seen    int          // up to here no step answers
	then    int          // the step that answers, 0 while it is not known
	verdict *verdict
}

// A verdict is what a guess was worth.
type verdict struct {
	algos.Grade
	answer algos.Answer
	void   bool // the run has no answer
}

// place is where the cursor is as long as the question is not left.
func (a *asking) place() int {
	if a.then > 0 {
		return a.then
	}
	return a.at
}

// isOpen reports whether a question waits for its verdict.
func (q *quiz) isOpen() bool { return q.open != nil && q.open.verdict == nil }

// restarted forgets the question about the run before.
func (q *quiz) restarted() { q.open = nil }

// isAnswered reports whether an answer is wanted.
func (a *asking) isAnswered() bool { return a.guess != nil || a.reveal }

// examine asks, finds the step that answers, grades, and notices that a question was
// left.
func (s *session) examine(ctx context.Context, now time.Time) error {
	if s.rec == nil || s.stale || s.interrupted() {
		return nil
	}
	q := &s.quiz
	if q.open != nil && (s.transport.cursor != q.open.place() || s.transport.play.on) {
		q.open = nil
		s.quizzed(now)
	}
	s.pollLeft()
	switch {
	case q.wanted != "" && s.transport.goal.kind == nowhere:
		return s.beginAsking(ctx, now)
	case q.isOpen() && q.open.isAnswered():
		return s.decide(ctx, now)
	}
	return nil
}

// quizzed asks for what is due when a question comes, is answered or goes.
func (s *session) quizzed(now time.Time) {
	s.out.stateBy(now)
	s.touch()
}

// beginAsking asks the question that is wanted at the step that is shown.
func (s *session) beginAsking(ctx context.Context, now time.Time) error {
	n := s.transport.cursor
	if !s.rec.Kept(n) {
		s.touch() // it is replayed for the picture
		return nil
	}
	id := s.quiz.wanted
	s.quiz.wanted = ""
	defer s.polled(now)
	q, err := s.doc.demo.Question(id)
	if err != nil {
		s.complain(refusal(err, s.book()))
		return nil
	}
	step, err := s.rec.Step(ctx, n)
	if err != nil {
		return err
	}
	words, ok := q.Fits(step)
	if !ok {
		s.complain(refusal(q.Misfit(), s.book()))
		return nil
	}
	s.quiz.open = &asking{Question: q, words: words, at: n, now: step, seen: n}
	s.quizzed(now)
	return nil
}

// decide goes to the step that answers as soon as it is recorded, and grades.
func (s *session) decide(ctx context.Context, now time.Time) error {
	a := s.quiz.open
	if a.then == 0 {
		n, found := s.rec.Answers(a.Question, a.now, a.seen)
		a.seen = n
		switch {
		case found:
			a.then = n
			s.moved(s.transport.arrive(n), now)
		case s.rec.Complete():
			a.verdict = &verdict{Grade: algos.Grade{Said: algos.Unanswered}, void: true}
			s.quizzed(now)
		}
		return nil
	}
	if !s.rec.Kept(a.then) {
		s.touch()
		return nil
	}
	then, err := s.rec.Step(ctx, a.then)
	if err != nil {
		return err
	}
	answer, ok := a.Answer(a.now, then)
	a.verdict = &verdict{answer: answer, void: !ok, Grade: algos.Grade{Said: algos.Unanswered}}
	if ok && a.guess != nil {
		a.verdict.Grade = a.grade(answer, *a.guess, s.doc.shown, s.doc.scaling())
	}
	s.quizzed(now)
	return nil
}

// frameQuiz is what the question changes of the picture.
func (s *session) frameQuiz() frame.Quiz {
	a := s.quiz.open
	switch {
	case a == nil:
		return frame.Quiz{}
	case a.verdict == nil:
		return frame.Quiz{Open: a.ID}
	case a.verdict.void:
		return frame.Quiz{}
	}
	set, guess, scaling := s.doc.set, a.guess, s.doc.scaling()
	if set.Points = scaling.Points(set.Points); guess != nil {
		scaled := standardised(scaling, *guess)
		guess = &scaled
	}
	return frame.Quiz{Marks: frame.Verdict(a.Kind, guess, a.verdict.answer, mark.DataPoints(set).At)}
}

// undecided reports whether the step that answers is shown before there is a verdict:
// the picture waits for it.
func (q *quiz) undecided() bool { return q.isOpen() && q.open.then > 0 }

// askingMessage describes the question as it stands; nil where there is none.
func (s *session) askingMessage() *wire.Asking {
	a := s.quiz.open
	if a == nil {
		return nil
	}
	book := s.book()
	m := &wire.Asking{
		Question: a.ID, Kind: string(a.Kind), Step: a.at, Unit: a.words.Unit.In(book), Whole: a.words.Whole,
		Waiting: a.isAnswered() && a.verdict == nil,
	}
	m.Say, m.Text = s.cfg.Typesetter.Say([]algos.Line{{Text: a.words.Text}}, book)
	for _, o := range a.words.Options {
		_, text := s.cfg.Typesetter.Say([]algos.Line{{Text: o}}, book)
		m.Options = append(m.Options, text)
	}
	m.On, m.Names = a.words.On, namesOf(a, s.cfg.Typesetter, book)
	for _, p := range a.words.Marks {
		m.Refs = append(m.Refs, p.Ref)
	}
	if a.words.Least != a.words.Most {
		m.Range = &wire.Range{a.words.Least, a.words.Most}
	}
	if a.verdict != nil {
		m.Verdict = s.verdictMessage(a)
	}
	return m
}

// namesOf are what people call the marks that can be picked.
func namesOf(a *asking, t frame.Typesetter, book say.Book) (names []string) {
	for _, p := range a.words.Marks {
		_, text := t.Say([]algos.Line{{Text: p.Name}}, book)
		names = append(names, text)
	}
	return names
}

func (s *session) verdictMessage(a *asking) *wire.Verdict {
	v := a.verdict
	var lines []algos.Line
	if a.guess != nil || v.void {
		lines = append(lines, algos.Line{Text: v.Said})
	}
	if v.answer.Why != "" {
		lines = append(lines, algos.Line{Text: v.answer.Why})
	}
	m := &wire.Verdict{Right: v.Right, Room: a.guess == nil, Void: v.void, Step: a.place(), Gap: v.Gap}
	m.Say, m.Text = s.cfg.Typesetter.Say(lines, s.book())
	if g := a.guess; g != nil {
		drawn, _ := geometry.Through(g.Line[0], g.Line[1])
		m.Given = wireAnswer(a.Kind, algos.Answer{Points: []int{g.Point}, Line: drawn, Number: g.Number, Option: g.Option}, nil)
	}
	if !v.void {
		answer := wireAnswer(a.Kind, v.answer, s.doc.scaling())
		m.Answer = &answer
	}
	return m
}

func wireAnswer(kind algos.QuestionKind, a algos.Answer, scaling dataset.Scaling) wire.Answer {
	switch kind {
	case algos.PickPoint, algos.PickCell, algos.PickNode, algos.PickBar:
		return wire.Answer{Points: a.Points}
	case algos.DrawLine:
		l := a.Line
		for k, slope := range []*float64{&l.A, &l.B} {
			if k < len(scaling) && !scaling[k].None() {
				*slope /= scaling[k].SD
				l.C -= *slope * scaling[k].Mean
			}
		}
		return wire.Answer{Line: &[3]float64{l.A, l.B, l.C}}
	case algos.SayNumber:
		return wire.Answer{Number: &a.Number}
	}
	return wire.Answer{Option: &a.Option}
}

// standardised is a guess on a board whose features are standardised: a line is drawn in the data's units.
func standardised(scaling dataset.Scaling, g algos.Guess) algos.Guess {
	for i, at := range g.Line {
		x := scaling.Place([2]float64{at.X, at.Y})
		g.Line[i] = mark.XY{X: x[0], Y: x[1]}
	}
	return g
}

// grade compares a guess with the answer on the board.
func (a *asking) grade(answer algos.Answer, g algos.Guess, board grid.Window, scaling dataset.Scaling) algos.Grade {
	return a.Grade(a.words, answer, standardised(scaling, g), algos.Scaled(scaling, board))
}

// guessOf reads a guess of the kind that the question asks for.
func (a *asking) guessOf(m wire.Client, set dataset.Set) (algos.Guess, error) {
	var g algos.Guess
	given := false
	switch a.Kind {
	case algos.PickPoint, algos.PickCell, algos.PickNode, algos.PickBar:
		if given = m.Point != nil; given {
			g.Point = *m.Point
		}
	case algos.DrawLine:
		if given = m.Line != nil; given {
			g.Line = [2]mark.XY{{X: m.Line[0][0], Y: m.Line[0][1]}, {X: m.Line[1][0], Y: m.Line[1][1]}}
		}
	case algos.SayNumber:
		if given = m.Number != nil; given {
			g.Number = *m.Number
		}
	case algos.PickOption:
		if given = m.Option != nil; given {
			g.Option = *m.Option
		}
	}
	if !given {
		field := string(a.Kind)
		if a.Kind.PicksMark() {
			field = "point" // the place among those that can be picked
		}
		return g, wire.Refuse(wire.BadField, field, "is missing: the question %s is answered by it", a.ID)
	}
	return g, a.Check(a.words, g, set)
}
