package catalogtest

import (
	"io"
	"net/http"
	"strings"
	"testing"
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
		"/d/svm?step=end&" + data:                                          {http.StatusOK, []string{"data-held-share", "Wrong labels: 1 of the 2 points held out, 0 of the 3 points to learn from."}},
		"/d/svm?step=end&lang=zh&" + data:                                  {http.StatusOK, []string{"2 个留出点中有 1 个"}},
		"/d/svm/frame.svg?data=moons~60~0.24~7~h61":                        {http.StatusBadRequest, []string{"moons cannot hold out 61 of its points: it must be from 0 to 60"}},
		"/d/em-gmm/frame.svg?data=moons~60~0.24~7~h6":                      {http.StatusBadRequest, []string{"em-gmm looks at no targets: no point can be held out"}},
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
