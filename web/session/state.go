package session

import (
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// runChunk bounds the events of one run message.
const runChunk = 2000

// book is how the reader's language says what the demo says.
func (s *session) book() say.Book { return s.cfg.Typesetter.Book(s.doc.demo) }

// runChanged reports whether a run message has something to say.
func (s *session) runChanged() bool {
	o := &s.out
	return o.reset || o.total != s.rec.Len() || o.complete != s.rec.Complete() || o.events < len(s.rec.Events()) || o.ghost != s.compare()
}

// runDue reports whether a run message may be sent now. It may be sent at once when
// the run has started over or is complete, and else every now and then.
func (s *session) runDue(now time.Time) bool {
	if !s.runChanged() || s.runWaits() {
		return false
	}
	return s.out.reset || s.rec.Complete() || !now.Before(s.out.run)
}

// runWaits reports whether nothing is said of the run yet: it was drawn briefly, and the
// next picture that is not brief comes when the hand moves on or rests.
func (s *session) runWaits() bool {
	return s.out.brief && !s.out.telling && s.moving() && s.presenter.Key() == ""
}

// runMessage returns the next run message, and notes what it says as sent.
func (s *session) runMessage(now time.Time) *wire.Run {
	o := &s.out
	st := s.rec.Status()
	m := &wire.Run{
		Total:    s.rec.Len(),
		Complete: s.rec.Complete(),
		Status:   frame.StatusOf(st, s.cfg.Typesetter, s.book()),
		Reset:    o.reset,
		Chance:   s.rec.Chance(),
	}
	events := s.rec.Events()[o.events:]
	if len(events) > runChunk {
		events = events[:runChunk]
		m.Complete = false // there is more to say
	}
	m.Events = s.wireEvents(events)
	m.Sizes = digits(s.rec.Sizes()[o.sizes:])
	o.ghost = s.compare()
	m.Ghost = o.ghost.message()
	o.reset, o.run = false, now.Add(runTime)
	o.total, o.complete = m.Total, m.Complete
	o.events += len(events)
	o.sizes = m.Total
	return m
}

// digits writes the sizes of steps, a digit each.
func digits(sizes []uint8) string {
	out := make([]byte, len(sizes))
	for i, size := range sizes {
		out[i] = '0' + size
	}
	return string(out)
}

func (s *session) wireEvents(events []record.Event) []wire.Event {
	book := s.book()
	out := make([]wire.Event, len(events))
	for i, e := range events {
		out[i] = wire.Event{Step: e.Step, Kind: e.Kind, Text: frame.Plain(e.Text, s.cfg.Typesetter, book)}
	}
	return out
}

// state describes the recipe and the controls as they stand.
func (s *session) state() *wire.State {
	l, d, play := s.cfg.Limits, &s.doc, s.transport.play
	w := d.shown
	m := &wire.State{
		Demo:    d.demo.ID,
		Query:   s.query(),
		Preset:  d.recipe.Preset,
		Params:  values(d.schema, d.recipe.Params),
		Seed:    d.recipe.Seed,
		Data:    generator(d.recipe.Data),
		Points:  points(d.set),
		Held:    d.set.Held,
		Dim:     d.set.Dim,
		Target:  targetNames[d.set.Target],
		Classes: []string{}, // an empty list and not null
		Window:  [4]float64{w.X0, w.X1, w.Y0, w.Y1},
		Scales:  frame.Scales(d.lang, d.demo, d.recipe, d.set),
		Cursor:  min(s.transport.cursor, s.rec.Len()-1),
		Playing: play.on,
		Rate:    play.rate,
		Size:    wire.Sizes[play.size],
		Limits:  wire.Limits{Points: min(l.Points, d.demo.Input.Limit()), Steps: l.Steps, Bytes: l.MessageBytes, Rate: l.Rate},
		CanUndo: nextLabel(d.history.done),
		CanRedo: nextLabel(d.history.undone),
		Tour:    s.stop,
		Follow:  s.presenter.Key(),
		Asking:  s.askingMessage(),
		Poll:    s.pollMessage(time.Now()),
	}
	advice, err := d.advise(s.moving())
	if err != nil {
		s.cfg.Log.Error("data that a run has give no advice", "demo", d.demo.ID, "error", err)
	}
	m.Advice = adviceOf(advice, s.book())
	if d.set.Target == dataset.Classes && d.demo.Input.Classified() {
		m.Classes = classNames(d.set, d.demo)
	}
	if !d.set.Names.Empty() {
		m.Columns = d.set.Columns()
	}
	for _, e := range d.set.Edges {
		m.Edges = append(m.Edges, [3]float64{float64(e.From), float64(e.To), e.Weight})
	}
	m.Table = wire.TableOf(d.recipe.Data.Table, dataset.MaxRows)
	if in := d.demo.Input.Cells; in != nil {
		all := in.All(in.Given(d.recipe.Data, d.recipe.Params))
		m.Cells, m.Layers = wire.CellsOf(all[0].Cells), wire.LayersOf(all)
	}
	if s.out.schema {
		m.Schema, m.Resume = d.schema, s.resumeKey
	}
	return m
}

// query is the recipe at the cursor, as it stands in a link.
func (s *session) query() string {
	r := s.doc.recipe
	r.Step = s.transport.settled(s.rec)
	if cursor := s.transport.cursor; r.Step > cursor && s.transport.goal.kind == nowhere || r.Step == algos.Midway {
		r.Step = cursor // the place lies beyond the end of the run, or is not known yet
	}
	q, err := r.Query(s.doc.demo)
	if err != nil {
		s.cfg.Log.Error("a recipe has no link", "demo", s.doc.demo.ID, "error", err)
		return ""
	}
	return q.Encode()
}

// adviceOf is what the data say of parameters, as messages have it.
func adviceOf(advice map[string]param.Advice, book say.Book) map[string]wire.Advice {
	if len(advice) == 0 {
		return nil
	}
	out := make(map[string]wire.Advice, len(advice))
	for name, a := range advice {
		out[name] = wire.Advice{Values: a.Values, Slider: a.Slider, Far: a.Far.In(book)}
	}
	return out
}

var targetNames = map[dataset.Target]string{dataset.Classes: "classes", dataset.Values: "values", dataset.None: "none"}

// values returns the values of all parameters: those given, and else the defaults.
func values(schema param.Schema, given param.Values) map[string]string {
	out := make(map[string]string, len(schema))
	for _, p := range schema {
		out[p.Name] = p.Default
		if v, ok := given[p.Name]; ok {
			out[p.Name] = v
		}
	}
	return out
}

// generator describes generated data. It returns nil for explicit points.
func generator(src dataset.Source) *wire.Data {
	if src.Generator == "" {
		return nil
	}
	n := src.N
	if g, ok := dataset.FindGenerator(src.Generator); ok && n == 0 {
		n = g.N
	}
	return &wire.Data{Generator: src.Generator, N: n, Noise: src.Noise, Seed: src.Seed, Features: src.Features}
}

// points returns the points as messages have them.
func points(set dataset.Set) [][3]float64 {
	out := make([][3]float64, len(set.Points))
	for i, p := range set.Points {
		out[i] = [3]float64{p.X[0], p.X[1], p.Y}
		if set.Dim == 1 {
			x, y := set.Place(p)
			out[i] = [3]float64{x, y, 0}
		}
	}
	return out
}

// classNames returns the names of the classes that can be placed.
func classNames(set dataset.Set, d algos.Demo) []string {
	names := make([]string, d.Input.Classes())
	for k := range names {
		names[k] = set.ClassName(k)
	}
	return names
}
