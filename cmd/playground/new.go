package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"text/template"
	"unicode"
	"unicode/utf8"

	"playground/algos"
	"playground/algos/param"
	"playground/views/lesson"
)

// starter has the files of a demo before anything is written, by what they are called.
//
//go:embed starter/*.tmpl
var starter embed.FS

var starters = template.Must(template.ParseFS(starter, "starter/*.tmpl"))

// demoFiles are the Go files of a demo besides the one that is called as the demo.
var demoFiles = []string{"model.go", "story.go", "promises.go", "pictures.go", "examples.go", "quiz.go", "contract_test.go"}

// A newDemo is what is asked of "new".
type newDemo struct {
	Family, ID, Title string
	Shelf             string // the shelf of the gallery on which it stands
	newFamily         string // the title of a family that is to be made; empty: there is one
}

// Package is the name of the demo's package and folder: its id without hyphens.
func (n newDemo) Package() string { return strings.ReplaceAll(n.ID, "-", "") }

// folder is the demo's folder in the repository.
func (n newDemo) folder() string { return filepath.Join("algos", n.Family, n.Package()) }

// list is the file with the family's list.
func (n newDemo) list() string { return filepath.Join("algos", n.Family, n.Family+".go") }

// newDemo starts a demo: its folder, and the line in its family's list.
func (a app) newDemo(flags *flag.FlagSet) func(context.Context) error {
	var n newDemo
	flags.StringVar(&n.Family, "family", "", "the `FOLDER` below algos of the family that it belongs to")
	flags.StringVar(&n.ID, "id", "", "its permanent `ID`, which stands in addresses: small letters and digits, words joined by hyphens")
	flags.StringVar(&n.Title, "title", "", "its `TITLE`; without it, the words of the id")
	flags.StringVar(&n.Shelf, "shelf", "", "the `SHELF` of the gallery; without it, the one with most demos of the family")
	flags.StringVar(&n.newFamily, "new-family", "", "make the family, too: the `TITLE` of its shelf")
	return func(context.Context) error {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		r, err := findRepository(dir)
		if err != nil {
			return err
		}
		if n, err = n.checked(r, a.demos); err != nil {
			return err
		}
		files, err := n.files(r)
		if err != nil {
			return err
		}
		if err := r.make(n.folder(), files); err != nil {
			return err
		}
		return a.started(n, files)
	}
}

// started says what was made and what to do next.
func (a app) started(n newDemo, files map[string][]byte) error {
	var made, changed []string
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if filepath.Dir(path) == n.folder() {
			made = append(made, filepath.Base(path))
		} else {
			changed = append(changed, filepath.ToSlash(path))
		}
	}
	folder := filepath.ToSlash(n.folder())
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s has %s.\nIts line is in %s. Its shelf is %q, as Family of its description says.\n\n",
		folder, strings.Join(made, ", "), strings.Join(changed, ", "), n.Shelf)
	fmt.Fprintf(w, "go test ./%s\tlists what is to be written\n", folder)
	fmt.Fprintf(w, "go run ./cmd/playground translate -demo %s\tadds to zh.json what is to be translated\n", n.ID)
	fmt.Fprintln(w, "CONTRIBUTING.md\tsays what belongs in each file")
	return w.Flush()
}

// idForm is what a demo's id looks like.
var idForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// familyForm is what the folder of a family is called.
var familyForm = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

const (
	longestID    = 40
	longestTitle = 40 // of a demo and of a shelf: it fits a phone
)

// checked returns what is asked for with its title and its shelf, or what is wrong with it.
func (n newDemo) checked(r repository, demos []algos.Demo) (newDemo, error) {
	families, err := r.families()
	if err != nil {
		return n, err
	}
	exists := slices.Contains(families, n.Family)
	switch {
	case n.Family == "":
		return n, &usageError{message: fmt.Sprintf("-family is missing: %s, or another with -new-family \"Its shelf\"", strings.Join(families, ", "))}
	case n.ID == "":
		return n, &usageError{message: `-id is missing, as in -id "gp-regression"`}
	case exists && n.newFamily != "":
		return n, fmt.Errorf("the family %s exists: leave -new-family out", n.Family)
	case !exists && n.newFamily == "":
		return n, fmt.Errorf("there is no family %q: there are %s. To make it, add -new-family \"Its shelf\"", param.Clip(n.Family), strings.Join(families, ", "))
	case !exists:
		if err := r.newFamily(n.Family); err != nil {
			return n, err
		}
		if n.Shelf == "" {
			n.Shelf = n.newFamily
		}
	}
	if err := n.checkID(r, demos); err != nil {
		return n, err
	}
	if n.Title == "" {
		words := strings.ReplaceAll(n.ID, "-", " ")
		n.Title = strings.ToUpper(words[:1]) + words[1:]
	}
	if n.Shelf == "" {
		n.Shelf = r.shelf(n.Family, demos)
	}
	for _, t := range []struct{ flag, text string }{{"-title", n.Title}, {"-shelf", n.Shelf}} {
		if err := checkTitle(t.flag, t.text); err != nil {
			return n, err
		}
	}
	return n, nil
}

// checkID says what is wrong with the id: its form, or that it is taken.
func (n newDemo) checkID(r repository, demos []algos.Demo) error {
	const form = "small letters and digits, in words joined by single hyphens, at most 40 characters, as in gp-regression"
	name := n.Package()
	switch {
	case !idForm.MatchString(n.ID) || len(n.ID) > longestID:
		return fmt.Errorf("%q cannot be an id: it takes %s", param.Clip(n.ID), form)
	case token.IsKeyword(name) || types.Universe.Lookup(name) != nil || slices.Contains(reservedNames, name):
		return fmt.Errorf("the id %q would give its package the name %s, which Go or this program uses: add a word, as in %s-method", n.ID, name, n.ID)
	}
	for _, d := range demos {
		if strings.ReplaceAll(d.ID, "-", "") == name {
			return fmt.Errorf("the id %q is taken by %q (%s): choose another", n.ID, d.Title, d.ID)
		}
	}
	for _, folder := range r.demoFolders(name) {
		return fmt.Errorf("the folder %s exists: choose another id, or remove the folder if nothing in it is needed", folder)
	}
	return nil
}

// reservedNames are names of packages that a demo cannot have: those that the go command
// treats in another way, that of the contract, and those of its own files.
var reservedNames = []string{"internal", "vendor", "testdata", "main", "algos", "model", "story", "promises", "pictures", "examples", "quiz", "files"}

// checkTitle says what keeps a text from being a title.
func checkTitle(what, text string) error {
	odd := func(c rune) bool { return !unicode.IsPrint(c) || c == utf8.RuneError }
	if strings.TrimSpace(text) != text || text == "" || utf8.RuneCountInString(text) > longestTitle || strings.ContainsFunc(text, odd) {
		return fmt.Errorf("%s %q cannot be a title: it takes one line of at most %d characters, with no space at its ends", what, param.Clip(text), longestTitle)
	}
	return nil
}

// files are the contents of all files that are made or changed, by their paths in the
// repository.
func (n newDemo) files(r repository) (map[string][]byte, error) {
	out := map[string][]byte{}
	source := func(path, starter string) error {
		var b bytes.Buffer
		if err := starters.ExecuteTemplate(&b, starter, n); err != nil {
			return err
		}
		text, err := format.Source(b.Bytes())
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		out[path] = text
		return nil
	}
	if err := source(filepath.Join(n.folder(), n.Package()+".go"), "demo.go.tmpl"); err != nil {
		return nil, err
	}
	for _, name := range demoFiles {
		if err := source(filepath.Join(n.folder(), name), name+".tmpl"); err != nil {
			return nil, err
		}
	}
	for _, tag := range append([]string{"en"}, algos.Translations...) {
		between := "."
		if tag != "en" {
			between = "." + tag + "."
			out[filepath.Join(n.folder(), tag+".json")] = []byte("{}\n")
		}
		out[filepath.Join(n.folder(), "lesson"+between+"md")] = []byte("# " + n.Title + "\n\n## " + strings.Join(lesson.Headings[tag], "\n\n## ") + "\n")
		out[filepath.Join(n.folder(), "tour"+between+"md")] = nil
	}
	list, err := r.read(n.list())
	if n.newFamily != "" {
		if err := source(n.list(), "family.go.tmpl"); err != nil {
			return nil, err
		}
		list = out[n.list()]
		catalog, err := r.read(catalogFile)
		if err != nil {
			return nil, err
		}
		if out[catalogFile], err = enlisted(catalog, "All", n.Family+".Demos", "playground/algos/"+n.Family); err != nil {
			return nil, fmt.Errorf("%s: %w", catalogFile, err)
		}
	} else if err != nil {
		return nil, err
	}
	if out[n.list()], err = enlisted(list, "Demos", n.Package()+".Demo", "playground/algos/"+n.Family+"/"+n.Package()); err != nil {
		return nil, fmt.Errorf("%s: %w", n.list(), err)
	}
	return out, nil
}

// make writes files, of which those in the folder are new.
func (r repository) make(folder string, files map[string][]byte) error {
	if err := os.MkdirAll(filepath.Dir(r.path(folder)), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(r.path(folder), 0o755); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the folder %s exists: choose another id, or remove the folder if nothing in it is needed", folder)
	} else if err != nil {
		return err
	}
	// The folder comes first: a list never names a package that is not there.
	paths := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return strings.Compare(fmt.Sprint(filepath.Dir(a) != folder, a), fmt.Sprint(filepath.Dir(b) != folder, b))
	})
	for _, path := range paths {
		if err := os.WriteFile(r.path(path), files[path], 0o644); err != nil {
			return fmt.Errorf("%w: remove the folder %s and what lists it, and try again", err, folder)
		}
	}
	return nil
}
