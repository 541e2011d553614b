package hall

import (
	"sync"
	"time"
)

// askVotes is the kind of question that carries a batch of votes.
const askVotes = "votes"

const (
	batchTime = 250 * time.Millisecond // between batches
	againTime = time.Second            // until votes are sent again that nobody took
)

// told is called when it is known what became of a vote, with the token of the ballot.
type told func(o Outcome, token string)

// A collector hands the votes of this server's followers to the server where the room is
// presented: a few batches a second, however many vote. What nobody took it hands on
// again, so that every vote comes at least once.
type collector struct {
	ask func(kind string, body []byte) ([]byte, error) // the presenter's server; it may fail

	mu      sync.Mutex
	waiting map[paper]*slip
	sending bool
	next    time.Time // no batch before
	closed  bool
}

// A paper is what one voter can hand in once at a time.
type paper struct {
	poll  string
	voter Voter
	round uint8
}

// A slip is the newest vote on a paper, with those who wait to hear of it.
type slip struct {
	vote Vote
	tell []told
}

// maxWaiting is how many connections may wait to hear of one paper.
const maxWaiting = 4

func newCollector(ask func(kind string, body []byte) ([]byte, error)) *collector {
	return &collector{ask: ask, waiting: map[paper]*slip{}}
}

// put takes a vote, and tells its outcome later.
func (c *collector) put(poll string, v Vote, tell told) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := paper{poll, v.Voter, v.Round}
	s := c.waiting[p]
	switch {
	case c.closed:
		return
	case s == nil && len(c.waiting) >= maxVoters:
		go tell(Unsettled, "")
		return
	case s == nil:
		s = &slip{vote: v}
		c.waiting[p] = s
	case v.after(entry{s.vote.Seq, s.vote.Answer}):
		s.vote = v
	}
	if len(s.tell) >= maxWaiting {
		s.tell = s.tell[1:]
	}
	s.tell = append(s.tell, tell)
	c.wake(time.Until(c.next))
}

// wake sends a batch after some time, unless one is under way.
func (c *collector) wake(in time.Duration) {
	if c.sending || c.closed {
		return
	}
	c.sending = true
	time.AfterFunc(max(in, 0), c.send)
}

// send hands a batch on. A vote that was replaced meanwhile stays for the next one.
func (c *collector) send() {
	b := c.take()
	if len(b.votes) == 0 {
		c.done(batchTime)
		return
	}
	reply, err := c.ask(askVotes, b.encode())
	var counted count
	if err == nil {
		counted, err = decodeCount(reply, len(b.votes))
	}
	if err != nil {
		c.done(againTime) // whoever waits goes on waiting
		return
	}
	for i, v := range b.votes {
		c.settle(b.poll, v, counted.outcomes[i], counted.token)
	}
	c.done(batchTime)
}

// take returns the votes of one poll that wait.
func (c *collector) take() batch {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b batch
	for p, s := range c.waiting {
		if len(b.votes) == 0 {
			b.poll = p.poll
		}
		if p.poll != b.poll {
			continue
		}
		if b.votes = append(b.votes, s.vote); len(b.votes) == maxBatch {
			break
		}
	}
	return b
}

// settle tells what became of a vote. One that could not be counted waits.
func (c *collector) settle(poll string, v Vote, o Outcome, token string) {
	c.mu.Lock()
	p := paper{poll, v.Voter, v.Round}
	s := c.waiting[p]
	if s == nil || o == Unsettled || s.vote != v {
		c.mu.Unlock()
		return
	}
	delete(c.waiting, p)
	c.mu.Unlock()
	for _, tell := range s.tell {
		tell(o, token)
	}
}

// done lets the next batch go after some time, if there is something to send.
func (c *collector) done(in time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sending = false
	c.next = time.Now().Add(in)
	if len(c.waiting) > 0 {
		c.wake(in)
	}
}

// close forgets what waits: the room is over.
func (c *collector) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	clear(c.waiting)
}

// takeBatch counts a batch from another server, and writes the answer.
func (b *Ballot) takeBatch(body []byte, now time.Time) ([]byte, error) {
	all, err := decodeBatch(body)
	if err != nil {
		return nil, err
	}
	c := count{outcomes: make([]Outcome, len(all.votes))}
	for i, v := range all.votes {
		c.outcomes[i], c.token = b.takes(all.poll, v, now)
	}
	return c.encode(), nil
}

// takes puts a vote into a ballot, if there is one, and returns its token.
func (b *Ballot) takes(poll string, v Vote, now time.Time) (Outcome, string) {
	if b == nil {
		return Unasked, ""
	}
	return b.Put(poll, v, now), b.token
}
