package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/param"
	"playground/assets"
	"playground/lang"
	"playground/views"
	"playground/viz"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// Bounds of one replay. A longer run is thinned evenly, and the page says so. So many
// frames can be thinned to a half, a quarter, … that are spread evenly too.
const (
	replayFrames = 15*coarsest + 1
	coarsest     = 16       // of the steps that may be shown, every so many'th is drawn first
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

	places  map[string]int
	bytes   int
	hurried bool // there was no time for more frames
}

type tapeFrame struct {
	Step    int         `json:"step"`
	Say     int         `json:"say"`
	Speech  int         `json:"speech"`
	Promise int         `json:"promise"`
	State   string      `json:"state"`
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
	out := tapeFrame{Step: f.Step, Say: t.text(f.Say), Speech: t.text(f.Speech), Promise: t.text(f.Promise), State: f.Status.State, Reason: t.text(told(f))}
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

// replay answers with one page that plays a run without a server.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	d, recipe, address, err := s.linked(r)
	if err != nil {
		return err
	}
	key := "replay " + lang.From(r.Context()).String() + " " + address
	thin := false
	body, err := s.images.make(r.Context(), key, func() (body []byte, err error) {
		body, thin, err = s.recorded(r.Context(), d, recipe, address)
		return body, err
	})
	if err != nil {
		return err
	}
	if thin {
		s.images.drop(key) // when less is to do, there will be a better one
	}
	// If it is opened here and not from a file, it obeys its own policy, which is
	// stricter.
	w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'; sandbox allow-scripts")
	vary(w)
	send(w, r, "text/html; charset=utf-8", d.ID+"-replay.html", body)
	return nil
}

// recorded returns the page of a whole run, and whether steps were left out of it for
// want of time.
func (s *Server) recorded(ctx context.Context, d algos.Demo, r algos.Recipe, link string) (body []byte, thin bool, err error) {
	shown := r.Step
	r.Step = algos.Last
	err = s.with(ctx, d, r, 0, func(ctx context.Context, h *shot) error {
		t, first, err := s.tape(ctx, h, shown)
		if err != nil {
			return err
		}
		thin = t.hurried
		return s.compute(ctx, func() error {
			data, err := t.encode()
			if err != nil {
				return err
			}
			m := views.Replay{
				ID: d.ID, Title: d.Title, Summary: d.Summary, Link: link,
				Facts: facts(d, r), Frame: first,
				Kept: len(t.Frames), Steps: h.rec.Len(), Small: h.rec.Count(h.rec.Len()-1, algos.Normal) < h.rec.Len()-1, Ticks: ticks(h.rec),
				Data: data, Style: assets.Text("replay.css"), Script: assets.Text("replay.js"),
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
	})
	return body, thin, err
}

// tape draws as many steps of a run as fit, and for the page the step that is
// shown first: some steps that are far apart, then those in between, as long as there
// is room and time for all of them. No step is drawn twice.
func (s *Server) tape(ctx context.Context, h *shot, shown int) (*tape, views.Frame, error) {
	steps := spread(h.rec.Len(), replayFrames)
	t, began := newReel(shown), time.Now()
	for gap := coarsest; gap >= 1; gap /= 2 {
		due := everyNth(steps, gap)
		if gap < coarsest && t.expect(len(due)) > replayBytes {
			break
		}
		if t.hurried = gap < coarsest && hurried(ctx, time.Since(began), len(t.Frames), len(due)); t.hurried {
			break
		}
		fits, err := s.draw(ctx, h, t, due)
		if err != nil {
			return nil, views.Frame{}, err
		}
		if !fits {
			if gap == coarsest {
				return nil, views.Frame{}, refusal(http.StatusBadRequest, "error.replay").about("data", h.demo.ID)
			}
			break
		}
	}
	out, start := t.done()
	return out, first(start, true), nil
}

// hurried reports whether a request would run out of time with so many frames more, if
// they take as long as those that were drawn. Then a thinner replay is better than none.
func hurried(ctx context.Context, took time.Duration, drawn, due int) bool {
	end, ok := ctx.Deadline()
	return ok && time.Until(end) < 2*took*time.Duration(due)/time.Duration(max(1, drawn))
}

// everyNth returns every gap'th step and the last, without those that were returned for
// twice the gap. If gap is the coarsest, there were none.
func everyNth(steps []int, gap int) []int {
	var out []int
	for i, n := range steps {
		last := i == len(steps)-1
		if gap == coarsest && (last || i%gap == 0) || gap < coarsest && !last && i%(2*gap) == gap {
			out = append(out, n)
		}
	}
	return out
}

// draw adds some steps to a reel, and draws each in a turn of its own. If they do not
// fit, it leaves the reel as it was and reports false.
func (s *Server) draw(ctx context.Context, h *shot, t *reel, steps []int) (fits bool, err error) {
	before := t.checkpoint()
	for _, n := range steps {
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
			return false, err
		}
		t.add(f, tips)
		if t.bytes > replayBytes {
			t.back(before)
			return false, nil
		}
	}
	t.grown = (t.bytes - before.bytes) / max(1, len(steps))
	return true, nil
}

// each visits all places of texts, in the order of the frames, with what the text is.
func (t *tape) each(visit func(kind string, place *int)) {
	for i := range t.Frames {
		f := &t.Frames[i]
		for kind, place := range map[string]*int{"say": &f.Say, "speech": &f.Speech, "promise": &f.Promise, "reason": &f.Reason} {
			visit(kind, place)
		}
		for j := range f.Panels {
			p := &f.Panels[j]
			for kind, place := range map[string]*int{"title": &p.Title, "note": &p.Note, "alt": &p.Alt, "legend": &p.Legend} {
				visit(p.ID+" "+kind, place)
			}
			for k := range p.Layers {
				visit(p.ID+" "+layerNames[k], &p.Layers[k])
			}
			if p.Tips == nil {
				continue
			}
			visit(p.ID+" tips", &p.Tips.Of)
			for k := range p.Tips.Say {
				visit(p.ID+" tip", &p.Tips.Say[k])
			}
		}
	}
}

// sort puts texts of one kind beside each other. Compression sees 32 KB back: the same
// picture of the step before is so near, and the pictures between are not.
func (t *tape) sort() {
	kinds := make([]string, len(t.Texts))
	t.each(func(kind string, place *int) {
		if old := kinds[*place]; old == "" || kind < old {
			kinds[*place] = kind
		}
	})
	order := make([]int, len(t.Texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(kinds[i], kinds[j]) })
	texts, places := make([]string, len(order)), make([]int, len(order))
	for now, was := range order {
		texts[now], places[was] = t.Texts[was], now
	}
	t.each(func(_ string, place *int) { *place = places[*place] })
	t.Texts = texts
}

// encode returns the frames as JSON, compressed, in letters that may stand in a page.
func (t *tape) encode() (string, error) {
	t.sort()
	var b bytes.Buffer
	letters := base64.NewEncoder(base64.StdEncoding, &b)
	small, err := gzip.NewWriterLevel(letters, gzip.BestCompression)
	if err != nil {
		return "", fmt.Errorf("encode replay: %w", err)
	}
	enc := json.NewEncoder(small)
	enc.SetEscapeHTML(false) // it takes six bytes for every angle bracket of the pictures
	if err := errors.Join(enc.Encode(t), small.Close(), letters.Close()); err != nil {
		return "", fmt.Errorf("encode replay: %w", err)
	}
	return b.String(), nil
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
	for _, spec := range d.Form() {
		if !d.Form().Active(spec.Name, r.Params) {
			continue
		}
		value, ok := r.Params[spec.Name]
		if !ok {
			value = spec.Default
		}
		out = append(out, fact(spec, value))
	}
	return append(out, views.Fact{Name: "seed", Value: strconv.FormatUint(r.Seed, 10)})
}

// fact is a parameter with its value as the controls show it.
func fact(spec param.Spec, value string) views.Fact {
	f := views.Fact{Name: spec.Label, Value: value}
	switch spec.Kind {
	case param.Bool:
		f.Value, f.Message = "", map[string]string{"true": "live.on", "false": "live.off"}[value]
	case param.Choice:
		if i := slices.IndexFunc(spec.Choices, func(o param.Option) bool { return o.Value == value }); i >= 0 {
			f.Value = cmp.Or(spec.Choices[i].Label, value)
		}
	}
	return f
}
