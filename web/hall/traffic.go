package hall

import "sync/atomic"

// traffic counts what goes between servers.
type traffic struct {
	castsOut, castsIn, bytesOut, bytesIn, gaps, wholes, failed atomic.Int64
}

// Traffic is what went between this server and others.
type Traffic struct {
	CastsOut, CastsIn int64 // messages about rooms
	BytesOut, BytesIn int64
	Gaps              int64 // casts that were missed, and made up for
	Wholes            int64 // rooms that were sent to another server at once
	Failed            int64 // what could not be sent or read
}

// Traffic returns what went between servers so far.
func (h *Hall) Traffic() Traffic {
	t := &h.traffic
	return Traffic{
		CastsOut: t.castsOut.Load(), CastsIn: t.castsIn.Load(), BytesOut: t.bytesOut.Load(), BytesIn: t.bytesIn.Load(),
		Gaps: t.gaps.Load(), Wholes: t.wholes.Load(), Failed: t.failed.Load(),
	}
}

// Elsewhere is how many on other servers follow those who present here.
func (h *Hall) Elsewhere() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for _, b := range h.broadcasts {
		if s := b.standing(); s.here {
			n += b.size() - s.people.here
		}
	}
	return n
}

// Cut reports whether there are other servers, and none can be reached.
func (h *Hall) Cut() bool { return h.relay != nil && h.relay.Cut() }
