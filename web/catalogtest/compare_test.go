package catalogtest

import (
	"bytes"
	"encoding/json"
	"html"
	"image/png"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web"
	"playground/web/record"
)

// ofTwo is the address of a comparison.
func ofTwo(path, a, b string, more ...string) string {
	q := url.Values{"a": {a}, "b": {b}}
	for i := 0; i < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return path + "?" + q.Encode()
}

// tellTwo asks what a pair says.
func tellTwo(t testing.TB, s *web.Server, a, b string) (told toldPair) {
	t.Helper()
	address := ofTwo("/compare/told.json", a, b)
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

// A half is one of two runs that are compared.
type half struct {
	demo   algos.Demo
	recipe algos.Recipe
}

// halves are two runs, b on the data of a.
func halves(t *testing.T, a, b string) (two [2]half) {
	t.Helper()
	for i, text := range []string{a, b} {
		id, query, _ := strings.Cut(text, "?")
		d, ok := catalog.Find(id)
		q, err := url.ParseQuery(query)
		if err != nil || !ok {
			t.Fatal(id, err)
		}
		r, err := d.ParseRecipe(q)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 {
			r.Data = two[0].recipe.Data
		}
		two[i] = half{d, r}
	}
	return two
}

// atStep is a recipe at a step.
func atStep(text string, n int) string {
	if strings.Contains(text, "?") {
		return text + "&step=" + strconv.Itoa(n)
	}
	return text + "?step=" + strconv.Itoa(n)
}

var partner = regexp.MustCompile(`href="(/compare\?[^"]*)" data-partner`)

// partners are the demos that a page offers for a comparison.
func partners(t *testing.T, page string) (ids []string) {
	t.Helper()
	for _, l := range partner.FindAllStringSubmatch(page, -1) {
		u, err := url.Parse(html.UnescapeString(l[1]))
		if err != nil {
			t.Fatal(err)
		}
		id, _, _ := strings.Cut(u.Query().Get("b"), "?")
		ids = append(ids, id)
	}
	return ids
}

// Each half of a comparison has the numbers of its recipe alone: of each demo that stands for
// others, with itself under another seed, and with some that take its data.
func TestHalvesEqualTheirRecipesAlone(t *testing.T) {
	s := everything(t)
	for _, d := range algotest.Representatives(catalog.All) {
		pairs := []string{d.ID + "?seed=12"}
		if found := partners(t, body(t, get(t, s, "/compare?a="+d.ID, "Accept", page))); len(found) > 0 {
			pairs = append(pairs, found[0], found[len(found)/2])
		}
		for _, b := range pairs {
			two := halves(t, d.ID, b)
			const n = 2
			told := tellTwo(t, s, atStep(d.ID, n), atStep(b, n))
			for i, side := range []toldSide{told.A, told.B} {
				rec, err := record.New(t.Context(), two[i].demo, two[i].recipe, record.Limits{Steps: 10})
				if err != nil {
					t.Fatal(err)
				}
				defer rec.Close()
				if err := rec.ExtendTo(t.Context(), n); err != nil {
					t.Fatal(err)
				}
				if want := min(n, rec.Len()-1); side.Step != want {
					t.Errorf("%s and %s: side %d at step %d, want %d", d.ID, b, i, side.Step, want)
				}
				for _, m := range told.Metrics {
					if m.ID == "error" {
						continue // how wrong both are
					}
					want, got := rec.Series(m.ID)[side.Step], m.A
					if i == 1 {
						got = m.B
					}
					if finite := !math.IsNaN(want) && !math.IsInf(want, 0); (got != nil) != finite || finite && *got != want {
						t.Errorf("%s and %s: %s of side %d is %v, alone %v", d.ID, b, m.ID, i, got, want)
					}
				}
			}
		}
	}
}

// Every demo that takes the data is offered, and no other is.
func TestPartnersTakeTheData(t *testing.T) {
	s := everything(t)
	offered := partners(t, body(t, get(t, s, "/compare?a="+url.QueryEscape("svm?data=moons~40~0.2~5&step=3"), "Accept", page)))
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
		if takes != slices.Contains(offered, d.ID) {
			t.Errorf("%s takes the data: %v, offered: %v", d.ID, takes, !takes)
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
			if r := get(t, s, html.UnescapeString(l[1]), "Accept", page); r.StatusCode != http.StatusOK {
				t.Errorf("%s: %d", l[1], r.StatusCode)
			}
		}
	}
}

// Where labels differ is counted by other predictions: of runs that nobody recorded, cell
// by cell.
func TestDifferenceIsWhatModelsSay(t *testing.T) {
	s := everything(t)
	model := func(a half, n int) algos.Model {
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
		told := tellTwo(t, s, atStep(c.a, c.step), atStep(c.b, c.step))
		two := halves(t, c.a, c.b)
		one, other := model(two[0], told.A.Step), model(two[1], told.B.Step)
		problem, err := two[0].recipe.Problem()
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
			for i := range told.Difference.Cells {
				look([2]float64{w.X0 + (w.X1-w.X0)*float64(i)/float64(told.Difference.Cells-1)})
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
	s := everything(t)
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

func TestComparisonFiles(t *testing.T) {
	s := everything(t)
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
