package hall

import (
	"bytes"
	"crypto/rand"
	"sync"
	"time"

	"playground/algos"
	"playground/web/wire"
)

// Bounds of ballots.
const (
	maxVoters = 20_000 // of a round
	// grace is how long votes are still taken after a round was closed: they were sent
	// before its voters could know.
	grace = time.Second
	// recountTime is how long a ballot that takes the place of a lost one takes the votes
	// of rounds that are closed: the pages of the voters have kept them, and send them
	// again within [wire.Poll].
	recountTime = 6 * time.Second
)

// An Outcome says what became of a vote.
type Outcome byte

// The outcomes. A vote with the first is never lost and never counted twice, however
// often it comes; that with the last may come again.
const (
	Counted   Outcome = iota
	Unasked           // there is no such poll
	Closed            // its round takes no votes
	Unfit             // it answers another question
	Crowded           // there are too many voters
	Unsettled         // nobody could be asked to count it
)

// A Ballot counts the votes of a room about one question. Of each voter the newest vote
// of a round counts, so that votes may come more than once and in any order. Nobody
// learns from it who has voted what. It is safe for use from many goroutines.
type Ballot struct {
	poll  string
	token string // of this count: another one after a restart
	kind  algos.QuestionKind
	check func(algos.Guess) error // which is pure

	mu     sync.Mutex
	newest int                        // the round that was open last
	open   int                        // the round that is open; 0: none
	until  [wire.PollRounds]time.Time // and until when votes of others are taken
	rounds [wire.PollRounds]map[Voter]entry
}

// An entry is what a voter has said last.
type entry struct {
	seq    uint32
	answer Given
}

// NewBallot returns a ballot of a poll without votes. The function check is pure, and
// says what is wrong with a guess.
func NewBallot(poll string, kind algos.QuestionKind, check func(algos.Guess) error) *Ballot {
	if kind.PicksMark() {
		kind = algos.PickPoint // a mark is answered as a point is, by its place among all
	}
	return &Ballot{poll: poll, token: rand.Text()[:8], kind: kind, check: check}
}

// Poll is the poll whose votes are counted.
func (b *Ballot) Poll() string { return b.poll }

// Token tells this ballot from others of the same poll.
func (b *Ballot) Token() string { return b.token }

// Open lets a round begin.
func (b *Ballot) Open(round int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open, b.newest = round, round
}

// Close ends the round that is open. Votes that were on their way are still taken until
// the time that it returns.
func (b *Ballot) Close(now time.Time) time.Time { return b.extend(now.Add(grace)) }

// Recount takes votes of all rounds up to one, as it takes the place of a ballot that
// was lost. It returns until when.
func (b *Ballot) Recount(round int, now time.Time) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest = round
	for k := range round {
		b.until[k] = now.Add(recountTime)
	}
	return now.Add(recountTime)
}

func (b *Ballot) extend(until time.Time) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.open > 0 {
		b.until[b.open-1] = until
	}
	b.open = 0
	return until
}

// Put takes a vote.
func (b *Ballot) Put(poll string, v Vote, now time.Time) Outcome {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.poll != poll || v.Round < 1 || int(v.Round) > wire.PollRounds {
		return Unasked
	}
	round := &b.rounds[v.Round-1]
	had, known := (*round)[v.Voter]
	switch {
	case known && !v.after(had):
		return Counted
	case b.open != int(v.Round) && !now.Before(b.until[v.Round-1]):
		return Closed
	case v.Answer.Kind() != b.kind || b.check(v.Answer.Guess()) != nil:
		return Unfit
	case !known && len(*round) >= maxVoters:
		return Crowded
	}
	if *round == nil {
		*round = map[Voter]entry{}
	}
	(*round)[v.Voter] = entry{v.Seq, v.Answer}
	return Counted
}

// after reports whether a vote counts instead of one before. Two with the same number
// come from two pages of one voter: one of them wins, whichever came first.
func (v Vote) after(had entry) bool {
	if v.Seq != had.seq {
		return v.Seq > had.seq
	}
	return bytes.Compare(v.Answer[:], had.answer[:]) > 0
}

// in is how many have voted in the newest round.
func (b *Ballot) in() int {
	if b == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.newest == 0 {
		return 0
	}
	return len(b.rounds[b.newest-1])
}

// Count is how many have voted in a round.
func (b *Ballot) Count(round int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.rounds[round-1])
}

// Guesses are the answers of a round, in no order.
func (b *Ballot) Guesses(round int) []algos.Guess {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]algos.Guess, 0, len(b.rounds[round-1]))
	for _, c := range b.rounds[round-1] {
		out = append(out, c.answer.Guess())
	}
	return out
}
