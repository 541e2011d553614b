package algotest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// A source is a Go file of a demo with its string literals in their order, those joined
// by + as one.
type source struct {
	name     string
	literals []string
}

// sourceOrder is the order in which a demo's files are read, after the one that is called
// as the demo. Others stand where the empty name does, tests at the end.
var sourceOrder = []string{"model.go", "story.go", "promises.go", "pictures.go", "", "examples.go", "quiz.go"}

// sourcesOf reads the Go files of a package in the order in which a reader meets them.
func sourcesOf(files fs.FS) []source {
	var all []source
	rank := map[string]int{}
	names, _ := fs.Glob(files, "*.go") // the pattern is well formed
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		s := source{name: name}
		ast.Inspect(file, func(n ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			text, ok := literal(n)
			if ok {
				s.literals = append(s.literals, text)
			}
			return !ok
		})
		switch at := slices.Index(sourceOrder, name); {
		case name == file.Name.Name+".go":
			rank[name] = -1
		case strings.HasSuffix(name, "_test.go"):
			rank[name] = len(sourceOrder)
		case at >= 0:
			rank[name] = at
		default:
			rank[name] = slices.Index(sourceOrder, "")
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b source) int { return cmp.Compare(rank[a.name], rank[b.name]) })
	return all
}

// literals are the string literals of the Go files.
func literals(files fs.FS) []string {
	var all []string
	for _, f := range sourcesOf(files) {
		all = append(all, f.literals...)
	}
	return all
}

// literal is the text of a string literal, or of a sum of them.
func literal(n ast.Node) (text string, ok bool) {
	switch n := n.(type) {
	case *ast.BasicLit:
		if n.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(n.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := literal(n.X)
		right, both := literal(n.Y)
		return left + right, ok && both && n.Op == token.ADD
	}
	return "", false
}

// placeIn finds the file and the literal where a text stands: where it is the whole
// literal, or else where it is a part of one. Behind all files where it stands nowhere.
func placeIn(sources []source, text string) (file, at int) {
	for i, s := range sources {
		if at := slices.IndexFunc(s.literals, func(l string) bool { return strings.TrimSpace(l) == text }); at >= 0 {
			return i, at
		}
	}
	for i, s := range sources {
		if at := slices.IndexFunc(s.literals, func(l string) bool { return strings.Contains(l, text) }); at >= 0 {
			return i, at
		}
	}
	return len(sources), 0
}

// filled is the file of a demo's translations as it should be: every text that the
// demo says and that no package that speaks for it translates, in the order of the source,
// then those that stand nowhere as a whole, in the order in which they are heard. What is
// translated stays so, what is missing is empty, and what nothing says is left out.
func filled(d algos.Demo, tag string, said *listener, sources []source) []byte {
	own := say.Book{}
	if text, err := d.Sources.ReadFile(tag + ".json"); err == nil {
		if err := json.Unmarshal(text, &own); err != nil {
			return text // another part of the contract reports it
		}
	}
	heard := map[string]int{}
	for i, t := range said.order {
		if _, ok := heard[t.Text]; !ok {
			heard[t.Text] = i
		}
	}
	for _, t := range said.lacking(d.Book(tag)) {
		own[t.Text] = ""
	}
	type entry struct {
		text            string
		file, at, heard int
	}
	var entries []entry
	for text := range own {
		e := entry{text: text, heard: len(said.order)}
		e.file, e.at = placeIn(sources, text)
		if i, ok := heard[text]; ok {
			e.heard = i
		} else if e.file == len(sources) {
			continue // nothing says it
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.at, b.at), cmp.Compare(a.heard, b.heard), strings.Compare(a.text, b.text))
	})
	var b bytes.Buffer
	b.WriteString("{")
	for i, e := range entries {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n\t" + quoted(e.text) + ": " + quoted(own[e.text]))
	}
	if len(entries) > 0 {
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// quoted writes a text as JSON has it, with < and > as they are.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a text can be written
	return strings.TrimSuffix(b.String(), "\n")
}
