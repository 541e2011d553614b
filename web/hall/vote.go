package hall

import (
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/web/wire"
)

// A Voter is one who votes: what a page has drawn by lot for a room. Nobody can guess
// it, and nobody learns it.
type Voter [wire.VoterLen * 5 / 8]byte

// A Vote is what a voter answers in a round. Of two the one with the greater number
// counts.
type Vote struct {
	Voter  Voter
	Round  uint8 // from 1
	Seq    uint32
	Answer Given
}

// A Given is a guess of any kind in few bytes. A ballot may hold many.
type Given [1 + answerBytes]byte

const answerBytes = 16

// voteBytes is how long a vote is in a batch.
const voteBytes = len(Voter{}) + 1 + 4 + len(Given{})

// kindsOfAnswers are the kinds as an answer's first byte counts them.
var kindsOfAnswers = [...]algos.QuestionKind{algos.PickPoint, algos.DrawLine, algos.SayNumber, algos.PickOption}

// VoteOf reads the vote in a message that was decoded.
func VoteOf(m wire.Client) (Vote, *wire.Error) {
	v := Vote{Round: uint8(m.Round), Seq: m.Seq}
	raw, err := base32.StdEncoding.DecodeString(m.Voter)
	if err != nil || copy(v.Voter[:], raw) != len(v.Voter) {
		return v, wire.Refuse(wire.BadField, "voter", "is none")
	}
	at := v.Answer[1:]
	switch g := m.Answer; {
	case g.Point != nil:
		v.Answer[0] = 0
		binary.BigEndian.PutUint64(at, uint64(*g.Point))
	case g.Line != nil:
		v.Answer[0] = 1
		for i, x := range []float64{g.Line[0][0], g.Line[0][1], g.Line[1][0], g.Line[1][1]} {
			binary.BigEndian.PutUint32(at[4*i:], math.Float32bits(float32(x)))
		}
	case g.Number != nil:
		v.Answer[0] = 2
		binary.BigEndian.PutUint64(at, math.Float64bits(*g.Number))
	case g.Option != nil:
		v.Answer[0] = 3
		binary.BigEndian.PutUint64(at, uint64(*g.Option))
	}
	return v, nil
}

// Kind is the kind of question that it answers; empty: none.
func (a Given) Kind() algos.QuestionKind {
	if int(a[0]) >= len(kindsOfAnswers) {
		return ""
	}
	return kindsOfAnswers[a[0]]
}

// Guess is the answer as questions take it. Whether it is one to the question that was
// asked is for the question to say.
func (a Given) Guess() algos.Guess {
	whole := int(int64(binary.BigEndian.Uint64(a[1:])))
	place := func(i int) mark.XY {
		return mark.XY{X: a.single(2 * i), Y: a.single(2*i + 1)}
	}
	switch a.Kind() {
	case algos.PickPoint:
		return algos.Guess{Point: whole}
	case algos.DrawLine:
		return algos.Guess{Line: [2]mark.XY{place(0), place(1)}}
	case algos.SayNumber:
		return algos.Guess{Number: math.Float64frombits(binary.BigEndian.Uint64(a[1:]))}
	case algos.PickOption:
		return algos.Guess{Option: whole}
	}
	return algos.Guess{}
}

func (a Given) single(i int) float64 {
	return float64(math.Float32frombits(binary.BigEndian.Uint32(a[1+4*i:])))
}

// Bounds of a batch.
const (
	maxBatch   = 2000 // votes
	maxPollLen = wire.MaxName
)

// errBatch says that bytes are no batch, or no answer to one.
var errBatch = errors.New("not a batch of votes")

// A batch is the votes of a poll that one server hands to another.
type batch struct {
	poll  string
	votes []Vote
}

// encode writes a batch: the length of the poll's name, the name, and each vote in as
// many bytes.
func (b batch) encode() []byte {
	out := make([]byte, 0, 1+len(b.poll)+len(b.votes)*voteBytes)
	out = append(out, byte(len(b.poll)))
	out = append(out, b.poll...)
	for _, v := range b.votes {
		out = append(out, v.Voter[:]...)
		out = append(out, v.Round)
		out = binary.BigEndian.AppendUint32(out, v.Seq)
		out = append(out, v.Answer[:]...)
	}
	return out
}

// decodeBatch reads a batch. What its votes are worth the ballot says.
func decodeBatch(data []byte) (batch, error) {
	poll, rest, err := name(data)
	if err != nil {
		return batch{}, err
	}
	if len(rest)%voteBytes != 0 || len(rest) > maxBatch*voteBytes {
		return batch{}, fmt.Errorf("%w: %d bytes of votes", errBatch, len(rest))
	}
	b := batch{poll: poll, votes: make([]Vote, len(rest)/voteBytes)}
	for i := range b.votes {
		v := &b.votes[i]
		at := rest[i*voteBytes : (i+1)*voteBytes]
		at = at[copy(v.Voter[:], at):]
		v.Round, v.Seq = at[0], binary.BigEndian.Uint32(at[1:])
		copy(v.Answer[:], at[5:])
	}
	return b, nil
}

// name reads a name behind its length.
func name(data []byte) (string, []byte, error) {
	if len(data) == 0 || int(data[0]) > maxPollLen || len(data) < 1+int(data[0]) {
		return "", nil, fmt.Errorf("%w: the name is cut off", errBatch)
	}
	n := 1 + int(data[0])
	return string(data[1:n]), data[n:], nil
}

// A count is the answer to a batch: the ballot that it was put into, and what became of
// each vote.
type count struct {
	token    string
	outcomes []Outcome
}

func (c count) encode() []byte {
	out := append([]byte{byte(len(c.token))}, c.token...)
	for _, o := range c.outcomes {
		out = append(out, byte(o))
	}
	return out
}

// decodeCount reads the answer to a batch of n votes.
func decodeCount(data []byte, n int) (count, error) {
	token, rest, err := name(data)
	if err != nil {
		return count{}, err
	}
	if len(rest) != n {
		return count{}, fmt.Errorf("%w: %d outcomes of %d votes", errBatch, len(rest), n)
	}
	c := count{token: token, outcomes: make([]Outcome, n)}
	for i, o := range rest {
		if Outcome(o) > Unsettled {
			return count{}, fmt.Errorf("%w: outcome %d", errBatch, o)
		}
		c.outcomes[i] = Outcome(o)
	}
	return c, nil
}
