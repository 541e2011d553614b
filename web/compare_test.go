package web

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"playground/lang"
	"playground/web/frame"
	"playground/web/record"
)

// ofTwo is the address of a comparison.
func ofTwo(path, a, b string, more ...string) string {
	q := url.Values{keyA: {a}, keyB: {b}}
	for i := 0; i < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return path + "?" + q.Encode()
}

// tellTwo asks what a pair says.
func tellTwo(t testing.TB, s *Server, a, b string, more ...string) (told toldPair) {
	t.Helper()
	address := ofTwo("/compare/told.json", a, b, more...)
	r := get(t, s, address, "Accept", "application/json")
	text := body(t, r)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d %s", address, r.StatusCode, text)
	}
	if err := json.Unmarshal([]byte(text), &told); err != nil {
		t.Fatal(err)
	}
	return told
}

// pairsOfDemos are demos on the same data: each demo, with itself
// under another seed and with some of those that take its data.
func pairsOfDemos(t testing.TB, s *Server) (pairs [][2]string) {
	t.Helper()
	for _, d := range testDemos() {
		p, err := s.parsePair(url.Values{keyA: {d.ID}})
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, [2]string{d.ID, d.ID + "?seed=12"})
		partners, err := s.partners(p.a)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range spread(len(partners), 3) {
			pairs = append(pairs, [2]string{d.ID, partners[k].demo.ID})
		}
	}
	return pairs
}

// Each half of a comparison equals the same recipe opened alone, step by step: what the
// board in the frame is asked for, and what the server says of both, has the numbers and
// the sentences of the run of the data of a by this demo.
func TestHalvesEqualTheirRecipesAlone(t *testing.T) {
	s := newServer(t, Limits{})
	for _, two := range pairsOfDemos(t, s) {
		t.Run(two[0]+" and "+two[1], func(t *testing.T) {
			p, err := s.parsePair(url.Values{keyA: {two[0]}, keyB: {two[1]}})
			if err != nil {
				t.Fatal(err)
			}
			var alone [2]*record.Recorder
			for i, a := range p.sides() {
				v, err := a.view(keyA, lang.English)
				if err != nil {
					t.Fatal(err)
				}
				q, err := url.ParseQuery(v.Query)
				if err != nil {
					t.Fatal(err)
				}
				if i == 1 && !a.recipe.Data.Equal(p.a.recipe.Data) {
					t.Fatal("b has not the data of a")
				}
				q.Set("step", "0")
				r, err := a.demo.ParseRecipe(q) // as /d/ and /embed/ read it
				if err != nil {
					t.Fatal(err)
				}
				if !r.Data.Equal(p.a.recipe.Data) || r.Seed != a.recipe.Seed {
					t.Fatalf("%s opens other data or another seed than the pair has", v.Query)
				}
				if alone[i], err = record.New(t.Context(), a.demo, r, record.Limits{Steps: 400}); err != nil {
					t.Fatal(err)
				}
				defer alone[i].Close()
				if err := alone[i].ExtendTo(t.Context(), 400); err != nil {
					t.Fatal(err)
				}
			}
			least := min(alone[0].Len(), alone[1].Len()) - 1
			for _, n := range slices.Compact([]int{0, min(1, least), min(3, least), least / 2, least}) {
				at := func(text string) string {
					if strings.Contains(text, "?") {
						return text + "&step=" + strconv.Itoa(n)
					}
					return text + "?step=" + strconv.Itoa(n)
				}
				told := tellTwo(t, s, at(two[0]), at(two[1]))
				for i, side := range []toldSide{told.A, told.B} {
					h := &shot{demo: p.sides()[i].demo, rec: alone[i], step: n, book: p.sides()[i].demo.Book("en")}
					c, err := h.caption(t.Context(), n)
					if err != nil {
						t.Fatal(err)
					}
					if side.Step != n || side.Says != c.Sentence || side.Title != c.Title {
						t.Errorf("side %d at step %d says %q at step %d, alone %q", i, n, side.Says, side.Step, c.Sentence)
					}
				}
				for _, m := range told.Metrics {
					if m.ID == errorMetric {
						continue
					}
					for i, got := range []*float64{m.A, m.B} {
						want := alone[i].Series(m.ID)[n]
						if finite := !math.IsNaN(want) && !math.IsInf(want, 0); (got != nil) != finite || finite && *got != want {
							t.Errorf("side %d at step %d: %s is %v, alone %v", i, n, m.ID, got, want)
						}
					}
				}
			}
		})
	}
}

// A demo that takes the data is offered, and opens with them.
func TestPartnersTakeTheData(t *testing.T) {
	s := newServer(t, Limits{})
	text := body(t, get(t, s, "/compare?a="+url.QueryEscape("walk?data=moons~40~0.2~5&step=3"), "Accept", page))
	links := regexp.MustCompile(`href="(/compare\?[^"]*)" data-partner`).FindAllStringSubmatch(text, -1)
	if len(links) != 1 {
		t.Fatalf("%d partners", len(links))
	}
	offered := map[string]bool{}
	for _, l := range links {
		u, err := url.Parse(strings.ReplaceAll(l[1], "&amp;", "&"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.pairOf(u.Query())
		if err != nil {
			t.Errorf("%s: %v", l[1], err)
			continue
		}
		offered[p.b.demo.ID] = true
		if p.b.recipe.Data.String() != "moons~40~0.2~5" || p.a.recipe.Step != 3 || p.b.stepped {
			t.Errorf("%s: data %s, step %d", l[1], p.b.recipe.Data, p.a.recipe.Step)
		}
	}
	for _, open := range regexp.MustCompile(`href="(/d/[^"]*)" rel="nofollow"`).FindAllStringSubmatch(text, -1) {
		address := strings.ReplaceAll(open[1], "&amp;", "&")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		d := s.demos[strings.TrimPrefix(u.Path, "/d/")]
		if r, err := d.ParseRecipe(u.Query()); err != nil || r.Data.String() != "moons~40~0.2~5" {
			t.Errorf("%s opens %v %v", address, r.Data, err)
		}
	}
}

// An address survives the way through the page and back.
func TestComparisonAddress(t *testing.T) {
	s := newServer(t, Limits{})
	for _, two := range [][2]string{
		{"walk?drift=10&step=12&data=moons~40~0.2~5", "hands?level=3&step=end"},
		{"walk?preset=" + s.demos["walk"].Presets[1].ID, "walk?seed=9"},
		{"tally", "tally?seed=3"},
	} {
		p, err := s.parsePair(url.Values{keyA: {two[0]}, keyB: {two[1]}, keyBy: {"share"}})
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.parsePair(p.query())
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			if a, b := p.sides()[i], again.sides()[i]; a.String() != b.String() || a.stepped != b.stepped || again.by != "share" {
				t.Errorf("%s becomes %s", a, b)
			}
		}
	}
}

// The pictures of two runs come from recordings that stay: bounded, shared, and let go.
func TestShelf(t *testing.T) {
	s := newServer(t, Limits{})
	for step := range 6 {
		tellTwo(t, s, "walk?step="+strconv.Itoa(step), "hands?step="+strconv.Itoa(step))
	}
	if n := s.compared.len(); n != 2 {
		t.Errorf("%d recordings of two runs", n)
	}
	for seed := range 2 * shelfMost {
		tellTwo(t, s, "walk?step=1&seed="+strconv.Itoa(seed), "walk?step=2&seed="+strconv.Itoa(seed))
	}
	if n := s.compared.len(); n != shelfMost {
		t.Errorf("%d recordings on the shelf, want %d", n, shelfMost)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() { // in both orders, and evicted meanwhile
			two := []string{"walk?step=5", "walk?drift=3&step=4"}
			if i%2 == 1 {
				slices.Reverse(two)
			}
			told := tellTwo(t, s, two[0], two[1], "w", strconv.Itoa(300+i))
			if told.A.Step+told.B.Step != 9 {
				t.Errorf("steps %d and %d", told.A.Step, told.B.Step)
			}
			s.compared.close()
		})
	}
	all.Wait()
	s.compared.close()
	if n := s.compared.len(); n != 0 {
		t.Errorf("%d recordings after the end", n)
	}
}

// What waits for one of two runs gives up with its request, and leaves nothing half done.
func TestShelfGivesUp(t *testing.T) {
	s := newServer(t, Limits{})
	p, err := s.parsePair(url.Values{keyA: {"walk?steps=1000000"}, keyB: {"hands"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = s.beside(ctx, p, 0, func(_ context.Context, a, _ *kept) error {
		short, stop := context.WithTimeout(t.Context(), time.Millisecond)
		defer stop()
		waits := s.beside(short, p, 0, func(context.Context, *kept, *kept) error { return nil })
		if !errors.Is(waits, context.DeadlineExceeded) {
			t.Errorf("who waits for a run that is in use: %v", waits)
		}
		cancel() // the recording ends, also in the middle of a step
		for !a.rec.Interrupted() {
			time.Sleep(time.Millisecond)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if told := tellTwo(t, s, "walk?steps=1000000&step=7", "hands?step=3"); told.A.Step != 7 || told.B.Step != 3 {
		t.Errorf("after a recording was interrupted: steps %d and %d", told.A.Step, told.B.Step)
	}
}

// A chart says where a step stands as the page counts.
func TestChartCountsAsThePage(t *testing.T) {
	s := newServer(t, Limits{})
	p, err := s.parsePair(url.Values{keyA: {"walk?step=end"}, keyB: {"hands?step=end"}})
	if err != nil {
		t.Fatal(err)
	}
	err = s.beside(t.Context(), p, 0, func(_ context.Context, a, b *kept) error {
		for _, h := range []*kept{a, b} {
			step, pass, share := h.axis("step"), h.axis("pass"), h.axis("share")
			for n := range h.rec.Len() {
				c := frame.Count(h.rec, n)
				if int(math.Ceil(step(n))) != c.Step || int(math.Ceil(pass(n))) != c.Pass {
					t.Fatalf("%s: step %d stands at %g and %g, want within %+v", h.demo.ID, n, step(n), pass(n), c)
				}
			}
			if share(0) != 0 || share(h.rec.Len()-1) != 100 {
				t.Errorf("the run goes from %g to %g %%", share(0), share(h.rec.Len()-1))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is thinned out keeps its ends, its least and its most.
func TestThin(t *testing.T) {
	all := make([]float64, 12345)
	for i := range all {
		all[i] = math.Sin(float64(i) / 50)
	}
	all[777], all[9999], all[5] = 9, -9, math.NaN()
	steps, values := thin(all)
	if len(steps) > 2*chartSteps || steps[0] != 0 || steps[len(steps)-1] != len(all)-1 || !slices.IsSorted(steps) {
		t.Errorf("%d of %d steps, from %d to %d", len(steps), len(all), steps[0], steps[len(steps)-1])
	}
	if !slices.Contains(values, 9) || !slices.Contains(values, -9) {
		t.Error("the least or the most is lost")
	}
	if steps, _ := thin(all[:7]); !slices.Equal(steps, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("a short run: %v", steps)
	}
}

// FuzzPair reads addresses of comparisons: each is refused with a field, or stays the same
// on the way through an address.
func FuzzPair(f *testing.F) {
	s := newServer(f, Limits{})
	for _, two := range [][2]string{
		{"walk", "hands"},
		{"walk?drift=10&step=3", "walk?seed=2"},
		{"walk?data=p2s~0_0_1~1_1_-1", "walk?step=end"},
		{"nothing", ""},
		{"walk?%zz", "hands?a=b=c"},
		{"tally", "tally"},
		{"?", "?"},
		{"walk?view=0,1,0,1", "walk?view=1,0,0,1"},
		{"walk?lang=zh", "walk?half=1"},
	} {
		f.Add(two[0], two[1], "share")
	}
	request := httptest.NewRequest(http.MethodGet, "/compare", nil)
	f.Fuzz(func(t *testing.T, a, b, by string) {
		p, err := s.parsePair(url.Values{keyA: {a}, keyB: {b}, keyBy: {by}})
		if err != nil {
			if f := s.explain(request, err); f == nil || f.Status >= 500 || f.Message == "" {
				t.Fatalf("%q and %q: %v", a, b, err)
			}
			return
		}
		again, err := s.parsePair(p.query())
		if err != nil {
			t.Fatalf("%q and %q become %v: %v", a, b, p.query(), err)
		}
		if again.a.String() != p.a.String() || again.b.String() != p.b.String() || again.by != p.by {
			t.Fatalf("%q and %q become %s and %s", a, b, again.a, again.b)
		}
	})
}
