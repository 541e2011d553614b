package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

type object = map[string]any

// answerWithin bounds every command: a browser that hangs fails the test.
const answerWithin = 90 * time.Second

// A bidi is a connection that speaks WebDriver BiDi: commands with numbers, their
// answers in any order, and events in between.
type bidi struct {
	conn *websocket.Conn
	hear func(method string, params json.RawMessage)
	gone chan struct{}

	mu      sync.Mutex
	last    int
	waiting map[int]chan answer
}

type answer struct {
	ID             int
	Type           string
	Method         string
	Params, Result json.RawMessage
	Error, Message string
}

func dial(address string, hear func(string, json.RawMessage)) (*bidi, error) {
	conn, _, err := websocket.DefaultDialer.Dial(address, nil)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	b := &bidi{conn: conn, hear: hear, gone: make(chan struct{}), waiting: map[int]chan answer{}}
	go b.listen()
	return b, nil
}

func (b *bidi) listen() {
	defer close(b.gone)
	for {
		var a answer
		if err := b.conn.ReadJSON(&a); err != nil {
			return
		}
		if a.Type == "event" {
			b.hear(a.Method, a.Params)
			continue
		}
		b.mu.Lock()
		to := b.waiting[a.ID]
		delete(b.waiting, a.ID)
		b.mu.Unlock()
		if to != nil {
			to <- a
		}
	}
}

// call sends a command and waits for its result.
func (b *bidi) call(method string, params object, result any) error {
	to := make(chan answer, 1)
	b.mu.Lock()
	b.last++
	id := b.last
	b.waiting[id] = to
	err := b.conn.WriteJSON(object{"id": id, "method": method, "params": params})
	b.mu.Unlock()
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	select {
	case a := <-to:
		if a.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if result == nil {
			return nil
		}
		if err := json.Unmarshal(a.Result, result); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		return nil
	case <-b.gone:
		return fmt.Errorf("%s: %w", method, errors.New("the browser is gone"))
	case <-time.After(answerWithin):
		return fmt.Errorf("%s: no answer within %v", method, answerWithin)
	}
}

func (b *bidi) close() { b.conn.Close() }
