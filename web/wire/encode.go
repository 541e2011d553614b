package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
)

//go:generate go run ./jstypes

// A Server is a message from the server: [*State], [*Run], [*Frame], [*Inspection],
// [*Preview], [*Goals], [*Room], [*Wait], [*Cursor], [*Asked], [*Gather], [*Voted], [*Error] or [*Bye].
type Server interface{ setType() }

func (m *State) setType()   { m.Type = "state" }
func (m *Run) setType()     { m.Type = "run" }
func (m *Frame) setType()   { m.Type = "frame" }
func (m *Preview) setType() { m.Type = "preview" }
func (m *Goals) setType()   { m.Type = "goals" }
func (m *Room) setType()    { m.Type = "room" }
func (m *Wait) setType()    { m.Type = "wait" }
func (m *Cursor) setType()  { m.Type = "cursor" }
func (m *Asked) setType()   { m.Type = "asked" }
func (m *Gather) setType()  { m.Type = "gather" }
func (m *Error) setType()   { m.Type = "error" }
func (m *Bye) setType()     { m.Type = "bye" }

// Encode writes a message as JSON and sets its type. It fails on a number that
// is not finite.
func Encode(m Server) ([]byte, error) {
	m.setType()
	b, err := marshalPlain(m)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", m, err)
	}
	return b, nil
}

// marshalPlain writes JSON with angle brackets as they are: pictures have many, and
// escaping each takes six bytes.
func marshalPlain(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
