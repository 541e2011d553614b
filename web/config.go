package web

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"runtime"
	"slices"
	"time"

	"playground/algos"
	"playground/algos/course"
	"playground/algos/dataset"
	"playground/web/hall"
	"playground/web/receipt"
	"playground/web/record"
)

// A Config says what a [Server] shows and what it allows. The zero value is a
// safe default for every field but Demos.
type Config struct {
	Demos []algos.Demo // in the order of the gallery
	// Courses are the ways through the lecture notes. What they link to and is not among the
	// demos is shown as still to come.
	Courses []course.Note
	Log     *slog.Logger // nil is [slog.Default]
	// Version names the build, for instance on /metrics; empty is "dev".
	Version string
	// MetricsApart says that /metrics is served elsewhere, by [Server.Metrics], and not
	// to visitors. Else it is served to programs on this machine alone.
	MetricsApart bool
	Limits       Limits
	// TrustedProxies are the networks of proxies in front of the server: what they say
	// of a client's address in X-Forwarded-For is believed. Nobody else's word is.
	TrustedProxies []netip.Prefix
	// Relay joins this server with others: who follows on one sees who presents on another.
	// Nil: this is the only one.
	Relay hall.Relay
	// Receipts are the keys of receipts, see package web/receipt.
	Receipts ReceiptKeys
	// Now is the clock by which receipts are dated; nil is [time.Now].
	Now func() time.Time
	// Memory is the bytes that sessions, pictures and connections share; 0: no bound.
	Memory int64
}

// ReceiptKeys are the keys of receipts. With none of them no receipt is signed, and any can
// be replayed.
type ReceiptKeys struct {
	Sign  ed25519.PrivateKey  // nil: no receipts are offered
	Trust []ed25519.PublicKey // of other servers, whose receipts are believed
}

// known are the keys whose receipts are believed.
func (k ReceiptKeys) known() []ed25519.PublicKey {
	all := slices.Clone(k.Trust)
	if k.Sign != nil {
		all = append(all, receipt.Public(k.Sign))
	}
	return all
}

// Limits bound what one server does for its visitors. A zero field takes the
// value of [DefaultLimits].
type Limits struct {
	Points       int   // on one board
	Steps        int   // of one recorded run
	MessageBytes int64 // of one websocket message, decompressed
	RunBytes     int   // memory that one run may keep
	Sessions     int   // open sockets, without those that follow
	Followers    int   // open sockets that follow a session
	Watchers     int   // open sockets that watch one by its steps
	Seats        int   // of them before one session
	PerAddress   int   // open sockets of one client address
	// FollowFPS is the frames a second that followers get of a run that plays; 0: as many as
	// the presenter
	FollowFPS   float64
	Renders     int // runs recorded at once for pages and pictures, see newLanes
	URLBytes    int // of a request's path and query
	PictureSide int // CSS pixels of a picture's longer side
	Pixels      int // of one picture, and of all pictures of an animation
	GIFFrames   int // of one animation

	Idle    time.Duration // a session that says nothing for so long is closed
	Request time.Duration // a page or picture that takes longer to make is given up
	Wait    time.Duration // and one that has to wait longer until it is made is refused
}

// DefaultLimits suit a lecture hall and one machine with a few cores.
func DefaultLimits() Limits {
	return Limits{
		Points:       dataset.MaxPoints,
		Steps:        record.DefaultSteps,
		MessageBytes: 7 << 20, // a file of data of 5 MiB in base64
		RunBytes:     record.DefaultBytes,
		Sessions:     500,
		Followers:    2000,
		Watchers:     10_000,
		Seats:        hall.DefaultFollowers,
		PerAddress:   100,
		Renders:      4 * runtime.GOMAXPROCS(0),
		URLBytes:     64 << 10,
		PictureSide:  4000,
		Pixels:       64_000_000,
		GIFFrames:    64,
		Idle:         30 * time.Minute,
		Request:      20 * time.Second,
		Wait:         20 * time.Second,
	}
}

// withDefaults fills the fields that are zero.
func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	fill(&l.Points, d.Points)
	fill(&l.Steps, d.Steps)
	fill(&l.MessageBytes, d.MessageBytes)
	fill(&l.RunBytes, d.RunBytes)
	fill(&l.Sessions, d.Sessions)
	fill(&l.Followers, d.Followers)
	fill(&l.Watchers, d.Watchers)
	fill(&l.Seats, d.Seats)
	fill(&l.PerAddress, d.PerAddress)
	fill(&l.Renders, d.Renders)
	fill(&l.URLBytes, d.URLBytes)
	fill(&l.PictureSide, d.PictureSide)
	fill(&l.Pixels, d.Pixels)
	fill(&l.GIFFrames, d.GIFFrames)
	fill(&l.Idle, d.Idle)
	fill(&l.Request, d.Request)
	fill(&l.Wait, d.Wait)
	return l
}

func fill[T int | int64 | time.Duration](field *T, def T) {
	if *field == 0 {
		*field = def
	}
}

// check reports a configuration that cannot work.
func (c Config) check() error {
	if len(c.Demos) == 0 {
		return errors.New("web: no demos")
	}
	seen := map[string]bool{}
	for _, d := range c.Demos {
		if seen[d.ID] {
			return fmt.Errorf("web: two demos are called %s", d.ID)
		}
		if len(d.Presets) == 0 {
			return fmt.Errorf("web: the demo %s has no preset to show first", d.ID)
		}
		seen[d.ID] = true
	}
	l := c.Limits
	if !(l.FollowFPS >= 0) {
		return errors.New("web: the limit FollowFPS is negative")
	}
	for _, f := range []struct {
		name string
		n    int64
	}{
		{"Points", int64(l.Points)},
		{"Steps", int64(l.Steps)},
		{"MessageBytes", l.MessageBytes},
		{"RunBytes", int64(l.RunBytes)},
		{"Sessions", int64(l.Sessions)},
		{"Followers", int64(l.Followers)},
		{"Watchers", int64(l.Watchers)},
		{"Seats", int64(l.Seats)},
		{"PerAddress", int64(l.PerAddress)},
		{"Renders", int64(l.Renders)},
		{"URLBytes", int64(l.URLBytes)},
		{"PictureSide", int64(l.PictureSide)},
		{"GIFFrames", int64(l.GIFFrames)},
		{"Idle", int64(l.Idle)},
		{"Request", int64(l.Request)},
	} {
		if f.n < 0 {
			return fmt.Errorf("web: the limit %s is negative", f.name)
		}
	}
	return nil
}
