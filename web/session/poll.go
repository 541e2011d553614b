package session

import (
	"crypto/rand"
	"slices"
	"time"

	"playground/algos"
	"playground/web/frame"
	"playground/web/hall"
	"playground/web/wire"
)

// A poll puts the question that is asked to all who follow. While it is on, the run
// stays where it is: hundreds have answered, and a slip of the hand must not lose that.
type poll struct {
	id       string
	question string
	at       int // the step at which it is asked
	round    int // from 1
	phase    string
	ballot   *hall.Ballot // nil: the question is not asked again yet, after a connection broke
	final    time.Time    // from then on no answer of a closed round is on its way
	told     time.Time    // when the room was last told the counts
	sums     sums
}

// pollTime is how often what comes late is counted.
const pollTime = time.Second

// holds reports whether the run stays where it is.
func (p *poll) holds() bool { return p != nil && p.phase != wire.PhaseRevealed }

// pollCommand does what the presenter wants of the poll.
type pollCommand struct {
	basic
	do string
}

func (c pollCommand) act(s *session, now time.Time) error {
	p := s.poll
	if c.do == wire.PollOpen {
		return s.openPoll(now)
	}
	if p == nil || p.ballot == nil {
		return wire.Refuse(wire.BadField, "do", "the room is asked nothing")
	}
	from, ok := pollSteps[c.do]
	if ok && !slices.Contains(from, p.phase) || c.do == wire.PollAgain && p.round == wire.PollRounds {
		return wire.Refuse(wire.BadField, "do", "%s is not possible now: round %d is %s", c.do, p.round, p.phase)
	}
	switch c.do {
	case wire.PollClose:
		p.close(wire.PhaseClosed, now)
	case wire.PollShow:
		p.phase = wire.PhaseShown
	case wire.PollAgain:
		p.round++
		p.phase = wire.PhaseOpen
		p.ballot.Open(p.round)
	case wire.PollReveal:
		p.close(wire.PhaseRevealed, now)
		if s.quiz.open != nil {
			s.quiz.open.reveal = true
		}
	case wire.PollEnd:
		s.endPoll()
		s.quiz = quiz{}
		s.touch()
	}
	s.out.stateBy(now)
	return nil
}

// pollSteps says in which phases what is possible. A poll can end in any.
var pollSteps = map[string][]string{
	wire.PollClose:  {wire.PhaseOpen},
	wire.PollShow:   {wire.PhaseClosed},
	wire.PollAgain:  {wire.PhaseClosed, wire.PhaseShown},
	wire.PollReveal: {wire.PhaseOpen, wire.PhaseClosed, wire.PhaseShown},
}

// close ends a round that is open. What was on its way is counted a moment later.
func (p *poll) close(phase string, now time.Time) {
	if p.phase == wire.PhaseOpen {
		p.final = p.ballot.Close(now)
	}
	p.phase = phase
}

// openPoll puts the question that is asked to the room.
func (s *session) openPoll(now time.Time) error {
	a := s.quiz.open
	switch {
	case s.presenter.Key() == "":
		return wire.Refuse(wire.BadField, "do", "nobody can follow you yet: present first")
	case s.poll != nil:
		return wire.Refuse(wire.BadField, "do", "the room is being asked")
	case a == nil || a.verdict != nil || a.guess != nil:
		return wire.Refuse(wire.BadField, "do", "there is no question to put to the room: ask one first")
	}
	s.poll = &poll{id: rand.Text(), question: a.ID, at: a.at, round: 1, phase: wire.PhaseOpen}
	s.poll.ballot = s.newBallot()
	s.poll.ballot.Open(1)
	s.presenter.SetBallot(s.poll.ballot)
	s.out.stateBy(now)
	return nil
}

// newBallot takes answers to the question that is asked.
func (s *session) newBallot() *hall.Ballot {
	q, words, set := s.quiz.open.Question, s.quiz.open.words, s.doc.set
	return hall.NewBallot(s.poll.id, q.Kind, func(g algos.Guess) error { return q.Check(words, g, set) })
}

// endPoll asks the room no more.
func (s *session) endPoll() {
	if s.poll != nil {
		s.poll = nil
		s.presenter.SetBallot(nil)
	}
}

// pollBefore is the poll that a client has led on a connection before; nil: none.
func pollBefore(m wire.Client) *poll {
	if m.Poll == "" {
		return nil
	}
	return &poll{id: m.Poll, question: m.Question, at: *m.Step, round: m.Round, phase: m.Phase}
}

// takeUp goes on with a poll after a connection broke: its question is asked again. With
// nil there is none any more.
func (s *session) takeUp(p *poll) {
	s.poll = nil
	if p == nil || s.presenter.Key() == "" {
		s.presenter.SetBallot(nil)
		return
	}
	q := *p
	s.poll = &q
	s.quiz = quiz{wanted: q.question}
	s.transport = newTransport(q.at, false)
}

// polled gives the poll that is taken up its ballot, as its question is asked again. If
// the server has lost it, the pages of the voters hand their votes in once more.
func (s *session) polled(now time.Time) {
	p := s.poll
	if p == nil {
		return
	}
	if s.quiz.open == nil || s.quiz.open.ID != p.question || s.quiz.open.at != p.at {
		s.endPoll()
		return
	}
	if p.ballot != nil {
		return
	}
	if p.ballot = s.presenter.Ballot(p.id); p.ballot == nil {
		p.ballot = s.newBallot()
		p.final = p.ballot.Recount(p.round, now)
		if p.phase == wire.PhaseOpen {
			p.ballot.Open(p.round)
		}
	}
	s.presenter.SetBallot(p.ballot)
	s.quiz.open.reveal = p.phase == wire.PhaseRevealed
}

// pollLeft ends a poll whose question was left.
func (s *session) pollLeft() {
	if s.poll != nil && s.poll.ballot != nil && s.quiz.open == nil && s.quiz.wanted == "" {
		s.endPoll()
	}
}

// refuseToMove refuses a command that would leave the question that the room is asked.
func (s *session) refuseToMove(c command) error {
	if !s.poll.holds() {
		return nil
	}
	switch c := c.(type) {
	case playRun, stepRun, seekRun, undoEdit, ask, answer:
	case openRecipe:
		s.in.Return(c.instead)
	case edit:
		if s.turns(c) {
			return nil
		}
	default:
		return nil
	}
	return wire.Refuse(wire.BadField, "poll", "the room is being asked: reveal the answer first, or end the question")
}

// pollAt is when late answers are counted next.
func (s *session) pollAt() (time.Time, bool) {
	p := s.poll
	if p == nil || p.ballot == nil || s.quiz.open == nil || p.phase == wire.PhaseOpen || !p.told.Before(p.final) {
		return time.Time{}, false
	}
	at := p.told.Add(pollTime)
	if p.final.Before(at) {
		at = p.final
	}
	return at, true
}

// countLate asks for a state when late answers may have come.
func (s *session) countLate(now time.Time) {
	if at, due := s.pollAt(); due && !now.Before(at) {
		s.out.stateBy(now)
	}
}

// pollMessage describes the poll to the presenter: with the counts of the rounds that
// are closed.
func (s *session) pollMessage(now time.Time) *wire.Poll {
	p := s.poll
	if p == nil || p.ballot == nil || s.quiz.open == nil {
		return nil
	}
	p.told = now
	m := &wire.Poll{ID: p.id, Round: p.round, Phase: p.phase, Ballot: p.ballot.Token(), Words: s.pollWords()}
	closed := p.round
	if p.phase == wire.PhaseOpen {
		closed--
	}
	s.count(m, closed)
	return m
}

// pollWords are the question in all languages.
func (s *session) pollWords() map[string]wire.PollWords {
	a := s.quiz.open
	out := map[string]wire.PollWords{}
	for tag, t := range s.cfg.Tongues {
		out[tag] = wordsIn(a, s.doc.demo, t)
	}
	return out
}

func wordsIn(a *asking, d algos.Demo, t frame.Typesetter) wire.PollWords {
	book := t.Book(d)
	w := wire.PollWords{Unit: a.words.Unit.In(book)}
	w.Say, w.Text = t.Say([]algos.Line{{Text: a.words.Text}}, book)
	for _, o := range a.words.Options {
		_, text := t.Say([]algos.Line{{Text: o}}, book)
		w.Options = append(w.Options, text)
	}
	w.Names = namesOf(a, t, book)
	if v := a.verdict; v != nil && v.answer.Why != "" {
		w.Why, _ = t.Say([]algos.Line{{Text: v.answer.Why}}, book)
	}
	return w
}

// forRoom is what those who follow are told of a poll: counts only once they are shown.
func forRoom(m *wire.Poll) *wire.Poll {
	if m == nil || m.Phase == wire.PhaseShown || m.Phase == wire.PhaseRevealed {
		return m
	}
	hidden := *m
	hidden.Rounds, hidden.Bins = nil, nil
	return &hidden
}
