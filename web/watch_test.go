package web

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"playground/web/hall"
	"playground/web/socket"
	"playground/web/wire"
)

// online serves a server's pages and sockets until the test ends.
func online(t *testing.T, s *Server) *httptest.Server {
	t.Helper()
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return h
}

// A listener is the client's end of a connection.
type listener struct {
	t    *testing.T
	conn *socket.Client
}

func listen(t *testing.T, h *httptest.Server, query string) *listener {
	t.Helper()
	c, err := socket.Dial(t.Context(), "ws"+strings.TrimPrefix(h.URL, "http")+"/ws?"+query)
	if err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(time.Minute, func() { _ = c.Close() }) // what does not come by then does not come
	t.Cleanup(func() { end.Stop(); _ = c.Close() })
	return &listener{t, c}
}

func (l *listener) say(format string, args ...any) {
	l.t.Helper()
	if err := l.conn.Say(format, args...); err != nil {
		l.t.Fatal(err)
	}
}

// A heard is a message from the server.
type heard struct {
	Type   string
	State  wire.State  `json:"-"`
	Run    wire.Run    `json:"-"`
	Frame  wire.Frame  `json:"-"`
	Cursor wire.Cursor `json:"-"`
	Error  wire.Error  `json:"-"`
}

// hear waits for a message that will do. It acknowledges frames.
func (l *listener) hear(what string, will func(heard) bool) heard {
	l.t.Helper()
	for {
		msg, _, err := l.conn.Hear()
		if err != nil {
			l.t.Fatalf("wait for %s: %v", what, err)
		}
		var m heard
		if err := json.Unmarshal(msg, &m); err != nil {
			l.t.Fatal(err)
		}
		parts := map[string]any{"state": &m.State, "run": &m.Run, "frame": &m.Frame, "cursor": &m.Cursor, "error": &m.Error}
		if part := parts[m.Type]; part != nil {
			if err := json.Unmarshal(msg, part); err != nil {
				l.t.Fatal(err)
			}
		}
		if m.Type == "frame" {
			l.say(`{"type":"ack","frame":%d}`, m.Frame.ID)
		}
		if will(m) {
			return m
		}
	}
}

// presents opens a recipe, waits for its whole run, and lets others follow.
func presents(t *testing.T, h *httptest.Server, demo, query string) (*listener, string) {
	t.Helper()
	l := listen(t, h, "lang=en")
	l.say(`{"type":"open","demo":%q,"query":%q,"view":{"board":[640,560],"side":[350,190]}}`, demo, query)
	l.hear("the whole run", func(m heard) bool { return m.Type == "run" && m.Run.Complete })
	l.say(`{"type":"present","on":true}`)
	return l, l.hear("a key", func(m heard) bool { return m.Type == "state" && m.State.Follow != "" }).State.Follow
}

func isCursor(step int) func(heard) bool {
	return func(m heard) bool { return m.Type == "cursor" && m.Cursor.Step == step }
}

// fetch gets what is at an address of the run that a cursor tells.
func fetch(t *testing.T, h *httptest.Server, c wire.Cursor, what any, into any) {
	t.Helper()
	at := fmt.Sprintf("%s/r/%s/%v?%s", h.URL, c.Run, what, url.Values{"class": {fmt.Sprint(c.Class)}, "d": {c.Demo}, "lang": {c.Lang}, "q": {*c.Recipe}}.Encode())
	r, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %v %.300s", at, r.StatusCode, err, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// Who watches by steps fetches what those see who follow: at the start, after a step, after an
// edit, in each size and language.
func TestWatchersSeeWhatFollowersSee(t *testing.T) {
	h := online(t, newServer(t, Limits{}))
	for i, view := range []string{
		`{"board":[1380,900],"side":[426,231]}`, `{"board":[390,350],"side":[350,190]}`, `{"board":[1000,700],"side":[400,217],"projector":true,"board_only":true}`,
	} {
		demo := []string{"walk", "hands", "walk"}[i]
		p, key := presents(t, h, demo, "step=2")
		f, w := listen(t, h, "follow&lang=en"), listen(t, h, "watch&lang=en")
		f.say(`{"type":"follow","key":%q,"view":%s}`, key, view)
		w.say(`{"type":"follow","key":%q,"view":%s,"cursor":true}`, key, view)
		told := w.hear("the place", isCursor(2)).Cursor
		same := func(when string, step int) {
			t.Helper()
			var run struct {
				State wire.State
				Run   wire.Run
			}
			fetch(t, h, told, wholeRun, &run)
			// A follower that comes now gets everything whole.
			f := listen(t, h, "follow&lang=en")
			f.say(`{"type":"follow","key":%q,"view":%s}`, key, view)
			state := f.hear("a state", func(m heard) bool { return m.Type == "state" }).State
			all := f.hear("the run", func(m heard) bool { return m.Type == "run" }).Run
			want := f.hear("its frame", func(m heard) bool { return m.Type == "frame" && m.Frame.Step == step && m.Frame.Total == all.Total }).Frame
			var got wire.Frame
			fetch(t, h, told, step, &got)
			want.ID = 0
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s %s: the frame differs (-followed +fetched):\n%.2000s", demo, when, diff)
			}
			q, err := url.ParseQuery(state.Query)
			if err != nil {
				t.Fatal(err)
			}
			q.Del("step")
			state.Query, state.Cursor, state.Size = q.Encode(), run.State.Cursor, run.State.Size
			if diff := cmp.Diff(state, run.State); diff != "" {
				t.Errorf("%s %s: the state differs (-followed +fetched):\n%.2000s", demo, when, diff)
			}
			all.Ghost = nil
			if diff := cmp.Diff(all, run.Run); diff != "" {
				t.Errorf("%s %s: the run differs (-followed +fetched):\n%.2000s", demo, when, diff)
			}
		}
		same("at first", 2)
		p.say(`{"type":"step","by":1,"size":"small"}`)
		if next := w.hear("a step", isCursor(3)).Cursor; next.Run != told.Run || next.Recipe != nil {
			t.Errorf("after a step: %+v", next)
		}
		same("after a step", 3)
		p.say(`{"type":"points","op":"move","index":1,"x":0.25,"y":0.125}`)
		told = w.hear("another run", func(m heard) bool { return m.Type == "cursor" && m.Cursor.Run != told.Run }).Cursor
		p.hear("the whole run", func(m heard) bool { return m.Type == "run" && m.Run.Complete })
		same("after an edit", told.Step)
		w.say(`{"type":"view","view":{"board":[600,500],"side":[400,217]}}`)
		turned := w.hear("another size", func(m heard) bool { return m.Type == "cursor" }).Cursor
		if turned.Run == told.Run || turned.Class == told.Class || turned.Recipe == nil {
			t.Errorf("in another size: %+v", turned)
		}
		zh := listen(t, h, "watch&lang=zh")
		zh.say(`{"type":"follow","key":%q,"view":%s,"cursor":true}`, key, view)
		told = zh.hear("the place", isCursor(told.Step)).Cursor
		var chinese wire.Frame
		fetch(t, h, told, told.Step, &chinese)
		if demo == "hands" && !strings.ContainsFunc(chinese.Say, func(r rune) bool { return r >= '一' }) {
			t.Errorf("%s in Chinese says %s", demo, chinese.Say)
		}
	}
}

// What cannot be fetched is not told: a hand that moves, a question that is open. And what
// plays is told a few times a second, whatever its pace.
func TestWatchersWait(t *testing.T) {
	h := online(t, newServer(t, Limits{}))
	p, key := presents(t, h, "walk", "step=4")
	w := listen(t, h, "watch&lang=en")
	w.say(`{"type":"follow","key":%q,"cursor":true}`, key)
	told := w.hear("the place", isCursor(4)).Cursor
	if told.Class < 0 || told.Class >= hall.Classes || told.Playing || told.Size != "step" || told.Lang != "en" {
		t.Errorf("%+v", told)
	}
	for i := range 5 {
		p.say(`{"type":"points","op":"move","index":1,"x":0.25,"y":%g,"live":true}`, float64(i)/8)
	}
	p.say(`{"type":"points","op":"move","index":1,"x":0.25,"y":1}`)
	after := w.hear("the place after the gesture", func(m heard) bool { return m.Type == "cursor" }).Cursor
	if after.Recipe == nil || after.Run == told.Run {
		t.Fatalf("after a gesture: %+v", after)
	}
	var run struct{ State wire.State }
	fetch(t, h, after, wholeRun, &run)
	if at := run.State.Points[1]; at[0] != 0.25 || at[1] != 1 {
		t.Errorf("in the middle of a gesture the point at %v is told", at)
	}

	p.say(`{"type":"seek","step":0}`)
	w.hear("the start", isCursor(0))
	p.say(`{"type":"play","rate":100,"size":"small"}`)
	plays := w.hear("that it plays", func(m heard) bool { return m.Type == "cursor" && m.Cursor.Playing }).Cursor
	if plays.Rate != 100 || plays.Size != "small" {
		t.Errorf("%+v", plays)
	}
	began, n := time.Now(), 0
	w.hear("the end", func(m heard) bool {
		n++
		return m.Type == "cursor" && !m.Cursor.Playing
	})
	if most := 2 + int(time.Since(began)/(200*time.Millisecond)); n > most {
		t.Errorf("%d places in %v", n, time.Since(began))
	}
}

func TestWatchersAreCountedApart(t *testing.T) {
	s := newServer(t, Limits{Watchers: 4, Followers: 1})
	h := online(t, s)
	_, key := presents(t, h, "walk", "")
	for range 2 {
		w := listen(t, h, "watch&lang=en")
		w.say(`{"type":"follow","key":%q,"cursor":true}`, key)
		w.hear("the place", func(m heard) bool { return m.Type == "cursor" })
	}
	if s.hub.Watchers() != 2 || s.hub.Followers() != 0 {
		t.Errorf("%d watch, %d follow", s.hub.Watchers(), s.hub.Followers())
	}
	wrong := listen(t, h, "watch&lang=en")
	wrong.say(`{"type":"follow","key":%q}`, key)
	if e := wrong.hear("an error", func(m heard) bool { return m.Type == "error" }).Error; e.Field != "cursor" {
		t.Errorf("%+v", e)
	}
	f := listen(t, h, "follow&lang=en")
	f.say(`{"type":"follow","key":%q,"cursor":true}`, key)
	if e := f.hear("an error", func(m heard) bool { return m.Type == "error" }).Error; e.Field != "cursor" {
		t.Errorf("%+v", e)
	}
	if _, err := socket.Dial(t.Context(), "ws"+strings.TrimPrefix(h.URL, "http")+"/ws?watch"); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("one address may have three of four seats: %v", err)
	}
}
