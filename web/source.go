package web

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"playground/algos"
	"playground/views"
)

// code answers with a file of a demo's source. If no name is given, it is the
// file with the loop.
func (s *Server) code(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	name, _ := take(q, "file")
	if err := nothingElse(q, d.ID); err != nil {
		return err
	}
	files, err := sourceFiles(d.Sources)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return refusal(http.StatusNotFound, "error.source").about("", d.ID)
	}
	program, err := readProgram(d.Sources, files)
	if err != nil {
		return fmt.Errorf("the source of %s: %w", d.ID, err)
	}
	at := program.parts[0]
	if name == "" {
		name = at.file
	}
	shared, err := sharedFiles(d.Sources, files)
	if err != nil {
		return fmt.Errorf("the source of %s: %w", d.ID, err)
	}
	source := fs.FS(d.Sources)
	if slices.Contains(shared, name) {
		source = algos.Shared
	} else if !slices.Contains(files, name) {
		return refusal(http.StatusBadRequest, "error.one-of", clipped(name), join(files)).about("file", d.ID)
	}
	text, err := fs.ReadFile(source, name)
	if err != nil {
		return fmt.Errorf("the source of %s: %w", d.ID, err)
	}
	page := views.Code{
		ID: d.ID, Title: d.Title, Files: files, Shared: shared, File: name, Loop: at.file,
		Lines: colour(strings.TrimRight(string(text), "\n")), Names: map[int]string{},
	}
	if name == at.file {
		page.From, page.To = at.from, at.to
	}
	for _, p := range program.parts {
		page.Outline = append(page.Outline, views.CodePart{Name: p.name, File: p.file, Does: p.does})
	}
	for _, f := range program.functions {
		if f.file == name {
			page.Names[f.line] = f.name
		}
	}
	return s.page(w, r, views.CodePage(page))
}

// sourceFiles returns the files of a package without its tests.
func sourceFiles(source fs.FS) ([]string, error) {
	all, err := fs.Glob(source, "*.go")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, isTest), nil
}

// sharedFiles returns the files of the packages of [algos.Shared] that some files
// import, and what these import in turn.
func sharedFiles(source fs.FS, files []string) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	var follow func(source fs.FS, files []string) error
	follow = func(source fs.FS, files []string) error {
		for _, name := range files {
			text, err := fs.ReadFile(source, name)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range file.Imports {
				folder, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "playground/algos/")
				if !ok || seen[folder] {
					continue
				}
				seen[folder] = true
				more, err := fs.Glob(algos.Shared, folder+"/*.go")
				if err != nil {
					return err
				}
				more = slices.DeleteFunc(more, isTest)
				found = append(found, more...)
				if err := follow(algos.Shared, more); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := follow(source, files)
	slices.Sort(found)
	return found, err
}

func isTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
