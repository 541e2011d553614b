package catalogtest

import (
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/dataset"
	"playground/web/record"
)

// Points that are held out come through links, files, tables and pictures, and where they
// mean nothing a sentence says so.
func TestHeldOutOverHTTP(t *testing.T) {
	s := everything(t)
	const data = "data=p2s~-1_0_-1~-2_0.5_-1~1_0_1~2_0_1~1.5_1_-1~h2"
	for path, c := range map[string]struct {
		status int
		has    []string
	}{
		"/d/svm/points.csv?" + data:                                        {http.StatusOK, []string{"x1,x2,y,held\n-1,0,-1,0\n", "2,0,1,1\n1.5,1,-1,1\n"}},
		"/d/svm/run.csv?" + data:                                           {http.StatusOK, []string{",train_error,held_error\n", ",0,0.5\n"}},
		"/d/svm/frame.svg?panel=chart-held-out&step=end&" + data:           {http.StatusOK, []string{"Held-out error"}},
		"/d/svm/recipe.json?" + data:                                       {http.StatusOK, []string{"~h2"}},
		"/d/svm?step=end&" + data:                                          {http.StatusOK, []string{"data-held-share", "Misclassified: 1 of the 2 points held out, 0 of the 3 points of the training set."}},
		"/d/svm?step=end&lang=zh&" + data:                                  {http.StatusOK, []string{"2 个留出点中有 1 个"}},
		"/d/svm/frame.svg?data=moons~60~0.24~7~h61":                        {http.StatusBadRequest, []string{"moons cannot hold out 61 of its points: it must be from 0 to 60"}},
		"/d/em-gmm/frame.svg?data=moons~60~0.24~7~h6":                      {http.StatusBadRequest, []string{"em-gmm is unsupervised: points cannot be held out"}},
		"/d/perceptron/frame.svg?data=p2s~1_0_1~h1":                        {http.StatusOK, []string{"<svg"}}, // none is left: it says what it needs
		"/d/gp-regression/run.csv?data=sine~12~0.2~1~h12&" + "step=end":    {http.StatusOK, []string{"held_error"}},
		"/d/adaboost/run.csv?data=moons~40~0.2~1~h10":                      {http.StatusOK, []string{",weight_floor,held_error\n"}},
		"/d/discriminant/frame.svg?step=end&data=blobs3~30~0.5~1~h9&w=400": {http.StatusOK, []string{"<svg"}},
	} {
		r := get(t, s, path)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		if r.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", path, r.StatusCode, c.status, body)
			continue
		}
		for _, text := range c.has {
			if !strings.Contains(string(body), text) {
				t.Errorf("%s: no %q in %.400s", path, text, body)
			}
		}
	}
}

// The errors on points held out are the same forwards, backwards and after a jump, also
// of steps that were dropped and made again, and of those that are not tested when they
// are recorded.
func TestHeldErrorsBackwards(t *testing.T) {
	d, _ := catalog.Find("perceptron")
	src := dataset.Generate("overlap", 600, 0.9, 3)
	src.Held = 200
	r := algos.Recipe{Demo: d.ID, Data: src, Seed: 1, Params: algosValues(t, d, "passes", "1")}
	rec, err := record.New(t.Context(), d, r, record.Limits{Bytes: 1 << 18})
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if err := rec.ExtendTo(t.Context(), algos.Last); err != nil {
		t.Fatal(err)
	}
	series := rec.Series("held_error")
	if len(series) != rec.Len() || rec.Len() < 100 {
		t.Fatalf("%d errors of %d steps", len(series), rec.Len())
	}
	at := func(n int) float64 {
		s, err := rec.Step(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		return s.Metric("held_error")
	}
	var forwards []float64
	missing := 0
	for n := range rec.Len() {
		x := at(n)
		forwards = append(forwards, x)
		switch {
		case series[n] != series[n]:
			missing++
		case series[n] != x:
			t.Fatalf("step %d is recorded with %g, and shows %g", n, series[n], x)
		}
	}
	if missing == 0 {
		t.Error("every step is tested, and this tests nothing")
	}
	for n := rec.Len() - 1; n >= 0; n -= 7 {
		if x := at(n); math.Float64bits(x) != math.Float64bits(forwards[n]) {
			t.Fatalf("step %d shows %g backwards, %g forwards", n, x, forwards[n])
		}
	}
}

func algosValues(t *testing.T, d algos.Demo, name, value string) map[string]string {
	t.Helper()
	v, err := d.Schema().Canonical(map[string]string{name: value})
	if err != nil {
		t.Fatal(err)
	}
	return v
}
