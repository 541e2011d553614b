package frame

import (
	"context"
	"fmt"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// A Scene is what a step shows, before it is drawn: what it says, and its panels
// with all their marks. It needs the recording no more and does not change, so it
// can be drawn at several sizes, and at several at once.
type Scene struct {
	frame  wire.Frame // without pictures
	demo   string
	panels []mark.Panel
	quiet  bool // the pictures leave out their tooltips
	coarse int  // so many times fewer nodes of fields, because a hand drags something; 0: it does not
	types  Typesetter
}

// A Quiz is what a question changes of a picture.
type Quiz struct {
	Open  string      // the question that is open, by its id: what comes after the step is left out
	Marks []mark.Mark // what a verdict draws on the board
}

// A haste says what of a step is left out.
type haste int

const (
	unhurried haste = iota
	moving          // a hand drags something: what takes long waits
	brief           // and many do: so does what is not under the hand
)

// coarseness is how many times fewer nodes fields have along each side.
var coarseness = [...]int{moving: 2, brief: 3}

// Compose makes the scene of what [BuildLive] draws. It looks at how the view sets
// charts, and at whether it has the board only, but not at sizes.
func Compose(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, ref string, v wire.View, t Typesetter) (*Scene, error) {
	return compose(ctx, d, rec, ghost, n, v, t, &ref, unhurried, Quiz{})
}

// ComposeQuiz is Compose while a question is open, or has been answered.
func ComposeQuiz(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, ref string, v wire.View, t Typesetter, q Quiz) (*Scene, error) {
	return compose(ctx, d, rec, ghost, n, v, t, &ref, unhurried, q)
}

// ComposeMoving is Compose while a hand drags something: see [algos.Step.Moving].
func ComposeMoving(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, ref string, v wire.View, t Typesetter) (*Scene, error) {
	return compose(ctx, d, rec, ghost, n, v, t, &ref, moving, Quiz{})
}

// ComposeBrief is ComposeMoving with what the hand moves alone: see [wire.Frame].
func ComposeBrief(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, v wire.View, t Typesetter) (*Scene, error) {
	return compose(ctx, d, rec, ghost, n, v, t, new(string), brief, Quiz{})
}

// compose makes a scene. ref is nil if the pictures keep their tooltips.
func compose(
	ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, v wire.View, t Typesetter, ref *string, how haste, quiz Quiz,
) (*Scene, error) {
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	if how >= moving {
		s = s.Moving()
	}
	status := s.Status
	if rec.Complete() && n == rec.Len()-1 {
		status = rec.Status() // a recording that reached its cap says so
	}
	book := t.Book(d)
	f := wire.Frame{
		Step:    n,
		Total:   rec.Len(),
		Part:    n - rec.Back(n, algos.Normal),
		Count:   Count(rec, n),
		Phase:   s.Phase.In(book),
		Next:    wire.Next{Small: s.Next.Small.In(book), Step: s.Next.Step.In(book), Pass: s.Next.Pass.In(book)},
		Status:  StatusOf(status, t, book),
		Checks:  []wire.Check{},
		Metrics: []wire.Metric{},
		Offer:   s.Takeaway,
		Brief:   how == brief,
	}
	for _, e := range s.Events {
		f.Events = append(f.Events, wire.Event{Step: n, Kind: e.Kind, Text: Plain(e.Text, t, book)})
	}
	if how != brief {
		tell(&f, s, t, book)
	}
	until := rec.Len()
	if quiz.Open != "" {
		until, ghost = n+1, nil
		f.Asks, f.Next, f.Offer = quiz.Open, wire.Next{}, nil
	}
	if ref != nil && how == unhurried {
		f.Questions = questions(d, s, book, t)
	}
	var panels []mark.Panel
	if how == brief {
		panels = dressed(rec, underHands(rec.Held(s)))
	} else {
		panels = panelsUntil(d, rec, n, until, s, v, book)
	}
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	if ghost != nil {
		if err := drawGhost(ctx, panels, d, ghost, n, v, book); err != nil {
			return nil, fmt.Errorf("draw the run before: %w", err)
		}
	}
	if len(panels) > 0 && len(quiz.Marks) > 0 {
		panels[0].Marks = slices.Concat(panels[0].Marks, quiz.Marks)
	}
	for i, p := range panels {
		panels[i] = p.In(book)
	}
	if ref != nil && *ref != "" {
		f.Look = look(panels, *ref, rec.Set())
	}
	return &Scene{frame: f, demo: d.ID, panels: panels, quiet: ref != nil, coarse: coarseness[how], types: t}, nil
}

// tell adds to a frame what the step says and promises, and its metrics.
func tell(f *wire.Frame, s algos.Step, t Typesetter, book say.Book) {
	f.Say, f.Speech = t.Say(s.Say(), book)
	checks := s.Checks()
	f.Checks, f.Promise = wireChecks(checks, book), t.Checks(checks, book)
	for name, x := range s.Named() {
		f.Metrics = append(f.Metrics, wire.Metric{Name: name, Value: number(x)})
	}
}

// underHands are the panels on which something can be dragged: the first one, and those
// that edit points or have a handle.
func underHands(panels []mark.Panel) []mark.Panel {
	var out []mark.Panel
	for i, p := range panels {
		held := func(m mark.Mark) bool {
			_, ok := m.(mark.Handle)
			return ok
		}
		if i == 0 || p.Edits != "" || slices.ContainsFunc(p.Marks, held) {
			out = append(out, p)
		}
	}
	return out
}

// Draw draws a scene at the sizes of a view, as another frame each time. Its ID is
// zero.
func (s *Scene) Draw(ctx context.Context, v wire.View) (*wire.Frame, error) {
	return s.draw(ctx, v, s.coarse, nil, draw)
}

// DrawAfter is Draw of a step of which a brief frame has been drawn already, for the same
// view. It takes that frame's panels over, and draws the fields of others as coarsely: a
// boundary that is drawn finer now and then trembles.
func (s *Scene) DrawAfter(ctx context.Context, v wire.View, b *wire.Frame) (*wire.Frame, error) {
	return s.draw(ctx, v, coarseness[brief], b.Panels, draw)
}

// A drawing makes the picture of a panel.
type drawing func(mark.Panel, viz.Options, Typesetter) (wire.Panel, error)

func (s *Scene) draw(ctx context.Context, v wire.View, coarse int, drawn []wire.Panel, draw drawing) (*wire.Frame, error) {
	panels := s.panels
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	f := s.frame
	f.Panels = make([]wire.Panel, 0, len(panels))
	for i, p := range panels {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(drawn, func(d wire.Panel) bool { return d.ID == p.ID }); at >= 0 {
			f.Panels = append(f.Panels, drawn[at])
			continue
		}
		o := Options(p, i, v)
		if i > 0 && (p.Waits || slices.Contains(v.Away, p.ID)) {
			f.Panels = append(f.Panels, wire.Panel{
				ID: p.ID, Title: p.Title.String(), Size: [2]float64{o.Size.W, o.Size.H}, Away: true, Waits: p.Waits,
			})
			continue
		}
		o.Quiet, o.Coarse = s.quiet, coarse
		picture, err := draw(p, o, s.types)
		if err != nil {
			return nil, fmt.Errorf("draw panel %s of step %d of %s: %w", p.ID, f.Step, s.demo, err)
		}
		f.Panels = append(f.Panels, picture)
	}
	return &f, nil
}
