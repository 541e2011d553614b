package hall

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// A Relay carries what the halls of several servers say to each other, at most once and
// in order, by subjects as NATS has them. Its methods are called from many goroutines.
type Relay interface {
	// Publish says something to all who listen to a subject. What cannot be said now is
	// lost.
	Publish(subject string, data []byte) error
	// Ask publishes, and returns the first answer. It fails soon if nobody listens.
	Ask(ctx context.Context, subject string, data []byte) ([]byte, error)
	// Listen returns a listener that calls a function with what is said, one after the
	// other. Only a question has an answer; else it is nil.
	Listen(hear func(subject string, data []byte, answer func([]byte))) Listener
	// Cut reports whether other servers cannot be reached now.
	Cut() bool
}

// A Listener hears what is said on its subjects. What comes faster than it is taken is lost.
type Listener interface {
	Hear(subject string) error
	Ignore(subject string)
	Close()
}

// Subjects. What the servers say to each other has a version of its own.
const (
	subjectRoot = "pg.1."
	subjectFind = subjectRoot + "find"

	subjectSaid  = "said"  // state, run, gather, beat and over of whoever has the presenter
	subjectCast  = "cast." // and frames, by class
	subjectWhole = "whole" // asks for all of a class at once
	subjectHere  = "here"  // how many follow elsewhere
	subjectAsk   = "ask"   // asks the presenter's server something else
)

// subject is what is said of a room.
func subject(key, about string) string { return subjectRoot + key + "." + about }

// A rank says who presents in a room if several servers think that they have the presenter:
// the one of the newest epoch.
type rank struct {
	epoch uint64 // rises with every presenter; about the time in ms
	node  uint64 // of two at the same moment the greater counts
}

func (r rank) before(o rank) bool {
	return r.epoch < o.epoch || r.epoch == o.epoch && r.node < o.node
}

// Kinds of casts, beside those of messages to followers.
const (
	castBeat   = kinds + iota // that the presenter's server is there
	castGather                // the presenter calls
	castPlace                 // where the presenter is, for those who watch by steps
	castOver                  // it is over
)

// A cast is what a server says of a room whose presenter it has.
type cast struct {
	kind  int
	class int
	whole bool
	rank  rank
	n     uint64 // counts the casts of this kind and class; some may be left out
	frame uint64 // its id
	body  []byte // the message as followers get it
	// The body as [Message.Payload] deflates it; nil: it is not deflated. Of what came from
	// elsewhere body is nil then.
	packed []byte
}

const (
	castHead     = 4 + 4*8
	flagWhole    = 1
	flagDeflated = 2

	castVersion = 2
	maxCast     = 1<<20 - 4<<10
	maxBody     = 32 << 20 // once inflated
)

var (
	errCast     = errors.New("not a cast")
	errTooLarge = fmt.Errorf("larger than %d bytes", maxCast)
)

// pack writes a cast.
func (c cast) pack() ([]byte, error) {
	flags, body := byte(0), c.body
	if c.packed != nil {
		flags, body = flagDeflated, c.packed
	}
	if c.whole {
		flags |= flagWhole
	}
	if castHead+len(body) > maxCast {
		return nil, errTooLarge
	}
	b := make([]byte, 0, castHead+len(body))
	b = append(b, castVersion, byte(c.kind), byte(c.class), flags)
	for _, x := range []uint64{c.rank.epoch, c.rank.node, c.n, c.frame} {
		b = binary.BigEndian.AppendUint64(b, x)
	}
	return append(b, body...), nil
}

// unpack reads a cast.
func unpack(b []byte) (cast, error) {
	if len(b) < castHead || b[0] != castVersion || int(b[1]) > castOver || int(b[2]) >= len(sizes) {
		return cast{}, errCast
	}
	at := func(i int) uint64 { return binary.BigEndian.Uint64(b[4+8*i:]) }
	c := cast{kind: int(b[1]), class: int(b[2]), whole: b[3]&flagWhole != 0, rank: rank{at(0), at(1)}, n: at(2), frame: at(3), body: b[castHead:]}
	if b[3]&flagDeflated != 0 {
		c.body, c.packed = nil, c.body
	}
	return c, nil
}

// plain returns the body as it is.
func (c cast) plain() ([]byte, error) {
	if c.packed == nil {
		return c.body, nil
	}
	return inflated(c.packed)
}

// packAll writes several casts as one, to be unpacked by unpackAll.
func packAll(casts []cast) ([]byte, error) {
	var all []byte
	for _, c := range casts {
		p, err := c.pack()
		if err != nil {
			return nil, err
		}
		all = append(binary.BigEndian.AppendUint32(all, uint32(len(p))), p...)
	}
	if all = deflated(all); len(all) > maxCast {
		return nil, errTooLarge
	}
	return all, nil
}

func unpackAll(data []byte) ([]cast, error) {
	all, err := inflated(data)
	if err != nil {
		return nil, err
	}
	var casts []cast
	for len(all) > 0 {
		if len(all) < 4 || uint64(binary.BigEndian.Uint32(all)) > uint64(len(all)-4) {
			return nil, errCast
		}
		n := 4 + binary.BigEndian.Uint32(all)
		c, err := unpack(all[4:n])
		if err != nil {
			return nil, err
		}
		casts, all = append(casts, c), all[n:]
	}
	return casts, nil
}

// A beat says every second, and a moment after the last cast, how a room stands.
type beat struct {
	Age      int64              `json:"age"`             // since when this is the presenter, in ms
	Known    uint64             `json:"known,omitempty"` // the epoch and the page of its [Claim]
	Page     string             `json:"page,omitempty"`
	Here     int                `json:"here"`
	Taken    int                `json:"taken"` // seats
	Held     bool               `json:"held,omitempty"`
	Lasting  bool               `json:"lasting,omitempty"`
	Gathered uint64             `json:"gathered,omitempty"`
	Words    [kindFrame]uint64  `json:"words"` // the last n of each kind
	Frames   [len(sizes)]uint64 `json:"frames"`
}

// A guest is a server that follows the room of another one.
type guest struct {
	Node  uint64          `json:"node"`
	Epoch uint64          `json:"epoch"` // of the presenter that it knows
	Here  [len(sizes)]int `json:"here"`  // by class
	Ears  int             `json:"ears,omitempty"`
	Watch int             `json:"watch,omitempty"` // those who watch by steps
	Leave bool            `json:"leave,omitempty"`
}

// followers are those who take seats and see something.
func (g guest) followers() int {
	n := 0
	for _, k := range g.Here {
		n += k
	}
	return n
}

// nobody reports whether nobody is there.
func (g guest) nobody() bool { return g.followers()+g.Ears+g.Watch == 0 }

// readGuest reads what another server says, and takes no more of it than can be true.
func readGuest(data []byte) (guest, error) {
	var g guest
	if err := json.Unmarshal(data, &g); err != nil {
		return guest{}, fmt.Errorf("read who is here: %w", err)
	}
	for _, n := range append(g.Here[:], g.Ears, g.Watch) {
		if n < 0 || n > maxHere {
			return guest{}, errCast
		}
	}
	return g, nil
}

// maxHere bounds the followers of one server.
const maxHere = 1_000_000
