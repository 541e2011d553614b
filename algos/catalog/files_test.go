package catalog_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"playground/algos/catalog"
)

// mostFiles is how many source files a demo has at most; one that has more says why, in a
// paragraph of its package doc that begins with "Files:".
const mostFiles = 10

// A demo has the same files as all others: description, questions and presets are where a
// reader looks for them, and its mathematics is not scattered.
func TestFilesOfDemos(t *testing.T) {
	contracts, err := filepath.Glob("../*/*/contract_test.go")
	if err != nil || len(contracts) < len(catalog.All) {
		t.Fatalf("%d folders for %d demos: %v", len(contracts), len(catalog.All), err)
	}
	for _, contract := range contracts {
		folder := filepath.Dir(contract)
		name := filepath.Base(folder)
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var sources []string
		for _, f := range files {
			if !strings.HasSuffix(f, "_test.go") {
				sources = append(sources, filepath.Base(f))
			}
		}
		for _, f := range []string{name + ".go", "examples.go", "quiz.go"} {
			if !slices.Contains(sources, f) {
				t.Errorf("%s has no %s: description, presets and questions with goals are files of these names", folder, f)
			}
		}
		if len(sources) <= mostFiles {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, name+".go"))
		if err != nil {
			t.Fatal(err)
		}
		doc, _, _ := strings.Cut(string(text), "\npackage ")
		if !strings.Contains("\n"+doc, "\n// Files: ") {
			t.Errorf("%s has %d source files and at most %d are usual: merge those that belong together, "+
				"or say why in a paragraph of the package doc of %s.go that begins with \"Files:\"", folder, len(sources), mostFiles, name)
		}
	}
}
