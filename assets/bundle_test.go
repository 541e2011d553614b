package assets_test

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"playground/assets"
)

func tree(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, body := range files {
		fs[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return fs
}

func bundle(t *testing.T, files map[string]string) *assets.Bundle {
	t.Helper()
	b, err := assets.New(tree(files), map[string][]byte{"font.otf": []byte("font")})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var digest = regexp.MustCompile(`\.[0-9a-f]{16}\.`)

func TestReferencesAreRewritten(t *testing.T) {
	files := map[string]string{
		"dir/b.js": "export const b = 1;", "c.js": "", "d.js": "", "e.js": "", "f.svg": "<svg/>", "other.css": "",
	}
	tests := []struct {
		name, file, body string
		want             string // with # where a digest stands
	}{
		{"an import", "a.js", `import { b } from "./dir/b.js";`, `import { b } from "./dir/b#js";`},
		{"an import of everything", "a.js", `import*as c from'./c.js'`, `import*as c from'./c#js'`},
		{"an import for its effect", "a.js", `import "./c.js"`, `import "./c#js"`},
		{"imports in one line", "a.js", `import "./c.js";import "./d.js";`, `import "./c#js";import "./d#js";`},
		{"an import over lines", "a.js", "import {\n\tx,\n} from\n\"./c.js\"", "import {\n\tx,\n} from\n\"./c#js\""},
		{"an export", "a.js", `export * from "./c.js"; export { x } from "./d.js"`, `export * from "./c#js"; export { x } from "./d#js"`},
		{"a dynamic import", "a.js", `await import("./c.js")`, `await import("./c#js")`},
		{"a URL", "a.js", `new URL("./f.svg", import.meta.url)`, `new URL("./f#svg", import.meta.url)`},
		{"another URL", "a.js", `new URL("./f.svg", location.href)`, `new URL("./f.svg", location.href)`},
		{"from a folder", "dir/a.js", `import "../c.js"`, `import "../c#js"`},
		{"itself", "a.js", `import "./a.js"`, `import "./a#js"`},
		{"types in comments", "a.js", `/** @import {T} from "./nowhere.js" */ // import "./nowhere.js"` + "\nlet x", `/** @import {T} from "./nowhere.js" */ // import "./nowhere.js"` + "\nlet x"},
		{"what looks like one in a string", "a.js", `const s = 'import "./nowhere.js"'`, `const s = 'import "./nowhere.js"'`},
		{"what looks like one in a template", "a.js", "`import \"./nowhere.js\" ${f(`}`, \"./c.js\")} import './x.js'`; import \"./c.js\"", "`import \"./nowhere.js\" ${f(`}`, \"./c.js\")} import './x.js'`; import \"./c#js\""},
		{"braces in a template", "a.js", "`${{a: `${1}`}.a}`; import './c.js'", "`${{a: `${1}`}.a}`; import './c#js'"},
		{"quotes in a regular expression", "a.js", `x = /["'/[/"]\/"/.test(y) / 2; import "./c.js"`, `x = /["'/[/"]\/"/.test(y) / 2; import "./c#js"`},
		{"a division", "a.js", `a = b / c; s = "/"; import "./c.js"`, `a = b / c; s = "/"; import "./c#js"`},
		{"an escaped quote", "a.js", `s = "\""; import "./c.js"`, `s = "\""; import "./c#js"`},
		{"a string that is no import", "a.js", `load("./c.js"); Array.from("./nowhere.js")`, `load("./c.js"); Array.from("./nowhere.js")`},
		{"a url", "a.css", `a { b: url("f.svg") url('f.svg') url( f.svg ) }`, `a { b: url("f#svg") url('f#svg') url( f#svg ) }`},
		{"an extra file", "a.css", `@font-face { src: url("font.otf") }`, `@font-face { src: url("font#otf") }`},
		{"an import of a style", "a.css", `@import "other.css"; @import url(other.css);`, `@import "other#css"; @import url(other#css);`},
		{"what is not ours", "a.css", `a { b: url(#c) url("data:image/png;base64,AA==") }`, `a { b: url(#c) url("data:image/png;base64,AA==") }`},
		{"a comment in a style", "a.css", `/* url("nowhere.png") */ a { b: url("f.svg") }`, `/* url("nowhere.png") */ a { b: url("f#svg") }`},
		{"other files as they are", "a.svg", `<svg><use href="./c.js"/></svg>`, `<svg><use href="./c.js"/></svg>`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			all := map[string]string{test.file: test.body}
			for name, body := range files {
				all[name] = body
			}
			b := bundle(t, all)
			got := get(t, b, b.URL(test.file), nil)
			// The digests of a file that names itself and of the others are the URLs'.
			for _, name := range b.Names() {
				hashed := path.Base(b.URL(name))
				got.body = strings.ReplaceAll(got.body, hashed, digest.ReplaceAllString(hashed, "#"))
			}
			if diff := cmp.Diff(test.want, got.body); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	tests := []struct{ name, file, body, problem string }{
		{"a missing module", "a.js", "\n\nimport \"./b.js\"", `asset a.js:3 refers to "./b.js": no such file`},
		{"a bare module", "a.js", `import "lit"`, `refers to "lit"`},
		{"a missing picture", "a.css", `a { b: url(c.png) }`, `asset a.css:1 refers to "c.png": no such file`},
		{"a reference out of the tree", "a.js", `import "../../x.js"`, `no such file`},
		{"a kind without media type", "a.exe", ``, `no media type for ".exe"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := assets.New(tree(map[string]string{test.file: test.body}), nil)
			if err == nil || !strings.Contains(err.Error(), test.problem) {
				t.Errorf("New: %v, want an error with %q", err, test.problem)
			}
		})
	}
}

// TestDigestCoversWhatIsReached: a file gets another name if and only if it, or
// something that it reaches, changes. Circles of modules are allowed.
func TestDigestCoversWhatIsReached(t *testing.T) {
	files := func(leaf string) map[string]string {
		return map[string]string{
			"a.js": `import "./b.js"`, "b.js": `import "./c.js"; import "./a.js"`, "c.js": leaf, "d.js": `import "./e.js"`, "e.js": "1",
		}
	}
	one, same, other := bundle(t, files("1")), bundle(t, files("1")), bundle(t, files("2"))
	changes := map[string]bool{"a.js": true, "b.js": true, "c.js": true}
	seen := map[string]string{}
	for _, name := range one.Names() {
		if one.URL(name) != same.URL(name) {
			t.Errorf("%s has two names: %s and %s", name, one.URL(name), same.URL(name))
		}
		if changed := one.URL(name) != other.URL(name); changed != changes[name] {
			t.Errorf("%s: its name changed: %t, want %t", name, changed, changes[name])
		}
		hash := digest.FindString(one.URL(name))
		if twin, taken := seen[hash]; taken {
			t.Errorf("%s and %s have the same digest", name, twin)
		}
		seen[hash] = name
	}
}

func TestURLPanicsOnUnknownName(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	bundle(t, nil).URL("nowhere.css")
}
