package web

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"playground/algos"
	"playground/web/testdemos/table"
)

// The pages and files of a demo that works on a table.
func TestTablePages(t *testing.T) {
	s, err := New(Config{Demos: []algos.Demo{table.Demo()}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	const data = "t2~nsize~Wkind_u_.10.~1_0~2.5_1" // a word in ASCII, and one that is a dollar sign
	for path, wants := range map[string][]string{
		"/d/tally":                          {"data-tabular", "One line per sample, with or without a header", `id="table-drawer"`, "The table, CSV", "3 rows of 3 columns"},
		"/d/tally?lang=zh":                  {"每行一个样本，有无表头均可", "自己的表格"},
		"/d/tally?step=1&data=" + data:      {"2 rows of 2 columns", "Row 1 says u"},
		"/d/tally?step=2&data=" + data:      {"Row 2 says ＄"},
		"/d/tally/points.csv?data=" + data:  {"size,kind\n1,u\n2.5,$\n"},
		"/d/tally/recipe.json?data=" + data: {`"data": "` + data + `"`},
		"/d/tally/frame.svg?data=" + data:   {"<svg"},
		"/embed/tally?data=" + data:         {"2 rows of 2 columns"},
	} {
		r := get(t, s, path, "Accept", "*/*")
		got := body(t, r)
		for _, want := range wants {
			if r.StatusCode != http.StatusOK || !strings.Contains(got, want) {
				t.Errorf("%s: status %d, without %q", path, r.StatusCode, want)
			}
		}
	}
	for path, want := range map[string]string{
		"/d/tally?data=moons":      "takes a table of named columns, not points",
		"/d/tally?data=t1~na~x":    "is not a number",
		"/d/tally?data=t2~na~nb~1": "row 1 has 1 values instead of 2",
	} {
		r := get(t, s, path, "Accept", page) // which opens without the table, and says why
		if got := body(t, r); r.StatusCode != http.StatusOK || !strings.Contains(got, "data-notice") || !strings.Contains(got, want) {
			t.Errorf("%s: status %d, without %q", path, r.StatusCode, want)
		}
	}
}

// The page of a demo of tables has the settings of a generated one, in both languages, if a
// generator suits the demo.
func TestPageOfAGeneratedTable(t *testing.T) {
	roomy := table.Demo()
	in := *roomy.Input.Table
	in.Max = 90
	roomy.Input.Table = &in
	for _, c := range []struct {
		demo  algos.Demo
		path  string
		wants []string
	}{
		{roomy, "/d/tally?data=classes~30~0.5~7~x3", []string{
			`data-data="n" inputmode="numeric" value="30"`, `data-data="features" inputmode="numeric" value="3"`, "30 rows of 4 columns",
		}},
		{roomy, "/d/tally?lang=zh", []string{"特征数", "高斯类别", `data-data="features" inputmode="numeric" value=""`}},
		{table.Demo(), "/d/tally", nil},
	} {
		s, err := New(Config{Demos: []algos.Demo{c.demo}, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		r := get(t, s, c.path, "Accept", page)
		got := body(t, r)
		if r.StatusCode != http.StatusOK || strings.Contains(got, `id="data-features"`) != (c.wants != nil) {
			t.Errorf("%s: status %d; the number of features is asked for where there is no generator, or the other way round", c.path, r.StatusCode)
		}
		for _, want := range c.wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: without %q", c.path, want)
			}
		}
	}
}

// Names that a link brings stand on the page as text, whatever they look like.
func TestNamesAreEscaped(t *testing.T) {
	s := newServer(t, Limits{})
	const data = "p2cn~.1o.script.1q.alert.14.1.15..1o..1b.script.1q._.10..2k.frac.10.__.1o.img.1q.~0_0_0~1_1_1"
	for _, path := range []string{"/d/hands?step=1&data=", "/embed/hands?data=", "/d/hands/frame.svg?data=", "/d/hands/replay.html?data="} {
		r := get(t, s, path+data, "Accept", "*/*")
		got := body(t, r)
		// The tips of a replay stand in its data, where only the end of a script matters.
		if r.StatusCode != http.StatusOK || strings.Contains(got, "<script>alert") || strings.Contains(got, "<img>") && !strings.Contains(path, "replay") {
			t.Errorf("%s: status %d, or a name is markup", path, r.StatusCode)
		}
		if !strings.Contains(got, "x₁: &lt;script") && !strings.Contains(got, `x₁: \u003cscript`) && !strings.Contains(got, "x₁: &amp;lt;script") {
			t.Errorf("%s: the name is not there", path)
		}
	}
}
