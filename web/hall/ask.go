package hall

import (
	"context"
	"errors"
)

// An Answer is what the presenter's server says to a question of a follower's. It is
// called from many goroutines, and does not wait.
type Answer func(kind string, body []byte) ([]byte, error)

var errNobody = errors.New("nobody presents")

// Bounds of questions.
const (
	maxKind = 64 // bytes of what a question is called
)

// Answer lets the presenter answer followers, as long as it presents.
func (p *Presenter) Answer(answer Answer) {
	if p.broadcast == nil {
		return
	}
	p.broadcast.mu.Lock()
	defer p.broadcast.mu.Unlock()
	if p.broadcast.term == p.term {
		p.broadcast.answer = answer
	}
}

// ask asks the presenter's server, wherever it is. It is at most once, and may fail: who
// asks asks again.
func (b *broadcast) ask(ctx context.Context, kind string, body []byte) ([]byte, error) {
	b.mu.Lock()
	here, answer, line := b.here, b.answer, b.line
	b.mu.Unlock()
	switch {
	case len(kind) > maxKind:
		return nil, errors.New("what a question is called is too long")
	case here && answer == nil, !here && line == nil:
		return nil, errNobody
	case here:
		return answer(kind, body)
	}
	question := append(append([]byte{byte(len(kind))}, kind...), body...)
	reply, err := line.h.relay.Ask(ctx, subject(b.key, subjectAsk), question)
	switch {
	case err != nil:
		return nil, err
	case len(reply) == 0:
		return nil, errNobody
	case reply[0] != answerFine:
		return nil, errors.New(string(reply[1:]))
	}
	return reply[1:], nil
}

// How an answer begins.
const (
	answerFine   = 0
	answerRefuse = 1
)

// giveAnswer lets the presenter answer a question from another server.
func (l *line) giveAnswer(m heard) {
	if m.answer == nil || len(m.data) == 0 || len(m.data) < 1+int(m.data[0]) {
		return
	}
	kind, body := string(m.data[1:1+m.data[0]]), m.data[1+m.data[0]:]
	l.b.mu.Lock()
	here, answer := l.b.here, l.b.answer
	l.b.mu.Unlock()
	if !here {
		return
	}
	reply, err := []byte(nil), errNobody
	if answer != nil {
		reply, err = answer(kind, body)
	}
	if err != nil {
		m.answer(append([]byte{answerRefuse}, err.Error()...))
		return
	}
	m.answer(append([]byte{answerFine}, reply...))
}
