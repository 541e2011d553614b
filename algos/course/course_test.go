package course

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestNotesAreRead(t *testing.T) {
	notes := All()
	if len(notes) == 0 {
		t.Fatal("there are no notes")
	}
	for _, n := range notes {
		for _, s := range n.Sections {
			got, found, ok := Find(notes, Key(n.ID, s.ID))
			if !ok || got.ID != n.ID || found.ID != s.ID {
				t.Errorf("%s finds %s.%s", Key(n.ID, s.ID), got.ID, found.ID)
			}
		}
	}
	for _, key := range []string{"", ".", "003", "003.", "003.none", "999.A", strings.Repeat("x", 1000)} {
		if _, _, ok := Find(notes, key); ok {
			t.Errorf("%q is found", key)
		}
	}
}

func TestFilesAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`{"note":"003"}`:               "",
		`{"note":"003","colour":1}`:    "unknown field",
		`{"note":"003"} {}`:            "something follows",
		`{"note":"004"}`:               "says that it is note",
		`{"note":`:                     "unexpected EOF",
		`{"note":"003","sections":{}}`: "cannot unmarshal",
	} {
		_, err := read(fstest.MapFS{"003.json": {Data: []byte(text)}})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
