package assets

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// An asset is a file as it is served. Its compressed forms are made when they
// are first asked for.
type asset struct {
	body      []byte
	digest    string
	mediaType string
	encoded   map[string]func() []byte // by content coding
}

// Levels of compression. Brotli's tenth level makes the first visit 4 % smaller than its
// ninth, and takes 0.2 s for the font, once; its highest saves 1 % more in twice the time.
const (
	brotliLevel = 10
	gzipLevel   = gzip.BestCompression
)

func newAsset(body []byte, digest, mediaType string, compresses bool) *asset {
	a := &asset{body: body, digest: digest, mediaType: mediaType}
	if compresses {
		a.encoded = map[string]func() []byte{
			"br":   sync.OnceValue(func() []byte { return brotlied(body) }),
			"gzip": sync.OnceValue(func() []byte { return gzipped(body) }),
		}
	}
	return a
}

// Writes to a bytes.Buffer never fail, and neither do these.

func brotlied(body []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotliLevel)
	w.Write(body)
	w.Close()
	return b.Bytes()
}

func gzipped(body []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzipLevel)
	w.Write(body)
	w.Close()
	return b.Bytes()
}

// ServeHTTP serves the files below [Prefix]: compressed as the request allows,
// with ranges and validators. Browsers may keep a file for ever. A file that does
// not exist is 404, which nobody may keep: another version of the program may have it.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name, inside := strings.CutPrefix(r.URL.Path, f.folder)
	a := f.served[name]
	if !inside || a == nil {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "no such file", http.StatusNotFound)
		return
	}
	a.serve(w, r)
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	// A board in a sandboxed frame has no origin, so to it these files are another site's.
	// They are the same for everybody.
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	body, tag := a.body, a.digest
	if a.encoded != nil {
		h.Add("Vary", "Accept-Encoding")
		if coding := negotiate(r.Header.Values("Accept-Encoding")); coding != "" {
			body, tag = a.encoded[coding](), a.digest+"-"+coding
			h.Set("Content-Encoding", coding)
		}
	}
	h.Set("ETag", strconv.Quote(tag))
	h.Set("Content-Length", strconv.Itoa(len(body)))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// negotiate chooses a content coding by the header Accept-Encoding: br, gzip or
// none (""). Of equal weights brotli is better.
func negotiate(accept []string) string {
	weights := map[string]float64{}
	for item := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		coding, parameters, _ := strings.Cut(item, ";")
		weights[strings.ToLower(strings.TrimSpace(coding))] = weight(parameters)
	}
	best, bestWeight := "", 0.0
	for _, coding := range []string{"br", "gzip"} {
		q, named := weights[coding]
		if !named {
			q = weights["*"]
		}
		if q > bestWeight {
			best, bestWeight = coding, q
		}
	}
	if identity, named := weights["identity"]; named && identity > bestWeight {
		return ""
	}
	return best
}

// weight reads "q=0.5"; without it the weight is 1, and a malformed one is 0.
func weight(parameters string) float64 {
	name, value, found := strings.Cut(parameters, "=")
	if !found || !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(q >= 0 && q <= 1) {
		return 0
	}
	return q
}
