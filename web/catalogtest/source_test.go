package catalogtest

import (
	"html"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
	"playground/web"
)

// uncoloured is the markup of a coloured piece of source.
var uncoloured = regexp.MustCompile(`</?span[^>]*>`)

// The page of a demo's code marks its loop. Every file of every demo and of what it shares
// comes back whole from its colours.
func TestCodeShowsTheLoop(t *testing.T) {
	t.Parallel()
	s := everything(t)
	var seen []string // files that demos share
	link := regexp.MustCompile(`/code\?file=([^"#]*)"`)
	marked := regexp.MustCompile(`(?s)in-loop"[^>]*>.*?<code[^>]*>(.*?)</code>`)
	for _, d := range catalog.All {
		files, err := fs.Glob(d.Sources, "*.go")
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
			loop.WriteString(uncoloured.ReplaceAllString(m[1], "") + "\n")
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
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			text, err := fs.ReadFile(d.Sources, f)
			if err != nil {
				t.Fatal(err)
			}
			shows(t, s, d.ID, f, string(text))
		}
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			if f := m[1]; strings.Contains(f, "/") && !slices.Contains(seen, f) {
				seen = append(seen, f)
				text, err := fs.ReadFile(algos.Shared, f)
				if err != nil {
					t.Fatalf("%s shows %s: %v", d.ID, f, err)
				}
				shows(t, s, d.ID, f, string(text))
			}
		}
		if strings.Contains(page, "_test.go") {
			t.Errorf("%s shows tests", d.ID)
		}
		if d.ID == "svm" && (!strings.Contains(page, "file=linear/internal/smo/solver.go") || !strings.Contains(page, "file=kernel/kernel.go")) {
			t.Error("the support vector machine shares other files")
		}
	}
}

var codeLine = regexp.MustCompile(`(?s)<code[^>]*>(.*?)</code>`)

// shows looks at a file as a demo's page shows it.
func shows(t *testing.T, s *web.Server, demo, file, want string) {
	t.Helper()
	at := "/d/" + demo + "/code?file=" + file
	var lines []string
	for _, m := range codeLine.FindAllStringSubmatch(body(t, get(t, s, at)), -1) {
		lines = append(lines, html.UnescapeString(uncoloured.ReplaceAllString(m[1], "")))
	}
	if got := strings.Join(lines, "\n"); strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
		t.Errorf("%s shows another text", at)
	}
}

func TestCodeRefuses(t *testing.T) {
	s := everything(t)
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

// The outline leads from the loop to what it calls, and to what says, promises and
// draws a step, wherever it is in the files: every link of it has its place.
func TestCodeHasAnOutline(t *testing.T) {
	t.Parallel()
	s := everything(t)
	link := regexp.MustCompile(`<a href="/d/[a-z-]+/code\?file=([a-z_0-9]+\.go)#([A-Za-z_.0-9]+)">`)
	for _, d := range catalog.All {
		bench := body(t, get(t, s, "/d/"+d.ID))
		if !strings.Contains(bench, `<a href="/d/`+d.ID+`/code#loop" data-code>`) {
			t.Errorf("%s: no link from the step to its code", d.ID)
		}
		page := body(t, get(t, s, "/d/"+d.ID+"/code"))
		_, nav, _ := strings.Cut(page, `class="files outline"`)
		nav, _, _ = strings.Cut(nav, "</nav>")
		links := link.FindAllStringSubmatch(nav, -1)
		if len(links) < 5 {
			t.Errorf("%s: an outline of %d functions", d.ID, len(links))
			continue
		}
		for i, want := range []string{"the loop", "what a step says", "guarantees it states", "what it draws", "what is learned"} {
			if n := strings.Count(nav, "<span>"+want+"</span>"); n == 0 || i == 0 && n > 1 {
				t.Errorf("%s: %d times %q", d.ID, n, want)
			}
		}
		seen := map[string]string{}
		for _, m := range links {
			file, name := m[1], m[2]
			if seen[file] == "" {
				seen[file] = body(t, get(t, s, "/d/"+d.ID+"/code?file="+file))
			}
			_, line, found := strings.Cut(seen[file], `<code id="`+name+`"`)
			line, _, _ = strings.Cut(line, "</code>")
			_, bare, method := strings.Cut(name, ".")
			if !method {
				bare = name
			}
			if text := uncoloured.ReplaceAllString(line, ""); !found || !strings.Contains(text, "func ") || !strings.Contains(text, bare+"(") {
				t.Errorf("%s: %s of %s leads to %q", d.ID, name, file, text)
			}
		}
	}
}
