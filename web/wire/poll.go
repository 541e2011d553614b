package wire

import (
	"slices"
	"strings"

	"playground/algos/param"
)

// What a presenter may do with the question that the room is asked.
const (
	PollOpen   = "open"   // asks the room
	PollClose  = "close"  // takes no more answers
	PollShow   = "show"   // shows the room how it has answered
	PollAgain  = "again"  // asks once more
	PollReveal = "reveal" // goes to the step that answers
	PollEnd    = "end"    // asks the room no more
)

// Phases of a poll.
const (
	PhaseOpen     = "open"     // answers are taken, and counted for nobody
	PhaseClosed   = "closed"   // the presenter sees the counts
	PhaseShown    = "shown"    // and so does the room
	PhaseRevealed = "revealed" // and what is right
)

// Bounds of polls.
const (
	PollRounds = 2
	VoterLen   = 16 // letters of five bits
)

// Guess is an answer to the question that a room is asked: the field of its kind is there.
type Guess struct {
	Point  *int       `json:"point,omitempty"`
	Line   *TwoPlaces `json:"line,omitempty"`
	Number *float64   `json:"number,omitempty"`
	Option *int       `json:"option,omitempty"`
}

// Poll is the question as the room is asked it. The question itself is the one of the
// state's asking.
type Poll struct {
	ID    string `json:"id"`
	Round int    `json:"round"` // from 1
	Phase string `json:"phase"`
	// Ballot names where votes are counted. A page whose vote was counted in another one
	// votes again: the server was restarted, or another one took over.
	Ballot string `json:"ballot"`
	// Words are the question in every language of the interface.
	Words map[string]PollWords `json:"words,omitempty"`
	// Rounds are how the room has answered in each round, for those who may know.
	Rounds []Tally `json:"rounds,omitempty"`
	Bins   *Bins   `json:"bins,omitempty"` // of numbers
	// Tolerance is by how much a number may be off, once it is revealed.
	Tolerance float64 `json:"tolerance,omitempty"`
}

// PollWords is a question in one language.
type PollWords struct {
	Say     string   `json:"say"` // HTML
	Text    string   `json:"text"`
	Options []string `json:"options,omitempty"`
	Unit    string   `json:"unit,omitempty"`
	Names   []string `json:"names,omitempty"` // of what can be picked on a panel
	Why     string   `json:"why,omitempty"`   // HTML: why the answer is right, once it is revealed
}

// Tally is how a room has answered in a round. It says nothing of who.
type Tally struct {
	Answers int  `json:"answers"`
	Right   *int `json:"right,omitempty"` // once it is revealed
	// Bars count the answers: of each option, of numbers in each bin, and of lines by their
	// direction on the board: level, rising, upright, falling.
	Bars []int `json:"bars,omitempty"`
	// Points are the points, or the marks of a panel, that were chosen and how often, the most
	// frequent first.
	Points [][2]int `json:"points,omitempty"`
	// Lines are all lines, a, b, c of a·x₁ + b·x₂ + c = 0, if they are few.
	Lines [][3]float64 `json:"lines,omitempty"`
	// Cells count the lines through each part of the board, if they are many: row by row
	// from the top left.
	Cells *Heat `json:"cells,omitempty"`
}

// Heat counts what goes through the parts of the board's window.
type Heat struct {
	Window Window `json:"window"`
	Cols   int    `json:"cols"`
	Counts []int  `json:"counts"`
}

// Bins are intervals of one width. What lies beyond the first and the last is counted
// there.
type Bins struct {
	From  float64 `json:"from"`
	Width float64 `json:"width"`
	Count int     `json:"count"`
}

// Voted says that a vote is counted.
type Voted struct {
	Type   string `json:"type"` // "voted"
	Poll   string `json:"poll"`
	Round  int    `json:"round"`
	Seq    uint32 `json:"seq"`
	Ballot string `json:"ballot"`
}

func (m *Voted) setType() { m.Type = "voted" }

var pollDoings = []string{PollOpen, PollClose, PollShow, PollAgain, PollReveal, PollEnd}

var phases = []string{PhaseOpen, PhaseClosed, PhaseShown, PhaseRevealed}

func checkPoll(m *Client) *Error {
	if !slices.Contains(pollDoings, m.Do) {
		return Refuse(BadField, "do", "%q is not one of %s", param.Clip(m.Do), strings.Join(pollDoings, ", "))
	}
	return nil
}

func checkVote(m *Client) *Error {
	switch {
	case m.Poll == "":
		return missing("poll")
	case len(m.Poll) > MaxName:
		return text("poll", m.Poll, MaxName)
	case m.Round < 1 || m.Round > PollRounds:
		return Refuse(BadField, "round", "must be from 1 to %d", PollRounds)
	case m.Seq < 1:
		return Refuse(BadField, "seq", "counts the answers of a voter, from 1 to 2³² − 1")
	case len(m.Voter) != VoterLen || strings.Trim(m.Voter, base32) != "":
		return Refuse(BadField, "voter", "must be %d of the letters A to Z and the digits 2 to 7", VoterLen)
	case m.Answer == nil:
		return missing("answer")
	case !one(m.Answer.Point != nil, m.Answer.Line != nil, m.Answer.Number != nil, m.Answer.Option != nil):
		return Refuse(BadField, "answer", "is one of point, line, number and option")
	}
	return nil
}

// checkPollBefore checks what an open says of the poll that the client has led.
func checkPollBefore(m *Client) *Error {
	if m.Poll == "" {
		return nil
	}
	if e := text("poll", m.Poll, MaxName); e != nil {
		return e
	}
	switch {
	case m.Question == "":
		return missing("question")
	case len(m.Question) > MaxName:
		return text("question", m.Question, MaxName)
	case m.Step == nil:
		return missing("step")
	case *m.Step < 0 || *m.Step > MaxStep:
		return Refuse(BadField, "step", "must be from 0 to %d", MaxStep)
	case m.Round < 1 || m.Round > PollRounds:
		return Refuse(BadField, "round", "must be from 1 to %d", PollRounds)
	case !slices.Contains(phases, m.Phase):
		return Refuse(BadField, "phase", "%q is not one of %s", param.Clip(m.Phase), strings.Join(phases, ", "))
	}
	return nil
}

// one reports whether one of them is so.
func one(all ...bool) bool {
	n := 0
	for _, is := range all {
		if is {
			n++
		}
	}
	return n == 1
}
