package session

import (
	"sync"
	"time"

	"playground/web/wire"
)

// A Shared message goes to many connections. It is encoded once, when the first
// of them takes it, and so is the form in which they carry it.
type Shared struct {
	at time.Time // when it became the newest

	encode  sync.Once
	message func() wire.Server // nil: data is known
	data    []byte
	err     error

	prepare  sync.Once
	prepared any
	failed   error
}

// encoded is a message that has been encoded already.
func encoded(data []byte, at time.Time) *Shared { return &Shared{data: data, at: at} }

// toEncode is a message that is made and encoded when it is needed. What it is
// made from must not change.
func toEncode(message func() wire.Server, at time.Time) *Shared {
	return &Shared{message: message, at: at}
}

// Bytes is the message as it is sent.
func (m *Shared) Bytes() ([]byte, error) {
	m.encode.Do(func() {
		if m.message != nil {
			m.data, m.err = wire.Encode(m.message())
			m.message = nil
		}
	})
	return m.data, m.err
}

// Prepared is what a function of the connection makes of the bytes, for instance
// compresses them. It is called once for all connections.
func (m *Shared) Prepared(prepare func([]byte) (any, error)) (any, error) {
	data, err := m.Bytes()
	if err != nil {
		return nil, err
	}
	m.prepare.Do(func() { m.prepared, m.failed = prepare(data) })
	return m.prepared, m.failed
}
