package algotest

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// translation looks for what a demo says and cannot say in every other language:
// sentences, claims, titles, the words of its form, presets and fixtures, and the
// lesson. It also reports translations of what nothing says, and those that name
// other values than the English template.
func translation(ctx context.Context, d algos.Demo, r *report) {
	said := described(d)
	for _, t := range slices.Concat(spoken(ctx, d), scored(ctx, d)) {
		said[t] = true
	}
	for _, tag := range algos.Translations {
		book := d.Book(tag)
		for _, t := range slices.SortedFunc(maps.Keys(said), func(a, b say.Template) int { return strings.Compare(a.Text, b.Text) }) {
			other, ok := book[t.Text]
			switch {
			case !ok && t.Speaks():
				r.fault("%s: missing: %q", tag, t.Text)
			case ok && !sameNames(t, say.Template{Text: other, TeX: t.TeX}):
				r.fault("%s: %q names other values than %q", tag, other, t.Text)
			case ok && opposed(t.Text, other):
				r.fault("%s: %q says the opposite of %q", tag, other, t.Text)
			}
		}
		for _, text := range unsaid(d.Sources, tag, said) {
			r.fault("%s: nothing says %q", tag, text)
		}
		if _, ok := d.LessonIn(tag); !ok {
			r.fault("%s: there is no lesson.%s.md", tag, tag)
		}
	}
}

// sameNames reports whether two templates name the same values. A value may be
// named twice in one of them, and written as TeX or not.
func sameNames(a, b say.Template) bool {
	names := func(t say.Template) []string {
		all := t.Places()
		for i, p := range all {
			all[i] = strings.Replace(p, "$", "", 1)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	placed := func(t say.Template) map[string]bool {
		all := map[string]bool{}
		for _, p := range t.Places() {
			all[p] = true
		}
		return all
	}
	had := placed(a)
	for p := range placed(b) {
		if !had[p] {
			return false // its value is not kept in that form
		}
	}
	return slices.Equal(names(a), names(b))
}

// described are the texts of a demo's description.
func described(d algos.Demo) map[say.Template]bool {
	all := map[say.Template]bool{}
	add := func(texts ...string) {
		for _, t := range texts {
			if t != "" {
				all[say.Template{Text: t}] = true
			}
		}
	}
	add(d.Title, d.Summary, d.First, d.TooFew.String(), d.Unit, d.Pass)
	for _, p := range d.Schema() {
		add(p.Label, p.Hint)
		for _, c := range p.Calls {
			add(c.Args...)
		}
		for _, c := range p.Choices {
			add(c.Label, c.Hint)
			if c.TeX != "" {
				all[say.Template{Text: c.TeX, TeX: true}] = true
			}
		}
	}
	for _, p := range d.Presets {
		add(p.Title, p.Note)
	}
	for _, c := range d.Charts {
		add(c.Title, c.Y)
		for _, s := range c.Series {
			add(s.Label)
		}
	}
	for _, g := range d.Goals {
		add(g.Text, g.Hint)
	}
	for _, f := range d.Fixtures {
		add(f.Title)
		for _, w := range f.Want {
			add(w.Label)
		}
	}
	return all
}

// spoken are the templates of the steps that presets and variants show.
func spoken(ctx context.Context, d algos.Demo) []say.Template {
	seen := map[say.Template]bool{}
	hear := func(steps []algos.Step, err error) {
		if err != nil {
			return // the other parts of the contract report it
		}
		for i, s := range steps {
			if looked(i, s) {
				listen(s, seen)
			}
		}
	}
	for _, p := range d.Presets {
		if recipe, err := d.Recipe(p.ID); err == nil {
			if problem, err := recipe.Problem(); err == nil {
				hear(takeOf(ctx, d, problem, recipe.Params, 400))
			}
		}
	}
	sets := degenerates(d)
	for _, v := range variants(d) {
		hear(take(ctx, d, Small(d), v, 150))
		for _, g := range sets {
			if g.telling {
				hear(take(ctx, d, g.set, v, 20))
			}
		}
		for _, g := range paintings(d) {
			if g.telling {
				hear(takeOf(ctx, d, algos.Problem{Set: dataset.Set{Target: dataset.None}, Cells: g.cells}, looking(d, v), 20))
			}
		}
	}
	return slices.Collect(maps.Keys(seen))
}

// listen adds the templates of all that a step says.
func listen(s algos.Step, seen map[say.Template]bool) {
	for _, part := range []any{s.Phase, s.Next, s.Events, s.Status, s.Say(), s.Checks(), s.Panels()} {
		walk(reflect.ValueOf(part), func(_ []byte, v reflect.Value) {
			if v.Type() == phrases {
				for _, t := range say.Phrase(v.String()).Templates() {
					seen[t] = true
				}
			}
			if v.Kind() == reflect.Struct {
				hearTips(v, seen)
			}
		})
	}
}

// hearTips adds the templates of a mark's tips that are made when asked for.
func hearTips(mark reflect.Value, seen map[say.Template]bool) {
	tip := mark.FieldByName("Tip")
	if !tip.IsValid() || tip.Kind() != reflect.Func || tip.IsNil() {
		return
	}
	for i := range mark.FieldByName("Refs").Len() {
		said := tip.Call([]reflect.Value{reflect.ValueOf(i)})[0]
		for _, t := range say.Phrase(said.String()).Templates() {
			seen[t] = true
		}
	}
}

// Words fails for translations of a package that speaks for demos, one of
// [algos.Demo.Words], which stand in none of its Go files. The files are those of
// its folder.
func Words(t *testing.T, files fs.FS) {
	t.Helper()
	for _, tag := range algos.Translations {
		for _, text := range unsaid(files, tag, nil) {
			t.Errorf("%s: nothing says %q", tag, text)
		}
	}
}

// unsaid are the keys of a package's own translations that neither were said nor
// stand in its Go files.
func unsaid(files fs.FS, tag string, said map[say.Template]bool) []string {
	book, err := algos.ReadBook(files, tag+".json")
	if err != nil {
		return []string{err.Error()}
	}
	literals := literals(files)
	heard := map[string]bool{}
	for t := range said {
		heard[t.Text] = true
	}
	var out []string
	for _, text := range slices.Sorted(maps.Keys(book)) {
		if !heard[text] && !slices.ContainsFunc(literals, func(l string) bool { return strings.Contains(l, text) }) {
			out = append(out, text)
		}
	}
	return out
}

// literals are the string literals of the Go files, those joined by + as one.
func literals(files fs.FS) []string {
	var all []string
	names, _ := fs.Glob(files, "*.go")
	for _, name := range names {
		src, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			text, ok := literal(n)
			if ok {
				all = append(all, text)
			}
			return !ok
		})
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
