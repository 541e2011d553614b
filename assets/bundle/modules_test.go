package main

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// folders lists the folders of modules and, for each, the other folders that its
// modules may import from. The package documentation says what each folder is
// for. Modules at the top may import from everywhere, and no folder from the top.
var folders = map[string][]string{
	"page":    {},
	"run":     {"page"},
	"inputs":  {"page"},
	"board":   {"page", "run"},
	"read":    {"page", "run"},
	"ask":     {"page", "run"},
	"share":   {"page", "room"},
	"room":    {"page"},
	"ways":    {"page"},
	"script":  {"page"},
	"compare": {"page", "script"},
}

const top = "."

// modules returns the modules of a folder, each with the modules that it imports.
// Type imports stand in comments and do not count.
func modules(t *testing.T, folder string) map[string][]string {
	t.Helper()
	var scripts []string
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".js" && !strings.HasSuffix(name, ".test.js") {
			scripts = append(scripts, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	result := api.Build(api.BuildOptions{
		AbsWorkingDir: folder, EntryPoints: scripts, Outdir: "out", Bundle: true, Format: api.FormatESModule, Splitting: true,
		Metafile: true, TsconfigRaw: "{}",
	})
	if len(result.Errors) > 0 {
		t.Fatal(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}))
	}
	meta, err := readMetadata(result.Metafile)
	if err != nil {
		t.Fatal(err)
	}
	imports := make(map[string][]string)
	for name, m := range meta.Inputs {
		imports[name] = nil
		for _, i := range m.Imports {
			imports[name] = append(imports[name], i.Path)
		}
	}
	return imports
}

// circles returns the chains of imports that end where they begin, one for each
// module at which a search comes back to a module that it is still inside of.
func circles(imports map[string][]string) []string {
	var found []string
	done := make(map[string]bool)
	var chain []string
	var visit func(name string)
	visit = func(name string) {
		if i := slices.Index(chain, name); i >= 0 {
			found = append(found, strings.Join(append(slices.Clone(chain[i:]), name), " → "))
			return
		}
		if done[name] {
			return
		}
		done[name] = true
		chain = append(chain, name)
		for _, target := range imports[name] {
			visit(target)
		}
		chain = chain[:len(chain)-1]
	}
	for _, name := range sorted(imports) {
		visit(name)
	}
	return found
}

// wrongWay returns the imports from a folder into one that it must not import from.
func wrongWay(imports map[string][]string) []string {
	var found []string
	for _, name := range sorted(imports) {
		from := path.Dir(name)
		allowed, known := folders[from]
		if !known && from != top {
			found = append(found, name+" is in a folder that has no rule")
		}
		for _, target := range imports[name] {
			to := path.Dir(target)
			if from != top && to != from && !slices.Contains(allowed, to) {
				found = append(found, name+" → "+target)
			}
		}
	}
	return found
}

func sorted(imports map[string][]string) []string {
	return slices.Sorted(maps.Keys(imports))
}

func TestModulesImportInOneDirection(t *testing.T) {
	own, err := filepath.Abs("../static")
	if err != nil {
		t.Fatal(err)
	}
	imports := modules(t, own)
	for _, circle := range circles(imports) {
		t.Errorf("a circle of imports: %s", circle)
	}
	for _, wrong := range wrongWay(imports) {
		t.Errorf("an import against the direction of the folders: %s", wrong)
	}
	for folder := range folders {
		if !slices.ContainsFunc(sorted(imports), func(name string) bool { return path.Dir(name) == folder }) {
			t.Errorf("no module is in %s: its rule guards nothing", folder)
		}
	}
}

// TestModuleRulesFindWhatTheyForbid keeps the rules from passing because they see nothing.
func TestModuleRulesFindWhatTheyForbid(t *testing.T) {
	folder := t.TempDir()
	for name, js := range map[string]string{
		"main.js":      `import "./board/a.js"; import "./run/r.js"`,
		"board/a.js":   `/** @import {P} from "../share/s.js" */ import { b } from "./b.js"; export const a = b`,
		"board/b.js":   `import { a } from "./a.js"; import "../run/r.js"; export const b = a`,
		"run/r.js":     `import "../page/p.js"; export const later = () => import("../board/a.js")`,
		"page/p.js":    `/** @import {App} from "../main.js" */`,
		"share/s.js":   `import "../main.js"`,
		"nowhere/n.js": ``,
	} {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(js), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	imports := modules(t, folder)
	wantCircles := []string{"board/a.js → board/b.js → board/a.js", "board/a.js → board/b.js → run/r.js → board/a.js"}
	if got := circles(imports); !slices.Equal(got, wantCircles) {
		t.Errorf("circles %q, want %q", got, wantCircles)
	}
	wantWrong := []string{"nowhere/n.js is in a folder that has no rule", "run/r.js → board/a.js", "share/s.js → main.js"}
	if got := wrongWay(imports); !slices.Equal(got, wantWrong) {
		t.Errorf("wrong imports %q, want %q", got, wantWrong)
	}
}
