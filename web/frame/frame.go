// Package frame builds what is shown of one step: the pictures of its panels and
// charts, the sentences and the promises. The websocket session, the pages that
// are rendered on the server and the image URLs all use it, so they show the
// same.
package frame

import (
	"context"
	"math"
	"slices"
	"strings"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// A Typesetter turns what a step says into HTML.
type Typesetter interface {
	// Book returns how the reader's language says what the demo says; nil for
	// English.
	Book(d algos.Demo) say.Book
	// Say returns the sentences and formulas as HTML with MathML, and as plain
	// text for a live region.
	Say(lines []algos.Line, book say.Book) (html, speech string)
	// Checks returns the promises of theory as HTML.
	Checks(checks []algos.Check, book say.Book) string
	// Legend returns the legend of a picture as HTML; empty for no items.
	Legend(items []viz.LegendItem) string
}

// Plain is a phrase as plain text in the reader's language, its formulas too.
func Plain(p say.Phrase, t Typesetter, book say.Book) string {
	text := p.In(book)
	if strings.Contains(text, "$") {
		_, text = t.Say([]algos.Line{{Text: p}}, book)
	}
	return text
}

// StatusOf is a status in the reader's language.
func StatusOf(s algos.Status, t Typesetter, book say.Book) wire.Status {
	return wire.Status{State: string(s.State), Reason: Plain(s.Reason, t, book)}
}

// DefaultView is used until a client says how large it shows the pictures.
var DefaultView = wire.View{Board: [2]float64{640, 560}, Side: [2]float64{350, 190}}

// Board is the id of the first panel, which stands large and is there at every step.
// What a reader may edit on it, and on the others, says [mark.Panel.Edits].
const Board = "board"

// ChartID returns the panel id of a demo's chart.
func ChartID(c mark.Chart) string { return "chart-" + c.ID }

// Panels returns everything that is drawn of step n, set as the view says. First
// come the step's own panels, with the board before the others. Then come the
// demo's charts of the metrics recorded so far, unless the demo refused the
// points. They speak the language of the book.
func Panels(d algos.Demo, rec *record.Recorder, n int, s algos.Step, v wire.View, book say.Book) []mark.Panel {
	return panelsUntil(d, rec, n, rec.Len(), s, v, book)
}

// panelsUntil is Panels with charts of the first steps alone.
func panelsUntil(d algos.Demo, rec *record.Recorder, n, until int, s algos.Step, v wire.View, book say.Book) []mark.Panel {
	panels := dressed(rec, rec.Panels(s))
	if s.Status.State == algos.Refused {
		return panels // there are no metrics to chart
	}
	for _, c := range rec.Charts() {
		set := v.Panels[ChartID(c)]
		if set.Log != nil {
			c.Log = *set.Log
		}
		series := func(metric string) []float64 {
			values := rec.Series(metric)
			return values[:min(until, len(values))]
		}
		p := viz.ChartPanel(c, series, until, n, hidden(c, set, book)...)
		p.ID = ChartID(c)
		panels = append(panels, p)
	}
	return panels
}

// dressed gives a step's own panels the names of the data.
func dressed(rec *record.Recorder, panels []mark.Panel) []mark.Panel {
	for i := range panels {
		if i == 0 || panels[i].Edits == mark.EditsData {
			panels[i].Classes = rec.Classes()
		}
		panels[i].NameAxes(rec.Set())
	}
	return panels
}

// hidden returns the names of a chart's series that the view hides. The view calls
// them as the legend does, in the reader's language.
func hidden(c mark.Chart, set wire.PanelView, book say.Book) []string {
	var names []string
	for _, s := range c.Series {
		name := s.Name()
		if slices.Contains(set.Hidden, name) || slices.Contains(set.Hidden, say.Phrase(name).In(book)) {
			names = append(names, name)
		}
	}
	return names
}

// Options returns how the i-th panel of a step is drawn. The board has its own
// size. The others have the size of a side view and the height that they ask
// for, unless the view has a size for them.
func Options(p mark.Panel, i int, v wire.View) viz.Options {
	w, h := v.Side[0], v.Side[1]
	if i == 0 {
		w, h = v.Board[0], v.Board[1]
	} else if p.Height > 0 {
		h = max(math.Round(w*min(p.Height, maxHeight)), wire.MinSide)
	}
	if size := v.Panels[p.ID].Size; size != nil && i > 0 {
		w, h = size[0], size[1]
	}
	return viz.Options{Size: viz.Size{W: w, H: h}, Projector: v.Projector}
}

// maxHeight is the largest height that a side view may ask for, as a share of
// its width.
const maxHeight = 3

// Build draws step n of a recording at the sizes of the view. It replays the run
// if the step was dropped. The frame is complete, and its ID is zero.
func Build(ctx context.Context, d algos.Demo, rec *record.Recorder, n int, v wire.View, t Typesetter) (*wire.Frame, error) {
	return build(ctx, d, rec, nil, n, v, t, nil)
}

// BuildLive is Build for a page that asks for tooltips one at a time. The
// pictures leave them out, and ref is what the page looks at (see [LookAt]).
// Another run, the ghost, is drawn faintly below the run; nil draws none.
func BuildLive(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, ref string, v wire.View, t Typesetter) (*wire.Frame, error) {
	return build(ctx, d, rec, ghost, n, v, t, &ref)
}

// build draws a frame. ref is nil if the pictures keep their tooltips.
func build(ctx context.Context, d algos.Demo, rec, ghost *record.Recorder, n int, v wire.View, t Typesetter, ref *string) (*wire.Frame, error) {
	s, err := compose(ctx, d, rec, ghost, n, v, t, ref, unhurried, Quiz{})
	if err != nil {
		return nil, err
	}
	return s.Draw(ctx, v)
}

// Count returns in which step of each size step n is.
func Count(rec *record.Recorder, n int) wire.Count {
	return wire.Count{Small: rec.Count(n, algos.Micro), Step: rec.Count(n, algos.Normal), Pass: rec.Count(n, algos.Pass)}
}

// draw makes the picture of one panel.
func draw(p mark.Panel, o viz.Options, t Typesetter) (wire.Panel, error) {
	pic, err := viz.Draw(p, o)
	if err != nil {
		return wire.Panel{}, err
	}
	legend := t.Legend(pic.Legend)
	w := pic.Window
	out := wire.Panel{
		ID: p.ID, Title: p.Title.String(), Note: p.Note.String(), Alt: p.Alt.String(),
		Size:   [2]float64{pic.Size.W, pic.Size.H},
		Area:   pic.Area,
		Window: [4]float64{w.X0, w.X1, w.Y0, w.Y1},
		Layers: make(map[string]string, len(pic.Layers)),
		Legend: &legend,
		Log:    p.Y.Log,
	}
	if m := pic.Marks; m != w {
		out.Marks = &[4]float64{m.X0, m.X1, m.Y0, m.Y1}
	}
	if p.ID != Board || p.Edits != mark.EditsData { // points on the board are what a client expects
		out.Edits, out.Grid = p.Edits, p.Grid
	}
	for _, l := range pic.Layers {
		out.Layers[l.Name] = string(l.SVG)
	}
	return out, nil
}

func wireChecks(checks []algos.Check, book say.Book) []wire.Check {
	out := make([]wire.Check, len(checks))
	for i, c := range checks {
		out[i] = wire.Check{
			Name: c.Name, Left: number(c.Left), Rel: c.Rel, Right: number(c.Right),
			Holds: holds(c.Verdict), Verdict: string(c.Verdict), Why: c.Why.In(book),
			Within: bounded(c.Within), Size: bounded(c.Size), Rounding: bounded(c.Rounding),
		}
	}
	return out
}

// holds returns null while the verdict is open, where nothing is decided, and where
// the check does not apply.
func holds(v algos.Verdict) *bool {
	switch v {
	case algos.Holds, algos.Broken:
		h := v == algos.Holds
		return &h
	}
	return nil
}

// bounded leaves out what is no number.
func bounded(x float64) float64 {
	if n := number(x); n != nil {
		return *n
	}
	return 0
}

// number returns null for a number that is not finite, because JSON has no such
// numbers.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
