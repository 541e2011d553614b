package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// lookAhead is how many steps after the shown one are recorded for a page, so
// that its charts and its timeline are not empty. It is a number of steps and
// not of milliseconds, so that the same address gives the same answer.
const lookAhead = 1000

// A shot is one step of a recipe's run, and the recording around it.
type shot struct {
	demo algos.Demo
	rec  *record.Recorder
	step int
	book say.Book // what it says in the reader's language
}

// record runs a recipe up to its step and some steps further. The caller closes
// the recording.
func (s *Server) record(ctx context.Context, d algos.Demo, r algos.Recipe, ahead int) (*shot, error) {
	p, err := r.Problem()
	if err != nil {
		return nil, err
	}
	if n, most := len(p.Points)+len(p.Table.Rows), min(s.cfg.Limits.Points, d.Input.Limit()); n > most {
		return nil, refusal(http.StatusBadRequest, "error.points", n, most).about("data", d.ID)
	}
	rec, err := record.New(ctx, d, r, record.Limits{Steps: s.cfg.Limits.Steps, Bytes: s.cfg.Limits.RunBytes})
	if err != nil {
		return nil, err
	}
	last := algos.Last
	if r.Step != algos.Last {
		last = min(r.Step+ahead, algos.MaxStep)
	}
	if err := s.extend(ctx, rec, last); err != nil {
		rec.Close()
		return nil, err
	}
	step := rec.Len() - 1
	if r.Step != algos.Last {
		step = min(r.Step, step)
	}
	return &shot{demo: d, rec: rec, step: step, book: d.Book(lang.From(ctx).String())}, nil
}

// turn is how long a picture's run may use a processor before it lets waiting
// sessions have one. It divides the work and does not change its result.
const turn = 8 * time.Millisecond

// extend records up to a step, in turns.
func (s *Server) extend(ctx context.Context, rec *record.Recorder, last int) error {
	if last == algos.Last {
		last = algos.MaxStep
	}
	for !rec.Complete() && rec.Len() <= last {
		err := s.compute(ctx, func() error {
			end := time.Now().Add(turn)
			return rec.Extend(ctx, func() bool { return rec.Len() <= last && time.Now().Before(end) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// compute does some work when a processor is free.
func (s *Server) compute(ctx context.Context, work func() error) error {
	if err := s.cpu.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.cpu.Release(1)
	return work()
}

// with records a recipe and calls use with the recording. The number of calls at
// once is bounded, because each keeps a recording in memory.
func (s *Server) with(ctx context.Context, d algos.Demo, r algos.Recipe, ahead int, use func(*shot) error) error {
	if err := s.renders.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.renders.Release(1)
	shot, err := s.record(ctx, d, r, ahead)
	if err != nil {
		return err
	}
	defer shot.rec.Close()
	return use(shot)
}

// frame draws the shot as a page shows it.
func (h *shot) frame(ctx context.Context, v wire.View, t frame.Typesetter) (*wire.Frame, error) {
	return frame.Build(ctx, h.demo, h.rec, h.step, v, t)
}

// panel returns one panel of step n, and its index among the others. An empty id
// means the board.
func (h *shot) panel(ctx context.Context, n int, id string) (algos.Panel, int, error) {
	step, err := h.rec.Step(ctx, n)
	if err != nil {
		return algos.Panel{}, 0, err
	}
	panels := frame.Panels(h.demo, h.rec, n, step, frame.DefaultView, h.book)
	var ids []string
	for i, p := range panels {
		if p.ID == id || (id == "" && i == 0) {
			return p.In(h.book), i, nil
		}
		ids = append(ids, p.ID)
	}
	return algos.Panel{}, 0, refusal(http.StatusBadRequest, "error.panel", strconv.Quote(param.Clip(id)), n, join(ids)).about("panel", h.demo.ID)
}
