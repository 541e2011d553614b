package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/catalog"
)

// A demo that was just started compiles, and its contract misses only what is to be
// written. It is put into the module without touching it.
func TestAStartedDemoLacksOnlyItsTexts(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	r := repository(root)
	for _, c := range []struct {
		name string
		n    newDemo
		list string // the package that names what is new
	}{
		{"family", newDemo{Family: "linear", ID: "started-demo"}, "./algos/linear"},
		{"new family", newDemo{Family: "startedfamily", ID: "started-demo", Title: "Started", newFamily: "Started things"}, "./algos/catalog"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := c.n.checked(r, catalog.All)
			if err != nil {
				t.Fatal(err)
			}
			files, err := n.files(r)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			overlay := overlaid(t, r, files, dir)
			goes := func(args ...string) {
				t.Helper()
				cmd := exec.CommandContext(t.Context(), "go", args...)
				cmd.Dir = root
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
				}
			}
			goes("build", "-overlay="+overlay, c.list)
			goes("test", "-vet=off", "-c", "-overlay="+overlay, "-o", filepath.Join(dir, "demo.test"), "./"+filepath.ToSlash(n.folder()))
			test := exec.CommandContext(t.Context(), filepath.Join(dir, "demo.test"), "-test.v")
			test.Dir = dir
			out, err := test.CombinedOutput()
			var failed *exec.ExitError
			if !errors.As(err, &failed) || failed.ExitCode() != 1 || bytes.Contains(out, []byte("panic")) {
				t.Fatalf("the contract of a demo without texts ended with %v:\n%s", err, out)
			}
			verdicts := map[string]string{}
			for _, m := range regexp.MustCompile(`--- (PASS|FAIL): TestContract/(\S+)`).FindAllStringSubmatch(string(out), -1) {
				verdicts[m[2]] = m[1]
			}
			for _, part := range []string{"parameters", "charts", "goals", "questions", "formulas", "determinism", "handles", "views", "interruption"} {
				if verdicts[part] != "PASS" {
					t.Errorf("%s: %q although nothing of it is missing:\n%s", part, verdicts[part], out)
				}
			}
			for _, part := range []string{"description", "whole", "lessons", "translation", "golden", "fixtures"} {
				if verdicts[part] != "FAIL" {
					t.Errorf("%s: %q although nothing is written:\n%s", part, verdicts[part], out)
				}
			}
		})
	}
}

// overlaid writes files elsewhere and returns the name of the file that tells the go
// command to take them for those of the repository.
func overlaid(t *testing.T, r repository, files map[string][]byte, dir string) string {
	t.Helper()
	replace := map[string]string{}
	for path, text := range files {
		at := filepath.Join(dir, strings.ReplaceAll(path, string(filepath.Separator), "+"))
		if err := os.WriteFile(at, text, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[r.path(path)] = at
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return overlay
}

// clone is a repository with one family of one demo.
func clone(t *testing.T) repository {
	t.Helper()
	r := repository(t.TempDir())
	for path, text := range map[string]string{
		"go.mod": "module playground\n\ngo 1.26\n",
		"algos/catalog/catalog.go": "package catalog\n\nimport (\n\t\"slices\"\n\n\t\"playground/algos/linear\"\n)\n\n" +
			"var All = slices.Concat(\n\tlinear.Demos,\n)\n",
		"algos/linear/linear.go": "package linear\n\nimport (\n\t\"playground/algos\"\n\t\"playground/algos/linear/svm\"\n)\n\n" +
			"var Demos = []algos.Demo{svm.Demo}\n",
		"algos/linear/svm/contract_test.go": "package svm\n",
		"algos/linear/left/notes.txt":       "an empty folder\n",
		"algos/kernel/kernel.go":            "package kernel\n",
	} {
		at := r.path(filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// everything is what a folder holds.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range []string{"go.mod", "algos/*/*.go", "algos/*/*/*"} {
		found, err := filepath.Glob(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all[strings.TrimPrefix(filepath.ToSlash(f), filepath.ToSlash(dir)+"/")] = string(text)
		}
	}
	return all
}

// do carries out a command line in a folder.
func do(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	t.Chdir(dir)
	var out bytes.Buffer
	err := app{demos: []algos.Demo{{ID: "svm", Title: "Support vector machine", Family: "Support vector machines"}}, stdout: &out, stderr: &out}.run(t.Context(), args)
	return out.String(), err
}

func TestNewMakesADemo(t *testing.T) {
	r := clone(t)
	before := everything(t, string(r))
	out, err := do(t, r.path("algos"), "new", "-family", "linear", "-id", "large-margin", "-title", "Large margins") // below the root will do
	if err != nil {
		t.Fatal(err)
	}
	after := everything(t, string(r))
	want := []string{
		"contract_test.go", "examples.go", "largemargin.go", "lesson.md", "lesson.zh.md", "model.go", "pictures.go", "promises.go", "quiz.go", "story.go",
		"tour.md", "tour.zh.md", "zh.json",
	}
	var made []string
	for _, path := range slices.Sorted(maps.Keys(after)) {
		if name, ok := strings.CutPrefix(path, "algos/linear/largemargin/"); ok {
			made = append(made, name)
		} else if path != "algos/linear/linear.go" && after[path] != before[path] {
			t.Errorf("%s was changed", path)
		}
		if text := []byte(after[path]); strings.HasSuffix(path, ".go") {
			if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
				t.Errorf("%s is not formatted: %v", path, err)
			}
		}
	}
	if !slices.Equal(made, want) {
		t.Errorf("made %q, want %q", made, want)
	}
	list := after["algos/linear/linear.go"]
	if !strings.Contains(list, "\tlargemargin.Demo,\n}") || !strings.Contains(list, "\t\"playground/algos/linear/largemargin\"\n") {
		t.Errorf("the family lists\n%s", list)
	}
	if demo := after["algos/linear/largemargin/largemargin.go"]; !strings.Contains(demo, `"Support vector machines"`) || !strings.Contains(demo, `"Large margins"`) {
		t.Errorf("the demo is\n%s", demo)
	}
	if lesson := after["algos/linear/largemargin/lesson.md"]; !strings.HasPrefix(lesson, "# Large margins\n\n## Why\n\n## Idea\n\n## ") {
		t.Errorf("the lesson is\n%s", lesson)
	}
	if !strings.Contains(out, "go test ./algos/linear/largemargin") || !strings.Contains(out, "translate -demo large-margin") {
		t.Errorf("it does not say how to go on: %q", out)
	}
	if _, err := do(t, string(r), "new", "-family", "linear", "-id", "large-margin"); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("the same demo again: %v", err)
	}
}

func TestNewMakesAFamily(t *testing.T) {
	r := clone(t)
	if _, err := do(t, string(r), "new", "-family", "clouds", "-new-family", "Point clouds", "-id", "cloud"); err != nil {
		t.Fatal(err)
	}
	after := everything(t, string(r))
	list := after["algos/catalog/catalog.go"]
	if !strings.Contains(list, "\tlinear.Demos,\n\tclouds.Demos,\n)") || !strings.Contains(list, "\"playground/algos/clouds\"\n") {
		t.Errorf("the catalogue lists\n%s", list)
	}
	if list := after["algos/clouds/clouds.go"]; !strings.Contains(list, "\tcloud.Demo,\n") {
		t.Errorf("the family lists\n%s", list)
	}
	if demo := after["algos/clouds/cloud/cloud.go"]; !strings.Contains(demo, `"Point clouds"`) {
		t.Errorf("the demo is\n%s", demo)
	}
	if families, err := r.families(); err != nil || !slices.Equal(families, []string{"clouds", "linear"}) {
		t.Errorf("the families are %q, %v", families, err)
	}
}

// What cannot be made is refused in words with the cure, and leaves nothing behind.
func TestNewRefuses(t *testing.T) {
	r := clone(t)
	for _, c := range []struct {
		args string
		want string
	}{
		{"-id x", "-family is missing: linear"},
		{"-family linear", "-id is missing"},
		{"-family liner -id x", `there is no family "liner": there are linear. To make it, add -new-family`},
		{"-family linear -new-family Lines -id x", "leave -new-family out"},
		{"-family kernel -new-family Kernels -id x", "algos/kernel exists and is not a family"},
		{"-family Clouds -new-family Clouds -id x", `"Clouds" cannot be a family`},
		{"-family func -new-family Functions -id x", `"func" cannot be a family`},
		{"-family ../../x -new-family Functions -id x", "cannot be a family"},
		{"-family linear -id SVM", `"SVM" cannot be an id: it takes small letters`},
		{"-family linear -id -x", "cannot be an id"},
		{"-family linear -id a--b", "cannot be an id"},
		{"-family linear -id 3d", "cannot be an id"},
		{"-family linear -id ../x", "cannot be an id"},
		{"-family linear -id " + strings.Repeat("a", 41), "at most 40 characters"},
		{"-family linear -id ra-nge", "which Go or this program uses: add a word"},
		{"-family linear -id model", "which Go or this program uses"},
		{"-family linear -id len", "which Go or this program uses"},
		{"-family linear -id svm", `is taken by "Support vector machine"`},
		{"-family linear -id s-vm", `is taken by "Support vector machine"`},
		{"-family linear -id left", "the folder algos/linear/left exists"},
		{"-family linear -id x -title " + strings.Repeat("é", 41), "at most 40 characters"},
		{"-family linear -id x -title a\nb", "cannot be a title"},
		{"-family linear -id x -shelf \u202eb", "cannot be a title"},
	} {
		before := everything(t, string(r))
		if _, err := do(t, string(r), append([]string{"new"}, strings.Split(c.args, " ")...)...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
		if after := everything(t, string(r)); !maps.Equal(before, after) {
			t.Errorf("%s left something behind", c.args)
		}
	}
	other := t.TempDir() // folders for tests may lie in the repository
	if err := os.WriteFile(filepath.Join(other, "go.mod"), []byte("module other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"new -family linear -id x", "translate -demo svm"} {
		if _, err := do(t, other, strings.Split(command, " ")...); err == nil || !strings.Contains(err.Error(), "is not in the repository of this program") {
			t.Errorf("%s outside of the repository: %v", command, err)
		}
	}
}

func TestEnlisted(t *testing.T) {
	const head = "package x\n\nimport (\n\t\"a\"\n)\n\n"
	for _, c := range []struct{ list, want string }{
		{"var L = []T{}\n", "var L = []T{\n\tb.B,\n}\n"},
		{"var L = []T{a.A}\n", "var L = []T{a.A,\n\tb.B,\n}\n"},
		{"var L = []T{\n\ta.A, // the first\n}\n", "var L = []T{\n\ta.A, // the first\n\tb.B,\n}\n"},
		{"var L = f(a.A)\n", "var L = f(a.A,\n\tb.B,\n)\n"},
	} {
		got, err := enlisted([]byte(head+c.list), "L", "b.B", "b")
		if want := strings.Replace(head, "\"a\"\n", "\"a\"\n\t\"b\"\n", 1) + c.want; err != nil || string(got) != want {
			t.Errorf("%q becomes\n%s%v", c.list, got, err)
		}
	}
	for _, source := range []string{"package x\n\nvar L = []T{}\n", head + "var M = []T{}\n"} {
		if _, err := enlisted([]byte(source), "L", "b.B", "b"); err == nil || !strings.Contains(err.Error(), "add b.B by hand") {
			t.Errorf("%q: %v", source, err)
		}
	}
}
