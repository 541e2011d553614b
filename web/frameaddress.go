package web

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"playground/algos"
	"playground/algos/param"
	"playground/lang"
	"playground/web/hall"
)

// A frameRun is a run as its frames are addressed: /r/HASH/STEP?class=3&d=svm&lang=en&q=C%3D10.
// The hash covers all that shapes a frame but its step: the recipe, the size of the
// pictures, the language, and the program. So what is at an address never changes, and a
// new version of the program has new addresses. The address says the recipe as well, so
// that any server makes the frame, and none has to keep it.
type frameRun struct {
	demo   algos.Demo
	recipe algos.Recipe
	query  string // the recipe without its step
	class  int    // of sizes, see [hall.SizeOf]
	lang   lang.Lang
}

// hashLen is the length of a hash in letters of five bits: 130 bits.
const hashLen = 26

var hashLetters = base32.StdEncoding.WithPadding(base32.NoPadding)

// frameHash is what the addresses of a run's frames begin with.
func (s *Server) frameHash(demo, query string, class int, l lang.Lang) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "playground frames\n%s\n%d\n%s\n%s\n%d\n%s\n", thisProgram(), s.cfg.Limits.Steps, demo, query, class, l))
	return strings.ToLower(hashLetters.EncodeToString(sum[:])[:hashLen])
}

// thisProgram names the program by its content: builds that call themselves alike may draw
// otherwise.
var thisProgram = sync.OnceValue(func() string {
	sum := sha256.New()
	path, err := os.Executable()
	if err == nil {
		err = addFile(sum, path)
	}
	if err != nil {
		return "unknown: " + err.Error() // all servers on which it cannot be read name it alike
	}
	return hex.EncodeToString(sum.Sum(nil))
})

func addFile(sum io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(sum, f)
	return err
}

// framesOf is the hash of a run's frames for those who watch it by its steps.
func (s *Server) framesOf(l lang.Lang) func(demo, query string, class int) string {
	return func(demo, query string, class int) string { return s.frameHash(demo, query, class, l) }
}

// frameKeys are what stands in a frame's address, in this order.
var frameKeys = []string{"class", "d", "lang", "q"}

// frameRun reads the run that an address names. One run has one address: what is spelled
// otherwise is refused, so that nobody lets a cache keep the same frame many times; and so
// is what does not belong to the hash, so that nobody lets it keep a wrong one.
func (s *Server) frameRun(hash string, r *http.Request) (run frameRun, err error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return run, refusal(http.StatusBadRequest, "error.query")
	}
	if err := once(q); err != nil {
		return run, err
	}
	for key := range q {
		if !slices.Contains(frameKeys, key) {
			return run, refusal(http.StatusBadRequest, "error.unknown-key").about(param.Clip(key), "")
		}
	}
	for _, key := range frameKeys {
		if !q.Has(key) {
			return run, refusal(http.StatusBadRequest, "error.missing").about(key, "")
		}
	}
	run.class, err = strconv.Atoi(q.Get("class"))
	if _, ok := hall.SizeOf(run.class); err != nil || !ok {
		return run, refusal(http.StatusBadRequest, "error.number", clipped(q.Get("class")), "0", strconv.Itoa(hall.Classes-1)).about("class", "")
	}
	d, ok := s.demos[q.Get("d")]
	if !ok {
		return run, refusal(http.StatusNotFound, "error.demo", clipped(q.Get("d"))).about("d", "")
	}
	run.lang = lang.From(r.Context())
	of, err := url.ParseQuery(q.Get("q"))
	if err != nil {
		return run, refusal(http.StatusBadRequest, "error.query").about("q", d.ID)
	}
	if run.recipe, err = d.ParseRecipe(of); err != nil {
		return run, err
	}
	query, err := run.recipe.RunQuery(d)
	if err != nil {
		return run, err
	}
	run.query = query.Encode()
	run.demo = d.On(run.recipe.Data)
	if r.URL.RawQuery != run.address() {
		return run, refusal(http.StatusBadRequest, "error.frame.spelling").about("q", d.ID)
	}
	if hash != s.frameHash(d.ID, run.query, run.class, run.lang) {
		return run, refusal(http.StatusNotFound, "error.frame.hash").about("", d.ID)
	}
	return run, nil
}

// address is the query of the run's addresses.
func (f frameRun) address() string {
	return url.Values{"class": {strconv.Itoa(f.class)}, "d": {f.demo.ID}, "lang": {f.lang.String()}, "q": {f.query}}.Encode()
}
