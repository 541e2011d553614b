package assets

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sync"
)

//go:generate go run ./bundle

// The bundle, and the sources that its maps lead to. Files whose names begin with _, the
// tests of the scripts, stay outside.
//
//go:embed dist static
var embedded embed.FS

// dist is the folder of what pages load.
const dist = "dist"

// site are the program's own files.
var site = sync.OnceValue(func() *Files {
	f, err := own()
	if err != nil {
		panic(err) // the program was built with files that do not fit together
	}
	return f
})

func own() (*Files, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = embedded.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("open the embedded files: %w", err)
	}
	fonts, err := fonts()
	if err != nil {
		return nil, err
	}
	for name, font := range fonts {
		files[path.Join(dist, name)] = font
	}
	return New(files)
}

// imports are the files that each script needs before it starts.
var imports = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	if err := json.Unmarshal([]byte(Text("imports.json")), &list); err != nil {
		panic(fmt.Errorf("read what scripts import: %w", err))
	}
	return list
})

// URL is where a file of the bundle is served: URL("main.js") is
// "/assets/1f0c…/dist/main.js". It panics if there is no such file.
func URL(name string) string { return site().URL(path.Join(dist, name)) }

// Imports are the addresses of what a script imports. A page that names them
// gets them with the script and not after it.
func Imports(script string) []string {
	var out []string
	for _, name := range imports()[script] {
		out = append(out, URL(name))
	}
	return out
}

// Text is the content of a file of the bundle, for pages that have to work
// without a server. It panics if there is no such file.
func Text(name string) string {
	body, err := embedded.ReadFile(path.Join(dist, name))
	if err != nil {
		panic(err) // a name in the program's own code
	}
	return string(body)
}

// Handler serves the program's files; see [Files.ServeHTTP].
func Handler() http.Handler { return site() }
