package hall

import (
	"sync"
	"time"

	"playground/web/wire"
)

// A Message goes to many connections. It is encoded once, when the first of them
// takes it. The same holds for the form in which the connections carry it.
type Message struct {
	at time.Time // when it was published

	encode sync.Once
	build  func() (wire.Server, error) // nil: data is known
	data   []byte
	err    error

	prepare    sync.Once
	prepared   any
	prepareErr error
}

// encoded returns a message whose bytes are known.
func encoded(data []byte, at time.Time) *Message { return &Message{data: data, at: at} }

// lazy returns a message that is built and encoded when the first connection needs
// it. What it is built from must not change.
func lazy(build func() wire.Server, at time.Time) *Message {
	return attempt(func() (wire.Server, error) { return build(), nil }, at)
}

// attempt is lazy with what may fail to be built.
func attempt(build func() (wire.Server, error), at time.Time) *Message {
	return &Message{build: build, at: at}
}

// Bytes returns the message as it is sent.
func (m *Message) Bytes() ([]byte, error) {
	m.encode.Do(func() {
		if m.build == nil {
			return
		}
		var built wire.Server
		if built, m.err = m.build(); m.err == nil {
			m.data, m.err = wire.Encode(built)
		}
		m.build = nil
	})
	return m.data, m.err
}

// Prepared returns what a function of the connection makes of the bytes, for
// instance compresses them. The function is called once for all connections.
func (m *Message) Prepared(prepare func([]byte) (any, error)) (any, error) {
	data, err := m.Bytes()
	if err != nil {
		return nil, err
	}
	m.prepare.Do(func() { m.prepared, m.prepareErr = prepare(data) })
	return m.prepared, m.prepareErr
}
