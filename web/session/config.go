package session

import (
	"errors"
	"log/slog"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
	"playground/web/budget"
	"playground/web/frame"
	"playground/web/hall"
	"playground/web/peer"
	"playground/web/record"
	"playground/web/turns"
)

// A Config is shared by all sessions of a server. Demo and Typesetter are
// required.
type Config struct {
	Demo       func(id string) (algos.Demo, bool)
	Typesetter frame.Typesetter
	Lang       lang.Lang // of the names of edits
	// Tongues are the typesetters of all languages by their tags: a room is asked in each.
	Tongues map[string]frame.Typesetter
	Limits  Limits
	// Stops is how many stops the tour of a demo has; nil: none has a tour.
	Stops func(demo string) int
	// Turns hands out processors to sessions that compute or draw; nil: all do so at once.
	Turns   *turns.Scheduler
	Address string // what counts as one client: its sessions share some bounds and what they get
	// Budget is the memory that all sessions share; nil: no bound.
	Budget *budget.Budget
	// Histories keeps edits after a connection broke; nil: they end with it.
	Histories *HistoryStore
	// Hall is where sessions can be followed; nil: they cannot.
	Hall *hall.Hall
	// Frames is the hash under which the frames of a run are served, of a size class, to those
	// who follow by steps; nil: nobody can.
	Frames func(demo, query string, class int) string
	Log    *slog.Logger // nil: [slog.Default]
	Meter  Meter        // nil: nothing is counted
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
		MessageBytes: 7 << 20, // a file of data of 5 MiB in base64
		Rate:         240,
		Messages:     200,
		Idle:         peer.DefaultIdle,
	}
}

// A Meter counts what sessions and their followers do. Its methods are called from
// many goroutines.
type Meter interface {
	hall.Meter
	SessionOpened()
	SessionClosed()
	// FrameSent counts a frame with its bytes, and the time from the step to
	// those bytes.
	FrameSent(bytes int, took time.Duration)
	// FrameShared counts a frame that was drawn for followers with screens of one
	// size, and the time that took.
	FrameShared(took time.Duration)
	MessageSent(bytes int)
	// ParameterSet counts a parameter of a demo that a reader has set, by its name in the
	// demo's schema.
	ParameterSet(demo, parameter string)
}

// ErrFault says that the session failed through a fault of the server.
var ErrFault = errors.New("the session failed")

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
func (noMeter) FrameShared(time.Duration)    {}
func (noMeter) FrameSkipped()                {}
func (noMeter) FrameWatched(time.Duration)   {}
func (noMeter) MessageReceived(int)          {}
func (noMeter) MessageSent(int)              {}
func (noMeter) ParameterSet(string, string)  {}
