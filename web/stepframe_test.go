package web

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"playground/lang"
	"playground/web/hall"
	"playground/web/wire"
)

// frameAt is the address of a frame, as those get it who watch a session that shows the recipe.
func frameAt(t testing.TB, s *Server, demo, query string, class int, l lang.Lang, step any) string {
	t.Helper()
	d, ok := s.demos[demo]
	if !ok {
		t.Fatalf("no demo %s", demo)
	}
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	q, err = r.RunQuery(d)
	if err != nil {
		t.Fatal(err)
	}
	text := q.Encode()
	return fmt.Sprintf("/r/%s/%v?%s", s.framesOf(l)(demo, text, class), step, frameRun{demo: d, query: text, class: class, lang: l}.address())
}

// Any server makes any frame from its address alone, and all make the same.
func TestFramesAreTheSameOnAllServers(t *testing.T) {
	a, b := newServer(t, Limits{}), newServer(t, Limits{})
	for i, d := range testDemos() {
		for _, step := range []any{0, 2, wholeRun} {
			l := lang.All[i%len(lang.All)]
			at := frameAt(t, a, d.ID, "seed=3", i%hall.Classes, l, step)
			if step != wholeRun {
				body(t, get(t, b, strings.Replace(at, fmt.Sprintf("/%v?", step), "/1?", 1))) // this one has drawn another step before
			}
			ra, rb := get(t, a, at), get(t, b, at)
			first, second := body(t, ra), body(t, rb)
			if ra.StatusCode != http.StatusOK || first != second {
				t.Fatalf("%s: %d, %d bytes here and %d there: %.200s", at, ra.StatusCode, len(first), len(second), first)
			}
			kept := ra.Header.Get("Cache-Control") == "public, max-age=31536000, immutable" && ra.Header.Get("ETag") == rb.Header.Get("ETag")
			if !kept || ra.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s: header %v", at, ra.Header)
			}
			if step == wholeRun {
				var run struct {
					State wire.State
					Run   wire.Run
				}
				err := json.Unmarshal([]byte(first), &run)
				whole := run.Run.Complete && len(run.Run.Sizes) == run.Run.Total && len(run.State.Schema) > 0
				if err != nil || run.State.Demo != d.ID || !whole {
					t.Errorf("%s: %v %+v", at, err, run.Run)
				}
				continue
			}
			var f wire.Frame
			if err := json.Unmarshal([]byte(first), &f); err != nil || f.Step != step || f.ID != 0 || len(f.Panels) == 0 || len(f.Panels[0].Layers) != 4 {
				t.Errorf("%s: %v, step %d with %d panels", at, err, f.Step, len(f.Panels))
			}
		}
	}
}

// The addresses that sessions give are read back, whatever the preset.
func TestEveryPresetHasFrames(t *testing.T) {
	s := newServer(t, Limits{})
	for _, d := range testDemos() {
		for _, p := range d.Presets {
			at := frameAt(t, s, d.ID, url.Values{"preset": {p.ID}}.Encode(), 1, lang.Chinese, 0)
			u, err := url.Parse(at)
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodGet, at, http.NoBody)
			r = r.WithContext(lang.With(r.Context(), lang.Chinese))
			if run, err := s.frameRun(strings.Split(u.Path, "/")[2], r); err != nil || run.recipe.Preset != p.ID {
				t.Errorf("%s: preset %q, %v", at, run.recipe.Preset, err)
			}
		}
	}
}

func TestFramesAreCompressedOnce(t *testing.T) {
	s := newServer(t, Limits{})
	at := frameAt(t, s, "walk", "", 3, lang.English, 4)
	plain := get(t, s, at)
	whole := body(t, plain)
	for _, c := range []struct{ accepted, encoding string }{{"gzip, deflate, br", "br"}, {"gzip, deflate", "gzip"}, {"identity", ""}} {
		for range 2 {
			r := get(t, s, at, "Accept-Encoding", c.accepted)
			packed := body(t, r)
			same := r.Header.Get("ETag") == plain.Header.Get("ETag") && strings.Contains(r.Header.Get("Vary"), "Accept-Encoding")
			if !same || r.Header.Get("Content-Encoding") != c.encoding {
				t.Errorf("%s: header %v", c.accepted, r.Header)
			}
			if c.encoding != "" && len(packed) > len(whole)/2 {
				t.Errorf("%s: %d bytes became %d", c.accepted, len(whole), len(packed))
			}
			var unpack io.Reader = strings.NewReader(packed)
			switch c.encoding {
			case "br":
				unpack = brotli.NewReader(unpack)
			case "gzip":
				var err error
				if unpack, err = gzip.NewReader(unpack); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := io.ReadAll(unpack); err != nil || string(got) != whole {
				t.Errorf("%s: %d bytes, want %d; %v", c.accepted, len(got), len(whole), err)
			}
		}
	}
	if again := get(t, s, at, "Accept-Encoding", "br", "If-None-Match", plain.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked for what is known: %d", again.StatusCode)
	}
}

// Nobody gets a wrong frame under a hash, nor the same frame under many addresses.
func TestBadFrameAddresses(t *testing.T) {
	s := newServer(t, Limits{})
	good := frameAt(t, s, "walk", "drift=10", 3, lang.English, 1)
	if r := get(t, s, good); r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", good, r.StatusCode, body(t, r))
	}
	for _, c := range []struct {
		old, new string
		status   int
		says     string
	}{
		{"drift%3D10", "drift%3D9", 404, "does not match this recipe"},
		{"class=3", "class=2", 404, "does not match this recipe"},
		{"lang=en", "lang=zh", 404, "does not match this recipe"},
		{"d=walk", "d=hands", 400, "no such parameter"},
		{"/r/", "/r/x", 404, "does not match this recipe"},
		{"class=3", "class=6", 400, "0 to 5"},
		{"class=3", "class=-1", 400, "0 to 5"},
		{"class=3", "class=03", 400, "single spelling"},
		{"drift%3D10", "drift%3D10.0", 400, "single spelling"},
		{"drift%3D10", "%64rift%3D10", 400, "single spelling"},
		{"drift%3D10", "drift%3D10%26step%3D4", 400, "single spelling"},
		{"drift%3D10", "drift%3D-11", 400, "out of range"},
		{"drift%3D10", "nothing%3D1", 400, "no such parameter"},
		{"drift%3D10", "%25zz", 400, "not well formed"},
		{"d=walk", "d=none", 404, "no demo called"},
		{"&lang=en", "", 400, "lang: is missing"},
		{"class=3&", "", 400, "class: is missing"},
		{"class=3", "class=3&x=1", 400, "x: is not recognised"},
		{"class=3", "class=3&class=3", 400, "more than once"},
		{"/1?", "/100000?", 404, "The run ends at step"},
		{"/1?", "/10000001?", 400, "is not a step"},
		{"/1?", "/end?", 400, "is not a step"},
		{"/1?", "/01?", 400, "is not a step"},
		{"/1?", "/-1?", 400, "is not a step"},
		{"drift%3D10", "data%3D" + strings.Repeat("x", 70_000), 414, "too long"},
	} {
		at := strings.Replace(good, c.old, c.new, 1)
		r := get(t, s, at)
		if got := body(t, r); r.StatusCode != c.status || !strings.Contains(got, c.says) {
			t.Errorf("%.200s: %d %.200s", at, r.StatusCode, got)
		}
		if r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%.200s may be kept: %s", at, r.Header.Get("Cache-Control"))
		}
	}
}

// One version's addresses are not another's, nor those of a server that records less.
func TestFramesBelongToTheirServer(t *testing.T) {
	long, short := newServer(t, Limits{}), newServer(t, Limits{Steps: 50})
	if a, b := frameAt(t, long, "walk", "", 3, lang.English, 1), frameAt(t, short, "walk", "", 3, lang.English, 1); a == b {
		t.Error("servers that record other runs give the same addresses")
	}
}

// A run is recorded once for all of its frames, and let go when there are others.
func TestRecordingsAreKept(t *testing.T) {
	s := newServer(t, Limits{})
	for class := range hall.Classes {
		if r := get(t, s, frameAt(t, s, "walk", "seed=1", class, lang.English, class)); r.StatusCode != http.StatusOK {
			t.Fatal(body(t, r))
		}
	}
	if n := s.recordings.order.Len(); n != 1 {
		t.Errorf("%d recordings of one run", n)
	}
	for seed := range 2 * mostRecordings {
		body(t, get(t, s, frameAt(t, s, "walk", fmt.Sprint("seed=", seed+1), 0, lang.English, 0)))
	}
	if n := s.recordings.order.Len(); n != mostRecordings || len(s.recordings.byKey) != n {
		t.Errorf("%d recordings are kept, %d by their keys", n, len(s.recordings.byKey))
	}
	s.recordings.close()
	if n := s.recordings.order.Len(); n != 0 {
		t.Errorf("%d recordings after the end", n)
	}
	again := get(t, s, frameAt(t, s, "walk", "seed=1", 5, lang.English, 1)) // requests under way end in peace
	if again.StatusCode != http.StatusOK || s.recordings.order.Len() != 0 {
		t.Errorf("%d, %d recordings", again.StatusCode, s.recordings.order.Len())
	}
}

// What memory is short of is let go, and made again.
func TestRecordingsMakeRoom(t *testing.T) {
	s, err := New(Config{Demos: testDemos(), Memory: 24 << 20, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for seed := range 3 {
		for _, size := range []string{"200000", "200001", "200002", "200003"} {
			at := frameAt(t, s, "walk", fmt.Sprintf("bytes=%s&seed=%d", size, seed+1), 2, lang.English, 1)
			r := get(t, s, at)
			text := body(t, r)
			if r.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %s", at, r.StatusCode, text)
			}
			if first == "" {
				first = text
			}
		}
	}
	used, all := s.budget.Used(), s.budget.Open()
	if err := all.Reserve(t.Context(), s.budget.Limit()-used/2); err != nil {
		t.Errorf("with %d bytes in use: %v", used, err)
	}
	all.Close()
	if diff := cmp.Diff(first, body(t, get(t, s, frameAt(t, s, "walk", "bytes=200000&seed=1", 2, lang.English, 1)))); diff != "" {
		t.Error(diff)
	}
}

// FuzzFrameAddress asks for frames at any address. Nobody gets a fault of the server, and
// what may be kept for ever is a frame of its hash.
func FuzzFrameAddress(f *testing.F) {
	s := newServer(f, Limits{Points: 20, Steps: 200})
	good := frameAt(f, s, "walk", "data=p2s~0_0_1~1_1_-1", 0, lang.English, 1)
	u, err := url.Parse(good)
	if err != nil {
		f.Fatal(err)
	}
	for _, query := range []string{
		u.RawQuery, u.RawQuery + "&x=1", "", "class=3", "q=%zz", "class=0&d=walk&lang=en&q=", "class=0&d=walk&lang=en&q=%25zz",
	} {
		f.Add(u.Path, query)
		f.Add("/r/x/run", query)
		f.Add(strings.TrimSuffix(u.Path, "1")+"run", query)
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		if len(path)+len(query) > 300 || !strings.HasPrefix(path, "/r/") {
			return
		}
		r := httptest.NewRequest(http.MethodGet, "/r/", http.NoBody)
		r.URL = &url.URL{Path: path, RawQuery: query}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Fatalf("%s?%s: %d %.300s", path, query, w.Code, w.Body)
		}
		if w.Code != http.StatusOK {
			return
		}
		q, err := url.ParseQuery(query)
		hash := s.frameHash(q.Get("d"), q.Get("q"), int(q.Get("class")[0]-'0'), lang.Lang(q.Get("lang")))
		if err != nil || !json.Valid(w.Body.Bytes()) || !strings.HasPrefix(path, "/r/"+hash+"/") {
			t.Fatalf("%s?%s is answered: %.300s", path, query, w.Body)
		}
	})
}

// BenchmarkFrames is what a server spends on a frame that is asked for the first time, on
// one that it has made, and how large they are.
func BenchmarkFrames(b *testing.B) {
	s := newServer(b, Limits{})
	var at []string
	for step := range 100 {
		at = append(at, frameAt(b, s, "walk", "data=moons~50~0.24~7", 3, lang.English, step))
	}
	serve := func(b *testing.B, step int) {
		r := httptest.NewRequest(http.MethodGet, at[step], http.NoBody)
		r.Header.Set("Accept-Encoding", "br")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatalf("%d %s", w.Code, w.Body)
		}
		b.ReportMetric(float64(w.Body.Len()), "B/frame")
	}
	b.Run("first", func(b *testing.B) {
		for step := 0; b.Loop(); step = (step + 1) % len(at) {
			b.StopTimer()
			s.images = newCache(imageCacheBytes, nil)
			b.StartTimer()
			serve(b, step)
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			serve(b, 5)
		}
	})
}
