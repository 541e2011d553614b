package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// Codes of an [Error].
const (
	BadMessage = "bad-message" // not a message of the protocol, or out of place
	BadField   = "bad-field"   // a field is missing, of the wrong kind or out of range
	Limit      = "limit"       // more than the server accepts
	Busy       = "busy"        // too many messages or sessions
	Internal   = "internal"    // a fault of the server
)

// Error makes an Error usable as one.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.Message
	}
	return e.Field + ": " + e.Message
}

// Refuse returns the error for a message that is not followed.
func Refuse(code, field, format string, args ...any) *Error {
	return &Error{Type: "error", Code: code, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Bounds on the fields of a message. What a demo accepts can be less.
const (
	MaxPoints = dataset.MaxPoints
	MaxAbs    = dataset.MaxAbs
	MaxSeed   = 1<<53 - 1 // the largest integer that JavaScript holds exactly
	MaxBy     = 10_000    // steps at once
	MaxStep   = algos.MaxStep
	MaxRate   = 1000         // steps a second
	MaxName   = 64           // bytes of an id, a parameter's name, an event's kind
	MaxValue  = 4096         // bytes of a parameter's value
	MaxTyped  = 4 * MaxValue // bytes of a value that is typed or pasted into its field: the parameter names its own limit
	MaxParams = 64           // at once
	MinSide   = 40           // CSS pixels
	MaxSide   = 4096
	MaxClass  = dataset.MaxClasses - 1
	MaxEdits  = 200 // that a client hands back
	MaxLabel  = 512 // bytes of what an edit is called
	MaxStops  = 6   // of a tour
	minSecret = 26  // letters of five bits: 130 bits
)

// Acked returns the frame that a message acknowledges, if it is an acknowledgement as
// pages write it. Any other message is for [Decode].
func Acked(data []byte) (uint64, bool) {
	digits, ok := bytes.CutPrefix(data, []byte(`{"type":"ack","frame":`))
	if !ok {
		return 0, false
	}
	digits, ok = bytes.CutSuffix(digits, []byte("}"))
	if !ok || len(digits) == 0 || len(digits) > 19 || digits[0] == '0' && len(digits) > 1 {
		return 0, false
	}
	var frame uint64 // 19 digits are not too many for it
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		frame = 10*frame + uint64(d-'0')
	}
	return frame, true
}

// Decode reads one message and checks all that can be checked without knowing
// the demo: the type is known, the fields it needs are there, every field is of
// the right kind and within its bounds. Fields that the message's type does not
// use must still be known ones. The error is an [*Error].
func Decode(data []byte) (Client, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	var m Client
	if err := dec.Decode(&m); err != nil {
		return Client{}, syntax(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Client{}, Refuse(BadMessage, "", "there is more after the message: send one JSON object at a time")
	}
	if m.Type == "" {
		return Client{}, Refuse(BadMessage, "type", "the message has no type")
	}
	check, ok := checks[m.Type]
	if !ok {
		return Client{}, Refuse(BadMessage, "type", "%q is not a type of message", param.Clip(m.Type))
	}
	if e := check(&m); e != nil {
		return Client{}, e
	}
	return m, nil
}

// syntax says what is wrong with JSON that does not fit a message.
func syntax(err error) *Error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		field, _, _ := strings.Cut(kind.Field, ".")
		return Refuse(BadField, field, "a %s does not fit here", param.Clip(kind.Value))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return Refuse(BadField, param.Clip(strings.Trim(name, `"`)), "there is no such field")
	}
	return Refuse(BadMessage, "", "the message is not a JSON object of the protocol")
}

var checks = map[string]func(*Client) *Error{
	"open":    checkOpen,
	"view":    checkView,
	"points":  checkPoints,
	"data":    checkData,
	"set":     checkSet,
	"seed":    checkSeed,
	"play":    checkPlay,
	"pause":   func(*Client) *Error { return nil },
	"step":    checkStep,
	"seek":    checkSeek,
	"window":  checkWindow,
	"undo":    func(*Client) *Error { return nil },
	"redo":    func(*Client) *Error { return nil },
	"restore": checkRestore,
	"forget":  func(*Client) *Error { return nil },
	"look":    checkLook,
	"ask":     checkAsk,
	"answer":  checkAnswer,
	"tour":    checkTour,
	"present": checkPresent,
	"poll":    checkPoll,
	"vote":    checkVote,
	"gather":  func(*Client) *Error { return nil },
	"follow":  checkFollow,
	"ack":     checkAck,
}

func checkOpen(m *Client) *Error {
	if e := text("demo", m.Demo, MaxName); e != nil {
		return e
	}
	if m.Demo == "" {
		return missing("demo")
	}
	if e := text("resume", m.Resume, MaxName); e != nil {
		return e
	}
	if e := checkClaim(m); e != nil {
		return e
	}
	if e := checkPollBefore(m); e != nil {
		return e
	}
	if l := m.Edits; l != nil {
		if n := len(l.Done) + len(l.Undone); n > 2*MaxEdits {
			return Refuse(BadField, "edits", "are %d: at most %d", n, 2*MaxEdits)
		}
		if slices.ContainsFunc(slices.Concat(l.Done, l.Undone), func(id uint64) bool { return id > MaxSeed }) {
			return Refuse(BadField, "edits", "have numbers up to 2⁵³ − 1")
		}
	}
	if m.View != nil {
		return checkView(m)
	}
	return nil
}

func checkSet(m *Client) *Error {
	if m.Params != nil {
		return checkParams(m)
	}
	if m.Name == "" {
		return missing("name")
	}
	if m.Value == nil {
		return missing("value")
	}
	if e := text("name", m.Name, MaxName); e != nil {
		return e
	}
	return text(m.Name, *m.Value, MaxTyped) // said at the field of the parameter
}

// checkParams checks several parameters at once.
func checkParams(m *Client) *Error {
	if m.Name != "" || m.Value != nil {
		return Refuse(BadField, "params", "takes the place of name and value")
	}
	if n := len(m.Params); n == 0 || n > MaxParams {
		return Refuse(BadField, "params", "are %d: from 1 to %d", n, MaxParams)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Params)) {
		if e := text("params", name, MaxName); e != nil {
			return e
		}
		if e := text("params", m.Params[name], MaxValue); e != nil {
			return e
		}
	}
	return nil
}

func checkSeed(m *Client) *Error {
	if m.Seed == nil {
		return missing("seed")
	}
	if *m.Seed > MaxSeed {
		return Refuse(BadField, "seed", "must be at most 2⁵³ − 1")
	}
	return nil
}

func checkPlay(m *Client) *Error {
	if !(m.Rate > 0 && m.Rate <= MaxRate) {
		return Refuse(BadField, "rate", "must be above 0 and at most %d steps a second", MaxRate)
	}
	if e := text("until", m.Until, MaxName); e != nil {
		return e
	}
	if l := m.Loop; l != nil && !(0 <= l[0] && l[0] < l[1] && l[1] <= MaxStep) {
		return Refuse(BadField, "loop", "must be two steps a < b from 0 to %d", MaxStep)
	}
	return checkSize(m)
}

func checkStep(m *Client) *Error {
	if m.By == 0 || m.By < -MaxBy || m.By > MaxBy {
		return Refuse(BadField, "by", "must be from −%d to %d and not 0", MaxBy, MaxBy)
	}
	return checkSize(m)
}

// Sizes are the step sizes, from the smallest; an absent size means a step.
var Sizes = []string{"small", "step", "pass"}

func checkSize(m *Client) *Error {
	if m.Size == "" {
		m.Size = "step"
	}
	if !slices.Contains(Sizes, m.Size) {
		return Refuse(BadField, "size", "%q is not one of small, step, pass", param.Clip(m.Size))
	}
	return nil
}

func checkSeek(m *Client) *Error {
	if (m.Step == nil) == (m.To == "") {
		return Refuse(BadField, "to", "seek needs either step or to")
	}
	if m.Step != nil && (*m.Step < 0 || *m.Step > MaxStep) {
		return Refuse(BadField, "step", "must be from 0 to %d", MaxStep)
	}
	switch m.To {
	case "", "start", "end":
		return nil
	case "next", "prev":
		return text("event", m.Event, MaxName)
	}
	return Refuse(BadField, "to", "%q is not one of start, end, next, prev", param.Clip(m.To))
}

func checkWindow(m *Client) *Error {
	if m.Window == nil {
		return nil
	}
	w := *m.Window
	for _, x := range w {
		if !(math.Abs(x) <= 1e10) {
			return Refuse(BadField, "window", "must lie within ±1e10")
		}
	}
	if !(w[1]-w[0] >= 1e-9 && w[3]-w[2] >= 1e-9) {
		return Refuse(BadField, "window", "must be x0, x1, y0, y1 with x0 < x1 and y0 < y1")
	}
	return nil
}

func checkPresent(m *Client) *Error {
	if m.On == nil {
		return missing("on")
	}
	return checkClaim(m)
}

// checkClaim checks what a client shows to present: its secret must look as if nobody could
// guess it.
func checkClaim(m *Client) *Error {
	if e := text("page", m.Page, MaxName); e != nil {
		return e
	}
	if m.Epoch > MaxSeed {
		return Refuse(BadField, "epoch", "must be at most %d", uint64(MaxSeed))
	}
	if m.Secret == "" {
		return nil
	}
	other := strings.Trim(m.Secret, base32) != ""
	if n := len(m.Secret); n < minSecret || n > MaxName || other {
		return Refuse(BadField, "secret", "must be %d to %d of the letters A to Z and the digits 2 to 7", minSecret, MaxName)
	}
	return nil
}

func checkAsk(m *Client) *Error { return text("question", m.Question, MaxName) }

// checkAnswer checks that there is one answer; whether it is one to the question is
// seen there.
func checkAnswer(m *Client) *Error {
	if m.Question == "" {
		return missing("question")
	}
	if e := checkAsk(m); e != nil {
		return e
	}
	if !one(m.Point != nil, m.Line != nil, m.Number != nil, m.Option != nil) {
		return Refuse(BadField, "question", "is answered by one of point, line, number and option")
	}
	return nil
}

// checkRestore checks edits that a client hands back. What their recipes are worth is
// seen when they are read.
func checkRestore(m *Client) *Error {
	if n := len(m.Done) + len(m.Undone); n > MaxEdits {
		return Refuse(BadField, "done", "are %d edits: at most %d", n, MaxEdits)
	}
	for _, e := range slices.Concat(m.Done, m.Undone) {
		if e.ID == 0 || e.ID > MaxSeed {
			return Refuse(BadField, "id", "must be from 1 to 2⁵³ − 1")
		}
		if e := text("label", e.Label, MaxLabel); e != nil {
			return e
		}
	}
	return nil
}

func checkFollow(m *Client) *Error {
	if m.Key == "" {
		return missing("key")
	}
	if e := text("key", m.Key, MaxName); e != nil {
		return e
	}
	if m.View != nil {
		return checkView(m)
	}
	return nil
}

func checkTour(m *Client) *Error {
	if m.Stop == nil {
		return missing("stop")
	}
	if *m.Stop < 0 || *m.Stop > MaxStops {
		return Refuse(BadField, "stop", "must be from 0 to %d", MaxStops)
	}
	return nil
}

func checkAck(m *Client) *Error {
	if m.Frame == nil {
		return missing("frame")
	}
	return nil
}

func missing(field string) *Error { return Refuse(BadField, field, "is missing") }

func text(field, s string, limit int) *Error {
	if len(s) > limit {
		return Refuse(BadField, field, "%d bytes are too many: at most %d", len(s), limit)
	}
	return nil
}
