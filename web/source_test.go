package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"playground/algos/catalog"
)

func TestCodeShowsTheLoop(t *testing.T) {
	s := newServer(t, Limits{})
	marked := regexp.MustCompile(`(?s)in-loop"[^>]*>.*?<code>(.*?)</code>`)
	for _, d := range catalog.All {
		files, err := sourceFiles(d.Files)
		if err != nil {
			t.Fatalf("%s: %v", d.ID, err)
		}
		r := get(t, s, "/d/"+d.ID+"/code")
		page := body(t, r)
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", d.ID, r.StatusCode)
		}
		var loop strings.Builder
		for _, m := range marked.FindAllStringSubmatch(page, -1) {
			loop.WriteString(m[1] + "\n")
		}
		for _, want := range []string{"func ", "algos.Problem", "iter.Seq[algos.Step]", "yield"} {
			if !strings.Contains(loop.String(), want) {
				t.Errorf("%s: the marked lines lack %s:\n%s", d.ID, want, loop.String())
			}
		}
		if n := strings.Count(page, `id="loop"`); n != 1 {
			t.Errorf("%s: %d loops", d.ID, n)
		}
		for _, f := range files {
			if got := get(t, s, "/d/"+d.ID+"/code?file="+f); got.StatusCode != http.StatusOK || !strings.Contains(body(t, got), "package ") {
				t.Errorf("%s: %s does not show", d.ID, f)
			}
		}
	}
}

func TestCodeRefuses(t *testing.T) {
	s := newServer(t, Limits{})
	for path, want := range map[string]int{
		"/d/nothing/code":                   http.StatusNotFound,
		"/d/svm/code?file=../boost/step.go": http.StatusBadRequest,
		"/d/svm/code?file=svm_test.go":      http.StatusBadRequest,
		"/d/svm/code?C=1":                   http.StatusBadRequest,
	} {
		if r := get(t, s, path); r.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
}
