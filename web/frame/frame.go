// Package frame builds what is shown of one step: the pictures of its panels and
// charts, the sentences and the promises. The websocket session, the pages that
// are rendered on the server and the image URLs all use it, so they show the
// same.
package frame

import (
	"context"
	"fmt"
	"math"

	"playground/algos"
	"playground/viz"
	"playground/web/record"
	"playground/web/wire"
)

// A Typesetter turns what a step says into HTML.
type Typesetter interface {
	// Say returns the sentences and formulas as HTML with MathML, and as plain
	// text for a live region.
	Say(lines []algos.Line) (html, speech string)
	// Checks returns the promises of theory as HTML.
	Checks(checks []algos.Check) string
	// Legend returns the legend of a picture as HTML; empty for no items.
	Legend(items []viz.LegendItem) string
}

// DefaultView is used until a client says how large it shows the pictures.
var DefaultView = wire.View{Board: [2]float64{640, 560}, Side: [2]float64{350, 190}}

// Board is the id of the first panel, which stands large and is there at every step.
// What a reader may edit on it, and on the others, says [algos.Panel.Edits].
const Board = "board"

// ChartID returns the panel id of a demo's chart.
func ChartID(c algos.Chart) string { return "chart-" + c.ID }

// Panels returns everything that is drawn of step n, set as the view says. First
// come the step's own panels, with the board before the others. Then come the
// demo's charts of the metrics recorded so far, unless the demo refused the
// points.
func Panels(d algos.Demo, rec *record.Recorder, n int, s algos.Step, v wire.View) []algos.Panel {
	panels := s.Panels()
	for i := range panels {
		if i == 0 || panels[i].Edits == algos.EditsData {
			panels[i].Classes = rec.Classes()
		}
	}
	for i := range panels {
		panels[i].NameAxes(rec.Set())
	}
	if s.Status.State == algos.Refused {
		return panels // there are no metrics to chart
	}
	for _, c := range d.Charts {
		set := v.Panels[ChartID(c)]
		if set.Log != nil {
			c.Log = *set.Log
		}
		p := viz.ChartPanel(c, rec.Series, rec.Len(), n, set.Hidden...)
		p.ID = ChartID(c)
		panels = append(panels, p)
	}
	return panels
}

// Options returns how the i-th panel of a step is drawn. The board has its own
// size. The others have the size of a side view and the height that they ask
// for, unless the view has a size for them.
func Options(p algos.Panel, i int, v wire.View) viz.Options {
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
	s, err := rec.Step(ctx, n)
	if err != nil {
		return nil, err
	}
	status := s.Status
	if rec.Complete() && n == rec.Len()-1 {
		status = rec.Status() // a recording that reached its cap says so
	}
	html, speech := t.Say(s.Say())
	checks := s.Checks()
	f := &wire.Frame{
		Step:    n,
		Total:   rec.Len(),
		Part:    n - rec.Back(n, algos.Normal),
		Phase:   s.Phase.String(),
		Next:    wire.Next{Small: s.Next.Small.String(), Step: s.Next.Step.String(), Pass: s.Next.Pass.String()},
		Status:  wire.Status{State: string(status.State), Reason: status.Reason.String()},
		Say:     html,
		Speech:  speech,
		Checks:  wireChecks(checks),
		Promise: t.Checks(checks),
		Metrics: make([]wire.Metric, 0, len(s.Metrics)),
	}
	for _, e := range s.Events {
		f.Events = append(f.Events, wire.Event{Step: n, Kind: e.Kind, Text: e.Text.String()})
	}
	for name, x := range s.Named() {
		f.Metrics = append(f.Metrics, wire.Metric{Name: name, Value: number(x)})
	}
	panels := Panels(d, rec, n, s, v)
	if v.BoardOnly && len(panels) > 0 {
		panels = panels[:1]
	}
	if ref != nil && *ref != "" {
		f.Look = look(panels, *ref, rec.Set())
	}
	if ghost != nil {
		if err := drawGhost(ctx, panels, d, ghost, n, v); err != nil {
			return nil, fmt.Errorf("draw the run before: %w", err)
		}
	}
	f.Panels = make([]wire.Panel, 0, len(panels))
	for i, p := range panels {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o := Options(p, i, v)
		o.Quiet = ref != nil
		drawn, err := draw(p, o, t)
		if err != nil {
			return nil, fmt.Errorf("draw panel %s of step %d of %s: %w", p.ID, n, d.ID, err)
		}
		f.Panels = append(f.Panels, drawn)
	}
	return f, nil
}

// draw makes the picture of one panel.
func draw(p algos.Panel, o viz.Options, t Typesetter) (wire.Panel, error) {
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
	if p.ID != Board { // which a client knows
		out.Edits = p.Edits
	}
	for _, l := range pic.Layers {
		out.Layers[l.Name] = string(l.SVG)
	}
	return out, nil
}

func wireChecks(checks []algos.Check) []wire.Check {
	out := make([]wire.Check, len(checks))
	for i, c := range checks {
		out[i] = wire.Check{
			Name: c.Name, Left: number(c.Left), Rel: c.Rel, Right: number(c.Right),
			Holds: holds(c.Verdict), Verdict: string(c.Verdict), Why: c.Why.String(),
		}
	}
	return out
}

// holds returns null while the verdict is open or the check does not apply.
func holds(v algos.Verdict) *bool {
	switch v {
	case algos.Holds, algos.Broken:
		h := v == algos.Holds
		return &h
	}
	return nil
}

// number returns null for a number that is not finite, because JSON has no such
// numbers.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
