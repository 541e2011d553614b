package assets_test

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"playground/assets"
)

// The program holds no tests of its scripts, and every one of them is where
// node --test finds it.
func TestScriptTestsStayOutside(t *testing.T) {
	for _, name := range assets.Handler().(*assets.Files).Names() {
		if strings.Contains(name, ".test.") {
			t.Errorf("%s is served", name)
		}
	}
	n := 0
	err := fs.WalkDir(os.DirFS("static"), ".", func(name string, _ fs.DirEntry, err error) error {
		if base := path.Base(name); strings.HasPrefix(base, "_") {
			n++
			if !strings.HasSuffix(base, ".test.js") {
				t.Errorf("static/%s is embedded nowhere, and no test", name)
			}
		}
		return err
	})
	if err != nil || n == 0 {
		t.Errorf("%d tests of scripts, %v", n, err)
	}
}
