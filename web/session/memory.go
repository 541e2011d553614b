package session

import (
	"context"
	"errors"

	"playground/web/budget"
	"playground/web/record"
	"playground/web/wire"
)

// The memory of a session is what its recordings hold. While a run is being recorded,
// that is at least what such a run may come to hold, so that runs which begin at once
// do not outgrow the budget together.

// promise is the memory that a run on n points may come to hold. Many steps may hold
// more; see [session.weigh].
func (s *session) promise(n int) int { return record.Expect(n, s.cfg.Limits.RunBytes) }

// weight is what the recordings hold.
func (s *session) weight() int {
	bytes := 0
	for _, rec := range s.recordings() {
		bytes += rec.Weight()
	}
	return bytes
}

// recordings are those of the run and of the one before, as far as there are any.
func (s *session) recordings() []*record.Recorder {
	var all []*record.Recorder
	if s.rec != nil {
		all = append(all, s.rec)
	}
	if s.ghost != nil {
		all = append(all, s.ghost.rec)
	}
	return all
}

// fits refuses an edit whose run on n points does not fit into the memory that is left.
// Fewer points, or as many as before, fit.
func (s *session) fits(ctx context.Context, n int) error {
	more := int64(s.promise(n)) - s.memory.Held()
	if more <= 0 {
		return nil
	}
	return s.reserve(ctx, more)
}

// weigh tells the budget what the recordings hold. Where they have outgrown it, they
// drop steps, which are made again when somebody looks at them.
func (s *session) weigh() {
	if s.parked != nil {
		return // the memory is reserved
	}
	bytes := int64(s.weight())
	if s.rec != nil && (s.stale || !s.rec.Complete()) {
		bytes = max(bytes, int64(s.promise(len(s.doc.set.Points)+weighed(s.doc.recipe.Data))))
	}
	more := bytes - s.memory.Held()
	if more <= 0 || s.memory.Grow(more) {
		s.memory.Set(bytes)
		return
	}
	if s.rec != nil {
		s.rec.Fit(min(s.cfg.Limits.RunBytes, max(record.LeastBytes, s.rec.Bytes()/2)))
	}
	s.memory.Set(int64(s.weight()))
}

// spare tells the budget that the recordings of an idle session may go.
func (s *session) spare() {
	select {
	case <-s.asked: // it woke up for something else before it looked
	default:
	}
	if s.idle() {
		s.memory.Rest(func() { s.asked <- struct{}{} })
	}
}

// reserve takes memory, or says in the client's language that there is none.
func (s *session) reserve(ctx context.Context, bytes int64) error {
	err := s.memory.Reserve(ctx, bytes)
	var full *budget.Full
	if !errors.As(err, &full) {
		return err
	}
	limit, need := full.Megabytes()
	return wire.Refuse(wire.Busy, "", "%s", s.cfg.Lang.T("error.memory", need, limit))
}
