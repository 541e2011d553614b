package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
)

// A repository is the folder of a clone of this program's source.
type repository string

// catalogFile puts the families on their shelves: it has the list of families.
var catalogFile = filepath.Join("algos", "catalog", "catalog.go")

// findRepository looks for the repository that a folder is in: as for Go, the nearest module
// counts.
func findRepository(dir string) (repository, error) {
	for at := dir; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if first, _, _ := bytes.Cut(text, []byte("\n")); err == nil && string(bytes.TrimSpace(first)) == "module playground" {
			return repository(at), nil
		}
		if err == nil || at == filepath.Dir(at) {
			return "", fmt.Errorf("%s is not in the repository of this program, which is what this command works on: run it in a clone of it", dir)
		}
	}
}

func (r repository) path(name string) string { return filepath.Join(string(r), name) }

func (r repository) read(name string) ([]byte, error) { return os.ReadFile(r.path(name)) }

// families are the folders of the families below algos, in the order of their names: what
// the catalogue imports besides the contract.
func (r repository) families() ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), r.path(catalogFile), nil, parser.ImportsOnly)
	if err != nil {
		return nil, fmt.Errorf("read the list of families: %w", err)
	}
	var all []string
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if name, ok := strings.CutPrefix(path, "playground/algos/"); ok {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all, nil
}

// newFamily says what keeps a new family from being called so.
func (r repository) newFamily(name string) error {
	if !familyForm.MatchString(name) || token.IsKeyword(name) || slices.Contains(reservedNames, name) {
		return fmt.Errorf("%q cannot be a family: it takes one word of small letters and digits that Go does not use", param.Clip(name))
	}
	if _, err := os.Stat(r.path(filepath.Join("algos", name))); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("algos/%s exists and is not a family: choose another name", name)
	}
	return nil
}

// demoFolders are the folders of demos with that package name.
func (r repository) demoFolders(name string) []string {
	found, _ := filepath.Glob(r.path(filepath.Join("algos", "*", name))) // the pattern is well formed
	for i, f := range found {
		if rel, err := filepath.Rel(string(r), f); err == nil {
			found[i] = filepath.ToSlash(rel)
		}
	}
	return found
}

// folderOf is the folder of the demo with that id in the repository.
func (r repository) folderOf(id string) (string, error) {
	name := strings.ReplaceAll(id, "-", "")
	for _, f := range append(r.demoFolders(name), "algos/"+name) {
		if !idForm.MatchString(id) {
			break
		}
		if _, err := os.Stat(r.path(filepath.Join(f, "contract_test.go"))); err == nil {
			return f, nil
		}
	}
	return "", fmt.Errorf("no demo of the repository has the id %q: a demo is a folder algos/<family>/<id without hyphens> with contract_test.go", param.Clip(id))
}

// shelf is the shelf on which most demos of a family stand, the first of several.
func (r repository) shelf(family string, demos []algos.Demo) string {
	best, counts := "", map[string]int{}
	for _, d := range demos {
		if _, err := os.Stat(r.path(filepath.Join("algos", family, strings.ReplaceAll(d.ID, "-", "")))); err == nil {
			counts[d.Family]++
		}
	}
	for _, d := range demos {
		if counts[d.Family] > counts[best] {
			best = d.Family
		}
	}
	return best
}

// enlisted adds an element to the end of a list, the value of a variable of a Go file, and
// the import that it needs.
func enlisted(source []byte, variable, element, path string) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	list, elements := listOf(file, variable)
	imports := importsOf(file)
	if !list.IsValid() || !imports.IsValid() {
		return nil, fmt.Errorf("there is no list %s, or no import ( … ): add %s by hand", variable, element)
	}
	before := ""
	if n := len(elements); n > 0 && !bytes.Contains(source[set.Position(elements[n-1].End()).Offset:set.Position(list).Offset], []byte(",")) {
		before = ","
	}
	at, in := set.Position(list).Offset, set.Position(imports).Offset
	if source[at-1] != '\n' {
		before += "\n"
	}
	out := slices.Concat(source[:in], []byte("\t"+strconv.Quote(path)+"\n"), source[in:at], []byte(before+"\t"+element+",\n"), source[at:])
	return format.Source(out)
}

// listOf finds the end of the list that is the value of a variable, and its elements.
func listOf(file *ast.File, variable string) (end token.Pos, elements []ast.Expr) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || spec.Names[0].Name != variable || len(spec.Values) != 1 {
			return true
		}
		switch v := spec.Values[0].(type) {
		case *ast.CompositeLit:
			end, elements = v.Rbrace, v.Elts
		case *ast.CallExpr:
			end, elements = v.Rparen, v.Args
		}
		return false
	})
	return end, elements
}

// importsOf finds the end of the file's first import ( … ).
func importsOf(file *ast.File) token.Pos {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && g.Rparen.IsValid() {
			return g.Rparen
		}
	}
	return token.NoPos
}
