package web

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web/testdemos/randomwalk"
	"playground/web/turns"
)

// endOf asks for the end of a run.
func endOf(t *testing.T, s *Server, path string) seedRun {
	t.Helper()
	r := get(t, s, path)
	text := body(t, r)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", path, r.StatusCode, text)
	}
	var run seedRun
	if err := json.Unmarshal([]byte(text), &run); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return run
}

// TestSeedIsTheRun: the numbers of a seed are those in the last line of the run's table.
func TestSeedIsTheRun(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/d/kmeans?seed=1", "/d/kmeans?seed=2", "/d/em-gmm?seed=5", "/d/perceptron?order=shuffled&seed=3", "/d/svm?seed=9&lang=zh"} {
		demo, query, _ := strings.Cut(path, "?")
		run := endOf(t, s, demo+"/seed.json?"+query)
		rows, err := csv.NewReader(strings.NewReader(body(t, get(t, s, demo+"/run.csv?"+query)))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		last := rows[len(rows)-1]
		q, _ := url.ParseQuery(query)
		if got := strconv.FormatUint(run.Seed, 10); got != q.Get("seed") {
			t.Errorf("%s: seed %s", path, got)
		}
		if chance := !strings.HasPrefix(path, "/d/svm"); run.Chance != chance {
			t.Errorf("%s: chance plays: %v", path, run.Chance)
		}
		if !strings.HasPrefix(run.Picture, "<svg") || len(run.Numbers) == 0 || run.Count == 0 {
			t.Errorf("%s: %d numbers, step %d, picture %.20q", path, len(run.Numbers), run.Count, run.Picture)
		}
		for _, n := range run.Numbers {
			want, got := last[slices.Index(rows[0], n.Metric)], ""
			if n.Value != nil {
				got = strconv.FormatFloat(*n.Value, 'g', -1, 64)
			}
			if got != want {
				t.Errorf("%s: %s = %q, and %q in the table", path, n.Metric, got, want)
			}
		}
	}
}

// TestChanceIsOfTheRun: the same demo has runs with and without it.
func TestChanceIsOfTheRun(t *testing.T) {
	s := newServer(t, Limits{})
	for query, want := range map[string]bool{"order=file": false, "order=shuffled": true} {
		if got := endOf(t, s, "/d/perceptron/seed.json?"+query).Chance; got != want {
			t.Errorf("%s: chance plays: %v", query, got)
		}
	}
}

// TestSeedsEndInWords: a run that is refused or reaches a limit says so, in the reader's language.
func TestSeedsEndInWords(t *testing.T) {
	s := newServer(t, Limits{Steps: 50})
	for _, c := range []struct{ path, state, says string }{
		{"/d/kmeans/seed.json?seed=2&data=" + url.QueryEscape(dataset.Explicit(dataset.Set{Dim: 2, Target: dataset.None}).String()), "refused", "point"},
		{"/d/perceptron/seed.json?preset=xor&order=shuffled&seed=2", "exhausted", "50"},
	} {
		run := endOf(t, s, c.path)
		if run.State != c.state || !strings.Contains(run.Reason, c.says) {
			t.Errorf("%s: %s, %q", c.path, run.State, run.Reason)
		}
		if zh := endOf(t, s, c.path+"&lang=zh"); zh.State != c.state || zh.Reason == run.Reason {
			t.Errorf("%s in Chinese: %s, %q", c.path, zh.State, zh.Reason)
		}
	}
}

func TestSeedsRefuseBadInput(t *testing.T) {
	s := newServer(t, Limits{})
	for _, path := range []string{"/d/kmeans/seed.json?seed=-1", "/d/kmeans/seed.json?nothing=1", "/d/kmeans/seed.json?w=9999999", "/d/kmeans/seed.json?seed=1&seed=2"} {
		if r := get(t, s, path); r.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if r := get(t, s, "/d/nothing/seed.json"); r.StatusCode != http.StatusNotFound {
		t.Errorf("of no demo: %d", r.StatusCode)
	}
}

// TestSeedsWaitForOthers: while others wait for whole runs, those of other seeds are
// refused and say when to ask again; what is known already is told.
func TestSeedsWaitForOthers(t *testing.T) {
	s := lazy(t)
	endOf(t, s, "/d/walk/seed.json?seed=1")
	leave := besiege(t, s, "192.0.2.1")
	r := get(t, s, "/d/walk/seed.json?seed=2&lang=en", "Accept", "application/json")
	if text := body(t, r); r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "2" || !strings.Contains(text, "nobody waits") {
		t.Errorf("%d, again after %q: %s", r.StatusCode, r.Header.Get("Retry-After"), text)
	}
	endOf(t, s, "/d/walk/seed.json?seed=1")
	leave()
	eventually(t, "nobody waits", func() bool { return s.idle(t.Context()) == nil })
	endOf(t, s, "/d/walk/seed.json?seed=2")
}

// TestSeedsAreBounded: an address computes one at a time, what takes too long says so, and
// who leaves leaves nothing behind.
func TestSeedsAreBounded(t *testing.T) {
	s, err := New(Config{Demos: []algos.Demo{randomwalk.Demo()}, Log: slog.New(slog.DiscardHandler), Limits: Limits{Request: 300 * time.Millisecond, Wait: time.Hour, Renders: 4}})
	if err != nil {
		t.Fatal(err)
	}
	if run := endOf(t, s, "/d/walk/seed.json?"+asleep); run.State != "slow" || run.Picture != "" {
		t.Errorf("a run without end: %+v", run)
	}
	s = lazy(t)
	ctx, cancel := context.WithCancel(t.Context())
	b := s.lanes.seeds.bounds
	ended := make(chan int, 3)
	for i := range cap(ended) {
		go func() {
			ended <- from(ctx, s, "192.0.2.1", fmt.Sprintf("/d/walk/seed.json?%s&seed=%d", asleep, i)).StatusCode
		}()
	}
	eventually(t, "all but one wait", func() bool { return s.lanes.seeds.queue.Len() == cap(ended)-b.AtOnceEach })
	if r := from(t.Context(), s, "192.0.2.1", "/d/walk"); r.StatusCode != http.StatusOK {
		t.Errorf("meanwhile a page: %d", r.StatusCode)
	}
	cancel()
	for range cap(ended) {
		<-ended
	}
	for _, c := range turns.Classes {
		if n := s.turns.Waiting(c); n != 0 || s.lanes.seeds.queue.Len() != 0 {
			t.Errorf("%d wait for a turn of class %s", n, c)
		}
	}
}

// TestSeedsOfEveryDemo: the run of every demo ends with a picture and a number, within
// what one answer may weigh.
func TestSeedsOfEveryDemo(t *testing.T) {
	s := newServer(t, Limits{})
	for _, d := range catalog.All {
		run := endOf(t, s, "/d/"+d.ID+"/seed.json")
		if run.State == "slow" {
			continue // on a machine that does much else
		}
		if len(run.Picture) == 0 || len(run.Picture) > 200<<10 {
			t.Errorf("%s: a picture of %d bytes", d.ID, len(run.Picture))
		}
		name := ""
		if len(run.Numbers) > 0 {
			name = run.Numbers[0].Name
		}
		t.Logf("%s: chance %v, %s at step %d, %d numbers, the first %q, %d bytes", d.ID, run.Chance, run.State, run.Count, len(run.Numbers), name, len(run.Picture))
	}
}
