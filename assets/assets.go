package assets

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"sync"

	"codeberg.org/go-fonts/latin-modern/lmmath"
)

//go:embed static
var static embed.FS

// site is the bundle of the program's own files.
var site = sync.OnceValue(func() *Bundle {
	b, err := embedded()
	if err != nil {
		panic(err) // the program was built with files that do not fit together
	}
	return b
})

func embedded() (*Bundle, error) {
	files, err := fs.Sub(static, "static")
	if err != nil {
		return nil, fmt.Errorf("open the embedded files: %w", err)
	}
	return New(files, map[string][]byte{"latin-modern-math.otf": lmmath.TTF})
}

// URL is where a file of the program is served: URL("app.css") is
// "/assets/app.1f0c….css". It panics if there is no such file.
func URL(name string) string { return site().URL(name) }

// Text is the content of a file as it was written, for pages that have to work
// without a server. It panics if there is no such file.
func Text(name string) string {
	body, err := static.ReadFile("static/" + name)
	if err != nil {
		panic(err) // a name in the program's own code
	}
	return string(body)
}

// Handler serves the program's files; see [Bundle.ServeHTTP].
func Handler() http.Handler { return site() }
