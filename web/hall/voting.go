package hall

import (
	"context"
	"fmt"
	"sync"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// How often one connection may vote. A hand that changes its mind does so less often.
const (
	voteRate  = 2 // a second
	voteBurst = 8 // at once
)

// counting is the ballot of a broadcast; nil: there is none.
func (b *broadcast) counting() *Ballot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.ballot
}

// vote takes a vote, and tells what became of it: here, or later where the presenter is.
func (b *broadcast) vote(poll string, v Vote, tell told) {
	b.mu.Lock()
	ballot := b.ballot
	if !b.here && b.line != nil && b.over == nil {
		if b.votes == nil {
			b.votes = newCollector(b.askVotes)
		}
		votes := b.votes
		b.mu.Unlock()
		votes.put(poll, v, tell)
		return
	}
	b.mu.Unlock()
	o, token := ballot.takes(poll, v, time.Now())
	b.counted()
	tell(o, token)
}

// askVotes asks the presenter's server.
func (b *broadcast) askVotes(kind string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(b.ctx, collectTime)
	defer cancel()
	return b.ask(ctx, kind, body)
}

// collectTime is how long a batch of votes may be on its way.
const collectTime = 2 * time.Second

// answerVotes answers a batch of votes from another server.
func (b *broadcast) answerVotes(kind string, body []byte) ([]byte, error) {
	if kind != askVotes {
		return nil, fmt.Errorf("nothing is known of %q", kind)
	}
	reply, err := b.counting().takeBatch(body, time.Now())
	b.counted()
	return reply, err
}

// counted wakes the presenter, who is told how many have voted.
func (b *broadcast) counted() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tell()
}

// SetBallot lets those vote who follow; with nil they cannot.
func (p *Presenter) SetBallot(ballot *Ballot) {
	b := p.broadcast
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term == p.term {
		b.ballot, b.answer = ballot, b.answerVotes
	}
}

// Ballot is the ballot of a poll in the room; nil where there is none: the room was
// elsewhere.
func (p *Presenter) Ballot(poll string) *Ballot {
	if p.broadcast == nil {
		return nil
	}
	if b := p.broadcast.counting(); b != nil && b.poll == poll {
		return b
	}
	return nil
}

// A voting is how a follower votes.
type voting struct {
	voter *Voter // the one that the connection votes for; nil: it has not voted yet
	pace  peer.Bucket

	mu   sync.Mutex
	mail []wire.Server // what became of votes, to be sent; bounded by maxMail
}

// maxMail bounds what waits to be sent: a page that misses one votes again.
const maxMail = voteBurst

func newVoting(now time.Time) voting {
	return voting{pace: peer.NewBucket(voteRate, voteBurst, now)}
}

// vote hands a vote on. A connection votes for one voter.
func (f *follower) vote(m wire.Client, now time.Time) *wire.Error {
	if f.broadcast == nil {
		return wire.Refuse(wire.BadMessage, "type", "follow a room before you vote in it")
	}
	v, refused := VoteOf(m)
	switch t := &f.voting; {
	case refused != nil:
		return refused
	case t.voter != nil && *t.voter != v.Voter:
		return wire.Refuse(wire.BadField, "voter", "this connection votes for another voter")
	case !t.pace.Ready(now):
		return wire.Refuse(wire.Busy, "vote", "too many votes: at most %d a second", voteRate)
	default:
		t.voter = &v.Voter
		t.pace.Spend(now, 1)
	}
	f.broadcast.vote(m.Poll, v, func(o Outcome, token string) { f.post(answerTo(m, o, token)) })
	return nil
}

// answerTo is what a client is told of its vote.
func answerTo(m wire.Client, o Outcome, token string) wire.Server {
	switch o {
	case Counted:
		return &wire.Voted{Poll: m.Poll, Round: m.Round, Seq: m.Seq, Ballot: token}
	case Unasked:
		return wire.Refuse(wire.BadField, "poll", "the room is not asked this, or not any more")
	case Closed:
		return wire.Refuse(wire.BadField, "poll", "round %d is closed", m.Round)
	case Unfit:
		return wire.Refuse(wire.BadField, "answer", "is no answer to the question")
	case Crowded:
		return wire.Refuse(wire.Limit, "poll", "at most %d people can answer", maxVoters)
	}
	return wire.Refuse(wire.Busy, "poll", "the presenter's server does not answer: vote again later")
}

// post keeps a message until the connection takes it. It is called from any goroutine.
func (f *follower) post(m wire.Server) {
	t := &f.voting
	t.mu.Lock()
	if len(t.mail) == maxMail {
		t.mail = t.mail[1:]
	}
	t.mail = append(t.mail, m)
	t.mu.Unlock()
	f.in.Ring()
}

// deliver sends what was posted.
func (f *follower) deliver(ctx context.Context) error {
	t := &f.voting
	t.mu.Lock()
	mail := t.mail
	t.mail = nil
	t.mu.Unlock()
	for _, m := range mail {
		if err := f.say(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// sameVote reports whether two messages are votes of which only the newer counts.
func sameVote(m, old wire.Client) bool {
	return m.Type == "vote" && old.Type == "vote" && m.Poll == old.Poll && m.Round == old.Round && m.Voter == old.Voter
}
