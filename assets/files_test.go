package assets_test

import (
	"strings"
	"testing"

	"playground/assets"
)

func serving(t testing.TB, files map[string]string) *assets.Files {
	t.Helper()
	f, err := assets.New(contents(files))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func contents(files map[string]string) map[string][]byte {
	out := make(map[string][]byte, len(files))
	for name, body := range files {
		out[name] = []byte(body)
	}
	return out
}

// TestFolderNamesTheContent: all files get other addresses if and only if one of
// them changes, and stay beside each other.
func TestFolderNamesTheContent(t *testing.T) {
	files := func(leaf string) map[string]string {
		return map[string]string{"dist/a.js": `import "./b.js"`, "dist/b.js": leaf, "static/b.js": "written"}
	}
	one, same, other := serving(t, files("1")), serving(t, files("1")), serving(t, files("2"))
	for _, name := range one.Names() {
		if one.URL(name) != same.URL(name) {
			t.Errorf("%s has two addresses: %s and %s", name, one.URL(name), same.URL(name))
		}
		if one.URL(name) == other.URL(name) {
			t.Errorf("%s keeps its address although the content changed", name)
		}
		if folder := strings.TrimSuffix(one.URL(name), name); folder != strings.TrimSuffix(one.URL("dist/a.js"), "dist/a.js") {
			t.Errorf("%s is served in the folder %s", name, folder)
		}
	}
}

func TestNewRefusesUnknownKinds(t *testing.T) {
	if _, err := assets.New(contents(map[string]string{"a.exe": ""})); err == nil || !strings.Contains(err.Error(), `no media type for ".exe"`) {
		t.Errorf("New: %v", err)
	}
}

func TestURLPanicsOnUnknownName(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	serving(t, nil).URL("nowhere.css")
}
