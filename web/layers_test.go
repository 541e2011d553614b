package web

import (
	"net/http"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest/painted"
	"playground/web/testdemos/layers"
)

// The page of a demo of several layers has brushes and sizes for each, where they can differ, and
// says how a file names them.
func TestLayersOnAPage(t *testing.T) {
	s := newServerOf(t, []algos.Demo{painted.Demo(), painted.Filtered(), layers.Demo()}, Limits{})
	for path, want := range map[string][]string{
		"/d/filtered": {
			`data-cell-hand="image"`, `data-cell-hand="filter"`, `aria-label="Brush: Filter"`, `id="cell-rows-image"`, `id="cell-columns-filter"`,
			`data-clear="filter"`, `<option value="filter">Filter</option>`, "on a line above its rows: image, filter.",
		},
		"/d/smoothing": {`data-cell-hand="labels"`, `id="cell-rows-image"`, `data-clear="labels"`, `aria-label="Random: Labels"`},
		"/d/sums":      {`data-cell-hand=""`, `id="cell-rows"`, `data-action="clear"`, `aria-label="Brush"`},
	} {
		html := body(t, get(t, s, path, "Accept", page))
		for _, part := range want {
			if !strings.Contains(html, part) {
				t.Errorf("%s has no %s", path, part)
			}
		}
		if path == "/d/smoothing" && strings.Contains(html, "cell-rows-labels") || path == "/d/sums" && strings.Contains(html, "data-csv-grid") {
			t.Errorf("%s has fields for what cannot be set", path)
		}
	}
}

// All layers are saved to one file, that of a demo of one grid without a name.
func TestLayersAreSaved(t *testing.T) {
	s := newServerOf(t, []algos.Demo{painted.Demo(), painted.Filtered()}, Limits{})
	for path, want := range map[string]string{
		"/d/filtered/points.csv?data=c2x2~0_1~0.5_1~lfilter~c1x2~1_0": "image\n0,1\n0.5,1\n\nfilter\n1,0\n",
		"/d/filtered/points.csv?data=c2x2~0_1~0.5_1":                  "image\n0,1\n0.5,1\n\nfilter\n-1,1\n",
		"/d/filtered/points.csv?preset=blank":                         "image\n0,0,0,0\n0,0,0,0\n0,0,0,0\n0,0,0,0\n\nfilter\n-1,1\n",
		"/d/sums/points.csv?data=c1x2~0_1&grid=painted":               "0,1\n",
	} {
		if got := body(t, get(t, s, path)); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	for query, want := range map[string]string{
		"data=c2x2~0_1~0_1~lwalls~c1x1~0":                            "there is no layer walls: filtered takes the layers image, filter",
		"data=c2x2~0_1~0_1~lfilter~c1x3~0_0_0":                       "layer filter: the cells have 3 columns: filtered takes from 1 to 2",
		"data=c2x2~0_1~0_1" + strings.Repeat("~lfilter~c1x1~0", 200): "201 layers of cells are too many: at most 4",
	} {
		r := get(t, s, "/d/filtered/frame.svg?"+query)
		if text := body(t, r); r.StatusCode != http.StatusBadRequest || !strings.Contains(text, want) {
			t.Errorf("%s: %d %.200s, want %q", query, r.StatusCode, text, want)
		}
	}
}
