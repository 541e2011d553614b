package assets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
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
	".map":         {"application/json", true},
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

// Files are served in a folder that a digest of all of them names. They refer to
// each other by relative addresses, which stay true there, and a change of any
// of them gives all of them other names.
type Files struct {
	folder string            // with a slash on both ends
	served map[string]*asset // by name
}

// New serves files by their names.
func New(files map[string][]byte) (*Files, error) {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%q %d\n", name, len(files[name]))
		h.Write(files[name])
	}
	digest := hex.EncodeToString(h.Sum(nil)[:8])
	f := &Files{folder: Prefix + digest + "/", served: make(map[string]*asset)}
	for name, body := range files {
		kind, ok := kinds[path.Ext(name)]
		if !ok {
			return nil, fmt.Errorf("asset %s: no media type for %q", name, path.Ext(name))
		}
		f.served[name] = newAsset(body, digest, kind.mediaType, kind.compresses)
	}
	return f, nil
}

// URL is where a file is served. It panics if there is no such file: names are
// written in the program, not by its users.
func (f *Files) URL(name string) string {
	if f.served[name] == nil {
		panic(fmt.Sprintf("assets: no file %q", name))
	}
	return f.folder + name
}

// Names lists the files in order.
func (f *Files) Names() []string { return slices.Sorted(maps.Keys(f.served)) }
