package playground_test

import (
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"playground/algos/catalog"
	"playground/algos/course"
	"playground/web"
	"playground/web/hall"
)

// mostReadme is the size of the README in bytes: it says what the program is and how it is
// started, and links to docs for the rest.
const mostReadme = 8192

// A document is a page of Markdown for readers of the repository.
type document struct {
	file     string
	sections []section
	links    []string   // targets of links and pictures
	spans    []string   // inline code
	blocks   [][]string // lines of code
}

// A section is what stands below a heading, up to the next one.
type section struct {
	title, anchor string
	text          string
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)
	span    = regexp.MustCompile("`([^`]+)`")
	heading = regexp.MustCompile(`^#+ (.+)$`)
	// word is a word of a command line, or several in quotes.
	word = regexp.MustCompile(`"[^"]*"|\S+`)
)

// documents are the README, what it says about contributing, and docs.
func documents(t *testing.T) []document {
	t.Helper()
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []document
	for _, file := range append([]string{"README.md", "CONTRIBUTING.md"}, files...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, parse(file, string(text)))
	}
	return out
}

// parse reads a document: headings, links and code, the latter without the former.
func parse(file, text string) document {
	d := document{file: file, sections: []section{{}}}
	fenced, taken := false, map[string]int{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
			if fenced {
				d.blocks = append(d.blocks, nil)
			}
			continue
		case fenced:
			last := len(d.blocks) - 1
			d.blocks[last] = append(d.blocks[last], line)
			continue
		case strings.HasPrefix(line, "    "):
			d.blocks = append(d.blocks, []string{strings.TrimSpace(line)})
			continue
		}
		if h := heading.FindStringSubmatch(line); h != nil {
			a := anchor(h[1])
			if n := taken[a]; n > 0 {
				a = fmt.Sprintf("%s-%d", a, n)
			}
			taken[anchor(h[1])]++
			d.sections = append(d.sections, section{title: h[1], anchor: a})
			continue
		}
		for _, s := range span.FindAllStringSubmatch(line, -1) {
			d.spans = append(d.spans, s[1])
		}
		for _, l := range link.FindAllStringSubmatch(span.ReplaceAllString(line, ""), -1) {
			d.links = append(d.links, l[1]+l[2])
		}
		d.sections[len(d.sections)-1].text += line + "\n"
	}
	return d
}

// anchor is the fragment by which GitHub links to a heading.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// find returns the document of a file.
func find(docs []document, file string) (document, bool) {
	i := slices.IndexFunc(docs, func(d document) bool { return d.file == file })
	if i < 0 {
		return document{}, false
	}
	return docs[i], true
}

func TestReadmeIsShort(t *testing.T) {
	info, err := os.Stat("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostReadme {
		t.Errorf("README.md has %d bytes, more than %d: move details to docs", info.Size(), mostReadme)
	}
}

// Every link leads to a file, and to a heading in it; and every page of docs can be found
// from the README.
func TestLinksOfDocuments(t *testing.T) {
	docs := documents(t)
	linked := map[string]bool{}
	for _, d := range docs {
		for _, target := range d.links {
			if strings.Contains(target, "://") {
				continue
			}
			file, fragment, _ := strings.Cut(target, "#")
			path := d.file
			if file != "" {
				path = filepath.Join(filepath.Dir(d.file), filepath.FromSlash(file))
			}
			if d.file == "README.md" {
				linked[path] = true
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s: %v", d.file, target, err)
				continue
			}
			if fragment == "" {
				continue
			}
			to, ok := find(docs, path)
			if !ok || !slices.ContainsFunc(to.sections, func(s section) bool { return s.anchor == fragment }) {
				t.Errorf("%s links to %s, but %s has no such heading", d.file, target, path)
			}
		}
	}
	for _, d := range docs {
		if d.file != "README.md" && !linked[d.file] {
			t.Errorf("README.md has no link to %s", d.file)
		}
	}
}

// Every demo has a section in docs/methods.md, which begins with its id, and the README
// links to that section.
func TestDocumentsNameEveryDemo(t *testing.T) {
	docs := documents(t)
	readme, _ := find(docs, "README.md")
	methods, ok := find(docs, "docs/methods.md")
	if !ok {
		t.Fatal("there is no docs/methods.md")
	}
	anchors := map[string]string{}
	for _, s := range methods.sections {
		text := strings.TrimSpace(s.text)
		if m := span.FindStringSubmatchIndex(text); m != nil && m[0] == 0 {
			anchors[text[m[2]:m[3]]] = s.anchor
		}
	}
	for _, d := range catalog.All {
		a, ok := anchors[d.ID]
		delete(anchors, d.ID)
		switch {
		case !ok:
			t.Errorf("docs/methods.md has no section that begins with `%s`: what its steps show, and which theorems are checked", d.ID)
		case !slices.Contains(readme.links, "docs/methods.md#"+a):
			t.Errorf("README.md does not link to docs/methods.md#%s: the line of its family names %s", a, d.ID)
		}
	}
	for id := range anchors {
		t.Errorf("docs/methods.md has a section of %q, which is no demo", id)
	}
	if n := fmt.Sprintf("%d machine-learning algorithms", len(catalog.All)); !strings.Contains(readme.sections[1].text, n) {
		t.Errorf("README.md does not begin with %q, which is how many there are", n)
	}
}

// build builds the program, and returns its file.
func build(t *testing.T) string {
	t.Helper()
	// Go keeps the result of a test until a file changes that it has opened.
	sources, err := filepath.Glob("cmd/playground/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		if _, err := os.ReadFile(source); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "playground")
	if out, err := exec.Command("go", "build", "-o", file, "./cmd/playground").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// flagsOf asks the program for its commands, and each of them for its flags.
func flagsOf(t *testing.T, bin string) map[string][]string {
	t.Helper()
	ask := func(args ...string) string {
		out, err := exec.Command(bin, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("playground %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	flags := map[string][]string{}
	names := []string{"new", "translate", "load"} // for contributors: the help leaves them out
	for _, m := range listed.FindAllStringSubmatch(ask("help"), -1) {
		if m[1] != "help" {
			names = append(names, m[1])
		}
	}
	for _, name := range names {
		flags[name] = []string{}
		if name == "version" {
			continue // it has no help of its own
		}
		for _, m := range option.FindAllStringSubmatch(ask(append([]string{"help"}, strings.Fields(name)...)...), -1) {
			flags[name] = append(flags[name], m[1])
		}
	}
	return flags
}

var (
	listed = regexp.MustCompile(`(?m)^  playground ([a-z]+(?: [a-z]+)?) `)
	option = regexp.MustCompile(`(?m)^  -([a-z][a-z-]*)`)
	flagAt = regexp.MustCompile(`^-([a-z][a-z-]*)(?:[ =]|$)`)
)

// flagName is the name of the flag with which a text begins, if any.
func flagName(text string) string {
	if m := flagAt.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// samples are the files of the examples: each is a block of docs/data-formats.md, which is
// found by its first line.
var samples = map[string]string{"points.csv": "x1,x2,y", "grid.csv": "x1,x2", "edges.csv": "node,x,y", "losses.csv": "0,1,0.5"}

// sampleFolder returns a folder with the files of the examples.
func sampleFolder(t *testing.T, docs []document) string {
	t.Helper()
	formats, _ := find(docs, "docs/data-formats.md")
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "assets", "readme"), 0o755); err != nil { // a picture of the README is drawn, too
		t.Fatal(err)
	}
	for file, first := range samples {
		i := slices.IndexFunc(formats.blocks, func(b []string) bool { return len(b) > 0 && b[0] == first })
		if i < 0 {
			t.Fatalf("docs/data-formats.md has no example that begins with %q, for %s", first, file)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.Join(formats.blocks[i], "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// commands finds the command lines of a document, without the name of the program.
func (d document) commands() (out []string) {
	lines := slices.Concat(slices.Concat(d.blocks...), d.spans)
	for _, line := range lines {
		line, _, _ = strings.Cut(line, " # ")
		line = strings.TrimSpace(line)
		for _, name := range []string{"playground", "go run ./cmd/playground"} {
			if args, ok := strings.CutPrefix(line, name+" "); ok {
				out = append(out, strings.TrimSpace(args))
			}
		}
	}
	return out
}

// cheap are the commands that are carried out. Of the others the flags are looked at: they
// serve, measure, change the repository, or need what another command has made.
var cheap = []string{"list", "run", "render", "goals", "receipt key", "licences", "version"}

// Command lines have subcommands and flags that exist, and those that are quick are carried
// out, on the examples of docs/data-formats.md. Every command is in docs/cli.md.
func TestCommandsOfDocuments(t *testing.T) {
	docs := documents(t)
	bin := build(t)
	flags := flagsOf(t, bin)
	dir := sampleFolder(t, docs)
	ran := map[string]bool{}
	for _, d := range docs {
		for _, line := range d.commands() {
			if err := exists(line, flags); err != nil {
				t.Errorf("%s: playground %s: %v", d.file, line, err)
				continue
			}
			name, args := commandOf(line, flags)
			if len(args) == 0 && name != "list" || strings.ContainsAny(line, "<…") || !slices.Contains(cheap, name) {
				continue // named alone, or not written out
			}
			ran[name] = true
			if err := carryOut(bin, dir, append(strings.Fields(name), args...)); err != nil {
				t.Errorf("%s: playground %s: %v", d.file, line, err)
			}
		}
		for _, s := range d.spans {
			if f := flagName(s); f != "" && !hasFlag(flags, f) {
				t.Errorf("%s: no command has the flag -%s", d.file, f)
			}
		}
	}
	for _, name := range []string{"list", "run", "render", "goals", "receipt key"} {
		if !ran[name] {
			t.Errorf("no document has an example of playground %s", name)
		}
	}
	cli, _ := find(docs, "docs/cli.md")
	for name := range flags {
		if !slices.ContainsFunc(cli.commands(), func(line string) bool { n, _ := commandOf(line, flags); return n == name }) {
			t.Errorf("docs/cli.md does not name playground %s", name)
		}
	}
}

// commandOf divides a command line behind the name of its command, which is one word or two.
func commandOf(line string, flags map[string][]string) (name string, args []string) {
	words := word.FindAllString(line, -1)
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	if len(words) > 1 && flags[words[0]+" "+words[1]] != nil {
		return words[0] + " " + words[1], words[2:]
	}
	return words[0], words[1:]
}

// exists says what of a command line there is not.
func exists(line string, flags map[string][]string) error {
	name, args := commandOf(line, flags)
	if name == "help" {
		name, args = strings.Join(args, " "), nil
	}
	known, ok := flags[name]
	if !ok {
		return fmt.Errorf("there is no command %q", name)
	}
	for _, arg := range args {
		if f := flagName(arg); f != "" && !slices.Contains(known, f) {
			return fmt.Errorf("%s has no flag -%s; it has %q", name, f, known)
		}
	}
	return nil
}

// hasFlag reports whether any command has a flag.
func hasFlag(flags map[string][]string, name string) bool {
	for _, known := range flags {
		if slices.Contains(known, name) {
			return true
		}
	}
	return false
}

// carryOut runs the program in a folder. What it is told to write it has written then.
func carryOut(bin, dir string, args []string) error {
	c := exec.Command(bin, args...)
	c.Dir = dir
	var complaint strings.Builder
	c.Stderr = &complaint
	if err := c.Run(); err != nil {
		return fmt.Errorf("%w\n%s", err, complaint.String())
	}
	if i := slices.Index(args, "-o"); i >= 0 && i+1 < len(args) {
		return os.Remove(filepath.Join(dir, args[i+1])) // the next example may write it again
	}
	return nil
}

// unasked are addresses that are no pages, or compute for a minute what tests of their own
// compute.
var unasked = []string{"/ws", "/checks"}

// unknown are words that stand for a part of an address with which it cannot be asked for here.
var unknown = regexp.MustCompile(`CODE|TEXT|HASH|STEP|QUERY|…`)

// addresses finds the addresses on the server in a document. KEY stands for that of a room.
func (d document) addresses() (out []string) {
	for _, text := range slices.Concat(slices.Concat(d.blocks...), d.spans, d.links) {
		path, _, _ := strings.Cut(strings.TrimPrefix(text, "http://localhost:8080"), "#")
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/etc/") || unknown.MatchString(path) || slices.Contains(unasked, path) {
			continue
		}
		out = append(out, strings.ReplaceAll(path, "KEY", hall.KeyOf("an example in the documents")))
	}
	return out
}

// Every address of a page or a picture answers.
func TestAddressesOfDocuments(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	s, err := web.New(web.Config{
		Demos: catalog.All, Courses: course.All(), Log: slog.New(slog.DiscardHandler),
		Receipts: web.ReceiptKeys{Sign: key}, Limits: web.Limits{Request: time.Hour, Wait: time.Hour},
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := s.Handler()
	asked := map[string]bool{}
	for _, d := range documents(t) {
		if d.file == "CONTRIBUTING.md" {
			continue // its demo is one that is to be written
		}
		for _, path := range d.addresses() {
			if asked[path] {
				continue
			}
			asked[path] = true
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.RemoteAddr, r.Host = "127.0.0.1:1234", "localhost:8080" // of this machine: /metrics answers it alone
			r.Header.Set("Accept", "text/html,*/*")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != http.StatusOK {
				t.Errorf("%s: %s answers %d: %.300s", d.file, path, w.Code, w.Body.String())
			}
		}
	}
	const least = 40
	if len(asked) < least {
		t.Errorf("the documents have %d addresses, of %d or more: are they still found?", len(asked), least)
	}
}
