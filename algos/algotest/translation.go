package algotest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/say"
	"playground/lang"
)

// translation looks for what a demo says and cannot say in every other language:
// sentences, claims, titles, the words of its form, questions, goals, presets and
// fixtures, and the lesson. It also reports translations of what nothing says, and those
// that name other values than the English template. With [wordsKey] in the environment it
// writes the files as they should be.
func translation(ctx context.Context, d algos.Demo, r *report) {
	said := r.listen(ctx, d)
	sources := sourcesOf(d.Sources)
	for _, tag := range algos.Translations {
		book := d.Book(tag)
		for _, t := range slices.SortedFunc(maps.Keys(said.kinds), func(a, b say.Template) int { return strings.Compare(a.Text, b.Text) }) {
			other, ok := book[t.Text]
			switch {
			case ok && !sameNames(t, say.Template{Text: other, TeX: t.TeX}):
				r.fault("%s.json: %s: %q names other values than %q", tag, said.kinds[t], other, t.Text)
			case ok && opposed(t.Text, other):
				r.fault("%s.json: %s: %q says the opposite of %q", tag, said.kinds[t], other, t.Text)
			}
		}
		r.lacking(d, tag, said.lacking(book), said.kinds, sources)
		for _, text := range unsaid(d.Sources, tag, said.kinds) {
			r.fault("%s.json: nothing says %q: `%s` takes its line away", tag, text, filling(d))
		}
		r.unshelved(d, lang.Lang(tag))
		if _, ok := d.LessonIn(tag); !ok {
			r.fault("there is no lesson.%s.md", tag)
		}
		if dir := os.Getenv(wordsKey); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, tag+".json"), filled(d, tag, said, sources), 0o644); err != nil {
				r.fault("%v", err)
			}
		}
	}
	r.notes = append(r.notes, said.budget()...)
}

// wordsKey is the environment variable with the folder into which the files of
// translations are written as they should be.
const wordsKey = "PLAYGROUND_WORDS"

// filling is the command that fills the translations of a demo.
func filling(d algos.Demo) string { return "go run ./cmd/playground translate -demo " + d.ID }

// lacking reports all texts that a language lacks at once, each with what it is and with
// the file in which its English stands.
func (r *report) lacking(d algos.Demo, tag string, texts []say.Template, kinds map[say.Template]string, sources []source) {
	if len(texts) == 0 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s.json lacks %s: `%s` adds a line for each, to be translated", tag, say.Count(len(texts), "text"), filling(d))
	for _, t := range texts {
		fmt.Fprintf(&b, "\n\t%s: %q", kinds[t], t.Text)
		if i, _ := placeIn(sources, t.Text); i < len(sources) {
			fmt.Fprintf(&b, " of %s", sources[i].name)
		}
	}
	r.fault("%s", b.String())
}

// unshelved reports the shelf and the groups of parameters that have no name in a
// language: pages say them, so they stand in package lang.
func (r *report) unshelved(d algos.Demo, l lang.Lang) {
	name := func(what, text string) {
		if _, ok := d.Book(l.String())[text]; !ok && text != "" && !l.Knows(text) {
			r.fault("lang/%s.json lacks the name of the %s %q: add a line %q with what it is called there", l, what, text, "text."+text)
		}
	}
	name("shelf", d.Family)
	groups := map[string]bool{}
	for _, p := range d.Schema() {
		if !groups[p.Group] {
			name("group of parameters", p.Group)
		}
		groups[p.Group] = true
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
func unsaid(files fs.FS, tag string, said map[say.Template]string) []string {
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
