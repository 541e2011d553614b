package web

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
)

// A function is one of a demo's source. It is linked by its name, which stays when
// lines move: "run", "view.Say".
type function struct {
	name     string
	file     string
	line     int // of its name
	from, to int // with the comment above it
	does     string
	calls    []string // functions and methods by their bare names, in the order of the text
}

// A program is a demo's source as readers follow it.
type program struct {
	functions []function
	// parts are the loop that makes the steps and what it calls, in the order in which
	// it does, and then what tells, promises and draws a step.
	parts []function
}

// viewMethods are those of [algos.View], by what they do.
var viewMethods = []struct{ method, does string }{{"Say", "says"}, {"Checks", "promises"}, {"Panels", "draws"}, {"Model", "learns"}}

// readProgram reads the functions of a package and finds the one with the loop, which it
// hands to algos.Define.
func readProgram(source fs.FS, files []string) (program, error) {
	var p program
	set, loop := token.NewFileSet(), ""
	for _, name := range files {
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return p, err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return p, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				p.functions = append(p.functions, describe(set, f))
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if id := defined(call); id != "" {
					loop = id
				}
			}
			return true
		})
	}
	at := slices.IndexFunc(p.functions, func(f function) bool { return f.name == loop })
	if at < 0 {
		return p, fmt.Errorf("no function %q is given to algos.Define", loop)
	}
	p.functions[at].does = "loop"
	p.follow(p.functions[at], map[string]bool{})
	for _, t := range viewMethods {
		for _, f := range p.functions {
			if bare(f.name) == t.method && f.name != t.method {
				f.does = t.does
				p.add(f)
			}
		}
	}
	return p, nil
}

// add puts a function among the parts, or says what one of them does.
func (p *program) add(f function) {
	if i := slices.IndexFunc(p.parts, func(had function) bool { return had.name == f.name }); i >= 0 {
		p.parts[i].does = f.does
		return
	}
	p.parts = append(p.parts, f)
}

// follow adds a function and what it calls, each once, in the order of the calls.
func (p *program) follow(f function, seen map[string]bool) {
	if seen[f.name] {
		return
	}
	seen[f.name] = true
	p.parts = append(p.parts, f)
	for _, name := range f.calls {
		// Which method is called is only clear where a single one has the name.
		var found []function
		for _, g := range p.functions {
			if bare(g.name) == name {
				found = append(found, g)
			}
		}
		if len(found) == 1 {
			p.follow(found[0], seen)
		}
	}
}

func describe(set *token.FileSet, d *ast.FuncDecl) function {
	f := function{name: d.Name.Name, file: set.Position(d.Pos()).Filename, line: set.Position(d.Pos()).Line, to: set.Position(d.End()).Line}
	if f.from = f.line; d.Doc != nil {
		f.from = set.Position(d.Doc.Pos()).Line
	}
	if d.Recv != nil && len(d.Recv.List) > 0 {
		f.name = receiver(d.Recv.List[0].Type) + "." + f.name
	}
	ast.Inspect(d, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := call.Fun.(type) {
		case *ast.Ident:
			f.calls = append(f.calls, fun.Name)
		case *ast.SelectorExpr:
			f.calls = append(f.calls, fun.Sel.Name)
		}
		return true
	})
	return f
}

// receiver is the name of the type that a method belongs to.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// bare is a function's name without the type that it belongs to.
func bare(name string) string {
	for i := range name {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
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
