package hall

import (
	"sync"
	"time"

	"playground/web/wire"
)

// A Message goes to many connections, here and on other servers. It is encoded once, when
// the first of them takes it. The same holds for its deflated form, and for what the
// connections make of it.
type Message struct {
	at time.Time // when it was published

	encode sync.Once
	build  func() (wire.Server, error) // nil: data is known, or packed is
	data   []byte
	err    error

	pack   sync.Once
	packed []byte // nil: it does not pay to deflate it

	prepared [2]struct { // as it is, and deflated
		sync.Once
		form any
	}
}

// DeflateFrom is from how many bytes on it pays to deflate a message.
const DeflateFrom = 1 << 10

// encoded returns a message whose bytes are known.
func encoded(data []byte, at time.Time) *Message { return &Message{data: data, at: at} }

// arrived returns the message of a cast.
func arrived(c cast, at time.Time) *Message {
	m := &Message{data: c.body, at: at, packed: c.packed}
	if c.packed != nil {
		m.pack.Do(func() {})
	}
	return m
}

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
			if m.data == nil {
				m.data, m.err = inflated(m.packed)
			}
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

// Payload returns the message as it is carried, to those who can inflate or to others, and
// whether it is deflated: as in RFC 7692, section 7.2.1, without context.
func (m *Message) Payload(inflates bool) (payload []byte, isDeflated bool, err error) {
	if !inflates {
		payload, err = m.Bytes()
		return payload, false, err
	}
	m.pack.Do(func() {
		if data, err := m.Bytes(); err == nil && len(data) > DeflateFrom {
			m.packed = deflated(data)
		}
	})
	if m.packed != nil {
		return m.packed, true, nil
	}
	payload, err = m.Bytes()
	return payload, false, err
}

// Prepared returns what the connections make of the payload, to those who can inflate or to
// others. The function is called once for all connections.
func (m *Message) Prepared(inflates bool, prepare func(payload []byte, isDeflated bool) any) (any, error) {
	payload, isDeflated, err := m.Payload(inflates)
	if err != nil {
		return nil, err
	}
	p := &m.prepared[0]
	if isDeflated {
		p = &m.prepared[1]
	}
	p.Do(func() { p.form = prepare(payload, isDeflated) })
	return p.form, nil
}
