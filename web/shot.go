package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
	"playground/viz"
	"playground/web/budget"
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
	rec, memory, err := s.begin(ctx, ctx, d, r)
	if err != nil {
		return nil, err
	}
	rec.OnClose(memory.Close)
	step, err := s.reach(ctx, rec, r.Step, ahead)
	if err != nil {
		rec.Close()
		return nil, err
	}
	memory.Set(max(memory.Held(), int64(rec.Weight())))
	return &shot{demo: d, rec: rec, step: step, book: d.Book(lang.From(ctx).String())}, nil
}

// size is how many points or rows there are, and most how many of them a run may have.
func size(p algos.Problem) int { return len(p.Points) + len(p.HeldOut) + len(p.Table.Rows) }

func (s *Server) most(d algos.Demo, r algos.Recipe) int {
	return min(s.cfg.Limits.Points, d.On(r.Data).Input.Limit())
}

// begin starts the recording of a recipe, which lasts as long as life does, and returns the
// memory that it may come to hold.
func (s *Server) begin(ctx, life context.Context, d algos.Demo, r algos.Recipe) (*record.Recorder, *budget.Account, error) {
	p, err := r.Problem()
	if err != nil {
		return nil, nil, err
	}
	n := size(p)
	if most := s.most(d, r); n > most {
		return nil, nil, refusal(http.StatusBadRequest, "error.points", n, most).about("data", d.ID)
	}
	n += (len(p.Cells.Values) + p.Layers.Len()) / 8 // as sessions count them
	memory := s.budget.Open()
	if err := memory.Reserve(ctx, int64(record.Expect(n, s.cfg.Limits.RunBytes))); err != nil {
		return nil, nil, err
	}
	var rec *record.Recorder
	err = s.compute(ctx, func() (err error) {
		rec, err = record.New(life, d, r, record.Limits{Steps: s.cfg.Limits.Steps, Bytes: s.cfg.Limits.RunBytes})
		return err
	})
	if err != nil {
		memory.Close()
		return nil, nil, err
	}
	return rec, memory, nil
}

// reach records up to a step and some steps further, and returns the step that is shown.
func (s *Server) reach(ctx context.Context, rec *record.Recorder, step, ahead int) (int, error) {
	last := algos.Last
	if step != algos.Last {
		last = min(step+ahead, algos.MaxStep)
	}
	if err := s.extend(ctx, rec, last); err != nil {
		return 0, err
	}
	if step == algos.Last {
		return rec.Len() - 1, nil
	}
	return min(step, rec.Len()-1), nil
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

// with records a recipe and calls use with the recording. The number of calls at
// once is bounded by the lane of the request, because each keeps a recording in memory.
// The time that a request may take begins when it has not to wait any more.
func (s *Server) with(ctx context.Context, d algos.Demo, r algos.Recipe, ahead int, use func(context.Context, *shot) error) error {
	return s.within(ctx, d, r, ahead, s.cfg.Limits.Request, use)
}

// within is with for what may take so long.
func (s *Server) within(ctx context.Context, d algos.Demo, r algos.Recipe, ahead int, most time.Duration, use func(context.Context, *shot) error) error {
	leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	shot, err := s.record(ctx, d, r, ahead)
	if err != nil {
		return err
	}
	defer shot.rec.Close()
	return use(ctx, shot)
}

// frame draws the shot as a page shows it.
func (h *shot) frame(ctx context.Context, v wire.View, t frame.Typesetter) (*wire.Frame, error) {
	return frame.Build(ctx, h.demo, h.rec, h.step, v, t)
}

// caption says what step n shows, for an image that stands alone.
func (h *shot) caption(ctx context.Context, n int) (viz.Caption, error) {
	step, err := h.rec.Step(ctx, n)
	if err != nil {
		return viz.Caption{}, err
	}
	l := lang.From(ctx)
	unit := l.T("live.unit.step")
	if name := h.demo.Units.Name(algos.Normal); name != "" {
		unit = name.In(h.book)
	}
	total := views.TotalSteps(frame.Count(h.rec, h.rec.Len()-1).Step, h.rec.Complete())
	c := viz.Caption{Title: say.Phrase(h.demo.Title).In(h.book), Step: l.T("live.count", strconv.Itoa(frame.Count(h.rec, n).Step), total, unit)}
	var words []string
	for _, line := range step.Say() {
		if text := line.Text.In(h.book); text != "" && !line.Folded {
			words = append(words, mathml.PlainInline(text))
		}
	}
	c.Sentence = strings.Join(words, " ")
	return c, nil
}

// panel returns one panel of step n, and its index among the others. An empty id
// means the board.
func (h *shot) panel(ctx context.Context, n int, id string) (mark.Panel, int, error) {
	step, err := h.rec.Step(ctx, n)
	if err != nil {
		return mark.Panel{}, 0, err
	}
	panels := frame.Panels(h.demo, h.rec, n, step, frame.DefaultView, h.book)
	var ids []string
	for i, p := range panels {
		if p.ID == id || (id == "" && i == 0) {
			return p.In(h.book), i, nil
		}
		ids = append(ids, p.ID)
	}
	return mark.Panel{}, 0, refusal(http.StatusBadRequest, "error.panel", strconv.Quote(param.Clip(id)), n, join(ids)).about("panel", h.demo.ID)
}
