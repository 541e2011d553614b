package session

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
	"playground/web/frame"
	"playground/web/record"
)

// A Conn carries whole messages. Recv and Send are each called by one goroutine
// at a time, and return soon after their context ends. A message that Recv
// refuses, for its size, is a [*wire.Error]; any other error ends the session.
type Conn interface {
	Recv(ctx context.Context) ([]byte, error)
	Send(ctx context.Context, msg []byte) error
}

// A Config is shared by all sessions of a server. Demo and Typesetter are
// required.
type Config struct {
	Demo       func(id string) (algos.Demo, bool)
	Typesetter frame.Typesetter
	Lang       lang.Lang // of the names of edits
	Limits     Limits
	// CPU bounds how many sessions compute or draw at once; nil: no bound.
	CPU *semaphore.Weighted
	// Leisure, of the same size, is asked for before CPU by sessions that no hand
	// waits for, so that few of them are ever ahead of one that is; nil: all are
	// alike.
	Leisure *semaphore.Weighted
	// Shelf keeps edits over a lost connection; nil: they end with it.
	Shelf *Shelf
	// Hall is where sessions are followed; nil: nowhere.
	Hall  *Hall
	Log   *slog.Logger // nil: [slog.Default]
	Meter Meter        // nil: nothing is counted
}

// Limits of one session. Zero fields take the values of [DefaultLimits].
type Limits struct {
	Points       int           // on the board
	Steps        int           // of a recorded run
	RunBytes     int           // memory for kept steps
	MessageBytes int64         // of one message; told to the client, enforced by the connection
	Rate         float64       // steps a second when playing
	Messages     float64       // messages a second that are acted upon; more of them wait and merge
	Idle         time.Duration // without any message
}

// DefaultLimits are safe for a public server.
func DefaultLimits() Limits {
	return Limits{
		Points:       dataset.MaxPoints,
		Steps:        record.DefaultSteps,
		RunBytes:     record.DefaultBytes,
		MessageBytes: 1 << 20,
		Rate:         240,
		Messages:     200,
		Idle:         30 * time.Minute,
	}
}

// A Meter counts what sessions do. Its methods are called from many goroutines.
type Meter interface {
	SessionOpened()
	SessionClosed()
	// FrameSent counts a frame with its bytes, and the time from the step to
	// those bytes.
	FrameSent(bytes int, took time.Duration)
	// FrameSkipped counts a step that was not drawn because a newer one came
	// before the client was ready.
	FrameSkipped()
	// FrameWatched counts a frame sent to a follower, and the time since it could
	// be sent.
	FrameWatched(late time.Duration)
	MessageReceived(bytes int)
	MessageSent(bytes int)
}

// Reasons why [Run] ends a session by itself.
var (
	ErrIdle  = errors.New("the session was idle for too long")
	ErrFlood = errors.New("the client sent far too many messages")
	ErrFault = errors.New("the session failed")
)

func (c Config) withDefaults() Config {
	d := DefaultLimits()
	l := &c.Limits
	if l.Points <= 0 {
		l.Points = d.Points
	}
	if l.Steps <= 0 {
		l.Steps = d.Steps
	}
	if l.RunBytes <= 0 {
		l.RunBytes = d.RunBytes
	}
	if l.MessageBytes <= 0 {
		l.MessageBytes = d.MessageBytes
	}
	if !(l.Rate > 0) {
		l.Rate = d.Rate
	}
	if !(l.Messages > 0) {
		l.Messages = d.Messages
	}
	if l.Idle <= 0 {
		l.Idle = d.Idle
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Meter == nil {
		c.Meter = noMeter{}
	}
	return c
}

type noMeter struct{}

func (noMeter) SessionOpened()               {}
func (noMeter) SessionClosed()               {}
func (noMeter) FrameSent(int, time.Duration) {}
func (noMeter) FrameSkipped()                {}
func (noMeter) FrameWatched(time.Duration)   {}
func (noMeter) MessageReceived(int)          {}
func (noMeter) MessageSent(int)              {}
