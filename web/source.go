package web

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"playground/algos/param"
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
	files, err := sourceFiles(d.Files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return refusal(http.StatusNotFound, "error.source").about("", d.ID)
	}
	at, err := findLoop(d.Files, files)
	if err != nil {
		return fmt.Errorf("the source of %s: %w", d.ID, err)
	}
	if name == "" {
		name = at.file
	}
	if !slices.Contains(files, name) {
		return &param.Error{Field: "file", Message: fmt.Sprintf("%q is not one of %s", param.Clip(name), join(files))}
	}
	text, err := fs.ReadFile(d.Files, name)
	if err != nil {
		return fmt.Errorf("the source of %s: %w", d.ID, err)
	}
	page := views.Code{
		ID: d.ID, Title: d.Title, Files: files, File: name, Loop: at.file,
		Lines: strings.Split(strings.TrimRight(string(text), "\n"), "\n"),
	}
	if name == at.file {
		page.From, page.To = at.from, at.to
	}
	return s.page(w, r, views.CodePage(page))
}

// sourceFiles returns the files of a package without its tests.
func sourceFiles(source fs.FS) ([]string, error) {
	all, err := fs.Glob(source, "*.go")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") }), nil
}

// A loopPlace is where a demo's loop is, with the comment above it.
type loopPlace struct {
	file     string
	from, to int
}

// findLoop finds the function that a package hands to algos.Define, with its loop.
func findLoop(source fs.FS, files []string) (loopPlace, error) {
	set := token.NewFileSet()
	functions := map[string]*ast.FuncDecl{}
	loop := ""
	for _, name := range files {
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return loopPlace{}, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return loopPlace{}, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil {
					functions[n.Name.Name] = n
				}
			case *ast.CallExpr:
				if id := defined(n); id != "" {
					loop = id
				}
			}
			return true
		})
	}
	f, ok := functions[loop]
	if !ok {
		return loopPlace{}, fmt.Errorf("no function %q is given to algos.Define", loop)
	}
	from := f.Pos()
	if f.Doc != nil {
		from = f.Doc.Pos()
	}
	start, end := set.Position(from), set.Position(f.End())
	return loopPlace{file: start.Filename, from: start.Line, to: end.Line}, nil
}

// defined returns the name of the loop in a call algos.Define(description, bind,
// loop).
func defined(call *ast.CallExpr) string {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Define" || len(call.Args) != 3 {
		return ""
	}
	if pkg, ok := selector.X.(*ast.Ident); !ok || pkg.Name != "algos" {
		return ""
	}
	loop, ok := call.Args[2].(*ast.Ident)
	if !ok {
		return ""
	}
	return loop.Name
}
