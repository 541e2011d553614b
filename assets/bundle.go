package assets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Prefix is the path below which files are served.
const Prefix = "/assets/"

// kinds are the media types by the extension of a file. Text may be compressed,
// and fonts whose format does not compress them already. The program has a table
// of its own, because the system's differs from one machine to the next.
var kinds = map[string]struct {
	mediaType  string
	compresses bool
}{
	".css":         {"text/css; charset=utf-8", true},
	".js":          {"text/javascript; charset=utf-8", true},
	".json":        {"application/json", true},
	".webmanifest": {"application/manifest+json", true},
	".svg":         {"image/svg+xml", true},
	".txt":         {"text/plain; charset=utf-8", true},
	".otf":         {"font/otf", true},
	".ttf":         {"font/ttf", true},
	".woff2":       {"font/woff2", false},
	".png":         {"image/png", false},
	".webp":        {"image/webp", false},
	".ico":         {"image/x-icon", false},
}

// A Bundle is a set of files that refer to each other and to nothing else.
type Bundle struct {
	urls   map[string]string // by name
	served map[string]*asset // by URL
}

// New reads all files of a tree, and extra files by name, and rewrites their
// references to each other.
func New(tree fs.FS, extra map[string][]byte) (*Bundle, error) {
	sources, err := read(tree)
	if err != nil {
		return nil, err
	}
	for name, body := range extra {
		sources[name] = &source{name: name, body: body}
	}
	for _, s := range sources {
		if err := s.scan(sources); err != nil {
			return nil, err
		}
	}
	b := &Bundle{urls: make(map[string]string), served: make(map[string]*asset)}
	for name, s := range sources {
		s.digest = s.closure(sources)
		b.urls[name] = Prefix + s.hashedName()
	}
	for name, s := range sources {
		kind := kinds[path.Ext(name)]
		b.served[b.urls[name]] = newAsset(s.rewritten(sources), s.digest, kind.mediaType, kind.compresses)
	}
	return b, nil
}

// URL is where a file is served. It panics if there is no such file: names are
// written in the program, not by its users.
func (b *Bundle) URL(name string) string {
	url, ok := b.urls[name]
	if !ok {
		panic(fmt.Sprintf("assets: no file %q", name))
	}
	return url
}

// Names lists the files in order.
func (b *Bundle) Names() []string {
	names := make([]string, 0, len(b.urls))
	for name := range b.urls {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// A source is a file as it was written.
type source struct {
	name   string
	body   []byte
	refs   []reference // in their order
	digest string
}

// A reference is a place in a file that names another one.
type reference struct {
	start, end int    // of what names it, in bytes
	target     string // the file
}

func read(tree fs.FS) (map[string]*source, error) {
	sources := make(map[string]*source)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		sources[name] = &source{name: name, body: body}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read assets: %w", err)
	}
	return sources, nil
}

// scan finds the references of a file and checks that they lead somewhere.
func (s *source) scan(all map[string]*source) error {
	var found []specifier
	switch ext := path.Ext(s.name); ext {
	case ".css":
		found = cssReferences(string(s.body))
	case ".js":
		found = jsReferences(string(s.body))
	default:
		if _, ok := kinds[ext]; !ok {
			return fmt.Errorf("asset %s: no media type for %q", s.name, ext)
		}
	}
	for _, f := range found {
		target, ok := f.resolve(s.name)
		if !ok {
			continue
		}
		if _, ok := all[target]; !ok {
			line := 1 + bytes.Count(s.body[:f.start], []byte("\n"))
			return fmt.Errorf("asset %s:%d refers to %q: no such file", s.name, line, f.text)
		}
		s.refs = append(s.refs, reference{start: f.start, end: f.start + len(f.text), target: target})
	}
	return nil
}

// closure digests a file with all that it reaches, so that a change of any of
// them gives it another name.
func (s *source) closure(all map[string]*source) string {
	reached := map[string]bool{s.name: true}
	queue := []string{s.name}
	for len(queue) > 0 {
		for _, ref := range all[queue[0]].refs {
			if !reached[ref.target] {
				reached[ref.target] = true
				queue = append(queue, ref.target)
			}
		}
		queue = queue[1:]
	}
	names := make([]string, 0, len(reached))
	for name := range reached {
		names = append(names, name)
	}
	slices.Sort(names)
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", s.name) // two files of one circle reach the same
	for _, name := range names {
		fmt.Fprintf(h, "%q %d\n", name, len(all[name].body))
		h.Write(all[name].body)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// hashedName is the name with the digest before its extension.
func (s *source) hashedName() string {
	ext := path.Ext(s.name)
	return strings.TrimSuffix(s.name, ext) + "." + s.digest + ext
}

// rewritten is the file with the names of the others as they are served. Files
// stay in their folders, so that only the last element of a reference changes.
func (s *source) rewritten(all map[string]*source) []byte {
	if len(s.refs) == 0 {
		return s.body
	}
	var b bytes.Buffer
	from := 0
	for _, ref := range s.refs {
		folder, _ := path.Split(string(s.body[ref.start:ref.end]))
		b.Write(s.body[from:ref.start])
		b.WriteString(folder)
		b.WriteString(path.Base(all[ref.target].hashedName()))
		from = ref.end
	}
	b.Write(s.body[from:])
	return b.Bytes()
}
