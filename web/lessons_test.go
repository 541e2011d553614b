package web

import (
	"testing"

	"playground/views/lesson"
	"playground/web/wire"
)

// The protocol takes every stop that a tour can have.
func TestStopsOfTheProtocol(t *testing.T) {
	if wire.MaxStops != lesson.MaxStops {
		t.Errorf("a tour has up to %d stops, a message names %d", lesson.MaxStops, wire.MaxStops)
	}
}
