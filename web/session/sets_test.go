package session_test

import (
	"slices"
	"sync"
	"testing"
)

// A setCounter keeps which parameters were set.
type setCounter struct {
	counter
	mu  sync.Mutex
	set []string
}

func (m *setCounter) ParameterSet(demo, parameter string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.set = append(m.set, demo+" "+parameter)
}

// What a reader sets is counted by demo and name, once for a hand that moves, and only
// where it is taken and changes something.
func TestParametersThatAreSetAreCounted(t *testing.T) {
	cfg, meter := config(), &setCounter{}
	cfg.Meter = meter
	inWith(t, cfg, "steps=30", func(t *testing.T, c *client, _ []message) {
		for _, said := range []struct {
			message string
			want    []string
		}{
			{`{"type":"set","name":"steps","value":"20"}`, []string{"walk steps"}},
			{`{"type":"set","name":"steps","value":"20"}`, nil},
			{`{"type":"set","name":"steps","value":"many"}`, nil},
			{`{"type":"set","name":"nothing","value":"1"}`, nil},
			{`{"type":"set","name":"drift","value":"0.1","live":true}`, []string{"walk drift"}},
			{`{"type":"set","name":"drift","value":"0.2","live":true}`, nil},
			{`{"type":"set","name":"drift","value":"0.3"}`, nil},
			{`{"type":"set","params":{"steps":"25","drift":"0.5"}}`, []string{"walk steps", "walk drift"}},
			{`{"type":"undo"}`, nil},
			{`{"type":"redo"}`, nil},
			{`{"type":"seed","seed":9}`, nil},
			{`{"type":"points","op":"move","index":0,"x":0.5,"y":0.25}`, nil},
		} {
			meter.set = nil
			c.say("%s", said.message)
			c.settle()
			slices.Sort(said.want)
			slices.Sort(meter.set)
			if !slices.Equal(meter.set, said.want) {
				t.Errorf("%s: %q, want %q", said.message, meter.set, said.want)
			}
		}
	})
}
