package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/png"
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

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
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

// pairsOfDemos are demos on the same data: each demo that stands for others, with itself
// under another seed and with some of those that take its data.
func pairsOfDemos(t testing.TB, s *Server) (pairs [][2]string) {
	t.Helper()
	for _, d := range algotest.Representatives(catalog.All) {
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

// Where labels differ is counted by other predictions: of runs that nobody recorded, cell
// by cell.
func TestDifferenceIsWhatModelsSay(t *testing.T) {
	s := newServer(t, Limits{})
	model := func(a side, n int) algos.Model {
		steps, err := a.recipe.Run(t.Context(), a.demo)
		if err != nil {
			t.Fatal(err)
		}
		var m algos.Model
		for step := range steps {
			m = step.Model()
			if n--; n < 0 {
				break
			}
		}
		return m
	}
	said := func(m algos.Model, x [2]float64, names ...string) float64 {
		if m.Mean != nil && slices.Contains(names, "mean") {
			return m.Mean(x)
		}
		for _, v := range m.Predict(x) {
			if slices.Contains(names, v.Name) {
				switch y := v.Value.(type) {
				case int:
					return float64(y)
				case float64:
					return y
				}
			}
		}
		t.Fatal("no prediction")
		return 0
	}
	for _, c := range []struct {
		a, b  string
		step  int
		names []string
	}{
		{"svm", "logistic", 6, []string{"label"}},
		{"svm?C=10", "svm?C=0.1", 20, []string{"label"}},
		{"svm", "svm", 9, []string{"label"}},
		{"ridge", "gp-regression", 3, []string{"y", "mean", "value"}},
		{"polynomial", "kernel-ridge", 2, []string{"y", "mean", "value"}},
	} {
		at := func(text string) string {
			if strings.Contains(text, "?") {
				return text + "&step=" + strconv.Itoa(c.step)
			}
			return text + "?step=" + strconv.Itoa(c.step)
		}
		told := tellTwo(t, s, at(c.a), at(c.b))
		p, err := s.parsePair(url.Values{keyA: {c.a}, keyB: {c.b}})
		if err != nil {
			t.Fatal(err)
		}
		one, other := model(p.a, told.A.Step), model(p.b, told.B.Step)
		problem, err := p.a.recipe.Problem()
		if err != nil {
			t.Fatal(err)
		}
		w, apart, most, cells := problem.Window, 0, 0.0, 0
		look := func(x [2]float64) {
			cells++
			off := math.Abs(said(one, x, c.names...) - said(other, x, c.names...))
			most = max(most, off)
			if off != 0 {
				apart++
			}
		}
		if problem.Dim == 1 {
			for i := range diffPlaces {
				look([2]float64{w.X0 + (w.X1-w.X0)*float64(i)/(diffPlaces-1)})
			}
		} else {
			n := int(math.Sqrt(float64(told.Difference.Cells)))
			for j := range n {
				for i := range n {
					look([2]float64{w.X0 + (w.X1-w.X0)*(float64(i)+.5)/float64(n), w.Y0 + (w.Y1-w.Y0)*(float64(j)+.5)/float64(n)})
				}
			}
		}
		d := told.Difference
		if d.Refused || d.Cells != cells {
			t.Errorf("%s and %s: %+v, want %d cells", c.a, c.b, d.Text, cells)
			continue
		}
		// A centre that is computed in another way may fall on the other side of a line.
		if d.Apart != nil && (math.Abs(float64(*d.Apart-apart)) > 4 || (c.a == c.b) != (*d.Apart == 0)) {
			t.Errorf("%s and %s differ in %d cells, want %d", c.a, c.b, *d.Apart, apart)
		}
		if d.Most != nil && math.Abs(*d.Most-most) > 1e-6*(1+most) {
			t.Errorf("%s and %s differ by %g, want %g", c.a, c.b, *d.Most, most)
		}
		if !strings.HasPrefix(d.Picture, "<svg") || !strings.HasPrefix(told.Chart.Picture, "<svg") {
			t.Errorf("%s and %s have no pictures", c.a, c.b)
		}
	}
}

// Links of strangers are checked like recipes: each fault is a sentence, in both languages.
func TestComparisonsThatCannotBe(t *testing.T) {
	s := newServer(t, Limits{})
	for _, c := range []struct {
		query  string
		status int
		field  string
	}{
		{"", http.StatusBadRequest, "a"},
		{"a=nothing", http.StatusNotFound, "a"},
		{"a=svm&b=nothing", http.StatusNotFound, "b"},
		{"a=svm&b=logistic&by=luck", http.StatusBadRequest, "by"},
		{"a=svm&a=logistic", http.StatusBadRequest, "a"},
		{"a=svm&b=logistic&x=1", http.StatusBadRequest, "x"},
		{"a=svm%3FC%3D-1&b=logistic", http.StatusBadRequest, "a.C"},
		{"a=svm&b=logistic%3Fnothing%3D1", http.StatusBadRequest, "b.nothing"},
		{"a=svm%3Fstep%3Dsoon&b=logistic", http.StatusBadRequest, "a.step"},
		{"a=svm&b=logistic%3Fstep%3D-4", http.StatusBadRequest, "b.step"},
		{"a=svm%3Fpreset%3Dnone&b=logistic", http.StatusBadRequest, "a.preset"},
		{"a=ridge&b=svm", http.StatusBadRequest, "b.data"},
		{"a=svm&b=string-kernel", http.StatusBadRequest, "b.data"},
		{"a=string-kernel&b=svm", http.StatusBadRequest, "a"},
		{"a=svm&b=logistic%3Fdata%3Dmoons~8~0.2~1", http.StatusBadRequest, "b"},
		{"a=svm%3Fdata%3Dmoons~9999~0.2~1&b=logistic", http.StatusBadRequest, ""},
		{"a=svm%3F%25zz&b=logistic", http.StatusBadRequest, "a"},
		{"%zz", http.StatusBadRequest, ""},
	} {
		for _, path := range []string{"/compare?", "/compare/told.json?", "/embed/compare?"} {
			r := get(t, s, path+c.query, "Accept", "application/json")
			var said struct{ Error, Field string }
			text := body(t, r)
			if err := json.Unmarshal([]byte(text), &said); err != nil {
				t.Fatalf("%s%s answers %.200s", path, c.query, text)
			}
			if r.StatusCode != c.status || len(said.Error) < 12 || c.field != "" && said.Field != c.field {
				t.Errorf("%s%s: %d %q of %q, want %d of %q", path, c.query, r.StatusCode, said.Error, said.Field, c.status, c.field)
			}
		}
		for _, l := range []string{"en", "zh"} {
			r := get(t, s, "/compare?lang="+l+"&"+c.query, "Accept", page)
			text := body(t, r)
			// What a demo says of a link is in English, and marked so.
			foreign := l == "zh" && !regexp.MustCompile(`\p{Han}|lang="en"`).MatchString(what(text))
			if r.StatusCode != c.status || strings.Contains(text, "compare.") || foreign {
				t.Errorf("%s in %s: %d %q", c.query, l, r.StatusCode, what(text))
			}
		}
	}
	// One side alone is no picture.
	if r := get(t, s, "/compare/told.json?a=svm"); r.StatusCode != http.StatusBadRequest {
		t.Errorf("one side alone: %d", r.StatusCode)
	}
	// A step beyond the end shows the end, and says so.
	told := tellTwo(t, s, "svm?step=100000", "logistic?step=2")
	if told.A.Beyond == "" || told.B.Beyond != "" || told.A.Step+1 != told.A.Recorded {
		t.Errorf("a step beyond the end: %+v", told.A)
	}
}

// what is the sentence of an error page.
func what(page string) string {
	found := regexp.MustCompile(`(?s)<p class="what">(.*?)</p>`).FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	return found[1]
}

// Everybody who takes the data is offered, opens with them, and nobody else is.
func TestPartnersTakeTheData(t *testing.T) {
	s := newServer(t, Limits{})
	text := body(t, get(t, s, "/compare?a="+url.QueryEscape("svm?data=moons~40~0.2~5&step=3"), "Accept", page))
	links := regexp.MustCompile(`href="(/compare\?[^"]*)" data-partner`).FindAllStringSubmatch(text, -1)
	if len(links) < 10 {
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
	src, err := dataset.ParseSource("moons~40~0.2~5")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range catalog.All {
		r, err := d.Recipe("")
		if err != nil {
			t.Fatal(err)
		}
		r.Data = src
		problem, err := r.Problem()
		if err != nil {
			t.Fatal(err)
		}
		takes := !d.Input.Own() && d.Takes(src) == nil && d.Check(problem, r.Params) == nil && d.ID != "svm"
		if takes != offered[d.ID] {
			t.Errorf("%s takes the data: %v, offered: %v", d.ID, takes, offered[d.ID])
		}
	}
	// Every setting that is offered opens.
	for _, d := range algotest.Representatives(catalog.All) {
		text := body(t, get(t, s, "/compare?a="+d.ID, "Accept", page))
		links := regexp.MustCompile(`class="btn" href="(/compare\?[^"]*)"`).FindAllStringSubmatch(text, -1)
		if len(links) < 2 {
			t.Errorf("%s offers %d settings", d.ID, len(links))
		}
		for _, l := range links[:min(3, len(links))] {
			if r := get(t, s, strings.ReplaceAll(l[1], "&amp;", "&"), "Accept", page); r.StatusCode != http.StatusOK {
				t.Errorf("%s: %d", l[1], r.StatusCode)
			}
		}
	}
}

// An address survives the way through the page and back.
func TestComparisonAddress(t *testing.T) {
	s := newServer(t, Limits{})
	for _, two := range [][2]string{
		{"svm?C=10&step=12&data=moons~40~0.2~5", "logistic?lambda=0.1&step=end"},
		{"svm?preset=" + s.demos["svm"].Presets[1].ID, "svm?seed=9"},
		{"string-kernel", "string-kernel?seed=3"},
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
		tellTwo(t, s, "svm?step="+strconv.Itoa(step), "logistic?step="+strconv.Itoa(step))
	}
	if n := s.compared.len(); n != 2 {
		t.Errorf("%d recordings of two runs", n)
	}
	for seed := range 2 * shelfMost {
		tellTwo(t, s, "kmeans?step=1&seed="+strconv.Itoa(seed), "kmeans?step=2&seed="+strconv.Itoa(seed))
	}
	if n := s.compared.len(); n != shelfMost {
		t.Errorf("%d recordings on the shelf, want %d", n, shelfMost)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() { // in both orders, and evicted meanwhile
			two := []string{"svm?step=5", "svm?C=3&step=4"}
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
	p, err := s.parsePair(url.Values{keyA: {"svm"}, keyB: {"logistic"}})
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
	if told := tellTwo(t, s, "svm?step=7", "logistic?step=7"); told.A.Step != 7 || told.B.Step != 7 {
		t.Errorf("after a recording was interrupted: steps %d and %d", told.A.Step, told.B.Step)
	}
}

func TestComparisonFiles(t *testing.T) {
	s := newServer(t, Limits{})
	for _, what := range []string{"boards", "difference", "metrics"} {
		r := get(t, s, ofTwo("/compare/"+what+".png", "svm?step=9", "logistic?step=2", "w", "300", "h", "240", "scale", "1"))
		img, err := png.Decode(bytes.NewReader([]byte(body(t, r))))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		want := 300
		if what == "boards" {
			want = 900
		}
		if img.Bounds().Dx() != want || img.Bounds().Dy() != 240 {
			t.Errorf("%s is %v", what, img.Bounds())
		}
		r = get(t, s, ofTwo("/compare/"+what+".svg", "svm?step=9", "logistic?step=2", "theme", "dark"))
		if text := body(t, r); r.StatusCode != http.StatusOK || !strings.HasPrefix(text, "<svg ") || strings.Contains(text, " style=") {
			t.Errorf("%s: %d %.80s", what, r.StatusCode, text)
		}
	}
	// Where the predictions cannot be compared, both boards are a picture still.
	if r := get(t, s, ofTwo("/compare/boards.svg", "kmeans?step=2", "em-gmm?step=2")); r.StatusCode != http.StatusOK {
		t.Errorf("two boards without labels: %d", r.StatusCode)
	}
	r := get(t, s, ofTwo("/compare/difference.svg", "kmeans?step=2", "em-gmm?step=2"))
	if text := body(t, r); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, "predict") {
		t.Errorf("the difference of groups: %d %s", r.StatusCode, text)
	}
}

// A chart says where a step stands as the page counts.
func TestChartCountsAsThePage(t *testing.T) {
	s := newServer(t, Limits{})
	p, err := s.parsePair(url.Values{keyA: {"perceptron?step=end"}, keyB: {"svm?step=end"}})
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
		{"svm", "logistic"},
		{"svm?C=10&step=3", "svm?seed=2"},
		{"svm?data=p2s~0_0_1~1_1_-1", "perceptron?step=end"},
		{"nothing", ""},
		{"svm?%zz", "logistic?a=b=c"},
		{"string-kernel", "string-kernel"},
		{"?", "?"},
		{"svm?view=0,1,0,1", "kmeans?view=1,0,0,1"},
		{"svm?lang=zh", "svm?half=1"},
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
