package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"playground/algos"
	"playground/assets"
	"playground/lang"
	"playground/views"
	"playground/viz"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// Bounds of one replay. A longer run is thinned evenly, and the page says so.
const (
	replayFrames = 240
	replayBytes  = 12 << 20 // of distinct markup
)

// replayView is the size for which the pictures of a replay are drawn.
var replayView = wire.View{Board: [2]float64{720, 560}, Side: [2]float64{360, 190}}

// A tape is a run as its replay reads it. A text that many steps show is kept
// once: frames name texts by their index in Texts.
type tape struct {
	Start  int         `json:"start"` // the frame that is shown first
	Frames []tapeFrame `json:"frames"`
	Texts  []string    `json:"texts"`

	places map[string]int
	bytes  int
}

type tapeFrame struct {
	Step    int         `json:"step"`
	Say     int         `json:"say"`
	Speech  int         `json:"speech"`
	Promise int         `json:"promise"`
	Reason  int         `json:"reason"`
	Panels  []tapePanel `json:"panels"`
}

type tapePanel struct {
	ID     string     `json:"id"`
	Title  int        `json:"title"`
	Note   int        `json:"note"`
	Alt    int        `json:"alt"`
	Size   [2]float64 `json:"size"`
	Layers []int      `json:"layers"` // in the order of layerNames
	Legend int        `json:"legend"`
	Tips   *tapeTips  `json:"tips,omitempty"` // absent: there are none
}

// tapeTips are the tooltips of a picture. They are kept apart from the picture,
// because they change even if the drawing does not. Of is a text with one line
// for each tooltip, its layer and reference. Say has the texts in that order.
type tapeTips struct {
	Of  int   `json:"of"`
	Say []int `json:"say"`
}

// text keeps a text once and returns its index.
func (t *tape) text(s string) int {
	if i, ok := t.places[s]; ok {
		return i
	}
	i := len(t.Texts)
	t.places[s] = i
	t.Texts = append(t.Texts, s)
	t.bytes += len(s)
	return i
}

func (t *tape) add(f *wire.Frame, tips map[string][]viz.Tip) {
	out := tapeFrame{Step: f.Step, Say: t.text(f.Say), Speech: t.text(f.Speech), Promise: t.text(f.Promise), Reason: t.text(f.Status.Reason)}
	for _, p := range f.Panels {
		panel := tapePanel{ID: p.ID, Title: t.text(p.Title), Note: t.text(p.Note), Alt: t.text(p.Alt), Size: p.Size, Legend: t.text(*p.Legend)}
		for _, name := range layerNames {
			panel.Layers = append(panel.Layers, t.text(p.Layers[name]))
		}
		panel.Tips = t.tips(tips[p.ID])
		out.Panels = append(out.Panels, panel)
	}
	t.Frames = append(t.Frames, out)
}

// placeBytes is about how many bytes one index takes in the file.
const placeBytes = 6

func (t *tape) tips(all []viz.Tip) *tapeTips {
	if len(all) == 0 {
		return nil
	}
	out := &tapeTips{Say: make([]int, len(all))}
	of := make([]string, len(all))
	for i, tip := range all {
		of[i] = tip.Layer + " " + tip.Ref
		out.Say[i] = t.text(tip.Text)
	}
	out.Of = t.text(strings.Join(of, "\n"))
	t.bytes += placeBytes * len(all)
	return out
}

// errHeavy says that a tape would take more than it may.
var errHeavy = errors.New("the replay is too large")

// replay answers with one page that plays a run without a server.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	d, recipe, address, err := s.linked(r)
	if err != nil {
		return err
	}
	body, err := s.cached("replay "+lang.From(r.Context()).String()+" "+address, func() ([]byte, error) { return s.recorded(r.Context(), d, recipe, address) })
	if err != nil {
		return err
	}
	// If it is opened here and not from a file, it obeys its own policy, which is
	// stricter.
	w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'; sandbox allow-scripts")
	vary(w)
	send(w, r, "text/html; charset=utf-8", d.ID+"-replay.html", body)
	return nil
}

// recorded returns the page of a whole run.
func (s *Server) recorded(ctx context.Context, d algos.Demo, r algos.Recipe, link string) (body []byte, err error) {
	shown := r.Step
	r.Step = algos.Last
	err = s.with(ctx, d, r, 0, func(h *shot) error {
		t, first, err := s.tape(ctx, h, shown)
		if err != nil {
			return err
		}
		data, err := t.encode()
		if err != nil {
			return err
		}
		m := views.Replay{
			ID: d.ID, Title: d.Title, Summary: d.Summary, Link: link,
			Facts: facts(d, r), Frame: first,
			Kept: len(t.Frames), Steps: h.rec.Len(), Ticks: ticks(h.rec),
			Data: data, Style: replayStyle(), Script: assets.Text("run/replay.js"),
		}
		m.Policy = "default-src 'none'; img-src data:; style-src " + allow(m.Style) + "; script-src " + allow(m.Script) +
			"; base-uri 'none'; form-action 'none'"
		var b bytes.Buffer
		if err := views.ReplayPage(m).Render(ctx, &b); err != nil {
			return fmt.Errorf("render replay: %w", err)
		}
		body = b.Bytes()
		return nil
	})
	return body, err
}

// tape draws as many steps of a run as fit, and for the page the step that is
// shown first. It tries fewer steps as long as they are too large together.
func (s *Server) tape(ctx context.Context, h *shot, shown int) (*tape, views.Frame, error) {
	for limit := replayFrames; limit >= 2; limit /= 2 {
		t, first, err := s.draw(ctx, h, shown, spread(h.rec.Len(), limit))
		if !errors.Is(err, errHeavy) {
			return t, first, err
		}
	}
	return nil, views.Frame{}, refusal(http.StatusBadRequest, "error.replay").about("data", h.demo.ID)
}

// draw makes the tape of some steps. It draws each in a turn of its own.
func (s *Server) draw(ctx context.Context, h *shot, shown int, steps []int) (*tape, views.Frame, error) {
	t := &tape{places: map[string]int{}}
	var start *wire.Frame
	for i, n := range steps {
		var f *wire.Frame
		var tips map[string][]viz.Tip
		err := s.compute(ctx, func() (err error) {
			if f, err = frame.BuildLive(ctx, h.demo, h.rec, nil, n, "", replayView, s.types.in(lang.From(ctx))); err != nil {
				return err
			}
			tips, err = frame.AllTips(ctx, h.rec, n, h.book)
			return err
		})
		if err != nil {
			return nil, views.Frame{}, err
		}
		t.add(f, tips)
		if t.bytes > replayBytes {
			return nil, views.Frame{}, errHeavy
		}
		if start == nil || shown == algos.Last || n <= shown {
			t.Start, start = i, f
		}
	}
	return t, first(start, true), nil
}

// unsafeInScript replaces what would end a script's data early, or change how
// the rest is parsed. Within JSON strings each has another spelling.
var unsafeInScript = strings.NewReplacer("</", `<\/`, "<!", `\u003c!`, "<s", `\u003cs`, "<S", `\u003cS`)

func (t *tape) encode() (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // it takes six bytes for every angle bracket of the pictures
	if err := enc.Encode(t); err != nil {
		return "", fmt.Errorf("encode replay: %w", err)
	}
	return unsafeInScript.Replace(b.String()), nil
}

// fontFace matches a rule that loads a font. A replay uses the fonts of the
// system.
var fontFace = regexp.MustCompile(`@font-face\s*\{[^}]*\}`)

func replayStyle() string {
	return fontFace.ReplaceAllString(assets.Text("app.css"), "") + assets.Text("run/replay.css")
}

// ticks returns the events of a run by kind, in the order in which the kinds
// first appear. They look as on the workbench's timeline.
func ticks(rec *record.Recorder) []views.Ticks {
	var out []views.Ticks
	places := map[string]int{}
	last := float64(max(1, rec.Len()-1))
	for _, e := range rec.Events() {
		i, ok := places[e.Kind]
		if !ok {
			i = len(out)
			places[e.Kind] = i
			out = append(out, views.Ticks{Kind: e.Kind})
		}
		out[i].At = append(out[i].At, float64(e.Step)/last)
	}
	k := 0
	for i := range out {
		switch out[i].Kind {
		case "converged", "diverged", "exhausted", "cycling", "cycle", "refused", "end":
			out[i].Look = "end"
		case "mistake", "broken", "error":
			out[i].Look = "bad"
		default:
			out[i].Look = fmt.Sprintf("k%d", k%5)
			k++
		}
	}
	return out
}

// allow returns the source expression of a policy for one inlined text.
func allow(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// facts returns the settings of a run that play a role.
func facts(d algos.Demo, r algos.Recipe) []views.Fact {
	var out []views.Fact
	if p, ok := d.Preset(r.Preset); ok && r.Data.Equal(p.Data) {
		out = append(out, views.Fact{Name: p.Title})
	}
	for _, spec := range d.Schema() {
		if !d.Schema().Active(spec.Name, r.Params) {
			continue
		}
		value, ok := r.Params[spec.Name]
		if !ok {
			value = spec.Default
		}
		out = append(out, views.Fact{Name: spec.Label, Value: value})
	}
	return append(out, views.Fact{Name: "seed", Value: strconv.FormatUint(r.Seed, 10)})
}
