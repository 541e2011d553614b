package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBundleIsFresh compares what is committed with what the sources give now.
func TestBundleIsFresh(t *testing.T) {
	folder, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := bundle(folder)
	if err != nil {
		t.Fatal(err)
	}
	const remedy = "run: go generate ./assets"
	for name, body := range files {
		committed, err := os.ReadFile(filepath.Join(folder, "dist", name))
		if err != nil {
			t.Errorf("%v; %s", err, remedy)
		} else if !bytes.Equal(committed, body) {
			t.Errorf("dist/%s is stale; %s", name, remedy)
		}
	}
	found, err := os.ReadDir(filepath.Join(folder, "dist"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if files[f.Name()] == nil {
			t.Errorf("dist/%s belongs to no source any more; %s", f.Name(), remedy)
		}
	}
}

// TestMapsLeadToSources: the sources that a map names are served where a browser
// looks for them.
func TestMapsLeadToSources(t *testing.T) {
	maps, err := filepath.Glob("../dist/*.map")
	if err != nil || len(maps) == 0 {
		t.Fatalf("%d maps, %v", len(maps), err)
	}
	seen := map[string]bool{}
	for _, file := range maps {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Sources        []string `json:"sources"`
			SourcesContent []string `json:"sourcesContent"`
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		if len(m.SourcesContent) > 0 {
			t.Errorf("%s repeats its sources", file)
		}
		for _, source := range m.Sources {
			name := path.Join("dist", source) // as a browser resolves it
			seen[name] = true
			if _, err := os.Stat(filepath.Join("..", name)); err != nil || !strings.HasPrefix(name, "static/") {
				t.Errorf("%s leads to %s: %v", file, name, err)
			}
		}
		script, err := os.ReadFile(strings.TrimSuffix(file, ".map"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(script), "sourceMappingURL="+filepath.Base(file)) {
			t.Errorf("nothing leads to %s", file)
		}
	}
	for _, name := range []string{"static/main.js", "static/board/board.js", "static/share/export.js", "static/app.css"} {
		if !seen[name] {
			t.Errorf("no map leads to %s", name)
		}
	}
}

// TestWindowsComeLater: what stands in windows that few readers open is not in
// the script that every reader loads.
func TestWindowsComeLater(t *testing.T) {
	folder, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	_, meta, err := build(folder, outputs[0])
	if err != nil {
		t.Fatal(err)
	}
	first := append([]string{"main.js"}, meta.needs("main.js")...)
	for _, later := range []string{"board/csvdialog.js", "board/table.js", "share/sharedialog.js", "share/export.js", "run/hosted.js", "script/model.js", "board/cells.js", "board/tableeditor.js"} {
		if slices.ContainsFunc(first, func(name string) bool {
			_, in := meta.Outputs["dist/"+name].Inputs["static/"+later]
			return in
		}) {
			t.Errorf("%s is loaded with every page", later)
		}
	}
}

func TestBundleRefusesWhatDoesNotFit(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "static"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "static", "main.js"), []byte("\n\nimport \"./nowhere.js\""), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := bundle(folder)
	if err == nil || !strings.Contains(err.Error(), "static/main.js:3") || !strings.Contains(err.Error(), "nowhere.js") {
		t.Errorf("bundle: %v, want the place of the import", err)
	}
}
