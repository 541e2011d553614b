package catalogtest

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web"
)

// endOf asks for the end of a run.
func endOf(t *testing.T, s *web.Server, path string) seedRun {
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
	s := everything(t)
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
	s := everything(t)
	for query, want := range map[string]bool{"order=file": false, "order=shuffled": true} {
		if got := endOf(t, s, "/d/perceptron/seed.json?"+query).Chance; got != want {
			t.Errorf("%s: chance plays: %v", query, got)
		}
	}
}

// TestSeedsEndInWords: a run that is refused or reaches a limit says so, in the reader's language.
func TestSeedsEndInWords(t *testing.T) {
	s := newServer(t, catalog.All, web.Limits{Steps: 50, Request: time.Hour})
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

// TestSeedsOfEveryDemo: the run of every demo ends with a picture and a number, within
// what one answer may weigh.
func TestSeedsOfEveryDemo(t *testing.T) {
	t.Parallel()
	s := everything(t)
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
